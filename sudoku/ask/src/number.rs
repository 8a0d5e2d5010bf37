//! Numbers of solutions in words.

use std::fmt;

use sudoku::Estimate;

/// Number of solutions.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// All solutions were found.
    Exactly(u64),
    /// The count was stopped.
    AtLeast(u64),
    /// The number was estimated.
    About(Estimate),
}

impl Number {
    /// Returns the number of solutions from a count and whether it is complete.
    pub fn of(found: u64, is_all: bool) -> Number {
        if is_all { Number::Exactly(found) } else { Number::AtLeast(found) }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Exactly(count) => write!(f, "{count}"),
            Number::AtLeast(count) => write!(f, "at least {count}"),
            Number::About(Estimate { is_exact: true, mean, .. }) => write!(f, "{mean}"),
            Number::About(Estimate { mean, low, high: Some(high), .. }) => {
                write!(f, "about {mean} ({low} to {high})")
            }
            Number::About(Estimate { low, .. }) => write!(f, "at least {low}"),
        }
    }
}
