//! Local minima and maxima: cells smaller, or greater, than their neighbours.

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::Mark;
use crate::rules::{Clue, Drawing, Group, Kind, ListSyntax, Random, Scene};

pub const MINIMUM: Kind = Kind {
    name: "minimum",
    alone: true,
    also: &["minimums", "minima", "local minimum"],
    group: Group::Cells,
    usage: "minimum: CELLS",
    help: "Each cell is smaller than all its neighbours above, below, left and right that are no minimum themselves.",
    sentence: "Cells with arrows inward are lower than their neighbours.",
    example: "minimum: r1c1 r5c5 r5c6",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| clue.no_repeats(grid).map_err(|fault| fault.warning()),
    holds: |clue, scene, numbers| {
        let pairs = neighbours(clue, scene);
        pairs.iter().all(|&(cell, other)| numbers[usize::from(cell)] < numbers[usize::from(other)])
    },
    declare: |clue, draft| {
        for (cell, other) in neighbours(clue, &draft.scene()) {
            let [cell, other] = [cell, other].map(|cell| draft.var(cell));
            draft.post(cell.lt(other));
        }
    },
    marks: |clue, scene| chevrons(clue, scene, false),
    fpuzzles: &[Key::new("minimum", Form::Cell)],
    noun: "the minimum at {cells}",
    says: "Each minimum ({cells}) is smaller than its neighbours that are none",
    says_of_one: "{cells} is a minimum, smaller than its neighbours",
    random: Some(Random::CELL),
    drawing: Drawing::Angles { point_inward: true },
    ..Kind::BLANK
};

pub const MAXIMUM: Kind = Kind {
    name: "maximum",
    alone: true,
    also: &["maximums", "maxima", "local maximum"],
    usage: "maximum: CELLS",
    help: "Each cell is greater than all its neighbours above, below, left and right that are no maximum themselves.",
    sentence: "Cells with arrows outward are higher than their neighbours.",
    example: "maximum: r1c1 r5c5 r5c6",
    holds: |clue, scene, numbers| {
        let pairs = neighbours(clue, scene);
        pairs.iter().all(|&(cell, other)| numbers[usize::from(cell)] > numbers[usize::from(other)])
    },
    declare: |clue, draft| {
        for (cell, other) in neighbours(clue, &draft.scene()) {
            let [cell, other] = [cell, other].map(|cell| draft.var(cell));
            draft.post(cell.gt(other));
        }
    },
    marks: |clue, scene| chevrons(clue, scene, true),
    fpuzzles: &[Key::new("maximum", Form::Cell)],
    noun: "the maximum at {cells}",
    says: "Each maximum ({cells}) is greater than its neighbours that are none",
    says_of_one: "{cells} is a maximum, greater than its neighbours",
    random: Some(Random::CELL),
    drawing: Drawing::Angles { point_inward: false },
    ..MINIMUM
};

const SIDES: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// Whether a clue of the same kind contains the cell.
fn is_marked(clue: &Clue, scene: &Scene<'_>, cell: u16) -> bool {
    let same = scene.clues.iter().filter(|other| other.kind == clue.kind);
    clue.cells().contains(&cell) || same.into_iter().any(|other| other.cells().contains(&cell))
}

/// The pairs of a cell of the clue and a neighbour that no clue of the same kind contains.
fn neighbours(clue: &Clue, scene: &Scene<'_>) -> Vec<(u16, u16)> {
    let around =
        |&cell: &u16| SIDES.into_iter().filter_map(move |side| Some((cell, scene.grid.step(cell, side)?)));
    let pairs = clue.cells().iter().flat_map(around);
    pairs.filter(|&(_, other)| !is_marked(clue, scene, other)).collect()
}

fn chevrons(clue: &Clue, scene: &Scene<'_>, outward: bool) -> Vec<Mark> {
    let mark = |&cell: &u16| {
        let is_open = |side: &(i32, i32)| {
            scene.grid.step(cell, *side).is_some_and(|other| !is_marked(clue, scene, other))
        };
        let sides = SIDES.into_iter().filter(is_open);
        let directions = sides.map(|(down, right)| (down as i8, right as i8)).collect();
        Mark::Chevrons { cell, directions, outward }
    };
    clue.cells().iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, raw};

    #[test]
    fn cells_are_smaller_or_greater_than_their_neighbours() {
        let corner = vec![Clue::new(&MINIMUM).list([0])];
        let means = |n: &[i32]| n[0] < n[1] && n[0] < n[2];
        assert_eq!(agree(raw(2, 2, 0..=3), corner, means), (9 + 4 + 1) * 4);
        let both = vec![Clue::new(&MAXIMUM).list([4]), Clue::new(&MINIMUM).list([1])];
        let means = |n: &[i32]| n[4] > n[1] && n[4] > n[3] && n[4] > n[5] && n[1] < n[0] && n[1] < n[2];
        agree(raw(2, 3, -1..=3), both, means);
    }

    #[test]
    fn marked_neighbours_do_not_matter() {
        let clues = vec![Clue::new(&MAXIMUM).list([1]), Clue::new(&MAXIMUM).list([2])];
        agree(raw(1, 4, 1..=4), clues, |n| n[1] > n[0] && n[2] > n[3]);
    }

    #[test]
    fn signs_stand_at_the_sides_that_count() {
        let grid = crate::Grid::of(raw(2, 2, 1..=4)).unwrap();
        let clues = [Clue::new(&MAXIMUM).list([0, 1])];
        let marks = clues[0].kind.marks;
        let marks = marks(&clues[0], &Scene { grid: &grid, clues: &clues });
        let below = |cell| Mark::Chevrons { cell, directions: vec![(1, 0)], outward: true };
        assert_eq!(marks, [below(0), below(1)]);
    }
}
