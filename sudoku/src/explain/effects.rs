//! What relations did in a proof, and what is told of those that lead to a contradiction.

use super::map::Map;
use super::step::Line;
use super::truth::Truth;
use crate::candidates::Candidates;

/// More values left by relations than these are not told before a contradiction.
const MOST_LEFT: usize = 6;

/// What relations did in a proof that is told.
#[derive(Debug, Default)]
pub(super) struct Effects {
    /// The relations that took values from a cell, in their order, and what they left, until one left no value.
    taken: Vec<(usize, usize, u64)>,
    /// The first relation since the last guess that left no value for a cell, with the candidates of its cells before.
    emptied: Option<(usize, Vec<u64>)>,
}

impl Effects {
    /// Begins a case. Returns the number of effects before it.
    pub fn begin_case(&mut self) -> usize {
        self.emptied = None;
        self.taken.len()
    }

    /// Forgets the effects of a case.
    pub fn end_case(&mut self, known: usize) {
        self.taken.truncate(known);
    }

    /// Notes what a relation leaves for its cells. `before` are the candidates of all cells.
    pub fn note(&mut self, relation: usize, cells: &[usize], before: &[u64], left: &[u64]) {
        if self.emptied.is_some() {
            return;
        }
        let is_open = cells.iter().all(|&cell| before[cell] != 0);
        if is_open && cells.iter().zip(left).any(|(&cell, left)| before[cell] & left == 0) {
            self.emptied = Some((relation, cells.iter().map(|&cell| before[cell]).collect()));
            return;
        }
        let taken = cells.iter().zip(left).filter(|&(&cell, left)| before[cell] & !left != 0);
        self.taken.extend(taken.map(|(&cell, &left)| (relation, cell, left)));
    }

    /// The end of a proof, where a truth has no candidate left: a relation that left no value for a cell, if there is
    /// one, and what other relations have left for its cells; else the truth. `held` are the candidates of each cell
    /// that hold, and `now` those that are left.
    pub fn failure(&self, map: &Map, truth: usize, held: &[u64], now: &[u64]) -> Vec<Line> {
        let Some((relation, before)) = &self.emptied else {
            let relation = map.numbering.as_relation(truth);
            let cells = relation.iter().flat_map(|&relation| &map.relations[relation].cells);
            let left = cells.map(|&cell| (cell, Candidates::of_bits(now[cell]))).collect();
            return vec![Line::Fails { truth: map.numbering.truth(truth), left }];
        };
        let cells = &map.relations[*relation].cells;
        let is_told = |at: usize| {
            let (by, cell, _) = self.taken[at];
            let is_last = !self.taken[at + 1..].iter().any(|&(other, later, _)| (other, later) == (by, cell));
            by != *relation && cells.contains(&cell) && held[cell] == 0 && is_last
        };
        let told = (0..self.taken.len()).filter(|&at| is_told(at)).map(|at| {
            let (by, cell, left) = self.taken[at];
            Line::Leaves { truth: Truth::Relation(by), cell, left: Candidates::of_bits(left) }
        });
        let mut told: Vec<Line> = told.collect();
        if told.len() > MOST_LEFT {
            told.clear();
        }
        let before = before.iter().map(|&before| Candidates::of_bits(before));
        let left = cells.iter().copied().zip(before).collect();
        told.push(Line::Fails { truth: Truth::Relation(*relation), left });
        told
    }
}
