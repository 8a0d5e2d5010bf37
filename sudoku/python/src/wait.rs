//! Work without the interpreter's lock. Meanwhile the calling thread checks for signals, so that Ctrl-C ends the work.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use csp::Cancel;
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

/// Time between two checks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// Does the work in a thread of its own. If a signal raises an exception, the work is cancelled, and the call returns
/// when it has ended.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    watched(py, cancel, work, || Ok(()))
}

/// Like [`interruptible`], with a function that the calling thread calls at each check.
pub fn watched<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
    mut look: impl FnMut() -> PyResult<()>,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel(1);
        // A receiver can be shared between threads only behind a lock.
        let receive = Mutex::new(receive);
        let worker = scope.spawn(move || drop(send.send(work())));
        loop {
            let receive = || receive.lock().expect("nobody else uses it").recv_timeout(LOOK);
            match py.detach(receive) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().and_then(|()| look()).inspect_err(|_| cancel.cancel())?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = worker.join();
                    return Err(failed());
                }
            }
        }
    })
}

/// The error after a panic.
pub fn failed() -> PyErr {
    PyRuntimeError::new_err("the library failed; please report it")
}

/// The error that a limit was reached before an answer.
pub fn limit_reached() -> PyErr {
    PyTimeoutError::new_err("the limit was reached; nothing is proved")
}

/// A time limit in seconds.
pub fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = |seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err("a time is a number of seconds, not below 0"))
    };
    time.map(duration).transpose()
}
