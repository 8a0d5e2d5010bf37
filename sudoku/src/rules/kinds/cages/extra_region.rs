//! Extra regions: sets of cells with different values.

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::sets::differ;
use crate::rules::{Drawing, Group, Kind, ListSyntax};

pub const KIND: Kind = Kind {
    name: "extra-region",
    also: &["different", "all different"],
    group: Group::Cages,
    usage: "extra-region: CELLS, …",
    help: "The cells differ, as those of a row do.",
    sentence: "Digits do not repeat in an extra region.",
    example: "extra-region: r2c2-4 r3c2-4 r4c2-4",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid)?;
        clue.at_most(grid.values(), grid)?;
        clue.check_length(2)
    },
    holds: |clue, _, numbers| differ(&clue.read(numbers)),
    declare: |clue, draft| draft.all_different(clue.cells()),
    marks: |clue, _| vec![Mark::Shade { cells: clue.cells().to_vec(), paint: Paint::Grey }],
    fpuzzles: &[Key::new("extraregion", Form::Cells)],
    noun: "the extra region at {from}",
    says: "The cells {cells} of the extra region differ",
    drawing: Drawing::Region,
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn the_cells_differ() {
        let region = Clue::new(&KIND).list([3, 0, 1]);
        let means = |n: &[i32]| n[0] != n[1] && n[1] != n[3] && n[0] != n[3];
        assert_eq!(agree(raw(2, 2, 1..=4), vec![region], means), 24 * 4);
    }

    #[test]
    fn more_cells_than_values_are_a_fault() {
        let region = Clue::new(&KIND).list([0, 1, 2, 3]);
        let what = "extra-region of 4 cells, but there are 3 values";
        assert_eq!(fault(raw(2, 2, 1..=3), region), what);
    }
}
