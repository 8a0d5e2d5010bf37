//! A list of variables whose values, read in order, are a word of a regular language.
//!
//! Meaning: the [`Automaton`], deterministic or not, has a way from its start through the values to an
//! accepting state. Strength: domain-consistent, if no variable stands there twice (Pesant 2004); of a very
//! wide domain the two bounds are. The automaton is unfolded into a layer of states before each variable;
//! states that cannot be reached from the start or lead to no end drop out, and with them the values that
//! only they have. Cost: variables times transitions a run at most; the layers are kept from run to run, and
//! only where a domain has changed, or what lies before or behind it, is anything worked out anew.

mod automaton;
mod expression;
mod places;
mod table;

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::compile::Compile;
use crate::constraint::Constraint;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::operand::{Operand, Operands};
use crate::constraints::runs::{Run, keep, meets};
use crate::constraints::windows::interval;
use crate::error::Error;
use crate::model::{Model, Var};
use crate::propagator::{Cost, Propagator, Status};
use crate::store::{Conflict, Event, Shape, Slot, Store, View};

use table::{Table, Unfolded};

pub use automaton::Automaton;

/// A word of an automaton, as made by [`regular`].
#[derive(Clone, Debug)]
pub struct Regular {
    word: Operands,
    automaton: Arc<Automaton>,
}

/// The values, read in order, are a word that the automaton accepts. Constraints that share one in an [`Arc`] take less
/// time to set up.
///
/// ```
/// use csp::{Automaton, Model, regular};
///
/// // A row of a nonogram: three in a row, then one.
/// let mut model = Model::new();
/// let row = model.vars(6, 0..=1);
/// model.post(regular(&row, Automaton::parse("0* 1{3} 0+ 1 0*")?));
/// assert_eq!(model.search()?.solutions().count(), 3);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn regular<T: Into<Operand>>(
    word: impl IntoIterator<Item = T>,
    automaton: impl Into<Arc<Automaton>>,
) -> Regular {
    Regular { word: Operands::new(word), automaton: automaton.into() }
}

impl Constraint for Regular {
    fn scope(&self) -> &[Var] {
        self.word.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.automaton.reads(self.word.each_value(values))
    }

    fn post(&self, to: &mut Compile<'_>) {
        let views = self.word.views(to);
        to.propagator(Layers::new(views.into(), &self.automaton));
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let faulty = |what| format!("the automaton of a word over {} {what}", self.word.names(model));
        self.automaton
            .fault()
            .map(|what| Error::bad_constraint(faulty(what)))
            .or_else(|| self.word.fault(model))
    }
}

/// The automaton unfolded. The layers are scratch: each run finds out what its domains say that they did not
/// say in the last one, wherever the search has been since.
#[derive(Debug)]
struct Layers {
    views: Box<[View]>,
    duplicates: bool,
    table: Arc<Table>,
    /// Whether nothing has been worked out yet.
    is_new: bool,
    /// The states before each variable, and after the last: those that the start leads to, and of them those
    /// that lead to an end.
    reached: Vec<FixedBitSet>,
    live: Vec<FixedBitSet>,
    /// The labels that each domain has, and those that some way needs.
    present: Vec<FixedBitSet>,
    supported: Vec<FixedBitSet>,
    /// The domains of up to 64 values that the labels are from; never empty but before the first run.
    loaded: Vec<u64>,
    /// Variables that may have values without a label, those whose labels have changed, and those whose live
    /// states have yet to be worked out.
    strays: FixedBitSet,
    fresh: FixedBitSet,
    stale: FixedBitSet,
    /// Of the layer at hand.
    states: FixedBitSet,
    some_labels: FixedBitSet,
    runs: Vec<Run>,
}

impl Layers {
    fn new(views: Box<[View]>, automaton: &Automaton) -> Layers {
        let table = automaton.table().clone();
        let layers = views.len() + 1;
        let no_states = FixedBitSet::with_capacity(table.states);
        let no_labels = FixedBitSet::with_capacity(table.labels.len());
        // Without any label nothing is reached but the start: from there the first run goes on.
        let mut reached = vec![no_states.clone(); layers];
        reached[0].insert(automaton.start());
        Layers {
            duplicates: has_repeats(views.iter()),
            is_new: true,
            reached,
            live: vec![no_states.clone(); layers],
            present: vec![no_labels.clone(); views.len()],
            supported: vec![no_labels.clone(); views.len()],
            loaded: vec![0; views.len()],
            strays: FixedBitSet::with_capacity(views.len()),
            fresh: FixedBitSet::with_capacity(views.len()),
            stale: FixedBitSet::with_capacity(views.len()),
            states: no_states,
            some_labels: no_labels,
            runs: Vec::new(),
            views,
            table,
        }
    }

    /// Takes over what the first run of another constraint with this automaton came to, if that had the same labels.
    fn copy_first(&mut self) -> bool {
        let first = self.table.first.lock().expect("nobody panics holding it");
        let Some(first) = first.as_ref().filter(|first| first.present == self.present) else { return false };
        self.reached.clone_from(&first.reached);
        self.live.clone_from(&first.live);
        self.supported.clone_from(&first.supported);
        true
    }

    /// Leaves what the first run came to for others.
    fn give_first(&self) {
        // Nobody else has the automaton.
        if Arc::strong_count(&self.table) <= 2 {
            return;
        }
        let Layers { reached, live, present, supported, .. } = self;
        let [reached, live, present, supported] = [reached, live, present, supported].map(Vec::clone);
        *self.table.first.lock().expect("nobody panics holding it") =
            Some(Unfolded { reached, live, present, supported });
    }

    fn load(&mut self, store: &Store) {
        self.fresh.clear();
        for (at, &view) in self.views.iter().enumerate() {
            if store.shape(view.slot) == Shape::Word {
                let word = store.word(view.slot);
                if std::mem::replace(&mut self.loaded[at], word) == word {
                    continue;
                }
                let zero = store.base(view.slot) + view.offset;
                let mut strays = word;
                for (label, &(low, high)) in self.table.labels.iter().enumerate() {
                    let run = interval(low, high, zero);
                    self.some_labels.set(label, word & run != 0);
                    strays &= !run;
                }
                self.strays.set(at, strays != 0);
            } else {
                for (label, &run) in self.table.labels.iter().enumerate() {
                    self.some_labels.set(label, meets(store, view, run));
                }
                self.strays.insert(at);
            }
            if self.some_labels != self.present[at] {
                std::mem::swap(&mut self.some_labels, &mut self.present[at]);
                self.fresh.insert(at);
            }
        }
    }

    fn forward(&mut self) {
        let mut moved = false;
        for at in 0..self.views.len() {
            if !moved && !self.fresh.contains(at) {
                continue;
            }
            self.stale.insert(at);
            self.states.clear();
            let (present, states) = (&self.present[at], &mut self.states);
            for state in self.reached[at].ones() {
                let arcs = self.table.from(state).iter();
                arcs.filter(|(label, _)| present.contains(*label)).for_each(|&(_, to)| states.insert(to));
            }
            moved = self.states != self.reached[at + 1];
            std::mem::swap(&mut self.states, &mut self.reached[at + 1]);
        }
    }

    /// From the end to the start.
    fn backward(&mut self) -> Result<(), Conflict> {
        let last = self.views.len();
        self.states.clone_from(&self.reached[last]);
        self.states.intersect_with(&self.table.accepting);
        if self.states.is_clear() {
            return Err(Conflict);
        }
        let mut moved = self.states != self.live[last];
        std::mem::swap(&mut self.states, &mut self.live[last]);
        for at in (0..last).rev() {
            if !moved && !self.stale.contains(at) {
                continue;
            }
            self.states.clear();
            let (present, next) = (&self.present[at], &self.live[at + 1]);
            let supported = &mut self.supported[at];
            supported.clear();
            for state in self.reached[at].ones() {
                let mut is_live = false;
                for &(label, target) in self.table.from(state) {
                    if present.contains(label) && next.contains(target) {
                        is_live = true;
                        supported.insert(label);
                    }
                }
                self.states.set(state, is_live);
            }
            moved = self.states != self.live[at];
            std::mem::swap(&mut self.states, &mut self.live[at]);
        }
        self.stale.clear();
        Ok(())
    }

    /// True when something went.
    fn narrow(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        let began = store.trail().len();
        for (at, &view) in self.views.iter().enumerate() {
            if self.strays.contains(at) || self.supported[at] != self.present[at] {
                self.runs.clear();
                self.runs.extend(self.supported[at].ones().map(|label| self.table.labels[label]));
                keep(store, view, &self.runs)?;
            }
        }
        Ok(store.trail().len() != began)
    }
}

impl Propagator for Layers {
    fn name(&self) -> &'static str {
        "regular"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        self.load(store);
        if !std::mem::replace(&mut self.is_new, false) {
            self.forward();
            self.backward()?;
        } else if !self.copy_first() {
            self.forward();
            self.backward()?;
            self.give_first();
        }
        let changed = self.narrow(store)?;
        Ok(if changed && self.duplicates { Status::Again } else { Status::Fixpoint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Values;
    use crate::rng::Rng;

    #[test]
    fn layers_that_are_kept_find_what_new_ones_find() {
        let (found, failed) = walk("0* (1{2} [0 4]+ | 2 3?)* (1|70)+ [0 90-95]*");
        assert!(found > 100 && failed > 100, "{found} and {failed}");
        // Where every label is always needed, and values without a label go nevertheless.
        let (found, failed) = walk("[0-3 70]*");
        assert!(found > 100 && failed > 100, "{found} and {failed}");
    }

    /// Down and up a search at random: layers that are kept say what new ones do, whatever was there before.
    /// Gives how often something was left and how often nothing.
    fn walk(expression: &str) -> (u32, u32) {
        let automaton = Automaton::parse(expression).unwrap();
        let mut rng = Rng::new(1);
        let mut random = |n: u32| rng.below(n) as i32;
        let mut store = Store::default();
        let views: Vec<View> = (0..9)
            .map(|at| {
                let values = if at % 4 == 3 { Values::from(-2..=100) } else { Values::from(-2..=5) };
                View { slot: store.add(&values, -2), offset: i32::from(at == 5) }
            })
            .collect();
        let mut kept = Layers::new(views.clone().into(), &automaton);
        let (mut found, mut failed) = (0, 0);
        for _ in 0..20_000 {
            let mut look = |layers: &mut Layers| {
                store.push();
                let left = layers.propagate(&mut store).map(|_| {
                    let values = |&view: &View| store.domain(view).iter().collect::<Vec<i32>>();
                    views.iter().map(values).collect::<Vec<_>>()
                });
                store.pop();
                left
            };
            let left = look(&mut kept);
            assert_eq!(left, look(&mut Layers::new(views.clone().into(), &automaton)));
            *(if left.is_ok() { &mut found } else { &mut failed }) += 1;
            if store.depth() > 0 && (left.is_err() || random(12) == 0) {
                for _ in 0..=random(store.depth() as u32) {
                    store.pop();
                }
            }
            store.push();
            // As a search does, but now and then only, so that more is found at once and more fails.
            if random(5) == 0 {
                _ = kept.propagate(&mut store);
            }
            let view = views[random(9) as usize];
            let (low, high) = store.bounds(view);
            let value = low + random((high - low + 1) as u32);
            _ = if random(2) == 0 { store.remove(view, value) } else { store.at_most(view, value) };
        }
        (found, failed)
    }
}
