//! Index cells: a cell gives the place of a number in its row, column or box.

use csp::constraints::clause;

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, Scene};

pub const COLUMN: Kind = Kind {
    name: "column-index",
    shares: &["index", "159"],
    also: &["column indexing", "column indexer", "col-index"],
    group: Group::Cells,
    usage: "column-index: CELLS",
    help: "Each cell gives the place of its column's number in its row: with V in column C, the V-th cell of the row holds C.",
    sentence: "A digit in a marked cell says where in its row the number of its column stands.",
    example: "column-index: r1-9c1",
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, scene, numbers| {
        clue.cells().iter().all(|&cell| {
            let Some((line, place)) = line(clue, scene, cell) else { return true };
            let index = usize::try_from(numbers[usize::from(cell)]).unwrap_or(0);
            let target = index.checked_sub(1).and_then(|index| line.get(index));
            target.is_some_and(|&target| numbers[usize::from(target)] == place)
        })
    },
    declare,
    marks: |clue, _| vec![Mark::Shade { cells: clue.cells().to_vec(), paint: Paint::Red }],
    fpuzzles: &[Key::new("columnindexer", Form::Cells)],
    noun: "the column index in {from}",
    says: "Where one of {cells} is N, the N-th cell of its row is the number of its own column",
    says_of_one: "If {cells} is N, the N-th cell of {word}",
    word: |_, cells, grid| {
        at(cells, grid).map_or(String::new(), |(row, column)| format!("row {row} is {column}"))
    },
    drawing: Drawing::Style("fpColumnIndexer"),
    ..Kind::BLANK
};

pub const ROW: Kind = Kind {
    name: "row-index",
    shares: &["index", "159"],
    also: &["row indexing", "row indexer"],
    usage: "row-index: CELLS",
    help: "Each cell gives the place of its row's number in its column: with V in row R, the V-th cell of the column holds R.",
    sentence: "A digit in a marked cell says where in its column the number of its row stands.",
    example: "row-index: r1c1-9",
    marks: |clue, _| vec![Mark::Shade { cells: clue.cells().to_vec(), paint: Paint::Green }],
    fpuzzles: &[Key::new("rowindexer", Form::Cells)],
    noun: "the row index in {from}",
    says: "Where one of {cells} is N, the N-th cell of its column is the number of its own row",
    says_of_one: "If {cells} is N, the N-th cell of {word}",
    word: |_, cells, grid| {
        at(cells, grid).map_or(String::new(), |(row, column)| format!("column {column} is {row}"))
    },
    drawing: Drawing::Style("fpRowIndexer"),
    ..COLUMN
};

pub const BOX: Kind = Kind {
    name: "box-index",
    shares: &["index"],
    also: &["box indexing", "box indexer"],
    usage: "box-index: CELLS",
    help: "Each cell gives the place of its own index in its box: with V in the P-th cell of a box, in reading order, the V-th cell holds P.",
    sentence: "A digit in a marked cell says where in its box, in reading order, the number of its own place stands.",
    example: "box-index: r1c1 r5c5 r9c9",
    marks: |clue, _| vec![Mark::Shade { cells: clue.cells().to_vec(), paint: Paint::Yellow }],
    fpuzzles: &[Key::new("boxindexer", Form::Cells)],
    noun: "the box index in {from}",
    says: "Where one of {cells} is N, the N-th cell of its box, in reading order, is the number of its own place",
    says_of_one: "If {cells} is N, the N-th cell of its box, in reading order, is {word}",
    word: |clue, cells, grid| {
        let place = cells.first().and_then(|&cell| line(clue, &Scene { grid, clues: &[] }, cell));
        place.map_or(String::new(), |(_, place)| place.to_string())
    },
    drawing: Drawing::Style("fpBoxIndexer"),
    ..COLUMN
};

/// The row and the column of the first of some cells, from 1.
fn at(cells: &[u16], grid: &Grid) -> Option<(usize, usize)> {
    let cell = usize::from(*cells.first()?);
    (cell < grid.rectangle()).then(|| (cell / grid.columns() + 1, cell % grid.columns() + 1))
}

/// The row, column or box that a cell refers to, and the place of the cell in it, from 1.
fn line(clue: &Clue, scene: &Scene<'_>, cell: u16) -> Option<(Vec<u16>, i32)> {
    let (grid, width) = (scene.grid, scene.grid.columns());
    if usize::from(cell) >= grid.rectangle() {
        return None;
    }
    let line: Vec<u16> = if *clue.kind == BOX {
        grid.houses()[clue.region(grid, cell)?].cells().to_vec()
    } else {
        let (row, column) = (usize::from(cell) / width, usize::from(cell) % width);
        let frame = scene.frames(clue).into_iter().find(|frame| frame.contains(row, column))?;
        if *clue.kind == COLUMN {
            frame.row(row - frame.top, width)
        } else {
            frame.column(column - frame.left, width)
        }
    };
    let place = line.iter().position(|&other| other == cell)? as i32 + 1;
    Some((line, place))
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    if *clue.kind == BOX {
        clue.names_its_grid(grid)?;
    }
    let scene = Scene { grid, clues: &[] };
    let values = &grid.shape().values;
    let mut never = None;
    for &cell in clue.cells() {
        let (name, at) = (clue.kind.name, grid.name(usize::from(cell)));
        let Some((line, place)) = line(clue, &scene, cell) else {
            let what = if *clue.kind == BOX {
                format!("{name}: {at} is in no box")
            } else {
                format!("{name}: {at} is in no such grid")
            };
            return Err(Fault::new(what).list(0));
        };
        if !values.contains(&place) {
            never.get_or_insert(format!("{name}: {at} has place {place}, which is not a value"));
        }
        if *values.end() < 1 || *values.start() > line.len() as i32 {
            never.get_or_insert(format!("{name}: no value is a place in the line of {at}"));
        }
    }
    if let Some(what) = never {
        return Err(Fault::new(what).list(0).unsatisfiable());
    }
    clue.no_repeats(grid).map_err(|fault| fault.warning())
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let scene = draft.scene();
    for &cell in clue.cells() {
        let Some((line, place)) = line(clue, &scene, cell) else { continue };
        let along = 1..=line.len() as i32;
        draft.keep(cell, |index| along.contains(&index));
        let numbers = draft.numbers();
        for (index, &target) in along.zip(&line).filter(|(index, _)| numbers.contains(index)) {
            let (cell, target) = (draft.var(cell), draft.var(target));
            draft.post(clause([cell.is_not(index), target.is(place)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};
    use crate::{Regions, Shape};

    #[test]
    fn a_cell_gives_the_place_of_its_column() {
        let index = vec![Clue::new(&COLUMN).list([1])];
        let means = |n: &[i32]| [0, 1, 2].iter().any(|&at| n[1] == at as i32 + 1 && n[at] == 2);
        // n[1] is 1 and n[0] is 2 (4 ways), or n[1] is 2 (16 ways), or n[1] is 3 and n[2] is 2 (4 ways), each with
        // another row.
        assert_eq!(agree(raw(2, 3, 1..=4), index.clone(), means), (4 + 16 + 4) * 64);
        agree(raw(2, 3, 0..=3), index.clone(), means);
        agree(raw(2, 3, -2..=2), index, means);
    }

    #[test]
    fn a_cell_gives_the_place_of_its_row() {
        let index = vec![Clue::new(&ROW).list([0, 3])];
        let means = |n: &[i32]| {
            let is =
                |at: usize, row: i32| [0, 3].iter().any(|&to| n[at] == to as i32 / 3 + 1 && n[to] == row);
            is(0, 1) && is(3, 2)
        };
        agree(raw(2, 3, 1..=4), index.clone(), means);
        let latin = Shape { regions: Regions::None, ..Shape::rectangle(2, 3) };
        agree(latin, index, means);
    }

    #[test]
    fn a_cell_gives_the_place_of_its_box_index() {
        let boxes = Shape { regions: Regions::Boxes { height: 2, width: 2 }, ..raw(2, 4, 1..=4) };
        // The second box: cells 2, 3, 6, 7.
        let index = Clue::new(&BOX).list([6]);
        let means = |n: &[i32]| n[[2, 3, 6, 7][n[6] as usize - 1]] == 3;
        // The cells of a box differ. Cell 6 is the third of its box: it is 3 itself, or it points to another cell
        // with 3.
        assert_eq!(agree(boxes, vec![index], means), 24 * (6 + 3 * 2));
    }

    #[test]
    fn cells_without_a_place_are_faults() {
        let index = |kind| Clue::new(kind).list([3]);
        assert_eq!(fault(raw(1, 4, 1..=4), index(&BOX)), "box-index: R1C4 is in no box");
        let what = "column-index: R1C4 has place 4, which is not a value";
        assert_eq!(fault(raw(1, 4, 1..=3), index(&COLUMN)), what);
    }
}
