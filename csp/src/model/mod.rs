//! Declaring a problem: variables and constraints, no algorithm.

pub mod config;
pub mod constraint;
pub mod decision;
pub mod expression;
pub mod solution;

use std::fmt;
use std::ops::{Add, Sub};
use std::panic::Location;
use std::sync::Arc;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Clock, Limits, Meter};
use crate::compile::Compile;
use crate::constraints::{all_different, clause};
use crate::engine::Engine;
use crate::engine::domain::{Fault, LARGEST_TERM, Values};
use crate::engine::observe::Observer;
use crate::model::config::Config;
use crate::model::constraint::Constraint;
use crate::model::decision::Decision;
use crate::search::Search;

/// A variable of a [`Model`]: its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub(crate) u32);

impl Var {
    /// Its place among the model's variables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable plus a constant: `x + 3`. Accepted wherever a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// The variable.
    pub var: Var,
    /// What is added to it.
    pub offset: i32,
}

impl From<Var> for Term {
    fn from(var: Var) -> Term {
        Term { var, offset: 0 }
    }
}

impl From<&Var> for Term {
    fn from(&var: &Var) -> Term {
        var.into()
    }
}

impl From<&Term> for Term {
    fn from(&term: &Term) -> Term {
        term
    }
}

impl Add<i32> for Var {
    type Output = Term;

    fn add(self, offset: i32) -> Term {
        Term::from(self) + offset
    }
}

impl Sub<i32> for Var {
    type Output = Term;

    fn sub(self, offset: i32) -> Term {
        Term::from(self) - offset
    }
}

// Offsets saturate; one that is out of range is refused when a constraint with it is posted.
impl Add<i32> for Term {
    type Output = Term;

    fn add(self, offset: i32) -> Term {
        Term { offset: self.offset.saturating_add(offset), ..self }
    }
}

impl Sub<i32> for Term {
    type Output = Term;

    fn sub(self, offset: i32) -> Term {
        Term { offset: self.offset.saturating_sub(offset), ..self }
    }
}

/// A constraint of a [`Model`]: its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstraintId(pub(crate) u32);

impl ConstraintId {
    /// Its place among the model's constraints.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Variables and constraints: data only. [`Model::compile`] makes something that runs.
///
/// Declarations do not return errors one by one. The first mistake is kept, with the line that made it,
/// and [`Model::compile`] and [`Model::search`] report it.
#[derive(Clone, Debug, Default)]
pub struct Model {
    domains: Vec<Values>,
    names: Vec<(Var, Arc<str>)>,
    constraints: Vec<Arc<dyn Constraint>>,
    /// The lines that posted them.
    places: Vec<&'static Location<'static>>,
    error: Option<Box<Error>>,
    /// Bytes of domains and constraints.
    memory: usize,
    /// For a model of a few variables of another: what its constraint calls them, in ascending order.
    outside: Box<[Var]>,
}

impl Model {
    /// An empty model.
    pub fn new() -> Model {
        Model::default()
    }

    /// A variable with these values: `1..=9`, `0..8`, `[1, 3, 7]`, a `Vec` …
    #[track_caller]
    pub fn var(&mut self, values: impl Into<Values>) -> Var {
        self.add_var(values.into(), Location::caller())
    }

    /// `count` variables with the same values.
    #[track_caller]
    pub fn vars(&mut self, count: usize, values: impl Into<Values>) -> Vec<Var> {
        let (values, place) = (values.into(), Location::caller());
        (0..count).map(|_| self.add_var(values.clone(), place)).collect()
    }

    /// A variable that errors and traces call by name.
    #[track_caller]
    pub fn named(&mut self, name: &str, values: impl Into<Values>) -> Var {
        let var = Var(self.domains.len() as u32);
        self.names.push((var, name.into()));
        self.add_var(values.into(), Location::caller())
    }

    /// A variable that is 0 or 1.
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

    /// What is wrong with the values of the next variable, if anything.
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

    /// Posts a constraint.
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
        // Its counters and its place in the list.
        self.memory += constraint.memory() + 32;
        self.constraints.push(constraint);
        self.places.push(place);
        id
    }

    /// All take different values, as [`all_different`] says it.
    #[track_caller]
    pub fn all_different<T: Into<Term>>(&mut self, terms: impl IntoIterator<Item = T>) -> ConstraintId {
        self.post(all_different(terms))
    }

    /// At least one of the decisions holds, as [`clause`] says it.
    #[track_caller]
    pub fn any_of(&mut self, decisions: impl IntoIterator<Item = Decision>) -> ConstraintId {
        self.post(clause(decisions))
    }

    /// What is wrong with a constraint over this model, if anything.
    pub(crate) fn check_constraint(&self, constraint: &dyn Constraint) -> Result<(), Error> {
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
                crate::Fact::AllDifferent(terms, _) => terms.iter().copied().for_each(&mut check),
                crate::Fact::Differ(a, b) | crate::Fact::Equal(a, b) => {
                    check(a);
                    check(b);
                }
                crate::Fact::Clause(decisions) => {
                    decisions.iter().for_each(|decision| check(decision.variable().into()));
                }
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

    /// A term's values must stay where two of them can be added.
    pub(crate) fn check_term(&self, term: Term) -> Result<(), Error> {
        if self.is_within_reach(term) { Ok(()) } else { Err(Error::overflow(self.show(term))) }
    }

    /// Whether a term is of this model, and its values are where two of them can be added.
    fn is_within_reach(&self, term: Term) -> bool {
        let is_near = |bound: i32| (i64::from(bound) + i64::from(term.offset)).abs() <= LARGEST_TERM;
        let values = self.domains.get(term.var.index());
        // What values may be themselves is far within that.
        values.is_some_and(|values| term.offset == 0 || is_near(values.min()) && is_near(values.max()))
    }

    fn refuse(&mut self, error: Error) {
        self.error.get_or_insert_with(|| Box::new(error));
    }

    /// One constraint over its variables alone, which it goes on calling by the same ids. The scope is sorted.
    pub(crate) fn only(&self, scope: &[Var], constraint: Arc<dyn Constraint>) -> Model {
        let domains = scope.iter().map(|&var| self.domains[self.own(var).index()].clone()).collect();
        Model { domains, constraints: vec![constraint], outside: scope.into(), ..Model::default() }
    }

    /// This model's own id of a variable that its constraints speak of.
    pub(crate) fn own(&self, var: Var) -> Var {
        if self.outside.is_empty() {
            return var;
        }
        Var(self.outside.binary_search(&var).expect("the model has the constraint's variables") as u32)
    }

    /// The same model without some constraints. The others keep their ids.
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

    /// The first mistake made while declaring, if there was one.
    pub fn error(&self) -> Option<&Error> {
        self.error.as_deref()
    }

    /// What is no mistake and hardly meant: constraints that never hold by what they are, such as a table without tuples, an
    /// index outside its array, or an automaton that accepts nothing. Each is said with the line that posted it. A
    /// generated formula may well have such parts; in a model written by hand it is worth looking.
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

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.domains.len()
    }

    /// The values a variable was declared with.
    pub fn declared(&self, var: Var) -> &Values {
        &self.domains[var.index()]
    }

    pub(crate) fn domains(&self) -> &[Values] {
        &self.domains
    }

    /// The constraints, in the order they were posted; a [`ConstraintId`] is an index here.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = &dyn Constraint> {
        self.constraints.iter().map(|constraint| &**constraint)
    }

    pub(crate) fn shared_constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.constraints
    }

    /// A variable's name: the one it was given, or `x7` for the eighth.
    pub fn name(&self, var: Var) -> String {
        match self.names.binary_search_by_key(&var, |(named, _)| *named) {
            Ok(at) => self.names[at].1.to_string(),
            Err(_) => format!("x{}", var.0),
        }
    }

    /// A term in the model's names: `monday + 3`.
    pub(crate) fn show(&self, Term { var, offset }: Term) -> String {
        let name = self.name(var);
        match offset {
            0 => name,
            _ => format!("{name} {} {}", if offset < 0 { '-' } else { '+' }, offset.unsigned_abs()),
        }
    }

    /// The first constraint that a full assignment breaks, by its meaning alone.
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
            let scope: Vec<i32> = constraint.scope().iter().map(|var| values[var.index()]).collect();
            !constraint.accepts(&scope)
        });
        Ok(broken.map(|at| ConstraintId(at as u32)))
    }

    /// Bytes that its constraints and variables take, roughly.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Makes an engine that propagates.
    pub fn compile(&self, config: &Config) -> Result<Engine, Error> {
        self.compile_within(config, &Limits::default())
    }

    /// The same within limits on time and memory; [`ErrorKind::Limit`] when one is reached. The engine goes on counting
    /// against the memory limit as long as it is there.
    pub fn compile_within(&self, config: &Config, limits: &Limits) -> Result<Engine, Error> {
        self.compile_observed(config, limits, &mut ())
    }

    fn compile_observed<O: Observer>(
        &self,
        config: &Config,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Engine, Error> {
        if let Some(error) = &self.error {
            return Err((**error).clone());
        }
        let engine = Engine::compile(self, config, Meter::new(limits), observer);
        engine.ok_or_else(|| Error::new(ErrorKind::Limit { what: "the model was compiled" }))
    }

    /// A search with the default settings.
    pub fn search(&self) -> Result<Search, Error> {
        self.search_with(&Config::default())
    }

    /// A search.
    pub fn search_with(&self, config: &Config) -> Result<Search, Error> {
        Ok(Search::new(self.compile(config)?, config))
    }

    /// A search that is compiled within limits, which hold for it too, counted from here; [`ErrorKind::Limit`] when one
    /// is reached before it can begin.
    pub fn search_within(&self, config: &Config, limits: &Limits) -> Result<Search, Error> {
        let since = Clock::start();
        let mut search = Search::new(self.compile_within(config, limits)?, config);
        search.limit(limits.clone().left(&since));
        Ok(search)
    }

    /// A search whose observer is also told what follows from the model alone, before anything is decided: slots are in
    /// the order in which variables were declared.
    pub fn search_observed<O: Observer>(&self, config: &Config, mut observer: O) -> Result<Search<O>, Error> {
        let engine = self.compile_observed(config, &Limits::default(), &mut observer)?;
        Ok(Search::new(engine, config).observed(observer))
    }
}

/// Stands where a constraint was turned off.
#[derive(Debug)]
struct Off;

impl Constraint for Off {
    fn scope(&self) -> &[Var] {
        &[]
    }

    fn accepts(&self, _values: &[i32]) -> bool {
        true
    }

    fn post(&self, _to: &mut Compile<'_>) {}

    fn is_said_by_facts(&self) -> bool {
        true
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}
