//! Killer cages: cells with different numbers and a given sum.

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::Mark;
use crate::rules::sets::sums;
use crate::rules::{Clue, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};
use crate::text::cells::cells_in_words;

pub const KIND: Kind = Kind {
    name: "killer",
    also: &["killer cage", "cage"],
    group: Group::Cages,
    usage: "killer [SUM]: CELLS, …",
    help: "The cells of a cage differ, and add up to its sum if there is one. (A cell listed twice counts twice in the sum.)",
    label: "Killer cage",
    sentence: "Digits in a cage do not repeat and add up to its number.",
    sentence_without_number: "Digits in a cage do not repeat.",
    example: "killer 15: r1c1 r1c2 r2c1\nkiller: r5c5-r5c7",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, _, numbers| {
        let number = |&cell: &u16| numbers[usize::from(cell)];
        let mut cells = clue.cells().to_vec();
        cells.sort_unstable();
        cells.dedup();
        let differ =
            cells.iter().enumerate().all(|(at, a)| cells[..at].iter().all(|b| number(a) != number(b)));
        differ && clue.first_number().is_none_or(|sum| clue.cells().iter().map(number).sum::<i32>() == sum)
    },
    declare: |clue, draft| {
        draft.all_different(clue.cells());
        if let Some(sum) = clue.first_number() {
            draft.sum(clue.cells(), i64::from(sum));
        }
    },
    marks: |clue, _| {
        let label = clue.first_number().map(|sum| sum.to_string()).unwrap_or_default();
        vec![Mark::Cage { cells: clue.cells().to_vec(), label }]
    },
    fpuzzles: &[Key::new("killercage", Form::Cage)],
    noun: "the cage{#} at {from}",
    says: "The cage {cells} has different values that add up to {number}",
    says_without_number: "The cage {cells} has different values",
    random: Some(Random::cage(2, 5).read(0, 999)),
    drawing: Drawing::Cage,
    ..Kind::BLANK
};

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let repeats = clue.no_repeats(grid);
    if repeats.is_ok() {
        clue.at_most(grid.values(), grid)?;
    }
    if let (Ok(()), Some(sum)) = (&repeats, clue.first_number()) {
        let (least, most) = sums(grid, clue.cells().len(), true);
        if !(least..=most).contains(&i64::from(sum)) {
            let what = format!("a cage of {} cannot add up to {sum}", cells_in_words(clue.cells().len()));
            return Err(Fault::new(what)
                .hint(format!("sums are from {least} to {most}"))
                .param(0)
                .unsatisfiable());
        }
    }
    repeats.map_err(|fault| fault.hint("it counts twice in the sum").warning())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn cells_differ_and_add_up() {
        let grid = || raw(2, 2, 1..=5);
        let cage = Clue::new(&KIND).number(9).list([0, 1, 2]);
        let differ = |n: &[i32]| n[0] != n[1] && n[1] != n[2] && n[0] != n[2];
        // Permutations of 1 3 5 and 2 3 4, each with any value of the cell outside.
        assert_eq!(agree(grid(), vec![cage], |n| differ(n) && n[0] + n[1] + n[2] == 9), 2 * 6 * 5);
        assert_eq!(agree(grid(), vec![Clue::new(&KIND).list([2, 0, 1])], differ), 60 * 5);
    }

    #[test]
    fn a_cell_listed_twice_counts_twice() {
        let cage = Clue::new(&KIND).number(7).list([0, 1, 0]);
        assert!(cage.fault(&Grid::of(raw(1, 2, 1..=4)).unwrap()).unwrap_err().is_warning());
        assert_eq!(agree(raw(1, 2, 1..=4), vec![cage], |n| 2 * n[0] + n[1] == 7 && n[0] != n[1]), 2);
    }

    #[test]
    fn impossible_sums_are_faults() {
        let cage = Clue::new(&KIND).number(4).list([0, 1, 2]);
        let what = "a cage of 3 cells cannot add up to 4 (sums are from 6 to 24)";
        assert_eq!(fault(Shape::rectangle(9, 9), cage), what);
        let cage = Clue::new(&KIND).list([0, 1, 2]);
        assert_eq!(fault(raw(1, 3, 1..=2), cage), "killer of 3 cells, but there are 2 values");
    }
}
