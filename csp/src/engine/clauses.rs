//! Clauses over decisions: at least one must hold. Posted by users, and learned as nogoods when a
//! search restarts.
//!
//! Two watched literals a clause (Moskewicz et al. 2001): a clause is looked at only when one of two
//! chosen literals becomes false, and watches need no repair on backtracking. Clauses hold everywhere,
//! so they live outside [`Memory`](crate::engine::memory).
//!
//! Nogoods say "not this value", which becomes false only when the variable is fixed: such literals are looked
//! at then, and not at every change (with some thousand nogoods that was most of the time).

use crate::base::limits::room;
use crate::engine::literal::{Literal, Test};
use crate::engine::store::{Conflict, Event, Slot, Store, cause};
use crate::model::ids::ConstraintId;

#[derive(Debug, Default)]
pub(crate) struct Clauses {
    literals: Vec<Literal>,
    /// Where each clause begins and ends. Its first two literals are the watched ones.
    spans: Vec<(u32, u32)>,
    /// For each clause the constraint that said it; none for nogoods.
    sources: Vec<Option<ConstraintId>>,
    /// For each slot two lists of clauses that watch a literal of it: see [`list_of`].
    watches: Vec<Vec<u32>>,
}

/// Where a literal is watched: its slot's first list is visited at every change, the second at fixing.
#[inline(always)]
fn list_of(literal: Literal) -> usize {
    2 * literal.slot.0 as usize + usize::from(literal.test == Test::IsNot)
}

impl Clauses {
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Bytes that are in use: those of two watches for each clause, too.
    pub fn bytes(&self) -> usize {
        room(&self.literals)
            + room(&self.spans)
            + room(&self.sources)
            + room(&self.watches)
            + self.spans.len() * 2 * size_of::<u32>()
    }

    /// Adds a clause and draws what follows from the domains as they are. They must hold as long as the
    /// clause does: literals that they decide are left out. Nogoods have no source.
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
                    // A very wide domain could not lose an inner value: keep watch, as if it stood twice.
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

    /// Makes a clause of the literals from `start` on, of which the first two are watched.
    fn keep(&mut self, start: usize, source: Option<ConstraintId>, first: Literal, second: Literal) {
        let clause = self.spans.len() as u32;
        self.sources.push(source);
        self.spans.push((start as u32, self.literals.len() as u32));
        for literal in [first, second] {
            self.watch(list_of(literal), clause);
        }
    }

    /// The constraint that said a clause.
    pub fn source(&self, clause: u32) -> Option<ConstraintId> {
        self.sources.get(clause as usize).copied().flatten()
    }

    /// Keeps the first `keep` clauses.
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

    /// The domain of `slot` has changed.
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
        // A replacement may have been found on the same variable.
        clauses.append(&mut self.watches[list]);
        self.watches[list] = clauses;
        result
    }

    /// Looks at one clause; false when it is watched from another list now.
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
