//! Standard output, which may be closed (`>&-`): output that is lost is an error.
//!
//! Before `main`, the standard library opens `/dev/null` in the place of closed standard files. Afterwards this
//! cannot be distinguished from a `/dev/null` that the parent process opened, so the check runs before.

use std::io::{self, ErrorKind, Write};

use super::STANDARD_OUTPUT;
use crate::Refused;

#[cfg(unix)]
mod look {
    use std::sync::atomic::{AtomicBool, Ordering};

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    ctor::declarative::ctor! {
        // The check is one system call and one store, and needs nothing that `main` prepares.
        #[ctor(unsafe)]
        fn before_main() {
            let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
            WAS_CLOSED.store(is_closed, Ordering::Relaxed);
        }
    }

    /// Returns whether standard output was closed when the program began.
    pub(super) fn is_closed() -> bool {
        WAS_CLOSED.load(Ordering::Relaxed)
    }
}

#[cfg(windows)]
mod look {
    use std::os::windows::io::AsRawHandle;

    /// Returns whether there is no standard output: the standard library discards what is written to it without an
    /// error.
    pub(super) fn is_closed() -> bool {
        std::io::stdout().as_raw_handle().is_null()
    }
}

/// Returns an error if standard output is closed.
pub(crate) fn check() -> Result<(), String> {
    if look::is_closed() {
        Err(format!("{STANDARD_OUTPUT} is closed: redirect it to a file, or to /dev/null"))
    } else {
        Ok(())
    }
}

/// Standard output that reports an error if it is closed.
#[derive(Debug)]
pub(super) struct Standard;

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check().map_err(io::Error::other)?;
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Writes all bytes to standard output.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    Standard.write_all(bytes).and_then(|()| Standard.flush())
}

/// Writes all bytes to standard output. A reader that closes the pipe early is not an error.
pub(crate) fn print(bytes: &[u8]) -> Result<(), Refused> {
    check().map_err(Refused)?;
    match write(bytes) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Refused(format!("{STANDARD_OUTPUT}: {error}")))
        }
        _ => Ok(()),
    }
}
