//! Many puzzles at once, in the lanes of [`Lockstep`](csp::Lockstep).

use std::sync::Arc;

use csp::{Cancel, Limits, LockstepFeed, LockstepInstance, Step};

use super::{Answer, End, Solver};
use crate::puzzle::{Puzzle, Solution};

/// Guesses of a puzzle in lockstep after which it is solved by itself.
const LOCKSTEP_PATIENCE: u64 = 10_000;

impl Solver {
    /// [`solve`](Solver::solve) for many puzzles. Where the grid is covered they are solved in SIMD lanes, many times as
    /// fast; of several solutions these may be others than a search finds first, and nodes are other nodes.
    pub fn solve_all(&mut self, puzzles: &[&Puzzle], most: usize) -> Vec<Answer> {
        let together = self.solve_together(puzzles, most).into_iter().zip(puzzles);
        together.map(|(answer, puzzle)| answer.unwrap_or_else(|| self.solve(puzzle, most))).collect()
    }

    /// Solves those puzzles that are better solved together, and leaves `None` for the others: the ones of grids
    /// that lockstep does not cover, and those that keep a lane for too long.
    pub fn solve_together(&mut self, puzzles: &[&Puzzle], most: usize) -> Vec<Option<Answer>> {
        let mut answers: Vec<Option<Answer>> = vec![None; puzzles.len()];
        let mut rest: Vec<usize> = (0..puzzles.len()).collect();
        // Lockstep has no time for each, and no way to look for nothing.
        while let Some(&first) = rest.first()
            && self.budget.time.is_none()
            && most > 0
        {
            let grid = &puzzles[first].grid;
            let same = |at: &usize| Arc::ptr_eq(&puzzles[*at].grid, grid) || puzzles[*at].grid == *grid;
            let (alike, others): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(same);
            self.in_lockstep(puzzles, &alike, most, &mut answers);
            rest = others;
        }
        answers
    }

    /// Answers puzzles of one grid as far as lockstep does it.
    fn in_lockstep(
        &mut self,
        puzzles: &[&Puzzle],
        which: &[usize],
        most: usize,
        answers: &mut [Option<Answer>],
    ) {
        let board = self.board(&puzzles[which[0]].grid);
        let Solver { boards, budget, simd, .. } = self;
        let first = boards[board].grid.first_value();
        let Some(lockstep) = boards[board].lockstep(*simd) else {
            return;
        };
        let nodes = budget.nodes.unwrap_or(u64::MAX);
        let mut limits = Limits::default().nodes(nodes.min(LOCKSTEP_PATIENCE));
        if let Some(cancel) = &budget.cancel {
            limits = limits.cancel(cancel);
        }
        lockstep.limit(limits);
        let cancelled = || budget.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        let mut feed = Feed {
            puzzles,
            which,
            first,
            next: 0,
            found: vec![Vec::new(); which.len()],
            answers,
            gives_up: |nodes_tried| {
                nodes_tried >= LOCKSTEP_PATIENCE && nodes > LOCKSTEP_PATIENCE && !cancelled()
            },
        };
        lockstep.run(most as u64, &mut feed);
    }
}

/// Puzzles for lockstep, and their answers.
struct Feed<'a, G> {
    puzzles: &'a [&'a Puzzle],
    /// Those that are fed.
    which: &'a [usize],
    first: i32,
    next: usize,
    found: Vec<Vec<Solution>>,
    answers: &'a mut [Option<Answer>],
    /// Whether a puzzle that met its limit after so many nodes is to be solved otherwise.
    gives_up: G,
}

impl<G: Fn(u64) -> bool> LockstepFeed for Feed<'_, G> {
    fn next(&mut self, instance: &mut LockstepInstance) -> bool {
        let Some(&which) = self.which.get(self.next) else {
            return false;
        };
        self.next += 1;
        instance.keep_each(self.puzzles[which].cells.iter().map(|cell| cell.bits()));
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        let solution = values.iter().map(|value| (value - self.first) as u8).collect();
        self.found[instance as usize].push(solution);
    }

    fn answered(&mut self, instance: u64, end: Step, _found: u64, nodes: u64) {
        let at = instance as usize;
        let end = match end {
            Step::Solution => End::Enough,
            Step::Exhausted => End::Exhausted,
            Step::Limit if (self.gives_up)(nodes) => return,
            Step::Limit => End::Limit,
        };
        let solutions = std::mem::take(&mut self.found[at]);
        self.answers[self.which[at]] = Some(Answer { solutions, end, nodes });
    }
}
