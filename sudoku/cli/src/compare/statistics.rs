//! Order statistics of measurements: medians, quantiles, and confidence intervals of medians.

/// Confidence of an interval, if there are enough measurements for it.
const WANTED: f64 = 0.95;

/// Returns the smallest value such that at least a given share of all values do not exceed it; `None` for an empty
/// list. Values must be sorted.
pub(crate) fn quantile<T: Copy>(ordered: &[T], share: f64) -> Option<T> {
    let rank = (share * ordered.len() as f64).ceil() as usize;
    ordered.get(rank.max(1) - 1).copied()
}

/// Returns the lower median.
pub(crate) fn median<T: Copy + PartialOrd>(mut values: Vec<T>) -> Option<T> {
    sort(&mut values);
    quantile(&values, 0.5)
}

/// Sorts values that are comparable. NaN is never measured.
pub(crate) fn sort<T: PartialOrd>(values: &mut [T]) {
    values.sort_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
}

/// Confidence interval of a median.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval<T> {
    pub low: T,
    pub high: T,
    /// Confidence that is reached.
    pub confidence: f64,
}

/// Returns the narrowest interval between two of the values that contains the median with 95 % confidence, or the
/// whole range if there are too few values for that. Each value is below the median with probability 1/2, whatever
/// the distribution, so the number of values below is binomial and no further assumption is needed.
pub(crate) fn interval<T: Copy + PartialOrd>(mut values: Vec<T>) -> Option<Interval<T>> {
    let count = values.len();
    if count < 2 {
        return None;
    }
    sort(&mut values);
    // Probability that fewer than `left` values are below the median.
    let mut left_out = 0;
    let mut logarithm = count as f64 * 0.5_f64.ln();
    let mut below = logarithm.exp();
    let mut confidence = 1.0 - 2.0 * below;
    while 2 * (left_out + 2) <= count {
        logarithm += ((count - left_out) as f64 / (left_out + 1) as f64).ln();
        below += logarithm.exp();
        if 1.0 - 2.0 * below < WANTED {
            break;
        }
        left_out += 1;
        confidence = 1.0 - 2.0 * below;
    }
    Some(Interval { low: values[left_out], high: values[count - 1 - left_out], confidence })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_were_measured() {
        let ten: Vec<u32> = (1..=10).collect();
        assert_eq!(
            [0.0, 0.1, 0.5, 0.9, 0.91, 1.0].map(|share| quantile(&ten, share)),
            [Some(1), Some(1), Some(5), Some(9), Some(10), Some(10)]
        );
        assert_eq!(quantile::<u32>(&[], 0.5), None);
        assert_eq!(median(vec![3.0, 1.0, f64::INFINITY]), Some(3.0));
    }

    #[test]
    fn few_values_give_a_lower_confidence() {
        assert_eq!(interval(vec![1]), None);
        let two = interval(vec![2, 1]).unwrap();
        assert_eq!((two.low, two.high, (1e4 * two.confidence).round()), (1, 2, 5000.0));
        let five = interval(vec![5, 3, 1, 2, 4]).unwrap();
        assert_eq!((five.low, five.high, (1e4 * five.confidence).round()), (1, 5, 9375.0));
    }

    #[test]
    fn many_values_leave_the_outer_ones_out() {
        // From the tables of the sign test: of 10 values the 2nd and the 9th (97.9 %), of 20 the 6th and the 15th
        // (95.9 %).
        let tables = [(6, 1, 6, 0.969), (10, 2, 9, 0.979), (20, 6, 15, 0.959), (10_000, 4902, 5099, 0.951)];
        for (count, low, high, confidence) in tables {
            let found = interval((1..=count).collect()).unwrap();
            assert_eq!((found.low, found.high), (low, high), "of {count}");
            assert!((found.confidence - confidence).abs() < 0.0005, "of {count}: {}", found.confidence);
        }
    }
}
