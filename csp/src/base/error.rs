//! What can be wrong with a model or with what is asked of it. Conflicts are not errors.

use std::fmt;
use std::panic::Location;

/// A mistake in a model or a request, with what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    /// The line of the caller's source that declared the thing, where there is one.
    place: Option<&'static Location<'static>>,
}

/// The kinds of mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A variable was declared without any value.
    EmptyDomain {
        /// Its name, or `x7` for the eighth variable.
        variable: String,
    },
    /// A value, an offset or a coefficient is too large.
    Overflow {
        /// What it was.
        what: String,
    },
    /// Holes in a domain that is too wide for them.
    TooWide {
        /// The variable's name.
        variable: String,
    },
    /// A variable that this model does not have.
    UnknownVariable {
        /// The variable's index.
        index: usize,
        /// How many variables the model has.
        variables: usize,
    },
    /// A decision that cannot be carried out.
    Unsupported {
        /// What it was and what to do instead.
        what: String,
    },
    /// A constraint over no variable, a clause with a variable that is not Boolean, and the like.
    BadConstraint {
        /// What it was and what to do instead.
        what: String,
    },
    /// A limit was reached before an engine was made. Nothing is proved.
    Limit {
        /// What was being done.
        what: &'static str,
    },
    /// A list of values for another number of variables.
    WrongSize {
        /// How many values were given.
        given: usize,
        /// How many variables there are.
        variables: usize,
    },
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Error {
        Error { kind, place: None }
    }

    pub(crate) fn at(kind: ErrorKind, place: &'static Location<'static>) -> Error {
        Error { kind, place: Some(place) }
    }

    pub(crate) fn overflow(what: impl Into<String>) -> Error {
        Error::new(ErrorKind::Overflow { what: what.into() })
    }

    /// A mistake in a constraint, for [`Constraint::fault`](crate::Constraint::fault): what is wrong and what to do
    /// instead.
    pub fn bad_constraint(what: impl Into<String>) -> Error {
        Error::new(ErrorKind::BadConstraint { what: what.into() })
    }

    pub(crate) fn placed(mut self, place: &'static Location<'static>) -> Error {
        self.place.get_or_insert(place);
        self
    }

    /// Which kind of mistake it is.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        match &self.kind {
            ErrorKind::EmptyDomain { variable } => {
                write!(f, "variable {variable} has no value to take; give it a range such as 1..=9 or a list")
            }
            ErrorKind::Overflow { what } => {
                write!(
                    f,
                    "{what} is too large; values go from -2^28 to 2^28, with an offset from -2^29 to 2^29, sums up to 2^62"
                )
            }
            ErrorKind::TooWide { variable } => write!(
                f,
                "variable {variable} has holes in a span of more than 2^20 values; \
                 declare the range and forbid the holes by constraints"
            ),
            ErrorKind::UnknownVariable { index, variables } => write!(
                f,
                "variable {index} is not of this model, which has {variables}; \
                 variables can be used only with the model that made them"
            ),
            ErrorKind::WrongSize { given, variables } => {
                write!(
                    f,
                    "{given} values for {variables} variables; give one value for each variable of the model"
                )
            }
            ErrorKind::Limit { what } => write!(f, "a limit was reached while {what}: nothing is proved"),
            ErrorKind::Unsupported { what } | ErrorKind::BadConstraint { what } => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {}
