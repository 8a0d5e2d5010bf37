//! The work of the threads: take the next subproblem, search it, and stop when one of them has enough.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::budget::Budget;
use crate::base::limits::Cancel;
use crate::model::decision::Decision;
use crate::search::{Search, Step};

/// A callback for solutions. A trait object: with a type parameter, the work of the threads would be compiled for each
/// closure.
pub(super) type Found<'a> = dyn Fn(&mut Search) -> ControlFlow<()> + Sync + 'a;

/// The end of a stretch of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Everything has been searched.
    Complete,
    /// Enough was found.
    Enough,
    Limit,
}

/// The subproblems, and the number of those that have been taken.
#[derive(Debug)]
pub(super) struct WorkQueue {
    subproblems: Vec<Vec<Decision>>,
    taken: AtomicUsize,
}

/// A thread's search, which waits between two stretches of work.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub search: Option<Search>,
    /// Whether the worker's subproblem is not searched to the end.
    is_busy: bool,
}

impl Worker {
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Returns the worker's search, which is built first if there is none.
    pub fn search_with(&mut self, make: impl FnOnce() -> Option<Search>) -> Option<&mut Search> {
        if self.search.is_none() {
            self.search = make();
        }
        self.search.as_mut()
    }

    /// Gives up the current subproblem.
    pub fn drop_work(&mut self) {
        self.is_busy = false;
    }
}

impl WorkQueue {
    pub fn new(subproblems: Vec<Vec<Decision>>) -> WorkQueue {
        WorkQueue { subproblems, taken: AtomicUsize::new(0) }
    }

    /// Returns the number of subproblems that no worker has taken.
    pub fn left(&self) -> usize {
        self.subproblems.len().saturating_sub(self.taken.load(Ordering::Relaxed))
    }

    /// Returns whether everything has been searched.
    pub fn is_done(&self, workers: &[Worker]) -> bool {
        self.left() == 0 && !workers.iter().any(Worker::is_busy)
    }

    /// Does the work of one thread: first its own subproblem, then the next ones in the queue.
    pub fn work(&self, worker: &mut Worker, budget: &Budget, stop: &Cancel, found: &Found<'_>) {
        let _cancel = CancelOnPanic(stop);
        let Worker { search: Some(search), is_busy } = worker else { return };
        loop {
            if !*is_busy {
                if stop.is_cancelled() || budget.is_over() {
                    return;
                }
                let Some(subproblem) = self.subproblems.get(self.taken.fetch_add(1, Ordering::Relaxed))
                else {
                    return;
                };
                search.assume(subproblem).expect("the decisions came from such an engine");
                *is_busy = true;
            }
            match solve(search, budget, stop, found) {
                End::Complete => *is_busy = false,
                End::Enough => return stop.cancel(),
                End::Limit => return,
            }
        }
    }
}

/// Searches one subproblem to its end, unless enough is found or a limit is reached.
fn solve(search: &mut Search, budget: &Budget, stop: &Cancel, found: &Found<'_>) -> End {
    while !stop.is_cancelled() && !budget.is_over() {
        let slice = budget.take(stop);
        let (nodes, failures) = (search.nodes(), search.failures());
        search.limit(slice.limits());
        let end = loop {
            match search.step() {
                Step::Solution if found(search).is_break() => break Step::Solution,
                Step::Solution => {}
                end => break end,
            }
        };
        budget.give_back(&slice, search.nodes() - nodes, search.failures() - failures);
        match end {
            Step::Solution => return End::Enough,
            Step::Exhausted => return End::Complete,
            Step::Limit if slice.is_nothing() => break,
            Step::Limit => {}
        }
    }
    End::Limit
}

/// Stops the other threads if this one panics, so that the panic is reported at once.
struct CancelOnPanic<'s>(&'s Cancel);

impl Drop for CancelOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.cancel();
        }
    }
}
