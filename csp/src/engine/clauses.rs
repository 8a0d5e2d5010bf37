//! Clauses: disjunctions of literals. Constraints post them, and restarts learn nogoods.
//!
//! Each clause has two watched literals (Moskewicz et al. 2001). It is visited only when a watched literal
//! may have become false, and watches need no repair on backtracking. Clauses are valid in the whole search
//! tree, so they are stored outside of [`Memory`](crate::engine::memory).
//!
//! Nogoods consist of literals "not this value". Such a literal becomes false only when its variable is
//! fixed, so it is visited only then. Visiting it at every change took most of the time with some thousand
//! nogoods.

use crate::base::limits::room;
use crate::engine::literal::{Literal, Test};
use crate::engine::store::{Conflict, Event, Slot, Store, cause};
use crate::model::ids::ConstraintId;

#[derive(Debug, Default)]
pub(crate) struct Clauses {
    literals: Vec<Literal>,
    /// Start and end of each clause in `literals`. The first two literals of a clause are watched.
    spans: Vec<(u32, u32)>,
    /// The constraint that posted each clause; `None` for nogoods.
    sources: Vec<Option<ConstraintId>>,
    /// For each slot two lists of clauses that watch one of its literals; see [`list_of`].
    watches: Vec<Vec<u32>>,
}

/// Returns the index of the list in which a literal is watched. Of a slot's two lists, the first is visited
/// at every change, the second when the slot is fixed.
#[inline(always)]
fn list_of(literal: Literal) -> usize {
    2 * literal.slot.0 as usize + usize::from(literal.test == Test::IsNot)
}

impl Clauses {
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Iterates over the clauses, each with the constraint that posted it.
    pub fn iter(&self) -> impl Iterator<Item = (&[Literal], Option<ConstraintId>)> {
        let literals = |&(start, end): &(u32, u32)| &self.literals[start as usize..end as usize];
        self.spans.iter().map(literals).zip(self.sources.iter().copied())
    }

    /// Returns the bytes in use, including two watches for each clause.
    pub fn bytes(&self) -> usize {
        room(&self.literals)
            + room(&self.spans)
            + room(&self.sources)
            + room(&self.watches)
            + self.spans.len() * 2 * size_of::<u32>()
    }

    /// Adds a clause and enforces it if one literal is left. Literals that are already false are left out,
    /// and a clause that is already true is not added, so the current domains must hold as long as the clause
    /// is kept. Nogoods have no source.
    pub fn add(
        &mut self,
        store: &mut Store,
        source: Option<ConstraintId>,
        literals: impl Iterator<Item = Literal>,
    ) -> Result<(), Conflict> {
        store.set_cause(source.map_or(cause::NOGOOD, cause::posting));
        let start = self.literals.len();
        for literal in literals {
            match literal.status(store) {
                Some(true) => {
                    self.literals.truncate(start);
                    return Ok(());
                }
                Some(false) => {}
                None => self.literals.push(literal),
            }
        }
        match self.literals[start..] {
            [] => Err(Conflict),
            [only] => {
                only.enforce(store)?;
                if only.status(store) == Some(true) {
                    self.literals.truncate(start);
                } else {
                    // A very wide domain cannot lose an inner value: the clause stays, with this literal in
                    // both watched positions.
                    self.literals.push(only);
                    self.keep(start, source, only, only);
                }
                Ok(())
            }
            [first, second, ..] => {
                self.keep(start, source, first, second);
                Ok(())
            }
        }
    }

    /// Stores the literals from `start` on as a clause that watches `first` and `second`.
    fn keep(&mut self, start: usize, source: Option<ConstraintId>, first: Literal, second: Literal) {
        let clause = self.spans.len() as u32;
        self.sources.push(source);
        self.spans.push((start as u32, self.literals.len() as u32));
        for literal in [first, second] {
            self.watch(list_of(literal), clause);
        }
    }

    /// Returns the constraint that posted a clause.
    pub fn source(&self, clause: u32) -> Option<ConstraintId> {
        self.sources.get(clause as usize).copied().flatten()
    }

    /// Removes all clauses but the first `keep`.
    pub fn truncate(&mut self, keep: usize) {
        if keep == self.spans.len() {
            return;
        }
        self.literals.truncate(self.spans[keep].0 as usize);
        self.spans.truncate(keep);
        self.sources.truncate(keep);
        for list in &mut self.watches {
            list.retain(|&clause| (clause as usize) < keep);
        }
    }

    fn watch(&mut self, list: usize, clause: u32) {
        if self.watches.len() <= list {
            self.watches.resize_with(list + 1, Vec::new);
        }
        self.watches[list].push(clause);
    }

    /// Visits the clauses that watch `slot`, whose domain has changed.
    #[inline(always)]
    pub fn changed(&mut self, store: &mut Store, slot: Slot, event: Event) -> Result<(), Conflict> {
        let first = 2 * slot.0 as usize;
        self.visit_any(store, first)?;
        if event == Event::Fix { self.visit_any(store, first + 1) } else { Ok(()) }
    }

    #[inline(always)]
    fn visit_any(&mut self, store: &mut Store, list: usize) -> Result<(), Conflict> {
        match self.watches.get(list) {
            Some(clauses) if !clauses.is_empty() => self.visit(store, list),
            _ => Ok(()),
        }
    }

    fn visit(&mut self, store: &mut Store, list: usize) -> Result<(), Conflict> {
        let mut clauses = std::mem::take(&mut self.watches[list]);
        let mut result = Ok(());
        clauses.retain(|&clause| result.is_err() || self.keep_watching(store, list, clause, &mut result));
        // A replacement literal may belong to the same list.
        clauses.append(&mut self.watches[list]);
        self.watches[list] = clauses;
        result
    }

    /// Visits one clause. Returns false if the clause is now watched from another list.
    fn keep_watching(
        &mut self,
        store: &mut Store,
        list: usize,
        clause: u32,
        result: &mut Result<(), Conflict>,
    ) -> bool {
        let (start, end) = self.spans[clause as usize];
        let literals = &mut self.literals[start as usize..end as usize];
        let first = literals[0].status(store);
        if first == Some(true) {
            return true;
        }
        let second = literals[1].status(store);
        if second == Some(true) {
            return true;
        }
        let status = [first, second];
        let falsified = |i: usize| list_of(literals[i]) == list && status[i] == Some(false);
        let Some(which) = [0, 1].into_iter().find(|&i| falsified(i)) else {
            return true;
        };
        if let Some(other) = (2..literals.len()).find(|&k| literals[k].status(store) != Some(false)) {
            literals.swap(which, other);
            let new = list_of(literals[which]);
            self.watch(new, clause);
            return false;
        }
        store.set_cause(cause::clause(clause));
        *result = literals[1 - which].enforce(store);
        true
    }
}
