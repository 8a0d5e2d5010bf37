//! Arguments of `sudoku generate`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sudoku::format::Format;
use sudoku::{Regions, Symbols};

use super::packages::Package;
use crate::args::{Color, units};

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_help_heading = "Packages",
    after_help = "\
Examples:
  sudoku generate                                   a minimal puzzle, drawn on a terminal
  sudoku generate --count 1000 --clues ..24 --output hard.txt
  sudoku generate --clues 28..32 --symmetry rotational
  sudoku generate --minimal --seed 7 | sudoku solve
  sudoku generate --size 6 --to grid
  sudoku generate --like jigsaw.txt --count 10      its shape and symbols, other givens
  sudoku generate --pattern heart.txt --time-limit 1m

Clues are left out of a full grid in a random order as long as there is one solution: to the end,
where nothing is said of their number, else until one is reached that is drawn from between MIN and
MAX. In a pattern . and 0 hold no clue, and anything else may. The same seed gives the same puzzles,
whatever the machine and the number of threads.
Exit status 3: fewer than --count were found."
)]
pub(crate) struct Generate {
    #[command(subcommand)]
    pub package: Option<Package>,

    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", value_parser = units::positive, default_value = "1")]
    pub count: u64,

    /// A number that decides all that is left to chance [default: another each time]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// How many clues: 24, 24..28, 24.. or ..28
    #[arg(long, value_name = "MIN..MAX", value_parser = units::bounds)]
    pub clues: Option<units::Bounds>,

    /// No clue can be left out (nor clues together that the symmetry ties), which is so anyway without --clues
    #[arg(long)]
    pub minimal: bool,

    /// How the places of the clues mirror each other
    #[arg(long, value_enum, default_value_t = Symmetry::None)]
    pub symmetry: Symmetry,

    /// A file or a grid that says which cells may hold clues: not those with . or 0
    #[arg(long, value_name = "PATTERN")]
    pub pattern: Option<OsString>,

    /// Rows and columns: 9, or 6x9 [default: 9]
    #[arg(long, value_name = "SIZE", value_parser = units::size, help_heading = "Grid")]
    pub size: Option<(usize, usize)>,

    /// Height and width of boxes, or none: 2x3
    #[arg(long, value_name = "BOXES", value_parser = units::boxes, help_heading = "Grid")]
    pub boxes: Option<Regions>,

    /// Take the grid, its regions and its symbols from a puzzle: the first of a file, or the puzzle itself
    #[arg(long, value_name = "INPUT", conflicts_with_all = ["size", "boxes"], help_heading = "Grid")]
    pub like: Option<OsString>,

    /// The symbols in the order of their values: ABCDEFGHI, or words with blanks between
    #[arg(long, value_name = "SYMBOLS", value_parser = units::symbols, help_heading = "Grid")]
    pub symbols: Option<Symbols>,

    /// How to write: picture, or a format of `convert` [default: picture for one puzzle on a terminal, else
    /// line, or native where a line cannot hold the grid]
    #[arg(short, long, value_name = "FORMAT", value_parser = written, help_heading = "Output")]
    pub to: Option<Written>,

    /// Draw with + - | only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,

    /// Bold givens
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub color: Color,

    /// Write to a file instead of standard output; it is there when all is done, or what an interrupt left time for
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Say on standard error what was done, and how fast
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    /// Time for all puzzles: 500ms, 2s, 1m; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Effort")]
    pub time_limit: Option<Duration>,

    /// Give up after N full grids one after the other that make no puzzle [default: 100k without --time-limit]
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Effort")]
    pub attempts: Option<u64>,

    /// Threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Effort")]
    pub threads: Option<u16>,

    /// Lanes of an older instruction set, for comparisons
    #[arg(long, hide = true)]
    pub portable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Symmetry {
    /// Not at all
    None,
    /// By half a turn
    Rotational,
    /// Left and right
    Mirror,
    /// Across the diagonal from the upper left
    Diagonal,
    /// In every way that the grid has
    Full,
}

/// Form in which puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Picture,
    As(Format),
}

fn written(text: &str) -> Result<Written, String> {
    if text.eq_ignore_ascii_case("picture") {
        return Ok(Written::Picture);
    }
    units::format(text).map(Written::As).map_err(|error| error.replace("are ", "are picture, "))
}
