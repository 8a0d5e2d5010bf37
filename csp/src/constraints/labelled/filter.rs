//! The propagator: applies the rule of each label whose places have changed.

use super::{Known, LabelRule, Scratch};
use crate::compile::posting::Posting;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View, Word};

#[derive(Debug)]
pub struct Filter<R> {
    name: &'static str,
    /// The places that may have one of the labels.
    views: Vec<View>,
    rules: Vec<R>,
    /// The state of each label's places after the last run.
    states: Vec<Word>,
    scratch: Scratch,
}

impl<R: LabelRule + 'static> Filter<R> {
    pub fn post(name: &'static str, rules: Vec<R>, to: &mut Posting<'_>) {
        let states = rules.iter().map(|_| to.word(u64::MAX)).collect();
        let mut views: Vec<View> = rules.iter().flat_map(|rule| &rule.graph().views).copied().collect();
        views.sort_unstable_by_key(|view| (view.slot, view.offset));
        views.dedup();
        to.propagator(Filter { name, views, rules, states, scratch: Scratch::default() });
    }
}

impl<R: LabelRule> Propagator for Filter<R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn work(&self, slots: usize) -> u32 {
        4 + slots as u32
    }

    fn memory(&self) -> usize {
        let lists = self.rules.iter().flat_map(|rule| &rule.graph().neighbours);
        size_of_val(self) + lists.map(|list| size_of_val(&**list) + size_of::<Vec<usize>>()).sum::<usize>()
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let known = &mut Known::default();
        if query.is_conflict() {
            return self.rules.iter().any(|rule| {
                rule.graph().read(why.store(), known);
                why.attempt(|why| rule.explain_conflict(known, why))
            });
        }
        // A variable may occur several times.
        self.views.iter().any(|&view| {
            query.is_about(view)
                && why.attempt(|why| {
                    let removed = why.removed(query, view);
                    self.explain_forced(view, &removed, known, why)
                        || removed.iter().all(|&value| self.explain_removal(view, value, known, why))
                })
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (rule, &filtered) in self.rules.iter().zip(&self.states) {
                let mut state = rule.graph().state(store);
                if state == store.read(filtered) {
                    continue;
                }
                loop {
                    rule.narrow(store, &mut self.scratch)?;
                    let now = rule.graph().state(store);
                    if now == state {
                        break;
                    }
                    (state, changed) = (now, true);
                }
                store.write(filtered, state);
            }
        }
        Ok(Status::Fixpoint)
    }
}

impl<R: LabelRule> Filter<R> {
    /// Explains the loss of values by a label that the place must have.
    fn explain_forced(&self, view: View, removed: &[i32], known: &mut Known, why: &mut Why<'_>) -> bool {
        self.rules.iter().filter(|rule| !removed.contains(&rule.graph().label)).any(|rule| {
            self.explain_by(rule, view, known, why, |known, place, why| {
                rule.explain_inside(known, place, why)
            })
        })
    }

    /// Explains that a place does not have a label.
    fn explain_removal(&self, view: View, value: i32, known: &mut Known, why: &mut Why<'_>) -> bool {
        self.rules.iter().filter(|rule| rule.graph().label == value).any(|rule| {
            self.explain_by(rule, view, known, why, |known, place, why| {
                rule.explain_outside(known, place, why)
            })
        })
    }

    fn explain_by(
        &self,
        rule: &R,
        view: View,
        known: &mut Known,
        why: &mut Why<'_>,
        explain: impl Fn(&Known, usize, &mut Why<'_>) -> bool,
    ) -> bool {
        let graph = rule.graph();
        let mut places = (0..graph.views.len()).filter(|&place| graph.views[place] == view).peekable();
        if places.peek().is_none() {
            return false;
        }
        graph.read(why.store(), known);
        places.any(|place| why.attempt(|why| explain(known, place, why)))
    }
}
