//! Rellik cages: no subset of the cells has the given sum.

use crate::rules::mark::Mark;
use crate::rules::sets::differ;
use crate::rules::{Clue, Draft, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "rellik",
    also: &["rellik cage"],
    group: Group::Cages,
    usage: "rellik SUM: CELLS, …",
    help: "The cells of the cage differ, and no cell or set of cells in it adds up to the sum.",
    label: "Anti-sum cage",
    sentence: "Digits in an anti-sum cage do not repeat, and no digit or set of digits in it adds up to its number.",
    example: "rellik 8: r1c1 r2c1 r3c1 r3c2",
    params: ParamSyntax::Number,
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid)?;
        clue.at_most(grid.values(), grid)
    },
    holds: |clue, _, numbers| {
        let cage = clue.read(numbers);
        differ(&cage) && !adds_up(&cage, clue.amount())
    },
    declare,
    marks: |clue, _| {
        let label = format!("≠{}", clue.amount());
        vec![Mark::Cage { cells: clue.cells().to_vec(), label }]
    },
    noun: "the rellik cage{#} at {from}",
    says: "{cells} differ, and neither a cell nor a set of cells among them sums to {number}",
    unmet: "some of the cells would sum to {number}",
    random: Some(Random::cage(3, 4).read(2, 20)),
    ..Kind::BLANK
};

/// Whether a non-empty subset of the numbers has the sum.
fn adds_up(numbers: &[i32], sum: i32) -> bool {
    let total = |of: fn(i32, i32) -> i32| numbers.iter().map(|&number| of(number, 0)).sum::<i32>();
    let (least, most) = (total(i32::min), total(i32::max));
    if !(least..=most).contains(&sum) {
        return false;
    }
    // The sums of all subsets of the numbers so far, one bit each from `least` on. All of them lie between `least`
    // and `most`.
    let mut sums = vec![0_u64; (most - least) as usize / 64 + 1];
    for &number in numbers {
        add_moved(&mut sums, number);
        let alone = (number - least) as usize;
        sums[alone / 64] |= 1 << (alone % 64);
    }
    let wanted = (sum - least) as usize;
    sums[wanted / 64] >> (wanted % 64) & 1 != 0
}

/// Adds a copy of the set in which each bit is moved up by `by` places, or down if `by` is negative.
fn add_moved(bits: &mut [u64], by: i32) {
    let (words, rest) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
    // The order of the loop reads each word before it is written.
    if by >= 0 {
        for at in (words..bits.len()).rev() {
            let below = if at > words { bits[at - words - 1] >> 1 >> (63 - rest) } else { 0 };
            bits[at] |= bits[at - words] << rest | below;
        }
    } else {
        for at in 0..bits.len().saturating_sub(words) {
            let above = bits.get(at + words + 1).map_or(0, |word| word << 1 << (63 - rest));
            bits[at] |= bits[at + words] >> rest | above;
        }
    }
}

/// The greatest number of sets of numbers below the sum for which the cage becomes an automaton.
const MOST_SETS: usize = 1 << 12;

/// The greatest number of allowed sets of values that are listed for a cage.
const MOST_CHOSEN: usize = 500;

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let sum = clue.amount();
    let cells = clue.cells();
    let first = *draft.numbers().start();
    draft.all_different(cells);
    for &cell in cells {
        draft.keep(cell, |number| number != sum);
    }
    let smaller = draft.numbers().filter(|&number| number < sum).count();
    if sum < 0 && first >= 0 {
        // No numbers have a negative sum.
        return;
    }
    if first < 0 || sum > LARGEST_READ || sets(smaller, cells.len()) > MOST_SETS {
        return draft.meaning(cells, move |numbers| !adds_up(numbers, sum));
    }
    // The state: the bits of the numbers below `sum` so far, and the bits of their subset sums below `sum`. Larger
    // numbers are in no subset with this sum.
    let step = |&(read, sums): &(u64, u128), number: i32| {
        if number >= sum {
            return (number != sum).then_some((read, sums));
        }
        let bit = 1_u64 << (number - first);
        let sums = sums | sums << number;
        let may_go_on = read & bit == 0 && sums >> sum & 1 == 0;
        may_go_on.then_some((read | bit, sums & ((1 << sum) - 1)))
    };
    // Bit 0 is set at the beginning, for the empty subset. A sum of 0 is forbidden only for non-empty subsets.
    draft.word(cells, (0, 1), step, |_| true);
    if let Some(sets) = allowed_sets(&draft.numbers().collect::<Vec<i32>>(), cells.len(), sum) {
        let numbers = |set: u64| draft.numbers().zip(0..).filter(move |(_, bit)| set >> bit & 1 != 0);
        let sets: Vec<csp::Values> =
            sets.into_iter().map(|set| numbers(set).map(|(number, _)| number).collect()).collect();
        draft.one_of_sets(cells, sets);
    }
}

/// Lists the sets of `size` numbers in which no subset has the sum; bit 0 stands for the first number. Returns `None`
/// if there are too many sets.
///
/// November 2026: a grid with fourteen cages takes 16,739 nodes without these sets, 88 with the sets alone, and one
/// with the sets and the automaton.
fn allowed_sets(numbers: &[i32], size: usize, sum: i32) -> Option<Vec<u64>> {
    // Each set with the bits of its subset sums up to `sum`.
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

/// The largest sum that fits into the bits of a state.
const LARGEST_READ: i32 = 63;

/// The number of subsets with at most `most` elements of a set of `values` elements.
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
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn cage(sum: i32, cells: &[u16]) -> Vec<Clue> {
        vec![Clue::new(&KIND).number(sum).list(cells)]
    }

    /// The subset sums after one number more.
    fn with(sums: &BTreeSet<i32>, number: i32) -> BTreeSet<i32> {
        let more = sums.iter().map(|sum| sum + number);
        sums.iter().copied().chain(more).chain([number]).collect()
    }

    #[test]
    fn subset_sums_agree_with_enumeration() {
        let lists: [&[i32]; 8] = [
            &[],
            &[0],
            &[5, -5],
            &[64, 1, 128, 63],
            &[-64, -1, -128, -63],
            &[70, -3, 7, 0, -130, 64],
            &[1, 2, 4, 8, 16, 32, 64, 128],
            &[200, 190, -180, -64, 3, 64],
        ];
        for numbers in lists {
            let sums = numbers.iter().fold(BTreeSet::new(), |sums, &number| with(&sums, number));
            for sum in -600..600 {
                assert_eq!(adds_up(numbers, sum), sums.contains(&sum), "{numbers:?} and {sum}");
            }
        }
    }

    #[test]
    fn no_cells_add_up() {
        let means = |n: &[i32], sum: i32| {
            let differ = n[0] != n[1] && n[1] != n[2] && n[0] != n[2];
            let subsets = [n[0], n[1], n[2], n[0] + n[1], n[0] + n[2], n[1] + n[2], n[0] + n[1] + n[2]];
            differ && !subsets.contains(&sum)
        };
        // Of 1, 2, 4 and 5, not 1 and 2 together: so 4 and 5, and one of 1 and 2.
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
        // Values 1 to 15 in a row. Each sum up to 120 is the sum of a subset, so 121 is allowed.
        let line: Vec<u16> = (0..15).collect();
        let shape = || crate::Shape { values: 1..=15, ..crate::Shape::rectangle(1, 15) };
        let grid = crate::Grid::of(shape()).unwrap();
        let mut puzzle = crate::Puzzle::open(grid);
        puzzle.rules = Some(cage(121, &line).into());
        assert_eq!(crate::Solver::default().solve(&puzzle, 3).solutions.len(), 3);
        assert_eq!(fault(shape(), Clue::new(&KIND).number(3).list([0, 1, 0])), "rellik has R1C1 twice");
    }
}
