//! Values of cells that are not their digits: doublers and other multipliers, known or to be found, and cages that sum
//! values.

use csp::{Expression, Values, Var, element, table};

use crate::grid::Grid;
use crate::rules::mark::Mark;
use crate::rules::sets::{differ, values_are};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, ParamSyntax, Scene, Severity};

pub const DOUBLER: Kind = Kind {
    name: "doubler",
    also: &["doublers", "multiplier"],
    alone: true,
    group: Group::Cells,
    usage: "doubler [FACTOR]: CELLS",
    help: "In value cages the digit of each of these cells counts twice, or as many times as the factor says, which may be 0 or negative. (A cell of several clues has the product of their factors.)",
    sentence: "The digit of a marked cell counts {number} times in cages of values.",
    example: "doubler: r1c1 r2c5\nvalue-cage 25: r1c1 r1c2 r1c3",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        factor_fault(clue)?;
        clue.warns_of_repeats(grid)
    },
    marks: |clue, _| {
        let text = format!("×{}", clue.amount());
        clue.cells().iter().map(|&cell| Mark::Tag { cell, text: text.clone() }).collect()
    },
    noun: "the doublers {cells}",
    usual_number: Some(2),
    ..Kind::BLANK
};

pub const HIDDEN: Kind = Kind {
    name: "hidden-doublers",
    also: &["unknown doublers", "modifier cells"],
    alone: true,
    group: Group::Grid,
    usage: "hidden-doublers [FACTOR]: MARKERS",
    help: "Each row, column and box has one doubler, and each digit is doubled once: in value cages it counts twice, or as many times as the factor says. The doublers are to be found: the cells, one for each row, stand beside the grid (\"cells: M 9\") and hold the column of the doubler of their row.",
    sentence: "Each row, column and box has one cell to be found whose digit counts {number} times in cages of values, each digit once.",
    example: "cells: M 9\nhidden-doublers: M1 M2 M3 M4 M5 M6 M7 M8 M9\nvalue-cage 33: r1c1 r1c2 r1c3",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Each(1, usize::MAX),
    fault: hidden_fault,
    holds: |clue, scene, numbers| {
        let columns = scene.grid.columns();
        let place = |(row, &marker): (usize, &u16)| {
            let column = usize::try_from(numbers[usize::from(marker)]).ok()?.checked_sub(1)?;
            (column < columns).then_some(row * columns + column)
        };
        let Some(places) = clue.cells().iter().enumerate().map(place).collect::<Option<Vec<usize>>>() else {
            return false;
        };
        let are_apart = |one: usize, other: usize| {
            let region = scene.grid.region(one);
            one % columns != other % columns
                && numbers[one] != numbers[other]
                && (region.is_none() || region != scene.grid.region(other))
        };
        places.iter().enumerate().all(|(at, &one)| places[..at].iter().all(|&other| are_apart(one, other)))
    },
    declare: declare_hidden,
    marks: |clue, _| {
        let times = clue.amount();
        vec![Mark::Note(format!(
            "One cell in each row, column and box counts {times} times, each digit once."
        ))]
    },
    noun: "the rule of hidden doublers",
    says: "Each row, column and box has one doubler, in the columns that {cells} tell for the rows, and no digit is doubled twice",
    usual_number: Some(2),
    ..Kind::BLANK
};

pub const CAGE: Kind = Kind {
    name: "value-cage",
    also: &["doubler cage"],
    group: Group::Cages,
    usage: "value-cage SUM: CELLS, …",
    help: "The digits of the cage differ, and the values of its cells add up to the sum. The value of a cell is its digit, or a multiple of it if the cell is a doubler (doubler, hidden-doublers).",
    sentence: "Digits in a cage do not repeat, and their values add up to its number.",
    example: "doubler: r1c1\nvalue-cage 25: r1c1 r1c2 r1c3",
    params: ParamSyntax::Number,
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid)?;
        clue.at_most(grid.values(), grid)
    },
    holds: |clue, scene, numbers| {
        let sum: i64 = clue.cells().iter().map(|&cell| value(scene, cell, numbers)).sum();
        differ(&clue.read(numbers)) && clue.first_number().map(i64::from) == Some(sum)
    },
    declare,
    marks: |clue, _| {
        let label = clue.first_number().map(|sum| sum.to_string()).unwrap_or_default();
        vec![Mark::Cage { cells: clue.cells().to_vec(), label }]
    },
    noun: "the value cage{#} at {from}",
    says: "The digits of the cage {cells} differ, and their values, some of them doubled, add up to {number}",
    unmet: "the values could not add up to {number}",
    ..Kind::BLANK
};

/// The clues of multipliers that are to be found.
fn hidden<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a Clue> {
    scene.clues.iter().filter(|clue| *clue.kind == HIDDEN)
}

/// The product of the factors of a cell that are known.
fn weight(scene: &Scene<'_>, cell: u16) -> i64 {
    let clues = scene.clues.iter().filter(|clue| *clue.kind == DOUBLER && clue.cells().contains(&cell));
    clues.map(|clue| i64::from(clue.amount())).product()
}

/// The cell beside the grid that tells the multiplier of a cell's row, and the number of the cell's column.
fn marker(clue: &Clue, grid: &Grid, cell: u16) -> Option<(u16, i32)> {
    let cell = usize::from(cell);
    let row = (cell < grid.rectangle()).then(|| cell / grid.columns())?;
    Some((*clue.cells().get(row)?, (cell % grid.columns()) as i32 + 1))
}

/// The value of a cell.
fn value(scene: &Scene<'_>, cell: u16, numbers: &[i32]) -> i64 {
    let factors = hidden(scene).map(|clue| match marker(clue, scene.grid, cell) {
        Some((marker, column)) if numbers[usize::from(marker)] == column => i64::from(clue.amount()),
        _ => 1,
    });
    weight(scene, cell) * i64::from(numbers[usize::from(cell)]) * factors.product::<i64>()
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    draft.all_different(clue.cells());
    let (scene, total) = (draft.scene(), i64::from(clue.amount()));
    let terms: Vec<(i64, u16)> = clue
        .cells()
        .iter()
        .map(|&cell| (weight(&scene, cell), cell))
        .filter(|(weight, _)| *weight != 0)
        .collect();
    if terms.is_empty() {
        if total != 0 {
            draft.never();
        }
    } else if hidden(&scene).next().is_none() {
        draft.weighted_sum(terms, total);
    } else {
        let value = |(weight, cell): (i64, u16)| (weight, hidden_value(cell, &scene, draft));
        let sum: Expression = terms.into_iter().map(value).collect();
        draft.post(sum.eq(total));
    }
}

/// A variable for the digit of a cell, multiplied if a hidden multiplier stands there.
fn hidden_value(cell: u16, scene: &Scene<'_>, draft: &mut Draft<'_>) -> Var {
    let mut var = draft.var(cell);
    let mut values: Vec<i32> = draft.numbers().collect();
    for clue in hidden(scene) {
        let Some((marker, column)) = marker(clue, scene.grid, cell) else { continue };
        let factor = clue.amount();
        // A table of all places would have a tuple for each pair of them and the values.
        let is_there = draft.helper_equal_to(0..=1, draft.var(marker).is(column));
        let times = |value: i32| [[value, 0, value], [value, 1, value * factor]];
        let tuples: Vec<[i32; 3]> = values.iter().flat_map(|&value| times(value)).collect();
        values = tuples.iter().map(|tuple| tuple[2]).collect();
        values.sort_unstable();
        values.dedup();
        let multiplied = draft.helper(values.iter().copied().collect::<Values>());
        draft.define(table([var, is_there, multiplied], tuples));
        var = multiplied;
    }
    var
}

fn factor_fault(clue: &Clue) -> Result<(), Fault> {
    // Any other is a mistake, and not one that no numbers satisfy.
    clue.number_within("factor", -9..=9).map_err(|fault| Fault { severity: Severity::Malformed, ..fault })
}

fn hidden_fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let (name, side, count) = (clue.kind.name, grid.rows(), clue.cells().len());
    factor_fault(clue)?;
    clue.no_repeats(grid)?;
    if side != grid.columns()
        || grid.values() != side
        || grid.first_value() != 1
        || !grid.shape().parts.is_empty()
    {
        let what = format!("{name}: the grid is one square, with the values from 1 to its side");
        return Err(Fault::new(what).hint(values_are(grid)));
    }
    let beside = |cell: u16| usize::from(cell) >= grid.rectangle();
    if count != side || !clue.cells().iter().all(|&cell| beside(cell)) {
        let what = format!("{name}: list {side} cells beside the grid, one for each row");
        return Err(Fault::new(what)
            .hint(format!("write cells: M {side} before the grid, and M1 M2 … here"))
            .list(0));
    }
    Ok(())
}

fn declare_hidden(clue: &Clue, draft: &mut Draft<'_>) {
    let (grid, columns) = (draft.grid(), draft.grid().columns());
    draft.all_different(clue.cells());
    let region = |row: usize, column: i32| grid.region(row * columns + column as usize - 1);
    for (row, &marker) in clue.cells().iter().enumerate() {
        for (above, &other) in clue.cells()[..row].iter().enumerate() {
            draft.relation(other, marker, |one, next| {
                one != next && region(above, one).is_none_or(|found| region(row, next) != Some(found))
            });
        }
    }
    // Each digit is multiplied once.
    let digit = |(row, &marker): (usize, &u16)| {
        let cells: Vec<u16> = (0..columns).map(|column| (row * columns + column) as u16).collect();
        let digits = draft.vars(&cells);
        draft.helper_equal_to(draft.numbers(), element(&digits, draft.var(marker) - 1))
    };
    let digits: Vec<Var> = clue.cells().iter().enumerate().map(digit).collect();
    draft.post(csp::all_different(digits));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};
    use crate::{Count, Loose, Puzzle, Regions, Shape, Solver};

    fn cage(sum: i32, cells: &[u16]) -> Clue {
        Clue::new(&CAGE).number(sum).list(cells)
    }

    fn doubler(cells: &[u16]) -> Clue {
        Clue::new(&DOUBLER).list(cells)
    }

    /// A grid of 3x3 with three cells beside it.
    fn with_markers(regions: Regions) -> Shape {
        let loose = vec![Loose { name: "M".into(), count: 3, columns: 0 }];
        Shape { loose, regions, ..Shape::rectangle(3, 3) }
    }

    fn differ(n: &[i32]) -> bool {
        n.iter().enumerate().all(|(at, one)| !n[..at].contains(one))
    }

    #[test]
    fn marked_cells_count_several_times() {
        let means = |n: &[i32]| differ(n) && n[0] + 2 * n[1] + n[2] == 10;
        agree(raw(1, 3, 1..=5), vec![cage(10, &[0, 1, 2]), doubler(&[1])], means);
        let signed = vec![cage(1, &[2, 0, 1]), doubler(&[0]).number(-1), doubler(&[1]).number(0)];
        agree(raw(1, 3, -1..=3), signed, |n| differ(n) && n[2] - n[0] == 1);
        let twice = vec![cage(13, &[0, 1]), doubler(&[0]), doubler(&[0, 2]).number(3)];
        agree(raw(1, 3, 1..=4), twice, |n| n[0] != n[1] && 6 * n[0] + n[1] == 13);
        let nothing = vec![cage(1, &[0]), doubler(&[0]).number(0)];
        agree(raw(1, 2, 0..=2), nothing, |_| false);
        agree(raw(1, 3, 1..=4), vec![cage(6, &[0, 1, 2])], |n| differ(n) && n.iter().sum::<i32>() == 6);
    }

    #[test]
    fn hidden_multipliers_are_one_in_each_row_column_and_region_and_of_each_digit() {
        let markers = || [9, 10, 11];
        let places = |n: &[i32]| [0, 1, 2].map(|row| 3 * row + n[9 + row] as usize - 1);
        let fits = |n: &[i32]| differ(&n[9..]) && differ(&places(n).map(|cell| n[cell]));
        let value = |n: &[i32], cell: usize, factor: i32| {
            n[cell] * if places(n).contains(&cell) { factor } else { 1 }
        };
        let clues = vec![Clue::new(&HIDDEN).list(markers()), cage(7, &[0, 1]), doubler(&[1])];
        agree(with_markers(Regions::None), clues, |n| {
            fits(n) && n[0] != n[1] && value(n, 0, 2) + 2 * value(n, 1, 2) == 7
        });
        let both = vec![
            Clue::new(&HIDDEN).list(markers()),
            Clue::new(&HIDDEN).number(-1).list(markers()),
            cage(-1, &[0, 3, 4]),
        ];
        agree(with_markers(Regions::None), both, |n| {
            let sum = value(n, 0, -2) + value(n, 3, -2) + value(n, 4, -2);
            fits(n) && n[0] != n[3] && n[0] != n[4] && n[3] != n[4] && sum == -1
        });
        let layout = "aababbccc".chars().map(Some).collect();
        agree(with_markers(Regions::Layout(layout)), vec![Clue::new(&HIDDEN).list(markers())], |n| {
            let region = |cell: usize| i32::from(b"aababbccc"[cell]);
            fits(n) && differ(&places(n).map(region))
        });
    }

    #[test]
    fn hidden_multipliers_of_boxes() {
        let text = "size: 4\ncells: M 4\ngrid:\n1234\n3412\n2143\n4321\nhidden-doublers: M1 M2 M3 M4\n";
        let puzzle: Puzzle = text.parse().unwrap();
        let rows = ["1234", "3412", "2143", "4321"];
        let mut expected = 0;
        for code in 0..256_usize {
            let columns = [0, 1, 2, 3].map(|row| code >> (2 * row) & 3);
            let digits = [0, 1, 2, 3].map(|row| i32::from(rows[row].as_bytes()[columns[row]]));
            let boxes = [0, 1, 2, 3].map(|row| (row / 2 * 2 + columns[row] / 2) as i32);
            expected += u64::from(differ(&columns.map(|at| at as i32)) && differ(&digits) && differ(&boxes));
        }
        assert!(expected > 0);
        assert_eq!(Solver::default().count(&puzzle, 1000, || {}).0, Count::Exactly(expected));
    }

    #[test]
    fn clues_without_meaning_are_faults() {
        let markers = |cells: &[u16]| Clue::new(&HIDDEN).list(cells);
        let few = fault(with_markers(Regions::None), markers(&[9, 10]));
        assert!(few.starts_with("hidden-doublers: list 3 cells beside the grid"), "{few}");
        assert!(fault(with_markers(Regions::None), markers(&[0, 9, 10])).contains("cells: M 3"));
        assert!(fault(raw(1, 3, 1..=3), markers(&[0])).contains("one square"));
        assert!(fault(raw(1, 3, 1..=3), doubler(&[0]).number(10)).contains("this factor is impossible"));
        assert!(fault(raw(1, 3, 1..=3), cage(6, &[0, 0])).contains("twice"));
    }
}
