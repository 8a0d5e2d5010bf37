//! Renban lines (a set of consecutive numbers in any order) and nabner lines (no two consecutive numbers).

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::Paint;
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, Random};

pub const RENBAN: Kind = Kind {
    name: "renban",
    also: &["renban line"],
    group: Group::Lines,
    usage: "renban: CELLS, …",
    help: "The line holds consecutive numbers, each once, in any order. (One cell alone can be any.)",
    sentence: "A pink line holds consecutive digits in any order, without repeats.",
    example: "renban: r2c2-r2c5, r9c1-r7c3",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid).map_err(Fault::unsatisfiable)?;
        clue.at_most(grid.values(), grid)?;
        clue.check_length(2)
    },
    holds: |clue, _, numbers| {
        let mut line = clue.read(numbers);
        line.sort_unstable();
        line.windows(2).all(|pair| pair[1] == pair[0] + 1)
    },
    declare: renban,
    marks: |clue, _| clue.line(Paint::Purple),
    fpuzzles: &[Key::new("renban", Form::Lines)],
    noun: "the renban line from {from} to {to}",
    says: "The renban line {cells} has consecutive values in any order",
    random: Some(Random::line(3, 5)),
    drawing: Drawing::Line("#F067F0", 8.0),
    ..Kind::BLANK
};

pub const NABNER: Kind = Kind {
    name: "nabner",
    also: &["nabner line"],
    group: Group::Lines,
    usage: "nabner: CELLS, …",
    help: "No two numbers on the line are equal or consecutive, wherever on it they are. (One cell alone can be any.)",
    sentence: "No two digits on a yellow line are equal or consecutive.",
    example: "nabner: r2c2-r2c5",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid).map_err(Fault::unsatisfiable)?;
        clue.at_most(grid.values().div_ceil(2), grid)?;
        clue.check_length(2)
    },
    holds: |clue, _, numbers| {
        let mut line = clue.read(numbers);
        line.sort_unstable();
        line.windows(2).all(|pair| pair[1] > pair[0] + 1)
    },
    declare: |clue, draft| {
        draft.all_different(clue.cells());
        let cells = clue.cells();
        let pairs = cells.iter().enumerate().flat_map(|(at, &a)| cells[..at].iter().map(move |&b| (a, b)));
        draft.relations(&pairs.collect::<Vec<_>>(), |a, b| (a - b).abs() > 1);
    },
    marks: |clue, _| clue.line(Paint::Pink),
    fpuzzles: &[Key::new("nabner", Form::Lines)],
    noun: "the nabner line from {from} to {to}",
    says: "No two values of the nabner line {cells} are equal or consecutive",
    random: Some(Random::growing(3, 4)),
    drawing: Drawing::Line("#C9C883", 8.0),
    ..Kind::BLANK
};

fn renban(clue: &Clue, draft: &mut Draft<'_>) {
    let cells = clue.cells();
    let (count, values) = (cells.len(), draft.grid().values());
    match *cells {
        _ if count == values => draft.all_different(cells),
        // For two cells a relation filters as well, and costs less as part of an alternative.
        [a, b] if draft.is_alternative() => draft.relation(a, b, |a, b| (a - b).abs() == 1),
        _ => {
            let first = draft.numbers().start() + count as i32 - 1;
            let run = |last: i32| last + 1 - count as i32..=last;
            draft.one_of_sets(cells, (first..=*draft.numbers().end()).map(run));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    /// Whether the line is a permutation of consecutive numbers.
    fn is_run(line: &[i32]) -> bool {
        let least = *line.iter().min().unwrap();
        (least..least + line.len() as i32).all(|number| line.contains(&number))
    }

    #[test]
    fn a_renban_is_a_run_in_any_order() {
        let count = |cells: u16, values| {
            let line = Clue::new(&RENBAN).list((0..cells).collect::<Vec<u16>>());
            agree(raw(1, usize::from(cells), values), vec![line], is_run)
        };
        assert_eq!(count(2, -1..=3), 4 * 2);
        assert_eq!(count(3, 0..=4), 3 * 6);
        assert_eq!(count(4, 1..=6), 3 * 24);
        assert_eq!(count(5, 1..=5), 120);
        assert_eq!(count(5, -2..=5), 4 * 120);
        assert_eq!(count(6, 1..=7), 2 * 720);
    }

    #[test]
    fn cells_around_a_renban() {
        let row = Shape { regions: crate::Regions::None, ..Shape::rectangle(1, 6) };
        let line = Clue::new(&RENBAN).list([4, 1, 3, 2]);
        // Three sets of consecutive numbers in any order, and the two remaining numbers beside them.
        assert_eq!(agree(row, vec![line], |n| is_run(&n[1..5])), 3 * 24 * 2);
        let rows = Shape { regions: crate::Regions::None, values: 1..=4, ..Shape::rectangle(2, 4) };
        let line = Clue::new(&RENBAN).list([0, 1, 6]);
        agree(rows, vec![line], |n| is_run(&[n[0], n[1], n[6]]));
    }

    #[test]
    fn a_nabner_has_no_neighbours() {
        let means = |n: &[i32]| {
            let apart = |a: i32, b: i32| a > b + 1 || b > a + 1;
            apart(n[0], n[1]) && apart(n[1], n[2]) && apart(n[0], n[2])
        };
        // Four sets of three numbers from six have no two consecutive numbers.
        let line = Clue::new(&NABNER).list([0, 1, 2]);
        assert_eq!(agree(raw(1, 3, 0..=5), vec![line], means), 4 * 6);
    }

    #[test]
    fn long_lines_are_faults() {
        let long = |kind| fault(raw(1, 5, 1..=4), Clue::new(kind).list([0, 1, 2, 3, 4]));
        assert_eq!(long(&RENBAN), "renban of 5 cells, but there are 4 values");
        assert_eq!(long(&NABNER), "nabner of 5 cells: with 4 values there are at most 2");
    }
}
