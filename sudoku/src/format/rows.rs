//! A puzzle with a line for each row: plain, with rules and bars, with candidates, with titles (Euler) or
//! `#` headers (SadMan).

use super::line::wrong_length;
use super::segmenter::{dashes_are_rows, rows_without_rules};
use super::shape::{Line, Reading, RowShape, look, reading, without_comment, words};
use super::{Parser, Token, characters};
use crate::format::{Format, ParseError};
use crate::puzzle::{About, Puzzle};

/// A line of cells.
struct Row<'a> {
    tokens: Vec<Token<'a>>,
    shape: RowShape,
    dashes: bool,
    line: u64,
}

/// Reads the lines of one grid.
pub(super) fn read(parser: &mut Parser, text: &str, first_line: u64) -> Result<Puzzle, ParseError> {
    let mut rows = Vec::new();
    let mut about = About::default();
    let is_sdk = parser.options.from == Some(Format::Sdk);
    for (line, text) in (first_line..).zip(text.lines()) {
        let (shape, dashes) = match look(text) {
            Line::Comment => {
                header(text, is_sdk, &mut about);
                continue;
            }
            Line::Title => {
                about.title = Some(text.trim().to_owned());
                continue;
            }
            Line::Blank | Line::Rule => continue,
            Line::Dashes(shape) => (shape, true),
            Line::Cells(shape) => (shape, false),
        };
        rows.push(Row { tokens: words(without_comment(text), line), shape, dashes, line });
    }
    let marked = rows.iter().map(|row| (row.shape, row.dashes));
    let shapes = rows_without_rules(marked.clone());
    if !dashes_are_rows(marked) {
        rows.retain(|row| !row.dashes);
    }
    let Reading { side, by_words } = reading(&shapes, parser.options.hints());
    let mut tokens = Vec::with_capacity(side.cells());
    for (at, row) in rows.iter().enumerate() {
        let before = tokens.len();
        if by_words {
            tokens.extend(&row.tokens);
        } else {
            tokens.extend(row.tokens.iter().flat_map(|word| characters(word.text, word.line, word.column)));
        }
        let cells = tokens.len() - before;
        if rows.len() == 1 && (side.rows > 1 || cells != side.columns) {
            return Err(wrong_length(row.line, row.tokens[0].column, cells, parser.options.size));
        }
        if cells != side.columns {
            let what = format!("row {} has {}, {} expected", at + 1, cells_of(cells), side.columns);
            return Err(ParseError::new(row.line, 1, what));
        }
    }
    if rows.len() != side.rows {
        let line = rows.last().map_or(first_line, |row| row.line);
        let (row, have) = (if rows.len() == 1 { "row" } else { "rows" }, rows.len());
        let what = format!("{have} {row} of {}, {} expected", cells_of(side.columns), side.rows);
        return Err(ParseError::new(line, 1, what)
            .hint("a puzzle is one line of 81 characters (9x9), or 9 lines of 9, or another size likewise"));
    }
    let about = (about != About::default()).then(|| Box::new(about));
    parser.assemble(side, &tokens, about)
}

fn cells_of(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}

/// SadMan's headers: a letter that sticks to its text. Comments of other kinds are only comments.
fn header(line: &str, certain: bool, about: &mut About) {
    let mut chars = line.trim_start().trim_start_matches('#').chars();
    let Some(key) = chars.next() else {
        return;
    };
    let rest = chars.as_str().trim();
    if !certain && rest.starts_with(|c: char| c.is_lowercase()) && !rest.starts_with("http") {
        return;
    }
    let text = || rest.to_owned();
    match key {
        'A' => about.author = Some(text()),
        'D' => about.title = Some(text()),
        'S' => about.source = Some(text()),
        'C' => about.comments.push(text()),
        'B' => about.comments.push(format!("Date: {rest}")),
        'L' => about.comments.push(format!("Level: {rest}")),
        'U' => about.comments.push(format!("Url: {rest}")),
        _ => {}
    }
}
