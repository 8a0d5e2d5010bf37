//! No equal numbers a knight's move apart.

use super::anti_leap::{declare_at, differ_at};
use super::{Group, Kind};
use crate::print::Mark;

const STEPS: [(i32, i32); 4] = [(1, 2), (2, 1), (1, -2), (2, -1)];

pub const KIND: Kind = Kind {
    name: "anti-knight",
    also: &["knight"],
    group: Group::Grid,
    usage: "anti-knight",
    help: "Cells a knight's move apart differ.",
    example: "anti-knight",
    holds: |clue, scene, numbers| differ_at(clue, scene, numbers, &STEPS),
    declare: |clue, draft| declare_at(clue, draft, &STEPS),
    marks: |_, _| vec![Mark::Note("Anti-knight: cells a knight's move apart differ.".into())],
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::{agree, raw};

    #[test]
    fn cells_a_knights_move_apart_differ() {
        // In 3 x 3 the moves make a ring of eight cells, and the middle has none.
        let ring = [0, 5, 6, 1, 8, 3, 2, 7];
        let differ = |numbers: &[i32]| (0..8).all(|at| numbers[ring[at]] != numbers[ring[(at + 1) % 8]]);
        assert_eq!(agree(raw(3, 3, 1..=3), vec![Clue::new(&KIND)], differ), (256 + 2) * 3);
    }
}
