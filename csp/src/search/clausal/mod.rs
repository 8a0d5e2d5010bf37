//! Learning for models that are clauses: the fast path of [`Learner`](crate::Learner).
//!
//! For models whose constraints are expressed completely by [`Fact`](crate::extend::Fact)s (all-differents, ≠,
//! equalities, clauses), or can be translated into clauses: comparisons of small variables, conditions made
//! of these, tables. Propagation is weaker than in [`Search`](crate::Search), but hard problems need far less
//! search: 10,000 conflicts for a Sudoku of 25 × 25 that needs more than 500,000 nodes there.
//!
//! ```text
//!   Model ──read──► Root: variables, lines, clauses ──rest──► Run: decide ─► propagate ─► learn
//!                    consequences of assumptions               the open part, by itself
//! ```
//!
//! - [`read`]: constraints as lines and clauses; those that facts do not express are [encoded](crate::encode).
//! - [`network`]: *lines*, sets of atoms of which at most one is true: the form of the model.
//! - [`assignment`], [`clauses`], [`propagate`]: true literals with their reasons, and their consequences.
//! - [`analysis`], [`order`], [`pace`]: learning from conflicts, decisions, restarts and deletion of clauses.
//!
//! For every run, the part that assumptions leave open is compiled again: without the decided atoms, the
//! others are closer together in memory, which saves a sixth of the time. Learnt clauses do not outlive their
//! run.
//!
//! Invariant: every clause follows from the model, the assumptions of the run and the clauses that exclude
//! the solutions already found. The latter are never deleted.

mod analysis;
mod assignment;
mod clauses;
mod literal;
mod network;
mod order;
mod propagate;
mod read;
mod root;
mod run;
mod variables;

use crate::base::error::{Error, ErrorKind};
use crate::base::limits::{Clock, Counters, Limits, Meter};
use crate::base::stats::Statistics;
use crate::engine::store::View;
use crate::model::Model;
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::ids::Term;
use crate::model::solution::Solution;
use crate::search::partner::Partner;
use crate::search::runner::{Runner, Step};

use root::Root;
use run::Run;

#[derive(Debug)]
enum State {
    /// There was no step yet under the current assumptions.
    Fresh,
    Open(Box<Run>),
    /// The last step found a solution.
    Solution(Box<Run>),
    Exhausted,
}

/// A run of the model as clauses. Of the [`Config`] it uses only the seed.
#[derive(Debug)]
pub(crate) struct Clausal {
    root: Root,
    /// The source of the compilation, needed if an objective is added.
    model: Model,
    config: Config,
    assumptions: Vec<Decision>,
    /// Nogoods that the run has not received yet.
    excluded: Vec<Vec<Decision>>,
    /// Whether the run has had nogoods.
    is_restricted: bool,
    state: State,
    /// The value of each slot in the last solution.
    found: Vec<i32>,
    /// The limits that were set last, and when.
    limits: (Limits, Clock),
    counters: Counters,
    meter: Meter,
    /// Work units of the meter at which to stop.
    last_work: u64,
    stats: Statistics,
    /// Number of solutions when the run began.
    solutions_before: u64,
}

impl Clausal {
    /// Reads a model, within limits on time and memory, which hold for the run, too. Refuses it with
    /// [`ErrorKind::Unsupported`] if it cannot be expressed in clauses of reasonable number, and with
    /// [`ErrorKind::Limit`] if a limit is reached.
    pub fn compile_within(model: &Model, config: &Config, limits: &Limits) -> Result<Clausal, Error> {
        let since = Clock::start();
        let mut root = Root::compile(model, &mut Meter::new(limits))?;
        if config.alternate {
            root.forget_phases();
        }
        let limits = limits.clone().left(&since);
        Ok(Clausal {
            root,
            model: model.clone(),
            config: config.clone(),
            assumptions: Vec::new(),
            excluded: Vec::new(),
            is_restricted: false,
            state: State::Fresh,
            found: Vec::new(),
            counters: Counters::new(&limits, 0, 0),
            meter: Meter::new(&limits),
            limits: (limits, Clock::start()),
            last_work: u64::MAX,
            stats: Statistics::default(),
            solutions_before: 0,
        })
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns whether the run ended without a solution, although nothing was excluded.
    pub fn is_refuted(&self) -> bool {
        self.is_exhausted() && self.stats.solutions == self.solutions_before && !self.is_restricted
    }

    /// Excludes for the rest of the run that all decisions of a nogood hold.
    pub fn exclude(&mut self, nogood: Vec<Decision>) {
        self.is_restricted = true;
        self.excluded.push(nogood);
    }

    pub fn assumptions(&self) -> &[Decision] {
        &self.assumptions
    }

    /// Returns what is left of the limits that were set last.
    pub fn limits_left(&self) -> Limits {
        let (limits, since) = &self.limits;
        let (nodes, failures) = self.counters.left(self.stats.nodes, self.stats.failures);
        let mut left = limits.clone().left(since);
        left = limits.node_limit().into_iter().fold(left, |left, _| left.nodes(nodes));
        limits.failure_limit().into_iter().fold(left, |left, _| left.failures(failures))
    }

    fn advance(&mut self) -> Step {
        if self.meter.is_cancelled() && matches!(self.state, State::Open(_) | State::Solution(_)) {
            return Step::Limit;
        }
        // If there is no run to continue, the search is exhausted.
        let mut run = match std::mem::replace(&mut self.state, State::Exhausted) {
            State::Exhausted => return Step::Exhausted,
            State::Fresh if !self.root.assume(&self.assumptions) => return Step::Exhausted,
            State::Fresh => Box::new(Run::new(&self.root, self.config.seed)),
            State::Open(run) => run,
            State::Solution(mut run) => {
                if !run.refuse_solution() {
                    return Step::Exhausted;
                }
                run
            }
        };
        for nogood in self.excluded.drain(..) {
            if !run.exclude(&self.root, &nogood) {
                return Step::Exhausted;
            }
        }
        let step = run.advance(self.counters, &mut self.meter, self.last_work, &mut self.stats);
        match step {
            Step::Solution => {
                self.stats.solutions += 1;
                self.read_solution(&run);
                self.state = State::Solution(run);
            }
            Step::Limit => self.state = State::Open(run),
            Step::Exhausted => self.stats.clauses = run.clauses(),
        }
        step
    }

    fn read_solution(&mut self, run: &Run) {
        let variables = &self.root.variables;
        self.found.resize(variables.slots(), 0);
        for atom in self.root.true_atoms().chain(run.true_atoms()) {
            self.found[variables.slot_of(atom).0 as usize] = variables.value(atom);
        }
    }

    fn require_solution(&self) {
        assert!(matches!(self.state, State::Solution(_)), "a solution can be read after Step::Solution only");
    }

    fn value_of(&self, view: View) -> i32 {
        self.found[view.slot.0 as usize] + view.offset
    }
}

impl Runner for Clausal {
    fn reset(&mut self) {
        self.assumptions.clear();
        self.excluded.clear();
        self.is_restricted = false;
        self.solutions_before = self.stats.solutions;
        self.state = State::Fresh;
    }

    fn assume(&mut self, assumptions: &[Decision]) -> Result<(), Error> {
        self.reset();
        let variables = self.root.variables.len();
        for decision in assumptions {
            let index = decision.variable().index();
            if index >= variables {
                return Err(Error::new(ErrorKind::UnknownVariable { index, variables }));
            }
        }
        self.assumptions.extend_from_slice(assumptions);
        Ok(())
    }

    fn limit(&mut self, limits: Limits) {
        self.counters = Counters::new(&limits, self.stats.nodes, self.stats.failures);
        self.meter = Meter::new(&limits);
        self.last_work = u64::MAX;
        self.limits = (limits, Clock::start());
    }

    fn step(&mut self) -> Step {
        let clock = Clock::start();
        let step = self.advance();
        self.stats.time += clock.elapsed();
        step
    }

    fn solution(&self) -> Solution {
        self.require_solution();
        Solution(self.root.variables.views().iter().map(|&view| self.value_of(view)).collect())
    }

    fn value(&self, term: Term) -> i32 {
        self.require_solution();
        self.value_of(self.root.variables.view(term))
    }

    fn is_exhausted(&self) -> bool {
        matches!(self.state, State::Exhausted)
    }

    fn nodes(&self) -> u64 {
        self.stats.nodes
    }

    fn failures(&self) -> u64 {
        self.stats.failures
    }

    fn statistics(&self) -> Statistics {
        let mut stats = self.stats.clone();
        if let State::Open(run) | State::Solution(run) = &self.state {
            stats.clauses = run.clauses();
        }
        stats
    }
}

impl Partner for Clausal {
    fn work(&self) -> u64 {
        self.meter.done()
    }

    fn work_until(&mut self, work: u64) {
        self.last_work = work;
    }

    fn exclude(&mut self, nogood: Vec<Decision>) {
        Clausal::exclude(self, nogood);
    }
}
