//! Literals: decisions about slots of the store.

use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::decision::Decision;

/// Comparison of a literal's variable with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Is,
    IsNot,
    AtMost,
    AtLeast,
}

/// A decision about a slot of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    pub slot: Slot,
    pub test: Test,
    pub value: i32,
}

impl Decision {
    /// Translates the decision to the slot of `view`, the variable's view in the store.
    pub(crate) fn literal(self, view: View) -> Literal {
        let (test, value) = match self {
            Decision::Assign(_, v) => (Test::Is, v),
            Decision::Remove(_, v) => (Test::IsNot, v),
            Decision::AtMost(_, v) => (Test::AtMost, v),
            Decision::AtLeast(_, v) => (Test::AtLeast, v),
        };
        // Saturating, so that a value beyond all domains stays beyond them.
        Literal { slot: view.slot, test, value: value.saturating_sub(view.offset) }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        let (test, value) = match self.test {
            Test::Is => (Test::IsNot, self.value),
            Test::IsNot => (Test::Is, self.value),
            Test::AtMost => (Test::AtLeast, self.value.saturating_add(1)),
            Test::AtLeast => (Test::AtMost, self.value.saturating_sub(1)),
        };
        Literal { test, value, ..self }
    }
}

impl Literal {
    fn view(self) -> View {
        View { slot: self.slot, offset: 0 }
    }

    /// Returns the weakest event that can decide the literal.
    pub fn event(self) -> Event {
        match self.test {
            Test::Is | Test::IsNot => Event::Change,
            Test::AtMost | Test::AtLeast => Event::Bounds,
        }
    }

    /// Returns whether the literal is true for `value`.
    pub fn holds_at(self, value: i32) -> bool {
        match self.test {
            Test::Is => value == self.value,
            Test::IsNot => value != self.value,
            Test::AtMost => value <= self.value,
            Test::AtLeast => value >= self.value,
        }
    }

    /// Returns the truth value of the literal, or `None` if the domain does not decide it yet.
    #[inline]
    pub fn status(self, store: &Store) -> Option<bool> {
        let view = self.view();
        match self.test {
            Test::Is | Test::IsNot if store.shape(self.slot) == Shape::Word => {
                let bit = u32::try_from(i64::from(self.value) - i64::from(store.base(self.slot)));
                let bit = bit.ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or(0);
                let word = store.one_word(self.slot);
                if word & bit == 0 {
                    Some(self.test == Test::IsNot)
                } else if word == bit {
                    Some(self.test == Test::Is)
                } else {
                    None
                }
            }
            Test::Is | Test::IsNot => {
                if !store.contains(view, self.value) {
                    Some(self.test == Test::IsNot)
                } else if store.is_fixed(view) {
                    Some(self.test == Test::Is)
                } else {
                    None
                }
            }
            Test::AtMost if store.max(view) <= self.value => Some(true),
            Test::AtMost if store.min(view) > self.value => Some(false),
            Test::AtLeast if store.min(view) >= self.value => Some(true),
            Test::AtLeast if store.max(view) < self.value => Some(false),
            _ => None,
        }
    }

    /// Makes the literal true.
    #[inline]
    pub fn enforce(self, store: &mut Store) -> Result<(), Conflict> {
        let view = self.view();
        match self.test {
            Test::Is => store.assign(view, self.value),
            Test::IsNot => store.remove(view, self.value),
            Test::AtMost => store.at_most(view, self.value),
            Test::AtLeast => store.at_least(view, self.value),
        }
    }
}
