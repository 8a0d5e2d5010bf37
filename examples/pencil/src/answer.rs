//! Answers: what a solver draws.

use csp::{Solution, Var};

use crate::draft::{Draft, Layer};

/// What was drawn, by layer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answer(pub Vec<(Layer, Vec<i32>)>);

impl Answer {
    /// Returns what was drawn in a layer, if the kind has it.
    pub fn layer(&self, layer: Layer) -> Option<&[i32]> {
        self.0.iter().find(|(of, _)| *of == layer).map(|(_, values)| &values[..])
    }

    pub(crate) fn of(draft: &Draft<'_>, solution: &Solution) -> Answer {
        let values = |vars: &Vec<Var>| solution.of(vars).collect();
        Answer(draft.answer.iter().map(|(layer, vars)| (*layer, values(vars))).collect())
    }
}
