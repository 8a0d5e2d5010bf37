//! The values of each cell over all solutions.

use csp::Instant;
use serde::{Serialize, Serializer};
use sudoku::{Candidates as Set, End, Occurrences, Puzzle, Solver};

use crate::json::{Pairs, fields};
use crate::words::symbols;
use crate::{Solved, Status};

/// Asks which values each cell takes in some solution.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// The greatest number of solutions to count for each value; 1 asks for the values only.
    pub most: u64,
}

impl Candidates {
    /// Collects the values from all solutions, if they are known, and else searches for them.
    pub fn answer<'a>(self, puzzle: &'a Puzzle, solved: Option<Solved>, solver: &mut Solver) -> Possible<'a> {
        let begun = Instant::now();
        let settled = solved.filter(|solved| solved.answer.end == End::Exhausted);
        let (seen, nodes, micros) = match settled {
            Some(Solved { answer, micros }) => {
                (Occurrences::of_all(puzzle, &answer.solutions, self.most), answer.nodes, micros)
            }
            None => {
                let (seen, nodes) = solver.occurrences(puzzle, self.most);
                (seen, nodes, begun.elapsed().as_micros() as u64)
            }
        };
        let sets: Vec<Set> = (0..puzzle.cells().len()).map(|cell| seen.candidates(cell)).collect();
        let status = match seen.end {
            End::Limit => Status::Limit,
            _ if sets.iter().any(|set| set.is_empty()) => Status::None,
            _ if sets.iter().all(|set| set.value().is_some()) => Status::Unique,
            _ => Status::Multiple,
        };
        Possible { puzzle, status, sets, seen, nodes, micros }
    }
}

/// The values that each cell takes in some solution.
#[derive(Debug)]
pub struct Possible<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whether there is one solution.
    pub status: Status,
    /// The values of each cell.
    pub sets: Vec<Set>,
    /// The number of solutions with each value, up to the requested one.
    pub seen: Occurrences,
    /// The number of decisions.
    pub nodes: u64,
    /// Time that it took.
    pub micros: u64,
}

impl Possible<'_> {
    /// Returns the number of solutions for each value, if it was asked for.
    pub fn counts(&self) -> Option<&Occurrences> {
        (self.seen.most > 1).then_some(&self.seen)
    }

    /// Tells of each cell but gaps.
    fn of_cells<T>(&self, tell: impl Fn(usize, Set) -> T) -> Vec<Option<T>> {
        let is_cell = |cell: usize| !self.puzzle.grid().is_gap(cell);
        self.sets.iter().enumerate().map(|(cell, &set)| is_cell(cell).then(|| tell(cell, set))).collect()
    }
}

impl Serialize for Possible<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let symbols = |set: Set| symbols(set.iter(), self.puzzle);
        let counted = |seen: &Occurrences, cell: usize, set: Set| {
            let counts = set.iter().map(|value| seen.count(cell, value));
            Pairs(symbols(set).into_iter().zip(counts).collect())
        };
        let counts = self.counts();
        fields!(to,
            "status": self.status,
            "most"?: counts.map(|seen| seen.most),
            "counts"?: counts.map(|seen| self.of_cells(|cell, set| counted(seen, cell, set))),
            "candidates"?: counts.is_none().then(|| self.of_cells(|_, set| symbols(set))),
            "nodes": self.nodes,
            "micros": self.micros,
        )
    }
}
