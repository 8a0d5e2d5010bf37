//! Rows in which open cells are left blank: the place of a symbol in its line is its cell.
//!
//! ```text
//! 53  7        5 3     7        5 3   |   7   |
//! 6  195       6     1 9 5      6     | 1 9 5 |
//! ```

use super::shape::RowShape;
use super::token::{Side, Token};
use super::width::symbols;
use crate::grid::LARGEST;

/// Sides of grids that are expected before all rows have come.
const SIDES: [usize; 6] = [4, 6, 9, 12, 16, 25];

/// Whether rows leave their open cells blank: none has a sign for them, and they have different numbers of words, or
/// too few words at different places.
pub(super) fn are_spaced(rows: impl Iterator<Item = RowShape> + Clone) -> bool {
    let mut others = rows.clone();
    let Some(first) = others.next() else { return false };
    // A single row does not decide this yet.
    let are_different = others.clone().next().is_none()
        || others.any(|row| {
            let is_other = row.characters != first.characters || row.width != first.width;
            row.words != first.words || first.words < SIDES[0] && is_other
        });
    rows.clone().any(|row| row.width.has_gaps)
        && rows.clone().all(has_no_signs)
        && (are_different || first.characters < 4 && first.words == first.characters)
        && expected(rows).is_some()
}

/// Whether nothing in a row stands for an open cell.
fn has_no_signs(row: RowShape) -> bool {
    !row.blank && !row.dashed && !row.braced
}

/// Returns the side of a grid with these rows if a line of `blanks` blanks is another row: it is as long as a row, and
/// other rows have open cells, too.
pub(super) fn expected_with_blanks(
    rows: impl Iterator<Item = RowShape> + Clone,
    blanks: usize,
) -> Option<usize> {
    let side = expected(rows.clone()).filter(|&side| side <= blanks)?;
    let are_open = rows.clone().all(has_no_signs) && rows.clone().any(|row| row.characters < side);
    are_open.then_some(side)
}

/// Returns the side of a grid with these rows.
pub(super) fn expected(rows: impl Iterator<Item = RowShape> + Clone) -> Option<usize> {
    let wide = rows.clone().map(|row| row.width.wide).try_fold(0, |most: usize, wide| Some(most.max(wide?)));
    let most = wide.unwrap_or_else(|| rows.map(|row| row.width.narrow).max().unwrap_or(0));
    SIDES.into_iter().find(|&side| side >= most)
}

/// Returns the cells of the lines of a grid, the open ones as `.`; `None` if they do not fit. Blank lines stand between
/// bands of boxes or are rows.
pub(super) fn cells<'a>(
    lines: &[(u64, &'a str)],
    size: Option<(usize, usize)>,
) -> Option<(Side, Vec<Token<'a>>)> {
    let filled: Vec<(u64, &str)> =
        lines.iter().copied().filter(|(_, text)| !text.trim().is_empty()).collect();
    let is_side = |lines: &[(u64, &str)]| size.is_some() || SIDES.contains(&lines.len());
    let ways = [&filled[..], lines].into_iter().filter(|lines| is_side(lines)).chain([&filled[..]]);
    ways.into_iter().find_map(|lines| {
        let side = match size {
            Some((rows, columns)) => Side { rows, columns },
            None => Side::square(lines.len()),
        };
        cells_of(lines, side).map(|cells| (side, cells))
    })
}

fn cells_of<'a>(lines: &[(u64, &'a str)], side: Side) -> Option<Vec<Token<'a>>> {
    if lines.len() != side.rows || side.rows.max(side.columns) > LARGEST {
        return None;
    }
    [false, true].into_iter().find_map(|wide| {
        let mut cells = Vec::with_capacity(side.cells());
        for &(line, text) in lines {
            let begin = cells.len();
            cells.extend((0..side.columns).map(|_| Token { text: ".", line, column: 1 }));
            for (offset, token) in symbols(text, line, wide) {
                let at = if wide { offset / 2 } else { offset };
                let fits = at < side.columns && !(wide && offset % 2 == 1);
                *cells.get_mut(begin + at).filter(|_| fits)? = token;
            }
        }
        Some(cells)
    })
}
