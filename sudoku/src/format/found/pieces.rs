//! Words of cells and texts in quotes: each is a board or a row, or several are joined.

use super::{Candidate, Findings, Form, Near, Search, Spot};
use crate::format::infer::{digit_of, is_blank};
use crate::format::line::wrong_length;
use crate::format::token::side_of;
use crate::grid::LARGEST;

/// The longest text in quotes in bytes.
const LONGEST: usize = 6000;
/// The most bytes between two rows.
const WIDEST_GAP: usize = 80;

/// A word, or a text in quotes.
#[derive(Debug)]
struct Piece {
    start: usize,
    end: usize,
    quoted: bool,
    /// Cells of each of its rows, if blanks are cells, and if they are not.
    rows: [Vec<usize>; 2],
}

impl Piece {
    /// Returns the number of its cells if it is one row.
    fn width(&self, open: usize) -> Option<usize> {
        (self.rows[open].len() == 1).then(|| self.rows[open][0])
    }

    /// Appends its cells.
    fn spots(&self, text: &str, open: usize, to: &mut Vec<Spot>) {
        let mut each = text[self.start..self.end].char_indices();
        while let Some((at, c)) = each.next() {
            let at = self.start + at;
            match c {
                '\\' => drop(each.next()),
                '\n' | '\r' | '\u{FE0F}' | '\u{20E3}' => {}
                c if c.is_whitespace() => {
                    if open == 0 {
                        to.push(Spot::open(at));
                    }
                }
                c => to.push(Spot { at, length: c.len_utf8() }),
            }
        }
    }
}

pub(super) fn find(search: &Search<'_>, text: &str) -> Findings {
    let pieces = pieces(text);
    let mut found = Findings::default();
    let (mut at, mut free) = (0, 0);
    while at < pieces.len() {
        // Several that are joined begin a text, or follow a board.
        let is_first = at == free || !is_joined(text, &pieces[at - 1], &pieces[at]);
        match board(search, text, (&pieces[at..], is_first), &mut found.nears) {
            Some((board, taken)) => {
                found.boards.push(board);
                at += taken;
                free = at;
            }
            None => at += 1,
        }
    }
    found
}

/// Returns the board that begins with the first piece, and the number of its pieces.
fn board(
    search: &Search<'_>,
    text: &str,
    (pieces, is_first): (&[Piece], bool),
    nears: &mut Vec<Near>,
) -> Option<(Candidate, usize)> {
    let first = &pieces[0];
    let mut accept = |form: Form, pieces: &[Piece], open: usize| {
        let mut spots = Vec::new();
        pieces.iter().for_each(|piece| piece.spots(text, open, &mut spots));
        match search.accept(form, spots) {
            Ok(board) => Some((board, pieces.len())),
            Err(near) => {
                nears.extend(near.filter(|_| pieces[0].quoted));
                None
            }
        }
    };
    let ways = if first.rows[0] == first.rows[1] { 1 } else { 2 };
    for open in 0..ways {
        // A row a piece.
        if let Some(width) = first.width(open).filter(|width| (4..=LARGEST).contains(width))
            && let Some(rows) = pieces.get(..width)
            // Short words among others may be numbers.
            && (width > 5 || search.is_bare || first.quoted || are_in_lines(text, rows))
            && rows.iter().all(|piece| piece.width(open) == Some(width))
            && rows.windows(2).all(|pair| is_near(text, &pair[0], &pair[1]))
            && let Some(found) = accept(Form::Texts, rows, open)
        {
            return Some(found);
        }
        // The whole board.
        let rows = &first.rows[open];
        let cells: usize = rows.iter().sum();
        let is_board = side_of(cells).is_some_and(|side| {
            side > 3 && (rows.len() == 1 || rows.len() == side && rows.iter().all(|&row| row == side))
        });
        if is_board && let Some(found) = accept(Form::Text, &pieces[..1], open) {
            return Some(found);
        }
        // A full stop after the board.
        if let Some(cells) = first.width(open)
            && !first.quoted
            && !search.is_bare
            && text[..first.end].ends_with(['.', '?'])
            && side_of(cells - 1).is_some_and(|side| side > 5)
        {
            let cut = Piece { end: first.end - 1, rows: [vec![cells - 1], vec![cells - 1]], ..*first };
            if let Some((board, _)) = accept(Form::Text, &[cut], open) {
                return Some((board, 1));
            }
        }
        // Several that are joined.
        let mut cells = 0;
        let most = if is_first { LARGEST } else { 0 };
        for (count, piece) in pieces.iter().take(most).enumerate() {
            let Some(width) = piece.width(open) else { break };
            if count > 0 && !is_joined(text, &pieces[count - 1], piece) {
                break;
            }
            cells += width;
            if count > 0
                && side_of(cells).is_some_and(|side| side > 5)
                && let Some(found) = accept(Form::Texts, &pieces[..=count], open)
            {
                return Some(found);
            }
        }
    }
    if search.facts.size.is_none() {
        nears.extend(near(text, first));
    }
    None
}

/// Returns the error of a text that has nearly as many cells as a board.
fn near(text: &str, piece: &Piece) -> Option<Near> {
    let cells = piece.width(0)?;
    if !(72..=90).contains(&cells) || side_of(cells).is_some() {
        return None;
    }
    let signs = text[piece.start..piece.end].chars();
    let digits = signs.clone().filter(|c| c.is_ascii_digit() && *c != '0').count();
    let others = signs.filter(|c| *c == '0' || is_blank(*c)).count();
    (digits >= 17 && others >= 20 && digits + others == cells).then(|| Near {
        at: piece.start,
        end: piece.end,
        error: wrong_length(0, 0, cells, None),
    })
}

/// Whether two rows may be of one board.
fn is_near(text: &str, one: &Piece, next: &Piece) -> bool {
    let between = &text[one.end..next.start];
    between.len() <= WIDEST_GAP && between.bytes().filter(|&byte| byte == b'\n').count() <= 2
}

/// Whether each row stands in a line of its own.
fn are_in_lines(text: &str, rows: &[Piece]) -> bool {
    rows.windows(2).all(|pair| text[pair[0].end..pair[1].start].contains('\n'))
}

/// Whether a program joins two texts: only signs stand between.
fn is_joined(text: &str, one: &Piece, next: &Piece) -> bool {
    let between = &text[one.end..next.start];
    is_near(text, one, next) && between.chars().all(|c| c.is_whitespace() || "\"'`+,.&\\();<>|~/".contains(c))
}

/// Returns the pieces of a text in order.
fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let follows_word = at > 0 && bytes[at - 1].is_ascii_alphanumeric();
        if matches!(byte, b'"' | b'\'' | b'`') && (!follows_word || byte != b'\'') {
            if let Some(end) = quoted(text, at).filter(|&end| may_be_one(&text[at + 1..end])) {
                // A key is no row of the object in which it stands.
                if !(end - at < 16 && text[end + 1..].trim_start().starts_with(':')) {
                    found.extend(piece(text, at + 1, end, true));
                }
                // Cells in quotes are of lists.
                at = end + 1;
                continue;
            }
            at += 1;
        } else if is_of_word(byte) || byte >= 0x80 {
            let is_sign = |c: char| {
                u8::try_from(c).is_ok_and(is_of_word)
                    || is_blank(c)
                    || matches!(c, '\u{FE0F}' | '\u{20E3}')
                    || digit_of(c).is_some()
            };
            let length = text[at..].find(|c| !is_sign(c)).unwrap_or(text.len() - at);
            found.extend(piece(text, at, at + length, false));
            at += length.max(1);
            while !text.is_char_boundary(at) {
                at += 1;
            }
        } else {
            at += 1;
        }
    }
    found
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'*' | b'_' | b'-' | b'?')
}

/// Returns the end of a text in quotes that has nothing but cells.
fn quoted(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = bytes[at];
    let mut place = at + 1;
    while place < bytes.len().min(at + LONGEST) {
        match bytes[place] {
            byte if byte == quote => return (place > at + 1).then_some(place),
            b'\\' => place += 2,
            byte if is_of_word(byte) || matches!(byte, b' ' | b'\n' | b'\r') || byte >= 0x80 => place += 1,
            _ => return None,
        }
    }
    None
}

/// Whether a text in quotes has one line, or may have as many as a board. In others there may be words of cells.
fn may_be_one(inner: &str) -> bool {
    let lines = inner.split('\n').map(str::trim_end).filter(|line| !line.trim().is_empty());
    let count = lines.clone().count();
    let is_square = |cells: fn(&str) -> usize| lines.clone().all(|line| cells(line) == count);
    count < 2
        || is_square(|line| line.chars().count())
        || is_square(|line| line.split_whitespace().map(|word| word.chars().count()).sum())
}

/// Returns a piece if it can be a row or a board.
fn piece(text: &str, start: usize, end: usize, quoted: bool) -> Option<Piece> {
    let inner = text.get(start..end)?;
    if inner.len() < 4 || !inner.chars().any(|c| c.is_numeric() || c.is_ascii_uppercase()) {
        return blank(inner, quoted, start, end);
    }
    let letters =
        inner.bytes().filter(u8::is_ascii_alphabetic).filter(|byte| !b"xXnr".contains(byte)).count();
    if letters > 0
        && (inner.len() < if quoted { 9 } else { 36 } || inner.bytes().any(|byte| byte.is_ascii_lowercase()))
        && !quoted
    {
        return None;
    }
    Some(counted(inner, start, end, quoted))
}

/// A row of blanks only.
fn blank(inner: &str, quoted: bool, start: usize, end: usize) -> Option<Piece> {
    let is_row = inner.len() >= 4
        && inner.chars().all(|c| is_blank(c) || c == ' ')
        && !inner.chars().all(|c| c == '-')
        && (quoted || !inner.contains(' '));
    is_row.then(|| counted(inner, start, end, quoted))
}

fn counted(inner: &str, start: usize, end: usize, quoted: bool) -> Piece {
    let mut rows = [vec![0], vec![0]];
    let mut each = inner.chars();
    while let Some(c) = each.next() {
        match c {
            '\\' | '\n' => {
                if c == '\\' {
                    each.next();
                }
                rows.iter_mut().filter(|rows| rows[rows.len() - 1] > 0).for_each(|rows| rows.push(0));
            }
            '\r' | '\u{FE0F}' | '\u{20E3}' => {}
            c => {
                let [all, filled] = &mut rows;
                *all.last_mut().expect("a row") += 1;
                *filled.last_mut().expect("a row") += usize::from(!c.is_whitespace());
            }
        }
    }
    for rows in &mut rows {
        if rows.len() > 1 && rows.last() == Some(&0) {
            rows.pop();
        }
    }
    Piece { start, end, quoted, rows }
}
