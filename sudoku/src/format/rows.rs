//! Puzzles with a line for each row: plain, with lines and bars between boxes, with candidates, with titles (Euler) or
//! with `#` headers (SadMan).

use std::fmt::Write as _;

use super::definition::{Definition, Layout, Write};
use super::line::wrong_length;
use super::plain::plain_rows;
use super::reader::{Facts, Reader};
use super::shape::{
    Line, Reading, RowShape, dashes_are_rows, look, reading, rows_without_rules, without_comment, words,
};
use super::spaced;
use super::token::{Side, Token, characters};
use crate::about::About;
use crate::print;
use crate::puzzle::Puzzle;
use crate::text::ParseError;
use crate::text::cells::cells_in_words;

pub(super) const GRID: Definition = Definition {
    name: "grid",
    also: &[],
    help: "a line for each row, rules between boxes",
    record: "rows",
    layout: Layout::Rows,
    begins: |_| false,
    read: |reader, piece| read(reader, piece.utf8()?, piece.line, false),
    header: "",
    write: Write::Givens(|puzzle, index, to| write(&print::rows(puzzle), index, to)),
};

pub(super) const SS: Definition =
    Definition { name: "ss", also: &["simple-sudoku"], help: "rows with | and --- (Simple Sudoku)", ..GRID };

pub(super) const CANDIDATES: Definition = Definition {
    name: "candidates",
    help: "the candidates of every cell (HoDoKu, SudokuWiki)",
    write: Write::Candidates(|puzzle, index, to| write(&print::candidates(puzzle, &puzzle.cells), index, to)),
    ..GRID
};

pub(super) const EULER: Definition = Definition {
    name: "euler",
    help: "Grid 01 and its rows (Project Euler 96)",
    write: Write::Givens(|puzzle, index, to| {
        let _ = writeln!(to, "Grid {:02}", index + 1);
        plain_rows(puzzle, '0', to);
    }),
    ..GRID
};

/// A line of cells.
struct Row<'a> {
    tokens: Vec<Token<'a>>,
    shape: RowShape,
    dashes: bool,
    line: u64,
}

/// The lines of one grid.
#[derive(Default)]
pub(super) struct Rows<'a> {
    rows: Vec<Row<'a>>,
    /// All lines that are not drawn, also blank ones.
    lines: Vec<(u64, &'a str)>,
}

impl<'a> Rows<'a> {
    /// Adds a line that looks like this.
    pub fn add(&mut self, line: u64, text: &'a str, looks: Line) {
        let (shape, dashes) = match looks {
            Line::Comment | Line::Title | Line::Rule => return,
            Line::Blank => {
                self.lines.push((line, text));
                return;
            }
            Line::Dashes(shape) => (shape, true),
            Line::Cells(shape) => (shape, false),
        };
        self.lines.push((line, without_comment(text)));
        self.rows.push(Row { tokens: words(without_comment(text), line), shape, dashes, line });
    }
}

/// Reads the lines of one grid. With `has_headers` all comments are SadMan's headers, otherwise those that look like
/// them.
pub(super) fn read(
    reader: &mut Reader,
    text: &str,
    first_line: u64,
    has_headers: bool,
) -> Result<Puzzle, ParseError> {
    let mut rows = Rows::default();
    let mut about = About::default();
    for (line, text) in (first_line..).zip(text.lines()) {
        let looks = look(text);
        match looks {
            Line::Comment => header(text, has_headers, &mut about),
            Line::Title => about.title = About::line(text),
            _ => rows.add(line, text, looks),
        }
    }
    let (side, tokens) = cells(rows, first_line, &reader.facts)?;
    reader.assemble(side, &tokens, written(about))
}

/// Returns the cells of the lines of one grid.
pub(super) fn cells<'a>(
    Rows { mut rows, lines }: Rows<'a>,
    first_line: u64,
    facts: &Facts,
) -> Result<(Side, Vec<Token<'a>>), ParseError> {
    if spaced::are_spaced(rows.iter().map(|row| row.shape))
        && let Some(found) = spaced::cells(&lines, facts.size)
    {
        return Ok(found);
    }
    let marked = rows.iter().map(|row| (row.shape, row.dashes));
    let shapes = rows_without_rules(marked.clone());
    if !dashes_are_rows(marked) {
        rows.retain(|row| !row.dashes);
    }
    let Reading { side, by_words } = reading(&shapes, facts.hints());
    // A side that was guessed from one row may have far more cells than the text.
    let length: usize = rows.iter().map(|row| row.shape.characters).sum();
    let mut tokens = Vec::with_capacity(side.cells().min(length));
    for (at, row) in rows.iter().enumerate() {
        let before = tokens.len();
        if by_words {
            tokens.extend(&row.tokens);
        } else {
            tokens.extend(row.tokens.iter().flat_map(|word| characters(word.text, word.line, word.column)));
        }
        let cells = tokens.len() - before;
        if rows.len() == 1 && (side.rows > 1 || cells != side.columns) {
            return Err(wrong_length(row.line, row.tokens[0].column, cells, facts.size));
        }
        if cells != side.columns {
            let what = format!("row {} has {}, {} expected", at + 1, cells_in_words(cells), side.columns);
            return Err(ParseError::new(row.line, 1, what));
        }
    }
    if rows.len() != side.rows {
        let line = rows.last().map_or(first_line, |row| row.line);
        let (row, have) = (if rows.len() == 1 { "row" } else { "rows" }, rows.len());
        let what = format!("{have} {row} of {}, {} rows expected", cells_in_words(side.columns), side.rows);
        return Err(ParseError::new(line, 1, what)
            .hint("a puzzle is one line of 81 characters (9x9), or 9 lines of 9, or another size likewise"));
    }
    Ok((side, tokens))
}

/// Returns the texts about the puzzle, if there are any.
fn written(about: About) -> Option<Box<About>> {
    (about != About::default()).then(|| Box::new(about))
}

/// Reads one of SadMan's headers, a letter and its text without a blank between. Unless it is `certain` to be one, text
/// that begins with a small letter makes it an ordinary comment.
fn header(line: &str, certain: bool, about: &mut About) {
    let mut chars = line.trim_start().trim_start_matches('#').chars();
    let Some(key) = chars.next() else {
        return;
    };
    let rest = About::line(chars.as_str());
    let text = rest.as_deref().unwrap_or_default();
    if !certain && text.starts_with(|c: char| c.is_lowercase()) && !text.starts_with("http") {
        return;
    }
    match key {
        'A' => about.author = rest,
        'D' => about.title = rest,
        'S' => about.source = rest,
        'C' => about.comments.extend(rest),
        'B' => about.comments.push(format!("Date: {text}")),
        'L' => about.comments.push(format!("Level: {text}")),
        'U' => about.comments.push(format!("Url: {text}")),
        _ => {}
    }
}

/// Appends the rows of a puzzle, with a blank line before all but the first.
fn write(rows: &str, index: u64, to: &mut String) {
    if index > 0 {
        to.push('\n');
    }
    to.push_str(rows);
}
