//! Many puzzles at once, in the lanes of [`Lockstep`](csp::Lockstep).

use std::sync::Arc;
use std::time::Duration;

use csp::{Cancel, Limits, LockstepFeed, LockstepInstance, Step};

use super::lanes::{Lanes, QUICK_TRY_NODES, lanes_are_a_quick_try, patience_of_lanes, state};
use super::{Answer, Budget, End, Engine, Solver};
use crate::puzzle::{Puzzle, Solution};

/// Lanes have no clock for each puzzle, but give up after some nodes. They have done so when this has passed.
const SHORT: Duration = Duration::from_millis(100);

/// So few puzzles are soon in the lanes, which then share them. Of more, the last ones do not matter.
const FEW: usize = 64;

impl Solver {
    /// [`solve`](Solver::solve) for many puzzles: in SIMD lanes, many times as fast.
    pub fn solve_all(&mut self, puzzles: &[&Puzzle], most: usize) -> Vec<Answer> {
        let together = self.solve_together(puzzles, most).into_iter().zip(puzzles);
        together.map(|(answer, puzzle)| answer.unwrap_or_else(|| self.solve_alone(puzzle, most))).collect()
    }

    /// Solves those puzzles that are better solved together, and leaves `None` for the others: the ones of grids
    /// that lockstep does not cover, and those that keep a lane for too long.
    pub fn solve_together(&mut self, puzzles: &[&Puzzle], most: usize) -> Vec<Option<Answer>> {
        puzzles.iter().for_each(|puzzle| puzzle.require_sound());
        let mut answers: Vec<Option<Answer>> = vec![None; puzzles.len()];
        let mut rest: Vec<usize> = (0..puzzles.len()).filter(|&at| puzzles[at].rules.is_none()).collect();
        // There is no way to look for nothing.
        let in_time = self.engine == Engine::Auto && self.budget.time.is_none_or(|time| time >= SHORT);
        while let Some(&first) = rest.first()
            && most > 0
        {
            let grid = &puzzles[first].grid;
            let same = |at: &usize| Arc::ptr_eq(&puzzles[*at].grid, grid) || puzzles[*at].grid == *grid;
            let (alike, others): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(same);
            // What is tried only costs nodes.
            if in_time && (!lanes_are_a_quick_try(grid) || self.budget.nodes.is_none())
                || self.engine == Engine::Lockstep && self.budget.time.is_none()
            {
                self.in_lockstep(puzzles, &alike, most, &mut answers);
            } else if self.engine == Engine::Lockstep {
                // Each has its own time.
                alike.chunks(1).for_each(|one| self.in_lockstep(puzzles, one, most, &mut answers));
            }
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
        let grid = &puzzles[which[0]].grid;
        let is_auto = self.engine == Engine::Auto;
        let only_all = is_auto && lanes_are_a_quick_try(grid);
        let patience = match is_auto {
            _ if only_all => QUICK_TRY_NODES,
            true => patience_of_lanes(grid),
            false => u64::MAX,
        };
        let Budget { nodes, time, cancel, .. } = self.budget.clone();
        let Some(Lanes { lockstep, mut limits, .. }) = self.lanes(puzzles[which[0]]) else {
            return;
        };
        if which.len() > 1 {
            // In time, see above.
            limits = cancel.iter().fold(Limits::default(), Limits::cancel);
        }
        lockstep.limit(limits.nodes(nodes.unwrap_or(u64::MAX).min(patience)));
        // What a search with limited nodes has found depends on its order.
        let shares = nodes.is_none();
        lockstep.share(shares);
        // Which solution shared lanes find first is chance, unless they prove that there is no other: quicker than to look
        // for it again, without help (November 2026: 16 x 16 grids in 1.1 ms each instead of 6.4).
        let proves = most == 1 && (only_all || which.len() <= FEW && shares && time.is_none());
        let cancelled = || cancel.as_ref().is_some_and(Cancel::is_cancelled);
        let mut feed = Feed {
            puzzles,
            which: which.to_vec(),
            first: grid.first_value(),
            next: 0,
            is_dry: false,
            shares,
            proves,
            only_all,
            found: vec![Vec::new(); which.len()],
            answers,
            retry: Vec::new(),
            gives_up: |tried| tried >= patience && nodes.is_none_or(|nodes| nodes > patience) && !cancelled(),
        };
        lockstep.run(if proves { 2 } else { most as u64 }, &mut feed);
        if !feed.retry.is_empty() && !cancelled() {
            lockstep.share(false);
            let retry = std::mem::take(&mut feed.retry);
            let found = vec![Vec::new(); retry.len()];
            let mut feed =
                Feed { which: retry, next: 0, is_dry: false, shares: false, proves: false, found, ..feed };
            lockstep.run(most as u64, &mut feed);
        }
    }
}

/// Puzzles for lockstep, and their answers.
struct Feed<'a, G> {
    puzzles: &'a [&'a Puzzle],
    /// Those that are fed.
    which: Vec<usize>,
    first: i32,
    next: usize,
    /// All are fed: from here on lanes may share a puzzle, and find its solutions in any order.
    is_dry: bool,
    shares: bool,
    /// One solution is wanted, and a second is looked for.
    proves: bool,
    /// Puzzles with more solutions than asked for are left to others.
    only_all: bool,
    found: Vec<Vec<Solution>>,
    answers: &'a mut [Option<Answer>],
    /// Puzzles whose answers depended on sharing; they are solved again unshared.
    retry: Vec<usize>,
    /// Whether a puzzle that met its limit after so many nodes is to be solved otherwise.
    gives_up: G,
}

impl<G: Fn(u64) -> bool> LockstepFeed for Feed<'_, G> {
    fn next(&mut self, instance: &mut LockstepInstance) -> bool {
        let Some(&which) = self.which.get(self.next) else {
            self.is_dry = true;
            return false;
        };
        self.next += 1;
        state(self.puzzles[which], instance);
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        let solution = values.iter().map(|value| (value - self.first) as u8).collect();
        self.found[instance as usize].push(solution);
    }

    fn answered(&mut self, instance: u64, end: Step, _found: u64, nodes: u64) {
        let at = instance as usize;
        let mut solutions = std::mem::take(&mut self.found[at]);
        let is_chance = self.proves || self.is_dry && self.shares;
        let end = match end {
            Step::Exhausted if self.proves && !solutions.is_empty() => End::Enough,
            Step::Exhausted => End::Exhausted,
            Step::Solution if self.only_all => return,
            Step::Solution if is_chance => return self.retry.push(self.which[at]),
            Step::Solution => End::Enough,
            Step::Limit if !(self.gives_up)(nodes) => End::Limit,
            Step::Limit if is_chance && !self.only_all => return self.retry.push(self.which[at]),
            Step::Limit => return,
        };
        if end == End::Exhausted {
            // All of them, in an order that does not depend on the lanes.
            solutions.sort_unstable();
        }
        self.answers[self.which[at]] = Some(Answer { solutions, end, nodes, statistics: None });
    }
}
