//! Constraints between values and places in lists: extremes, elements, channels and circuits.

use csp::constraints::{inverse, subcircuit};
use csp::{Condition, Expression, Term, all, any, holds, sum};

use super::Reader;
use super::constraints::{Answer, few};
use super::element::Element;
use super::tree::{Relation, Value, truth};
use super::words::{number, shortened};
use crate::build::small;
use crate::syntax::Fault;

impl Reader<'_> {
    /// The index of the greatest or the least entry, by default of any of them.
    pub fn place_of_extreme(&self, element: &Element<'_>) -> Answer {
        let list_element = element.child_or_self("list")?;
        let (list, start) = (self.list(&list_element)?, start_of(&list_element, "startIndex")?);
        let (rank, length) = (element.attribute("rank").unwrap_or("any"), list.len());
        if !["any", "first", "last"].contains(&rank) {
            return Err(Fault::new(format!("there is no rank '{}'", shortened(rank))));
        }
        if length == 0 {
            return Err(Fault::new("the list is empty"));
        }
        few(length, length)?;
        let worse = if element.name() == "maximumArg" { Relation::Less } else { Relation::Greater };
        let not_better = if worse == Relation::Less { Relation::AtMost } else { Relation::AtLeast };
        let is_at = |at: usize| {
            all((0..length).filter(|&other| other != at).map(|other| {
                let is_strict = rank == "first" && other < at || rank == "last" && other > at;
                let relation = if is_strict { worse } else { not_better };
                relation.of_values(&list[other], &list[at])
            }))
        };
        let cases: Result<Vec<Condition>, Fault> = (0..length)
            .map(|at| Ok(is_at(at) & self.conditioned((start + at as i64).into(), element)?))
            .collect();
        cases.map(any)
    }

    pub fn element(&mut self, element: &Element<'_>) -> Answer {
        let index = match element.child("index") {
            Some(index) if index.attribute("rank").is_some_and(|rank| rank != "any") => {
                return Err(index.fault("only the rank 'any' is supported"));
            }
            Some(index) => self.list(&index)?,
            None => Vec::new(),
        };
        // Of an entry that is not there, no condition holds, nor its opposite.
        let mut is_there = Vec::new();
        let entry = if let Some(matrix) = element.child("matrix") {
            let rows = self.matrix(&matrix)?;
            let starts = (start_of(&matrix, "startRowIndex")?, start_of(&matrix, "startColIndex")?);
            let [row, column] = &index[..] else { return Err(Fault::new("a matrix has two indices")) };
            let (height, width) = (rows.len() as i64, rows.first().map_or(0, Vec::len) as i64);
            is_there.push(self.is_within(row.clone(), &[(starts.0, starts.0 + height - 1)]));
            is_there.push(self.is_within(column.clone(), &[(starts.1, starts.1 + width - 1)]));
            csp::constraints::entry(
                rows,
                Expression::from(row.clone()) - Expression::from(starts.0),
                Expression::from(column.clone()) - Expression::from(starts.1),
            )
        } else {
            let list_element = element.need("list")?;
            let (list, start) = (self.list(&list_element)?, start_of(&list_element, "startIndex")?);
            match &index[..] {
                _ if list.is_empty() => return Ok(truth(false)),
                // Without an index, the value stands somewhere in the list.
                [] => {
                    let each: Result<Vec<Condition>, Fault> =
                        list.into_iter().map(|entry| self.has_value(entry.into(), element)).collect();
                    return each.map(any);
                }
                [index] => {
                    is_there.push(self.is_within(index.clone(), &[(start, start + list.len() as i64 - 1)]));
                    csp::element(list, Expression::from(index.clone()) - Expression::from(start))
                }
                _ => return Err(Fault::new("a list has one index")),
            }
        };
        is_there.push(self.has_value(entry, element)?);
        Ok(all(is_there))
    }

    /// The condition or the value that the element states.
    fn has_value(&self, entry: Expression, element: &Element<'_>) -> Answer {
        match element.child("value") {
            Some(value) => Ok(entry.eq(self.value(&value.text()?)?)),
            None => self.conditioned(entry, element),
        }
    }

    pub fn channel(&mut self, element: &Element<'_>) -> Answer {
        let mut lists = Vec::new();
        let elements = element.all("list");
        for list in if elements.is_empty() { vec![element.clone()] } else { elements } {
            let start = start_of(&list, "startIndex")?;
            lists.push((self.list(&list)?, start));
        }
        if let Some(value) = element.child("value") {
            // The list has a single 1, at the value.
            let (list, start) = lists.remove(0);
            let value = self.value(&value.text()?)?;
            let bounds = (start, start + list.len() as i64 - 1);
            let mut parts = vec![self.is_within(value.clone(), &[bounds])];
            for (at, entry) in list.into_iter().enumerate() {
                let here = Expression::from(value.clone()).eq(start + at as i64);
                parts.push(Condition::from(entry).iff(here));
            }
            return Ok(all(parts));
        }
        if lists.len() > 2 {
            return Err(Fault::new("there are more than two lists"));
        }
        let (first, first_start) = lists.remove(0);
        let (second, second_start) = lists.pop().unwrap_or_else(|| (first.clone(), first_start));
        if first.len() == second.len() {
            if first.is_empty() {
                return Ok(truth(true));
            }
            let shifted = |terms: Vec<Term>, start: i64| -> Result<Vec<Term>, Fault> {
                let start = small(start)?;
                Ok(terms.into_iter().map(|term| term - start).collect())
            };
            let (first, second) = (self.terms(first)?, self.terms(second)?);
            return Ok(holds(inverse(shifted(first, second_start)?, shifted(second, first_start)?)));
        }
        if first.len() > second.len() {
            return Err(Fault::new("the first list is longer than the second"));
        }
        few(first.len(), second.len())?;
        let at = |(at, entry): (usize, Value)| {
            let index = Expression::from(entry) - Expression::from(second_start);
            csp::element(second.clone(), index).eq(first_start + at as i64)
        };
        Ok(all(first.into_iter().enumerate().map(at)))
    }

    /// A circuit of at least two places; the others are their own successors.
    pub fn circuit(&mut self, element: &Element<'_>) -> Answer {
        let list_element = element.child_or_self("list")?;
        let at = [&list_element, element].into_iter().find(|part| part.attribute("startIndex").is_some());
        let start = at.map_or(Ok(0), |part| start_of(part, "startIndex"))?;
        let list = self.list(&list_element)?;
        if list.len() < 2 {
            return Ok(truth(false));
        }
        let moved = |(at, x): (usize, &Value)| Expression::from(x.clone()).ne(start + at as i64);
        let length = sum(list.iter().enumerate().map(moved));
        let terms: Vec<Term> = self.terms(list)?;
        let start = small(start)?;
        let circuit = holds(subcircuit(terms.into_iter().map(|term| term - start)));
        let wanted = match element.child("size") {
            Some(size) => length.eq(self.value(&size.text()?)?),
            None => length.ge(2),
        };
        Ok(circuit & wanted)
    }
}

/// The index of the first entry of a list.
fn start_of(list: &Element<'_>, name: &str) -> Result<i64, Fault> {
    list.attribute(name).map_or(Ok(0), |start| number(start).and_then(small).map(i64::from))
}
