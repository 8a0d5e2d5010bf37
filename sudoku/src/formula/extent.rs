//! Bounds of the numbers in a formula, and its size.
//!
//! Except for literals, no number may leave ±[`csp::limits::MAX_VALUE`], whatever the values of the cells. Then coefficients,
//! sums and functions fit into the engine's variables and its 64-bit sums, and evaluation cannot overflow. Where the
//! intervals here are wider than necessary, they match those of the engine.

use super::tree::Operation;
use crate::text::ParseError;
use crate::text::scan::Scanner;

/// The greatest magnitude of a computed number.
const MOST: i64 = csp::limits::MAX_VALUE as i64;

/// The largest literal. It may be compared with other numbers, but everything computed from it must be smaller.
pub(super) const MOST_LITERAL: u64 = 1 << 31;

/// The greatest size of a formula, with all lists written out.
const MOST_SIZE: usize = 1 << 16;

/// The interval of a number, and its size: how many numbers it consists of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    low: i64,
    high: i64,
    pub size: usize,
}

/// Checks the size of a formula or a part of it.
pub(super) fn check_size(size: usize, at: &Scanner<'_>) -> Result<(), ParseError> {
    if size <= MOST_SIZE {
        return Ok(());
    }
    Err(at.error(format!("a formula of more than {MOST_SIZE} numbers, all lists written out")))
}

/// Count of the numbers in all comparisons of a formula, all lists written out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size(usize);

impl Size {
    pub fn numbers(self) -> usize {
        self.0
    }

    /// Counts the numbers of a comparison or a list.
    pub fn grow(&mut self, at: &Scanner<'_>, size: usize) -> Result<(), ParseError> {
        self.0 = self.0.saturating_add(size);
        check_size(self.0, at)
    }
}

impl Extent {
    pub fn literal(number: i64) -> Extent {
        Extent { low: number, high: number, size: 1 }
    }

    /// An interval of a computed number contains at least -1 to 1, so that coefficients count even if the number can
    /// only be 0.
    fn new(low: i64, high: i64, size: usize) -> Extent {
        Extent { low: low.min(-1), high: high.max(1), size }
    }

    /// The extent of a cell.
    pub fn cell((low, high): (i64, i64)) -> Extent {
        Extent::new(low, high, 1)
    }

    /// Checks that computations may use a number of this extent, and returns it.
    pub fn within(self, at: &Scanner<'_>) -> Result<Extent, ParseError> {
        check_size(self.size, at)?;
        let Extent { low, high, .. } = self;
        if low >= -MOST && high <= MOST {
            return Ok(self);
        }
        let end = if high > MOST { high } else { low };
        let what =
            if low == high { format!("{end} is too large") } else { format!("its value can be {end}") };
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

    /// The extent of a product, quotient or remainder.
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
                (*ends.0.expect("four corners"), *ends.1.expect("four corners"))
            }
            Operation::Over => (-most, most),
            Operation::Modulo => {
                let most = most.min(other.magnitude());
                (-most, most)
            }
        };
        // The divisor counts twice: in a negation the engine also states that it is 0.
        let times = if matches!(operation, Operation::Times) { 1 } else { 2 };
        Extent::new(low, high, self.size + times * other.size)
    }

    pub fn absolute(self) -> Extent {
        Extent::new(0, self.magnitude(), self.size)
    }

    /// The extent of the minimum or maximum of two numbers.
    pub fn either(self, other: Extent) -> Extent {
        Extent::new(self.low.min(other.low), self.high.max(other.high), self.size + other.size)
    }

    /// The extent of the sum of `count` such numbers.
    pub fn times(self, count: usize) -> Extent {
        Extent::new(self.low * count as i64, self.high * count as i64, self.size * count)
    }

    /// The extent of the minimum or maximum of `count` such numbers.
    pub fn among(self, count: usize) -> Extent {
        Extent { size: self.size * count, ..self }
    }

    /// The extent of the number of distinct values of `cells` cells.
    pub fn distinct(cells: usize) -> Extent {
        Extent::new(0, cells as i64, cells)
    }

    /// The extent of the number of cells with this number. The engine states for each cell both when it has the
    /// number and when it has not, and both statements contain all of the number.
    pub fn count(self, cells: usize) -> Extent {
        let is_literal = self.low == self.high;
        let each = if is_literal { 1 } else { 2 * (self.size + 1) };
        Extent::new(0, cells as i64, cells.saturating_mul(each))
    }
}
