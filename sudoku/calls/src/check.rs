//! `/api/check`: whether a puzzle has one solution, and the entries or rules at fault if it has none.

use std::time::Duration;

use csp::Instant;
use serde_json::{Value, json};
use sudoku::{Answer as Solved, End, Puzzle, Solution, Solver, Statement};

use crate::report::stated;
use crate::{Answer, Call, Failure, PUZZLE, Request, Work};

pub(crate) const CHECK: Call = Call {
    path: "/api/check",
    about: "Checks whether a puzzle has one solution, several or none, and finds contradictory givens and rules if it \
            has none, and wrong entries.",
    fields: &[
        PUZZLE,
        ("entries", "the entry of each cell: a value from 1 on, or null"),
        ("cap", "the greatest number of solutions to search for, by default 2, at most 1000"),
        ("show", "whether the answer includes the only solution; by default it does not"),
        ("quick", "whether to skip the search for contradictions, which may take two seconds"),
    ],
    answer: "{verdict: unique, several, none or unknown, solutions: the number found, at most cap, open: cells in \
             which they differ, wrong: entries that differ from the only solution, \
             faults: [{kind: given, entry, rule or house, text, cells}], solution, seconds}",
    is_stream: false,
    run: check,
};

/// The longest time to search for the fault.
const LONGEST_LOOK: Duration = Duration::from_secs(2);

fn check(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let begun = Instant::now();
    let puzzle = request.puzzle()?;
    let entries = request.entries(&puzzle)?;
    let cap = request.number("cap", 2, 1, 1000)? as usize;
    let is_quick = request.flag("quick")?;
    let answer = Solver::new(work.budget()).solve(&puzzle, cap.max(2));
    let solutions = &answer.solutions[..answer.solutions.len().min(cap)];
    let verdict = verdict(&answer);
    let mut faults = match verdict {
        "none" if !is_quick => of_puzzle(&puzzle, work),
        _ => Vec::new(),
    };
    faults.extend(repeats(&puzzle, &entries));
    let mut told = json!({
        "verdict": verdict,
        "solutions": solutions.len(),
        "open": differing(&answer.solutions),
        "faults": faults,
        "wrong": if verdict == "unique" { wrong(&entries, &answer.solutions[0]) } else { Vec::new() },
        "seconds": begun.elapsed().as_secs_f64(),
    });
    if request.flag("show")? && verdict == "unique" {
        told["solution"] = answer.solutions[0].iter().map(|value| value + 1).collect();
    }
    Ok(Answer::Json(told.to_string()))
}

/// The verdict of a search for at least two solutions.
fn verdict(answer: &Solved) -> &'static str {
    match (answer.solutions.len(), answer.end) {
        (0, End::Exhausted) => "none",
        (1, End::Exhausted) => "unique",
        (0 | 1, _) => "unknown",
        _ => "several",
    }
}

/// The cells in which solutions differ.
fn differing(solutions: &[Solution]) -> Vec<usize> {
    let Some((first, others)) = solutions.split_first() else { return Vec::new() };
    let differs = |&cell: &usize| others.iter().any(|other| other[cell] != first[cell]);
    (0..first.len()).filter(differs).collect()
}

fn wrong(entries: &[Option<u8>], solution: &[u8]) -> Vec<usize> {
    let is_wrong = |&cell: &usize| entries[cell].is_some_and(|entry| entry != solution[cell]);
    (0..solution.len()).filter(is_wrong).collect()
}

/// Givens and rules that have no solution together.
fn of_puzzle(puzzle: &Puzzle, work: &Work<'_>) -> Vec<Value> {
    let look = work.left().map_or(LONGEST_LOOK, |left| left.min(LONGEST_LOOK));
    let Some(clash) = puzzle.clash(&work.budget().time(look)) else {
        return Vec::new();
    };
    let stated = |&statement: &Statement| {
        let kind = if statement.is_given() { "given" } else { "rule" };
        fault(kind, stated(statement, puzzle), &statement.cells(puzzle))
    };
    let values: Vec<Option<u8>> =
        (0..puzzle.cells().len()).map(|cell| puzzle.given(cell).filter(|_| clash.has_given(cell))).collect();
    let houses = houses(puzzle, &values, |_| true);
    clash.statements().iter().map(stated).chain(houses).collect()
}

/// Entries that occur twice in a house; the other cell may be a given.
fn repeats(puzzle: &Puzzle, entries: &[Option<u8>]) -> Vec<Value> {
    let values = |cell: usize| entries[cell].or(puzzle.given(cell));
    let values: Vec<Option<u8>> = (0..entries.len()).map(values).collect();
    houses(puzzle, &values, |cell| entries[cell].is_some() && puzzle.given(cell).is_none())
        .map(as_entry)
        .collect()
}

fn as_entry(mut fault: Value) -> Value {
    fault["kind"] = "entry".into();
    fault
}

/// Values that occur twice in a house, if one of the cells is in question.
fn houses(
    puzzle: &Puzzle,
    values: &[Option<u8>],
    counts: impl Fn(usize) -> bool,
) -> impl Iterator<Item = Value> {
    let mut found = Vec::new();
    for house in puzzle.grid().houses() {
        for value in puzzle.all_values().iter() {
            let holders = house.cells().iter().map(|&cell| usize::from(cell));
            let holders: Vec<usize> = holders.filter(|&cell| values[cell] == Some(value)).collect();
            if holders.len() > 1 && holders.iter().any(|&cell| counts(cell)) {
                let text = format!("{} twice in {house}", puzzle.symbols().get(value));
                found.push(fault("house", text, &holders));
            }
        }
    }
    found.into_iter()
}

fn fault(kind: &str, text: String, cells: &[usize]) -> Value {
    json!({"kind": kind, "text": text, "cells": cells})
}
