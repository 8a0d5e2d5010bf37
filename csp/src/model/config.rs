//! Settings for filtering, branching and restarts. None of them changes the set of solutions.

use crate::base::simd::Path;
use crate::model::order::{Begin, ValueOrder, VariableOrder};

/// Declares `Config`: a private field, its default, a reader and a setter for each setting.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident, $with:ident: $type:ty = $default:expr;)*) => {
        /// Settings of a compiled model and its search. Each has a reader of its name, and a setter that begins with
        /// `with_`.
        ///
        /// ```
        /// use csp::config::{Consistency, Restarts, VariableOrder};
        /// use csp::Config;
        ///
        /// let config = Config::default()
        ///     .with_consistency(Consistency::Domain)
        ///     .with_variables(VariableOrder::WeightedDegree)
        ///     .with_restarts(Restarts::luby(100));
        /// assert_eq!(config.consistency(), Consistency::Domain);
        /// ```
        #[derive(Clone, Debug)]
        pub struct Config {
            $(pub(crate) $name: $type,)*
        }

        impl Default for Config {
            fn default() -> Config {
                Config { $($name: $default,)* }
            }
        }

        impl Config {
            $(
                $(#[$doc])*
                pub fn $name(&self) -> $type {
                    self.$name
                }

                #[doc = concat!("Sets [`", stringify!($name), "`](Config::", stringify!($name), ").")]
                #[must_use]
                pub fn $with(mut self, $name: $type) -> Config {
                    self.$name = $name;
                    self
                }
            )*
        }
    };
}

settings! {
    /// Strength of all-different constraints that do not set their own.
    consistency, with_consistency: Consistency = Consistency::Auto;
    /// Whether to join constraints and merge variables before the first propagation.
    presolve, with_presolve: bool = true;
    /// Branching scheme: a value and its refutation, or all values of a variable in turn.
    branching, with_branching: BranchBy = BranchBy::default();
    /// Variable heuristic.
    variables, with_variables: VariableOrder = VariableOrder::default();
    /// Value heuristic.
    values, with_values: ValueOrder = ValueOrder::default();
    /// Whether to branch also on a value that only two variables of a permutation can still take. Only with
    /// [`VariableOrder::WeightedDegree`].
    // November 2026, 340 published variant Sudokus, 20,000 nodes each: 262,000 nodes instead of 342,000.
    places, with_places: bool = false;
    /// Whether to branch last on variables that have to be different and that equations compute from older variables,
    /// such as the distances of a Golomb ruler. Only for a model without phases
    /// ([`Model::branch_on`](crate::Model::branch_on)), and with orders by the number of values.
    // November 2026, search: Golomb ruler 10 in 1.1 s instead of 4.4 s, all all-interval series of 11 in .011 s instead
    // of .034 s, graceful labelling of K4 x P3 in .006 s instead of more than 10 s; Costas array of 15 in .64 s instead
    // of .26 s. For all computed variables, low autocorrelation and warehouses take three times as long.
    computed_last, with_computed_last: bool = true;
    /// Whether to branch first on the variables of the last conflict (Lecoutre et al. 2009).
    last_conflict, with_last_conflict: bool = false;
    /// Whether to break ties between variables at random instead of by their order.
    random_ties, with_random_ties: bool = false;
    /// Seed of the random numbers. The same seed gives the same search on every machine.
    seed, with_seed: u64 = 0;
    /// When to restart. Refuted branches are kept as nogoods.
    restarts, with_restarts: Restarts = Restarts::Never;
    /// Whether to try, at every node, each value of each open variable and remove it if propagation refutes it, to
    /// a fixpoint: singleton consistency (Debruyne & Bessière 1997). Expensive and strong. Variables too wide
    /// for holes are skipped.
    probing, with_probing: bool = false;
    /// Whether a search that fails often takes turns with a search that learns from conflicts.
    learning, with_learning: Learning = Learning::Auto;
    /// Whether a [`Learner`](crate::Learner), and the learner that helps a search, take turns in how they branch: as the
    /// phases of the model say ([`Model::branch_on`](crate::Model::branch_on)), by activity phase after phase, and by
    /// activity alone. If not, always by activity phase after phase. A model of clauses alone is decided by activity
    /// alone then.
    alternate, with_alternate: bool = false;
    /// Whether learning takes a fast path for models that can be expressed in clauses over single values. The engine does
    /// not take part in it, so that an [`Observer`](crate::Observer) is told of it by
    /// [stretches](crate::Observer::stretch) only.
    fast_path, with_fast_path: bool = true;
    /// Whether to count the values that propagation removes ([`Statistics::removals`](crate::Statistics)). It takes
    /// a few hundredths of the time.
    count_removals, with_count_removals: bool = false;
    /// Whether to try the value of the best solution so far first when optimising (Demirović et al. 2018). Without
    /// an objective it has no effect.
    // November 2026, linear arrangements of 25 with Luby 100, 200,000 nodes: 13 to 24 % less; without
    // restarts little changes (Golomb ruler 10: 3 % more nodes).
    best_first, with_best_first: bool = true;
    /// Whether a [`Learner`](crate::Learner), and the learner that helps a search, improves on the best solution in its
    /// neighbourhood in every other turn when optimising (Shaw 1998). Without an objective it has no effect.
    neighbourhoods, with_neighbourhoods: bool = true;
    /// Instruction set of vectorised code; the fastest one by default. It never changes the search.
    simd, with_simd: Path = Path::default();
    /// Whether to run every propagator that claims a fixpoint a second time and panic if that changes a domain: for
    /// tests of propagators.
    audit, with_audit: bool = false;
}

/// Strength of an all-different. Affects the speed, never the set of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Consistency {
    /// Removes nothing: two variables fixed to the same value are a conflict.
    Check,
    /// Removes the value that a *decision* assigns from the other variables, but not a value that propagation
    /// fixes. A variable fixed by propagation stays open until branching decides it.
    Forward,
    /// Removes the value of every fixed variable from the others.
    Value,
    /// Like `Value`; also assigns a value that only one variable can take to that variable (where every value must
    /// occur).
    Singles,
    /// Like `Singles`; also, if all variables of a group that can take a value lie in a second group, removes the
    /// value from the other variables of the second group.
    Intersections,
    /// Bounds consistency by Hall intervals: the smallest and largest value of every variable occur in a
    /// solution of the constraint over intervals (López-Ortiz et al. 2003). Includes `Value`.
    Bounds,
    /// Domain consistency: every value left occurs in a solution of the constraint (Régin 1994).
    Domain,
    /// Chosen for each constraint from its shape, and adapted during search.
    #[default]
    Auto,
}

impl Config {
    /// Returns whether the seed affects a search.
    pub fn is_random(&self) -> bool {
        self.random_ties || self.variables.is_random() || self.values.begin() == Begin::Chance
    }

    /// Returns whether branching keeps state from run to run of a search, so that earlier runs affect later ones.
    ///
    /// ```
    /// use csp::{Config, config::VariableOrder};
    ///
    /// assert!(!Config::default().has_state());
    /// assert!(Config::default().with_variables(VariableOrder::WeightedDegree).has_state());
    /// ```
    pub fn has_state(&self) -> bool {
        let keeps_conflicts = self.last_conflict || self.restarts != Restarts::Never;
        self.is_random() || self.variables.is_by_conflicts() || keeps_conflicts
    }
}

/// Whether a search gets help from learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Learning {
    /// Never.
    Never,
    /// When the search has failed often and has found no solution or has an objective: a learning search then takes
    /// turns with it. Never if the search has a brancher of the user's, branches by values or probes.
    #[default]
    Auto,
}

/// Branching scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum BranchBy {
    /// Two-way branching: a decision, then its negation, *x* = 3 or *x* ≠ 3. The consequences of the negation
    /// are propagated, and any variable may be branched on next.
    #[default]
    Splitting,
    /// D-way branching: the values of a variable are tried one after the other from the same state, as a loop
    /// does. The removal of a refuted value is not propagated, and the last value is tried like the others.
    /// Decisions that name no value, as those on very wide variables, branch two-way.
    Values,
}

/// When a search restarts from the root. Refuted branches are kept as nogoods (Lecoutre et al. 2007), so
/// restarts are safe for proofs and for enumerating all solutions.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Restarts {
    /// Never.
    #[default]
    Never,
    /// After `unit` × 1, 1, 2, 1, 1, 2, 4, … failures (Luby et al. 1993).
    Luby {
        /// Failures of the shortest run.
        unit: u64,
    },
    /// After `step`, 2 × `step`, 3 × `step`, … failures.
    Linear {
        /// Failures of the first run.
        step: u64,
    },
    /// After `first`, `first` × `factor`, … failures.
    Geometric {
        /// Failures of the first run.
        first: u64,
        /// Ratio of the lengths of successive runs; above 1.
        factor: f64,
    },
}

impl Restarts {
    /// Restarts by Luby's sequence times `unit`.
    pub fn luby(unit: u64) -> Restarts {
        Restarts::Luby { unit }
    }

    /// Restarts after runs that grow by `step` failures.
    pub fn linear(step: u64) -> Restarts {
        Restarts::Linear { step }
    }

    /// Restarts after runs that grow by `factor`.
    pub fn geometric(first: u64, factor: f64) -> Restarts {
        Restarts::Geometric { first, factor }
    }
}
