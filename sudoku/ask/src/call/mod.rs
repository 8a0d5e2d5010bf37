//! Questions as JSON: the calls of `sudoku serve` and of the npm package.
//!
//! ```text
//!   body ──► Request: fields, puzzle, entries ──► Call: a line of CALLS ──► Response, or lines of a stream
//!                                                   within the limits of Work
//! ```
//!
//! A call stands in the file of its question.
//!
//! ```
//! use sudoku_ask::CALLS;
//! use sudoku_ask::call::{Response, Work, answer};
//!
//! let call = CALLS.iter().find(|call| call.path == "/api/check").expect("it is in the table");
//! let lines = &mut |_| true;
//! let body = br#"{"puzzle": "1..4........4..1"}"#;
//! let Ok(Response::Json(text)) = answer(call, body, Work::new(lines)) else { panic!() };
//! assert!(text.contains(r#""verdict":"several""#));
//! ```

mod lists;
mod request;

use std::time::Duration;

use csp::clock::Instant;
use serde::Serialize;
use serde_json::Value;
use sheet::Image;
use sudoku::{Answer, Budget, Cancel, Puzzle, Solver};

use crate::{Failure, json};
pub use lists::list;
pub use request::{Field, Request, Type};

/// A call.
pub struct Call {
    /// The path of the call, `/api/…`.
    pub path: &'static str,
    /// A description of the call.
    pub about: &'static str,
    /// The fields of the body.
    pub fields: &'static [Field],
    /// The form of the answer.
    pub answer: &'static str,
    /// Whether the answer is a stream of lines, which may take longer.
    pub is_stream: bool,
    /// The function that answers the call.
    pub run: fn(&Request, &mut Work<'_>) -> Result<Response, Failure>,
}

/// The time between lines of a stream that are not events.
pub(crate) const EVERY: Duration = Duration::from_millis(100);

/// The longest time of a stream.
const LONGEST_STREAM: Duration = Duration::from_secs(60);

impl Call {
    /// The time limit of an answer.
    pub fn limit(&self, usual: Duration) -> Duration {
        if self.is_stream { usual.max(LONGEST_STREAM) } else { usual }
    }
}

/// The field that most calls have.
pub const PUZZLE: Field =
    Field::new("puzzle", Type::Text, "the text of one puzzle, in any format that the program reads");

/// The entries of a player.
pub(crate) const ENTRIES: Field =
    Field::new("entries", Type::Cells, "the entry of each cell: a value from 1 on, or null");

/// The answer to a call.
#[derive(Debug)]
pub enum Response {
    /// An object or a list.
    Json(String),
    /// A picture.
    Picture(Picture),
    /// Lines, which have been sent already.
    Streamed,
}

impl Response {
    /// The answer that is this data, with its fields by name.
    pub fn of(data: &impl Serialize) -> Response {
        Response::Json(json::value(data).to_string())
    }
}

/// A picture of a puzzle.
#[derive(Debug)]
pub struct Picture {
    /// The form in which it is painted.
    pub paint: Paint,
    /// The picture.
    pub image: Image,
    /// The title of the puzzle; empty if it has none.
    pub title: String,
    /// What the reader did not understand of the puzzle.
    pub notes: Vec<String>,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Elements, for browsers.
    Svg,
    /// Pixels.
    Png,
    /// A page.
    Pdf,
}

/// The limits within which a call is answered, and the receiver of the lines of a stream.
pub struct Work<'a> {
    deadline: Option<Instant>,
    cancel: Cancel,
    /// The limits other than time.
    budget: Budget,
    lines: &'a mut dyn FnMut(String) -> bool,
}

impl<'a> Work<'a> {
    /// Work without limits. The lines of a stream go to a function, which returns whether the client still reads.
    pub fn new(lines: &'a mut dyn FnMut(String) -> bool) -> Work<'a> {
        Work { deadline: None, cancel: Cancel::new(), budget: Budget::default(), lines }
    }

    /// Sets the moment when the work ends.
    pub fn deadline(self, deadline: Instant) -> Work<'a> {
        Work { deadline: Some(deadline), ..self }
    }

    /// Sets the flag that ends the work.
    pub fn cancel(self, cancel: &Cancel) -> Work<'a> {
        Work { cancel: cancel.clone(), ..self }
    }

    /// Sets the limits other than time.
    pub fn within(self, budget: Budget) -> Work<'a> {
        Work { budget, ..self }
    }

    /// The flag that ends the work.
    pub fn flag(&self) -> &Cancel {
        &self.cancel
    }

    /// The time that is left.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The limits of all parts of the answer together: the deadline, the flag for a client that has gone, and all others.
    pub fn budget(&self) -> Budget {
        self.deadline.into_iter().fold(self.budget.clone().cancel(&self.cancel), Budget::until)
    }

    /// Searches for up to `most` solutions of a puzzle.
    pub fn solve(&self, puzzle: &Puzzle, most: usize) -> Answer {
        Solver::new(self.budget()).solve(puzzle, most)
    }

    /// Sends a line of a stream. Returns whether the client still reads; if not, the work ends.
    pub fn line(&mut self, object: &Value) -> bool {
        let is_read = (self.lines)(format!("{object}\n"));
        if !is_read {
            self.cancel.cancel();
        }
        is_read
    }

    /// Whether the work must end: the time is up, the client has gone or the memory is used up. Waits while the flag
    /// [pauses](Cancel::pause).
    pub fn is_over(&self) -> bool {
        self.budget().limits().are_reached()
    }
}

/// Answers a call.
pub fn answer(call: &Call, body: &[u8], mut work: Work<'_>) -> Result<Response, Failure> {
    if work.is_over() {
        return Err(Failure::busy());
    }
    (call.run)(&Request::read(body, call.fields)?, &mut work)
}
