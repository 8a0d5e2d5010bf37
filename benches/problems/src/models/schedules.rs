//! Shops, projects, and squares in a square.

use csp::constraints::{cumulative, disjunctive};
use csp::{Model, Var, any};

use crate::data::Data;
use crate::task::Task;

/// Each job visits the machines in an order of its own.
pub fn job_shop(data: &Data) -> Result<Task, String> {
    let (machines, durations) = (data.rows("mach")?, data.rows("dur")?);
    let horizon = durations.concat().iter().sum();
    let mut model = Model::new();
    let starts: Vec<Vec<Var>> = durations.iter().map(|row| model.vars(row.len(), 0..=horizon)).collect();
    let end = model.var(0..=horizon);
    let mut on_machine = vec![(Vec::new(), Vec::new()); data.size("nm")?];
    for ((job, durations), machines) in starts.iter().zip(&durations).zip(&machines) {
        for (at, (&start, &duration)) in job.iter().zip(*durations).enumerate() {
            model.post((start + duration).le(*job.get(at + 1).unwrap_or(&end)));
            let machine = &mut on_machine[machines[at] as usize];
            machine.0.push(start);
            machine.1.push(duration);
        }
    }
    for (starts, durations) in on_machine {
        model.post(disjunctive(starts, durations));
    }
    Task::minimize(model, end)
}

/// Each job visits all machines in any order.
pub fn open_shop(data: &Data) -> Result<Task, String> {
    let durations = data.rows("dur")?;
    let n = durations.len();
    let horizon = durations.concat().iter().sum();
    let mut model = Model::new();
    let starts: Vec<Vec<Var>> = durations.iter().map(|row| model.vars(row.len(), 0..=horizon)).collect();
    let end = model.var(0..=horizon);
    for i in 0..n {
        for t in 0..n {
            model.post((starts[i][t] + durations[i][t]).le(end));
        }
        model.post(disjunctive(&starts[i], durations[i].iter().copied()));
        model.post(disjunctive((0..n).map(|j| starts[j][i]), (0..n).map(|j| durations[j][i])));
    }
    Task::minimize(model, end)
}

/// Tasks with predecessors share four resources (RCPSP).
pub fn project(data: &Data) -> Result<Task, String> {
    let durations = data.list("dur")?;
    let horizon = durations.iter().sum();
    let mut model = Model::new();
    let starts = model.vars(durations.len(), 0..=horizon);
    let end = model.var(0..=horizon);
    for (&start, &duration) in starts.iter().zip(durations) {
        model.post((start + duration).le(end));
    }
    for pair in data.rows("prec")? {
        let (before, after) = (pair[0] as usize, pair[1] as usize);
        model.post((starts[before] + durations[before]).le(starts[after]));
    }
    for (uses, &capacity) in data.rows("use")?.into_iter().zip(data.list("cap")?) {
        let users = || (0..starts.len()).filter(|&task| uses[task] > 0);
        model.post(cumulative(
            users().map(|task| starts[task]),
            users().map(|task| durations[task]),
            users().map(|task| uses[task]),
            capacity,
        ));
    }
    Task::minimize(model, end)
}

/// Squares of given sides fill a square.
pub fn square(data: &Data) -> Result<Task, String> {
    let (n, sides) = (data.number("n")?, data.list("s")?);
    let mut model = Model::new();
    let x: Vec<Var> = sides.iter().map(|&side| model.var(0..=n - side)).collect();
    let y: Vec<Var> = sides.iter().map(|&side| model.var(0..=n - side)).collect();
    for starts in [&x, &y] {
        model.post(cumulative(starts, sides.iter().copied(), sides.iter().copied(), n));
    }
    for i in 0..sides.len() {
        for j in i + 1..sides.len() {
            model.post(any([
                (x[i] + sides[i]).le(x[j]),
                (x[j] + sides[j]).le(x[i]),
                (y[i] + sides[i]).le(y[j]),
                (y[j] + sides[j]).le(y[i]),
            ]));
        }
    }
    Task::first(model)
}
