//! Pictures for people and programs are read back as the same puzzle.

use sudoku::format::Options;
use sudoku::print::{self, Picture};
use sudoku::{Candidates, Grid, Regions};

use crate::round_trips::{difference, in_words, jigsaw, read_one, with_all_values, with_givens};
use crate::support::*;

#[test]
fn rows_and_pictures_are_read_back() {
    let mut chance = Chance(16);
    for side in (4..=12).chain([16, 25, 36]) {
        let puzzle = with_all_values(Grid::square(side).unwrap(), 3, &mut chance);
        let mut full = puzzle.clone();
        full.set_cells(&solved(side).into_iter().map(Candidates::one).collect::<Vec<_>>());
        for (puzzle, text) in [
            (&puzzle, print::rows(&puzzle)),
            (&puzzle, Picture::of(&puzzle).draw()),
            (&puzzle, Picture::of(&puzzle).ascii().draw()),
            (&full, Picture::solved(&puzzle, &solved(side)).draw()),
            (&full, Picture::solved(&puzzle, &solved(side)).ascii().draw()),
        ] {
            let read = read_one(&text, &Options::default())
                .unwrap_or_else(|error| panic!("{side}: {error}\n{text}"));
            assert_eq!(difference(puzzle, &read, true), None, "{side}\n{text}");
        }
        let two = Picture::of(&puzzle).draw().repeat(2);
        assert_eq!(several(&two, &Options::default()).len(), 2, "two pictures below each other\n{two}");
    }
}

#[test]
fn pictures_of_other_shapes_are_read_back_with_the_shape() {
    let mut chance = Chance(17);
    for side in [2, 3, 4, 5, 6, 7, 9] {
        for regions in [Regions::None, jigsaw(side, &mut chance)] {
            let grid = Grid::new(side, side, 1..=side as i32, &regions).unwrap();
            let puzzle = with_givens(grid, 4, &mut chance);
            let options = Options { regions: Some(regions), size: Some((side, side)), ..Options::default() };
            for text in
                [print::rows(&puzzle), Picture::of(&puzzle).draw(), Picture::of(&puzzle).ascii().draw()]
            {
                let read =
                    read_one(&text, &options).unwrap_or_else(|error| panic!("{side}: {error}\n{text}"));
                assert_eq!(difference(&puzzle, &read, true), None, "{side}\n{text}");
            }
        }
    }
}

#[test]
fn pictures_in_letters_and_words_are_read_back_with_the_symbols() {
    let mut chance = Chance(18);
    for symbols in ["WORD", "red green blue yellow"] {
        let puzzle = in_words(with_givens(Grid::square(4).unwrap(), 5, &mut chance), symbols);
        for text in [print::rows(&puzzle), Picture::of(&puzzle).draw(), Picture::of(&puzzle).ascii().draw()] {
            let options = with_symbols(symbols);
            let read = read_one(&text, &options).unwrap_or_else(|error| panic!("{symbols}: {error}\n{text}"));
            assert_eq!(difference(&puzzle, &read, true), None, "{symbols}\n{text}");
        }
    }
}

#[test]
fn pictures_of_rectangles_are_read_back_with_their_size() {
    let mut chance = Chance(19);
    let wide = with_givens(Grid::new(4, 6, 1..=6, &Regions::Default).unwrap(), 5, &mut chance);
    for text in [print::rows(&wide), Picture::of(&wide).draw(), Picture::of(&wide).ascii().draw()] {
        let read = read_one(&text, &sized(4, 6)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(difference(&wide, &read, true), None, "{text}");
    }
}
