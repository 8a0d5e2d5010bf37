//! Options for the destination and the look of results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::report::page;

/// Destination of results, and what is written to standard error.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Write to a file instead of standard output; it appears at the end, or after an interrupt with the results so far
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Print numbers and times on standard error; with a method, all its counters
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    /// Print on standard error how each puzzle was read
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Returns whether to use colours, for output to a terminal or elsewhere.
    pub fn is_on(self, on_terminal: bool) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => on_terminal && page::is_colored(),
        }
    }
}
