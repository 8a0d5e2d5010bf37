//! Arguments of `sudoku growth`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::{Output, units};
use crate::compare::Trials;

#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  sudoku growth
  sudoku growth --sizes 2..5 --svg growth.svg
  sudoku growth --methods propagate,norvig,domain --sizes 3..4 --holes 55 --puzzles 20
  sudoku growth --methods norvig,engine --plot tried --svg growth.svg
  sudoku growth --of queens --sizes 8,16,32,64,128 --svg queens.svg
  sudoku growth --of quasigroup --sizes 20,25,30 --svg quasigroup.svg
  sudoku growth --of quasigroup --sizes 10..30 --holes 42 --csv runs.csv

Generates problems of each size and compares methods on them, as sudoku compare does: its help explains the tables.

Sudokus have one solution, which is proved unique; their sizes are sides of boxes: 2 is a grid of 4x4, 3 is 9x9, 6 is 36x36. \
Queens, with one of them on a random square, are placed on a board of each size; one solution is searched for. Quasigroups \
are Latin squares of each order with random open cells, of which one solution is searched for; the share of holes decides \
how hard that is: it is hardest at about 40 %. With several shares a plot for each size shows the cost against the share; \
with one, a plot shows the cost against the size.

A method that has no answer at one size is not run at larger sizes. The same seed gives the same problems.",
    // The default for Sudokus does not suit the other problems: one solution of each is searched, and on large squares
    // the simplest methods would always reach their limits.
    mut_arg("solutions", |arg| arg
        .default_value_ifs([("of", "queens", "1"), ("of", "quasigroup", "1")])
        .hide_default_value(true)
        .help("Number of solutions to search for: 1 finds a solution, 2 proves that it is the only one [default: 2 for Sudokus, else 1]")),
    mut_arg("methods", |arg| arg
        .default_value_ifs([("of", "queens", QUEENS), ("of", "quasigroup", QUASIGROUPS)])
        .hide_default_value(true)
        .help("Methods separated by commas, or all; each may have settings, as in solve: 'mrv --ties random' \
               [default: a selection from simple ones to the best]")),
    // A short limit, because some methods reach it on most problems.
    mut_arg("time_limit", |arg| arg.default_value("2s"))
)]
pub(crate) struct Growth {
    /// Kind of problem
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = ProblemKind::Sudoku)]
    pub of: ProblemKind,

    /// Sizes: 2..4, or 8,16,32 [default: boxes 2..4, queens 8,12,16,20,24,28,32,48,64, order 25]
    #[arg(long, value_name = "SIZES", value_parser = units::list)]
    pub sizes: Option<units::List>,

    /// Percentage of open cells, or several to compare: 50, or 38,42,46 [default: 50 for Sudokus,
    /// 30,34,38,40,42,44,46,50,54 for quasigroups]
    #[arg(long, value_name = "PERCENT", value_parser = units::list)]
    pub holes: Option<units::List>,

    /// Number of problems of each size and share of holes
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "5")]
    pub puzzles: u64,

    #[command(flatten)]
    pub trials: Trials,

    /// Write a CSV table with a line for each run: problem, size, holes, and the columns of compare
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,

    /// Write settings, machine, and table and runs of every size as a JSON object
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,

    /// Plot the cost against the size, or against the share of holes (FILE.svg, FILE.png or FILE.pdf)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,

    /// Cost to plot
    #[arg(long, value_name = "COST", value_enum, default_value_t = Cost::Time, requires = "svg", help_heading = "Output")]
    pub plot: Cost,

    #[command(flatten)]
    pub output: Output,
}

/// Kind of problem that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProblemKind {
    /// Sudokus with larger and larger boxes
    Sudoku,
    /// Queens that do not attack each other, on larger and larger boards
    Queens,
    /// Latin squares with holes
    Quasigroup,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Cost {
    /// The median time
    Time,
    /// The median of the values tried
    Tried,
}

const QUEENS: &str = "brute-force,forward,mrv,propagate,norvig,domain,engine";
const QUASIGROUPS: &str = "propagate,norvig,domain,dom-wdeg,engine";

impl ProblemKind {
    /// Returns the name of the kind on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ProblemKind::Sudoku => "sudoku",
            ProblemKind::Queens => "queens",
            ProblemKind::Quasigroup => "quasigroup",
        }
    }

    pub fn usual_sizes(self) -> &'static [usize] {
        match self {
            ProblemKind::Sudoku => &[2, 3, 4],
            ProblemKind::Queens => &[8, 12, 16, 20, 24, 28, 32, 48, 64],
            ProblemKind::Quasigroup => &[25],
        }
    }

    /// Returns the default shares of holes; empty for problems without holes.
    pub fn usual_holes(self) -> &'static [usize] {
        match self {
            ProblemKind::Sudoku => &[50],
            ProblemKind::Queens => &[],
            ProblemKind::Quasigroup => &[30, 34, 38, 40, 42, 44, 46, 50, 54],
        }
    }

    /// Returns the largest size.
    pub fn largest(self) -> usize {
        match self {
            ProblemKind::Sudoku => 8,
            ProblemKind::Queens => 1000,
            ProblemKind::Quasigroup => 64,
        }
    }
}
