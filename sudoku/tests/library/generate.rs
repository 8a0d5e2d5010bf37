//! Generated puzzles: unique according to the engine, as requested, and the same for any number of threads.

use sudoku::{
    Attempt, Cancel, Candidates, End, Generator, Grid, Puzzle, Regions, Requirements, SimdPath, Solver,
    Symmetry,
};

const JIGSAW: &str = "size: 6\nregions:\naabbbb\naabbcc\naadddc\needdfc\needfcc\neeffff\ngrid:\n......\n......\n......\n......\n......\n......\n";

fn square(side: usize) -> Puzzle {
    Puzzle::open(Grid::square(side).expect("there are such grids"))
}

/// Returns grids of every kind, small enough that the engine checks their puzzles quickly.
pub(super) fn shapes() -> Vec<Puzzle> {
    let latin = Grid::new(5, 5, 1..=5, &Regions::None).expect("there are such grids");
    let oblong =
        Grid::new(4, 6, 1..=6, &Regions::Boxes { height: 2, width: 3 }).expect("there are such grids");
    vec![
        square(4),
        square(6),
        square(9),
        JIGSAW.parse().expect("it is read"),
        Puzzle::open(latin),
        Puzzle::open(oblong),
    ]
}

pub(super) fn make(shape: &Puzzle, requirements: &Requirements, seed: u64, count: usize) -> Vec<Puzzle> {
    let made = Generator::new(shape, requirements.clone(), seed).expect("the request can be met");
    let made: Vec<Puzzle> = made.take(count).collect();
    assert_eq!(made.len(), count, "{requirements:?}");
    made
}

/// Returns whether the puzzle is unique, according to the engine alone.
fn is_unique(solver: &mut Solver, puzzle: &Puzzle) -> bool {
    solver.solve(puzzle, 2).is_unique()
}

/// Returns whether leaving out these cells together makes the puzzle ambiguous.
fn needs(solver: &mut Solver, puzzle: &Puzzle, cells: &[u16]) -> bool {
    let mut less = puzzle.clone();
    cells.iter().for_each(|&cell| less.set_cell(usize::from(cell), puzzle.all_values()));
    let answer = solver.solve(&less, 2);
    (answer.solutions.len(), answer.end) == (2, End::Enough)
}

fn givens(puzzle: &Puzzle) -> Vec<u16> {
    (0..puzzle.cells().len() as u16)
        .filter(|&cell| puzzle.cells()[usize::from(cell)].value().is_some())
        .collect()
}

#[test]
fn puzzles_of_every_shape_are_unique_and_minimal() {
    let mut solver = Solver::default();
    for shape in shapes() {
        for puzzle in make(&shape, &Requirements::default(), 3, 12) {
            assert_eq!(puzzle.grid(), shape.grid());
            assert!(puzzle.is_plain() && is_unique(&mut solver, &puzzle), "{puzzle:?}");
            for cell in givens(&puzzle) {
                assert!(needs(&mut solver, &puzzle, &[cell]), "{cell} of {puzzle:?}");
            }
        }
    }
}

#[test]
fn places_of_clues_have_the_symmetry() {
    let mut solver = Solver::default();
    for symmetry in
        [Symmetry::None, Symmetry::Rotational, Symmetry::Mirror, Symmetry::Diagonal, Symmetry::Full]
    {
        for shape in shapes().iter().filter(|shape| symmetry.fits(shape.grid())) {
            let orbits = symmetry.orbits(shape.grid());
            for puzzle in make(shape, &Requirements::default().with_symmetry(symmetry), 5, 4) {
                assert!(is_unique(&mut solver, &puzzle), "{symmetry:?}: {puzzle:?}");
                for orbit in &orbits {
                    let given = |cell: &&u16| puzzle.cells()[usize::from(**cell)].value().is_some();
                    let count = orbit.iter().filter(given).count();
                    assert!(count == 0 || count == orbit.len(), "{symmetry:?}: {puzzle:?}");
                    assert!(count == 0 || needs(&mut solver, &puzzle, orbit), "{symmetry:?}: {puzzle:?}");
                }
            }
        }
    }
}

#[test]
fn the_number_of_clues_is_as_requested() {
    let mut solver = Solver::default();
    let bounds = [(Some(30), Some(30)), (Some(24), Some(27)), (Some(40), None), (None, Some(24))];
    for symmetry in [Symmetry::None, Symmetry::Rotational] {
        let mut seen = Vec::new();
        for (least, most) in bounds {
            let requirements =
                Requirements::default().with_least(least).with_most(most).with_symmetry(symmetry);
            for puzzle in make(&square(9), &requirements, 8, 5) {
                let clues = puzzle.givens();
                assert!(
                    least.unwrap_or(0) <= clues && clues <= most.unwrap_or(81),
                    "{clues} for {requirements:?}"
                );
                assert!(is_unique(&mut solver, &puzzle));
                seen.push(clues);
            }
        }
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 4, "several numbers from between: {seen:?}");
    }
    let requirements = Requirements::default().with_least(23).with_most(23).with_minimal(true);
    for puzzle in make(&square(9), &requirements, 8, 5) {
        assert_eq!(puzzle.givens(), 23);
        assert!(givens(&puzzle).into_iter().all(|cell| needs(&mut solver, &puzzle, &[cell])));
    }
}

#[test]
fn clues_stand_where_the_pattern_allows_them() {
    let mut solver = Solver::default();
    // Two of nine columns are open, the third and the seventh.
    let pattern: Vec<bool> = (0..81).map(|cell| cell % 9 != 2 && cell % 9 != 6).collect();
    for symmetry in [Symmetry::None, Symmetry::Mirror] {
        let requirements = Requirements::default().with_pattern(pattern.clone()).with_symmetry(symmetry);
        for puzzle in make(&square(9), &requirements, 2, 6) {
            assert!(givens(&puzzle).into_iter().all(|cell| pattern[usize::from(cell)]));
            assert!(is_unique(&mut solver, &puzzle));
        }
    }
    let all: Vec<bool> = (0..36).map(|cell| (cell / 6 + cell) % 2 == 0).collect();
    let requirements = Requirements::default().with_least(18).with_pattern(all.clone());
    let puzzle = &make(&square(6), &requirements, 2, 1)[0];
    let given: Vec<bool> = puzzle.cells().iter().map(|cell| cell.value().is_some()).collect();
    assert_eq!(given, all, "every place is taken");
}

#[test]
fn neither_lanes_nor_how_many_are_made_at_once_change_a_puzzle() {
    let cells = |attempts: Vec<Attempt>| -> Vec<Option<Vec<Candidates>>> {
        let cells = |attempt| match attempt {
            Attempt::Puzzle(puzzle, _) => Some(puzzle.cells().to_vec()),
            _ => None,
        };
        attempts.into_iter().map(cells).collect()
    };
    for shape in [square(9), square(6)] {
        let requirements = Requirements::default().with_most(shape.cells().len() * 3 / 10);
        let new = || Generator::new(&shape, requirements.clone(), 21).expect("the request can be met");
        let all = cells(new().attempts(0..24));
        assert!(all.iter().flatten().count() > 5 && all.iter().any(Option::is_none), "some succeed");
        for path in [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512] {
            assert_eq!(cells(new().simd(path).attempts(0..24)), all, "{path:?}");
        }
        let mut one = new();
        for (number, expected) in all.iter().enumerate().rev() {
            let number = number as u64;
            assert_eq!(&cells(one.attempts(number..number + 1))[0], expected, "attempt {number} alone");
        }
        let iterated: Vec<Vec<Candidates>> = new().take(5).map(|puzzle| puzzle.cells().to_vec()).collect();
        assert_eq!(iterated, all.into_iter().flatten().take(5).collect::<Vec<_>>());
    }
}

#[test]
fn the_solution_comes_with_the_puzzle() {
    let mut generator =
        Generator::new(&square(9), Requirements::default(), 0).expect("the default request is valid");
    for attempt in generator.attempts(0..20) {
        let Attempt::Puzzle(puzzle, solution) = attempt else { panic!("nothing was wished: {attempt:?}") };
        assert_eq!(Solver::default().solve(&puzzle, 2).solutions, [solution]);
    }
    assert!(generator.questions() > 20 * 20, "{} questions", generator.questions());
}

#[test]
fn a_stopped_attempt_gives_no_puzzle() {
    let cancel = Cancel::new();
    cancel.cancel();
    for shape in [square(9), square(6)] {
        let new = || {
            Generator::new(&shape, Requirements::default(), 0)
                .expect("the default request is valid")
                .cancel(&cancel)
        };
        assert!(new().attempts(0..5).iter().all(|attempt| matches!(attempt, Attempt::Stopped)));
        assert!(new().next().is_none());
    }
}

#[test]
fn a_shape_without_full_grids_has_no_puzzles() {
    let shape: Puzzle = "size: 2\nregions:\na.\n.a\ngrid:\n..\n..\n".parse().expect("it is read");
    let mut generator = Generator::new(&shape, Requirements::default(), 0).expect("the fault is not obvious");
    assert!(matches!(generator.attempts(0..1)[0], Attempt::Impossible));
    assert!(generator.next().is_none());
}
