//! Limits that several threads share.
//!
//! Time and flags are the same for all threads. Nodes and failures are handed out in slices, which become smaller
//! when few are left. A thread gives back what it does not use. Together the threads never exceed a limit.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::limits::{Cancel, Clock, Limits};

/// Largest number of nodes or failures in a slice; a slice is an eighth of what is left if that is less.
const LARGEST_SLICE: u64 = 4096;

#[derive(Debug)]
pub(super) struct Budget {
    limits: Limits,
    nodes: Option<AtomicU64>,
    failures: Option<AtomicU64>,
    since: Clock,
}

/// The nodes and failures that a thread may use before it asks for more.
#[derive(Debug)]
pub(super) struct Slice {
    nodes: Option<u64>,
    failures: Option<u64>,
    others: Limits,
}

impl Budget {
    /// Creates limits that count from now.
    pub fn new(limits: &Limits) -> Budget {
        let (nodes, failures, limits) = limits.counters_apart();
        let (nodes, failures) = (nodes.map(AtomicU64::new), failures.map(AtomicU64::new));
        Budget { limits, nodes, failures, since: Clock::start() }
    }

    /// Returns whether the time is up, the memory exceeded or a flag raised.
    pub fn is_over(&self) -> bool {
        self.limits.is_over(&self.since)
    }

    /// Returns the limits on time and memory and the flags, with `stop` as a further flag.
    pub fn limits(&self, stop: &Cancel) -> Limits {
        self.limits.clone().left(&self.since).cancel(stop)
    }

    /// Takes a slice of what is left. The slice may be empty: propagation alone may still prove something.
    pub fn take(&self, stop: &Cancel) -> Slice {
        Slice {
            nodes: self.nodes.as_ref().map(part_of),
            failures: self.failures.as_ref().map(part_of),
            others: self.limits(stop),
        }
    }

    /// Returns the unused part of a slice to the budget.
    pub fn give_back(&self, slice: &Slice, nodes: u64, failures: u64) {
        give(self.nodes.as_ref(), slice.nodes.map(|had| had.saturating_sub(nodes)));
        give(self.failures.as_ref(), slice.failures.map(|had| had.saturating_sub(failures)));
    }
}

/// Takes a slice of a counter.
fn part_of(left: &AtomicU64) -> u64 {
    let part = |left: u64| (left / 8).clamp(1, LARGEST_SLICE).min(left);
    let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - part(left)));
    part(before.unwrap_or_else(|left| left))
}

fn give(store: Option<&AtomicU64>, rest: Option<u64>) {
    if let (Some(store), Some(rest)) = (store, rest) {
        store.fetch_add(rest, Ordering::Relaxed);
    }
}

impl Slice {
    /// Returns whether the slice has no nodes or no failures.
    pub fn is_nothing(&self) -> bool {
        self.nodes == Some(0) || self.failures == Some(0)
    }

    pub fn limits(&self) -> Limits {
        let limits = self.others.clone();
        let limits = self.nodes.into_iter().fold(limits, Limits::nodes);
        self.failures.into_iter().fold(limits, Limits::failures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_add_up_to_the_limit_and_come_back() {
        let stop = Cancel::new();
        let budget = Budget::new(&Limits::default().nodes(10_000));
        let first = budget.take(&stop);
        budget.give_back(&first, 0, 0);
        let mut all = 0;
        loop {
            let slice = budget.take(&stop);
            assert_eq!(slice.failures, None);
            all += slice.nodes.unwrap();
            if slice.is_nothing() {
                break;
            }
        }
        assert_eq!(all, 10_000);
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let flag = Cancel::new();
        let budget = Budget::new(&Limits::default().failures(0).cancel(&flag));
        assert!(budget.take(&Cancel::new()).is_nothing() && !budget.is_over());
        flag.cancel();
        assert!(budget.is_over());
    }
}
