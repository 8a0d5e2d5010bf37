//! What the threads of a run do: take the next subproblem, search it, and stop when one of them has enough.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::budget::Budget;
use crate::base::limits::Cancel;
use crate::model::decision::Decision;
use crate::search::{Search, Step};

/// How a run ended, or a subproblem.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Everything has been searched.
    Complete,
    /// Enough was found.
    Enough,
    Limit,
}

/// What the threads of a run share.
pub(super) struct WorkQueue<'s, F> {
    subproblems: &'s [Vec<Decision>],
    /// The next subproblem to take.
    next: AtomicUsize,
    /// Something was left unsearched.
    limited: AtomicBool,
    budget: &'s Budget,
    /// Raised when enough was found.
    stop: &'s Cancel,
    found: &'s F,
}

impl<'s, F: Fn(&mut Search) -> ControlFlow<()>> WorkQueue<'s, F> {
    pub fn new(
        subproblems: &'s [Vec<Decision>],
        budget: &'s Budget,
        stop: &'s Cancel,
        found: &'s F,
    ) -> WorkQueue<'s, F> {
        let (next, limited) = (AtomicUsize::new(0), AtomicBool::new(false));
        WorkQueue { subproblems, next, limited, budget, stop, found }
    }

    /// How it ended, once all threads have done their part.
    pub fn end(&self) -> End {
        if self.stop.is_cancelled() {
            End::Enough
        } else if self.limited.load(Ordering::Relaxed) {
            End::Limit
        } else {
            End::Complete
        }
    }

    /// One thread's part: subproblem after subproblem.
    pub fn work(&self, search: &mut Search) {
        let _cancel = CancelOnPanic(self.stop);
        while let Some(subproblem) = self.subproblems.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            search.assume(subproblem).expect("the decisions came from such an engine");
            match self.solve(search) {
                End::Complete => {}
                End::Enough => return self.stop.cancel(),
                End::Limit => return self.limited.store(true, Ordering::Relaxed),
            }
        }
    }

    /// Searches one subproblem to its end, unless enough is found or a limit is reached.
    fn solve(&self, search: &mut Search) -> End {
        while !self.budget.is_over() {
            let slice = self.budget.take();
            let (nodes, failures) = (search.nodes(), search.failures());
            search.limit(slice.limits());
            let end = loop {
                match search.step() {
                    Step::Solution if (self.found)(search).is_break() => return End::Enough,
                    Step::Solution => {}
                    end => break end,
                }
            };
            self.budget.give_back(&slice, search.nodes() - nodes, search.failures() - failures);
            if end == Step::Exhausted {
                return End::Complete;
            }
            if slice.is_nothing() {
                break;
            }
        }
        End::Limit
    }
}

/// Stops the others when a thread panics, so that the panic is not heard of hours later.
struct CancelOnPanic<'s>(&'s Cancel);

impl Drop for CancelOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.cancel();
        }
    }
}
