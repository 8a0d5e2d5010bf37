//! The forms in which every command can write an answer.

use sudoku::print::Picture;

/// An answer that can be written as lines, as an object, as a row of a table, and perhaps as a picture.
pub trait Shown {
    /// Writes the answer as lines, each with its end.
    fn lines(&self, out: &mut Vec<u8>);

    /// Returns the answer as an object on one line, with the number of its puzzle.
    fn object(&self, index: u64) -> String;

    /// Returns the fields of the answer's row, in the order of its columns.
    fn row(&self) -> Vec<String>;

    /// Returns the answer as a picture, with the end of each line, if it is one. Grids are drawn by `draw`.
    fn picture(&self, _draw: &dyn Fn(Picture<'_>) -> String) -> Option<String> {
        None
    }
}
