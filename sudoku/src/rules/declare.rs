//! The model of all clues of a puzzle.

use super::clue::Clue;
use super::draft::Draft;
use super::kind::Group;
use super::origin::Origin;

impl Draft<'_> {
    /// Declares all clues.
    pub(crate) fn declare_all(&mut self) {
        let clues = self.scene().clues;
        // Rules for the whole grid come first: others ask which cells differ.
        let is_for_grid = |clue: &Clue| clue.kind.group == Group::Grid;
        for is_first in [true, false] {
            for (at, clue) in clues.iter().enumerate().filter(|(_, clue)| is_for_grid(clue) == is_first) {
                self.on_behalf_of(Origin::Clue(at), |draft| draft.declare(clue));
            }
        }
        for at in 0..clues.len() {
            if let Some(finish) = self.finish_of(at) {
                self.on_behalf_of(Origin::Clue(at), finish);
            }
        }
    }

    /// Returns what is declared after all clues on behalf of a clue: the first of its kind speaks for the others.
    pub(crate) fn finish_of(&self, at: usize) -> Option<fn(&mut Draft<'_>)> {
        let (earlier, clue) = (&self.scene().clues[..at], &self.scene().clues[at]);
        clue.kind.finish.filter(|_| earlier.iter().all(|earlier| earlier.kind != clue.kind))
    }
}
