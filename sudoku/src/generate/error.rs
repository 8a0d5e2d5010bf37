//! The error of requirements.

use std::fmt;

/// The reason why requirements cannot be met, with advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequirementError(String);

impl RequirementError {
    pub(super) fn new(what: String) -> RequirementError {
        RequirementError(what)
    }
}

impl fmt::Display for RequirementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RequirementError {}
