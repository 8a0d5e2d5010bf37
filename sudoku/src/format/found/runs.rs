//! Runs of cells within lines, whatever stands before and after them: `DATA 4,3,0,…`, `row1 = [4, 3, 0, …]`. A run is a
//! row or the whole board.

use super::{Candidate, Findings, Form, Search, Spot, cell};
use crate::format::infer::is_blank;
use crate::format::token::side_of;
use crate::grid::LARGEST;
use crate::symbols::is_bar;

/// The most bytes between two rows.
const WIDEST_GAP: usize = 80;

pub(super) fn find(search: &Search<'_>, text: &str) -> Findings {
    let runs = runs(text);
    let mut found = Findings::default();
    let mut at = 0;
    while at < runs.len() {
        match board(search, text, &runs[at..]) {
            Some((board, taken)) => {
                found.boards.push(board);
                at += taken;
            }
            None => at += 1,
        }
    }
    found.add(columns(search, text));
    found
}

/// Returns the boards that have each cell in a line of its own, perhaps with dashes before it.
fn columns(search: &Search<'_>, text: &str) -> Findings {
    let mut found = Findings::default();
    let mut column = Vec::new();
    let mut at = 0;
    for line in text.split('\n').chain([""]) {
        let sign =
            line.trim_start_matches("- ").trim_matches(|c: char| c.is_whitespace() || ",;\"'".contains(c));
        let sign = sign.rsplit("- ").next().unwrap_or_default();
        let place = at + (sign.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize).min(line.len());
        at += line.len() + 1;
        match cell(sign, place).filter(|_| !sign.is_empty()) {
            Some(spot) => column.push(spot),
            None => {
                let column = std::mem::take(&mut column);
                if side_of(column.len()).is_some_and(|side| side > 5) {
                    found.boards.extend(search.accept(Form::Rows, column).ok());
                }
            }
        }
    }
    found
}

/// Returns the board that begins with the first run, and the number of its runs.
fn board(search: &Search<'_>, text: &str, runs: &[Vec<Spot>]) -> Option<(Candidate, usize)> {
    let accept = |runs: &[&[Spot]]| Some((search.accept(Form::Table, runs.concat()).ok()?, runs.len()));
    let length = runs[0].len();
    let is_near = |pair: &[Vec<Spot>]| {
        let between = &text[pair[0][length - 1].at..pair[1][0].at];
        between.len() <= WIDEST_GAP && between.matches('\n').count() <= 2
    };
    // A dash or a point before each row belongs to a list or to a log.
    let is_marked =
        |row: &Vec<Spot>| text[row[0].at..].starts_with("- ") || text[row[0].at..].starts_with("* ");
    let rows = |marks: usize| {
        let width = length - marks;
        let rows = runs.get(..width).filter(|rows| {
            width <= LARGEST && rows.iter().all(|row| row.len() == length) && rows.windows(2).all(is_near)
        })?;
        let are_right = marks == 0 || rows.iter().all(is_marked);
        are_right.then(|| rows.iter().map(|row| &row[marks..]).collect::<Vec<_>>())
    };
    // A few numbers in a row are seldom a whole board.
    let may_be_whole = side_of(length).is_some_and(|side| side > 5);
    let whole = || if may_be_whole { accept(&[&runs[0]]) } else { None };
    [0, 1].into_iter().find_map(|marks| accept(&rows(marks)?)).or_else(whole)
}

/// Returns the length of a mark for an open cell at the beginning of a text: empty braces, or a point of HTML.
fn open_mark(text: &str) -> Option<usize> {
    const MARKS: [&str; 5] = ["{}", "&middot;", "&#183;", "&bull;", "\\cdot"];
    MARKS.iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len())
}

/// Returns the runs of at least four cells.
fn runs(text: &str) -> Vec<Vec<Spot>> {
    let mut found = Vec::new();
    let mut run = Vec::new();
    let mut end = |run: &mut Vec<Spot>| {
        if run.len() > 3 {
            found.push(std::mem::take(run));
        }
        run.clear();
    };
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if let Some(length) = open_mark(&text[at..]) {
            run.push(Spot::open(at));
            at += length;
        } else if c.is_alphanumeric() || is_blank(c) || c == '~' {
            let is_other = |c: char| c.is_whitespace() || is_bar(c) || "[](){},;\"'`:=&<>/\\+$⍴".contains(c);
            let length = text[at..].find(is_other).unwrap_or(text.len() - at);
            match cell(&text[at..at + length], at) {
                Some(spot) => run.push(spot),
                None => end(&mut run),
            }
            at += length;
        } else {
            // A semicolon after a blank begins a comment.
            let is_comment = c == ';' && text[..at].ends_with(char::is_whitespace);
            // A sign alone is drawn between boxes.
            let is_alone = || {
                text[..at].ends_with(char::is_whitespace) && text[at + 1..].starts_with(char::is_whitespace)
            };
            let is_drawn = || "!#/\\:".contains(c) && is_alone();
            if c == '\n' || is_comment || !(c.is_whitespace() || is_bar(c) || ",;&".contains(c) || is_drawn())
            {
                end(&mut run);
            }
            at += c.len_utf8();
        }
    }
    end(&mut run);
    found
}
