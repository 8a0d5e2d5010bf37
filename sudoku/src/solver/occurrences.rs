//! The number of solutions for each value of each cell.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use csp::{Step, clock::Instant};

use super::board::{LEARNERS_SHARE, Way};
use super::{End, Run, Solver};
use crate::candidates::Candidates;
use crate::puzzle::{Puzzle, Solution};

/// For each cell and value, the number of solutions in which the cell has the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrences {
    counts: Vec<u64>,
    values: usize,
    /// The cap: a count of this size means "at least".
    pub most: u64,
    /// [`End::Limit`] if the counts may be too low.
    pub end: End,
}

impl Occurrences {
    /// The number of solutions in which a cell has a value.
    pub fn count(&self, cell: usize, value: u8) -> u64 {
        self.counts[cell * self.values + usize::from(value)]
    }

    /// The values of a cell in all solutions found.
    pub fn candidates(&self, cell: usize) -> Candidates {
        (0..self.values as u8)
            .filter(|&value| self.count(cell, value) > 0)
            .fold(Candidates::NONE, Candidates::with)
    }

    /// The counts of these solutions, up to `most`, if they are all that the puzzle has.
    pub fn of_all(puzzle: &Puzzle, solutions: &[Solution], most: u64) -> Occurrences {
        let mut seen = Occurrences::none(puzzle, most);
        solutions.iter().for_each(|solution| seen.see(solution.iter().copied()));
        seen.cut();
        seen
    }

    pub(super) fn none(puzzle: &Puzzle, most: u64) -> Occurrences {
        let values = puzzle.grid.values();
        Occurrences { counts: vec![0; values * puzzle.cells.len()], values, most, end: End::Exhausted }
    }

    /// Raises a count to the number of solutions found for it.
    pub(super) fn raise(&mut self, cell: usize, value: u8, found: u64) {
        let count = &mut self.counts[cell * self.values + usize::from(value)];
        *count = found.max(*count);
    }

    /// Caps all counts at `most`.
    pub(super) fn cut(&mut self) {
        self.counts.iter_mut().for_each(|count| *count = self.most.min(*count));
    }

    pub(super) fn see(&mut self, solution: impl IntoIterator<Item = u8>) {
        for (cell, value) in solution.into_iter().enumerate() {
            self.counts[cell * self.values + usize::from(value)] += 1;
        }
    }
}

/// The solutions that were seen. Each counts once, for all of its values, whichever question found it.
#[derive(Debug, Default)]
pub(super) struct Witnesses {
    /// Hashes of the solutions. Where two are equal, counts are lower bounds, until the search for a value ends.
    known: HashSet<u64>,
    hasher: BuildHasherDefault<DefaultHasher>,
}

impl Witnesses {
    /// Counts the values of a solution, unless it was seen before.
    pub(super) fn add(&mut self, solution: &[u8], seen: &mut Occurrences) {
        if self.known.insert(self.hasher.hash_one(solution)) {
            seen.see(solution.iter().copied());
        }
    }
}

/// The nodes of search for a question in the first round.
// November 2026, half-set variants: most questions that search can answer take fewer nodes, and the solutions that they
// find answer most of the others.
const FIRST_PATIENCE: u64 = 64;

/// The nodes of search for the puzzle as a whole before the learner is used.
const PATIENCE_FOR_ALL: u64 = 1_000;

/// The result of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Settled,
    /// The question was not answered within the patience of the round.
    Open,
    /// The budget is used up.
    Spent,
}

impl Solver {
    /// Counts for each cell and value the solutions in which the cell has the value, up to `most` (at least 1). Also
    /// returns the number of nodes.
    pub fn occurrences(&mut self, puzzle: &Puzzle, most: u64) -> (Occurrences, u64) {
        let most = most.max(1);
        if let Some(seen) = self.occurrences_in_lanes(puzzle, most) {
            return seen;
        }
        let outer = self.begun;
        if self.time().is_some() {
            self.begun = Some(outer.unwrap_or_else(Instant::now));
        }
        let mut seen = Occurrences::none(puzzle, most);
        let nodes = self.occurrences_by_search(puzzle, &mut seen);
        self.begun = outer;
        seen.cut();
        (seen, nodes)
    }

    /// Counts by search and learner, and returns the number of nodes. If there are few solutions, all of them are found.
    /// If there are more, each value of each cell is a question, unless solutions that were found answer it. Questions
    /// that take long wait for the next round, with more patience.
    fn occurrences_by_search(&mut self, puzzle: &Puzzle, seen: &mut Occurrences) -> u64 {
        let one_more = usize::try_from(seen.most).unwrap_or(usize::MAX).saturating_add(1);
        let few = self.solve_in_turns(puzzle, one_more, Some(PATIENCE_FOR_ALL));
        let mut witnesses = Witnesses::default();
        few.solutions.iter().for_each(|solution| witnesses.add(solution, seen));
        seen.end = few.end;
        if few.end != End::Enough {
            return few.nodes;
        }
        seen.end = End::Exhausted;
        let limits = self.limits();
        let learns = self.learns(puzzle, &limits);
        let mut spent = few.nodes;
        let mut patience = FIRST_PATIENCE;
        let cells = puzzle.cells.iter().enumerate();
        let mut open: Vec<(usize, u8)> =
            cells.flat_map(|(cell, known)| known.iter().map(move |value| (cell, value))).collect();
        for way in [Way::Search, Way::Learn].into_iter().cycle().filter(|&way| learns || way == Way::Search) {
            let mut run = self.begin(puzzle, way, limits.clone());
            run.spent = spent;
            run.patience = Some(if way == Way::Learn { LEARNERS_SHARE * patience } else { patience });
            open.retain(|&(cell, value)| {
                if seen.end == End::Limit {
                    return false;
                }
                let asked = run.ask_for(cell, value, seen, &mut witnesses);
                if asked == Asked::Spent {
                    seen.end = End::Limit;
                }
                asked == Asked::Open
            });
            spent = run.nodes();
            if open.is_empty() {
                return spent;
            }
            if way == Way::Learn || !learns {
                patience = patience.saturating_mul(4);
            }
        }
        unreachable!("rounds have no end of their own")
    }
}

impl Run<'_> {
    /// Counts the solutions with a value of a cell, unless enough are known.
    fn ask_for(
        &mut self,
        cell: usize,
        value: u8,
        seen: &mut Occurrences,
        witnesses: &mut Witnesses,
    ) -> Asked {
        if seen.count(cell, value) >= seen.most {
            return Asked::Settled;
        }
        self.restart_with(cell, value);
        let mut found = 0;
        let asked = loop {
            match self.step() {
                Step::Solution => {
                    found += 1;
                    let solution: Solution = self.solution();
                    witnesses.add(&solution, seen);
                    if found >= seen.most || seen.count(cell, value) >= seen.most {
                        break Asked::Settled;
                    }
                }
                Step::Exhausted => break Asked::Settled,
                Step::Limit if self.is_spent() => break Asked::Spent,
                Step::Limit => break Asked::Open,
            }
        };
        seen.raise(cell, value, found);
        asked
    }
}
