//! Numbers and sums of them, in literals.

use super::formula::Name;
use super::{Encoder, KnownEquation, Language, Literal, Refused};

/// Largest number of values of a number.
pub(super) const MOST_VALUES: usize = 1 << 13;

/// The values of a number and their literals.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    name: u32,
    /// Ascending.
    pub values: Vec<i64>,
    /// For each value, the literal that the number is this value.
    pub is: Vec<Literal>,
    /// For each value except the first, the literal that the number is at least this value. Empty until the first use.
    order: Vec<Literal>,
    /// The clause that one of the values is taken.
    pub some: usize,
    /// For each value except the first and the last, the clause that "at least this value" implies "this value" or "at
    /// least the next value".
    pub steps: Vec<usize>,
}

/// A variable in an [`Encoder`], perhaps with an offset, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number {
    /// `u32::MAX` for a constant.
    domain: u32,
    offset: i64,
}

impl Number {
    /// Returns the number with a domain.
    pub(crate) fn of_domain(index: usize) -> Number {
        Number { domain: index as u32, offset: 0 }
    }

    /// Returns a constant.
    pub fn constant(value: i64) -> Number {
        Number { domain: u32::MAX, offset: value }
    }

    /// Adds a constant.
    pub fn plus(self, offset: i64) -> Number {
        Number { offset: self.offset + offset, ..self }
    }

    pub(crate) fn offset(self) -> i64 {
        self.offset
    }

    pub(crate) fn domain(self) -> Option<usize> {
        (self.domain != u32::MAX).then_some(self.domain as usize)
    }
}

impl Domain {
    /// Returns the domain of these values with their literals.
    pub fn new(values: Vec<i64>, is: Vec<Literal>) -> Domain {
        Domain { name: 0, values, is, order: Vec::new(), some: 0, steps: Vec::new() }
    }
}

/// Σ a·literal + constant.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    pub(crate) terms: Vec<(i64, Literal)>,
    pub(crate) constant: i64,
}

impl Sum {
    /// Adds a multiple of a literal, as 0 or 1.
    pub fn add_literal(&mut self, a: i64, literal: Literal) {
        match literal.constant() {
            Some(holds) => self.constant += a * i64::from(holds),
            None => self.terms.push((a, literal)),
        }
    }

    /// Returns the smallest and the largest value, as if the literals were independent, except that the order literals
    /// of a number are counted together.
    pub(crate) fn range(&self) -> (i64, i64) {
        self.terms.iter().fold((self.constant, self.constant), |(low, high), &(a, _)| {
            (low.saturating_add(a.min(0)), high.saturating_add(a.max(0)))
        })
    }
}

impl Encoder<'_> {
    pub(super) fn add_domain(&mut self, name: String, values: Vec<i64>) -> Number {
        let number = self.domains.len();
        self.formula.numbers.push(name);
        let name = number as u32;
        let is: Vec<Literal> =
            values.iter().map(|&value| self.formula.add_atom(Name::Is(name, value))).collect();
        let some = self.formula.constraints.len();
        self.always(|encoder| encoder.exactly_one(&is));
        self.domains.push(Domain { name, some, ..Domain::new(values, is) });
        Number::of_domain(number)
    }

    /// Returns a new number with these values. Needs [`Language::Clauses`]. Fails if there are none, or too many.
    pub fn auxiliary_number(&mut self, values: impl IntoIterator<Item = i64>) -> Result<Number, Refused> {
        self.needs(Language::Clauses)?;
        let mut values: Vec<i64> = values.into_iter().take(MOST_VALUES + 1).collect();
        if values.is_empty() || values.len() > MOST_VALUES {
            return Err(Refused::TooLarge);
        }
        values.sort_unstable();
        values.dedup();
        if let [only] = values[..] {
            return Ok(Number::constant(only));
        }
        let name = format!("n{}", self.domains.len());
        Ok(self.add_domain(name, values))
    }

    /// Returns the values of a number, ascending.
    pub fn values(&self, number: Number) -> Vec<i64> {
        match number.domain() {
            None => vec![number.offset],
            Some(domain) => self.domains[domain].values.iter().map(|value| value + number.offset).collect(),
        }
    }

    /// Returns the smallest and the largest value of a number.
    pub fn bounds(&self, number: Number) -> (i64, i64) {
        match number.domain() {
            None => (number.offset, number.offset),
            Some(domain) => {
                let values = &self.domains[domain].values;
                (values[0] + number.offset, values[values.len() - 1] + number.offset)
            }
        }
    }

    /// Returns all values that some of the numbers have, ascending.
    pub fn all_values(&self, numbers: &[Number]) -> Vec<i64> {
        let mut values: Vec<i64> = numbers.iter().flat_map(|&number| self.values(number)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns the literal that a number is a value.
    pub fn is(&self, number: Number, value: i64) -> Literal {
        let Some(domain) = number.domain() else {
            return if value == number.offset { Literal::TRUE } else { Literal::FALSE };
        };
        let domain = &self.domains[domain];
        match domain.values.binary_search(&(value - number.offset)) {
            Ok(at) => domain.is[at],
            Err(_) => Literal::FALSE,
        }
    }

    /// Returns the literal that a number is at least a value.
    pub fn at_least(&mut self, number: Number, value: i64) -> Literal {
        let (low, high) = self.bounds(number);
        if value <= low {
            return Literal::TRUE;
        }
        if value > high {
            return Literal::FALSE;
        }
        let index = number.domain().expect("a constant has one bound");
        self.order(index);
        let domain = &self.domains[index];
        let at = domain.values.partition_point(|&own| own < value - number.offset);
        domain.order[at - 1]
    }

    /// Returns the literal that a number is at least a value, if the formula has it already.
    pub(crate) fn known_at_least(&self, number: Number, value: i64) -> Option<Literal> {
        let (low, high) = self.bounds(number);
        if value <= low {
            return Some(Literal::TRUE);
        }
        if value > high {
            return Some(Literal::FALSE);
        }
        let domain = &self.domains[number.domain()?];
        let at = domain.values.partition_point(|&own| own < value - number.offset);
        domain.order.get(at - 1).copied()
    }

    /// Returns the order literals of a domain: at least the second value, at least the third …
    fn order(&mut self, index: usize) -> Vec<Literal> {
        let Domain { name, values, is, order, .. } = &self.domains[index];
        if !order.is_empty() || values.len() < 2 {
            return order.clone();
        }
        let (name, values, is) = (*name, values.clone(), is.clone());
        let last = values.len() - 1;
        let order: Vec<Literal> = (1..=last)
            .map(|at| match at {
                _ if at == last => is[last],
                1 => !is[0],
                _ if self.language() == Language::Values => self.fresh(),
                _ => self.formula.add_atom(Name::AtLeast(name, values[at])),
            })
            .collect();
        let mut steps = Vec::new();
        self.always(|encoder| {
            for at in 1..last {
                // "At least this value" is equivalent to "this value" or "at least the next value".
                let (least, more, here) = (order[at - 1], order[at], is[at]);
                if at == 1 && last == 2 {
                    continue;
                }
                steps.push(encoder.formula.constraints.len());
                encoder.clause([!least, here, more]);
                if encoder.language() != Language::Inequalities {
                    encoder.clause([least, !here]);
                    encoder.clause([least, !more]);
                    encoder.clause([!here, !more]);
                } else {
                    encoder.sum_of_literals([(1, least), (-1, here), (-1, more)], 0);
                }
            }
        });
        self.domains[index].order = order.clone();
        self.domains[index].steps = steps;
        order
    }

    /// Adds a multiple of a number to a sum.
    pub fn add(&mut self, sum: &mut Sum, a: i64, number: Number) {
        let (low, _) = self.bounds(number);
        sum.constant = sum.constant.saturating_add(a.saturating_mul(low));
        let Some(index) = number.domain() else { return };
        let order = self.order(index);
        let values = &self.domains[index].values;
        let steps = values.windows(2).zip(&order);
        let terms = steps.map(|(pair, &literal)| (a.saturating_mul(pair[1] - pair[0]), literal));
        sum.terms.extend(terms);
    }

    /// Encodes that a sum is at most a bound. Needs [`Language::Inequalities`].
    pub fn sum_at_most(&mut self, sum: &Sum, bound: i64) {
        let terms: Vec<(i64, Literal)> = sum.terms.iter().map(|&(a, literal)| (-a, literal)).collect();
        self.sum_of_literals(terms, sum.constant - bound);
    }

    /// Encodes that a sum is at least a bound. Needs [`Language::Inequalities`].
    pub fn sum_at_least(&mut self, sum: &Sum, bound: i64) {
        self.sum_of_literals(sum.terms.iter().copied(), bound - sum.constant);
    }

    /// Encodes Σ a·number = total. Needs [`Language::Inequalities`].
    pub fn equation(&mut self, terms: &[(i64, Number)], total: i64) {
        let mut sum = Sum::default();
        terms.iter().for_each(|&(a, number)| self.add(&mut sum, a, number));
        let at = self.formula.constraints.len();
        self.sum_at_most(&sum, total);
        let middle = self.formula.constraints.len();
        self.sum_at_least(&sum, total);
        let is_whole = middle == at + 1 && self.formula.constraints.len() == at + 2;
        if is_whole && !self.is_conditional() {
            self.equations.push(KnownEquation { terms: terms.to_vec(), rows: [at, middle] });
        }
    }

    /// Encodes that one number is less than another or, if not `strict`, at most the other.
    pub fn less(&mut self, [a, b]: [Number; 2], strict: bool) {
        let more = i64::from(strict);
        for value in self.values(a) {
            let literals = [!self.at_least(a, value), self.at_least(b, value + more)];
            self.clause(literals);
        }
    }
}
