//! Value heuristic: the value that the fewest open neighbours can take, in the spirit of Geelen 1992. Offsets in the
//! constraints are ignored, and a domain that is only two bounds, which may have millions of values, gives its smallest.

use super::ValueHeuristic;
use crate::engine::Engine;
use crate::engine::store::{Store, View};
use crate::model::decision::Decision;
use crate::model::ids::Var;
use crate::model::order::{Begin, ValueOrder, orders};
use crate::search::branch::{Candidates, Graph, whole_model};

orders! {
    /// The value that the fewest neighbours can take.
    ValueOrder::LeastConstraining = ValueOrder::new("least_constraining", Begin::Smallest);
}

#[derive(Debug)]
pub(super) struct LeastConstraining {
    candidates: Candidates,
    graph: Graph,
}

impl LeastConstraining {
    pub fn new(engine: &Engine) -> LeastConstraining {
        let candidates = whole_model(engine);
        let graph = Graph::new(&candidates, engine);
        LeastConstraining { candidates, graph }
    }
}

impl ValueHeuristic for LeastConstraining {
    fn choose(&mut self, var: Var, view: View, store: &Store) -> Decision {
        if store.is_range_only(view) {
            return Decision::Assign(var, store.min(view));
        }
        let at = self.candidates.place(view.slot()).expect("every variable of the model is a candidate");
        let wanted_elsewhere = |value: i32| {
            let neighbours = self.graph.neighbours(at).map(|other| self.candidates.view(other));
            neighbours.filter(|&other| !store.is_fixed(other) && store.contains(other, value)).count()
        };
        let value = store.domain(view).iter().min_by_key(|&value| wanted_elsewhere(value));
        Decision::Assign(var, value.expect("domains are never empty"))
    }

    fn grown(&mut self, engine: &Engine) {
        *self = LeastConstraining::new(engine);
    }
}
