//! Sets of values, for the declaration of variables.

use fixedbitset::FixedBitSet;

/// The smallest and the largest value.
pub(crate) type Range = (i64, i64);

/// The smallest value of a variable. An eighth of the range of `i32`, so that offsets and their differences
/// cannot overflow.
pub const MIN_VALUE: i32 = -(1 << 28);
/// The largest value of a variable.
pub const MAX_VALUE: i32 = 1 << 28;
/// Largest magnitude of a variable plus its offset.
pub(crate) const LARGEST_TERM: i64 = 1 << 29;

/// Largest span of a range stored as a bit set. Wider ranges are stored as two bounds, and cannot get holes.
pub(crate) const WIDEST_BITSET: i64 = 1 << 16;
/// The largest number of values from the smallest to the largest of a set with holes.
pub const WIDEST_WITH_HOLES: i64 = 1 << 20;

/// An owned set of values, for the declaration of variables.
///
/// Built from a range (`1..=9`, `0..8`), a list (`[1, 3, 7]`, a slice, a `Vec`) or a single value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    low: i32,
    high: i32,
    /// The members of `low..=high`; `None` if all are.
    members: Option<Box<FixedBitSet>>,
    /// The reason why the set cannot be used, if there is one.
    fault: Option<Fault>,
}

/// Defects of a set of values, reported when the model is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Empty,
    /// The set has a value outside of [`MIN_VALUE`]`..=`[`MAX_VALUE`].
    TooLarge(i64),
    /// The set has holes in a span that is too wide for a bit set.
    TooWide,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Empty => f.write_str("there is none"),
            Fault::TooLarge(value) => write!(f, "{value} is outside -2^28 to 2^28"),
            Fault::TooWide => f.write_str("they have holes in a span of more than 2^20"),
        }
    }
}

impl Values {
    fn faulty(fault: Fault) -> Values {
        Values { low: 0, high: 0, members: None, fault: Some(fault) }
    }

    fn from_bounds(low: i64, high: i64) -> Values {
        if low > high {
            return Values::faulty(Fault::Empty);
        }
        for bound in [low, high] {
            if !(i64::from(MIN_VALUE)..=i64::from(MAX_VALUE)).contains(&bound) {
                return Values::faulty(Fault::TooLarge(bound));
            }
        }
        Values { low: low as i32, high: high as i32, members: None, fault: None }
    }

    pub(crate) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Returns the size of the set in bytes.
    pub(crate) fn memory(&self) -> usize {
        size_of::<Values>() + self.members.as_ref().map_or(0, |members| members.len() / 8)
    }

    /// Returns the smallest value.
    pub fn min(&self) -> i32 {
        self.low
    }

    /// Returns the largest value.
    pub fn max(&self) -> i32 {
        self.high
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match &self.members {
            None => (i64::from(self.high) - i64::from(self.low) + 1) as usize,
            Some(members) => members.count_ones(..),
        }
    }

    /// Returns whether the set is empty. An empty set is refused when the model is compiled.
    pub fn is_empty(&self) -> bool {
        self.fault == Some(Fault::Empty)
    }

    /// Returns whether the set has no holes.
    pub fn is_range(&self) -> bool {
        self.members.is_none()
    }

    /// Returns whether a domain of these values is stored as two bounds.
    pub(crate) fn is_too_wide_for_holes(&self) -> bool {
        self.is_range() && i64::from(self.high) - i64::from(self.low) >= WIDEST_BITSET
    }

    /// Returns whether `value` is in the set.
    pub fn contains(&self, value: i32) -> bool {
        (self.low..=self.high).contains(&value)
            && self.members.as_ref().is_none_or(|m| m.contains((value - self.low) as usize))
    }

    /// Returns 64 values from `first` on as bits: bit i stands for `first + i`.
    pub(crate) fn window(&self, first: i64) -> u64 {
        let (low, high) = (i64::from(self.low) - first, i64::from(self.high) - first);
        if high < 0 || low > 63 {
            return 0;
        }
        let (from, to) = (low.max(0), high.min(63));
        match &self.members {
            None => u64::MAX << from & u64::MAX >> (63 - to),
            Some(members) => (from..=to)
                .filter(|bit| members.contains((bit - low) as usize))
                .fold(0, |window, bit| window | 1 << bit),
        }
    }

    /// Iterates over the values in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        (self.low..=self.high).filter(|&value| self.contains(value))
    }

    /// Returns the intersection of two sets; `None` if it is empty.
    pub(crate) fn intersect(&self, other: &Values) -> Option<Values> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low > high {
            return None;
        }
        if self.is_range() && other.is_range() {
            return Some(Values::from_bounds(low.into(), high.into()));
        }
        let both: Vec<i32> = (low..=high).filter(|&v| self.contains(v) && other.contains(v)).collect();
        if both.is_empty() { None } else { Some(Values::from(both)) }
    }

    /// Returns the set with `offset` added to each value, without values that would be out of range; `None`
    /// if none is left.
    pub(crate) fn shifted(&self, offset: i32) -> Option<Values> {
        let moved = |bound: i32| i64::from(bound) + i64::from(offset);
        let low = moved(self.low).max(MIN_VALUE.into());
        let high = moved(self.high).min(MAX_VALUE.into());
        if low > high {
            return None;
        }
        if self.is_range() {
            return Some(Values::from_bounds(low, high));
        }
        let inside: Vec<i32> =
            self.iter().filter(|&v| (low..=high).contains(&moved(v))).map(|v| v + offset).collect();
        if inside.is_empty() { None } else { Some(Values::from(inside)) }
    }
}

impl From<std::ops::RangeInclusive<i32>> for Values {
    fn from(range: std::ops::RangeInclusive<i32>) -> Values {
        Values::from_bounds((*range.start()).into(), (*range.end()).into())
    }
}

impl From<std::ops::Range<i32>> for Values {
    fn from(range: std::ops::Range<i32>) -> Values {
        Values::from_bounds(range.start.into(), i64::from(range.end) - 1)
    }
}

impl From<i32> for Values {
    fn from(value: i32) -> Values {
        Values::from_bounds(value.into(), value.into())
    }
}

impl From<&[i32]> for Values {
    fn from(list: &[i32]) -> Values {
        let (Some(&low), Some(&high)) = (list.iter().min(), list.iter().max()) else {
            return Values::faulty(Fault::Empty);
        };
        let mut values = Values::from_bounds(low.into(), high.into());
        if values.fault.is_some() {
            return values;
        }
        let span = i64::from(high) - i64::from(low) + 1;
        if span > WIDEST_WITH_HOLES {
            return Values::faulty(Fault::TooWide);
        }
        let members: FixedBitSet = list.iter().map(|&v| (v - low) as usize).collect();
        if members.count_ones(..) as i64 != span {
            values.members = Some(Box::new(members));
        }
        values
    }
}

impl<const N: usize> From<[i32; N]> for Values {
    fn from(list: [i32; N]) -> Values {
        Values::from(&list[..])
    }
}

impl From<Vec<i32>> for Values {
    fn from(list: Vec<i32>) -> Values {
        Values::from(&list[..])
    }
}

impl FromIterator<i32> for Values {
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> Values {
        Values::from(values.into_iter().collect::<Vec<i32>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_members_and_their_faults() {
        let odd = Values::from([5, 1, 3, 3]);
        assert_eq!((odd.min(), odd.max(), odd.len(), odd.is_range()), (1, 5, 3, false));
        assert_eq!(odd.iter().collect::<Vec<_>>(), [1, 3, 5]);
        assert!(Values::from([2, 3, 4]).is_range());
        #[allow(clippy::reversed_empty_ranges)]
        let empty = Values::from(5..=4);
        assert_eq!(empty.fault(), Some(Fault::Empty));
        assert_eq!(Values::from(Vec::new()).fault(), Some(Fault::Empty));
        assert_eq!(Values::from(0..=i32::MAX).fault(), Some(Fault::TooLarge(i32::MAX.into())));
        assert_eq!(Values::from([0, MAX_VALUE]).fault(), Some(Fault::TooWide));
        for values in [&odd, &Values::from(-3..=90), &Values::from(7)] {
            for first in -100..100 {
                let window = values.window(first.into());
                assert!((0..64).all(|bit| (window >> bit & 1 != 0) == values.contains(first + bit)));
            }
        }
        assert_eq!(odd.intersect(&Values::from(2..=4)), Some(Values::from(3)));
        assert_eq!(odd.intersect(&Values::from(2)), None);
        assert_eq!(odd.shifted(-2), Some(Values::from([-1, 1, 3])));
        assert_eq!(
            Values::from(MAX_VALUE - 5..=MAX_VALUE).shifted(3),
            Some(Values::from(MAX_VALUE - 2..=MAX_VALUE))
        );
        assert_eq!(Values::from(MAX_VALUE).shifted(3), None);
    }
}
