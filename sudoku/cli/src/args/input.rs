//! The argument `INPUT` and the options for reading it.

use std::ffi::OsString;
use std::sync::Arc;

use clap::Args;
use sudoku::format::{Format, Options, Unknown};
use sudoku::{CellNames, Regions, Symbols};

use super::units;
use crate::Refused;

/// Input puzzles and how to read them.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Files, folders of files, `-` for standard input, or puzzles and links themselves
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<OsString>,

    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = units::format,
        help = format!("Format of the input, instead of detecting it: {}", units::formats()),
        help_heading = "Input"
    )]
    pub from: Option<Format>,

    /// Rows and columns: 9, or 6x9
    #[arg(long, value_name = "SIZE", value_parser = units::size, help_heading = "Input")]
    pub size: Option<(usize, usize)>,

    /// Height and width of boxes, or none: 2x3
    #[arg(long, value_name = "BOXES", value_parser = units::boxes, help_heading = "Input")]
    pub boxes: Option<Regions>,

    /// Symbols in the order of their values: ABCDEFGHI, or words separated by blanks
    #[arg(long, value_name = "SYMBOLS", value_parser = units::symbols, help_heading = "Input")]
    pub symbols: Option<Symbols>,

    /// Read signs in cells as other ones: l=1,O=0
    #[arg(long, value_name = "SIGN=SYMBOL", value_parser = units::sign, value_delimiter = ',', help_heading = "Input")]
    pub read_as: Vec<(String, String)>,

    /// How cells are named in what is said about puzzles: R1C1, r1c1, or A1 with a letter for the row, without I
    #[arg(long, value_name = "NAMES", value_parser = units::cell_names, default_value = "R1C1", hide_default_value = true, help_heading = "Input")]
    pub cell_names: CellNames,

    /// Skip the first N puzzles
    #[arg(long, value_name = "N", value_parser = units::number, default_value = "0", hide_default_value = true, help_heading = "Input")]
    pub skip: u64,

    /// Stop after N puzzles
    #[arg(long, value_name = "N", value_parser = units::number, help_heading = "Input")]
    pub take: Option<u64>,

    /// A strict filter: every line is one puzzle and gives exactly one line, comments and blank lines are
    /// passed on, and the exit status is 0 unless reading or writing fails
    #[arg(long, help_heading = "Input")]
    pub batch: bool,

    /// Take whole formats only, no boards in other text, and refuse puzzles with a part that was not understood or
    /// looks like a mistake
    #[arg(long, help_heading = "Input")]
    pub strict: bool,

    /// Read a part of a drawing as this rule, or as nothing: line2=renban, "line2=whisper 4", cage1=nothing
    #[arg(long = "as", value_name = "PART=RULE", value_parser = sudoku_ask::reading, help_heading = "Input")]
    pub readings: Vec<(String, String)>,

    /// Leave out what is drawn or said and not understood, instead of refusing the puzzle
    #[arg(long, help_heading = "Input")]
    pub ignore_unknown: bool,
}

impl Input {
    /// Returns an error if `--batch` is set and the output is not one line for each puzzle.
    pub fn require_lines(&self, is_one_line: bool, instead: &str) -> Result<(), Refused> {
        if self.batch && !is_one_line {
            return Err(Refused(format!("--batch gives one line a puzzle: {instead}")));
        }
        Ok(())
    }

    /// Returns the options of the reader.
    pub fn options(&self) -> Options {
        Options {
            from: self.from,
            size: self.size,
            regions: self.boxes.clone(),
            symbols: self.symbols.clone().map(Arc::new),
            one_a_line: self.batch,
            whole: self.strict,
            readings: self.readings.clone(),
            read_as: self.read_as.clone(),
            unknown: if self.ignore_unknown { Unknown::Ignore } else { Unknown::Refuse },
            cell_names: self.cell_names,
        }
    }
}
