//! Many puzzles at once, in the lanes of [`Lockstep`](csp::Lockstep).

use std::sync::Arc;
use std::time::Duration;

use csp::{Cancel, Limits, LockstepFeed, LockstepInstance, Step};

use super::lanes::{Lanes, QUICK_TRY_NODES, lanes_are_a_quick_try, patience_of_lanes, state};
use super::{Answer, End, Engine, Solver};
use crate::puzzle::{Puzzle, Solution};

/// Lanes do not measure the time of single puzzles, but give up after a number of nodes, which takes less than this
/// time.
const SHORT: Duration = Duration::from_millis(100);

/// The number of puzzles up to which all of them are soon in the lanes, which then share them. With more puzzles, the
/// last ones matter little.
const FEW: usize = 64;

impl Solver {
    /// [`solve`](Solver::solve) for many puzzles. Lanes make it many times as fast.
    pub fn solve_all(&mut self, puzzles: &[&Puzzle], most: usize) -> Vec<Answer> {
        let mut answers = self.solve_together(puzzles, most);
        for (answer, puzzle) in answers.iter_mut().zip(puzzles) {
            if answer.is_none() {
                *answer = Some(self.solve_alone(puzzle, most));
            }
        }
        answers.into_iter().map(|answer| answer.expect("each puzzle is answered")).collect()
    }

    /// Solves the puzzles that lanes can solve quickly, and leaves `None` for all others: those of grids that
    /// lockstep does not support, and those that occupy a lane for too long.
    pub fn solve_together(&mut self, puzzles: &[&Puzzle], most: usize) -> Vec<Option<Answer>> {
        let mut answers: Vec<Option<Answer>> = vec![None; puzzles.len()];
        let mut rest: Vec<usize> = (0..puzzles.len()).filter(|&at| puzzles[at].rules.is_none()).collect();
        while let Some(&first) = rest.first() {
            let grid = &puzzles[first].grid;
            let same = |at: &mut usize| Arc::ptr_eq(&puzzles[*at].grid, grid) || puzzles[*at].grid == *grid;
            let alike = rest.extract_if(.., same).collect();
            self.solve_alike(puzzles, alike, most, &mut answers);
        }
        answers
    }

    /// Solves those puzzles of one grid that lanes can solve quickly. `which` are their indices.
    pub(super) fn solve_alike(
        &mut self,
        puzzles: &[&Puzzle],
        which: Vec<usize>,
        most: usize,
        answers: &mut [Option<Answer>],
    ) {
        // Lanes cannot search for zero solutions.
        if most == 0 {
            return;
        }
        let grid = &puzzles[which[0]].grid;
        let in_time = self.engine == Engine::Auto && self.time().is_none_or(|time| time >= SHORT);
        // A brief try would use up a limited number of nodes.
        if in_time && (self.budget.limits.node_limit().is_none() || !lanes_are_a_quick_try(grid))
            || self.engine == Engine::Lockstep && self.time().is_none()
        {
            self.in_lockstep(puzzles, which, most, answers);
        } else if self.engine == Engine::Lockstep {
            // Each puzzle has its own time.
            which.into_iter().for_each(|one| self.in_lockstep(puzzles, vec![one], most, answers));
        }
    }

    /// Answers the puzzles of one grid that lockstep can solve.
    fn in_lockstep(
        &mut self,
        puzzles: &[&Puzzle],
        which: Vec<usize>,
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
        let budget = self.budget.limits.clone();
        let nodes = budget.node_limit();
        let Some(Lanes { lockstep, mut limits, .. }) = self.lanes(puzzles[which[0]]) else {
            return;
        };
        if which.len() > 1 {
            // Time is not limited here: see SHORT.
            limits = budget.flags().iter().fold(Limits::default(), Limits::cancel);
        }
        lockstep.limit(limits.nodes(nodes.unwrap_or(u64::MAX).min(patience)));
        // With limited nodes, the solutions found depend on the order of the search, which sharing changes.
        let shares = nodes.is_none();
        lockstep.share(shares);
        // With sharing, the first solution found is arbitrary, unless lanes prove that it is the only one. The proof
        // is faster than a second search without sharing (November 2026: 16 x 16 grids in 1.1 ms each instead of 6.4
        // ms). A small grid alone is hardly ever shared.
        let are_shared = which.len() <= FEW && (which.len() > 1 || grid.values() > 9);
        let proves = most == 1 && (only_all || are_shared && shares && budget.time_limit().is_none());
        let cancelled = || budget.flags().iter().any(Cancel::is_cancelled);
        let mut feed = Feed {
            puzzles,
            found: vec![Found::default(); which.len()],
            which,
            first: grid.first_value(),
            next: 0,
            proves,
            only_all,
            answers,
            retry: Vec::new(),
            gives_up: |tried| tried >= patience && nodes.is_none_or(|nodes| nodes > patience) && !cancelled(),
        };
        lockstep.run(if proves { 2 } else { most as u64 }, &mut feed);
        if !feed.retry.is_empty() && !cancelled() {
            lockstep.share(false);
            let retry = std::mem::take(&mut feed.retry);
            let found = vec![Found::default(); retry.len()];
            let mut feed = Feed { which: retry, next: 0, proves: false, found, ..feed };
            lockstep.run(most as u64, &mut feed);
        }
    }
}

/// The feed of puzzles, and their answers.
struct Feed<'a, G> {
    puzzles: &'a [&'a Puzzle],
    /// The indices of the puzzles to feed.
    which: Vec<usize>,
    first: i32,
    next: usize,
    /// Whether one solution is wanted and a second is searched as a proof.
    proves: bool,
    /// Whether puzzles with more than the requested solutions are left to other engines.
    only_all: bool,
    found: Vec<Found>,
    answers: &'a mut [Option<Answer>],
    /// Puzzles whose answers depended on sharing; they are solved again unshared.
    retry: Vec<usize>,
    /// Whether a puzzle that reached its limit after this number of nodes is left to other engines.
    gives_up: G,
}

/// The solutions of a puzzle that were found so far.
#[derive(Clone, Default)]
struct Found {
    solutions: Vec<Solution>,
    /// Whether lanes share the puzzle, and find its solutions in any order.
    is_shared: bool,
}

impl<G: Fn(u64) -> bool> LockstepFeed for Feed<'_, G> {
    fn next(&mut self, instance: &mut LockstepInstance) -> bool {
        let Some(&which) = self.which.get(self.next) else {
            return false;
        };
        self.next += 1;
        state(self.puzzles[which], instance);
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        let solution = values.iter().map(|value| (value - self.first) as u8).collect();
        self.found[instance as usize].solutions.push(solution);
    }

    fn shared(&mut self, instance: u64) {
        self.found[instance as usize].is_shared = true;
    }

    fn answered(&mut self, instance: u64, end: Step, _found: u64, nodes: u64) {
        let at = instance as usize;
        let Found { mut solutions, is_shared } = std::mem::take(&mut self.found[at]);
        let is_chance = self.proves || is_shared;
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
            // The complete list is sorted, so that its order does not depend on the lanes.
            solutions.sort_unstable();
        }
        self.answers[self.which[at]] = Some(Answer { solutions, end, nodes, statistics: None });
    }
}
