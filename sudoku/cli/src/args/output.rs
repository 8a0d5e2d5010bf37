//! Options for the destination and the look of results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::report::page;

/// Destination of results, and what is written to standard error.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Write to a file instead of standard output; it is there when all is done, or what an interrupt left time for
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Say on standard error what was done, and how fast; with a method, all that was counted
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    /// Say on standard error how each puzzle was read
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
