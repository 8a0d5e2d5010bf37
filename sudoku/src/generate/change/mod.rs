//! Changes that a setter may want: what leaves one solution, and what makes a puzzle a level easier or harder.
//!
//! ```text
//!   attempts, numbered, each with its own random numbers ──► the change of fewest statements so far
//! ```

mod adjust;
mod settle;

use std::time::Duration;

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::rules::Clue;
use crate::solver::{Answer, Budget, Solver};
use crate::statement::Statement;

/// The longest time to look for a change.
pub const LONGEST: Duration = Duration::from_secs(10);

/// The most decisions of one search. What it does not settle is not proposed.
const NODES: u64 = 20_000;

/// What a puzzle is changed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// One solution, of several.
    Unique,
    /// The level below.
    Easier,
    /// The level above.
    Harder,
}

/// The statements that may be added or erased.
#[derive(Clone, Copy, Debug)]
pub struct May {
    /// Givens.
    pub givens: bool,
    /// Clues of rules that the puzzle has already.
    pub rules: bool,
}

impl May {
    /// Givens and clues.
    pub const ALL: May = May { givens: true, rules: true };

    /// Givens alone or clues alone, if one of them is asked for; otherwise all.
    pub fn only(givens: bool, rules: bool) -> May {
        if givens == rules { May::ALL } else { May { givens, rules } }
    }

    /// Returns whether a statement is one of them.
    pub fn includes(self, statement: Statement) -> bool {
        if statement.is_given() { self.givens } else { self.rules }
    }
}

/// A change of a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// The changed puzzle. It has one solution.
    pub puzzle: Puzzle,
    /// What was erased, of the puzzle before.
    pub removed: Vec<Statement>,
    /// What was added, of the changed puzzle.
    pub added: Vec<Statement>,
}

/// The end of a search for a change.
#[derive(Clone, Debug)]
pub enum Changed {
    /// The change of fewest statements that was found.
    To(Box<Change>),
    /// All attempts failed.
    Nothing,
    /// A limit was reached before anything was found.
    Limit,
}

impl Change {
    /// Looks for a change of a puzzle: from several solutions for [`Aim::Unique`], and from one for the others. The work
    /// ends at the limits of the budget, and after ten seconds.
    ///
    /// ```
    /// use sudoku::{Aim, Budget, Change, Changed, May, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "12..34..........".parse()?;
    /// let Changed::To(change) = Change::of(&puzzle, Aim::Unique, May::ALL, &Budget::default()) else { panic!() };
    /// assert_eq!(change.added.len(), 2);
    /// assert!(Solver::default().solve(&change.puzzle, 2).is_unique());
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn of(puzzle: &Puzzle, aim: Aim, may: May, budget: &Budget) -> Changed {
        let mut searches = Searches::new(budget);
        let found = match aim {
            Aim::Unique => settle::settle(puzzle, may, &mut searches),
            Aim::Easier | Aim::Harder => adjust::adjust(puzzle, aim, may, &mut searches),
        };
        match found {
            Some(change) => Changed::To(Box::new(change)),
            None if searches.is_over() => Changed::Limit,
            None => Changed::Nothing,
        }
    }

    /// The number of statements that are added or erased.
    fn size(&self) -> usize {
        self.removed.len() + self.added.len()
    }

    /// The puzzle without some statements, and with some givens and clues.
    fn made(puzzle: &Puzzle, removed: Vec<Statement>, givens: &[(usize, u8)], clues: &[Clue]) -> Change {
        let mut changed = puzzle.without(&removed);
        changed.set_about(puzzle.about().cloned().unwrap_or_default().with_solution(None));
        for &(cell, value) in givens {
            changed.set_cell(cell, Candidates::one(value));
        }
        let mut added: Vec<Statement> = givens.iter().map(|&(cell, _)| Statement::Given(cell)).collect();
        added.sort_unstable();
        if !clues.is_empty() {
            let first = changed.clues().len();
            let all = changed.clues().iter().chain(clues).cloned().collect();
            changed.set_clues(all).expect("clues are checked when they are drawn");
            added.extend((first..first + clues.len()).map(|at| Statement::Clue(at, None)));
        }
        Change { puzzle: changed, removed, added }
    }
}

/// Searches that share the limits.
struct Searches {
    solver: Solver,
    budget: Budget,
    /// The decisions that are left, if they are limited.
    nodes: Option<u64>,
}

impl Searches {
    fn new(budget: &Budget) -> Searches {
        let budget = budget.clone().from_now().time(LONGEST).from_now();
        let nodes = budget.limits().node_limit();
        Searches { solver: Solver::new(budget.clone()), budget, nodes }
    }

    /// Whether no further search may begin.
    fn is_over(&self) -> bool {
        self.nodes == Some(0) || self.budget.limits().are_reached()
    }

    fn solve(&mut self, puzzle: &Puzzle, most: usize) -> Answer {
        self.solver.limit_nodes(self.nodes.unwrap_or(u64::MAX).min(NODES));
        let answer = self.solver.solve(puzzle, most);
        self.nodes = self.nodes.map(|nodes| nodes.saturating_sub(answer.nodes.max(1)));
        answer
    }
}
