//! Why a question is not answered.

use std::fmt;

/// The reason why a question is not answered.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The message.
    pub what: String,
    /// Advice that may help.
    pub hint: Option<String>,
    /// Whether the question has a name that is not known. Otherwise it is understood, and has no answer.
    pub is_unknown: bool,
}

impl Refused {
    /// Returns the refusal of a question that is understood, and has no answer.
    pub(crate) fn unable(what: impl fmt::Display) -> Refused {
        Refused { what: what.to_string(), hint: None, is_unknown: false }
    }

    /// Returns the refusal of a name.
    pub(crate) fn unknown(what: &str, name: &str, hint: impl Into<String>) -> Refused {
        let what = format!("there is no {what} {name:?}");
        Refused { what, hint: Some(hint.into()), is_unknown: true }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Refused {}

/// Values that a question has names for, each with its name and a description.
pub type Names<T> = [(&'static str, &'static str, T)];

/// Returns the value with a name.
pub(crate) fn named<T: Copy>(what: &str, name: &str, known: &Names<T>) -> Result<T, Refused> {
    let found = known.iter().find(|(known, ..)| *known == name);
    found.map(|found| found.2).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, ..)| *name).collect();
        Refused::unknown(what, name, names.join(", "))
    })
}
