//! Expressions as data, with their meaning.

use csp::constraints::{absolute_difference, number_of_values, product, quotient, remainder};
use csp::{Expression, Var, count, element, maximum, minimum, sum, weighted_sum};
use testkit::Bytes;

use crate::statement::Statement;

/// Expression.
#[derive(Clone, Debug)]
pub enum Number {
    Var(usize, i32),
    Constant(i32),
    Sum(Vec<Number>),
    Weighted(Vec<(i32, Number)>),
    Difference(Box<[Number; 2]>),
    Times(i32, Box<Number>),
    Negative(Box<Number>),
    Product(Box<[Number; 2]>),
    Quotient(Box<[Number; 2]>),
    Remainder(Box<[Number; 2]>),
    Distance(Box<[Number; 2]>),
    Abs(Box<Number>),
    Maximum(Vec<Number>),
    Minimum(Vec<Number>),
    Element(Vec<Number>, Box<Number>),
    Table(Vec<i32>, Box<Number>),
    Count(Vec<Number>, Vec<i32>),
    Values(Vec<Number>),
    Truth(Box<Statement>),
    Choose(Box<Statement>, Box<[Number; 2]>),
}

impl Number {
    /// Returns an expression over `vars` variables with at most `depth` nested functions.
    pub fn any(bytes: &mut Bytes<'_>, vars: usize, depth: usize) -> Number {
        let part = |bytes: &mut Bytes<'_>| Number::any(bytes, vars, depth.saturating_sub(1));
        let two = |bytes: &mut Bytes<'_>| Box::new([part(bytes), part(bytes)]);
        match bytes.below(if depth == 0 { 4 } else { 22 }) {
            0 | 1 => Number::Var(bytes.below(vars), 0),
            2 => Number::Var(bytes.below(vars), bytes.between(-2, 2)),
            3 => Number::Constant(bytes.between(-3, 6)),
            4 => Number::Sum(bytes.list(0, 4, part)),
            5 => Number::Weighted(bytes.list(0, 4, |bytes| (bytes.between(-3, 3), part(bytes)))),
            6 => Number::Difference(two(bytes)),
            7 => Number::Times(bytes.between(-3, 3), Box::new(part(bytes))),
            8 => Number::Negative(Box::new(part(bytes))),
            9 => Number::Product(two(bytes)),
            10 => Number::Quotient(two(bytes)),
            11 => Number::Remainder(two(bytes)),
            12 => Number::Distance(two(bytes)),
            13 => Number::Abs(Box::new(part(bytes))),
            14 => Number::Maximum(bytes.list(0, 3, part)),
            15 => Number::Minimum(bytes.list(0, 3, part)),
            16 => Number::Element(bytes.list(0, 4, part), Box::new(part(bytes))),
            17 => Number::Table(bytes.list(0, 5, |bytes| bytes.between(-2, 4)), Box::new(part(bytes))),
            18 => Number::Count(bytes.list(0, 4, part), bytes.list(1, 3, |bytes| bytes.between(-1, 3))),
            19 => Number::Values(bytes.list(0, 4, part)),
            20 => Number::Truth(Box::new(Statement::any(bytes, vars, depth - 1))),
            _ => Number::Choose(Box::new(Statement::any(bytes, vars, depth - 1)), two(bytes)),
        }
    }

    /// Returns the value; `None` if a part is undefined.
    pub fn value(&self, x: &[i32]) -> Option<i64> {
        let all = |parts: &[Number]| -> Option<Vec<i64>> { parts.iter().map(|part| part.value(x)).collect() };
        let both = |parts: &[Number; 2]| Some((parts[0].value(x)?, parts[1].value(x)?));
        let distinct = |mut values: Vec<i64>| {
            values.sort_unstable();
            values.dedup();
            values.len() as i64
        };
        let at = |index: &Number| index.value(x).and_then(|index| usize::try_from(index).ok());
        Some(match self {
            Number::Var(var, offset) => i64::from(x[*var]) + i64::from(*offset),
            Number::Constant(value) => (*value).into(),
            Number::Sum(parts) => all(parts)?.iter().sum(),
            Number::Weighted(parts) => {
                let terms: Option<Vec<i64>> =
                    parts.iter().map(|(weight, part)| Some(i64::from(*weight) * part.value(x)?)).collect();
                terms?.iter().sum()
            }
            Number::Difference(parts) => both(parts).map(|(a, b)| a - b)?,
            Number::Times(factor, part) => i64::from(*factor) * part.value(x)?,
            Number::Negative(part) => -part.value(x)?,
            Number::Product(parts) => both(parts).map(|(a, b)| a * b)?,
            Number::Quotient(parts) => both(parts).filter(|&(_, b)| b != 0).map(|(a, b)| a / b)?,
            Number::Remainder(parts) => both(parts).filter(|&(_, b)| b != 0).map(|(a, b)| a % b)?,
            Number::Distance(parts) => both(parts).map(|(a, b)| (a - b).abs())?,
            Number::Abs(part) => part.value(x)?.abs(),
            Number::Maximum(parts) => all(parts)?.into_iter().max()?,
            Number::Minimum(parts) => all(parts)?.into_iter().min()?,
            Number::Element(array, index) => {
                let array = all(array)?;
                at(index).and_then(|index| array.get(index).copied())?
            }
            Number::Table(array, index) => at(index).and_then(|index| array.get(index).copied())?.into(),
            Number::Count(parts, set) => {
                let is_in = |value: &&i64| set.iter().any(|&member| i64::from(member) == **value);
                all(parts)?.iter().filter(is_in).count() as i64
            }
            Number::Values(parts) => distinct(all(parts)?),
            Number::Truth(statement) => statement.holds(x).into(),
            Number::Choose(statement, parts) => {
                let (then, otherwise) = both(parts)?;
                if statement.holds(x) { then } else { otherwise }
            }
        })
    }

    /// Returns the crate's expression.
    pub fn build(&self, x: &[Var]) -> Expression {
        let all = |parts: &[Number]| -> Vec<Expression> { parts.iter().map(|part| part.build(x)).collect() };
        let first = |parts: &[Number; 2]| parts[0].build(x);
        let second = |parts: &[Number; 2]| parts[1].build(x);
        match self {
            Number::Var(var, 0) => x[*var].into(),
            Number::Var(var, offset) => (x[*var] + *offset).into(),
            Number::Constant(value) => (*value).into(),
            Number::Sum(parts) => sum(all(parts)),
            Number::Weighted(parts) => {
                weighted_sum(parts.iter().map(|(weight, part)| (*weight, part.build(x))))
            }
            Number::Difference(parts) => first(parts) - second(parts),
            Number::Times(factor, part) => part.build(x) * *factor,
            Number::Negative(part) => -part.build(x),
            Number::Product(parts) => product(first(parts), second(parts)),
            Number::Quotient(parts) => quotient(first(parts), second(parts)),
            Number::Remainder(parts) => remainder(first(parts), second(parts)),
            Number::Distance(parts) => absolute_difference(first(parts), second(parts)),
            Number::Abs(part) => part.build(x).abs(),
            Number::Maximum(parts) => maximum(all(parts)),
            Number::Minimum(parts) => minimum(all(parts)),
            Number::Element(array, index) => element(all(array), index.build(x)),
            Number::Table(array, index) => element(array.iter().copied(), index.build(x)),
            Number::Count(parts, set) => count(all(parts), &set[..]),
            Number::Values(parts) => number_of_values(all(parts)),
            Number::Truth(statement) => statement.build(x).into(),
            Number::Choose(statement, parts) => statement.build(x).choose(first(parts), second(parts)),
        }
    }
}
