//! Limits, threads and engines.

use std::time::Duration;

use clap::{Args, ValueEnum};
use csp::MemoryLimit;
use sudoku::{Budget, Engine};

use super::units;

/// Limits and the engine of a run.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Time limit of each puzzle: 500ms, 2s, 1m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Effort")]
    pub time_limit: Option<Duration>,

    /// Node limit of each puzzle: 1000, 10k, 2M
    #[arg(long, value_name = "N", value_parser = units::number, help_heading = "Effort")]
    pub node_limit: Option<u64>,

    /// Memory limit of all puzzles together: 500M, 4G; a puzzle that needs more answers limit
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "4G", help_heading = "Effort")]
    pub memory_limit: u64,

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
    /// Returns the budget of each puzzle. The memory limit is shared by all puzzles. The cancel flag is added where
    /// the run begins.
    pub fn budget(&self) -> Budget {
        let budget = Budget::default().memory(&MemoryLimit::new(self.memory_limit));
        let budget = self.node_limit.into_iter().fold(budget, Budget::nodes);
        self.time_limit.into_iter().fold(budget, Budget::time)
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
