//! Helpers of all tests: a naive oracle, a random generator, random settings.

#![allow(dead_code)] // Each test program uses a part of it.

pub mod listed;
pub mod recipes;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use csp::config::{BranchBy, Consistency};
use csp::{Config, Decision, Learner, Limits, Model, Observer, Search, Step, Var};
pub use testkit::{PATHS, VALUE_ORDERS, VARIABLE_ORDERS, rest, restarts};

/// Domain after filtering.
pub type Left = BTreeSet<i32>;

/// Returns the rounds of a test over random models: as many as `CSP_ROUNDS` says, or a third of all, or all if
/// [`is_exhaustive`].
pub fn rounds(all: u32) -> std::ops::Range<u32> {
    let told = std::env::var("CSP_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    0..told.unwrap_or(if is_exhaustive() { all } else { all.div_ceil(3) })
}

/// Returns whether nothing is left to samples: `.ci/run exhaustive`.
pub fn is_exhaustive() -> bool {
    static IS_SET: LazyLock<bool> = LazyLock::new(|| std::env::var_os("EXHAUSTIVE").is_some());
    *IS_SET
}

/// Returns every solution by brute force, sorted: the assignments of the declared domains that the constraints
/// accept. `vars` are all variables of the model, in order.
pub fn oracle(model: &Model, vars: &[Var]) -> Vec<Vec<i32>> {
    assert_eq!(model.variables(), vars.len(), "the oracle needs all variables");
    let domains: Vec<Vec<i32>> = vars.iter().map(|&var| model.declared(var).iter().collect()).collect();
    let mut found = Vec::new();
    let mut at = vec![0; vars.len()];
    loop {
        let values: Vec<i32> = domains.iter().zip(&at).map(|(domain, &at)| domain[at]).collect();
        if model.broken_by(&values).expect("a sound model").is_none() {
            found.push(values);
        }
        let Some(turn) = (0..at.len()).rev().find(|&i| at[i] + 1 < domains[i].len()) else {
            return found;
        };
        at[turn + 1..].fill(0);
        at[turn] += 1;
    }
}

/// Returns for each variable the values that occur in solutions.
pub fn supported(solutions: &[Vec<i32>], variables: usize) -> Vec<Left> {
    (0..variables).map(|i| solutions.iter().map(|solution| solution[i]).collect()).collect()
}

/// Returns the domains after root propagation; `None` if it refuted the model.
pub fn root(model: &Model, vars: &[Var], config: &Config) -> Option<Vec<Left>> {
    let engine = model.compile(config).expect("a sound model");
    (!engine.is_infeasible()).then(|| vars.iter().map(|&var| engine.domain(var).iter().collect()).collect())
}

/// Returns the domains under assumptions, before any decision; `None` if they were refuted.
pub fn assumed<O: Observer>(
    search: &mut Search<O>,
    vars: &[Var],
    assumptions: &[Decision],
) -> Option<Vec<Left>> {
    search.assume(assumptions).expect("sound assumptions");
    search.limit(Limits::default().nodes(0));
    let step = search.step();
    search.limit(Limits::default());
    match step {
        Step::Exhausted => None,
        Step::Limit => Some(vars.iter().map(|&var| search.domain(var).iter().collect()).collect()),
        Step::Solution => unreachable!("no node is allowed"),
    }
}

/// Returns all solutions of a model, sorted; a solution that was found twice is listed twice.
pub fn solve(model: &Model, config: &Config, most: usize) -> Vec<Vec<i32>> {
    rest(&mut model.search_with(config).expect("a sound model"), most)
}

/// Returns a learner that does not take the fast path.
pub fn walk(model: &Model, config: &Config) -> Result<Learner, csp::Error> {
    Learner::compile(model, &config.clone().with_fast_path(false))
}

pub const CONSISTENCIES: [Consistency; 8] = [
    Consistency::Check,
    Consistency::Forward,
    Consistency::Value,
    Consistency::Singles,
    Consistency::Intersections,
    Consistency::Bounds,
    Consistency::Domain,
    Consistency::Auto,
];

/// Returns settings with audits on.
pub fn audited(consistency: Consistency) -> Config {
    Config::default().with_consistency(consistency).with_audit(true)
}

/// Returns random settings; every field varies.
pub fn any_config(chance: &mut Chance) -> Config {
    Config::default()
        .with_consistency(chance.pick(&CONSISTENCIES))
        .with_presolve(chance.below(2) == 0)
        .with_variables(chance.pick(&VARIABLE_ORDERS))
        .with_values(chance.pick(&VALUE_ORDERS))
        .with_places(chance.below(2) == 0)
        .with_last_conflict(chance.below(2) == 0)
        .with_random_ties(chance.below(2) == 0)
        .with_seed(chance.below(1000))
        .with_restarts(chance.pick(&restarts()))
        .with_branching(chance.pick(&[BranchBy::Splitting, BranchBy::Values]))
        .with_probing(chance.below(8) == 0)
        .with_count_removals(chance.below(2) == 0)
        .with_best_first(chance.below(2) == 0)
        .with_simd(chance.pick(&PATHS))
        .with_audit(chance.below(2) == 0)
        .with_computed_last(chance.below(2) == 0)
}

/// Random generator that is the same on all platforms.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }

    /// Returns whether to take this one of many: one in so many, or each.
    pub fn is_chosen(&mut self, rate: u64) -> bool {
        self.below(rate) == 0 || is_exhaustive()
    }

    /// Returns a number in `low..=high`.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as u64) as i32
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize].clone()
    }

    /// Returns a non-empty set of values; each of the range is in it with a probability of `tenths` / 10.
    pub fn subset(&mut self, low: i32, high: i32, tenths: u64) -> Vec<i32> {
        let sure = self.between(low, high);
        (low..=high).filter(|&value| value == sure || self.below(10) < tenths).collect()
    }

    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at as u64 + 1) as usize);
        }
    }
}
