//! Facts about absent values, for explanations: domains of any shape, and two domains without a common value.
//!
//! Intervals are closed. An unbounded interval reaches to the least or the greatest number.

use crate::base::bits::ones;
use crate::constraints::windows::{interval, window};
use crate::engine::kernel::moved;
use crate::engine::reasons::Why;
use crate::engine::store::{Shape, Store, View};

/// All numbers.
pub(crate) const ALL: (i32, i32) = (i32::MIN, i32::MAX);

impl Why<'_> {
    /// Adds: `view` has none of the values `first + i` for the bits i. Each of them must have been removed.
    pub(crate) fn is_none_of(&mut self, view: View, first: i32, bits: u64) {
        let store = self.store();
        if store.shape(view.slot) == Shape::Word {
            let by = i64::from(first) - i64::from(view.offset) - i64::from(store.base(view.slot));
            return self.excludes(view.slot, moved(bits, by.clamp(-64, 64) as i32));
        }
        for bit in ones(bits) {
            self.is_not(view, first + bit as i32);
        }
    }

    /// Adds: `view` has no value in an interval. Returns false if it has one.
    pub(crate) fn is_outside(&mut self, view: View, (low, high): (i32, i32)) -> bool {
        let store = self.store();
        if store.shape(view.slot) == Shape::Word {
            let zero = store.base(view.slot) + view.offset;
            let bits = interval(low, high, zero);
            let is_gone = window(store, view, zero) & bits == 0;
            if is_gone {
                self.is_none_of(view, zero, bits);
            }
            return is_gone;
        }
        let (root_low, root_high) = self.root_bounds(view);
        let (mut low, mut high) = (low.max(root_low), high.min(root_high));
        let (min, max) = store.bounds(view);
        if low <= high && low < min {
            self.at_least(view, min.min(high + 1));
            low = min;
        }
        if low <= high && high > max {
            self.at_most(view, max.max(low - 1));
            high = max;
        }
        each_window(low, high, |first, inside| {
            let is_gone = window(store, view, first) & inside == 0;
            if is_gone {
                self.is_none_of(view, first, inside);
            }
            is_gone
        })
    }

    /// Adds facts from which it follows that two views have no common value in an interval. Returns false if
    /// they have one.
    pub(crate) fn have_no_common(&mut self, a: View, b: View, (low, high): (i32, i32)) -> bool {
        let store = self.store();
        let (roots, nows) =
            ([a, b].map(|view| self.root_bounds(view)), [a, b].map(|view| store.bounds(view)));
        let mut low = low.max(roots[0].0).max(roots[1].0);
        let mut high = high.min(roots[0].1).min(roots[1].1);
        let (min, max) = (nows[0].0.max(nows[1].0), nows[0].1.min(nows[1].1));
        if low <= high && low < min {
            let view = if nows[0].0 == min { a } else { b };
            self.is_outside(view, (low, high.min(min - 1)));
            low = min;
        }
        if low <= high && high > max {
            let view = if nows[0].1 == max { a } else { b };
            self.is_outside(view, (low.max(max + 1), high));
            high = max;
        }
        if low <= high && store.is_range_only(a) && store.is_range_only(b) {
            return false;
        }
        each_window(low, high, |first, inside| {
            let [own, other] = [a, b].map(|view| window(store, view, first) & inside);
            if own & other != 0 {
                return false;
            }
            // A value that both have lost is excluded from the first.
            self.is_none_of(a, first, inside & !own);
            self.is_none_of(b, first, own);
            true
        })
    }

    /// Adds that `view` has lost the values in an interval that `is_refuted` does not exclude. Returns false if it has
    /// one of them.
    pub(crate) fn others_are_gone(
        &mut self,
        view: View,
        (low, high): (i32, i32),
        is_refuted: impl Fn(i32) -> bool,
    ) -> bool {
        let store = self.store();
        let (root_low, root_high) = self.root_bounds(view);
        let (low, high) = (low.max(root_low), high.min(root_high));
        if !store.is_range_only(view) {
            let mut values = low..=high;
            return values.all(|value| is_refuted(value) || self.is_outside(view, (value, value)));
        }
        let (min, max) = store.bounds(view);
        self.is_outside(view, (low, high.min(min - 1)));
        self.is_outside(view, (low.max(max + 1), high));
        (low.max(min)..=high.min(max)).all(is_refuted)
    }
}

/// Calls `each` with windows of 64 values and the bits of an interval in each, until `each` returns false. Returns
/// whether it never did.
fn each_window(low: i32, high: i32, mut each: impl FnMut(i32, u64) -> bool) -> bool {
    let mut firsts = (i64::from(low)..=i64::from(high)).step_by(64);
    firsts.all(|first| each(first as i32, interval(low, high, first as i32)))
}

/// Returns whether a domain has a value in an interval.
pub(crate) fn has_within(store: &Store, view: View, (low, high): (i32, i32)) -> bool {
    let (min, max) = store.bounds(view);
    let (low, high) = (low.max(min), high.min(max));
    if store.is_range_only(view) {
        return low <= high;
    }
    !each_window(low, high, |first, inside| window(store, view, first) & inside == 0)
}

/// Calls `explain` for members until it has succeeded for `count` of them, first those with facts of the root. Returns
/// false if there are fewer.
pub(crate) fn explain_some<T: Copy>(
    members: impl Iterator<Item = T> + Clone,
    count: i64,
    why: &mut Why<'_>,
    explain: impl Fn(T, &mut Why<'_>) -> bool,
) -> bool {
    let mut missing = count;
    for at_root in [true, false] {
        for member in members.clone() {
            if missing > 0
                && why.is_known(|why| explain(member, why)) == at_root
                && (at_root || why.attempt(|why| explain(member, why)))
            {
                missing -= 1;
            }
        }
    }
    missing <= 0
}
