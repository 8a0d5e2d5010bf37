//! The clues that can be drawn at random, and the layers that they lie on.

use crate::rules::random::{Form, Number, Random};
use crate::rules::{KINDS, Kind};

impl Form {
    /// The layer that a clue lies on. Clues of one layer do not touch the same cells.
    pub(super) fn layer(self) -> Layer {
        match self {
            Form::Cage { .. } => Layer::Cages,
            Form::Line { .. } | Form::Arrow { .. } | Form::Cell => Layer::Lines,
            Form::Pair => Layer::Edges,
            Form::Quadruple => Layer::Corners,
            Form::Seen(_) | Form::Diagonal => Layer::Outside,
        }
    }

    /// Whether a clue is a set of connected cells.
    pub(in crate::generate) fn is_cage(self) -> bool {
        matches!(self, Form::Cage { .. })
    }

    /// The greatest number of clues that are drawn for a rule, before the redundant ones are removed.
    pub(in crate::generate) fn most_clues(self, cells: usize) -> usize {
        match self {
            Form::Cage { .. } | Form::Pair | Form::Seen(_) => cells,
            Form::Line { .. } | Form::Arrow { .. } => cells / 6,
            Form::Cell => cells / 3,
            Form::Quadruple | Form::Diagonal => cells / 5,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Lines,
    Cages,
    Edges,
    Corners,
    Outside,
}

/// The way in which clues of a rule are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub kind: &'static Kind,
    pub form: Form,
    pub number: Number,
}

/// The way in which the clues of a rule are drawn; `None` if they cannot be drawn.
pub(super) fn drawn(kind: &'static Kind) -> Option<Drawn> {
    let Random { form, number } = kind.random?;
    Some(Drawn { kind, form, number })
}

/// The names of all rules that can be drawn.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().filter(|kind| kind.random.is_some()).map(|kind| kind.name)
}
