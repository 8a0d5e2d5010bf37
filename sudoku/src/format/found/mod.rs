//! Boards wherever they stand in a text: in programs, tables, lessons and letters.
//!
//! A passage is text that is no whole format by itself. Some finders look for candidates of boards in it, each for one
//! way to write them; a candidate has to be a square of cells that could be a puzzle. What does not look like a board is
//! silent, and what nearly is one becomes an error with its place.
//!
//! | finder | boards |
//! |---|---|
//! | [`pieces`] | words and texts in quotes: a board, or a row each: `seq='0030…'`, `"53…\n6…"`, `"43 618"` |
//! | [`lists`] | brackets of any language, with comments: `[[5,3,0],…]`, `(list 5 3 B …)`, `{{5,3},…}` |
//! | [`tables`] | fields: HTML, wikis, Markdown, LaTeX, spreadsheets, printed grids with a sign a cell |
//! | [`lines`] | printed grids in any form that the reader of grids takes, after quoting and comment signs |
//! | [`facts`] | a fact for each given, with row, column and digit: `(0, 4, 7)`, `R1C5=7`, `x[1,5] = 7` |
//! | [`runs`] | cells side by side in lines, whatever stands before and after them |

mod facts;
mod lines;
mod lists;
mod pieces;
mod runs;
mod tables;

use std::sync::Arc;

use super::ParseError;
use super::infer::{infer, is_blank};
use super::reader::{Facts, Reader, meant};
use super::token::{Side, Token, side_of};
use crate::puzzle::Puzzle;
use crate::symbols::Symbols;

/// The way in which a board is written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// One word, or one text in quotes.
    Text,
    /// A word or a text in quotes for each row, or several that are joined.
    Texts,
    /// Brackets with the cells in them.
    List,
    /// Fields with a sign between them.
    Table,
    /// A printed grid.
    Rows,
    /// A fact for each given: row, column and digit.
    Facts,
}

impl Form {
    /// Returns the form's name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Form::Text => "a text of cells",
            Form::Texts => "texts of cells",
            Form::List => "a list",
            Form::Table => "a table",
            Form::Rows => "printed rows",
            Form::Facts => "facts of cells",
        }
    }
}

/// A board that was found in a text, with the places of its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    form: Form,
    side: Side,
    /// Beginning and length of each cell, from the beginning of the record; and its line and column.
    cells: Vec<(Spot, u64, u32)>,
}

impl Board {
    /// Returns the way in which the board is written.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Makes the puzzle.
    pub(super) fn read(&self, reader: &mut Reader, text: &str) -> Result<Puzzle, ParseError> {
        let token = |&(spot, line, column): &(Spot, u64, u32)| Token { text: spot.of(text), line, column };
        let tokens: Vec<Token<'_>> = self.cells.iter().map(token).collect();
        reader.assemble(self.side, &tokens, None)
    }
}

/// The place of a cell in a text. Without length it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    at: usize,
    length: usize,
}

impl Spot {
    fn open(at: usize) -> Spot {
        Spot { at, length: 0 }
    }

    /// Returns the text of the cell.
    fn of(self, text: &str) -> &str {
        if self.length == 0 { "." } else { &text[self.at..self.at + self.length] }
    }

    /// Whether its text is a usual one of open cells.
    fn is_blank(self, text: &str) -> bool {
        let sign = self.of(text);
        is_open(sign) || matches!(sign, "0" | "x" | "X" | " ")
    }
}

/// What was found in a passage: bytes of it with a board or an error, and the line of the first.
#[derive(Debug)]
pub(super) struct Found {
    pub start: usize,
    pub end: usize,
    pub line: u64,
    pub what: Result<Board, ParseError>,
}

/// Finds boards in texts.
#[derive(Debug)]
pub(super) struct Finder {
    facts: Facts,
}

/// A candidate that could be a puzzle.
#[derive(Debug)]
struct Candidate {
    form: Form,
    side: Side,
    spots: Vec<Spot>,
    is_full: bool,
}

impl Candidate {
    fn start(&self) -> usize {
        self.spots.iter().map(|spot| spot.at).min().unwrap_or(0)
    }

    fn end(&self) -> usize {
        self.spots.iter().map(|spot| spot.at + spot.length).max().unwrap_or(0)
    }
}

/// Something that is nearly a board: its place and what is wrong.
#[derive(Debug)]
struct Near {
    at: usize,
    end: usize,
    error: ParseError,
}

impl Near {
    fn new(at: usize, end: usize, what: impl Into<String>) -> Near {
        Near { at, end, error: ParseError::new(0, 0, what) }
    }

    fn hint(self, hint: &str) -> Near {
        Near { error: self.error.hint(hint), ..self }
    }
}

/// The candidates of a finder, in the order of the text, and what is nearly a board.
#[derive(Debug, Default)]
struct Findings {
    boards: Vec<Candidate>,
    nears: Vec<Near>,
}

/// The fewest givens of a board in a text.
const FEWEST_GIVENS: usize = 4;

impl Finder {
    pub fn new(
        size: Option<(usize, usize)>,
        symbols: Option<Arc<Symbols>>,
        read_as: Vec<(String, String)>,
    ) -> Finder {
        Finder { facts: Facts { size, symbols, read_as, ..Facts::default() } }
    }

    /// Returns the boards of a text that begins in this line, in order.
    pub fn find(&self, text: &str, line: u64, is_list: bool) -> Vec<Found> {
        let search = Search { facts: &self.facts, text, is_bare: is_list || is_bare(text) };
        let mut all = Findings::default();
        for found in [
            facts::find(&search, text),
            pieces::find(&search, text),
            lists::find(&search, text),
            tables::find(&search, text),
            lines::find(&search, text, line),
            runs::find(&search, text),
        ] {
            all.add(found);
        }
        all.nears.sort_by_key(|near| near.at);
        all.placed(text, line)
    }
}

/// Whether a text has no words: what stands in it is meant as boards.
fn is_bare(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).all(|word| word.chars().nth(2).is_none())
}

/// What is searched, and how.
#[derive(Debug)]
struct Search<'a> {
    facts: &'a Facts,
    text: &'a str,
    /// Whether a square is a board, whatever is in its cells.
    is_bare: bool,
}

impl Search<'_> {
    /// Returns a candidate of these cells if it could be a puzzle, or the error if it nearly could.
    fn accept(&self, form: Form, spots: Vec<Spot>) -> Result<Candidate, Option<Near>> {
        let text = self.text;
        let side = match self.facts.size {
            Some((rows, columns)) => Side { rows, columns },
            None => Side::square(side_of(spots.len()).filter(|&side| side > 3 || self.is_bare).ok_or(None)?),
        };
        if side.cells() != spots.len() {
            return Err(None);
        }
        let tokens: Vec<Token<'_>> = (0..)
            .zip(&spots)
            .map(|(at, spot)| Token { text: spot.of(text), line: 1, column: at + 1 })
            .collect();
        let tokens = meant(&tokens, &self.facts.read_as);
        let values = side.rows.max(side.columns);
        let found = infer(&tokens, values, self.facts.symbols.as_deref()).map_err(|error| {
            let at = spots[error.column as usize - 1].at;
            let error = ParseError { line: 0, ..error };
            // A sign that looks like a digit is a mistake in a board.
            let is_told = !error.meant.is_empty() || self.is_bare && form != Form::Text;
            let end = spots.iter().map(|spot| spot.at + spot.length).max().unwrap_or(at);
            is_told.then_some(Near { at, end, error })
        })?;
        let value = |cell: usize| found.cells[cell].value();
        let given = (0..spots.len()).filter(|&cell| value(cell).is_some()).count();
        let mut clashes = 0;
        let mut count = |cells: &mut dyn Iterator<Item = usize>| {
            let mut seen = 0_u64;
            let mut is_repeated = false;
            for value in cells.filter_map(value) {
                is_repeated |= seen >> value & 1 == 1;
                seen |= 1 << value;
            }
            clashes += usize::from(is_repeated);
        };
        for row in 0..side.rows {
            count(&mut (0..side.columns).map(|column| row * side.columns + column));
        }
        for column in 0..side.columns {
            count(&mut (0..side.rows).map(|row| row * side.columns + column));
        }
        // Tables of numbers are no puzzles. A board with a mistake is one.
        let is_full = given == spots.len();
        let most = if is_full { 0 } else { 2 };
        let different =
            found.cells.iter().filter_map(|cell| cell.value()).fold(0_u64, |seen, value| seen | 1 << value);
        let is_likely =
            given >= FEWEST_GIVENS && 2 * different.count_ones() as usize >= values && clashes <= most;
        // Signs alone, as two quotes, are no board.
        let is_something = text.contains(|c: char| c.is_alphanumeric() || is_blank(c) || !c.is_ascii());
        // Words and texts are boards by their lengths alone.
        let is_certain = self.is_bare && (clashes <= most || !matches!(form, Form::Text | Form::Texts));
        if !is_certain && !is_likely || !is_something {
            return Err(None);
        }
        Ok(Candidate { form, side, spots, is_full })
    }
}

impl Findings {
    /// Adds a finder's boards where there are none yet.
    fn add(&mut self, mut other: Findings) {
        self.nears.append(&mut other.nears);
        let known: Vec<(usize, usize)> =
            self.boards.iter().map(|board| (board.start(), board.end())).collect();
        let is_free = |board: &Candidate| {
            let after = known.partition_point(|&(_, end)| end <= board.start());
            known.get(after).is_none_or(|&(start, _)| start >= board.end())
        };
        let mut last = 0;
        for board in other.boards {
            if board.start() >= last && is_free(&board) {
                last = board.end();
                self.boards.push(board);
            }
        }
        self.boards.sort_by_key(Candidate::start);
    }

    /// Returns the boards and errors with their lines and columns.
    fn placed(self, text: &str, line: u64) -> Vec<Found> {
        let mut places = Places { text, at: 0, line, column: 1, line_start: 0 };
        let is_free = |near: &Near| {
            let after = self.boards.partition_point(|board| board.end() <= near.at);
            self.boards.get(after).is_none_or(|board| board.start() > near.end)
        };
        let mut nears = self.nears.into_iter().filter(is_free).collect::<Vec<_>>().into_iter().peekable();
        let mut found: Vec<Found> = Vec::new();
        let mut before: Option<Candidate> = None;
        let mut taken = 0;
        let mut boards = self.boards.into_iter().peekable();
        loop {
            let near = nears.next_if(|near| boards.peek().is_none_or(|board| near.at < board.start()));
            if let Some(Near { at, end, mut error }) = near {
                if at >= taken {
                    let place = places.of(at);
                    if error.line == 0 {
                        (error.line, error.column) = place;
                    }
                    found.push(Found { start: places.line_start, end, line: place.0, what: Err(error) });
                    taken = end.max(at + 1);
                }
                continue;
            }
            let Some(board) = boards.next() else { return found };
            // Facts may stand in any order.
            let mut order: Vec<usize> = (0..board.spots.len()).collect();
            order.sort_by_key(|&cell| board.spots[cell].at);
            let mut cells: Vec<(Spot, u64, u32)> = board.spots.iter().map(|&spot| (spot, 0, 0)).collect();
            for &cell in &order {
                (cells[cell].1, cells[cell].2) = places.of(cells[cell].0.at);
            }
            let line = cells[order[0]].1;
            // Digits for the open cells of a puzzle are no other puzzle, nor is its solution beside it.
            if before.as_ref().is_some_and(|puzzle| board.goes_on(puzzle, text)) {
                continue;
            }
            let is_solution = before.as_ref().is_some_and(|puzzle| board.solves(puzzle, text, line, &found));
            if !is_solution {
                let begin = text[..board.start()].rfind('\n').map_or(0, |at| at + 1);
                let moved = cells.into_iter().map(|(spot, line, column)| {
                    (Spot { at: spot.at - begin.min(spot.at), ..spot }, line, column)
                });
                let what = Board { form: board.form, side: board.side, cells: moved.collect() };
                found.push(Found { start: begin, end: board.end(), line, what: Ok(what) });
            }
            before = Some(board);
        }
    }
}

impl Candidate {
    /// Whether it has facts about open cells of a puzzle before it, and no others.
    fn goes_on(&self, puzzle: &Candidate, text: &str) -> bool {
        let are_apart = |(spot, own): (&Spot, &Spot)| own.length == 0 || spot.is_blank(text);
        self.form == Form::Facts
            && self.side == puzzle.side
            && puzzle.spots.iter().zip(&self.spots).all(are_apart)
    }

    /// Whether it is the solution of a puzzle that stands before it in the same line.
    fn solves(&self, puzzle: &Candidate, text: &str, line: u64, found: &[Found]) -> bool {
        let is_beside = found.last().is_some_and(|found| found.line == line);
        let agrees = |(spot, own): (&Spot, &Spot)| spot.of(text) == own.of(text) || spot.is_blank(text);
        let is_alike = self.is_full && !puzzle.is_full && self.side == puzzle.side;
        is_beside && is_alike && puzzle.spots.iter().zip(&self.spots).all(agrees)
    }
}

/// Lines and columns of offsets that ascend, mostly.
struct Places<'a> {
    text: &'a str,
    at: usize,
    line: u64,
    column: u32,
    line_start: usize,
}

impl Places<'_> {
    fn of(&mut self, at: usize) -> (u64, u32) {
        if at < self.at {
            // An open cell may have no place of its own.
            return (self.line, self.column);
        }
        for (offset, c) in self.text[self.at..at].char_indices() {
            if c == '\n' {
                (self.line, self.column, self.line_start) = (self.line + 1, 1, self.at + offset + 1);
            } else {
                self.column += 1;
            }
        }
        self.at = at;
        (self.line, self.column)
    }
}

/// Whether a sign alone stands for an open cell.
fn is_open(text: &str) -> bool {
    const NAMES: &str = "~ None null nil NULL Nothing NA NaN nan undefined false False FALSE #f empty Empty EMPTY blank \
                         Blank -1 __ -- ..";
    let mut each = text.chars();
    text.is_empty()
        || each.next().is_some_and(is_blank) && each.next().is_none()
        || NAMES.split(' ').any(|name| name == text)
}

/// Returns the cell of a field without blanks around it: a sign, a number, or nothing.
fn cell(text: &str, at: usize) -> Option<Spot> {
    if is_open(text) {
        return Some(Spot::open(at));
    }
    // Letters of Lisp have a sign before them.
    let (text, at) = match text.strip_prefix('?') {
        Some(letter) if is_open(letter) => return Some(Spot::open(at)),
        Some(letter) => (letter, at + 1),
        None => (text, at),
    };
    // Programs print points and types after numbers.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let is_plain = matches!(&text[digits..], "" | "." | ".0" | "L" | "u8" | "i8" | "i32" | "u32" | "f");
        return (digits <= 2 && is_plain).then_some(Spot { at, length: digits });
    }
    let mut each = text.chars();
    let first = each.next().filter(|c| c.is_alphanumeric() && each.next().is_none())?;
    Some(Spot { at, length: first.len_utf8() })
}
