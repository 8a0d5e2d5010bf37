//! Diagonals with different numbers.

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::Mark;
use crate::rules::{Clue, Drawing, Fault, Group, Kind, Scene};

pub const RISING: Kind = Kind {
    name: "diagonal+",
    shares: &["diagonal"],
    also: &["positive diagonal"],
    group: Group::Grid,
    usage: "diagonal+",
    help: "The cells of the diagonal that rises from the bottom left differ.",
    label: "Diagonal ╱",
    sentence: "Digits do not repeat on the rising diagonal.",
    example: "diagonal+",
    fault,
    holds: |clue, scene, numbers| {
        diagonals(clue, scene).iter().all(|cells| {
            let number = |&cell: &u16| numbers[usize::from(cell)];
            (1..cells.len()).all(|at| cells[..at].iter().all(|cell| number(cell) != number(&cells[at])))
        })
    },
    declare: |clue, draft| {
        for cells in diagonals(clue, &draft.scene()) {
            draft.all_different(&cells);
        }
    },
    marks: |clue, _| {
        let rising =
            |wanted: bool| directions(clue).contains(&wanted).then_some(Mark::Diagonal { rising: wanted });
        [true, false].into_iter().filter_map(rising).collect()
    },
    fpuzzles: &[Key::new("diagonal+", Form::Flag)],
    drawing: Drawing::Diagonals(&[true]),
    ..Kind::BLANK
};

pub const FALLING: Kind = Kind {
    name: "diagonal-",
    shares: &["diagonal"],
    also: &["negative diagonal"],
    usage: "diagonal-",
    help: "The cells of the diagonal that falls from the top left differ.",
    label: "Diagonal ╲",
    sentence: "Digits do not repeat on the falling diagonal.",
    example: "diagonal-",
    fpuzzles: &[Key::new("diagonal-", Form::Flag)],
    drawing: Drawing::Diagonals(&[false]),
    ..RISING
};

pub const BOTH: Kind = Kind {
    name: "diagonals",
    shares: &["diagonal"],
    noun: "the diagonals",
    also: &["x-sudoku", "sudoku-x", "both diagonals"],
    usage: "diagonals",
    help: "On both diagonals all cells differ.",
    label: "Diagonals",
    sentence: "Digits do not repeat on the two long diagonals.",
    example: "diagonals",
    fpuzzles: &[Key::new("diagonal+", Form::Flag), Key::new("diagonal-", Form::Flag)],
    drawing: Drawing::Diagonals(&[true, false]),
    ..RISING
};

/// The directions of the diagonals: `true` for the rising one.
fn directions(clue: &Clue) -> &'static [bool] {
    match clue.kind.name {
        "diagonal+" => &[true],
        "diagonal-" => &[false],
        _ => &[true, false],
    }
}

fn diagonals(clue: &Clue, scene: &Scene<'_>) -> Vec<Vec<u16>> {
    let width = scene.grid.columns();
    let mut diagonals = Vec::new();
    for frame in scene.frames(clue) {
        for &rising in directions(clue) {
            let cell = |at: usize| {
                let row = if rising { frame.rows - 1 - at } else { at };
                ((frame.top + row) * width + frame.left + at) as u16
            };
            diagonals.push((0..frame.rows.min(frame.columns)).map(cell).collect());
        }
    }
    diagonals
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let longest = diagonals(clue, &Scene { grid, clues: &[] }).iter().map(Vec::len).max().unwrap_or(0);
    let values = grid.values();
    Fault::unless(longest <= values, || {
        Fault::new(format!("a diagonal of {longest} cells, but there are {values} values"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};
    use crate::{Frame, Part, Shape};

    fn differ(n: &[i32], cells: [usize; 3]) -> bool {
        let [a, b, c] = cells.map(|cell| n[cell]);
        a != b && b != c && a != c
    }

    #[test]
    fn cells_of_a_diagonal_differ() {
        let rule = |kind| vec![Clue::new(kind)];
        assert_eq!(agree(raw(3, 3, 1..=3), rule(&RISING), |n| differ(n, [2, 4, 6])), 6 * 729);
        assert_eq!(agree(raw(3, 3, 1..=3), rule(&FALLING), |n| differ(n, [0, 4, 8])), 6 * 729);
        let both = |n: &[i32]| differ(n, [0, 4, 8]) && differ(n, [2, 4, 6]);
        assert_eq!(agree(raw(3, 3, 0..=2), rule(&BOTH), both), 3 * 4 * 81);
        // In a grid that is no square, the diagonal begins in the left column and ends at the opposite border.
        agree(raw(2, 3, 1..=4), rule(&RISING), |n| n[3] != n[1]);
        assert_eq!(
            fault(raw(3, 3, 1..=2), Clue::new(&BOTH)),
            "a diagonal of 3 cells, but there are 2 values"
        );
    }

    #[test]
    fn a_grid_of_several_can_be_named() {
        let frame = |left| Frame { top: 0, left, rows: 2, columns: 2 };
        let part =
            |name: &str, left| Part { name: name.into(), frame: frame(left), regions: Default::default() };
        let shape = Shape { parts: vec![part("a", 0), part("b", 1)], ..raw(2, 3, 1..=4) };
        let second = Clue { part: Some(1), ..Clue::new(&RISING) };
        agree(shape.clone(), vec![second], |n| n[4] != n[2]);
        agree(shape, vec![Clue::new(&RISING)], |n| n[4] != n[2] && n[3] != n[1]);
    }
}
