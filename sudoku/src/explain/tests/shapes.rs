//! Names of chains by their shape, checked by the rows, columns and boxes of classic grids.

use super::*;
use crate::format::{Options, parse};

/// The cells of each truth of a step.
fn cells(state: &State, step: &Step) -> Vec<Vec<usize>> {
    let of = |&truth: &Truth| state.candidates_of(truth).into_iter().map(|(cell, _)| cell).collect();
    step.truths.iter().map(of).collect()
}

fn row(cell: usize) -> usize {
    cell / 9
}

fn column(cell: usize) -> usize {
    cell % 9
}

fn region(cell: usize) -> usize {
    row(cell) / 3 * 3 + column(cell) / 3
}

fn sees(a: usize, b: usize) -> bool {
    a != b && (row(a) == row(b) || column(a) == column(b) || region(a) == region(b))
}

/// All in one row, or in one column.
fn is_line(cells: &[usize], of: fn(usize) -> usize) -> bool {
    cells.iter().all(|&cell| of(cell) == of(cells[0]))
}

fn removed(step: &Step) -> Vec<(usize, Candidates)> {
    match &step.conclusion {
        Conclusion::Place { .. } => Vec::new(),
        Conclusion::Remove(removals) => removals.iter().map(|one| (one.cell, one.values)).collect(),
    }
}

/// Whether a step has the shape that its name says, as far as cells tell.
fn has_shape(state: &State, step: &Step) -> Option<bool> {
    let cells = cells(state, step);
    let gone = removed(step);
    let parallel = |of: fn(usize) -> usize| cells.iter().all(|cells| is_line(cells, of));
    let finned = |size: usize, of: fn(usize) -> usize, across: fn(usize) -> usize| {
        let is_covered = |refuted: usize| {
            let core = cells.iter().flatten().filter(|&&cell| !sees(cell, refuted));
            let mut lines: Vec<usize> = core.map(|&cell| across(cell)).collect();
            lines.sort_unstable();
            lines.dedup();
            lines.len() < size
        };
        cells.len() == size && parallel(of) && gone.iter().any(|&(cell, _)| is_covered(cell))
    };
    Some(match step.technique.name {
        "skyscraper" => {
            let meet = |of: fn(usize) -> usize| {
                cells[0].iter().filter(|&&a| cells[1].iter().any(|&b| of(a) == of(b))).count() == 1
            };
            cells.iter().all(|cells| cells.len() == 2)
                && (parallel(row) && meet(column) || parallel(column) && meet(row))
        }
        "two-string-kite" => {
            let meet = cells[0].iter().any(|&a| cells[1].iter().any(|&b| a != b && region(a) == region(b)));
            let cross = |a: usize, b: usize| is_line(&cells[a], row) && is_line(&cells[b], column);
            cells.iter().all(|cells| cells.len() == 2) && meet && (cross(0, 1) || cross(1, 0))
        }
        "empty-rectangle" => {
            cells.len() == 2 && cells.iter().any(|cells| is_line(cells, region) && cells.len() > 2)
        }
        "finned-x-wing" => finned(2, row, column) || finned(2, column, row),
        "finned-swordfish" => finned(3, row, column) || finned(3, column, row),
        "finned-jellyfish" => finned(4, row, column) || finned(4, column, row),
        "sue-de-coq" | "wxyz-wing" | "als-xz" => {
            step.truths.iter().all(|truth| matches!(truth, Truth::Cell(_)))
                && gone.iter().all(|(cell, values)| {
                    // All cells of the values, or of some of them, see the cell.
                    values.iter().all(|value| {
                        let with = step.truths.iter().flat_map(|&truth| state.candidates_of(truth));
                        let with: Vec<usize> =
                            with.filter(|(_, values)| values.contains(value)).map(|(cell, _)| cell).collect();
                        !with.is_empty()
                            && (with.iter().all(|&other| sees(other, *cell))
                                || step.technique.name != "wxyz-wing")
                    })
                })
        }
        "simple-colouring" => cells.iter().all(|cells| cells.len() == 2),
        _ => return None,
    })
}

#[test]
fn chains_have_the_shape_of_their_name() {
    let text = include_str!("puzzles/classics.txt");
    let puzzles = parse(text, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let mut shapes: Vec<&str> = Vec::new();
    for puzzle in &puzzles {
        for (state, step) in walk(puzzle).0 {
            if let Some(is_right) = has_shape(&state, &step) {
                assert!(is_right, "{} {:?} {:?}", step.technique.name, cells(&state, &step), removed(&step));
                shapes.push(step.technique.name);
            }
        }
    }
    shapes.sort_unstable();
    shapes.dedup();
    for name in ["skyscraper", "two-string-kite", "empty-rectangle", "finned-x-wing"] {
        assert!(shapes.contains(&name), "{shapes:?}");
    }
}

#[test]
fn no_cell_that_the_sentence_names_keeps_a_locked_value() {
    let jigsaws = [
        ".NoBoxes.Jigsaw~011112222000111223000011233044452233444455533466455553666777583666787788677788888.~R1C2_3~R1C5_6~R2C1_2~R2C3_3~R2C6_7~R2C8_9~R3C1_4~R4C2_7~R4C5_9~R4C6_4~R6C4_3~R6C5_1~R6C8_4~R7C9_8~R8C2_6~R8C4_2~R8C7_4~R8C9_5~R9C5_4~R9C8_3",
        "size: 6\nregions:\n112222\n112233\n114333\n554436\n554466\n554666\ngrid:\n1.....\n......\n.....4\n..3...\n......\n.2....\n",
    ];
    let jigsaws = jigsaws.iter().flat_map(|text| parse(text, &Options::default()).expect("a puzzle"));
    let puzzles = jigsaws.chain(CLASSICS.iter().chain(&VARIANTS).map(|text| parsed(text)));
    let mut count = 0;
    for puzzle in puzzles {
        for (state, step) in walk(&puzzle).0 {
            let (true, &[truth @ Truth::Place { value, .. }]) =
                (["pointing", "claiming"].contains(&step.technique.name), &step.truths[..])
            else {
                continue;
            };
            let mut after = state.clone();
            after.apply(&step);
            let places: Vec<usize> = state.candidates_of(truth).into_iter().map(|(cell, _)| cell).collect();
            let sees_all = |cell: usize| places.iter().all(|&place| state.map.sees(place, cell));
            let kept =
                (0..state.cells.len()).find(|&cell| sees_all(cell) && after.candidates(cell).contains(value));
            assert_eq!(kept, None, "{}", step.text(&state, Detail::Full));
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}
