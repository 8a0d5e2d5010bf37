//! Literals of learnt clauses: the value of a slot lies in a set.
//!
//! For a domain of one word the set is a mask, so that one literal stands for any number of values. Wider
//! domains have bounds and single values.

use crate::engine::literal::{Literal, Test};
use crate::engine::store::{Conflict, Shape, Slot, Store, View};

/// The form of a literal's set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub(crate) enum Form {
    /// A mask of values; bit 0 stands for the base of the slot.
    Within,
    AtMost,
    AtLeast,
    Is,
}

/// A slot's value lies in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SetLiteral {
    pub slot: Slot,
    pub form: Form,
    /// The mask, or the value.
    set: u64,
}

impl SetLiteral {
    pub fn within(slot: Slot, mask: u64) -> SetLiteral {
        SetLiteral { slot, form: Form::Within, set: mask }
    }

    pub fn at_most(slot: Slot, value: i32) -> SetLiteral {
        SetLiteral { slot, form: Form::AtMost, set: i64::from(value) as u64 }
    }

    pub fn at_least(slot: Slot, value: i32) -> SetLiteral {
        SetLiteral { slot, form: Form::AtLeast, set: i64::from(value) as u64 }
    }

    pub fn is(slot: Slot, value: i32) -> SetLiteral {
        SetLiteral { slot, form: Form::Is, set: i64::from(value) as u64 }
    }

    /// Returns the mask of a literal about a domain of one word.
    #[inline(always)]
    pub fn mask(self) -> u64 {
        debug_assert_eq!(self.form, Form::Within);
        self.set
    }

    /// Returns the value of a literal about a wider domain.
    #[inline(always)]
    pub fn value(self) -> i32 {
        debug_assert_ne!(self.form, Form::Within);
        self.set as i64 as i32
    }

    fn view(self) -> View {
        View { slot: self.slot, offset: 0 }
    }

    /// Returns the truth value of the literal, or `None` if the domain does not decide it yet.
    #[inline(always)]
    pub fn status(self, store: &Store) -> Option<bool> {
        if self.form == Form::Within {
            let word = store.one_word(self.slot);
            return match (word & self.set == 0, word & !self.set == 0) {
                (true, _) => Some(false),
                (_, true) => Some(true),
                _ => None,
            };
        }
        let (low, high) = store.bounds(self.view());
        let value = self.value();
        match self.form {
            Form::AtMost if high <= value => Some(true),
            Form::AtMost if low > value => Some(false),
            Form::AtLeast if low >= value => Some(true),
            Form::AtLeast if high < value => Some(false),
            Form::Is if !store.contains(self.view(), value) => Some(false),
            Form::Is if low == high => Some(true),
            _ => None,
        }
    }

    /// Returns whether no value of the set is left.
    #[inline(always)]
    pub fn is_false(self, store: &Store) -> bool {
        match self.form {
            Form::Within => store.one_word(self.slot) & self.set == 0,
            _ => self.status(store) == Some(false),
        }
    }

    /// Makes the literal true.
    #[inline]
    pub fn enforce(self, store: &mut Store) -> Result<(), Conflict> {
        match self.form {
            Form::Within => store.keep_in_word(self.slot, self.set),
            Form::AtMost => store.at_most(self.view(), self.value()),
            Form::AtLeast => store.at_least(self.view(), self.value()),
            Form::Is => store.assign(self.view(), self.value()),
        }
    }
}

/// Returns the bits of a word from index `index` on.
#[inline]
pub(crate) fn bits_from(index: i64) -> u64 {
    match index {
        ..=0 => u64::MAX,
        1..64 => u64::MAX << index,
        _ => 0,
    }
}

/// Drops literals that are false and joins those about the same word, so that each word occurs once.
pub(crate) fn merge(literals: &mut Vec<SetLiteral>, store: &Store) {
    literals.retain(|literal| !literal.is_false(store));
    for at in (1..literals.len()).rev() {
        let SetLiteral { slot, form, set } = literals[at];
        let same = |other: &&mut SetLiteral| other.slot == slot && other.form == form;
        if let Some(earlier) = literals[..at].iter_mut().find(same)
            && (form == Form::Within || earlier.set == set)
        {
            earlier.set |= set;
            literals.swap_remove(at);
        }
    }
}

impl Literal {
    /// Calls `each` with set literals that together mean the same: two of them for ≠ in a wide domain.
    pub(crate) fn as_sets(self, store: &Store, mut each: impl FnMut(SetLiteral)) {
        let Literal { slot, test, value } = self;
        if store.shape(slot) == Shape::Word {
            let index = i64::from(value) - i64::from(store.base(slot));
            let all = store.one_word(slot);
            let from = bits_from(index);
            let above = bits_from(index + 1);
            each(SetLiteral::within(
                slot,
                all & match test {
                    Test::Is => from & !above,
                    Test::IsNot => !(from & !above),
                    Test::AtMost => !above,
                    Test::AtLeast => from,
                },
            ));
            return;
        }
        match test {
            Test::Is => each(SetLiteral::is(slot, value)),
            Test::AtMost => each(SetLiteral::at_most(slot, value)),
            Test::AtLeast => each(SetLiteral::at_least(slot, value)),
            Test::IsNot => {
                let (low, high) = store.bounds(View { slot, offset: 0 });
                if value > low {
                    each(SetLiteral::at_most(slot, value - 1));
                }
                if value < high {
                    each(SetLiteral::at_least(slot, value + 1));
                }
            }
        }
    }
}
