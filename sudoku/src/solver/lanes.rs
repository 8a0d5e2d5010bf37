//! A single puzzle in all lanes of [`Lockstep`]: counting its solutions, and finding its candidates.

use std::time::Duration;

use csp::lockstep::{Feed, Instance, Lockstep};
use csp::{Config, Count, Limits, Step};

use super::board::MAX_VALUES_FOR_PLAIN_SEARCH;
use super::occurrences::{Occurrences, Witnesses};
use super::{End, Engine, Solver};
use crate::grid::Grid;
use crate::puzzle::Puzzle;

/// The number of nodes after which lanes give up on a puzzle. On large grids that take longer, search and learner are
/// faster.
pub(super) fn patience_of_lanes(grid: &Grid) -> u64 {
    // November 2026: a node of a 9 x 9 takes half a microsecond in lanes and twenty microseconds in search. A list of
    // candidates with one solution takes 89,381 nodes in lanes and half as many in search.
    match grid.values() {
        0..=9 => 200_000,
        10..=MAX_VALUES_FOR_PLAIN_SEARCH => 10_000,
        _ => QUICK_TRY_NODES,
    }
}

/// The number of nodes for grids that lanes only try briefly.
pub(super) const QUICK_TRY_NODES: u64 = 50;

/// Whether lanes only try a grid briefly and answer only if all solutions are found. This is so for large grids and
/// several grids on a canvas, where a puzzle with many solutions takes a node for nearly every cell (November 2026:
/// lanes fill five open grids in 70 ms and do not get through 32, which search fills in 4 ms and in 18 ms). It is
/// also so for grids with more values than any house has cells, because lanes find no hidden singles there (a jigsaw
/// of 9 x 9 with 11 values takes more than 10,000 nodes in lanes, and 14 in search).
pub(super) fn lanes_are_a_quick_try(grid: &Grid) -> bool {
    let largest_house = grid.houses().iter().map(|house| house.cells().len()).max().unwrap_or(0);
    grid.values() > MAX_VALUES_FOR_PLAIN_SEARCH
        || !grid.shape().parts.is_empty()
        || grid.values() > largest_house
}

/// The lanes for a puzzle.
pub(super) struct Lanes<'a> {
    pub lockstep: &'a mut Lockstep,
    /// The limits of the puzzle.
    pub limits: Limits,
}

impl Solver {
    /// The lanes for a puzzle's grid, if lockstep supports the grid and the solver's engine may use it. Puzzles with
    /// clues are not supported.
    pub(super) fn lanes(&mut self, puzzle: &Puzzle) -> Option<Lanes<'_>> {
        if matches!(self.engine, Engine::Search | Engine::Learner) || puzzle.rules.is_some() {
            return None;
        }
        // If the time is over, the next engine reports it.
        let limits = self.limits();
        let lockstep = if puzzle.grid.is_classic() {
            let simd = self.simd;
            self.classic.get_or_insert_with(|| Lockstep::classic(&Config::default().with_simd(simd)))
        } else {
            let board = self.board(puzzle, &limits).ok()?;
            let Solver { boards, simd, .. } = self;
            boards[board].lockstep(*simd)?
        };
        lockstep.share(true);
        Some(Lanes { lockstep, limits })
    }

    /// The lockstep engine for questions about a puzzle's grid, with a limit of nodes. `None` if the budget limits
    /// the time of each puzzle.
    pub(crate) fn lockstep(&mut self, puzzle: &Puzzle) -> Option<&mut Lockstep> {
        let patience = patience_of_lanes(&puzzle.grid);
        let nodes = self.budget.limits.node_limit().map_or(patience, |nodes| nodes.min(patience));
        if self.time().is_some() {
            return None;
        }
        let Lanes { lockstep, limits, .. } = self.lanes(puzzle)?;
        lockstep.limit(limits.nodes(nodes));
        Some(lockstep)
    }

    /// The time limit for each puzzle.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.budget.limits.time_limit()
    }

    /// [`count`](Solver::count) in lanes. `None` if lanes do not support the puzzle or should leave it to the
    /// learner.
    pub(super) fn count_in_lanes(
        &mut self,
        puzzle: &Puzzle,
        most: u64,
        progress: &mut dyn FnMut(),
    ) -> Option<(Count, u64)> {
        let nodes = self.budget.limits.node_limit();
        // Large grids are tried briefly.
        let tries = self.engine == Engine::Auto && puzzle.grid.values() > MAX_VALUES_FOR_PLAIN_SEARCH;
        let patience = if tries { patience_of_lanes(&puzzle.grid) } else { u64::MAX };
        if most == 0 || nodes.is_some() && tries {
            return None;
        }
        let Lanes { lockstep, limits, .. } = self.lanes(puzzle)?;
        lockstep.limit(limits.nodes(nodes.unwrap_or(patience)));
        let mut ignored = || {};
        let progress = if tries { &mut ignored } else { progress };
        let mut feed = Counting { puzzle: Some(puzzle), progress, end: None };
        lockstep.run(most, &mut feed);
        let (end, found, nodes) = feed.end.expect("the puzzle is answered");
        match end {
            Step::Solution => Some((Count::AtLeast(found), nodes)),
            Step::Exhausted => Some((Count::Exactly(found), nodes)),
            Step::Limit if tries && nodes >= patience => None,
            Step::Limit => Some((Count::Limit(found), nodes)),
        }
    }

    /// [`occurrences`](Solver::occurrences) in lanes. `None` for large grids, which the learner solves better, and
    /// for budgets with a limit of nodes.
    pub(super) fn occurrences_in_lanes(&mut self, puzzle: &Puzzle, most: u64) -> Option<(Occurrences, u64)> {
        let auto = self.engine == Engine::Auto;
        if self.budget.limits.node_limit().is_some()
            || auto && puzzle.grid.values() > MAX_VALUES_FOR_PLAIN_SEARCH
        {
            return None;
        }
        let Lanes { lockstep, limits } = self.lanes(puzzle)?;
        lockstep.limit(limits.clone());
        // If there are few solutions, all of them are enumerated.
        let seen = Occurrences::none(puzzle, most);
        let first = puzzle.grid.first_value();
        let witnesses = Witnesses::default();
        let mut solutions = Seeing { puzzle: Some(puzzle), first, seen, witnesses, end: None };
        let stats = lockstep.run(most.saturating_add(1), &mut solutions);
        let Seeing { mut seen, witnesses, end, .. } = solutions;
        if end == Some(Step::Exhausted) {
            seen.cut();
            return Some((seen, stats.nodes));
        }
        if end == Some(Step::Limit) {
            seen.end = End::Limit;
            seen.cut();
            return Some((seen, stats.nodes));
        }
        // If there are more, each value of each cell whose count is not yet settled becomes a question.
        lockstep.limit(limits);
        let cases = (0..puzzle.cells.len())
            .flat_map(|cell| puzzle.cells[cell].iter().map(move |value| (cell, value)));
        let mut asking =
            Asking { puzzle, first, cases: cases.collect(), next: 0, asked: Vec::new(), seen, witnesses };
        let more = lockstep.run(most, &mut asking);
        let mut seen = asking.seen;
        if asking.next < asking.cases.len() {
            seen.end = End::Limit;
        }
        seen.cut();
        Some((seen, stats.nodes + more.nodes))
    }
}

/// Restricts an instance to the candidates of a puzzle.
pub(super) fn state(puzzle: &Puzzle, instance: &mut Instance) {
    instance.keep_each(puzzle.cells.iter().map(|cell| cell.bits()));
}

/// A feed with one puzzle, whose solutions are counted.
struct Counting<'a> {
    puzzle: Option<&'a Puzzle>,
    progress: &'a mut dyn FnMut(),
    end: Option<(Step, u64, u64)>,
}

impl Feed for Counting<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        self.puzzle.take().map(|puzzle| state(puzzle, instance)).is_some()
    }

    fn solution(&mut self, _: u64, _: &[i32]) {
        (self.progress)();
    }

    fn answered(&mut self, _: u64, end: Step, found: u64, nodes: u64) {
        self.end = Some((end, found, nodes));
    }
}

/// A feed with one puzzle, in whose solutions values are counted.
struct Seeing<'a> {
    puzzle: Option<&'a Puzzle>,
    first: i32,
    seen: Occurrences,
    witnesses: Witnesses,
    end: Option<Step>,
}

impl Feed for Seeing<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        self.puzzle.take().map(|puzzle| state(puzzle, instance)).is_some()
    }

    fn solution(&mut self, _: u64, values: &[i32]) {
        self.witnesses.add(&of_values(values, self.first), &mut self.seen);
    }

    fn answered(&mut self, _: u64, end: Step, _: u64, _: u64) {
        self.end = Some(end);
    }
}

/// A feed with a question for each value of each cell: the puzzle with this value as a further given.
struct Asking<'a> {
    puzzle: &'a Puzzle,
    first: i32,
    cases: Vec<(usize, u8)>,
    next: usize,
    /// The cell and value of each instance.
    asked: Vec<(usize, u8)>,
    seen: Occurrences,
    witnesses: Witnesses,
}

/// Converts values of the model to a solution of the puzzle.
fn of_values(values: &[i32], first: i32) -> Vec<u8> {
    values.iter().map(|value| (value - first) as u8).collect()
}

impl Feed for Asking<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        while let Some(&(cell, value)) = self.cases.get(self.next) {
            self.next += 1;
            if self.seen.count(cell, value) < self.seen.most {
                let cells = self.puzzle.cells.iter().enumerate();
                instance
                    .keep_each(cells.map(|(at, known)| if at == cell { 1 << value } else { known.bits() }));
                self.asked.push((cell, value));
                return true;
            }
        }
        false
    }

    fn solution(&mut self, _: u64, values: &[i32]) {
        self.witnesses.add(&of_values(values, self.first), &mut self.seen);
    }

    fn answered(&mut self, instance: u64, end: Step, found: u64, _: u64) {
        let (cell, value) = self.asked[instance as usize];
        self.seen.raise(cell, value, found);
        if end == Step::Limit {
            self.seen.end = End::Limit;
        }
    }
}
