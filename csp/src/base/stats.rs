//! Counters of a search, always on.

use std::fmt;
use std::time::Duration;

/// Counters of a search so far.
///
/// Glossary for the whole project:
///
/// - *values tried* ([`nodes`](Statistics::nodes)): decisions of branching, including those that fail at once. [By
///   values](crate::BranchBy::Values) the last value of a variable is also tried. In two-way branching, the last value
///   is left by refutations and is not counted.
/// - *opened* ([`opened`](Statistics::opened)): times that branching began with a variable's values. In two-way
///   branching, this is the number of values tried.
/// - *positions* ([`positions`](Statistics::positions)): steps of a loop over the variables: values tried,
///   variables opened and, in the order of the model, variables [passed](Statistics::passed) over because
///   they were fixed.
/// - *failures* ([`failures`](Statistics::failures)): branches in which propagation or a check found a
///   conflict.
/// - *propagations* ([`propagations`](Statistics::propagations)): runs of propagators. The kernel (≠, and
///   all-different when a variable is fixed) is inlined and not counted.
/// - *removals* ([`removals`](Statistics::removals)): values that propagation removed, if
///   [counted](crate::Config::count_removals).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Statistics {
    /// Values tried: decisions of branching.
    pub nodes: u64,
    /// Variables opened.
    pub opened: u64,
    /// Fixed variables that a loop skipped before the next open variable. Counted only [by
    /// values](crate::BranchBy::Values) in the [order of the model](crate::VariableOrder::Input).
    pub passed: u64,
    /// Branches that failed.
    pub failures: u64,
    /// Values that propagation removed below the root, including removals that were undone since. 0 unless
    /// [`Config::count_removals`](crate::Config) is set.
    pub removals: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Number of restarts.
    pub restarts: u64,
    /// Nogoods and clauses kept at the end.
    pub clauses: u64,
    /// Largest number of decisions that held at once.
    pub depth: usize,
    /// Runs of each kind of propagator.
    pub propagations: Vec<(&'static str, u64)>,
    /// Time spent searching.
    pub time: Duration,
}

impl Statistics {
    /// Returns the number of runs of all propagators together.
    pub fn all_propagations(&self) -> u64 {
        self.propagations.iter().map(|(_, runs)| runs).sum()
    }

    /// Returns the steps of a loop over the variables: values tried, variables opened and variables passed
    /// over.
    pub fn positions(&self) -> u64 {
        self.nodes + self.opened + self.passed
    }

    /// Returns the difference to `earlier`, an earlier state of the same search.
    pub fn since(&self, earlier: &Statistics) -> Statistics {
        let runs_before = |kind: &str| {
            earlier.propagations.iter().find(|(known, _)| *known == kind).map_or(0, |&(_, runs)| runs)
        };
        Statistics {
            nodes: self.nodes - earlier.nodes,
            opened: self.opened - earlier.opened,
            passed: self.passed - earlier.passed,
            failures: self.failures - earlier.failures,
            removals: self.removals - earlier.removals,
            solutions: self.solutions - earlier.solutions,
            restarts: self.restarts - earlier.restarts,
            clauses: self.clauses,
            depth: self.depth,
            propagations: self
                .propagations
                .iter()
                .map(|&(kind, runs)| (kind, runs - runs_before(kind)))
                .collect(),
            time: self.time - earlier.time,
        }
    }

    /// Adds the counters of another search.
    pub fn add(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.opened += other.opened;
        self.passed += other.passed;
        self.failures += other.failures;
        self.removals += other.removals;
        self.solutions += other.solutions;
        self.restarts += other.restarts;
        self.clauses += other.clauses;
        self.depth = self.depth.max(other.depth);
        self.time += other.time;
        for &(kind, runs) in &other.propagations {
            match self.propagations.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, sum)) => *sum += runs,
                None => self.propagations.push((kind, runs)),
            }
        }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { nodes, failures, solutions, restarts, clauses, depth, propagations, time, .. } =
            self;
        let seconds = time.as_secs_f64();
        let counted =
            |n: &u64, what: &str| if *n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
        let [solutions, nodes_tried, failures] =
            [(solutions, "solution"), (nodes, "node"), (failures, "failure")]
                .map(|(n, what)| counted(n, what));
        write!(f, "{solutions}, {nodes_tried}, {failures}, depth {depth}, {seconds:.3} s")?;
        if seconds > 0.0 && *nodes > 0 {
            write!(f, " ({:.0} nodes/s)", *nodes as f64 / seconds)?;
        }
        if *restarts > 0 {
            write!(f, ", {}, {}", counted(restarts, "restart"), counted(clauses, "clause"))?;
        }
        for (kind, runs) in propagations.iter().filter(|(_, runs)| *runs > 0) {
            write!(f, "\n  {kind}: {}", counted(runs, "run"))?;
        }
        Ok(())
    }
}

/// Runs by kind of propagator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Propagations {
    counts: Vec<(&'static str, u64)>,
}

impl Propagations {
    pub fn kind(&mut self, name: &'static str) -> usize {
        if let Some(at) = self.counts.iter().position(|(known, _)| *known == name) {
            return at;
        }
        self.counts.push((name, 0));
        self.counts.len() - 1
    }

    #[inline(always)]
    pub fn name(&self, kind: usize) -> &'static str {
        self.counts[kind].0
    }

    #[inline(always)]
    pub fn count(&mut self, kind: usize) {
        self.counts[kind].1 += 1;
    }

    pub fn list(&self) -> &[(&'static str, u64)] {
        &self.counts
    }
}
