//! Growth of the engine's work with the size of the problem: nodes per second and microseconds per node, as tables.
//!
//! The problems are queens, all solutions, on larger and larger boards; and Sudokus of order 9, 16 and 25, each from
//! a pattern grid shuffled by a seed, with a fixed share of holes, solved to the first solution. The instances never
//! change, so nodes can be compared between versions: a change for speed must not change them.
//!
//! ```text
//! cargo bench --bench growth               the whole tables, about a minute
//! cargo bench --bench growth -- --test     small sizes, to check that it runs
//! ```

mod support;

use std::time::{Duration, Instant};

use csp::{Count, Decision, Limits, Statistics, Step};
use support::{Random, sudoku};

fn main() {
    // Other arguments (`--bench`, filters for other benches) are ignored.
    let test = std::env::args().any(|word| word == "--test");
    all_queens(if test { 8..=9 } else { 8..=14 });
    sudokus(if test { 3 } else { 200 }, if test { 3..=4 } else { 3..=5 });
}

// ── Queens ───────────────────────────────────────────────────────────────────────────────────────

/// OEIS A000170 from n = 8.
const SOLUTIONS: [u64; 7] = [92, 352, 724, 2_680, 14_200, 73_712, 365_596];

fn all_queens(sizes: std::ops::RangeInclusive<usize>) {
    println!("\nqueens, all solutions");
    println!(
        "{:>4} {:>12} {:>12} {:>12} {:>12} {:>10}",
        "n", "solutions", "nodes", "time", "nodes/s", "µs/node"
    );
    for n in sizes {
        let mut search = support::queens(n).search().expect("the model is right");
        let count = search.count(u64::MAX);
        assert_eq!(count, Count::Exactly(SOLUTIONS[n - 8]), "queens {n}");
        let Statistics { nodes, time, .. } = search.statistics();
        println!("{n:>4} {:>12} {nodes:>12} {:>12} {}", count.found(), seconds(time), rates(nodes, time));
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn rates(nodes: u64, time: Duration) -> String {
    let (nodes, seconds) = (nodes as f64, time.as_secs_f64());
    if nodes == 0.0 || seconds == 0.0 {
        return format!("{:>12} {:>10}", "–", "–");
    }
    format!("{:>12.0} {:>10.3}", nodes / seconds, seconds * 1e6 / nodes)
}

// ── Sudoku ───────────────────────────────────────────────────────────────────────────────────────

/// Percentage of holes for boxes of 3 × 3, 4 × 4, 5 × 5, at which search is needed but is rarely long.
const HOLES: [usize; 3] = [70, 66, 66];

/// Node limit of an instance; instances that reach it are counted apart.
const MOST_NODES: u64 = 20_000;

fn sudokus(instances: u64, boxes: std::ops::RangeInclusive<usize>) {
    println!("\nSudoku, first solution, {instances} instances, one model reused");
    println!(
        "{:>5} {:>6} {:>10} {:>12} {:>12} {:>12} {:>12} {:>10} {:>8}",
        "shape", "holes", "compiled", "nodes", "most", "µs/puzzle", "nodes/s", "µs/node", "given up"
    );
    for size in boxes {
        let shape = size * size;
        let holes = shape * shape * HOLES[size - 3] / 100;
        let start = Instant::now();
        let (model, cells) = sudoku(size, |_| None);
        let mut search = model.search().expect("the model is right");
        let compiled = start.elapsed();
        let (mut most, mut given_up) = (0, 0);
        for seed in 1..=instances {
            let mut random = Random(seed);
            let full = pattern(size, &mut random);
            let given = random.permutation(full.len());
            let givens: Vec<Decision> =
                given[holes..].iter().map(|&at| Decision::Assign(cells[at], full[at])).collect();
            search.assume(&givens).expect("the givens are of the model");
            search.limit(Limits::default().nodes(MOST_NODES));
            let before = search.nodes();
            match search.step() {
                Step::Solution => {
                    let solution = search.solution();
                    let broken = model.broken_by(solution.values()).expect("a value for each variable");
                    assert_eq!(broken, None, "the solution keeps to every constraint");
                }
                Step::Limit => given_up += 1,
                Step::Exhausted => panic!("the pattern grid is a solution of shape {shape}, seed {seed}"),
            }
            most = most.max(search.nodes() - before);
        }
        let Statistics { nodes, time, .. } = search.statistics();
        println!(
            "{shape:>5} {holes:>6} {:>10} {nodes:>12} {most:>12} {:>12.1} {} {given_up:>8}",
            seconds(compiled),
            time.as_secs_f64() * 1e6 / instances as f64,
            rates(nodes, time),
        );
    }
}

/// Returns a full grid: the pattern in which each row is the one above shifted, with bands, stacks, the lines in them
/// and the symbols permuted.
fn pattern(size: usize, random: &mut Random) -> Vec<i32> {
    let shape = size * size;
    let mut lines = || -> Vec<usize> {
        let bands = random.permutation(size).into_iter();
        bands
            .flat_map(|band| random.permutation(size).into_iter().map(move |line| band * size + line))
            .collect()
    };
    let (rows, columns) = (lines(), lines());
    let symbols = random.permutation(shape);
    let symbol =
        |row: usize, column: usize| symbols[(size * (row % size) + row / size + column) % shape] as i32 + 1;
    rows.iter()
        .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
        .map(|(r, c)| symbol(r, c))
        .collect()
}
