//! Domains as windows of 64 values, independent of their shapes and offsets.

use crate::engine::store::{Conflict, Shape, Store, View};

/// Returns the values of a domain from `first` on as bits: bit i stands for `first + i`.
#[inline]
pub(crate) fn window(store: &Store, view: View, first: i32) -> u64 {
    let from = i64::from(first) - i64::from(view.offset) - i64::from(store.base(view.slot));
    match store.shape(view.slot) {
        Shape::Word => {
            let word = store.one_word(view.slot);
            match from {
                0..64 => word >> from,
                -63..0 => word << -from,
                _ => 0,
            }
        }
        Shape::Wide => {
            let words = store.bits(view.slot);
            let word = |at: i64| usize::try_from(at).ok().and_then(|at| words.get(at)).copied().unwrap_or(0);
            let (at, bit) = (from.div_euclid(64), from.rem_euclid(64));
            // Shifts twice, since a shift by 64 would overflow.
            word(at) >> bit | word(at + 1) << 1 << (63 - bit)
        }
        Shape::Range | Shape::Other => {
            let (low, high) = store.bounds(view);
            interval(low, high, first)
        }
    }
}

/// Returns the values of `low..=high` from `first` on as bits.
#[inline]
pub(crate) fn interval(low: i32, high: i32, first: i32) -> u64 {
    let (low, high) = (low.max(first), high.min(first + 63));
    if low > high { 0 } else { u64::MAX << (low - first) & u64::MAX >> (first + 63 - high) }
}

/// Narrows a domain to the windows that `wanted` returns for their first values. The domain must not be
/// [range-only](Store::is_range_only).
#[inline]
pub(crate) fn keep_windows(
    store: &mut Store,
    view: View,
    wanted: impl Fn(&Store, i32) -> u64,
) -> Result<(), Conflict> {
    let zero = store.base(view.slot) + view.offset;
    if store.shape(view.slot) == Shape::Word {
        return store.keep_in_word(view.slot, wanted(store, zero));
    }
    store.keep_inner(view.slot, |store, index| wanted(store, zero + 64 * index as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::values::Values;

    #[test]
    fn windows_show_the_values_of_every_shape() {
        let mut store = Store::default();
        let sets: [Values; 5] = [
            (3..=66).into(),
            (-40..=-1).filter(|v| v % 3 != 0).collect(),
            (-70..=200).filter(|v| v % 7 != 0).collect(),
            (-70..=121).into(),
            (-100_000..=50).into(),
        ];
        for values in &sets {
            for base in [-40, 0] {
                let slot = store.add(values, base);
                for offset in [-65, 0, 7] {
                    let view = View { slot, offset };
                    for first in -300..300 {
                        let seen = window(&store, view, first);
                        assert!(
                            (0..64).all(|i| (seen >> i & 1 != 0) == store.contains(view, first + i)),
                            "{values:?} + {offset} from {first}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn only_what_the_windows_hold_is_kept() {
        let mut store = Store::default();
        for values in [Values::from(1..=60), Values::from(-70..=200)] {
            let view = View { slot: store.add(&values, 0), offset: 3 };
            let odd = |_: &Store, first: i32| if first % 2 == 0 { 0xAAAA << 16 } else { 0x5555 << 16 };
            let wanted: Vec<i32> = {
                let zero = store.base(view.slot) + view.offset;
                let domain = store.domain(view);
                let kept = |v: &i32| {
                    let index = (v - zero).rem_euclid(64);
                    odd(&store, v - index) >> index & 1 != 0
                };
                domain.iter().filter(kept).collect()
            };
            assert_eq!(keep_windows(&mut store, view, odd), Ok(()));
            assert_eq!(store.domain(view).iter().collect::<Vec<_>>(), wanted);
            assert_eq!(keep_windows(&mut store, view, |_, _| 0), Err(Conflict));
        }
    }
}
