//! How a run goes on.

use crate::engine::Failure;
use crate::search::stack::Stop;

/// The end of a part of a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flow {
    On,
    Conflict(Failure),
    End(Stop),
}

impl From<Result<(), Failure>> for Flow {
    fn from(propagated: Result<(), Failure>) -> Flow {
        match propagated {
            Ok(()) => Flow::On,
            Err(Failure::Limit) => Flow::End(Stop::Interrupted),
            Err(failure) => Flow::Conflict(failure),
        }
    }
}
