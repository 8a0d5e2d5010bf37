//! Helpers: readers with messages, known cells, and their texts.

use sudoku::format::{Format, Kind, Options, Parser, Records, Unknown, parse};
use sudoku::{ParseError, Puzzle, Symbols};

/// A published puzzle.
pub const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
pub const INKALA_SOLVED: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
pub const EASY: &str = "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8";

/// Random generator that is the same on all platforms.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at + 1));
        }
    }
}

/// Returns whether nothing is left to samples: `.ci/run exhaustive`.
pub fn is_exhaustive() -> bool {
    std::env::var_os("EXHAUSTIVE").is_some()
}

/// Returns how many of so many random cases are run: a quarter, unless the run is exhaustive.
pub fn some(cases: usize) -> usize {
    if is_exhaustive() { cases } else { cases / 4 }
}

/// Known value of each cell, from 0, or `None`.
pub type Known = Vec<Option<u8>>;

/// Returns a solved square by a pattern: each row is the one before, shifted.
pub fn solved(side: usize) -> Vec<u8> {
    let height = (1..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height)).unwrap_or(1);
    let width = side / height;
    let value = |row: usize, column: usize| (width * (row % height) + row / height + column) % side;
    (0..side * side).map(|cell| value(cell / side, cell % side) as u8).collect()
}

/// Returns part of that square, with every value in its first row, so that all symbols occur.
pub fn known(side: usize) -> Known {
    let mut chance = Chance(side as u64);
    let open = |cell: usize, chance: &mut Chance| cell >= side && chance.below(5) < 3;
    solved(side)
        .into_iter()
        .enumerate()
        .map(|(cell, value)| (!open(cell, &mut chance)).then_some(value))
        .collect()
}

/// Returns the cells without the given values.
pub fn without(known: &Known, gone: &[u8]) -> Known {
    known.iter().map(|cell| cell.filter(|value| !gone.contains(value))).collect()
}

/// Returns the cells in given symbols, with a separator.
pub fn written(known: &[Option<u8>], symbol: impl Fn(u8) -> String, open: &str, between: &str) -> String {
    let cells: Vec<String> = known.iter().map(|cell| cell.map_or_else(|| open.to_owned(), &symbol)).collect();
    cells.join(between)
}

/// Returns rows of cells.
pub fn rows(
    known: &Known,
    side: usize,
    symbol: impl Fn(u8) -> String,
    open: &str,
    between: &str,
) -> Vec<String> {
    known.chunks(side).map(|row| written(row, &symbol, open, between)).collect()
}

/// Returns the function from values to symbols of a table.
pub fn from_table(table: &str) -> impl Fn(u8) -> String + '_ {
    |value| table.chars().nth(usize::from(value)).expect("the table is long enough").to_string()
}

/// Digits, then capital letters: 1 to 9, A for ten.
pub const CAPITALS: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
pub const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Returns the only puzzle of a text, without the parts that are not understood.
pub fn one(text: &str) -> Puzzle {
    one_with(text, &Options { unknown: Unknown::Ignore, ..Options::default() })
}

pub fn one_with(text: &str, options: &Options) -> Puzzle {
    let mut puzzles = several(text, options);
    assert_eq!(puzzles.len(), 1, "puzzles in\n{text}");
    puzzles.remove(0)
}

/// Returns all puzzles of a text.
pub fn several(text: &str, options: &Options) -> Vec<Puzzle> {
    parse(text, options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the error of a text.
pub fn refused(text: &str) -> ParseError {
    refused_with(text, &Options::default())
}

pub fn refused_with(text: &str, options: &Options) -> ParseError {
    match parse(text, options) {
        Err(error) => error,
        Ok(puzzles) => {
            panic!("{} puzzles were read in\n{text}\nthe first: {}", puzzles.len(), shown(&puzzles[0]))
        }
    }
}

/// Checks that the error of a text is at this place and contains these words, hint included.
#[track_caller]
pub fn assert_refused(text: &str, (line, column): (u64, u32), words: &[&str]) {
    let error: ParseError = refused_with(text, &from(Format::Native));
    assert_eq!((error.line, error.column), (line, column), "{error}\n{text}");
    for word in words {
        assert!(error.message().contains(word), "no {word:?} in: {error}\n{text}");
    }
}

/// Returns every record with its line, valid or not.
pub fn each(text: &[u8], options: &Options) -> Vec<(u64, Result<Puzzle, ParseError>)> {
    let mut parser = Parser::new(options.clone());
    let mut records = Records::new(text, options);
    let mut found = Vec::new();
    while let Some(chunk) = records.next_chunk().expect("memory can be read") {
        for record in chunk.records.iter().filter(|record| record.kind != Kind::Echo) {
            found.push((record.line, parser.read(chunk.text(record), record)));
        }
    }
    found
}

/// Returns options that force a format, a size, or symbols.
pub fn from(format: Format) -> Options {
    Options { from: Some(format), ..Options::default() }
}

pub fn sized(rows: usize, columns: usize) -> Options {
    Options { size: Some((rows, columns)), ..Options::default() }
}

pub fn with_symbols(symbols: &str) -> Options {
    Options { symbols: Some(Symbols::parse(symbols).unwrap().into()), ..Options::default() }
}

/// Returns the givens in the puzzle's symbols, `.` for all others.
pub fn shown(puzzle: &Puzzle) -> String {
    let between = if puzzle.symbols().are_characters() { "" } else { " " };
    let cells: Vec<&str> = puzzle
        .cells()
        .iter()
        .map(|cell| cell.value().map_or(".", |value| puzzle.symbols().get(value)))
        .collect();
    cells.join(between)
}

/// Checks that a puzzle is the default one of its side, from 1, with these cells.
#[track_caller]
pub fn assert_cells(puzzle: &Puzzle, side: usize, known: &Known, what: &str) {
    assert_cells_from(puzzle, side, 1, known, what);
}

#[track_caller]
pub fn assert_cells_from(puzzle: &Puzzle, side: usize, first: i32, known: &Known, what: &str) {
    let grid = puzzle.grid();
    assert_eq!((grid.rows(), grid.columns(), grid.values()), (side, side, side), "{what}");
    assert_eq!(grid.first_value(), first, "{what}: the first value, symbols {}", puzzle.symbols());
    assert!(grid.is_usual(), "{what}: boxes {:?}", grid.boxes());
    assert!(puzzle.is_plain(), "{what}: no candidates");
    let cells: Known = puzzle.cells().iter().map(|cell| cell.value()).collect();
    assert_eq!(cells, *known, "{what}: {}", shown(puzzle));
}

/// Checks that a text is this 9 x 9 puzzle, written in digits and dots.
#[track_caller]
pub fn assert_nine(text: &str, expected: &str) {
    assert_nine_with(text, expected, &Options::default());
}

#[track_caller]
pub fn assert_nine_with(text: &str, expected: &str, options: &Options) {
    let puzzle = one_with(text, options);
    assert_eq!(puzzle.grid().boxes(), Some((3, 3)), "{text}");
    assert_eq!(shown(&puzzle), expected, "{text}");
    assert_eq!((puzzle.symbols().to_string().as_str(), puzzle.is_plain()), ("1-9", true), "{text}");
}

/// Returns whether a format belongs to f-puzzles and is compiled in.
pub fn is_of_f_puzzles(format: Format) -> bool {
    ["fpuzzles", "link", "sudokupad"].contains(&format.name())
}
