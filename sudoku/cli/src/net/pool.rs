//! Work that shares the processors and the memory.
//!
//! ```text
//!   run ──► a thread for each task ──► turns: the tasks that have run least run, the others pause at their next check
//!                                  ──► too much memory in all: the largest task ends
//! ```
//!
//! Each task has a thread at once, up to a bound, and a flag that all its work checks every tenth of a millisecond
//! ([`Cancel`]). As many tasks run as there are processors; at each slice, and when a task comes or ends, the turn goes
//! to those that have run least so far. So a short task begins at once beside any number of long ones, and ends after
//! its own time and that of others as short; long ones share what is left, and each ends at its own deadline with what
//! it has. Work that does not check its flag for a while only shares its processor, as threads do.
//!
//! A task counts its own memory. When all of them together hold too much, the one that holds the most ends as at a
//! limit, so that a small one is not refused for what others hold.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use csp::{Cancel, limits::MemoryLimit};

/// The greatest number of tasks at a time.
const MOST_TASKS: usize = 64;
/// The time between two looks at whose turn it is.
const SLICE: Duration = Duration::from_millis(10);
/// The longest time of a task: clocks cannot tell moments that are very far away.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
/// Parsers and explainers are recursive, and the default stack of a thread is a quarter of that of a program.
const STACK: usize = 8 << 20;

/// The limits of a task, by which the pool steers it.
#[derive(Clone, Debug)]
pub(crate) struct Reins {
    /// The flag that all work of the task checks.
    pub cancel: Cancel,
    /// The memory of the task alone.
    pub memory: MemoryLimit,
    /// The moment at which the task ends.
    pub deadline: Instant,
}

/// Returns the moment at which a task with this time limit ends if it begins now.
pub(crate) fn deadline(limit: Duration) -> Instant {
    Instant::now() + limit.min(LONGEST)
}

/// Tasks, each in a thread of its own, of which some run and the others pause.
#[derive(Debug)]
pub(crate) struct Pool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The number of tasks that run at a time.
    running: usize,
    /// The greatest number of bytes of all tasks together.
    memory: u64,
    tasks: Mutex<Tasks>,
    /// Notified when a task comes.
    came: Condvar,
}

#[derive(Debug, Default)]
struct Tasks {
    next: u64,
    all: Vec<Task>,
}

/// A task that has not ended.
#[derive(Debug)]
struct Task {
    number: u64,
    reins: Reins,
    /// How long it has run, and since when it has its present turn.
    ran: Duration,
    since: Option<Instant>,
}

/// The number of processors.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The error that there are too many tasks.
#[derive(Debug)]
pub(crate) struct Busy;

impl Pool {
    /// A pool for `running` tasks at a time that hold `memory` bytes together.
    pub fn new(running: usize, memory: u64) -> Pool {
        let (tasks, came) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { running, memory, tasks, came });
        let weak = Arc::downgrade(&shared);
        let turns = thread::Builder::new().name("turns".into());
        // Without this thread, the turn goes to other tasks only when one comes or ends.
        let _ = turns.spawn(move || {
            while let Some(shared) = weak.upgrade() {
                shared.look();
            }
        });
        Pool(shared)
    }

    /// Begins a task, unless there are too many. It waits for its turn at its first check.
    pub fn run(&self, reins: Reins, work: impl FnOnce() + Send + 'static) -> Result<(), Busy> {
        let mut tasks = self.0.tasks();
        if tasks.all.len() == MOST_TASKS {
            return Err(Busy);
        }
        let number = tasks.next;
        let place = Place { shared: self.0.clone(), number };
        tasks.next += 1;
        tasks.all.push(Task { number, reins, ran: Duration::ZERO, since: None });
        tasks.take_turns(self.0.running, Instant::now());
        drop(tasks);
        self.0.came.notify_all();
        let worker = thread::Builder::new().name("worker".into()).stack_size(STACK);
        let begun = worker.spawn(move || {
            let _place = place;
            // A task that panics drops its channel, so that the client notices.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        });
        begun.map(drop).map_err(|_| Busy)
    }
}

/// The place of a task among the others, which it leaves at its end.
struct Place {
    shared: Arc<Shared>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut tasks = self.shared.tasks();
        tasks.all.retain(|task| task.number != self.number);
        tasks.take_turns(self.shared.running, Instant::now());
    }
}

impl Shared {
    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slice, and looks after the tasks.
    fn look(&self) {
        let tasks = self.tasks();
        // Without tasks it looks now and then whether the pool is still there.
        let time = if tasks.all.is_empty() { 100 * SLICE } else { SLICE };
        let waited = self.came.wait_timeout_while(tasks, time, |tasks| tasks.all.is_empty());
        let (tasks, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if tasks.all.is_empty() {
            return;
        }
        drop(tasks);
        thread::sleep(SLICE);
        let mut tasks = self.tasks();
        tasks.end_late(Instant::now());
        tasks.end_largest(self.memory);
        tasks.take_turns(self.running, Instant::now());
    }
}

impl Tasks {
    /// Ends the tasks whose time is over; those that pause cannot see it.
    fn end_late(&mut self, now: Instant) {
        self.all.iter().filter(|task| task.reins.deadline <= now).for_each(|task| task.reins.cancel.cancel());
    }

    /// Ends the largest tasks, as long as the others hold too much memory.
    fn end_largest(&mut self, memory: u64) {
        let mut left: Vec<&Reins> =
            self.all.iter().map(|task| &task.reins).filter(|reins| !reins.cancel.is_cancelled()).collect();
        left.sort_by_key(|reins| reins.memory.held());
        while left.iter().map(|reins| reins.memory.held()).sum::<u64>() > memory {
            left.pop().expect("what holds memory is there").cancel.cancel();
        }
    }

    /// Lets those tasks run that have run least, the oldest first among equals, and the others pause.
    fn take_turns(&mut self, running: usize, now: Instant) {
        for task in &mut self.all {
            if let Some(since) = &mut task.since {
                task.ran += now - std::mem::replace(since, now);
            }
        }
        let mut order: Vec<&mut Task> =
            self.all.iter_mut().filter(|task| !task.reins.cancel.is_cancelled()).collect();
        order.sort_by_key(|task| (task.ran, task.number));
        for (at, task) in order.into_iter().enumerate() {
            if at < running {
                task.since.get_or_insert(now);
                task.reins.cancel.resume();
            } else {
                task.since = None;
                task.reins.cancel.pause();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(number: u64, ran: u64) -> Task {
        let now = Instant::now();
        let deadline = now + Duration::from_secs(1000);
        let reins = Reins { cancel: Cancel::new(), memory: MemoryLimit::new(1000), deadline };
        Task { number, reins, ran: Duration::from_millis(ran), since: None }
    }

    fn running(tasks: &Tasks) -> Vec<u64> {
        tasks.all.iter().filter(|task| task.since.is_some()).map(|task| task.number).collect()
    }

    #[test]
    fn any_time_limit_has_a_moment() {
        assert!(deadline(Duration::MAX) > deadline(Duration::from_secs(1_000_000)));
    }

    #[test]
    fn those_that_have_run_least_run() {
        let mut tasks = Tasks { next: 12, all: (0..10).map(|number| task(number, 100 + number)).collect() };
        let now = Instant::now();
        tasks.take_turns(2, now);
        assert_eq!(running(&tasks), [0, 1]);
        // A new one runs at once.
        tasks.all.push(task(10, 0));
        tasks.take_turns(2, now);
        assert_eq!(running(&tasks), [0, 10]);
        // After some time it is the turn of others.
        tasks.take_turns(2, now + Duration::from_millis(120));
        assert_eq!(running(&tasks), [1, 2]);
        // One that is cancelled takes nobody's turn.
        tasks.all[1].reins.cancel.cancel();
        tasks.take_turns(2, now + Duration::from_millis(120));
        assert_eq!(running(&tasks).iter().filter(|&&number| number != 1).count(), 2);
    }

    #[test]
    fn each_task_gets_its_share() {
        let mut tasks = Tasks { next: 5, all: (0..5).map(|number| task(number, 0)).collect() };
        let mut now = Instant::now();
        for _ in 0..1000 {
            tasks.take_turns(2, now);
            now += SLICE;
        }
        for task in &tasks.all {
            assert!(task.ran.abs_diff(400 * SLICE) <= 2 * SLICE, "{task:?}");
        }
    }

    #[test]
    fn the_largest_ends_when_all_hold_too_much() {
        let mut tasks = Tasks { next: 4, all: (0..4).map(|number| task(number, 0)).collect() };
        let bytes = [100, 600, 50, 300];
        let mut held = Vec::new();
        for (task, bytes) in tasks.all.iter().zip(bytes) {
            let limits = csp::Limits::default().memory(&task.reins.memory);
            let mut own = csp::limits::Held::new(&limits);
            own.set(bytes);
            held.push(own);
        }
        let ended = |tasks: &Tasks| -> Vec<bool> {
            tasks.all.iter().map(|task| task.reins.cancel.is_cancelled()).collect()
        };
        tasks.end_largest(1050);
        assert_eq!(ended(&tasks), [false; 4]);
        tasks.end_largest(1000);
        assert_eq!(ended(&tasks), [false, true, false, false]);
        tasks.end_largest(149);
        assert_eq!(ended(&tasks), [true, true, false, true]);
    }
}
