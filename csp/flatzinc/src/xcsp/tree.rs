//! Expressions in functional form, `eq(add(x,y),dist(z,3))`, as numbers and truths of the engine.

use csp::constraints::{absolute_difference, quotient, remainder};
use csp::{Condition, Expression, Term, Var, all, any, constraints::Operand, maximum, minimum};

use super::Reader;
use super::words::{closed, commas, is_number, number, range, ranges, shortened};
use crate::build::{small, within};
use crate::syntax::Fault;

/// The value of an expression.
#[derive(Clone)]
pub(super) enum Value {
    Constant(i64),
    Var(Var),
    /// A number, and the least and the greatest that it can be.
    Number(Expression, (i64, i64)),
    Truth(Condition),
}

impl Value {
    /// The number, of a constant.
    pub fn known(&self) -> Option<i64> {
        match self {
            Value::Constant(number) => Some(*number),
            _ => None,
        }
    }
}

/// The deepest expression.
const DEEPEST: usize = 200;

/// The largest number of values of an exponent.
const MOST_POWERS: i64 = 64;

impl From<Value> for Expression {
    fn from(value: Value) -> Expression {
        match value {
            Value::Constant(number) => number.into(),
            Value::Var(var) => var.into(),
            Value::Number(expression, _) => expression,
            Value::Truth(condition) => condition.into(),
        }
    }
}

impl From<Value> for Condition {
    fn from(value: Value) -> Condition {
        match value {
            Value::Constant(number) => truth(number != 0),
            Value::Truth(condition) => condition,
            other => Expression::from(other).ne(0),
        }
    }
}

/// The condition that always holds, or never.
pub(super) fn truth(holds: bool) -> Condition {
    if holds { all::<Condition>([]) } else { any::<Condition>([]) }
}

fn wrong(function: &str, given: usize) -> Fault {
    Fault::new(format!("{function}(…) has {given} arguments"))
}

impl Reader<'_> {
    /// Reads an expression.
    pub fn value(&self, text: &str) -> Result<Value, Fault> {
        if depth(text) > DEEPEST {
            return Err(Fault::new(format!("an expression is deeper than {DEEPEST}")));
        }
        self.value_within(text.trim())
    }

    fn value_within(&self, text: &str) -> Result<Value, Fault> {
        if is_number(text) {
            return number(text).map(Value::Constant);
        }
        let Some((function, rest)) = text.split_once('(') else { return self.variable(text) };
        let inside = closed(rest).filter(|(_, after)| after.trim().is_empty());
        let (inside, _) =
            inside.ok_or_else(|| Fault::new(format!("'{}' has no closing bracket", shortened(text))))?;
        let texts = if inside.trim().is_empty() { Vec::new() } else { commas(inside) };
        if let ("in" | "notin", [left, set]) = (function.trim(), &texts[..]) {
            let left = self.value_within(left)?;
            let inside = self.is_in(left, set)?;
            return Ok(Value::Truth(if function.trim() == "in" { inside } else { !inside }));
        }
        let values: Result<Vec<Value>, Fault> = texts.iter().map(|text| self.value_within(text)).collect();
        self.applied(function.trim(), values?)
    }

    /// A single variable, or a symbol.
    pub fn variable(&self, text: &str) -> Result<Value, Fault> {
        if let Some(symbol) = self.names.symbol(text) {
            return Ok(Value::Constant(symbol));
        }
        match self.names.cells(text)?.cells[..] {
            [Some(var)] => Ok(Value::Var(var)),
            [None] => Err(Fault::new(format!("{} has no values, so it is no variable", shortened(text)))),
            _ => Err(Fault::new(format!("{} is several variables where one is expected", shortened(text)))),
        }
    }

    /// Membership in `set(1,x,3)`, `{1,3..7}` or a range `1..7`.
    fn is_in(&self, value: Value, set: &str) -> Result<Condition, Fault> {
        let of = |open: &str, close: char| set.strip_prefix(open).and_then(|set| set.strip_suffix(close));
        let listed = of("set(", ')').or_else(|| of("{", '}'));
        let Some(listed) = listed else {
            return Ok(self.is_within(value, &[range(set)?]));
        };
        let words = if listed.trim().is_empty() { Vec::new() } else { commas(listed) };
        let (numbers, others): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| is_number(word));
        let mut cases = vec![self.is_within(value.clone(), &ranges(numbers)?)];
        for other in others {
            cases.push(Expression::from(value.clone()).eq(self.value_within(other)?));
        }
        Ok(any(cases))
    }

    pub fn is_within(&self, value: Value, ranges: &[(i64, i64)]) -> Condition {
        match value {
            _ if ranges.is_empty() => truth(false),
            Value::Constant(known) => truth(ranges.iter().any(|(low, high)| (low..=high).contains(&&known))),
            value => within(value.into(), ranges),
        }
    }

    /// The least and the greatest number that a value can be.
    pub fn bounds(&self, value: &Value) -> (i64, i64) {
        match value {
            Value::Constant(number) => (*number, *number),
            Value::Var(var) => {
                let declared = self.ground.model.declared(*var);
                (declared.min().into(), declared.max().into())
            }
            Value::Number(_, bounds) => *bounds,
            Value::Truth(_) => (0, 1),
        }
    }

    pub fn applied(&self, function: &str, values: Vec<Value>) -> Result<Value, Fault> {
        let given = values.len();
        let bounds: Vec<(i64, i64)> = values.iter().map(|value| self.bounds(value)).collect();
        let numbers = || values.iter().cloned().map(Expression::from);
        let truths = || values.iter().cloned().map(Condition::from);
        let made = |expression: Expression, bounds| Ok(Value::Number(expression, bounds));
        let over = |join: fn(i64, i64) -> i64, bounds: &[(i64, i64)]| {
            let low = bounds.iter().map(|&(low, _)| low).reduce(join);
            low.zip(bounds.iter().map(|&(_, high)| high).reduce(join)).unwrap_or((0, 0))
        };
        match (function, &values[..], &bounds[..]) {
            ("neg", [x], [(low, high)]) => {
                made(-Expression::from(x.clone()), (high.saturating_neg(), low.saturating_neg()))
            }
            ("abs", [x], [x_bounds]) => made(Expression::from(x.clone()).abs(), distance(*x_bounds, (0, 0))),
            ("add", [_, ..], _) => made(csp::sum(numbers()), over(i64::saturating_add, &bounds)),
            ("sub", [x, y], [(a, b), (c, d)]) => made(
                Expression::from(x.clone()) - Expression::from(y.clone()),
                (a.saturating_sub(*d), b.saturating_sub(*c)),
            ),
            ("mul", [first, rest @ ..], [first_bounds, rest_bounds @ ..]) => {
                let product =
                    rest.iter().fold(Expression::from(first.clone()), |product, factor| match factor {
                        Value::Constant(factor) => product * *factor,
                        factor => product * Expression::from(factor.clone()),
                    });
                made(product, rest_bounds.iter().fold(*first_bounds, |a, b| products(a, *b)))
            }
            ("sqr", [x], [x_bounds]) => {
                let (low, high) = distance(*x_bounds, (0, 0));
                let x = Expression::from(x.clone());
                made(x.clone() * x, (low.saturating_mul(low), high.saturating_mul(high)))
            }
            ("div", [x, y], [(low, high), _]) => {
                let most = low.saturating_abs().max(high.saturating_abs());
                made(quotient(x.clone(), y.clone()), (-most, most))
            }
            ("mod", [x, y], [(low, high), (c, d)]) => {
                let most = c.saturating_abs().max(d.saturating_abs()).saturating_sub(1).max(0);
                let least = if *low < 0 { -most } else { 0 };
                made(remainder(x.clone(), y.clone()), (least, if *high > 0 { most } else { 0 }))
            }
            ("pow", [x, y], [_, (least, most)]) => self.power(x, y, (*least, *most)),
            ("min", [_, ..], _) => made(minimum(numbers()), over(i64::min, &bounds)),
            ("max", [_, ..], _) => made(maximum(numbers()), over(i64::max, &bounds)),
            ("dist", [x, y], [a, b]) => made(absolute_difference(x.clone(), y.clone()), distance(*a, *b)),
            ("if", [condition, x, y], [_, (a, b), (c, d)]) => {
                let condition = Condition::from(condition.clone());
                made(condition.choose(x.clone(), y.clone()), (*a.min(c), *b.max(d)))
            }
            ("not", [x], _) => Ok(Value::Truth(!Condition::from(x.clone()))),
            ("and", ..) => Ok(Value::Truth(all(truths()))),
            ("or", ..) => Ok(Value::Truth(any(truths()))),
            ("xor", [_, ..], _) => {
                let joined = truths().reduce(|a, b| a ^ b).expect("there is one");
                Ok(Value::Truth(joined))
            }
            ("iff", [_, _, ..], _) => {
                let truths: Vec<Condition> = truths().collect();
                Ok(Value::Truth(all(truths.windows(2).map(|pair| pair[0].clone().iff(pair[1].clone())))))
            }
            ("imp", [x, y], _) => {
                Ok(Value::Truth(Condition::from(x.clone()).implies(Condition::from(y.clone()))))
            }
            ("lt" | "le" | "ge" | "gt" | "ne", [x, y], _) => {
                Ok(Value::Truth(Relation::of(function)?.of_values(x, y)))
            }
            ("eq", [_, _, ..], _) => Ok(Value::Truth(all(values
                .windows(2)
                .map(|pair| Relation::Equal.of_values(&pair[0], &pair[1]))))),
            (
                "in" | "notin" | "neg" | "abs" | "add" | "sub" | "mul" | "sqr" | "div" | "mod" | "pow"
                | "min" | "max",
                ..,
            )
            | ("dist" | "if" | "not" | "xor" | "iff" | "imp" | "lt" | "le" | "ge" | "gt" | "ne" | "eq", ..) => {
                Err(wrong(function, given))
            }
            _ => Err(Fault::new(format!("there is no function '{}'", shortened(function)))),
        }
    }

    /// A power with an exponent of few values, none of them negative.
    fn power(&self, base: &Value, exponent: &Value, (least, most): (i64, i64)) -> Result<Value, Fault> {
        if least < 0 || most - least > MOST_POWERS || most > MOST_POWERS {
            return Err(Fault::new(format!("the exponent of pow(…) must be 0 to {MOST_POWERS}")));
        }
        let bounds = self.bounds(base);
        let to = |exponent: i64| {
            let base = Expression::from(base.clone());
            (0..exponent).fold(Expression::from(1), |power, _| power * base.clone())
        };
        let largest =
            bounds.0.saturating_abs().max(bounds.1.saturating_abs()).max(1).saturating_pow(most as u32);
        let within = (if bounds.0 < 0 { -largest } else { 0 }, largest);
        let power = match least == most {
            true => to(most),
            false => csp::element((0..=most).map(to), exponent.clone()),
        };
        Ok(Value::Number(power, within))
    }

    /// The value as a variable or a constant, which most constraints need: a new variable for an expression.
    pub fn operand(&mut self, value: Value) -> Result<Operand, Fault> {
        Ok(match value {
            Value::Constant(number) => Operand::Constant(small(number)?),
            Value::Var(var) => var.into(),
            other => {
                let bounds = self.bounds(&other);
                let other = Expression::from(other);
                // In messages it is called by what the file says.
                let name = other.shown(&|var| self.ground.model.name(var));
                let var = self.ground.variable(&name, &[bounds]);
                self.ground.model.post(Expression::from(var).eq(other));
                var.into()
            }
        })
    }

    /// The value as a variable, for constraints that take no constants.
    pub fn term(&mut self, value: Value) -> Result<Term, Fault> {
        match self.operand(value)? {
            Operand::Constant(number) => self.ground.constant(number.into()),
            Operand::Term(term) => Ok(term),
        }
    }
}

/// The number of brackets around the innermost part.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The bounds of the distance of two numbers.
fn distance((a, b): (i64, i64), (c, d): (i64, i64)) -> (i64, i64) {
    let most = b.saturating_sub(c).saturating_abs().max(d.saturating_sub(a).saturating_abs());
    (a.saturating_sub(d).max(c.saturating_sub(b)).max(0), most)
}

fn products((a, b): (i64, i64), (c, d): (i64, i64)) -> (i64, i64) {
    let corners = [a.saturating_mul(c), a.saturating_mul(d), b.saturating_mul(c), b.saturating_mul(d)];
    let low = corners.iter().copied().min().expect("there are four");
    (low, corners.into_iter().max().expect("there are four"))
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Less,
    AtMost,
    AtLeast,
    Greater,
    Equal,
    Different,
}

impl Relation {
    pub fn of(text: &str) -> Result<Relation, Fault> {
        Ok(match text.trim() {
            "lt" => Relation::Less,
            "le" => Relation::AtMost,
            "ge" => Relation::AtLeast,
            "gt" => Relation::Greater,
            "eq" => Relation::Equal,
            "ne" => Relation::Different,
            other => return Err(Fault::new(format!("'{}' is no comparison", shortened(other)))),
        })
    }

    pub fn of_values(self, left: &Value, right: &Value) -> Condition {
        match (left, right) {
            (Value::Constant(left), Value::Constant(right)) => truth(match self {
                Relation::Less => left < right,
                Relation::AtMost => left <= right,
                Relation::AtLeast => left >= right,
                Relation::Greater => left > right,
                Relation::Equal => left == right,
                Relation::Different => left != right,
            }),
            (Value::Truth(left), Value::Truth(right)) if self == Relation::Equal => {
                left.clone().iff(right.clone())
            }
            _ => self.between(left.clone().into(), right.clone().into()),
        }
    }

    pub fn between(self, left: Expression, right: Expression) -> Condition {
        match self {
            Relation::Less => left.lt(right),
            Relation::AtMost => left.le(right),
            Relation::AtLeast => left.ge(right),
            Relation::Greater => left.gt(right),
            Relation::Equal => left.eq(right),
            Relation::Different => left.ne(right),
        }
    }
}
