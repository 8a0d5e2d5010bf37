//! Losses: parts of a puzzle that a format cannot hold.

use std::fmt;

/// A part of a puzzle that a format cannot hold. The rest has been written, except for [`Unfit::Shape`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// Several grids, or cells beside the grid.
    Grids,
    /// Regions, or boxes of an unusual size.
    Regions,
    /// Candidates of open cells.
    Candidates,
    /// The symbols, or the first value.
    Symbols,
    /// Rules, by their names.
    Rules(String),
    /// The shape of the grid, or its values: nothing has been written.
    Shape,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::Rules(names) => {
                return write!(f, "rules are left out, so this is another puzzle; the native format holds them: {names}");
            }
            Unfit::Grids => {
                "the overlaps of grids and the cells beside them are left out: only the native format holds them"
            }
            Unfit::Shape => {
                "the puzzle is left out: this format has square grids with values from 1 to their side, and one at a time"
            }
            Unfit::Regions => "regions are left out: only the native format holds them",
            Unfit::Candidates => "candidates are left out: the formats candidates and native hold them",
            Unfit::Symbols => {
                "the symbols cannot be detected in the text: give --symbols when reading it, or use the native format"
            }
        })
    }
}
