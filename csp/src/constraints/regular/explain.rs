//! Reasons of a regular constraint: labels whose absence cuts all paths through the queried values.
//!
//! From the states that lead to an accepting one by the present labels, layers are visited from the start. A variable
//! gets back all labels except those that lead from a reached state to a state from which an accepting state is
//! reachable.

use super::table::{insert, set_at, set_at_mut};
use super::{Back, Layers, step};
use crate::base::bits::ones_of;
use crate::constraints::absence::has_within;
use crate::engine::reasons::{Query, Why};
use crate::engine::store::Store;

impl Layers {
    pub(super) fn explain_query(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return self.cut(None, why);
        }
        // A variable may occur several times.
        (0..self.views.len()).any(|at| {
            let view = self.views[at];
            query.is_about(view)
                && why.attempt(|why| {
                    let asked = self.asked_labels(at, query, why);
                    asked.is_some_and(|asked| self.cut(Some((at, &asked)), why))
                })
        })
    }

    /// Returns the queried labels, and adds the facts by which a moved bound follows from them.
    fn asked_labels(&self, at: usize, query: &Query, why: &mut Why<'_>) -> Option<Vec<u64>> {
        let (view, store) = (self.views[at], why.store());
        let mut asked = vec![0; self.table.label_words];
        if let Some(label_map) = self.label_map_of[at] {
            self.label_maps[label_map as usize].labels(query.bits(), &mut asked);
            return Some(asked);
        }
        why.own_bounds(query);
        let (min, max) = store.bounds(view);
        for (low, high) in query.intervals(view) {
            let (low, high) = (low.max(min), high.min(max));
            for (label, run) in self.table.labels.iter().enumerate() {
                if has_within(store, view, (low.max(run.0), high.min(run.1))) {
                    insert(&mut asked, label);
                }
            }
            let is_refuted = |value: i32| {
                let label = self.table.label(value.into());
                label.is_none_or(|label| asked[label / 64] >> (label % 64) & 1 != 0)
            };
            if !why.others_are_gone(view, (low, high), is_refuted) {
                return None;
            }
        }
        Some(asked)
    }

    /// Writes the labels of a domain.
    fn read_labels(&self, at: usize, store: &Store, labels: &mut [u64]) {
        labels.fill(0);
        let view = self.views[at];
        match self.label_map_of[at] {
            Some(label_map) => {
                self.label_maps[label_map as usize].labels(store.one_word(view.slot), labels);
            }
            None => {
                for (label, &run) in self.table.labels.iter().enumerate() {
                    if has_within(store, view, run) {
                        insert(labels, label);
                    }
                }
            }
        }
    }

    /// Writes the labels of a domain at the root, or more.
    fn root_labels(&self, at: usize, why: &Why<'_>, labels: &mut [u64]) {
        labels.fill(0);
        let view = self.views[at];
        match self.label_map_of[at] {
            Some(label_map) => {
                self.label_maps[label_map as usize].labels(why.root_word(view.slot), labels);
            }
            None => {
                let (low, high) = why.root_bounds(view);
                for (label, run) in self.table.labels.iter().enumerate() {
                    if run.0 <= high && run.1 >= low {
                        insert(labels, label);
                    }
                }
            }
        }
    }

    /// Adds absent labels without which there is no path, or no path through the queried labels of a variable. Returns
    /// false if there is a path.
    fn cut(&self, asked: Option<(usize, &[u64])>, why: &mut Why<'_>) -> bool {
        let (table, store) = (&self.table, why.store());
        let (words, label_words) = (table.state_words, table.label_words);
        let (all_states, all_labels) = (table.all_states(), vec![u64::MAX; label_words]);
        let last = self.views.len();
        // The states of each layer from which present labels lead to an accepting state.
        let mut live = vec![0; (last + 1) * words];
        set_at_mut(&mut live, last, words).copy_from_slice(&table.accepting);
        let (mut present, mut supported) = (vec![0; label_words], vec![0; label_words]);
        let mut states = vec![0; words];
        for at in (0..last).rev() {
            match asked {
                Some((place, labels)) if place == at => present.copy_from_slice(labels),
                _ => self.read_labels(at, store, &mut present),
            }
            states.fill(0);
            let next = set_at(&live, at + 1, words);
            Back { reached: &all_states, present: &present, next }.support(
                table,
                &mut supported,
                &mut states,
            );
            set_at_mut(&mut live, at, words).copy_from_slice(&states);
        }
        let mut reached = vec![0; words];
        // The first layer is the start alone.
        reached.copy_from_slice(set_at(&self.unfolded.reached, 0, words));
        if reached.iter().zip(&live).any(|(reached, live)| reached & live != 0) {
            return false;
        }
        for at in 0..last {
            if reached.iter().all(|&word| word == 0) {
                break;
            }
            match asked {
                Some((place, labels)) if place == at => present.copy_from_slice(labels),
                _ => {
                    supported.fill(0);
                    states.fill(0);
                    let next = set_at(&live, at + 1, words);
                    Back { reached: &reached, present: &all_labels, next }.support(
                        table,
                        &mut supported,
                        &mut states,
                    );
                    if !self.explain_absent(at, &supported, why) {
                        return false;
                    }
                    self.root_labels(at, why, &mut present);
                    present.iter_mut().zip(&supported).for_each(|(word, cut)| *word &= !cut);
                }
            }
            states.fill(0);
            step(table, &present, &reached, &mut states);
            std::mem::swap(&mut reached, &mut states);
        }
        true
    }

    /// Adds that a variable has none of the labels.
    fn explain_absent(&self, at: usize, labels: &[u64], why: &mut Why<'_>) -> bool {
        let view = self.views[at];
        match self.label_map_of[at] {
            Some(label_map) => {
                why.excludes(view.slot, self.label_maps[label_map as usize].values(labels));
                true
            }
            None => ones_of(labels).all(|label| why.is_outside(view, self.table.labels[label])),
        }
    }
}
