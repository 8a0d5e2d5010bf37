//! The fast reader of plain lines gives the same results as the general one.
//!
//! A blank before a line, or a comment after it, has no meaning and selects the general reader.

use sudoku::format::{Format, Options};
use sudoku::{Candidates, ParseError, Puzzle, Regions};

use crate::support::*;

/// All results of reading a line.
#[derive(Debug, PartialEq)]
struct LineContent {
    cells: Vec<Candidates>,
    symbols: String,
    first: i32,
    boxes: Option<(usize, usize)>,
    rows: usize,
    /// Place of each cell.
    places: Vec<(u64, u32)>,
}

fn reading(puzzle: &Puzzle) -> LineContent {
    assert!(puzzle.about().is_none() && puzzle.clues().is_empty(), "a line says nothing else");
    let (grid, cells) = (puzzle.grid(), puzzle.cells());
    LineContent {
        cells: cells.to_vec(),
        symbols: puzzle.symbols().iter().collect(),
        first: grid.first_value(),
        boxes: grid.boxes(),
        rows: grid.rows(),
        places: (0..cells.len()).map(|cell| puzzle.place(cell)).collect(),
    }
}

/// Reads some lines with one parser.
fn readings(lines: &[String], options: &Options) -> Vec<Result<LineContent, ParseError>> {
    let read = each(lines.join("\n").as_bytes(), options);
    assert_eq!(read.len(), lines.len());
    read.into_iter().map(|(_, puzzle)| puzzle.map(|puzzle| reading(&puzzle))).collect()
}

/// Checks that lines read the same with a blank before them or a comment after.
#[track_caller]
fn assert_same(lines: &[String], options: &Options) {
    let options = Options { one_a_line: true, ..options.clone() };
    let plain = readings(lines, &options);
    let long = lines.iter().map(|line| format!(" {line} # x")).collect::<Vec<_>>();
    let mut long = readings(&long, &options);
    for reading in &mut long {
        match reading {
            Ok(reading) => reading.places.iter_mut().for_each(|(_, column)| *column -= 1),
            Err(error) => error.column -= 1,
        }
    }
    for ((line, plain), long) in lines.iter().zip(plain).zip(long) {
        assert_eq!(plain, long, "{line}");
    }
}

/// Characters of cells.
const DIGITS: &str = "123456789";
const BLANKS: &str = ".*_-?";
const ODD: &str = "xX0GHgzZ{}|+,;:=äé";

/// Returns a line of side² cells with a few kinds of characters, most of them usual for that side.
fn line(side: usize, chance: &mut Chance) -> String {
    let usual: Vec<char> = CAPITALS.chars().take(side).collect();
    let from = |table: &str| table.chars().collect::<Vec<_>>();
    let few: String = usual.iter().filter(|_| chance.below(3) > 0).collect();
    let kinds = [
        (usual.clone(), 12),
        (from(&few), 12),
        (from(DIGITS)[..side.min(9)].to_vec(), 8),
        (from(LETTERS)[..side].to_vec(), 8),
        (usual.iter().map(char::to_ascii_lowercase).collect(), 4),
        (vec!['.'], 20),
        (vec!['0'], 12),
        (from(BLANKS), 8),
        (vec!['x'], 3),
        (vec!['1'], 3),
        (from(ODD), 2),
        (from(CAPITALS), 2),
    ];
    // One to four kinds, each with a weight.
    let weights: usize = kinds.iter().map(|(_, weight)| weight).sum();
    let drawn: Vec<&Vec<char>> = (0..1 + chance.below(4))
        .map(|_| {
            let mut at = chance.below(weights);
            let kind = kinds.iter().find(|(_, weight)| {
                at < *weight || {
                    at -= weight;
                    false
                }
            });
            &kind.expect("the weights are summed up").0
        })
        .filter(|kind| !kind.is_empty())
        .collect();
    let Some(main) = drawn.first() else {
        return ".".repeat(side * side);
    };
    // A kind may occur in one cell only.
    let rare = 1 + chance.below(side * side);
    (0..side * side)
        .map(|_| {
            let kind = if chance.below(rare) == 0 { drawn[chance.below(drawn.len())] } else { main };
            kind[chance.below(kind.len())]
        })
        .collect()
}

fn lines(side: usize, count: usize, chance: &mut Chance) -> Vec<String> {
    (0..count).map(|_| line(side, chance)).collect()
}

const SIDES: [usize; 15] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20];

#[test]
fn lines_of_any_characters_are_read_as_the_long_way_reads_them() {
    for side in SIDES {
        let count = some(if side < 10 { 2000 } else { 1000 });
        assert_same(&lines(side, count, &mut Chance(side as u64)), &Options::default());
    }
}

#[test]
fn most_of_these_lines_are_puzzles_and_many_are_none() {
    for side in SIDES {
        let options = Options { one_a_line: true, ..Options::default() };
        let read = readings(&lines(side, 500, &mut Chance(side as u64)), &options);
        let good = read.iter().filter(|read| read.is_ok()).count();
        assert!((100..490).contains(&good), "{good} of {} lines for {side} are puzzles", read.len());
    }
}

#[test]
fn forced_sizes_formats_and_boxes_are_read_the_same() {
    let none = Options { regions: Some(Regions::None), ..Options::default() };
    let flat = Options { regions: Some(Regions::Boxes { height: 2, width: 5 }), ..Options::default() };
    let wrong = sized(3, 27);
    let options = [
        sized(9, 9),
        sized(16, 16),
        sized(6, 6),
        wrong,
        sized(4, 9),
        none,
        flat,
        from(Format::Line),
        from(Format::Sdm),
        with_symbols("ABCDEFGHI"),
        with_symbols("123456"),
        with_symbols("012345678"),
    ];
    for (seed, options) in options.iter().enumerate() {
        for side in [4, 6, 9, 10, 16] {
            assert_same(&lines(side, some(300), &mut Chance(seed as u64)), options);
        }
    }
}

/// Lengths that are not a square, nearly one, or a square of another kind.
#[test]
fn lines_too_short_or_too_long_are_read_the_same() {
    let mut chance = Chance(1);
    let mut all = Vec::new();
    for side in [4, 6, 9, 10, 12, 16] {
        for _ in 0..100 {
            let line = line(side, &mut chance);
            let cells: Vec<char> = line.chars().collect();
            all.push(cells[..cells.len() - 1].iter().collect());
            all.push(format!("{line}{}", cells[0]));
            all.push(format!("{line}{line}"));
        }
    }
    assert_same(&all, &Options::default());
}

/// Text after 81 cells may be read by the fast reader, too.
#[test]
fn text_after_a_plain_line_does_not_matter() {
    let mut chance = Chance(2);
    let tails =
        ["\r", " ", "\t", ",", ";", "#", "# x", " easy", ",1.5", ";;", "\t17", " 1 2 3", ", 4", " \r"];
    for side in [4, 6, 9, 10, 16] {
        let all = lines(side, 500, &mut chance);
        let ended: Vec<String> =
            all.iter().map(|line| format!("{line}{}", tails[chance.below(tails.len())])).collect();
        assert_same(&ended, &Options::default());
    }
}
