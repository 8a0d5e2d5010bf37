//! Graphs: colourings, Ramsey, graceful labels, tours.

use csp::constraints::{absolute_difference, circuit, clause};
use csp::{Model, Var, element, sum};

use crate::data::Data;
use crate::task::Task;

/// Adjacent vertices, from 0, have different colours.
pub fn coloring(data: &Data) -> Result<Task, String> {
    let mut model = Model::new();
    let colors = model.vars(data.size("n")?, 1..=data.number("k")?);
    for edge in data.rows("e")? {
        model.post(colors[edge[0] as usize].ne(colors[edge[1] as usize]));
    }
    Task::first(model)
}

/// Colouring with vertices from 1, and a clique that has the colours 1, 2, …
pub fn coloring_with_clique(data: &Data) -> Result<Task, String> {
    let k = data.number("k")?;
    let mut model = Model::new();
    let colors = model.vars(data.size("n")?, 1..=k);
    for edge in data.rows("e")? {
        model.post(colors[edge[0] as usize - 1].ne(colors[edge[1] as usize - 1]));
    }
    for (color, &vertex) in (1..).zip(data.list("clique")?) {
        model.post(colors[vertex as usize - 1].eq(color));
    }
    Task::first(model)
}

/// Three colours for the edges of a complete graph, no triangle of one colour.
pub fn ramsey(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let mut model = Model::new();
    let edges: Vec<Vec<Var>> = (0..n).map(|i| model.vars(n - 1 - i, 0..=2)).collect();
    let edge = |i: usize, j: usize| edges[i][j - i - 1];
    for i in 0..n {
        for j in i + 1..n {
            for k in j + 1..n {
                for color in 0..=2 {
                    model.post(clause([edge(i, j), edge(j, k), edge(i, k)].map(|e| e.is_not(color))));
                }
            }
        }
    }
    Task::first(model)
}

/// A graceful labelling of n copies of a complete graph of m vertices, each joined to the next.
pub fn graceful(data: &Data) -> Result<Task, String> {
    let (m, n) = (data.size("m")?, data.size("n")?);
    let edges = (n * m * (m - 1) / 2 + (n - 1) * m) as i32;
    let mut model = Model::new();
    let labels: Vec<Vec<Var>> = (0..n).map(|_| model.vars(m, 0..=edges)).collect();
    model.all_different(labels.iter().flatten());
    let mut ends = Vec::new();
    for copy in &labels {
        ends.extend((0..m).flat_map(|i| (i + 1..m).map(move |j| (copy[i], copy[j]))));
    }
    for copies in labels.windows(2) {
        ends.extend(copies[0].iter().copied().zip(copies[1].iter().copied()));
    }
    let differences = model.vars(ends.len(), 1..=edges);
    for ((a, b), &difference) in ends.into_iter().zip(&differences) {
        model.post(absolute_difference(a, b).eq(difference));
    }
    model.all_different(&differences);
    Task::first(model)
}

/// The shortest tour.
pub fn tour(data: &Data) -> Result<Task, String> {
    let distances = data.rows("d")?;
    let n = distances.len();
    let mut model = Model::new();
    let next = model.vars(n, 0..n as i32);
    let costs = model.vars(n, 0..=150);
    model.post(circuit(&next));
    for (city, row) in distances.iter().enumerate() {
        model.post(next[city].ne(city as i32));
        model.post(element(row.iter().copied(), next[city]).eq(costs[city]));
    }
    let total = sum(&costs);
    Task::minimize(model, total)
}
