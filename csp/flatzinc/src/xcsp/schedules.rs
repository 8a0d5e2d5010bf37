//! Tasks in time and space, and things in bins.

use csp::constraints::{Operand, bin_packing, bin_packing_within, cumulative, disjunctive, no_overlap};
use csp::{Condition, Expression, all, any, holds, sum};

use super::Reader;
use super::constraints::{Answer, few};
use super::element::Element;
use super::list::{condition_parts, same_length};
use super::tree::{Value, truth};
use super::words::tuples;
use crate::build::small;
use crate::syntax::Fault;

impl Reader<'_> {
    /// Tasks or boxes that do not overlap. One of size 0 may be anywhere, if such are ignored.
    pub fn no_overlap(&mut self, element: &Element<'_>) -> Answer {
        let ignores_empty = element.attribute("zeroIgnored") != Some("false");
        let (origins, lengths) = (element.need("origins")?, element.need("lengths")?);
        let (origins, lengths) = (self.points(&origins)?, self.points(&lengths)?);
        same_length(origins.len(), lengths.len(), "lengths")?;
        let dimensions = origins.first().map_or(0, Vec::len);
        for (origin, length) in origins.iter().zip(&lengths) {
            same_length(origin.len(), length.len(), "lengths of a box")?;
            same_length(origin.len(), dimensions, "dimensions of another box")?;
        }
        if origins.len() < 2 {
            return Ok(truth(true));
        }
        let mut column = |boxes: &[Vec<Value>], at: usize| {
            let column = boxes.iter().map(|values| self.operand(values[at].clone()));
            column.collect::<Result<Vec<Operand>, Fault>>()
        };
        if dimensions == 1 && ignores_empty {
            return Ok(holds(disjunctive(column(&origins, 0)?, column(&lengths, 0)?)));
        }
        if dimensions == 2 && !ignores_empty {
            let (xs, ys) = (column(&origins, 0)?, column(&origins, 1)?);
            return Ok(holds(no_overlap(xs, ys, column(&lengths, 0)?, column(&lengths, 1)?)));
        }
        let is_known_positive = |lengths: &Vec<Value>| {
            lengths.iter().all(|length| length.known().is_some_and(|length| length > 0))
        };
        if dimensions == 2 && lengths.iter().all(is_known_positive) {
            let (xs, ys) = (column(&origins, 0)?, column(&origins, 1)?);
            return Ok(holds(no_overlap(xs, ys, column(&lengths, 0)?, column(&lengths, 1)?)));
        }
        few(origins.len(), origins.len() * dimensions)?;
        let mut pairs = Vec::new();
        for one in 0..origins.len() {
            for other in 0..one {
                let before = |a: usize, b: usize, at: usize| {
                    let end =
                        Expression::from(origins[a][at].clone()) + Expression::from(lengths[a][at].clone());
                    end.le(Expression::from(origins[b][at].clone()))
                };
                let mut cases: Vec<Condition> =
                    (0..dimensions).flat_map(|at| [before(one, other, at), before(other, one, at)]).collect();
                if ignores_empty {
                    let sizes = lengths[one].iter().chain(&lengths[other]);
                    cases.extend(sizes.map(|size| Expression::from(size.clone()).le(0)));
                }
                pairs.push(any(cases));
            }
        }
        Ok(all(pairs))
    }

    /// Points as tuples, or numbers as points of one dimension.
    fn points(&self, element: &Element<'_>) -> Result<Vec<Vec<Value>>, Fault> {
        let text = element.text()?;
        if !text.trim_start().starts_with('(') {
            return Ok(self.values(&text)?.into_iter().map(|value| vec![value]).collect());
        }
        let point = |tuple: Vec<&str>| tuple.into_iter().map(|word| self.value(word)).collect();
        tuples(&text)?.into_iter().map(point).collect()
    }

    pub fn cumulative(&mut self, element: &Element<'_>) -> Answer {
        let mut lists = Vec::new();
        for name in ["origins", "lengths", "heights"] {
            let list = self.list(&element.need(name)?)?;
            lists.push(list);
        }
        let [origins, lengths, heights] = &lists[..] else { unreachable!("three lists were read") };
        same_length(origins.len(), lengths.len(), "lengths")?;
        same_length(origins.len(), heights.len(), "heights")?;
        let text = element.need("condition")?.text()?;
        let (operator, right) = condition_parts(&text)?;
        let less = match operator {
            "le" => 0,
            "lt" => 1,
            other => {
                return Err(Fault::new(format!("the operator '{other}' is not supported, only le and lt")));
            }
        };
        let limit = match (self.value(right)?, less) {
            (Value::Constant(limit), less) => Value::Constant(limit.saturating_sub(less)),
            (limit, 0) => limit,
            (limit, less) => {
                let (low, high) = self.bounds(&limit);
                Value::Number(
                    Expression::from(limit) - less,
                    (low.saturating_sub(less), high.saturating_sub(less)),
                )
            }
        };
        let mut parts = Vec::new();
        if let Some(ends) = element.child("ends") {
            let ends = self.list(&ends)?;
            same_length(origins.len(), ends.len(), "ends")?;
            for ((origin, length), end) in origins.iter().zip(lengths).zip(ends) {
                parts.push((Expression::from(origin.clone()) + Expression::from(length.clone())).eq(end));
            }
        }
        if !origins.is_empty() {
            let limit = self.operand(limit)?;
            let mut operands = Vec::new();
            for list in lists {
                operands.push(self.operands(list)?);
            }
            let (heights, lengths) = (operands.pop().unwrap_or_default(), operands.pop().unwrap_or_default());
            let origins = operands.pop().unwrap_or_default();
            parts.push(holds(cumulative(origins, lengths, heights, limit)));
        }
        Ok(all(parts))
    }

    /// Things in bins, numbered from 0: a limit for each bin, the load of each, or one condition on all loads.
    pub fn bin_packing(&mut self, element: &Element<'_>) -> Answer {
        let list = self.list_of(element)?;
        let sizes = self.numbers_in(element, "sizes")?;
        same_length(list.len(), sizes.len(), "sizes")?;
        let loads = ["loads", "limits"].into_iter().find_map(|name| element.child(name));
        let Some(loads) = loads else {
            let bins: Vec<(i64, i64)> = list.iter().map(|value| self.bounds(value)).collect();
            let first = bins.iter().map(|bounds| bounds.0).min().unwrap_or(0);
            let last = bins.iter().map(|bounds| bounds.1).max().unwrap_or(-1);
            few(list.len(), usize::try_from(last.saturating_sub(first)).unwrap_or(0))?;
            let mut parts = Vec::new();
            for bin in first..=last {
                let things = list.iter().zip(&sizes);
                let load = things
                    .map(|(thing, &size)| Expression::from(Expression::from(thing.clone()).eq(bin)) * size);
                parts.push(self.conditioned(sum(load), element)?);
            }
            return Ok(all(parts));
        };
        let is_load = loads.name() == "loads";
        let loads = self.list(&loads)?;
        let (bins, loads) = (self.operands(list)?, self.operands(loads)?);
        let sizes: Vec<i32> = sizes.into_iter().map(small).collect::<Result<_, _>>()?;
        if bins.is_empty() || loads.is_empty() {
            return Ok(truth(bins.is_empty()));
        }
        Ok(if is_load {
            holds(bin_packing(bins, sizes, loads))
        } else {
            holds(bin_packing_within(bins, sizes, loads))
        })
    }

    /// The total weight of things and their total profit, each under a condition.
    pub fn knapsack(&mut self, element: &Element<'_>) -> Answer {
        let list = self.list_of(element)?;
        let conditions = element.all("condition");
        let mut parts = Vec::new();
        for (at, name) in ["weights", "profits"].into_iter().enumerate() {
            let numbers = self.numbers_in(element, name)?;
            same_length(list.len(), numbers.len(), name)?;
            let total = sum(list.iter().zip(numbers).map(|(x, number)| Expression::from(x.clone()) * number));
            parts.push(match (element.child("limit").filter(|_| name == "weights"), conditions.len()) {
                (Some(limit), _) => total.le(self.value(&limit.text()?)?),
                (None, 2) => self.compared(total, &conditions[at].text()?)?,
                (None, 1) if name == "profits" => self.compared(total, &conditions[0].text()?)?,
                _ => {
                    return Err(Fault::new(
                        "a knapsack has a condition for its weights, and one for its profits",
                    ));
                }
            });
        }
        Ok(all(parts))
    }
}
