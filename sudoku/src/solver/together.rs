//! Many puzzles at once, in the lanes of [`Lockstep`](csp::Lockstep).

use std::sync::Arc;
use std::time::Duration;

use csp::{Cancel, Limits, LockstepFeed, LockstepInstance, Step};

use super::lanes::{Lanes, QUICK_TRY_NODES, lanes_are_a_quick_try, patience_of_lanes, state};
use super::{Answer, End, Engine, Solver};
use crate::puzzle::Puzzle;

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
            let mut asked = Asked { most, first: grid.first_value(), puzzles, answers: &mut answers };
            self.solve_alike(puzzles[first], alike, most, &mut asked);
        }
        answers
    }

    /// Solves those questions about one grid that lanes can solve quickly. `sample` is a puzzle of the grid, and `which`
    /// are the questions.
    pub(super) fn solve_alike(
        &mut self,
        sample: &Puzzle,
        which: Vec<usize>,
        most: usize,
        questions: &mut impl Questions,
    ) {
        // Lanes cannot search for zero solutions.
        if most == 0 {
            return;
        }
        let in_time = self.engine == Engine::Auto && self.time().is_none_or(|time| time >= SHORT);
        // A brief try would use up a limited number of nodes.
        if in_time && (self.budget.limits.node_limit().is_none() || !lanes_are_a_quick_try(&sample.grid))
            || self.engine == Engine::Lockstep && self.time().is_none()
        {
            let patience = match self.engine {
                Engine::Auto if lanes_are_a_quick_try(&sample.grid) => QUICK_TRY_NODES,
                Engine::Auto => patience_of_lanes(&sample.grid),
                _ => u64::MAX,
            };
            self.in_lockstep(sample, which, most, patience, questions);
        } else if self.engine == Engine::Lockstep {
            // Each puzzle has its own time.
            which.into_iter().for_each(|one| self.in_lockstep(sample, vec![one], most, u64::MAX, questions));
        }
    }

    /// Solves a small puzzle that lanes have given up on, with up to `patience` nodes this time. Returns `None` if they
    /// give up again, or if it is not for them.
    pub(super) fn solve_patiently(&mut self, puzzle: &Puzzle, most: usize, patience: u64) -> Option<Answer> {
        if most == 0
            || self.engine != Engine::Auto
            || self.budget.limits.node_limit().is_some()
            || puzzle.rules.is_some()
            || puzzle.grid.values() > 9
            || lanes_are_a_quick_try(&puzzle.grid)
        {
            return None;
        }
        let mut answers = [None];
        let first = puzzle.grid.first_value();
        let mut asked = Asked { most, first, puzzles: &[puzzle], answers: &mut answers };
        self.in_lockstep(puzzle, vec![0], most, patience, &mut asked);
        let [answer] = answers;
        answer
    }

    /// Answers the questions about one grid that lockstep can solve, each with up to `patience` nodes.
    fn in_lockstep(
        &mut self,
        sample: &Puzzle,
        which: Vec<usize>,
        most: usize,
        patience: u64,
        questions: &mut impl Questions,
    ) {
        let grid = &sample.grid;
        let only_all = self.engine == Engine::Auto && lanes_are_a_quick_try(grid);
        let budget = &self.budget.limits;
        let (nodes, has_time, flags) = (budget.node_limit(), self.time().is_some(), budget.flags().to_vec());
        let Some(Lanes { lockstep, mut limits, .. }) = self.lanes(sample) else {
            return;
        };
        if which.len() > 1 {
            // Time is not limited here: see SHORT.
            limits = flags.iter().fold(Limits::default(), Limits::cancel);
        }
        lockstep.limit(limits.nodes(nodes.unwrap_or(u64::MAX).min(patience)));
        // With limited nodes, the solutions found depend on the order of the search, which sharing changes.
        let shares = nodes.is_none();
        lockstep.share(shares);
        // With sharing, the first solution found is arbitrary, unless lanes prove that it is the only one. The proof
        // is faster than a second search without sharing (November 2026: 16 x 16 grids in 1.1 ms each instead of 6.4
        // ms). A small grid alone is hardly ever shared.
        let are_shared = which.len() <= FEW && (which.len() > 1 || grid.values() > 9);
        let proves = most == 1 && (only_all || are_shared && shares && !has_time);
        let cancelled = || flags.iter().any(Cancel::is_cancelled);
        let mut feed = Feed {
            shared: vec![false; which.len()],
            which,
            next: 0,
            proves,
            only_all,
            questions,
            retry: Vec::new(),
            gives_up: |tried| tried >= patience && nodes.is_none_or(|nodes| nodes > patience) && !cancelled(),
        };
        lockstep.run(if proves { 2 } else { most as u64 }, &mut feed);
        if !feed.retry.is_empty() && !cancelled() {
            lockstep.share(false);
            let retry = std::mem::take(&mut feed.retry);
            let mut feed = Feed { which: retry, next: 0, proves: false, ..feed };
            feed.shared.fill(false);
            lockstep.run(most as u64, &mut feed);
        }
    }
}

/// Questions about puzzles of one grid, and their answers.
pub(super) trait Questions {
    /// States a puzzle.
    fn state(&self, which: usize, instance: &mut LockstepInstance);
    /// Keeps a solution, as values of the grid.
    fn solution(&mut self, which: usize, values: &[i32]);
    /// Drops the solutions of a puzzle, which stays without an answer.
    fn forget(&mut self, which: usize);
    /// Answers a puzzle with the solutions that were kept.
    fn answer(&mut self, which: usize, end: End, nodes: u64);
}

/// Puzzles, and their answers. An answer that is not complete yet has the solutions found so far.
pub(super) struct Asked<'a> {
    /// The number of solutions that are wanted.
    pub most: usize,
    /// The number of the grid's first value.
    pub first: i32,
    pub puzzles: &'a [&'a Puzzle],
    pub answers: &'a mut [Option<Answer>],
}

impl Asked<'_> {
    fn answer_of(&mut self, which: usize) -> &mut Answer {
        let begin = || Answer { solutions: Vec::new(), end: End::Limit, nodes: 0, statistics: None };
        self.answers[which].get_or_insert_with(begin)
    }
}

impl Questions for Asked<'_> {
    fn state(&self, which: usize, instance: &mut LockstepInstance) {
        state(self.puzzles[which], instance);
    }

    fn solution(&mut self, which: usize, values: &[i32]) {
        let (first, most) = (self.first, self.most);
        let solutions = &mut self.answer_of(which).solutions;
        if solutions.is_empty() {
            solutions.reserve_exact(most.min(4));
        }
        solutions.push(values.iter().map(|value| (value - first) as u8).collect());
    }

    fn forget(&mut self, which: usize) {
        self.answers[which] = None;
    }

    fn answer(&mut self, which: usize, end: End, nodes: u64) {
        let answer = self.answer_of(which);
        (answer.end, answer.nodes) = (end, nodes);
        if end == End::Exhausted {
            // The complete list is sorted, so that its order does not depend on the lanes.
            answer.solutions.sort_unstable();
        }
    }
}

/// The feed of questions.
struct Feed<'a, Q, G> {
    questions: &'a mut Q,
    /// The questions to feed.
    which: Vec<usize>,
    next: usize,
    /// Whether one solution is wanted and a second is searched as a proof.
    proves: bool,
    /// Whether puzzles with more than the requested solutions are left to other engines.
    only_all: bool,
    /// Whether lanes share a puzzle, and find its solutions in any order.
    shared: Vec<bool>,
    /// Puzzles whose answers depended on sharing; they are solved again unshared.
    retry: Vec<usize>,
    /// Whether a puzzle that reached its limit after this number of nodes is left to other engines.
    gives_up: G,
}

impl<Q: Questions, G: Fn(u64) -> bool> LockstepFeed for Feed<'_, Q, G> {
    fn next(&mut self, instance: &mut LockstepInstance) -> bool {
        let Some(&which) = self.which.get(self.next) else {
            return false;
        };
        self.next += 1;
        self.questions.state(which, instance);
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        self.questions.solution(self.which[instance as usize], values);
    }

    fn shared(&mut self, instance: u64) {
        self.shared[instance as usize] = true;
    }

    fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64) {
        let at = instance as usize;
        let which = self.which[at];
        let is_chance = self.proves || self.shared[at];
        let end = match end {
            Step::Exhausted if self.proves && found > 0 => Some(End::Enough),
            Step::Exhausted => Some(End::Exhausted),
            Step::Solution if self.only_all || is_chance => None,
            Step::Solution => Some(End::Enough),
            Step::Limit if (self.gives_up)(nodes) => None,
            Step::Limit => Some(End::Limit),
        };
        match end {
            Some(end) => self.questions.answer(which, end, nodes),
            None => {
                self.questions.forget(which);
                if is_chance && !self.only_all {
                    self.retry.push(which);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    /// A puzzle that takes lanes some guesses.
    const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn lanes_try_again_with_more_nodes() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let solution = Solver::default().solve(&puzzle, 2).solutions;
        let mut solver = Solver::default();
        assert!(solver.solve_patiently(&puzzle, 2, 2).is_none());
        let answer = solver.solve_patiently(&puzzle, 2, 1_000_000).expect("the nodes suffice");
        assert_eq!((answer.end, &answer.solutions), (End::Exhausted, &solution));
        let answer = solver.solve_patiently(&puzzle, 1, 1_000_000).expect("the nodes suffice");
        assert_eq!((answer.end, &answer.solutions), (End::Enough, &solution));
        // A time that is over before a solution is found is a limit, not "no solution".
        let mut hasty = Solver::new(Budget::default().time(Duration::ZERO));
        assert!(hasty.solve_patiently(&puzzle, 2, 1_000_000).is_none_or(|answer| answer.end == End::Limit));
    }

    #[test]
    fn lanes_do_not_try_again_what_is_not_for_them() {
        let small: Puzzle = HARD.parse().unwrap();
        assert!(Solver::default().solve_patiently(&small, 0, 1000).is_none());
        assert!(Solver::default().engine(Engine::Search).solve_patiently(&small, 1, 1000).is_none());
        assert!(Solver::new(Budget::default().nodes(9)).solve_patiently(&small, 1, 1000).is_none());
        for text in ["size: 9\nkiller 5: r1c1 r1c2\n", "size: 16\n"] {
            assert!(Solver::default().solve_patiently(&text.parse().unwrap(), 1, 1000).is_none());
        }
    }
}
