//! Anti-knight, anti-king and general leaps: cells at the given offsets have different numbers.

use crate::grid::LARGEST;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ParamSyntax, Scene};

pub const KNIGHT: Kind = Kind {
    name: "anti-knight",
    noun: "the knight's move",
    also: &["knight"],
    group: Group::Grid,
    usage: "anti-knight",
    help: "Cells a knight's move apart differ.",
    label: "Anti-knight",
    sentence: "Cells a knight's move apart are different.",
    example: "anti-knight",
    holds: |clue, scene, numbers| differ_at(clue, scene, numbers, &leaps(1, 2)),
    declare: |clue, draft| declare_at(clue, draft, &leaps(1, 2)),
    fpuzzles: &[Key::new("antiknight", Form::Flag)],
    drawing: Drawing::Flag("antiknight"),
    ..Kind::BLANK
};

pub const KING: Kind = Kind {
    name: "anti-king",
    noun: "the king's move",
    also: &["king"],
    usage: "anti-king",
    help: "Cells a king's move apart, which touch at a side or a corner, differ.",
    label: "Anti-king",
    sentence: "Cells that touch, also at a corner, are different.",
    example: "anti-king",
    holds: |clue, scene, numbers| differ_at(clue, scene, numbers, &KING_STEPS),
    declare: |clue, draft| declare_at(clue, draft, &KING_STEPS),
    fpuzzles: &[Key::new("antiking", Form::Flag)],
    drawing: Drawing::Flag("antiking"),
    ..KNIGHT
};

pub const LEAP: Kind = Kind {
    name: "anti-leap",
    noun: "the leap of {params}",
    also: &["anti-leaper"],
    usage: "anti-leap A B",
    help: "Cells that are A rows and B columns apart differ, and so do those B rows and A columns apart.",
    label: "Anti-leap",
    sentence: "Cells a leap of {params} apart are different; a leap of 1 and 2 is a knight's move.",
    example: "anti-leap 1 3",
    params: ParamSyntax::Numbers(2, 2),
    fault: |clue, grid| {
        let (a, b) = leap(clue);
        if a < 0 || b < 0 || (a, b) == (0, 0) {
            let hint = "lengths are not negative, and not both 0";
            return Err(Fault::new(format!("anti-leap {a} {b} is not a leap")).hint(hint));
        }
        let longest = grid.rows().max(grid.columns()).min(LARGEST) as i32;
        Fault::unless(a.max(b) < longest, || {
            Fault::new(format!("anti-leap {a} {b} is too long for the grid")).warning()
        })
    },
    holds: |clue, scene, numbers| differ_at(clue, scene, numbers, &leap_steps(clue)),
    declare: |clue, draft| declare_at(clue, draft, &leap_steps(clue)),
    fpuzzles: &[],
    drawing: Drawing::None,
    ..KNIGHT
};

const KING_STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

fn leap(clue: &Clue) -> (i32, i32) {
    let mut lengths = clue.numbers();
    (lengths.next().unwrap_or_default(), lengths.next().unwrap_or_default())
}

/// The steps of a leap, one of each two opposite steps.
fn leaps(a: i32, b: i32) -> [(i32, i32); 4] {
    [(a, b), (b, a), (a, -b), (b, -a)]
}

fn leap_steps(clue: &Clue) -> [(i32, i32); 4] {
    let (a, b) = leap(clue);
    leaps(a, b)
}

/// Whether all cells that are one of the steps apart differ.
fn differ_at(clue: &Clue, scene: &Scene<'_>, numbers: &[i32], steps: &[(i32, i32)]) -> bool {
    let pairs = scene.pairs(clue, steps);
    pairs.iter().all(|&(a, b)| numbers[usize::from(a)] != numbers[usize::from(b)])
}

/// Declares that all cells that are one of the steps apart differ.
fn declare_at(clue: &Clue, draft: &mut Draft<'_>, steps: &[(i32, i32)]) {
    for (a, b) in draft.scene().pairs(clue, steps) {
        draft.differ(a, b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn cells_a_knights_move_apart_differ() {
        // On 3 x 3 the knight's moves form a ring of eight cells; the middle has no moves.
        let ring = [0, 5, 6, 1, 8, 3, 2, 7];
        let differ = |numbers: &[i32]| (0..8).all(|at| numbers[ring[at]] != numbers[ring[(at + 1) % 8]]);
        assert_eq!(agree(raw(3, 3, 1..=3), vec![Clue::new(&KNIGHT)], differ), (256 + 2) * 3);
    }

    #[test]
    fn cells_that_touch_differ() {
        // Two rows of three: the middle column has two numbers, and each side has the other two.
        let touch = |n: &[i32]| {
            let pairs =
                [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5], [0, 4], [1, 3], [1, 5], [2, 4]];
            pairs.iter().all(|&[a, b]: &[usize; 2]| n[a] != n[b])
        };
        assert_eq!(agree(raw(2, 3, 0..=3), vec![Clue::new(&KING)], touch), 12 * 2 * 2);
    }

    #[test]
    fn cells_a_leap_apart_differ() {
        let clue = |a, b| vec![Clue::new(&LEAP).number(a).number(b)];
        assert_eq!(agree(raw(2, 3, 1..=3), clue(2, 1), |n| n[0] != n[5] && n[2] != n[3]), 6 * 6 * 9);
        let means = |n: &[i32]| n[0] != n[2] && n[3] != n[5];
        assert_eq!(agree(raw(2, 3, 1..=3), clue(0, 2), means), 6 * 6 * 9);
        let latin = Shape { regions: crate::Regions::None, ..Shape::rectangle(3, 3) };
        agree(latin, clue(2, 2), |n| n[0] != n[8] && n[2] != n[6]);
    }

    #[test]
    fn leaps_have_a_length() {
        let clue = |a, b| Clue::new(&LEAP).number(a).number(b);
        let what = "anti-leap 0 0 is not a leap (lengths are not negative, and not both 0)";
        assert_eq!(fault(raw(3, 3, 1..=3), clue(0, 0)), what);
        assert_eq!(
            fault(raw(3, 3, 1..=3), clue(i32::MAX, 1)),
            "anti-leap 2147483647 1 is too long for the grid"
        );
    }
}
