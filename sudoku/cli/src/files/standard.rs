//! Standard output, which may be closed (`>&-`): what is lost then is no success.
//!
//! Before `main` the standard library opens `/dev/null` in the place of standard files that are closed, and then nothing
//! tells the two apart: others open `/dev/null` in just the same way for what they start. So it is looked at before.

use std::io::{self, ErrorKind, Write};

use super::STANDARD_OUTPUT;
use crate::Usage;

#[cfg(unix)]
mod look {
    use std::sync::atomic::{AtomicBool, Ordering};

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    ctor::declarative::ctor! {
        // It is one system call and one store, and needs nothing that `main` would have prepared.
        #[ctor(unsafe)]
        fn before_main() {
            let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
            WAS_CLOSED.store(is_closed, Ordering::Relaxed);
        }
    }

    /// Whether it was closed when the program began.
    pub(super) fn is_closed() -> bool {
        WAS_CLOSED.load(Ordering::Relaxed)
    }
}

#[cfg(windows)]
mod look {
    use std::os::windows::io::AsRawHandle;

    /// Whether there is none: the standard library takes what is written there for written.
    pub(super) fn is_closed() -> bool {
        std::io::stdout().as_raw_handle().is_null()
    }
}

/// That it is open.
pub(crate) fn check() -> Result<(), String> {
    if look::is_closed() {
        Err(format!("{STANDARD_OUTPUT} is closed: lead it to a file, or to /dev/null"))
    } else {
        Ok(())
    }
}

/// Standard output, where it is open.
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

/// Writes all of it.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    Standard.write_all(bytes).and_then(|()| Standard.flush())
}

/// The same for what nobody has to read to its end: that a reader leaves early changes nothing.
pub(crate) fn print(bytes: &[u8]) -> Result<(), Usage> {
    check().map_err(Usage)?;
    match write(bytes) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Usage(format!("{STANDARD_OUTPUT}: {error}")))
        }
        _ => Ok(()),
    }
}
