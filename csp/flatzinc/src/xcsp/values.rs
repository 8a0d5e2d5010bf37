//! Constraints on which values are taken, and how often.

use csp::constraints::{Quota, cardinality, number_of_values};
use csp::{Condition, Expression, Term, all, any, holds, sum};

use super::Reader;
use super::constraints::{Answer, columns, few};
use super::element::Element;
use super::list::same_length;
use super::tree::{Relation, Value, truth};
use super::words::{is_number, range, tokens};
use crate::build::small;
use crate::syntax::Fault;

/// Most values that are listed for a constraint.
const MOST_VALUES: usize = 1 << 20;

impl Reader<'_> {
    /// All values are the same, but for those that are left out of account.
    pub fn all_equal(&mut self, element: &Element<'_>) -> Answer {
        let lists = element.all("list");
        if let Some(except) = element.child("except") {
            let (list, except) = (self.list_of(element)?, self.numbers(&except)?);
            return Ok(self.taken(list, &except)?.le(1));
        }
        if lists.len() < 2 {
            let list = self.list_of(element)?;
            return Ok(all(list.windows(2).map(|pair| Relation::Equal.of_values(&pair[0], &pair[1]))));
        }
        let lists: Vec<Vec<Value>> = lists.iter().map(|list| self.list(list)).collect::<Result<_, _>>()?;
        let mut equal = Vec::new();
        for pair in lists.windows(2) {
            same_length(pair[0].len(), pair[1].len(), "in the next list")?;
            equal.extend(pair[0].iter().zip(&pair[1]).map(|(x, y)| Relation::Equal.of_values(x, y)));
        }
        Ok(all(equal))
    }

    pub fn all_different(&mut self, element: &Element<'_>) -> Answer {
        let except = match element.child("except") {
            Some(except) => Some(self.numbers(&except)?),
            None => None,
        };
        if let Some(matrix) = element.child("matrix") {
            let rows = self.matrix(&matrix)?;
            let lines = rows.iter().cloned().chain(columns(&rows)).collect::<Vec<_>>();
            let lines: Result<Vec<Condition>, Fault> =
                lines.into_iter().map(|line| self.different(line, except.as_deref())).collect();
            return lines.map(all);
        }
        let lists = element.all("list");
        if lists.len() < 2 {
            let list = self.list_of(element)?;
            return self.different(list, except.as_deref());
        }
        if except.is_some() {
            return Err(Fault::new("<except> beside several lists is not supported"));
        }
        let lists: Vec<Vec<Value>> = lists.iter().map(|list| self.list(list)).collect::<Result<_, _>>()?;
        few(lists.len(), lists.iter().map(Vec::len).sum())?;
        let mut pairs = Vec::new();
        for (at, one) in lists.iter().enumerate() {
            for other in &lists[..at] {
                same_length(one.len(), other.len(), "in another one")?;
                let differ = one.iter().zip(other).map(|(x, y)| Relation::Different.of_values(x, y));
                pairs.push(any(differ));
            }
        }
        Ok(all(pairs))
    }

    fn different(&mut self, list: Vec<Value>, except: Option<&[i64]>) -> Answer {
        let terms = self.terms(list)?;
        let mut sorted = terms.clone();
        sorted.sort_unstable();
        match except {
            _ if terms.len() < 2 => Ok(truth(true)),
            None if sorted.windows(2).any(|pair| pair[0] == pair[1]) => Ok(truth(false)),
            None => Ok(holds(csp::all_different(terms))),
            Some(except) => {
                let values = self.values_of(&terms)?;
                let once = values.into_iter().filter(|value| !except.contains(&i64::from(*value)));
                let quotas: Vec<(i32, Quota)> = once.map(|value| (value, Quota::Between(0, 1))).collect();
                let is_free = quotas.is_empty();
                Ok(if is_free { truth(true) } else { holds(cardinality(terms, quotas)) })
            }
        }
    }

    /// All values that some of the variables can have, ascending.
    pub fn values_of(&self, terms: &[Term]) -> Result<Vec<i32>, Fault> {
        let sort = |values: &mut Vec<i32>| {
            values.sort_unstable();
            values.dedup();
        };
        let mut values = Vec::new();
        for term in terms {
            let declared = self.ground.model.declared(term.var);
            if declared.len() > MOST_VALUES {
                return Err(Fault::new(format!("{} has too many values", self.ground.model.name(term.var))));
            }
            values.extend(declared.iter());
            if values.len() > MOST_VALUES {
                sort(&mut values);
            }
            if values.len() > MOST_VALUES {
                return Err(Fault::new("the variables have too many values"));
            }
        }
        sort(&mut values);
        Ok(values)
    }

    pub fn number_of_values(&mut self, element: &Element<'_>) -> Answer {
        let list = self.list_of(element)?;
        let Some(except) = element.child("except") else {
            let count = if list.is_empty() { Expression::from(0) } else { number_of_values(list) };
            return self.conditioned(count, element);
        };
        let except = self.numbers(&except)?;
        let taken = self.taken(list, &except)?;
        self.conditioned(taken, element)
    }

    /// The number of values that are taken, without some of them.
    fn taken(&mut self, list: Vec<Value>, except: &[i64]) -> Result<Expression, Fault> {
        let terms = self.terms(list)?;
        let values = self.values_of(&terms)?.into_iter().filter(|value| !except.contains(&i64::from(*value)));
        let is_taken = |value: i32| any(terms.iter().map(|term| Expression::from(*term).eq(value)));
        Ok(sum(values.map(is_taken)))
    }

    pub fn cardinality(&mut self, element: &Element<'_>) -> Answer {
        let list = self.list_of(element)?;
        let values_element = element.need("values")?;
        let values = self.list(&values_element)?;
        let occurs = element.need("occurs")?;
        let closed = [element, &values_element].iter().any(|part| part.attribute("closed") == Some("true"));
        let mut wanted: Vec<Result<(i64, i64), Value>> = Vec::new();
        for word in tokens(&occurs.text()?) {
            match word.contains("..") && is_number(word) {
                true => wanted.push(Ok(range(word)?)),
                false => wanted.extend(self.values(word)?.into_iter().map(Err)),
            }
        }
        same_length(values.len(), wanted.len(), "numbers of occurrences")?;
        let known: Option<Vec<i64>> = values.iter().map(Value::known).collect();
        let mut distinct = known.clone().unwrap_or_default();
        distinct.sort_unstable();
        distinct.dedup();
        let is_simple = !list.is_empty() && distinct.len() == values.len() && !values.is_empty();
        if let (true, Some(known)) = (is_simple, known) {
            let operands = self.operands(list)?;
            let mut quotas = Vec::with_capacity(wanted.len());
            for (value, wanted) in known.into_iter().zip(wanted) {
                let quota = match wanted {
                    Ok((low, high)) if low.max(0) > high => return Ok(truth(false)),
                    Ok((low, high)) => {
                        Quota::Between(small(low.max(0))?, high.min(i64::from(i32::MAX)) as i32)
                    }
                    Err(value) => Quota::Exactly(self.operand(value)?),
                };
                quotas.push((small(value)?, quota));
            }
            let constraint = cardinality(operands, quotas);
            return Ok(holds(if closed { constraint.closed() } else { constraint }));
        }
        let mut parts = Vec::new();
        for (value, wanted) in values.iter().zip(wanted) {
            let count = sum(list.iter().map(|x| Relation::Equal.of_values(x, value)));
            parts.push(match wanted {
                Ok((low, high)) => count.clone().ge(low) & count.le(high),
                Err(exactly) => count.eq(exactly),
            });
        }
        if closed {
            let is_listed = |x: &Value| any(values.iter().map(|value| Relation::Equal.of_values(x, value)));
            parts.extend(list.iter().map(is_listed));
        }
        Ok(all(parts))
    }
}
