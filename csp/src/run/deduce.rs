//! Propagation without search, level by level, with reasons.

use crate::base::error::Error;
use crate::base::limits::{Held, Limits, Meter};
use crate::compile::{Compiled, Purpose};
use crate::engine::Failure;
use crate::engine::domain::Domain;
use crate::engine::narrowing::Cause;
use crate::engine::reasons::{Back, Because, Reasons};
use crate::engine::store::cause;
use crate::model::Model;
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::ids::{ConstraintId, Term};

/// The consequences of decisions by propagation alone, with explanations: for hints, lessons and questions such as
/// "why not 3?".
///
/// ```
/// use csp::{Config, Model, deduce::Deduction};
///
/// let mut model = Model::new();
/// let (x, y) = (model.named("x", 1..=9), model.named("y", 1..=9));
/// let z = model.named("z", 1..=9);
/// let sum = model.post((x + y).eq(z));
///
/// let mut deduction = Deduction::compile(&model, &Config::default())?;
/// assert!(deduction.suppose(&[x.at_least(4)])?);
/// assert!(deduction.suppose(&[y.at_least(3)])?);
/// assert_eq!(deduction.domain(z).iter().collect::<Vec<_>>(), [7, 8, 9]);
///
/// let why = deduction.why(z.is_not(6)).expect("z is not 6");
/// assert_eq!(why.facts, [x.at_least(4), y.at_least(3)]);
/// assert_eq!(why.constraints, [sum]);
/// assert_eq!(deduction.why(z.is_not(7)), None);
///
/// // A contradiction has reasons, too. Without its last level the deduction goes on.
/// assert!(!deduction.suppose(&[z.at_most(6)])?);
/// let why = deduction.contradiction().expect("it is one");
/// assert_eq!(why.facts, [z.at_least(7)]);
/// deduction.withdraw();
/// assert!(deduction.contradiction().is_none());
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Debug)]
pub struct Deduction {
    compiled: Compiled,
    reasons: Reasons,
    contradiction: Option<Found>,
    #[expect(dead_code, reason = "it counts as long as it is there")]
    held: Held,
}

/// A contradiction.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// The number of open levels at the contradiction.
    depth: usize,
    /// The origin of the contradiction; `None` if the model alone is contradictory.
    failure: Option<Failure>,
}

/// The reason of a decision or a contradiction: facts and constraints that together imply it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// Facts about variables of the model. Each was supposed or has a reason of its own. Empty if the model alone
    /// implies the conclusion.
    pub facts: Vec<Decision>,
    /// The constraints, as far as they are recorded, ascending.
    pub constraints: Vec<ConstraintId>,
    /// The causes of the conclusion, the last step first. Several steps if auxiliary variables stand between.
    pub causes: Vec<Cause>,
}

impl Deduction {
    /// Compiles a model. Of the settings, those about branching and learning do not matter.
    pub fn compile(model: &Model, config: &Config) -> Result<Deduction, Error> {
        Deduction::compile_within(model, config, &Limits::default())
    }

    /// Like [`compile`](Deduction::compile), within limits: the error is [`ErrorKind::Limit`](crate::ErrorKind) if one is
    /// reached. The memory counts until the deduction is dropped; its levels have no limits.
    pub fn compile_within(model: &Model, config: &Config, limits: &Limits) -> Result<Deduction, Error> {
        let mut compiled = model.compile_observed(config, limits, Purpose::Learn, &mut ())?;
        let engine = &mut compiled.engine;
        let mut reasons = Reasons::default();
        engine.adopt_clauses(&mut reasons);
        engine.meter = Meter::default();
        // Clauses of a single literal are enforced at the root, those about an inner value of a very wide domain, too.
        let is_refuted = engine.is_infeasible() || engine.strengthen_root(&mut reasons, &mut ()).is_err();
        let contradiction = is_refuted.then_some(Found { depth: 0, failure: None });
        let mut held = Held::new(limits);
        held.set(compiled.engine.bytes());
        Ok(Deduction { compiled, reasons, contradiction, held })
    }

    /// Opens a level in which all the decisions hold, and propagates. Returns false if this is a contradiction, or if
    /// there was one before.
    pub fn suppose(&mut self, decisions: &[Decision]) -> Result<bool, Error> {
        decisions.iter().try_for_each(|&decision| self.compiled.check_assumption(decision))?;
        let engine = &mut self.compiled.engine;
        engine.push();
        if self.contradiction.is_some() {
            return Ok(false);
        }
        let assumed = engine.assume(&mut self.reasons, decisions, cause::DECISION);
        let Err(failure) = assumed.and_then(|()| engine.propagate(&mut ())) else { return Ok(true) };
        debug_assert!(!matches!(failure, Failure::Limit), "there is no limit");
        engine.abandon();
        self.contradiction = Some(Found { depth: self.depth(), failure: Some(failure) });
        Ok(false)
    }

    /// Closes the last level. Does nothing if none is open.
    pub fn withdraw(&mut self) {
        let engine = &mut self.compiled.engine;
        if engine.store().depth() > 0 {
            engine.pop();
            let depth = engine.store().depth();
            self.contradiction.take_if(|found| found.depth > depth);
            if self.contradiction.is_none() {
                engine.forget_assumptions(&mut self.reasons);
            }
        }
    }

    /// Returns the number of open levels.
    pub fn depth(&self) -> usize {
        self.compiled.engine.store().depth()
    }

    /// Returns the domain of a variable. After a contradiction, this is an intermediate domain.
    pub fn domain(&self, term: impl Into<Term>) -> Domain<'_> {
        self.compiled.engine.domain(term)
    }

    /// Whether the levels contradict each other or the model.
    pub fn is_contradiction(&self) -> bool {
        self.contradiction.is_some()
    }

    /// Returns why there is a contradiction; `None` if there is none.
    pub fn contradiction(&mut self) -> Option<Reason> {
        self.because_of_contradiction(Back::Nearest)
    }

    /// Returns why there is a contradiction, with supposed decisions as facts, each as it was supposed; `None` if there
    /// is none.
    pub fn contradiction_supposed(&mut self) -> Option<Reason> {
        self.because_of_contradiction(Back::Assumptions)
    }

    fn because_of_contradiction(&mut self, back: Back) -> Option<Reason> {
        let Some(failure) = self.contradiction?.failure else { return Some(Reason::default()) };
        let (because, facts) = self.compiled.engine.because_of_failure(&mut self.reasons, failure, back);
        Some(Reason::new(because, facts))
    }

    /// Returns why a decision holds; `None` if it does not. A supposed decision is its own reason.
    pub fn why(&mut self, decision: Decision) -> Option<Reason> {
        self.compiled.check_assumption(decision).ok()?;
        let (because, facts) = self.compiled.engine.because(&mut self.reasons, decision, Back::Nearest)?;
        Some(Reason::new(because, facts))
    }

    /// Returns why a decision holds, with supposed decisions as facts, each as it was supposed; `None` if it does not
    /// hold.
    ///
    /// ```
    /// # use csp::{Config, Model, deduce::Deduction};
    /// let mut model = Model::new();
    /// let (x, y, z) = (model.named("x", 1..=9), model.named("y", 1..=9), model.named("z", 1..=9));
    /// model.post(x.lt(y));
    /// model.post(y.lt(z));
    /// let mut deduction = Deduction::compile(&model, &Config::default())?;
    /// deduction.suppose(&[x.at_least(4)])?;
    /// assert_eq!(deduction.why(z.is_not(5)).unwrap().facts, [y.at_least(5)]);
    /// assert_eq!(deduction.why_supposed(z.is_not(5)).unwrap().facts, [x.at_least(4)]);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn why_supposed(&mut self, decision: Decision) -> Option<Reason> {
        self.compiled.check_assumption(decision).ok()?;
        let (because, facts) =
            self.compiled.engine.because(&mut self.reasons, decision, Back::Assumptions)?;
        Some(Reason::new(because, facts))
    }
}

impl Reason {
    fn new(because: Because, facts: Vec<Decision>) -> Reason {
        Reason { facts, constraints: because.sources.into_vec(), causes: because.causes }
    }

    /// Returns the reason in words, with the names that the model gives: `x ≥ 4, y = 3, by constraint 0, …`.
    pub fn show(&self, model: &Model) -> String {
        let fact = |fact: &Decision| {
            let name = model.name(fact.variable());
            match fact {
                Decision::Assign(_, value) => format!("{name} = {value}"),
                Decision::Remove(_, value) => format!("{name} ≠ {value}"),
                Decision::AtMost(_, value) => format!("{name} ≤ {value}"),
                Decision::AtLeast(_, value) => format!("{name} ≥ {value}"),
            }
        };
        let by = |id: &ConstraintId| format!("by {}", model.describe(*id));
        let parts: Vec<String> = self.facts.iter().map(fact).chain(self.constraints.iter().map(by)).collect();
        parts.join(", ")
    }
}
