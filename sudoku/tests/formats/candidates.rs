//! Candidate grids as HoDoKu, SudokuWiki and SudoCue print them, strings of 729 characters, and braces.

use sudoku::format::{Format, Options, write};
use sudoku::{Candidates, Grid, Puzzle};

use crate::support::*;

/// Returns the candidates of the easy puzzle after removing the values of givens in each house.
fn pencilled() -> Vec<Candidates> {
    let puzzle = one(EASY);
    let mut cells = puzzle.cells().to_vec();
    for house in puzzle.grid().houses() {
        let members = house.cells().iter().map(|&cell| usize::from(cell));
        let given = members
            .clone()
            .filter_map(|cell| puzzle.cells()[cell].value())
            .fold(Candidates::NONE, Candidates::with);
        members
            .filter(|&cell| puzzle.cells()[cell].value().is_none())
            .for_each(|cell| cells[cell] = cells[cell].without(given));
    }
    cells
}

fn digits(cell: Candidates) -> String {
    cell.iter().map(|value| (value + 1).to_string()).collect()
}

/// Formats a table in three bands of three blocks, with columns as wide as the widest cell.
fn table(cells: &[Candidates], edge: &str, bar: &str, rules: [&str; 3]) -> String {
    let width = cells.iter().map(|cell| cell.len()).max().unwrap();
    let dashes = "-".repeat(3 * (width + 1) + 1);
    let rule = |corners: &str| {
        let at = |place: usize| corners.chars().nth(place).unwrap();
        format!("{}{dashes}{}{dashes}{}{dashes}{}\n", at(0), at(1), at(2), at(3))
    };
    let mut text = rule(rules[0]);
    for (row, cells) in cells.chunks(9).enumerate() {
        if row > 0 && row % 3 == 0 {
            text += &rule(rules[1]);
        }
        let block = |block: &[Candidates]| {
            block.iter().map(|&cell| format!("{:width$} ", digits(cell))).collect::<String>()
        };
        let blocks: Vec<String> = cells.chunks(3).map(block).collect();
        text += &format!("{edge} {}{edge}\n", blocks.join(&format!("{bar} ")));
    }
    text + &rule(rules[2])
}

#[track_caller]
fn assert_pencilled(text: &str) {
    let puzzle = one(text);
    assert_eq!(puzzle.cells(), pencilled(), "{text}");
    assert_eq!(puzzle.grid().boxes(), Some((3, 3)), "{text}");
    assert_eq!(puzzle.symbols().to_string(), "1-9", "{text}");
}

#[test]
fn tables_of_every_program() {
    let cells = pencilled();
    let hodoku = table(&cells, "|", "|", ["....", ":++:", "''''"]);
    assert_pencilled(&hodoku);
    assert_pencilled(&table(&cells, "|", "|", [".--.", ":++:", "'--'"]));
    assert_pencilled(&table(&cells, "|", "|", ["++++", "++++", "++++"]));
    assert_pencilled(&table(&cells, "|", "|", ["....", "::::", "''''"]));
    assert_pencilled(&hodoku.replace('\n', "\r\n"));
    let drawn = table(&cells, "│", "│", ["┌┬┬┐", "├┼┼┤", "└┴┴┘"]).replace('-', "─");
    assert_pencilled(&drawn);
    // Without rules and bars.
    let bare: String = hodoku
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.replace('|', " ") + "\n")
        .collect();
    assert_pencilled(&bare);
    let two = several(&format!("{hodoku}{hodoku}\n{bare}\n{INKALA}"), &Options::default());
    assert_eq!(two.len(), 4, "tables follow each other");
    assert!(two[..3].iter().all(|puzzle| puzzle.cells() == cells));
    assert_eq!(one_with(&hodoku, &from(Format::Candidates)).cells(), cells);
}

#[test]
fn tables_with_stars_at_the_corners() {
    assert_pencilled(&table(&pencilled(), "|", "|", ["*--*", "|++|", "*--*"]));
}

#[test]
fn tables_with_borders_of_dashes_alone() {
    let cells = pencilled();
    assert_pencilled(&table(&cells, "", "|", ["----", "-++-", "----"]));
    assert_pencilled(&table(&cells, "|", "|", ["----", "----", "----"]));
}

/// A table with fewer than two digits for each cell on average can hold candidates, too, if it consists of words.
#[test]
fn a_nearly_solved_table_is_read_by_words() {
    let mut cells: Vec<Candidates> = one(INKALA_SOLVED).cells().to_vec();
    cells[0] = cells[0].with(0).with(1);
    cells[80] = cells[80].with(8);
    let text = table(&cells, "|", "|", ["....", ":++:", "''''"]);
    let puzzle = one(&text);
    assert_eq!(puzzle.cells(), cells, "{text}");
    assert_eq!((puzzle.givens(), puzzle.is_plain()), (79, false));
}

#[test]
fn solved_and_open_tables() {
    let solved = one(INKALA_SOLVED).cells().to_vec();
    assert_nine(&table(&solved, "|", "|", ["....", ":++:", "''''"]), INKALA_SOLVED);
    let open = vec![Candidates::all(9); 81];
    let puzzle = one(&table(&open, "|", "|", ["....", ":++:", "''''"]));
    assert_eq!(puzzle.cells(), open);
}

fn string(cells: &[Candidates], values: u8, blank: char) -> String {
    let place = |cell: &Candidates, value: u8| {
        if cell.contains(value) { from_table(CAPITALS)(value) } else { blank.to_string() }
    };
    cells.iter().flat_map(|cell| (0..values).map(move |value| place(cell, value))).collect()
}

#[test]
fn strings_with_a_place_for_every_candidate() {
    let cells = pencilled();
    for blank in ['.', '0'] {
        let text = string(&cells, 9, blank);
        assert_eq!(text.len(), 729);
        assert_pencilled(&text);
        assert_pencilled(&format!("{text} # pencilled\n"));
    }
    let four: Vec<Candidates> = (1..=15).chain([15]).map(Candidates::of_bits).collect();
    let puzzle = one(&string(&four, 4, '.'));
    assert_eq!((puzzle.grid().rows(), puzzle.cells()), (4, &four[..]));
    assert_eq!(puzzle.place(1), (1, 5), "a cell is where its first candidate is");
}

#[test]
fn strings_with_every_kind_of_blank_at_the_places() {
    for blank in ['*', '_', '-', 'x', '?'] {
        assert_pencilled(&string(&pencilled(), 9, blank));
    }
}

#[test]
fn strings_for_sixteen_values() {
    let mut chance = Chance(16);
    let cells: Vec<Candidates> = (0..256)
        .map(|_| Candidates::of_bits(chance.below(1 << 16) as u64).with(chance.below(16) as u8))
        .collect();
    let text = string(&cells, 16, '.');
    assert_eq!(text.len(), 4096);
    let puzzle = one(&text);
    assert_eq!((puzzle.grid().rows(), puzzle.cells()), (16, &cells[..]));
}

#[test]
fn braces_hold_candidates_of_larger_grids() {
    let mut puzzle = Puzzle::open(Grid::square(16).unwrap());
    let mut chance = Chance(3);
    for cell in 0..256 {
        let candidates = Candidates::of_bits(chance.below(1 << 16) as u64).with(chance.below(16) as u8);
        puzzle.set_cell(cell, candidates);
    }
    let row = |row: &[Candidates]| {
        let cell = |cell: &Candidates| {
            let all: String = cell.iter().map(|value| from_table(CAPITALS)(value)).collect();
            if cell.len() == 1 { all } else { format!("{{{all}}}") }
        };
        row.iter().map(cell).collect::<Vec<String>>().join(" ")
    };
    let text = puzzle.cells().chunks(16).map(row).collect::<Vec<String>>().join("\n");
    assert_eq!(one(&text).cells(), puzzle.cells(), "{text}");
    let mut own = String::new();
    assert_eq!(write(&puzzle, Format::Candidates, 0, &mut own), None);
    assert_eq!(one(&own).cells(), puzzle.cells(), "{own}");
}

#[test]
fn candidate_rows_in_a_four_by_four() {
    let text = "12 34 | 1 2\n3 . | 1234 4\n----+----\n14 23 | 3 1\n2 1 | 24 13\n";
    let puzzle = one(text);
    let bits = [3, 12, 1, 2, 4, 15, 15, 8, 9, 6, 4, 1, 2, 1, 10, 5];
    assert_eq!(puzzle.cells(), bits.map(Candidates::of_bits));
}
