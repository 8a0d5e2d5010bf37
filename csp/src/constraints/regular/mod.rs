//! Regular: the values of a list of variables, read in order, are a word of a regular language.
//!
//! Meaning: the [`Automaton`], deterministic or not, has a path from its start through the values to an
//! accepting state. Strength: domain consistency if no variable occurs twice (Pesant 2004); bounds for very
//! wide domains. The automaton is unfolded into a layer of states before each variable. States that are not
//! reachable from the start or lead to no accepting state are removed, and with them the values that only
//! their transitions have. Cost: at most variables times transitions a run. The layers are kept from run to
//! run, and only those affected by a changed domain are recomputed.

mod automaton;
mod encode;
mod explain;
mod expression;
mod glushkov;
mod label_map;
mod table;

use std::sync::Arc;

use crate::base::bits::ones_of;
use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::operand::Operand;
use crate::constraints::runs::{ValueRun, has_value_in, keep_runs};
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Refused};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

use label_map::LabelMap;
use table::{TransitionTable, Unfolded, each_one, insert, replace_set, set_at, set_at_mut};

pub use automaton::Automaton;

/// A regular constraint, built by [`regular`].
#[derive(Clone, Debug)]
pub struct Regular {
    word: Operands,
    automaton: Arc<Automaton>,
}

/// Returns the constraint that the automaton accepts the values, read in order. Constraints that share an
/// automaton in an [`Arc`] are posted faster.
///
/// ```
/// use csp::constraints::{Automaton, regular};
/// use csp::Model;
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

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        encode::encode(to, &to.numbers(self.word.all()), &self.automaton)
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.word.views(to);
        let layers = Layers::new(to.store(), views.into(), &self.automaton);
        to.propagator(layers);
    }

    fn memory(&self) -> usize {
        let shared = self.automaton.memory() / Arc::strong_count(&self.automaton);
        size_of_val(self) + size_of_val(self.scope()) + shared
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let faulty = |what| format!("the automaton of a word over {} {what}", self.word.names(model));
        self.automaton
            .fault()
            .map(|what| Error::bad_constraint(faulty(what)))
            .or_else(|| self.word.fault(model))
    }

    fn lint(&self, model: &Model) -> Option<Error> {
        self.automaton.accepts_nothing().then(|| {
            Error::bad_constraint(format!(
                "the automaton of a word over {} has no accepting state, so it accepts no word; name at least one",
                self.word.names(model)
            ))
        })
    }
}

/// The unfolded automaton. The layers are scratch: each run compares the domains with those of the previous
/// run, even if the search has backtracked in between.
///
/// *Reached* are the states of a layer reachable from the start; *live* are the reached states that lead to an
/// accepting state. *Present* are the labels in a domain; *supported* are the present labels on a path through live
/// states.
#[derive(Debug)]
struct Layers {
    views: Box<[View]>,
    duplicates: bool,
    table: Arc<TransitionTable>,
    /// Set before the first run.
    is_new: bool,
    unfolded: Unfolded,
    /// The translations of one-word domains to labels, and the index of each variable's translation.
    label_maps: Vec<LabelMap>,
    label_map_of: Box<[Option<u32>]>,
    /// The one-word domains from which the labels were computed; 0 before the first run.
    loaded: Vec<u64>,
    /// Flags for each variable: it may have values without a label, its labels have changed, its live states
    /// must be recomputed.
    strays: Vec<bool>,
    fresh: Vec<bool>,
    stale: Vec<bool>,
    /// Scratch for the current layer.
    states: Vec<u64>,
    some_labels: Vec<u64>,
    runs: Vec<ValueRun>,
}

/// Adds the states to which `present` labels lead.
#[inline(always)]
fn step(table: &TransitionTable, present: &[u64], from: &[u64], to: &mut [u64]) {
    if let Some(shifts) = &table.shifts {
        let (present, from) = (present[0], from[0]);
        let lead = shifts.iter().filter(|shift| shift.labels & present != 0);
        to[0] = lead.fold(0, |to, shift| to | shift.to(from));
        return;
    }
    each_one(from, |state| {
        for edge in table.from(state) {
            if present[edge.word as usize] & edge.labels != 0 {
                insert(to, edge.to as usize);
            }
        }
    });
}

/// A layer in the backward pass.
struct Back<'a> {
    reached: &'a [u64],
    present: &'a [u64],
    /// The live states of the next layer.
    next: &'a [u64],
}

impl Back<'_> {
    /// Adds the labels that lead from reached states to live ones, and these states.
    #[inline(always)]
    fn support(&self, table: &TransitionTable, supported: &mut [u64], live: &mut [u64]) {
        let Back { reached, present, next } = self;
        if let Some(shifts) = &table.shifts {
            let (reached, present, next) = (reached[0], present[0], next[0]);
            for shift in shifts {
                let (labels, from) = (shift.labels & present, shift.back(next) & reached);
                if labels != 0 && from != 0 {
                    supported[0] |= labels;
                    live[0] |= from;
                }
            }
            return;
        }
        if let (&[reached], &[present], &[next]) = (*reached, *present, *next) {
            (supported[0], live[0]) = support_in_words(table, reached, present, next);
            return;
        }
        each_one(reached, |state| {
            let mut is_live = false;
            for edge in table.from(state) {
                let to = edge.to as usize;
                let labels = present[edge.word as usize] & edge.labels;
                if labels != 0 && next[to / 64] >> (to % 64) & 1 != 0 {
                    is_live = true;
                    supported[edge.word as usize] |= labels;
                }
            }
            live[state / 64] |= u64::from(is_live) << (state % 64);
        });
    }
}

/// Like [`Back::support`], if all sets are single words.
#[inline(always)]
fn support_in_words(table: &TransitionTable, reached: u64, present: u64, next: u64) -> (u64, u64) {
    let (mut supported, mut live) = (0, 0);
    each_one(&[reached], |state| {
        for edge in table.from(state) {
            let labels = present & edge.labels;
            if labels != 0 && next >> edge.to & 1 != 0 {
                live |= 1 << state;
                supported |= labels;
                // All labels are supported already. Later edges of the state add nothing.
                if supported == present {
                    break;
                }
            }
        }
    });
    (supported, live)
}

impl Layers {
    fn new(store: &Store, views: Box<[View]>, automaton: &Automaton) -> Layers {
        let table = automaton.table().clone();
        let (count, states, labels) = (views.len(), table.state_words, table.label_words);
        let mut label_maps: Vec<LabelMap> = Vec::new();
        let mut label_map = |view: &View| {
            let zero =
                (store.shape(view.slot) == Shape::Word).then(|| store.base(view.slot) + view.offset)?;
            let known = label_maps.iter().position(|other| other.zero == zero);
            Some(known.unwrap_or_else(|| {
                label_maps.push(LabelMap::new(zero, &table.labels));
                label_maps.len() - 1
            }) as u32)
        };
        let label_map_of = views.iter().map(&mut label_map).collect();
        // Initially only the start is reached, since no labels are present. The first run continues from
        // there.
        let mut reached = vec![0; (count + 1) * states];
        insert(&mut reached, automaton.start());
        Layers {
            duplicates: has_repeats(views.iter()),
            is_new: true,
            unfolded: Unfolded {
                reached,
                live: vec![0; (count + 1) * states],
                present: vec![0; count * labels],
                supported: vec![0; count * labels],
            },
            label_maps,
            label_map_of,
            loaded: vec![0; count],
            strays: vec![false; count],
            fresh: vec![false; count],
            stale: vec![false; count],
            states: vec![0; states],
            some_labels: vec![0; labels],
            runs: Vec::new(),
            views,
            table,
        }
    }

    /// Copies the result of the first run of another constraint with this automaton, if it had the same
    /// labels.
    fn copy_first(&mut self) -> bool {
        let first = self.table.first.lock().expect("no holder of the lock panics");
        let first = first.as_ref().filter(|first| first.present == self.unfolded.present);
        first.inspect(|first| self.unfolded.clone_from(first)).is_some()
    }

    /// Shares the result of the first run with other constraints.
    fn share_first(&self) {
        // No other constraint has the automaton.
        if Arc::strong_count(&self.table) <= 2 {
            return;
        }
        *self.table.first.lock().expect("no holder of the lock panics") = Some(self.unfolded.clone());
    }

    fn load(&mut self, store: &Store) {
        for (at, &view) in self.views.iter().enumerate() {
            self.fresh[at] = false;
            let labels = &mut self.some_labels;
            if let Some(label_map) = self.label_map_of[at] {
                let word = store.one_word(view.slot);
                if std::mem::replace(&mut self.loaded[at], word) == word {
                    continue;
                }
                self.strays[at] = self.label_maps[label_map as usize].labels(word, labels);
            } else {
                labels.fill(0);
                for (label, &run) in self.table.labels.iter().enumerate() {
                    labels[label / 64] |= u64::from(has_value_in(store, view, run)) << (label % 64);
                }
                self.strays[at] = true;
            }
            let present = set_at_mut(&mut self.unfolded.present, at, self.table.label_words);
            self.fresh[at] = replace_set(present, &self.some_labels);
        }
    }

    /// Updates the reached states from the start to the end.
    fn forward(&mut self) {
        match (self.table.state_words, self.table.label_words) {
            (1, 1) => self.forward_in(1, 1),
            (words, label_words) => self.forward_in(words, label_words),
        }
    }

    /// Like [`Layers::forward`], with the number of words as arguments, so that loops over single words are
    /// eliminated.
    #[inline(always)]
    fn forward_in(&mut self, words: usize, label_words: usize) {
        let Layers { table, unfolded: Unfolded { reached, present, .. }, states, .. } = self;
        let states = &mut states[..words];
        let mut moved = false;
        for at in 0..self.views.len() {
            if !moved && !self.fresh[at] {
                continue;
            }
            self.stale[at] = true;
            let present = set_at(present, at, label_words);
            states.fill(0);
            step(table, present, set_at(reached, at, words), states);
            moved = replace_set(set_at_mut(reached, at + 1, words), states);
        }
    }

    /// Updates the live states and supported labels from the end to the start.
    fn backward(&mut self) -> Result<(), Conflict> {
        match (self.table.state_words, self.table.label_words) {
            (1, 1) => self.backward_in(1, 1),
            (words, label_words) => self.backward_in(words, label_words),
        }
    }

    #[inline(always)]
    fn backward_in(&mut self, words: usize, label_words: usize) -> Result<(), Conflict> {
        let Layers { table, unfolded: Unfolded { reached, live, present, supported }, states, .. } = self;
        let states = &mut states[..words];
        let last = self.views.len();
        let ends = set_at(reached, last, words).iter().zip(&table.accepting);
        states.iter_mut().zip(ends).for_each(|(state, (reached, accepting))| *state = reached & accepting);
        if states.iter().all(|&word| word == 0) {
            return Err(Conflict);
        }
        let mut moved = replace_set(set_at_mut(live, last, words), states);
        for at in (0..last).rev() {
            if !moved && !std::mem::take(&mut self.stale[at]) {
                continue;
            }
            self.stale[at] = false;
            states.fill(0);
            let (present, next) = (set_at(present, at, label_words), set_at(live, at + 1, words));
            let supported = set_at_mut(supported, at, label_words);
            supported.fill(0);
            let found = Back { present, next, reached: set_at(reached, at, words) };
            found.support(table, supported, states);
            moved = replace_set(set_at_mut(live, at, words), states);
        }
        Ok(())
    }

    /// Narrows the domains. Returns whether any changed.
    fn narrow(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        match self.table.label_words {
            1 => self.narrow_in(store, 1),
            label_words => self.narrow_in(store, label_words),
        }
    }

    #[inline(always)]
    fn narrow_in(&mut self, store: &mut Store, label_words: usize) -> Result<bool, Conflict> {
        let began = store.trail().len();
        let Unfolded { present, supported, .. } = &self.unfolded;
        for (at, &view) in self.views.iter().enumerate() {
            let supported = set_at(supported, at, label_words);
            let present = set_at(present, at, label_words);
            // Word by word, since there are few words.
            if !self.strays[at] && (0..label_words).all(|word| supported[word] == present[word]) {
                continue;
            }
            if let Some(label_map) = self.label_map_of[at] {
                store.keep_in_word(view.slot, self.label_maps[label_map as usize].values(supported))?;
            } else {
                self.runs.clear();
                self.runs.extend(ones_of(supported).map(|label| self.table.labels[label]));
                keep_runs(store, view, &self.runs)?;
            }
        }
        Ok(store.trail().len() != began)
    }
}

impl Propagator for Layers {
    fn name(&self) -> &'static str {
        "regular"
    }

    fn memory(&self) -> usize {
        let layers = self.unfolded.memory() + 2 * size_of_val(&*self.views) + size_of_val(&*self.loaded);
        size_of_val(self) + layers + self.table.memory() / Arc::strong_count(&self.table)
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.explain_query(query, why)
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        self.load(store);
        if !std::mem::replace(&mut self.is_new, false) {
            self.forward();
            self.backward()?;
        } else if !self.copy_first() {
            self.forward();
            self.backward()?;
            self.share_first();
        }
        let changed = self.narrow(store)?;
        Ok(if changed && self.duplicates { Status::Again } else { Status::Fixpoint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;
    use crate::model::values::Values;

    #[test]
    fn layers_that_are_kept_find_what_new_ones_find() {
        let (found, failed) = walk("0* (1{2} [0 4]+ | 2 3?)* (1|70)+ [0 90-95]*");
        assert!(found > 100 && failed > 100, "{found} and {failed}");
        // All present labels are supported, but values without a label must still be removed.
        let (found, failed) = walk("[0-3 70]*");
        assert!(found > 100 && failed > 100, "{found} and {failed}");
    }

    /// Walks randomly down and up a search tree: kept layers must give the same result as new ones. Returns
    /// how often there was a result and how often a conflict.
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
        let mut kept = Layers::new(&store, views.clone().into(), &automaton);
        let (mut found, mut failed) = (0, 0);
        for _ in 0..20_000 {
            let look = |store: &mut Store, layers: &mut Layers| {
                store.push();
                let left = layers.propagate(store).map(|_| {
                    let values = |&view: &View| store.domain(view).iter().collect::<Vec<i32>>();
                    views.iter().map(values).collect::<Vec<_>>()
                });
                store.pop();
                left
            };
            let left = look(&mut store, &mut kept);
            let mut new = Layers::new(&store, views.clone().into(), &automaton);
            assert_eq!(left, look(&mut store, &mut new));
            *(if left.is_ok() { &mut found } else { &mut failed }) += 1;
            if store.depth() > 0 && (left.is_err() || random(12) == 0) {
                for _ in 0..=random(store.depth() as u32) {
                    store.pop();
                }
            }
            store.push();
            // Propagates as a search does, but only occasionally, so that each run removes more values and fails more
            // often.
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
