//! Doppelgänger: every house contains 0 and misses one digit, a different one in each row, each column and each box.

use csp::{Var, all_different, any};

use crate::grid::{Frame, Grid};
use crate::rules::sets::{differ, numbers_of, values_are};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, Scene};

pub const KIND: Kind = Kind {
    name: "doppelganger",
    alone: true,
    also: &["doppelgänger"],
    group: Group::Grid,
    usage: "doppelganger [: CELLS = CELLS [= CELLS]]",
    help: "The values are from 0 to the side of the grid. Every row, column and box holds 0, and so misses one other digit. No two rows miss the same digit, nor two columns, nor two boxes. The row, column and box of a 0 miss three different digits. Lists of cells beside the grid, for rows, columns and boxes, hold the missing digits.",
    label: "Doppelgänger",
    sentence: "Each row, column and box has a 0 and misses another digit. No two rows, columns or boxes miss the same digit, and the row, column and box of a 0 miss different ones.",
    example: "values: 0-9\ndoppelganger",
    lists: ListSyntax::Joined(0, 3),
    fault,
    holds: |clue, scene, numbers| {
        let width = scene.grid.columns();
        scene.numbered_frames(clue).iter().all(|(at, frame)| {
            let sorts = sorts(scene.grid, *at, frame);
            let missed = sorts.each_ref().map(|sort| {
                sort.iter().map(|house| misses(scene.grid, house, numbers)).collect::<Option<Vec<i32>>>()
            });
            let [Some(rows), Some(columns), Some(boxes)] = missed else { return false };
            let missed = [rows, columns, boxes];
            let zero_fits = |cell: u16| {
                let houses = missed.iter().zip(&sorts).filter_map(|(missed, sort)| {
                    Some(missed[sort.iter().position(|house| house.contains(&cell))?])
                });
                numbers[usize::from(cell)] != 0 || differ(&houses.collect::<Vec<i32>>())
            };
            let said = clue.lists.iter().zip(&missed);
            missed.iter().all(|missed| differ(missed))
                && frame.cells(width).all(zero_fits)
                && said.into_iter().all(|(cells, missed)| numbers_of(cells, numbers) == *missed)
        })
    },
    declare,
    noun: "the doppelganger rule",
    says: "Each row, column and box has a 0 and misses another digit, and no two rows, columns or boxes miss the same",
    ..Kind::BLANK
};

/// The rows, columns and boxes of a grid, each in reading order.
fn sorts(grid: &Grid, at: usize, frame: &Frame) -> [Vec<Vec<u16>>; 3] {
    let width = grid.columns();
    let rows = (0..frame.rows).map(|row| frame.row(row, width));
    let columns = (0..frame.columns).map(|column| frame.column(column, width));
    let mut regions: Vec<usize> = Vec::new();
    for region in frame.cells(width).filter_map(|cell| grid.region_in(at, usize::from(cell))) {
        if !regions.contains(&region) {
            regions.push(region);
        }
    }
    let cells = |region: usize| grid.houses()[region].cells().to_vec();
    [rows.collect(), columns.collect(), regions.into_iter().map(cells).collect()]
}

/// The value that a house misses; `None` unless the house contains 0, has no number twice and misses exactly one
/// value.
fn misses(grid: &Grid, house: &[u16], numbers: &[i32]) -> Option<i32> {
    let house = numbers_of(house, numbers);
    let mut missed = grid.shape().values.clone().filter(|number| !house.contains(number));
    let one = missed.next().filter(|_| missed.next().is_none() && house.contains(&0));
    one.filter(|_| differ(&house))
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let scene = Scene { grid, clues: &[] };
    let frames = scene.numbered_frames(clue);
    let values = grid.values();
    for (at, frame) in &frames {
        if frame.rows != frame.columns || grid.first_value() != 0 || values != frame.rows + 1 {
            let what = "doppelganger: the grid is square, with the values from 0 to its side";
            return Err(Fault::new(what).hint(values_are(grid)));
        }
        let wrong = sorts(grid, *at, frame).into_iter().flatten().find(|house| house.len() + 1 != values);
        if let Some(house) = wrong {
            let what = format!("doppelganger: a box of {} cells does not miss one value", house.len());
            return Err(Fault::new(what));
        }
    }
    if clue.lists.is_empty() {
        return Ok(());
    }
    clue.no_repeats(grid)?;
    let [(number, frame)] = &frames[..] else {
        return Err(Fault::new("doppelganger: lists of missing digits are for one grid")
            .hint("name the grid with \"in NAME\""));
    };
    let names = ["rows", "columns", "boxes"];
    for (at, (cells, sort)) in clue.lists.iter().zip(sorts(grid, *number, frame)).enumerate() {
        if cells.len() != sort.len() {
            let what = format!("doppelganger: {} cells for {} {}", cells.len(), sort.len(), names[at]);
            return Err(Fault::new(what).list(at));
        }
    }
    match clue.lists.len() {
        1 => Err(Fault::new("doppelganger: cells for the missing digits of rows, but none for columns")
            .hint(KIND.usage)),
        _ => Ok(()),
    }
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let scene = draft.scene();
    let side = *draft.numbers().end();
    for (number, frame) in scene.numbered_frames(clue) {
        let sorts = sorts(scene.grid, number, &frame);
        let mut missed: Vec<Vec<Var>> = Vec::new();
        for (at, sort) in sorts.iter().enumerate() {
            let vars: Vec<Var> = match clue.lists.get(at) {
                Some(cells) => {
                    cells.iter().for_each(|&cell| draft.keep(cell, |number| number != 0));
                    draft.vars(cells)
                }
                None => sort.iter().map(|_| draft.helper(1..=side)).collect(),
            };
            for (house, &missed) in sort.iter().zip(&vars) {
                // A house and its missing value together have all values. The missing value is never 0.
                let all = draft.vars(house).into_iter().chain([missed]).collect::<Vec<Var>>();
                draft.post(all_different(all));
            }
            if vars.len() > 1 {
                draft.post(all_different(vars.iter().copied()));
            }
            missed.push(vars);
        }
        for cell in frame.cells(scene.grid.columns()) {
            let of = |at: usize| {
                let house = sorts[at].iter().position(|house| house.contains(&cell))?;
                Some(missed[at][house])
            };
            for pair in [[0, 1], [1, 2], [0, 2]] {
                let [Some(a), Some(b)] = pair.map(of) else { continue };
                for value in 1..=side {
                    draft.post(any([!draft.var(cell).is(0), !a.is(value), !b.is(value)]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Loose;
    use crate::rules::tests::{agree, fault};
    use crate::{Regions, Shape};

    /// Evaluates the rule in a small grid without boxes. The sum of a row or column gives the digit that it misses.
    fn doppelganger(n: &[i32], side: usize) -> bool {
        let all: i32 = (0..=side as i32).sum();
        let row = |row: usize| all - (0..side).map(|at| n[row * side + at]).sum::<i32>();
        let column = |column: usize| all - (0..side).map(|at| n[at * side + column]).sum::<i32>();
        let differ =
            |of: &dyn Fn(usize) -> i32| (0..side).all(|a| of(a) != 0 && (0..a).all(|b| of(a) != of(b)));
        let zeros = (0..side * side).all(|cell| n[cell] != 0 || row(cell / side) != column(cell % side));
        differ(&row) && differ(&column) && zeros
    }

    #[test]
    fn houses_miss_different_digits() {
        let shape = Shape { values: 0..=3, ..Shape::rectangle(3, 3) };
        agree(shape, vec![Clue::new(&KIND)], |n| doppelganger(n, 3));
        let shape = Shape { values: 0..=2, ..Shape::rectangle(2, 2) };
        agree(shape, vec![Clue::new(&KIND)], |n| doppelganger(n, 2));
    }

    #[test]
    fn a_grid_of_four() {
        let shape = Shape { values: 0..=4, regions: Regions::None, ..Shape::rectangle(4, 4) };
        let mut puzzle = crate::Puzzle::open(Grid::of(shape).unwrap());
        for (cell, value) in [0, 1, 2, 3, 1, 0].into_iter().enumerate() {
            puzzle.cells[cell] = crate::Candidates::one(value);
        }
        let mut solver = crate::Solver::default();
        let all = solver.solve(&puzzle, usize::MAX).solutions;
        let numbers =
            |solution: &crate::Solution| solution.iter().map(|&value| value.into()).collect::<Vec<i32>>();
        let expected = all.iter().filter(|solution| doppelganger(&numbers(solution), 4)).count();
        puzzle.rules = Some(vec![Clue::new(&KIND)].into());
        let found = solver.solve(&puzzle, usize::MAX).solutions;
        assert!(found.iter().all(|solution| doppelganger(&numbers(solution), 4)));
        assert!((1..all.len()).contains(&expected) && found.len() == expected, "{expected} of {}", all.len());
    }

    #[test]
    fn cells_beside_the_grid_hold_the_missing_digits() {
        let loose = vec![Loose { name: "A".into(), count: 4, columns: 0 }];
        let shape = Shape { values: 0..=2, loose, ..Shape::rectangle(2, 2) };
        let clue = Clue::new(&KIND).list([4, 5]).list([6, 7]);
        agree(shape.clone(), vec![clue], |n| {
            let missed = [3 - n[0] - n[1], 3 - n[2] - n[3], 3 - n[0] - n[2], 3 - n[1] - n[3]];
            doppelganger(&n[..4], 2) && n[4..] == missed
        });
        let clue = Clue::new(&KIND).list([4, 5, 6]).list([7]);
        assert_eq!(fault(shape, clue), "doppelganger: 3 cells for 2 rows");
    }

    #[test]
    fn unsuitable_grids_are_faults() {
        let what =
            "doppelganger: the grid is square, with the values from 0 to its side (values are from 1 to 9)";
        assert_eq!(fault(Shape::rectangle(9, 9), Clue::new(&KIND)), what);
        let regions = Regions::Boxes { height: 2, width: 1 };
        let shape = Shape { values: 0..=4, regions, ..Shape::rectangle(4, 4) };
        assert_eq!(fault(shape, Clue::new(&KIND)), "doppelganger: a box of 2 cells does not miss one value");
    }
}
