//! The first open variable.

use super::VariableHeuristic;
use crate::branch::{Candidates, Ties};
use crate::store::Store;

#[derive(Debug)]
pub(super) struct InputOrder;

impl VariableHeuristic for InputOrder {
    fn choose(&mut self, candidates: &Candidates, store: &Store, _ties: &mut Ties) -> Option<usize> {
        candidates.open(store).next()
    }
}
