//! Constraints: the table of their parts, what each states, and those on lists and their order.

use csp::constraints::{increasing, lex_less, lex_less_or_equal, strictly_increasing, value_precedence};
use csp::{Condition, Expression, Term, all, any, constraints::Operand, holds, maximum, minimum, sum};

use super::Reader;
use super::element::Element;
use super::list::same_length;
use super::tree::{Relation, Value, truth};
use crate::build::small;
use crate::syntax::Fault;

pub(super) type Answer = Result<Condition, Fault>;

/// Most pairs of entries that are compared one by one.
const MOST_PAIRS: usize = 1 << 24;

/// What an element states.
type Read = fn(&mut Reader<'_>, &Element<'_>) -> Answer;

/// The constraints: name, the parts that it may have, of which some may occur several times (`*`), and what it states.
/// `...` is any template.
const CONSTRAINTS: &[(&str, &str, Read)] = &[
    ("allDifferent", "list* matrix except", |reader, element| reader.all_different(element)),
    ("allEqual", "list* except", |reader, element| reader.all_equal(element)),
    ("binPacking", "list sizes condition limits loads", |reader, element| reader.bin_packing(element)),
    ("cardinality", "list values occurs", |reader, element| reader.cardinality(element)),
    ("channel", "list* value", |reader, element| reader.channel(element)),
    ("circuit", "list size", |reader, element| reader.circuit(element)),
    ("clause", "list", |reader, element| reader.clause(element)),
    ("count", "list values condition", |reader, element| reader.count(element)),
    ("cumulative", "origins lengths ends heights condition", |reader, element| reader.cumulative(element)),
    ("element", "list matrix index value condition", |reader, element| reader.element(element)),
    ("extension", "list supports conflicts", |reader, element| reader.extension(element)),
    ("instantiation", "list values", |reader, element| reader.instantiation(element)),
    ("intension", "function", |reader, element| reader.intension(element)),
    ("knapsack", "list weights profits limit condition*", |reader, element| reader.knapsack(element)),
    ("lex", "list* matrix operator", |reader, element| reader.lex(element)),
    ("maximum", "list condition", |reader, element| reader.extreme(element, maximum)),
    ("maximumArg", "list condition", |reader, element| reader.place_of_extreme(element)),
    ("mdd", "list transitions", |reader, element| reader.mdd(element)),
    ("minimum", "list condition", |reader, element| reader.extreme(element, minimum)),
    ("minimumArg", "list condition", |reader, element| reader.place_of_extreme(element)),
    ("nValues", "list except condition", |reader, element| reader.number_of_values(element)),
    ("noOverlap", "origins lengths", |reader, element| reader.no_overlap(element)),
    ("ordered", "list lengths operator", |reader, element| reader.ordered(element)),
    ("precedence", "list values", |reader, element| reader.precedence(element)),
    ("regular", "list transitions start final", |reader, element| reader.regular(element)),
    ("slide", "...", |reader, element| reader.slide(element)),
    ("sum", "list coeffs condition", |reader, element| reader.sum(element)),
];

/// Refuses parts that the constraint would not read.
fn check_parts(element: &Element<'_>, known: &str) -> Result<(), Fault> {
    let mut seen = Vec::new();
    for part in element.children() {
        let name = part.name();
        let entry = known.split(' ').find(|entry| entry.trim_end_matches('*') == name || *entry == "...");
        match entry {
            None => return Err(part.fault(format!("<{name}> in <{}> is not supported", element.name()))),
            Some(entry) if !entry.ends_with(['*', '.']) && seen.contains(&name) => {
                return Err(part.fault(format!("<{}> has several <{name}>", element.name())));
            }
            Some(_) => seen.push(name),
        }
    }
    Ok(())
}

impl Reader<'_> {
    /// The condition that an element states, perhaps for another variable to be 1.
    pub fn constraint(&mut self, element: &Element<'_>) -> Answer {
        let stated = self.stated(element)?;
        let flag = |name: &str| element.attribute(name).map(|flag| self.variable(flag)).transpose();
        let (same, from, to) = (flag("reifiedBy")?, flag("hreifiedFrom")?, flag("hreifiedTo")?);
        Ok(match (same, from, to) {
            (Some(flag), ..) => Condition::from(flag).iff(stated),
            (_, Some(flag), _) => Condition::from(flag).implies(stated),
            (_, _, Some(flag)) => stated.implies(Condition::from(flag)),
            _ => stated,
        })
    }

    fn stated(&mut self, element: &Element<'_>) -> Answer {
        let name = element.name();
        let entry = CONSTRAINTS.iter().find(|(known, ..)| *known == name);
        let (_, parts, read) =
            entry.ok_or_else(|| Fault::new(format!("the constraint '{name}' is not supported")))?;
        check_parts(element, parts)?;
        read(self, element)
    }

    fn intension(&self, element: &Element<'_>) -> Answer {
        Ok(self.value(&element.child_or_self("function")?.text()?)?.into())
    }

    fn sum(&self, element: &Element<'_>) -> Answer {
        let total = self.total(self.list_of(element)?, element)?;
        self.conditioned(total.into(), element)
    }

    fn count(&self, element: &Element<'_>) -> Answer {
        let list = self.list_of(element)?;
        let values = self.list(&element.need("values")?)?;
        let is_counted =
            |value: &Value| any(values.iter().map(|counted| Relation::Equal.of_values(value, counted)));
        let known: Option<Vec<i64>> = values.iter().map(Value::known).collect();
        let count = match known {
            Some(known) if !list.is_empty() => {
                let known: Vec<i32> = known.into_iter().filter_map(|value| small(value).ok()).collect();
                if known.is_empty() { Expression::from(0) } else { csp::count(list, known) }
            }
            _ => sum(list.iter().map(is_counted)),
        };
        self.conditioned(count, element)
    }

    fn extreme(&self, element: &Element<'_>, of: fn(Vec<Value>) -> Expression) -> Answer {
        let list = self.list_of(element)?;
        if list.is_empty() {
            return Err(Fault::new("the list is empty"));
        }
        self.conditioned(of(list), element)
    }

    fn instantiation(&self, element: &Element<'_>) -> Answer {
        let list = self.list_of(element)?;
        let values = self.numbers_in(element, "values")?;
        same_length(list.len(), values.len(), "values")?;
        Ok(all(list.into_iter().zip(values).map(|(x, value)| Expression::from(x).eq(value))))
    }

    fn clause(&self, element: &Element<'_>) -> Answer {
        Ok(any(self.list_of(element)?.into_iter().map(Condition::from)))
    }

    /// The sum of a list with the coefficients of the element, if it has any.
    pub fn total(&self, list: Vec<Value>, element: &Element<'_>) -> Result<Value, Fault> {
        let mut terms = list;
        if let Some(coefficients) = element.child("coeffs") {
            let coefficients = self.list(&coefficients)?;
            same_length(terms.len(), coefficients.len(), "coefficients")?;
            let product = |(term, coefficient)| self.applied("mul", vec![term, coefficient]);
            terms = terms.into_iter().zip(coefficients).map(product).collect::<Result<_, _>>()?;
        }
        if terms.is_empty() { Ok(Value::Constant(0)) } else { self.applied("add", terms) }
    }

    pub fn operands(&mut self, list: Vec<Value>) -> Result<Vec<Operand>, Fault> {
        list.into_iter().map(|value| self.operand(value)).collect()
    }

    pub fn terms(&mut self, list: Vec<Value>) -> Result<Vec<Term>, Fault> {
        list.into_iter().map(|value| self.term(value)).collect()
    }

    fn ordered(&mut self, element: &Element<'_>) -> Answer {
        let relation = operator_of(element)?;
        let list = self.list_of(element)?;
        let lengths = match element.child("lengths") {
            Some(lengths) => self.list(&lengths)?,
            None => Vec::new(),
        };
        if element.child("lengths").is_some() && lengths.len() + 1 < list.len() {
            return Err(Fault::new(format!("{} lengths between {} entries", lengths.len(), list.len())));
        }
        if lengths.is_empty() && list.len() > 1 && matches!(relation, Relation::Less | Relation::AtMost) {
            let list = self.operands(list)?;
            return Ok(match relation {
                Relation::Less => holds(strictly_increasing(list)),
                _ => holds(increasing(list)),
            });
        }
        let step = |(at, pair): (usize, &[Value])| {
            let length = lengths.get(at).cloned().unwrap_or(Value::Constant(0));
            relation
                .between(Expression::from(pair[0].clone()) + Expression::from(length), pair[1].clone().into())
        };
        Ok(all(list.windows(2).enumerate().map(step)))
    }

    fn lex(&mut self, element: &Element<'_>) -> Answer {
        let relation = operator_of(element)?;
        let lists: Vec<Vec<Value>> = match element.child("matrix") {
            Some(matrix) => self.matrix(&matrix)?,
            None => element.all("list").iter().map(|list| self.list(list)).collect::<Result<_, _>>()?,
        };
        let mut parts = self.lex_chain(&lists, relation)?;
        if element.child("matrix").is_some() {
            parts.extend(self.lex_chain(&columns(&lists), relation)?);
        }
        Ok(all(parts))
    }

    fn lex_chain(&mut self, lists: &[Vec<Value>], relation: Relation) -> Result<Vec<Condition>, Fault> {
        let mut parts = Vec::new();
        for pair in lists.windows(2) {
            same_length(pair[0].len(), pair[1].len(), "in the next list")?;
            let (one, other) = (self.operands(pair[0].clone())?, self.operands(pair[1].clone())?);
            parts.push(match relation {
                _ if one.is_empty() => truth(matches!(relation, Relation::AtMost | Relation::AtLeast)),
                Relation::Less => holds(lex_less(one, other)),
                Relation::AtMost => holds(lex_less_or_equal(one, other)),
                Relation::AtLeast => holds(lex_less_or_equal(other, one)),
                Relation::Greater => holds(lex_less(other, one)),
                Relation::Equal | Relation::Different => {
                    return Err(Fault::new("lists are in order by lt, le, ge or gt"));
                }
            });
        }
        Ok(parts)
    }

    fn precedence(&mut self, element: &Element<'_>) -> Answer {
        let list = self.list_of(element)?;
        let terms = self.terms(list)?;
        let (values, covered) = match element.child("values") {
            Some(values) => (self.numbers(&values)?, values.attribute("covered") == Some("true")),
            None => (self.values_of(&terms)?.into_iter().map(i64::from).collect(), false),
        };
        let mut parts = Vec::new();
        for pair in values.windows(2) {
            parts.push(holds(value_precedence(small(pair[0])?, small(pair[1])?, &terms)));
        }
        if covered && let Some(&last) = values.last() {
            parts.push(any(terms.iter().map(|term| Expression::from(*term).eq(last))));
        }
        Ok(all(parts))
    }
}

/// Refuses what would be too many pairs.
pub(super) fn few(some: usize, others: usize) -> Result<(), Fault> {
    match some.saturating_mul(others) > MOST_PAIRS {
        true => Err(Fault::new(format!("{some} times {others} pairs are too many"))),
        false => Ok(()),
    }
}

/// The columns of a matrix.
pub(super) fn columns(rows: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect()
}

fn operator_of(element: &Element<'_>) -> Result<Relation, Fault> {
    Relation::of(&element.need("operator")?.text()?)
}
