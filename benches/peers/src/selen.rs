//! selen, a propagating solver in Rust, with its default search. Its stated limit is kept only roughly.

use std::time::Instant;

use ::selen::prelude::{Model, SolverConfig, Val, VarId};

use crate::flat::{Constraint, Flat, Term};
use crate::peer::{Limits, Outcome, Peer, Task};
use crate::problem::Problem;

pub struct Selen;

impl Peer for Selen {
    fn name(&self) -> &'static str {
        "selen"
    }

    fn modes(&self, problem: &Problem, _all: bool) -> Vec<&'static str> {
        match problem {
            Problem::Golomb { .. } | Problem::JobShop(_) => vec![],
            _ => vec!["default"],
        }
    }

    fn run(&mut self, task: &Task, _mode: &str, limits: Limits) -> Result<Option<Outcome>, String> {
        let models = task.problem.flat();
        let start = Instant::now();
        let mut total = Outcome { complete: true, ..Outcome::default() };
        for model in &models {
            let left = limits.time.saturating_sub(start.elapsed()).as_millis() as u64;
            let (solutions, witness) = search(model, task.problem.enough(), left.max(1));
            // The solver does not report why it stopped.
            let complete = start.elapsed() < limits.time;
            total.add(&task.problem, solutions, witness, complete);
        }
        total.elapsed = start.elapsed();
        Ok(Some(total))
    }

    fn is_slow(&self) -> bool {
        true
    }
}

/// Returns the number of solutions up to `enough`, and the last of them.
fn search(flat: &Flat, enough: Option<u64>, limit_ms: u64) -> (u64, Vec<i64>) {
    let mut model = Model::with_config(SolverConfig::default().with_timeout_ms(limit_ms));
    let variables: Vec<VarId> =
        flat.domains.iter().map(|&(low, high)| model.int(low as i32, high as i32)).collect();
    for constraint in &flat.constraints {
        post(&mut model, &variables, constraint);
    }
    let most = enough.map_or(usize::MAX, |enough| enough as usize);
    let (mut solutions, mut witness) = (0, Vec::new());
    for solution in model.enumerate().take(most) {
        solutions += 1;
        let value = |&variable: &VarId| match solution[variable] {
            Val::ValI(value) => i64::from(value),
            Val::ValF(value) => value as i64,
        };
        witness = variables.iter().map(value).collect();
    }
    (solutions, witness)
}

fn post(model: &mut Model, variables: &[VarId], constraint: &Constraint) {
    match constraint {
        Constraint::AllDifferent(terms) => {
            let terms: Vec<VarId> = terms.iter().map(|term| variable(model, variables, term)).collect();
            model.alldiff(&terms);
        }
        Constraint::Sum { weighted, total } => {
            let weights: Vec<i32> = weighted.iter().map(|&(weight, _)| weight as i32).collect();
            let terms: Vec<VarId> = weighted.iter().map(|&(_, a)| variables[a]).collect();
            model.lin_eq(&weights, &terms, *total as i32);
        }
        Constraint::Less(low, high) => {
            let (low, high) = (variable(model, variables, low), variable(model, variables, high));
            model.lin_le(&[1, -1], &[low, high], -1);
        }
        Constraint::NotEqual(a, b) => model.lin_ne(&[1, -1], &[variables[*a], variables[*b]], 0),
        Constraint::Disjunctive(_) => unreachable!("only where there is an optimum to be found"),
    }
}

fn variable(model: &mut Model, variables: &[VarId], term: &Term) -> VarId {
    match *term {
        Term::Plus(a, 0) => variables[a],
        Term::Plus(a, constant) => model.add(variables[a], Val::ValI(constant as i32)),
        Term::Gap(a, b) => model.sub(variables[b], variables[a]),
        Term::Distance(a, b) => {
            let gap = model.sub(variables[b], variables[a]);
            model.abs(gap)
        }
    }
}
