//! Counters of a search, always on.

use std::fmt;
use std::time::Duration;

/// A table of counters, a line for each: the rule by which it changes, its name and type, and its column in a table of
/// runs if it has one.
macro_rules! counters {
    ($(#[$about:meta])* $table:ident { $($(#[$doc:meta])* $rule:ident $name:ident: $type:ty $(, $column:literal)?;)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $table {
            $($(#[$doc])* pub $name: $type,)*
        }

        impl $table {
            /// Returns the difference to `earlier`, an earlier state of the same search.
            pub fn since(&self, earlier: &$table) -> $table {
                $table { $($name: $rule::since(&self.$name, &earlier.$name),)* }
            }

            /// Adds the counters of another search.
            pub fn add(&mut self, other: &$table) {
                $($rule::add(&mut self.$name, &other.$name);)*
            }

            /// Returns the columns of a table of runs, each with its number.
            pub(crate) fn columns(&self) -> Vec<(&'static str, u64)> {
                vec![$($(($column, $rule::number(&self.$name)),)?)*]
            }
        }
    };
}

counters! {
    /// Counters of a search so far.
    ///
    /// Glossary for the whole project:
    ///
    /// - *values tried* ([`nodes`](Statistics::nodes)): decisions of branching, including those that fail at once. [By
    ///   values](crate::config::BranchBy::Values) the last value of a variable is also tried. In two-way branching, the last value
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
    Statistics {
        /// Solutions found.
        sum solutions: u64;
        /// Values tried: decisions of branching.
        sum nodes: u64, "nodes";
        /// Variables opened.
        sum opened: u64, "opened";
        /// Fixed variables that a loop skipped before the next open variable. Counted only [by
        /// values](crate::config::BranchBy::Values) in the [order of the model](crate::config::VariableOrder::Input).
        sum passed: u64;
        /// Branches that failed.
        sum failures: u64, "failures";
        /// Runs of each kind of propagator.
        runs propagations: Vec<(&'static str, u64)>, "propagations";
        /// Values that propagation removed below the root, including removals that were undone since. 0 unless
        /// [`Config::count_removals`](crate::Config) is set.
        sum removals: u64, "removals";
        /// Number of restarts.
        sum restarts: u64, "restarts";
        /// Largest number of decisions that held at once.
        largest depth: usize, "depth";
        /// Nogoods and clauses kept at the end.
        kept clauses: u64;
        /// Time spent searching.
        sum time: Duration;
    }
}

/// What adds up.
mod sum {
    use std::ops::{AddAssign, Sub};

    pub fn since<T: Copy + Sub<Output = T>>(now: &T, earlier: &T) -> T {
        *now - *earlier
    }

    pub fn add<T: Copy + AddAssign>(sum: &mut T, other: &T) {
        *sum += *other;
    }

    pub fn number(&number: &u64) -> u64 {
        number
    }
}

/// What is there at the end.
mod kept {
    pub use super::sum::add;

    pub fn since(&now: &u64, _: &u64) -> u64 {
        now
    }
}

/// A maximum.
mod largest {
    pub fn since(&now: &usize, _: &usize) -> usize {
        now
    }

    pub fn add(largest: &mut usize, &other: &usize) {
        *largest = other.max(*largest);
    }

    pub fn number(&number: &usize) -> u64 {
        number as u64
    }
}

/// Numbers by kind.
mod runs {
    type Runs = [(&'static str, u64)];

    pub fn since(now: &Runs, earlier: &Runs) -> Vec<(&'static str, u64)> {
        let before =
            |kind: &str| earlier.iter().find(|(known, _)| *known == kind).map_or(0, |&(_, runs)| runs);
        now.iter().map(|&(kind, runs)| (kind, runs - before(kind))).collect()
    }

    pub fn add(sum: &mut Vec<(&'static str, u64)>, other: &Runs) {
        for &(kind, runs) in other {
            match sum.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, sum)) => *sum += runs,
                None => sum.push((kind, runs)),
            }
        }
    }

    pub fn number(runs: &Runs) -> u64 {
        runs.iter().map(|(_, runs)| runs).sum()
    }
}

impl Statistics {
    /// Returns the number of runs of all propagators together.
    pub fn all_propagations(&self) -> u64 {
        runs::number(&self.propagations)
    }

    /// Returns the steps of a loop over the variables: values tried, variables opened and variables passed
    /// over.
    pub fn positions(&self) -> u64 {
        self.nodes + self.opened + self.passed
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
