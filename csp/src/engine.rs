//! The engine: reads the trail, wakes, runs to fixpoint.
//!
//! ```text
//!   propagate:  ┌─► read new trail entries ──► fixed? kernel and clauses narrow at once
//!               │                          └─► wake watchers: one OR a row
//!               └── run the cheapest waiting propagator
//! ```
//!
//! The trail is the queue of fixed variables, the list of changes and the undo log at once, so nothing
//! has to be kept in step with it.

use std::sync::Arc;

use crate::clauses::Clauses;
use crate::compile::{Group, Sources};
use crate::config::Config;
use crate::constraint::Constraint;
use crate::decision::{Decision, Literal};
use crate::domain::{Domain, Values};
use crate::error::{Error, ErrorKind};
use crate::kernel::{Clash, Clique, Kernel};
use crate::model::{ConstraintId, Model, Term};
use crate::observe::Observer;
use crate::presolve::membership::Memberships;
use crate::propagator::{Cost, Propagator, Status};
use crate::queue::Queue;
use crate::stats::Propagations;
use crate::store::{Change, Conflict, Event, Shape, Slot, Store, View, Word, cause};

/// A model made ready to run.
#[derive(Debug)]
pub struct Engine {
    pub(crate) store: Store,
    pub(crate) views: Vec<View>,
    pub(crate) groups: Vec<Group>,
    memberships: Memberships,
    kernel: Kernel,
    clauses: Clauses,
    /// By ascending cost; the index is the queue's position.
    propagators: Vec<Posted>,
    watchers: Watchers,
    queue: Queue,
    /// One reversible bit for each position.
    entailed: Vec<Word>,
    /// How much of the trail has been read.
    read: usize,
    /// The root has no solution.
    failed: bool,
    pub(crate) propagations: Propagations,
    model: Model,
    config: Config,
}

#[derive(Debug)]
struct Posted {
    propagator: Box<dyn Propagator>,
    cost: Cost,
    kind: usize,
    sources: Sources,
}

/// Where a conflict came from; the engine can say which variables were concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    Propagator(usize),
    Kernel(Clash),
    Clause(Slot),
    Decision(Slot),
}

/// Rows of (queue word, mask) for each slot, end to end: those who watch any change, then bounds, then fixing.
#[derive(Debug, Default)]
struct Watchers {
    rows: Vec<(u32, u64)>,
    /// For each slot and each of the three events where its rows begin, and where the last ones end.
    starts: Vec<u32>,
}

impl Watchers {
    const EVENTS: usize = 3;

    /// The watches come by ascending position: so those of one row's queue word follow each other.
    fn new(slots: usize, watches: &[(Slot, Event, u32)]) -> Watchers {
        const NONE: u32 = u32::MAX;
        let place = |slot: Slot, event: Event| slot.0 as usize * Watchers::EVENTS + event as usize;
        let places = slots * Watchers::EVENTS;
        // Counted two places further on, so that a start can move on while its rows are filled and ends up where the
        // next ones begin.
        let mut starts = vec![0_u32; places + 2];
        let mut latest = vec![NONE; places];
        for &(slot, event, position) in watches {
            let (at, word) = (place(slot, event), position / 64);
            starts[at + 2] += u32::from(latest[at] != word);
            latest[at] = word;
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut rows = vec![(NONE, 0_u64); starts[places + 1] as usize];
        latest.fill(NONE);
        for &(slot, event, position) in watches {
            let (at, word) = (place(slot, event), position / 64);
            let end = &mut starts[at + 1];
            *end += u32::from(latest[at] != word);
            latest[at] = word;
            let row = &mut rows[*end as usize - 1];
            row.0 = word;
            row.1 |= 1 << (position % 64);
        }
        starts.pop();
        Watchers { rows, starts }
    }

    #[inline(always)]
    fn row(&self, slot: Slot, event: Event) -> &[(u32, u64)] {
        let first = slot.0 as usize * Watchers::EVENTS;
        &self.rows[self.starts[first] as usize..self.starts[first + event as usize + 1] as usize]
    }
}

/// Building, at the root.
impl Engine {
    pub(crate) fn new(model: Model, config: Config) -> Engine {
        Engine {
            store: Store::default(),
            views: Vec::new(),
            groups: Vec::new(),
            memberships: Memberships::default(),
            kernel: Kernel::default(),
            clauses: Clauses::default(),
            propagators: Vec::new(),
            watchers: Watchers::default(),
            queue: Queue::default(),
            entailed: Vec::new(),
            read: 0,
            failed: false,
            propagations: Propagations::default(),
            model,
            config,
        }
    }

    /// A slot for a variable. When all variables of the model fit into 64 values they get one base, so
    /// that constraints can compare their words directly.
    pub(crate) fn add_domain(&mut self, values: &Values, lowest: i32, highest: i32) -> Slot {
        let close = i64::from(highest) - i64::from(lowest) < 64;
        self.store.add(values, if close { lowest } else { values.min() })
    }

    pub(crate) fn auxiliary(&mut self, values: &Values) -> View {
        View { slot: self.store.add(values, values.min()), offset: 0 }
    }

    pub(crate) fn add_propagator(&mut self, propagator: Box<dyn Propagator>, sources: Sources) {
        let kind = self.propagations.kind(propagator.name());
        let cost = propagator.cost();
        self.propagators.push(Posted { propagator, cost, kind, sources });
    }

    /// Which groups each variable is in.
    pub(crate) fn memberships(&mut self) -> &Memberships {
        self.memberships.update(&self.groups, self.store.words().len());
        &self.memberships
    }

    pub(crate) fn add_clique(&mut self, clique: Clique) {
        self.kernel.add(clique);
    }

    pub(crate) fn add_clause(&mut self, literals: Vec<Literal>) {
        self.store.set_cause(cause::CLAUSE);
        if self.clauses.add(&mut self.store, literals.into_iter()).is_err() {
            self.failed = true;
        }
    }

    pub(crate) fn narrow_root(&mut self, narrow: impl FnOnce(&mut Store) -> Result<(), Conflict>) {
        self.store.set_cause(cause::ROOT);
        if narrow(&mut self.store).is_err() {
            self.failed = true;
        }
    }

    pub(crate) fn fail(&mut self) {
        self.failed = true;
    }

    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    pub(crate) fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn shared_constraint(&self, id: ConstraintId) -> Arc<dyn Constraint> {
        self.model.shared_constraints()[id.index()].clone()
    }

    pub(crate) fn require_root(&self, what: &str) -> Result<(), Error> {
        if self.store.depth() == 0 {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Unsupported {
            what: format!("{what} at the root only; call Search::reset first"),
        }))
    }

    /// Puts everything posted into its final order and propagates the root.
    pub(crate) fn seal(&mut self) {
        self.propagators.sort_by_key(|posted| posted.cost);
        let mut watches = Vec::new();
        for (position, posted) in self.propagators.iter().enumerate() {
            posted.propagator.watch(&mut |slot, event| watches.push((slot, event, position as u32)));
        }
        while self.entailed.len() * 64 < self.propagators.len() {
            let word = self.store.add_word(0);
            self.entailed.push(word);
        }
        for &word in &self.entailed {
            self.store.write(word, 0);
        }
        if self.kernel.awaiting_decisions().next().is_some() {
            self.store.expect_placing(self.kernel.awaiting_decisions());
        }
        self.watchers = Watchers::new(self.store.words().len(), &watches);
        self.queue = Queue::with_positions(self.propagators.len());
        if self.kernel.seal(&self.store).is_err() {
            self.failed = true;
        }
        self.propagate_root();
    }

    /// Runs everything once from scratch and makes the result permanent.
    fn propagate_root(&mut self) {
        if self.failed {
            return;
        }
        // What was narrowed while posting is in the trail, but may have been read before it was watched:
        // start over from the domains.
        self.store.commit_root();
        self.read = 0;
        (0..self.propagators.len()).for_each(|position| self.queue.add(position));
        let fixed: Vec<Slot> = (0..self.store.words().len() as u32)
            .map(Slot)
            .filter(|&slot| self.store.shape(slot) != Shape::Other && self.store.slot_is_fixed(slot))
            .collect();
        let kernel = fixed.into_iter().try_for_each(|slot| {
            self.store.set_cause(cause::KERNEL);
            self.kernel.fixed(&mut self.store, slot, true)
        });
        // Clauses may have been added before something they watch was narrowed.
        let clauses = (0..self.store.words().len() as u32).try_for_each(|slot| {
            self.store.set_cause(cause::CLAUSE);
            self.clauses.changed(&mut self.store, Slot(slot), Event::Fix)
        });
        if kernel.is_err() || clauses.is_err() || self.propagate(&mut ()).is_err() {
            self.failed = true;
        }
        self.store.commit_root();
        self.read = 0;
    }

    /// Learns that not all of the decisions can hold, given what holds now.
    pub(crate) fn add_nogood(&mut self, decisions: &[Decision]) -> Result<(), Conflict> {
        self.store.set_cause(cause::CLAUSE);
        let views = &self.views;
        let literals =
            decisions.iter().map(|&decision| (!decision).literal(views[decision.variable().index()]));
        self.clauses.add(&mut self.store, literals)
    }

    /// Forgets all clauses but the first `keep`.
    pub(crate) fn forget_clauses(&mut self, keep: usize) {
        self.clauses.truncate(keep);
    }
}

/// Reading.
impl Engine {
    /// What a variable of the model has become.
    #[inline(always)]
    pub fn view(&self, term: impl Into<Term>) -> View {
        let Term { var, offset } = term.into();
        self.views[var.index()].plus(offset)
    }

    pub(crate) fn literal(&self, decision: Decision) -> Literal {
        decision.literal(self.view(decision.variable()))
    }

    /// The values a variable still has.
    pub fn domain(&self, term: impl Into<Term>) -> Domain<'_> {
        self.store.domain(self.view(term))
    }

    /// The domains.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Number of variables of the model.
    pub fn variables(&self) -> usize {
        self.views.len()
    }

    /// Whether the root alone, without any assumption, has no solution.
    pub fn is_infeasible(&self) -> bool {
        self.failed
    }

    /// Number of clauses kept, nogoods from restarts among them.
    pub fn clauses(&self) -> usize {
        self.clauses.len()
    }

    /// What runs, each with the constraints it came from: propagators by kind, and the groups of
    /// variables that take different values.
    pub fn derived(&self) -> impl Iterator<Item = (&'static str, &[ConstraintId])> {
        let propagators =
            self.propagators.iter().map(|posted| (posted.propagator.name(), &posted.sources[..]));
        let groups = self.groups.iter().map(|group| ("different", &group.sources[..]));
        propagators.chain(groups)
    }

    /// The variables concerned by a conflict.
    pub(crate) fn concerned(&self, failure: Failure, mut each: impl FnMut(Slot)) {
        match failure {
            Failure::Propagator(position) => {
                self.propagators[position].propagator.watch(&mut |slot, _| each(slot));
            }
            Failure::Kernel(Clash { from, to }) => {
                each(from);
                each(to);
            }
            Failure::Clause(slot) | Failure::Decision(slot) => each(slot),
        }
    }
}

/// Running.
impl Engine {
    pub(crate) fn push(&mut self) {
        self.store.push();
    }

    pub(crate) fn pop(&mut self) {
        self.store.pop();
        self.read = self.store.trail().len();
        debug_assert!(self.queue.pop().is_none(), "the queue is empty between runs");
    }

    /// Carries a decision out; what follows from it is found by [`Engine::propagate`].
    #[inline]
    pub(crate) fn decide(&mut self, decision: Decision) -> Result<(), Failure> {
        let literal = self.literal(decision);
        self.store.set_cause(cause::DECISION);
        literal.enforce(&mut self.store).map_err(|Conflict| Failure::Decision(literal.slot))
    }

    /// In a model with `Forward` groups, makes a variable that propagation fixed count as decided: its
    /// value goes from the others.
    pub(crate) fn place(&mut self, view: View) -> Result<(), Failure> {
        self.store.set_cause(cause::KERNEL);
        self.kernel.fixed(&mut self.store, view.slot, true).map_err(Failure::Kernel)
    }

    /// Leaves out a value that has been tried, without anything following from it: until the level ends, the variable is
    /// only given another one.
    pub(crate) fn set_aside(&mut self, tried: Decision) {
        debug_assert_eq!(self.read, self.store.trail().len(), "nothing waits to be read");
        let left = self.decide(!tried);
        debug_assert!(left.is_ok(), "other values are left");
        self.read = self.store.trail().len();
    }

    /// Takes away what probing has refuted; what follows is found by [`Engine::propagate`].
    pub(crate) fn refute_probe(&mut self, probed: Decision) -> Result<(), Failure> {
        let literal = self.literal(!probed);
        self.store.set_cause(cause::PROBE);
        literal.enforce(&mut self.store).map_err(|Conflict| Failure::Decision(literal.slot))
    }

    /// Runs to fixpoint.
    pub(crate) fn propagate<O: Observer>(&mut self, observer: &mut O) -> Result<(), Failure> {
        let result = self.run(observer);
        if result.is_err() {
            self.queue.clear();
            self.read = self.store.trail().len();
        }
        result
    }

    fn run<O: Observer>(&mut self, observer: &mut O) -> Result<(), Failure> {
        self.drain(None, observer)?;
        while let Some(position) = self.queue.pop() {
            if self.is_entailed(position) {
                continue;
            }
            let posted = &mut self.propagators[position];
            self.propagations.count(posted.kind);
            self.store.set_cause(cause::FIRST_PROPAGATOR + position as u32);
            let result = posted.propagator.propagate(&mut self.store);
            observer.propagate(posted.propagator.name(), result);
            let status = result.map_err(|Conflict| Failure::Propagator(position))?;
            if status == Status::Entailed {
                let word = self.entailed[position / 64];
                self.store.write(word, self.store.read(word) | 1 << (position % 64));
            }
            if self.config.audit && status != Status::Again {
                self.audit(position);
            }
            let own = (status != Status::Again).then_some((position, self.store.trail().len()));
            self.drain(own, observer)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn is_entailed(&self, position: usize) -> bool {
        self.store.read(self.entailed[position / 64]) >> (position % 64) & 1 != 0
    }

    /// Reads the trail to its end. A propagator at its fixpoint is not woken by its own changes, which
    /// reach up to the given length of the trail; what the kernel makes of them comes later and does wake it.
    #[inline(always)]
    fn drain<O: Observer>(&mut self, own: Option<(usize, usize)>, observer: &mut O) -> Result<(), Failure> {
        while self.read < self.store.trail().len() {
            let saved = self.store.trail()[self.read];
            self.read += 1;
            if let Some(change) = Change::read(&saved) {
                for &(word, mask) in self.watchers.row(change.slot, change.event) {
                    self.queue.wake(word, mask);
                }
                observer.change(change.slot, change.event, &self.store);
                if change.event == Event::Fix {
                    let decided = change.cause == cause::DECISION;
                    self.store.set_cause(cause::KERNEL);
                    self.kernel.fixed(&mut self.store, change.slot, decided).map_err(Failure::Kernel)?;
                }
                self.store.set_cause(cause::CLAUSE);
                self.clauses
                    .changed(&mut self.store, change.slot, change.event)
                    .map_err(|Conflict| Failure::Clause(change.slot))?;
            }
            if let Some((position, end)) = own
                && self.read == end
            {
                self.queue.remove(position);
            }
        }
        Ok(())
    }

    /// Runs a propagator that claims a fixpoint again.
    #[cold]
    fn audit(&mut self, position: usize) {
        let before = self.store.trail().len();
        let propagator = &mut self.propagators[position].propagator;
        let again = propagator.propagate(&mut self.store);
        let found = self.store.trail()[before..].iter().filter_map(Change::read).count();
        assert!(
            again.is_ok() && found == 0,
            "{propagator:?} claimed a fixpoint and found {found} more changes"
        );
    }
}
