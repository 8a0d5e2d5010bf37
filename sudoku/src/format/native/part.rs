//! The grid that a rule names at its end, where there are several.

use crate::grid::{Grid, Part};
use crate::text::ParseError;
use crate::text::scan::Scanner;

/// Returns the length of the text of a rule, which ends at a comment or before another alternative outside quotes.
fn end_of_rule(text: &str, is_alternative: bool) -> usize {
    let (mut quote, mut before) = (None, ' ');
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '|' | '&') if is_alternative => return at,
            (None, '#') if before.is_whitespace() => return at,
            _ => {}
        }
        before = c;
    }
    text.len()
}

/// Returns the grid that a rule names at its end, with its index among the parts; `None` if it names none.
pub(super) fn read<'a>(text: &str, grid: &'a Grid, is_alternative: bool) -> Option<(usize, &'a Part)> {
    let parts = &grid.shape().parts;
    if parts.is_empty() {
        return None;
    }
    let text = &text[..end_of_rule(text, is_alternative)];
    let mut words = text.split_whitespace().rev();
    let (name, word) = (words.next()?, words.next()?);
    let index = parts.iter().position(|part| part.name.eq_ignore_ascii_case(name))?;
    word.eq_ignore_ascii_case("in").then(|| (index, &parts[index]))
}

/// Returns the error for a rule that names an unknown grid.
pub(super) fn unknown(scanner: &Scanner<'_>, grid: &Grid) -> ParseError {
    let names: Vec<&str> = grid.shape().parts.iter().map(|part| &*part.name).collect();
    match names[..] {
        [] => {
            scanner.error("\"in\" needs several grids, and this puzzle has one").hint("sudoku NAME at r1c1")
        }
        _ => scanner.expected("the name of a grid").hint(format!("grids are {}", names.join(", "))),
    }
}
