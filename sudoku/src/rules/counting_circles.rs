//! Counting circles: a number in a circle says how many circles hold it.

use csp::{count, sum, table};

use super::{Clue, Draft, Fault, Group, Kind, Lists};
use crate::print::{Mark, Outline, Paint};

pub const KIND: Kind = Kind {
    name: "counting-circles",
    also: &["counting circle"],
    group: Group::Cells,
    usage: "counting-circles: CELLS",
    help: "A number in one of the circles is in exactly as many of them as it says.",
    example: "counting-circles: r1c1 r2c5 r3c9 r5c4 r7c7 r9c2",
    lists: Lists::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid)?;
        let (first, circles) = (i64::from(grid.first_value()), clue.cells().len() as i64);
        let numbers = first.max(1)..=first + grid.values() as i64 - 1;
        let most = numbers.clone().sum::<i64>();
        match circles > most || circles < *numbers.start() {
            true => {
                let what = format!("no numbers of this grid fill {circles} circles");
                Err(Fault::new(what).hint(format!("at most there are {most}")).list(0))
            }
            false => Ok(()),
        }
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
    ..Kind::BLANK
};

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let circles = clue.cells().len() as i32;
    let numbers = (*draft.numbers().start()).max(1)..=(*draft.numbers().end()).min(circles);
    for &cell in clue.cells() {
        draft.keep(cell, |number| numbers.contains(&number));
    }
    let cells = draft.vars(clue.cells());
    let mut all = Vec::new();
    for number in numbers {
        let times = draft.defined(0..=circles, count(&cells, number));
        draft.post(table([times], [[0], [number]]));
        all.push(times);
    }
    draft.post(sum(all).eq(i64::from(circles)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn numbers_are_in_as_many_circles_as_they_say() {
        let means = |n: &[i32]| {
            n[..4]
                .iter()
                .all(|&number| n[..4].iter().filter(|&&other| other == number).count() as i32 == number)
        };
        let circles = || vec![Clue::new(&KIND).list([0, 1, 2, 3])];
        // 4 times 4, or 1 and three times 3.
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
    fn circles_can_be_too_many() {
        let circles = Clue::new(&KIND).list([0, 1, 2, 3]);
        let what = "no numbers of this grid fill 4 circles (at most there are 3)";
        assert_eq!(fault(raw(2, 2, 1..=2), circles), what);
    }
}
