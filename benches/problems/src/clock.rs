//! CPU time, and limits on it: other work of the machine must not affect which instances are solved. Systems
//! other than Unix get wall-clock time instead.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use csp::Cancel;

/// CPU time of the whole process.
#[cfg(unix)]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
pub fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;

    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// A thread that cancels a run after a limit of CPU time. The thread ends when the watch is dropped.
pub struct Watch {
    _end: Sender<()>,
}

impl Watch {
    pub fn start(limit: Duration, cancel: Cancel) -> Watch {
        let (end, ended) = mpsc::channel();
        let deadline = now() + limit;
        thread::spawn(move || {
            // The process computes on one thread, which uses no more CPU time than wall-clock time, so the
            // limit cannot be reached before this wait ends.
            loop {
                let left = deadline.saturating_sub(now());
                if left.is_zero() {
                    return cancel.cancel();
                }
                if ended.recv_timeout(left) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        Watch { _end: end }
    }
}
