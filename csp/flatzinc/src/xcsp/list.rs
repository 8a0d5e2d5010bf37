//! Lists of variables, numbers and expressions, matrices, and conditions such as `(le,10)`.

use csp::{Condition, Expression};

use super::Reader;
use super::element::Element;
use super::tree::{Relation, Value};
use super::words::{commas, is_number, numbers, range, ranges, repeated, shortened, tokens, tuples};
use crate::syntax::Fault;

/// Most numbers that one word of a list stands for.
const MOST_LISTED: i64 = 1 << 24;

impl Reader<'_> {
    /// The values of a list.
    pub fn list(&self, element: &Element<'_>) -> Result<Vec<Value>, Fault> {
        self.values(&element.text()?)
    }

    pub fn values(&self, text: &str) -> Result<Vec<Value>, Fault> {
        let mut values = Vec::new();
        for word in tokens(text) {
            if word.contains('(') {
                values.push(self.value(word)?);
            } else if is_number(word) && word.contains("..") {
                let (low, high) = range(word)?;
                if high.saturating_sub(low) > MOST_LISTED {
                    return Err(Fault::new(format!("'{}' has too many numbers", shortened(word))));
                }
                values.extend((low..=high).map(Value::Constant));
            } else if is_number(word) {
                let (value, times) = repeated(word)?;
                if times > MOST_LISTED as usize {
                    return Err(Fault::new(format!("'{}' has too many numbers", shortened(word))));
                }
                values.extend(std::iter::repeat_n(Value::Constant(value), times));
            } else if let Some(symbol) = self.names.symbol(word) {
                values.push(Value::Constant(symbol));
            } else {
                // Cells without a variable are left out.
                values.extend(self.names.cells(word)?.cells.into_iter().flatten().map(Value::Var));
            }
            if values.len() > MOST_LISTED as usize {
                return Err(Fault::new("the list is too long"));
            }
        }
        Ok(values)
    }

    /// The values of the list in an element, or of its own text if it has no elements inside.
    pub fn list_of(&self, element: &Element<'_>) -> Result<Vec<Value>, Fault> {
        self.list(&element.child_or_self("list")?)
    }

    /// The rows of a matrix: a part of an array, or tuples.
    pub fn matrix(&self, element: &Element<'_>) -> Result<Vec<Vec<Value>>, Fault> {
        let text = element.text()?;
        let text = text.trim();
        let rows: Vec<Vec<Value>> = if text.starts_with('(') {
            let row = |row: Vec<&str>| -> Result<Vec<Value>, Fault> {
                Ok(row.into_iter().map(|word| self.values(word)).collect::<Result<Vec<_>, _>>()?.concat())
            };
            tuples(text)?.into_iter().map(row).collect::<Result<_, _>>()?
        } else {
            let cells = self.names.cells(text)?;
            let [_, width] = cells.sizes[..] else {
                return Err(Fault::new(format!("'{}' is no matrix", shortened(text))));
            };
            let row =
                |row: &[Option<_>]| row.iter().map(|cell| cell.map(Value::Var)).collect::<Option<Vec<_>>>();
            let rows: Option<Vec<Vec<Value>>> = cells.cells.chunks(width).map(row).collect();
            rows.ok_or_else(|| Fault::new("a cell of the matrix has no values, so it is no variable"))?
        };
        match rows.iter().all(|row| row.len() == rows[0].len()) {
            true => Ok(rows),
            false => Err(Fault::new("the rows of a matrix have different lengths")),
        }
    }

    /// The numbers or symbols in a child element.
    pub fn numbers_in(&self, element: &Element<'_>, name: &str) -> Result<Vec<i64>, Fault> {
        self.numbers(&element.need(name)?)
    }

    /// The numbers or symbols that an element lists.
    pub fn numbers(&self, element: &Element<'_>) -> Result<Vec<i64>, Fault> {
        let text = element.text()?;
        let symbols: Option<Vec<i64>> = text.split_whitespace().map(|word| self.names.symbol(word)).collect();
        symbols.map_or_else(|| numbers(&text), Ok)
    }

    /// The condition on a number that the element states in a child.
    pub fn conditioned(&self, left: Expression, element: &Element<'_>) -> Result<Condition, Fault> {
        self.compared(left, &element.need("condition")?.text()?)
    }

    /// The condition on a number that a text states: `(le,10)`, `(in,1..5)`, `(eq,x)`.
    pub fn compared(&self, left: Expression, text: &str) -> Result<Condition, Fault> {
        let (operator, right) = condition_parts(text)?;
        if let "in" | "notin" = operator {
            let set = right.strip_prefix('{').and_then(|right| right.strip_suffix('}'));
            let words = set.map_or_else(|| vec![right], commas);
            let within = self.is_within(
                Value::Number(left, (i64::MIN, i64::MAX)),
                &ranges(words.into_iter().filter(|word| !word.is_empty()))?,
            );
            return Ok(if operator == "in" { within } else { !within });
        }
        Ok(Relation::of(operator)?.between(left, self.value(right)?.into()))
    }
}

/// The operator and the right side of a condition.
pub(super) fn condition_parts(text: &str) -> Result<(&str, &str), Fault> {
    let text = text.trim();
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inside
        .and_then(|inside| inside.split_once(','))
        .map(|(operator, right)| (operator.trim(), right.trim()))
        .ok_or_else(|| Fault::new(format!("'{}' is no condition such as (le,10)", shortened(text))))
}

/// Refuses lists of different lengths.
pub(super) fn same_length(one: usize, other: usize, what: &str) -> Result<(), Fault> {
    match one == other {
        true => Ok(()),
        false => Err(Fault::new(format!("{one} entries in the list, but {other} {what}"))),
    }
}
