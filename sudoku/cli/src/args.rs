//! What can be typed. The words here are what `--help` says.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use crate::compare::Compare;
pub(crate) use crate::generate::Generate;
pub(crate) use crate::growth::Growth;
pub(crate) use crate::methods::Methods;
pub(crate) use crate::minimize::Minimize;
pub(crate) use crate::render::Render;
pub(crate) use crate::rules::Rules;
use crate::strategy::Strategy;
use crate::units;
pub(crate) use crate::watch::Watch;
use csp::MemoryLimit;
use sudoku::format::{Format, Options};
use sudoku::{Budget, GLOSSARY, Regions, Symbols};

/// How help looks.
pub(crate) const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

#[derive(Debug, Parser)]
#[command(
    name = "sudoku",
    version,
    styles = STYLES,
    max_term_width = 100,
    about = "Solves and makes Sudokus of any size and shape, one or a million",
    after_help = "\
Examples:
  sudoku solve puzzle.txt                 a picture on a terminal, a line in a pipe
  sudoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku solve --unique < many.txt        a line for each puzzle, proved unique
  sudoku check puzzle.txt                 unique, none or multiple, and why
  sudoku convert --to native puzzle.sdk
  sudoku watch                            a search as it happens, step by step
  sudoku generate --count 10 --clues 24..28 --symmetry rotational

Exit status: 0 all is well, 1 some puzzle has no solution (or not just one, where that was asked),
2 wrong usage, input or output, 3 a limit was reached, 130 interrupted (143 by SIGTERM, 129 by SIGHUP).

Ctrl-C, SIGTERM and SIGHUP end a run early: what was done is written, to files as well. A second
one, a second later or more, ends it at once. Files are whole or as they were: a new one takes its
place when it is finished."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles
    Solve(Solve),
    /// Say whether puzzles have one solution, none or several
    Check(Check),
    /// Count the solutions of puzzles
    Count(Count),
    /// Show which values each cell takes in some solution
    Candidates(Candidates),
    /// Write puzzles in another format
    Convert(Convert),
    /// Make puzzles with one solution
    Generate(Generate),
    /// Leave out the clues that puzzles do not need
    Minimize(Minimize),
    /// Draw puzzles as images, with their rules
    Render(Render),
    /// List the rules of variants, or explain one
    Rules(Rules),
    /// List the algorithms that puzzles can be solved with, or explain one
    Methods(Methods),
    /// Watch a puzzle being solved, step by step
    Watch(Watch),
    /// Solve puzzles with several methods, and say how they did
    Compare(Box<Compare>),
    /// Show what methods cost as Sudokus, boards of queens or quasigroups grow
    Growth(Box<Growth>),
}

/// Where puzzles come from, and what is known of them.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Files, folders of files, `-` for standard input, or puzzles and links themselves
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    /// Read this format instead of finding out: line, numbers, grid, sdm, sdk, ss, candidates, csv,
    /// euler, native, fpuzzles, link
    #[arg(long, value_name = "FORMAT", value_parser = units::format, help_heading = "Input")]
    pub from: Option<Format>,

    /// Rows and columns: 9, or 6x9
    #[arg(long, value_name = "SIZE", value_parser = units::size, help_heading = "Input")]
    pub size: Option<(usize, usize)>,

    /// Height and width of boxes, or none: 2x3
    #[arg(long, value_name = "BOXES", value_parser = units::boxes, help_heading = "Input")]
    pub boxes: Option<Regions>,

    /// The symbols in the order of their values: ABCDEFGHI, or words with blanks between
    #[arg(long, value_name = "SYMBOLS", value_parser = units::symbols, help_heading = "Input")]
    pub symbols: Option<Symbols>,

    /// Leave the first N puzzles out
    #[arg(long, value_name = "N", value_parser = units::number, default_value = "0", hide_default_value = true, help_heading = "Input")]
    pub skip: u64,

    /// Stop after N puzzles
    #[arg(long, value_name = "N", value_parser = units::number, help_heading = "Input")]
    pub take: Option<u64>,

    /// A strict filter: every line is one puzzle and gives exactly one line, comments and blank lines are
    /// passed on, and the exit status is 0 unless reading or writing fails
    #[arg(long, help_heading = "Input")]
    pub batch: bool,

    /// Refuse puzzles of which something was not understood, or looks like a mistake
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
}

impl Input {
    /// What the reader is told.
    pub fn options(&self) -> Options {
        Options {
            from: self.from,
            size: self.size,
            regions: self.boxes.clone(),
            symbols: self.symbols.clone().map(Arc::new),
            one_a_line: self.batch,
        }
    }
}

/// Where results go, and what is said beside them.
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

/// How much it may cost.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Time for each puzzle: 500ms, 2s, 1m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Effort")]
    pub time_limit: Option<Duration>,

    /// Search nodes for each puzzle: 1000, 10k, 2M
    #[arg(long, value_name = "N", value_parser = units::number, help_heading = "Effort")]
    pub node_limit: Option<u64>,

    /// Memory for all puzzles together: 500M, 4G; whatever does not fit answers limit
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "4G", help_heading = "Effort")]
    pub memory_limit: u64,

    /// Threads that solve [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Effort")]
    pub threads: Option<u16>,

    /// How to solve
    #[arg(long, value_enum, default_value_t = Engine::Auto, help_heading = "Effort")]
    pub engine: Engine,

    /// Lanes of an older instruction set, for comparisons
    #[arg(long, hide = true)]
    pub portable: bool,
}

impl Effort {
    /// For each puzzle, but for the memory, which all share; the flag is added where the run begins.
    pub fn budget(&self) -> Budget {
        let memory = Some(MemoryLimit::new(self.memory_limit));
        Budget { nodes: self.node_limit, time: self.time_limit, cancel: None, memory }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Whatever is fastest: SIMD lanes, and the constraint engine for what takes them too long
    Auto,
    /// The constraint engine, puzzle by puzzle
    #[value(name = "engine")]
    Search,
    /// SIMD lanes, however long it takes
    Lockstep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// A picture
    Grid,
    /// One line
    Line,
    /// One object a line
    Json,
    /// A table with a header
    Csv,
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

const SOLVE_HELP: &str = "\
Examples:
  sudoku solve puzzle.txt
  sudoku solve --unique --format json < puzzles.txt
  sudoku solve --all 1234............
  sudoku solve --boxes 2x5 --time-limit 2s ten.txt
  sudoku solve --method brute-force --stats puzzle.txt
  sudoku solve --unique --tree tree.svg hard.txt

A line for each puzzle, in input order: the solution, or none, multiple (with --unique), limit, or
invalid. Why is said on standard error. Of variants with cells beside the grid or unknown regions, the
solution of these follows after a # as in 1234… # A=35 regions=1122…";

/// What is counted, for the help.
fn glossary() -> String {
    let terms = GLOSSARY.map(|(name, meaning)| format!("\n  {name}: {meaning}"));
    format!("What --stats counts with a method:{}", terms.concat())
}

#[derive(Debug, Args)]
#[command(after_help = format!("{SOLVE_HELP}\n\n{}", glossary()))]
pub(crate) struct Solve {
    #[command(flatten)]
    pub input: Input,

    /// Prove that the solution is the only one, or show two
    #[arg(short, long, conflicts_with_all = ["all", "solutions"])]
    pub unique: bool,

    /// Print every solution
    #[arg(short, long, conflicts_with = "solutions")]
    pub all: bool,

    /// Print up to N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = units::positive)]
    pub solutions: Option<u64>,

    /// How to print [default: grid for one puzzle on a terminal, else line]
    #[arg(short, long, value_enum, help_heading = "Output")]
    pub format: Option<Layout>,

    /// Write the search tree of the puzzle too, as the constraint engine goes through it: FILE.svg, FILE.dot or
    /// FILE.json
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub tree: Option<PathBuf>,

    /// Draw with + - | only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,

    /// Bold givens, coloured differences
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub color: Color,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub strategy: Strategy,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku check puzzle.txt
  sudoku check --format json collection.sdm
  sudoku check kaggle.csv                 also compares the solutions that it brings
  sudoku check --method norvig --stats puzzle.txt

Prints unique, none, multiple, limit or invalid for each puzzle; why is said on standard error.
The exit status is 0 only if every puzzle is unique and every solution given is right.")]
pub(crate) struct Check {
    #[command(flatten)]
    pub input: Input,

    /// How to print
    #[arg(short, long, value_enum, default_value_t = Layout::Line, help_heading = "Output")]
    pub format: Layout,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub strategy: Strategy,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku count puzzle.txt
  sudoku count --solutions 1000 puzzles.txt
  sudoku count --method forward --stats puzzle.txt

Prints a number for each puzzle, or \"at least\" and a number when --solutions or a limit ended it.")]
pub(crate) struct Count {
    #[command(flatten)]
    pub input: Input,

    /// Count no further than N
    #[arg(short = 'n', long, value_name = "N", value_parser = units::positive)]
    pub solutions: Option<u64>,

    /// How to print
    #[arg(short, long, value_enum, default_value_t = Layout::Line, help_heading = "Output")]
    pub format: Layout,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub strategy: Strategy,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku candidates puzzle.txt
  sudoku candidates --counts puzzle.txt   in how many solutions each value stands there")]
pub(crate) struct Candidates {
    #[command(flatten)]
    pub input: Input,

    /// Say in how many solutions, up to --most
    #[arg(short, long)]
    pub counts: bool,

    /// Count no further than N
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "1000", requires = "counts")]
    pub most: u64,

    /// How to print
    #[arg(short, long, value_enum, default_value_t = Layout::Grid, help_heading = "Output")]
    pub format: Layout,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

#[derive(Debug, Args)]
#[command(after_help = formats())]
pub(crate) struct Convert {
    #[command(flatten)]
    pub input: Input,

    /// The format to write
    #[arg(short, long, value_name = "FORMAT", value_parser = units::format)]
    pub to: Format,

    #[command(flatten)]
    pub output: Output,
}

/// The formats for the help.
fn formats() -> String {
    let mut text = "Formats:\n".to_owned();
    for format in Format::ALL {
        text += &format!("  {:<11} {}\n", format.name(), format.help());
    }
    text + "\nExamples:\n  sudoku convert --to sdk puzzle.txt\n  sudoku convert --to line --output all.txt *.sdk"
}
