//! Tables with a header and a puzzle in each line: Kaggle's `quizzes,solutions`, also with more columns and other
//! names.

use std::fmt::Write as _;
use std::sync::Arc;

use super::definition::{Columns, Definition, Layout, Write};
use super::infer::infer;
use super::line;
use super::reader::Reader;
use super::shape::words;
use super::token::{Token, characters};
use crate::about::About;
use crate::puzzle::Puzzle;
use crate::symbols::Symbols;
use crate::text::ParseError;

pub(super) const CSV: Definition = Definition {
    name: "csv",
    also: &["kaggle"],
    help: "quizzes,solutions (Kaggle)",
    record: "a line of a table (csv)",
    layout: Layout::Table,
    begins: |line| header(line).is_some(),
    read: |reader, piece| read(reader, piece.utf8()?, piece.line, piece.columns),
    header: "quizzes,solutions\n",
    write: Write::Givens(write),
};

const PUZZLES: [&str; 7] = ["quizzes", "quiz", "puzzle", "puzzles", "question", "sudoku", "grid"];
const SOLUTIONS: [&str; 4] = ["solutions", "solution", "answer", "answers"];

/// Returns the columns if the line is a header.
pub(super) fn header(text: &str) -> Option<Columns> {
    if text.contains(['(', '{', '[']) {
        // A statement of a program.
        return None;
    }
    let names: Vec<String> = text.split(',').map(|name| unquoted(name).to_lowercase()).collect();
    let place = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
    Some(Columns { puzzle: place(&PUZZLES).filter(|_| names.len() > 1)?, solution: place(&SOLUTIONS) })
}

/// Whether spreadsheets would evaluate a text as a formula. With a `'` before it, they treat it as text.
pub fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n'])
}

fn unquoted(field: &str) -> &str {
    let field = field.trim();
    let field = field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(field);
    field.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(field)
}

/// Reads a line of the table.
fn read(reader: &mut Reader, text: &str, number: u64, columns: Columns) -> Result<Puzzle, ParseError> {
    let mut begins = 0;
    let fields: Vec<(u32, &str)> = text
        .split(',')
        .map(|field| {
            let column = text[..begins].chars().count() as u32
                + (field.len() - field.trim_start_matches(['"', ' ']).len()) as u32;
            begins += field.len() + 1;
            let text = unquoted(field);
            let is_guarded = is_formula(text) && field.trim_start_matches(['"', ' ']).starts_with('\'');
            (column + u32::from(is_guarded), text)
        })
        .collect();
    let field = |at: usize| {
        fields.get(at).copied().filter(|(_, text)| !text.is_empty()).ok_or_else(|| {
            ParseError::new(number, 1, format!("field {} is missing", at + 1))
                .hint("the header says which column is the puzzle")
        })
    };
    let (puzzle_column, puzzle_text) = field(columns.puzzle)?;
    let shift = |mut error: ParseError, by: u32| {
        error.column += by;
        error
    };
    let mut puzzle = line::read(reader, puzzle_text, number).map_err(|error| shift(error, puzzle_column))?;
    puzzle.places.shift(puzzle_column);
    if let Some(at) = columns.solution
        && let Some(&(column, text)) = fields.get(at)
        && !text.is_empty()
    {
        let wrong = |what: String| ParseError::new(number, column + 1, what);
        let read = |puzzle: &Puzzle| -> Result<Vec<u8>, u32> {
            let cells = cells(text, puzzle.symbols.are_characters(), number, column + 1);
            cells.iter().map(|cell| puzzle.symbols.find(cell.text).ok_or(cell.column)).collect()
        };
        let mut values = read(&puzzle);
        if values.is_err() {
            // The solution has symbols that the puzzle lacks: all symbols are taken from the solution.
            if let Some(symbols) = symbols_of(text, puzzle.grid.values(), number) {
                let forced = reader.facts.symbols.replace(symbols);
                let again = line::read(reader, puzzle_text, number);
                reader.facts.symbols = forced;
                puzzle = again.map_err(|error| shift(error, puzzle_column))?;
                puzzle.places.shift(puzzle_column);
                values = read(&puzzle);
            }
        }
        let values = values.map_err(|column| {
            ParseError::new(number, column, "the solution has a symbol that the puzzle does not know")
        })?;
        if values.len() != puzzle.cells.len() {
            let (has, needs) = (values.len(), puzzle.cells.len());
            return Err(wrong(format!("the solution has {has} cells, the puzzle {needs}")));
        }
        puzzle.about = Some(Box::new(About { solution: Some(values.into()), ..About::default() }));
    }
    Ok(puzzle)
}

/// Returns the symbols of a full grid.
fn symbols_of(solution: &str, values: usize, line: u64) -> Option<Arc<Symbols>> {
    let mut tokens: Vec<Token<'_>> = characters(solution, line, 1).collect();
    // A full grid has no blanks. With this one a 0 is read as a symbol.
    tokens.push(Token { text: ".", line, column: 1 });
    infer(&tokens, values, None).ok().map(|found| Arc::new(found.symbols))
}

/// Returns a token for each cell of a solution.
fn cells(text: &str, are_characters: bool, line: u64, column: u32) -> Vec<Token<'_>> {
    if are_characters {
        return characters(text, line, column).collect();
    }
    let mut words = words(text, line);
    words.iter_mut().for_each(|word| word.column += column - 1);
    words
}

fn write(puzzle: &Puzzle, _: u64, to: &mut String) {
    let mut text = String::new();
    line::write(puzzle, &mut text);
    let solution = puzzle.about.as_ref().and_then(|about| about.solution.as_deref());
    let solution = solution.map_or(String::new(), |solution| puzzle.text(solution));
    let [puzzle, solution] = [text.trim_end_matches('\n'), &solution].map(guarded);
    let _ = writeln!(to, "{puzzle},{solution}");
}

/// Returns a field of a table that spreadsheets take for a text.
fn guarded(text: &str) -> String {
    if is_formula(text) { format!("'{text}") } else { text.to_owned() }
}
