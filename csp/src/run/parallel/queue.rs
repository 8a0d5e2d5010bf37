//! The work of the threads: take the next subproblem, search it, and stop when one of them has enough. Learners do not
//! take subproblems: each searches the whole.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::budget::Budget;
use crate::base::limits::Cancel;
use crate::model::decision::Decision;
use crate::search::goal::Goal;
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

/// The subproblems, and the numbers of those that have been taken, and that are searched to the end.
#[derive(Debug)]
pub(super) struct WorkQueue {
    assumptions: Vec<Decision>,
    subproblems: Vec<Vec<Decision>>,
    taken: AtomicUsize,
    ended: AtomicUsize,
    /// Whether a learner has ended the whole.
    is_whole_ended: AtomicBool,
}

/// A thread's search, which waits between two stretches of work.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub search: Option<Search>,
    /// Whether the worker's subproblem is not searched to the end.
    is_busy: bool,
    role: Role,
}

/// What a worker searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// All of it, in turns with a learner.
    #[default]
    Alone,
    /// Subproblems. If there are learners beside it, it needs none of its own.
    Part { has_learners: bool },
    /// All of it, by learning; with the number of the learner, counted from 0.
    Learner(u64),
}

impl Role {
    /// Returns the goal of such a worker, from that of the whole search.
    pub fn goal(self, goal: Option<&Goal>) -> Option<Goal> {
        let goal = goal?.clone();
        Some(if matches!(self, Role::Part { .. }) { goal.of_part() } else { goal })
    }
}

impl Worker {
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    pub fn new(role: Role) -> Worker {
        Worker { role, ..Worker::default() }
    }

    pub fn learns(&self) -> bool {
        matches!(self.role, Role::Learner(_))
    }

    /// Returns the worker's search, which is built first if there is none.
    pub fn search_with(&mut self, make: impl FnOnce(Role) -> Option<Search>) -> Option<&mut Search> {
        if self.search.is_none() {
            self.search = make(self.role);
        }
        self.search.as_mut()
    }

    /// Gives up the current subproblem.
    pub fn drop_work(&mut self) {
        self.is_busy = false;
    }
}

impl WorkQueue {
    pub fn new(assumptions: Vec<Decision>, subproblems: Vec<Vec<Decision>>) -> WorkQueue {
        let (taken, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
        WorkQueue { assumptions, subproblems, taken, ended, is_whole_ended: AtomicBool::new(false) }
    }

    /// Returns the number of subproblems that no worker has taken.
    pub fn left(&self) -> usize {
        self.subproblems.len().saturating_sub(self.taken.load(Ordering::Relaxed))
    }

    /// Returns whether everything has been searched.
    pub fn is_done(&self) -> bool {
        self.is_whole_ended.load(Ordering::Relaxed)
            || self.ended.load(Ordering::Relaxed) == self.subproblems.len()
    }

    /// Does the work of one thread: first what it has begun, then the next subproblems in the queue.
    pub fn work(&self, worker: &mut Worker, budget: &Budget, stop: &Cancel, found: &Found<'_>) {
        let _cancel = CancelOnPanic(stop);
        let learns = worker.learns();
        let Worker { search: Some(search), is_busy, .. } = worker else { return };
        while !self.is_done() {
            if !*is_busy {
                if stop.is_cancelled() || budget.is_over() {
                    return;
                }
                let next = || self.subproblems.get(self.taken.fetch_add(1, Ordering::Relaxed));
                let Some(decisions) = (if learns { Some(&self.assumptions) } else { next() }) else { return };
                search.assume(decisions).expect("the decisions came from such an engine");
                *is_busy = true;
            }
            match solve(search, budget, stop, found) {
                End::Complete => {
                    *is_busy = false;
                    match learns {
                        true => self.is_whole_ended.store(true, Ordering::Relaxed),
                        false => _ = self.ended.fetch_add(1, Ordering::Relaxed),
                    }
                }
                End::Enough => return stop.cancel(),
                End::Limit => return,
            }
        }
        // The others search for nothing.
        stop.cancel();
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
