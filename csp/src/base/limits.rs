//! When to stop: nodes, failures, time, memory, or somebody else's wish. One of the two places that read the
//! clock.
//!
//! ```text
//!   Limits ── what is wished ──► Meter     time, flags and memory, looked at once in a while
//!                            └─► Counters  nodes and failures, exact
//! ```
//!
//! Building is limited as searching is: a [`Meter`] goes through compilation into the engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use smallvec::SmallVec;

/// Bytes that a list takes, those included that it has room for.
pub(crate) fn room<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

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

/// How much memory models, engines and searches may take together. Clones are one limit: give it to all that run at the
/// same time, threads too, and it bounds their sum.
///
/// What grows with a problem is counted: constraints, domains, tables, automata, clauses, the trail. So the same problem
/// meets the same limit on every machine; what the system has given to the process is a little more.
///
/// ```
/// use csp::{ErrorKind, Limits, MemoryLimit, Model};
///
/// let mut model = Model::new();
/// model.vars(1000, 0..=9_999);
/// let limits = Limits::default().memory(&MemoryLimit::new(100_000));
/// let error = model.search_within(&Default::default(), &limits).unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Limit { .. }));
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct MemoryLimit(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    most: u64,
    held: AtomicU64,
}

impl MemoryLimit {
    /// At most so many bytes.
    pub fn new(bytes: u64) -> MemoryLimit {
        MemoryLimit(Arc::new(Pool { most: bytes, held: AtomicU64::new(0) }))
    }

    /// Bytes that are held now.
    pub fn held(&self) -> u64 {
        self.0.held.load(Ordering::Relaxed)
    }

    /// Whether more is held than may be.
    pub fn is_exceeded(&self) -> bool {
        self.held() > self.0.most
    }
}

/// Memory that counts against a limit, until it is dropped.
#[derive(Debug, Default)]
pub struct Held {
    limit: Option<MemoryLimit>,
    bytes: u64,
}

impl Held {
    /// Nothing yet, against the memory limit, if there is one.
    pub fn new(limits: &Limits) -> Held {
        Held { limit: limits.memory.clone(), bytes: 0 }
    }

    /// Now so many bytes, and no longer what it was.
    pub fn set(&mut self, bytes: usize) {
        let Some(MemoryLimit(pool)) = &self.limit else { return };
        let bytes = bytes as u64;
        if bytes >= self.bytes {
            pool.held.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        } else {
            pool.held.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        }
        self.bytes = bytes;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// How far a search may go, or the making of an engine, counted from where the limits were set. Without limits it goes
/// to the end.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    nodes: Option<u64>,
    failures: Option<u64>,
    time: Option<Duration>,
    deadline: Option<Instant>,
    cancel: SmallVec<[Cancel; 1]>,
    memory: Option<MemoryLimit>,
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

    /// No later than this. It is kept together with [`time`](Limits::time): whichever comes first.
    pub fn until(mut self, deadline: Instant) -> Limits {
        self.deadline = Some(deadline);
        self
    }

    /// Until the flag is raised. Of several flags, any will do.
    pub fn cancel(mut self, cancel: &Cancel) -> Limits {
        self.cancel.push(cancel.clone());
        self
    }

    /// As long as all that share this limit hold no more than it says.
    pub fn memory(mut self, limit: &MemoryLimit) -> Limits {
        self.memory = Some(limit.clone());
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

    /// Whether the time since is up, a flag raised or too much memory held; counters apart.
    pub(crate) fn is_over(&self, since: &Clock) -> bool {
        self.cancel.iter().any(Cancel::is_cancelled)
            || self.time.is_some_and(|time| since.elapsed() >= time)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.memory.as_ref().is_some_and(MemoryLimit::is_exceeded)
    }
}

/// Limits on time, memory and by flags at work: whatever may take long counts its work, and looks when enough of it is
/// done.
#[derive(Debug)]
pub struct Meter {
    cancel: SmallVec<[Cancel; 1]>,
    deadline: Option<Instant>,
    held: Held,
    /// Work until the next look, of which there is none where there are no limits.
    left: i64,
}

/// Work between two looks: some 100 microseconds.
const WORK_PER_LOOK: i64 = 512;

impl Default for Meter {
    /// Without limits.
    fn default() -> Meter {
        Meter { cancel: SmallVec::new(), deadline: None, held: Held::default(), left: i64::MAX }
    }
}

impl Meter {
    /// From now on.
    pub fn new(limits: &Limits) -> Meter {
        // A time so long that the clock cannot hold it is no limit.
        let end = limits.time.and_then(|time| Instant::now().checked_add(time));
        let deadline = end.into_iter().chain(limits.deadline).min();
        let is_on = deadline.is_some() || !limits.cancel.is_empty() || limits.memory.is_some();
        Meter {
            cancel: limits.cancel.clone(),
            deadline,
            held: Held::new(limits),
            left: if is_on { 0 } else { i64::MAX },
        }
    }

    /// Counts work, of which a unit takes some 0.2 microseconds; whether it is time to look.
    #[inline(always)]
    pub fn is_due(&mut self, work: u32) -> bool {
        self.left -= i64::from(work);
        self.left <= 0
    }

    /// Says how much memory is held.
    pub fn hold(&mut self, bytes: usize) {
        self.held.set(bytes);
    }

    /// Says how much memory is held, and looks whether a limit is reached. As long as one is, the next look is due at
    /// once.
    #[cold]
    pub fn is_over(&mut self, bytes: usize) -> bool {
        self.held.set(bytes);
        let is_over = self.cancel.iter().any(Cancel::is_cancelled)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.held.limit.as_ref().is_some_and(MemoryLimit::is_exceeded);
        self.left = if is_over { 0 } else { WORK_PER_LOOK };
        is_over
    }
}

/// Limits on nodes and failures at work. `u64::MAX` for none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counters {
    last_node: u64,
    last_failure: u64,
}

impl Counters {
    pub fn new(limits: &Limits, nodes: u64, failures: u64) -> Counters {
        let after = |limit: Option<u64>, now: u64| limit.map_or(u64::MAX, |limit| now.saturating_add(limit));
        Counters { last_node: after(limits.nodes, nodes), last_failure: after(limits.failures, failures) }
    }

    /// Whether to stop before the next node.
    #[inline(always)]
    pub fn are_over(self, nodes: u64, failures: u64) -> bool {
        nodes >= self.last_node || failures >= self.last_failure
    }
}

/// Work that a node comes to beside what its propagators do.
pub(crate) const NODE_WORK: u32 = 16;

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
