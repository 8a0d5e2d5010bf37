//! Positions: a puzzle and what has been drawn so far, as the player writes them to files.
//!
//! A file has words in lines, and a slash for the end of a line in addresses and tests: the version, the kind, the
//! numbers of rows and columns, perhaps the letters of variants, and then the [fields](crate::kind::Field) of the kind.

mod check;
mod read;

pub use check::{Broken, Verdict};

use std::fmt;

use crate::draft::Layer;
use crate::puzzle::Puzzle;
use crate::solve::Answer;

/// A puzzle and what has been drawn.
#[derive(Clone, Debug)]
pub struct Position {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What is drawn, by layer; `None` where a place is still open.
    pub drawn: Vec<(Layer, Vec<Option<i32>>)>,
}

impl Position {
    /// Returns what is drawn as an answer. Open places have 0.
    pub fn answer(&self) -> Answer {
        let values = |drawn: &Vec<Option<i32>>| drawn.iter().map(|value| value.unwrap_or(0)).collect();
        Answer(self.drawn.iter().map(|(layer, drawn)| (*layer, values(drawn))).collect())
    }

    /// Iterates over what a player has drawn so far: places that are blank may still get something.
    pub fn marks(&self) -> impl Iterator<Item = (Layer, usize, i32)> {
        self.drawn.iter().flat_map(|(layer, drawn)| {
            let mark = |(at, value): (usize, &Option<i32>)| {
                value.filter(|&value| value != 0).map(|value| (*layer, at, value))
            };
            drawn.iter().enumerate().filter_map(mark)
        })
    }
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The line, from 1; a slash ends a line, too.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the position: {}", self.line, self.what)
    }
}

impl std::error::Error for PositionError {}
