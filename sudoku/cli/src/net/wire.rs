//! A connection with time limits, which an interrupt of the program ends.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use sudoku::Cancel;

/// The time between checks of the interrupt flag while nothing arrives.
const POLL: Duration = Duration::from_millis(100);
/// The longest time that a write may take, so that a client that does not read blocks a thread no longer.
const LONGEST_WRITE: Duration = Duration::from_secs(10);
/// The number of bytes that are read and discarded before a connection is closed early, so that the client can read
/// the answer.
const MOST_DISCARDED: usize = 64 << 20;

/// A connection, with the bytes that were read and not used.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    stop: Cancel,
    pub buffer: Vec<u8>,
}

impl Wire {
    pub fn new(stream: TcpStream, stop: &Cancel) -> io::Result<Wire> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(POLL))?;
        stream.set_write_timeout(Some(LONGEST_WRITE))?;
        Ok(Wire { stream, stop: stop.clone(), buffer: Vec::new() })
    }

    /// Whether the program is about to end.
    pub fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Reads more into the buffer. Returns the number of bytes: 0 at the end, or if the program is about to end.
    pub fn fill(&mut self, deadline: Instant) -> io::Result<usize> {
        let mut bytes = [0; 16 << 10];
        loop {
            if self.is_stopping() {
                return Ok(0);
            }
            match self.stream.read(&mut bytes) {
                Ok(count) => {
                    self.buffer.extend(&bytes[..count]);
                    return Ok(count);
                }
                Err(error) if is_pause(&error) && Instant::now() < deadline => {}
                Err(error) if is_pause(&error) => return Err(ErrorKind::TimedOut.into()),
                Err(error) => return Err(error),
            }
        }
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Returns a second handle, for writing from another thread.
    #[cfg(feature = "links")]
    pub fn writer(&self) -> io::Result<TcpStream> {
        self.stream.try_clone()
    }

    /// Whether the client has closed the connection.
    pub fn is_left(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let seen = self.stream.peek(&mut [0]);
        let is_back = self.stream.set_nonblocking(false).is_ok();
        match seen {
            Ok(count) => count == 0 || !is_back,
            Err(error) => !is_pause(&error) || !is_back,
        }
    }

    /// Closes the connection in such a way that the client still reads what was written, also if it is sending.
    pub fn close(mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        let deadline = Instant::now() + Duration::from_secs(1);
        let mut discarded = 0;
        while discarded < MOST_DISCARDED && Instant::now() < deadline {
            self.buffer.clear();
            match self.fill(deadline) {
                Ok(0) | Err(_) => return,
                Ok(count) => discarded += count,
            }
        }
    }
}

fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
