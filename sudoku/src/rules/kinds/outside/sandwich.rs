//! Sandwich sums: the sum of the cells between two values, the crusts: the smallest and the largest, if no others are named.

use crate::grid::{Grid, Shape};
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::sets::{total, values_are};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "sandwich",
    also: &["sandwich sum"],
    group: Group::Outside,
    usage: "sandwich SUM [END END]: row R | col C",
    help: "The numbers between the smallest value of the puzzle (1) and the largest (9) in a row or column add up to the clue, which is 0 if they are neighbours. Both values must be there, even if there are more values than cells. Two values after the sum, as in \"9 (2, 8)\", are other ends.",
    sentence: "A number outside the grid is the sum of the digits between {least} and {greatest} in its row or column.",
    example: "sandwich 12: row 3\nsandwich top: 8 4 17 . 14 . . 0 35\nsandwich 9 (2, 8): row 5",
    params: ParamSyntax::Numbers(1, 3),
    lists: ListSyntax::Seen,
    fault,
    holds: |clue, scene, numbers| {
        let ends = ends(clue, scene.grid.shape());
        let line = clue.read(numbers);
        let crusts: Vec<usize> = (0..line.len()).filter(|&at| ends.contains(&line[at])).collect();
        let [one, other] = crusts[..] else { return false };
        line[one] != line[other] && Some(line[one + 1..other].iter().sum()) == clue.first_number()
    },
    declare,
    marks: |clue, scene| {
        let mut text = clue.amount().to_string();
        if let Some([one, other]) = named_ends(clue) {
            text += &format!(" ({one},{other})");
        }
        scene.outside(clue, text)
    },
    fpuzzles: &[Key::new("sandwichsum", Form::Seen)],
    noun: "the sandwich{#} of {from} to {to}",
    says: "From {from} to {to}, {word}",
    word: |clue, _, grid| {
        let [one, other] = ends(clue, grid.shape());
        match clue.first_number() {
            Some(0) => format!("the {one} and the {other} are neighbours"),
            number => {
                format!("the values between the {one} and the {other} sum to {}", number.unwrap_or(0))
            }
        }
    },
    unmet: "the values between the {least} and the {greatest} could not sum to {number}",
    measured: "the values between the {least} and the {greatest} would sum to {amount}",
    measure: |clue, beginning, shape| {
        crusts(clue, beginning, shape).map(|[one, other]| total(&beginning[one + 1..other]))
    },
    counted: |clue, line, shape| {
        crusts(clue, line, shape).map_or(Vec::new(), |[one, other]| (one + 1..other).collect())
    },
    deciding: |clue, line, shape| crusts(clue, line, shape).map_or(Vec::new(), Vec::from),
    ends: named_ends,
    random: Some(Random::LEFT_AND_TOP.read(0, 999)),
    drawing: Drawing::Outside(""),
    ..Kind::BLANK
};

/// The two values that a clue names after the sum.
fn named_ends(clue: &Clue) -> Option<[i32; 2]> {
    let mut named = clue.numbers().skip(1);
    Some([named.next()?, named.next()?])
}

/// The values between which a clue sums.
fn ends(clue: &Clue, shape: &Shape) -> [i32; 2] {
    named_ends(clue).unwrap_or([*shape.values.start(), *shape.values.end()])
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    if clue.params.len() == 2 {
        let fault = Fault::new("sandwich: one end, but a sandwich has two").param(1);
        return Err(fault.hint("write both after the sum: (2, 8)"));
    }
    let [one, other] = ends(clue, grid.shape());
    if let Some(at) = [one, other].iter().position(|end| !grid.shape().values.contains(end)) {
        let fault = Fault::new(format!("sandwich: the end {} is not a value", [one, other][at]));
        return Err(fault.hint(values_are(grid)).param(at + 1).unsatisfiable());
    }
    Fault::unless(one != other || clue.params.len() == 1, || {
        Fault::new(format!("sandwich: both ends are {one}")).param(2).unsatisfiable()
    })
}

/// The places of the first two ends of a line, if it has two of them.
fn crusts(clue: &Clue, line: &[i32], shape: &Shape) -> Option<[usize; 2]> {
    let ends = ends(clue, shape);
    let mut crusts = (0..line.len()).filter(|&at| ends.contains(&line[at]));
    Some([crusts.next()?, crusts.next()?])
}

/// The state of the automaton.
#[derive(Clone, PartialEq, Eq, Hash)]
enum State {
    Before,
    /// Between the crusts: the sum so far, the bits of the numbers in it, and the second crust.
    Inside {
        sum: i32,
        read: u64,
        until: i32,
    },
    After,
}

/// The greatest number of values for which the state remembers the numbers inside.
const MAX_VALUES_REMEMBERED: usize = 12;

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let sum = clue.amount();
    let values = draft.numbers();
    let first = *values.start();
    let [one, other] = ends(clue, draft.grid().shape());
    if one == other {
        // A single value has nothing between.
        return draft.never();
    }
    let is_crust = |number| number == one || number == other;
    // If the cells differ, so do the numbers inside. With few values there are few sets of them to remember.
    let remembers = draft.grid().values() <= MAX_VALUES_REMEMBERED && draft.facts.all_see(clue.cells());
    let bit = |number: i32| if remembers { 1 << (number - first) } else { 0 };
    let step = |state: &State, number: i32| match *state {
        State::Before if is_crust(number) => {
            Some(State::Inside { sum: 0, read: 0, until: one + other - number })
        }
        State::Inside { sum: so_far, until, .. } if number == until => {
            (so_far == sum).then_some(State::After)
        }
        State::Inside { .. } | State::After if is_crust(number) => None,
        State::Inside { sum: so_far, read, until } => {
            let (so_far, bit) = (so_far + number, bit(number));
            // With negative numbers, a sum that is too large can become smaller again.
            let may_go_on = read & bit == 0 && (so_far <= sum || first < 0);
            may_go_on.then_some(State::Inside { sum: so_far, read: read | bit, until })
        }
        State::Before | State::After => Some(state.clone()),
    };
    draft.word(clue.cells(), State::Before, step, |state| *state == State::After);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn sandwich(first: i32, sum: i32) -> usize {
        let line = Clue::new(&KIND).number(sum).list([3, 2, 1, 0]);
        agree(raw(1, 4, first..=first + 3), vec![line], |n| {
            // The two crusts are in two of the four cells, and the other cells are no crusts.
            [[0, 1], [1, 2], [2, 3], [0, 2], [1, 3], [0, 3]].iter().any(|&[a, b]| {
                let is_crust = |at: usize| [first, first + 3].contains(&n[at]);
                let inside = (a + 1..b).map(|at| n[at]).sum::<i32>();
                n[a] != n[b] && inside == sum && (0..4).all(|at| is_crust(at) == (at == a || at == b))
            })
        })
    }

    /// With more values than cells, a line may lack a crust. Then no clue holds for it: other values do not count as
    /// crusts.
    #[test]
    fn both_crusts_are_there() {
        let line = Clue::new(&KIND).number(3).list([0, 1, 2]);
        let shape = Shape { values: 1..=5, regions: crate::Regions::None, ..Shape::rectangle(1, 3) };
        assert_eq!(agree(shape, vec![line], |n| matches!(n, [1, 3, 5] | [5, 3, 1])), 2);
        let line = Clue::new(&KIND).number(0).list([0, 1]);
        assert_eq!(agree(raw(1, 2, 0..=9), vec![line], |n| matches!(n, [0, 9] | [9, 0])), 2);
    }

    #[test]
    fn different_numbers_between_the_crusts() {
        // 2 and 4 are between 1 and 5, and 3 is outside.
        let line = Clue::new(&KIND).number(6).list([0, 1, 2, 3, 4]);
        let shape = Shape::rectangle(1, 5);
        let count = agree(shape, vec![line], |n| {
            let place = |number| n.iter().position(|&other| other == number).unwrap();
            let (from, to) = (place(1).min(place(5)), place(1).max(place(5)));
            n[from + 1..to].iter().sum::<i32>() == 6
        });
        assert_eq!(count, 2 * 2 * 2);
    }

    #[test]
    fn other_ends_are_named_after_the_sum() {
        let line = |sum: i32| Clue::new(&KIND).number(sum).number(4).number(2).list([0, 1, 2, 3]);
        for sum in [0, 1, 5, 6] {
            agree(raw(1, 4, 1..=5), vec![line(sum)], |n| {
                let at = |end| (0..4).filter(|&at| n[at] == end).collect::<Vec<usize>>();
                let ([two], [four]) = (&at(2)[..], &at(4)[..]) else { return false };
                n[*two.min(four) + 1..*two.max(four)].iter().sum::<i32>() == sum
            });
        }
        // 1 between, and the last cell, too, may be 1.
        assert_eq!(
            agree(raw(1, 4, 1..=4), vec![line(1)], |n| matches!(
                n,
                [2, 1, 4, 1 | 3] | [4, 1, 2, 1 | 3] | [1 | 3, 2, 1, 4] | [1 | 3, 4, 1, 2]
            )),
            8
        );
    }

    #[test]
    fn ends_are_two_values() {
        let line = |ends: &[i32]| {
            ends.iter().fold(Clue::new(&KIND).number(3), |clue, &end| clue.number(end)).list([0, 1, 2])
        };
        let what = "sandwich: one end, but a sandwich has two (write both after the sum: (2, 8))";
        assert_eq!(fault(raw(1, 3, 1..=5), line(&[2])), what);
        let what = "sandwich: the end 8 is not a value (values are from 1 to 5)";
        assert_eq!(fault(raw(1, 3, 1..=5), line(&[2, 8])), what);
        assert_eq!(fault(raw(1, 3, 1..=5), line(&[2, 2])), "sandwich: both ends are 2");
        agree(raw(1, 3, 1..=3), vec![line(&[2, 2])], |_| false);
    }

    #[test]
    fn the_sum_between_the_crusts() {
        // Three places for neighbours 1 and 4, in two orders, and 2 or 3 in each other cell.
        assert_eq!(sandwich(1, 0), 3 * 2 * 4);
        // 2 3 or 3 2 between the crusts.
        assert_eq!(sandwich(1, 5), 2 * 2);
        // -1 alone, -1 0 or 0 -1.
        assert_eq!(sandwich(-2, -1), 2 * 2 * 2 + 2 * 2);
    }
}
