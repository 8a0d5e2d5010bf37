//! Cells, symbols and clues that do not fit the grid: a puzzle refuses them and stays as it was.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sudoku::rules::{Clue, find};
use sudoku::{About, Candidates, Puzzle, Solver, Symbols};

fn whole() -> Puzzle {
    let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    text.parse().unwrap()
}

/// Returns the message of the panic.
fn panic_of(set: impl FnOnce(&mut Puzzle)) -> String {
    let mut puzzle = whole();
    let panic = catch_unwind(AssertUnwindSafe(|| set(&mut puzzle))).expect_err("it is refused");
    let text = *panic.downcast::<String>().expect("the message is text");
    assert_eq!(puzzle.text(&[0; 81]), whole().text(&[0; 81]), "the puzzle is still one");
    assert!(Solver::default().solve(&puzzle, 2).is_unique(), "and the same one");
    text
}

#[test]
fn cells_that_the_grid_lacks_are_refused() {
    let nine = Candidates::all(9);
    assert_eq!(panic_of(|puzzle| puzzle.set_cells(&[nine; 80])), "80 cells are set on a grid of 81 cells");
    assert_eq!(panic_of(|puzzle| puzzle.set_cells(&[])), "0 cells are set on a grid of 81 cells");
    assert_eq!(panic_of(|puzzle| puzzle.set_cells(&[nine; 82])), "82 cells are set on a grid of 81 cells");
    let beyond = "there is no cell 81: the grid has 81 cells, counted from 0";
    assert_eq!(panic_of(|puzzle| puzzle.set_cell(81, nine)), beyond);
}

#[test]
fn values_that_the_grid_lacks_are_refused() {
    let what = "R1C3 cannot have the candidate 40: the grid has 9 values, counted from 0";
    for candidates in [1 << 40, 1 << 40 | 0b11].map(Candidates::of_bits) {
        assert_eq!(panic_of(|puzzle| puzzle.set_cell(2, candidates)), what);
        let mut cells = whole().cells().to_vec();
        (cells[0], cells[2]) = (Candidates::one(0), candidates);
        assert_eq!(panic_of(|puzzle| puzzle.set_cells(&cells)), what);
    }
}

#[test]
fn symbols_and_solutions_that_do_not_fit_are_refused() {
    let four = "4 symbols are set for a grid of 9 values";
    assert_eq!(panic_of(|puzzle| puzzle.set_symbols(Symbols::parse("abcd").unwrap())), four);
    let about = |solution: &[u8]| About::default().with_solution(Some(solution.into()));
    let short = "a solution of 80 cells for a grid of 81";
    assert_eq!(panic_of(|puzzle| puzzle.set_about(about(&[0; 80]))), short);
    let beyond = "a solution with value 9: the grid has values 0 to 8";
    assert_eq!(panic_of(|puzzle| puzzle.set_about(about(&[9; 81]))), beyond);
}

#[test]
fn clues_that_the_grid_lacks_are_refused() {
    let killer = || Clue::new(find("killer").unwrap());
    let mut puzzle = whole();
    puzzle.set_clues(vec![killer().number(9).list([0, 1])]).unwrap();
    let mut in_part = killer().list([0, 1]);
    in_part.part = Some(1);
    for (wrong, what) in [
        (killer().list([0, 81]), "killer lists cell 81: the grid has 81 cells, counted from 0"),
        (killer(), "killer needs a list of cells"),
        (in_part, "killer is for grid 1, counted from 0: there are fewer grids"),
    ] {
        let fault = puzzle.set_clues(vec![killer().list([0, 1]), wrong]).unwrap_err();
        assert_eq!(fault.what, what);
        assert_eq!(puzzle.clues(), [killer().number(9).list([0, 1])], "it keeps its clue");
    }
    let rules = "require r1c1 == 1 or not max{r1c2 r6c2} < 3\neach along r6c1-r6c3 a b: a != b\neach king a b: a != r9c9";
    let large: Puzzle =
        format!("size: 16\n{rules}\ngrid:\n{}", "................\n".repeat(16)).parse().unwrap();
    assert_eq!(large.clues().len(), 3);
    for clue in large.clues() {
        let fault = puzzle.set_clues(vec![clue.clone()]).unwrap_err();
        assert!(fault.what.ends_with(": the grid has 81 cells, counted from 0"), "{}", fault.what);
    }
    puzzle.set_clues(Vec::new()).unwrap();
    assert!(puzzle.clues().is_empty() && Solver::default().solve(&puzzle, 2).is_unique());
}

#[test]
fn there_are_no_candidates_beyond_the_sixty_fourth() {
    assert!(!Candidates::all(64).contains(64) && !Candidates::one(0).contains(64));
    for value in [64, 65, 128, 255] {
        assert!(catch_unwind(|| Candidates::one(value)).is_err());
        assert!(catch_unwind(|| Candidates::NONE.with(value)).is_err());
    }
    assert_eq!(Candidates::one(63).bits(), 1 << 63);
}
