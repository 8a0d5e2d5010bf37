//! Printed grids, as the reader of grids takes them: lines after quoting and comment signs, which may have drawn lines
//! between, blanks for open cells, or candidates.

use super::tables::lines;
use super::{Findings, Form, Near, Search, Spot};
use crate::format::infer::is_blank;
use crate::format::rows::{Rows, cells};
use crate::format::shape::{Line, look};
use crate::format::token::{Side, Token};
use crate::grid::LARGEST;
use crate::symbols::is_bar;

/// A line that may be of a grid: its beginning in the text, its number, and its text.
type Lines<'a> = [(usize, u64, &'a str)];

pub(super) fn find(search: &Search<'_>, text: &str, first_line: u64) -> Findings {
    let mut found = Findings::default();
    let mut number = first_line;
    let mut last = 0;
    let numbered = lines(text).into_iter().map(|(at, line)| {
        number += text[last..at].bytes().filter(|&byte| byte == b'\n').count() as u64;
        last = at;
        let (skipped, line) = unlabelled(line);
        (at + skipped, number, line)
    });
    let mut run: Vec<(usize, u64, &str)> = Vec::new();
    for (at, number, line) in numbered {
        if is_of_grid(line) || line.trim().is_empty() {
            run.push((at, number, line));
        }
        let is_end = !is_of_grid(line) && !line.trim().is_empty();
        if is_end || run.len() > 4 * LARGEST {
            grids(search, text, &run, &mut found);
            run.clear();
        }
    }
    grids(search, text, &run, &mut found);
    found
}

/// Whether a line has nothing but signs of grids.
fn is_of_grid(line: &str) -> bool {
    let is_sign = |c: char| {
        c.is_ascii_digit()
            || is_blank(c)
            || is_bar(c)
            || c.is_whitespace()
            || "xX+={}:'".contains(c)
            || ('\u{2500}'..='\u{257F}').contains(&c)
    };
    !line.trim().is_empty() && line.len() <= 12 * LARGEST && line.chars().all(is_sign)
}

/// Returns a line without the letter that names its row, and the number of bytes before it.
fn unlabelled(line: &str) -> (usize, &str) {
    let begin = line.trim_start();
    let mut each = begin.chars();
    let is_label = each.next().is_some_and(|c| c.is_ascii_uppercase() && c != 'X')
        && each.next().is_some_and(|c| c == ' ' || c == ':' || is_bar(c));
    if !is_label {
        return (0, line);
    }
    let rest = begin[1..].trim_start_matches(':');
    (line.len() - rest.len(), rest)
}

/// Finds the grids in lines that follow each other.
fn grids(search: &Search<'_>, text: &str, run: &Lines<'_>, found: &mut Findings) {
    let is_blank = |line: &&(usize, u64, &str)| line.2.trim().is_empty();
    let blanks = run.iter().take_while(is_blank).count();
    let run = &run[blanks..];
    let run = &run[..run.len() - run.iter().rev().take_while(is_blank).count()];
    if run.is_empty() || grid(search, text, run, found) {
        return;
    }
    for part in run.split(|line| is_blank(&line)).filter(|part| part.len() > 3) {
        if !grid(search, text, part, found) {
            found.nears.extend(near(search, part));
        }
    }
}

/// Takes lines as one grid, as they stand or without their common indentation.
fn grid(search: &Search<'_>, text: &str, run: &Lines<'_>, found: &mut Findings) -> bool {
    let indent =
        run.iter().filter(|line| !line.2.trim().is_empty()).map(|line| indent(line.2)).min().unwrap_or(0);
    let mut without = run.to_vec();
    for (at, _, line) in &mut without {
        let skipped = indent.min(line.len());
        (*at, *line) = (*at + skipped, line.get(skipped..).unwrap_or_default());
    }
    let ways: &[&Lines<'_>] = if indent > 0 { &[run, &without] } else { &[run] };
    for lines in ways {
        let Ok((side, tokens)) = read(search, lines) else { continue };
        let spots: Vec<Spot> = tokens.iter().map(|token| spot(text, token, lines)).collect();
        if search.facts.size.is_none() && (side.rows != side.columns || side.rows < 4) {
            continue;
        }
        if let Ok(board) = search.accept(Form::Rows, spots) {
            found.boards.push(board);
            return true;
        }
    }
    false
}

fn indent(line: &str) -> usize {
    line.bytes().take_while(|&byte| byte == b' ').count()
}

/// Returns the cells of lines, read as one grid.
fn read<'a>(search: &Search<'_>, lines: &Lines<'a>) -> Result<(Side, Vec<Token<'a>>), super::ParseError> {
    let mut rows = Rows::default();
    lines.iter().for_each(|&(_, number, line)| rows.add(number, line, look(line)));
    cells(rows, lines.first().map_or(1, |line| line.1), search.facts)
}

/// Returns the place of a cell that was read.
fn spot(text: &str, token: &Token<'_>, lines: &Lines<'_>) -> Spot {
    let at = (token.text.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    if at < text.len() && text.is_char_boundary(at) {
        return Spot { at, length: token.text.len() };
    }
    // A cell that is left blank is somewhere in its line.
    Spot::open(lines.iter().find(|line| line.1 == token.line).map_or(0, |line| line.0))
}

/// Returns the error of lines that are nearly a grid: one row too few or too many, or one of another length.
fn near(search: &Search<'_>, part: &Lines<'_>) -> Option<Near> {
    let shapes: Vec<_> = part
        .iter()
        .filter_map(|&(at, _, line)| match look(line) {
            Line::Cells(shape) => Some((at, shape)),
            _ => None,
        })
        .collect();
    let by_words = shapes.iter().all(|(_, shape)| shape.words > 5);
    let length = |&(_, shape): &(usize, crate::format::shape::RowShape)| {
        if by_words { shape.words } else { shape.characters }
    };
    let width = shapes
        .iter()
        .map(length)
        .max_by_key(|width| shapes.iter().filter(|row| length(row) == *width).count())?;
    let usual = shapes.iter().filter(|row| length(row) == width).count();
    let joined: String = part.iter().map(|line| line.2).collect();
    let different = ('1'..='9').filter(|&c| joined.contains(c)).count();
    let has_both = 2 * different >= width.min(9)
        && joined.contains(|c: char| ('1'..='9').contains(&c))
        && joined.contains(|c| is_blank(c) || c == '0');
    let is_near = (6..=LARGEST).contains(&width)
        && usual + 1 >= shapes.len()
        && usual + 1 >= width
        && shapes.len().abs_diff(width) <= 1
        && (usual, shapes.len()) != (width, width);
    if !is_near || !has_both || search.facts.size.is_some() {
        return None;
    }
    let error = read(search, part).err()?;
    let end = part[part.len() - 1];
    Some(Near { at: part[0].0, end: end.0 + end.2.len(), error })
}
