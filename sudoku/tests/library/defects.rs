//! Cells that do not fit their grid: every operation on such a puzzle panics with a reason.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sudoku::format::Format;
use sudoku::print::{Drawing, Picture};
use sudoku::{Candidates, Engine, Needs, Puzzle, PuzzleModel, Solver, Wishes};

const CELL: &str = "R1C3 has value 40 among its candidates; the grid has 9, counted from 0";

fn whole() -> Puzzle {
    let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    text.parse().unwrap()
}

/// Returns puzzles with a defect, each with its message.
fn defective() -> Vec<(Puzzle, String)> {
    let cells = |cells: usize| {
        format!("a puzzle with {cells} cells on a grid of 81; give every cell of the grid its candidates")
    };
    let (mut short, mut none, mut long, mut other) = (whole(), whole(), whole(), whole());
    short.cells.truncate(80);
    none.cells.clear();
    long.cells.push(Candidates::all(9));
    other.grid = "12..34....4...1.".parse::<Puzzle>().unwrap().grid;
    let small = "a puzzle with 81 cells on a grid of 16; give every cell of the grid its candidates";
    let mut all = vec![(short, cells(80)), (none, cells(0)), (long, cells(82)), (other, small.to_owned())];
    for candidates in [1 << 40, 1 << 40 | 0b11] {
        let mut beyond = whole();
        beyond.cells[2] = Candidates::of_bits(candidates);
        all.push((beyond, CELL.to_owned()));
    }
    all
}

#[test]
fn no_answer_is_given_to_a_defective_puzzle() {
    type Ask = fn(&Puzzle);
    let asked: [(&str, Ask); 20] = [
        ("solve", |puzzle| _ = Solver::default().solve(puzzle, 2)),
        ("solve by search", |puzzle| _ = Solver::default().engine(Engine::Search).solve(puzzle, 2)),
        ("solve in lanes", |puzzle| _ = Solver::default().engine(Engine::Lockstep).solve(puzzle, 2)),
        ("solve all", |puzzle| _ = Solver::default().solve_all(&[&whole(), puzzle], 2)),
        ("solve together", |puzzle| _ = Solver::default().solve_together(&[&whole(), puzzle], 2)),
        ("count", |puzzle| _ = Solver::default().count(puzzle, 9, || {})),
        ("occurrences", |puzzle| _ = Solver::default().occurrences(puzzle, 1)),
        ("run", |puzzle| _ = Solver::default().run(puzzle).step()),
        ("declare", |puzzle| _ = PuzzleModel::new(puzzle)),
        ("trace", |puzzle| _ = sudoku::trace::Trace::new(puzzle)),
        ("needs", |puzzle| _ = Needs::of(&mut Solver::default(), puzzle)),
        ("generate", |puzzle| _ = sudoku::Generator::new(puzzle, Wishes::default(), 1)),
        ("picture", |puzzle| _ = Picture::of(puzzle).draw()),
        ("rows", |puzzle| _ = sudoku::print::rows(puzzle)),
        ("drawing", |puzzle| _ = Drawing::of(puzzle).draw()),
        ("write", |puzzle| _ = sudoku::format::write(puzzle, Format::Line, 0, &mut String::new())),
        ("write native", |puzzle| _ = sudoku::format::write(puzzle, Format::Native, 0, &mut String::new())),
        ("givens", |puzzle| _ = puzzle.givens()),
        ("obstacle", |puzzle| _ = puzzle.obstacle()),
        ("accept", |puzzle| _ = puzzle.accepts(&vec![0; puzzle.grid.cells()])),
    ];
    for (puzzle, defect) in defective() {
        assert_eq!(puzzle.defect(), Some(defect.clone()));
        for (what, ask) in &asked {
            let panic = catch_unwind(AssertUnwindSafe(|| ask(&puzzle))).expect_err(what);
            assert_eq!(panic.downcast_ref::<String>(), Some(&defect), "{what}");
        }
    }
    for (what, ask) in asked {
        assert!(catch_unwind(AssertUnwindSafe(|| ask(&whole()))).is_ok(), "{what}");
    }
    assert_eq!(whole().defect(), None);
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
