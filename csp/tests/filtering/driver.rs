//! The driver: the checks of every constraint.
//!
//! Every tuple of domains is filtered. What costs more and seldom differs between tuples is done for a sample of them, which
//! depends on the case and the domains alone, and for all with `EXHAUSTIVE` set:
//!
//! ```text
//!   all tuples   filtered by the first settings, and the result once more
//!   one in 4     filtered without presolve as well
//!   one in 6     of more than two variables: solved by the learner, with all reasons, unless reasons are what is tested
//!   one in 8     those that differ from another one only in the order of variables that are alike
//!   one in 60    with one variable that is too wide for holes
//! ```

use std::collections::HashMap;
use std::ops::Range;

use csp::{Config, Model, Var, config::Consistency};

use super::support::{Chance, Left, audited, oracle, root, solve, supported};

/// Promised strength of filtering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promise {
    /// Sound: no supported value is lost.
    Sound,
    /// Domain-consistent: exactly the supported values are left.
    Domain,
    /// All-different: each bound has a support among the intervals. Holds the terms' offsets.
    Hall(&'static [(usize, i32)]),
    /// Σ a·x = b: each bound has a support among the intervals of real numbers.
    Reals(&'static [i64], i64),
}

/// Constraint under test.
pub struct Case<'a> {
    pub name: String,
    pub post: &'a dyn Fn(&mut Model, &[Var]),
    pub promise: Promise,
    /// Whether filtering is monotone and idempotent over compilation: smaller domains filter to smaller ones, and the
    /// result of filtering stays the same when compiled again. False where the choice of an algorithm depends on the
    /// domains.
    pub steady: bool,
    /// Variables that can change places without changing the meaning.
    pub alike: Range<usize>,
    /// Whether reasons are checked for a sample of tuples only.
    pub is_sampled: bool,
    pub configs: Vec<Config>,
}

impl<'a> Case<'a> {
    /// Returns the case with these variables as alike.
    pub fn alike(self, alike: Range<usize>) -> Case<'a> {
        Case { alike, ..self }
    }

    /// Returns the case with this strength in all settings.
    pub fn at(mut self, consistency: Consistency) -> Case<'a> {
        for config in &mut self.configs {
            *config = config.clone().with_consistency(consistency);
        }
        self
    }

    /// Returns the source of a sample's choices, which differs from case to case.
    pub fn chance(&self, domains: &[Vec<i32>], sample: u64) -> Chance {
        let settings = self.configs.iter().map(|config| config.consistency() as u64);
        let values = domains.iter().flat_map(|domain| domain.iter().chain([&i32::MAX]));
        let parts = settings.chain(self.name.bytes().map(u64::from)).chain(values.map(|&value| value as u64));
        Chance::new(parts.fold(sample, |code, part| code.wrapping_mul(0x100_0000_01B3) ^ part))
    }

    /// Filters these domains, and returns the results: of all settings, or of all but those without presolve, which come
    /// last.
    pub fn check(&self, domains: &[Vec<i32>]) -> Vec<Option<Vec<Left>>> {
        let (model, vars) = self.model(domains);
        let solutions = oracle(&model, &vars);
        let wanted = supported(&solutions, vars.len());
        self.learn(domains, &model, &vars, &solutions);
        self.widen(domains, &solutions);
        let mut results = Vec::new();
        let is_bare = self.chance(domains, 1).is_chosen(4);
        for config in &self.configs {
            if !config.presolve() && !results.is_empty() && !is_bare {
                continue;
            }
            let say =
                || format!("{} over {domains:?}, {:?} {:?}", self.name, config.consistency(), config.simd());
            let result = root(&model, &vars, config);
            match &result {
                None => assert!(solutions.is_empty(), "false refutation: {}", say()),
                Some(left) => {
                    for (i, (left, wanted)) in left.iter().zip(&wanted).enumerate() {
                        assert!(left.is_superset(wanted), "{} lost {:?} of x{i}", say(), wanted - left);
                        assert!(left.iter().all(|v| domains[i].contains(v)), "{} grew", say());
                    }
                    if domains.iter().all(|domain| domain.len() == 1)
                        && config.consistency() != Consistency::Check
                    {
                        assert!(!solutions.is_empty(), "accepted: {}", say());
                    }
                    self.keep_promise(left, &wanted, &say);
                    if self.steady {
                        let again: Vec<Vec<i32>> =
                            left.iter().map(|left| left.iter().copied().collect()).collect();
                        let (model, vars) = self.model(&again);
                        assert_eq!(
                            root(&model, &vars, config).as_ref(),
                            Some(left),
                            "not idempotent: {}",
                            say()
                        );
                    }
                }
            }
            results.push(result);
        }
        results
    }

    /// Solves these domains, and compares the solutions with those that the meaning has.
    pub fn solve(&self, domains: &[Vec<i32>]) {
        let (model, vars) = self.model(domains);
        let wanted = oracle(&model, &vars);
        assert_eq!(solve(&model, &audited(Default::default()), wanted.len()), wanted, "{}", self.name);
    }

    pub fn model(&self, domains: &[Vec<i32>]) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars: Vec<Var> = domains.iter().map(|domain| model.var(&domain[..])).collect();
        (self.post)(&mut model, &vars);
        (model, vars)
    }

    pub fn keep_promise(&self, left: &[Left], wanted: &[Left], say: &dyn Fn() -> String) {
        let bounds: Vec<[i32; 2]> = left.iter().map(|l| [*l.first().unwrap(), *l.last().unwrap()]).collect();
        match self.promise {
            Promise::Sound => {}
            Promise::Domain => {
                let empty = wanted.iter().any(Left::is_empty);
                assert!(!empty && left == wanted, "{}: left {left:?}, supported {wanted:?}", say());
            }
            Promise::Hall(terms) => {
                let intervals: Vec<[i32; 2]> =
                    terms.iter().map(|&(i, o)| bounds[i].map(|bound| bound + o)).collect();
                for (at, &[min, max]) in intervals.iter().enumerate() {
                    for value in [min, max] {
                        let mut others = intervals.clone();
                        others[at] = [value, value];
                        assert!(injective(&mut others, 0), "{}: {value} of term {at} in {bounds:?}", say());
                    }
                }
            }
            Promise::Reals(coefficients, total) => {
                let reach = |i: usize| {
                    let ends = bounds[i].map(|bound| coefficients[i] * i64::from(bound));
                    (ends[0].min(ends[1]), ends[0].max(ends[1]))
                };
                for at in 0..left.len() {
                    let others = (0..left.len()).filter(|&i| i != at).map(reach);
                    let (low, high) = others.fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
                    for bound in bounds[at] {
                        let missing = total - coefficients[at] * i64::from(bound);
                        assert!((low..=high).contains(&missing), "{}: {bound} of x{at}", say());
                    }
                }
            }
        }
    }

    /// Checks every tuple of non-empty subsets of `low..=high`; of those that differ only in the order of variables that are
    /// alike, one and a sample of the others.
    pub fn exhaust(&self, variables: usize, low: i32, high: i32) {
        let subsets = (1_u32 << (high - low + 1)) - 1;
        let mut all: HashMap<Vec<u32>, Vec<Option<Vec<Left>>>> = HashMap::new();
        let mut masks = vec![1; variables];
        loop {
            let values = |mask: &u32| (low..=high).filter(|v| mask >> (v - low) & 1 != 0).collect();
            let domains: Vec<Vec<i32>> = masks.iter().map(values).collect();
            if masks[self.alike.clone()].is_sorted() || self.chance(&domains, 2).is_chosen(8) {
                let results = self.check(&domains);
                if self.steady {
                    all.insert(masks.clone(), results);
                }
            }
            let Some(turn) = masks.iter().position(|&mask| mask < subsets) else { break };
            masks[..turn].fill(1);
            masks[turn] += 1;
        }
        // Removing one value anywhere is enough: monotonicity for all smaller domains follows.
        for (masks, results) in &all {
            for (at, bit) in (0..variables).flat_map(|at| (0..=high - low).map(move |bit| (at, bit))) {
                let mut smaller = masks.clone();
                smaller[at] &= !(1 << bit);
                if smaller[at] == 0 || smaller == *masks {
                    continue;
                }
                // The place of each variable in the tuple that stands for all orders.
                let mut order: Vec<usize> = (0..variables).collect();
                order[self.alike.clone()].sort_by_key(|&at| smaller[at]);
                let sorted: Vec<u32> = order.iter().map(|&at| smaller[at]).collect();
                for (small, large) in all[&sorted].iter().zip(results) {
                    let monotone = match (small, large) {
                        (None, _) => true,
                        (Some(_), None) => false,
                        (Some(small), Some(large)) => {
                            small.iter().zip(&order).all(|(small, &at)| small.is_subset(&large[at]))
                        }
                    };
                    assert!(monotone, "{}: {smaller:?} gives {small:?}, {masks:?} {large:?}", self.name);
                }
            }
        }
    }
}

/// Returns whether the intervals from `at` on can take different values.
pub fn injective(intervals: &mut [[i32; 2]], at: usize) -> bool {
    if at == intervals.len() {
        return true;
    }
    let [min, max] = intervals[at];
    let possible = (min..=max).any(|value| {
        let free = intervals[..at].iter().all(|taken| taken[0] != value);
        intervals[at] = [value, value];
        free && injective(intervals, at + 1)
    });
    intervals[at] = [min, max];
    possible
}

/// Returns a case in the default configuration, with and without presolve.
pub fn plain<'a>(name: &str, promise: Promise, post: &'a dyn Fn(&mut Model, &[Var])) -> Case<'a> {
    let configs = [true, false].map(|presolve| audited(Consistency::Auto).with_presolve(presolve)).to_vec();
    Case { name: name.to_string(), post, promise, steady: true, alike: 0..0, is_sampled: true, configs }
}

/// Discards the id, for closures that post.
pub fn ignore(_: csp::ConstraintId) {}
