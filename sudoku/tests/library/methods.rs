//! Methods by name: each tries exactly as many values as the algorithm of its name, counted without the engine, and
//! as listed in an independent table.

mod by_hand;

use by_hand::{Count, Kind, brute_force, with_candidates};
use csp::Statistics;
use sudoku::{
    Answer, End, GLOSSARY, Generator, Grid, Method, Puzzle, PuzzleModel, Requirements, Solution, Solver,
    counters, methods,
};

const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SEQUENCE: &str = "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..626........7..6..5..";
const PROPAGATION: &str = ".7...18......7......6..91.....415.78...6.345........1.56..3....78...6.499...5....";
const EASY: &str = "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8";
const MEDIUM_1: &str = ".7926..45342875..6..6.1.7...957..3.1.6..94......1...8......82..2..6....8......634";
const MEDIUM_2: &str = ".49...1.6..1.8.....3...4.272.54783.13.41.69756.7.9.....7....2....32.1......83..19";
const HARD: &str = ".....68..8.6.3..5.......2....49..........47.2..538.....2........19..738.5.....1..";

/// Algorithms that are counted without the engine, in the order of the table.
const COUNTED: [&str; 6] = ["brute-force", "forward", "depth-first", "mrv", "propagate", "norvig"];

/// Values tried until the first solution, and until a second one is ruled out or found.
const TABLE: [(&str, [(u64, u64); 6]); 7] = [
    (
        INKALA,
        [
            (445_778, 18_619_020),
            (22_067, 799_121),
            (393, 13_170),
            (10_101, 18_935),
            (1_850, 3_598),
            (172, 320),
        ],
    ),
    (SEQUENCE, [(3_056, 4_046), (207, 280), (26, 27), (404, 617), (80, 112), (13, 14)]),
    (PROPAGATION, [(46_133, 405_612), (1_728, 16_003), (4, 44), (58, 433), (8, 54), (1, 2)]),
    (EASY, [(335, 981), (46, 52), (0, 0), (43, 43), (0, 0), (0, 0)]),
    (MEDIUM_1, [(726, 2_889), (67, 182), (1, 2), (47, 50), (1, 2), (0, 0)]),
    (MEDIUM_2, [(5_439, 6_048), (112, 124), (2, 2), (62, 62), (2, 2), (0, 0)]),
    (HARD, [(1_106_074, 1_114_219), (38_043, 38_358), (203, 204), (643, 733), (143, 151), (6, 9)]),
];

/// Limit for builds without optimization.
const MOST_TRIED: u64 = if cfg!(debug_assertions) { 50_000 } else { u64::MAX };

fn read(text: &str) -> Puzzle {
    text.parse().expect("it is a puzzle")
}

fn solver(name: &str) -> Solver {
    Solver::default().method(Method::find(name).expect("it is a method"))
}

fn counted(answer: &Answer) -> &Statistics {
    answer.statistics.as_deref().expect("the solver has settings")
}

/// Runs the algorithm of this name without the engine.
fn by_hand(name: &str, puzzle: &Puzzle, most: usize) -> Count {
    let kind = |cascade, hidden, fewest| Kind { cascade, hidden, fewest };
    match name {
        "brute-force" => brute_force(puzzle, most),
        "forward" => with_candidates(puzzle, kind(false, false, false), most),
        "depth-first" => with_candidates(puzzle, kind(true, false, false), most),
        "mrv" => with_candidates(puzzle, kind(false, false, true), most),
        "propagate" => with_candidates(puzzle, kind(true, false, true), most),
        "norvig" => with_candidates(puzzle, kind(true, true, true), most),
        _ => unreachable!("{name} is not counted by hand"),
    }
}

/// Compares the counters that the engine and the direct count have in common.
fn assert_counts_agree(name: &str, puzzle: &Puzzle, most: usize) {
    let hand = by_hand(name, puzzle, most);
    let answer = solver(name).solve(puzzle, most);
    let engine = counted(&answer);
    let what = format!("{name}, up to {most} solutions of {puzzle:?}");
    assert_eq!(answer.solutions, hand.solutions, "{what}");
    assert_eq!((engine.nodes, engine.opened), (hand.tried, hand.opened), "{what}");
    assert_eq!(engine.failures, hand.failures, "{what}");
    if name == "brute-force" {
        assert_eq!(engine.positions(), hand.positions(), "{what}");
        assert_eq!((engine.removals, engine.passed), (0, hand.passed), "{what}");
    }
}

/// Returns minimal puzzles of small grids and of one full size, and some with clues left out.
fn random_puzzles() -> Vec<Puzzle> {
    let jigsaw = "size: 6\nregions:\naabbbb\naabbcc\naadddc\needdfc\needfcc\neeffff\ngrid:\n......\n......\n......\n......\n......\n......\n";
    let square = |side| Puzzle::open(Grid::square(side).expect("there are such grids"));
    let shapes = [(square(4), 12), (square(6), 12), (read(jigsaw), 8), (square(9), 4)];
    let mut puzzles = Vec::new();
    for (seed, (shape, count)) in shapes.into_iter().enumerate() {
        let made =
            Generator::new(&shape, Requirements::default(), seed as u64).expect("there are such puzzles");
        for puzzle in made.take(count) {
            let mut less = puzzle.clone();
            let last_given = (0..less.cells().len()).rfind(|&cell| puzzle.given(cell).is_some());
            if let Some(cell) = last_given {
                less.set_cell(cell, puzzle.all_values());
            }
            puzzles.extend([puzzle, less]);
        }
    }
    puzzles
}

#[test]
fn the_table_of_the_tutorials() {
    for (text, row) in TABLE {
        let puzzle = read(text);
        for (name, (first, ruled_out)) in COUNTED.into_iter().zip(row) {
            for (most, tried) in [(1, first), (2, ruled_out)] {
                if tried <= MOST_TRIED {
                    let answer = solver(name).solve(&puzzle, most);
                    assert_eq!(counted(&answer).nodes, tried, "{name} on {text}, up to {most} solutions");
                    assert_eq!(answer.nodes, tried);
                }
            }
        }
    }
}

#[test]
fn engine_and_algorithms_have_the_same_counts_on_the_tutorials_puzzles() {
    for (text, row) in TABLE {
        let puzzle = read(text);
        for (name, (first, ruled_out)) in COUNTED.into_iter().zip(row) {
            for (most, tried) in [(1, first), (2, ruled_out)] {
                if tried <= MOST_TRIED.min(2_000_000) {
                    assert_counts_agree(name, &puzzle, most);
                }
            }
        }
    }
}

#[test]
fn engine_and_algorithms_have_the_same_counts_on_any_puzzle() {
    for puzzle in random_puzzles() {
        for name in COUNTED {
            // On large grids brute force takes too long.
            if puzzle.cells().len() < 81 || name != "brute-force" {
                assert_counts_agree(name, &puzzle, 1);
                assert_counts_agree(name, &puzzle, 2);
                assert_counts_agree(name, &puzzle, 30);
            }
        }
    }
}

#[test]
fn positions_are_the_turns_of_the_tutorials_loop() {
    let (empty, first_row) = (".".repeat(81), format!("123456789{}", ".".repeat(72)));
    let first_column: String = (1..=9).map(|value| format!("{value}........")).collect();
    for (text, positions) in [
        (SEQUENCE, 3_506),
        (PROPAGATION, 54_724),
        (&empty, 3_586),
        (&first_row, 3_541),
        (&first_column, 2_853),
        (INKALA, 517_874),
    ] {
        let answer = solver("brute-force").solve(&read(text), 1);
        assert_eq!(counted(&answer).positions(), positions, "{text}");
    }
    let answer = solver("brute-force").solve(&read(INKALA), 1);
    let Statistics { nodes, opened, passed, .. } = *counted(&answer);
    assert_eq!((nodes, opened, passed), (445_778, 49_558, 22_538));
}

#[test]
fn some_find_the_first_solution_in_reading_order() {
    let canonical = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let (empty, first_row) = (".".repeat(81), format!("123456789{}", ".".repeat(72)));
    let first_column: String = (1..=9).map(|value| format!("{value}........")).collect();
    for (text, solution) in [
        (empty.as_str(), canonical),
        (&first_row, canonical),
        (&first_column, "145236789267189345389457126412365897573891264698724513721643958854972631936518472"),
        (SEQUENCE, "123456789457189236968237154241865973576913428389742615894571362615324897732698541"),
        (HARD, "152746893876239451493158276234971568981564732765382914327815649619427385548693127"),
    ] {
        let puzzle = read(text);
        for name in ["brute-force", "forward", "depth-first"] {
            let answer = solver(name).solve(&puzzle, 1);
            assert_eq!(puzzle.text(&answer.solutions[0]), solution, "{name} on {text}");
        }
    }
    for puzzle in random_puzzles().iter().filter(|puzzle| puzzle.cells().len() < 81) {
        let mut all = Solver::default().solve(puzzle, 10_000).solutions;
        all.sort_unstable();
        for name in ["brute-force", "forward", "depth-first"] {
            assert_eq!(
                solver(name).solve(puzzle, 10_000).solutions,
                all,
                "{name} lists them in reading order"
            );
        }
    }
}

#[test]
fn forced_cells_are_all_that_mrv_tries_beside_propagate() {
    let facts = TABLE.map(|(text, _)| read(text)).into_iter();
    for puzzle in facts.chain(random_puzzles()) {
        let [mrv, propagate] = ["mrv", "propagate"].map(|name| solver(name).solve(&puzzle, 2));
        assert_eq!(counted(&mrv).failures, counted(&propagate).failures, "{puzzle:?}");
        assert!(counted(&mrv).nodes >= counted(&propagate).nodes, "{puzzle:?}");
    }
}

/// Returns small puzzles with extra rules, with several solutions and with none.
fn variants() -> Vec<Puzzle> {
    let four = "size: 4\ngrid:\n....\n....\n....\n....\n";
    let six = "size: 6\ngrid:\n1.....\n......\n...4..\n..2...\n......\n.....6\n";
    let rules = [
        (four, "diagonals"),
        (four, "killer 7: r1c1 r1c2 r2c2\nkiller 7: r3c1 r3c2"),
        (four, "anti-king\nthermo: r1c1 r1c2 r1c3"),
        (four, "palindrome: r1c1 r2c2 r3c3\nwhite: r1c1 r1c2"),
        (four, "killer 3: r1c1 r1c2\nkiller 3: r1c3 r1c4"),
        (six, "anti-knight\nrenban: r1c1 r1c2 r2c2"),
        (six, "thermo: r1c1 r2c1 r3c1 r4c1\nblack: r5c5 r5c6"),
        (six, "sandwich 0: row 2\nkiller 8: r2c2 r2c3 r3c3"),
    ];
    rules.map(|(grid, rules)| read(&format!("{grid}{rules}\n"))).into()
}

#[test]
fn all_methods_agree() {
    let multiple = [SEQUENCE, HARD, INKALA].map(read);
    let nine_in_column_9 = format!("12345678.{}9", ".".repeat(71));
    let column_2_to_9 = "12345678.........2........3........4........5........6........7........8........9";
    let impossible = [nine_in_column_9.as_str(), column_2_to_9].map(read);
    let plain = random_puzzles();
    for puzzle in plain.iter().chain(&multiple).chain(&impossible).chain(&variants()) {
        let is_small = puzzle.cells().len() < 81;
        let most = if is_small { 2_000 } else { 6_000 };
        let sorted = |answer: Answer| -> (Vec<Solution>, End) {
            let mut solutions = answer.solutions;
            solutions.sort_unstable();
            (solutions, answer.end)
        };
        let usual = sorted(Solver::default().solve(puzzle, most));
        assert_eq!(usual.1, End::Exhausted, "all are wanted of {puzzle:?}");
        for method in methods() {
            let quick = is_small || !["brute-force", "forward"].contains(&method.name) || usual.0.is_empty();
            if quick {
                let found = sorted(Solver::default().method(method).solve(puzzle, most));
                assert_eq!(found, usual, "{} on {puzzle:?}", method.name);
            }
        }
    }
}

#[test]
fn a_solver_counts_each_puzzle_for_itself() {
    let puzzles = [PROPAGATION, EASY, PROPAGATION].map(read);
    for method in methods().iter().filter(|method| !method.in_lanes) {
        let mut solver = Solver::default().method(method);
        let counts = puzzles.each_ref().map(|puzzle| counters(counted(&solver.solve(puzzle, 2))));
        assert_eq!(counts[0], counts[2], "{}", method.name);
    }
}

#[test]
fn stronger_methods_need_fewer_values() {
    let puzzle = read(INKALA);
    let tried = |name: &str| counted(&solver(name).solve(&puzzle, 2)).nodes;
    let chain = ["forward", "mrv", "propagate", "norvig", "intersections", "singleton"].map(tried);
    assert!(chain.is_sorted_by(|more, less| more > less), "{chain:?}");
}

#[test]
fn a_declared_puzzle_is_searched_step_by_step() {
    let puzzle = read(SEQUENCE);
    for method in methods().iter().filter(|method| !method.in_lanes && !method.learns) {
        let declared = PuzzleModel::new(&puzzle);
        let mut search = declared.model.search_with(&method.config()).unwrap();
        search.assume(&declared.assumptions).unwrap();
        let begun = search.statistics();
        assert_eq!(search.step(), csp::Step::Solution);
        let answer = Solver::default().method(method).solve(&puzzle, 1);
        assert_eq!(vec![declared.solution(&search)], answer.solutions, "{}", method.name);
        let counts = counters(&search.statistics().since(&begun));
        assert_eq!(counts, counters(counted(&answer)), "{}", method.name);
        for (at, &cell) in declared.cells.iter().enumerate() {
            let slot = search.engine().view(cell).slot();
            assert_eq!(declared.cell(search.engine(), slot), Some(at));
        }
    }
}

/// Every runner of models solves the model of a puzzle.
#[test]
fn every_runner_finds_the_solution_of_a_declared_puzzle() {
    let puzzle = read(INKALA);
    let declared = PuzzleModel::new(&puzzle);
    let config = csp::Config::default();
    let runners: [Box<dyn csp::Runner + '_>; 3] = [
        Box::new(declared.model.search().unwrap()),
        Box::new(csp::Learner::compile(&declared.model, &config).unwrap()),
        Box::new(csp::Parallel::new(&declared.model, &config).unwrap().threads(2)),
    ];
    for mut runner in runners {
        runner.assume(&declared.assumptions).unwrap();
        assert_eq!(runner.step(), csp::Step::Solution);
        assert_eq!(vec![declared.solution(&*runner)], Solver::default().solve(&puzzle, 2).solutions);
        assert_eq!(runner.step(), csp::Step::Exhausted);
    }
}

#[test]
fn names_are_found_and_near_misses_give_a_hint() {
    for method in methods() {
        assert_eq!(Method::find(method.name).map(|found| found.name), Ok(method.name));
        assert!(!method.about.is_empty() && !method.origin.is_empty() && !method.notes.is_empty());
    }
    let told = |name: &str| Method::find(name).map(|found| found.name).unwrap_err().to_string();
    assert_eq!(told("brutforce"), "unknown method \"brutforce\" (did you mean brute-force?)");
    assert_eq!(told("zzz"), "unknown method \"zzz\" (`sudoku methods` lists all)");
}

#[test]
fn the_glossary_is_one() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = words(include_str!("../../docs/methods.md"));
    for (name, meaning) in GLOSSARY {
        assert!(page.contains(&format!("*{name}*: {meaning}")), "the page on methods says what {name} are");
    }
    for method in methods() {
        assert!(page.contains(&format!("`{}`", method.name)), "the page names {}", method.name);
    }
}
