//! The values to try first that a model names.

use crate::engine::Engine;
use crate::engine::store::Shape;
use crate::model::Model;
use crate::model::decision::Decision;

/// The value of each variable, up to the last one that has a hint.
#[derive(Debug)]
pub(super) struct Hints(Box<[Option<i32>]>);

impl Hints {
    pub fn new(model: &Model) -> Hints {
        let length = model.hints().iter().map(|(var, _)| var.index() + 1).max().unwrap_or(0);
        let mut values = vec![None; length];
        for &(var, value) in model.hints() {
            values[var.index()] = Some(value);
        }
        Hints(values.into())
    }

    /// Returns the decision, or one about the same variable that tries the hint first. A domain that cannot lose an
    /// inner value is narrowed to it from both sides.
    #[inline]
    pub fn prefer(&self, decision: Decision, engine: &Engine) -> Decision {
        let var = decision.variable();
        let Some(&Some(value)) = self.0.get(var.index()) else { return decision };
        let (store, view) = (engine.store(), engine.view(var));
        if store.is_fixed(view) || !store.contains(view, value) {
            return decision;
        }
        match store.shape(view.slot) {
            Shape::Word => Decision::Assign(var, value),
            _ if store.min(view) < value => Decision::AtLeast(var, value),
            _ if store.max(view) > value => Decision::AtMost(var, value),
            _ => decision,
        }
    }
}
