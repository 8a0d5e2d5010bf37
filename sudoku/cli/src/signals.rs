//! Signals that ask the program to end: interrupt (Ctrl-C), termination, hangup, and on Unix quit.
//!
//! A separate thread handles them, so handlers may do anything. The exit status is 128 plus the number of the signal,
//! as in shells: 130, 143, 129, 131.

use std::sync::{Mutex, Once, PoisonError};

use crate::files::exit;

/// Received signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal {
    /// Exit status of the program.
    pub status: u8,
    /// Whether to end without finishing the work under way.
    pub is_quit: bool,
}

/// Function that handles a signal.
type Handler = Box<dyn FnMut(Signal) + Send>;

/// Current handler; `None` at first.
static HANDLER: Mutex<Option<Handler>> = Mutex::new(None);

/// Starts to listen, once. Without a handler a signal ends the program, after temporary files are removed.
pub(crate) fn listen() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        // If listening fails, a signal ends the program as it does by default.
        let _ =
            platform::listen(|signal| match &mut *HANDLER.lock().unwrap_or_else(PoisonError::into_inner) {
                Some(handler) => handler(signal),
                None => exit(signal.status),
            });
    });
}

/// Sets the handler of signals.
pub(crate) fn set_handler(handler: impl FnMut(Signal) + Send + 'static) {
    listen();
    *HANDLER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(handler));
}

#[cfg(unix)]
mod platform {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::Signal;

    pub fn listen(mut handle: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
        let ignored = ignored();
        let is_active = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
        let unless_ignored = [SIGHUP, SIGQUIT].into_iter().filter(is_active);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(unless_ignored))?;
        thread::Builder::new().name("signals".into()).spawn(move || {
            for number in signals.forever() {
                handle(Signal { status: 128 + number as u8, is_quit: number == SIGQUIT });
            }
        })?;
        Ok(())
    }

    /// Returns the signals that were ignored when the program started, as `nohup` ignores hangups: a bit for each.
    /// Linux only.
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

    /// Listens to events of the console, which do not name the signal.
    pub fn listen(mut handle: impl FnMut(Signal) + Send + 'static) -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(move || handle(Signal { status: INTERRUPTED, is_quit: false }))
    }
}
