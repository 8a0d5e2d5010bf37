//! What a reader knows at a line of a proof.

use crate::candidates::Candidates;
use crate::explain::state::State;
use crate::explain::step::Line;
use crate::explain::truth::Truth;

/// What holds at a line.
#[derive(Clone, Default)]
pub(super) struct Held {
    pub all: Vec<(usize, u8)>,
    /// What clues left cells by lines before.
    pub left: Vec<(usize, Candidates)>,
    /// What was told just before.
    pub last: Option<(usize, u8)>,
    /// Whether that was supposed.
    pub is_supposed: bool,
    /// The clue that took values from a cell just before, and the cell.
    pub taken: Option<(usize, usize)>,
}

impl Held {
    /// A supposition, beside what holds.
    pub fn supposing(&self, cell: usize, value: u8) -> Held {
        let all = self.all.iter().copied().chain([(cell, value)]).collect();
        Held { all, left: self.left.clone(), last: Some((cell, value)), is_supposed: true, taken: None }
    }

    /// The candidates of a cell that are seen, but for those that clues took by lines before.
    pub fn known(&self, state: &State, cell: usize) -> Candidates {
        let told = self.left.iter().filter(|(known, _)| *known == cell);
        told.fold(state.candidates(cell), |left, &(_, values)| left.and(values))
    }

    /// Notes a conclusion.
    pub fn note(&mut self, line: &Line) {
        (self.last, self.is_supposed, self.taken) = (None, false, None);
        if let &Line::Holds { cell, value, .. } = line {
            self.all.push((cell, value));
            self.last = Some((cell, value));
        }
        if let &Line::Leaves { truth, cell, left, .. } = line {
            self.left.push((cell, left));
            if let Truth::Relation(relation) = truth {
                self.taken = Some((relation, cell));
            }
        }
    }
}
