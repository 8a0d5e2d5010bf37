//! Boards of SudokuWiki, after `?bd=`: 81 digits, or two characters a cell.

use super::outline::{Outline, Place};
use crate::candidates::Candidates;
use crate::format::infer::is_blank;
use crate::format::reader::Reader;
use crate::grid::Shape;
use crate::puzzle::Puzzle;
use crate::text::ParseError;

/// Reads the puzzle of a board.
pub(super) fn read(reader: &mut Reader, board: &str, place: Place) -> Result<Puzzle, ParseError> {
    let mut outline = Outline::new(Shape::rectangle(9, 9), place)?;
    let characters: Vec<char> = board.chars().collect();
    match characters.len() {
        81 => {
            for (cell, &c) in characters.iter().enumerate() {
                match c.to_digit(10) {
                    Some(digit @ 1..) => outline.give(cell, i64::from(digit), "bd")?,
                    _ if is_blank(c) || c == '0' => {}
                    _ => {
                        return Err(
                            outline.error(format!("bd, cell {}", cell + 1), format!("{c:?} is not a digit"))
                        );
                    }
                }
            }
        }
        162 => {
            for (cell, pair) in characters.chunks(2).enumerate() {
                // Twice the bits of the candidates, plus 1 for a given.
                let digits = pair.iter().map(|c| c.to_digit(32));
                let number = digits.into_iter().try_fold(0, |number, digit| Some(number * 32 + digit?));
                let Some(number) = number else {
                    return Err(
                        outline.error(format!("bd, cell {}", cell + 1), "two digits of base 32 are expected")
                    );
                };
                let candidates = Candidates::of_bits(u64::from(number >> 1));
                if !candidates.is_empty() {
                    outline.restrict(cell, candidates);
                }
            }
        }
        count => {
            let error = outline.error("bd", format!("{count} characters do not make a board"));
            return Err(error.hint("there are 81, or 162; boards of variants are not read"));
        }
    }
    Ok(outline.finish(reader))
}
