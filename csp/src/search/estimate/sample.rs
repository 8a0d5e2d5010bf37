//! The mean of weights beyond all number types, with its confidence interval.

use std::fmt;

/// A number of any size from 0 on, as its logarithm. It is shown with four digits: `6.671e21`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Magnitude {
    ln: f64,
}

/// An estimate of the number of solutions, with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The mean of the probes' weights: an unbiased estimate. Before the first probe with a solution, `low`.
    pub mean: Magnitude,
    /// The number is at least this, with a confidence of 97.5 %, and not below the number of solutions that were seen.
    pub low: Magnitude,
    /// The number is at most this, with a confidence of 97.5 %; `None` while too few probes have found a solution.
    pub high: Option<Magnitude>,
    /// The standard error of the mean, divided by the mean; `None` while too few probes have found a solution.
    pub error: Option<f64>,
    /// The number of probes.
    pub probes: u64,
    /// The number of probes that found a solution.
    pub found: u64,
    /// Whether all solutions were counted. Then mean, low and high are their number.
    pub is_exact: bool,
}

/// The probes so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    probes: u64,
    found: u64,
    /// The greatest logarithm of a weight, by which the sums are divided.
    scale: f64,
    sum: f64,
    squares: f64,
}

/// The number of standard errors to either side that contains a normal variable with 95 %.
const WIDTH: f64 = 1.96;

/// The number of probes with solutions that makes the interval trustworthy.
const FEWEST_FOUND: u64 = 10;

impl Magnitude {
    /// The number 0.
    pub const ZERO: Magnitude = Magnitude { ln: f64::NEG_INFINITY };

    fn of(number: f64) -> Magnitude {
        Magnitude { ln: number.ln() }
    }

    /// Returns the logarithm to base 10; of 0, negative infinity.
    pub fn log10(self) -> f64 {
        self.ln * std::f64::consts::LOG10_E
    }

    /// Returns the number; infinity above some 1.8e308.
    pub fn value(self) -> f64 {
        self.ln.exp()
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ln < 1e6_f64.ln() {
            return write!(f, "{}", self.value().round());
        }
        let log = self.log10();
        let mut exponent = log.floor();
        let mut digits = format!("{:.3}", 10_f64.powf(log - exponent));
        if digits.len() > 5 {
            digits = "1.000".into();
            exponent += 1.0;
        }
        write!(f, "{digits}e{exponent}")
    }
}

impl Estimate {
    /// The estimate before anything is known.
    pub const UNKNOWN: Estimate = Estimate {
        mean: Magnitude::ZERO,
        low: Magnitude::ZERO,
        high: None,
        error: None,
        probes: 0,
        found: 0,
        is_exact: false,
    };

    /// Whether the interval is at most `part` of the estimate wide on either side.
    pub fn is_within(&self, part: f64) -> bool {
        self.is_exact || self.error.is_some_and(|error| (WIDTH * error).exp() - 1.0 <= part)
    }
}

impl Sample {
    /// The sample of a number that was counted.
    pub fn of_count(count: u64) -> Sample {
        let scale = if count == 0 { 0.0 } else { (count as f64).ln() };
        let one = if count == 0 { 0.0 } else { 1.0 };
        Sample { probes: 1, found: count.min(1), scale, sum: one, squares: one }
    }

    /// Adds a weight by its logarithm.
    pub fn add(&mut self, ln: f64) {
        self.probes += 1;
        if ln == f64::NEG_INFINITY {
            return;
        }
        if self.found == 0 {
            self.scale = ln;
        } else if ln > self.scale {
            let ratio = (self.scale - ln).exp();
            self.sum *= ratio;
            self.squares *= ratio * ratio;
            self.scale = ln;
        }
        self.found += 1;
        let part = (ln - self.scale).exp();
        self.sum += part;
        self.squares += part * part;
    }

    /// Returns the estimate of a number that is not below another. The interval is symmetric in the logarithm, since
    /// weights are skewed to the right.
    pub fn estimate(&self, least: u64, is_exact: bool) -> Estimate {
        let Sample { probes, found, scale, sum, squares } = *self;
        if found == 0 {
            let high = is_exact.then_some(Magnitude::ZERO);
            let low = Magnitude::of(least as f64);
            return Estimate { mean: low, low, high, error: None, probes, found, is_exact };
        }
        let count = probes as f64;
        let mean = sum / count;
        let ln = scale + mean.ln();
        let error = if is_exact {
            Some(0.0)
        } else if found < FEWEST_FOUND {
            None
        } else {
            let variance = (squares / count - mean * mean).max(0.0) / (count - 1.0);
            Some(variance.sqrt() / mean)
        };
        let aside = |errors: f64| error.map(|error| Magnitude { ln: ln + errors * error });
        let low = aside(-WIDTH).unwrap_or(Magnitude::ZERO);
        let seen = Magnitude::of(least.max(1) as f64);
        let low = if low < seen { seen } else { low };
        Estimate { mean: Magnitude { ln }, low, high: aside(WIDTH), error, probes, found, is_exact }
    }
}
