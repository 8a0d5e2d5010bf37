//! Orders of branching: the built-in heuristics by name. Each is a constant beside its algorithm, in `search/branch`, and a
//! line of the table there.

use std::fmt;

/// Declares orders: constants that are spelt like variants, since they are used like those.
macro_rules! orders {
    ($($(#[$doc:meta])* $type:ident :: $name:ident = $order:expr;)*) => {
        $(
            impl crate::model::order::$type {
                $(#[$doc])*
                #[allow(non_upper_case_globals)]
                pub const $name: Self = $order;
            }
        )*
    };
}
pub(crate) use orders;

/// A built-in variable heuristic. The constants are all that there are.
///
/// ```
/// use csp::config::VariableOrder;
///
/// assert_eq!(VariableOrder::find("max_regret"), Some(VariableOrder::MaxRegret));
/// assert_eq!(VariableOrder::default().name(), "smallest_degree");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct VariableOrder {
    name: &'static str,
    basis: Basis,
}

/// The basis of a heuristic's choices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Basis {
    Order,
    /// Few values.
    Size,
    /// Few values, and conflicts so far.
    Conflicts,
    Values,
    Chance,
}

impl VariableOrder {
    pub(crate) const fn new(name: &'static str, basis: Basis) -> VariableOrder {
        VariableOrder { name, basis }
    }

    /// The name in small letters, with `_` between words.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The heuristic with a name.
    pub fn find(name: &str) -> Option<VariableOrder> {
        VariableOrder::all().find(|order| order.name == name)
    }

    /// Returns whether the heuristic prefers variables with few values.
    pub(crate) fn is_by_size(self) -> bool {
        matches!(self.basis, Basis::Size | Basis::Conflicts)
    }

    /// Returns whether the heuristic learns from conflicts.
    pub(crate) fn is_by_conflicts(self) -> bool {
        self.basis == Basis::Conflicts
    }

    /// Returns whether the seed affects the heuristic.
    pub(crate) fn is_random(self) -> bool {
        self.basis == Basis::Chance
    }
}

impl Default for VariableOrder {
    fn default() -> VariableOrder {
        VariableOrder::SmallestDegree
    }
}

impl fmt::Debug for VariableOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A built-in value heuristic. The constants are all that there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ValueOrder {
    name: &'static str,
    begin: Begin,
}

/// Where a learner begins, which tries a value of a variable and later the one that it had last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    Smallest,
    Largest,
    /// A random value.
    Chance,
}

impl ValueOrder {
    pub(crate) const fn new(name: &'static str, begin: Begin) -> ValueOrder {
        ValueOrder { name, begin }
    }

    /// The name in small letters, with `_` between words.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The heuristic with a name.
    pub fn find(name: &str) -> Option<ValueOrder> {
        ValueOrder::all().find(|order| order.name == name)
    }

    pub(crate) fn begin(self) -> Begin {
        self.begin
    }
}

impl Default for ValueOrder {
    fn default() -> ValueOrder {
        ValueOrder::Smallest
    }
}

impl fmt::Debug for ValueOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
