//! Little killers: the sum of the cells on a diagonal.

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::sets::{sum_in, sums, total};
use crate::rules::{Clue, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "little-killer",
    also: &["little killer sum"],
    group: Group::Outside,
    usage: "little-killer SUM: CELL ul | ur | dl | dr",
    help: "The numbers on a diagonal add up to the clue; numbers may repeat. (The cell is the first inside the grid, and from there the diagonal goes up or down, to the left or right.)",
    sentence: "A number with an arrow is the sum of the digits on its diagonal; they may repeat.",
    example: "little-killer 33: r1c4-r6c9\nlittle-killer 12: r3c1-r1c3",
    params: ParamSyntax::Number,
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, _, numbers| total(&clue.read(numbers)) == i64::from(clue.amount()),
    declare: |clue, draft| {
        draft.sum(clue.cells(), clue.amount().into());
    },
    marks: |clue, scene| scene.outside(clue, clue.amount().to_string()),
    fpuzzles: &[Key::new("littlekillersum", Form::Diagonal)],
    noun: "the little killer{#} from {from} to {to}",
    says: "The diagonal {cells} sums to {number}",
    random: Some(Random::DIAGONAL.read(0, 999)),
    drawing: Drawing::Diagonal,
    ..Kind::BLANK
};

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    sum_in(clue, sums(grid, clue.cells().len(), false))?;
    let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let follow = |step| clue.cells().windows(2).all(|pair| grid.step(pair[0], step) == Some(pair[1]));
    Fault::unless(diagonals.into_iter().any(follow), || {
        Fault::new("little-killer: these cells do not form a diagonal")
            .hint("a sum of any cells is \"sum\"")
            .list(0)
            .warning()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn a_diagonal_adds_up() {
        let up = Clue::new(&KIND).number(1).list([6, 4, 2]);
        let count = agree(raw(3, 3, -1..=1), vec![up], |n| n[2] + n[4] + n[6] == 1);
        // Permutations of 1 1 -1 and of 1 0 0.
        assert_eq!(count, (3 + 3) * 729);
    }

    #[test]
    fn a_sum_out_of_reach_is_a_fault() {
        let grid = || Shape::rectangle(9, 9);
        let what = "little-killer 19: its cells cannot add up to that (sums are from 2 to 18)";
        assert_eq!(fault(grid(), Clue::new(&KIND).number(19).list([1, 9])), what);
        let row = Clue::new(&KIND).number(9).list([0, 1]).fault(&Grid::of(grid()).unwrap()).unwrap_err();
        assert!(row.is_warning() && row.what == "little-killer: these cells do not form a diagonal");
    }
}
