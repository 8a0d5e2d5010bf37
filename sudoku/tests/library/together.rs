//! Puzzles solved together have the same answers as alone, in the order of the puzzles: the same number of solutions,
//! and the same solutions if the search found all of them.

use sudoku::format::{Digits, Options, Parser, Records};
use sudoku::{Budget, Candidates, Count, End, Engine, Puzzle, Questions, SimdPath, Solver, Wanted};

const FULL: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Returns part of a full grid, sometimes with a wrong digit or with candidates.
fn puzzle(numbers: &mut Numbers) -> Puzzle {
    let mut puzzle: Puzzle = FULL.parse().expect("it is a grid");
    let (kept, wrong) = (22 + numbers.below(14), numbers.below(4) == 0);
    let given = puzzle.cells().to_vec();
    puzzle.set_cells(&[puzzle.all_values(); 81]);
    for _ in 0..kept {
        let cell = numbers.below(81);
        puzzle.set_cell(cell, given[cell]);
    }
    let cell = numbers.below(81);
    let candidates = match numbers.below(3) {
        0 if wrong => Candidates::one(numbers.below(9) as u8),
        1 => given[cell].with(numbers.below(9) as u8).with(numbers.below(9) as u8),
        _ => puzzle.cells()[cell],
    };
    puzzle.set_cell(cell, candidates);
    puzzle
}

/// Returns classic grids mixed with others that are solved alone.
fn mixture() -> Vec<Puzzle> {
    let mut numbers = Numbers(11);
    let others = ["12..34..........", "1.....2.....3.....4.....5.....6....."];
    let jigsaw = "size: 4\nregions:\naabb\nacbb\naccd\ncddd\ngrid:\n....\n3...\n.1..\n43..\n";
    (0..1500)
        .map(|at| match at % 50 {
            0 => others[at / 50 % 2].parse().expect("it is a puzzle"),
            25 => jigsaw.parse().expect("it is a puzzle"),
            _ => puzzle(&mut numbers),
        })
        .collect()
}

#[test]
fn answers_are_those_of_each_puzzle_alone() {
    let puzzles = mixture();
    let listed: Vec<&Puzzle> = puzzles.iter().collect();
    let mut alone = Solver::default().engine(Engine::Search);
    let mut seen = [0; 3];
    for path in [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512] {
        for most in [1, 2] {
            let together = Solver::default().simd(path).solve_all(&listed, most).all();
            assert_eq!(together.len(), puzzles.len());
            for (at, (puzzle, answer)) in puzzles.iter().zip(&together).enumerate() {
                let expected = alone.solve(puzzle, most);
                let (found, end) = (answer.solutions.len(), answer.end);
                assert_eq!((found, end), (expected.solutions.len(), expected.end), "{path:?}, puzzle {at}");
                assert!(answer.solutions.iter().all(|solution| puzzle.accepts(solution)), "{path:?}, {at}");
                if end == End::Exhausted {
                    assert_eq!(answer.solutions, expected.solutions, "{path:?}, puzzle {at}");
                } else if found == 2 {
                    assert_ne!(answer.solutions[0], answer.solutions[1], "{path:?}, puzzle {at}");
                }
                seen[found] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "puzzles of every kind: {seen:?}");
}

/// The solutions, their order and the nodes do not depend on the other puzzles and on the number of lanes.
#[test]
fn other_puzzles_do_not_change_answers() {
    let puzzles = mixture();
    let listed: Vec<&Puzzle> = puzzles.iter().collect();
    for most in [1, 2, 7] {
        let together = Solver::default().solve_all(&listed, most).all();
        for path in [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512] {
            let mut alone = Solver::default().simd(path);
            for (at, (puzzle, answer)) in puzzles.iter().zip(&together).enumerate().skip(1000) {
                let single = alone.solve(puzzle, most);
                assert_eq!(single.solutions, answer.solutions, "{path:?}, puzzle {at}");
                assert_eq!((single.end, single.nodes), (answer.end, answer.nodes), "{path:?}, puzzle {at}");
            }
        }
    }
}

/// Large grids are tried in lanes and mostly finished elsewhere: the answers are the same alone and among others.
#[test]
fn other_puzzles_do_not_change_answers_of_large_grids() {
    let shift = |row: usize, column: usize| (5 * (row % 5) + row / 5 + column) % 25;
    let mut numbers = Numbers(5);
    let mut puzzle = |given: usize| {
        let mut puzzle = Puzzle::open(sudoku::Grid::square(25).expect("there are such grids"));
        for cell in 0..625 {
            if numbers.below(100) < given {
                puzzle.set_cell(cell, Candidates::one(shift(cell / 25, cell % 25) as u8));
            }
        }
        puzzle
    };
    let puzzles: Vec<Puzzle> = (0..12).map(|at| puzzle(48 + 9 * (at % 5))).collect();
    let listed: Vec<&Puzzle> = puzzles.iter().collect();
    let mut ends = Vec::new();
    for most in [1, 2] {
        let together = Solver::default().solve_all(&listed, most).all();
        for (at, (puzzle, answer)) in puzzles.iter().zip(&together).enumerate() {
            let single = Solver::default().solve(puzzle, most);
            assert_eq!(single.solutions, answer.solutions, "puzzle {at}");
            assert_eq!((single.end, single.nodes), (answer.end, answer.nodes), "puzzle {at}");
            assert!(answer.solutions.iter().all(|solution| puzzle.accepts(solution)), "puzzle {at}");
            ends.push((answer.end, answer.solutions.len()));
        }
    }
    assert!(ends.contains(&(End::Enough, 2)) && ends.contains(&(End::Exhausted, 1)), "{ends:?}");
}

#[test]
fn counts_and_candidates_are_the_same_with_every_engine() {
    let puzzles = mixture();
    let mut search = Solver::default().engine(Engine::Search);
    let mut many = 0;
    for (at, puzzle) in puzzles.iter().enumerate().skip(2).step_by(23) {
        let (expected, _) = search.count(puzzle, 50, || {});
        let (values, _) = search.occurrences(puzzle, 1);
        let (counted, _) = search.occurrences(puzzle, 20);
        many += usize::from(expected == Count::AtLeast(50));
        for engine in [Engine::Auto, Engine::Lockstep] {
            for path in [SimdPath::Portable, SimdPath::Auto] {
                let mut solver = Solver::default().engine(engine).simd(path);
                let mut heard = 0;
                let (count, _) = solver.count(puzzle, 50, || heard += 1);
                assert_eq!(count, expected, "puzzle {at}");
                let (Count::Exactly(found) | Count::AtLeast(found) | Count::Limit(found)) = count;
                assert_eq!(heard, found, "puzzle {at}");
                let seen = solver.occurrences(puzzle, 1).0;
                for (cell, known) in puzzle.cells().iter().enumerate() {
                    assert_eq!(seen.candidates(cell), values.candidates(cell), "puzzle {at}, cell {cell}");
                    assert!(seen.candidates(cell).iter().all(|value| known.contains(value)));
                }
                assert_eq!(solver.occurrences(puzzle, 20).0, counted, "puzzle {at}");
            }
        }
    }
    assert!(many > 3, "{many} puzzles have fifty solutions");
}

#[test]
fn a_limit_on_one_puzzle_in_all_lanes_is_no_proof() {
    let open: Puzzle = ".".repeat(81).parse().expect("it is a grid");
    let budget = Budget::default().time(std::time::Duration::from_millis(200));
    let mut solver = Solver::new(budget);
    let (count, _) = solver.count(&open, u64::MAX, || {});
    assert!(matches!(count, Count::Limit(found) if found > 0), "{count:?}");
    assert_eq!(solver.occurrences(&open, u64::MAX).0.end, End::Limit);
    let budget = Budget::default().nodes(100);
    let mut solver = Solver::new(budget);
    assert!(matches!(solver.count(&open, 1000, || {}).0, Count::Limit(_)));
    assert_eq!(solver.occurrences(&open, 1000).0.end, End::Limit);
}

#[test]
fn limits_are_no_proofs_here_either() {
    let puzzles = mixture();
    let listed: Vec<&Puzzle> = puzzles.iter().collect();
    let free = Solver::default().solve_all(&listed, 2).all();
    let mut limited = 0;
    for nodes in [0, 1, 3] {
        let budget = Budget::default().nodes(nodes);
        for (answer, free) in Solver::new(budget).solve_all(&listed, 2).all().iter().zip(&free) {
            match answer.end {
                End::Limit => limited += 1,
                end => assert_eq!((end, answer.solutions.len()), (free.end, free.solutions.len())),
            }
        }
    }
    assert!(limited > 100, "{limited} met their limit");
    let cancel = sudoku::Cancel::new();
    cancel.cancel();
    let budget = Budget::default().cancel(&cancel);
    for (answer, free) in Solver::new(budget).solve_all(&listed, 2).all().iter().zip(&free) {
        // The choice of solutions found before the limit depends on timing.
        let same = (answer.end, answer.solutions.len()) == (free.end, free.solutions.len());
        assert!(answer.end == End::Limit || same);
    }
}

#[test]
fn nothing_wanted_is_nothing_found() {
    let puzzle: Puzzle = FULL.parse().expect("it is a grid");
    let answers = Solver::default().solve_all(&[&puzzle, &puzzle][..], 0).all();
    assert!(answers.iter().all(|answer| answer.solutions.is_empty() && answer.end == End::Enough));
}

/// Lines of digits, without a puzzle for each, have the answers of the puzzles.
#[test]
fn lines_are_answered_as_their_puzzles() {
    let mut numbers = Numbers(29);
    let line = |numbers: &mut Numbers, at: usize| {
        let open = if at.is_multiple_of(3) { '0' } else { '.' };
        let kept = 22 + numbers.below(14);
        let cells: Vec<usize> = (0..kept).map(|_| numbers.below(81)).collect();
        let wrong = if numbers.below(4) == 0 { cells[0] } else { 81 };
        let symbol = |(cell, symbol)| match cell {
            _ if cell == wrong => char::from(b'1' + (numbers.below(9)) as u8),
            _ if cells.contains(&cell) => symbol,
            _ => open,
        };
        FULL.chars().enumerate().map(symbol).collect::<String>()
    };
    let mut lines: Vec<String> = (0..900).map(|at| line(&mut numbers, at)).collect();
    lines.push(".".repeat(81));
    let text = lines.join("\n");
    let options = Options { one_a_line: true, ..Options::default() };
    let chunk =
        Records::new(text.as_bytes(), &options).next_chunk().expect("it is text").expect("it has lines");
    let mut parser = Parser::new(options);
    let digits = |record| parser.digits(chunk.text(record), record).expect("it has digits only");
    let mut digits: Vec<Digits<'_>> = chunk.records.iter().map(digits).collect();
    // The last line has no end yet.
    assert_eq!(digits.len(), 900);
    let mut seen = [0; 3];
    for path in [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512] {
        // Few lines are shared between lanes.
        for count in [900, 40] {
            digits.truncate(900);
            let puzzles: Vec<Puzzle> =
                lines[..count].iter().map(|line| line.parse().expect("a puzzle")).collect();
            let listed: Vec<&Puzzle> = puzzles.iter().collect();
            for most in [1, 2] {
                let wanted = Wanted::up_to(most).in_lanes();
                let mut expected = Solver::default().simd(path).solve_all(&listed, wanted);
                let lines = Questions::Lines(&digits[..count], &puzzles[0]);
                let mut found = Solver::default().simd(path).solve_all(lines, wanted);
                for at in 0..count {
                    let expected = expected.take(at).expect("lanes answer it");
                    let single = (expected.solutions.len() == 1)
                        .then(|| (expected.end, expected.nodes, &*expected.solutions[0]));
                    assert_eq!(found.single(at), single, "{path:?}, line {at}");
                    let answer = found.take(at).expect("lanes answer it");
                    assert_eq!(answer.solutions, expected.solutions, "{path:?}, line {at}");
                    assert_eq!(
                        (answer.end, answer.nodes),
                        (expected.end, expected.nodes),
                        "{path:?}, line {at}"
                    );
                    seen[expected.solutions.len()] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "lines of every kind: {seen:?}");
    // Without lanes each line becomes a puzzle.
    let puzzles: Vec<Puzzle> = lines[..40].iter().map(|line| line.parse().expect("a puzzle")).collect();
    let mut searches = Solver::default().engine(Engine::Search);
    let answers = searches.solve_all(Questions::Lines(&digits[..40], &puzzles[0]), 2).all();
    for (puzzle, answer) in puzzles.iter().zip(&answers) {
        let expected = searches.solve(puzzle, 2);
        assert_eq!((&answer.solutions, answer.end), (&expected.solutions, expected.end));
        assert_eq!(answer.nodes, expected.nodes);
    }
}

/// A limit is no answer with one solution, and a line with more than digits is left to its puzzle.
#[test]
fn lines_with_limits_and_other_lines() {
    let line = format!("{}{}", &FULL[..30], ".".repeat(51));
    let digits = |text: &str| {
        let options = Options::default();
        let mut records = Records::new(text.as_bytes(), &options);
        let mut chunks = std::iter::from_fn(|| records.next_chunk().expect("it is text"));
        let chunk = chunks.find(|chunk| !chunk.records.is_empty()).expect("it has a puzzle");
        let record = &chunk.records[0];
        let mut parser = Parser::new(options);
        let digits = parser.digits(chunk.text(record), record);
        digits.map(|digits| {
            let sample = parser.read(chunk.text(record), record).expect("a puzzle");
            let mut solver = Solver::new(Budget::default().nodes(3));
            let lines = [digits, digits];
            let mut answers =
                solver.solve_all(Questions::Lines(&lines, &sample), Wanted::up_to(2).in_lanes());
            assert_eq!(answers.single(0), None);
            assert_eq!(answers.take(1).map(|answer| answer.end), Some(End::Limit));
        })
    };
    assert!(digits(&format!("{line}\n")).is_some());
    assert!(digits(&format!("{line}\r\n")).is_some());
    for other in
        [format!("{line} # named\n"), line.replace('.', "_") + "\n", line.replacen('.', "0", 1) + "\n"]
    {
        assert!(digits(&other).is_none(), "{other}");
    }
    assert!(digits(&format!("{}\n", "1234".repeat(4))).is_none());
}
