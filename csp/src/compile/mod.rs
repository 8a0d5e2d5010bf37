//! Compilation of a model into an engine: variables become views, facts become groups, constraints post
//! propagators.

pub(crate) mod facts;
pub(crate) mod formulas;
pub(crate) mod key;
pub(crate) mod notes;
pub(crate) mod posting;
pub(crate) mod presolve;
pub(crate) mod shared;

pub(crate) use notes::Purpose;
pub use posting::Posting;
pub use presolve::implied::ImpliedSum;

use std::ops::Deref;
use std::panic::Location;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Limits, Meter};
use crate::compile::facts::Facts;
use crate::compile::notes::Notes;
use crate::compile::shared::Shared;
use crate::constraints::all_different;
use crate::constraints::equal::Equal;
use crate::engine::Engine;
use crate::engine::groups::Group;
use crate::engine::observe::Observer;
use crate::engine::store::{View, cause};
use crate::model::Model;
use crate::model::config::{Config, Consistency};
use crate::model::constraint::{Constraint, Off};
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Sources, Term, Var};
use crate::model::values::Values;

impl Model {
    /// Compiles the model.
    pub fn compile(&self, config: &Config) -> Result<Compiled, Error> {
        self.compile_within(config, &Limits::default())
    }

    /// Compiles the model within limits on time and memory. Returns [`ErrorKind::Limit`] if one is reached.
    /// The engine counts against the memory limit until it is dropped.
    pub fn compile_within(&self, config: &Config, limits: &Limits) -> Result<Compiled, Error> {
        self.compile_observed(config, limits, Purpose::Search, &mut ())
    }

    pub(crate) fn compile_observed<O: Observer>(
        &self,
        config: &Config,
        limits: &Limits,
        purpose: Purpose,
        observer: &mut O,
    ) -> Result<Compiled, Error> {
        if let Some(error) = self.error() {
            return Err(error.clone());
        }
        let compiled = Compiled::new(self, config, Meter::new(limits), purpose, observer);
        compiled.ok_or_else(|| Error::new(ErrorKind::Limit { what: "the model was compiled" }))
    }
}

/// A compiled model: the engine, and the model and settings it was compiled from. It dereferences to its
/// [`Engine`].
#[derive(Debug)]
pub struct Compiled {
    pub(crate) engine: Engine,
    pub(crate) model: Model,
    pub(crate) config: Config,
    /// What is for learners alone.
    pub(crate) notes: Notes,
    /// Empty except while constraints are posted.
    shared: Shared,
}

impl Deref for Compiled {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl Compiled {
    /// Compiles a model and propagates its root, observed by `observer`. Returns `None` if a limit was reached.
    pub(crate) fn new<O: Observer>(
        model: &Model,
        config: &Config,
        meter: Meter,
        purpose: Purpose,
        observer: &mut O,
    ) -> Option<Compiled> {
        let engine = Engine::new(model.constraints().len(), config.audit);
        let (model, config) = (model.clone(), config.clone());
        let (notes, shared) = (Notes::of(purpose), Shared::default());
        let mut compiled = Compiled { engine, model, config, notes, shared };
        compiled.engine.meter = meter;
        compiled.fill(observer).then_some(compiled)
    }

    /// Builds the engine. Returns false if a limit was reached.
    #[must_use]
    fn fill<O: Observer>(&mut self, observer: &mut O) -> bool {
        let Compiled { engine, model, config, .. } = self;
        let mut facts =
            Facts { groups: Vec::with_capacity(model.constraints().len().min(64)), ..Facts::default() };
        for (at, constraint) in model.constraints().enumerate() {
            facts.add(model, constraint, ConstraintId(at as u32), config);
            engine.scopes.add(constraint.scope().iter().map(|&var| model.local_id(var)));
            if engine.meter.is_due(1) && engine.meter.is_over(facts.bytes()) {
                return false;
            }
        }
        let presolve = config.presolve;
        let sums = std::mem::take(&mut facts.sums);
        self.add_variables(&mut facts);
        if !self.add_facts(facts, presolve) {
            return false;
        }
        for at in 0..self.model.shared_constraints().len() {
            self.post(ConstraintId(at as u32));
            if self.is_over(4) {
                return false;
            }
        }
        presolve::sums::post(
            &mut self.posting(&(Arc::new(Off) as Arc<dyn Constraint>), ConstraintId(0)),
            &sums,
        );
        all_different::places::post(&mut self.engine, &self.model, &self.config);
        self.seal(observer) && !self.engine.meter.is_over_now(self.engine.bytes() + self.shared.bytes())
    }

    #[must_use]
    fn seal<O: Observer>(&mut self, observer: &mut O) -> bool {
        self.shared = Shared::default();
        self.engine.seal(self.notes.purpose == Purpose::Prove, observer)
    }

    /// Counts `work` and returns whether a limit has been reached.
    pub(crate) fn is_over(&mut self, work: u32) -> bool {
        self.engine.is_over_with(self.shared.bytes(), work)
    }

    /// Adds a slot for every variable. Variables that must be equal share a slot.
    fn add_variables(&mut self, facts: &mut Facts) {
        let Compiled { engine, model, config, .. } = self;
        let lowest = model.domains().iter().map(Values::min).min().unwrap_or(0);
        let highest = model.domains().iter().map(Values::max).max().unwrap_or(0);
        let merged = if config.presolve {
            presolve::equal::merge(model, facts, &presolve::equal::grouped(model, facts))
        } else {
            None
        };
        engine.views.reserve(model.variables());
        engine.store.reserve(model.variables());
        for index in 0..model.variables() {
            let declared = &model.domains()[index];
            let (values, representative) = match &merged {
                None => (declared, Term::from(Var(index as u32))),
                Some(merged) => (&merged.domains[index], merged.representative[index]),
            };
            let view = if representative.var.index() == index {
                View { slot: engine.add_domain(values, lowest, highest), offset: 0 }
            } else {
                // A representative precedes the variables it stands for.
                engine.views[representative.var.index()].plus(representative.offset)
            };
            engine.views.push(view);
        }
        if merged.is_some_and(|merged| merged.contradiction) {
            engine.fail();
        }
    }

    /// Posts the facts. Returns false if a limit was reached.
    #[must_use]
    fn add_facts(&mut self, facts: Facts, join_cliques: bool) -> bool {
        let Compiled { engine, config, notes, .. } = self;
        let mut groups: Vec<Group> = Vec::with_capacity(facts.groups.len());
        for (terms, mut consistency, source) in facts.groups {
            // Learning needs a fixed variable to count as decided.
            if notes.learns() && consistency == Consistency::Forward {
                consistency = Consistency::Value;
            }
            let mut members: SmallVec<[View; 16]> = SmallVec::with_capacity(terms.len());
            terms.iter().for_each(|&term| members.push(engine.view(term)));
            groups.push(Group::new(members, consistency, Sources::from_elem(source, 1)));
        }
        let pairs: Vec<(View, View, ConstraintId)> =
            facts.differ.into_iter().map(|(a, b, source)| (engine.view(a), engine.view(b), source)).collect();
        if join_cliques {
            presolve::cliques::join(&pairs, config.consistency, &mut groups);
        } else {
            groups.extend(pairs.into_iter().map(|(a, b, source)| {
                let members = SmallVec::from_slice(&[a, b]);
                Group::new(members, config.consistency, Sources::from_elem(source, 1))
            }));
        }
        if self.is_over(16) {
            return false;
        }
        let Compiled { engine, model, config, .. } = self;
        all_different::post::groups(engine, model, config, groups);
        for (a, b, source) in facts.equal {
            let (a, b) = (engine.view(a), engine.view(b));
            if a.slot == b.slot && a.offset != b.offset {
                engine.fail();
            } else if a != b {
                engine.add_propagator(Box::new(Equal::new(a, b)), Sources::from_elem(source, 1));
            }
        }
        let mut begin = 0;
        for (end, source) in facts.clauses {
            self.engine.add_clause_of(source, &facts.decisions[begin..end]);
            begin = end;
            if self.is_over(1) {
                return false;
            }
        }
        true
    }

    /// Runs `add` without limits, since an addition cannot be left half done.
    fn unlimited(&mut self, add: impl FnOnce(&mut Compiled) -> bool) {
        let meter = std::mem::take(&mut self.engine.meter);
        let is_whole = add(self);
        assert!(is_whole, "nothing ends what has no limit");
        self.engine.meter = meter;
    }

    fn post(&mut self, id: ConstraintId) {
        let constraint = self.model.shared_constraints()[id.index()].clone();
        self.engine.store.set_cause(cause::posting(id));
        constraint.post(&mut self.posting(&constraint, id));
    }

    fn posting<'a>(&'a mut self, constraint: &'a Arc<dyn Constraint>, source: ConstraintId) -> Posting<'a> {
        let Compiled { engine, model, config, notes, shared } = self;
        Posting { engine, model, config, notes, shared, constraint, source, others: &[] }
    }

    /// Returns an error if the decision cannot be assumed.
    pub(crate) fn check_assumption(&self, decision: Decision) -> Result<(), Error> {
        let (index, variables) = (decision.variable().index(), self.engine.variables());
        if index >= variables {
            return Err(Error::new(ErrorKind::UnknownVariable { index, variables }));
        }
        let view = self.engine.view(decision.variable());
        let store = self.engine.store();
        if let Decision::Remove(_, value) = decision
            && store.is_range_only(view)
            && store.min(view) < value
            && value < store.max(view)
        {
            return Err(self.model.too_wide_for(decision.variable(), value));
        }
        Ok(())
    }

    fn require_root(&self, what: &str) -> Result<(), Error> {
        if self.engine.store.depth() == 0 {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Unsupported {
            what: format!("{what} at the root only; call Search::reset first"),
        }))
    }

    /// Adds a variable, at the root.
    #[track_caller]
    pub fn add_var(&mut self, values: impl Into<Values>) -> Result<Var, Error> {
        self.require_root("a variable can be added")?;
        let values = values.into();
        self.model.check_values(&values, Location::caller())?;
        let var = self.model.var(values.clone());
        let slot = self.engine.add_domain(&values, values.min(), values.max());
        self.engine.views.push(View { slot, offset: 0 });
        self.unlimited(|compiled| compiled.seal(&mut ()));
        Ok(var)
    }

    /// Adds a constraint, at the root. The solutions are those of a model with the constraint. Cliques and
    /// networks that exist already are not extended.
    #[track_caller]
    pub fn add_constraint(&mut self, constraint: impl Constraint + 'static) -> Result<ConstraintId, Error> {
        self.require_root("a constraint can be added")?;
        let place = Location::caller();
        self.model.check_constraint(&constraint).map_err(|error| error.placed(place))?;
        let mut facts = Facts::default();
        let constraint = Arc::new(constraint);
        let id = self.model.push(constraint.clone(), place);
        facts.add(&self.model, &*constraint, id, &self.config);
        self.engine.scopes.add(constraint.scope().iter().copied());
        self.unlimited(|compiled| {
            let is_whole = compiled.add_facts(facts, false);
            compiled.post(id);
            is_whole && compiled.seal(&mut ())
        });
        Ok(id)
    }

    /// Compiles the model, additions included, without some of its constraints and without anything derived
    /// from them.
    ///
    /// The model is compiled again. This costs as much as a few easy searches (some 20 µs for a Sudoku), needs no
    /// record of the origin of each group and network, and leaves `self` unchanged.
    pub fn without(&self, constraints: &[ConstraintId]) -> Result<Compiled, Error> {
        let model = self.model.without(constraints)?;
        model.compile(&self.config)
    }
}
