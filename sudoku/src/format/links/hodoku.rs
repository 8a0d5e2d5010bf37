//! Lines of HoDoKu's library: `:code:digits:grid:deleted:eliminations:placements:extra`.
//!
//! In the grid `+5` is a value that was placed, not given. Placed values and deleted candidates follow from
//! the givens and are not kept.

use super::outline::{Outline, Place};
use crate::about::About;
use crate::format::infer::is_blank;
use crate::format::reader::Reader;
use crate::format::shape::without_comment;
use crate::format::token::side_of;
use crate::grid::Shape;
use crate::puzzle::Puzzle;
use crate::text::ParseError;

/// Whether a line looks like one of the library.
pub(super) fn is_line(text: &str) -> bool {
    let mut fields = text.split(':');
    let (Some(""), Some(code), Some(_), Some(grid)) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return false;
    };
    let is_code = |c: char| c.is_ascii_digit() || c == '-' || c == 'x';
    code.starts_with(|c: char| c.is_ascii_digit()) && code.chars().all(is_code) && grid.trim().len() >= 16
}

/// Reads the puzzle of a line.
pub(super) fn read(reader: &mut Reader, text: &str, place: Place) -> Result<Puzzle, ParseError> {
    let text = without_comment(text);
    let grid = text.split(':').nth(3).unwrap_or_default().trim();
    let count = grid.chars().filter(|&c| c != '+').count();
    let fail = |what: String| {
        ParseError::new(place.0, place.1, what)
            .hint(":code:digits:grid:deleted:eliminations:placements:extra")
    };
    let Some(side) = side_of(count).filter(|side| (4..=9).contains(side)) else {
        return Err(fail(format!("{count} cells in the third field do not make a grid")));
    };
    let mut outline = Outline::new(Shape::rectangle(side, side), place)?;
    outline.about.source = Some(text.split(':').nth(1).unwrap_or_default().trim().to_owned())
        .filter(|code| !code.is_empty())
        .and_then(|code| About::line(&format!("HoDoKu {code}")));
    let mut cell = 0;
    let mut placed = false;
    for c in grid.chars() {
        match c {
            '+' => {
                placed = true;
                continue;
            }
            '1'..='9' if placed => {}
            '1'..='9' => {
                let path = outline.grid().name(cell).to_string();
                outline.give(cell, i64::from(c as u8 - b'0'), path)?;
            }
            _ if is_blank(c) || c == '0' => {}
            _ => return Err(fail(format!("{c:?} cannot be in a cell"))),
        }
        placed = false;
        cell += 1;
    }
    Ok(outline.finish(reader))
}
