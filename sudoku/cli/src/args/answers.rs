//! Limits of the answers of a server.

use clap::Args;
use csp::MemoryLimit;
use sudoku::Budget;

use super::units;

/// Limits other than the time limit, whose default differs between servers.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Answers {
    /// Node limit of each search for an answer: 1000, 10k, 2M
    #[arg(long, value_name = "N", value_parser = units::number, help_heading = "Effort")]
    pub node_limit: Option<u64>,

    /// Memory limit of all answers together
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "1G", help_heading = "Effort")]
    pub memory_limit: u64,
}

impl Answers {
    /// Returns the budget of an answer, and the limit by which a pool sees its memory.
    pub fn budget(self) -> (Budget, MemoryLimit) {
        let memory = MemoryLimit::new(self.memory_limit);
        let budget = self.node_limit.into_iter().fold(Budget::default().memory(&memory), Budget::nodes);
        (budget, memory)
    }
}
