//! Origins of constraints.

/// Who a constraint comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// A clue, by its place.
    Clue(usize),
    /// Clues together: what follows from their sums.
    Derived,
    /// A row, column or region, by its place.
    House(usize),
}
