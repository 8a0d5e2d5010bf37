//! Ctrl-C: the first one stops searches and prints what is done, a second one ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::INTERRUPTED;
use super::session::Session;
use crate::Cancel;

/// Listens for interrupts on behalf of a session.
pub(super) fn listen(session: &Arc<Session>) {
    let session = session.clone();
    // Without a handler an interrupt ends the program as it always did.
    let _ = ctrlc::set_handler(move || {
        if session.interrupt.cancel.is_cancelled() {
            std::process::exit(i32::from(INTERRUPTED));
        }
        session.interrupt.cancel.cancel();
        // Whoever waits for input would not notice: all that was read is answered, so nothing is lost.
        if session.interrupt.reading.load(Ordering::SeqCst) {
            // By another thread, so that a second interrupt is heard even if nobody takes the results.
            let session = session.clone();
            std::thread::spawn(move || {
                session.wait_until_idle();
                std::process::exit(i32::from(session.finish()));
            });
        }
    });
}

/// What the handler and the program tell each other.
#[derive(Debug, Default)]
pub(super) struct Interrupt {
    /// Stops all searches.
    pub cancel: Cancel,
    reading: AtomicBool,
}

impl Interrupt {
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
