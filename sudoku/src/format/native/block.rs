//! Blocks of the native format: rows of cells under a key.

use super::is_separator;
use crate::format::shape::{without_comment, words};
use crate::format::token::{Token, characters};
use crate::grid::LARGEST;
use crate::text::ParseError;

/// The cells of a block.
pub(super) struct Block<'a> {
    pub line: u64,
    pub cells: Vec<Token<'a>>,
}

/// Reads the rows after a key.
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
        if text.trim().is_empty() || is_line_with_key(text) {
            return Err(short(line));
        }
        let all = without_comment(text);
        if all.len() == columns && all.bytes().all(|byte| byte == b'.' || byte.is_ascii_alphanumeric()) {
            cells.extend(characters(all, line, 1));
            continue;
        }
        let words = words(all, line);
        let each: Vec<Token<'_>> =
            if words.len() == columns { words } else { words.iter().flat_map(cells_of).collect() };
        if each.len() != columns {
            let what = format!("row {} has {} cells, {columns} expected", row + 1, each.len());
            return Err(ParseError::new(line, 1, what));
        }
        cells.extend(each);
    }
    Ok(Block { line: number, cells })
}

/// Returns the cells of a word: candidates in braces, and single characters.
fn cells_of<'a>(word: &Token<'a>) -> Vec<Token<'a>> {
    let mut cells = Vec::new();
    let mut text = word.text;
    let mut column = word.column;
    while let Some(first) = text.chars().next() {
        let end = text.find('}').filter(|_| first == '{').map_or(first.len_utf8(), |end| end + 1);
        cells.push(Token { text: &text[..end], line: word.line, column });
        column += text[..end].chars().count() as u32;
        text = &text[end..];
    }
    cells
}

/// Whether a line has a colon outside braces. It is then no row, and rows are missing.
fn is_line_with_key(text: &str) -> bool {
    let mut braces = false;
    text.contains(':')
        && text.chars().any(|c| {
            braces = (braces || c == '{') && c != '}';
            c == ':' && !braces
        })
}

/// Appends rows that [`read`] reads back. Symbols that would make a row another kind of line stand in braces.
pub(super) fn rows<T: AsRef<str>>(cells: &[T], columns: usize, to: &mut String) {
    let are_characters = cells.iter().all(|cell| cell.as_ref().chars().count() == 1);
    let between = if are_characters { "" } else { " " };
    let braced = |cell: &T| match cell.as_ref() {
        text if text.contains([':', '+', '=']) && !text.starts_with('{') => format!("{{{text}}}"),
        text => text.to_owned(),
    };
    for row in cells.chunks(columns) {
        let plain = row.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(between);
        if is_line_with_key(&plain) || is_frame(&plain) || is_separator(&plain) {
            to.push_str(&row.iter().map(braced).collect::<Vec<String>>().join(" "))
        } else {
            to.push_str(&plain)
        }
        to.push('\n');
    }
}

/// Whether a line is drawn between boxes.
pub(super) fn is_frame(line: &str) -> bool {
    line.trim().chars().all(|c| matches!(c, '-' | '+' | '=' | '|' | ' ')) && line.contains('+')
}

/// Returns the region of each cell.
pub(super) fn layout(block: &Block<'_>) -> Result<Vec<Option<char>>, ParseError> {
    let region = |token: &Token<'_>| {
        let mut chars = token.text.chars();
        match (chars.next(), chars.next()) {
            (Some('.' | '~'), None) => Ok(None),
            // Braces surround symbols that would make a row another kind of line.
            (Some('{'), Some(symbol)) if token.text.chars().skip(2).eq(['}']) => Ok(Some(symbol)),
            (Some(symbol), None) => Ok(Some(symbol)),
            _ => Err(token
                .error(format!("{:?} is not a region", token.text))
                .hint("a region is one character")),
        }
    };
    block.cells.iter().map(region).collect()
}
