//! Settings: how to filter, how to branch, when to restart. None of them changes the set of solutions.

use crate::base::simd::Path;

/// Settings of a compiled model and its search.
///
/// ```
/// use csp::{Config, Consistency, Restarts, VariableOrder};
///
/// let config = Config {
///     consistency: Consistency::Domain,
///     variables: VariableOrder::WeightedDegree,
///     restarts: Restarts::luby(100),
///     ..Config::default()
/// };
/// # assert_eq!(config.seed, 0);
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// How hard all-differents filter that do not say it themselves.
    pub consistency: Consistency,
    /// Whether constraints are joined and variables merged before anything runs.
    pub presolve: bool,
    /// What a node of the search tries: a value or the rest, or all values of a variable in turn.
    pub branching: BranchBy,
    /// Which variable to branch on.
    pub variables: VariableOrder,
    /// Which of its values to try first.
    pub values: ValueOrder,
    /// With [`VariableOrder::WeightedDegree`]: branch on the two places that are left for a value, too, where different
    /// variables must take all of their values.
    // November 2026, 340 published variant Sudokus, 20,000 nodes each: 262,000 nodes instead of 342,000.
    pub places: bool,
    /// Branch on the variables of the last conflict first (Lecoutre et al. 2009).
    pub last_conflict: bool,
    /// Break ties between variables by chance instead of by their order.
    pub random_ties: bool,
    /// What chance starts from. The same seed gives the same search on every machine.
    pub seed: u64,
    /// When to begin anew, keeping what was learnt.
    pub restarts: Restarts,
    /// At every node, try each value of each open variable and take it away where propagation alone refuses it, until
    /// nothing more goes: singleton consistency (Debruyne & Bessière 1997). Dear, and strong. Variables that are too wide
    /// for holes are left out.
    pub probing: bool,
    /// Count the values that propagation removes ([`Statistics::removals`](crate::Statistics)): a few hundredths of
    /// the time.
    pub count_removals: bool,
    /// When optimising, try the value that a variable has in the best solution so far first
    /// (Demirović et al. 2018). Searches without an objective do not look at it.
    // November 2026, linear arrangements of 25 with Luby 100, 200,000 nodes: 13 to 24 % less; without
    // restarts little changes (Golomb ruler 10: 3 % more nodes).
    pub best_first: bool,
    /// The instruction set of the lanes; the fastest there is unless chosen. Never changes the search.
    pub simd: Path,
    /// Run every propagator that claims a fixpoint a second time and panic if it finds more: for tests
    /// of propagators.
    pub audit: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            consistency: Consistency::Auto,
            presolve: true,
            branching: BranchBy::default(),
            variables: VariableOrder::default(),
            values: ValueOrder::default(),
            places: false,
            last_conflict: false,
            random_ties: false,
            seed: 0,
            restarts: Restarts::Never,
            probing: false,
            count_removals: false,
            best_first: true,
            simd: Path::default(),
            audit: false,
        }
    }
}

/// How hard an all-different filters. Changes the speed, never the set of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Consistency {
    /// Removes nothing: a variable is refused the value that another one is fixed to.
    Check,
    /// A *decision* takes its value from the other variables; what propagation fixes does not. A variable that is fixed so
    /// stays open until branching has placed it.
    Forward,
    /// Every fixed variable takes its value from the others.
    Value,
    /// And a value that only one variable can take goes there (where every value must occur).
    Singles,
    /// And a value that one group can place only where it meets another leaves the rest of the other.
    Intersections,
    /// Hall intervals: the smallest and largest value of every variable occur in a solution of the
    /// constraint over intervals (López-Ortiz et al. 2003), and the value part.
    Bounds,
    /// Every value left occurs in a solution of the constraint (Régin 1994).
    Domain,
    /// Chosen for each constraint from its shape, and adapting.
    #[default]
    Auto,
}

/// The variable heuristics that come with the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum VariableOrder {
    /// The first open one, in the order of the model.
    Input,
    /// The one with the fewest values left (MRV).
    Smallest,
    /// The same; among equals the one with the most open neighbours (Brélaz 1979).
    #[default]
    SmallestDegree,
    /// The least ratio of values left to conflicts met (dom/wdeg, Boussemart et al. 2004), a conflict
    /// counting for more the fewer variables of its constraint were open.
    WeightedDegree,
    /// Any open one, by chance.
    Random,
}

/// The value heuristics that come with the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ValueOrder {
    /// The smallest.
    #[default]
    Smallest,
    /// The largest.
    Largest,
    /// The one in the middle of those left.
    Middle,
    /// The lower half at once.
    Split,
    /// Any, by chance.
    Random,
    /// The one that the fewest neighbours could take too.
    LeastConstraining,
}

/// What a node of the search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BranchBy {
    /// A decision, and then its opposite: *x* = 3, or else *x* ≠ 3 (2-way branching). What follows from the opposite is
    /// propagated, and then any variable may be next.
    #[default]
    Splitting,
    /// A variable is opened, and its values are tried one after the other from the same state (d-way branching), as a
    /// loop over values does. Nothing is propagated from a value that was refused, and the last value is tried as
    /// the others are. Decisions that name no value, as those on very wide variables, split all the same.
    Values,
}

/// When a search gives up its place and begins at the root again. What it has refuted stays refuted:
/// it is kept as nogoods (Lecoutre et al. 2007), so restarts are safe for proofs and for all solutions.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Restarts {
    /// Never.
    #[default]
    Never,
    /// After `unit` × 1, 1, 2, 1, 1, 2, 4, … failures (Luby et al. 1993).
    Luby {
        /// Failures of the shortest run.
        unit: u64,
    },
    /// After `first`, `first` × `factor`, … failures.
    Geometric {
        /// Failures of the first run.
        first: u64,
        /// How much longer each run is than the one before; above 1.
        factor: f64,
    },
}

impl Restarts {
    /// Luby's sequence times `unit`.
    pub fn luby(unit: u64) -> Restarts {
        Restarts::Luby { unit }
    }

    /// Runs that grow by `factor`.
    pub fn geometric(first: u64, factor: f64) -> Restarts {
        Restarts::Geometric { first, factor }
    }
}
