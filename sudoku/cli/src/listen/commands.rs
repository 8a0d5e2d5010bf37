//! The commands of the protocol.

use std::time::Duration;

use serde_json::{Value, json};
use sudoku::explain::{Explainer, State, Stuck};
use sudoku::format::Unknown;
use sudoku::{Answer, Budget, Candidates, Count, End, Estimate, Puzzle, Solver};
use sudoku_ask::{self as ask, Pace, Status};

use super::Reply;
use super::message::{Document, Message};

/// The time between the intermediate answers of a running count.
const EVERY: Duration = Duration::from_millis(200);
/// The number of samples before the first estimate is sent, and the relative error at which the estimate ends.
const FIRST_SAMPLES: u64 = 32;
const BEST_PRECISION: f64 = 0.001;
/// The greatest cost of steps that count as simple logic, and the time limit for them.
const SIMPLE: u16 = 340;
const LONGEST_LOGIC: Duration = Duration::from_millis(500);

/// The message if a limit was reached: never that there is no solution.
const LIMIT: &str = "the limit was reached before there was an answer";
const NONE: &str = "there is no solution";

/// Runs a command and sends its answers.
pub(super) fn run(message: &Message, unknown: Unknown, budget: &Budget, reply: &Reply) {
    let run: fn(&Document, &Budget, &Reply) -> Result<(), String> = match message.command.as_str() {
        "truecandidates" => true_candidates,
        "solve" => solve,
        "check" => check,
        "count" => count,
        "estimate" => estimate,
        "solvepath" => |document, budget, reply| logical(document, budget, reply, usize::MAX),
        "step" => |document, budget, reply| logical(document, budget, reply, 1),
        other => return reply.invalid(&format!("the command {other:?} is not known")),
    };
    let result = message.document(unknown).and_then(|document| run(&document, budget, reply));
    if let Err(what) = result {
        reply.invalid(&what);
    }
}

fn true_candidates(document: &Document, budget: &Budget, reply: &Reply) -> Result<(), String> {
    let puzzle = &document.puzzle;
    let question = ask::Candidates { most: document.cap() };
    let found = question.answer(puzzle, None, &mut Solver::new(budget.clone()));
    if found.status == Status::Limit {
        return Err(LIMIT.into());
    }
    let cells = 0..puzzle.grid().rectangle();
    if cells.clone().any(|cell| found.sets[cell].is_empty()) {
        return Err(NONE.into());
    }
    let simple = document.is_logical().then(|| simple(puzzle, budget));
    let count = |cell: usize, value: u8| match found.count(cell, value) {
        0 if simple.as_ref().is_some_and(|simple| simple[cell].contains(value)) => json!(-1),
        count => json!(count),
    };
    let values = puzzle.all_values();
    let counts: Vec<Value> = cells
        .flat_map(|cell| values.iter().map(move |value| (cell, value)))
        .map(|(cell, value)| count(cell, value))
        .collect();
    reply.send("truecandidates", json!({"solutionsPerCandidate": counts}));
    Ok(())
}

/// The candidates that simple steps leave.
fn simple(puzzle: &Puzzle, budget: &Budget) -> Vec<Candidates> {
    let mut explainer = Explainer::within(budget.clone().time(LONGEST_LOGIC));
    let mut path = explainer.path(puzzle);
    loop {
        let cells = candidates(path.state(), puzzle);
        match path.step() {
            Ok(step) if step.cost <= SIMPLE => {}
            _ => return cells,
        }
    }
}

fn candidates(state: &State, puzzle: &Puzzle) -> Vec<Candidates> {
    (0..puzzle.grid().rectangle()).map(|cell| state.candidates(cell)).collect()
}

fn solve(document: &Document, budget: &Budget, reply: &Reply) -> Result<(), String> {
    let puzzle = &document.puzzle;
    let Answer { solutions, end, .. } = Solver::new(budget.clone()).solve(puzzle, 1);
    let Some(solution) = solutions.first() else {
        return Err(if end == End::Exhausted { NONE } else { LIMIT }.into());
    };
    let numbers = solution.iter().take(puzzle.grid().rectangle()).map(|&value| puzzle.grid().number(value));
    reply.send("solved", json!({"solution": numbers.collect::<Vec<i32>>()}));
    Ok(())
}

fn check(document: &Document, budget: &Budget, reply: &Reply) -> Result<(), String> {
    let answer = Solver::new(budget.clone()).solve(&document.puzzle, 2);
    if Status::of_several(&answer) == Status::Limit {
        return Err(LIMIT.into());
    }
    counted(answer.solutions.len() as u64, false, reply);
    Ok(())
}

fn count(document: &Document, budget: &Budget, reply: &Reply) -> Result<(), String> {
    let (mut solver, mut pace) = (Solver::new(budget.clone()), Pace::new(EVERY));
    let question = ask::Count { most: u64::MAX, has_counters: false };
    let found = question.answer(&document.puzzle, None, &mut solver, || {
        if let Some(found) = pace.solution() {
            counted(found, true, reply);
        }
    });
    match found.count {
        Count::Exactly(count) => counted(count, false, reply),
        Count::AtLeast(count) | Count::Limit(count) => {
            return Err(format!("the limit was reached: there are at least {count} solutions"));
        }
    }
    Ok(())
}

/// Sends better and better estimates until the command is cancelled or the estimate is nearly exact.
fn estimate(document: &Document, budget: &Budget, reply: &Reply) -> Result<(), String> {
    let (solver, mut pace) = (Solver::new(budget.clone()), Pace::new(EVERY));
    let question = ask::Estimate { precision: BEST_PRECISION, seed: 1 };
    let found = question.answer(&document.puzzle, &solver, |estimate| {
        if estimate.probes == FIRST_SAMPLES || pace.is_due() {
            estimated(estimate, reply);
        }
    });
    match found.estimate {
        Estimate { is_exact: true, found: 0, .. } => Err(NONE.into()),
        Estimate { high: None, .. } => Err(LIMIT.into()),
        estimate => {
            estimated(&estimate, reply);
            Ok(())
        }
    }
}

fn estimated(estimate: &Estimate, reply: &Reply) {
    // Without an interval nothing is sent: the numbers would be taken for an interval.
    let (Some(high), Some(error)) = (estimate.high, estimate.error) else { return };
    let mean = estimate.mean.value();
    reply.send(
        "estimate",
        json!({
            "estimate": mean,
            "stderr": error * mean,
            "iterations": estimate.probes,
            "ci95_lower": estimate.low.value(),
            "ci95_upper": high.value(),
            "relErrPercent": 100.0 * error,
        }),
    );
}

fn counted(count: u64, is_running: bool, reply: &Reply) {
    reply.send("count", json!({"count": count, "inProgress": is_running}));
}

/// Takes up to `most` steps from the player's current entries.
fn logical(document: &Document, budget: &Budget, reply: &Reply, most: usize) -> Result<(), String> {
    let mut puzzle = document.puzzle.clone();
    let cells = document.entered().into_iter().enumerate();
    cells.for_each(|(cell, candidates)| puzzle.set_cell(cell, candidates));
    let mut explainer = Explainer::within(budget.clone());
    let mut path = explainer.path(&puzzle);
    let mut lines = Vec::new();
    let end = loop {
        if lines.len() == most {
            break None;
        }
        let before = path.state().clone();
        match path.step() {
            Ok(step) => lines.push(ask::headed(&step, &before)),
            Err(end) => break Some(end),
        }
    };
    lines.extend(match end {
        None | Some(Stuck::Solved) if !lines.is_empty() => None,
        Some(Stuck::Contradiction(truth)) => {
            Some(format!("No solution from here: see {}.", path.state().names_of(truth).join(" ")))
        }
        Some(Stuck::Limit) => Some("The limit was reached before a further step was found.".into()),
        None | Some(Stuck::Solved) => Some("All is done.".to_owned()),
        Some(_) => Some("No further step is known.".into()),
    });
    let is_valid = !matches!(end, Some(Stuck::Contradiction(_)));
    let cells = cells_after(path.state(), &puzzle);
    reply.send("logical", json!({"cells": cells, "message": lines.join("\n"), "isValid": is_valid}));
    Ok(())
}

/// The board: for each cell its value, or 0, and its candidates.
fn cells_after(state: &State, puzzle: &Puzzle) -> Vec<Value> {
    let number = |value: u8| puzzle.grid().number(value);
    let cell = |cell: usize| {
        let candidates = state.candidates(cell);
        let value = candidates.value().filter(|_| state.is_placed(cell)).map_or(0, number);
        json!({"value": value, "candidates": candidates.iter().map(number).collect::<Vec<i32>>()})
    };
    (0..puzzle.grid().rectangle()).map(cell).collect()
}
