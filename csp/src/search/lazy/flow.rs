//! Where a run is, and how it goes on.

use crate::engine::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Fresh,
    Open,
    Solution,
    Exhausted,
}

/// The reason why a step ends without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Exhausted,
    /// Between two nodes.
    Limit,
    /// Within propagation, which has to go on first.
    Interrupted,
}

/// How a run goes on.
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
