//! Branching: the choice of the next decision.
//!
//! A [`Brancher`] suggests decisions and does not apply them. The standard one, [`Branching`], combines a
//! [`VariableHeuristic`] and a [`ValueHeuristic`]. Either can be user-defined:
//!
//! ```
//! use csp::branch::{Branching, Candidates, Ties, VariableHeuristic};
//! use csp::{Config, Model, Search, extend::Store};
//!
//! /// The variable whose smallest value is largest.
//! #[derive(Debug)]
//! struct LargestMinimum;
//!
//! impl VariableHeuristic for LargestMinimum {
//!     fn choose(&mut self, open: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
//!         open.best(store, ties, |at| -i64::from(store.min(open.view(at))))
//!     }
//! }
//!
//! let mut model = Model::new();
//! let xs = model.vars(3, 0..=2);
//! model.all_different(&xs);
//! let engine = model.compile(&Config::default())?;
//! let branching = Branching::new(&engine, &Config::default()).variables(LargestMinimum);
//! let mut search = Search::with_brancher(engine, &Config::default(), branching);
//! assert_eq!(search.solutions().count(), 6);
//! # Ok::<(), csp::Error>(())
//! ```

mod computed;
mod graph;
mod in_turn;
mod levels;
mod places;
pub(crate) mod restart;
mod value;
mod variable;

use std::fmt::Debug;

use crate::base::rng::Rng;
use crate::engine::store::{Shape, Slot, Store, View};
use crate::engine::{Engine, Failure};
use crate::model::Model;
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::phase::Phase;

pub use graph::Graph;
pub use in_turn::InTurn;
pub use value::ValueHeuristic;
pub use variable::VariableHeuristic;

/// Suggests decisions. All methods but the first have an empty default.
pub trait Brancher: Debug + Send {
    /// Returns the next decision to try; `None` if no variable of this brancher is [open](Store::is_open).
    /// The search fixes all other variables itself. The decision must be neither certain nor impossible, with
    /// one exception: the only value of a variable that is open because the variable does not count as
    /// decided.
    fn decide(&mut self, store: &Store) -> Option<Decision>;

    /// Returns the next value to try of the variable that is branched on, if the search branches [by
    /// values](crate::config::BranchBy::Values). Values that were tried are no longer in the variable's domain. For
    /// `None` the search takes the smallest value.
    fn next_value(&mut self, _var: Var, _view: View, _store: &Store) -> Option<i32> {
        None
    }

    /// Called when a branch failed; `store` is in the state of the failure.
    fn conflict(&mut self, _store: &Store, _blame: Blame<'_>) {}

    /// Called when the search restarts from the root.
    fn restart(&mut self) {}

    /// Called when variables or constraints were added.
    fn grown(&mut self, _engine: &Engine) {}
}

/// The variables involved in a conflict.
#[derive(Clone, Copy, Debug)]
pub struct Blame<'a> {
    engine: &'a Engine,
    failure: Failure,
    decided: Option<Var>,
}

impl<'a> Blame<'a> {
    pub(crate) fn new(engine: &'a Engine, failure: Failure, decided: Option<Var>) -> Blame<'a> {
        Blame { engine, failure, decided }
    }

    /// Returns the variable of the decision that failed, or whose negation failed.
    pub fn decided(self) -> Option<Slot> {
        self.decided.map(|var| self.engine.view(var).slot)
    }

    /// Calls `each` for every variable involved: all that the failed propagator watches, or else the one or
    /// two variables whose values are in conflict.
    #[inline]
    pub fn for_each(self, each: impl FnMut(Slot)) {
        self.engine.concerned(self.failure, each);
    }
}

/// The variables to branch on. Heuristics refer to them by their index in this list.
#[derive(Debug)]
pub struct Candidates {
    vars: Vec<(Var, View)>,
    /// The index of each slot's variable; `u32::MAX` for slots that are not candidates.
    places: Vec<u32>,
}

impl Candidates {
    fn new(vars: Vec<(Var, View)>) -> Candidates {
        let slots = vars.iter().map(|(_, view)| view.slot.0 as usize + 1).max().unwrap_or(0);
        let mut places = vec![u32::MAX; slots];
        for (at, (_, view)) in vars.iter().enumerate() {
            places[view.slot.0 as usize] = at as u32;
        }
        Candidates { vars, places }
    }

    /// Returns the number of candidates.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.vars.len()
    }

    /// Returns the variables with their views.
    #[inline(always)]
    pub(crate) fn views(&self) -> &[(Var, View)] {
        &self.vars
    }

    /// Returns the view of a candidate.
    #[inline(always)]
    pub fn view(&self, at: usize) -> View {
        self.vars[at].1
    }

    /// Returns the variable of a candidate.
    pub fn var(&self, at: usize) -> Var {
        self.vars[at].0
    }

    /// Returns the index of a slot's candidate; `None` if the slot has no candidate.
    #[inline]
    pub fn place(&self, slot: Slot) -> Option<usize> {
        self.places.get(slot.0 as usize).filter(|&&at| at != u32::MAX).map(|&at| at as usize)
    }

    /// Iterates over the indices of [open](Store::is_open) candidates: those that are not fixed or do not
    /// count as decided.
    #[inline(always)]
    pub fn open<'a>(&'a self, store: &'a Store) -> impl Iterator<Item = usize> + 'a {
        (0..self.vars.len()).filter(|&at| store.is_open(self.vars[at].1))
    }

    /// Returns the open candidate with the least rank, computed from its index and its number of values.
    #[inline(always)]
    pub(crate) fn best_by_size<R: PartialOrd>(
        &self,
        store: &Store,
        ties: &mut Ties,
        rank: impl Fn(usize, u32) -> R,
    ) -> Option<usize> {
        if store.tracks_decided() {
            return self.best(store, ties, |at| rank(at, store.size(self.view(at))));
        }
        // Reads each domain once.
        let sizes = self.vars.iter().enumerate().map(|(at, &(_, view))| (at, store.size_unless_fixed(view)));
        let open = sizes.filter_map(|(at, size)| Some((at, size?)));
        ties.least(open.map(|(at, size)| (at, rank(at, size))))
    }

    /// Returns the open candidate with the least rank.
    #[inline(always)]
    pub fn best<R: PartialOrd>(
        &self,
        store: &Store,
        ties: &mut Ties,
        rank: impl FnMut(usize) -> R,
    ) -> Option<usize> {
        ties.best_of(self.open(store), rank)
    }
}

/// Breaks ties: the first candidate, or a random one.
#[derive(Debug)]
pub struct Ties {
    rng: Option<Rng>,
    equals: u32,
}

impl Ties {
    /// Returns the index with the least rank.
    #[inline(always)]
    pub fn best_of<R: PartialOrd>(
        &mut self,
        places: impl Iterator<Item = usize>,
        mut rank: impl FnMut(usize) -> R,
    ) -> Option<usize> {
        self.least(places.map(|at| (at, rank(at))))
    }

    /// Returns the index with the least rank, from pairs of an index and its rank.
    #[inline(always)]
    fn least<R: PartialOrd>(&mut self, places: impl Iterator<Item = (usize, R)>) -> Option<usize> {
        let mut best: Option<(usize, R)> = None;
        self.equals = 1;
        // Not a `for`, so that the whole iterator is compiled to one loop.
        places.for_each(|(at, rank)| match &best {
            Some((_, least)) if *least < rank => {}
            Some((_, least)) if *least == rank => {
                if self.prefer_new() {
                    best = Some((at, rank));
                }
            }
            _ => {
                best = Some((at, rank));
                self.equals = 1;
            }
        });
        best.map(|(at, _)| at)
    }

    /// Returns whether ties are broken at random.
    pub(crate) fn are_random(&self) -> bool {
        self.rng.is_some()
    }

    /// Returns whether a new candidate replaces the best one, to which it is equal. With random ties, all
    /// equal candidates have the same probability.
    #[inline]
    fn prefer_new(&mut self) -> bool {
        self.equals += 1;
        match &mut self.rng {
            None => false,
            Some(rng) => rng.below(self.equals) == 0,
        }
    }
}

/// A variable heuristic and a value heuristic, optionally with branching on the last conflict.
#[derive(Debug)]
pub struct Branching {
    candidates: Candidates,
    variable: Box<dyn VariableHeuristic>,
    value: Box<dyn ValueHeuristic>,
    ties: Ties,
    last_conflict: bool,
    /// The candidate of the decision behind the latest conflicts.
    culprit: Option<usize>,
    /// The candidate of the latest decision.
    latest: Option<usize>,
    /// Whether the candidates are all variables of the model, not a list given by the user.
    whole_model: bool,
}

impl Branching {
    /// Creates the heuristics of `config`, over all variables in the order of the model.
    pub fn new(engine: &Engine, config: &Config) -> Branching {
        Branching {
            variable: variable::from_config(config),
            value: value::from_config(engine, config),
            ties: Ties { rng: config.random_ties.then(|| Rng::new(config.seed)), equals: 0 },
            candidates: Candidates::new(Vec::new()),
            last_conflict: config.last_conflict,
            culprit: None,
            latest: None,
            whole_model: true,
        }
        .over_whole_model(engine)
    }

    fn over_whole_model(mut self, engine: &Engine) -> Branching {
        self.candidates = whole_model(engine);
        self.variable.candidates(&self.candidates, engine);
        self
    }

    /// Restricts branching to `vars`, in this order. The search fixes all other variables in the order of the
    /// model, each to its smallest value; use [`InTurn`] for another order.
    pub fn over(mut self, engine: &Engine, vars: &[Var]) -> Branching {
        self.whole_model = false;
        self.candidates = Candidates::new(vars.iter().map(|&var| (var, engine.view(var))).collect());
        self.variable.candidates(&self.candidates, engine);
        self
    }

    /// Replaces the variable heuristic.
    pub fn variables(mut self, heuristic: impl VariableHeuristic + 'static) -> Branching {
        self.variable = Box::new(heuristic);
        self
    }

    /// Replaces the value heuristic.
    pub fn values(mut self, heuristic: impl ValueHeuristic + 'static) -> Branching {
        self.value = Box::new(heuristic);
        self
    }
}

/// Returns one candidate for each slot, so that merged variables are branched on once.
fn whole_model(engine: &Engine) -> Candidates {
    let mut vars = Vec::with_capacity(engine.variables());
    let mut seen = fixedbitset::FixedBitSet::with_capacity(engine.store().words().len());
    for (index, &view) in engine.views.iter().enumerate() {
        if !seen.put(view.slot.0 as usize) {
            vars.push((Var(index as u32), view));
        }
    }
    Candidates::new(vars)
}

impl Brancher for Branching {
    #[inline]
    fn decide(&mut self, store: &Store) -> Option<Decision> {
        let culprit = self.culprit.filter(|&at| !store.is_fixed(self.candidates.view(at)));
        let at = match culprit {
            Some(at) => at,
            None => {
                self.culprit = None;
                let chosen = self.variable.choose(&self.candidates, store, &mut self.ties)?;
                if let Some((at, value)) = self.variable.place(chosen, &self.candidates, store) {
                    self.latest = Some(at);
                    return Some(Decision::Assign(self.candidates.var(at), value));
                }
                chosen
            }
        };
        self.latest = Some(at);
        let (var, view) = self.candidates.vars[at];
        if store.shape(view.slot) == Shape::Range {
            // A domain that cannot have holes cannot lose an inner value: split it.
            let (min, max) = (i64::from(store.min(view)), i64::from(store.max(view)));
            return Some(Decision::AtMost(var, (min + (max - min) / 2) as i32));
        }
        Some(self.value.choose(var, view, store))
    }

    fn next_value(&mut self, var: Var, view: View, store: &Store) -> Option<i32> {
        self.latest = Some(self.candidates.place(view.slot)?);
        match self.value.choose(var, view, store) {
            Decision::Assign(_, value) => Some(value),
            _ => None,
        }
    }

    fn conflict(&mut self, store: &Store, blame: Blame<'_>) {
        if self.last_conflict {
            self.culprit = self.culprit.or(self.latest);
        }
        self.variable.conflict(&self.candidates, store, blame);
    }

    fn restart(&mut self) {
        self.culprit = None;
        self.latest = None;
        self.variable.restart();
    }

    fn grown(&mut self, engine: &Engine) {
        self.restart();
        if self.whole_model {
            self.candidates = whole_model(engine);
        }
        self.variable.candidates(&self.candidates, engine);
        self.value.grown(engine);
    }
}

/// The brancher of a run: the phases of the model, then all its variables, in the orders of the configuration.
/// Without phases, some [computed] variables are last.
pub(crate) fn from_config(engine: &Engine, model: &Model, config: &Config) -> Box<dyn Brancher> {
    let rest = Branching::new(engine, config);
    let phases = model.phases();
    if phases.is_empty() {
        return match computed::others(engine, model, config) {
            Some(first) => {
                let first = Branching::new(engine, config).over(engine, &first);
                Box::new(InTurn::new([first, rest]))
            }
            None => Box::new(rest),
        };
    }
    let of = |phase: &Phase| Branching::new(engine, &phase.config(config)).over(engine, phase.vars());
    Box::new(InTurn::new(phases.iter().map(of)).then(rest))
}
