//! Rows of cells under a key.

use crate::format::ParseError;
use crate::format::shape::{without_comment, words};
use crate::format::{Token, characters};
use crate::grid::LARGEST;

/// The rows of a block.
pub(super) struct Block<'a> {
    pub line: u64,
    pub cells: Vec<Token<'a>>,
}

/// The rows that follow.
pub(super) fn read<'a>(
    lines: &mut impl Iterator<Item = (u64, &'a str)>,
    number: u64,
    name: &str,
    (rows, columns): (usize, usize),
) -> Result<Block<'a>, ParseError> {
    let mut cells = Vec::with_capacity(rows.min(LARGEST) * columns.min(LARGEST));
    for row in 0..rows {
        let next = lines.find(|(_, line)| !is_frame(line) && !line.trim_start().starts_with('#'));
        let short = |line| ParseError::new(line, 1, format!("{name}: has {row} rows, {rows} expected"));
        let (line, text) = next.ok_or_else(|| short(number))?;
        if text.trim().is_empty() || text.contains(':') {
            return Err(short(line));
        }
        let all = without_comment(text);
        if all.len() == columns && all.bytes().all(|byte| byte == b'.' || byte.is_ascii_alphanumeric()) {
            cells.extend(characters(all, line, 1));
            continue;
        }
        let words = words(all, line);
        let each: Vec<Token<'_>> = match words.len() == columns {
            true => words,
            false => words.iter().flat_map(|word| characters(word.text, line, word.column)).collect(),
        };
        if each.len() != columns {
            let what = format!("row {} has {} cells, {columns} expected", row + 1, each.len());
            return Err(ParseError::new(line, 1, what));
        }
        cells.extend(each);
    }
    Ok(Block { line: number, cells })
}

/// A line that only draws.
pub(super) fn is_frame(line: &str) -> bool {
    line.trim().chars().all(|c| matches!(c, '-' | '+' | '=' | '|' | ' ')) && line.contains('+')
}

/// A region for each cell.
pub(super) fn layout(block: &Block<'_>) -> Result<Vec<Option<char>>, ParseError> {
    let region = |token: &Token<'_>| {
        let mut chars = token.text.chars();
        match (chars.next(), chars.next()) {
            (Some('.' | '~'), None) => Ok(None),
            (Some(symbol), None) => Ok(Some(symbol)),
            _ => Err(token.error(format!("{:?} is no region", token.text)).hint("a region is one character")),
        }
    };
    block.cells.iter().map(region).collect()
}
