//! Boards in any text: each form gives the same board, alone, between words, and twice.

mod facts;
mod forms;
mod marked;
mod notations;
mod printed;
mod prose;

use sudoku::format::{Kind, Options, Parser, Records};

use crate::support::*;

/// Returns the boards of a text as lines, and the errors.
fn boards(text: &str) -> (Vec<String>, Vec<String>) {
    boards_with(text, &Options::default())
}

fn boards_with(text: &str, options: &Options) -> (Vec<String>, Vec<String>) {
    let mut parser = Parser::new(options.clone());
    let mut records = Records::new(text.as_bytes(), options);
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    while let Some(chunk) = records.next_chunk().expect("a text at hand can be read") {
        for record in &chunk.records {
            match (&record.kind, parser.read(chunk.text(record), record)) {
                (Kind::Prose(_), _) => {}
                (_, Ok(puzzle)) => {
                    check_places(&puzzle, text);
                    let symbol = |cell| puzzle.given(cell).map_or(".", |value| puzzle.symbols().get(value));
                    found.push((0..puzzle.cells().len()).map(symbol).collect());
                }
                (_, Err(error)) => errors.push(error.to_string()),
            }
        }
    }
    (found, errors)
}

/// Checks that each given stands at its place.
fn check_places(puzzle: &sudoku::Puzzle, text: &str) {
    let lines: Vec<&str> = text.split('\n').collect();
    for cell in 0..puzzle.cells().len() {
        let (line, column) = puzzle.place(cell);
        if let Some(value) = puzzle.given(cell) {
            let sign = lines[line as usize - 1].chars().nth(column as usize - 1);
            let is_there = |symbol: &str| symbol.chars().next() == sign;
            let number = (puzzle.grid().first_value() + i32::from(value)).to_string();
            let known = is_there(puzzle.symbols().get(value)) || is_there(&number);
            assert!(known, "cell {cell} at {line}:{column} is {sign:?}\n{text}");
        }
    }
}

/// Returns how a text that has this board is misread, whatever stands around it.
fn misread(name: &str, text: &str, board: &str) -> Vec<String> {
    let between = format!(
        "Hello all, I am stuck with this one since 2 days. Can you help?\n\n{text}\n\nThe last step that I found was at R4C5, and then 3 was left.\n"
    );
    let twice = format!("{text}\n\nAnd again, as a test of 2 of them:\n\n{text}\n");
    let ways = [
        ("alone", text.to_owned(), 1),
        ("between words", between, 1),
        ("twice", twice, 2),
        ("with other ends of lines", text.replace('\n', "\r\n"), 1),
    ];
    let is_wrong = |text: &str, count| boards(text) != (vec![board.to_owned(); count], Vec::new());
    let wrong = ways.into_iter().filter(|(_, text, count)| is_wrong(text, *count));
    wrong.map(|(way, text, _)| format!("{name}, {way}: {:?}\n{text}", boards(&text))).collect()
}

#[track_caller]
fn assert_board(name: &str, text: &str, board: &str) {
    assert_eq!(misread(name, text, board), Vec::<String>::new());
}
