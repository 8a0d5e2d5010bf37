//! Signals that ask for an end: interrupt, termination and, unless it is ignored, hangup. The first one stops the
//! search, and the best solution is written; a second one ends the program at once, as does one while it reads.
//!
//! Signals within one second count as one: `timeout` signals the program and then its whole group, and the end of a
//! session sends both terminations and hangups.

use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Whether the program waits for input, so that a signal loses nothing.
static READS: AtomicBool = AtomicBool::new(false);

/// The last signal; 0 before the first one.
static LAST: AtomicI32 = AtomicI32::new(0);

/// Reads. A signal ends the program meanwhile, and so does one that came before.
pub(crate) fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    READS.store(true, Ordering::SeqCst);
    match LAST.load(Ordering::SeqCst) {
        0 => {}
        signal => exit(128 + signal),
    }
    let result = read();
    READS.store(false, Ordering::SeqCst);
    result
}

#[cfg(unix)]
pub(crate) use unix::listen;

#[cfg(not(unix))]
pub(crate) fn listen(_: &csp::Cancel) -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::{Duration, Instant};

    use csp::Cancel;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::{LAST, READS};

    /// Time within which signals count as one.
    const TOGETHER: Duration = Duration::from_secs(1);

    /// Listens for signals, which cancel the search.
    pub(crate) fn listen(cancel: &Cancel) -> io::Result<()> {
        let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
        let cancel = cancel.clone();
        thread::spawn(move || {
            let mut first = None;
            for signal in signals.forever() {
                LAST.store(signal, Ordering::SeqCst);
                let is_late = first.get_or_insert_with(Instant::now).elapsed() > TOGETHER;
                if is_late || READS.load(Ordering::SeqCst) {
                    std::process::exit(128 + signal);
                }
                cancel.cancel();
            }
        });
        Ok(())
    }

    /// Whether a signal was ignored when the program started, as `nohup` ignores hangups. Linux only.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let bits = bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
        bits.is_some_and(|bits| bits >> (signal - 1) & 1 == 1)
    }
}
