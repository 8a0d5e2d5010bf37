//! Times of the engine: queens, Sudoku, quasigroups, and one all-different at each of its strengths.
//!
//! ```text
//! cargo bench --bench engine                     everything, a few minutes
//! cargo bench --bench engine -- sudoku           names that contain "sudoku"
//! cargo bench --bench engine -- --save-baseline before
//! cargo bench --bench engine -- --baseline before
//! cargo bench -- --test                          each once, to check that it runs
//! ```
//!
//! Times vary with the machine and with its other work. Ratios of two runs in succession vary less, and instruction
//! counts not at all. To count instructions, run each bench once under callgrind:
//!
//! ```text
//! cargo bench --bench engine --no-run            prints the name of the program
//! valgrind --tool=callgrind target/release/deps/engine-0123456789abcdef --test 'sudoku/reused, portable'
//! callgrind_annotate callgrind.out.* | head -40
//! ```
//!
//! Valgrind does not support AVX-512: `SimdPath::Auto` takes a lower path there than on the bare machine, so compare
//! the benches that name the portable path, which is the same everywhere. The nodes of a search are the same on every
//! path. A change for speed must not change the nodes; the bench `growth` prints them.

mod support;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use csp::config::{Consistency, Restarts, ValueOrder, VariableOrder};
use csp::{Config, Count, Decision, Limits, Model, Search, Step, lockstep::SimdPath};
use support::{Random, latin_square, queens, sudoku};

fn search(model: &Model, config: &Config) -> Search {
    model.search_with(config).expect("the model is right")
}

// ── Queens ───────────────────────────────────────────────────────────────────────────────────────

/// Finds all solutions, with the throughput in nodes.
fn queens_all(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens, all");
    group.sample_size(10);
    for (n, solutions) in [(8, 92), (9, 352), (10, 724), (11, 2_680), (12, 14_200)] {
        let model = queens(n);
        let count = || {
            let mut search = search(&model, &Config::default());
            assert_eq!(search.count(u64::MAX), Count::Exactly(solutions));
            search.nodes()
        };
        group.throughput(Throughput::Elements(count()));
        group.bench_function(n.to_string(), |bencher| bencher.iter(count));
    }
    group.finish();
}

/// Builds and compiles the model, and finds the first solution.
fn queens_first(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queens, first");
    let config = Config::default().with_values(ValueOrder::Middle);
    for n in [50, 100] {
        group.bench_function(n.to_string(), |bencher| {
            bencher.iter(|| assert_eq!(search(&queens(n), &config).step(), Step::Solution));
        });
    }
    group.finish();
}

// ── Sudoku ───────────────────────────────────────────────────────────────────────────────────────

/// Puzzles with one solution, hard for people or for programs; the first and the last are Arto Inkala's.
const PUZZLES: [&str; 5] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".7...18......7......6..91.....415.78...6.345........1.56..3....78...6.499...5....",
    ".49...1.6..1.8.....3...4.272.54783.13.41.69756.7.9.....7....2....32.1......83..19",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
];

fn digit(puzzle: &str, at: usize) -> Option<i32> {
    let byte = puzzle.as_bytes()[at];
    (byte != b'.').then(|| i32::from(byte - b'0'))
}

/// Solves all puzzles and proves each solution unique.
fn sudokus(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sudoku");
    group.throughput(Throughput::Elements(PUZZLES.len() as u64));
    for (path, simd) in [("", SimdPath::Auto), (", portable", SimdPath::Portable)] {
        let config = Config::default().with_simd(simd);
        group.bench_function(format!("built each time{path}"), |bencher| {
            bencher.iter(|| {
                for puzzle in PUZZLES {
                    assert_eq!(
                        search(&sudoku(3, |at| digit(puzzle, at)).0, &config).count(2),
                        Count::Exactly(1)
                    );
                }
            });
        });
        let (model, cells) = sudoku(3, |_| None);
        let givens = PUZZLES.map(|puzzle| {
            let given = |at| digit(puzzle, at).map(|digit| Decision::Assign(cells[at], digit));
            (0..81).filter_map(given).collect::<Vec<Decision>>()
        });
        let mut search = search(&model, &config);
        group.bench_function(format!("reused{path}"), |bencher| {
            bencher.iter(|| {
                for givens in &givens {
                    search.assume(givens).expect("the givens are of the model");
                    assert_eq!(search.count(2), Count::Exactly(1));
                }
            });
        });
    }
    group.finish();
}

// ── Latin squares ────────────────────────────────────────────────────────────────────────────────

/// Returns the cyclic square with rows, columns and symbols permuted.
fn full_square(order: usize, random: &mut Random) -> Vec<i32> {
    let [rows, columns, symbols] = [0; 3].map(|_| random.permutation(order));
    (0..order * order)
        .map(|at| symbols[(rows[at / order] + columns[at % order]) % order] as i32 + 1)
        .collect()
}

/// Propagates alone: some cells of a Latin square are given, without search.
fn strengths(criterion: &mut Criterion) {
    const ORDER: usize = 20;
    const GIVEN: usize = ORDER * ORDER * 55 / 100;
    let mut random = Random(1);
    let full = full_square(ORDER, &mut random);
    let (model, cells) = latin_square(ORDER, |_| None);
    let givens: Vec<Vec<Decision>> = (0..10)
        .map(|_| {
            let order = random.permutation(full.len());
            order[..GIVEN].iter().map(|&at| Decision::Assign(cells[at], full[at])).collect()
        })
        .collect();

    let mut group = criterion.benchmark_group("all-different, propagation");
    group.throughput(Throughput::Elements(givens.len() as u64));
    for consistency in [
        Consistency::Check,
        Consistency::Forward,
        Consistency::Value,
        Consistency::Singles,
        Consistency::Intersections,
        Consistency::Bounds,
        Consistency::Domain,
        Consistency::Auto,
    ] {
        let mut search = search(&model, &Config::default().with_consistency(consistency));
        group.bench_function(format!("{consistency:?}"), |bencher| {
            bencher.iter(|| {
                for givens in &givens {
                    search.assume(givens).expect("the givens are of the model");
                    // Node limit 0: propagates the assumptions and stops.
                    search.limit(Limits::default().nodes(0));
                    assert_eq!(search.step(), Step::Limit);
                }
            });
        });
    }
    group.finish();
}

/// Solves quasigroups with 42 % holes to the first solution, compiled beforehand.
fn quasigroups(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("quasigroup");
    group.sample_size(20);
    let config = Config::default()
        .with_variables(VariableOrder::WeightedDegree)
        .with_restarts(Restarts::luby(100))
        .with_random_ties(true);
    for order in [15, 20, 25] {
        let instances: Vec<Model> = (0..5)
            .map(|seed| {
                let mut random = Random(seed);
                let full = full_square(order, &mut random);
                let mut is_hole = vec![false; full.len()];
                let holes = &random.permutation(full.len())[..full.len() * 42 / 100];
                holes.iter().for_each(|&at| is_hole[at] = true);
                latin_square(order, |at| (!is_hole[at]).then(|| full[at])).0
            })
            .collect();
        group.bench_function(order.to_string(), |bencher| {
            bencher.iter_batched(
                || instances.iter().map(|model| search(model, &config)).collect::<Vec<Search>>(),
                |mut searches| {
                    searches.iter_mut().for_each(|search| assert_eq!(search.step(), Step::Solution));
                    black_box(searches)
                },
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, queens_all, queens_first, sudokus, strengths, quasigroups);
criterion_main!(benches);
