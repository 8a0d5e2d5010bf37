//! Arguments of `sudoku compare`, and those that `sudoku growth` shares with it.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use csp::MemoryLimit;
use sudoku::Budget;

use super::contender::Contender;
use crate::args::{Input, Output, units};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku compare puzzles.txt
  sudoku compare --methods all --take 20 --time-limit 2s puzzles.txt
  sudoku compare --methods 'norvig,norvig --values largest,domain' puzzles.txt
  sudoku compare --csv runs.csv --svg plot.svg --repeats 5 puzzles.txt
  sudoku compare --methods mrv,domain --svg plot.svg --scatter mrv,domain puzzles.txt
  sudoku compare --methods 'mrv --ties random' --seeds 9 puzzles.txt

A table, a line for each method. Solved: it has answered before any limit. Limit: it has not, which is never taken for an
answer. Counts (sudoku methods says what is counted) are sums over the puzzles that all methods have answered, but for
methods that have answered none; of several seeds the median of their sums. Times are those of the search, without reading
and without building the model, of repeats and seeds the median of each puzzle: the median of the puzzles, what 90 % of
them take at most, and the worst; > where a limit came first. With repeats or seeds a second table has sums over all those
puzzles for each pass: their median, and an interval that holds it with the confidence in brackets.

All answers are compared with each other, and every solution with the rules of its puzzle: methods that
disagree are an error that names the puzzle, and the exit status is 1. Reaching limits is a result like others, with exit status
0. Ctrl-C, SIGTERM (as of timeout 1h sudoku compare) and SIGHUP leave table and files of what was done. In tables
of text ' stands before what a spreadsheet would take for a formula: what begins with = + - @.")]
pub(crate) struct Compare {
    #[command(flatten)]
    pub input: Input,

    #[command(flatten)]
    pub trials: Trials,

    /// Write a scatter of two methods into the plot too: the time of each puzzle with one against the other
    #[arg(long, value_name = "A,B", requires = "svg", help_heading = "Output")]
    pub scatter: Option<String>,

    /// Write every run as a line of a table: puzzle, method, seed, counts, time, machine
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,

    /// Write settings, machine, table and every run as one object
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,

    /// Draw how many puzzles each method has solved by which time (PNG where the name ends in .png)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    pub output: Output,
}

/// Methods to run, and the limits of each run.
#[derive(Clone, Debug, Args)]
pub(crate) struct Trials {
    /// Methods with commas between, or all; each may have settings of its own, as solve has them: 'mrv --ties random'
    #[arg(long, value_name = "A,B,C", value_parser = Contender::parse_all, default_value = Contender::USUAL)]
    pub methods: Contenders,

    /// How many solutions to look for: 1 finds, 2 proves that there is no other
    #[arg(short = 'n', long, value_name = "N", value_parser = units::positive, default_value = "2")]
    pub solutions: u64,

    /// Do all so many times, to see how much times vary
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "1")]
    pub repeats: u64,

    /// Seeds to try of methods that leave something to chance
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "1")]
    pub seeds: u64,

    /// The first of these seeds
    #[arg(long, value_name = "S", default_value = "0")]
    pub seed: u64,

    /// Time for each run: 500ms, 2s, 1m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "10s", help_heading = "Effort")]
    pub time_limit: Duration,

    /// Values tried in each run: 1000, 10k, 2M
    #[arg(long, value_name = "N", value_parser = units::number, help_heading = "Effort")]
    pub node_limit: Option<u64>,

    /// Memory for all puzzles together: 500M, 4G; whatever does not fit answers limit
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "4G", help_heading = "Effort")]
    pub memory_limit: u64,

    /// Threads, each with puzzles of its own; more than one disturb each other's times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), default_value = "1", help_heading = "Effort")]
    pub threads: u16,
}

/// Methods of one argument.
#[derive(Clone, Debug)]
pub(crate) struct Contenders(pub Vec<Contender>);

impl Trials {
    /// Returns the budget of each run. The memory limit is shared by all runs. The cancel flag is added where the
    /// runs begin.
    pub fn budget(&self) -> Budget {
        let memory = Some(MemoryLimit::new(self.memory_limit));
        Budget { nodes: self.node_limit, time: Some(self.time_limit), cancel: None, memory }
    }

    /// Returns the number of runs of a method on a puzzle.
    pub fn passes(&self, contender: &Contender) -> u64 {
        self.repeats * if contender.is_random() { self.seeds } else { 1 }
    }
}
