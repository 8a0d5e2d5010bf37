//! Plain counters, always on.

use std::fmt;
use std::time::Duration;

/// What a search has done so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Decisions tried.
    pub nodes: u64,
    /// Branches that failed.
    pub failures: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Times the search began at the root again.
    pub restarts: u64,
    /// Nogoods and clauses kept at the end.
    pub clauses: u64,
    /// The most decisions that held at once.
    pub depth: usize,
    /// Runs of each kind of propagator.
    pub propagations: Vec<(&'static str, u64)>,
    /// Time spent searching.
    pub time: Duration,
}

impl Statistics {
    /// Runs of all propagators together.
    pub fn all_propagations(&self) -> u64 {
        self.propagations.iter().map(|(_, runs)| runs).sum()
    }

    /// Adds what another search has done.
    pub(crate) fn add(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.failures += other.failures;
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
        let Statistics { nodes, failures, solutions, restarts, clauses, depth, propagations, time } = self;
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
    pub fn count(&mut self, kind: usize) {
        self.counts[kind].1 += 1;
    }

    pub fn list(&self) -> &[(&'static str, u64)] {
        &self.counts
    }
}
