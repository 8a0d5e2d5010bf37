//! What a runner needs for [turns](super::turns) with a search. Another kind of partner is a file with an implementation.

use std::fmt;

use super::goal::Goal;
use super::runner::Runner;
use crate::engine::Engine;
use crate::model::decision::Decision;

/// A runner that takes turns with a [`Search`](crate::Search) of the same model. Either may find the next solution or end
/// the proof.
pub(crate) trait Partner: Runner + fmt::Debug + Send {
    /// Returns the work done so far.
    fn work(&self) -> u64;

    /// Ends the next steps when this much work is done.
    fn work_until(&mut self, work: u64);

    /// Excludes for the rest of the run that all decisions of a nogood hold.
    fn exclude(&mut self, nogood: Vec<Decision>);

    /// Whether the runner can [pursue](Partner::pursue) a goal.
    fn optimizes(&self) -> bool {
        false
    }

    /// Starts again under the same assumptions; with a goal, solutions must improve the objective.
    fn pursue(&mut self, goal: Option<Goal>) {
        debug_assert!(goal.is_none(), "it cannot optimize");
    }

    /// The engine that holds the last solution, if the runner has one.
    fn engine(&self) -> Option<&Engine> {
        None
    }
}
