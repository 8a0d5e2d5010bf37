//! X-sums: the sum of the first X cells of a line, where X is its first number.

use csp::sum;

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::sets::{total, values_are};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};
use crate::text::cells::cells_in_words;

pub const KIND: Kind = Kind {
    name: "x-sum",
    also: &[],
    group: Group::Outside,
    usage: "x-sum SUM: top C | bottom C | left R | right R",
    help: "The first X numbers seen from the clue add up to it, where X is the first of them. (With X = 0 that is 0.)",
    label: "X-sum",
    sentence: "A number outside the grid is the sum of the first X digits from there, where X is the first of them.",
    example: "x-sum 24: top 3\nx-sum left: 8 . 17 . 14 . . . 35",
    params: ParamSyntax::Number,
    lists: ListSyntax::Seen,
    fault: |clue, grid| {
        let sum = clue.amount();
        let (cells, values) = (clue.cells().len(), &grid.shape().values);
        let firsts = 0.max(*values.start())..=(cells as i32).min(*values.end());
        if firsts.is_empty() {
            let what = format!("x-sum: no value can be the count for a line of {}", cells_in_words(cells));
            return Err(Fault::new(what).hint(values_are(grid)).list(0).unsatisfiable());
        }
        let differ = is_in_house(clue, grid);
        // The sum of no numbers is 0.
        let reach = firsts.map(|first| (first, rest(values, (first - 1).max(0), differ)));
        let least = reach.clone().map(|(first, (least, _))| first + least).min().unwrap_or_default();
        let most = reach.map(|(first, (_, most))| first + most).max().unwrap_or_default();
        if (least..=most).contains(&sum) {
            return Ok(());
        }
        let what = format!("x-sum {sum}: no first numbers add up to that");
        Err(Fault::new(what).hint(format!("sums are from {least} to {most}")).param(0).unsatisfiable())
    },
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        let first = usize::try_from(line[0]).ok().filter(|&first| first <= line.len());
        let sum = clue.amount();
        first.is_some_and(|first| total(&line[..first]) == i64::from(sum))
    },
    declare,
    marks: |clue, scene| scene.outside(clue, clue.amount().to_string()),
    fpuzzles: &[Key::new("xsum", Form::Seen)],
    noun: "the X-sum{#} from {from} to {to}",
    says: "If {from} is N, the first N cells from {from} to {to} sum to {number}",
    unmet: "that sum could not be {number}",
    measured: "that sum would be {amount}",
    measure: |clue, beginning, _| {
        let cells = clue.cells().len();
        let first = usize::try_from(*beginning.first()?).ok().filter(|&first| first <= cells)?;
        (beginning.len() >= first).then(|| total(&beginning[..first]))
    },
    counted: |_, line, _| (0..usize::try_from(line[0]).unwrap_or(0).min(line.len())).collect(),
    deciding: |_, _, _| vec![0],
    random: Some(Random::ALL_SIDES.read(0, 999)),
    drawing: Drawing::Outside("◯"),
    ..Kind::BLANK
};

/// The least and the greatest sum of `count` further numbers of a line, which must differ or may repeat.
fn rest(values: &std::ops::RangeInclusive<i32>, count: i32, differ: bool) -> (i32, i32) {
    let spread = if differ { count * (count - 1) / 2 } else { 0 };
    (count * values.start() + spread, count * values.end() - spread)
}

/// Whether all cells are in one row, column or region.
fn is_in_house(clue: &Clue, grid: &Grid) -> bool {
    grid.houses().iter().any(|house| clue.cells().iter().all(|cell| house.cells().contains(cell)))
}

/// The state of the automaton: nothing read yet, or the count and sum of the numbers that are still to be added.
#[derive(Clone, PartialEq, Eq, Hash)]
enum State {
    Nothing,
    Left { count: i32, sum: i32 },
}

/// The longest line that is an automaton. Longer lines have too many states.
const LONGEST: usize = 16;

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let wanted = clue.amount();
    let cells = clue.cells();
    let values = draft.numbers();
    if cells.len() > LONGEST {
        let line = draft.vars(cells);
        draft.keep(cells[0], |first| (i32::from(wanted != 0)..=cells.len() as i32).contains(&first));
        for (count, number) in (1..=cells.len()).zip(1..).filter(|(_, number)| values.contains(number)) {
            draft.post(line[0].is(number).implies(sum(&line[..count]).eq(wanted)));
        }
        return;
    }
    let differ = draft.facts.all_see(cells);
    let most = cells.len() as i32;
    let left = |count: i32, sum: i32| {
        let (least, most) = rest(&values, count, differ);
        (least..=most).contains(&sum).then_some(State::Left { count, sum })
    };
    let step = |state: &State, number: i32| match *state {
        State::Nothing if number == 0 => (wanted == 0).then_some(State::Left { count: 0, sum: 0 }),
        State::Nothing if (1..=most).contains(&number) => left(number - 1, wanted - number),
        State::Nothing => None,
        State::Left { count: 0, .. } => Some(state.clone()),
        State::Left { count, sum } => left(count - 1, sum - number),
    };
    draft.word(cells, State::Nothing, step, |state| matches!(state, State::Left { count: 0, .. }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    fn first_numbers(n: [i32; 4]) -> Option<i32> {
        match n {
            [1, ..] => Some(1),
            [2, b, ..] => Some(2 + b),
            [3, b, c, _] => Some(3 + b + c),
            [4, b, c, d] => Some(4 + b + c + d),
            [0, ..] => Some(0),
            _ => None,
        }
    }

    #[test]
    fn the_first_numbers_add_up() {
        let clue = |sum| vec![Clue::new(&KIND).number(sum).list([3, 2, 1, 0])];
        let means = |n: &[i32]| first_numbers([n[3], n[2], n[1], n[0]]);
        // 2 4, 3 1 2 and 3 2 1, with the remaining numbers in any order.
        let latin = Shape { values: 1..=4, ..Shape::rectangle(1, 4) };
        assert_eq!(agree(latin, clue(6), |n| means(n) == Some(6)), 2 + 2);
        for sum in [-2, 0, 3] {
            agree(raw(1, 4, -2..=4), clue(sum), |n| means(n) == Some(sum));
        }
        // The sum of no numbers is 0.
        assert_eq!(
            agree(raw(1, 3, 0..=2), vec![Clue::new(&KIND).number(0).list([0, 1, 2])], |n| n[0] == 0),
            9
        );
    }

    #[test]
    fn a_long_line() {
        let (grid, line) = (raw(1, 18, 1..=2), (0..18).collect::<Vec<u16>>());
        let clue = Clue::new(&KIND).number(4).list(line);
        assert_eq!(agree(grid, vec![clue], |n| n[0] == 2 && n[1] == 2), 1 << 16);
    }

    #[test]
    fn a_sum_out_of_reach_is_a_fault() {
        let clue = Clue::new(&KIND).number(14).list([0, 1, 2, 3]);
        let what = "x-sum 14: no first numbers add up to that (sums are from 1 to 13)";
        assert_eq!(fault(Shape::rectangle(4, 4), Clue::new(&KIND).number(14).list([0, 1, 2, 3])), what);
        assert!(clue.fault(&Grid::of(raw(1, 4, 1..=4)).unwrap()).is_ok());
        let clue = Clue::new(&KIND).number(17).list([0, 1, 2, 3]);
        let what = "x-sum 17: no first numbers add up to that (sums are from 1 to 16)";
        assert_eq!(fault(raw(4, 4, 1..=4), clue), what);
        // Each number is larger than the number of cells.
        let clue = Clue::new(&KIND).number(17).list([0, 1]);
        assert_eq!(
            fault(raw(1, 2, 7..=9), clue),
            "x-sum: no value can be the count for a line of 2 cells (values are from 7 to 9)"
        );
    }
}
