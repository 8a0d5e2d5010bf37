//! Value heuristics by position in the domain: the smallest, the largest, the median, a half, all but an end.

use super::ValueHeuristic;
use crate::engine::store::{Store, View};
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::order::{Begin, ValueOrder, orders};

orders! {
    /// The smallest value.
    ValueOrder::Smallest = ValueOrder::new("smallest", Begin::Smallest);
    /// The largest value.
    ValueOrder::Largest = ValueOrder::new("largest", Begin::Largest);
    /// The median value.
    ValueOrder::Middle = ValueOrder::new("middle", Begin::Smallest);
    /// The lower half of the values at once.
    ValueOrder::Split = ValueOrder::new("split", Begin::Smallest);
    /// The upper half of the values at once.
    ValueOrder::UpperHalf = ValueOrder::new("upper_half", Begin::Largest);
    /// All but the smallest value at once.
    ValueOrder::NotSmallest = ValueOrder::new("not_smallest", Begin::Largest);
    /// All but the largest value at once.
    ValueOrder::NotLargest = ValueOrder::new("not_largest", Begin::Smallest);
}

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

#[derive(Debug)]
pub(super) struct UpperHalf;

impl ValueHeuristic for UpperHalf {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        let (min, max) = (store.min(view), store.max(view));
        Decision::AtLeast(var, min + (max - min) / 2 + 1)
    }
}

#[derive(Debug)]
pub(super) struct NotSmallest;

impl ValueHeuristic for NotSmallest {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        Decision::AtLeast(var, store.min(view) + 1)
    }
}

#[derive(Debug)]
pub(super) struct NotLargest;

impl ValueHeuristic for NotLargest {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        Decision::AtMost(var, store.max(view) - 1)
    }
}
