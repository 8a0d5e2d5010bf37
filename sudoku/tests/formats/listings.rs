//! Boards as programs and spreadsheets print them: each notation gives the cells of the same puzzle.

use sudoku::Puzzle;
use sudoku::format::{Format, Options, parse, write};

use crate::support::*;

/// Returns the puzzles of a text as lines.
fn lines(text: &str) -> Vec<String> {
    let puzzles = parse(text, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    puzzles.iter().map(line).collect()
}

fn line(puzzle: &Puzzle) -> String {
    let symbol = |cell: usize| puzzle.given(cell).map_or(".", |value| puzzle.symbols().get(value));
    (0..puzzle.cells().len()).map(symbol).collect()
}

fn refused(text: &str) -> String {
    parse(text, &Options::default()).expect_err(text).to_string()
}

/// Returns the rows of a puzzle, each cell by `cell`, with texts between cells and between rows.
fn rows(puzzle: &str, cell: impl Fn(char) -> String, between: &str, break_: &str) -> String {
    let cells: Vec<String> = puzzle.chars().map(cell).collect();
    cells.chunks(9).map(|row| row.join(between)).collect::<Vec<_>>().join(break_)
}

#[test]
fn lists_of_programs() {
    let quoted = |c: char| format!("\"{c}\"");
    let number = |c: char| if c == '.' { "0".to_owned() } else { c.to_string() };
    let name = |blank: &'static str| move |c: char| if c == '.' { blank.to_owned() } else { c.to_string() };
    for text in [
        format!("[[{}]]", rows(EASY, quoted, ",", "],[")),
        format!("[[{}]]", rows(EASY, number, ", ", "],\n [")),
        format!("board = [\n  [{}],\n]\n", rows(EASY, name("None"), ", ", "],\n  [")),
        format!("const board = [[{}]];", rows(EASY, name("null"), ",", "],[")),
        format!("int grid[9][9] = {{\n  {{{}}}\n}};", rows(EASY, number, ", ", "},\n  {")),
        format!("let b: [[i8; 9]; 9] = [[{}]];", rows(EASY, name("-1"), ", ", "],\n [")),
        format!("[[{}]]", rows(EASY, number, " ", "]\n [")),
        format!("array([[{}]])", rows(EASY, number, ", ", "],\n       [")),
        format!("(define BD4\n  (list {}))", rows(EASY, name("B"), " ", "\n        ")),
        format!("'(({}))", rows(EASY, name("B"), " ", ")\n  (")),
        format!("grid = [\n  \"{}\"\n]", rows(EASY, String::from, "", "\",\n  \"")),
        format!("seq='{EASY}'"),
        format!("\"{EASY}\""),
        format!("\"{}\\n\"", rows(EASY, String::from, "", "\\n")),
        format!(".add\"{}\" to fixed\n", rows(EASY, number, "", "\" to fixed\n.add\"")),
        format!("\"{}\",", rows(EASY, String::from, "", "\",\n\"")),
    ] {
        assert_eq!(lines(&text), [EASY], "{text}");
        assert_eq!(lines(&format!("{EASY}\n{text}\n{EASY}\n")), [EASY; 3], "{text}");
        assert_eq!(lines(&format!("{text}\n\n{text}")), [EASY; 2], "{text}");
        assert_eq!(lines(&text.replace('\n', "\r\n")), [EASY], "{text}");
    }
}

#[test]
fn tables_with_empty_fields() {
    let empty = |c: char| if c == '.' { String::new() } else { c.to_string() };
    let quoted = |c: char| format!("\"{}\"", if c == '.' { ' ' } else { c });
    for between in ["\t", ",", ";", ", "] {
        for cell in [&empty as &dyn Fn(char) -> String, &quoted] {
            let text = rows(INKALA, cell, between, "\n");
            assert_eq!(lines(&text), [INKALA], "{text}");
            assert_eq!(lines(&format!("{text}\n")), [INKALA], "{text}");
            assert_eq!(lines(&format!("{text}\n{text}\n\n{text}\n")), [INKALA; 3], "{text}");
            assert_eq!(lines(&rows(INKALA, cell, between, between)), [INKALA], "{text}");
        }
    }
    let ended = format!("{},\n", rows(EASY, empty, ",", ",\n"));
    assert_eq!(lines(&ended), [EASY]);
}

#[test]
fn errors_in_lists_have_their_place() {
    let text = "[[1,2,3,4],\n [3,4,1,2],\n [2,1,4],\n [4,3,2,1]]";
    assert!(refused(text).starts_with("3:3: a row of 3 cells, 4 expected"), "{}", refused(text));
    let text = "[[1,2,3,4],\n [3,4,1,2],\n [2,1,4,a],\n [4,3,b,1]]";
    assert!(refused(text).starts_with("4:7: \"b\" beside \"a\""), "{}", refused(text));
    let text = "1,2,3,4\n3,4,1,2\n2,1,9,3\n4,3,2,1\n";
    assert!(refused(text).starts_with("3:5: "), "{}", refused(text));
    assert!(refused("[[,]]").starts_with("1:"), "{}", refused("[[,]]"));
}

#[test]
fn lists_are_written_for_programs() {
    let mut text = String::new();
    let puzzle = &parse("12..\n..12\n2...\n...1\n", &Options::default()).unwrap()[0];
    assert_eq!(write(puzzle, Format::List, 0, &mut text), None);
    assert_eq!(text, "[[1, 2, 0, 0],\n [0, 0, 1, 2],\n [2, 0, 0, 0],\n [0, 0, 0, 1]]\n");
    assert_eq!(lines(&text), ["12....122......1"]);
}
