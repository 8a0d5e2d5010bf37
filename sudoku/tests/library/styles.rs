//! Styles of generated variants: cages that cover the grid or keep apart, few clues, clues that half a turn leaves as they are.

use std::collections::BTreeSet;

use sudoku::rules::{self, Clue};
use sudoku::{Difficulty, Generator, Grid, Puzzle, Requirements, Solver, Style};

fn make(side: usize, names: &[&str], style: Style, count: usize) -> Vec<Puzzle> {
    let rules: Vec<_> = names.iter().map(|name| rules::find(name).expect(name)).collect();
    let wanted = Requirements::default().with_rules(rules).with_style(style);
    let wanted = wanted.with_difficulty(Difficulty::for_people());
    let open = Puzzle::open(Grid::square(side).unwrap());
    let made: Vec<Puzzle> = Generator::new(&open, wanted, 3).expect("it can be made").take(count).collect();
    assert_eq!(made.len(), count);
    for puzzle in &made {
        assert!(Solver::default().solve(puzzle, 2).is_unique());
    }
    made
}

fn cages(puzzle: &Puzzle) -> Vec<Vec<u16>> {
    puzzle.clues().iter().map(|clue: &Clue| clue.cells().to_vec()).collect()
}

/// Whether two cells have a common side.
fn touch(one: u16, other: u16, width: u16) -> bool {
    let place = |cell: u16| (i32::from(cell / width), i32::from(cell % width));
    let ((a, b), (c, d)) = (place(one), place(other));
    (a - c).abs() + (b - d).abs() == 1
}

#[test]
fn tiled_cages_cover_the_grid() {
    for puzzle in make(6, &["killer"], Style::Tiled, 4) {
        let cages = cages(&puzzle);
        let cells: Vec<u16> = cages.concat();
        assert_eq!(cells.iter().collect::<BTreeSet<_>>().len(), cells.len(), "no two overlap");
        assert!(cells.len() >= 34, "{} of 36 cells", cells.len());
        for cage in cages {
            let reached = |from: &u16| cage.iter().any(|other| touch(*from, *other, 6));
            assert!(cage.len() > 1 && cage.iter().all(reached), "{cage:?} hangs together");
        }
    }
}

#[test]
fn sparse_clues_are_few_short_and_apart() {
    for puzzle in make(6, &["killer"], Style::Sparse, 3) {
        let cages = cages(&puzzle);
        assert!(cages.len() <= 4, "{cages:?}");
        for (at, one) in cages.iter().enumerate() {
            let beside = |other: &Vec<u16>| one.iter().any(|a| other.iter().any(|b| touch(*a, *b, 6)));
            assert!(one.len() <= 4 && !cages[..at].iter().any(beside), "{cages:?}");
        }
    }
    for puzzle in make(6, &["thermo"], Style::Sparse, 3) {
        assert!(puzzle.clues().len() <= 2 && puzzle.clues().iter().all(|clue| clue.cells().len() <= 5));
    }
}

#[test]
fn symmetric_clues_and_givens_stay_when_the_grid_is_turned() {
    for puzzle in make(6, &["killer"], Style::Symmetric, 3) {
        let sorted = |mut cells: Vec<u16>| {
            cells.sort_unstable();
            cells
        };
        let all: BTreeSet<Vec<u16>> = cages(&puzzle).into_iter().map(sorted).collect();
        let turned = all.iter().map(|cage| sorted(cage.iter().map(|cell| 35 - cell).collect())).collect();
        assert_eq!(all, turned);
        assert!((0..36).all(|cell| puzzle.given(cell).is_some() == puzzle.given(35 - cell).is_some()));
    }
}

#[test]
fn styles_have_names() {
    for style in Style::ALL {
        assert_eq!(Style::find(style.name()), Some(style));
        assert!(!style.help().is_empty());
    }
    assert_eq!(Style::find("round"), None);
}

#[test]
fn styles_without_a_meaning_are_refused() {
    let refused = |names: &[&str], style: Style, is_minimal: bool| {
        let rules: Vec<_> = names.iter().map(|name| rules::find(name).expect(name)).collect();
        let wanted = Requirements::default().with_rules(rules).with_style(style).with_minimal(is_minimal);
        let open = Puzzle::open(Grid::square(9).unwrap());
        Generator::new(&open, wanted, 3).err().map(|error| error.to_string())
    };
    for (names, style, is_minimal, why) in [
        (&[][..], Style::Sparse, false, "sparse is a style of clues"),
        (&["anti-knight"], Style::Sparse, false, "sparse is a style of clues"),
        (&[], Style::Tiled, false, "tiled is a style of cages"),
        (&["thermo"], Style::Tiled, false, "tiled is a style of cages"),
        (&["killer"], Style::Tiled, true, "tiled cages stay"),
    ] {
        let what = refused(names, style, is_minimal);
        assert!(what.as_ref().is_some_and(|what| what.starts_with(why)), "{names:?} {style:?}: {what:?}");
    }
    for (names, style, is_minimal) in [
        (&[][..], Style::Symmetric, false),
        (&["thermo"], Style::Sparse, true),
        (&["thermo", "killer"], Style::Tiled, false),
        (&["anti-knight"], Style::Free, true),
    ] {
        assert_eq!(refused(names, style, is_minimal), None, "{names:?} {style:?}");
    }
}
