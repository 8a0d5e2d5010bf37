//! The rhythm of intermediate answers.

use std::time::Duration;

use csp::clock::Instant;

/// The number of solutions between two readings of the clock, which may take longer than a solution.
const SOLUTIONS_PER_LOOK: u64 = 256;

/// Tells when an intermediate answer is due.
#[derive(Clone, Debug)]
pub struct Pace {
    every: Duration,
    latest: Instant,
    found: u64,
}

impl Pace {
    /// Returns a rhythm with this time between answers.
    pub fn new(every: Duration) -> Pace {
        Pace { every, latest: Instant::now(), found: 0 }
    }

    /// Returns whether an answer is due now.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.latest.elapsed() >= self.every;
        if is_due {
            self.latest = Instant::now();
        }
        is_due
    }

    /// Counts a solution. Returns the number so far if it is due.
    pub fn solution(&mut self) -> Option<u64> {
        self.found += 1;
        (self.found.is_multiple_of(SOLUTIONS_PER_LOOK) && self.is_due()).then_some(self.found)
    }
}
