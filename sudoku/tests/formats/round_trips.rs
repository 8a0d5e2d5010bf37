//! Written puzzles are read back the same, or [`write`] reports the losses.

use sudoku::format::{Format, Options, Unfit, header, parse, write};
use sudoku::{Candidates, Grid, Puzzle, Regions, Symbols};

use crate::support::*;

/// Returns a board with some random cells given.
pub fn with_givens(grid: Grid, tenths: usize, chance: &mut Chance) -> Puzzle {
    let mut puzzle = Puzzle::open(grid);
    let values = puzzle.grid().values();
    for cell in 0..puzzle.cells().len() {
        if chance.below(10) < tenths {
            puzzle.set_cell(cell, Candidates::one(chance.below(values) as u8));
        }
    }
    puzzle
}

/// Returns a board in which every value and the blank occur, so that the detection of symbols is unambiguous.
pub fn with_all_values(grid: Grid, tenths: usize, chance: &mut Chance) -> Puzzle {
    let mut puzzle = with_givens(grid, tenths, chance);
    let values = puzzle.grid().values();
    let mut cells: Vec<usize> = (0..puzzle.cells().len()).collect();
    chance.shuffle(&mut cells);
    for (value, &cell) in cells[..values].iter().enumerate() {
        puzzle.set_cell(cell, Candidates::one(value as u8));
    }
    if let Some(&last) = cells.get(values) {
        puzzle.set_cell(last, puzzle.all_values());
    }
    puzzle
}

fn with_candidates(grid: Grid, chance: &mut Chance) -> Puzzle {
    let mut puzzle = with_all_values(grid, 3, chance);
    let values = puzzle.grid().values();
    for cell in 0..puzzle.cells().len() {
        if puzzle.cells()[cell] == Candidates::all(values) && chance.below(3) > 0 {
            let one = chance.below(values) as u8;
            let some = (0..values as u8).filter(|_| chance.below(2) == 0);
            puzzle.set_cell(cell, some.fold(Candidates::one(one), Candidates::with));
        }
    }
    puzzle
}

pub fn from_zero(side: usize) -> Grid {
    Grid::new(side, side, 0..=side as i32 - 1, &Regions::Default).unwrap()
}

pub fn jigsaw(side: usize, chance: &mut Chance) -> Regions {
    let symbols: Vec<char> = LETTERS.chars().take(side).collect();
    let mut layout: Vec<Option<char>> = (0..side * side).map(|cell| Some(symbols[cell / side])).collect();
    chance.shuffle(&mut layout);
    Regions::Layout(layout)
}

pub fn in_words(mut puzzle: Puzzle, symbols: &str) -> Puzzle {
    puzzle.set_symbols(Symbols::parse(symbols).unwrap());
    puzzle
}

pub fn text_of(puzzle: &Puzzle, format: Format) -> (String, Option<Unfit>) {
    let mut text = header(format).to_owned();
    let unfit = write(puzzle, format, 0, &mut text);
    (text, unfit)
}

/// Returns a difference of two puzzles; unless `exactly`, the order of detected letters may differ.
pub fn difference(one: &Puzzle, other: &Puzzle, exactly: bool) -> Option<String> {
    let open =
        |puzzle: &Puzzle| puzzle.cells().iter().map(|&cell| cell == puzzle.all_values()).collect::<Vec<_>>();
    if one.grid() != other.grid() {
        let values = |grid: &Grid| {
            format!(
                "{}x{} from {} of {}, boxes {:?}",
                grid.rows(),
                grid.columns(),
                grid.first_value(),
                grid.values(),
                grid.boxes()
            )
        };
        return Some(format!("the grid: {} became {}", values(one.grid()), values(other.grid())));
    }
    let same = if exactly {
        one.cells() == other.cells() && one.symbols() == other.symbols()
    } else {
        // The lacking letter became `?`, so open cells are compared separately.
        open(one) == open(other) && shown(one) == shown(other) && (!one.is_plain() || other.is_plain())
    };
    (!same).then(|| format!("cells or symbols: {} became {}", one.symbols(), other.symbols()))
}

pub fn read_one(text: &str, options: &Options) -> Result<Puzzle, String> {
    match parse(text, options) {
        Err(error) => Err(error.to_string()),
        Ok(mut puzzles) if puzzles.len() == 1 => Ok(puzzles.remove(0)),
        Ok(puzzles) => Err(format!("{} puzzles", puzzles.len())),
    }
}

/// All failures of a test, so that one format does not hide the others.
#[derive(Default)]
pub struct Report(Vec<String>);

impl Report {
    pub fn add(&mut self, name: &str, format: Format, options: &Options, wrong: &str, text: &str) {
        let found = options.from.map_or("found out", |_| "said");
        let text: String = text.chars().take(200).collect();
        self.0.push(format!("{name}, {format} {found}: {wrong}\n{text}\n"));
    }

    /// Writes and reads a format, detected or forced: the result is the same, or a loss was reported.
    pub fn round_trip(&mut self, puzzle: &Puzzle, format: Format, exactly: bool, name: &str) {
        let (text, unfit) = text_of(puzzle, format);
        if unfit.is_some() {
            assert_ne!(format, Format::Native, "{name}: the native format holds everything");
            return;
        }
        for options in [Options::default(), from(format)] {
            match read_one(&text, &options) {
                Err(error) => self.add(name, format, &options, &error, &text),
                Ok(read) => {
                    if let Some(difference) = difference(puzzle, &read, exactly) {
                        self.add(name, format, &options, &difference, &text);
                    }
                }
            }
        }
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        let shown: Vec<&str> = self.0.iter().take(12).map(String::as_str).collect();
        let wrong = !self.0.is_empty() && !std::thread::panicking();
        assert!(!wrong, "{} round trips went wrong:\n{}", self.0.len(), shown.join("\n"));
    }
}

/// Small sides, and those with large boxes.
const SIDES: [usize; 14] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 25, 36];

/// Returns sides for boards full of candidates; the cost of a board grows with the cube of its side.
fn sides_of_candidates() -> impl Iterator<Item = usize> {
    let is_run = |side: &usize| matches!(side, 0..=16 | 25 | 64) || is_exhaustive();
    SIDES.into_iter().chain([62, 64]).filter(is_run)
}

const PLAIN: [Format; 8] = [
    Format::Line,
    Format::Numbers,
    Format::Grid,
    Format::Sdm,
    Format::Sdk,
    Format::Ss,
    Format::Csv,
    Format::Euler,
];

#[test]
fn formats_all_of_them_with_names_of_their_own() {
    let names: std::collections::BTreeSet<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    assert_eq!(names.len(), Format::ALL.len());
    assert!(
        Format::ALL.iter().all(|format| !format.help().is_empty() && format.to_string() == format.name())
    );
    assert!(PLAIN.iter().all(|format| Format::ALL.contains(format)));
}

#[test]
fn usual_boards_of_every_side() {
    let mut report = Report::default();
    let mut chance = Chance(1);
    for side in SIDES {
        let puzzle = with_all_values(Grid::square(side).unwrap(), 3, &mut chance);
        for format in Format::ALL {
            report.round_trip(&puzzle, format, true, &format!("side {side}"));
        }
    }
}

#[test]
fn boards_with_few_givens_or_none() {
    let mut report = Report::default();
    let mut chance = Chance(2);
    for side in [4, 5, 6, 7, 8, 9, 10, 14, 16, 25] {
        for tenths in [0, 1] {
            let puzzle = with_givens(Grid::square(side).unwrap(), tenths, &mut chance);
            for format in Format::ALL {
                report.round_trip(&puzzle, format, true, &format!("side {side}, few givens"));
            }
        }
    }
}

#[test]
fn full_boards() {
    let mut report = Report::default();
    for side in SIDES.into_iter().chain([64]) {
        let mut puzzle = Puzzle::open(Grid::square(side).unwrap());
        puzzle.set_cells(&solved(side).into_iter().map(Candidates::one).collect::<Vec<_>>());
        for format in Format::ALL {
            report.round_trip(&puzzle, format, true, &format!("side {side}, solved"));
        }
    }
}

#[test]
fn the_smallest_boards_with_their_size() {
    let mut chance = Chance(3);
    for side in 1..=3 {
        let puzzle = with_givens(Grid::square(side).unwrap(), 4, &mut chance);
        for format in Format::ALL {
            let (text, _) = text_of(&puzzle, format);
            let options = Options { size: Some((side, side)), ..from(format) };
            let read = read_one(&text, &options)
                .unwrap_or_else(|error| panic!("side {side}, {format}: {error}\n{text}"));
            assert_eq!(difference(&puzzle, &read, true), None, "side {side}, {format}\n{text}");
        }
    }
}

#[test]
fn candidates_of_every_side() {
    let mut report = Report::default();
    let mut chance = Chance(4);
    for side in sides_of_candidates() {
        let puzzle = with_candidates(Grid::square(side).unwrap(), &mut chance);
        for format in PLAIN {
            assert_eq!(text_of(&puzzle, format).1, Some(Unfit::Candidates), "{format}");
        }
        for format in [Format::Candidates, Format::Native] {
            assert_eq!(text_of(&puzzle, format).1, None, "{format}");
            report.round_trip(&puzzle, format, true, &format!("side {side}, candidates"));
        }
    }
}

#[test]
fn cells_without_a_candidate_stay_so() {
    let mut report = Report::default();
    for (side, symbols) in [(4, "1234"), (9, "123456789"), (4, "red green blue yellow"), (16, CAPITALS)] {
        let symbols: String =
            if side == 16 { symbols.chars().take(16).collect() } else { symbols.to_owned() };
        let mut puzzle = in_words(with_candidates(Grid::square(side).unwrap(), &mut Chance(5)), &symbols);
        puzzle.set_cell(3, Candidates::NONE);
        report.round_trip(&puzzle, Format::Native, true, "a cell without candidates");
        if symbols.starts_with('1') {
            report.round_trip(&puzzle, Format::Candidates, true, "a cell without candidates");
        }
    }
    let mut large = Puzzle::open(Grid::square(64).unwrap());
    large.set_cell(9, Candidates::NONE);
    report.round_trip(&large, Format::Native, true, "64 and a cell without candidates");
}

#[test]
fn values_from_zero_where_zero_and_a_blank_occur() {
    let mut report = Report::default();
    let mut chance = Chance(6);
    for side in [4, 5, 6, 8, 9, 10, 12, 16, 25, 61] {
        let mut puzzle = with_all_values(from_zero(side), 4, &mut chance);
        for format in Format::ALL {
            report.round_trip(&puzzle, format, true, &format!("side {side} from 0"));
        }
        puzzle.set_cells(with_candidates(from_zero(side), &mut chance).cells());
        for format in [Format::Candidates, Format::Native] {
            report.round_trip(&puzzle, format, true, &format!("side {side} from 0 with candidates"));
        }
    }
}

/// Values that another reader would misread are kept or reported as lost.
#[test]
fn values_from_zero_without_a_zero_or_a_blank() {
    let mut report = Report::default();
    let mut no_zero = Puzzle::open(from_zero(4));
    no_zero.set_cell(0, Candidates::one(1));
    no_zero.set_cell(9, Candidates::one(3));
    let mut full = Puzzle::open(from_zero(4));
    full.set_cells(&solved(4).into_iter().map(Candidates::one).collect::<Vec<_>>());
    for (puzzle, name) in [(no_zero, "no 0 is given"), (full, "no cell is open")] {
        for format in Format::ALL {
            report.round_trip(&puzzle, format, true, name);
        }
    }
}

#[test]
fn values_from_elsewhere() {
    let mut report = Report::default();
    for first in [-4, -1, 2, 10, 100] {
        let grid = Grid::new(4, 4, first..=first + 3, &Regions::Default).unwrap();
        let puzzle = with_all_values(grid, 3, &mut Chance(7));
        for format in Format::ALL {
            report.round_trip(&puzzle, format, true, &format!("values from {first}"));
        }
    }
    let grid = Grid::new(4, 4, 1..=6, &Regions::Boxes { height: 2, width: 2 }).unwrap();
    let puzzle = with_all_values(grid, 3, &mut Chance(8));
    for format in Format::ALL {
        report.round_trip(&puzzle, format, true, "six values in 4 x 4");
    }
}

#[test]
fn wordokus_with_all_letters_or_all_but_one() {
    let mut report = Report::default();
    for (side, word) in [
        (4, "MOZA"),
        (9, "LATERISOK"),
        (9, "TAXIBUSEN"),
        (9, "ABCDEFGHI"),
        (6, "ÄÖÜßéñ"),
        (16, "QWERTYUIOPASDFGH"),
    ] {
        let puzzle = in_words(with_all_values(Grid::square(side).unwrap(), 3, &mut Chance(9)), word);
        let mut lacking = puzzle.clone();
        let (gone, open) = (Candidates::one(1), puzzle.all_values());
        (0..puzzle.cells().len())
            .filter(|&cell| puzzle.cells()[cell] == gone)
            .for_each(|cell| lacking.set_cell(cell, open));
        for format in
            [Format::Line, Format::Grid, Format::Sdm, Format::Sdk, Format::Ss, Format::Csv, Format::Euler]
        {
            report.round_trip(&puzzle, format, false, word);
            report.round_trip(&lacking, format, false, &format!("{word} without its second letter"));
        }
        report.round_trip(&puzzle, Format::Native, true, word);
        report.round_trip(&lacking, Format::Native, true, word);
    }
}

/// Symbols that cannot be detected are kept or reported as lost.
#[test]
fn symbols_that_cannot_be_detected() {
    let mut report = Report::default();
    let mut few = in_words(Puzzle::open(Grid::square(9).unwrap()), "LATERISOK");
    few.set_cell(0, Candidates::one(0));
    few.set_cell(40, Candidates::one(5));
    let words =
        in_words(with_all_values(Grid::square(4).unwrap(), 3, &mut Chance(10)), "red green blue yellow");
    let mut six = with_givens(Grid::square(6).unwrap(), 0, &mut Chance(10));
    six.set_cell(7, Candidates::one(2));
    let punctuation = in_words(six, "+-*/=%");
    for (puzzle, name) in [(few, "two of nine letters"), (words, "words"), (punctuation, "punctuation")] {
        report.round_trip(&puzzle, Format::Native, true, name);
        for format in PLAIN.into_iter().filter(|&format| format != Format::Numbers) {
            let (text, unfit) = text_of(&puzzle, format);
            let same = read_one(&text, &from(format)).is_ok_and(|read| shown(&read) == shown(&puzzle));
            // The writers may also change to numbers, which keep the cells.
            let cells = read_one(&text, &from(format)).is_ok_and(|read| read.cells() == puzzle.cells());
            assert!(
                unfit.is_some() || same || cells,
                "{name} in {format}: nothing is said to be lost\n{text}"
            );
        }
    }
}

#[test]
fn forced_symbols_are_kept_in_every_format() {
    let mut report = Report::default();
    let mut chance = Chance(11);
    for (side, symbols) in [
        (4, "DCBA"),
        (9, "LATERISOK"),
        (9, "987654321"),
        (9, "012345678"),
        (4, "x*?!"),
        (4, "red green blue yellow"),
        (6, "aAbBcC"),
        (16, "FEDCBA9876543210"),
    ] {
        let grid = if symbols.starts_with('0') { from_zero(side) } else { Grid::square(side).unwrap() };
        let plain = in_words(with_givens(grid.clone(), 3, &mut chance), symbols);
        let pencilled = in_words(with_candidates(grid, &mut chance), symbols);
        let jigsaw = Grid::new(
            side,
            side,
            plain.grid().first_value()..=plain.grid().first_value() + side as i32 - 1,
            &jigsaw(side, &mut chance),
        )
        .unwrap();
        let jigsaw = in_words(with_givens(jigsaw, 4, &mut chance), symbols);
        for (puzzle, name) in [(plain, "plain"), (pencilled, "with candidates"), (jigsaw, "jigsaw")] {
            for format in Format::ALL {
                let (text, unfit) = text_of(&puzzle, format);
                if format == Format::Numbers || matches!(unfit, Some(Unfit::Candidates | Unfit::Shape)) {
                    continue;
                }
                if is_of_f_puzzles(format) && name == "jigsaw" {
                    continue; // Their regions have numbers.
                }
                if [Format::Line, Format::Sdm, Format::Csv].contains(&format) && symbols.contains(' ') {
                    continue; // These formats change to numbers.
                }
                let layout =
                    (0..puzzle.cells().len()).map(|cell| puzzle.grid().region_symbol(cell)).collect();
                let options = Options {
                    size: Some((side, side)),
                    symbols: Some(puzzle.symbols().clone().into()),
                    regions: (name == "jigsaw").then_some(Regions::Layout(layout)),
                    ..from(format)
                };
                let name = format!("{symbols}, {name}, {format}");
                match read_one(&text, &options) {
                    Err(error) => report.add(&name, format, &options, &error, &text),
                    Ok(read) => {
                        if let Some(difference) = difference(&puzzle, &read, true) {
                            report.add(&name, format, &options, &difference, &text);
                        }
                    }
                }
            }
        }
    }
}

/// Returns whether the grid has as many rows, columns and values, from 1.
fn is_plain_square(grid: &Grid) -> bool {
    grid.rows() == grid.columns() && grid.values() == grid.rows() && grid.first_value() == 1
}

#[test]
fn regions_and_shapes_are_kept_or_reported_as_lost() {
    let mut report = Report::default();
    let mut chance = Chance(12);
    let mut shapes = vec![
        Grid::new(4, 6, 1..=6, &Regions::Boxes { height: 2, width: 3 }),
        Grid::new(6, 4, 0..=5, &Regions::Boxes { height: 3, width: 2 }),
        Grid::new(6, 6, 1..=6, &Regions::Boxes { height: 3, width: 2 }),
        Grid::new(9, 9, 1..=9, &Regions::None),
        Grid::new(16, 16, 1..=16, &Regions::None),
        Grid::new(3, 5, 1..=5, &Regions::None),
        Grid::new(1, 4, 1..=4, &Regions::None),
        Grid::new(4, 1, 1..=4, &Regions::None),
        Grid::new(12, 12, 1..=12, &Regions::Boxes { height: 4, width: 3 }),
        Grid::new(8, 8, 1..=8, &Regions::Boxes { height: 4, width: 2 }),
    ];
    for side in 2..=26 {
        shapes.push(Grid::new(side, side, 1..=side as i32, &jigsaw(side, &mut chance)));
    }
    let mut part = vec![None; 81];
    part[..9].fill(Some('*'));
    part[40..44].fill(Some('ß'));
    shapes.push(Grid::new(9, 9, 1..=9, &Regions::Layout(part)));
    for grid in shapes {
        let grid = grid.unwrap();
        let name = format!("{} x {}, boxes {:?}", grid.rows(), grid.columns(), grid.boxes());
        for puzzle in [with_givens(grid.clone(), 3, &mut chance), with_candidates(grid, &mut chance)] {
            for format in Format::ALL {
                let unfit = text_of(&puzzle, format).1;
                if is_of_f_puzzles(format) {
                    // Drawings hold no candidates.
                    let holds = format.name() != "sudokupad" || puzzle.is_plain();
                    assert_eq!(
                        unfit.is_none(),
                        is_plain_square(puzzle.grid()) && holds,
                        "{name}, {format}: {unfit:?}"
                    );
                    continue;
                }
                assert_eq!(unfit.is_none(), format == Format::Native, "{name}, {format}: {unfit:?}");
            }
            report.round_trip(&puzzle, Format::Native, true, &name);
        }
    }
}
