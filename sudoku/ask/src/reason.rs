//! Reasons why a puzzle has no solution.

use std::time::Duration;

use sheet::Image;
use sudoku::print::{self, Area, Cause, Drawing, Roles};
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

    /// A picture of the givens and rules that it is about; `None` if there are none.
    pub fn image(&self, puzzle: &Puzzle) -> Option<Image> {
        let roles = match &self.faults[..] {
            [] => roles_of_obstacle(puzzle)?,
            faults => roles_of(faults, puzzle),
        };
        let clues = print::marks(puzzle);
        Some(Drawing::of(puzzle).marks(&clues).roles(&roles).without_words().image())
    }

    /// Returns all givens and rules that it is about, as data, if there are any.
    pub(crate) fn faults(&self, puzzle: &Puzzle) -> Option<Vec<Fault<String>>> {
        (!self.faults.is_empty()).then(|| faults(&self.faults, puzzle))
    }
}

/// Givens with rings, and strong clues.
pub(crate) fn roles_of(statements: &[Statement], puzzle: &Puzzle) -> Roles {
    let mut roles = Roles::default();
    for &statement in statements {
        match statement {
            Statement::Given(cell) => roles.causes.push(Cause { cell, closes: Vec::new() }),
            Statement::Clue(clue, _) => roles.clues.extend(print::marks_of(puzzle, clue)),
        }
    }
    roles
}

/// A given that repeats another, or a cell for which givens leave no value, with these givens.
fn roles_of_obstacle(puzzle: &Puzzle) -> Option<Roles> {
    let cell = puzzle.obstacle()?.cell;
    let houses = puzzle.grid().houses().iter().filter(|house| house.cells().contains(&(cell as u16)));
    let seen = houses.flat_map(|house| house.cells()).map(|&other| usize::from(other));
    let own = puzzle.given(cell);
    let mut roles = Roles::default();
    let mut known: Vec<u8> = Vec::new();
    for other in seen.filter(|&other| other != cell) {
        // One given of each value is enough.
        if let Some(value) = puzzle.given(other).filter(|&value| own.is_none_or(|own| own == value))
            && !known.contains(&value)
        {
            known.push(value);
            roles.causes.push(Cause { cell: other, closes: Vec::new() });
        }
    }
    match own {
        Some(_) => roles.wrong.push(cell),
        None => roles.places.push(Area { cells: vec![cell as u16], is_second: false }),
    }
    let is_cause = if own.is_some() { !known.is_empty() } else { known.len() == puzzle.grid().values() };
    is_cause.then_some(roles)
}
