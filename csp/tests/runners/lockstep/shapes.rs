//! The same solutions as a search, for models of many shapes.

use csp::{Decision, lockstep::SimdPath};

use super::boards::{Board, Grid, board, colouring, cycle, patterned, petersen};
use super::support::{agree, agree_everywhere};
use crate::support::{Chance, PATHS};

/// Compares instances with no, one and many solutions.
fn of_every_kind(what: &str, board: &Board, count: usize, open: std::ops::RangeInclusive<i32>) {
    let mut chance = Chance::new(what.len() as u64 + 77);
    let full = board.some_solutions(4);
    let list = board.instances(&full, count, open, &mut chance);
    let kinds = agree_everywhere(what, board, &list);
    assert!(kinds.iter().all(|&kind| kind > 1), "{what}: instances of every kind: {kinds:?}");
}

#[test]
fn classic_9x9() {
    of_every_kind("classic", &Grid::boxes(3, 3).board, 200, 20..=62);
}

#[test]
fn small_grids() {
    of_every_kind("4x4", &Grid::boxes(2, 2).board, 200, 3..=16);
    of_every_kind("4x4 with diagonals", &Grid::boxes(2, 2).diagonals().board, 200, 3..=16);
    of_every_kind("6x6 of 2x3", &Grid::boxes(2, 3).board, 200, 8..=30);
    of_every_kind("6x6 of 3x2", &Grid::boxes(3, 2).board, 200, 8..=30);
    of_every_kind("8x8", &Grid::boxes(2, 4).board, 60, 20..=46);
}

#[test]
fn irregular_grids() {
    let nine = "AAABBBCCC AAABBBCCC AADBBECCF ADDBEECFF DDDEEEFFF DDGEEHFFI DGGEHHFII GGGHHHIII GGGHHHIII";
    of_every_kind("9x9 jigsaw", &Grid::jigsaw(nine).board, 100, 20..=60);
    let seven = "AAABBBB AAACBBB ADCCCEE DDDCCEE DFFCEEG DFFFGEG DFFGGGG";
    of_every_kind("7x7 jigsaw", &Grid::jigsaw(seven).board, 150, 15..=40);
}

#[test]
fn grids_with_further_groups() {
    of_every_kind("9x9 with diagonals", &Grid::boxes(3, 3).diagonals().board, 100, 20..=62);
    of_every_kind("windoku", &Grid::boxes(3, 3).windows().board, 100, 20..=66);
    of_every_kind("windoku with diagonals", &Grid::boxes(3, 3).windows().diagonals().board, 100, 20..=70);
}

#[test]
fn latin_squares_in_words_of_every_size() {
    of_every_kind("Latin 5", &Grid::latin(5).board, 200, 5..=20);
    of_every_kind("Latin 9", &Grid::latin(9).board, 100, 20..=45);
    for order in [16, 17, 32, 33] {
        let board = Grid::latin(order).board;
        let cyclic: Vec<i32> =
            (0..order * order).map(|at| ((at / order + at % order) % order) as i32 + 1).collect();
        let mut chance = Chance::new(order as u64);
        let cells = (order * order) as i32;
        let list = board.instances(&[cyclic], 24, cells / 8..=cells / 4, &mut chance);
        let kinds = agree(&format!("Latin {order}"), &board, &list, &[1, 2, 20], &PATHS);
        assert!(kinds.iter().filter(|&&kind| kind > 0).count() > 1, "{order}: {kinds:?}");
    }
}

#[test]
fn latin_rectangles_up_to_64_values() {
    for (rows, columns) in [(3, 7), (4, 16), (3, 17), (3, 32), (3, 33), (3, 63), (3, 64)] {
        let board = Grid::open(rows, columns, -5..columns as i32 - 5).lines().board;
        let full: Vec<i32> =
            (0..rows * columns).map(|at| ((at / columns * 2 + at % columns) % columns) as i32 - 5).collect();
        let mut chance = Chance::new(columns as u64);
        let list = board.instances(&[full], 60, 2..=9, &mut chance);
        let kinds = agree_everywhere(&format!("{rows} by {columns}"), &board, &list);
        assert!(kinds.iter().all(|&kind| kind > 1), "{rows} by {columns}: {kinds:?}");
    }
}

#[test]
fn large_grids() {
    for (rows, columns, open) in [(4, 4, 90..=130), (3, 4, 50..=80), (4, 5, 90..=120), (5, 5, 120..=200)] {
        let board = Grid::boxes(rows, columns).board;
        let mut chance = Chance::new(columns as u64);
        let list = board.instances(&[patterned(rows, columns)], 30, open, &mut chance);
        let kinds = agree(&format!("boxes of {rows} by {columns}"), &board, &list, &[1, 2, 20], &PATHS);
        assert!(kinds.iter().filter(|&&kind| kind > 0).count() > 1, "{rows} by {columns}: {kinds:?}");
    }
}

#[test]
fn groups_with_fewer_variables_than_values() {
    let domains = vec![(1..=7).collect(); 8];
    let groups = [vec![0, 1, 2, 3], vec![2, 3, 4, 5], vec![4, 5, 6, 7], vec![6, 7, 0, 1], vec![0, 2, 4, 6]];
    of_every_kind("loose groups", &board(&domains, &groups, &[]), 150, 1..=3);
    // A permutation shares variables with groups that are not permutations.
    let domains = [vec![(1..=4).collect::<Vec<i32>>(); 4], vec![(1..=6).collect(); 4]].concat();
    let groups = [vec![0, 1, 2, 3], vec![2, 3, 4, 5], vec![1, 2, 5, 6, 7], vec![0, 1, 4, 7]];
    of_every_kind("one permutation", &board(&domains, &groups, &[]), 150, 1..=7);
}

#[test]
fn groups_that_share_the_same_variables() {
    // Three groups over common variables; one, two or three of them are permutations.
    for wide in 0..=2 {
        let reach = |group: usize| if group < wide { 1..=6 } else { 1..=5 };
        let domains: Vec<Vec<i32>> =
            [vec![(1..=5).collect(); 2], (0..9).map(|at| reach(at / 3).collect()).collect()].concat();
        let groups: Vec<Vec<usize>> =
            (0..3).map(|at| vec![0, 1, 2 + 3 * at, 3 + 3 * at, 4 + 3 * at]).collect();
        of_every_kind("a piece of three groups", &board(&domains, &groups, &[]), 150, 1..=7);
    }
    // Intersections that are nested or overlap: no single view of the first group contains them all.
    let domains = vec![(1..=6).collect(); 14];
    let groups = [
        vec![0, 1, 2, 3, 4, 5],
        vec![0, 1, 6, 7, 8, 9],
        vec![1, 2, 3, 10, 11, 12],
        vec![2, 3, 4, 7, 13],
        vec![4, 5, 9, 10],
    ];
    of_every_kind("overlapping pieces", &board(&domains, &groups, &[]), 200, 4..=10);
}

#[test]
fn graphs_of_pairs() {
    of_every_kind("Petersen", &colouring(10, 3, &petersen()), 150, 2..=8);
    of_every_kind("a cycle of 7", &colouring(7, 3, &cycle(7)), 150, 1..=5);
    // Joined cliques, one of them with as many colours as members, and edges between them.
    let clique =
        |from: usize, size: usize| (0..size).flat_map(move |a| (0..a).map(move |b| (from + a, from + b)));
    let edges: Vec<_> =
        clique(0, 4).chain(clique(3, 3)).chain(clique(6, 4)).chain([(0, 6), (9, 1), (5, 6)]).collect();
    of_every_kind("cliques", &colouring(10, 4, &edges), 150, 2..=8);
    // Edges and groups over the same variables.
    let domains = vec![(1..=4).collect(); 7];
    let groups = [vec![0, 1, 2, 3], vec![3, 4, 5]];
    of_every_kind(
        "groups and edges",
        &board(&domains, &groups, &[(3, 0), (2, 4), (4, 6), (6, 5), (6, 3)]),
        150,
        1..=6,
    );
}

#[test]
fn domains_with_holes_and_negative_values() {
    let domains: Vec<Vec<i32>> = vec![
        vec![-100, -3, 5],
        vec![-3, 5, 90],
        vec![-100, 5],
        vec![-100, -3, 0, 5],
        vec![0, 5, 90],
        vec![-3, 0],
        vec![7, 8],
        vec![-200],
    ];
    let groups = [vec![0, 1, 2, 3], vec![3, 4, 5], vec![2, 4, 6]];
    let list: Vec<Vec<Decision>> = {
        let board = board(&domains, &groups, &[]);
        let full = board.some_solutions(4);
        board.instances(&full, 150, 1..=6, &mut Chance::new(3))
    };
    let kinds = agree("holes", &board(&domains, &groups, &[]), &list, &[1, 2, 5, 60], &PATHS);
    assert!(kinds.iter().all(|&kind| kind > 5), "{kinds:?}");
}

#[test]
fn the_best_path_is_one_of_the_three() {
    let board = Grid::boxes(2, 3).board;
    let full = board.some_solutions(3);
    let list = board.instances(&full, 60, 8..=30, &mut Chance::new(9));
    let kinds = agree("6x6", &board, &list, &[1, 5], &[SimdPath::Portable, SimdPath::Auto]);
    assert_eq!(kinds.iter().sum::<usize>(), list.len());
}
