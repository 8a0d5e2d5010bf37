//! Puzzles and solutions, written in every format that is read.

use std::fmt::Write as _;

#[cfg(feature = "links")]
use super::fpuzzles;
use super::{Format, Options, is_formula, native, parse};
use crate::print;
use crate::puzzle::{GAP, Puzzle};
use crate::symbols::OPEN;

/// What a format cannot hold. The rest has been written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// Several grids, or cells beside the grid.
    Grids,
    /// Regions, or boxes of an unusual size.
    Regions,
    /// Candidates of open cells.
    Candidates,
    /// What the symbols are, or which value they begin with.
    Symbols,
    /// Rules, by their names.
    Rules(String),
    /// The shape of the grid, or its values: nothing has been written.
    Shape,
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unfit::Rules(names) => {
                return write!(f, "rules are left out, so this is another puzzle; the native format holds them: {names}");
            }
            Unfit::Grids => {
                "which grids overlap, and the cells beside them, is left out: only the native format holds it"
            }
            Unfit::Shape => {
                "the puzzle is left out: this format has square grids with values from 1 to their side, and one at a time"
            }
            Unfit::Regions => "regions are left out: only the native format holds them",
            Unfit::Candidates => "candidates are left out: the formats candidates and native hold them",
            Unfit::Symbols => {
                "the symbols cannot be told from the text: say --symbols when it is read, or use the native format"
            }
        })
    }
}

/// What stands before the first puzzle of a file.
pub fn header(format: Format) -> &'static str {
    match format {
        Format::Csv => "quizzes,solutions\n",
        _ => "",
    }
}

/// Appends a puzzle. `index` is its place in the file, from 0. The native format and tables hold the solution
/// that the puzzle brings. Says what is lost.
pub fn write(puzzle: &Puzzle, format: Format, index: u64, to: &mut String) -> Option<Unfit> {
    puzzle.require_sound();
    #[cfg(feature = "links")]
    match format {
        Format::FPuzzles => return fpuzzles::write(puzzle, to),
        Format::Link => return fpuzzles::link(puzzle, to),
        _ => {}
    }
    let begun = to.len();
    append(puzzle, format, index, to);
    if format == Format::Native {
        return None;
    }
    if !puzzle.clues().is_empty() {
        let mut names: Vec<&str> = puzzle.clues().iter().map(|clue| clue.kind.name).collect();
        names.sort_unstable();
        names.dedup();
        return Some(Unfit::Rules(names.join(", ")));
    }
    if !puzzle.grid.is_rectangle() {
        return Some(Unfit::Grids);
    }
    if !puzzle.is_plain() && format != Format::Candidates {
        return Some(Unfit::Candidates);
    }
    if !puzzle.grid.is_usual() {
        return Some(Unfit::Regions);
    }
    // What a reader will make of it is not easily foreseen: see.
    let options = Options { from: Some(format), ..Options::default() };
    let text = if format == Format::Csv {
        format!("{}{}", header(format), &to[begun..])
    } else {
        to[begun..].into()
    };
    let reads_back = is_plainest(puzzle)
        || parse(&text, &options).is_ok_and(|again| {
            matches!(&again[..], [again] if again.cells == puzzle.cells
                && again.symbols == puzzle.symbols && again.grid == puzzle.grid)
        });
    (!reads_back).then_some(Unfit::Symbols)
}

/// Digits in a grid of one-digit values, some of them given: nothing can be mistaken.
fn is_plainest(puzzle: &Puzzle) -> bool {
    let grid = &puzzle.grid;
    grid.first_value() == 1
        && (4..=9).contains(&grid.values())
        && puzzle.symbols.is_usual(1)
        && puzzle.is_plain()
}

fn append(puzzle: &Puzzle, format: Format, index: u64, to: &mut String) {
    let solution = puzzle.about.as_ref().and_then(|about| about.solution.as_deref());
    match format {
        Format::Line | Format::Sdm => line(puzzle, to),
        Format::Numbers => numbers(puzzle, to),
        Format::Grid | Format::Ss => {
            if index > 0 {
                to.push('\n');
            }
            to.push_str(&print::rows(puzzle));
        }
        Format::Sdk => sdk(puzzle, index, to),
        Format::Candidates => {
            if index > 0 {
                to.push('\n');
            }
            to.push_str(&print::candidates(puzzle, &puzzle.cells));
        }
        Format::Csv => {
            let mut text = String::new();
            line(puzzle, &mut text);
            let solution = solution.map_or(String::new(), |solution| puzzle.text(solution));
            let [puzzle, solution] = [text.trim_end_matches('\n'), &solution].map(guarded);
            let _ = writeln!(to, "{puzzle},{solution}");
        }
        Format::Euler => {
            let _ = writeln!(to, "Grid {:02}", index + 1);
            plain_rows(puzzle, '0', to);
        }
        Format::Native => native::write(puzzle, index, to),
        #[cfg(feature = "links")]
        Format::FPuzzles | Format::Link => unreachable!("they are written elsewhere"),
    }
}

/// The symbol of a given, `~` where there is no cell, `None` for others.
fn given(puzzle: &Puzzle, cell: usize) -> Option<&str> {
    let symbol = |value| puzzle.symbols.get(value);
    if puzzle.grid.is_gap(cell) { Some(GAP) } else { puzzle.cells[cell].value().map(symbol) }
}

fn line(puzzle: &Puzzle, to: &mut String) {
    if !puzzle.symbols.are_characters() {
        return numbers(puzzle, to);
    }
    let mut open = [0; 4];
    let open = OPEN.encode_utf8(&mut open);
    for cell in 0..puzzle.grid.rectangle() {
        to.push_str(given(puzzle, cell).unwrap_or(open));
    }
    to.push('\n');
}

fn numbers(puzzle: &Puzzle, to: &mut String) {
    let first = puzzle.grid.first_value();
    for cell in 0..puzzle.grid.rectangle() {
        if cell > 0 {
            to.push(' ');
        }
        let _ = match puzzle.given(cell) {
            _ if puzzle.grid.is_gap(cell) => write!(to, "{GAP}"),
            Some(value) => write!(to, "{}", first + i32::from(value)),
            None => write!(to, "{OPEN}"),
        };
    }
    to.push('\n');
}

/// Row by row, cells close together where symbols are characters.
fn plain_rows(puzzle: &Puzzle, open: char, to: &mut String) {
    let between = !puzzle.symbols.are_characters();
    // A zero is a symbol for some.
    let open = if puzzle.symbols.find(&open.to_string()).is_some() { OPEN } else { open };
    let columns = puzzle.grid.columns();
    for row in 0..puzzle.grid.rows() {
        for column in 0..columns {
            if between && column > 0 {
                to.push(' ');
            }
            match given(puzzle, row * columns + column) {
                Some(symbol) => to.push_str(symbol),
                None => to.push(open),
            }
        }
        to.push('\n');
    }
}

/// A field of a table, which spreadsheets take for a text.
fn guarded(text: &str) -> String {
    if is_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// A text that people wrote, as it stands in one line: without control characters, which could end the line, or tell a
/// terminal what to do.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect()
}

fn sdk(puzzle: &Puzzle, index: u64, to: &mut String) {
    if index > 0 {
        to.push('\n');
    }
    if let Some(about) = &puzzle.about {
        let lines = [('A', &about.author), ('D', &about.title), ('S', &about.source)];
        for (key, text) in lines.iter().filter_map(|(key, text)| Some((key, text.as_ref()?))) {
            let _ = writeln!(to, "#{key}{}", one_line(text));
        }
        for comment in &about.comments {
            let known = [("Date: ", 'B'), ("Level: ", 'L'), ("Url: ", 'U')];
            let split = known.iter().find_map(|(name, key)| Some((*key, comment.strip_prefix(name)?)));
            let (key, text) = split.unwrap_or(('C', comment));
            let _ = writeln!(to, "#{key}{}", one_line(text));
        }
    }
    plain_rows(puzzle, OPEN, to);
}
