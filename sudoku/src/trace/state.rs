//! Candidates of all cells during a trace.

use super::step::Step;
use crate::candidates::Candidates;

/// The candidates of all cells, with an undo log.
#[derive(Clone, Debug)]
pub struct State {
    cells: Vec<Candidates>,
    /// The undo log: cells with their candidates before each change.
    undo: Vec<(usize, Candidates)>,
    /// The length of the undo log at each decision.
    levels: Vec<usize>,
}

impl State {
    pub(super) fn new(cells: Vec<Candidates>) -> State {
        State { cells, undo: Vec::new(), levels: Vec::new() }
    }

    /// The candidates of each cell.
    pub fn cells(&self) -> &[Candidates] {
        &self.cells
    }

    /// The number of current decisions.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn set(&mut self, cell: usize, left: Candidates) {
        self.undo.push((cell, self.cells[cell]));
        self.cells[cell] = left;
    }

    pub(super) fn push(&mut self) {
        self.levels.push(self.undo.len());
    }

    /// Undoes all decisions from level `depth` on and their consequences.
    pub(super) fn backtrack_to(&mut self, depth: usize) {
        if let Some(&length) = self.levels.get(depth) {
            for (cell, before) in self.undo.drain(length..).rev() {
                self.cells[cell] = before;
            }
            self.levels.truncate(depth);
        }
    }

    /// Applies a step.
    pub(super) fn apply(&mut self, step: &Step) {
        match step {
            Step::Decide { .. } => self.push(),
            Step::Refute { depth, .. } => self.backtrack_to(*depth),
            Step::Restart => self.backtrack_to(0),
            _ => {}
        }
        for removal in step.removals() {
            self.set(removal.cell, removal.left);
        }
    }
}
