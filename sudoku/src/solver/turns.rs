//! Puzzles that lanes have left open: search, lanes and learner take turns with growing limits, each from the beginning.
//!
//! [`Search`](csp::Search) is the fastest where propagation does nearly all of the work, and [`Learner`](csp::Learner) is
//! better where many decisions fail. (November 2026: a 25 x 25 of 284 givens is proved unique in 0.7 s, where search alone
//! had not found its solution in 20 s.) Many solutions are always left to search, since each costs the learner a clause. A
//! large grid is first searched with the default settings, up to a failure for each cell: they fill an open 49 x 49 in 0.02
//! s and an open 64 x 64 in 0.05 s, where the settings for large grids and the learner had not filled either in 8 s.

use csp::Limits;

use super::answers::{Answers, Questions};
use super::board::{LEARNERS_SHARE, MAX_VALUES_FOR_PLAIN_SEARCH, Way};
use super::lanes::lanes_are_a_quick_try;
use super::{Answer, End, Engine, Solver};
use crate::grid::Grid;
use crate::puzzle::Puzzle;

/// The turns of a round, each with the ratio of its nodes to those of search.
const ROUND: [(Turn, u64); 3] =
    [(Turn::Run(Way::Search), 1), (Turn::Lanes, SHARE_OF_LANES), (Turn::Run(Way::Learn), LEARNERS_SHARE)];

/// A turn of lanes takes about twice as long as one of the learner, which hardly ever helps with small grids without
/// rules.
// November 2026: two lists of candidates for 9 x 9 take up to 4.9 and 9.1 million nodes in lanes, and are not settled
// by search and learner in 40 s.
const SHARE_OF_LANES: u64 = 100 * LEARNERS_SHARE;

/// The ratio of the nodes of a round to those of the round before.
const GROWTH: u64 = 4;

/// The greatest number of solutions for which the learner is used.
pub(super) const MOST_LEARNT: u64 = 64;

#[derive(Clone, Copy, Debug)]
enum Turn {
    Run(Way),
    Lanes,
}

/// The number of nodes after which search gives way for the first time. Search is good at open grids of any size, and
/// needs a node for each cell there.
fn patience(grid: &Grid) -> u64 {
    if grid.values() <= MAX_VALUES_FOR_PLAIN_SEARCH { 10_000 } else { 3 * grid.cells() as u64 }
}

/// Turns for one puzzle, which share its limits.
struct Turns<'a> {
    puzzle: &'a Puzzle,
    most: usize,
    limits: Limits,
    /// The nodes of the turns so far.
    spent: u64,
}

impl Turns<'_> {
    /// Searches up to a number of nodes or failures. Returns the answer if that was enough, or if the limits are reached.
    fn run(
        &mut self,
        solver: &mut Solver,
        way: Way,
        nodes: Option<u64>,
        failures: Option<u64>,
    ) -> Option<Answer> {
        let mut run = solver.begin(self.puzzle, way, self.limits.clone());
        (run.spent, run.patience, run.failures) = (self.spent, nodes, failures);
        run.limit();
        let answer = run.collect(self.most);
        self.spent = run.nodes();
        (answer.end != End::Limit || run.is_spent()).then_some(answer)
    }
}

impl Solver {
    /// Finds up to `most` solutions without a first try in lanes. Search has its first turn of `first` nodes, or of as
    /// many as are usual for the grid.
    pub(super) fn solve_in_turns(&mut self, puzzle: &Puzzle, most: usize, first: Option<u64>) -> Answer {
        let limits = self.limits();
        if most as u64 > MOST_LEARNT || !self.learns(puzzle, &limits) {
            return self.begin(puzzle, Way::Search, limits).collect(most);
        }
        let mut turns = Turns { puzzle, most, limits, spent: 0 };
        if puzzle.rules.is_none() && puzzle.grid.values() > MAX_VALUES_FOR_PLAIN_SEARCH {
            // Failures, not nodes: an open grid needs a node for nearly every cell.
            let failures = puzzle.grid.cells() as u64;
            if let Some(answer) = turns.run(self, Way::PlainSearch, None, Some(failures)) {
                return answer;
            }
        }
        let mut patience = first.unwrap_or_else(|| patience(&puzzle.grid));
        loop {
            for (turn, share) in ROUND {
                let nodes = patience.saturating_mul(share);
                let answer = match turn {
                    Turn::Run(way) => turns.run(self, way, Some(nodes), None),
                    Turn::Lanes => self.solve_in_a_turn_of_lanes(puzzle, most, nodes),
                };
                if let Some(answer) = answer {
                    return answer;
                }
            }
            patience = patience.saturating_mul(GROWTH);
        }
    }

    /// Solves a small puzzle that lanes have given up on, with up to `nodes` nodes this time. Returns `None` if they give
    /// up again, or if it is not for them.
    fn solve_in_a_turn_of_lanes(&mut self, puzzle: &Puzzle, most: usize, nodes: u64) -> Option<Answer> {
        if most == 0
            || self.engine != Engine::Auto
            || self.budget.limits.node_limit().is_some()
            || puzzle.rules.is_some()
            || puzzle.grid.values() > 9
            || lanes_are_a_quick_try(&puzzle.grid)
        {
            return None;
        }
        let questions = [puzzle];
        let questions = Questions::from(&questions[..]);
        let mut answers = Answers::to(questions);
        self.in_lockstep(questions, vec![0], most, nodes, &mut answers);
        answers.take(0)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Budget;
    use crate::solver::End;

    /// A puzzle that takes lanes some guesses.
    const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn lanes_try_again_with_more_nodes() {
        let puzzle: Puzzle = HARD.parse().unwrap();
        let solution = Solver::default().solve(&puzzle, 2).solutions;
        let mut solver = Solver::default();
        assert!(solver.solve_in_a_turn_of_lanes(&puzzle, 2, 2).is_none());
        let answer = solver.solve_in_a_turn_of_lanes(&puzzle, 2, 1_000_000).expect("the nodes suffice");
        assert_eq!((answer.end, &answer.solutions), (End::Exhausted, &solution));
        let answer = solver.solve_in_a_turn_of_lanes(&puzzle, 1, 1_000_000).expect("the nodes suffice");
        assert_eq!((answer.end, &answer.solutions), (End::Enough, &solution));
        // A time that is over before a solution is found is a limit, not "no solution".
        let mut hasty = Solver::new(Budget::default().time(Duration::ZERO));
        assert!(
            hasty
                .solve_in_a_turn_of_lanes(&puzzle, 2, 1_000_000)
                .is_none_or(|answer| answer.end == End::Limit)
        );
    }

    #[test]
    fn lanes_do_not_try_again_what_is_not_for_them() {
        let small: Puzzle = HARD.parse().unwrap();
        assert!(Solver::default().solve_in_a_turn_of_lanes(&small, 0, 1000).is_none());
        assert!(Solver::default().engine(Engine::Search).solve_in_a_turn_of_lanes(&small, 1, 1000).is_none());
        assert!(Solver::new(Budget::default().nodes(9)).solve_in_a_turn_of_lanes(&small, 1, 1000).is_none());
        for text in ["size: 9\nkiller 5: r1c1 r1c2\n", "size: 16\n"] {
            assert!(Solver::default().solve_in_a_turn_of_lanes(&text.parse().unwrap(), 1, 1000).is_none());
        }
    }
}
