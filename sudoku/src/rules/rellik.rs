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

/// And at most so many sets that a whole cage can hold are looked at one by one.
const MOST_CHOSEN: usize = 500;

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let sum = clue.first_number().unwrap_or_default();
    let cells = clue.cells();
    let first = *draft.numbers().start();
    draft.all_different(cells);
    for &cell in cells {
        draft.keep(cell, |number| number != sum);
    }
    let smaller = draft.numbers().filter(|&number| number < sum).count();
    if sum < 0 && first >= 0 {
        // Nothing adds up to that.
        return;
    }
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
    if let Some(sets) = allowed_sets(&draft.numbers().collect::<Vec<i32>>(), cells.len(), sum) {
        draft.one_of_sets(cells, sets);
    }
}

/// The sets of so many numbers of which none add up to a sum, bit 0 being the first number, if they are few.
///
/// November 2026: a grid with fourteen cages takes 16,739 nodes without them, 88 with them alone, and one with both.
fn allowed_sets(numbers: &[i32], size: usize, sum: i32) -> Option<Vec<u64>> {
    // Each set with its sums up to the one that is forbidden.
    let mut sets = vec![(0_u64, 1_u128)];
    for _ in 0..size {
        let larger = |&(set, sums): &(u64, u128)| {
            let from = (64 - u64::leading_zeros(set)) as usize;
            let numbers = numbers.iter().enumerate().skip(from).filter(move |(_, number)| **number != sum);
            numbers.filter_map(move |(at, &number)| {
                let more = if number < sum { sums << number } else { 0 };
                let sums = (sums | more) & ((2 << sum) - 1);
                (sums >> sum & 1 == 0 || sum == 0).then_some((set | 1 << at, sums))
            })
        };
        sets = sets.iter().flat_map(larger).take(MOST_CHOSEN + 1).collect();
        if sets.len() > MOST_CHOSEN {
            return None;
        }
    }
    Some(sets.into_iter().map(|(set, _)| set).collect())
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
    fn sets_of_a_whole_cage() {
        for (first, last, sum) in [(0, 7, 0), (0, 8, 5), (1, 9, 8), (1, 9, 30), (3, 9, 3)] {
            let numbers: Vec<i32> = (first..=last).collect();
            for size in 1..=4 {
                let means = |set: &u64| {
                    let held = numbers.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0);
                    let sums = held.fold(BTreeSet::new(), |sums, (_, &number)| with(&sums, number));
                    set.count_ones() as usize == size && !sums.contains(&sum)
                };
                let mut sets = allowed_sets(&numbers, size, sum).unwrap();
                sets.sort_unstable();
                assert_eq!(sets, (0..1 << numbers.len()).filter(means).collect::<Vec<u64>>());
            }
        }
        assert_eq!(allowed_sets(&(1..=30).collect::<Vec<i32>>(), 4, 60), None);
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
