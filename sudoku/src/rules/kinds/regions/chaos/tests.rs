//! Comparison of the rules for unknown regions with all divisions of small grids.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::*;
use crate::format::{self, Format};
use crate::rules::tests::{fault, raw};
use crate::{Puzzle, Shape, Solution, Solver};

/// A grid without houses, with unknown regions of a given size.
pub fn unknown(rows: usize, columns: usize, values: RangeInclusive<i32>, size: usize) -> Shape {
    Shape { unknown: Some(size), ..raw(rows, columns, values) }
}

/// Compares three statements of one meaning on all divisions and fillings of a grid: the predicate of the test (on
/// numbers and labels), `holds` of the kinds, and the solutions of the engine. Returns the number of solutions.
#[track_caller]
pub fn agree_on_regions(
    rows: usize,
    columns: usize,
    values: RangeInclusive<i32>,
    size: usize,
    mut clues: Vec<Clue>,
    meaning: impl Fn(&[i32], &[i32]) -> bool,
) -> usize {
    clues.insert(0, Clue::new(&KIND));
    let first = *values.start();
    let grid = Grid::of(unknown(rows, columns, values, size)).unwrap();
    assert!(clues.iter().all(|clue| clue.fault(&grid).is_ok()));
    let scene = Scene { grid: &grid, clues: &clues };
    let mut expected = BTreeSet::new();
    for division in divisions(rows, columns, size, &|_| true) {
        let labels: Vec<i32> = division.iter().map(|label| label + first).collect();
        for numbers in fillings(rows * columns, &grid.shape().values) {
            let differ = |a: usize, b: usize| labels[a] != labels[b] || numbers[a] != numbers[b];
            let differ = (0..labels.len()).all(|b| (0..b).all(|a| differ(a, b)));
            let means = differ && meaning(&numbers, &labels);
            let all = [&numbers[..], &labels].concat();
            let holds = clues.iter().all(|clue| clue.holds(&scene, &all));
            assert_eq!(holds, means, "the kinds say {holds}, the test {means}: {all:?}");
            if means {
                expected.insert(all);
            }
        }
    }
    let mut puzzle = Puzzle::open(grid);
    puzzle.rules = Some(clues.into());
    let solutions = Solver::default().solve(&puzzle, usize::MAX).solutions;
    let numbers = |solution: &Solution| solution.iter().map(|&value| puzzle.grid.number(value)).collect();
    let found: BTreeSet<Vec<i32>> = solutions.iter().map(numbers).collect();
    assert_eq!(found.len(), solutions.len(), "the engine repeats solutions");
    let [wrong, missing] = [&found - &expected, &expected - &found];
    assert!(wrong.is_empty(), "the engine finds {:?}", wrong.first());
    assert!(missing.is_empty(), "the engine misses {:?}", missing.first());
    found.len()
}

/// All lists of `count` numbers.
fn fillings(count: usize, values: &RangeInclusive<i32>) -> Vec<Vec<i32>> {
    (0..count).fold(vec![Vec::new()], |lists, _| {
        let longer = |list: &Vec<i32>| values.clone().map(|value| [&list[..], &[value]].concat()).collect();
        lists.iter().flat_map::<Vec<Vec<i32>>, _>(longer).collect()
    })
}

/// All divisions of a grid into connected regions of a size, as labels from 0. Branches whose partial region `may_be`
/// rejects are left out.
fn divisions(rows: usize, columns: usize, size: usize, may_be: &dyn Fn(&[usize]) -> bool) -> Vec<Vec<i32>> {
    fn regions(
        taken: &[bool],
        columns: usize,
        size: usize,
        region: &[usize],
        may_be: &dyn Fn(&[usize]) -> bool,
        found: &mut BTreeSet<Vec<usize>>,
        seen: &mut BTreeSet<Vec<usize>>,
    ) {
        let mut sorted = region.to_vec();
        sorted.sort_unstable();
        if !may_be(&sorted) || !seen.insert(sorted.clone()) {
            return;
        }
        if region.len() == size {
            found.insert(sorted);
            return;
        }
        for next in (0..taken.len()).filter(|next| !taken[*next] && !region.contains(next)) {
            let near = |&cell: &usize| {
                let (row, column) = (cell / columns, cell % columns);
                row.abs_diff(next / columns) + column.abs_diff(next % columns) == 1
            };
            if region.iter().any(near) {
                regions(taken, columns, size, &[region, &[next]].concat(), may_be, found, seen);
            }
        }
    }
    let mut open = vec![vec![-1; rows * columns]];
    for label in 0..(rows * columns / size) as i32 {
        let mut next = Vec::new();
        for labels in open {
            let taken: Vec<bool> = labels.iter().map(|&label| label >= 0).collect();
            let start = taken.iter().position(|&taken| !taken).unwrap();
            let mut found = BTreeSet::new();
            regions(&taken, columns, size, &[start], may_be, &mut found, &mut BTreeSet::new());
            for region in found {
                let mut labels = labels.clone();
                region.into_iter().for_each(|cell| labels[cell] = label);
                next.push(labels);
            }
        }
        open = next;
    }
    open
}

/// The number of solutions of a filled square with unknown regions, and the number of divisions in which the numbers
/// of each region differ.
fn counts(side: usize, numbers: &[usize]) -> (u64, usize) {
    let shape = Shape { unknown: Some(side), ..Shape::rectangle(side, side) };
    let mut puzzle = Puzzle::open(Grid::of(shape).unwrap());
    puzzle.rules = Some([Clue::new(&KIND)].into());
    for (cell, &number) in puzzle.cells.iter_mut().zip(numbers) {
        *cell = crate::Candidates::one(number as u8);
    }
    let differ = |region: &[usize]| {
        region.iter().enumerate().all(|(at, &a)| region[..at].iter().all(|&b| numbers[a] != numbers[b]))
    };
    let (count, _) = Solver::default().count(&puzzle, u64::MAX, || {});
    let csp::Count::Exactly(count) = count else { panic!("{count:?}") };
    (count, divisions(side, side, side, &differ).len())
}

#[test]
fn regions_are_connected_and_have_different_numbers() {
    // A 2×2 square has two divisions, rows and columns. Each region has any two different numbers.
    assert_eq!(agree_on_regions(2, 2, 0..=3, 2, vec![], |_, _| true), 2 * 12 * 12);
    // Two rows of three have three divisions into regions of 3, and three into regions of 2.
    assert_eq!(agree_on_regions(2, 3, 1..=3, 3, vec![], |_, _| true), 3 * 6 * 6);
    assert_eq!(agree_on_regions(2, 3, -1..=1, 2, vec![], |_, _| true), 3 * 6 * 6 * 6);
    assert_eq!(agree_on_regions(1, 4, 0..=3, 1, vec![], |_, _| true), 4_usize.pow(4));
}

#[test]
fn only_valid_labels_are_accepted() {
    let grid = Grid::of(unknown(2, 3, 0..=2, 2)).unwrap();
    let scene = Scene { grid: &grid, clues: &[] };
    let divisions = divisions(2, 3, 2, &|_| true);
    for labels in fillings(6, &(0..=2)) {
        let all = [&[0, 1, 2, 2, 0, 1], &labels[..]].concat();
        assert_eq!(Clue::new(&KIND).holds(&scene, &all), divisions.contains(&labels), "{labels:?}");
    }
}

#[test]
fn divisions_of_solved_squares_are_counted() {
    for side in 1..=6 {
        let shifted: Vec<usize> = (0..side * side).map(|cell| (cell / side + cell % side) % side).collect();
        let (solutions, divisions) = counts(side, &shifted);
        assert_eq!(solutions, divisions as u64, "side {side}");
    }
    assert_eq!(divisions(4, 4, 4, &|_| true).len(), 117);
}

#[test]
fn solutions_of_open_squares_are_counted() {
    let none = crate::Regions::None;
    let squares = Puzzle::open(Grid::of(Shape { regions: none, ..Shape::rectangle(4, 4) }).unwrap());
    let squares = Solver::default().solve(&squares, usize::MAX).solutions;
    let divisions = divisions(4, 4, 4, &|_| true);
    assert_eq!((squares.len(), divisions.len()), (576, 117));
    let fits = |square: &[u8], labels: &[i32]| {
        (0..16).all(|b| (0..b).all(|a| labels[a] != labels[b] || square[a] != square[b]))
    };
    let pairs = squares.iter().flat_map(|square| divisions.iter().map(move |labels| (square, labels)));
    let expected = pairs.filter(|(square, labels)| fits(square, labels)).count();
    let mut puzzle = Puzzle::open(Grid::of(Shape { unknown: Some(4), ..Shape::rectangle(4, 4) }).unwrap());
    puzzle.rules = Some([Clue::new(&KIND)].into());
    let answer = Solver::default().solve(&puzzle, usize::MAX);
    assert_eq!(answer.solutions.len(), expected);
    assert!(answer.solutions.iter().all(|solution| puzzle.accepts(solution)));
}

#[test]
fn texts_are_read_and_written() {
    let text = "size: 4\ngrid:\n1...\n....\n....\n....\nchaos-construction\nsame-region: r1c1 r1c3\n";
    let puzzle: Puzzle = text.parse().unwrap();
    assert_eq!(puzzle.grid.shape().unknown, Some(4));
    assert!(puzzle.grid.boxes().is_none());
    let mut written = String::new();
    assert!(format::write(&puzzle, Format::Native, 0, &mut written).is_none());
    assert_eq!(written, text);
    let boxes: Puzzle = "size: 4
boxes: 2x2
chaos:
"
    .parse()
    .unwrap();
    assert_eq!((boxes.grid.boxes(), boxes.grid.shape().unknown), (Some((2, 2)), Some(4)));
    let says = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
    assert_eq!(says("size: 4\nchaos-construction 5"), "2:1: 16 cells cannot be divided into regions of 5");
    assert_eq!(
        says("size: 4\nsame-region: r1c1 r1c2"),
        "2:1: same-region is for unknown regions (chaos-construction)"
    );
}

#[test]
fn there_is_one_size() {
    let clue = Clue::new(&KIND).number(3);
    let what = "unknown regions of 3 cells in a grid with unknown regions of 2 (the rule stands once)";
    assert_eq!(fault(unknown(2, 3, 1..=3, 2), clue), what);
}
