//! Quadruples: values in the four cells around a corner.

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::Mark;
use crate::rules::sets::{declare_at_least, numbers_of, tally, times, values_exist};
use crate::rules::{Clue, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const KIND: Kind = Kind {
    name: "quadruple",
    also: &["quadruples", "quad", "quads"],
    group: Group::Cages,
    usage: "quadruple VALUES: CELL, …",
    help: "The values in the circle are in the four cells around it, each at least as often as it is listed. (List the upper left of the four cells, or all four.)",
    sentence: "Digits in a circle stand in the four cells around it.",
    example: "quadruple 1 2 5: r4c4\nquadruple 3 3: r7c3 r7c4 r8c3 r8c4",
    params: ParamSyntax::Values,
    lists: ListSyntax::Each(1, 4),
    fault,
    holds: |clue, scene, numbers| {
        let around = numbers_of(&around(clue, scene.grid), numbers);
        let listed: Vec<i32> = clue.numbers().collect();
        listed.iter().all(|&number| times(number, &around) >= times(number, &listed))
    },
    declare: |clue, draft| {
        declare_at_least(draft, &around(clue, draft.grid()), &tally(clue.numbers()));
    },
    marks: |clue, scene| {
        let text: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
        let cells = around(clue, scene.grid).try_into().expect("four cells are around a corner");
        vec![Mark::Corner { cells, text: text.join(" ") }]
    },
    fpuzzles: &[Key::new("quadruple", Form::Corner)],
    noun: "the quadruple at {from}",
    says: "{params} must be among {scope}",
    unmet: "{params} could not stand among them",
    random: Some(Random::QUADRUPLE),
    drawing: Drawing::Corner,
    ..Kind::BLANK
};

/// The 2×2 square whose upper left cell is `cell`; fewer than four cells at the border.
fn square(cell: u16, grid: &Grid) -> Vec<u16> {
    let others = [(0, 1), (1, 0), (1, 1)].into_iter().filter_map(|step| grid.step(cell, step));
    std::iter::once(cell).chain(others).collect()
}

fn around(clue: &Clue, grid: &Grid) -> Vec<u16> {
    match *clue.cells() {
        [cell] => square(cell, grid),
        _ => clue.cells().to_vec(),
    }
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    clue.no_repeats(grid)?;
    values_exist(clue, grid)?;
    let cells = around(clue, grid);
    if cells.len() < 4 {
        let what = match *clue.cells() {
            [cell] => format!("quadruple: {} has no cells to its right and below", grid.name(cell.into())),
            _ => format!("quadruple of {} cells: there are 1 or 4", cells.len()),
        };
        return Err(Fault::new(what).hint("name the upper left of the four cells, or all").list(0));
    }
    let values = clue.params.len();
    if values > 4 {
        return Err(Fault::new(format!("quadruple of {values} values: it takes at most 4"))
            .param(4)
            .unsatisfiable());
    }
    let mut sorted = cells.clone();
    sorted.sort_unstable();
    let is_beside = cells.iter().any(|&cell| usize::from(cell) >= grid.rectangle());
    Fault::unless(is_beside || sorted == square(sorted[0], grid), || {
        Fault::new("quadruple: these four cells are not around a corner").list(0).warning()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn quadruple(values: &[i32], cells: &[u16]) -> Clue {
        values.iter().fold(Clue::new(&KIND), |clue, &value| clue.number(value)).list(cells)
    }

    #[test]
    fn values_stand_around_a_corner() {
        let count = |n: &[i32], value| [n[1], n[2], n[4], n[5]].iter().filter(|&&n| n == value).count();
        let grid = || raw(2, 3, 0..=3);
        let one = agree(grid(), vec![quadruple(&[0], &[1])], |n| count(n, 0) >= 1);
        assert_eq!(one, (256 - 81) * 16);
        let twice = |n: &[i32]| count(n, 2) >= 2 && count(n, 1) >= 1;
        // Permutations of 1 2 2 with 0 or 3, of 1 1 2 2, and of 1 2 2 2.
        assert_eq!(agree(grid(), vec![quadruple(&[2, 1, 2], &[1])], twice), (12 * 2 + 6 + 4) * 16);
        let four = vec![quadruple(&[0, 1, 2, 3], &[1, 2, 4, 5])];
        assert_eq!(agree(grid(), four, |n| (0..=3).all(|value| count(n, value) == 1)), 24 * 16);
    }

    #[test]
    fn invalid_quadruples_are_faults() {
        let grid = || raw(2, 3, 0..=3);
        assert_eq!(
            fault(grid(), quadruple(&[1], &[2])),
            "quadruple: R1C3 has no cells to its right and below (name the upper left of the four cells, or all)"
        );
        assert_eq!(
            fault(grid(), quadruple(&[4], &[0])),
            "quadruple: no cell can be 4 (values are from 0 to 3)"
        );
        assert!(quadruple(&[1], &[0, 1, 2, 3]).fault(&Grid::of(grid()).unwrap()).unwrap_err().is_warning());
        assert!(fault(grid(), quadruple(&[1], &[0, 1])).starts_with("quadruple of 2 cells"));
    }
}
