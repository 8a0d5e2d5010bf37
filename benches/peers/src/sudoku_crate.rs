//! The crate `sudoku` of the public registry: a solver of classic Sudokus and nothing else, the fastest one in Rust.

use std::time::Instant;

use sudoku_crate::Sudoku;

use crate::peer::{Limits, Outcome, Peer, Task};
use crate::problem::Problem;

pub struct SudokuCrate;

impl Peer for SudokuCrate {
    fn name(&self) -> &'static str {
        "crate sudoku"
    }

    fn modes(&self, problem: &Problem, _all: bool) -> Vec<&'static str> {
        if matches!(problem, Problem::Sudoku(_)) { vec!["up to two solutions"] } else { vec![] }
    }

    fn run(&mut self, task: &Task, _mode: &str, _limits: Limits) -> Result<Option<Outcome>, String> {
        let Problem::Sudoku(puzzles) = &task.problem else {
            return Ok(None);
        };
        let mut outcome = Outcome { complete: true, ..Outcome::default() };
        outcome.witness.reserve(81 * puzzles.len());
        let start = Instant::now();
        for puzzle in puzzles {
            let puzzle = Sudoku::from_bytes(*puzzle).map_err(|error| format!("{}: {error}", task.name))?;
            if let [only] = puzzle.solutions_up_to(2)[..] {
                outcome.solutions += 1;
                outcome.witness.extend(only.to_bytes().map(i64::from));
            }
        }
        outcome.elapsed = start.elapsed();
        Ok(Some(outcome))
    }
}

/// Returns 0, 1 or 2 solutions for each line.
pub fn judge(lines: &[&str]) -> Vec<u8> {
    let count =
        |line: &&str| Sudoku::from_str_line(line).map_or(0, |puzzle| puzzle.solutions_count_up_to(2) as u8);
    lines.iter().map(count).collect()
}
