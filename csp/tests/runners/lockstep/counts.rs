//! Known numbers of solutions, counted by a single lane and by all lanes together.

use csp::lockstep::{Feed, Instance, SimdPath};
use csp::{Decision, Step};

use super::boards::{Board, Grid, board, colouring, cycle, petersen};
use super::support::{Kernel, compile};
use crate::support::PATHS;

/// One instance, and each of its solutions as a number.
struct Counted<'a> {
    board: &'a Board,
    decisions: Option<&'a [Decision]>,
    /// Base of the numbers, above every value.
    radix: i32,
    found: Vec<u128>,
    end: Option<(Step, u64, u64)>,
}

impl Feed for Counted<'_> {
    fn next(&mut self, instance: &mut Instance) -> bool {
        let decisions = self.decisions.take();
        decisions.into_iter().flatten().for_each(|&decision| instance.decide(decision));
        decisions.is_some()
    }

    fn solution(&mut self, _: u64, values: &[i32]) {
        if self.found.len() < 1000 {
            assert_eq!(self.board.model.broken_by(values), Ok(None));
        }
        let with = |number: u128, &value: &i32| number * self.radix as u128 + value as u128;
        self.found.push(values.iter().fold(0, with));
    }

    fn answered(&mut self, _: u64, end: Step, found: u64, nodes: u64) {
        assert_eq!(self.end.replace((end, found, nodes)), None, "it ends twice");
    }
}

/// Counts on every path, with and without sharing: the same set of solutions with the same nodes.
fn count(what: &str, board: &Board, decisions: &[Decision], expected: usize) {
    let largest = board.vars.iter().filter_map(|&var| board.model.declared(var).iter().last()).max();
    let radix = largest.expect("there are values") + 1;
    let mut first: Option<(Vec<u128>, u64)> = None;
    for path in PATHS {
        let mut lockstep = compile(&board.model, Kernel::Chosen, path);
        for share in [true, false] {
            // A single lane on the portable path would take seconds.
            if !share && path == SimdPath::Portable && expected > 20_000 {
                continue;
            }
            let what = format!("{what}, {path:?}, share {share}");
            lockstep.share(share);
            let mut counted =
                Counted { board, decisions: Some(decisions), radix, found: Vec::new(), end: None };
            let stats = lockstep.run(u64::MAX, &mut counted);
            let Counted { mut found, end, .. } = counted;
            assert_eq!(end, Some((Step::Exhausted, expected as u64, stats.nodes)), "{what}");
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), expected, "{what}: some found twice");
            let (first, nodes) = first.get_or_insert_with(|| (found.clone(), stats.nodes));
            assert!(*first == found, "{what}: other solutions");
            assert_eq!(*nodes, stats.nodes, "{what}: nodes");
        }
    }
}

/// Returns decisions that put the first row in order.
fn first_row(grid: &Grid, order: usize) -> Vec<Decision> {
    (0..order).map(|at| grid.board.vars[at].is(at as i32 + 1)).collect()
}

#[test]
fn grids() {
    count("4x4", &Grid::boxes(2, 2).board, &[], 288);
    count("4x4 with diagonals", &Grid::boxes(2, 2).diagonals().board, &[], 48);
    // 28,200,960 in all, and the same number for each of the 720 first rows.
    let six = Grid::boxes(2, 3);
    count("6x6", &six.board, &first_row(&six, 6), 39_168);
    let six = Grid::boxes(3, 2);
    count("6x6", &six.board, &first_row(&six, 6), 39_168);
}

#[test]
fn latin_squares() {
    for (order, squares) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        count("Latin squares", &Grid::latin(order).board, &[], squares);
    }
    // 9408 reduced squares, whose first row and first column are in order.
    let six = Grid::latin(6);
    let column = (0..6).map(|at| six.board.vars[6 * at].is(at as i32 + 1));
    let reduced: Vec<Decision> = first_row(&six, 6).into_iter().chain(column).collect();
    count("reduced squares of order 6", &six.board, &reduced, 9408);
    // Three rows of a Latin square determine the fourth; of two rows, the second is a derangement of the first.
    count("3 by 4", &Grid::open(3, 4, 1..=4).lines().board, &[], 576);
    count("2 by 6", &Grid::open(2, 6, 1..=6).lines().board, &[], 720 * 265);
}

#[test]
fn placements() {
    let one_group = |domains: &[Vec<i32>]| board(domains, &[(0..domains.len()).collect()], &[]);
    count("4 of 7", &one_group(&vec![(1..=7).collect(); 4]), &[], 840);
    count("7 of 7", &one_group(&vec![(1..=7).collect(); 7]), &[], 5040);
    count("3 of 40", &one_group(&vec![(1..=40).collect(); 3]), &[], 40 * 39 * 38);
    let others = |own: i32| (1..=8).filter(|&value| value != own).collect();
    count("derangements of 8", &one_group(&(1..=8).map(others).collect::<Vec<_>>()), &[], 14_833);
    // The ménage problem: around the table, two values are excluded for each.
    let apart = |own: i32| (0..7).filter(|&value| value != own && value != (own + 1) % 7).collect();
    count("married couples", &one_group(&(0..7).map(apart).collect::<Vec<_>>()), &[], 579);
}

#[test]
fn colourings() {
    for (colours, ways) in [(2, 0), (3, 120), (4, 12_960)] {
        count("Petersen", &colouring(10, colours, &petersen()), &[], ways);
    }
    for vertices in 3..=9 {
        for colours in 1..=4_i32 {
            let around = (colours - 1).pow(vertices as u32);
            let ways = if vertices % 2 == 0 { around + colours - 1 } else { around - colours + 1 };
            count("a cycle", &colouring(vertices, colours, &cycle(vertices)), &[], ways as usize);
        }
    }
    let clique: Vec<(usize, usize)> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    for (colours, ways) in [(4, 0), (5, 120), (6, 720)] {
        count("a clique", &colouring(5, colours, &clique), &[], ways);
    }
}
