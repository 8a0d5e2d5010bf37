//! Pumpkin, a lazy-clause-generation solver in Rust, with its default search.

use std::time::{Duration, Instant};

use pumpkin_solver::Solver;
use pumpkin_solver::conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::core::results::ProblemSolution;
use pumpkin_solver::core::results::solution_iterator::IteratedSolution;
use pumpkin_solver::core::termination::TimeBudget;
use pumpkin_solver::core::variables::{AffineView, DomainId, TransformableVariable};

use crate::flat::{Constraint, Flat, Term};
use crate::peer::{Limits, Outcome, Peer, Task};
use crate::problem::Problem;

pub struct Pumpkin;

impl Peer for Pumpkin {
    fn name(&self) -> &'static str {
        "Pumpkin"
    }

    /// Optimization is not supported: it has another interface.
    fn modes(&self, problem: &Problem, _all: bool) -> Vec<&'static str> {
        if matches!(problem, Problem::Golomb { .. } | Problem::JobShop(_)) { vec![] } else { vec!["default"] }
    }

    fn run(&mut self, task: &Task, _mode: &str, limits: Limits) -> Result<Option<Outcome>, String> {
        let models = task.problem.flat();
        let start = Instant::now();
        let mut total = Outcome { complete: true, ..Outcome::default() };
        for model in &models {
            let left = limits.time.saturating_sub(start.elapsed());
            let (solutions, witness, complete) = search(model, task.problem.enough(), left);
            total.add(&task.problem, solutions, witness, complete);
        }
        total.elapsed = start.elapsed();
        Ok(Some(total))
    }

    fn is_slow(&self) -> bool {
        true
    }
}

/// Returns the number of solutions up to `enough`, the last of them, and whether the search ended within the limit.
fn search(model: &Flat, enough: Option<u64>, limit: Duration) -> (u64, Vec<i64>, bool) {
    let mut solver = Solver::default();
    let variables: Vec<DomainId> = model
        .domains
        .iter()
        .map(|&(low, high)| solver.new_bounded_integer(low as i32, high as i32))
        .collect();
    for constraint in &model.constraints {
        post(&mut solver, &variables, constraint);
    }
    let mut brancher = solver.default_brancher();
    let mut termination = TimeBudget::starting_now(limit);
    let mut resolver = ResolutionResolver::default();
    let mut iterator = solver.get_solution_iterator(&mut brancher, &mut termination, &mut resolver);
    let (mut solutions, mut witness) = (0, Vec::new());
    while enough.is_none_or(|enough| solutions < enough) {
        match iterator.next_solution() {
            IteratedSolution::Solution(solution, ..) => {
                solutions += 1;
                let value = |&variable: &DomainId| i64::from(solution.get_integer_value(variable));
                witness = variables.iter().map(value).collect();
            }
            IteratedSolution::Finished | IteratedSolution::Unsatisfiable => break,
            IteratedSolution::Unknown => return (solutions, witness, false),
        }
    }
    (solutions, witness, true)
}

fn post(solver: &mut Solver, variables: &[DomainId], constraint: &Constraint) {
    let tag = solver.new_constraint_tag();
    match constraint {
        Constraint::AllDifferent(terms) => {
            let terms: Vec<_> = terms.iter().map(|term| view(solver, variables, term)).collect();
            solver.add_constraint(pumpkin_solver::all_different(terms, tag)).post();
        }
        Constraint::Sum { weighted, total } => {
            let terms: Vec<_> =
                weighted.iter().map(|&(weight, a)| variables[a].scaled(weight as i32)).collect();
            solver.add_constraint(pumpkin_solver::equals(terms, *total as i32, tag)).post();
        }
        Constraint::Less(low, high) => {
            let (low, high) = (view(solver, variables, low), view(solver, variables, high));
            solver.add_constraint(pumpkin_solver::binary_less_than(low, high, tag)).post();
        }
        Constraint::NotEqual(a, b) => {
            let (a, b) = (variables[*a], variables[*b]);
            solver.add_constraint(pumpkin_solver::binary_not_equals(a, b, tag)).post();
        }
        Constraint::Disjunctive(_) => unreachable!("only where there is an optimum to be found"),
    }
}

/// Returns the term as a view, with an auxiliary variable if needed.
fn view(solver: &mut Solver, variables: &[DomainId], term: &Term) -> AffineView<DomainId> {
    let (a, b) = match *term {
        Term::Plus(a, constant) => return variables[a].offset(constant as i32),
        Term::Gap(a, b) | Term::Distance(a, b) => (variables[a], variables[b]),
    };
    let widest = [a, b].map(|variable| solver.upper_bound(&variable)).into_iter().max().unwrap_or(0);
    let gap = solver.new_bounded_integer(-widest, widest);
    let tag = solver.new_constraint_tag();
    let sum = vec![b.scaled(1), a.scaled(-1), gap.scaled(-1)];
    solver.add_constraint(pumpkin_solver::equals(sum, 0, tag)).post();
    if matches!(term, Term::Gap(..)) {
        return gap.offset(0);
    }
    let distance = solver.new_bounded_integer(0, widest);
    let tag = solver.new_constraint_tag();
    solver.add_constraint(pumpkin_solver::absolute(gap, distance, tag)).post();
    distance.offset(0)
}
