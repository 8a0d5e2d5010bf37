//! Constraints in conditions: each is propagated in an engine of its own, over copies of its variables.
//!
//! Before a run, the copies are narrowed to the domains of the variables. After it, the inner engine
//! backtracks to its root. So any constraint can be refuted, assumed, or be part of a disjunction, with its
//! full filtering.

use std::sync::Arc;

use crate::base::limits::Meter;
use crate::compile::posting::Posting;
use crate::compile::{Compiled, Purpose};
use crate::constraints::absence::has_within;
use crate::constraints::narrowing::pass_status;
use crate::constraints::windows::{keep_windows, window};
use crate::constraints::{Refutable, conditional};
use crate::engine::literal::Literal;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::engine::{Engine, Failure};
use crate::model::config::{Config, Consistency};
use crate::model::constraint::Constraint;
use crate::model::expression::{Condition, Formula};
use crate::model::ids::Var;

/// The negation of a constraint, filtered by its meaning.
#[derive(Debug)]
struct Negated(Arc<dyn Constraint>);

impl Constraint for Negated {
    fn scope(&self) -> &[Var] {
        self.0.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        !self.0.accepts(values)
    }
}

/// A constraint in an engine of its own.
#[derive(Debug)]
pub(super) struct Nested {
    engine: Engine,
    /// Size of the inner model in bytes.
    model_memory: usize,
    /// The constraint's variables: outside and inside views.
    views: Vec<(View, View)>,
}

impl Nested {
    pub fn of_formula(to: &Posting<'_>, formula: &Formula) -> Nested {
        match formula {
            Formula::Constraint(constraint) => Nested::new(to, constraint.clone()),
            formula => Nested::new(to, Arc::new(Condition::new(formula.clone()))),
        }
    }

    pub fn of_negated(to: &Posting<'_>, formula: &Formula) -> Nested {
        match formula {
            Formula::Constraint(constraint) => Nested::new(to, Arc::new(Negated(constraint.clone()))),
            formula => Nested::new(to, Arc::new(Negated(Arc::new(Condition::new(formula.clone()))))),
        }
    }

    fn new(to: &Posting<'_>, constraint: Arc<dyn Constraint>) -> Nested {
        let mut scope = constraint.scope().to_vec();
        scope.sort_unstable();
        scope.dedup();
        let model = to.model().restricted_to(&scope, constraint);
        // Reasons are found by a second run, which must filter the same: no propagator may adapt to its success.
        let is_repeated = to.learns() || to.config().audit;
        let consistency = if is_repeated { Consistency::Domain } else { Consistency::Auto };
        let config =
            Config { consistency, simd: to.config().simd, audit: to.config().audit, ..Config::default() };
        let compiled = Compiled::new(&model, &config, Meter::default(), Purpose::Search, &mut ());
        let Compiled { engine, model, .. } = compiled.expect("it has no limit");
        let inside = |var| engine.view(model.local_id(var));
        let views = scope.iter().map(|&var| (to.view(var), inside(var))).collect();
        Nested { engine, model_memory: model.memory(), views }
    }

    /// Posts the constraint, unconditionally or under the assumption `when`.
    pub fn post(self, to: &mut Posting<'_>, when: Option<Literal>) {
        conditional::post(to, self, when);
    }

    /// Propagates from the outside domains and returns whether the constraint can hold. Must be followed by
    /// [`leave`](Nested::leave).
    fn enter(&mut self, store: &Store) -> bool {
        self.enter_with(store, |_| true)
    }

    /// Like `enter`, from the domains of some slots only.
    fn enter_with(&mut self, store: &Store, is_used: impl Fn(Slot) -> bool) -> bool {
        self.engine.push();
        !self.engine.is_infeasible()
            && self.narrow(store, is_used).is_ok()
            && self.place(store).is_ok()
            && self.engine.propagate(&mut ()).is_ok()
    }

    /// Marks inside variables as decided if they are fixed outside. Nothing is decided inside, so `Forward` groups
    /// need it.
    fn place(&mut self, store: &Store) -> Result<(), Failure> {
        if !self.engine.store.tracks_decided() {
            return Ok(());
        }
        let mut fixed = self.views.iter().filter(|(outside, _)| store.is_fixed(*outside));
        fixed.try_for_each(|&(_, inside)| self.engine.place(inside))
    }

    fn narrow(&mut self, store: &Store, is_used: impl Fn(Slot) -> bool) -> Result<(), Conflict> {
        let own = &mut self.engine.store;
        for &(outside, inside) in self.views.iter().filter(|(outside, _)| is_used(outside.slot)) {
            own.at_least(inside, store.min(outside))?;
            own.at_most(inside, store.max(outside))?;
            if !own.is_range_only(inside) {
                keep_windows(own, inside, |_, first| window(store, outside, first))?;
            }
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.engine.pop();
    }

    /// Returns whether the domains exclude the queried values after [`enter`](Nested::enter).
    fn excludes(&self, query: &Query) -> bool {
        let mut asked = self.views.iter().filter(|(outside, _)| query.is_about(*outside));
        asked.any(|&(outside, inside)| {
            let mut asked = query.intervals(outside).into_iter();
            asked.all(|asked| !has_within(&self.engine.store, inside, asked))
        })
    }

    /// Returns the inside view of a variable, if it is in the scope.
    fn inside(&self, outside: View) -> Option<View> {
        self.views.iter().find(|(known, _)| *known == outside).map(|&(_, inside)| inside)
    }
}

/// Largest number of variables that an explanation tries to leave out, one after the other.
const MOST_LEFT_OUT: usize = 24;

/// Adds the domains of a few slots from which the queried narrowing follows: all slots, less those that can be left
/// out. `follows` tells whether the narrowing follows from the slots for which its function returns true.
fn explain(
    slots: &mut Vec<Slot>,
    why: &mut Why<'_>,
    mut follows: impl FnMut(&Store, &dyn Fn(Slot) -> bool) -> bool,
) -> bool {
    slots.sort_unstable();
    slots.dedup();
    let store = why.store();
    if slots.len() > MOST_LEFT_OUT || !follows(store, &|_| true) {
        return false;
    }
    let mut used = slots.clone();
    for &slot in &*slots {
        if follows(store, &|other| other != slot && used.contains(&other)) {
            used.retain(|&other| other != slot);
        }
    }
    used.into_iter().for_each(|slot| why.domain(slot));
    true
}

/// Narrows a variable to the union of its domains in several inner engines.
fn keep(store: &mut Store, view: View, runs: &[(&Engine, View)]) -> Result<(), Conflict> {
    let bounds = |run: &(&Engine, View)| (run.0.store.min(run.1), run.0.store.max(run.1));
    let (low, high) =
        runs.iter().map(bounds).reduce(|(a, b), (c, d)| (a.min(c), b.max(d))).expect("a run is there");
    store.at_least(view, low)?;
    store.at_most(view, high)?;
    if store.is_range_only(view) {
        return Ok(());
    }
    keep_windows(store, view, |_, first| {
        runs.iter().fold(0, |left, &(engine, inside)| left | window(&engine.store, inside, first))
    })
}

impl Propagator for Nested {
    fn name(&self) -> &'static str {
        "nested"
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.views) + self.engine.bytes() + self.model_memory
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|(outside, _)| watch(outside.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let mut slots = self.views.iter().map(|(outside, _)| outside.slot).collect();
        explain(&mut slots, why, |store, is_used| {
            let can_hold = self.enter_with(store, is_used);
            let follows = !can_hold || self.excludes(query);
            self.leave();
            follows
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        let result = if self.enter(store) {
            let engine = &self.engine;
            self.views.iter().try_for_each(|&(outside, inside)| keep(store, outside, &[(engine, inside)]))
        } else {
            Err(Conflict)
        };
        self.leave();
        result.map(|()| pass_status(store, began, false))
    }
}

impl Refutable for Nested {
    fn is_refuted(&mut self, store: &Store) -> bool {
        let can_hold = self.enter(store);
        self.leave();
        !can_hold
    }
}

/// A disjunction that removes every value that none of its parts allows.
#[derive(Debug)]
pub(super) struct ConstructiveAny {
    parts: Vec<Nested>,
    /// The outside views of all parts, once each.
    views: Vec<View>,
}

impl ConstructiveAny {
    pub fn new(parts: Vec<Nested>) -> ConstructiveAny {
        let mut views: Vec<View> =
            parts.iter().flat_map(|part| part.views.iter().map(|&(outside, _)| outside)).collect();
        views.sort_unstable_by_key(|view| (view.slot, view.offset));
        views.dedup();
        ConstructiveAny { parts, views }
    }
}

impl Propagator for ConstructiveAny {
    fn name(&self) -> &'static str {
        "constructive or"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let mut slots = self.views.iter().map(|view| view.slot).collect();
        explain(&mut slots, why, |store, is_used| {
            self.parts.iter_mut().all(|part| {
                let can_hold = part.enter_with(store, is_used);
                let follows = !can_hold || part.excludes(query);
                part.leave();
                follows
            })
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        let can_hold: Vec<bool> = self.parts.iter_mut().map(|part| part.enter(store)).collect();
        let alive: Vec<&Nested> = self
            .parts
            .iter()
            .zip(&can_hold)
            .filter(|(_, can_hold)| **can_hold)
            .map(|(part, _)| part)
            .collect();
        let result = if alive.is_empty() {
            Err(Conflict)
        } else {
            self.views.iter().try_for_each(|&view| {
                // A part without the variable allows all its values.
                let runs: Option<Vec<(&Engine, View)>> =
                    alive.iter().map(|part| Some((&part.engine, part.inside(view)?))).collect();
                runs.map_or(Ok(()), |runs| keep(store, view, &runs))
            })
        };
        self.parts.iter_mut().for_each(Nested::leave);
        result.map(|()| pass_status(store, began, false))
    }
}
