//! Count-distinct: a cell gives the number of distinct values in other cells.

use csp::constraints::number_of_values;

use crate::grid::Grid;
use crate::rules::mark::{Mark, Outline, Paint};
use crate::rules::sets::values_are;
use crate::rules::{Clue, Fault, Group, Kind, ListSyntax};

pub const KIND: Kind = Kind {
    name: "count-distinct",
    also: &["count different"],
    group: Group::Cages,
    usage: "count-distinct: CELL = CELLS, …",
    help: "The cell says how many different values there are in the others.",
    sentence: "A counting cell says how many different digits its area has.",
    example: "count-distinct: r1c1 = r2c2-r2c5 r3c2",
    lists: ListSyntax::Joined(2, 2),
    fault,
    holds: |clue, _, numbers| {
        let mut values = clue.read_list(1, numbers);
        values.sort_unstable();
        values.dedup();
        numbers[usize::from(clue.cells()[0])] == values.len() as i32
    },
    declare: |clue, draft| {
        let (cell, counted) = (clue.cells()[0], &clue.lists[1]);
        let most = counted.len() as i32;
        if draft.facts.all_see(counted) {
            return draft.keep(cell, |number| number == most);
        }
        draft.keep(cell, |number| (1..=most).contains(&number));
        let counted = draft.vars(counted);
        draft.post(number_of_values(counted).eq(draft.var(cell)));
    },
    marks: |clue, _| {
        let counted = Mark::Shade { cells: clue.lists[1].clone(), paint: Paint::Blue };
        let (cell, shape, paint) = (clue.cells()[0], Outline::Circle, Paint::Blue);
        vec![counted, Mark::Shape { cell, shape, paint, filled: false }]
    },
    noun: "the count in {a}",
    says: "{a} is the number of different values in {b}",
    ..Kind::BLANK
};

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let (counting, counted) = (clue.cells().len(), clue.lists[1].len());
    if counting != 1 {
        return Err(Fault::new(format!("count-distinct: write one cell before the =, not {counting}"))
            .hint(KIND.usage)
            .list(0));
    }
    let values = &grid.shape().values;
    if *values.end() < 1 || *values.start() > counted as i32 {
        let what = format!("count-distinct: no value can count {counted} cells");
        return Err(Fault::new(what).hint(values_are(grid)).list(0).unsatisfiable());
    }
    clue.warns_of_repeats(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn the_cell_counts() {
        let clue = Clue::new(&KIND).list([0]).list([1, 2, 3]);
        let means = |n: &[i32]| {
            let same = [n[1] == n[2], n[2] == n[3], n[1] == n[3]].iter().filter(|&&same| same).count();
            n[0] == [3, 2, 0, 1][same]
        };
        // For each filling of the other cells, exactly one value is right.
        assert_eq!(agree(raw(2, 2, 0..=3), vec![clue], means), 64);
        let itself = Clue::new(&KIND).list([0]).list([0, 1]);
        assert_eq!(agree(raw(1, 2, 1..=4), vec![itself], |n| n == [1, 1] || n[0] == 2 && n[1] != 2), 4);
        let row = Clue::new(&KIND).list([3]).list([0, 1]);
        agree(Shape { values: 1..=4, ..Shape::rectangle(1, 4) }, vec![row], |n| n[3] == 2);
    }

    #[test]
    fn one_cell_counts() {
        let clue = Clue::new(&KIND).list([0, 1]).list([2, 3]);
        let what = "count-distinct: write one cell before the =, not 2 (count-distinct: CELL = CELLS, …)";
        assert_eq!(fault(raw(2, 2, 0..=3), clue), what);
        let clue = Clue::new(&KIND).list([0]).list([2, 3]);
        let what = "count-distinct: no value can count 2 cells (values are from 3 to 5)";
        assert_eq!(fault(raw(2, 2, 3..=5), clue), what);
    }
}
