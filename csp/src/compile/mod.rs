//! From model to engine: variables become views, facts become groups, constraints post algorithms.

pub mod facts;
pub mod posting;
pub mod presolve;

use std::panic::Location;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Limits, Meter};
use crate::compile::facts::Facts;
use crate::compile::posting::Compile;
use crate::constraints::{all_different, equal::Equal};
use crate::engine::Engine;
use crate::engine::groups::Group;
use crate::engine::observe::Observer;
use crate::engine::store::{View, cause};
use crate::model::Model;
use crate::model::config::Config;
use crate::model::constraint::Constraint;
use crate::model::ids::{ConstraintId, Sources, Term, Var};
use crate::model::values::Values;

impl Model {
    /// Makes an engine that propagates.
    pub fn compile(&self, config: &Config) -> Result<Engine, Error> {
        self.compile_within(config, &Limits::default())
    }

    /// The same within limits on time and memory; [`ErrorKind::Limit`] when one is reached. The engine goes on counting
    /// against the memory limit as long as it is there.
    pub fn compile_within(&self, config: &Config, limits: &Limits) -> Result<Engine, Error> {
        self.compile_observed(config, limits, &mut ())
    }

    pub(crate) fn compile_observed<O: Observer>(
        &self,
        config: &Config,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Engine, Error> {
        if let Some(error) = self.error() {
            return Err(error.clone());
        }
        let engine = Engine::compile(self, config, Meter::new(limits), observer);
        engine.ok_or_else(|| Error::new(ErrorKind::Limit { what: "the model was compiled" }))
    }
}

impl Engine {
    /// Compiles a model and propagates its root, which the observer is told of. Nothing when a limit was reached.
    pub(crate) fn compile<O: Observer>(
        model: &Model,
        config: &Config,
        meter: Meter,
        observer: &mut O,
    ) -> Option<Engine> {
        let mut engine = Engine::new(model.clone(), config.clone());
        engine.meter = meter;
        let mut facts =
            Facts { groups: Vec::with_capacity(model.constraints().len().min(64)), ..Facts::default() };
        for (at, constraint) in model.constraints().enumerate() {
            facts.add(model, constraint, ConstraintId(at as u32), config);
            if engine.meter.is_due(1) && engine.meter.is_over(facts.bytes()) {
                return None;
            }
        }
        engine.add_variables(&mut facts);
        if !engine.add_facts(facts, config.presolve) {
            return None;
        }
        for at in 0..engine.model().shared_constraints().len() {
            engine.post(ConstraintId(at as u32));
            if engine.is_over(4) {
                return None;
            }
        }
        let is_whole = engine.seal(observer) && !engine.is_over(u32::MAX);
        is_whole.then_some(engine)
    }

    /// Makes a slot for every variable; variables that must be equal share one.
    fn add_variables(&mut self, facts: &mut Facts) {
        let model = std::mem::take(self.model_mut());
        let lowest = model.domains().iter().map(Values::min).min().unwrap_or(0);
        let highest = model.domains().iter().map(Values::max).max().unwrap_or(0);
        let merged = match self.config().presolve {
            true => presolve::equal::merge(&model, facts, &presolve::equal::grouped(&model, facts)),
            false => None,
        };
        self.views.reserve(model.variables());
        self.store.reserve(model.variables());
        for index in 0..model.variables() {
            let declared = &model.domains()[index];
            let (values, representative) = match &merged {
                None => (declared, Term::from(Var(index as u32))),
                Some(merged) => (&merged.domains[index], merged.representative[index]),
            };
            let view = if representative.var.index() == index {
                View { slot: self.add_domain(values, lowest, highest), offset: 0 }
            } else {
                // A representative comes before those it stands for.
                self.views[representative.var.index()].plus(representative.offset)
            };
            self.views.push(view);
        }
        if merged.is_some_and(|merged| merged.contradiction) {
            self.fail();
        }
        *self.model_mut() = model;
    }

    /// False when a limit was reached.
    #[must_use]
    fn add_facts(&mut self, facts: Facts, join_cliques: bool) -> bool {
        let mut groups: Vec<Group> = Vec::with_capacity(facts.groups.len());
        for (terms, consistency, source) in facts.groups {
            let mut members: SmallVec<[View; 16]> = SmallVec::with_capacity(terms.len());
            terms.iter().for_each(|&term| members.push(self.view(term)));
            groups.push(Group::new(members, consistency, Sources::from_elem(source, 1)));
        }
        let pairs: Vec<(View, View, ConstraintId)> =
            facts.differ.into_iter().map(|(a, b, source)| (self.view(a), self.view(b), source)).collect();
        if join_cliques {
            presolve::cliques::join(&pairs, self.config().consistency, &mut groups);
        } else {
            groups.extend(pairs.into_iter().map(|(a, b, source)| {
                let members = SmallVec::from_slice(&[a, b]);
                Group::new(members, self.config().consistency, Sources::from_elem(source, 1))
            }));
        }
        if self.is_over(16) {
            return false;
        }
        all_different::post(self, groups);
        for (a, b, source) in facts.equal {
            let (a, b) = (self.view(a), self.view(b));
            if a.slot == b.slot && a.offset != b.offset {
                self.fail();
            } else if a != b {
                self.add_propagator(Box::new(Equal::new(a, b)), Sources::from_elem(source, 1));
            }
        }
        let mut begin = 0;
        for (end, source) in facts.clauses {
            self.add_clause_of(source, &facts.decisions[begin..end]);
            begin = end;
            if self.is_over(1) {
                return false;
            }
        }
        true
    }

    /// What is added to a compiled engine is added whole, whatever the limits say.
    fn unlimited(&mut self, add: impl FnOnce(&mut Engine) -> bool) {
        let meter = std::mem::take(&mut self.meter);
        let is_whole = add(self);
        assert!(is_whole, "nothing ends what has no limit");
        self.meter = meter;
    }

    fn post(&mut self, id: ConstraintId) {
        let constraint = self.shared_constraint(id);
        self.store.set_cause(cause::posting(id));
        constraint.post(&mut Compile { engine: self, constraint: &constraint, source: id });
    }

    /// Adds a variable to a compiled engine, at the root.
    #[track_caller]
    pub fn add_var(&mut self, values: impl Into<Values>) -> Result<Var, Error> {
        self.require_root("a variable can be added")?;
        let values = values.into();
        self.model().check_values(&values, Location::caller())?;
        let var = self.model_mut().var(values.clone());
        let slot = self.add_domain(&values, values.min(), values.max());
        self.views.push(View { slot, offset: 0 });
        self.unlimited(|engine| engine.seal(&mut ()));
        Ok(var)
    }

    /// Adds a constraint to a compiled engine, at the root: the same solutions as a model that had it
    /// from the beginning. Cliques and networks found at first stay as they are.
    #[track_caller]
    pub fn add_constraint(&mut self, constraint: impl Constraint + 'static) -> Result<ConstraintId, Error> {
        self.require_root("a constraint can be added")?;
        let place = Location::caller();
        self.model().check_constraint(&constraint).map_err(|error| error.placed(place))?;
        let mut facts = Facts::default();
        let id = self.model_mut().push(Arc::new(constraint), place);
        let shared = self.shared_constraint(id);
        facts.add(self.model(), &*shared, id, self.config());
        self.unlimited(|engine| {
            let is_whole = engine.add_facts(facts, false);
            engine.post(id);
            is_whole && engine.seal(&mut ())
        });
        Ok(id)
    }

    /// An engine of the same model, additions included, without some of its constraints and without
    /// anything that was derived from them.
    ///
    /// It is compiled anew: that costs a few easy searches (some 20 µs for a Sudoku), keeps every derived group and network
    /// honest without tracking, and leaves this engine untouched.
    pub fn without(&self, constraints: &[ConstraintId]) -> Result<Engine, Error> {
        let model = self.model().without(constraints)?;
        model.compile(self.config())
    }
}
