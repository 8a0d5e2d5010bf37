//! Puzzles that are made.

use csp::Limits;
use pencil::Puzzle;
use pencil::address::Places;
use pencil::board::Grid;
use pencil::kind::Kind;
use pencil::kinds::{KINDS, find};
use pencil::make::{Made, Maker, Symmetry, Wanted};
use pencil::solve::{Solved, solve};
use pencil::steps::{Next, Steps};

fn wanted(kind: &'static Kind, size: usize) -> Wanted {
    Wanted { kind, flags: String::new(), size: (size, size), symmetry: Symmetry::None, hardest: None }
}

/// Returns the first puzzles of a seed.
fn made(wanted: Wanted, seed: u64, count: usize) -> Vec<Made> {
    let maker = Maker::new(wanted, seed).expect("it can be made");
    let attempts = (0..300).map(|number| maker.attempt(number, &Limits::default()).expect("no error"));
    let made: Vec<Made> = attempts.flatten().take(count).collect();
    assert_eq!(made.len(), count);
    made
}

fn kind(name: &str) -> &'static Kind {
    find(name).expect("a kind")
}

#[test]
fn puzzles_of_each_kind_have_one_answer_and_an_address() {
    let kinds: Vec<&Kind> = KINDS.iter().copied().filter(|kind| kind.make.is_some()).collect();
    assert!(kinds.len() >= 25, "{}", kinds.len());
    for kind in kinds {
        // Of five by five there is no Sudoku, and no room for ships.
        let size = if matches!(kind.id, "battleship" | "sudoku") { 6 } else { 5 };
        let Made { puzzle, answer, .. } = made(wanted(kind, size), 1, 1).remove(0);
        let address = puzzle.address();
        assert_eq!(solve(&puzzle, &Limits::default()).unwrap(), Solved::Unique(answer), "{address}");
        let again = Puzzle::parse(&address).expect(&address);
        assert_eq!((&again.clues, again.address()), (&puzzle.clues, address));
    }
}

#[test]
fn clues_that_are_left_are_needed() {
    let Made { puzzle, answer, .. } = made(wanted(kind("slither"), 5), 3, 1).remove(0);
    let clues = puzzle.at(Places::Cells).iter().filter(|clue| clue.is_some()).count();
    assert!((3..20).contains(&clues), "{}", puzzle.address());
    for cell in (0..25).filter(|&cell| puzzle.clues[0][cell].is_some()) {
        let mut without = puzzle.clone();
        without.clues[0][cell] = None;
        assert_ne!(solve(&without, &Limits::default()).unwrap(), Solved::Unique(answer.clone()), "{cell}");
    }
}

#[test]
fn places_of_clues_are_symmetric() {
    for (name, symmetry) in [
        ("kurodoko", Symmetry::Rotational),
        ("lightup", Symmetry::Mirror),
        ("sudoku", Symmetry::Diagonal),
        ("slither", Symmetry::Full),
    ] {
        let wanted = Wanted { symmetry, ..wanted(kind(name), 6) };
        let Made { puzzle, .. } = made(wanted, 5, 1).remove(0);
        let clues = puzzle.at(Places::Cells);
        for orbit in symmetry.orbits(Grid { width: 6, height: 6 }) {
            let count = orbit.iter().filter(|&&cell| clues[cell].is_some()).count();
            assert!(count == 0 || count == orbit.len(), "{}", puzzle.address());
        }
    }
}

#[test]
fn the_hardest_step_is_as_wanted() {
    for hardest in [0..=150, 181..=340] {
        let wanted = Wanted { hardest: Some(hardest.clone()), ..wanted(kind("lightup"), 5) };
        for made in (1..=4).flat_map(|seed| made(wanted.clone(), seed, 2)) {
            let mut steps = Steps::new(&made.puzzle, &Limits::default()).unwrap().expect("no limit");
            let mut cost = 0;
            while let Next::Step(step) = steps.next().unwrap() {
                cost = cost.max(step.cost());
            }
            assert!(steps.is_solved() && hardest.contains(&cost), "{}: {cost}", made.puzzle.address());
            assert_eq!(made.hardest, Some(cost));
            assert!(matches!(solve(&made.puzzle, &Limits::default()), Ok(Solved::Unique(_))));
        }
    }
}

#[test]
fn what_cannot_be_made_is_told() {
    let refused = |wanted: Wanted| Maker::new(wanted, 1).unwrap_err();
    assert!(refused(wanted(kind("slither"), 51)).contains("from 1 to 2500 are taken"));
    assert!(refused(wanted(kind("firefly"), 5)).contains("Firefly are not made"));
    let oblong = Wanted { size: (5, 4), symmetry: Symmetry::Diagonal, ..wanted(kind("slither"), 5) };
    assert!(refused(oblong).contains("as many rows as columns"));
}
