//! Translation of a formula into an equivalent condition of the engine.

use csp::constraints::{number_of_values, product, quotient, remainder};
use csp::{Condition, Expression, Var, all, all_different, any, count, holds, maximum, minimum, sum};

use super::tree::{CellRef, Claim, Extreme, Formula, Function, Number, Operation, Relation, Sign};

impl Formula {
    /// Returns the formula as a condition. `var_of` gives the variables of cells, whose values are the printed
    /// numbers, and `bound` the cells for which the names stand.
    pub fn condition(&self, var_of: &dyn Fn(u16) -> Var, bound: &[u16]) -> Condition {
        self.claim.condition(&|cell_ref| var_of(cell_ref.cell(bound)))
    }
}

type Variables<'a> = &'a dyn Fn(CellRef) -> Var;

impl Claim {
    fn condition(&self, of: Variables<'_>) -> Condition {
        let conditions =
            |parts: &[Claim]| -> Vec<Condition> { parts.iter().map(|part| part.condition(of)).collect() };
        match self {
            Claim::Implies(parts) => {
                let mut parts = conditions(parts);
                let last = parts.pop().expect("there are parts");
                any(parts.into_iter().map(|reason| !reason).chain([last]))
            }
            Claim::Any(parts) => any(conditions(parts)),
            Claim::All(parts) => all(conditions(parts)),
            Claim::Not(part) => !part.condition(of),
            Claim::Compare(first, rest) => {
                let lefts = std::iter::once(first).chain(rest.iter().map(|(_, number)| number));
                let mut pairs = lefts.zip(rest).map(|(left, (relation, right))| {
                    relation.between(left.expression(of), right.expression(of))
                });
                match rest.len() {
                    1 => pairs.next().expect("one comparison"),
                    _ => all(pairs),
                }
            }
            Claim::AllDifferent(refs) => holds(all_different(refs.iter().map(|&cell_ref| of(cell_ref)))),
        }
    }
}

impl Relation {
    fn between(self, left: Expression, right: Expression) -> Condition {
        match self {
            Relation::Equal => left.eq(right),
            Relation::Different => left.ne(right),
            Relation::Less => left.lt(right),
            Relation::AtMost => left.le(right),
            Relation::Greater => left.gt(right),
            Relation::AtLeast => left.ge(right),
        }
    }
}

impl Number {
    fn expression(&self, of: Variables<'_>) -> Expression {
        match self {
            Number::Constant(number) | Number::Symbol(_, number) => (*number).into(),
            Number::Cell(cell_ref) => of(*cell_ref).into(),
            Number::Negative(number) => -number.expression(of),
            Number::Sum(terms) => sum(terms.iter().map(|(sign, term)| match sign {
                Sign::Plus => term.expression(of),
                Sign::Minus => -term.expression(of),
            })),
            Number::Product(factors) => multiply(factors, of),
            Number::Absolute(number) => number.expression(of).abs(),
            Number::Extreme(extreme, numbers) => {
                extreme.expression(numbers.iter().map(|number| number.expression(of)))
            }
            Number::Of(function, refs) => {
                let variables = refs.iter().map(|&cell_ref| of(cell_ref));
                match function {
                    Function::Sum => sum(variables),
                    Function::Distinct => number_of_values(variables),
                    Function::Extreme(extreme) => extreme.expression(variables),
                }
            }
            Number::Count(refs, number) => {
                let variables = refs.iter().map(|&cell_ref| of(cell_ref));
                match number.constant().and_then(|number| i32::try_from(number).ok()) {
                    Some(number) => count(variables, number),
                    None => {
                        let number = number.expression(of);
                        sum(variables.map(|variable| variable.eq(number.clone())))
                    }
                }
            }
        }
    }

    /// The value of a literal; `None` for all other numbers.
    fn constant(&self) -> Option<i64> {
        match self {
            Number::Constant(number) | Number::Symbol(_, number) => Some(*number),
            Number::Negative(number) => number.constant().map(|number| -number),
            _ => None,
        }
    }
}

impl Extreme {
    fn expression<T: Into<Expression>>(self, operands: impl Iterator<Item = T>) -> Expression {
        match self {
            Extreme::Least => minimum(operands),
            Extreme::Greatest => maximum(operands),
        }
    }
}

/// Declares a product. Constant factors become coefficients of a sum, which the engine filters better than a product.
fn multiply(factors: &[(Operation, Number)], of: Variables<'_>) -> Expression {
    let mut constant = Some(1);
    let mut result = Expression::from(1);
    for (operation, factor) in factors {
        let number = factor.constant();
        result = match (operation, constant, number) {
            (Operation::Times, _, Some(number)) => result * number,
            (Operation::Times, Some(constant), None) => factor.expression(of) * constant,
            (Operation::Times, None, None) => product(result, factor.expression(of)),
            (Operation::Over, ..) => quotient(result, factor.expression(of)),
            (Operation::Modulo, ..) => remainder(result, factor.expression(of)),
        };
        constant = match operation {
            Operation::Times => constant.zip(number).map(|(constant, number)| constant * number),
            Operation::Over | Operation::Modulo => None,
        };
    }
    result
}
