//! Constraints, and the groups, blocks and slides that make many of one template.

use csp::constraints::{
    increasing, inverse, lex_less, lex_less_or_equal, strictly_increasing, subcircuit, value_precedence,
};
use csp::{Condition, Expression, Term, all, any, constraints::Operand, holds, maximum, minimum, sum};

use super::Reader;
use super::element::{Arguments, Element};
use super::list::same_length;
use super::tree::{Relation, Value, truth};
use super::words::{number, shortened, tokens};
use crate::build::{Meaning, small};
use crate::syntax::Fault;

pub(super) type Answer = Result<Condition, Fault>;

/// Most pairs of entries that are compared one by one.
const MOST_PAIRS: usize = 1 << 24;

/// The parts that each constraint may have, of which some may occur several times (`*`). A slide has any template.
const PARTS: &[(&str, &str)] = &[
    ("allDifferent", "list* matrix except"),
    ("allEqual", "list* except"),
    ("binPacking", "list sizes condition limits loads"),
    ("cardinality", "list values occurs"),
    ("channel", "list* value"),
    ("circuit", "list size"),
    ("clause", "list"),
    ("count", "list values condition"),
    ("cumulative", "origins lengths ends heights condition"),
    ("element", "list matrix index value condition"),
    ("extension", "list supports conflicts"),
    ("instantiation", "list values"),
    ("intension", "function"),
    ("knapsack", "list weights profits limit condition*"),
    ("lex", "list* matrix operator"),
    ("maximum", "list condition"),
    ("maximumArg", "list condition"),
    ("mdd", "list transitions"),
    ("minimum", "list condition"),
    ("minimumArg", "list condition"),
    ("nValues", "list except condition"),
    ("noOverlap", "origins lengths"),
    ("ordered", "list lengths operator"),
    ("precedence", "list values"),
    ("regular", "list transitions start final"),
    ("sum", "list coeffs condition"),
];

/// Refuses parts that the constraint would not read.
fn check_parts(element: &Element<'_>) -> Result<(), Fault> {
    let Some((_, known)) = PARTS.iter().find(|(name, _)| *name == element.name()) else { return Ok(()) };
    let mut seen = Vec::new();
    for part in element.children() {
        let name = part.name();
        let entry = known.split(' ').find(|entry| entry.trim_end_matches('*') == name);
        match entry {
            None => return Err(part.fault(format!("<{name}> in <{}> is not supported", element.name()))),
            Some(entry) if !entry.ends_with('*') && seen.contains(&name) => {
                return Err(part.fault(format!("<{}> has several <{name}>", element.name())));
            }
            Some(_) => seen.push(name),
        }
    }
    Ok(())
}

/// The deepest nesting of groups and blocks.
const DEEPEST: usize = 100;

impl Reader<'_> {
    /// Posts all constraints of a block, in their order.
    pub fn post_all(&mut self, block: &Element<'_>) -> Result<(), Fault> {
        self.post_within(block, DEEPEST)
    }

    fn post_within(&mut self, block: &Element<'_>, depth: usize) -> Result<(), Fault> {
        let deeper = depth.checked_sub(1).ok_or_else(|| block.fault("blocks are nested too deeply"))?;
        for element in block.children() {
            match element.name() {
                "block" => self.post_within(&element, deeper)?,
                "group" => self.group(&element)?,
                _ => self.post(&element)?,
            }
        }
        Ok(())
    }

    /// A template and the lists of its arguments.
    fn group(&mut self, group: &Element<'_>) -> Result<(), Fault> {
        let parts = group.children();
        let template = parts.first().ok_or_else(|| group.fault("a group has no constraint"))?;
        let (rest, _) = template.parameters();
        for arguments in &parts[1..] {
            if arguments.name() != "args" {
                return Err(
                    arguments.fault(format!("<{}> stands where <args> is expected", arguments.name()))
                );
            }
            let words = arguments.placed(|| self.words(arguments))?;
            arguments.placed(|| self.post_here(&template.with(Arguments { words, rest })))?;
        }
        Ok(())
    }

    /// The words of a list, each for a single variable or number.
    fn words(&self, list: &Element<'_>) -> Result<Vec<String>, Fault> {
        let text = list.text()?;
        let mut words = Vec::new();
        for word in tokens(&text) {
            words.extend(self.names.expanded(word)?);
        }
        Ok(words)
    }

    fn post(&mut self, element: &Element<'_>) -> Result<(), Fault> {
        element.placed(|| self.post_here(element))
    }

    /// Posts a constraint whose faults have the place of another element.
    fn post_here(&mut self, element: &Element<'_>) -> Result<(), Fault> {
        let condition = self.constraint(element)?;
        self.ground.post(Meaning::Is(condition));
        match self.ground.model.error() {
            Some(error) => Err(Fault::new(error.kind().to_string())),
            None => Ok(()),
        }
    }

    /// The condition that an element states, perhaps for another variable to be 1.
    fn constraint(&mut self, element: &Element<'_>) -> Answer {
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
        check_parts(element)?;
        match element.name() {
            "intension" => Ok(self.value(&element.child_or_self("function")?.text()?)?.into()),
            "extension" => self.extension(element),
            "regular" => self.regular(element),
            "mdd" => self.mdd(element),
            "allDifferent" => self.all_different(element),
            "allEqual" => self.all_equal(element),
            "ordered" => self.ordered(element),
            "lex" => self.lex(element),
            "sum" => {
                let list = self.list_of(element)?;
                let total = self.total(list, element)?;
                self.conditioned(total.into(), element)
            }
            "count" => {
                let list = self.list_of(element)?;
                let values = self.list(&element.need("values")?)?;
                let is_counted = |value: &Value| {
                    any(values.iter().map(|counted| Relation::Equal.of_values(value, counted)))
                };
                let known: Option<Vec<i64>> = values.iter().map(Value::known).collect();
                let count = match known {
                    Some(known) if !list.is_empty() => {
                        let known: Vec<i32> =
                            known.into_iter().filter_map(|value| small(value).ok()).collect();
                        if known.is_empty() { Expression::from(0) } else { csp::count(list, known) }
                    }
                    _ => sum(list.iter().map(is_counted)),
                };
                self.conditioned(count, element)
            }
            "nValues" => self.number_of_values(element),
            "cardinality" => self.cardinality(element),
            "maximum" | "minimum" => {
                let list = self.list_of(element)?;
                if list.is_empty() {
                    return Err(Fault::new("the list is empty"));
                }
                let extreme = if element.name() == "maximum" { maximum(list) } else { minimum(list) };
                self.conditioned(extreme, element)
            }
            "maximumArg" | "minimumArg" => self.place_of_extreme(element),
            "element" => self.element(element),
            "channel" => self.channel(element),
            "circuit" => self.circuit(element),
            "precedence" => self.precedence(element),
            "instantiation" => {
                let list = self.list_of(element)?;
                let values = self.numbers_in(element, "values")?;
                same_length(list.len(), values.len(), "values")?;
                Ok(all(list.into_iter().zip(values).map(|(x, value)| Expression::from(x).eq(value))))
            }
            "clause" => {
                let list = self.list_of(element)?;
                Ok(any(list.into_iter().map(Condition::from)))
            }
            "slide" => self.slide(element),
            "noOverlap" => self.no_overlap(element),
            "cumulative" => self.cumulative(element),
            "binPacking" => self.bin_packing(element),
            "knapsack" => self.knapsack(element),
            other => Err(Fault::new(format!("the constraint '{other}' is not supported"))),
        }
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
        if element.child("lengths").is_some() {
            same_length(
                list.len().saturating_sub(1),
                lengths.len().min(list.len().max(1) - 1),
                "lengths between them",
            )?;
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

    /// The index of the greatest or the least entry, by default of any of them.
    fn place_of_extreme(&self, element: &Element<'_>) -> Answer {
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

    fn element(&mut self, element: &Element<'_>) -> Answer {
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

    fn channel(&mut self, element: &Element<'_>) -> Answer {
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
    fn circuit(&mut self, element: &Element<'_>) -> Answer {
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

    /// A template over a window that slides along lists.
    fn slide(&mut self, slide: &Element<'_>) -> Answer {
        let is_circular = slide.attribute("circular") == Some("true");
        let children = slide.children();
        let template = children.iter().find(|child| child.name() != "list");
        let template = template.ok_or_else(|| Fault::new("a slide has no constraint"))?;
        if template.name() == "slide" {
            return Err(template.fault("a slide in a slide is not supported"));
        }
        let lists = slide.all("list");
        let (arity, has_rest) = template.parameters();
        let mut windows: Vec<(Vec<String>, usize, usize)> = Vec::new();
        for list in &lists {
            let positive = |name: &str, usual: usize| -> Result<usize, Fault> {
                let given = list.attribute(name).map(number).transpose()?;
                let given = given.map_or(Some(usual), |given| usize::try_from(given).ok());
                given.filter(|&given| given > 0).ok_or_else(|| Fault::new(format!("{name} is not positive")))
            };
            let usual = if lists.len() == 1 && !has_rest { arity.max(1) } else { 1 };
            windows.push((self.words(list)?, positive("offset", 1)?, positive("collect", usual)?));
        }
        let mut parts = Vec::new();
        for step in 0.. {
            let mut words = Vec::new();
            let fits = windows.iter().all(|(list, offset, collect)| {
                let begin = step * offset;
                let fits = begin < list.len() && *collect <= list.len() - if is_circular { 0 } else { begin };
                if fits {
                    words.extend((begin..begin + collect).map(|at| list[at % list.len()].clone()));
                }
                fits
            });
            if !fits || windows.is_empty() {
                return Ok(all(parts));
            }
            parts.push(self.constraint(&template.with(Arguments { words, rest: arity }))?);
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

/// The index of the first entry of a list.
fn start_of(list: &Element<'_>, name: &str) -> Result<i64, Fault> {
    list.attribute(name).map_or(Ok(0), |start| number(start).and_then(small).map(i64::from))
}
