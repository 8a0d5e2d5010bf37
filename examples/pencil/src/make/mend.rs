//! Clues and walls that are moved until there is one answer.

use csp::{Error, Limits};

use super::answer::{Other, only, other};
use super::chance::Chance;
use super::draw::area;
use super::recipe::Move;
use super::{layout, part};
use crate::address::Places;
use crate::answer::Answer;
use crate::clue::Clue;
use crate::puzzle::Puzzle;

/// The most changes, and the most that are tried for each.
const CHANGES: usize = 150;
const TRIES: usize = 60;

/// Changes a puzzle until there is one answer. Returns whether that came about. The answer stays, unless no change helps
/// against another one; then that one is tried. Clues become one of those that are right at their place.
pub fn mend(
    way: Move,
    right: &[Vec<Clue>],
    puzzle: &mut Puzzle,
    answer: &mut Answer,
    chance: &mut Chance,
    limits: &Limits,
) -> Result<bool, Error> {
    let mut wrong: Vec<Answer> = Vec::new();
    for _ in 0..CHANGES {
        match other(puzzle, answer, limits)? {
            Other::None => return Ok(true),
            Other::Unknown => return Ok(false),
            Other::Found(another) => wrong.push(another),
        }
        let mut is_better = false;
        for _ in 0..TRIES {
            if limits.are_reached() {
                return Ok(false);
            }
            let latest = &wrong[wrong.len() - 1];
            let Some(changed) = changed(way, right, puzzle, answer, latest, chance) else { continue };
            // Answers that were wrong before may not come back.
            is_better = only(&changed, answer, &wrong, limits)?;
            if is_better {
                *puzzle = changed;
                break;
            }
        }
        if !is_better && way == Move::Clue {
            return Ok(false);
        }
        if !is_better {
            *answer = wrong.pop().expect("another answer");
            wrong.clear();
        }
    }
    Ok(false)
}

/// Returns the cells where two answers differ: of shaded ones those that are so in the second.
fn different(puzzle: &Puzzle, one: &Answer, other: &Answer) -> Vec<usize> {
    let grid = puzzle.board.cells;
    let mut cells = Vec::new();
    for ((_, one), (_, other)) in one.0.iter().zip(&other.0) {
        let places = one.iter().zip(other).enumerate().filter(|(_, (one, other))| one < other);
        for (at, _) in places {
            if one.len() == grid.len() {
                cells.push(at);
            } else if let Some(&(a, b)) = grid.pairs().get(at) {
                cells.extend([a, b]);
            }
        }
    }
    cells
}

/// Returns a puzzle with a random change, near a difference between answers; `None` if there is nothing to change.
fn changed(
    way: Move,
    right: &[Vec<Clue>],
    puzzle: &Puzzle,
    answer: &Answer,
    wrong: &Answer,
    chance: &mut Chance,
) -> Option<Puzzle> {
    let grid = puzzle.board.cells;
    let mut changed = puzzle.clone();
    match way {
        Move::Room => {
            let &cell = chance.pick(&different(puzzle, answer, wrong))?;
            let rooms = puzzle.rooms();
            let mut of = puzzle.room_of(&rooms);
            let beside: Vec<usize> = grid.around(cell).filter(|&at| of[at] != of[cell]).collect();
            of[cell] = of[*chance.pick(&beside)?];
            changed.clues[part(puzzle, Places::Walls)] = layout::walls(grid, &of);
            // A room that falls apart would be two.
            (changed.rooms().len() == rooms.len()).then_some(changed)
        }
        Move::Within => {
            let &cell = chance.pick(&different(puzzle, answer, wrong))?;
            let cells = area(puzzle, answer, cell);
            let clues = &mut changed.clues[part(puzzle, Places::Cells)];
            let at = cells.iter().copied().find(|&cell| clues[cell].is_some())?;
            let &to = chance.pick(&cells)?;
            clues.swap(at, to);
            (at != to).then_some(changed)
        }
        Move::Clue => {
            let places: Vec<usize> = (0..right.len()).filter(|&at| right[at].len() > 1).collect();
            let &at = chance.pick(&places)?;
            changed.clues[part(puzzle, Places::Cells)][at] = chance.pick(&right[at]).cloned();
            Some(changed)
        }
    }
}
