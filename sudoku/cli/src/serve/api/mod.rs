//! The calls: a table, from which their documentation is made as well.

mod board;
mod candidates;
mod check;
mod compare;
mod convert;
mod count;
mod lists;
mod render;
mod steps;
mod watch;

use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::{Duration, Instant};

use csp::MemoryLimit;
use serde_json::Value;
use sudoku::{Budget, Cancel};

use super::request::{Failure, Request};
use crate::net::pool::Load;
pub(super) use lists::list;

/// A call.
pub(super) struct Call {
    pub path: &'static str,
    pub about: &'static str,
    /// The names of the fields of the body, and what they are.
    pub fields: &'static [(&'static str, &'static str)],
    /// The form of the answer.
    pub answer: &'static str,
    /// Whether the answer is a stream of lines, which may take longer.
    pub is_stream: bool,
    run: fn(&Request, &mut Work) -> Result<Answer, Failure>,
}

/// The longest time of a stream.
const LONGEST_STREAM: Duration = Duration::from_secs(60);

impl Call {
    /// The time limit of an answer.
    pub fn limit(&self, usual: Duration) -> Duration {
        if self.is_stream { usual.max(LONGEST_STREAM) } else { usual }
    }
}

/// The field that most calls have.
const PUZZLE: (&str, &str) = ("puzzle", "the text of one puzzle, in any format that the program reads");

/// All calls.
const CALLS: &[&Call] = &[
    &board::READ,
    &check::CHECK,
    &candidates::CANDIDATES,
    &steps::HINT,
    &steps::EXPLAIN,
    &steps::RATE,
    &count::COUNT,
    &watch::WATCH,
    &compare::COMPARE,
    &convert::CONVERT,
    &render::RENDER,
];

/// Returns the call at a path.
pub(super) fn find(path: &str) -> Option<&'static Call> {
    CALLS.iter().copied().find(|call| call.path == path)
}

/// The answer to a call.
pub(super) enum Answer {
    /// An object or a list.
    Json(String),
    /// A file, with its type.
    File(&'static str, Vec<u8>),
    /// Lines that have been sent.
    Streamed,
}

/// Part of what a worker sends to the connection.
pub(super) enum Piece {
    /// A line of a stream.
    Line(String),
    /// The answer, or the end of a stream.
    End(Result<Answer, Failure>),
}

/// The limits within which a call is answered.
pub(super) struct Work {
    pub deadline: Instant,
    pub cancel: Cancel,
    memory: MemoryLimit,
    sink: Sink,
}

impl Work {
    pub fn new(deadline: Instant, cancel: &Cancel, memory: &MemoryLimit, sink: Sink) -> Work {
        Work { deadline, cancel: cancel.clone(), memory: memory.clone(), sink }
    }

    /// Leaves time for what waits, at the moment when the work begins.
    pub fn within_share(self, load: &Load) -> Work {
        Work { deadline: load.share(self.deadline), ..self }
    }

    /// The limits of a search: what is left of the time, the common memory, and the client's leaving.
    pub fn budget(&self) -> Budget {
        let left = self.deadline.saturating_duration_since(Instant::now());
        Budget::default().time(left).cancel(&self.cancel).memory(&self.memory)
    }

    /// Sends a line of a stream. Returns whether somebody still reads.
    pub fn line(&self, object: &Value) -> bool {
        self.sink.send(Piece::Line(format!("{object}\n")))
    }

    /// Whether nobody waits for the answer any more.
    pub fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || Instant::now() >= self.deadline
    }
}

/// Takes the pieces of an answer.
pub(super) struct Sink {
    pieces: SyncSender<Piece>,
    deadline: Instant,
}

impl Sink {
    pub fn new(pieces: SyncSender<Piece>, deadline: Instant) -> Sink {
        Sink { pieces, deadline }
    }

    /// Sends a piece, and waits while the client is slow, up to the deadline. Returns whether it was sent.
    fn send(&self, mut piece: Piece) -> bool {
        loop {
            piece = match self.pieces.try_send(piece) {
                Err(TrySendError::Full(piece)) if Instant::now() < self.deadline => piece,
                sent => return sent.is_ok(),
            };
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Answers a call, on a worker.
pub(super) fn work(call: &Call, body: &[u8], mut work: Work) {
    let names: Vec<&str> = call.fields.iter().map(|(name, _)| *name).collect();
    let answer = match work.is_over() {
        true => Err(Failure::busy()),
        false => Request::read(body, &names).and_then(|request| (call.run)(&request, &mut work)),
    };
    // Where nobody reads any more, there is nothing left to do.
    let _ = work.sink.send(Piece::End(answer));
}
