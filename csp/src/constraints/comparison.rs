//! Comparison of a counted or computed number with a given one.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    AtMost,
    AtLeast,
}

impl Comparison {
    /// Returns whether the given number is an upper bound.
    pub fn is_upper(self) -> bool {
        self != Comparison::AtLeast
    }

    /// Returns whether the given number is a lower bound.
    pub fn is_lower(self) -> bool {
        self != Comparison::AtMost
    }
}
