//! Lunchboxes: the sum of the cells between the smallest number and the largest.

use crate::grid::Grid;
use crate::rules::mark::{LineEnd, Mark, Paint, Weight};
use crate::rules::sets::{differ, sums, total};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "lunchbox",
    also: &[],
    group: Group::Cages,
    usage: "lunchbox SUM: CELLS, …",
    help: "The cells differ. The cells that are listed between the smallest number and the largest add up to the sum, which is 0 if there are none.",
    sentence: "Digits in a lunchbox do not repeat; those between the lowest and the highest of them add up to its number.",
    example: "lunchbox 11: r1c2 r1c1 r2c1 r3c1 r4c1",
    params: ParamSyntax::Number,
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, _, numbers| lunch(&clue.read(numbers)) == clue.first_number().map(i64::from),
    declare,
    marks: |clue, _| {
        let cells = clue.cells().to_vec();
        let (start, end) = (LineEnd::Plain, LineEnd::Plain);
        let line = Mark::Line { cells, paint: Paint::Orange, weight: Weight::Thick, start, end };
        let label = clue.amount().to_string();
        vec![line, Mark::Tag { cell: clue.cells()[0], text: label }]
    },
    noun: "the lunchbox{#} at {from}",
    says: "Along {cells}, no two are equal, and the cells between the smallest value and the greatest sum to {number}",
    unmet: "the cells between the smallest value and the greatest could not sum to {number}",
    measured: "the cells between the smallest value and the greatest would sum to {amount}",
    measure: |clue, line, _| (line.len() == clue.cells().len()).then(|| lunch(line)).flatten(),
    counted: |_, line, _| ends(line).map_or(Vec::new(), |[one, other]| (one + 1..other).collect()),
    deciding: |_, line, _| ends(line).map_or(Vec::new(), Vec::from),
    random: Some(Random::cage(4, 7).read(0, 99)),
    ..Kind::BLANK
};

/// The sum of the numbers between the smallest and the largest; `None` if some numbers are equal.
fn lunch(line: &[i32]) -> Option<i64> {
    // With one cell, the smallest number is also the largest.
    ends(line).map(|[one, other]| total(line.get(one + 1..other).unwrap_or_default()))
}

/// The places of the smallest number and the largest, in their order; `None` if some numbers are equal.
fn ends(line: &[i32]) -> Option<[usize; 2]> {
    let place = |number: Option<&i32>| line.iter().position(|other| Some(other) == number);
    let (smallest, largest) = (place(line.iter().min())?, place(line.iter().max())?);
    differ(line).then_some([smallest.min(largest), smallest.max(largest)])
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    clue.no_repeats(grid).map_err(Fault::unsatisfiable)?;
    clue.at_most(grid.values(), grid)?;
    let (sum, inside) = (clue.amount(), clue.cells().len().saturating_sub(2));
    let (least, most) = (0..=inside).fold((0, 0), |(least, most), cells| {
        let (low, high) = sums(grid, cells, true);
        (least.min(low), most.max(high))
    });
    if (least..=most).contains(&sum.into()) {
        clue.check_length(2)
    } else {
        let what = format!("lunchbox {sum}: no {inside} or fewer cells add up to that");
        Err(Fault::new(what).hint(format!("sums are from {least} to {most}")).param(0).unsatisfiable())
    }
}

/// The state of the automaton. The smallest number and the largest are guessed at the first cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Nothing,
    Before(i32, i32),
    /// Between the two ends: the sum so far, the bits of the numbers in it, the two ends, and the end that is still
    /// to come.
    Inside {
        sum: i32,
        read: u64,
        ends: (i32, i32),
        until: i32,
    },
    After(i32, i32),
}

/// The greatest number of values for which the state remembers the numbers inside. With more values the filtering is
/// weaker.
const MAX_VALUES_REMEMBERED: usize = 12;

/// The greatest estimate of the number of states. Above it the rule is posted by its predicate instead.
const MAX_STATES: i64 = 1 << 13;

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let wanted = clue.amount();
    let (cells, values) = (clue.cells(), draft.numbers());
    if cells.len() == 1 {
        if wanted != 0 {
            draft.never();
        }
        return;
    }
    draft.all_different(cells);
    let far = cells.len() as i32 - 1;
    let pairs = |low: i32| (low + far..=*values.end()).map(move |high| (low, high));
    let ends: Vec<(i32, i32)> = values.clone().flat_map(pairs).collect();
    let highest = i64::from(wanted.unsigned_abs()).max(sums(draft.grid(), cells.len() - 2, true).1);
    if ends.len() as i64 * highest > MAX_STATES {
        return draft.meaning(cells, move |numbers| lunch(numbers) == Some(wanted.into()));
    }
    let first = *values.start();
    let remembers = draft.grid().values() <= MAX_VALUES_REMEMBERED;
    let bit = |number: i32| if remembers { 1 << (number - first) } else { 0 };
    let next_state = |state: State, number: i32| match state {
        State::Before(low, high) | State::After(low, high) if low < number && number < high => Some(state),
        State::Before(low, high) if number == low || number == high => {
            Some(State::Inside { sum: 0, read: 0, ends: (low, high), until: low + high - number })
        }
        State::Inside { sum, ends: (low, high), until, .. } if number == until => {
            (sum == wanted).then_some(State::After(low, high))
        }
        State::Inside { sum, read, ends: (low, high), until } if low < number && number < high => {
            let (sum, bit) = (sum + number, bit(number));
            // With negative numbers, a sum that is too large can become smaller again.
            let may_go_on = read & bit == 0 && (sum <= wanted || first < 0);
            let read = read | bit;
            may_go_on.then_some(State::Inside { sum, read, ends: (low, high), until })
        }
        _ => None,
    };
    // Pairs of ends that cannot enclose the sum are left out.
    let ends: Vec<(i32, i32)> =
        ends.into_iter().filter(|&ends| first < 0 || may_hold(ends, wanted, cells.len() - 2)).collect();
    let step = |&so_far: &State, number: i32| {
        let is_first = so_far == State::Nothing;
        let choices = if is_first { &ends[..] } else { &ends[..1] };
        choices.iter().filter_map(move |&(low, high)| {
            next_state(if is_first { State::Before(low, high) } else { so_far }, number)
        })
    };
    draft.word(cells, State::Nothing, step, |state| matches!(state, State::After(..)));
}

/// Whether at most `most` numbers between two ends, none of them negative, can have the sum.
fn may_hold((low, high): (i32, i32), sum: i32, most: usize) -> bool {
    let greatest = i64::from(high - 1) * most as i64;
    sum == 0 || low < sum && i64::from(sum) <= greatest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    /// The sum between the smallest and the largest, computed in another way.
    fn between(n: &[i32]) -> Option<i32> {
        let differ = (0..n.len()).all(|a| (0..a).all(|b| n[a] != n[b]));
        let (least, most) = (n.iter().min().unwrap(), n.iter().max().unwrap());
        let mut sum = None;
        let mut ends = 0;
        for number in n {
            if number == least || number == most {
                ends += 1;
                sum = sum.or(Some(0));
            } else if ends == 1 {
                sum = sum.map(|sum| sum + number);
            }
        }
        sum.filter(|_| differ)
    }

    #[test]
    fn the_sum_between_the_ends() {
        let clue = |sum| vec![Clue::new(&KIND).number(sum).list([0, 1, 2])];
        // The middle one of three is inside: 2 of 1 2 3, 1 2 4, 1 2 5.
        assert_eq!(agree(raw(1, 3, 1..=5), clue(2), |n| between(n) == Some(2)), 3 * 2);
        // The ends are neighbours in 4 of 6 orders.
        assert_eq!(agree(raw(1, 3, 1..=5), clue(0), |n| between(n) == Some(0)), 10 * 4);
        for sum in [-3, -1, 0, 1] {
            let four = vec![Clue::new(&KIND).number(sum).list([0, 1, 2, 3])];
            agree(raw(1, 4, -3..=2), four, |n| between(n) == Some(sum));
        }
    }

    #[test]
    fn a_box_with_too_many_states() {
        let line = Clue::new(&KIND).number(60).list([0, 1, 2]);
        // 60 inside, one of 59 smaller numbers on one side, and one of 4 larger numbers on the other.
        assert_eq!(agree(raw(1, 3, 1..=64), vec![line], |n| between(n) == Some(60)), 59 * 4 * 2);
    }

    #[test]
    fn impossible_sums_are_faults() {
        let clue = Clue::new(&KIND).number(18).list([0, 1, 2, 3]);
        let what = "lunchbox 18: no 2 or fewer cells add up to that (sums are from 0 to 17)";
        assert_eq!(fault(raw(1, 4, 1..=9), clue), what);
    }
}
