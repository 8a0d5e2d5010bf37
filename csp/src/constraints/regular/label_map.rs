//! Translation between one-word domains and labels: label by label, or by one shift if the labels are
//! consecutive values.

use crate::base::bits::ones_of;
use crate::constraints::runs::ValueRun;
use crate::constraints::windows::interval;
use crate::engine::kernel::moved;

/// The labels for domains of one word whose bit 0 stands for `zero`.
#[derive(Debug)]
pub(super) struct LabelMap {
    pub zero: i32,
    /// The bits of each label.
    bits: Box<[u64]>,
    /// Shift from the bits of the domain to the labels, if the labels are at most 64 consecutive values.
    shift: Option<i32>,
}

impl LabelMap {
    pub fn new(zero: i32, labels: &[ValueRun]) -> LabelMap {
        let first = labels.first().map_or(0, |&(low, _)| i64::from(low));
        let is_next =
            |(at, &(low, high)): (usize, &ValueRun)| low == high && i64::from(low) == first + at as i64;
        let in_a_row = labels.len() <= 64 && labels.iter().enumerate().all(is_next);
        LabelMap {
            zero,
            bits: labels.iter().map(|&(low, high)| interval(low, high, zero)).collect(),
            shift: in_a_row
                .then_some(i64::from(zero) - first)
                .filter(|shift| shift.abs() < 64)
                .map(|s| s as i32),
        }
    }

    /// Writes the labels of a domain, and returns whether it has values without a label.
    #[inline(always)]
    pub fn labels(&self, word: u64, labels: &mut [u64]) -> bool {
        let mut strays = word;
        if let (Some(by), [first]) = (self.shift, &mut *labels) {
            let all = u64::MAX.checked_shr(64 - self.bits.len() as u32).unwrap_or(0);
            *first = moved(word, by) & all;
            strays &= !moved(all, -by);
        } else {
            labels.fill(0);
            for (label, &bits) in self.bits.iter().enumerate() {
                labels[label / 64] |= u64::from(word & bits != 0) << (label % 64);
                strays &= !bits;
            }
        }
        strays != 0
    }

    /// Returns the values of some labels.
    #[inline(always)]
    pub fn values(&self, labels: &[u64]) -> u64 {
        match (self.shift, labels) {
            (Some(by), &[labels]) => moved(labels, -by),
            _ => ones_of(labels).fold(0, |values, label| values | self.bits[label]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    #[test]
    fn labels_in_a_row_are_read_by_a_shift_as_one_by_one() {
        let mut rng = Rng::new(1);
        let mut random = || u64::from(rng.below(u32::MAX)) << 32 | u64::from(rng.below(u32::MAX));
        for (first, count) in (-70..70).flat_map(|first| [0, 1, 5, 64].map(|count| (first, count))) {
            let labels: Vec<ValueRun> = (first..first + count).map(|value| (value, value)).collect();
            let by_shift = LabelMap::new(0, &labels);
            assert_eq!(by_shift.shift.is_some(), count == 0 || (-63..64).contains(&first));
            let one_by_one = LabelMap { shift: None, ..LabelMap::new(0, &labels) };
            for _ in 0..20 {
                let (word, mut found) = (random() & random(), [[0]; 2]);
                let [a, b] = &mut found;
                assert_eq!(by_shift.labels(word, a), one_by_one.labels(word, b));
                assert_eq!(a, b);
                assert_eq!(by_shift.values(a), one_by_one.values(b));
            }
        }
    }
}
