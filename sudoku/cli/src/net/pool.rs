//! Workers with a bounded queue.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The number of tasks that may wait.
const LONGEST_QUEUE: usize = 64;
/// Readers of puzzles and explainers call themselves; the default for threads is a quarter of that of programs.
const STACK: usize = 8 << 20;

type Task = Box<dyn FnOnce() + Send>;

/// Threads that do tasks in the order in which they came.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: SyncSender<Task>,
}

/// The queue is full.
#[derive(Debug)]
pub(crate) struct Busy;

impl Pool {
    /// Begins a number of workers, as long as the system has threads.
    pub fn new(workers: usize) -> Pool {
        let (queue, tasks) = sync_channel(LONGEST_QUEUE);
        let tasks = Arc::new(Mutex::new(tasks));
        for _ in 0..workers {
            let tasks = tasks.clone();
            let _ =
                thread::Builder::new().name("worker".into()).stack_size(STACK).spawn(move || work(&tasks));
        }
        Pool { queue }
    }

    /// Adds a task, unless too many wait already.
    pub fn run(&self, task: impl FnOnce() + Send + 'static) -> Result<(), Busy> {
        self.queue.try_send(Box::new(task)).map_err(|_| Busy)
    }
}

fn work(tasks: &Mutex<Receiver<Task>>) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { return };
        // A task that panics drops what its client waits on, so that the client hears of it; the worker goes on.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
    }
}
