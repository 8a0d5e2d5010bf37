//! Windoku (extra boxes between the boxes) and disjoint sets (cells at the same place of their boxes).

use crate::grid::{Frame, Grid};
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::sets::{differ, numbers_of};
use crate::rules::{Clue, Drawing, Fault, Group, Kind, Scene};

pub const WINDOKU: Kind = Kind {
    name: "windoku",
    noun: "the windows",
    also: &["hyper-sudoku", "hyper"],
    group: Group::Grid,
    usage: "windoku",
    help: "Extra boxes between the boxes, a cell away from the border and from each other: the cells of each differ.",
    sentence: "Digits do not repeat in the extra boxes, which are shaded.",
    example: "windoku",
    fault: |clue, grid| {
        needs_boxes(clue, grid)?;
        Fault::unless(!windows(clue, &Scene { grid, clues: &[] }).is_empty(), || {
            Fault::new("windoku: no extra box fits into the grid").warning()
        })
    },
    holds: |clue, scene, numbers| {
        windows(clue, scene).iter().all(|cells| differ(&numbers_of(cells, numbers)))
    },
    declare: |clue, draft| {
        let scene = draft.scene();
        let sets = windows(clue, &scene).into_iter().chain(implied(clue, &scene));
        sets.for_each(|cells| draft.all_different(&cells));
    },
    marks: |clue, scene| {
        let shade = |cells| Mark::Shade { cells, paint: Paint::Grey };
        windows(clue, scene).into_iter().map(shade).collect()
    },
    drawing: Drawing::Said { word: "windoku", sentence: "Windoku applies." },
    ..Kind::BLANK
};

pub const DISJOINT: Kind = Kind {
    name: "disjoint",
    noun: "the disjoint groups",
    also: &["disjoint sets", "disjoint groups"],
    usage: "disjoint",
    help: "Cells at the same place in their boxes differ.",
    label: "Disjoint groups",
    sentence: "Cells at the same place of their boxes are different.",
    example: "disjoint",
    fault: |clue, grid| {
        needs_boxes(clue, grid)?;
        let sets = same_places(clue, &Scene { grid, clues: &[] });
        let (count, values) = (sets.iter().map(Vec::len).max().unwrap_or(0), grid.values());
        Fault::unless(count <= values, || {
            Fault::new(format!("disjoint with {count} boxes, but there are {values} values")).unsatisfiable()
        })
    },
    holds: |clue, scene, numbers| {
        same_places(clue, scene).iter().all(|cells| differ(&numbers_of(cells, numbers)))
    },
    declare: |clue, draft| {
        let sets = same_places(clue, &draft.scene());
        sets.iter().for_each(|cells| draft.all_different(cells));
    },
    marks: |_, _| Vec::new(),
    fpuzzles: &[Key::new("disjointgroups", Form::Flag)],
    drawing: Drawing::Global("disjoint"),
    ..WINDOKU
};

/// The height and width of the boxes of a grid; `None` unless all boxes are equal and fill the grid.
fn boxes(grid: &Grid, (at, frame): &(usize, Frame)) -> Option<(usize, usize)> {
    let cell = |row: usize, column: usize| (frame.top + row) * grid.columns() + frame.left + column;
    let region = |row: usize, column: usize| grid.region_in(*at, cell(row, column));
    let first = region(0, 0)?;
    let height = (0..frame.rows).take_while(|&row| region(row, 0) == Some(first)).count();
    let width = (0..frame.columns).take_while(|&column| region(0, column) == Some(first)).count();
    let fills = frame.rows.is_multiple_of(height) && frame.columns.is_multiple_of(width);
    let of_size = |house: usize| grid.houses()[house].cells().len() == height * width;
    let are_boxes = (0..frame.rows).all(|row| {
        (0..frame.columns).all(|column| {
            let here = region(row, column);
            here.is_some_and(of_size) && here == region(row / height * height, column / width * width)
        })
    });
    (fills && are_boxes).then_some((height, width))
}

fn needs_boxes(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let frames = Scene { grid, clues: &[] }.numbered_frames(clue);
    Fault::unless(frames.iter().all(|frame| boxes(grid, frame).is_some()), || {
        Fault::new(format!("{} is for grids with boxes of one size", clue.kind.name))
    })
}

/// The places along a side where extra boxes of a size begin. No extra box touches the border.
fn starts(side: usize, size: usize) -> impl Iterator<Item = usize> + Clone {
    (1..).step_by(size + 1).take_while(move |start| start + size < side)
}

fn windows(clue: &Clue, scene: &Scene<'_>) -> Vec<Vec<u16>> {
    let mut windows = Vec::new();
    for numbered in scene.numbered_frames(clue) {
        let Some((height, width)) = boxes(scene.grid, &numbered) else { continue };
        let (_, frame) = numbered;
        for top in starts(frame.rows, height) {
            for left in starts(frame.columns, width) {
                let window =
                    Frame { top: frame.top + top, left: frame.left + left, rows: height, columns: width };
                windows.push(window.cells(scene.grid.columns()).collect());
            }
        }
    }
    windows
}

/// Implied sets with different numbers, for square grids with square boxes where each row has each value. A band of
/// `size` rows contains each value `size` times, and the extra boxes in it contain each value `size - 1` times. So
/// the rest of the band contains each value once.
fn implied(clue: &Clue, scene: &Scene<'_>) -> Vec<Vec<u16>> {
    let grid = scene.grid;
    let mut sets = Vec::new();
    for numbered in scene.numbered_frames(clue) {
        let frame = &numbered.1;
        let side = frame.rows;
        let usual = frame.columns == side && grid.values() == side && !grid.shape().raw;
        let Some((size, _)) = boxes(grid, &numbered).filter(|&(height, width)| usual && height == width)
        else {
            continue;
        };
        let rest = |from: usize| (from..side).step_by(size + 1).collect::<Vec<usize>>();
        let mut bands: Vec<Vec<usize>> =
            starts(side, size).map(|start| (start..start + size).collect()).collect();
        bands.push(rest(0));
        for (at, rows) in bands.iter().enumerate() {
            for (other, columns) in bands.iter().enumerate() {
                if at + 1 == bands.len() || other + 1 == bands.len() {
                    let cell = |row: usize, column: usize| {
                        ((frame.top + row) * grid.columns() + frame.left + column) as u16
                    };
                    let row = |&row: &usize| columns.iter().map(move |&column| cell(row, column));
                    sets.push(rows.iter().flat_map(row).collect());
                }
            }
        }
    }
    sets
}

fn same_places(clue: &Clue, scene: &Scene<'_>) -> Vec<Vec<u16>> {
    let mut sets = Vec::new();
    for numbered in scene.numbered_frames(clue) {
        let Some((height, width)) = boxes(scene.grid, &numbered) else { continue };
        let (_, frame) = numbered;
        for place in 0..height * width {
            let mut set = Vec::new();
            for top in (0..frame.rows).step_by(height) {
                for left in (0..frame.columns).step_by(width) {
                    let row = frame.top + top + place / width;
                    let column = frame.left + left + place % width;
                    set.push((row * scene.grid.columns() + column) as u16);
                }
            }
            sets.push(set);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::tests::{agree, fault, raw};
    use crate::{Regions, Shape};

    fn differ(n: &[i32], cells: &[usize]) -> bool {
        cells.iter().map(|&cell| n[cell]).collect::<BTreeSet<_>>().len() == cells.len()
    }

    #[test]
    fn extra_boxes_have_different_cells() {
        let boxes = Regions::Boxes { height: 1, width: 2 };
        // In 3 x 4 with boxes of 1 x 2, one extra box fits into the middle row.
        let shape = Shape { regions: boxes, ..raw(3, 4, 1..=2) };
        agree(shape, vec![Clue::new(&WINDOKU)], |n| differ(n, &[5, 6]));
    }

    #[test]
    fn no_extra_box_touches_the_border() {
        let found = |rows, columns| {
            let grid = Grid::of(Shape::rectangle(rows, columns)).unwrap();
            windows(&Clue::new(&WINDOKU), &Scene { grid: &grid, clues: &[] })
        };
        // Boxes of 2 x 3: a second extra box would touch the last row.
        assert_eq!(found(6, 6), [[7, 8, 9, 13, 14, 15]]);
        assert_eq!(found(8, 8).len(), 2);
        assert_eq!(found(12, 12).len(), 4);
        assert_eq!(found(16, 16).len(), 9);
        // If no extra box fits, the rule allows everything.
        let none = Shape { regions: Regions::Boxes { height: 2, width: 1 }, ..raw(2, 2, 1..=3) };
        assert_eq!(agree(none, vec![Clue::new(&WINDOKU)], |n| n[0] != n[2] && n[1] != n[3]), 36);
    }

    #[test]
    fn implied_sets_hold_in_every_grid() {
        // Checks the implied sets on all 288 grids of 4 x 4, without declaring the rule.
        let grid = Grid::square(4).unwrap();
        let scene = Scene { grid: &grid, clues: &[] };
        let rule = Clue::new(&WINDOKU);
        assert_eq!(windows(&rule, &scene), [[5, 6, 9, 10]]);
        let sets = implied(&rule, &scene);
        let wanted: Vec<Vec<u16>> = vec![vec![4, 7, 8, 11], vec![1, 2, 13, 14], vec![0, 3, 12, 15]];
        assert_eq!(sets, wanted);
        let found = crate::Solver::default().solve(&crate::Puzzle::open(grid.clone()), 1000);
        let cells = |solution: &[u8], cells: &[u16]| {
            cells.iter().map(|&cell| solution[usize::from(cell)]).collect::<BTreeSet<_>>().len() == 4
        };
        for solution in &found.solutions {
            let middle = cells(solution, &[5, 6, 9, 10]);
            assert!(!middle || sets.iter().all(|set| cells(solution, set)));
        }
        assert_eq!(found.solutions.len(), 288);
        let nine = Grid::square(9).unwrap();
        let scene = Scene { grid: &nine, clues: &[] };
        assert_eq!((windows(&rule, &scene).len(), implied(&rule, &scene).len()), (4, 5));
    }

    #[test]
    fn the_same_place_in_every_box() {
        let shape = Shape { regions: Regions::Boxes { height: 2, width: 1 }, ..raw(2, 3, 1..=4) };
        let means =
            |n: &[i32]| differ(n, &[0, 1, 2]) && differ(n, &[3, 4, 5]) && (0..3).all(|at| n[at] != n[at + 3]);
        // The first row has three of four values. There are 11 ways for the second row without equal columns.
        assert_eq!(agree(shape, vec![Clue::new(&DISJOINT)], means), 24 * 11);
    }

    #[test]
    fn boxes_are_of_one_size() {
        let what = |kind, shape| fault(shape, Clue::new(kind));
        assert_eq!(what(&WINDOKU, raw(4, 4, 1..=4)), "windoku is for grids with boxes of one size");
        let layout = "aabbaabbccddccdd".chars().map(Some).collect();
        let regions = Shape { regions: Regions::Layout(layout), ..Shape::rectangle(4, 4) };
        assert!(Clue::new(&DISJOINT).fault(&Grid::of(regions).unwrap()).is_ok());
        let layout = "aabbaabbccddccd.".chars().map(|c| (c != '.').then_some(c)).collect();
        let regions = Shape { regions: Regions::Layout(layout), ..Shape::rectangle(4, 4) };
        assert_eq!(what(&DISJOINT, regions), "disjoint is for grids with boxes of one size");
        let boxes = Shape { regions: Regions::Boxes { height: 1, width: 2 }, ..raw(2, 4, 1..=3) };
        assert_eq!(what(&DISJOINT, boxes), "disjoint with 4 boxes, but there are 3 values");
    }
}
