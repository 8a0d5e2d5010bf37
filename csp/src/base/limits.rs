//! Limits on nodes, failures, time and memory, and cancellation. One of the two places that read the clock.
//!
//! ```text
//!   Limits ── requested ──► Meter     time, flags and memory, checked after some work
//!                       └─► Counters  nodes and failures, exact
//! ```
//!
//! Compilation is limited as search is: one [`Meter`] counts the work of compilation and of the engine.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use smallvec::SmallVec;

use super::clock::{Instant, processor_time};
use super::error::{Error, ErrorKind};

/// Returns the heap bytes of a list, unused capacity included.
pub(crate) fn room<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// A flag to stop work from another thread, for good or for a while.
///
/// ```
/// # use csp::{Cancel, Limits};
/// let cancel = Cancel::new();
/// let limits = Limits::default().cancel(&cancel);
/// cancel.cancel(); // from a signal handler, say
/// # assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Flag>);

/// The state of a flag, and the threads that wait until it changes.
#[derive(Debug, Default)]
struct Flag {
    state: AtomicU8,
    lock: Mutex<()>,
    changed: Condvar,
}

/// States of a flag.
const RUNS: u8 = 0;
const PAUSES: u8 = 1;
const RAISED: u8 = 2;

impl Cancel {
    /// Creates a flag that is not raised.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Raises the flag: searches with this flag stop within a fraction of a millisecond.
    pub fn cancel(&self) {
        if self.0.state.swap(RAISED, Ordering::Relaxed) == PAUSES {
            self.wake();
        }
    }

    /// Returns whether the flag is raised.
    pub fn is_cancelled(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) == RAISED
    }

    /// Lets work with this flag wait, from its next check on, until it is resumed or cancelled. It keeps its memory,
    /// and its time goes on.
    ///
    /// ```
    /// # use csp::{Cancel, Limits, Model};
    /// let mut model = Model::new();
    /// let x = model.vars(8, 0..8);
    /// model.all_different(&x);
    /// let cancel = Cancel::new();
    /// cancel.pause();
    /// let search = std::thread::spawn({
    ///     let limits = Limits::default().cancel(&cancel);
    ///     move || model.search_within(&Default::default(), &limits).unwrap().count(u64::MAX).found()
    /// });
    /// cancel.resume();
    /// assert_eq!(search.join().unwrap(), 40_320);
    /// ```
    pub fn pause(&self) {
        let _ = self.0.state.compare_exchange(RUNS, PAUSES, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Lets paused work go on.
    pub fn resume(&self) {
        let state = &self.0.state;
        if state.compare_exchange(PAUSES, RUNS, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.wake();
        }
    }

    /// Wakes the threads that wait. The lock is taken so that none of them is between its look and its sleep.
    fn wake(&self) {
        drop(self.0.lock.lock().unwrap_or_else(PoisonError::into_inner));
        self.0.changed.notify_all();
    }

    /// Waits while the work is paused. Returns whether the flag is raised.
    fn is_raised(&self) -> bool {
        let state = || self.0.state.load(Ordering::Relaxed);
        if state() == PAUSES {
            let lock = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.0.changed.wait_while(lock, |()| state() == PAUSES);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
        state() == RAISED
    }
}

/// Limit on the memory that models, engines and searches take together. Clones share one limit: give a clone
/// to everything that runs at the same time, other threads included, to bound the sum.
///
/// Everything that grows with a problem is counted: constraints, domains, tables, automata, clauses, the trail. So the
/// same problem reaches the same limit on every machine. The process needs a little more memory than is counted.
///
/// ```
/// use csp::{ErrorKind, Limits, Model, limits::MemoryLimit};
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
    /// Creates a limit of `bytes` bytes.
    pub fn new(bytes: u64) -> MemoryLimit {
        MemoryLimit(Arc::new(Pool { most: bytes, held: AtomicU64::new(0) }))
    }

    /// Returns the number of bytes that are held now.
    pub fn held(&self) -> u64 {
        self.0.held.load(Ordering::Relaxed)
    }

    /// Returns whether more bytes are held than the limit allows.
    pub fn is_exceeded(&self) -> bool {
        self.held() > self.0.most
    }
}

/// Bytes that count against a memory limit until this value is dropped.
#[derive(Debug, Default)]
pub struct Held {
    limit: Option<MemoryLimit>,
    bytes: u64,
}

impl Held {
    /// Creates an empty account on the memory limit of `limits`, if it has one.
    pub fn new(limits: &Limits) -> Held {
        Held { limit: limits.memory.clone(), bytes: 0 }
    }

    /// Replaces the number of held bytes by `bytes`.
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

/// Limits of a search or of a compilation, counted from the call that sets them. Without limits, the run goes to its
/// end.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    nodes: Option<u64>,
    failures: Option<u64>,
    time: Option<Duration>,
    deadline: Option<Instant>,
    /// The processor time of the process at which the run ends.
    processor_end: Option<Duration>,
    cancel: SmallVec<[Cancel; 1]>,
    memory: Option<MemoryLimit>,
}

impl Limits {
    /// Limits the number of decisions.
    pub fn nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// Limits the number of failures.
    pub fn failures(mut self, failures: u64) -> Limits {
        self.failures = Some(failures);
        self
    }

    /// Limits the running time.
    pub fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Sets a deadline. Together with [`time`](Limits::time), the earlier one counts.
    pub fn until(mut self, deadline: Instant) -> Limits {
        self.deadline = Some(deadline);
        self
    }

    /// Limits the processor time of the process, all its threads together, to this much from now on: from this call, not
    /// from the one that sets the limits. So runs with clones of the limits share the time. What other processes do on
    /// the machine does not matter, what other threads of this one do does.
    ///
    /// Returns an error where there is no such clock: everywhere but on Unix.
    ///
    /// ```
    /// # use csp::{Limits, Model, Step};
    /// # use std::time::Duration;
    /// let mut model = Model::new();
    /// let x = model.vars(30, 0..30);
    /// model.all_different(&x);
    /// let mut search = model.search()?;
    /// # #[cfg(unix)]
    /// search.limit(Limits::default().processor_time(Duration::from_millis(20))?);
    /// # #[cfg(unix)]
    /// assert!(search.count(u64::MAX).found() > 0 && !search.is_exhausted());
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn processor_time(mut self, time: Duration) -> Result<Limits, Error> {
        let Some(now) = processor_time() else {
            let what =
                "a limit on processor time, which this system does not measure; limit the time instead";
            return Err(Error::new(ErrorKind::Unsupported { what: what.to_owned() }));
        };
        self.processor_end = now.checked_add(time);
        Ok(self)
    }

    /// Adds a cancellation flag. Any raised flag stops the search.
    pub fn cancel(mut self, cancel: &Cancel) -> Limits {
        self.cancel.push(cancel.clone());
        self
    }

    /// Adds a memory limit, shared by all runs that were given a clone of it.
    pub fn memory(mut self, limit: &MemoryLimit) -> Limits {
        self.memory = Some(limit.clone());
        self
    }

    /// Returns the limit on decisions.
    pub fn node_limit(&self) -> Option<u64> {
        self.nodes
    }

    /// Returns the limit on failures.
    pub fn failure_limit(&self) -> Option<u64> {
        self.failures
    }

    /// Returns the limit on the running time.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// Returns the deadline.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Returns the cancellation flags.
    pub fn flags(&self) -> &[Cancel] {
        &self.cancel
    }

    /// Returns the memory limit.
    pub fn memory_limit(&self) -> Option<&MemoryLimit> {
        self.memory.as_ref()
    }

    /// Replaces the limit on the running time by a deadline, for a run that began at `start`. A time beyond the
    /// range of the clock is no limit.
    pub fn counted_from(mut self, start: Instant) -> Limits {
        let end = self.time.take().and_then(|time| start.checked_add(time));
        self.deadline = end.into_iter().chain(self.deadline).min();
        self
    }

    /// Returns whether the deadline or the processor time has passed, a flag is raised or the memory limit is
    /// exceeded; waits while a flag [pauses](Cancel::pause). The limits on nodes, failures and running time depend on
    /// a run and are not included.
    pub fn are_reached(&self) -> bool {
        self.cancel.iter().any(Cancel::is_raised)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.processor_end.is_some_and(has_passed)
            || self.memory.as_ref().is_some_and(MemoryLimit::is_exceeded)
    }

    /// Returns the limits on nodes and on failures, and the other limits without these two, for callers that
    /// count nodes themselves.
    pub(crate) fn counters_apart(&self) -> (Option<u64>, Option<u64>, Limits) {
        (self.nodes, self.failures, Limits { nodes: None, failures: None, ..self.clone() })
    }

    /// Returns the limits with the time reduced by the time elapsed since `since`.
    pub(crate) fn left(mut self, since: &Clock) -> Limits {
        self.time = self.time.map(|time| time.saturating_sub(since.elapsed()));
        self
    }

    /// Returns whether a limit other than nodes and failures is reached; `since` is the start of the run.
    pub(crate) fn is_over(&self, since: &Clock) -> bool {
        self.are_reached() || self.time.is_some_and(|time| since.elapsed() >= time)
    }
}

/// Returns whether the process has had this processor time.
fn has_passed(end: Duration) -> bool {
    processor_time().is_some_and(|now| now >= end)
}

/// Limits on time and memory and by flags during a run. Work is counted, and the limits are checked each time that
/// enough work is done.
#[derive(Debug)]
pub struct Meter {
    cancel: SmallVec<[Cancel; 1]>,
    deadline: Option<Instant>,
    processor_end: Option<Duration>,
    held: Held,
    /// Work units until the next check; `i64::MAX` without limits.
    left: i64,
    /// The value of `left` after the last check.
    filled: i64,
    /// Work units done before the last check.
    done: u64,
}

/// Work units between two checks: some 100 microseconds.
const WORK_BETWEEN_CHECKS: i64 = 512;

impl Default for Meter {
    /// Creates a meter without limits.
    fn default() -> Meter {
        Meter {
            cancel: SmallVec::new(),
            deadline: None,
            processor_end: None,
            held: Held::default(),
            left: i64::MAX,
            filled: i64::MAX,
            done: 0,
        }
    }
}

impl Meter {
    /// Starts a meter for `limits`, of which those on nodes and failures are ignored.
    pub fn new(limits: &Limits) -> Meter {
        let deadline = match limits.time {
            Some(_) => limits.clone().counted_from(Instant::now()).deadline,
            None => limits.deadline,
        };
        let is_timed = deadline.is_some() || limits.processor_end.is_some();
        let is_on = is_timed || !limits.cancel.is_empty() || limits.memory.is_some();
        Meter {
            cancel: limits.cancel.clone(),
            deadline,
            processor_end: limits.processor_end,
            held: Held::new(limits),
            left: if is_on { 0 } else { i64::MAX },
            filled: if is_on { 0 } else { i64::MAX },
            done: 0,
        }
    }

    /// Counts `work` units, some 0.2 microseconds each.
    #[inline(always)]
    pub fn spend(&mut self, work: u32) {
        self.left -= i64::from(work);
    }

    /// Counts `work` units and returns whether a check is due.
    #[inline(always)]
    #[must_use]
    pub fn is_due(&mut self, work: u32) -> bool {
        self.spend(work);
        self.left <= 0
    }

    /// Returns the work units counted so far.
    pub(crate) fn done(&self) -> u64 {
        self.done + (self.filled - self.left) as u64
    }

    /// Continues the count of another meter.
    pub(crate) fn after(mut self, other: &Meter) -> Meter {
        self.done = other.done();
        self
    }

    /// Sets the number of held bytes.
    pub fn hold(&mut self, bytes: usize) {
        self.held.set(bytes);
    }

    /// Returns whether a flag is raised.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.iter().any(Cancel::is_cancelled)
    }

    /// Returns whether a limit is reached, without waiting for the next check.
    pub fn is_over_now(&mut self, bytes: usize) -> bool {
        self.filled != i64::MAX && self.is_over(bytes)
    }

    /// Sets the number of held bytes and returns whether a limit is reached. As long as a limit is reached, the next
    /// check is due at once.
    #[cold]
    pub fn is_over(&mut self, bytes: usize) -> bool {
        self.held.set(bytes);
        let is_over = self.cancel.iter().any(Cancel::is_raised)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.processor_end.is_some_and(has_passed)
            || self.held.limit.as_ref().is_some_and(MemoryLimit::is_exceeded);
        self.done += (self.filled - self.left) as u64;
        self.filled = if is_over { 0 } else { WORK_BETWEEN_CHECKS };
        self.left = self.filled;
        is_over
    }
}

/// Limits on nodes and failures during a run; `u64::MAX` for none.
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

    /// Returns the nodes and failures that are left.
    pub fn left(self, nodes: u64, failures: u64) -> (u64, u64) {
        (self.last_node.saturating_sub(nodes), self.last_failure.saturating_sub(failures))
    }

    /// Returns whether the search must stop before the next node.
    #[inline(always)]
    pub fn are_over(self, nodes: u64, failures: u64) -> bool {
        nodes >= self.last_node || failures >= self.last_failure
    }
}

/// Work units of a node, without its propagators.
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
