//! Workers with a bounded queue.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The number of tasks that may wait.
const LONGEST_QUEUE: usize = 64;
/// Parsers and explainers are recursive, and the default stack of a thread is a quarter of that of a program.
const STACK: usize = 8 << 20;

type Task = Box<dyn FnOnce() + Send>;

/// Threads that do tasks in the order in which they came.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: SyncSender<Task>,
    load: Load,
}

/// The number of waiting tasks and of workers.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    workers: usize,
    waiting: Arc<AtomicUsize>,
}

impl Load {
    /// Returns the time at which a task that begins now must end: its share of the time up to its deadline, so that
    /// each waiting task gets an equal share.
    pub fn share(&self, deadline: Instant) -> Instant {
        let now = Instant::now();
        let rounds = self.waiting.load(Ordering::Relaxed).div_ceil(self.workers);
        now + deadline.saturating_duration_since(now) / (1 + rounds as u32)
    }
}

/// The error that the queue is full.
#[derive(Debug)]
pub(crate) struct Busy;

impl Pool {
    /// Begins a number of workers, as long as the system has threads.
    pub fn new(workers: usize) -> Pool {
        let (queue, tasks) = sync_channel(LONGEST_QUEUE);
        let tasks = Arc::new(Mutex::new(tasks));
        let load = Load { workers, waiting: Arc::default() };
        for _ in 0..workers {
            let (tasks, waiting) = (tasks.clone(), load.waiting.clone());
            let worker = thread::Builder::new().name("worker".into()).stack_size(STACK);
            let _ = worker.spawn(move || work(&tasks, &waiting));
        }
        Pool { queue, load }
    }

    /// Adds a task, unless too many wait already.
    pub fn run(&self, task: impl FnOnce() + Send + 'static) -> Result<(), Busy> {
        self.load.waiting.fetch_add(1, Ordering::Relaxed);
        let sent = self.queue.try_send(Box::new(task));
        sent.map_err(|_| {
            self.load.waiting.fetch_sub(1, Ordering::Relaxed);
            Busy
        })
    }

    pub fn load(&self) -> &Load {
        &self.load
    }
}

fn work(tasks: &Mutex<Receiver<Task>>, waiting: &AtomicUsize) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { return };
        waiting.fetch_sub(1, Ordering::Relaxed);
        // A task that panics drops its channel, so that the client notices; the worker goes on.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
    }
}
