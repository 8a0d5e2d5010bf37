//! Limits, threads and engines.

use clap::{Args, ValueEnum};
use sudoku::{Budget, Engine};

use super::Limits;

/// Limits and the engine of a run.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    #[command(flatten)]
    pub limits: Limits,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Effort")]
    pub threads: Option<u16>,

    /// Engine to solve with
    #[arg(long, value_enum, default_value_t = EngineChoice::Auto, help_heading = "Effort")]
    pub engine: EngineChoice,

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineChoice {
    /// The fastest: SIMD lanes, and the constraint engine for puzzles that take too long in lanes
    Auto,
    /// The constraint engine, puzzle by puzzle
    #[value(name = "engine")]
    Search,
    /// SIMD lanes alone, however long they take
    Lockstep,
}

impl EngineChoice {
    /// Returns the library's name of this engine.
    pub fn engine(self) -> Engine {
        match self {
            EngineChoice::Auto => Engine::Auto,
            EngineChoice::Search => Engine::Search,
            EngineChoice::Lockstep => Engine::Lockstep,
        }
    }
}
