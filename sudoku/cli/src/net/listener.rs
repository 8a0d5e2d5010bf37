//! Accepts connections, each served by a thread of its own.
//!
//! Their number is bounded. If there is no room for another, the one that has waited longest for a request to be
//! complete is dropped, so that nobody shuts others out by connections that do nothing.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt::Interrupt;

/// The greatest number of connections at a time.
const MOST_CONNECTIONS: usize = 256;
/// The time between checks of the interrupt flag.
const POLL: Duration = Duration::from_millis(20);
/// The time that connections have to end after an interrupt.
const CLOSING: Duration = Duration::from_millis(700);
/// The pause after the system could not accept a connection, for example for want of file handles.
const PAUSE: Duration = Duration::from_millis(50);

/// The open connections, in the order in which they came.
#[derive(Debug, Default)]
struct Seats(Mutex<Vec<Taken>>);

#[derive(Debug)]
struct Taken {
    number: u64,
    stream: TcpStream,
    /// Since when it has waited for a request; `None` while a request is answered.
    waits_since: Option<Instant>,
}

/// The place of a connection among the others, which it leaves at its end.
#[derive(Debug)]
pub(crate) struct Seat {
    number: u64,
    all: Arc<Seats>,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, Vec<Taken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in a connection; `None` if requests of all others are being answered.
    fn take(self: &Arc<Seats>, number: u64, stream: &TcpStream) -> Option<Seat> {
        let stream = stream.try_clone().ok()?;
        let mut taken = self.lock();
        if taken.len() >= MOST_CONNECTIONS {
            let waiting = (0..taken.len()).filter(|&at| taken[at].waits_since.is_some());
            let longest = waiting.min_by_key(|&at| taken[at].waits_since)?;
            // Its thread sees the end of the stream, and ends.
            let _ = taken.remove(longest).stream.shutdown(Shutdown::Both);
        }
        taken.push(Taken { number, stream, waits_since: Some(Instant::now()) });
        Some(Seat { number, all: self.clone() })
    }
}

impl Seat {
    /// Marks the connection as one that waits for a request, or as one whose request is answered.
    pub fn waits(&self, waits: bool) {
        let mut taken = self.all.lock();
        if let Some(taken) = taken.iter_mut().find(|taken| taken.number == self.number) {
            taken.waits_since = waits.then(Instant::now);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.all.lock().retain(|taken| taken.number != self.number);
    }
}

/// Serves connections until an interrupt. Returns the exit status.
pub(crate) fn serve(
    listener: TcpListener,
    interrupt: &Arc<Interrupt>,
    connection: impl Fn(TcpStream, &Seat) + Send + Sync + 'static,
) -> u8 {
    let open = Arc::new(Seats::default());
    let (shared, stop) = (open.clone(), interrupt.cancel.clone());
    thread::spawn(move || {
        let connection = Arc::new(connection);
        for (stream, number) in listener.incoming().zip(0..) {
            if stop.is_cancelled() {
                return;
            }
            let Ok(stream) = stream else {
                thread::sleep(PAUSE);
                continue;
            };
            let Some(seat) = shared.take(number, &stream) else { continue };
            let connection = connection.clone();
            // If the system has no thread left, the connection is closed.
            let _ = thread::Builder::new().name("connection".into()).spawn(move || connection(stream, &seat));
        }
    });
    while !interrupt.cancel.is_cancelled() {
        thread::sleep(POLL);
    }
    let deadline = Instant::now() + CLOSING;
    while !open.lock().is_empty() && Instant::now() < deadline {
        thread::sleep(POLL / 4);
    }
    interrupt.status().unwrap_or(0)
}
