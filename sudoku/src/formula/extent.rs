//! How large a number of a formula can get, and how much there is to it.
//!
//! Literals apart, no number may leave ±[`csp::MAX_VALUE`], whatever the cells hold: then coefficients, sums and
//! functions stay within what the engine's variables and its sums of 64 bits can take, and evaluation cannot
//! overflow. Where the intervals here are wider than need be, they are the engine's own.

use super::tree::Operation;
use crate::format::ParseError;
use crate::format::scan::Scanner;

/// The largest magnitude of a number that is computed.
const MOST: i64 = csp::MAX_VALUE as i64;

/// The largest literal. It may be compared with, whatever is computed from it has to be smaller.
pub(super) const MOST_LITERAL: u64 = 1 << 31;

/// The most numbers of a formula when all lists are written out.
const MOST_SIZE: usize = 1 << 16;

/// Where a number lies, and of how many it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    low: i64,
    high: i64,
    pub size: usize,
}

/// Whether there may be so much to a formula, or to what has been read of it.
pub(super) fn check_size(size: usize, at: &Scanner<'_>) -> Result<(), ParseError> {
    if size <= MOST_SIZE {
        return Ok(());
    }
    Err(at.error(format!("a formula of more than {MOST_SIZE} numbers, all lists written out")))
}

impl Extent {
    pub fn literal(number: i64) -> Extent {
        Extent { low: number, high: number, size: 1 }
    }

    /// What is no literal counts as at least from -1 to 1: so its coefficients count even if it can only be 0.
    fn new(low: i64, high: i64, size: usize) -> Extent {
        Extent { low: low.min(-1), high: high.max(1), size }
    }

    /// A cell's.
    pub fn cell((low, high): (i64, i64)) -> Extent {
        Extent::new(low, high, 1)
    }

    /// As it is, if something may be computed from such a number.
    pub fn within(self, at: &Scanner<'_>) -> Result<Extent, ParseError> {
        check_size(self.size, at)?;
        let Extent { low, high, .. } = self;
        if low >= -MOST && high <= MOST {
            return Ok(self);
        }
        let end = if high > MOST { high } else { low };
        let what = if low == high { format!("{end} is too large") } else { format!("this can be {end}") };
        Err(at.error(format!("{what}: numbers in formulas lie within ±{MOST}")))
    }

    fn magnitude(self) -> i64 {
        self.low.abs().max(self.high.abs())
    }

    pub fn negative(self) -> Extent {
        Extent::new(-self.high, -self.low, self.size)
    }

    pub fn plus(self, other: Extent) -> Extent {
        Extent::new(self.low + other.low, self.high + other.high, self.size + other.size)
    }

    /// Of a product, quotient or remainder.
    pub fn combined(self, operation: Operation, other: Extent) -> Extent {
        let most = self.magnitude();
        let (low, high) = match operation {
            Operation::Times => {
                let corners = [
                    self.low * other.low,
                    self.low * other.high,
                    self.high * other.low,
                    self.high * other.high,
                ];
                let ends = (corners.iter().min(), corners.iter().max());
                (*ends.0.expect("four"), *ends.1.expect("four"))
            }
            Operation::Over => (-most, most),
            Operation::Modulo => {
                let most = most.min(other.magnitude());
                (-most, most)
            }
        };
        // Where it is denied, the engine says by itself that the divisor is 0.
        let times = if matches!(operation, Operation::Times) { 1 } else { 2 };
        Extent::new(low, high, self.size + times * other.size)
    }

    pub fn absolute(self) -> Extent {
        Extent::new(0, self.magnitude(), self.size)
    }

    /// Of the least or the greatest of some numbers.
    pub fn either(self, other: Extent) -> Extent {
        Extent::new(self.low.min(other.low), self.high.max(other.high), self.size + other.size)
    }

    /// Of the sum of so many of these.
    pub fn times(self, count: usize) -> Extent {
        Extent::new(self.low * count as i64, self.high * count as i64, self.size * count)
    }

    /// Of one of so many of these.
    pub fn among(self, count: usize) -> Extent {
        Extent { size: self.size * count, ..self }
    }

    /// Of how many of so many cells are different.
    pub fn distinct(cells: usize) -> Extent {
        Extent::new(0, cells as i64, cells)
    }

    /// Of how many of so many cells have this number. The engine says for each cell when it has the number and when
    /// it has not, and both speak of all that the number is made of.
    pub fn count(self, cells: usize) -> Extent {
        let is_literal = self.low == self.high;
        let each = if is_literal { 1 } else { 2 * (self.size + 1) };
        Extent::new(0, cells as i64, cells.saturating_mul(each))
    }
}
