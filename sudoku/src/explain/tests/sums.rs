//! Sums of houses and cages: each names the houses and clues that it needs.

use super::made::{MADE, read};
use super::*;
use crate::rules::Origin;

/// The rank of some rows, by elimination modulo a prime.
fn rank(mut rows: Vec<Vec<i64>>) -> usize {
    const PRIME: i64 = 998_244_353;
    let inverse = |of: i64| {
        let (mut power, mut square, mut left) = (1, of, PRIME - 2);
        while left > 0 {
            power = if left & 1 == 1 { power * square % PRIME } else { power };
            (square, left) = (square * square % PRIME, left >> 1);
        }
        power
    };
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(at) = (rank..rows.len()).find(|&at| rows[at][column].rem_euclid(PRIME) != 0) else {
            continue;
        };
        rows.swap(rank, at);
        let (above, below) = rows.split_at_mut(rank + 1);
        let first = &above[rank];
        let scale = inverse(first[column].rem_euclid(PRIME));
        for row in below {
            let factor = row[column].rem_euclid(PRIME) * scale % PRIME;
            for (number, first) in row.iter_mut().zip(first) {
                *number = (*number - factor * first.rem_euclid(PRIME)).rem_euclid(PRIME);
            }
        }
        rank += 1;
    }
    rank
}

/// The equation of a house or of a clue that is a plain sum: a coefficient for each cell, and the total.
fn equation(puzzle: &Puzzle, origin: Origin) -> Option<Vec<i64>> {
    let grid = puzzle.grid();
    let (cells, total) = match origin {
        Origin::House(at) => {
            let numbers = (0..grid.values() as u8).map(|value| i64::from(grid.number(value)));
            let cells = grid.houses()[at].cells();
            (cells, (cells.len() == grid.values()).then(|| numbers.sum())?)
        }
        Origin::Clue(at) => {
            let clue = &puzzle.clues()[at];
            let is_sum = ["killer", "sum", "little-killer"].contains(&clue.kind.name);
            (clue.cells(), i64::from(clue.first_number().filter(|_| is_sum)?))
        }
    };
    let mut row = vec![0; grid.cells() + 1];
    cells.iter().for_each(|&cell| row[usize::from(cell)] += 1);
    row[grid.cells()] = total;
    Some(row)
}

/// The number of sums of a puzzle that were judged, and those that do not follow from the houses and clues that they name,
/// or follow without one of these.
pub(super) fn sums(puzzle: &Puzzle) -> (usize, Vec<String>) {
    let state = Explainer::new().begin(puzzle);
    let (mut count, mut faults) = (0, Vec::new());
    for (at, relation) in state.map.relations.iter().enumerate() {
        let Some(sum) = &relation.sum else { continue };
        // What is told of the houses and the clues is their difference.
        if let Some(balance) = state.balance(Truth::Relation(at))
            && (balance.houses - balance.clues).abs() != sum.total.abs()
        {
            faults.push(format!("{sum:?} is no difference of {balance:?}"));
        }
        let rows = relation.origins.iter().map(|&origin| equation(puzzle, origin));
        let Some(rows) = rows.collect::<Option<Vec<Vec<i64>>>>() else { continue };
        let mut whole = vec![0; puzzle.grid().cells() + 1];
        sum.added.iter().for_each(|&cell| whole[cell] += 1);
        sum.taken.iter().for_each(|&cell| whole[cell] -= 1);
        whole[puzzle.grid().cells()] = sum.total;
        let follows = |rows: &[Vec<i64>]| {
            rank(rows.to_vec()) == rank(rows.iter().cloned().chain([whole.clone()]).collect())
        };
        let without = |at: usize| [&rows[..at], &rows[at + 1..]].concat();
        if !follows(&rows) || (0..rows.len()).any(|at| follows(&without(at))) {
            faults.push(format!("{sum:?} is not told by {:?}", relation.origins));
        }
        count += 1;
    }
    (count, faults)
}

#[test]
fn a_sum_names_the_houses_and_clues_that_it_needs() {
    let mut count = 0;
    for puzzle in read(MADE[1]) {
        let (judged, faults) = sums(&puzzle);
        assert!(faults.is_empty(), "{}: {puzzle:?}", faults[0]);
        count += judged;
    }
    assert!(count > 40, "{count}");
}
