//! Value indexing: the second cell of a line gives the place where the first cell's number is repeated.

use csp::element;

use crate::rules::mark::{LineEnd, Paint, Weight};
use crate::rules::{Clue, Fault, Group, Kind, ListSyntax};

pub const KIND: Kind = Kind {
    name: "value-index",
    also: &["value indexing", "value indexing line"],
    group: Group::Lines,
    usage: "value-index: CELLS, …",
    help: "With D in the second cell of the line, the D-th cell after it holds the number of the first cell.",
    sentence: "The second digit of an index line says how many cells further on the first digit stands again.",
    example: "value-index: r1c1-r9c9",
    lists: ListSyntax::Each(3, usize::MAX),
    fault: |clue, grid| {
        let longest = clue.cells().len() as i32 - 2;
        let (first, last) = (grid.first_value(), grid.number((grid.values() - 1) as u8));
        Fault::unless(last >= 1 && first <= longest, || {
            Fault::new("value-index: no value is a place on the line").list(0).unsatisfiable()
        })
    },
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        // The distance counts from the second cell, and is at least 1.
        let place = |distance: i32| usize::try_from(distance).ok().filter(|&distance| distance > 0);
        place(line[1]).and_then(|distance| line.get(1 + distance)) == Some(&line[0])
    },
    declare: |clue: &Clue, draft| {
        let along = clue.cells()[2..].len() as i32;
        draft.keep(clue.cells()[1], |distance| (1..=along).contains(&distance));
        let line = draft.vars(clue.cells());
        draft.post(element(&line[2..], line[1] - 1).eq(line[0]));
    },
    marks: |clue, _| clue.line_with(Paint::Grey, Weight::Thin, LineEnd::Ring, LineEnd::Arrowhead),
    noun: "the index line at {from}",
    says: "With N in the second cell of the line {cells}, the N-th cell after it has the value of {from}",
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn the_second_cell_gives_the_place_of_the_first_number() {
        let line = || vec![Clue::new(&KIND).list([0, 1, 2, 3])];
        let means = |n: &[i32]| (n[1] == 1 && n[2] == n[0]) || (n[1] == 2 && n[3] == n[0]);
        assert_eq!(agree(raw(1, 4, 0..=4), line(), means), 2 * 25);
        assert_eq!(agree(raw(1, 4, -2..=1), line(), means), 16);
        // Cell 1 is the index and also the first target.
        let twice = Clue::new(&KIND).list([0, 1, 1, 2]);
        let means = |n: &[i32]| (n[1] == 1 && n[0] == 1) || (n[1] == 2 && n[2] == n[0]);
        agree(raw(1, 3, 1..=4), vec![twice], means);
    }

    #[test]
    fn places_have_to_be_on_the_line() {
        let line = || Clue::new(&KIND).list([0, 1, 2]);
        assert_eq!(fault(raw(1, 3, 2..=4), line()), "value-index: no value is a place on the line");
        assert_eq!(fault(raw(1, 3, -4..=0), line()), "value-index: no value is a place on the line");
    }
}
