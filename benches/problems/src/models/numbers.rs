//! Series and places of numbers.

use csp::constraints::{absolute_difference, product};
use csp::{Model, Var, sum, weighted_sum};

use crate::data::Data;
use crate::task::Task;

/// All notes, and all steps between them.
pub fn all_interval(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let mut model = Model::new();
    let notes = model.vars(n, 0..n as i32);
    let steps = model.vars(n - 1, 1..n as i32);
    for (pair, &step) in notes.windows(2).zip(&steps) {
        model.post(absolute_difference(pair[1], pair[0]).eq(step));
    }
    model.all_different(&notes);
    model.all_different(&steps);
    model.post(notes[0].lt(notes[n - 1]));
    model.post(steps[0].lt(steps[n - 2]));
    Task::first(model)
}

/// A permutation whose differences at each distance differ.
pub fn costas(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let width = n as i32 - 1;
    let mut model = Model::new();
    let x = model.vars(n, 1..=n as i32);
    model.all_different(&x);
    for distance in 1..n - 1 {
        let differences = model.vars(n - distance, -width..=width);
        for (i, &difference) in differences.iter().enumerate() {
            model.post((x[i + distance] - x[i]).eq(difference));
        }
        model.all_different(&differences);
    }
    Task::first(model)
}

/// The shortest ruler whose marks have different distances.
pub fn golomb(data: &Data) -> Result<Task, String> {
    let m = data.size("m")?;
    let longest = (m * m) as i32;
    let mut model = Model::new();
    let marks: Vec<Var> = (0..m).map(|i| model.var(if i == 0 { 0..=0 } else { 0..=longest })).collect();
    let mut distances = Vec::new();
    for i in 0..m {
        for j in i + 1..m {
            let distance = model.var(0..=longest);
            model.post((marks[j] - marks[i]).eq(distance));
            distances.push(distance);
        }
    }
    for pair in marks.windows(2) {
        model.post(pair[0].lt(pair[1]));
    }
    model.all_different(&distances);
    model.post(distances[0].lt(distances[distances.len() - 1]));
    Task::minimize(model, marks[m - 1])
}

/// A series of signs whose autocorrelations have the least sum of squares.
pub fn low_autocorrelation(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let mut model = Model::new();
    let x = model.vars(n, vec![-1, 1]);
    let correlations = model.vars(n - 1, -(n as i32)..=n as i32);
    for (distance, &correlation) in (1..).zip(&correlations) {
        model.post(sum((0..n - distance).map(|i| product(x[i], x[i + distance]))).eq(correlation));
    }
    let energy = sum(correlations.iter().map(|&c| product(c, c)));
    Task::minimize(model, energy)
}

/// Langford's problem: the distance of consecutive copies depends on the number. The variables are the places of the
/// copies.
pub fn langford(data: &Data) -> Result<Task, String> {
    let (k, n) = (data.size("k")?, data.size("n")?);
    let length = (k * n) as i32;
    let mut model = Model::new();
    let places = model.vars(k * n, 1..=length);
    for (number, copies) in (1..).zip(places.chunks(k)) {
        for pair in copies.windows(2) {
            model.post(pair[1].eq(pair[0] + (number + 1)));
        }
    }
    model.all_different(&places);
    model.post((places[0] + places[k - 1]).lt(length + 1));
    Task::first(model)
}

pub fn queens(data: &Data) -> Result<Task, String> {
    let n = data.size("n")?;
    let mut model = Model::new();
    let queens = model.vars(n, 1..=n as i32);
    model.all_different(&queens);
    model.all_different((0..).zip(&queens).map(|(column, &row)| row + column));
    model.all_different((0..).zip(&queens).map(|(column, &row)| row - column));
    Task::first(model)
}

/// SEND + MORE = MONEY.
pub fn send_more(_: &Data) -> Result<Task, String> {
    let mut model = Model::new();
    let letters: Vec<Var> =
        (0..8).map(|at| model.var(if at == 0 || at == 4 { 1..=9 } else { 0..=9 })).collect();
    model.all_different(&letters);
    let weights = [1000, 91, -90, 1, -9000, -900, 10, -1];
    model.post(weighted_sum(weights.into_iter().zip(&letters)).eq(0));
    Task::first(model)
}
