//! From model to engine: variables become views, facts become groups, constraints post algorithms.

pub mod presolve;

use std::panic::Location;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::error::Error;
use crate::base::limits::{Meter, room};
use crate::constraints::{all_different, equal::Equal, trial::Trial};
use crate::engine::Engine;
use crate::engine::domain::Values;
use crate::engine::kernel::{Clique, Reaction};
use crate::engine::observe::Observer;
use crate::engine::propagator::Propagator;
use crate::engine::store::{Store, View, Word, cause};
use crate::model::config::Config;
use crate::model::constraint::{Consistency, Constraint, Fact};
use crate::model::decision::{Decision, Literal, Test};
use crate::model::expression::Range;
use crate::model::{ConstraintId, Model, Term, Var};

/// The constraints that something came from.
// Four take no more room than a pointer and its length.
pub type Sources = SmallVec<[ConstraintId; 4]>;

/// Views that take different values, and how hard to see to it.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub members: SmallVec<[View; 16]>,
    /// Members that were fixed from the beginning and need no watching: the others have lost their values.
    pub settled: SmallVec<[View; 4]>,
    pub consistency: Consistency,
    pub sources: Sources,
}

impl Group {
    pub fn new(members: SmallVec<[View; 16]>, consistency: Consistency, sources: Sources) -> Group {
        Group { members, settled: SmallVec::new(), consistency, sources }
    }
}

/// What a constraint's [`post`](Constraint::post) works with.
pub struct Compile<'a> {
    pub(crate) engine: &'a mut Engine,
    constraint: &'a Arc<dyn Constraint>,
    source: ConstraintId,
}

impl Compile<'_> {
    /// What a variable, or a variable with an offset, has become.
    pub fn view(&self, term: impl Into<Term>) -> View {
        let Term { var, offset } = term.into();
        self.engine.view(Term { var: self.engine.model().own(var), offset })
    }

    /// The domains, to read and to narrow at the root.
    pub fn store(&mut self) -> &mut Store {
        &mut self.engine.store
    }

    /// Narrows at the root: a conflict there means that the model has no solution.
    pub fn narrow(&mut self, narrow: impl FnOnce(&mut Store) -> Result<(), crate::Conflict>) {
        self.engine.narrow_root(self.source, narrow);
    }

    /// A variable that the model does not have. It need not be fixed in a solution.
    pub fn auxiliary(&mut self, values: impl Into<Values>) -> View {
        self.engine.auxiliary(&values.into())
    }

    /// A reversible word for a propagator's own use.
    pub fn word(&mut self, value: u64) -> Word {
        self.engine.store.add_word(value)
    }

    /// Posts an algorithm.
    pub fn propagator(&mut self, propagator: impl Propagator + 'static) {
        self.engine.add_propagator(Box::new(propagator), Sources::from_elem(self.source, 1));
    }

    /// Posts an algorithm that also relies on other constraints.
    pub(crate) fn propagator_relying_on(
        &mut self,
        propagator: impl Propagator + 'static,
        others: &[ConstraintId],
    ) {
        let mut sources = Sources::with_capacity(others.len() + 1);
        sources.extend_from_slice(others);
        self.boxed_propagator_relying_on(Box::new(propagator), sources);
    }

    /// The same, where what it relies on can be kept.
    pub(crate) fn boxed_propagator_relying_on(
        &mut self,
        propagator: Box<dyn Propagator>,
        mut sources: Sources,
    ) {
        sources.push(self.source);
        sources.sort_unstable();
        sources.dedup();
        self.engine.add_propagator(propagator, sources);
    }

    /// The settings the engine is compiled with.
    pub fn config(&self) -> &Config {
        self.engine.config()
    }

    /// Counts work, of which a unit takes some 0.2 microseconds, and says whether a limit has been reached. What is posted
    /// does not matter any more then: a constraint that takes long to post should return.
    pub fn is_over(&mut self, work: u32) -> bool {
        self.engine.is_over(work)
    }

    /// Filters by trying values against the constraint's meaning: right for any constraint, and slow.
    pub fn by_trial(&mut self) {
        let views = self.constraint.scope().iter().map(|&var| self.view(var)).collect();
        self.propagator(Trial::new(views, self.constraint.clone()));
    }
}

/// For conditions.
impl Compile<'_> {
    /// Where a part of the constraint posts.
    pub(crate) fn on_behalf_of<'b>(&'b mut self, part: &'b Arc<dyn Constraint>) -> Compile<'b> {
        Compile { engine: self.engine, constraint: part, source: self.source }
    }

    pub(crate) fn model(&self) -> &Model {
        self.engine.model()
    }

    /// At least one of the literals holds.
    pub(crate) fn clause(&mut self, literals: Vec<Literal>) {
        self.engine.add_clause(self.source, literals.into_iter());
    }

    /// A literal of its own, perhaps known.
    pub(crate) fn boolean(&mut self, known: Option<bool>) -> Literal {
        let slot = match known {
            None => self.auxiliary(0..=1).slot,
            Some(known) => self.auxiliary(i32::from(known)).slot,
        };
        Literal { slot, test: Test::AtLeast, value: 1 }
    }

    /// The bounds of a variable.
    pub(crate) fn range(&self, var: Var) -> Range {
        self.view_range(self.view(var))
    }

    pub(crate) fn view_range(&self, view: View) -> Range {
        let store = &self.engine.store;
        (store.min(view).into(), store.max(view).into())
    }
}

/// The facts of all constraints, with their sources.
#[derive(Default)]
pub(crate) struct Facts {
    pub groups: Vec<(SmallVec<[Term; 16]>, Consistency, ConstraintId)>,
    pub differ: Vec<(Term, Term, ConstraintId)>,
    pub equal: Vec<(Term, Term, ConstraintId)>,
    /// The decisions of all clauses, and where those of each end.
    decisions: Vec<Decision>,
    clauses: Vec<(usize, ConstraintId)>,
}

impl Facts {
    /// Bytes that are in use.
    fn bytes(&self) -> usize {
        let wide = self.groups.iter().filter(|(terms, ..)| terms.spilled());
        room(&self.groups)
            + wide.map(|(terms, ..)| size_of_val(&**terms)).sum::<usize>()
            + room(&self.differ)
            + room(&self.equal)
            + room(&self.decisions)
            + room(&self.clauses)
    }

    fn add(&mut self, model: &Model, constraint: &dyn Constraint, id: ConstraintId, config: &Config) {
        let own = |term: Term| Term { var: model.own(term.var), ..term };
        constraint.facts(&mut |fact| match fact {
            Fact::AllDifferent(terms, consistency) => {
                let mut terms = SmallVec::from_slice(terms);
                terms.iter_mut().for_each(|term| *term = own(*term));
                self.groups.push((terms, consistency.unwrap_or(config.consistency), id));
            }
            Fact::Differ(a, b) => self.differ.push((own(a), own(b), id)),
            Fact::Equal(a, b) => self.equal.push((own(a), own(b), id)),
            Fact::Clause(decisions) => {
                let own = |decision: &Decision| decision.about(model.own(decision.variable()));
                self.decisions.extend(decisions.iter().map(own));
                self.clauses.push((self.decisions.len(), id));
            }
        });
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

pub(crate) fn clique(members: &[View], reaction: Reaction) -> Clique {
    Clique { members: members.into(), reaction }
}
