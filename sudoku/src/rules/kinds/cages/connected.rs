//! Connected values: the cells that hold one of the values form a single connected region.

use csp::{any, constraints::connected};

use crate::grid::Grid;
use crate::rules::mark::Mark;
use crate::rules::sets::values_exist;
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, ParamSyntax, Scene};

pub const KIND: Kind = Kind {
    name: "connected",
    also: &["connected values"],
    group: Group::Cages,
    usage: "connected VALUES [: CELLS]",
    help: "The cells that hold one of the values form a single region, connected along the sides of cells. There is at least one such cell. The rule is for all cells of the grid, or for those of the list.",
    sentence: "The cells with {params} are connected along their sides.",
    example: "connected 1 2 3 4 5\nconnected 6 7: box 1 box 2",
    params: ParamSyntax::Values,
    lists: ListSyntax::Optional,
    fault,
    holds: |clue, scene, numbers| {
        let is_in = |cell: u16| clue.numbers().any(|number| number == numbers[usize::from(cell)]);
        places(clue, scene).iter().all(|cells| {
            let inside: Vec<u16> = cells.iter().copied().filter(|&cell| is_in(cell)).collect();
            let mut reached: Vec<u16> = inside.iter().copied().take(1).collect();
            let mut at = 0;
            while at < reached.len() {
                for next in scene.grid.beside(reached[at]) {
                    if inside.contains(&next) && !reached.contains(&next) {
                        reached.push(next);
                    }
                }
                at += 1;
            }
            !inside.is_empty() && reached.len() == inside.len()
        })
    },
    declare,
    marks: |clue, _| {
        let values: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
        vec![Mark::Note(format!("The cells with {} are one connected region.", values.join(", ")))]
    },
    noun: "the connection of {params}",
    says: "The cells with {params} are connected along their sides",
    ..Kind::BLANK
};

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    values_exist(clue, grid)?;
    clue.warns_of_repeats(grid)
}

/// The sets of cells that the rule applies to: the listed cells without repetitions, or each grid.
fn places(clue: &Clue, scene: &Scene<'_>) -> Vec<Vec<u16>> {
    match clue.lists.first() {
        Some(cells) => {
            let is_first = |&(at, cell): &(usize, &u16)| !cells[..at].contains(cell);
            vec![cells.iter().enumerate().filter(is_first).map(|(_, &cell)| cell).collect()]
        }
        None => {
            let width = scene.grid.columns();
            scene.frames(clue).iter().map(|frame| frame.cells(width).collect()).collect()
        }
    }
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let values: Vec<i32> = clue.numbers().collect();
    let scene = draft.scene();
    for cells in places(clue, &scene) {
        let mut place = vec![None; scene.grid.cells()];
        for (at, &cell) in cells.iter().enumerate() {
            place[usize::from(cell)] = Some(at);
        }
        let mut edges = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let later = scene.grid.beside(cell).filter_map(|next| place[usize::from(next)]);
            edges.extend(later.filter(|&next| next > at).map(|next| (at, next)));
        }
        let vars = draft.vars(&cells);
        draft.post(connected(&vars, edges, values.clone()));
        // If a house with all values is part of the cells, the set cannot be empty.
        let all = scene.grid.values();
        let is_full = |house: &[u16]| {
            house.len() == all && house.iter().all(|&cell| place[usize::from(cell)].is_some())
        };
        if !scene.grid.houses().iter().any(|house| is_full(house.cells())) {
            draft.post(any(vars.iter().flat_map(|var| values.iter().map(|&value| var.is(value)))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn cells_are_connected() {
        // Two rows of three cells: cell 0 is above cell 3.
        let means = |n: &[i32]| {
            let is_in: Vec<bool> = n.iter().map(|&number| number != 2).collect();
            let column = |at: usize| is_in[at] || is_in[at + 3];
            let joined = |at: usize| is_in[at] && is_in[at + 1] || is_in[at + 3] && is_in[at + 4];
            let (left, right) =
                (!column(0) || !column(1) || joined(0), !column(1) || !column(2) || joined(1));
            // The two cells of a column touch. Cells of the outer columns are connected only through the middle
            // column.
            is_in.contains(&true) && left && right && (!column(0) || !column(2) || column(1))
        };
        let clue = Clue::new(&KIND).number(0).number(1);
        agree(raw(2, 3, 0..=2), vec![clue], means);
    }

    #[test]
    fn listed_cells_only() {
        let clue = Clue::new(&KIND).number(1).list([0, 1, 5, 3]);
        // R1C1, R1C2 and R2C1 are a path, and R2C3 touches none of them. The set is one cell, the path, or two
        // neighbours of it.
        let means = |n: &[i32]| {
            let is_in = [n[0] == 1, n[1] == 1, n[3] == 1, n[5] == 1];
            let [corner, right, below, far] = is_in;
            match [right, below, far] {
                [true, true, false] => corner,
                [false, false, true] => !corner,
                [_, _, true] => false,
                _ => is_in.contains(&true),
            }
        };
        assert_eq!(agree(raw(2, 3, 1..=2), vec![clue], means), (3 + 2 + 1 + 1) * 4);
    }

    #[test]
    fn a_latin_square() {
        let clue = || Clue::new(&KIND).number(2);
        // Three cells of a value never touch. Of the six cells of two values, some corner is always cut off.
        assert_eq!(agree(Shape::rectangle(3, 3), vec![clue()], |_| false), 0);
        assert_eq!(agree(Shape::rectangle(3, 3), vec![clue().number(1)], |_| false), 0);
        assert_eq!(agree(Shape::rectangle(3, 3), vec![clue().number(1).number(3)], |_| true), 12);
        assert_eq!(
            fault(raw(2, 3, 1..=2), Clue::new(&KIND).number(3)),
            "connected: no cell can be 3 (values are from 1 to 2)"
        );
    }
}
