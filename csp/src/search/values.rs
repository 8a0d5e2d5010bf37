//! Branching by all values of a variable in turn.

use super::Search;
use super::stack::{Entry, Next};
use crate::engine::Failure;
use crate::engine::observe::Observer;
use crate::model::decision::Decision;
use crate::model::ids::Var;

impl<O: Observer> Search<O> {
    /// Counts a variable that is opened, and the variables skipped before it.
    pub(super) fn open(&mut self, var: Var) {
        if self.by_values {
            self.stats.opened += 1;
            self.pass(var.index());
            self.observer.open(var, self.depth(), &self.compiled.engine.store);
        }
    }

    /// Counts the variables between the one decided last and this one, if variables are branched on in order.
    #[inline]
    pub(super) fn pass(&mut self, to: usize) {
        if self.by_values && self.in_order {
            let latest = self.decisions_from_last().next();
            let from = latest.map_or(0, |decision| decision.variable().index() + 1);
            self.stats.passed += to.saturating_sub(from) as u64;
        }
    }

    /// Tries the next value of the variable that was opened last.
    pub(super) fn next_value(&mut self, latest: Decision) -> Next {
        let var = latest.variable();
        let view = self.compiled.engine.view(var);
        let store = &self.compiled.engine.store;
        let is_refused = |value: i32| {
            let mut refused = self.stack.iter().rev().map_while(|entry| entry.refused());
            refused.any(|tried| tried == Decision::Assign(var, value))
        };
        // The refuted one of the last two values is still in the domain: without it, propagation would fix the
        // variable, and no decision would be left.
        let Some(least) = store.domain(view).iter().find(|&value| !is_refused(value)) else {
            return Next::DeadEnd;
        };
        let is_last = store.size(view) <= 2;
        let brancher = self.brancher.built().filter(|_| !is_last);
        let wished = brancher.and_then(|brancher| brancher.next_value(var, view, store));
        let value =
            wished.filter(|&value| store.contains(view, value) && !is_refused(value)).unwrap_or(least);
        Next::Level(Entry::Value(Decision::Assign(var, value)))
    }

    /// Marks a failed value as tried, and returns to the state in which its variable was opened.
    pub(super) fn refuse(&mut self, tried: Decision) -> Result<(), Failure> {
        self.stack.push(Entry::Refused(tried));
        if self.compiled.engine.store.size(self.compiled.engine.view(tried.variable())) > 2 {
            self.compiled.engine.set_aside(tried);
        }
        self.apply_bound()
    }
}
