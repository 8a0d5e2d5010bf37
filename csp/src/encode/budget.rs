//! The limits of a whole proof: of its formula, its search and its lines together.

use crate::base::limits::{Clock, Limits, Meter};

/// What is left of the limits. Cases of a derivation count as the nodes and failures of a search do.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    clock: Clock,
    meter: Meter,
    /// `u64::MAX` for no limit.
    nodes: u64,
    failures: u64,
    is_spent: bool,
    /// The size in bytes of what was made so far.
    pub bytes: usize,
    /// The size in bytes of the text that is being written.
    pub text: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(&Limits::default())
    }
}

impl Budget {
    /// Starts the clock.
    pub fn new(limits: &Limits) -> Budget {
        Budget {
            limits: limits.clone(),
            clock: Clock::start(),
            meter: Meter::new(limits),
            nodes: limits.node_limit().unwrap_or(u64::MAX),
            failures: limits.failure_limit().unwrap_or(u64::MAX),
            is_spent: false,
            bytes: 0,
            text: 0,
        }
    }

    /// Returns the limits that are left for a search of at most `failures` failures.
    pub fn left(&self, failures: u64) -> Limits {
        let left = self.limits.clone().left(&self.clock).failures(failures.min(self.failures));
        if self.nodes == u64::MAX { left } else { left.nodes(self.nodes) }
    }

    /// Counts nodes and failures.
    pub fn count(&mut self, nodes: u64, failures: u64) {
        for (left, spent) in [(&mut self.nodes, nodes), (&mut self.failures, failures)] {
            if *left != u64::MAX {
                *left = left.saturating_sub(spent);
            }
            self.is_spent |= *left == 0;
        }
    }

    /// Counts `work` units, some 0.2 microseconds each, and returns whether a limit has been reached.
    #[inline(always)]
    pub fn is_over(&mut self, work: usize) -> bool {
        if !self.is_spent && self.meter.is_due(u32::try_from(work).unwrap_or(u32::MAX)) {
            self.is_spent = self.meter.is_over(self.held());
        }
        self.is_spent
    }

    /// Returns the bytes that are in use. A text that grows is there one and a half times.
    fn held(&self) -> usize {
        self.bytes + self.text / 2 * 3
    }

    /// Like `is_over`, without waiting for the next check.
    pub fn is_over_now(&mut self) -> bool {
        self.is_spent |= self.meter.is_over_now(self.held());
        self.is_spent
    }
}
