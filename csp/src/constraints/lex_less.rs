//! Lexicographic order of two lists.
//!
//! Meaning: at the first position where the values, offsets added, differ, the first list has the smaller
//! one; a proper prefix is smaller. Strength: domain consistency if no variable occurs twice (Frisch, Hnich,
//! Kiziltan, Miguel, Walsh 2002). Only the first undecided position can be filtered: `x ≤ y`, and `x < y` if
//! the rest cannot be in order. Cost: one visit of each position.

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Literal, Number, Refused};
use crate::engine::propagator::{Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View, Word};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// A lexicographic constraint, built by [`lex_less`] or [`lex_less_or_equal`].
#[derive(Clone, Debug)]
pub struct LexLess {
    /// Both lists, end to end.
    lists: Operands,
    /// Length of the first list.
    first: usize,
    or_equal: bool,
}

/// Returns the constraint that the first list precedes the second in lexicographic order.
///
/// ```
/// use csp::{Model, constraints::lex_less};
///
/// // Unordered pairs of different words of two letters.
/// let mut model = Model::new();
/// let (one, other) = (model.vars(2, 0..=1), model.vars(2, 0..=1));
/// model.post(lex_less(&one, &other));
/// assert_eq!(model.search()?.solutions().count(), 6);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn lex_less<T: Into<Operand>, U: Into<Operand>>(
    first: impl IntoIterator<Item = T>,
    second: impl IntoIterator<Item = U>,
) -> LexLess {
    let mut lists = Operands::new(first);
    let first = lists.len();
    lists.extend(second);
    LexLess { lists, first, or_equal: false }
}

/// Returns the constraint that the first list precedes the second in lexicographic order or is equal to it.
/// It breaks the symmetry of two interchangeable rows.
///
/// ```
/// use csp::{Model, constraints::lex_less_or_equal};
///
/// let mut model = Model::new();
/// let (one, other) = (model.vars(2, 0..=1), model.vars(2, 0..=1));
/// model.post(lex_less_or_equal(&one, &other));
/// assert_eq!(model.search()?.solutions().count(), 10);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn lex_less_or_equal<T: Into<Operand>, U: Into<Operand>>(
    first: impl IntoIterator<Item = T>,
    second: impl IntoIterator<Item = U>,
) -> LexLess {
    LexLess { or_equal: true, ..lex_less(first, second) }
}

impl Constraint for LexLess {
    fn scope(&self) -> &[Var] {
        self.lists.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.lists.values(values);
        let (first, second) = values.split_at(self.first);
        first < second || (self.or_equal && first == second)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let lists = to.numbers(self.lists.all());
        let (first, second) = lists.split_at(self.first);
        // Whether the lists are equal so far.
        let mut equal = Literal::TRUE;
        for (&a, &b) in first.iter().zip(second) {
            let [less, greater] = [is_less(to, a, b), is_less(to, b, a)];
            to.clause([!equal, !greater]);
            equal = to.conjunction(&[equal, !less, !greater]);
        }
        let (first, second) = (first.len(), second.len());
        if first > second || first == second && !self.or_equal {
            to.clause([!equal]);
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut first = self.lists.views(to);
        let second = first.split_off(self.first);
        let (shorter, longer) = (first.len(), second.len());
        let pairs = first.into_iter().zip(second).collect();
        let ties = shorter < longer || (shorter == longer && self.or_equal);
        let equal = to.word(0);
        to.propagator(Lex { pairs, ties, equal });
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.lists.fault(model)
    }
}

#[derive(Debug)]
struct Lex {
    pairs: Box<[(View, View)]>,
    /// Whether all pairs may be equal.
    ties: bool,
    /// Length of the prefix whose pairs are fixed to be equal.
    equal: Word,
}

/// The possible orders of a pair.
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
    // Overlapping bounds count as possibly equal, even without a common value: no caller needs more.
    Outcome { less: x_min < y_max, equal: x_min <= y_max && y_min <= x_max, greater: x_max > y_min }
}

impl Lex {
    /// Explains that x is at least y; if `strictly`, that x is greater. Returns false if this does not follow.
    fn explain_not_less((x, y): (View, View), strictly: bool, why: &mut Why<'_>) -> bool {
        let step = i32::from(strictly);
        if x.slot == y.slot {
            return x.offset >= y.offset + step;
        }
        let least = why.store().min(x);
        let is_above = least >= why.store().max(y) + step;
        if is_above {
            why.min(x);
            why.at_most(y, least - step);
        }
        is_above
    }

    /// Explains that the pairs from index `from` on cannot be in order.
    fn explain_disorder(&self, from: usize, why: &mut Why<'_>) -> bool {
        let pairs = &self.pairs[from..];
        let above = pairs.iter().position(|&pair| why.attempt(|why| Lex::explain_not_less(pair, true, why)));
        let equal = match above {
            None if self.ties => return false,
            None => pairs.len(),
            Some(above) => above,
        };
        pairs[..equal].iter().all(|&pair| Lex::explain_not_less(pair, false, why))
    }

    /// Explains a bound of the pair at index `at`: no pair before it is less.
    fn explain_pair(&self, at: usize, query: &Query, why: &mut Why<'_>) -> bool {
        let (x, y) = self.pairs[at];
        let (most, least) = (query.at_most(x), query.at_least(y));
        if query.at_least(x).or(query.at_most(y)).is_some() || most.or(least).is_none() {
            return false;
        }
        // The cases: the two may be equal, or not.
        [0, 1].into_iter().any(|step| {
            why.attempt(|why| {
                let fits = most.is_none_or(|bound| why.store().max(y) <= bound + step)
                    && least.is_none_or(|bound| why.store().min(x) >= bound - step);
                if !fits {
                    return false;
                }
                most.inspect(|bound| why.at_most(y, bound + step));
                least.inspect(|bound| why.at_least(x, bound - step));
                self.pairs[..at].iter().all(|&pair| Lex::explain_not_less(pair, false, why))
                    && (step == 0 || self.explain_disorder(at + 1, why))
            })
        })
    }

    /// Returns whether the pairs from index `from` on can be in order.
    fn can_follow(&self, store: &Store, from: usize) -> bool {
        for &pair in &self.pairs[from..] {
            let outcome = outcome(store, pair);
            if outcome.less || !outcome.equal {
                return outcome.less;
            }
            // The pair cannot be less, so it is equal only if min(x) = max(y).
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

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return self.explain_disorder(0, why);
        }
        (0..self.pairs.len()).any(|at| self.explain_pair(at, query, why))
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

/// Returns a literal that holds iff one number is less than another.
fn is_less(to: &mut Encoder<'_>, a: Number, b: Number) -> Literal {
    let less = to.fresh();
    to.always(|to| {
        to.under(less, |to| to.less([a, b], true));
        to.under(!less, |to| to.less([b, a], false));
    });
    less
}
