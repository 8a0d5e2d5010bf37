//! `|x − y| = z`: value by value for domains of one word, by intervals for wide ones.
//!
//! If all three domains are words, the values are shifted to a common scale: bit `i` of x and y stands for
//! the same value, and bit `d` of z for the distance `d`. The supports of a distance are then one shift away:
//!
//! ```text
//!   x with x = y + d    X & Y << d
//!   x with x = y − d    X & Y >> d
//! ```
//!
//! The distances from a value of x are found by shifting Y to that value, and from its mirror image.
//! Iterating over the smallest of the three domains gives domain consistency, with a few operations for each
//! of its values.

use super::interval::Interval;
use crate::base::bits::ones;
use crate::constraints::narrowing::{has_repeats, keep_within};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};

/// Keeps exactly the values that are part of a solution.
#[derive(Debug)]
pub(super) struct WordDistance {
    x: ShiftedWord,
    y: ShiftedWord,
    z: ShiftedWord,
}

/// A domain, and the shift from its bits to the common scale.
#[derive(Clone, Copy, Debug)]
struct ShiftedWord {
    slot: Slot,
    shift: i64,
}

impl ShiftedWord {
    #[inline(always)]
    fn load(self, store: &Store) -> u64 {
        moved(store.one_word(self.slot), self.shift)
    }

    #[inline(always)]
    fn keep(self, store: &mut Store, bits: u64) -> Result<(), Conflict> {
        store.keep_in_word(self.slot, moved(bits, -self.shift))
    }

    fn root(self, why: &Why<'_>) -> u64 {
        moved(why.root_word(self.slot), self.shift)
    }

    /// Returns the values that the query is about; 0 if it is about another slot.
    fn asked(self, query: &Query) -> u64 {
        if query.is_about(self.slot.into()) { moved(query.bits(), self.shift) } else { 0 }
    }

    /// Adds to the explanation that the variable has none of these values.
    fn is_none_of(self, bits: u64, why: &mut Why<'_>) {
        why.excludes(self.slot, moved(bits, -self.shift));
    }
}

/// Returns the bits shifted by `by` places to higher bits, or to lower ones if negative. `by` is less than 64
/// either way.
#[inline(always)]
fn moved(bits: u64, by: i64) -> u64 {
    if by >= 0 { bits << by } else { bits >> -by }
}

impl WordDistance {
    /// Returns `None` unless all domains are words, x and y are within 64 values of each other, z is in
    /// 0..64, and the three variables are different.
    pub fn new(store: &Store, [x, y, z]: [View; 3]) -> Option<WordDistance> {
        let views = [x, y, z];
        let low = i64::from(store.min(x).min(store.min(y)));
        let high = i64::from(store.max(x).max(store.max(y)));
        let fits = views.iter().all(|view| store.shape(view.slot) == Shape::Word)
            && !has_repeats(&views)
            && high - low < 64
            && store.min(z) >= 0
            && store.max(z) < 64;
        if !fits {
            return None;
        }
        let word = |view: View, zero: i64| ShiftedWord {
            slot: view.slot,
            shift: i64::from(store.base(view.slot)) + i64::from(view.offset) - zero,
        };
        let words = [word(x, low), word(y, low), word(z, 0)];
        let near = words.iter().all(|word| word.shift.abs() < 64);
        near.then_some(WordDistance { x: words[0], y: words[1], z: words[2] })
    }
}

/// Returns the supported values of x, y and z, iterating over the distances.
#[inline(always)]
fn through_distances(x: u64, y: u64, z: u64) -> [u64; 3] {
    let mut kept = [0; 3];
    for d in ones(z) {
        let (above, below) = (x & y << d, x & y >> d);
        kept[0] |= above | below;
        kept[1] |= above >> d | below << d;
        kept[2] |= u64::from(above | below != 0) << d;
    }
    kept
}

/// Returns the supported values of x, y and z, iterating over the values of x.
#[inline(always)]
fn through_values(x: u64, y: u64, z: u64) -> [u64; 3] {
    let mut kept = [0; 3];
    for a in ones(x) {
        // Distances to the values of y above and below `a`.
        let (above, below) = (z & y >> a, z & y.reverse_bits() >> (63 - a));
        kept[0] |= u64::from(above | below != 0) << a;
        kept[1] |= above << a | below.reverse_bits() >> (63 - a);
        kept[2] |= above | below;
    }
    kept
}

/// Explanations: of each pair of values that would support the removed value, one was removed before.
impl WordDistance {
    /// Explains that an operand is none of the values `asked`.
    fn explain_operand(&self, other: ShiftedWord, asked: u64, why: &mut Why<'_>) {
        let distances = self.z.load(why.store());
        let values =
            ones(asked).fold(0, |bits, a| bits | distances << a | distances.reverse_bits() >> (63 - a));
        let rest = other.root(why) & !values;
        let gone = ones(asked).fold(0, |bits, a| ones(rest).fold(bits, |bits, b| bits | 1 << a.abs_diff(b)));
        other.is_none_of(values, why);
        self.z.is_none_of(gone, why);
    }

    /// Explains that the distance is none of the values `asked`.
    fn explain_distance(&self, asked: u64, why: &mut Why<'_>) {
        let partners = |values: u64| ones(asked).fold(0, |bits, d| bits | values << d | values >> d);
        let of_x = partners(self.x.load(why.store()));
        let rest = self.y.root(why) & !of_x;
        self.y.is_none_of(of_x, why);
        self.x.is_none_of(partners(rest), why);
    }
}

impl Propagator for WordDistance {
    fn name(&self) -> &'static str {
        "distance"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        [self.x, self.y, self.z].into_iter().for_each(|word| watch(word.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            // No remaining value of x has a support.
            let left = self.x.load(why.store());
            self.x.is_none_of(!left, why);
            self.explain_operand(self.y, left, why);
            return true;
        }
        self.explain_operand(self.y, self.x.asked(query), why);
        self.explain_operand(self.x, self.y.asked(query), why);
        self.explain_distance(self.z.asked(query), why);
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y, z] = [self.x, self.y, self.z].map(|word| word.load(store));
        let sizes = [x, y, z].map(u64::count_ones);
        let [x, y, z] = if sizes[2] <= sizes[0].min(sizes[1]) {
            through_distances(x, y, z)
        } else if sizes[0] <= sizes[1] {
            through_values(x, y, z)
        } else {
            let [y, x, z] = through_values(y, x, z);
            [x, y, z]
        };
        self.x.keep(store, x)?;
        self.y.keep(store, y)?;
        self.z.keep(store, z)?;
        Ok(Status::Fixpoint)
    }
}

pub(super) fn filter(store: &mut Store, [x, y, z]: [View; 3]) -> Result<(), Conflict> {
    let (a, b) = (Interval::of(store, x), Interval::of(store, y));
    let gap = (a.low - b.high).max(b.low - a.high).max(0);
    let reach = (a.high - b.low).max(b.high - a.low);
    keep_within(store, z, gap, reach)?;
    keep_in_distance(store, x, y, z)?;
    keep_in_distance(store, y, x, z)
}

/// Explains a bound that follows from two or four others. Returns false for one that needs more.
pub(super) fn explain(query: &Query, [x, y, z]: [View; 3], why: &mut Why<'_>) -> bool {
    if has_repeats([&x, &y, &z]) {
        return false;
    }
    let store = why.store();
    if query.is_about(z) {
        match (query.at_least(z), query.at_most(z)) {
            (Some(_), Some(_)) | (None, None) => return false,
            // One of the two is above the other.
            (Some(bound), None) if store.min(x) - store.max(y) >= bound => {
                why.min(x);
                why.max(y);
            }
            (Some(bound), None) if store.min(y) - store.max(x) >= bound => {
                why.min(y);
                why.max(x);
            }
            (Some(_), None) => return false,
            (None, Some(_)) => {
                why.bounds(x);
                why.bounds(y);
            }
        }
        return true;
    }
    [(x, y), (y, x)].into_iter().any(|(asked, other)| match (query.at_least(asked), query.at_most(asked)) {
        (Some(bound), None) if store.min(other) - store.max(z) >= bound => {
            why.min(other);
            why.max(z);
            true
        }
        (None, Some(bound)) if store.max(other) + store.max(z) <= bound => {
            why.max(other);
            why.max(z);
            true
        }
        _ => false,
    })
}

/// Removes from `x` the values farther than max(z) from every value of y's interval, and those closer than
/// min(z) to every value of it.
fn keep_in_distance(store: &mut Store, x: View, y: View, z: View) -> Result<(), Conflict> {
    let (b, c) = (Interval::of(store, y), Interval::of(store, z));
    keep_within(store, x, b.low - c.high, b.high + c.high)?;
    // Between these two, x would be too close to every value of y.
    let (below, above) = (b.high - c.low, b.low + c.low);
    let a = Interval::of(store, x);
    if a.low > below && a.low < above {
        keep_within(store, x, above, i64::MAX)?;
    }
    if a.high < above && a.high > below { keep_within(store, x, i64::MIN, below) } else { Ok(()) }
}
