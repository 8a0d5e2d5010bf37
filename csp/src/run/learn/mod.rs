//! Search with clause learning: every conflict becomes a clause, so that no two branches fail for the same
//! reason.
//!
//! - [`lazy`](crate::search::lazy) runs any model: the engine propagates, and explains conflicts on request.
//! - [`clausal`](crate::search::clausal) is a fast path for models that can be expressed completely in clauses over single values.

use std::time::Duration;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Clock, Limits};
use crate::base::stats::Statistics;
use crate::compile::Purpose;
use crate::engine::observe::{Observer, Stretch};
use crate::model::Model;
use crate::model::config::{BranchBy, Config, Consistency};
use crate::model::decision::Decision;
use crate::model::expression::Expression;
use crate::model::ids::Term;
use crate::model::solution::Solution;
use crate::search::clausal::Clausal;
use crate::search::goal::Objective;
use crate::search::lazy::Lazy;
use crate::search::runner::runner;
use crate::search::{Optimize, Optimizer, Runner, Step};

/// The number of failures after which a try to leave out an assumption is postponed for the first time.
// November 2026, 1,254 contradictory killer Sudokus: irreducible cores in 17 ms at the median and 168 ms for 95 %;
// 22 and 850 ms if none is postponed.
const PATIENCE: u64 = 10;

const OBSERVED: &str = "only the walk takes the observer";

/// A search that learns a clause from every conflict, so that no two branches fail for the same reason. It
/// runs any model, is resumable after every solution and every limit, and is used like
/// [`Search`](crate::Search).
///
/// Learning is better for hard problems with few solutions, and for proofs; `Search` is better for counting
/// millions of solutions, each of which becomes a clause here.
///
/// ```
/// use csp::{Config, Learner, Model, Step};
///
/// // A Latin square of order 7 whose diagonals are Latin too.
/// let mut model = Model::new();
/// let x = model.vars(49, 0..7);
/// for line in 0..7 {
///     model.all_different((0..7).map(|at| x[7 * line + at]));
///     model.all_different((0..7).map(|at| x[7 * at + line]));
/// }
/// model.all_different((0..7).map(|at| x[8 * at]));
/// model.all_different((1..8).map(|at| x[6 * at]));
///
/// let mut learner = Learner::compile(&model, &Config::default())?;
/// assert_eq!(learner.step(), Step::Solution);
/// assert_ne!(learner.value(x[0]), learner.value(x[8]));
///
/// // The same model under assumptions.
/// learner.assume(&[x[0].is(3), x[48].is(3)])?;
/// assert_eq!(learner.step(), Step::Exhausted);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Debug)]
pub struct Learner<O: Observer = ()>(Way<O>);

#[derive(Debug)]
enum Way<O: Observer> {
    /// The fast path, and the observer for a later lazy run.
    Clausal(Box<Clausal>, Option<O>),
    Lazy(Box<Lazy<O>>),
}

impl Learner {
    /// Compiles a model. Refuses settings that learning does not support: branching [by values](BranchBy::Values),
    /// probing, and [`Consistency::Forward`]. An all-different that sets `Forward` itself filters by
    /// [`Consistency::Value`].
    pub fn compile(model: &Model, config: &Config) -> Result<Learner, Error> {
        Learner::compile_within(model, config, &Limits::default())
    }

    /// Like [`compile`](Learner::compile), within limits. They hold for the steps, too, counted from this call, until
    /// [others](Learner::limit) are set. The error is [`ErrorKind::Limit`] if one is reached before the first step.
    pub fn compile_within(model: &Model, config: &Config, limits: &Limits) -> Result<Learner, Error> {
        Learner::new(model, config, limits, ())
    }
}

/// Refuses settings that learning does not support.
fn check(config: &Config) -> Result<(), Error> {
    let refused = if config.branching == BranchBy::Values {
        "branching by values (BranchBy::Values)"
    } else if config.probing {
        "probing (Config::probing)"
    } else if config.consistency == Consistency::Forward {
        "Consistency::Forward"
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::Unsupported { what: format!("{refused} does not go with learning") }))
}

impl<O: Observer> Learner<O> {
    /// Like [`Learner::compile`], with an observer. Of the fast path, it is told only how much work each
    /// [step](Learner::step) was ([`Observer::stretch`]); without [`Config::fast_path`], all there is.
    pub fn observed(model: &Model, config: &Config, observer: O) -> Result<Learner<O>, Error> {
        Learner::new(model, config, &Limits::default(), observer)
    }

    fn new(model: &Model, config: &Config, limits: &Limits, mut observer: O) -> Result<Learner<O>, Error> {
        check(config)?;
        let clock = Clock::start();
        if config.fast_path {
            match Clausal::compile_within(model, config, limits) {
                Ok(clausal) => return Ok(Learner(Way::Clausal(Box::new(clausal), Some(observer)))),
                Err(error) if matches!(error.kind(), ErrorKind::Unsupported { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let limits = limits.clone().left(&clock);
        let compiled = model.compile_observed(config, &limits, Purpose::Learn, &mut observer)?;
        let mut lazy = Lazy::new(compiled, config, observer);
        lazy.limit(limits);
        Ok(Learner(Way::Lazy(Box::new(lazy))))
    }

    fn runner(&self) -> &dyn Runner {
        match &self.0 {
            Way::Clausal(clausal, ..) => &**clausal,
            Way::Lazy(lazy) => &**lazy,
        }
    }

    fn runner_mut(&mut self) -> &mut dyn Runner {
        match &mut self.0 {
            Way::Clausal(clausal, ..) => &mut **clausal,
            Way::Lazy(lazy) => &mut **lazy,
        }
    }

    /// Starts a new run under assumptions: decisions that hold for this run and are undone by the next
    /// [`assume`](Learner::assume) or [`reset`](Learner::reset).
    pub fn assume(&mut self, assumptions: &[Decision]) -> Result<(), Error> {
        if let Way::Clausal(clausal, ..) = &self.0 {
            // The walk, which finds cores, does not take them.
            clausal.model().check_holes(assumptions)?;
        }
        self.runner_mut().assume(assumptions)
    }

    /// Starts a new run without assumptions.
    pub fn reset(&mut self) {
        self.runner_mut().reset();
    }

    /// Excludes that all the decisions hold, for the rest of the run: until the next [`assume`](Learner::assume) or
    /// [`reset`](Learner::reset). What was learnt so far stays. After a solution, its values of some variables demand one
    /// that differs in them.
    ///
    /// ```
    /// use csp::{Config, Learner, Model, Step};
    ///
    /// // The first two variables are what is asked; the third may take any value.
    /// let mut model = Model::new();
    /// let [x, y, z] = model.array(0..=9);
    /// model.post((x + y).eq(1));
    /// let mut learner = Learner::compile(&model, &Config::default())?;
    /// let mut found = 0;
    /// while learner.step() == Step::Solution {
    ///     found += 1;
    ///     let asked = [x, y].map(|var| var.is(learner.value(var)));
    ///     learner.exclude(&asked)?;
    /// }
    /// assert_eq!(found, 2);
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn exclude(&mut self, decisions: &[Decision]) -> Result<(), Error> {
        let variables = match &self.0 {
            Way::Clausal(clausal, ..) => clausal.model().variables(),
            Way::Lazy(lazy) => lazy.compiled().engine.variables(),
        };
        let mut indices = decisions.iter().map(|decision| decision.variable().index());
        if let Some(index) = indices.find(|&index| index >= variables) {
            return Err(Error::new(ErrorKind::UnknownVariable { index, variables }));
        }
        match &mut self.0 {
            Way::Clausal(clausal, ..) => clausal.exclude(decisions.to_vec()),
            Way::Lazy(lazy) => lazy.exclude(decisions.to_vec()),
        }
        Ok(())
    }

    /// Sets limits, counted from now. They hold until others are set, also for an [`Optimizer`] made from the learner
    /// later.
    pub fn limit(&mut self, limits: Limits) {
        self.runner_mut().limit(limits);
    }

    /// Searches for the next solution.
    pub fn step(&mut self) -> Step {
        let before = (self.nodes(), self.failures());
        let step = self.runner_mut().step();
        if let Way::Clausal(clausal, Some(observer)) = &mut self.0 {
            let solution = || clausal.solution();
            observer.stretch(&Stretch {
                nodes: clausal.nodes() - before.0,
                failures: clausal.failures() - before.1,
                solution: (step == Step::Solution).then_some(&solution),
                is_last: step == Step::Exhausted,
            });
        }
        step
    }

    /// Returns the solution that the last step found.
    ///
    /// # Panics
    /// If the last step did not end with [`Step::Solution`].
    pub fn solution(&self) -> Solution {
        self.runner().solution()
    }

    /// Returns one value of the solution that the last step found, without copying the others.
    ///
    /// # Panics
    /// If the last step did not end with [`Step::Solution`].
    pub fn value(&self, term: impl Into<Term>) -> i32 {
        self.runner().value(term.into())
    }

    /// Returns whether it is proved that there are no more solutions.
    pub fn is_exhausted(&self) -> bool {
        self.runner().is_exhausted()
    }

    /// Returns the counters of all runs together. The number of clauses is that of the last run.
    pub fn statistics(&self) -> Statistics {
        self.runner().statistics()
    }

    /// Returns the number of decisions tried so far.
    pub fn nodes(&self) -> u64 {
        self.runner().nodes()
    }

    /// Returns the number of failures so far.
    pub fn failures(&self) -> u64 {
        self.runner().failures()
    }

    /// Returns the observer for changes, for instance to take its records out of it.
    pub fn observer_mut(&mut self) -> &mut O {
        match &mut self.0 {
            Way::Clausal(_, observer) => observer.as_mut().expect(OBSERVED),
            Way::Lazy(lazy) => lazy.observer(),
        }
    }
}

runner!([O: Observer] Learner<O> {});

/// Assumptions from which it follows that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The assumptions, in the order in which they were given.
    pub assumptions: Vec<Decision>,
    /// Whether none of the assumptions can be left out.
    pub is_irreducible: bool,
}

/// Cores: the reasons why a run has no solution.
impl<O: Observer> Learner<O> {
    /// Returns, after "no solution" under assumptions, assumptions that suffice for it: those used by the proof. Empty
    /// if the model alone has no solution. `None` if the last step did not end with [`Step::Exhausted`], there were
    /// solutions before, something was [excluded](Learner::exclude), or a limit is reached: after the fast path the run
    /// is repeated to find the core, within the rest of the limits.
    ///
    /// ```
    /// use csp::{Config, Learner, Model};
    ///
    /// let mut model = Model::new();
    /// let [x, y, z] = model.array(0..=9);
    /// model.post(x.lt(y));
    /// let mut learner = Learner::compile(&model, &Config::default())?;
    /// learner.assume(&[z.is(3), x.at_least(5), y.at_most(4)])?;
    /// assert_eq!(learner.first()?, None);
    /// let core = learner.core().expect("there is no solution");
    /// assert_eq!(core, [x.at_least(5), y.at_most(4)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn core(&mut self) -> Option<Vec<Decision>> {
        if let Way::Clausal(clausal, ..) = &self.0 {
            if !clausal.is_refuted() {
                return None;
            }
            // The fast path does not record the use of assumptions, so the run is repeated.
            self.leave_fast_path().ok()?;
            self.step();
        }
        self.as_lazy().core()
    }

    /// Like [`core`](Learner::core), but also tries to leave out each assumption, within limits for all tries
    /// together. Learnt clauses are kept from try to try. Afterwards the last run of the learner was under the
    /// assumptions of the core.
    pub fn irreducible_core(&mut self, limits: &Limits) -> Option<Core> {
        let mut core = self.core()?;
        let clock = Clock::start();
        // A question that is hard now may be easy once other assumptions are left out, so it is postponed.
        let mut open = core.clone();
        let mut undecided = Vec::new();
        let mut patience = PATIENCE;
        while !open.is_empty() {
            let mut postponed = Vec::new();
            for tried in open {
                if !core.contains(&tried) {
                    continue;
                }
                let rest: Vec<Decision> = core.iter().copied().filter(|&kept| kept != tried).collect();
                self.assume(&rest).expect("they were assumed before");
                let limits = limits.clone().left(&clock);
                let most = limits.failure_limit().unwrap_or(u64::MAX);
                self.limit(limits.failures(patience.min(most)));
                let before = self.statistics().failures;
                match self.step() {
                    Step::Exhausted => core = self.core().expect("there is no solution"),
                    Step::Solution => {}
                    Step::Limit if patience < most && self.statistics().failures - before >= patience => {
                        postponed.push(tried);
                    }
                    Step::Limit => undecided.push(tried),
                }
            }
            open = postponed;
            patience = patience.saturating_mul(4);
        }
        let is_irreducible = !core.iter().any(|decision| undecided.contains(decision));
        self.limit(Limits::default());
        self.assume(&core).expect("they were assumed before");
        Some(Core { assumptions: core, is_irreducible })
    }
}

/// Optimisation.
impl<O: Observer> Learner<O> {
    /// Searches for the solution in which a variable or an expression is least; see
    /// [`Search::minimize`](crate::Search::minimize).
    pub fn minimize(self, objective: impl Into<Expression>) -> Result<Optimizer<Learner<O>>, Error> {
        Optimize::minimize(self, objective)
    }

    /// Searches for the solution in which the objective is greatest; see [`Learner::minimize`].
    pub fn maximize(self, objective: impl Into<Expression>) -> Result<Optimizer<Learner<O>>, Error> {
        Optimize::maximize(self, objective)
    }

    /// Compiles the model with reasons, which the fast path does not have, and makes the same assumptions.
    fn leave_fast_path(&mut self) -> Result<(), Error> {
        let Way::Clausal(clausal, observer) = &mut self.0 else { return Ok(()) };
        let (model, config) = (clausal.model(), clausal.config());
        let of = observer.as_mut().expect(OBSERVED);
        let compiled = model.compile_observed(config, &clausal.limits_left(), Purpose::Learn, of)?;
        let mut lazy = Lazy::new(compiled, config, observer.take().expect(OBSERVED));
        lazy.limit(clausal.limits_left());
        let assumptions = clausal.assumptions().to_vec();
        self.0 = Way::Lazy(Box::new(lazy));
        self.assume(&assumptions)
    }
}

impl<O: Observer> Learner<O> {
    fn as_lazy(&self) -> &Lazy<O> {
        match &self.0 {
            Way::Clausal(..) => unreachable!("an optimizer of the fast path"),
            Way::Lazy(lazy) => lazy,
        }
    }

    fn as_lazy_mut(&mut self) -> &mut Lazy<O> {
        match &mut self.0 {
            Way::Clausal(..) => unreachable!("an optimizer of the fast path"),
            Way::Lazy(lazy) => lazy,
        }
    }
}

impl<O: Observer> Optimize for Learner<O> {
    fn begin(&mut self) -> Result<(), Error> {
        self.leave_fast_path()
    }

    fn model(&self) -> &Model {
        &self.as_lazy().compiled().model
    }

    fn add_objective(&mut self, objective: &Expression) -> Result<Term, Error> {
        self.as_lazy_mut().add_objective(objective)
    }

    fn pursue(&mut self, objective: Option<&Objective>) {
        let lazy = self.as_lazy_mut();
        let best_first = lazy.compiled().config.best_first;
        lazy.pursue(objective.map(|objective| objective.goal(best_first)));
    }

    fn time(&self) -> Duration {
        self.as_lazy().time()
    }
}
