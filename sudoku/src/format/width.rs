//! Widths of rows: how many cells the places of their symbols need.

use super::token::Token;
use crate::symbols::is_bar;

/// The number of cells that a row needs at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Width {
    /// With a character for each cell.
    pub narrow: usize,
    /// With a blank between cells; `None` if symbols stand in the places of these blanks.
    pub wide: Option<usize>,
    /// Whether several blanks stand before a symbol.
    pub has_gaps: bool,
}

impl Width {
    pub fn of(text: &str) -> Width {
        let last = |wide| symbols(text, 1, wide).last().map_or(0, |(offset, _)| offset);
        let is_even = symbols(text, 1, true).all(|(offset, _)| offset % 2 == 0);
        let mut next = 0;
        let has_gaps = symbols(text, 1, false).any(|(offset, _)| {
            let gap = offset - next;
            next = offset + 1;
            gap > usize::from(next > 1 && gap < 2)
        });
        Width {
            narrow: last(false) + 1,
            wide: is_even.then(|| last(true) / 2 + 1),
            has_gaps: has_gaps && !text.contains('\t'),
        }
    }
}

/// Returns the symbols of a line with their places, as if there were no bars. If cells are wide, a bar has a blank of its
/// own.
pub(super) fn symbols(text: &str, line: u64, wide: bool) -> impl Iterator<Item = (usize, Token<'_>)> {
    let mut each = text.char_indices().zip(1..).peekable();
    let mut place = 0;
    std::iter::from_fn(move || {
        loop {
            let ((byte, c), column) = each.next()?;
            if is_bar(c) {
                if wide {
                    each.next_if(|((_, c), _)| *c == ' ');
                }
                continue;
            }
            place += 1;
            if !c.is_whitespace() {
                return Some((place - 1, Token { text: &text[byte..byte + c.len_utf8()], line, column }));
            }
        }
    })
}
