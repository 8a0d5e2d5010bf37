//! The grammar of lists of cells.
//!
//! ```text
//! list  = part { blank part }          the order is kept
//! part  = cell | block | path | ray | "row" n | "col" n | "column" n | "box" n | "region" symbol | "all"
//!         | "neighbours of" cell       above, left, right, below
//!         | ("top" | "bottom") column | ("left" | "right") row     as seen from that side
//!         | NAME | NAMEn-m             cells beside the grid; g1c1 is the label of an unknown region
//! cell  = "r"n"c"n                     from 1
//! block = "r"n["-"m]"c"n["-"m]         row by row; backwards where m < n
//! ray   = cell ("ul" | "ur" | "dl" | "dr")   diagonally on to the border
//! path  = (cell | block) {"-" cell}    filled in along rows, columns and diagonals, from the block's last cell
//! ```

use super::ParseError;
use super::did_you_mean;
use super::scan::{Scanner, quote};
use crate::grid::{Grid, LARGEST};

mod houses;
mod inner;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use inner::Inner;
pub(crate) use write::write;

/// Words at the beginning of a part.
const WORDS: [&str; 12] = [
    "row",
    "col",
    "column",
    "box",
    "region",
    "all",
    "neighbours",
    "neighbors",
    "top",
    "bottom",
    "left",
    "right",
];

/// The most cells of a list, repetitions included. Without a limit a short text could fill the memory.
const MOST_CELLS: usize = 4 * LARGEST * LARGEST;

/// Capacity for the cells of most lists.
const USUAL_CELLS: usize = 8;

/// The largest number that is read. It is above all valid ones, so that errors can name a number outside the grid.
const MOST: u64 = 999_999;

/// The directions of rays.
const RAYS: [(&str, (i32, i32)); 4] = [("ul", (-1, -1)), ("ur", (-1, 1)), ("dl", (1, -1)), ("dr", (1, 1))];

/// The meaning of the names of cells.
pub(crate) trait Layout {
    /// The grid for names by row and column.
    fn grid(&self) -> &Grid;

    /// Returns the cell of any other name, or `None` if no cell has it.
    fn named(&self, _name: &str) -> Option<u16> {
        None
    }

    /// Returns the name of a cell in lists.
    fn name(&self, cell: u16) -> String {
        self.grid().usual_name(cell.into()).to_string().to_lowercase()
    }

    /// Returns the least and the greatest number of any cell.
    fn numbers(&self) -> (i64, i64) {
        let (first, values) = (i64::from(self.grid().first_value()), self.grid().values());
        (first, first + values as i64 - 1)
    }
}

impl Layout for Grid {
    fn grid(&self) -> &Grid {
        self
    }

    fn named(&self, name: &str) -> Option<u16> {
        Grid::named(self, name)
    }

    fn name(&self, cell: u16) -> String {
        let name = Grid::usual_name(self, cell.into()).to_string();
        if usize::from(cell) < self.rectangle() { name.to_lowercase() } else { name }
    }
}

/// Returns `1 cell` or `3 cells`.
pub(crate) fn cells_in_words(count: usize) -> String {
    if count == 1 { "1 cell".into() } else { format!("{count} cells") }
}

/// Reads a list of at least one cell. It ends at `,` `=` `}` `|` `&`, a comment, the word `in`, or the end of the line.
pub(crate) fn list(scanner: &mut Scanner<'_>, layout: &dyn Layout) -> Result<Vec<u16>, ParseError> {
    scanner.skip_blanks();
    let mut cells = Vec::with_capacity(USUAL_CELLS);
    loop {
        singles(scanner, layout.grid(), &mut cells);
        if is_over(scanner) {
            break;
        }
        part(scanner, layout, &mut cells)?;
        scanner.skip_blanks();
    }
    if cells.is_empty() { Err(scanner.expected("a cell")) } else { Ok(cells) }
}

/// Reads the plain cells at the beginning of a list. Most lists have no other parts, and [`part`] is slower.
fn singles(scanner: &mut Scanner<'_>, grid: &Grid, cells: &mut Vec<u16>) {
    let text = scanner.rest();
    let mut read = 0;
    while cells.len() < MOST_CELLS
        && let Some((cell, length)) = single(&text[read..], grid)
    {
        cells.push(cell);
        // One blank separates plain cells.
        read += length + usize::from(text[read + length..].starts_with(' '));
    }
    scanner.skip(read);
}

/// Whether the list ends here.
pub(crate) fn is_over(scanner: &Scanner<'_>) -> bool {
    scanner.is_at_end() || matches!(scanner.peek(), Some(',' | '=' | '}' | '|' | '&')) || {
        let mut ahead = *scanner;
        ahead.keyword("in")
    }
}

/// The beginning of a part.
enum Beginning {
    Cell,
    Word(&'static str),
    Name,
}

fn beginning(scanner: &Scanner<'_>, layout: &dyn Layout) -> Option<Beginning> {
    if is_cell(scanner) {
        return Some(Beginning::Cell);
    }
    let mut ahead = *scanner;
    let letters = ahead.take_while(char::is_alphabetic);
    let word = WORDS.into_iter().find(|word| letters.eq_ignore_ascii_case(word));
    if let Some(word) = word.filter(|_| ahead.peek() != Some('_')) {
        return Some(Beginning::Word(word));
    }
    let mut whole = *scanner;
    layout.named(whole.word()).map(|_| Beginning::Name)
}

/// Whether the rest begins like `r1c1`.
pub(crate) fn is_cell(scanner: &Scanner<'_>) -> bool {
    let mut ahead = *scanner;
    ahead.take("r") && ahead.is_at_digit()
}

/// Whether the rest begins with a part of a list.
pub(crate) fn is_part(scanner: &Scanner<'_>, layout: &dyn Layout) -> bool {
    beginning(scanner, layout).is_some()
}

/// Reads one part of a list and adds its cells.
pub(crate) fn part(
    scanner: &mut Scanner<'_>,
    layout: &dyn Layout,
    cells: &mut Vec<u16>,
) -> Result<(), ParseError> {
    let start = *scanner;
    match beginning(scanner, layout) {
        Some(Beginning::Cell) => path(scanner, layout.grid(), cells)?,
        Some(Beginning::Word(word)) => {
            scanner.take(word);
            houses::read(scanner, word, layout.grid(), cells)?;
        }
        Some(Beginning::Name) => names(scanner, layout, cells)?,
        None => return Err(unknown(&start)),
    }
    if cells.len() > MOST_CELLS {
        return Err(start.error(format!("a list of more than {MOST_CELLS} cells")));
    }
    after_part(scanner)
}

/// Returns an error unless a part may end here.
pub(crate) fn after_part(scanner: &Scanner<'_>) -> Result<(), ParseError> {
    if is_over(scanner) || scanner.peek().is_some_and(char::is_whitespace) {
        return Ok(());
    }
    Err(scanner.expected("a blank after a cell"))
}

fn unknown(at: &Scanner<'_>) -> ParseError {
    let (mut ahead, mut whole) = (*at, *at);
    let letters = ahead.take_while(char::is_alphabetic);
    let error = match whole.word() {
        "" => at.expected("a cell"),
        word => at.error(format!("{} is not a cell", quote(word))),
    };
    error.hint(
        did_you_mean(letters, WORDS)
            .unwrap_or_else(|| "cells are r1c1, r1c1-r1c9, r1-3c1-3, row 1, column 1, box 1, all".into()),
    )
}

/// Reads `r1c1`.
pub(crate) fn cell(scanner: &mut Scanner<'_>, grid: &Grid) -> Result<u16, ParseError> {
    let start = *scanner;
    if let Some((cell, length)) = plain(scanner.rest(), grid)
        && matches!(scanner.rest().as_bytes()[length..], [] | [b' ' | b',' | b'-', ..])
    {
        scanner.skip(length);
        return Ok(cell);
    }
    if !is_cell(scanner) {
        return Err(start.expected("a cell such as r1c1"));
    }
    scanner.take("r");
    let row = scanner.number(MOST)?;
    if !scanner.take("c") {
        return Err(scanner.expected("c and a column"));
    }
    let column = scanner.number(MOST)?;
    if scanner.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return Err(scanner.expected("a blank after a cell"));
    }
    place(&start, grid, row, column)
}

/// Returns the cell of a row and a column, or an error if the grid does not have it.
fn place(at: &Scanner<'_>, grid: &Grid, row: u64, column: u64) -> Result<u16, ParseError> {
    let outside = |what: &str, sides: usize| {
        Err(at.error(format!("R{row}C{column} is outside the grid: {what} are 1-{sides}")))
    };
    if !(1..=grid.rows() as u64).contains(&row) {
        return outside("rows", grid.rows());
    }
    if !(1..=grid.columns() as u64).contains(&column) {
        return outside("columns", grid.columns());
    }
    if grid.cell(row as usize - 1, column as usize - 1).is_none() {
        return Err(at.error(format!("R{row}C{column} is in no grid of the canvas")));
    }
    Ok(((row - 1) * grid.columns() as u64 + column - 1) as u16)
}

fn path(scanner: &mut Scanner<'_>, grid: &Grid, cells: &mut Vec<u16>) -> Result<(), ParseError> {
    if let Some((cell, length)) = single(scanner.rest(), grid) {
        scanner.skip(length);
        cells.push(cell);
        return Ok(());
    }
    let mut last = block(scanner, grid, cells)?;
    while scanner.take("-") {
        let at = *scanner;
        let next = cell(scanner, grid)?;
        let begun = cells.len();
        cells.extend(between(&at, grid, last, next)?);
        if let Some(&gap) = cells[begun..].iter().find(|&&cell| grid.is_gap(cell.into())) {
            return Err(at.error(format!("{} is in no grid of the canvas", grid.name(gap.into()))));
        }
        last = next;
    }
    let mut ahead = *scanner;
    ahead.skip_blanks();
    let direction = RAYS.iter().find(|(word, _)| ahead.keyword(word));
    if let Some(&(_, step)) = direction {
        *scanner = ahead;
        while let Some(next) = grid.step(last, step) {
            cells.push(next);
            last = next;
        }
    }
    Ok(())
}

/// Returns the cell and the length of its name if the text begins with a plain cell, as most parts do.
fn single(text: &str, grid: &Grid) -> Option<(u16, usize)> {
    let (cell, end) = plain(text, grid)?;
    // No ray begins with r.
    let is_end = matches!(text.as_bytes()[end..], [] | [b',', ..] | [b' ', b'r' | b'R', ..]);
    is_end.then_some((cell, end))
}

/// Returns the cell and the length of its name if the text begins with `r1c1`, whatever follows.
fn plain(text: &str, grid: &Grid) -> Option<(u16, usize)> {
    let bytes = text.as_bytes();
    bytes.first().filter(|byte| byte.eq_ignore_ascii_case(&b'r'))?;
    let number = |from: usize| {
        let digits = bytes[from..].iter().take(3).take_while(|byte| byte.is_ascii_digit());
        let (number, count) = digits
            .fold((0, 0), |(number, count), digit| (10 * number + usize::from(digit - b'0'), count + 1));
        (1..=2).contains(&count).then_some((number, from + count))
    };
    let (row, end) = number(1)?;
    bytes.get(end).filter(|byte| byte.eq_ignore_ascii_case(&b'c'))?;
    let (column, end) = number(end + 1)?;
    Some((grid.cell(row.checked_sub(1)?, column.checked_sub(1)?)?, end))
}

/// Reads a cell or a block. Returns its last cell.
fn block(scanner: &mut Scanner<'_>, grid: &Grid, cells: &mut Vec<u16>) -> Result<u16, ParseError> {
    let start = *scanner;
    if let Some((cell, length)) = plain(scanner.rest(), grid)
        // A hyphen and a digit continue the columns of a block.
        && !matches!(scanner.rest().as_bytes()[length..], [b'-', b'0'..=b'9', ..])
    {
        scanner.skip(length);
        cells.push(cell);
        return Ok(cell);
    }
    scanner.take("r");
    let (top, bottom) = range(scanner)?;
    if !scanner.take("c") {
        return Err(scanner.expected("c and a column"));
    }
    let (left, right) = range(scanner)?;
    place(&start, grid, top, left)?;
    let last = place(&start, grid, bottom, right)?;
    for row in from_to(top, bottom) {
        for column in from_to(left, right) {
            cells.push(place(&start, grid, row, column)?);
        }
    }
    Ok(last)
}

/// Reads `3` or `3-5`.
fn range(scanner: &mut Scanner<'_>) -> Result<(u64, u64), ParseError> {
    let first = scanner.number(MOST)?;
    let mut ahead = *scanner;
    if ahead.take("-") && ahead.is_at_digit() {
        *scanner = ahead;
        return Ok((first, scanner.number(MOST)?));
    }
    Ok((first, first))
}

fn from_to(first: u64, last: u64) -> impl Iterator<Item = u64> {
    (0..=first.abs_diff(last)).map(move |step| if first <= last { first + step } else { first - step })
}

/// Returns the cells after `from` up to `to`, which must lie on one line.
fn between(
    at: &Scanner<'_>,
    grid: &Grid,
    from: u16,
    to: u16,
) -> Result<impl Iterator<Item = u16> + use<>, ParseError> {
    let columns = grid.columns() as i32;
    let (row, column) = (i32::from(from) / columns, i32::from(from) % columns);
    let (down, right) = (i32::from(to) / columns - row, i32::from(to) % columns - column);
    let [one, other] = [from, to].map(|cell| grid.name(cell.into()));
    if from == to {
        return Err(at.error(format!("a path from {one} to itself")));
    }
    if down != 0 && right != 0 && down.abs() != right.abs() {
        return Err(at
            .error(format!("{one} and {other} are not on one line"))
            .hint("a path runs along a row, a column or a diagonal"));
    }
    let step = down.signum() * columns + right.signum();
    Ok((1..=down.abs().max(right.abs())).map(move |steps| (i32::from(from) + steps * step) as u16))
}

/// Reads `NAME` or `NAME1-5`.
fn names(scanner: &mut Scanner<'_>, layout: &dyn Layout, cells: &mut Vec<u16>) -> Result<(), ParseError> {
    let at = *scanner;
    let name = scanner.word();
    let family = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let first = name[family.len()..].parse::<u64>();
    let mut ahead = *scanner;
    let (Ok(first), true) = (first, ahead.take("-") && ahead.is_at_digit()) else {
        cells.extend(layout.named(name));
        return Ok(());
    };
    *scanner = ahead;
    let last = scanner.number(MOST)?;
    for number in from_to(first, last) {
        let name = format!("{family}{number}");
        let cell = layout.named(&name);
        cells.push(cell.ok_or_else(|| at.error(format!("there is no {name}")))?);
    }
    Ok(())
}
