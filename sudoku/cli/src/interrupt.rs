//! Interrupts: the first one stops searches, and finished results are written; the second one ends the program at
//! once.
//!
//! Signals within one second count as one interrupt: `timeout` signals the program and then its whole group, and the
//! end of a session sends both terminations and hangups.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use sudoku::Cancel;

use crate::signals::{self, Signal};
use crate::{files, say};

/// Time within which signals count as one interrupt.
pub(crate) const TOGETHER: Duration = Duration::from_secs(1);

/// State shared by the signal handler and the program.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    /// Flag that stops all searches.
    pub cancel: Cancel,
    reading: AtomicBool,
    /// Time of the first interrupt, and its exit status.
    first: OnceLock<(Instant, u8)>,
}

impl Interrupt {
    /// Listens without a session; the running work checks the flag by itself.
    pub fn listening() -> Arc<Interrupt> {
        let interrupt = Arc::new(Interrupt::default());
        let shared = interrupt.clone();
        signals::set_handler(move |signal| {
            shared.is_first(signal);
        });
        interrupt
    }

    /// Returns whether this is the first interrupt. A later one ends the program.
    pub fn is_first(&self, signal: Signal) -> bool {
        let is_late = self.first.get().is_some_and(|(first, _)| first.elapsed() > TOGETHER);
        if signal.is_quit || is_late {
            files::exit(signal.status);
        }
        let is_first = self.first.set((Instant::now(), signal.status)).is_ok();
        self.cancel.cancel();
        is_first
    }

    /// Returns the exit status of an interrupt, if there was one.
    pub fn status(&self) -> Option<u8> {
        self.first.get().map(|&(_, status)| status)
    }

    /// Reports that the run was interrupted.
    pub fn report(&self, done: &str) {
        say!("sudoku: interrupted after {done}");
    }

    /// Returns whether a thread waits for input, and does not see the flag.
    pub fn is_reading(&self) -> bool {
        self.reading.load(Ordering::SeqCst)
    }

    /// Reads, unless there has been an interrupt.
    pub fn while_reading<T>(&self, read: impl FnOnce() -> T) -> Option<T> {
        self.reading.store(true, Ordering::SeqCst);
        if self.cancel.is_cancelled() {
            self.reading.store(false, Ordering::SeqCst);
            return None;
        }
        let result = read();
        self.reading.store(false, Ordering::SeqCst);
        Some(result)
    }
}
