//! Origins of constraints.

/// The origin of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// A clue, by its place.
    Clue(usize),
    /// A row, column or region, by its place.
    House(usize),
}
