//! Evaluation of a formula on given numbers, independent of the engine.

use super::tree::{Claim, Extreme, Formula, Function, Number, Operation, Place, Sign};

impl Formula {
    /// Whether the formula holds. `value_of` gives the numbers of cells, and `bound` the cells for which the names
    /// stand.
    pub fn holds(&self, value_of: &dyn Fn(u16) -> i64, bound: &[u16]) -> bool {
        self.claim.holds(&|place| value_of(place.cell(bound)))
    }
}

type Values<'a> = &'a dyn Fn(Place) -> i64;

impl Claim {
    fn holds(&self, of: Values<'_>) -> bool {
        match self {
            Claim::Implies(parts) => {
                let (last, reasons) = parts.split_last().expect("there are parts");
                last.holds(of) || !reasons.iter().all(|reason| reason.holds(of))
            }
            Claim::Any(parts) => parts.iter().any(|part| part.holds(of)),
            Claim::All(parts) => parts.iter().all(|part| part.holds(of)),
            Claim::Not(part) => !part.holds(of),
            Claim::Compare(first, rest) => {
                let mut left = first.value(of);
                rest.iter().all(|(relation, number)| {
                    let right = number.value(of);
                    let both = left.zip(right);
                    left = right;
                    both.is_some_and(|(left, right)| relation.holds(left, right))
                })
            }
            Claim::AllDifferent(places) => distinct(places, of) == places.len(),
        }
    }
}

impl Number {
    fn value(&self, of: Values<'_>) -> Option<i64> {
        match self {
            Number::Constant(number) | Number::Symbol(_, number) => Some(*number),
            Number::Place(place) => Some(of(*place)),
            Number::Negative(number) => number.value(of)?.checked_neg(),
            Number::Sum(terms) => terms.iter().try_fold(0_i64, |sum, (sign, term)| match sign {
                Sign::Plus => sum.checked_add(term.value(of)?),
                Sign::Minus => sum.checked_sub(term.value(of)?),
            }),
            Number::Product(factors) => factors.iter().try_fold(1_i64, |product, (operation, factor)| {
                let factor = factor.value(of)?;
                match operation {
                    Operation::Times => product.checked_mul(factor),
                    Operation::Over => product.checked_div(factor),
                    Operation::Modulo => product.checked_rem(factor),
                }
            }),
            Number::Absolute(number) => number.value(of)?.checked_abs(),
            Number::Extreme(extreme, numbers) => {
                let values: Option<Vec<i64>> = numbers.iter().map(|number| number.value(of)).collect();
                extreme.of(values?.into_iter())
            }
            Number::Of(Function::Sum, places) => {
                places.iter().try_fold(0_i64, |sum, &place| sum.checked_add(of(place)))
            }
            Number::Of(Function::Distinct, places) => Some(distinct(places, of) as i64),
            Number::Of(Function::Extreme(extreme), places) => {
                extreme.of(places.iter().map(|&place| of(place)))
            }
            Number::Count(places, number) => {
                let number = number.value(of);
                Some(places.iter().filter(|&&place| Some(of(place)) == number).count() as i64)
            }
        }
    }
}

impl Extreme {
    fn of(self, values: impl Iterator<Item = i64>) -> Option<i64> {
        match self {
            Extreme::Least => values.min(),
            Extreme::Greatest => values.max(),
        }
    }
}

/// The number of distinct values.
fn distinct(places: &[Place], of: Values<'_>) -> usize {
    let mut values: Vec<i64> = places.iter().map(|&place| of(place)).collect();
    values.sort_unstable();
    values.dedup();
    values.len()
}
