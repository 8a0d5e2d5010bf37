//! How a number that a constraint counts compares with the number it is given.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    AtMost,
    AtLeast,
}

impl Comparison {
    /// Whether no more may be counted than is given.
    pub fn is_upper(self) -> bool {
        self != Comparison::AtLeast
    }

    /// Whether no fewer may be counted.
    pub fn is_lower(self) -> bool {
        self != Comparison::AtMost
    }
}
