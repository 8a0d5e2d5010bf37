//! Counting circles: a number in a circle equals the number of circles that hold it.

use csp::{Var, count, sum, table};

use crate::rules::mark::{Mark, Outline, Paint};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax};

pub const KIND: Kind = Kind {
    name: "counting-circles",
    also: &["counting circle"],
    group: Group::Cells,
    usage: "counting-circles: CELLS",
    help: "A number in a circle occurs in exactly that many circles.",
    sentence: "A digit in a circle is the number of circles that contain this digit.",
    example: "counting-circles: r1c1 r2c5 r3c9 r5c4 r7c7 r9c2",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid)?;
        let (first, circles) = (i64::from(grid.first_value()), clue.cells().len() as i64);
        let numbers = first.max(1)..=first + grid.values() as i64 - 1;
        let most = numbers.clone().sum::<i64>();
        Fault::unless(circles <= most && circles >= *numbers.start(), || {
            let what = format!("no numbers of this grid fill {circles} circles");
            Fault::new(what).hint(format!("there are at most {most}")).list(0).unsatisfiable()
        })
    },
    holds: |clue, _, numbers| {
        let circles = clue.read(numbers);
        let times = |number: i32| circles.iter().filter(|&&other| other == number).count();
        circles.iter().all(|&number| usize::try_from(number) == Ok(times(number)))
    },
    declare,
    marks: |clue, _| {
        let mark =
            |&cell: &u16| Mark::Shape { cell, shape: Outline::Circle, paint: Paint::Yellow, filled: false };
        clue.cells().iter().map(mark).collect()
    },
    noun: "the circles",
    says: "A number N in a circle stands in exactly N of the circles ({cells})",
    unmet: "the circles could not be filled",
    ..Kind::BLANK
};

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let circles = clue.cells().len() as i32;
    let numbers = (*draft.numbers().start()).max(1)..=(*draft.numbers().end()).min(circles);
    for &cell in clue.cells() {
        draft.keep(cell, |number| numbers.contains(&number));
    }
    let cells = draft.vars(clue.cells());
    let numbers: Vec<i32> = numbers.collect();
    let times: Vec<Var> =
        numbers.iter().map(|&number| draft.helper_equal_to(0..=circles, count(&cells, number))).collect();
    if let Some(rows) = full_rows(draft) {
        // The occurrences inside and outside the circles add up to the number of rows.
        let others = draft.grid().visible().filter(|cell| !clue.cells().contains(cell));
        let others = draft.vars(&others.collect::<Vec<u16>>());
        for (&times, &number) in times.iter().zip(&numbers) {
            draft.post((count(&others, number) + times).eq(rows));
        }
    }
    match choices(&numbers, circles) {
        Some(choices) => draft.tuples(&times, choices),
        None => {
            for (&times, &number) in times.iter().zip(&numbers) {
                draft.post(table([times], [[0], [number]]));
            }
            draft.post(sum(times).eq(i64::from(circles)));
        }
    }
}

/// The number of rows, if each row must contain all values.
fn full_rows(draft: &Draft<'_>) -> Option<i64> {
    let grid = draft.grid();
    let are_full = grid.is_rectangle() && !grid.shape().raw && grid.columns() == grid.values();
    are_full.then_some(grid.rows() as i64)
}

/// The greatest number of choices that are listed.
const MOST_CHOICES: usize = 500;

/// Lists all subsets of `numbers` whose sum is the number of circles. In each, a number that is not chosen is 0.
/// Returns `None` if there are too many subsets.
fn choices(numbers: &[i32], circles: i32) -> Option<Vec<Vec<i32>>> {
    let mut choices = vec![(Vec::new(), 0)];
    for (at, &number) in numbers.iter().enumerate() {
        // A partial sum is kept if the numbers that come later can complete it.
        let rest: i64 = numbers[at + 1..].iter().map(|&number| i64::from(number)).sum();
        let reaches =
            |&(_, sum): &(Vec<i32>, i32)| sum <= circles && i64::from(sum) + rest >= i64::from(circles);
        let either = |(chosen, so_far): (Vec<i32>, i32)| {
            [0, number].map(|number| ([&chosen[..], &[number]].concat(), so_far + number))
        };
        choices = choices.into_iter().flat_map(either).filter(reaches).collect();
        if choices.len() > MOST_CHOICES {
            return None;
        }
    }
    Some(choices.into_iter().filter(|&(_, sum)| sum == circles).map(|(chosen, _)| chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn numbers_count_their_circles() {
        let means = |n: &[i32]| {
            n[..4]
                .iter()
                .all(|&number| n[..4].iter().filter(|&&other| other == number).count() as i32 == number)
        };
        let circles = || vec![Clue::new(&KIND).list([0, 1, 2, 3])];
        // Four times 4, or 1 and three times 3.
        assert_eq!(agree(raw(1, 4, 1..=5), circles(), means), 1 + 4);
        assert_eq!(agree(raw(1, 4, 0..=4), circles(), means), 1 + 4);
        assert_eq!(agree(raw(1, 5, -1..=3), circles(), means), 4 * 5);
        assert_eq!(
            agree(raw(1, 3, 1..=2), vec![Clue::new(&KIND).list([0, 1, 2])], |n| {
                n.iter().sum::<i32>() == 5 && n.contains(&1)
            }),
            3
        );
    }

    #[test]
    fn circles_in_full_rows() {
        let shape = || Shape { regions: crate::Regions::None, ..Shape::rectangle(3, 3) };
        let all = |n: &[i32], cells: &[usize]| {
            let times = |number: i32| cells.iter().filter(|&&cell| n[cell] == number).count() as i32;
            cells.iter().all(|&cell| times(n[cell]) == n[cell])
        };
        for cells in [&[0_usize, 1, 4, 5, 6, 8][..], &[0, 4, 8], &[0, 1, 4]] {
            let circles = cells.iter().map(|&cell| cell as u16).collect::<Vec<u16>>();
            agree(shape(), vec![Clue::new(&KIND).list(circles)], |n| all(n, cells));
        }
    }

    #[test]
    fn choices_of_numbers_are_listed_while_they_are_few() {
        assert_eq!(choices(&[1, 2, 3, 4], 4), Some(vec![vec![0, 0, 0, 4], vec![1, 0, 3, 0]]));
        assert_eq!(choices(&(1..=9).collect::<Vec<_>>(), 45).unwrap().len(), 1);
        assert_eq!(choices(&(1..=9).collect::<Vec<_>>(), 22).unwrap().len(), 23);
        assert_eq!(choices(&(1..=40).collect::<Vec<_>>(), 400), None);
    }

    #[test]
    fn too_many_circles_are_a_fault() {
        let circles = Clue::new(&KIND).list([0, 1, 2, 3]);
        let what = "no numbers of this grid fill 4 circles (there are at most 3)";
        assert_eq!(fault(raw(2, 2, 1..=2), circles), what);
    }
}
