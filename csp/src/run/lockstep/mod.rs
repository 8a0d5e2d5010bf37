//! Lockstep: many instances of one model at once, one in each lane of a SIMD register.
//!
//! A [`Lockstep`] is compiled from a model of all-differents. Instances, which are lists of decisions, come
//! from a [`Feed`], which receives the solutions and the result of each instance. All lanes propagate in the
//! same [sweep](run) over the model. Each lane has a search stack of its own and takes the next instance when
//! it is done.
//!
//! ```text
//!   Model ──► read: groups, domains ──► bands: the classic grid ────────────────┐
//!                                   └─► network: all other models ──────────────┴─► run: lanes, instances, branches
//! ```
//!
//! A classic grid that is the only instance is searched with a digit in each lane, until it has needed some guesses.

mod bands;
mod network;
mod read;
mod run;

use crate::base::error::Error;
use crate::base::limits::{Limits, Meter};
use crate::base::simd::{Isa, Level, Work, dispatch};
use crate::model::Model;
use crate::model::config::Config;
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::search::Step;

use bands::Classic;
use network::{Network, Plan};
use read::Reading;
use run::Order;

/// Source of the instances and receiver of the answers.
///
/// Answers arrive in the order in which lanes finish, so each names its instance.
pub trait Feed {
    /// States the next instance. Returns false if there is no next instance, or none before the next answer. After an
    /// answer it is called again. Instances are numbered from 0.
    fn next(&mut self, instance: &mut Instance) -> bool;

    /// Receives a solution, with a value for each variable of the model.
    fn solution(&mut self, instance: u64, values: &[i32]);

    /// Returns whether to report solutions; otherwise they are only counted. The same answer is expected
    /// throughout a run.
    fn wants_solutions(&self) -> bool {
        true
    }

    /// Called when a lane takes over a branch of an instance. From then on the order of the instance's solutions is
    /// undefined.
    fn shared(&mut self, _instance: u64) {}

    /// Receives the end of an instance. `end` is [`Step::Solution`] if the requested number of solutions was
    /// found.
    fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64);
}

/// The difference between an instance and the model: decisions that hold.
#[derive(Debug)]
pub struct Instance {
    /// The values of the model, ascending.
    values: Vec<i32>,
    /// The values that each variable keeps: bit k is the k-th value.
    kept: Vec<u64>,
    /// Set until the first statement; `kept` still has the data of another instance.
    fresh: bool,
}

impl Instance {
    fn new(values: &[i32], variables: usize) -> Instance {
        Instance { values: values.to_vec(), kept: vec![u64::MAX; variables], fresh: false }
    }

    /// Requests the next instance from the feed.
    #[inline(always)]
    fn next(&mut self, feed: &mut dyn Feed) -> bool {
        self.fresh = true;
        let is_there = feed.next(self);
        self.begin();
        is_there
    }

    /// Removes all statements, if that has not been done yet.
    #[inline]
    fn begin(&mut self) {
        if self.fresh {
            self.kept.fill(u64::MAX);
            self.fresh = false;
        }
    }

    /// States a decision.
    ///
    /// # Panics
    /// If the model does not have the variable.
    pub fn decide(&mut self, decision: Decision) {
        let holds =
            |bits: u64, (place, &value): (usize, &i32)| bits | u64::from(decision.holds(value)) << place;
        self.keep(decision.variable(), self.values.iter().enumerate().fold(0, holds));
    }

    /// States that a variable takes one of `values`: bit k stands for the k-th value of the model, ascending.
    ///
    /// # Panics
    /// If the model does not have the variable.
    #[inline]
    pub fn keep(&mut self, var: Var, values: u64) {
        self.begin();
        self.kept[var.index()] &= values;
    }

    /// Calls [`keep`](Instance::keep) for all variables, in their order: the fastest way if most are
    /// narrowed.
    #[inline]
    pub fn keep_each(&mut self, values: impl IntoIterator<Item = u64>) {
        if self.fresh {
            let mut known = 0;
            for (kept, values) in self.kept.iter_mut().zip(values) {
                *kept = values;
                known += 1;
            }
            self.kept[known..].fill(u64::MAX);
            self.fresh = false;
        } else {
            self.kept.iter_mut().zip(values).for_each(|(kept, values)| *kept &= values);
        }
    }
}

/// Solves many instances of one model at a time.
///
/// ```
/// use csp::lockstep::{Feed, Instance, Lockstep};
/// use csp::{Config, Model, Step, Var};
///
/// /// Grids with one given each; how many solutions they have, up to two.
/// struct Grids { cells: Vec<Var>, next: usize, found: [u64; 3] }
///
/// impl Feed for Grids {
///     fn next(&mut self, instance: &mut Instance) -> bool {
///         if self.next == 3 { return false; }
///         instance.decide(self.cells[self.next].is(5));
///         instance.decide(self.cells[1].is(5)); // the second has it twice over, the others in one row
///         self.next += 1;
///         true
///     }
///     fn solution(&mut self, instance: u64, values: &[i32]) {
///         assert_eq!(values[instance as usize], 5);
///     }
///     fn answered(&mut self, instance: u64, _: Step, found: u64, _: u64) {
///         self.found[instance as usize] = found;
///     }
/// }
///
/// let mut model = Model::new();
/// let x = model.vars(81, 1..=9);
/// for i in 0..9 {
///     model.all_different((0..9).map(|k| x[9 * i + k]));
///     model.all_different((0..9).map(|k| x[9 * k + i]));
///     model.all_different((0..9).map(|k| x[i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3]));
/// }
/// let mut grids = Grids { cells: x, next: 0, found: [9; 3] };
/// Lockstep::compile(&model, &Config::default())?.run(2, &mut grids);
/// assert_eq!(grids.found, [0, 2, 0]);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Debug)]
pub struct Lockstep {
    shape: Shape,
    /// The values of the model, ascending.
    values: Vec<i32>,
    variables: usize,
    level: Level,
    limits: Limits,
    share: bool,
}

/// Counters of a [run](Lockstep::run).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Instances started.
    pub instances: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Guesses.
    pub nodes: u64,
    /// Sweeps over the model.
    pub sweeps: u64,
    /// The number of lanes in a register.
    pub lanes: u64,
    /// The number of lanes in use, summed over sweeps.
    pub busy: u64,
}

/// The kernel for a model.
#[derive(Debug)]
enum Shape {
    Classic(Classic),
    Network(Box<Plan>),
    /// The model has no solution, for any instance.
    Impossible,
}

impl Lockstep {
    /// Reads a model. A model with other constraints than all-differents and ≠, with more than 64 values or
    /// with more than 16,384 variables is refused with
    /// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported), which names the constraint.
    pub fn compile(model: &Model, config: &Config) -> Result<Lockstep, Error> {
        Ok(Lockstep::read(Reading::of(model)?, config, Classic::recognise))
    }

    /// Like [`compile`](Lockstep::compile), without the kernel for classic grids: for comparisons.
    pub fn compile_generic(model: &Model, config: &Config) -> Result<Lockstep, Error> {
        Ok(Lockstep::read(Reading::of(model)?, config, |_| None))
    }

    /// The lanes for the classic grid: 81 variables, the cells in reading order, with the values 1 to 9, different in each
    /// row, column and 3 × 3 box. The same as [`compile`](Lockstep::compile) makes of such a model, at once.
    pub fn classic(config: &Config) -> Lockstep {
        let classic = Classic::usual();
        Lockstep::of(Level::detect(config.simd), classic.values().to_vec(), 81, Shape::Classic(classic))
    }

    fn read(
        reading: Reading,
        config: &Config,
        special: impl FnOnce(&Reading) -> Option<Classic>,
    ) -> Lockstep {
        let level = Level::detect(config.simd);
        let shape = if reading.impossible {
            Shape::Impossible
        } else if let Some(classic) = special(&reading) {
            Shape::Classic(classic)
        } else {
            Shape::Network(Box::new(Plan::new(&reading, level.register_bytes())))
        };
        let Reading { values, domains, .. } = reading;
        Lockstep::of(level, values, domains.len(), shape)
    }

    fn of(level: Level, values: Vec<i32>, variables: usize, shape: Shape) -> Lockstep {
        Lockstep { shape, values, variables, level, limits: Limits::default(), share: true }
    }

    /// Sets limits. Nodes and failures count for each instance. Time and cancellation are for all instances together,
    /// from the start of [`run`](Lockstep::run): when they are reached, unfinished instances end with [`Step::Limit`],
    /// and no more instances are requested.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Sets whether idle lanes take over branches of other lanes, which is the default. It does not affect proofs.
    pub fn share(&mut self, share: bool) {
        self.share = share;
    }

    /// Solves all instances of the feed, each for up to `most` solutions (at least one).
    ///
    /// When there is no next instance, an instance that has tried some nodes is shared between lanes. If it
    /// has more than `most` solutions, others may be found than with [sharing](Lockstep::share) turned off.
    pub fn run(&self, most: u64, feed: &mut impl Feed) -> Stats {
        self.run_any(most, feed)
    }

    /// Not generic, so that it is compiled in this crate, with its settings.
    fn run_any(&self, most: u64, feed: &mut dyn Feed) -> Stats {
        let (nodes, failures, limits) = self.limits.counters_apart();
        let order = Order {
            most: most.max(1),
            node_limit: nodes.unwrap_or(u64::MAX),
            failure_limit: failures.unwrap_or(u64::MAX),
            share: self.share,
            limits: Meter::new(&limits),
        };
        let instance = Instance::new(&self.values, self.variables);
        // Each kernel is a function of its own: a page loads the one that its first answer needs.
        match &self.shape {
            Shape::Classic(classic) => dispatch(self.level, OnBands { classic, instance, order, feed }),
            Shape::Network(plan) => match plan.values.len() {
                0..=16 => dispatch(self.level, OnNetwork::<16> { plan, instance, order, feed }),
                17..=32 => dispatch(self.level, OnNetwork::<32> { plan, instance, order, feed }),
                _ => dispatch(self.level, OnNetwork::<64> { plan, instance, order, feed }),
            },
            Shape::Impossible => refuse(instance, order, feed),
        }
    }
}

/// A run, compiled for each instruction set.
struct OnBands<'a> {
    classic: &'a Classic,
    instance: Instance,
    order: Order,
    feed: &'a mut dyn Feed,
}

impl Work for OnBands<'_> {
    type Output = Stats;

    #[inline(always)]
    fn run<I: Isa>(self) -> Stats {
        bands::run::<I>(self.classic, self.instance, self.order, self.feed)
    }
}

/// A run with up to as many values as a word has bits, compiled for each instruction set.
struct OnNetwork<'a, const BITS: usize> {
    plan: &'a Plan,
    instance: Instance,
    order: Order,
    feed: &'a mut dyn Feed,
}

impl<const BITS: usize> Work for OnNetwork<'_, BITS> {
    type Output = Stats;

    #[inline(always)]
    fn run<I: Isa>(self) -> Stats {
        let OnNetwork { plan, instance, order, feed } = self;
        match BITS {
            16 => run::run(Network::<I::Short>::new(plan), instance, order, feed),
            32 => run::run(Network::<I::Words>::new(plan), instance, order, feed),
            _ => run::run(Network::<I::Long>::new(plan), instance, order, feed),
        }
    }
}

/// Answers all instances of a model that has no solution.
fn refuse(mut instance: Instance, mut order: Order, feed: &mut dyn Feed) -> Stats {
    let mut stats = Stats::default();
    while !order.limits.is_over(0) && instance.next(feed) {
        feed.answered(stats.instances, Step::Exhausted, 0, 0);
        stats.instances += 1;
    }
    stats
}
