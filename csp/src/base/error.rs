//! Errors in a model or a request. Conflicts are not errors.

use std::fmt;
use std::panic::Location;

/// An error in a model or a request. The message explains how to correct it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    /// The source line of the caller that declared the faulty item, if there is one.
    place: Option<&'static Location<'static>>,
}

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A variable was declared with an empty domain.
    EmptyDomain {
        /// The variable's name, or `x7` for the eighth variable.
        variable: String,
    },
    /// A value, an offset or a coefficient is too large.
    Overflow {
        /// Description of the value, offset or coefficient.
        what: String,
    },
    /// A domain with holes spans too many values.
    TooWide {
        /// The variable's name.
        variable: String,
    },
    /// A variable is not in this model.
    UnknownVariable {
        /// The variable's index.
        index: usize,
        /// Number of variables of the model.
        variables: usize,
    },
    /// A request that cannot be carried out.
    Unsupported {
        /// Description of the request and of an alternative.
        what: String,
    },
    /// A malformed constraint: over no variable, a clause with a variable that is not Boolean, and the like.
    BadConstraint {
        /// Description of the mistake and of an alternative.
        what: String,
    },
    /// A limit was reached before the engine was built. Nothing is proved.
    Limit {
        /// The interrupted work.
        what: &'static str,
    },
    /// A list of values has another length than the number of variables.
    WrongSize {
        /// Number of values given.
        given: usize,
        /// Number of variables.
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

    /// Creates an error about a constraint, for [`Constraint::fault`](crate::Constraint::fault). `what` says
    /// what is wrong and what to do instead.
    pub fn bad_constraint(what: impl Into<String>) -> Error {
        Error::new(ErrorKind::BadConstraint { what: what.into() })
    }

    pub(crate) fn placed(mut self, place: &'static Location<'static>) -> Error {
        self.place.get_or_insert(place);
        self
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
