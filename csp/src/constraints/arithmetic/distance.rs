//! `|x − y| = z`: over words, value by value; over wide domains, by intervals.
//!
//! Where all three domains are words the values are moved to a common scale, bit `i` of x and y standing for
//! the same value and bit `d` of z for the distance `d`. Then a distance's supports are one shift away,
//!
//! ```text
//!   x with x = y + d    X & Y << d
//!   x with x = y − d    X & Y >> d
//! ```
//!
//! and so are the distances from a value of x: Y moved to where that value stands, and its mirror image. Going
//! through the smallest of the three domains gives domain consistency, in a few operations for each of its
//! values.

use super::interval::Interval;
use crate::constraints::narrowing::{has_repeats, within};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};

/// Keeps exactly the values that are part of a triple.
#[derive(Debug)]
pub(super) struct Words {
    x: Word,
    y: Word,
    z: Word,
}

/// A domain, and how far its bits lie above where the common scale has them.
#[derive(Clone, Copy, Debug)]
struct Word {
    slot: Slot,
    shift: i64,
}

impl Word {
    #[inline(always)]
    fn load(self, store: &Store) -> u64 {
        moved(store.one_word(self.slot), self.shift)
    }

    #[inline(always)]
    fn keep(self, store: &mut Store, bits: u64) -> Result<(), Conflict> {
        store.keep_in_word(self.slot, moved(bits, -self.shift))
    }
}

/// The bits `by` places higher, or lower when negative; less than 64 either way.
#[inline(always)]
fn moved(bits: u64, by: i64) -> u64 {
    if by >= 0 { bits << by } else { bits >> -by }
}

/// The bits of a set.
fn each(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        lowest
    })
}

impl Words {
    /// `None` where the domains do not fit: all words, x and y within 64 values of each other, z a distance
    /// that they can have, and three different variables.
    pub fn new(store: &Store, [x, y, z]: [View; 3]) -> Option<Words> {
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
        let word = |view: View, zero: i64| Word {
            slot: view.slot,
            shift: i64::from(store.base(view.slot)) + i64::from(view.offset) - zero,
        };
        let words = [word(x, low), word(y, low), word(z, 0)];
        let near = words.iter().all(|word| word.shift.abs() < 64);
        near.then_some(Words { x: words[0], y: words[1], z: words[2] })
    }
}

/// The supported values of x, y and z, found through the distances.
#[inline(always)]
fn through_distances(x: u64, y: u64, z: u64) -> [u64; 3] {
    let mut kept = [0; 3];
    for d in each(z) {
        let (above, below) = (x & y << d, x & y >> d);
        kept[0] |= above | below;
        kept[1] |= above >> d | below << d;
        kept[2] |= u64::from(above | below != 0) << d;
    }
    kept
}

/// The same, through the values of x.
#[inline(always)]
fn through_values(x: u64, y: u64, z: u64) -> [u64; 3] {
    let mut kept = [0; 3];
    for a in each(x) {
        // Distances to what lies above a and to what lies below it.
        let (above, below) = (z & y >> a, z & y.reverse_bits() >> (63 - a));
        kept[0] |= u64::from(above | below != 0) << a;
        kept[1] |= above << a | below.reverse_bits() >> (63 - a);
        kept[2] |= above | below;
    }
    kept
}

impl Propagator for Words {
    fn name(&self) -> &'static str {
        "distance"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        [self.x, self.y, self.z].into_iter().for_each(|word| watch(word.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Constant
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
    within(store, z, gap, reach)?;
    keep_near_and_far(store, x, y, z)?;
    keep_near_and_far(store, y, x, z)
}

/// `x` is no farther from `y` than `z` at its most, and no nearer than `z` at its least.
fn keep_near_and_far(store: &mut Store, x: View, y: View, z: View) -> Result<(), Conflict> {
    let (b, c) = (Interval::of(store, y), Interval::of(store, z));
    within(store, x, b.low - c.high, b.high + c.high)?;
    // Between these two, x would be too near to every y.
    let (below, above) = (b.high - c.low, b.low + c.low);
    let a = Interval::of(store, x);
    if a.low > below && a.low < above {
        within(store, x, above, i64::MAX)?;
    }
    if a.high < above && a.high > below { within(store, x, i64::MIN, below) } else { Ok(()) }
}
