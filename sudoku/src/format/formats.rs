//! The table of formats: a line for each. The [`Definition`] stands in the file of the format.

use std::fmt;

use super::definition::{Definition, Layout};
use super::{csv, line, listing, native, rows, sdk};
#[cfg(feature = "links")]
use super::{links, sudokupad};

/// Defines [`Format`] and everything that lists all formats.
macro_rules! formats {
    ($($(#[doc = $doc:literal])* $(#[cfg($when:meta)])? $name:ident: $definition:expr,)*) => {
        /// A way to write puzzles down.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[doc = $doc])* $(#[cfg($when)])? $name,)*
        }

        /// The number of formats.
        const COUNT: usize = [$($(#[cfg($when)])? stringify!($name)),*].len();

        impl Format {
            /// All formats.
            pub const ALL: [Format; COUNT] = [$($(#[cfg($when)])? Format::$name),*];

            pub(super) fn definition(self) -> &'static Definition {
                match self {
                    $($(#[cfg($when)])? Format::$name => &$definition,)*
                }
            }
        }
    };
}

formats! {
    /// One puzzle a line, one character a cell (numbers separated by blanks if there are too many values for
    /// characters).
    Line: line::LINE,
    /// One puzzle a line, numbers with blanks between.
    Numbers: line::NUMBERS,
    /// A line for each row, rules between boxes.
    Grid: rows::GRID,
    /// One puzzle a line: SadMan's collections.
    Sdm: line::SDM,
    /// A row a line after `#` headers: SadMan's single puzzles.
    Sdk: sdk::SDK,
    /// Rows with `|` and `---`: Simple Sudoku.
    Ss: rows::SS,
    /// The candidates of every cell: HoDoKu, SudokuWiki, SudoCue.
    Candidates: rows::CANDIDATES,
    /// `quizzes,solutions`: Kaggle's.
    Csv: csv::CSV,
    /// `Grid 01` and its rows: Project Euler 96.
    Euler: rows::EULER,
    /// A list of rows, as programs print it; tables and text in quotes are read.
    List: listing::LIST,
    /// This project's own: sizes, symbols, regions, several puzzles a file.
    Native: native::NATIVE,
    /// A document of f-puzzles, one a line.
    #[cfg(feature = "links")]
    FPuzzles: links::FPUZZLES,
    /// A link to SudokuPad with the rules drawn, one a line.
    #[cfg(feature = "links")]
    SudokuPad: sudokupad::SUDOKUPAD,
    /// A link or id of another tool, one a line; a link to f-puzzles is written.
    #[cfg(feature = "links")]
    Link: links::LINK,
}

impl Format {
    /// Returns the format of a name, in either case.
    ///
    /// ```
    /// use sudoku::format::Format;
    ///
    /// assert_eq!(Format::find("SDK"), Some(Format::Sdk));
    /// assert_eq!(Format::find("kaggle"), Some(Format::Csv));
    /// assert_eq!(Format::find("pdf"), None);
    /// ```
    pub fn find(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| {
            let Definition { name: own, also, .. } = format.definition();
            std::iter::once(own).chain(*also).any(|known| known.eq_ignore_ascii_case(name))
        })
    }

    /// Returns the format that the first line of a text identifies, if any; blank lines and comments do not count.
    /// Later formats are tried first, because a line of the native format may look like the header of a table.
    pub(super) fn of_text(line: &str) -> Option<Format> {
        Format::ALL.into_iter().rev().find(|format| (format.definition().begins)(line))
    }

    /// Returns the format's name for options.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// Returns a description in a line.
    pub fn help(self) -> &'static str {
        self.definition().help
    }

    /// Whether every puzzle is one line, and every line a puzzle.
    pub fn is_one_line(self) -> bool {
        match self.layout() {
            Layout::Lines => true,
            #[cfg(feature = "links")]
            Layout::Links => true,
            _ => false,
        }
    }

    /// Returns the arrangement of the format's puzzles in lines.
    pub(super) fn layout(self) -> Layout {
        self.definition().layout
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_one_format() {
        for format in Format::ALL {
            let Definition { name, also, help, record, .. } = format.definition();
            assert!(!help.is_empty() && !record.is_empty(), "{name}");
            assert!(also.iter().chain([name]).all(|name| Format::find(name) == Some(format)), "{name}");
        }
    }

    #[test]
    fn first_lines_show_a_format_or_none() {
        let of = |line: &str| Format::of_text(line);
        assert_eq!(of("quizzes,solutions"), Some(Format::Csv));
        assert_eq!(of("size: 6"), Some(Format::Native));
        assert_eq!(of("killer: r1c1, grid"), Some(Format::Native));
        assert_eq!((of("1234............"), of("Grid 01"), of("| 1 2 |")), (None, None, None));
    }
}
