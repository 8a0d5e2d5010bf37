//! Evaluation of a formula on given numbers, independent of the engine.

use super::tree::{CellRef, Claim, Extreme, Formula, Function, Number, Operation, Sign};

impl Formula {
    /// Whether the formula holds. `value_of` gives the numbers of cells, and `bound` the cells for which the names
    /// stand.
    pub fn holds(&self, value_of: &dyn Fn(u16) -> i64, bound: &[u16]) -> bool {
        self.claim.holds(&|cell_ref| value_of(cell_ref.cell(bound)))
    }
}

type Values<'a> = &'a dyn Fn(CellRef) -> i64;

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
            Claim::AllDifferent(refs) => distinct(refs, of) == refs.len(),
        }
    }
}

impl Number {
    fn value(&self, of: Values<'_>) -> Option<i64> {
        match self {
            Number::Constant(number) | Number::Symbol(_, number) => Some(*number),
            Number::Cell(cell_ref) => Some(of(*cell_ref)),
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
            Number::Of(Function::Sum, refs) => {
                refs.iter().try_fold(0_i64, |sum, &cell_ref| sum.checked_add(of(cell_ref)))
            }
            Number::Of(Function::Distinct, refs) => Some(distinct(refs, of) as i64),
            Number::Of(Function::Extreme(extreme), refs) => {
                extreme.of(refs.iter().map(|&cell_ref| of(cell_ref)))
            }
            Number::Count(refs, number) => {
                let number = number.value(of);
                Some(refs.iter().filter(|&&cell_ref| Some(of(cell_ref)) == number).count() as i64)
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
fn distinct(refs: &[CellRef], of: Values<'_>) -> usize {
    let mut values: Vec<i64> = refs.iter().map(|&cell_ref| of(cell_ref)).collect();
    values.sort_unstable();
    values.dedup();
    values.len()
}
