//! Why a question is not answered.

use std::fmt;

use sudoku::format::ParseError;

use crate::json;

/// The reason why a question is not answered.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The status of HTTP that fits: 400 if the question is wrong, 422 if it is understood and has no answer.
    pub status: u16,
    /// The message about the fault.
    pub message: String,
    /// Line and column in the text of the puzzle, from 1.
    pub place: Option<(u64, u32)>,
    /// Advice that may help.
    pub hint: Option<String>,
}

impl Failure {
    /// A failure without a place.
    pub fn new(status: u16, message: impl Into<String>) -> Failure {
        Failure { status, message: message.into(), place: None, hint: None }
    }

    /// The failure of a question that is understood, and has no answer.
    pub(crate) fn unable(what: impl fmt::Display) -> Failure {
        Failure::new(422, what.to_string())
    }

    /// The failure of a question with a name that is not known.
    pub(crate) fn unknown(what: &str, name: &str, hint: impl Into<String>) -> Failure {
        Failure { hint: Some(hint.into()), ..Failure::new(400, format!("there is no {what} {name:?}")) }
    }

    /// The failure for lack of time.
    pub fn busy() -> Failure {
        let failure = Failure::new(503, "too many requests at the same time");
        Failure { hint: Some("try again in a moment".into()), ..failure }
    }

    /// The failure as JSON.
    pub fn object(&self) -> String {
        let object = json::object().with("message", &self.message);
        let object = match self.place {
            Some((line, column)) => object.with("line", line).with("column", column),
            None => object,
        };
        let object = self.hint.iter().fold(object, |object, hint| object.with("hint", hint));
        json::line(&json::object().with("error", object))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        let ParseError { line, column, what, hint, .. } = error;
        Failure { status: 422, message: what, place: Some((line, column)), hint }
    }
}

/// Values that a question has names for, each with its name and a description.
pub type Names<T> = [(&'static str, &'static str, T)];

/// Returns the value with a name.
pub(crate) fn named<T: Copy>(what: &str, name: &str, known: &Names<T>) -> Result<T, Failure> {
    let found = known.iter().find(|(known, ..)| *known == name);
    found.map(|found| found.2).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, ..)| *name).collect();
        Failure::unknown(what, name, names.join(", "))
    })
}
