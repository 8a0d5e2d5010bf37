//! Lists, tuples and arrays of any language: brackets with cells in them.
//!
//! All cells stand in one row; brackets that are open know where they begin in it, so that a list costs nothing more if
//! it is nested deeply.

use super::{Findings, Form, Near, Search, Spot, cell, is_open};
use crate::format::infer::is_blank;
use crate::format::token::side_of;
use crate::grid::LARGEST;
use crate::text::cells::cells_in_words;

/// The most brackets within brackets that are looked at.
const DEEPEST: usize = 64;
/// The longest text in quotes that is passed over.
const LONGEST_TEXT: usize = 400;

/// Brackets that are open.
#[derive(Clone, Copy, Debug)]
struct Open {
    at: usize,
    /// The cells, the rows and the boards before it.
    cells: usize,
    rows: usize,
    boards: usize,
    /// Whether something in it is no cell.
    is_bad: bool,
    /// Whether other brackets stand in it.
    has_inner: bool,
}

/// A cell, or a name in its place.
#[derive(Clone, Copy, Debug)]
struct Item {
    spot: Spot,
    is_name: bool,
}

struct Scan<'a> {
    search: &'a Search<'a>,
    text: &'a str,
    at: usize,
    open: Vec<Open>,
    /// Brackets that are open beyond the deepest.
    deeper: usize,
    items: Vec<Item>,
    /// Where the rows begin and end among the items.
    rows: Vec<(usize, usize)>,
    /// Beginning and number of the cells that were tried last.
    tried: (usize, usize),
    /// Whether a comma would be an open cell.
    after_comma: bool,
    found: Findings,
}

pub(super) fn find(search: &Search<'_>, text: &str) -> Findings {
    let mut scan = Scan {
        search,
        text,
        at: 0,
        open: Vec::new(),
        deeper: 0,
        items: Vec::new(),
        rows: Vec::new(),
        tried: (0, 0),
        after_comma: false,
        found: Findings::default(),
    };
    while let Some(c) = scan.text[scan.at..].chars().next() {
        scan.step(c);
    }
    scan.found
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn step(&mut self, c: char) {
        match c {
            '[' | '(' | '{' => {
                if self.rest().starts_with("(*") || self.rest().starts_with("{-") {
                    let end = if c == '(' { "*)" } else { "-}" };
                    return self.comment(end);
                }
                self.enter();
                self.at += 1;
            }
            ']' | ')' | '}' => {
                self.leave();
                self.at += 1;
            }
            _ if self.open.is_empty() => self.at += self.outside(c),
            '"' | '\'' | '`' => self.text_in_quotes(c),
            ',' => {
                if self.after_comma {
                    let at = self.at;
                    self.push(Spot::open(at), false);
                }
                self.after_comma = true;
                self.at += 1;
            }
            ':' => {
                // A number before a colon is a key. Those in quotes are passed over.
                let is_number = self.text[..self.at].trim_end().ends_with(|c: char| c.is_ascii_digit());
                if is_number && self.open.last().is_some_and(|open| open.cells < self.items.len()) {
                    self.items.pop();
                }
                self.at += 1;
            }
            '/' if self.rest().starts_with("//") => self.comment("\n"),
            '/' if self.rest().starts_with("/*") => self.comment("*/"),
            '<' if self.rest().starts_with("<!--") => self.comment("-->"),
            '-' if self.rest().starts_with("-- ") => self.comment("\n"),
            '#' if self.rest().starts_with("#f") => self.word(),
            '#' if !self.rest().starts_with("#(") => self.comment("\n"),
            '%' if self.rest().starts_with("% ") || self.rest().starts_with("%%") => self.comment("\n"),
            ';' if self.is_comment_of_lisp() => self.comment("\n"),
            c if c.is_alphanumeric() || is_blank(c) || c == '~' => self.word(),
            c => self.at += c.len_utf8(),
        }
    }

    /// Passes over text outside of all brackets. Returns the number of bytes.
    fn outside(&self, c: char) -> usize {
        let next = self.rest()[c.len_utf8()..].find(['[', '(', '{']);
        next.map_or(self.text.len() - self.at, |next| next + c.len_utf8())
    }

    /// Whether a semicolon begins a comment: words stand after it.
    fn is_comment_of_lisp(&self) -> bool {
        let line = self.rest().lines().next().unwrap_or_default();
        let line = &line[..line.char_indices().nth(120).map_or(line.len(), |(at, _)| at)];
        line.starts_with(";;") || line.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 2)
    }

    /// Passes over a comment up to its end.
    fn comment(&mut self, end: &str) {
        let length = self.rest().find(end).map_or(self.rest().len(), |at| at + end.len());
        self.at += length;
    }

    fn enter(&mut self) {
        if self.open.len() == DEEPEST {
            self.deeper += 1;
            return;
        }
        if let Some(open) = self.open.last_mut() {
            open.has_inner = true;
        }
        let (cells, rows, boards) = (self.items.len(), self.rows.len(), self.found.boards.len());
        self.open.push(Open { at: self.at, cells, rows, boards, is_bad: false, has_inner: false });
        self.after_comma = self.rest()[1..].trim_start().starts_with(',');
    }

    fn leave(&mut self) {
        self.after_comma = false;
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(open) = self.open.pop() else { return };
        let count = self.items.len() - open.cells;
        if !open.has_inner && count > 0 {
            self.rows.push((open.cells, self.items.len()));
        }
        let has_board = self.found.boards.len() > open.boards;
        // A small list is a board if the text has nothing else, or if the size is known.
        let is_alone =
            || self.text[..open.at].trim().is_empty() && self.text[self.at + 1..].trim().is_empty();
        let is_possible =
            count >= 16 || self.search.facts.size.is_some() || self.search.is_bare && is_alone();
        // Rows that could be boards of their own are rows of a larger one.
        let rows = &self.rows[open.rows..];
        let is_square = rows.len() > 1
            && rows.len() * rows.len() == count
            && rows.iter().all(|(start, end)| end - start == rows.len());
        let is_row = !open.has_inner;
        if (!has_board || is_square)
            && !open.is_bad
            && count > 0
            && is_possible
            && self.tried != (open.cells, count)
        {
            self.tried = (open.cells, count);
            self.attempt(open, count);
        }
        match self.open.last_mut() {
            Some(outer) => outer.is_bad |= open.is_bad || has_board && !is_row,
            None => {
                self.items.clear();
                self.rows.clear();
                self.tried = (0, 0);
            }
        }
    }

    /// Tries the cells within brackets.
    fn attempt(&mut self, open: Open, count: usize) {
        let rows = &self.rows[open.rows..];
        let lengths = || rows.iter().map(|(start, end)| end - start);
        let cells = match self.search.facts.size {
            Some((rows, columns)) => rows * columns,
            None => side_of(count).map_or(0, |side| side * side),
        };
        let width = lengths().max().unwrap_or(0);
        let are_even = lengths().all(|length| length == width) || lengths().sum::<usize>() != count;
        if count == cells && are_even {
            match self.spots(open.cells) {
                Ok(spots) => match self.search.accept(Form::List, spots) {
                    Ok(board) => {
                        self.found.boards.truncate(open.boards);
                        self.found.boards.push(board);
                    }
                    Err(near) => self.found.nears.extend(near),
                },
                Err(near) => self.found.nears.push(near),
            }
            return;
        }
        // Nearly a board: most rows have as many cells as there are rows, but for one.
        let usual = lengths().filter(|&length| length == width || length + 1 == width).count();
        let most = most_common(lengths());
        let is_near = (4..=LARGEST).contains(&most)
            && rows.len().abs_diff(most) <= 1
            && usual == rows.len()
            && lengths().filter(|&length| length == most).count() + 1 >= most.min(rows.len())
            && lengths().sum::<usize>() == count
            && rows.iter().all(|&(start, _)| start >= open.cells);
        if is_near && self.search.facts.size.is_none() {
            let odd = rows.iter().find(|(start, end)| end - start != most);
            let (at, what) = match odd {
                Some(&(start, end)) => (
                    self.items[start].spot.at,
                    format!("a row of {}, {most} expected", cells_in_words(end - start)),
                ),
                None => (
                    self.items[open.cells].spot.at,
                    format!(
                        "{} rows of {}: a puzzle has as many rows as columns",
                        rows.len(),
                        cells_in_words(most)
                    ),
                ),
            };
            let near = Near::new(at, self.at, what).hint("--size names the rows and columns of other grids");
            self.found.nears.push(near);
        }
    }

    /// Returns the cells from this one on. One name can stand for open cells.
    fn spots(&self, from: usize) -> Result<Vec<Spot>, Near> {
        let mut name = None;
        let of = |spot: Spot| &self.text[spot.at..spot.at + spot.length];
        let spot = |item: &Item| {
            if !item.is_name {
                return Ok(item.spot);
            }
            let first = *name.get_or_insert(of(item.spot));
            if first == of(item.spot) {
                return Ok(Spot::open(item.spot.at));
            }
            let what =
                format!("{:?} beside {first:?}: only one name can stand for open cells", of(item.spot));
            Err(Near::new(item.spot.at, self.at, what).hint("write symbols in quotes"))
        };
        self.items[from..].iter().map(spot).collect()
    }

    fn push(&mut self, spot: Spot, is_name: bool) {
        self.items.push(Item { spot, is_name });
    }

    fn bad(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_bad = true;
        }
    }

    /// Takes a text in quotes: a cell, or something else.
    fn text_in_quotes(&mut self, quote: char) {
        self.after_comma = false;
        let rest = &self.rest()[1..];
        // Lisp quotes a list, and letters have an apostrophe.
        let window = &rest[..rest.char_indices().nth(LONGEST_TEXT).map_or(rest.len(), |(at, _)| at)];
        let before = self.text[..self.at].chars().next_back();
        let is_apostrophe = quote == '\'' && before.is_some_and(char::is_alphanumeric);
        let Some(end) = window.find(quote).filter(|_| !rest.starts_with('(') && !is_apostrophe) else {
            self.at += 1;
            return;
        };
        let inner = &window[..end];
        let start = self.at + 1 + (inner.len() - inner.trim_start().len());
        let is_key = rest[end + 1..].trim_start().starts_with(':');
        let symbols = self.search.facts.symbols.as_deref();
        let is_symbol = symbols.is_some_and(|symbols| symbols.find(inner.trim()).is_some());
        match cell(inner.trim(), start) {
            _ if is_key => {}
            _ if is_symbol => self.push(Spot { at: start, length: inner.trim().len() }, false),
            Some(spot) => self.push(spot, false),
            None => self.bad(),
        }
        self.at += end + 2;
    }

    /// Takes a number, a sign, or a name.
    fn word(&mut self) {
        self.after_comma = false;
        let ends = |c: char| c.is_whitespace() || "[](){},;\"'`:=&|<>/+".contains(c);
        let length = self.rest().find(ends).unwrap_or(self.rest().len()).max(1);
        let (at, word) = (self.at, &self.text[self.at..self.at + length]);
        self.at += length;
        let next = self.rest().chars().next();
        let later = self.rest().trim_start().chars().next();
        let is_word =
            word.starts_with(|c: char| c.is_alphabetic()) && !is_open(word) && !matches!(word, "x" | "X");
        // A sign of Basic that the next line goes on.
        let goes_on =
            word == "_" && matches!(next, Some('\n' | '\r')) && self.text[..at].trim_end().ends_with(',');
        if goes_on {
            return;
        }
        let is_told = matches!(word, "true" | "false") && self.text[..at].trim_end().ends_with(':');
        if is_told {
            // Whether a cell is given stands beside its digit.
            return;
        }
        if !is_word {
            match cell(word, at) {
                Some(spot) => self.push(spot, false),
                None if matches!(word, "..." | "…") => {}
                None => self.bad(),
            }
            return;
        }
        // The name of a call, an assignment, or what wraps a value.
        let wraps = word.len() > 2
            && next.is_some_and(char::is_whitespace)
            && later.is_some_and(|c| c.is_ascii_digit() || "[({".contains(c));
        let begins = self.open.last().is_some_and(|open| open.cells == self.items.len() && word.len() > 1)
            && next.is_some_and(char::is_whitespace)
            && later != Some(',');
        if matches!(next, Some('(' | '[' | '{')) || later == Some('=') || wraps || begins {
            return;
        }
        self.push(Spot { at, length }, true);
    }
}

/// Returns the most common number.
fn most_common(all: impl Iterator<Item = usize> + Clone) -> usize {
    all.clone()
        .max_by_key(|one| all.clone().take(2 * LARGEST).filter(|other| other == one).count())
        .unwrap_or(0)
}
