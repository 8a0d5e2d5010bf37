//! Index cells: a cell gives the place of a number in its row, column or box.

use csp::constraints::clause;

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Scene, Severity};

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
    noun: "the index of {columns}",
    says: "Where one of {cells} is N, the N-th cell of its row is the number of its own column",
    says_of_one: "If {cells} is N, the N-th cell of {rows} is {word}",
    word: |clue, cells, grid| {
        let place = cells.first().and_then(|&cell| line(clue, &Scene { grid, clues: &[] }, cell));
        place.map_or(String::new(), |(_, place)| place.to_string())
    },
    points: |clue, grid, cell, number| target(clue, grid, cell, number),
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
    noun: "the index of {rows}",
    says: "Where one of {cells} is N, the N-th cell of its column is the number of its own row",
    says_of_one: "If {cells} is N, the N-th cell of {columns} is {word}",
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
    drawing: Drawing::Style("fpBoxIndexer"),
    ..COLUMN
};

pub const NEGATIVE: Kind = Kind {
    name: "negative-index",
    shares: &[],
    also: &["negative indexing", "all indexers given"],
    alone: true,
    usage: "negative-index row | column | box … [: CELLS]",
    help: "All cells that index are marked: no cell without the mark of the rule (row-index, column-index or box-index) gives the place that the rule says. This is for the listed cells, or for all. (A cell and the cell at that place index each other, so a rule for all needs marks for both.)",
    label: "",
    sentence: "A digit in a cell without a mark never says where in its {word}.",
    example: "column-index: r1c1 r5c1\nnegative-index column: r1-9c1",
    params: ParamSyntax::Words(&[IN_ROW, IN_COLUMN, IN_BOX]),
    lists: ListSyntax::Optional,
    fault: |clue, grid| {
        let listed = each_way(clue).filter(|_| !clue.lists.is_empty());
        listed.map(|way| way.list(clue.cells())).try_for_each(|way| match way.fault(grid) {
            // What cannot index does not.
            Err(fault) if fault.severity == Severity::Unsatisfiable => Ok(()),
            Err(fault) => {
                Err(Fault { what: fault.what.replacen(way.kind.name, "negative-index", 1), ..fault })
            }
            Ok(()) => Ok(()),
        })
    },
    holds: |clue, scene, numbers| {
        unmarked(clue, scene).iter().all(|(cell, line, place)| {
            let index = usize::try_from(numbers[usize::from(*cell)]).unwrap_or(0);
            let target = index.checked_sub(1).and_then(|index| line.get(index));
            target.is_none_or(|&target| numbers[usize::from(target)] != *place)
        })
    },
    declare: |clue, draft| {
        for (cell, line, place) in unmarked(clue, &draft.scene()) {
            for (index, &target) in (1..).zip(&line) {
                if target == cell {
                    draft.keep(cell, |number| number != index || index != place);
                } else {
                    let (cell, target) = (draft.var(cell), draft.var(target));
                    draft.clause([cell.is_not(index), target.is_not(place)]);
                }
            }
        }
    },
    marks: |clue, _| {
        let said = |word: &&str| clue.has_word(word);
        let words: Vec<&str> = [IN_ROW, IN_COLUMN, IN_BOX].into_iter().filter(|word| said(word)).collect();
        let cells = if clue.lists.is_empty() { "Cells" } else { "Some cells" };
        vec![Mark::Note(format!("{cells} that are not marked do not index their {}.", words.join(" or ")))]
    },
    fpuzzles: &[],
    points: |_, _, _, _| None,
    noun: "the rule against other indexers",
    says: "No cell without a mark says where in its {word}",
    says_of_one: "",
    word: |clue, _, _| {
        let said = [
            (IN_ROW, "column the number of its row stands"),
            (IN_COLUMN, "row the number of its column stands"),
            (IN_BOX, "box, in reading order, its own place stands"),
        ];
        let words: Vec<&str> =
            said.iter().filter(|(word, _)| clue.has_word(word)).map(|&(_, said)| said).collect();
        words.join(", nor where in its ")
    },
    drawing: Drawing::None,
    ..COLUMN
};

const IN_ROW: &str = "row";
const IN_COLUMN: &str = "column";
const IN_BOX: &str = "box";

/// A clue without cells for each rule that a negative one is about.
fn each_way(clue: &Clue) -> impl Iterator<Item = Clue> {
    let ways: [(&str, &'static Kind); 3] = [(IN_ROW, &ROW), (IN_COLUMN, &COLUMN), (IN_BOX, &BOX)];
    let part = clue.part;
    let ways = ways.into_iter().filter(|(word, _)| clue.has_word(word)).map(|(_, kind)| kind);
    ways.map(move |kind| Clue { part, ..Clue::new(kind) }).collect::<Vec<_>>().into_iter()
}

/// The cells that must not index, each with its row, column or box and its place there.
fn unmarked(clue: &Clue, scene: &Scene<'_>) -> Vec<(u16, Vec<u16>, i32)> {
    let width = scene.grid.columns();
    let all = || {
        let mut all: Vec<u16> = scene.frames(clue).iter().flat_map(|frame| frame.cells(width)).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let cells = if clue.lists.is_empty() { all() } else { clue.cells().to_vec() };
    let mut found = Vec::new();
    for way in each_way(clue) {
        let is_marked =
            |cell: u16| scene.clues.iter().any(|mark| mark.kind == way.kind && mark.cells().contains(&cell));
        for &cell in cells.iter().filter(|&&cell| !is_marked(cell)) {
            found.extend(line(&way, scene, cell).map(|(line, place)| (cell, line, place)));
        }
    }
    found
}

/// The cell whose number a cell with a number gives, and that number.
fn target(clue: &Clue, grid: &Grid, cell: u16, number: i32) -> Option<(u16, i32)> {
    let (line, place) = line(clue, &Scene { grid, clues: &[] }, cell)?;
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    Some((*line.get(at)?, place))
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
    use crate::rules::Param;
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
    fn cells_without_a_mark_do_not_index() {
        let never = |words: &[&str]| {
            let params = words.iter().map(|&word| Param::Word(word.into())).collect();
            Clue { params, ..Clue::new(&NEGATIVE) }
        };
        let in_row = |n: &[i32], at: usize| {
            let (row, column) = (at / 3, at % 3);
            (1..=3).any(|index| n[at] == index && n[3 * row + index as usize - 1] == column as i32 + 1)
        };
        let in_column = |n: &[i32], at: usize| {
            let (row, column) = (at / 3, at % 3);
            (1..=2).any(|index| n[at] == index && n[3 * (index as usize - 1) + column] == row as i32 + 1)
        };
        for values in [1..=4, 0..=3, -1..=2] {
            agree(raw(2, 3, values.clone()), vec![never(&["column"])], |n| (0..6).all(|at| !in_row(n, at)));
            let some = vec![never(&["column"]).list([0, 3, 4]), Clue::new(&COLUMN).list([3])];
            agree(raw(2, 3, values.clone()), some, |n| !in_row(n, 0) && in_row(n, 3) && !in_row(n, 4));
            let both = vec![never(&["row", "column"]).list([1, 5])];
            agree(raw(2, 3, values), both, |n| [1, 5].iter().all(|&at| !in_row(n, at) && !in_column(n, at)));
        }
        let boxes = Shape { regions: Regions::Boxes { height: 2, width: 2 }, ..raw(2, 4, 1..=4) };
        let means = |n: &[i32]| {
            let cells = [2, 3, 6, 7];
            cells.iter().zip(1..).all(|(&cell, place)| n[cells[n[cell] as usize - 1]] != place)
        };
        agree(boxes, vec![never(&["box"]).list([2, 3, 6, 7])], means);
        let what = "negative-index: R1C4 is in no box";
        assert_eq!(fault(raw(1, 4, 1..=4), never(&["box"]).list([3])), what);
        assert!(fault(raw(1, 4, 1..=4), never(&["line"])).contains("write some of row, column, box"));
    }

    #[test]
    fn cells_without_a_place_are_faults() {
        let index = |kind| Clue::new(kind).list([3]);
        assert_eq!(fault(raw(1, 4, 1..=4), index(&BOX)), "box-index: R1C4 is in no box");
        let what = "column-index: R1C4 has place 4, which is not a value";
        assert_eq!(fault(raw(1, 4, 1..=3), index(&COLUMN)), what);
    }
}
