//! Ctrl-C and its like: the first one stops searches, and what is done is written; a second one ends at once.
//!
//! What comes within a second is one wish: `timeout` asks the program and then all of its group, and at the end of a session
//! terminations and hangups come together.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use sudoku::Cancel;

use crate::batch::Session;
use crate::signals::{self, Signal};
use crate::{files, say};

/// Signals that come together mean the same.
pub(crate) const TOGETHER: Duration = Duration::from_secs(1);

/// Listens for interrupts on behalf of a session.
pub(crate) fn listen(session: &Arc<Session>) {
    let session = session.clone();
    signals::answer(move |signal| {
        // Whoever waits for input would not notice: all that was read is answered, so nothing is lost.
        if session.interrupt.is_first(signal) && session.interrupt.reading.load(Ordering::SeqCst) {
            // By another thread, so that a second interrupt is heard even if nobody takes the results.
            let session = session.clone();
            std::thread::spawn(move || {
                session.wait_until_idle();
                let status = session.finish();
                files::leave(status);
            });
        }
    });
}

/// What the handler and the program tell each other.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    /// Stops all searches.
    pub cancel: Cancel,
    reading: AtomicBool,
    /// When it came, and the exit status that it stands for.
    first: OnceLock<(Instant, u8)>,
}

impl Interrupt {
    /// Without a session: what is under way looks at the flag by itself.
    pub fn heard() -> Arc<Interrupt> {
        let interrupt = Arc::new(Interrupt::default());
        let hearer = interrupt.clone();
        signals::answer(move |signal| {
            hearer.is_first(signal);
        });
        interrupt
    }

    /// Whether it is the first; one that comes later ends the program.
    fn is_first(&self, signal: Signal) -> bool {
        let is_late = self.first.get().is_some_and(|(first, _)| first.elapsed() > TOGETHER);
        if signal.is_quit || is_late {
            files::leave(signal.status);
        }
        let is_first = self.first.set((Instant::now(), signal.status)).is_ok();
        self.cancel.cancel();
        is_first
    }

    /// The exit status, if there has been one.
    pub fn status(&self) -> Option<u8> {
        self.first.get().map(|&(_, status)| status)
    }

    /// Says that it has not come to its end.
    pub fn say(&self, done: &str) {
        say!("sudoku: interrupted after {done}");
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
