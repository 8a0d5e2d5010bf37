//! The calls of the server: those of `sudoku_ask`, and further ones that need the program.

mod compare;

use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::{Duration, Instant};

use sudoku::{Budget, Cancel};
use sudoku_ask::call::{self, Call, Paint, Picture, Response, Work};
use sudoku_ask::{CALLS, Failure};

use crate::net::http::Refusal;
use crate::report::image::ImageFormat;

/// Returns the call at a path.
pub(super) fn find(path: &str) -> Option<&'static Call> {
    calls().into_iter().find(|call| call.path == path)
}

/// Returns the list at a path.
pub(super) fn list(path: &str, is_open: bool) -> Option<String> {
    call::list(path, &calls(), is_open)
}

/// All calls.
fn calls() -> Vec<&'static Call> {
    CALLS.iter().copied().chain([&compare::COMPARE]).collect()
}

/// A message from a worker to the connection.
pub(super) enum Piece {
    /// A line of a stream.
    Line(String),
    /// The answer, or the end of a stream.
    End(Result<Reply, Failure>),
}

/// An answer, ready to be sent.
pub(super) enum Reply {
    Json(String),
    /// A file, with its type, and notes about it.
    File {
        kind: &'static str,
        bytes: Vec<u8>,
        notes: Vec<String>,
    },
    /// The lines have been sent.
    Streamed,
}

impl From<Response> for Reply {
    fn from(answer: Response) -> Reply {
        match answer {
            Response::Json(text) => Reply::Json(text),
            Response::Picture(Picture { paint, image, title, notes }) => {
                let (kind, form) = match paint {
                    Paint::Svg => ("image/svg+xml", ImageFormat::Svg),
                    Paint::Png => ("image/png", ImageFormat::Png),
                    Paint::Pdf => ("application/pdf", ImageFormat::Pdf),
                };
                Reply::File { kind, bytes: form.bytes(&image, &title), notes }
            }
            Response::Streamed => Reply::Streamed,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::new(refusal.status, refusal.message)
    }
}

/// The data that a worker needs to answer a call.
pub(super) struct Task {
    pub call: &'static Call,
    pub body: Vec<u8>,
    pub deadline: Instant,
    pub cancel: Cancel,
    pub budget: Budget,
    pub pieces: SyncSender<Piece>,
}

impl Task {
    /// Answers the call.
    pub fn work(self) {
        let Task { call, body, deadline, cancel, budget, pieces } = self;
        let mut send = |line| sent(&pieces, Piece::Line(line), deadline);
        let work = Work::new(&mut send).deadline(deadline).cancel(&cancel).within(budget);
        let answer = call::answer(call, &body, work).map(Reply::from);
        // If the client no longer reads, nothing is left to be done.
        let _ = sent(&pieces, Piece::End(answer), deadline);
    }
}

/// Sends a piece, and waits while the client is slow, up to the deadline. Returns whether it was sent.
fn sent(pieces: &SyncSender<Piece>, mut piece: Piece, deadline: Instant) -> bool {
    // Channels of the standard library cannot send with a deadline.
    loop {
        piece = match pieces.try_send(piece) {
            Err(TrySendError::Full(piece)) if Instant::now() < deadline => piece,
            sent => return sent.is_ok(),
        };
        std::thread::sleep(Duration::from_millis(2));
    }
}
