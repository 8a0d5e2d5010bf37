//! Many instances of one model at once, one in each lane of a SIMD register.
//!
//! A [`Lockstep`] is compiled from a model of all-differents. Instances, lists of decisions, come from a [`Feed`], which is
//! also told the solutions and how each has ended. All lanes propagate in the same sweep over the model; each has its
//! own stack and searches by itself, and takes the next instance when it is done.
//!
//! One kernel so far, [`bands`], for the classic grid of nine rows, columns and boxes, which is [recognised](square) by
//! the way its groups overlap. Other models are refused, and [`Search`](crate::Search) takes them.

mod bands;
mod square;
mod sweep;

use crate::config::Config;
use crate::decision::Decision;
use crate::error::{Error, ErrorKind};
use crate::limits::{Limits, Watchdog};
use crate::model::{Model, Var};
use crate::search::Step;
use crate::simd::{Level, dispatch};

use bands::{Classic, Run};
use square::Square;

/// Where instances come from, and where their answers go.
///
/// Answers come in the order in which lanes get ready, so each names its instance.
pub trait Feed {
    /// States the next instance; false when there is none. Instances are counted from 0.
    fn next(&mut self, instance: &mut Instance) -> bool;

    /// A solution, with a value for each variable of the model.
    fn solution(&mut self, instance: u64, values: &[i32]);

    /// No more of this instance. `end` is [`Step::Solution`] when as many solutions as were asked for have
    /// been found.
    fn answered(&mut self, instance: u64, end: Step, found: u64, nodes: u64);
}

/// What distinguishes an instance from the model: decisions that hold.
#[derive(Debug)]
pub struct Instance {
    /// The values of the model, ascending.
    values: Vec<i32>,
    /// What each variable keeps: bit k is the k-th of the values.
    kept: Vec<u64>,
}

impl Instance {
    fn new(values: &[i32], variables: usize) -> Instance {
        Instance { values: values.to_vec(), kept: vec![u64::MAX; variables] }
    }

    fn clear(&mut self) {
        self.kept.fill(u64::MAX);
    }

    /// States a decision.
    ///
    /// # Panics
    /// When the model does not have the variable.
    pub fn decide(&mut self, decision: Decision) {
        let holds =
            |bits: u64, (place, &value): (usize, &i32)| bits | u64::from(decision.holds(value)) << place;
        self.keep(decision.variable(), self.values.iter().enumerate().fold(0, holds));
    }

    /// States that a variable takes one of these values: bit k stands for the k-th that the model has,
    /// ascending.
    ///
    /// # Panics
    /// When the model does not have the variable.
    #[inline]
    pub fn keep(&mut self, var: Var, values: u64) {
        self.kept[var.index()] &= values;
    }

    /// States this for all variables, in their order: the quickest way when most are narrowed.
    #[inline]
    pub fn keep_each(&mut self, values: impl IntoIterator<Item = u64>) {
        self.kept.iter_mut().zip(values).for_each(|(kept, values)| *kept &= values);
    }
}

/// Answers instances of one model many at a time.
///
/// ```
/// use csp::{Config, Lockstep, LockstepFeed, LockstepInstance, Model, Step, Var};
///
/// /// Grids with one given each; how many solutions they have, up to two.
/// struct Grids { cells: Vec<Var>, next: usize, found: [u64; 3] }
///
/// impl LockstepFeed for Grids {
///     fn next(&mut self, instance: &mut LockstepInstance) -> bool {
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
    classic: Classic,
    level: Level,
    limits: Limits,
}

impl Lockstep {
    /// Reads a model. One that no kernel covers is refused with [`ErrorKind::Unsupported`].
    pub fn compile(model: &Model, config: &Config) -> Result<Lockstep, Error> {
        if let Some(error) = model.error() {
            return Err(error.clone());
        }
        let square = Square::recognise(model).map_err(|what| {
            Error::new(ErrorKind::Unsupported { what: format!("{what}; use Search for this model") })
        })?;
        let level = Level::detect(config.simd);
        Ok(Lockstep { classic: Classic::new(&square), level, limits: Limits::default() })
    }

    /// Sets limits. Nodes count for each instance; time and cancellation for all together, counted from where
    /// [`run`](Lockstep::run) begins: instances under way then end with [`Step::Limit`], and no more are asked for.
    /// There is no limit on failures.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Answers everything that the feed gives, each instance with up to `most` solutions.
    pub fn run(&mut self, most: u64, feed: &mut impl Feed) {
        let Lockstep { classic, level, limits } = self;
        let (nodes, limits) = limits.split();
        let (node_limit, limits) = (nodes.unwrap_or(u64::MAX), Watchdog::new(limits, 0, 0));
        dispatch(*level, Run { classic, most: most.max(1), limits, node_limit, feed });
    }
}
