//! Restart schedules: Luby's sequence, linear and geometric growth.

use crate::model::config::Restarts;

/// The lengths of successive runs.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    restarts: Restarts,
    runs: u32,
}

impl Schedule {
    pub fn new(restarts: Restarts) -> Schedule {
        Schedule { restarts, runs: 0 }
    }

    /// Returns the number of failures that the next run may have.
    pub fn next_run(&mut self) -> u64 {
        let run = self.runs;
        self.runs += 1;
        match self.restarts {
            Restarts::Never => u64::MAX,
            Restarts::Luby { unit } => unit.max(1).saturating_mul(luby(run)),
            Restarts::Linear { step } => step.max(1).saturating_mul(u64::from(run) + 1),
            // With a factor of 1 or less, a long proof might never finish.
            Restarts::Geometric { first, factor } => {
                (first.max(1) as f64 * factor.max(1.01).powi(run as i32)).min(u64::MAX as f64) as u64
            }
        }
    }
}

/// Returns element `run`, from 0, of 1, 1, 2, 1, 1, 2, 4, …
fn luby(run: u32) -> u64 {
    // The prefix of length 2^k - 1 is the prefix of length 2^(k-1) - 1 twice, followed by 2^(k-1).
    let mut run = u64::from(run) + 1;
    loop {
        let length = (run + 1).next_power_of_two();
        if length == run + 1 {
            return length / 2;
        }
        run -= length / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luby_begins_as_in_the_paper() {
        let begin: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(begin, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn linear_runs_grow_by_a_step() {
        let mut schedule = Schedule::new(Restarts::linear(10));
        assert_eq!([schedule.next_run(), schedule.next_run(), schedule.next_run()], [10, 20, 30]);
        assert_eq!(Schedule::new(Restarts::linear(0)).next_run(), 1);
    }

    #[test]
    fn geometric_runs_grow_and_saturate() {
        let mut schedule = Schedule::new(Restarts::geometric(10, 1.5));
        assert_eq!([schedule.next_run(), schedule.next_run(), schedule.next_run()], [10, 15, 22]);
        let mut steep = Schedule::new(Restarts::geometric(u64::MAX, 1e300));
        steep.next_run();
        assert_eq!(steep.next_run(), u64::MAX);
        assert_eq!(Schedule::new(Restarts::Never).next_run(), u64::MAX);
    }
}
