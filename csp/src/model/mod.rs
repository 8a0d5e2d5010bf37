//! Models: variables and constraints, without algorithms.

pub(crate) mod config;
pub(crate) mod constraint;
pub(crate) mod decision;
pub(crate) mod expression;
pub(crate) mod ids;
pub(crate) mod order;
pub(crate) mod phase;
pub(crate) mod solution;
pub(crate) mod values;

pub use config::{BranchBy, Config, Consistency, Learning, Restarts};
pub use constraint::{Constraint, Fact};
pub use decision::Decision;
pub use expression::{
    Condition, Expression, all, any, at_least_one, at_most_one, constructive_any, exactly_one, holds, sum,
    weighted_sum,
};
pub use ids::{ConstraintId, Sources, Term, Var};
pub use order::{ValueOrder, VariableOrder};
pub use phase::Phase;
pub use solution::{Count, Interrupted, Solution};
pub use values::{MAX_VALUE, MIN_VALUE, Values, WIDEST_WITH_HOLES};

use std::panic::Location;
use std::sync::Arc;

use crate::base::error::{Error, ErrorKind};
use crate::constraints::all_different::network::Structures;
use crate::model::constraint::Off;
use crate::model::values::{Fault, LARGEST_TERM};

/// Most engines inside of each other for the sake of filtering alone.
const MOST_NESTED: u8 = 4;

/// Variables and constraints, as data only. [`Model::compile`] builds the engine that propagates them.
///
/// Declarations do not return errors. The first error is kept, with its source line, and reported by
/// [`Model::compile`] and [`Model::search`].
#[derive(Clone, Debug, Default)]
pub struct Model {
    domains: Vec<Values>,
    names: Vec<(Var, Arc<str>)>,
    constraints: Vec<Arc<dyn Constraint>>,
    /// The source lines that posted the constraints.
    places: Vec<&'static Location<'static>>,
    error: Option<Box<Error>>,
    phases: Vec<Phase>,
    /// Values to try first.
    hints: Vec<(Var, i32)>,
    /// Bytes of domains and constraints.
    memory: usize,
    /// In a model restricted to some variables of another one: their ids in the other model, in ascending
    /// order. A variable's index here is its new id.
    renumbering: Box<[Var]>,
    /// How many models this one is inside of, as a constraint in a condition.
    nesting: u8,
    /// Shared by clones.
    structures: Arc<Structures>,
}

impl Model {
    /// Creates an empty model.
    pub fn new() -> Model {
        Model::default()
    }

    /// Adds a variable with these values: `1..=9`, `0..8`, `[1, 3, 7]`, a `Vec` …
    #[track_caller]
    pub fn var(&mut self, values: impl Into<Values>) -> Var {
        self.add_var(values.into(), Location::caller())
    }

    /// Adds `count` variables with the same values.
    #[track_caller]
    pub fn vars(&mut self, count: usize, values: impl Into<Values>) -> Vec<Var> {
        let (values, place) = (values.into(), Location::caller());
        (0..count).map(|_| self.add_var(values.clone(), place)).collect()
    }

    /// Adds `N` variables with the same values and returns them as an array.
    ///
    /// ```
    /// # use csp::Model;
    /// let mut model = Model::new();
    /// let [x, y, z] = model.array(1..=9);
    /// model.post((x * y).eq(z));
    /// ```
    #[track_caller]
    pub fn array<const N: usize>(&mut self, values: impl Into<Values>) -> [Var; N] {
        let (values, place) = (values.into(), Location::caller());
        std::array::from_fn(|_| self.add_var(values.clone(), place))
    }

    /// Adds a variable with a name for errors and traces.
    #[track_caller]
    pub fn named(&mut self, name: &str, values: impl Into<Values>) -> Var {
        let var = Var(self.domains.len() as u32);
        self.names.push((var, name.into()));
        self.add_var(values.into(), Location::caller())
    }

    /// Adds a variable that is 0 or 1.
    #[track_caller]
    pub fn boolean(&mut self) -> Var {
        self.add_var(Values::from(0..=1), Location::caller())
    }

    fn add_var(&mut self, values: Values, place: &'static Location<'static>) -> Var {
        if let Err(error) = self.check_values(&values, place) {
            self.refuse(error);
        }
        let var = self.next_var();
        self.memory += values.memory();
        self.domains.push(values);
        var
    }

    fn next_var(&self) -> Var {
        Var(u32::try_from(self.domains.len()).expect("fewer than 2^32 variables"))
    }

    /// Returns an error if the values of the next variable cannot be used.
    pub(crate) fn check_values(
        &self,
        values: &Values,
        place: &'static Location<'static>,
    ) -> Result<(), Error> {
        let Some(fault) = values.fault() else { return Ok(()) };
        let variable = self.name(self.next_var());
        let kind = match fault {
            Fault::Empty => ErrorKind::EmptyDomain { variable },
            Fault::TooLarge(value) => {
                ErrorKind::Overflow { what: format!("value {value} of variable {variable}") }
            }
            Fault::TooWide => ErrorKind::TooWide { variable },
        };
        Err(Error::at(kind, place))
    }

    /// Posts a constraint. A [part](Model::part) of a model refuses it.
    #[track_caller]
    pub fn post(&mut self, constraint: impl Constraint + 'static) -> ConstraintId {
        let constraint: Arc<dyn Constraint> = Arc::new(constraint);
        if let Err(error) = self.check_constraint(&*constraint) {
            self.refuse(error.placed(Location::caller()));
        }
        self.push(constraint, Location::caller())
    }

    pub(crate) fn push(
        &mut self,
        constraint: Arc<dyn Constraint>,
        place: &'static Location<'static>,
    ) -> ConstraintId {
        let id = ConstraintId(u32::try_from(self.constraints.len()).expect("fewer than 2^32 constraints"));
        // The reference counts of the `Arc`, and the pointer in the list.
        self.memory += constraint.memory() + 32;
        self.constraints.push(constraint);
        self.places.push(place);
        id
    }

    /// Returns an error if a constraint cannot be posted to this model.
    pub(crate) fn check_constraint(&self, constraint: &dyn Constraint) -> Result<(), Error> {
        if !self.renumbering.is_empty() {
            return Err(Error::bad_constraint("a part of a model takes no further constraints"));
        }
        for &var in constraint.scope() {
            self.check_var(var)?;
        }
        if let Some(error) = constraint.fault(self) {
            return Err(error);
        }
        let mut result = Ok(());
        constraint.facts(&mut |fact| {
            let mut check = |term: Term| {
                if !self.is_within_reach(term) && result.is_ok() {
                    result = self.check_var(term.var).and_then(|()| self.check_term(term));
                }
            };
            match fact {
                Fact::AllDifferent(terms, _) => terms.iter().copied().for_each(&mut check),
                Fact::Differ(a, b) | Fact::Equal(a, b) => {
                    check(a);
                    check(b);
                }
                Fact::Clause(decisions) => {
                    decisions.iter().for_each(|decision| check(decision.variable().into()));
                }
                Fact::Linear { variables, .. } => variables.iter().for_each(|&var| check(var.into())),
            }
        });
        result
    }

    pub(crate) fn check_var(&self, var: Var) -> Result<(), Error> {
        let (index, variables) = (var.index(), self.domains.len());
        if index < variables {
            return Ok(());
        }
        Err(Error::new(ErrorKind::UnknownVariable { index, variables }))
    }

    /// Returns an error if two values of the term could overflow when added.
    pub(crate) fn check_term(&self, term: Term) -> Result<(), Error> {
        if self.is_within_reach(term) { Ok(()) } else { Err(Error::overflow(self.show(term))) }
    }

    /// Returns whether the term's variable is in this model and two values of the term can be added without
    /// overflow.
    fn is_within_reach(&self, term: Term) -> bool {
        let is_near = |bound: i32| (i64::from(bound) + i64::from(term.offset)).abs() <= LARGEST_TERM;
        let values = self.domains.get(term.var.index());
        // Values without an offset are always small enough.
        values.is_some_and(|values| term.offset == 0 || is_near(values.min()) && is_near(values.max()))
    }

    fn refuse(&mut self, error: Error) {
        self.error.get_or_insert_with(|| Box::new(error));
    }

    pub(crate) fn structures(&self) -> &Structures {
        &self.structures
    }

    /// Returns the variables that constraints compute from others.
    pub(crate) fn computed(&self) -> impl Iterator<Item = Var> {
        self.constraints().filter_map(|constraint| constraint.computed()).map(|var| self.local_id(var))
    }

    /// Returns a constraint's index, kind and first variables, for messages.
    ///
    /// # Panics If the constraint is not in this model.
    pub fn describe(&self, id: ConstraintId) -> String {
        let constraint = &*self.constraints[id.index()];
        let kind = constraint.kind();
        let first = constraint.scope().iter().take(6);
        let mut scope: Vec<String> = first.map(|&var| self.name(self.local_id(var))).collect();
        if constraint.scope().len() > scope.len() {
            scope.push("…".into());
        }
        format!("constraint {}, {kind} over {}", id.index(), scope.join(", "))
    }

    /// Returns a model of one constraint and its variables only. `scope` is the constraint's scope, sorted.
    /// The constraint keeps its ids, which [`Model::local_id`] translates.
    pub(crate) fn restricted_to(&self, scope: &[Var], constraint: Arc<dyn Constraint>) -> Model {
        let domains = scope.iter().map(|&var| self.domains[self.local_id(var).index()].clone()).collect();
        let nesting = self.nesting.saturating_add(1);
        Model {
            domains,
            constraints: vec![constraint],
            renumbering: scope.into(),
            nesting,
            ..Model::default()
        }
    }

    /// Returns whether the model is inside of so many others that its conditions need no engines of their own, if they
    /// can do without.
    pub(crate) fn is_nested_deeply(&self) -> bool {
        self.nesting >= MOST_NESTED
    }

    /// Returns the ids of all constraints, in the order of [`constraints`](Model::constraints).
    pub fn constraint_ids(&self) -> impl ExactSizeIterator<Item = ConstraintId> + use<> {
        (0..self.constraints.len() as u32).map(ConstraintId)
    }

    /// Returns a model of only some constraints and their variables, and a list of these variables: the id in this
    /// model and the id in the new one. The new model takes no further constraints.
    ///
    /// ```
    /// use csp::Model;
    ///
    /// let mut model = Model::new();
    /// let x = model.vars(3, 0..3);
    /// let less = model.post(x[1].lt(x[2]));
    /// model.all_different(&x);
    ///
    /// let (part, variables) = model.part(&[less]);
    /// assert_eq!(variables.iter().map(|&(here, _)| here).collect::<Vec<_>>(), x[1..]);
    /// assert_eq!(part.search()?.count(u64::MAX).found(), 3);
    /// # Ok::<(), csp::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the model has no such constraint.
    #[track_caller]
    pub fn part(&self, constraints: &[ConstraintId]) -> (Model, Vec<(Var, Var)>) {
        assert!(self.renumbering.is_empty(), "a part of a part");
        let constraints: Vec<_> = constraints.iter().map(|id| self.constraints[id.index()].clone()).collect();
        let mut scope: Vec<Var> =
            constraints.iter().flat_map(|constraint| constraint.scope()).copied().collect();
        scope.sort_unstable();
        scope.dedup();
        let domains = scope.iter().map(|&var| self.domains[var.index()].clone()).collect();
        let pairs = scope.iter().enumerate().map(|(at, &var)| (var, Var(at as u32))).collect();
        let places = vec![Location::caller(); constraints.len()];
        let part = Model { domains, constraints, places, renumbering: scope.into(), ..Model::default() };
        (part, pairs)
    }

    /// Returns the id in this model of a variable in a constraint's scope: another one in a [part](Model::part).
    pub fn local_id(&self, var: Var) -> Var {
        if self.renumbering.is_empty() {
            return var;
        }
        Var(self.renumbering.binary_search(&var).expect("the model has the constraint's variables") as u32)
    }

    /// Returns a constraint's term with the id of its variable in this model.
    pub(crate) fn local_term(&self, term: Term) -> Term {
        Term { var: self.local_id(term.var), ..term }
    }

    /// Returns a constraint's decision about a variable with its id in this model.
    pub(crate) fn local_decision(&self, decision: Decision) -> Decision {
        decision.about(self.local_id(decision.variable()))
    }

    /// Returns the model without some of its constraints. The others keep their ids.
    pub(crate) fn without(&self, constraints: &[ConstraintId]) -> Result<Model, Error> {
        let mut model = self.clone();
        for id in constraints {
            let Some(constraint) = model.constraints.get_mut(id.index()) else {
                let what =
                    format!("constraint {} is not of this model, which has {}", id.0, self.constraints.len());
                return Err(Error::bad_constraint(what));
            };
            *constraint = Arc::new(Off);
        }
        Ok(model)
    }

    /// Returns the first error of a declaration, if there was one.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_deref()
    }

    /// Lists remarks on constraints that are valid but can never hold, such as a table without tuples, an
    /// index outside its array, or an automaton that accepts nothing. Each remark begins with the source line
    /// that posted the constraint. Such constraints are normal in a generated model, and probably mistakes in
    /// a model written by hand.
    ///
    /// ```
    /// # use csp::{Model, element};
    /// let mut model = Model::new();
    /// let x = model.var(0..=9);
    /// model.post(element([2, 3, 5], 3).eq(x) | x.is(7));
    /// let lints = model.lints();
    /// assert!(lints[0].to_string().ends_with("an element at 3 of an array of 3; places go from 0 to 2"));
    /// assert_eq!(model.search()?.solutions().count(), 1);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn lints(&self) -> Vec<Error> {
        let of = |(constraint, &place): (&Arc<dyn Constraint>, _)| Some(constraint.lint(self)?.placed(place));
        self.constraints.iter().zip(&self.places).filter_map(of).collect()
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> usize {
        self.domains.len()
    }

    /// Returns the variable with this [index](Var::index), if there is one: for programs that keep indices.
    ///
    /// ```
    /// # use csp::Model;
    /// let mut model = Model::new();
    /// let x = model.vars(3, 0..=9);
    /// assert_eq!(model.variable(2), Some(x[2]));
    /// assert_eq!(model.variable(3), None);
    /// ```
    pub fn variable(&self, index: usize) -> Option<Var> {
        (index < self.domains.len()).then_some(Var(index as u32))
    }

    /// Returns the values with which a variable was declared.
    pub fn declared(&self, var: Var) -> &Values {
        &self.domains[var.index()]
    }

    /// Returns an error if a decision removes a value from the inside of a variable that is declared too wide for holes.
    pub(crate) fn check_holes(&self, decisions: &[Decision]) -> Result<(), Error> {
        for &decision in decisions {
            if let Decision::Remove(var, value) = decision
                && let Some(values) = self.domains.get(var.index())
                && values.is_too_wide_for_holes()
                && values.min() < value
                && value < values.max()
            {
                return Err(self.too_wide_for(var, value));
            }
        }
        Ok(())
    }

    pub(crate) fn too_wide_for(&self, var: Var, hole: i32) -> Error {
        Error::new(ErrorKind::Unsupported {
            what: format!(
                "{} is too wide for holes: {hole} lies inside it and cannot be removed alone; assume AtMost or \
                 AtLeast instead",
                self.name(var)
            ),
        })
    }

    pub(crate) fn domains(&self) -> &[Values] {
        &self.domains
    }

    /// Iterates over the constraints in the order of posting; a [`ConstraintId`] is an index here.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = &dyn Constraint> {
        self.constraints.iter().map(|constraint| &**constraint)
    }

    pub(crate) fn shared_constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.constraints
    }

    /// Returns a variable's name: the given one, or `x7` for the eighth variable.
    pub fn name(&self, var: Var) -> String {
        match self.names.binary_search_by_key(&var, |(named, _)| *named) {
            Ok(at) => self.names[at].1.to_string(),
            Err(_) => format!("x{}", var.0),
        }
    }

    /// Formats a term with the variable's name: `monday + 3`.
    pub(crate) fn show(&self, Term { var, offset }: Term) -> String {
        let name = self.name(var);
        match offset {
            0 => name,
            _ => format!("{name} {} {}", if offset < 0 { '-' } else { '+' }, offset.unsigned_abs()),
        }
    }

    /// Returns the first constraint that a full assignment violates, according to [`Constraint::accepts`].
    pub fn broken_by(&self, values: &[i32]) -> Result<Option<ConstraintId>, Error> {
        if let Some(error) = self.error() {
            return Err(error.clone());
        }
        if values.len() != self.domains.len() {
            return Err(Error::new(ErrorKind::WrongSize {
                given: values.len(),
                variables: self.domains.len(),
            }));
        }
        let broken = self.constraints.iter().position(|constraint| {
            let scope = constraint.scope().iter().map(|&var| values[self.local_id(var).index()]);
            !constraint.accepts(&scope.collect::<Vec<i32>>())
        });
        Ok(broken.map(|at| ConstraintId(at as u32)))
    }

    /// Returns the approximate size of the model's constraints and variables in bytes.
    pub fn memory(&self) -> usize {
        self.memory
    }
}
