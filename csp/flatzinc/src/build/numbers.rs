//! Comparisons, sums, arithmetic and elements.

use csp::{Condition, Expression};

use super::arguments::Arguments;
use super::{Entry, Item, Meaning};
use crate::syntax::Fault;

/// The constraints, sorted by name for binary search.
#[rustfmt::skip]
pub(super) const TABLE: &[Entry] = &[
    ("array_bool_element", element),
    ("array_int_element", element),
    ("array_int_maximum", maximum),
    ("array_int_minimum", minimum),
    ("array_var_bool_element", element),
    ("array_var_int_element", element),
    ("bool2int", equal),
    ("bool_eq", equal),
    ("bool_le", at_most),
    ("bool_lin_eq", linear_equal),
    ("bool_lin_le", linear_at_most),
    ("bool_lin_lt", linear_less),
    ("bool_lin_ne", linear_different),
    ("bool_lt", less),
    ("bool_ne", different),
    ("bool_not", different),
    ("int_abs", absolute),
    ("int_div", quotient),
    ("int_eq", equal),
    ("int_le", at_most),
    ("int_lin_eq", linear_equal),
    ("int_lin_le", linear_at_most),
    ("int_lin_ne", linear_different),
    ("int_lt", less),
    ("int_max", larger),
    ("int_min", smaller),
    ("int_mod", remainder),
    ("int_ne", different),
    ("int_plus", plus),
    ("int_pow", power),
    ("int_times", times),
    ("set_in", set_in),
];

/// A comparison, decided if there is no variable in it.
fn compared(
    left: (Expression, Option<i64>),
    right: (Expression, Option<i64>),
    relation: fn(Expression, Expression) -> Condition,
    of_numbers: fn(&i64, &i64) -> bool,
) -> Meaning {
    match (left, right) {
        ((_, Some(left)), (_, Some(right))) => Meaning::Known(of_numbers(&left, &right)),
        ((left, _), (right, _)) => relation(left, right).into(),
    }
}

fn side(arguments: &Arguments<'_, '_>, at: usize) -> Result<(Expression, Option<i64>), Fault> {
    let known = match arguments.item(at)? {
        Item::Int(number) => Some(number),
        Item::Bool(truth) => Some(truth.into()),
        _ => None,
    };
    Ok((arguments.number(at)?, known))
}

macro_rules! comparisons {
    ($($name:ident, $linear:ident: $relation:ident;)*) => {$(
        pub(super) fn $name(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
            let (left, right) = (side(arguments, 0)?, side(arguments, 1)?);
            Ok(compared(left, right, |left, right| left.$relation(right), |left, right| left.$relation(right)))
        }

        pub(super) fn $linear(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
            let (left, right) = (linear(arguments)?, side(arguments, 2)?);
            Ok(compared(left, right, |left, right| left.$relation(right), |left, right| left.$relation(right)))
        }
    )*};
}

comparisons! {
    equal, linear_equal: eq;
    different, linear_different: ne;
    at_most, linear_at_most: le;
    less, linear_less: lt;
}

/// The weighted sum of the first two arguments.
fn linear(arguments: &Arguments<'_, '_>) -> Result<(Expression, Option<i64>), Fault> {
    let (weights, items) = (arguments.ints(0)?, arguments.items(1)?);
    if weights.len() != items.len() {
        let what = format!("{}: {} coefficients for {} terms", arguments.name, weights.len(), items.len());
        return Err(Fault::new(what));
    }
    let overflow = || Fault::new(format!("{}: the sum is beyond 64 bits", arguments.name));
    let mut constant: i64 = 0;
    let mut terms = Vec::with_capacity(items.len());
    for (&weight, item) in weights.iter().zip(&*items) {
        let known = match item {
            Item::Var(var) | Item::Flag(var) => {
                terms.push((weight, *var));
                continue;
            }
            Item::Int(number) => *number,
            Item::Bool(truth) => i64::from(*truth),
            Item::Set(_) | Item::Symbol(..) | Item::Other => {
                return Err(Fault::new("a term of a sum is no integer"));
            }
        };
        let product = weight.checked_mul(known).and_then(|product| constant.checked_add(product));
        constant = product.ok_or_else(overflow)?;
    }
    terms.retain(|&(weight, _)| weight != 0);
    if terms.is_empty() {
        return Ok((constant.into(), Some(constant)));
    }
    Ok((terms.into_iter().collect::<Expression>() + Expression::from(constant), None))
}

/// Returns the condition that `number` is in one of the ranges. There must be at least one range.
pub(crate) fn within(number: Expression, ranges: &[(i64, i64)]) -> Condition {
    let part = |&(low, high): &(i64, i64)| {
        if low == high { number.clone().eq(low) } else { number.clone().ge(low) & number.clone().le(high) }
    };
    if let [range] = ranges { part(range) } else { csp::any(ranges.iter().map(part)) }
}

fn set_in(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let (number, ranges) = (side(arguments, 0)?, arguments.set(1)?);
    Ok(match number {
        (_, Some(known)) => Meaning::Known(ranges.iter().any(|(low, high)| (low..=high).contains(&&known))),
        _ if ranges.is_empty() => Meaning::Known(false),
        (number, None) => within(number, &ranges).into(),
    })
}

/// Returns the constraint that `value` equals the argument at `result`. If all arguments are constants, the expression
/// is evaluated at once.
fn equals(arguments: &mut Arguments<'_, '_>, value: Expression, result: usize) -> Result<Meaning, Fault> {
    let is_known = (0..arguments.len()).all(|at| match arguments.item(at) {
        Ok(item) => matches!(item, Item::Int(_) | Item::Bool(_)),
        Err(_) => arguments
            .items(at)
            .is_ok_and(|items| items.iter().all(|item| matches!(item, Item::Int(_) | Item::Bool(_)))),
    });
    if is_known {
        let right = arguments.int(result)?;
        let nothing: csp::Solution = no_variables()?;
        return Ok(Meaning::Known(nothing.evaluate(value) == Some(right)));
    }
    Ok(value.eq(arguments.number(result)?).into())
}

/// The solution of a model without constraints, to evaluate constant expressions in.
fn no_variables() -> Result<csp::Solution, Fault> {
    let mut model = csp::Model::new();
    model.var(0);
    let first = model.search().ok().and_then(|mut search| search.first().ok().flatten());
    first.ok_or_else(|| Fault::new("a constant cannot be computed"))
}

macro_rules! functions {
    ($($name:ident($($x:ident: $at:literal),*) = $value:expr, $result:literal;)*) => {$(
        pub(super) fn $name(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
            $(let $x = arguments.number($at)?;)*
            equals(arguments, $value, $result)
        }
    )*};
}

functions! {
    absolute(x: 0) = x.abs(), 1;
    plus(x: 0, y: 1) = x + y, 2;
    times(x: 0, y: 1) = x * y, 2;
    quotient(x: 0, y: 1) = csp::constraints::quotient(x, y), 2;
    remainder(x: 0, y: 1) = csp::constraints::remainder(x, y), 2;
    larger(x: 0, y: 1) = csp::maximum([x, y]), 2;
    smaller(x: 0, y: 1) = csp::minimum([x, y]), 2;
}

/// `maximum(m, xs)`; false if `xs` is empty.
fn maximum(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let numbers = arguments.numbers(1)?;
    if numbers.is_empty() {
        return Ok(Meaning::Known(false));
    }
    equals(arguments, csp::maximum(numbers), 0)
}

fn minimum(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let numbers = arguments.numbers(1)?;
    if numbers.is_empty() {
        return Ok(Meaning::Known(false));
    }
    equals(arguments, csp::minimum(numbers), 0)
}

/// `element(index from 1, array, value)`
fn element(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let (index, array) = (arguments.number(0)?, arguments.numbers(1)?);
    if let (Item::Int(at), items) = (arguments.item(0)?, arguments.items(1)?) {
        let Some(_) = usize::try_from(at).ok().and_then(|at| items.get(at.wrapping_sub(1))) else {
            return Ok(Meaning::Known(false));
        };
        let entry = array[at as usize - 1].clone();
        return equals(arguments, entry, 2);
    }
    if array.is_empty() {
        return Ok(Meaning::Known(false));
    }
    equals(arguments, csp::element(array, index - 1), 2)
}

/// The largest number of pairs of a base and an exponent that are listed.
const MOST_POWERS: i64 = 1 << 16;

/// `x` to the power of `y`: products for a known exponent, else all pairs. With a negative exponent, the power of a
/// base other than 1 and -1 is a fraction, which counts as 0; the power of base 0 is undefined.
fn power(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let (x, y, z) = (arguments.operand(0)?, arguments.operand(1)?, arguments.operand(2)?);
    if let Item::Int(exponent @ 1..=8) = arguments.item(1)? {
        let base = arguments.number(0)?;
        let power = (1..exponent).fold(base.clone(), |power, _| power * base.clone());
        return equals(arguments, power, 2);
    }
    let ((low, high), (least, most)) = (arguments.declared(x), arguments.declared(y));
    if (high - low + 1).checked_mul(most - least + 1).is_none_or(|pairs| pairs > MOST_POWERS) {
        return Err(Fault::new("int_pow: the domains of base and exponent are too large"));
    }
    let (from, to) = arguments.declared(z);
    let mut rows = Vec::new();
    for base in low..=high {
        for exponent in least..=most {
            let power = integer_power(base, exponent).filter(|power| (from..=to).contains(power));
            rows.extend(power.map(|power| [base as i32, exponent as i32, power as i32]));
        }
    }
    if rows.is_empty() {
        return Ok(Meaning::Known(false));
    }
    if low == high && least == most && from == to {
        return Ok(Meaning::Known(true));
    }
    Ok(csp::holds(csp::table([x, y, z], rows)).into())
}

fn integer_power(base: i64, exponent: i64) -> Option<i64> {
    match (base, u32::try_from(exponent)) {
        (_, Ok(exponent)) => base.checked_pow(exponent),
        (0, Err(_)) => None,
        (1, Err(_)) => Some(1),
        (-1, Err(_)) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => Some(0),
    }
}
