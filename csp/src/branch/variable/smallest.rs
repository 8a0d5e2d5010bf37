//! The variable with the fewest values left: minimum remaining values.

use super::VariableHeuristic;
use crate::branch::{Candidates, Ties};
use crate::store::Store;

#[derive(Debug)]
pub(super) struct Smallest;

impl VariableHeuristic for Smallest {
    fn choose(&mut self, candidates: &Candidates, store: &Store, ties: &mut Ties) -> Option<usize> {
        candidates.best_by_size(store, ties, |_, size| size)
    }
}
