//! Rellik cages: no cells of a cage add up to its number.

use std::collections::BTreeSet;

use super::sets::differ;
use super::{Clue, Draft, Group, Kind, Lists, Takes};
use crate::print::Mark;

pub const KIND: Kind = Kind {
    name: "rellik",
    also: &["rellik cage"],
    group: Group::Cages,
    usage: "rellik SUM: CELLS, …",
    help: "The cells of the cage differ, and no one or more of them add up to the sum.",
    example: "rellik 8: r1c1 r2c1 r3c1 r3c2",
    takes: Takes::Number,
    lists: Lists::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid)?;
        clue.at_most(grid.values(), grid)
    },
    holds: |clue, _, numbers| {
        let cage = clue.read(numbers);
        let sums = cage.iter().fold(BTreeSet::new(), |sums, &number| with(&sums, number));
        differ(&cage) && !sums.contains(&clue.first_number().unwrap_or_default())
    },
    declare,
    marks: |clue, _| {
        let label = format!("≠{}", clue.first_number().unwrap_or_default());
        vec![Mark::Cage { cells: clue.cells().to_vec(), label }]
    },
    ..Kind::BLANK
};

/// The sums of some numbers, and of one more.
fn with(sums: &BTreeSet<i32>, number: i32) -> BTreeSet<i32> {
    let more = sums.iter().map(|sum| sum + number);
    sums.iter().copied().chain(more).chain([number]).collect()
}

/// Cages are read as words where they have at most so many sets of numbers.
const MOST_SETS: usize = 1 << 12;

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let sum = clue.first_number().unwrap_or_default();
    let cells = clue.cells();
    let first = *draft.numbers().start();
    draft.all_different(cells);
    for &cell in cells {
        draft.keep(cell, |number| number != sum);
    }
    let smaller = draft.numbers().filter(|&number| number < sum).count();
    if first < 0 || sum > LARGEST_READ || sets(smaller, cells.len()) > MOST_SETS {
        return draft.meaning(cells, move |numbers| {
            let sums = numbers.iter().fold(BTreeSet::new(), |sums, &number| with(&sums, number));
            !sums.contains(&sum)
        });
    }
    // The smaller numbers that have been read, a bit each, and all their sums up to the one that is forbidden. (Others
    // add up to more.)
    let step = |&(read, sums): &(u64, u128), number: i32| {
        if number >= sum {
            return (number != sum).then_some((read, sums));
        }
        let bit = 1_u64 << (number - first);
        let sums = sums | sums << number;
        let may_go_on = read & bit == 0 && sums >> sum & 1 == 0;
        may_go_on.then_some((read | bit, sums & ((1 << sum) - 1)))
    };
    // The sum of no numbers is 0, which is forbidden only where a number is.
    draft.word(cells, (0, 1), step, |_| true);
}

/// The largest sum that has a bit.
const LARGEST_READ: i32 = 63;

/// How many sets of up to so many values there are.
fn sets(values: usize, most: usize) -> usize {
    let (mut sets, mut of_size) = (1_usize, 1_usize);
    for size in 1..=most.min(values) {
        of_size = of_size.saturating_mul(values + 1 - size) / size;
        sets = sets.saturating_add(of_size);
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn cage(sum: i32, cells: &[u16]) -> Vec<Clue> {
        vec![Clue::new(&KIND).number(sum).list(cells)]
    }

    #[test]
    fn no_cells_add_up() {
        let means = |n: &[i32], sum: i32| {
            let differ = n[0] != n[1] && n[1] != n[2] && n[0] != n[2];
            let subsets = [n[0], n[1], n[2], n[0] + n[1], n[0] + n[2], n[1] + n[2], n[0] + n[1] + n[2]];
            differ && !subsets.contains(&sum)
        };
        // Of 1 to 5 without 3: not 1 with 2, so 4 and 5 and one of them.
        assert_eq!(agree(raw(1, 4, 1..=5), cage(3, &[0, 1, 2]), |n| means(n, 3)), 2 * 6 * 5);
        for sum in 0..9 {
            agree(raw(1, 3, 0..=5), cage(sum, &[2, 0, 1]), |n| means(n, sum));
        }
        for sum in [-1, 0, 2] {
            agree(raw(1, 3, -3..=3), cage(sum, &[2, 0, 1]), |n| means(n, sum));
        }
    }

    #[test]
    fn sets_are_counted() {
        assert_eq!((sets(9, 9), sets(9, 2)), (512, 1 + 9 + 36));
        assert!(sets(64, 64) > MOST_SETS);
    }

    #[test]
    fn a_large_cage() {
        // Values from 1 to 15 in a row: any sum up to 120 is there.
        let line: Vec<u16> = (0..15).collect();
        let shape = || crate::Shape { values: 1..=15, ..crate::Shape::rectangle(1, 15) };
        let grid = crate::Grid::of(shape()).unwrap();
        let mut puzzle = crate::Puzzle::open(grid);
        puzzle.rules = Some(cage(121, &line).into());
        assert_eq!(crate::Solver::default().solve(&puzzle, 3).solutions.len(), 3);
        assert_eq!(fault(shape(), Clue::new(&KIND).number(3).list([0, 1, 0])), "rellik has R1C1 twice");
    }
}
