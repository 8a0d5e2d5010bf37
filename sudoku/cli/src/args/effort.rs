//! Limits, threads and engines.

use clap::Args;
use sudoku::{Budget, Engine};
use sudoku_ask::Names;

use super::{Limits, units};

/// Limits and the engine of a run.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    #[command(flatten)]
    pub limits: Limits,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Effort")]
    pub threads: Option<u16>,

    /// Engine to solve with
    #[arg(long, value_parser = units::choice(ENGINES), default_value = "auto", help_heading = "Effort")]
    pub engine: Engine,

    /// Lanes of an older instruction set, for comparisons
    #[arg(long, hide = true)]
    pub portable: bool,
}

impl Effort {
    /// Returns the budget of each puzzle.
    pub fn budget(&self) -> Budget {
        self.limits.budget()
    }
}

const ENGINES: &Names<Engine> = &[
    (
        "auto",
        "The fastest: SIMD lanes, and the constraint engine for puzzles that take too long in lanes",
        Engine::Auto,
    ),
    ("engine", "The constraint engine, puzzle by puzzle", Engine::Search),
    ("lockstep", "SIMD lanes alone, however long they take", Engine::Lockstep),
];
