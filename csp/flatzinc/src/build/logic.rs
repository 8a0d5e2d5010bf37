//! Constraints between Booleans.

use csp::{Condition, constraints::remainder, sum};

use super::arguments::{Arguments, Literal, Truth, all_of, any_of};
use super::{Entry, Meaning};
use crate::syntax::Fault;

/// The constraints, sorted by name for binary search.
#[rustfmt::skip]
pub(super) const TABLE: &[Entry] = &[
    ("array_bool_and", array_and),
    ("array_bool_or", array_or),
    ("array_bool_xor", array_xor),
    ("bool_and", and),
    ("bool_clause", clause),
    ("bool_or", or),
    ("bool_xor", xor),
    ("csp_assume", assume),
];

/// Returns the meaning that `result` is equivalent to `meaning`.
fn equals(meaning: Meaning, result: Truth) -> Meaning {
    let condition = match meaning {
        Meaning::Known(known) => {
            return match Literal(result, known).decision() {
                Ok(decision) => decision.into(),
                Err(holds) => Meaning::Known(holds),
            };
        }
        Meaning::Is(condition) => condition,
    };
    match result {
        Truth::Known(true) => condition.into(),
        Truth::Known(false) => (!condition).into(),
        Truth::Open(var) => var.is(1).iff(condition).into(),
    }
}

/// With one more argument than the operation has operands, the last argument is the result; otherwise the operation
/// must hold.
fn with_result(arguments: &Arguments<'_, '_>, operands: usize, meaning: Meaning) -> Result<Meaning, Fault> {
    if arguments.len() > operands { Ok(equals(meaning, arguments.truth(operands)?)) } else { Ok(meaning) }
}

fn literals(truths: Vec<Truth>) -> impl Iterator<Item = Literal> {
    truths.into_iter().map(Literal::from)
}

fn array_and(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let meaning = all_of(literals(arguments.truths(0)?));
    with_result(arguments, 1, meaning)
}

fn array_or(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let meaning = any_of(literals(arguments.truths(0)?));
    with_result(arguments, 1, meaning)
}

fn and(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let meaning = all_of([arguments.truth(0)?.into(), arguments.truth(1)?.into()]);
    with_result(arguments, 2, meaning)
}

fn or(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let meaning = any_of([arguments.truth(0)?.into(), arguments.truth(1)?.into()]);
    with_result(arguments, 2, meaning)
}

/// What is assumed to hold, at the root.
fn assume(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    if arguments.name != "csp_assume" {
        return Err(Fault::new("csp_assume cannot depend on another condition"));
    }
    for truth in arguments.truths(0)? {
        match truth {
            Truth::Known(true) => {}
            Truth::Known(false) => arguments.builder.ground.assume_false()?,
            Truth::Open(var) => arguments.builder.ground.assume(var),
        }
    }
    Ok(Meaning::Known(true))
}

fn clause(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let refuted = arguments.truths(1)?.into_iter().map(|truth| Literal(truth, false));
    Ok(any_of(literals(arguments.truths(0)?).chain(refuted)))
}

/// Returns the exclusive or: an odd number of the truths is true.
fn odd(truths: Vec<Truth>) -> Meaning {
    let mut is_odd = false;
    let mut open = Vec::new();
    for truth in truths {
        match truth {
            Truth::Known(known) => is_odd ^= known,
            Truth::Open(var) => open.push(var),
        }
    }
    match open[..] {
        [] => Meaning::Known(is_odd),
        [var] => var.is(i32::from(!is_odd)).into(),
        [a, b] if !is_odd => a.ne(b).into(),
        [a, b] => a.eq(b).into(),
        _ => Condition::into(remainder(sum(open), 2).eq(i64::from(!is_odd))),
    }
}

fn array_xor(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    Ok(odd(arguments.truths(0)?))
}

fn xor(arguments: &mut Arguments<'_, '_>) -> Result<Meaning, Fault> {
    let meaning = odd(vec![arguments.truth(0)?, arguments.truth(1)?]);
    with_result(arguments, 2, meaning)
}
