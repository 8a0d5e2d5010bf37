//! Domain consistency of short sums over small domains, including their holes.
//!
//! The possible sums of the first terms are the bits of a word: a term shifts them by each of its values. The
//! same is done from the last term, and a value is kept if a sum before it and a sum after it add up to the
//! total.
//!
//! ```text
//!   x in {0, 4}   y in {0, 1}   z in {0, 6}      x + y + z = 7
//!   before y  {0, 4}    after y  {1, 7}          y = 1: 0 + 1 + 6        y = 0 never reaches 7
//! ```
//!
//! Strength: domain consistency of the sum alone. Cost: a shift for each value. Bits count from the least sum
//! or from the greatest, whichever is closer to the total, so the range of sums may be twice the width of a
//! word. Wider sums are filtered by bounds only, which are posted in any case.

use smallvec::SmallVec;

use crate::base::bits::ones;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};

/// Largest number of terms. In longer sums, hardly any value is removed.
const MOST_TERMS: usize = 10;

/// Range of sums (greatest minus least) must be below this.
const WIDEST: i64 = 128;

/// Σ a·x = total.
#[derive(Debug)]
pub(super) struct Reachable {
    terms: SmallVec<[(View, i64); 4]>,
    total: i64,
}

/// A term whose variable is open.
#[derive(Clone, Copy)]
struct OpenTerm {
    view: View,
    /// Change of the sum for one step of the value.
    step: u32,
    /// The values as bits: bit i is i steps from the end at which the term is least.
    steps: u64,
    /// Whether steps count down from the greatest value.
    down: bool,
    /// The possible sums of the terms before.
    before: u64,
}

impl Reachable {
    /// Returns `None` if the range of sums is too wide, or if the propagator would hardly ever remove a
    /// value.
    pub fn new(store: &Store, terms: &[(View, i64)], total: i64) -> Option<Reachable> {
        let width = |&(view, a): &(View, i64)| {
            let (low, high) = store.bounds(view);
            a.abs().saturating_mul(i64::from(high) - i64::from(low))
        };
        let is_small = |term: &(View, i64)| store.shape(term.0.slot) == Shape::Word && width(term) < WIDEST;
        let fits = (3..=MOST_TERMS).contains(&terms.len())
            && terms.iter().all(is_small)
            && terms.iter().map(width).sum::<i64>() < WIDEST;
        fits.then(|| Reachable { terms: terms.into(), total })
    }
}

/// Returns the bits of a word in reverse order, starting at the highest set bit.
#[inline(always)]
fn reversed(word: u64) -> u64 {
    word.reverse_bits() >> word.leading_zeros()
}

/// Returns the sums shifted by each of the steps.
#[inline(always)]
fn add(sums: u64, steps: u64, step: u32) -> u64 {
    ones(steps).fold(0, |all, at| all | sums << (at * step))
}

/// Returns the amounts by which the values of a term are above its least, as bits, given the term's range at
/// the root.
fn amounts(word: u64, base: i32, a: i64, (low, high): (i32, i32)) -> u128 {
    let mut all = 0;
    for bit in ones(word) {
        let value = base + bit as i32;
        let steps = if a > 0 { value - low } else { high - value };
        all |= 1 << (a.abs() * i64::from(steps));
    }
    all
}

/// Returns all sums of two sets of amounts. They are below [`WIDEST`], the range of all sums.
fn sums_of(sums: u128, amounts: u128) -> u128 {
    ones(amounts).fold(0, |all, amount| all | sums << amount)
}

impl Reachable {
    /// Explains why the asked term cannot have the asked values, or why the total is missed: each other term in turn
    /// gets back all values with which the total is still missed.
    fn explain_total(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let store = why.store();
        let roots: SmallVec<[(i32, i32); MOST_TERMS]> =
            self.terms.iter().map(|&(view, _)| why.root_bounds(view.slot.into())).collect();
        let of = |at: usize, word: u64| {
            let (View { slot, .. }, a) = self.terms[at];
            amounts(word, store.base(slot), a, roots[at])
        };
        let least = self.terms.iter().map(|&(view, a)| {
            let (low, high) = why.root_bounds(view);
            a * i64::from(if a > 0 { low } else { high })
        });
        let target = self.total - least.sum::<i64>();
        if !(0..i64::from(u128::BITS)).contains(&target) {
            // The domains of the root miss the total already.
            return true;
        }
        let now = |at: usize| match self.terms[at].0 {
            view if query.is_about(view) => of(at, query.bits()),
            view => of(at, store.one_word(view.slot)),
        };
        let mut values: SmallVec<[u128; MOST_TERMS]> = (0..self.terms.len()).map(now).collect();
        let is_total = |sums: u128| sums >> target & 1 != 0;
        if is_total(values.iter().fold(1, |sums, &own| sums_of(sums, own))) {
            return false;
        }
        for (at, &(view, _)) in self.terms.iter().enumerate() {
            if query.is_about(view) {
                continue;
            }
            let others = values.iter().enumerate().filter(|&(other, _)| other != at);
            let sums = others.fold(1, |sums, (_, &own)| sums_of(sums, own));
            let mut gone = 0;
            let mut lost = why.root_word(view.slot) & !store.one_word(view.slot);
            while lost != 0 {
                let bit = lost & lost.wrapping_neg();
                lost ^= bit;
                let amount = of(at, bit);
                if is_total(sums_of(sums, amount)) { gone |= bit } else { values[at] |= amount }
            }
            why.excludes(view.slot, gone);
        }
        true
    }
}

impl Propagator for Reachable {
    fn name(&self) -> &'static str {
        "linear = by sums"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.terms.iter().for_each(|(view, _)| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.explain_total(query, why)
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut open: SmallVec<[OpenTerm; MOST_TERMS]> = SmallVec::new();
        let (mut rest, mut width) = (self.total, 0);
        for &(view, a) in &self.terms {
            let (low, high) = store.bounds(view);
            let (low, high) = (i64::from(low), i64::from(high));
            rest -= if a > 0 { a * low } else { a * high };
            if low == high {
                continue;
            }
            let word = store.one_word(view.slot);
            let (steps, down) = (word >> word.trailing_zeros(), a < 0);
            let steps = if down { reversed(steps) } else { steps };
            open.push(OpenTerm { view, step: a.unsigned_abs() as u32, steps, down, before: 0 });
            width += a.abs() * (high - low);
        }
        if rest < 0 || rest > width {
            return Err(Conflict);
        }
        if rest >= 64 {
            // Counts from the greatest sum instead.
            rest = width - rest;
            assert!(rest < 64, "no sum gets wider than it was when it was posted");
            for term in &mut open {
                (term.steps, term.down) = (reversed(term.steps), !term.down);
            }
        }
        // Steps beyond the rest are impossible, and too large as shifts.
        let furthest = |step: u32| u64::MAX >> (63 - rest as u32 / step);
        let mut sums = 1;
        for term in &mut open {
            term.before = sums;
            term.steps &= furthest(term.step);
            sums = add(sums, term.steps, term.step);
        }
        if sums >> rest & 1 == 0 {
            return Err(Conflict);
        }
        // Bit i: the terms after this one can add up to the rest minus i.
        let mut missing = 1_u64 << rest;
        for term in open.iter().rev() {
            let (mut kept, mut next) = (0_u64, 0_u64);
            for at in ones(term.steps) {
                let reached = missing >> (at * term.step);
                if reached & term.before != 0 {
                    kept |= 1 << at;
                    next |= reached;
                }
            }
            missing = next;
            let word = store.one_word(term.view.slot);
            let kept = if term.down {
                // Step 0 is the highest bit.
                kept.reverse_bits() >> word.leading_zeros()
            } else {
                kept << word.trailing_zeros()
            };
            store.keep_in_word(term.view.slot, kept)?;
        }
        Ok(Status::Fixpoint)
    }
}
