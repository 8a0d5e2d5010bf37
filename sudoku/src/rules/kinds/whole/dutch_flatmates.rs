//! Dutch flatmates: every 5 has a 1 above it or a 9 below it.

use csp::any;

use crate::rules::sets::values_are;
use crate::rules::{Clue, Drawing, Fault, Group, Kind, Scene};

pub const KIND: Kind = Kind {
    name: "dutch-flatmates",
    also: &[],
    group: Group::Grid,
    usage: "dutch-flatmates",
    help: "Every 5 has a 1 directly above it or a 9 directly below it, in a grid that has these numbers.",
    sentence: "Every 5 has a 1 directly above it or a 9 directly below it.",
    example: "dutch-flatmates",
    fault: |_, grid| {
        // The values of a grid are a range: with 1 and 9 it has 5.
        let values = &grid.shape().values;
        Fault::unless(values.contains(&1) && values.contains(&9), || {
            Fault::new("dutch-flatmates: 1, 5 and 9 are not all values here").hint(values_are(grid)).warning()
        })
    },
    holds: |clue, scene, numbers| {
        let is = |cell: Option<u16>, number| cell.is_some_and(|cell| numbers[usize::from(cell)] == number);
        let vertical_neighbours = vertical_neighbours(clue, scene);
        vertical_neighbours
            .iter()
            .all(|&(cell, above, below)| !is(Some(cell), 5) || is(above, 1) || is(below, 9))
    },
    declare: |clue, draft| {
        for (cell, above, below) in vertical_neighbours(clue, &draft.scene()) {
            let mates = [(above, 1), (below, 9)];
            let mates = mates.into_iter().filter_map(|(mate, number)| Some((mate?, number)));
            let choices: Vec<_> = mates.map(|(mate, number)| draft.var(mate).is(number)).collect();
            draft.post(any([!draft.var(cell).is(5)].into_iter().chain(choices)));
        }
    },
    noun: "the flatmates rule",
    says: "Each 5 has a 1 directly above it or a 9 directly below it ({scope})",
    drawing: Drawing::Said { word: "flatmate", sentence: "The Dutch flatmates constraint applies." },
    ..Kind::BLANK
};

/// Every cell with its neighbours above and below in the same grid.
fn vertical_neighbours(clue: &Clue, scene: &Scene<'_>) -> Vec<(u16, Option<u16>, Option<u16>)> {
    let width = scene.grid.columns();
    let mut vertical_neighbours = Vec::new();
    for frame in scene.frames(clue) {
        for cell in frame.cells(width) {
            let within = |next: &u16| {
                let next = usize::from(*next);
                frame.contains(next / width, next % width)
            };
            let [above, below] = [-1, 1].map(|down| scene.grid.step(cell, (down, 0)).filter(within));
            vertical_neighbours.push((cell, above, below));
        }
    }
    vertical_neighbours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn every_five_has_a_flatmate() {
        let means = |n: &[i32]| {
            n.iter().all(|&number| number != 5) || n[0] == 5 && n[1] == 9 || n[0] == 1 && n[1] == 5
        };
        assert_eq!(agree(raw(2, 1, 1..=9), vec![Clue::new(&KIND)], means), 64 + 2);
        let column =
            |n: &[i32]| (0..3).all(|at| n[at] != 5 || at > 0 && n[at - 1] == 1 || at < 2 && n[at + 1] == 9);
        agree(raw(3, 1, 1..=9), vec![Clue::new(&KIND)], column);
    }

    #[test]
    fn the_flatmates_are_values() {
        let what = "dutch-flatmates: 1, 5 and 9 are not all values here (values are from 1 to 6)";
        assert_eq!(fault(raw(2, 1, 1..=6), Clue::new(&KIND)), what);
        // Without a 9, each 5 is below a 1.
        let means = |n: &[i32]| n[0] != 5 && (n[1] != 5 || n[0] == 1);
        assert_eq!(agree(raw(2, 1, 1..=6), vec![Clue::new(&KIND)], means), 26);
    }
}
