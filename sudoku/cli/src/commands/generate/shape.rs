//! Grid of the puzzles to generate, and the cells that may hold clues.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use sudoku::format::{Options, Unknown, parse};
use sudoku::{Grid, Puzzle};

use super::args::Generate;
use crate::Refused;
use crate::source::text_of;

/// Returns an open puzzle of the requested shape.
pub(super) fn shape(args: &Generate) -> Result<Puzzle, Refused> {
    let mut open = match &args.like {
        Some(like) => first(like)?,
        None => {
            let (rows, columns) = args.size.unwrap_or((9, 9));
            let values = 1..=rows.max(columns) as i32;
            Puzzle::open(Grid::new(rows, columns, values, &args.boxes.clone().unwrap_or_default())?)
        }
    };
    if let Some(symbols) = &args.symbols {
        let (count, values) = (symbols.len(), open.grid().values());
        if count != values {
            return Err(Refused(format!("--symbols: {count} symbols for a grid of {values} values")));
        }
        open.set_symbols(symbols.clone());
    }
    Ok(open)
}

/// Returns the first puzzle of a file, or the typed puzzle.
fn first(like: &OsStr) -> Result<Puzzle, Refused> {
    let (text, missing) = read(like, "--like")?;
    let shown = like.to_string_lossy();
    match parse(&text, &Options::default()) {
        Ok(puzzles) => {
            puzzles.into_iter().next().ok_or_else(|| Refused(format!("{shown}: there is no puzzle here")))
        }
        Err(error) => Err(match missing {
            Some(missing) => Refused(format!(
                "--like: {shown} is neither a file ({missing}) nor a puzzle ({})",
                error.message()
            )),
            None => Refused(format!("{shown}:{}:{}: {}", error.line, error.column, error.message())),
        }),
    }
}

/// Returns the content of a file, or else the argument itself with the error of opening it as a file.
fn read(what: &OsStr, option: &str) -> Result<(String, Option<io::Error>), Refused> {
    let shown = what.to_string_lossy();
    match std::fs::metadata(Path::new(what)) {
        Ok(_) => match text_of(what) {
            Ok(text) => Ok((text, None)),
            Err(error) => Err(Refused(format!("{option}: {shown}: {error}"))),
        },
        Err(missing) => Ok((shown.into_owned(), Some(missing))),
    }
}

/// Returns for each cell whether it may hold a clue.
pub(super) fn pattern(what: &OsStr, open: &Puzzle) -> Result<Vec<bool>, Refused> {
    let (text, missing) = read(what, "--pattern")?;
    let grid = open.grid();
    let drawn = drawn(&text, grid.cells());
    // A puzzle in any format is a pattern too: the pattern of its givens.
    let given = || {
        let options = Options { unknown: Unknown::Ignore, ..Options::default() };
        let puzzles = parse(&text, &options).ok()?;
        let puzzle = puzzles.into_iter().next()?;
        let fits = (puzzle.grid().rows(), puzzle.grid().columns()) == (grid.rows(), grid.columns());
        fits.then(|| puzzle.cells().iter().map(|cell| cell.value().is_some()).collect())
    };
    drawn.or_else(|found| given().ok_or(found)).map_err(|found| {
        let shown = what.to_string_lossy();
        let is_no_file = missing.map_or(String::new(), |missing| format!(" is not a file ({missing}), and"));
        Refused(format!(
            "--pattern: {shown}{is_no_file} has {found} cells, where the grid has {}x{} = {}",
            grid.rows(),
            grid.columns(),
            grid.cells()
        ))
    })
}

/// Reads a character or a word for each cell, with any lines between. The error is the number of cells found.
fn drawn(text: &str, cells: usize) -> Result<Vec<bool>, usize> {
    let is_line = |c: char| "|-+=".contains(c) || ('\u{2500}'..='\u{257F}').contains(&c);
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || is_line(c)));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_open = |c: char| ".0_".contains(c);
    if words.len() == cells {
        return Ok(words.iter().map(|word| !word.chars().all(is_open)).collect());
    }
    let each: Vec<bool> = words.iter().flat_map(|word| word.chars()).map(|c| !is_open(c)).collect();
    if each.len() == cells { Ok(each) } else { Err(each.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_in_every_style() {
        let expected: Vec<bool> = "x..x.xx..xx.x..x".chars().map(|c| c == 'x').collect();
        for text in [
            "x..x.xx..xx.x..x",
            "1003\n0120\n0340\n2004\n",
            "# a comment\nX . | . X\n. X | X .\n----+----\n. X | X .\nX . | . X\n",
            "1 _ _ 12\n_ 3 4 _\n_ 10 11 _\n2 _ _ 16",
        ] {
            assert_eq!(drawn(text, 16).as_ref(), Ok(&expected), "{text}");
        }
        assert_eq!(drawn("x..x", 16), Err(4));
    }
}
