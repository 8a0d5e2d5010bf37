//! Many puzzles at once, in the lanes of [`Lockstep`](csp::lockstep::Lockstep).

use std::sync::Arc;
use std::time::Duration;

use csp::lockstep::{self, Instance};
use csp::{Cancel, Limits, Step};

use super::answers::{Answers, Means, Questions, Wanted};
use super::lanes::{Lanes, QUICK_TRY_NODES, lanes_are_a_quick_try, patience_of_lanes};
use super::{End, Engine, Solver};
use crate::grid::Grid;

/// Lanes do not measure the time of single puzzles, but give up after a number of nodes, which takes less than this
/// time.
const SHORT: Duration = Duration::from_millis(100);

/// The number of puzzles up to which all of them are soon in the lanes, which then share them. With more puzzles, the
/// last ones matter little.
const FEW: usize = 64;

impl Solver {
    /// [`solve`](Solver::solve) for many puzzles. Lanes make it many times as fast.
    pub fn solve_all<'a>(
        &mut self,
        questions: impl Into<Questions<'a>>,
        wanted: impl Into<Wanted>,
    ) -> Answers {
        let (questions, Wanted { most, means }) = (questions.into(), wanted.into());
        let mut answers = Answers::to(questions);
        if means != Means::Searches {
            self.solve_in_lanes(questions, most, &mut answers);
        }
        if means != Means::Lanes {
            for at in answers.open() {
                let answer = self.solve_in_turns(&questions.puzzle(at), most, None);
                answers.set(at, answer);
            }
        }
        answers
    }

    /// Solves the puzzles that lanes can solve quickly, and leaves the others open: those of grids that lockstep does
    /// not support, and those that occupy a lane for too long.
    fn solve_in_lanes(&mut self, questions: Questions<'_>, most: usize, answers: &mut Answers) {
        match questions {
            Questions::Puzzles(puzzles) => {
                let has_none = |at: &usize| puzzles[*at].rules.is_none();
                let mut rest: Vec<usize> = (0..puzzles.len()).filter(has_none).collect();
                while let Some(&first) = rest.first() {
                    let grid = &puzzles[first].grid;
                    let is_same = |other: &Arc<Grid>| Arc::ptr_eq(other, grid) || other == grid;
                    let alike = rest.extract_if(.., |at| is_same(&puzzles[*at].grid)).collect();
                    self.solve_alike(questions, alike, most, answers);
                }
            }
            Questions::Lines(lines, sample) if sample.rules.is_none() && !lines.is_empty() => {
                self.solve_alike(questions, (0..lines.len()).collect(), most, answers);
            }
            Questions::Lines(..) => {}
        }
    }

    /// Solves those questions about one grid, with the numbers `which`, that lanes can solve quickly.
    fn solve_alike(
        &mut self,
        questions: Questions<'_>,
        which: Vec<usize>,
        most: usize,
        answers: &mut Answers,
    ) {
        // Lanes cannot search for zero solutions.
        if most == 0 {
            return;
        }
        let grid = &questions.sample(which[0]).grid;
        let in_time = self.engine == Engine::Auto && self.time().is_none_or(|time| time >= SHORT);
        // A brief try would use up a limited number of nodes.
        if in_time && (self.budget.limits.node_limit().is_none() || !lanes_are_a_quick_try(grid))
            || self.engine == Engine::Lockstep && self.time().is_none()
        {
            let patience = match self.engine {
                Engine::Auto if lanes_are_a_quick_try(grid) => QUICK_TRY_NODES,
                Engine::Auto => patience_of_lanes(grid),
                _ => u64::MAX,
            };
            self.in_lockstep(questions, which, most, patience, answers);
        } else if self.engine == Engine::Lockstep {
            // Each puzzle has its own time.
            which.into_iter().for_each(|one| self.in_lockstep(questions, vec![one], most, u64::MAX, answers));
        }
    }

    /// Answers the questions about one grid that lockstep can solve, each with up to `patience` nodes.
    pub(super) fn in_lockstep(
        &mut self,
        questions: Questions<'_>,
        which: Vec<usize>,
        most: usize,
        patience: u64,
        answers: &mut Answers,
    ) {
        let sample = questions.sample(which[0]);
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
            answers,
            first: grid.first_value(),
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

/// The feed of questions.
struct Feed<'a, G> {
    questions: Questions<'a>,
    answers: &'a mut Answers,
    /// The number of the grid's first value.
    first: i32,
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

impl<G: Fn(u64) -> bool> lockstep::Feed for Feed<'_, G> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        let Some(&which) = self.which.get(self.next) else {
            return false;
        };
        self.next += 1;
        self.questions.state(which, instance);
        true
    }

    fn solution(&mut self, instance: u64, values: &[i32]) {
        self.answers.keep(self.which[instance as usize], values, self.first);
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
            Some(end) => self.answers.end(which, end, nodes),
            None => {
                self.answers.forget(which);
                if is_chance && !self.only_all {
                    self.retry.push(which);
                }
            }
        }
    }
}
