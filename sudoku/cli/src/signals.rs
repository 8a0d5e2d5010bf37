//! What asks the program to end: an interrupt (Ctrl-C), a termination, a hangup, and on Unix a quit.
//!
//! A thread of its own hears them, so whoever answers may do anything. The exit status of a run that was ended so is 128 and
//! the number of the signal, as shells have it: 130, 143, 129, 131.

use std::sync::{Mutex, Once, PoisonError};

use crate::files;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal {
    /// The exit status.
    pub status: u8,
    /// Not even what is under way is to be finished.
    pub is_quit: bool,
}

/// What is done about a signal.
type Hearer = Box<dyn FnMut(Signal) + Send>;

/// Whoever answers now; nobody at first.
static HEARER: Mutex<Option<Hearer>> = Mutex::new(None);

/// Begins to listen, if nobody has. As long as nobody answers a signal ends the program, which leaves no temporary file.
pub(crate) fn listen() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        // Where it cannot be heard a signal ends the program as it always did.
        let _ =
            platform::listen(|signal| match &mut *HEARER.lock().unwrap_or_else(PoisonError::into_inner) {
                Some(hearer) => hearer(signal),
                None => files::leave(signal.status),
            });
    });
}

/// Has signals answered.
pub(crate) fn answer(hearer: impl FnMut(Signal) + Send + 'static) {
    listen();
    *HEARER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(hearer));
}

#[cfg(unix)]
mod platform {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::Signal;

    pub fn listen(mut heard: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
        let ignored = ignored();
        let is_heard = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
        let unless_ignored = [SIGHUP, SIGQUIT].into_iter().filter(is_heard);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(unless_ignored))?;
        thread::Builder::new().name("signals".into()).spawn(move || {
            for number in signals.forever() {
                heard(Signal { status: 128 + number as u8, is_quit: number == SIGQUIT });
            }
        })?;
        Ok(())
    }

    /// The signals that whoever started the program had ignored, as `nohup` has hangups: a bit each. Only Linux says.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        line.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0)
    }
}

#[cfg(not(unix))]
mod platform {
    use super::Signal;
    use crate::INTERRUPTED;

    /// Events of the console, which do not say which they are.
    pub fn listen(mut heard: impl FnMut(Signal) + Send + 'static) -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(move || heard(Signal { status: INTERRUPTED, is_quit: false }))
    }
}
