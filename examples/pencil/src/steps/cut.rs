//! What would be cut off if a cell did not have the value of cells that are connected.

use csp::Decision;
use csp::steps::{Step, Way};

use super::Steps;
use crate::draft::{Layer, Place};

/// A cell that has to have a value, so that others with it stay connected.
pub struct Cut {
    /// What would not be.
    pub supposed: Decision,
    /// What stands in the way elsewhere.
    pub blocks: Vec<Decision>,
    /// A cell that would be cut off, and one that it would be cut off from.
    pub cells: [String; 2],
}

impl Steps<'_> {
    /// Returns what a step says of connected cells, if it says that alone.
    pub(super) fn cut(&self, step: &Step) -> Option<Cut> {
        let ([constraint], [conclusion], Way::Groups) =
            (&step.constraints[..], &step.conclusions[..], step.way)
        else {
            return None;
        };
        let &(_, value) = self.draft.connected.iter().find(|(connected, _)| connected == constraint)?;
        let grid = self.draft.puzzle.board.cells;
        let cell = |decision: &Decision| match self.drawn(decision.variable()) {
            (Layer::Shade | Layer::Number, cell) => Some(cell),
            _ => None,
        };
        let has_value = |decisions: &[&Decision]| {
            let mut left = self.draft.model.declared(decisions[0].variable()).iter();
            left.all(|of| of == value || decisions.iter().any(|decision| !decision.holds(of)))
        };
        let at = cell(conclusion).filter(|_| conclusion.holds(value))?;
        let (mut with, mut blocks) = (Vec::new(), Vec::new());
        for facts in step.facts.chunk_by(|one, other| one.variable() == other.variable()) {
            let facts: Vec<&Decision> = facts.iter().collect();
            if facts.iter().any(|fact| !fact.holds(value)) {
                blocks.push((cell(facts[0])?, *facts[0]));
            } else if has_value(&facts) {
                with.push(cell(facts[0])?);
            }
        }
        let is_open = |at_: usize| at_ != at && blocks.iter().all(|(block, _)| *block != at_);
        let reached = |first: usize| {
            let (mut cells, mut next) = (vec![first], 0);
            while next < cells.len() {
                let here = cells[next];
                let beside = grid.around(here).filter(|&at| is_open(at) && !cells.contains(&at));
                let beside: Vec<usize> = beside.collect();
                cells.extend(beside);
                next += 1;
            }
            cells
        };
        // The smaller side is what is cut off.
        let (&first, rest) = with.split_first()?;
        let &other = rest.iter().find(|other| !reached(first).contains(other))?;
        let (off, from) =
            if reached(first).len() <= reached(other).len() { (first, other) } else { (other, first) };
        let name = |cell: usize| Place::Cell(cell).name(self.draft.puzzle);
        let blocks = blocks.into_iter().map(|(_, fact)| fact).collect();
        Some(Cut { supposed: !*conclusion, blocks, cells: [name(off), name(from)] })
    }
}
