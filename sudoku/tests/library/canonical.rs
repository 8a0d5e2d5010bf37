//! Canonical forms: the same for all images of a puzzle, and only for these.

use std::collections::BTreeSet;

use sudoku::{Candidates, Chance, Puzzle, canonical};

const CASES: [&str; 8] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    // Full grids: one without notable symmetry, and the one with the most symmetries, 648.
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    // A puzzle with few clues, and one without clues.
    "1........................................2.......................................",
    ".................................................................................",
    "1...2...3................4...5...6................7...8...9......................",
    // Values that repeat.
    "11.1.....22.......3.3..............1111......9......9............................",
];

/// Exchanges rows, columns, bands, stacks, rows with columns and values at random.
fn image(cells: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut lines = || {
        let mut bands = [0, 1, 2];
        chance.shuffle(&mut bands);
        bands
            .into_iter()
            .flat_map(|band| {
                let mut lines = [3 * band, 3 * band + 1, 3 * band + 2];
                chance.shuffle(&mut lines);
                lines
            })
            .collect::<Vec<usize>>()
    };
    let (rows, columns) = (lines(), lines());
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    chance.shuffle(&mut digits);
    let is_turned = chance.below(2) == 1;
    let source = |at: usize| {
        let (row, column) = (rows[at / 9], columns[at % 9]);
        cells[if is_turned { 9 * column + row } else { 9 * row + column }]
    };
    (0..81).map(source).map(|digit| if digit == 0 { 0 } else { digits[usize::from(digit) - 1] }).collect()
}

fn puzzle(cells: &[u8]) -> Puzzle {
    let mut puzzle = Puzzle::open(sudoku::Grid::square(9).unwrap());
    for (cell, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        puzzle.set_cell(cell, Candidates::one(digit - 1));
    }
    puzzle
}

fn cells(puzzle: &Puzzle) -> Vec<u8> {
    puzzle.cells().iter().map(|cell| cell.value().map_or(0, |value| value + 1)).collect()
}

fn form(of: &[u8]) -> Vec<u8> {
    cells(&canonical(&puzzle(of)).expect("it is a classic"))
}

fn digits(text: &str) -> Vec<u8> {
    text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect()
}

#[test]
fn all_images_have_the_same_form() {
    let mut chance = Chance::new(1, 0);
    for text in CASES {
        let cells = digits(text);
        let expected = form(&cells);
        assert_eq!(form(&expected), expected, "{text}: its own form");
        for _ in 0..30 {
            let image = image(&cells, &mut chance);
            assert_eq!(form(&image), expected, "{text} as {image:?}");
            assert!(expected <= image, "{text}: {image:?} is smaller");
        }
    }
}

/// The form is an image of the puzzle, so that different puzzles cannot have the same: rows, columns and values of the
/// form are those of the puzzle in another order.
#[test]
fn the_form_is_an_image() {
    let profile = |cells: &[u8]| {
        let count = |at: &dyn Fn(usize) -> usize| {
            let mut counts = [0; 10];
            (0..81).filter(|&cell| cells[cell] > 0).for_each(|cell| counts[at(cell)] += 1);
            counts.sort_unstable();
            counts
        };
        let lines = BTreeSet::from([count(&|cell| cell / 9), count(&|cell| cell % 9)]);
        (lines, count(&|cell| cell / 27 * 3 + cell % 9 / 3), count(&|cell| usize::from(cells[cell])))
    };
    let mut chance = Chance::new(2, 0);
    for round in 0..160 {
        let mut cells = digits(CASES[round % CASES.len()]);
        for _ in 0..chance.below(40) {
            cells[chance.below(81)] = chance.below(10) as u8;
        }
        let expected = form(&cells);
        assert_eq!(profile(&expected), profile(&cells), "{cells:?}");
        assert_eq!(form(&image(&cells, &mut chance)), expected, "{cells:?}");
    }
}

/// Returns all orders of nine lines that keep bands together.
fn line_orders() -> Vec<[usize; 9]> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let order = |number: usize| {
        let pick = |place: usize| ORDERS[number / 6_usize.pow(place as u32) % 6];
        std::array::from_fn(|at| {
            let band = pick(3)[at / 3];
            3 * band + pick(band)[at % 3]
        })
    };
    (0..1296).map(order).collect()
}

/// Replaces the least image so far by that of some lines and values in order of appearance, if it is smaller.
fn lower(least: &mut [u8; 81], value: impl Fn(usize) -> u8) {
    let (mut digits, mut seen, mut image, mut is_less) = ([0; 10], 0, [0; 81], false);
    for at in 0..81 {
        let value = usize::from(value(at));
        if value > 0 && digits[value] == 0 {
            seen += 1;
            digits[value] = seen;
        }
        image[at] = digits[value];
        if image[at] > least[at] && !is_less {
            return;
        }
        is_less |= image[at] < least[at];
    }
    *least = image;
}

#[test]
fn the_form_is_the_least_of_all_images() {
    let orders = line_orders();
    let cells = digits("11..2...............1...................3........................................");
    let mut least = [u8::MAX; 81];
    for (rows, columns) in orders.iter().flat_map(|rows| orders.iter().map(move |columns| (rows, columns))) {
        lower(&mut least, |at| cells[9 * rows[at / 9] + columns[at % 9]]);
        lower(&mut least, |at| cells[9 * columns[at % 9] + rows[at / 9]]);
    }
    assert_eq!(form(&cells), least);
}

#[test]
fn other_puzzles_are_refused() {
    let refused = |text: &str| canonical(&text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        refused("12..34....4...1."),
        "no canonical form: only classic grids of 9x9 with boxes of 3x3 have one"
    );
    let variant = format!("size: 9\nkiller 3: r1c1 r1c2\ngrid:\n{}", ".........\n".repeat(9));
    assert_eq!(refused(&variant), "no canonical form: the puzzle has rules beside rows, columns and boxes");
    let mut marks = puzzle(&digits(CASES[0]));
    marks.set_cell(1, Candidates::one(1).with(2));
    assert_eq!(
        canonical(&marks).unwrap_err().to_string(),
        "no canonical form: a cell has only a part of the candidates"
    );
}

#[test]
fn symbols_do_not_matter() {
    let mut letters = puzzle(&digits(CASES[0]));
    letters.set_symbols(sudoku::Symbols::parse("ABCDEFGHI").unwrap());
    let form = canonical(&letters).unwrap();
    assert_eq!(form.symbols().get(0), "1");
    assert_eq!(form.cells(), canonical(&CASES[0].parse().unwrap()).unwrap().cells());
}
