//! The native format reads back what it writes, for any symbols, shape and regions.

use proptest::prelude::*;
use sudoku::format::{Format, Options, parse, write};
use sudoku::rules::{Clue, find};
use sudoku::{About, Candidates, Grid, Puzzle, Regions, Shape, Symbols};

use crate::support::*;

/// Returns characters of symbols; those with a meaning elsewhere are frequent.
fn character() -> impl Strategy<Value = char> {
    let strange = ":+-=*/_~?!'\"&()[]<>;^`@$%\\.0123456789xXrcinaAbBeE\u{301}ßİ–é漢🙂\u{200b}\u{feff}";
    prop_oneof![
        3 => prop::sample::select(strange.chars().collect::<Vec<char>>()),
        1 => any::<char>(),
    ]
}

/// Returns `values` symbols, characters or words; `None` if some are invalid.
fn symbols(values: usize) -> impl Strategy<Value = Option<Symbols>> {
    let words = prop_oneof![
        2 => prop::collection::vec(character().prop_map(String::from), values),
        1 => prop::collection::vec(prop::collection::vec(character(), 1..4).prop_map(String::from_iter), values),
        1 => Just((1..=values).rev().map(|value| value.to_string()).collect()),
    ];
    words.prop_map(|words| Symbols::new(words).ok())
}

fn regions(cells: usize) -> impl Strategy<Value = Regions> {
    prop_oneof![
        Just(Regions::Default),
        Just(Regions::None),
        (1..4_usize, 1..4_usize).prop_map(|(height, width)| Regions::Boxes { height, width }),
        prop::collection::vec(prop::option::of(character()), cells).prop_map(Regions::Layout),
        prop::collection::vec(prop::option::of(prop::sample::select(vec!['+', ':', '=', '-'])), cells)
            .prop_map(Regions::Layout),
    ]
}

/// Returns an open grid, if the shape is valid.
fn open(shape: Shape, symbols: Symbols) -> Option<Puzzle> {
    let mut puzzle = Puzzle::open(Grid::of(shape).ok()?);
    puzzle.set_symbols(symbols);
    Some(puzzle)
}

/// Returns a grid, its symbols, and the content of its cells.
fn puzzle() -> impl Strategy<Value = Option<Puzzle>> {
    let shape = (1..7_usize, 1..7_usize, -3..4_i32, 0..4_usize, any::<bool>());
    let all = shape.prop_flat_map(|(rows, columns, first, more, raw)| {
        let values = if raw { 1 + more } else { rows.max(columns) + more };
        let values_of = prop::collection::vec((0..4_u8, any::<u64>()), rows * columns);
        (Just((rows, columns, first, values, raw)), symbols(values), regions(rows * columns), values_of)
    });
    let all = (all, any::<bool>(), any::<u64>());
    all.prop_map(|(((rows, columns, first, values, raw), symbols, regions, cells), has_solution, chosen)| {
        let values_range = first..=first + values as i32 - 1;
        let shape = Shape { values: values_range, regions, raw, ..Shape::rectangle(rows, columns) };
        let mut puzzle = open(shape, symbols?)?;
        let one = |number: u64| (number % values as u64) as u8;
        let candidates = cells.iter().map(|&(sort, number)| match sort {
            0 => Candidates::all(values),
            1 => (0..values as u8)
                .filter(|value| number >> value & 1 != 0)
                .fold(Candidates::NONE, Candidates::with),
            _ => Candidates::one(one(number)),
        });
        puzzle.set_cells(&candidates.collect::<Vec<_>>());
        if has_solution {
            let solution = cells.iter().map(|&(_, number)| one(number)).collect();
            puzzle.set_about(About::default().with_solution(Some(solution)));
        }
        let number = puzzle.grid().number(one(chosen));
        let among = Clue::new(find("among").unwrap()).number(number).list([0]);
        puzzle.set_clues(vec![among]).unwrap();
        Some(puzzle)
    })
}

fn reads_back(puzzle: &Puzzle) {
    let mut text = String::new();
    assert_eq!(write(puzzle, Format::Native, 0, &mut text), None);
    for options in [Options::default(), from(Format::Native)] {
        let read = parse(&text, &options).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let [again] = &read[..] else { panic!("{} puzzles\n{text}", read.len()) };
        assert_eq!(again.symbols(), puzzle.symbols(), "{text}");
        assert_eq!(again.grid(), puzzle.grid(), "{text}");
        assert_eq!(again.cells(), puzzle.cells(), "{text}");
        assert_eq!(again.about(), puzzle.about(), "{text}");
        assert_eq!(again.clues(), puzzle.clues(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn written_puzzles_are_read_back(puzzle in puzzle()) {
        puzzle.iter().for_each(reads_back);
    }
}

#[test]
fn symbols_that_make_a_row_another_line_stand_in_braces() {
    for (rows, columns, symbols, row) in [
        (1, 1, ":", "{:}"),
        (1, 1, "+", "{+}"),
        (3, 3, "abc:", "{:} {:} {:}"),
        (3, 3, "+-|=".replace('|', "a").as_str(), "{=} {=} {=}"),
        (2, 3, "red a:b green blue", "blue blue blue"),
        (1, 1, "===", "==="),
    ] {
        let count = if symbols == "===" { 1 } else { Symbols::parse(symbols).unwrap().len() };
        let symbols = if count == 1 { Symbols::new([symbols]) } else { Symbols::parse(symbols) }.unwrap();
        let shape = Shape { values: 1..=count as i32, raw: true, ..Shape::rectangle(rows, columns) };
        let mut puzzle = open(shape, symbols).unwrap();
        puzzle.set_cells(&vec![Candidates::one(count as u8 - 1); puzzle.cells().len()]);
        reads_back(&puzzle);
        let mut text = String::new();
        write(&puzzle, Format::Native, 0, &mut text);
        let written = text.lines().skip_while(|line| *line != "grid:").nth(1).unwrap();
        assert_eq!(written.replace("{===}", "==="), row, "{text}");
    }
}

/// A value is written by its symbol if its number is the symbol of another value.
#[test]
fn values_of_rules_are_the_same_values() {
    let text = "size: 1x3\nsymbols: 312\nraw\namong 3: r1c1\n";
    let puzzle = one(text);
    assert_eq!(puzzle.clues()[0].first_number(), Some(1));
    let mut written = String::new();
    write(&puzzle, Format::Native, 0, &mut written);
    assert!(written.contains("among \"3\": r1c1"), "{written}");
    assert_eq!(one(&written).clues(), puzzle.clues());
}
