//! Value heuristics by position in the domain: the smallest, the largest, the median, the lower half.

use super::ValueHeuristic;
use crate::engine::store::{Store, View};
use crate::model::decision::Decision;
use crate::model::ids::Var;

#[derive(Debug)]
pub(super) struct Smallest;

impl ValueHeuristic for Smallest {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        Decision::Assign(var, store.min(view))
    }
}

#[derive(Debug)]
pub(super) struct Largest;

impl ValueHeuristic for Largest {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        Decision::Assign(var, store.max(view))
    }
}

#[derive(Debug)]
pub(super) struct Middle;

impl ValueHeuristic for Middle {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        let domain = store.domain(view);
        let middle = domain.iter().nth((domain.len() as usize - 1) / 2);
        Decision::Assign(var, middle.expect("domains are never empty"))
    }
}

#[derive(Debug)]
pub(super) struct Split;

impl ValueHeuristic for Split {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        let (min, max) = (store.min(view), store.max(view));
        Decision::AtMost(var, min + (max - min) / 2)
    }
}
