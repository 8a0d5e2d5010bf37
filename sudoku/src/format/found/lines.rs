//! Printed grids, as the reader of grids takes them: lines after quoting and comment signs, which may have drawn lines
//! between, blanks for open cells, or candidates.

use super::tables::lines;
use super::{Findings, Form, Near, Search, Spot};
use crate::format::infer::{digit_of, is_blank};
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
            grids(search, &run, &mut found);
            run.clear();
        }
    }
    grids(search, &run, &mut found);
    found
}

/// Whether a line has nothing but signs of grids.
fn is_of_grid(line: &str) -> bool {
    let is_sign = |c: char| {
        c.is_ascii_digit()
            || is_blank(c)
            || is_bar(c)
            || c.is_whitespace()
            || digit_of(c).is_some()
            || "xX+={}:'!#/I".contains(c)
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
fn grids(search: &Search<'_>, run: &Lines<'_>, found: &mut Findings) {
    let is_blank = |line: &&(usize, u64, &str)| line.2.trim().is_empty();
    let blanks = run.iter().take_while(is_blank).count();
    let run = &run[blanks..];
    let run = &run[..run.len() - run.iter().rev().take_while(is_blank).count()];
    if run.is_empty() || grid(search, run, found) {
        return;
    }
    for part in run.split(|line| is_blank(&line)).filter(|part| part.len() > 3) {
        if !grid(search, part, found) {
            found.nears.extend(near(search, part));
        }
    }
}

/// Takes lines as one grid, as they stand or without their common indentation.
fn grid(search: &Search<'_>, run: &Lines<'_>, found: &mut Findings) -> bool {
    let indent =
        run.iter().filter(|line| !line.2.trim().is_empty()).map(|line| indent(line.2)).min().unwrap_or(0);
    let mut without = run.to_vec();
    for (at, _, line) in &mut without {
        let skipped = indent.min(line.len());
        (*at, *line) = (*at + skipped, line.get(skipped..).unwrap_or_default());
    }
    let drawn = bars(&without);
    let with_bars: Option<Vec<_>> = drawn
        .as_ref()
        .map(|lines| lines.iter().map(|(at, number, line)| (*at, *number, line.as_str())).collect());
    let left = halves(&without);
    let ways = [Some(run), Some(&without[..]).filter(|_| indent > 0), with_bars.as_deref(), left.as_deref()];
    for lines in ways.into_iter().flatten() {
        let Ok((side, tokens)) = read(search, lines) else { continue };
        let spots: Vec<Spot> = tokens.iter().map(|token| spot(token, lines)).collect();
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
fn spot(token: &Token<'_>, lines: &Lines<'_>) -> Spot {
    let first = lines.partition_point(|line| line.1 < token.line);
    let own = || lines[first..].iter().take_while(|line| line.1 == token.line);
    let place = |line: &str| (token.text.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize);
    match own().find(|line| place(line.2) < line.2.len()) {
        Some((at, _, line)) => Spot { at: at + place(line), length: token.text.len() },
        // A cell that is left blank is somewhere in its line.
        None => Spot::open(own().next().map_or(0, |line| line.0)),
    }
}

/// Returns lines with bars in the place of other signs between boxes: `# 5 3 . # . 7 . #`, `53.!.7.!...`. Each row has
/// them at the same places.
fn bars(run: &Lines<'_>) -> Option<Vec<(usize, u64, String)>> {
    let is_cell = |c: char| c.is_alphanumeric() && !"I".contains(c) || is_blank(c) && c != '-';
    let of = |sign: char| {
        let is_row = |line: &str| line.chars().any(|c| c != sign && is_cell(c));
        let places = |line: &str| -> Vec<usize> {
            line.chars().enumerate().filter(|&(_, c)| c == sign).map(|(at, _)| at).collect()
        };
        let mut rows = run.iter().filter(|line| is_row(line.2)).map(|line| places(line.2));
        let first = rows.next().filter(|places| places.len() > 1)?;
        rows.all(|places| places == first).then_some(sign)
    };
    let sign = ['#', '!', '/', ':', 'I'].into_iter().find_map(of)?;
    Some(run.iter().map(|&(at, number, line)| (at, number, line.replace(sign, "|"))).collect())
}

/// Returns the left halves of lines with two grids side by side, if the right one is the solution of the left one.
fn halves<'a>(run: &Lines<'a>) -> Option<Vec<(usize, u64, &'a str)>> {
    let is_cell = |c: char| c.is_alphanumeric() || is_blank(c) && c != '-';
    let cells = |line: &'a str| line.char_indices().filter(move |&(_, c)| is_cell(c));
    let rows: Vec<usize> = run.iter().map(|line| cells(line.2).count()).filter(|&count| count > 0).collect();
    let side = rows.len();
    if side < 4 || rows.iter().any(|&count| count != 2 * side) {
        return None;
    }
    let mut halves = Vec::with_capacity(run.len());
    for &(at, number, line) in run {
        let signs: Vec<(usize, char)> = cells(line).collect();
        let Some(&(last, c)) = signs.get(side - 1) else { continue };
        let end = last + c.len_utf8();
        let (left, right) = signs.split_at(side);
        let agrees = |(one, other): (&(usize, char), &(usize, char))| {
            one.1 == other.1 || is_blank(one.1) || one.1 == '0'
        };
        let is_solved = right.iter().all(|&(_, c)| !is_blank(c) && c != '0');
        let is_apart = line[end..right[0].0].contains("  ");
        if !left.iter().zip(right).all(agrees) || !is_solved || !is_apart {
            return None;
        }
        halves.push((at, number, &line[..end]));
    }
    Some(halves)
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
