//! Arguments of `sudoku compare`, and those that `sudoku growth` shares with it.

use std::path::PathBuf;

use clap::Args;

use sudoku_ask::compare::Contender;

use super::contender::Contenders;
use crate::args::{Input, Limits, Output, units};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku compare puzzles.txt
  sudoku compare --methods all --take 20 --time-limit 2s puzzles.txt
  sudoku compare --methods 'norvig,norvig --values largest,domain' puzzles.txt
  sudoku compare --csv runs.csv --svg plot.svg --repeats 5 puzzles.txt
  sudoku compare --methods mrv,domain --svg plot.svg --scatter mrv,domain puzzles.txt
  sudoku compare --methods 'mrv --ties random' --seeds 9 puzzles.txt

Prints a table with a line for each method. Solved is the number of puzzles answered before any limit. Limit is the number of \
the other puzzles. Counters (sudoku methods explains them) are sums over the puzzles that all methods have \
answered, apart from methods that have answered none; with several seeds, the median of the sums. Times are those of the \
search, without reading and without building the model; with repeats or seeds, a puzzle counts with its median. The columns \
are the median of the puzzles, the 90 % quantile, and the maximum, with > if a limit was reached. With repeats or seeds a \
second table has, for the sums of each pass over the same puzzles, their median and its confidence interval, with the \
confidence in brackets.

All answers are compared with each other, and every solution with the rules of its puzzle: if methods disagree, an \
error names the puzzle, and the exit status is 1. A limit is a result, with exit status 0. Ctrl-C, SIGTERM (as from \
timeout 1h sudoku compare) and SIGHUP end the run with the table and files of the runs so far. In CSV, a field that begins \
with = + - @ has a ' before it, so that no spreadsheet takes it for a formula.")]
pub(crate) struct Compare {
    #[command(flatten)]
    pub input: Input,

    #[command(flatten)]
    pub trials: Trials,

    /// Add a scatter plot of two methods: the time of each puzzle with one against the other
    #[arg(long, value_name = "A,B", requires = "svg", help_heading = "Output")]
    pub scatter: Option<String>,

    /// Write a CSV table with a line for each run: puzzle, method, seed, counts, time, machine
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,

    /// Write settings, machine, table and every run as a JSON object
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,

    /// Plot the number of puzzles that each method has solved against time (FILE.svg, FILE.png or FILE.pdf)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    pub output: Output,
}

/// Methods to run, and the limits of each run.
#[derive(Clone, Debug, Args)]
#[command(
    mut_arg("time_limit", |arg| arg
        .help("Time limit of each run: 500ms, 2s, 1m; a bare number is seconds")
        .default_value("10s")),
    mut_arg("node_limit", |arg| arg.help("Limit of the values tried in each run: 1000, 10k, 2M"))
)]
pub(crate) struct Trials {
    /// Methods separated by commas, or all; each may have settings, as in solve: 'mrv --ties random'
    #[arg(long, value_name = "A,B,C", value_parser = Contenders::parse, default_value = Contender::USUAL)]
    pub methods: Contenders,

    /// Number of solutions to search for: 1 finds a solution, 2 proves that it is the only one
    #[arg(short = 'n', long, value_name = "N", value_parser = units::positive, default_value = "2")]
    pub solutions: u64,

    /// Repeat all runs N times, to measure how much times vary
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "1")]
    pub repeats: u64,

    /// Number of seeds for randomized methods
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "1")]
    pub seeds: u64,

    /// First of these seeds
    #[arg(long, value_name = "S", default_value = "0")]
    pub seed: u64,

    #[command(flatten)]
    pub limits: Limits,

    /// Number of threads, each with puzzles of its own; more than one disturb each other's times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), default_value = "1", help_heading = "Effort")]
    pub threads: u16,
}

impl Trials {
    /// Returns the number of runs of a method on a puzzle.
    pub fn passes(&self, contender: &Contender) -> u64 {
        self.repeats * if contender.is_random() { self.seeds } else { 1 }
    }
}
