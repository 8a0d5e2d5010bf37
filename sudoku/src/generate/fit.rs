//! Puzzles of a wanted difficulty.
//!
//! A puzzle that is too hard gets clues back whenever no allowed step is left; a puzzle that is too easy is dropped.

use super::Attempt;
use super::chance::Chance;
use super::difficulty::Difficulty;
use super::requirements::Requirements;
use crate::candidates::Candidates;
use crate::explain::{Explainer, State, Technique};
use crate::puzzle::{Puzzle, Solution};

/// The conditions that a puzzle must meet when clues are given back.
pub(super) struct Setting<'a> {
    pub requirements: &'a Requirements,
    /// Sets of cells of which all or none hold clues.
    pub orbits: &'a [Vec<u16>],
}

impl Difficulty {
    /// Gives clues back until the puzzle is not too hard. The attempt is missed if this fails or makes the puzzle too
    /// easy.
    pub(super) fn fit(
        &self,
        mut puzzle: Puzzle,
        solution: Solution,
        setting: &Setting<'_>,
        explainer: &mut Explainer,
        chance: &mut Chance,
    ) -> Attempt {
        // Clues given back, in whole orbits.
        let mut further = Vec::new();
        let help = |state: &State| {
            let is_open = |orbit: &&Vec<u16>| orbit.iter().any(|&cell| !state.is_placed(cell.into()));
            let open: Vec<&Vec<u16>> = setting.orbits.iter().filter(is_open).collect();
            let Some(orbit) = open.get(chance.below(open.len())) else { return Vec::new() };
            let value = |&cell: &u16| (usize::from(cell), solution[usize::from(cell)]);
            further.extend(orbit.iter().map(value));
            // The walk goes on with those that it has not found by itself.
            orbit.iter().filter(|&&cell| !state.is_placed(cell.into())).map(value).collect()
        };
        let is_allowed = |technique: &Technique, cost: u16| self.allows_step(technique, cost);
        // Where every step is allowed, no clue would be given back.
        let is_solved = self.allows_all() || explainer.walk(&puzzle, is_allowed, help);
        let requirements = setting.requirements;
        // The puzzle had one solution before clues were given back, so with them it is not minimal.
        if !is_solved || requirements.minimal && !further.is_empty() {
            return Attempt::Missed;
        }
        for (cell, value) in further {
            puzzle.set_cell(cell, Candidates::one(value));
        }
        if requirements.most.is_some_and(|most| puzzle.givens() > most) {
            return Attempt::Missed;
        }
        let rating = explainer.rate(&puzzle);
        let fits = self.is_met(&rating, chance);
        if fits { Attempt::Puzzle(Box::new(puzzle), solution) } else { Attempt::Missed }
    }
}
