//! One list before another in the order of a dictionary.
//!
//! Meaning: at the first place where the values, offsets added, are different, the first list has the smaller
//! one; a list that ends before there is a difference is the smaller. Strength: domain-consistent, if no
//! variable stands there twice (Frisch, Hnich, Kiziltan, Miguel, Walsh 2002). Only the first place that is
//! not yet decided can be filtered: there `x ≤ y`, and `x < y` where the rest could not follow an equality.
//! Cost: one look at each place.

use crate::compile::Compile;
use crate::constraint::Constraint;
use crate::constraints::terms::Terms;
use crate::error::Error;
use crate::model::{Term, Var};
use crate::propagator::{Propagator, Status};
use crate::store::{Conflict, Event, Slot, Store, View, Word};

/// The first list is before the second in the order of a dictionary.
///
/// ```
/// use csp::{LexLess, Model};
///
/// // Unordered pairs of different words of two letters.
/// let mut model = Model::new();
/// let (one, other) = (model.vars(2, 0..=1), model.vars(2, 0..=1));
/// model.post(LexLess::new(&one, &other));
/// assert_eq!(model.search()?.solutions().count(), 6);
/// # Ok::<(), csp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LexLess {
    first: Terms,
    second: Terms,
    both: Terms,
    or_equal: bool,
}

impl LexLess {
    /// The first list is before the second.
    pub fn new<T: Into<Term>, U: Into<Term>>(
        first: impl IntoIterator<Item = T>,
        second: impl IntoIterator<Item = U>,
    ) -> LexLess {
        let (first, second) = (Terms::new(first), Terms::new(second));
        LexLess { both: Terms::joined(&first, &second), first, second, or_equal: false }
    }

    /// The first list is before the second, or the same: what breaks the symmetry of two rows that may be
    /// alike.
    pub fn or_equal<T: Into<Term>, U: Into<Term>>(
        first: impl IntoIterator<Item = T>,
        second: impl IntoIterator<Item = U>,
    ) -> LexLess {
        LexLess { or_equal: true, ..LexLess::new(first, second) }
    }
}

impl Constraint for LexLess {
    fn scope(&self) -> &[Var] {
        self.both.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.both.values(values);
        let (first, second) = values.split_at(self.first.len());
        first < second || (self.or_equal && first == second)
    }

    fn post(&self, to: &mut Compile<'_>) {
        let (first, second) = (self.first.views(to), self.second.views(to));
        let (shorter, longer) = (first.len(), second.len());
        let pairs = first.iter().copied().zip(second.iter().copied()).collect();
        let ties = shorter < longer || (shorter == longer && self.or_equal);
        let equal = to.word(0);
        to.propagator(Lex { pairs, ties, equal });
    }

    fn fault(&self) -> Option<Error> {
        self.both.fault()
    }
}

#[derive(Debug)]
struct Lex {
    pairs: Box<[(View, View)]>,
    /// Whether all pairs may be equal.
    ties: bool,
    /// Up to here the pairs are equal for good.
    equal: Word,
}

/// How a pair can come out.
struct Outcome {
    less: bool,
    equal: bool,
    greater: bool,
}

fn outcome(store: &Store, (x, y): (View, View)) -> Outcome {
    if x.slot == y.slot {
        let order = x.offset.cmp(&y.offset);
        return Outcome { less: order.is_lt(), equal: order.is_eq(), greater: order.is_gt() };
    }
    let (x_min, x_max, y_min, y_max) = (store.min(x), store.max(x), store.min(y), store.max(y));
    // Whether bounds that overlap share a value is left open: it is not asked for.
    Outcome { less: x_min < y_max, equal: x_min <= y_max && y_min <= x_max, greater: x_max > y_min }
}

impl Lex {
    /// Whether the pairs from a place on can be in order.
    fn can_follow(&self, store: &Store, from: usize) -> bool {
        for &pair in &self.pairs[from..] {
            let outcome = outcome(store, pair);
            if outcome.less || !outcome.equal {
                return outcome.less;
            }
            // Not less, so the least of one is the largest of the other: equal by that value.
        }
        self.ties
    }
}

impl Propagator for Lex {
    fn name(&self) -> &'static str {
        "lex"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        for (x, y) in &self.pairs {
            watch(x.slot, Event::Bounds);
            watch(y.slot, Event::Bounds);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let start = store.read(self.equal) as usize;
        let mut at = start;
        let status = loop {
            let Some(&(x, y)) = self.pairs.get(at) else {
                break if self.ties { Status::Entailed } else { return Err(Conflict) };
            };
            let Outcome { less, equal, greater } = outcome(store, (x, y));
            if !less && !equal {
                return Err(Conflict);
            }
            if !equal && !greater {
                break Status::Entailed;
            }
            if !less && !greater {
                at += 1;
                continue;
            }
            let step = i32::from(!self.can_follow(store, at + 1));
            let (low, high) = (store.min(x) + step, store.max(y) - step);
            if store.max(x) <= high && store.min(y) >= low {
                let apart = store.max(x) < store.min(y);
                break if apart { Status::Entailed } else { Status::Fixpoint };
            }
            store.at_most(x, high)?;
            store.at_least(y, low)?;
        };
        if at > start {
            store.write(self.equal, at as u64);
        }
        Ok(status)
    }
}
