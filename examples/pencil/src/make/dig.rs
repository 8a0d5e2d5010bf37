//! Clues that are left out while there is one answer.

use csp::{Error, Limits};

use super::answer::{Other, other};
use crate::answer::Answer;
use crate::clue::{Clue, Clues};
use crate::puzzle::Puzzle;

/// A clue that was left out, with its part and place.
pub type LeftOut = (usize, usize, Clue);

/// Leaves out clues, each list of them together: then the clues of the ground stand there again. Returns those that were
/// left out, in order.
pub fn dig(
    puzzle: &mut Puzzle,
    ground: &[Clues],
    answer: &Answer,
    orbits: Vec<Vec<(usize, usize)>>,
    limits: &Limits,
) -> Result<Vec<Vec<LeftOut>>, Error> {
    let mut left_out = Vec::new();
    // Many at first, and half as many each time that these are needed.
    let (mut at, mut size) = (0, orbits.len().div_ceil(4));
    while at < orbits.len() && !limits.are_reached() {
        let some = &orbits[at..(at + size).min(orbits.len())];
        let mut without = puzzle.clone();
        for &(part, place) in some.iter().flatten() {
            without.clues[part][place].clone_from(&ground[part][place]);
        }
        if other(&without, answer, limits)? == Other::None {
            let clue =
                |&(part, place): &(usize, usize)| Some((part, place, puzzle.clues[part][place].clone()?));
            left_out.extend(some.iter().map(|orbit| orbit.iter().filter_map(clue).collect::<Vec<_>>()));
            *puzzle = without;
            at += some.len();
        } else if size == 1 {
            at += 1;
        } else {
            size /= 2;
        }
    }
    Ok(left_out)
}
