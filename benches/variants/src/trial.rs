//! Trial of one puzzle: conversion, reading, solving, comparison.

use std::fmt;
use std::time::Duration;

use sudoku::{Budget, Candidates, End, Puzzle, Solver};

use crate::clock;
use crate::record::{Expected, Record};

/// Result of solving one puzzle.
pub struct Trial {
    pub parse: Duration,
    /// Time for model, compilation and search.
    pub solve: Duration,
    pub nodes: u64,
    pub verdict: Verdict,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The expected answer: one solution, none, or several.
    Right(&'static str),
    /// Settled, but without an answer to compare with.
    New(&'static str),
    Wrong(String),
    /// The budget was used up.
    Limit(String),
    /// The record cannot be converted, or its text cannot be read.
    NotConverted(String),
}

impl Verdict {
    pub fn is_settled(&self) -> bool {
        matches!(self, Verdict::Right(_) | Verdict::New(_))
    }
}

impl Verdict {
    /// After a limit, checks that the known solution satisfies the rules of the puzzle, since the unfinished
    /// search does not show this.
    fn confirmed(self, record: &Record, puzzle: &Puzzle, budget: &Budget) -> Verdict {
        let (Verdict::Limit(details), Some(known)) = (&self, record.expected.known()) else { return self };
        let mut filled = puzzle.clone();
        for (cell, number) in known.iter().enumerate().take(puzzle.cells().len()) {
            let value = (number - puzzle.grid().first_value()) as u8;
            let fits = puzzle.cells()[cell].contains(value);
            filled.set_cell(cell, if fits { Candidates::one(value) } else { Candidates::NONE });
        }
        let answer = Solver::new(budget.clone()).solve(&filled, 1);
        match (answer.solutions.is_empty(), answer.end) {
            (true, End::Limit) => self,
            (true, _) => Verdict::Wrong(format!("limit; the known solution {}", known_fault(puzzle, known))),
            (false, _) => Verdict::Limit(format!("{details}, the known one fits")),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Right(what) => f.write_str(what),
            Verdict::New(what) => write!(f, "{what}, not compared"),
            Verdict::Wrong(what) => write!(f, "WRONG: {what}"),
            Verdict::Limit(what) => write!(f, "limit{what}"),
            Verdict::NotConverted(why) => write!(f, "not converted: {why}"),
        }
    }
}

impl Trial {
    /// Returns the trial of a puzzle that was not converted or read, and so was not run.
    pub fn failed(why: String) -> Trial {
        let (parse, solve) = (Duration::ZERO, Duration::ZERO);
        Trial { parse, solve, nodes: 0, verdict: Verdict::NotConverted(why) }
    }

    /// Returns the fastest of several runs, each with a new solver.
    pub fn run(record: &Record, text: &str, budget: &Budget, repeats: usize) -> Trial {
        let mut best: Option<Trial> = None;
        for _ in 0..repeats.max(1) {
            let trial = Trial::once(record, text, budget);
            let cost = |trial: &Trial| trial.parse + trial.solve;
            if best.as_ref().is_none_or(|best| cost(&trial) < cost(best)) {
                best = Some(trial);
            }
        }
        best.expect("there is a run")
    }

    fn once(record: &Record, text: &str, budget: &Budget) -> Trial {
        let begun = clock::now();
        let puzzle = match text.parse::<Puzzle>() {
            Ok(puzzle) => puzzle,
            Err(error) => return Trial::failed(error.to_string()),
        };
        let read = clock::now();
        let mut solver = Solver::new(budget.clone());
        let answer = solver.solve(&puzzle, 2);
        let done = clock::now();
        let verdict = judge(record, &puzzle, &answer).confirmed(record, &puzzle, budget);
        Trial { parse: read - begun, solve: done - read, nodes: answer.nodes, verdict }
    }
}

fn judge(record: &Record, puzzle: &Puzzle, answer: &sudoku::Answer) -> Verdict {
    if let Some(solution) = answer.solutions.iter().find(|solution| !puzzle.accepts(solution)) {
        return Verdict::Wrong(format!("a solution that {}", fault(puzzle, solution)));
    }
    let found: Vec<Vec<i32>> = answer.solutions.iter().map(|solution| numbers(puzzle, solution)).collect();
    let published = record.expected.known();
    // If there are several solutions, the published one need not be among those found.
    let differs = answer.end == End::Exhausted && published.is_some_and(|solution| !found.contains(solution));
    if differs {
        let known = published.expect("it differs");
        let what = match found.len() {
            0 => "no solution".to_owned(),
            _ => "another solution".to_owned(),
        };
        return Verdict::Wrong(format!("{what}; the known one {}", known_fault(puzzle, known)));
    }
    let is_limit = answer.end == End::Limit;
    match (&record.expected, &found[..]) {
        (Expected::None, [_, ..]) => Verdict::Wrong("a solution where there is none".into()),
        (Expected::One(_), [one, other]) => Verdict::Wrong(if one == other {
            "two solutions that differ beside the grid".into()
        } else {
            "two solutions".into()
        }),
        (Expected::One(solution), [one]) if one != solution => Verdict::Wrong("another solution".into()),
        (_, found) if is_limit && found.len() < 2 => {
            Verdict::Limit(if found.is_empty() { "" } else { ", one solution found" }.into())
        }
        (Expected::None, []) => Verdict::Right("none, as known"),
        (Expected::One(_), _) => Verdict::Right("unique, equal"),
        (Expected::Several, [_, _]) => Verdict::Right("several, as known"),
        (Expected::Several, _) => Verdict::Wrong("not several solutions".into()),
        (Expected::Unknown(Some(_)), [_]) => Verdict::Right("unique, as published"),
        (Expected::Unknown(_), []) => Verdict::New("none"),
        (Expected::Unknown(_), [_]) => Verdict::New("unique"),
        (Expected::Unknown(_), _) => Verdict::New("several"),
    }
}

/// Returns the numbers of the grid's cells.
fn numbers(puzzle: &Puzzle, solution: &[u8]) -> Vec<i32> {
    solution[..puzzle.grid().rectangle()].iter().map(|&value| puzzle.grid().number(value)).collect()
}

/// Describes the fault of the known solution. With cells beside the grid, whose values are unknown, none is
/// found.
fn known_fault(puzzle: &Puzzle, known: &[i32]) -> String {
    let first = puzzle.grid().first_value();
    let values: Vec<u8> = known.iter().map(|number| (number - first) as u8).collect();
    if values.len() == puzzle.cells().len() {
        fault(puzzle, &values)
    } else {
        "has cells beside the grid".into()
    }
}

fn fault(puzzle: &Puzzle, solution: &[u8]) -> String {
    if let Some(cell) = puzzle.first_fault(solution) {
        return format!("has a wrong value in {}", puzzle.grid().name(cell));
    }
    match puzzle.broken_clue(solution) {
        Some(clue) => format!("breaks {} of line {}", clue.kind.name(), clue.place.0),
        None => "keeps all rules".into(),
    }
}
