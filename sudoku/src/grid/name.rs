//! Printed names of cells.

use std::fmt;

use super::{Grid, Loose, Shape};

/// How cells of the grid are named in texts. All forms are read where the name of a cell is expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellNames {
    /// Row and column: `R3C5`.
    #[default]
    Usual,
    /// Row and column in small letters: `r3c5`.
    Small,
    /// A letter for the row, and the column: `C5`. The letter I is left out, as it looks like a 1. Grids of more than
    /// [16 rows](CellNames::MOST_ROWS), and those with cells beside them, which have letters too, have the usual names.
    Letters,
}

impl CellNames {
    /// All forms.
    pub const ALL: [CellNames; 3] = [CellNames::Usual, CellNames::Small, CellNames::Letters];

    /// The greatest number of rows that letters name.
    pub const MOST_ROWS: usize = 16;

    /// The name of the first cell, which stands for the form.
    pub fn example(self) -> &'static str {
        match self {
            CellNames::Usual => "R1C1",
            CellNames::Small => "r1c1",
            CellNames::Letters => "A1",
        }
    }

    /// Whether letters name the rows of a grid.
    fn are_lettered(shape: &Shape) -> bool {
        shape.rows <= CellNames::MOST_ROWS && shape.loose.is_empty()
    }

    /// The form in which the first cell has a name.
    ///
    /// ```
    /// use sudoku::{CellNames, Puzzle};
    ///
    /// let mut puzzle: Puzzle = "1234341221434321".parse()?;
    /// puzzle.set_cell_names(CellNames::find("a1").unwrap());
    /// assert_eq!(puzzle.grid().name(6).to_string(), "B3");
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn find(example: &str) -> Option<CellNames> {
        let is = |known: &str| known == example || known.len() == 2 && known.eq_ignore_ascii_case(example);
        CellNames::ALL.into_iter().find(|names| is(names.example()))
    }
}

/// The letters of rows.
const LETTERS: &[u8; CellNames::MOST_ROWS] = b"ABCDEFGHJKLMNOPQ";

/// The name of a cell: `R3C5` or another form in the grid, `A2` beside it, or `G3C5` for the region label of R3C5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellName<'a> {
    shape: &'a Shape,
    names: CellNames,
    cell: usize,
}

impl Grid {
    /// The printed name of a cell.
    pub fn name(&self, cell: usize) -> CellName<'_> {
        CellName { shape: &self.shape, names: self.names, cell }
    }

    /// The usual name of a cell, whatever its printed name.
    pub fn usual_name(&self, cell: usize) -> CellName<'_> {
        CellName { shape: &self.shape, names: CellNames::Usual, cell }
    }

    /// The cell that a letter and a number name, as `B3`.
    pub(crate) fn lettered(&self, name: &str) -> Option<u16> {
        let (letter, column) = name.split_at_checked(1)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let row = LETTERS.iter().position(|&known| known == letter)?;
        let column = column.parse::<usize>().ok().filter(|column| (1..=self.columns()).contains(column))?;
        let is_plain = !name[1..].starts_with(['0', '+']) && CellNames::are_lettered(&self.shape);
        if is_plain { self.cell(row, column - 1) } else { None }
    }
}

impl fmt::Display for CellName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { rows, columns, loose, .. } = self.shape;
        if self.cell < rows * columns {
            let (row, column) = (self.cell / columns, self.cell % columns + 1);
            return match (self.names, LETTERS.get(row)) {
                (CellNames::Letters, Some(&letter)) if CellNames::are_lettered(self.shape) => {
                    write!(f, "{}{column}", char::from(letter))
                }
                (CellNames::Small, _) => write!(f, "r{}c{column}", row + 1),
                _ => write!(f, "R{}C{column}", row + 1),
            };
        }
        let mut place = self.cell - rows * columns;
        for Loose { name, count, .. } in loose {
            if place < *count {
                return write!(f, "{name}{}", place + 1);
            }
            place -= count;
        }
        write!(f, "G{}C{}", place / columns + 1, place % columns + 1)
    }
}
