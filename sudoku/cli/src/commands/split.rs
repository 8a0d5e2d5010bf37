//! `sudoku split`: one hard puzzle cut into parts, a line each.

use std::fmt::Write as _;

use clap::Args;

use super::assume::one_puzzle;
use crate::args::{Input, units};
use crate::command::Command;
use crate::source::Source;
use crate::{Refused, files};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku split --parts 400 puzzle.txt > parts.txt
  sudoku count --assume parts.txt puzzle.txt | sudoku merge

Each line is a part: values of some cells, such as r1c1=5 r2c3=1. Each solution is in exactly one part, so \
that several machines can count the solutions of some lines each. Parts differ in size: 30 to 100 parts for \
each process keep all processes busy to the end. A puzzle that propagation proves impossible has no parts.")]
pub(crate) struct Split {
    #[command(flatten)]
    pub input: Input,

    /// Least number of parts, if possible
    #[arg(short, long, value_name = "N", value_parser = units::positive, default_value = "100")]
    pub parts: u64,
}

impl Command for Split {
    const NAME: &'static str = "split";
    const ABOUT: &'static str = "Cut a puzzle into parts, whose solutions several machines count";

    fn run(self) -> Result<u8, Refused> {
        let Split { input, parts } = self;
        let puzzle = one_puzzle(&input, &Source::all(&input)?)?;
        let least = usize::try_from(parts).unwrap_or(usize::MAX);
        let parts = puzzle.split(least).map_err(|error| Refused(error.to_string()))?;
        let mut text = String::new();
        for part in parts {
            let _ = writeln!(text, "{}", part.text(&puzzle));
        }
        files::print(text.as_bytes()).map(|()| 0)
    }
}
