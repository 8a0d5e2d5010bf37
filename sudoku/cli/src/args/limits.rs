//! Limits of the work on a puzzle.

use std::time::Duration;

#[cfg(feature = "serve")]
use clap::Arg;
use clap::Args;
use csp::limits::MemoryLimit;
use sudoku::Budget;

use super::units;

/// Limits of the work on each puzzle, and of the memory of all of them. Commands for which they are limits of something
/// else change the help texts and the defaults.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Limits {
    /// Time limit of each puzzle: 500ms, 2s, 1m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Effort")]
    pub time_limit: Option<Duration>,

    /// Node limit of each puzzle: 1000, 10k, 2M
    #[arg(long, value_name = "N", value_parser = units::number, help_heading = "Effort")]
    pub node_limit: Option<u64>,

    /// Memory limit of all puzzles together: 500M, 4G; a puzzle that needs more answers limit
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "4G", help_heading = "Effort")]
    pub memory_limit: u64,
}

impl Limits {
    /// Returns the budget of each puzzle. The memory limit is shared by all puzzles. The cancel flag is added where
    /// the run begins.
    pub fn budget(&self) -> Budget {
        self.sharing(&MemoryLimit::new(self.memory_limit))
    }

    /// Returns the budget of each puzzle, with a limit of memory that others see, too.
    pub fn sharing(&self, memory: &MemoryLimit) -> Budget {
        let budget = Budget::default().memory(memory);
        let budget = self.node_limit.into_iter().fold(budget, Budget::nodes);
        self.time_limit.into_iter().fold(budget, Budget::time)
    }

    /// Returns the time limit of a command that has a default.
    pub fn time(&self) -> Duration {
        self.time_limit.unwrap_or(Duration::MAX)
    }
}

/// Returns the changes for a server, whose limits are those of its answers.
#[cfg(feature = "serve")]
pub(crate) fn of_answers(time: &'static str) -> impl FnMut(Arg) -> Arg {
    move |arg| match arg.get_id().as_str() {
        "time_limit" => arg.help("Time limit of each answer").default_value(time),
        "node_limit" => arg.help("Node limit of each search for an answer: 1000, 10k, 2M"),
        "memory_limit" => arg.help("Memory limit of all answers together").default_value("1G"),
        _ => arg,
    }
}
