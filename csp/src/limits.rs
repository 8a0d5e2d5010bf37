//! When to stop: nodes, failures, time, or somebody else's wish. One of the two places that read the
//! clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use smallvec::SmallVec;

/// A flag to stop a search from another thread.
///
/// ```
/// # use csp::{Cancel, Limits};
/// let cancel = Cancel::new();
/// let limits = Limits::default().cancel(&cancel);
/// cancel.cancel(); // from a signal handler, say
/// # assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is down.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Raises the flag: searches that were given it stop at their next node.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is up.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a search may go, counted from where the limits were set. Without limits it goes to the end.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    nodes: Option<u64>,
    failures: Option<u64>,
    time: Option<Duration>,
    cancel: SmallVec<[Cancel; 1]>,
}

impl Limits {
    /// At most so many decisions.
    pub fn nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// At most so many failures.
    pub fn failures(mut self, failures: u64) -> Limits {
        self.failures = Some(failures);
        self
    }

    /// At most so much time.
    pub fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Until the flag is raised. Of several flags, any will do.
    pub fn cancel(mut self, cancel: &Cancel) -> Limits {
        self.cancel.push(cancel.clone());
        self
    }

    /// Nodes and failures, and the other limits without them, for whoever counts by himself.
    pub(crate) fn counters_apart(&self) -> (Option<u64>, Option<u64>, Limits) {
        (self.nodes, self.failures, Limits { nodes: None, failures: None, ..self.clone() })
    }

    /// With the time that is left since then.
    pub(crate) fn left(mut self, since: &Clock) -> Limits {
        self.time = self.time.map(|time| time.saturating_sub(since.elapsed()));
        self
    }

    /// Whether the time since is up or a flag raised; counters apart.
    pub(crate) fn is_over(&self, since: &Clock) -> bool {
        self.cancel.iter().any(Cancel::is_cancelled) || self.time.is_some_and(|time| since.elapsed() >= time)
    }
}

/// Limits at work.
#[derive(Debug, Default)]
pub(crate) struct Watchdog {
    limits: Limits,
    /// Counters that are the limit, `u64::MAX` for none.
    last_node: u64,
    last_failure: u64,
    deadline: Option<Instant>,
    /// Nothing to look at: the common case.
    idle: bool,
}

/// The clock is read once in this many nodes.
const NODES_PER_LOOK: u64 = 16;

impl Watchdog {
    pub fn new(limits: Limits, nodes: u64, failures: u64) -> Watchdog {
        let after = |limit: Option<u64>, now: u64| limit.map_or(u64::MAX, |limit| now.saturating_add(limit));
        Watchdog {
            last_node: after(limits.nodes, nodes),
            last_failure: after(limits.failures, failures),
            // A time so long that the clock cannot hold it is no limit.
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            idle: limits.time.is_none() && limits.cancel.is_empty(),
            limits,
        }
    }

    /// Whether to stop before the next node.
    #[inline(always)]
    pub fn is_over(&self, nodes: u64, failures: u64) -> bool {
        nodes >= self.last_node || failures >= self.last_failure || !self.idle && self.look(nodes)
    }

    /// Whether there is no time left, whatever has been counted.
    pub fn is_late(&self) -> bool {
        !self.idle
            && (self.limits.cancel.iter().any(Cancel::is_cancelled)
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline))
    }

    #[cold]
    fn look(&self, nodes: u64) -> bool {
        self.limits.cancel.iter().any(Cancel::is_cancelled)
            || nodes.is_multiple_of(NODES_PER_LOOK)
                && self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A stopwatch for statistics.
#[derive(Debug)]
pub(crate) struct Clock(Instant);

impl Clock {
    pub fn start() -> Clock {
        Clock(Instant::now())
    }

    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
