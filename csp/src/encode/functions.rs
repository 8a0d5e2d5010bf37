//! Expressions as sums of literals, and the functions in them.

use super::{Encoder, Language, Literal, Number, Refused, Sum};
use crate::model::expression::{Call, Expression, Function, Part, is_unwieldy};

/// Largest number of pairs of values for which a function is encoded pair by pair.
const MOST_PAIRS: usize = 1 << 14;

impl Encoder<'_> {
    /// Returns the sum of an objective, and literals that hold iff it is defined.
    pub(crate) fn objective(&mut self, objective: &Expression) -> Result<(Sum, Vec<Literal>), Refused> {
        if is_unwieldy(Part::Sum(objective)) { Err(Refused::TooLarge) } else { self.sum(objective) }
    }

    /// Returns an expression as a sum, and literals that hold iff its functions are defined.
    pub(super) fn sum(&mut self, expression: &Expression) -> Result<(Sum, Vec<Literal>), Refused> {
        self.needs(Language::Inequalities)?;
        let mut sum = Sum { constant: expression.constant, ..Sum::default() };
        let mut defined = Vec::new();
        self.always(|encoder| {
            for &(a, var) in &expression.variables {
                let number = encoder.number(var);
                encoder.add(&mut sum, a, number);
            }
            for (a, call) in &expression.calls {
                encoder.call(&mut sum, *a, call, &mut defined)?;
            }
            Ok(())
        })?;
        Ok((sum, defined))
    }

    /// Adds a multiple of a function to a sum.
    fn call(
        &mut self,
        sum: &mut Sum,
        a: i64,
        call: &Call,
        defined: &mut Vec<Literal>,
    ) -> Result<(), Refused> {
        let (function, arguments) = match call {
            Call::Truth(condition) => {
                let holds = self.reify(condition.formula())?;
                sum.add_literal(a, holds);
                return Ok(());
            }
            Call::Function { function, arguments, .. } => (&**function, arguments),
            Call::Sum(own) => {
                // Factors too large for 64 bits end at its limits, where the encoder refuses the sum.
                let (own, parts) = self.sum(own)?;
                defined.extend(parts);
                sum.constant = sum.constant.saturating_add(a.saturating_mul(own.constant));
                sum.terms.extend(own.terms.into_iter().map(|(b, literal)| (a.saturating_mul(b), literal)));
                return Ok(());
            }
        };
        let mut numbers = Vec::with_capacity(arguments.len());
        for argument in arguments {
            numbers.push(self.number_of(argument, defined)?);
        }
        // A count is a sum of literals: no auxiliary number is needed.
        let result = match function.name() {
            "count" => {
                for number in numbers {
                    for value in self.values(number) {
                        if function.value(&[value]) == Some(1) {
                            let is = self.is(number, value);
                            sum.add_literal(a, is);
                        }
                    }
                }
                return Ok(());
            }
            "number_of_values" => {
                for value in self.all_values(&numbers) {
                    let takers: Vec<Literal> = numbers.iter().map(|&number| self.is(number, value)).collect();
                    let is_taken = self.disjunction(&takers);
                    sum.add_literal(a, is_taken);
                }
                return Ok(());
            }
            "maximum" => self.extremum(&numbers, true)?,
            "minimum" => self.extremum(&numbers, false)?,
            "element" if numbers.len() > 1 => self.element(&numbers, defined)?,
            _ => self.function(function, &numbers, defined)?,
        };
        self.add(sum, a, result);
        Ok(())
    }

    /// Returns a number that is equal to an expression.
    fn number_of(&mut self, expression: &Expression, defined: &mut Vec<Literal>) -> Result<Number, Refused> {
        if let Some(term) = expression.as_term() {
            return Ok(self.number(term));
        }
        if let Some(constant) = expression.as_constant() {
            return Ok(Number::constant(constant));
        }
        let (sum, parts) = self.sum(expression)?;
        defined.extend(parts);
        let (low, high) = sum.range();
        let number = self.auxiliary_number(low..=high)?;
        let mut difference = sum;
        self.add(&mut difference, -1, number);
        self.sum_at_most(&difference, 0);
        self.sum_at_least(&difference, 0);
        Ok(number)
    }

    /// The largest of several numbers or, if not `largest`, the smallest.
    fn extremum(&mut self, numbers: &[Number], largest: bool) -> Result<Number, Refused> {
        // The largest number is at least the largest lower bound, the smallest at most the smallest upper bound.
        let bounds = numbers.iter().map(|&number| self.bounds(number));
        let (low, high) = if largest {
            (bounds.map(|(low, _)| low).max().ok_or(Refused::TooLarge)?, i64::MAX)
        } else {
            (i64::MIN, bounds.map(|(_, high)| high).min().ok_or(Refused::TooLarge)?)
        };
        let values = self.all_values(numbers).into_iter().filter(|value| (low..=high).contains(value));
        let result = self.auxiliary_number(values)?;
        for value in self.values(result) {
            // One of the numbers is at least the value iff the largest is; all are iff the smallest is.
            let least = self.at_least(result, value).if_wanted(largest);
            let part = |&part: &Number| self.at_least(part, value).if_wanted(largest);
            let parts: Vec<Literal> = numbers.iter().map(part).collect();
            parts.iter().for_each(|&part| self.clause([!part, least]));
            self.clause(parts.into_iter().chain([!least]));
        }
        Ok(result)
    }

    /// The first number is the index into the others.
    fn element(&mut self, numbers: &[Number], defined: &mut Vec<Literal>) -> Result<Number, Refused> {
        let (index, entries) = (numbers[0], &numbers[1..]);
        let places: Vec<Literal> = (0..entries.len()).map(|at| self.is(index, at as i64)).collect();
        defined.push(self.disjunction(&places));
        let result = self.auxiliary_number(self.all_values(entries))?;
        for (&here, &entry) in places.iter().zip(entries) {
            for value in self.all_values(&[entry, result]) {
                let (is, own) = (self.is(result, value), self.is(entry, value));
                self.clause([!here, !own, is]);
                self.clause([!here, own, !is]);
            }
        }
        Ok(result)
    }

    /// A function of one or two numbers, value by value.
    fn function(
        &mut self,
        function: &dyn Function,
        numbers: &[Number],
        defined: &mut Vec<Literal>,
    ) -> Result<Number, Refused> {
        let [x, y] = match *numbers {
            [x] => [x, Number::constant(0)],
            [x, y] => [x, y],
            _ => return Err(Refused::TooLarge),
        };
        let (of_x, of_y) = (self.values(x), self.values(y));
        if of_x.len().saturating_mul(of_y.len()) > MOST_PAIRS {
            return Err(Refused::TooLarge);
        }
        let mut cases = Vec::with_capacity(of_x.len() * of_y.len());
        for &a in &of_x {
            for &b in &of_y {
                let pair = [a, b];
                cases.push((pair, function.value(&pair[..numbers.len()])));
            }
        }
        let mut results: Vec<i64> = cases.iter().filter_map(|&(_, result)| result).collect();
        results.sort_unstable();
        results.dedup();
        if results.is_empty() {
            defined.push(Literal::FALSE);
            return Ok(Number::constant(0));
        }
        let is_defined =
            if cases.iter().all(|(_, result)| result.is_some()) { Literal::TRUE } else { self.fresh() };
        defined.push(is_defined);
        let result = self.auxiliary_number(results.iter().copied())?;
        let mut supports: Vec<Vec<Literal>> = vec![Vec::new(); results.len()];
        for ([a, b], value) in cases {
            let (is_a, is_b) = (self.is(x, a), self.is(y, b));
            let Some(value) = value else {
                self.clause([!is_a, !is_b, !is_defined]);
                continue;
            };
            self.clause([!is_a, !is_b, is_defined]);
            self.clause([!is_a, !is_b, self.is(result, value)]);
            let support = &mut supports[results.partition_point(|&other| other < value)];
            if !support.contains(&is_a) {
                support.push(is_a);
            }
        }
        // Redundant, so that unit propagation sees which values are left.
        if is_defined == Literal::TRUE {
            for (&value, support) in results.iter().zip(supports) {
                let is_not = !self.is(result, value);
                self.clause(support.into_iter().chain([is_not]));
            }
        }
        Ok(result)
    }
}
