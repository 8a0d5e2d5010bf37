//! Accepts connections, each served by a thread of its own.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt::Interrupt;

/// The greatest number of connections at a time. Further ones are closed at once.
const MOST_CONNECTIONS: usize = 256;
/// The time between checks of the interrupt flag.
const POLL: Duration = Duration::from_millis(20);
/// The time that connections have to end after an interrupt.
const CLOSING: Duration = Duration::from_millis(700);
/// The pause after the system could not accept a connection, for example for want of file handles.
const PAUSE: Duration = Duration::from_millis(50);

/// Counts a connection as long as it is open.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Serves connections until an interrupt. Returns the exit status.
pub(crate) fn serve(
    listener: TcpListener,
    interrupt: &Arc<Interrupt>,
    connection: impl Fn(TcpStream) + Send + Sync + 'static,
) -> u8 {
    let open = Arc::new(AtomicUsize::new(0));
    let (shared, stop) = (open.clone(), interrupt.cancel.clone());
    thread::spawn(move || {
        let connection = Arc::new(connection);
        for stream in listener.incoming() {
            if stop.is_cancelled() {
                return;
            }
            let Ok(stream) = stream else {
                thread::sleep(PAUSE);
                continue;
            };
            let counted = Counted(shared.clone());
            if shared.fetch_add(1, Ordering::SeqCst) >= MOST_CONNECTIONS {
                continue;
            }
            let connection = connection.clone();
            // If the system has no thread left, the connection is closed.
            let _ = thread::Builder::new().name("connection".into()).spawn(move || {
                let _counted = counted;
                connection(stream);
            });
        }
    });
    while !interrupt.cancel.is_cancelled() {
        thread::sleep(POLL);
    }
    let deadline = Instant::now() + CLOSING;
    while open.load(Ordering::SeqCst) > 0 && Instant::now() < deadline {
        thread::sleep(POLL / 4);
    }
    interrupt.status().unwrap_or(0)
}
