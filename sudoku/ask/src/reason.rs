//! Reasons why a puzzle has no solution.

use std::time::Duration;

use sudoku::rules::Clue;
use sudoku::{Budget, Puzzle, Statement};

use crate::Status;
use crate::words::{Fault, cited, faults, listed};

/// The reason of a status.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The message, a sentence. It may be short of the faults.
    pub what: String,
    /// All givens and rules that it is about; none if it is about something else.
    pub faults: Vec<Statement>,
    /// Its line and column in the text of the puzzle.
    pub place: (u64, u32),
}

/// Longest time to look for givens and rules that clash.
const LONGEST_LOOK: Duration = Duration::from_millis(1_700);

impl Reason {
    /// Returns a reason about something else than givens and rules.
    pub fn new(what: impl Into<String>, place: (u64, u32)) -> Reason {
        Reason { what: what.into(), faults: Vec::new(), place }
    }

    /// Returns a reason about the puzzle as a whole.
    pub fn of_puzzle(what: impl Into<String>, puzzle: &Puzzle) -> Reason {
        Reason::new(what, puzzle.place(0))
    }

    /// Returns why a puzzle has no solution, if that is its status: a fault of the givens or of one rule if it is
    /// obvious, else that the rules together have none.
    pub fn of_none(status: Status, puzzle: &Puzzle, budget: &Budget) -> Option<Reason> {
        let is_none = status == Status::None;
        is_none.then(|| Reason::obstacle(puzzle).or_else(|| Reason::rules(puzzle, budget))).flatten()
    }

    /// Returns why a puzzle has no solution, with givens and rules that cannot hold together. That may take some time.
    pub fn fault(puzzle: &Puzzle, budget: &Budget) -> Reason {
        let found = Reason::obstacle(puzzle).or_else(|| Reason::clash(puzzle, budget));
        found.unwrap_or_else(|| Reason::of_puzzle("there is no solution", puzzle))
    }

    /// Returns a fault of the givens.
    pub fn obstacle(puzzle: &Puzzle) -> Option<Reason> {
        let Some(obstacle) = puzzle.obstacle() else {
            return Reason::broken(puzzle, &puzzle.filled()?, "the grid");
        };
        Some(Reason::new(obstacle.what, puzzle.place(obstacle.cell)))
    }

    /// Returns the first rule that complete values break.
    pub fn broken(puzzle: &Puzzle, values: &[u8], what: &str) -> Option<Reason> {
        let clue = puzzle.broken_clue(values)?;
        Some(Reason::of_rule(format!("{what} breaks {}", cited(clue, puzzle)), clue, puzzle))
    }

    /// Returns a rule that cannot hold; else, at the first rule, that the rules cannot hold together.
    fn rules(puzzle: &Puzzle, budget: &Budget) -> Option<Reason> {
        Reason::impossible_rule(puzzle, budget).or_else(|| {
            Some(Reason::new("the rules together have no solution", puzzle.clues().first()?.place))
        })
    }

    fn impossible_rule(puzzle: &Puzzle, budget: &Budget) -> Option<Reason> {
        let clue = puzzle.impossible_clue_within(budget)?;
        let what = format!("no values of the open cells satisfy {}", cited(clue, puzzle));
        Some(Reason::of_rule(what, clue, puzzle))
    }

    /// Returns a rule that cannot hold, else givens and rules that cannot hold together, none of which can be left out.
    pub fn clash(puzzle: &Puzzle, budget: &Budget) -> Option<Reason> {
        Reason::impossible_rule(puzzle, budget).or_else(|| {
            let look = budget.clone().time(LONGEST_LOOK);
            let Some(clash) = puzzle.clash(&look) else { return Reason::rules(puzzle, budget) };
            let faults = clash.statements();
            let list = listed(&faults, puzzle);
            let what = match (&faults[..], clash.is_irreducible) {
                ([], _) => "the grid itself has no solution".to_owned(),
                ([_], _) => format!("impossible: {list}"),
                (_, true) => format!("impossible together, and possible without any one of them: {list}"),
                (_, false) => format!("impossible together: {list}"),
            };
            let place = faults.first().map_or_else(|| puzzle.place(0), |first| first.place(puzzle));
            Some(Reason { what, faults, place })
        })
    }

    /// Returns a reason about one of the puzzle's clues.
    fn of_rule(what: String, clue: &Clue, puzzle: &Puzzle) -> Reason {
        let at = puzzle.clues().iter().position(|other| std::ptr::eq(other, clue));
        Reason {
            what,
            faults: at.map(|at| Statement::Clue(at, None)).into_iter().collect(),
            place: clue.place,
        }
    }

    /// Returns all givens and rules that it is about, as data, if there are any.
    pub(crate) fn faults(&self, puzzle: &Puzzle) -> Option<Vec<Fault<String>>> {
        (!self.faults.is_empty()).then(|| faults(&self.faults, puzzle))
    }
}
