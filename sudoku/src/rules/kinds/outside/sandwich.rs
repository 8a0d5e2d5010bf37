//! Sandwich sums: the sum of the cells between the smallest value and the largest, the crusts.

use crate::Shape;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::{Clue, Draft, Drawing, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "sandwich",
    also: &["sandwich sum"],
    group: Group::Outside,
    usage: "sandwich SUM: row R | col C",
    help: "The numbers between the smallest value of the puzzle (1) and the largest (9) in a row or column add up to the clue, which is 0 if they are neighbours. Both values must be there, even if there are more values than cells.",
    sentence: "A number outside the grid is the sum of the digits between {least} and {greatest} in its row or column.",
    example: "sandwich 12: row 3\nsandwich top: 8 4 17 . 14 . . 0 35",
    params: ParamSyntax::Number,
    lists: ListSyntax::Seen,
    holds: |clue, scene, numbers| {
        let values = &scene.grid.shape().values;
        let line = clue.read(numbers);
        let is_crust = |number: &i32| number == values.start() || number == values.end();
        let crusts: Vec<usize> = (0..line.len()).filter(|&at| is_crust(&line[at])).collect();
        let [one, other] = crusts[..] else { return false };
        line[one] != line[other] && Some(line[one + 1..other].iter().sum()) == clue.first_number()
    },
    declare,
    marks: |clue, scene| scene.outside(clue, clue.first_number().unwrap_or_default().to_string()),
    fpuzzles: &[Key::new("sandwichsum", Form::Seen)],
    noun: "the sandwich{#} of {from} to {to}",
    says: "From {from} to {to}, {word}",
    word: |clue, _, grid| {
        let (least, greatest) = (grid.shape().values.start(), grid.shape().values.end());
        match clue.first_number() {
            Some(0) => format!("the {least} and the {greatest} are neighbours"),
            number => {
                format!("the values between the {least} and the {greatest} sum to {}", number.unwrap_or(0))
            }
        }
    },
    unmet: "the values between the {least} and the {greatest} could not sum to {number}",
    measured: "the values between the {least} and the {greatest} would sum to {amount}",
    measure: |beginning, _, shape| {
        filling(beginning, shape).map(|filling| filling.iter().copied().map(i64::from).sum())
    },
    counted: |line, shape| filling(line, shape).unwrap_or_default().to_vec(),
    random: Some(Random::LEFT_AND_TOP.read(0, 999)),
    drawing: Drawing::Outside(""),
    ..Kind::BLANK
};

/// The numbers between the first least and greatest ones of a line, if it has two of them.
fn filling<'a>(line: &'a [i32], shape: &Shape) -> Option<&'a [i32]> {
    let is_crust = |&at: &usize| line[at] == *shape.values.start() || line[at] == *shape.values.end();
    let mut crusts = (0..line.len()).filter(is_crust);
    let (one, other) = (crusts.next()?, crusts.next()?);
    Some(&line[one + 1..other])
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
    let sum = clue.first_number().unwrap_or_default();
    let values = draft.numbers();
    let (first, last) = (*values.start(), *values.end());
    if first == last {
        // A single value has nothing between.
        return draft.never();
    }
    let is_crust = |number| number == first || number == last;
    // If the cells differ, so do the numbers inside. With few values there are few sets of them to remember.
    let remembers = draft.grid().values() <= MAX_VALUES_REMEMBERED && draft.facts.all_see(clue.cells());
    let bit = |number: i32| if remembers { 1 << (number - first) } else { 0 };
    let step = |state: &State, number: i32| match *state {
        State::Before if is_crust(number) => {
            Some(State::Inside { sum: 0, read: 0, until: first + last - number })
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
    use crate::rules::tests::{agree, raw};

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
    fn the_sum_between_the_crusts() {
        // Three places for neighbours 1 and 4, in two orders, and 2 or 3 in each other cell.
        assert_eq!(sandwich(1, 0), 3 * 2 * 4);
        // 2 3 or 3 2 between the crusts.
        assert_eq!(sandwich(1, 5), 2 * 2);
        // -1 alone, -1 0 or 0 -1.
        assert_eq!(sandwich(-2, -1), 2 * 2 * 2 + 2 * 2);
    }
}
