//! A list of variables whose values, read in order, are a word of a regular language.
//!
//! Meaning: the [`Automaton`], deterministic or not, has a way from its start through the values to an
//! accepting state. Strength: domain-consistent, if no variable stands there twice (Pesant 2004); of a very
//! wide domain the two bounds are. The automaton is unfolded into a layer of states before each variable;
//! states that cannot be reached from the start or lead to no end drop out, and with them the values that
//! only they have. Cost: variables times transitions a run; the layers are built anew each time.

mod automaton;
mod expression;
mod places;

use fixedbitset::FixedBitSet;

use crate::compile::Compile;
use crate::constraint::Constraint;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::operand::{Operand, Operands};
use crate::constraints::runs::{Run, keep, meets};
use crate::error::Error;
use crate::model::{Model, Var};
use crate::propagator::{Cost, Propagator, Status};
use crate::store::{Conflict, Event, Slot, Store, View};

pub use automaton::Automaton;

/// A word of an automaton, as made by [`regular`].
#[derive(Clone, Debug)]
pub struct Regular {
    word: Operands,
    automaton: Automaton,
}

/// The values, read in order, are a word that the automaton accepts.
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
pub fn regular<T: Into<Operand>>(word: impl IntoIterator<Item = T>, automaton: Automaton) -> Regular {
    Regular { word: Operands::new(word), automaton }
}

impl Constraint for Regular {
    fn scope(&self) -> &[Var] {
        self.word.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.automaton.reads(self.word.values(values))
    }

    fn post(&self, to: &mut Compile<'_>) {
        let views = self.word.views(to);
        let (labels, transitions) = self.automaton.by_label();
        let layers = views.len() + 1;
        let states = self.automaton.states();
        to.propagator(Layers {
            duplicates: has_repeats(views.iter()),
            views: views.into(),
            start: self.automaton.start(),
            accepting: self.automaton.accepting().iter().copied().collect(),
            reached: vec![FixedBitSet::with_capacity(states); layers],
            live: vec![FixedBitSet::with_capacity(states); layers],
            present: FixedBitSet::with_capacity(labels.len()),
            supported: FixedBitSet::with_capacity(labels.len()),
            runs: Vec::new(),
            labels,
            transitions,
        });
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let faulty = |what| format!("the automaton of a word over {} {what}", self.word.names(model));
        self.automaton
            .fault()
            .map(|what| Error::bad_constraint(faulty(what)))
            .or_else(|| self.word.fault(model))
    }
}

/// The automaton unfolded.
#[derive(Debug)]
struct Layers {
    views: Box<[View]>,
    duplicates: bool,
    /// Runs of values that no transition tells apart, ascending.
    labels: Vec<Run>,
    /// From each state, by label.
    transitions: Vec<Vec<(usize, usize)>>,
    start: usize,
    accepting: FixedBitSet,
    /// The states before each variable, and after the last: those that the start leads to, and of them those
    /// that lead to an end.
    reached: Vec<FixedBitSet>,
    live: Vec<FixedBitSet>,
    /// The labels that the domain at hand has, and those that some way needs.
    present: FixedBitSet,
    supported: FixedBitSet,
    runs: Vec<Run>,
}

impl Layers {
    fn load(&mut self, store: &Store, view: View) {
        self.present.clear();
        for (label, &run) in self.labels.iter().enumerate() {
            self.present.set(label, meets(store, view, run));
        }
    }

    fn forward(&mut self, store: &Store) {
        self.reached.iter_mut().for_each(FixedBitSet::clear);
        self.reached[0].insert(self.start);
        for at in 0..self.views.len() {
            self.load(store, self.views[at]);
            let (before, after) = self.reached.split_at_mut(at + 1);
            for state in before[at].ones() {
                for &(label, target) in &self.transitions[state] {
                    if self.present.contains(label) {
                        after[0].insert(target);
                    }
                }
            }
        }
    }

    /// From the end to the start, narrowing on the way. True when something went.
    fn backward(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        let last = self.views.len();
        self.live.iter_mut().for_each(FixedBitSet::clear);
        self.live[last].union_with(&self.reached[last]);
        self.live[last].intersect_with(&self.accepting);
        let mut changed = false;
        for at in (0..last).rev() {
            let view = self.views[at];
            self.load(store, view);
            self.supported.clear();
            let (before, after) = self.live.split_at_mut(at + 1);
            for state in self.reached[at].ones() {
                for &(label, target) in &self.transitions[state] {
                    if self.present.contains(label) && after[0].contains(target) {
                        before[at].insert(state);
                        self.supported.insert(label);
                    }
                }
            }
            self.runs.clear();
            self.runs.extend(self.supported.ones().map(|label| self.labels[label]));
            let size = store.size(view);
            keep(store, view, &self.runs)?;
            changed |= store.size(view) != size;
        }
        if self.live[0].is_clear() { Err(Conflict) } else { Ok(changed) }
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
        self.forward(store);
        let changed = self.backward(store)?;
        Ok(if changed && self.duplicates { Status::Again } else { Status::Fixpoint })
    }
}
