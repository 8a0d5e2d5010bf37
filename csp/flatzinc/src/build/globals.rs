//! Global constraints of the engine: `csp_…` of the library in `share`.

use csp::constraints::{Automaton, Operand, Quota};
use csp::{Condition, Expression, Term, config::Consistency, holds};

use super::arguments::Arguments;
use super::{Entry, Meaning, small, values};
use crate::syntax::Fault;

/// The constraints, sorted by name for binary search.
#[rustfmt::skip]
pub(super) const TABLE: &[Entry] = &[
    ("csp_all_different", all_different),
    ("csp_all_different_except", all_different_except),
    ("csp_among", among),
    ("csp_bin_packing", bin_packing),
    ("csp_circuit", circuit),
    ("csp_count_eq", count_equal),
    ("csp_count_ge", count_at_least),
    ("csp_count_le", count_at_most),
    ("csp_count_ne", count_different),
    ("csp_cumulative", cumulative),
    ("csp_diffn", rectangles),
    ("csp_disjunctive", disjunctive),
    ("csp_global_cardinality", cardinality),
    ("csp_global_cardinality_low_up", cardinality_between),
    ("csp_increasing", increasing),
    ("csp_inverse", inverse),
    ("csp_lex_less", lex_less),
    ("csp_lex_lesseq", lex_less_or_equal),
    ("csp_nvalue", number_of_values),
    ("csp_regular", regular),
    ("csp_sort", sort),
    ("csp_strictly_increasing", strictly_increasing),
    ("csp_subcircuit", subcircuit),
    ("csp_table", table),
    ("csp_value_precede", value_precede),
];

/// The largest distance between values that are listed for a constraint.
const WIDEST_LIST: i64 = 1 << 16;

type Answer = Result<Meaning, Fault>;

fn unequal(arguments: &Arguments<'_, '_>) -> Fault {
    Fault::new(format!("{}: the lengths of the arguments do not go together", arguments.name))
}

/// `xs`
fn all_different(arguments: &mut Arguments<'_, '_>) -> Answer {
    let terms = arguments.terms(0)?;
    if terms.len() < 2 {
        return Ok(Meaning::Known(true));
    }
    let mut sorted = terms.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Ok(Meaning::Known(false));
    }
    let constraint = csp::all_different(terms);
    Ok(holds(if arguments.is_strong { constraint.with(Consistency::Domain) } else { constraint }).into())
}

/// Returns the values from the smallest to the largest of all operands.
fn hull(arguments: &Arguments<'_, '_>, operands: &[Operand]) -> Result<std::ops::RangeInclusive<i32>, Fault> {
    let bounds = operands.iter().map(|&operand| arguments.declared(operand));
    let (low, high) = bounds.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))).unwrap_or((0, 0));
    if high - low > WIDEST_LIST {
        return Err(Fault::new(format!("{}: the values {low} to {high} are too many", arguments.name)));
    }
    Ok(small(low)?..=small(high)?)
}

/// `xs, values that may be taken repeatedly`
fn all_different_except(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (operands, free) = (arguments.operands(0)?, arguments.set(1)?);
    if operands.len() < 2 {
        return Ok(Meaning::Known(true));
    }
    let is_free = |value: i32| free.iter().any(|&(low, high)| (low..=high).contains(&i64::from(value)));
    let once = hull(arguments, &operands)?.filter(|&value| !is_free(value));
    let quotas: Vec<(i32, Quota)> = once.map(|value| (value, Quota::Between(0, 1))).collect();
    if quotas.is_empty() {
        return Ok(Meaning::Known(true));
    }
    Ok(holds(csp::constraints::cardinality(operands, quotas)).into())
}

/// A constraint on the successors of places, which it counts from 0.
fn tour(arguments: &mut Arguments<'_, '_>, holds: impl FnOnce(Vec<Term>) -> Condition) -> Answer {
    let (terms, first) = (arguments.terms(0)?, arguments.small(1)?);
    let next: Vec<Term> = terms.into_iter().map(|term| term - first).collect();
    Ok(if next.is_empty() { Meaning::Known(true) } else { holds(next).into() })
}

/// `successors, number of the first`
fn circuit(arguments: &mut Arguments<'_, '_>) -> Answer {
    tour(arguments, |next| holds(csp::constraints::circuit(next)))
}

/// `successors, number of the first`
fn subcircuit(arguments: &mut Arguments<'_, '_>) -> Answer {
    tour(arguments, |next| holds(csp::constraints::subcircuit(next)))
}

/// `xs, index of the first of xs, ys, index of the first of ys`
fn inverse(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (xs, first_x, ys, first_y) =
        (arguments.terms(0)?, arguments.small(1)?, arguments.terms(2)?, arguments.small(3)?);
    if xs.len() != ys.len() {
        return Err(unequal(arguments));
    }
    if xs.is_empty() {
        return Ok(Meaning::Known(true));
    }
    let xs = xs.into_iter().map(|term| term - first_y);
    let constraint = csp::constraints::inverse(xs, ys.into_iter().map(|term| term - first_x));
    Ok(holds(if arguments.is_strong { constraint.with(Consistency::Domain) } else { constraint }).into())
}

/// Whether a number is known to be negative.
fn is_negative(operand: &Operand) -> bool {
    matches!(operand, Operand::Constant(..0))
}

/// `starts, durations, demands, capacity`
fn cumulative(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (starts, durations, demands) =
        (arguments.operands(0)?, arguments.operands(1)?, arguments.operands(2)?);
    let capacity = arguments.operand(3)?;
    if starts.len() != durations.len() || starts.len() != demands.len() {
        return Err(unequal(arguments));
    }
    if durations.iter().chain(&demands).chain([&capacity]).any(is_negative) {
        return Ok(Meaning::Known(false));
    }
    // Without tasks, a capacity that is a variable still must not be negative.
    if starts.is_empty() && matches!(capacity, Operand::Constant(_)) {
        return Ok(Meaning::Known(true));
    }
    Ok(holds(csp::constraints::cumulative(starts, durations, demands, capacity)).into())
}

/// `starts, durations`; a task with duration 0 may start at any time
fn disjunctive(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (starts, durations) = (arguments.operands(0)?, arguments.operands(1)?);
    if starts.len() != durations.len() {
        return Err(unequal(arguments));
    }
    if durations.iter().any(is_negative) {
        return Ok(Meaning::Known(false));
    }
    // A single task cannot overlap, but if its duration is a variable, that still must not be negative.
    if starts.is_empty() || matches!(durations[..], [Operand::Constant(_)]) {
        return Ok(Meaning::Known(true));
    }
    Ok(holds(csp::constraints::disjunctive(starts, durations)).into())
}

/// `xs, ys, widths, heights`
fn rectangles(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (xs, ys) = (arguments.operands(0)?, arguments.operands(1)?);
    let (widths, heights) = (arguments.operands(2)?, arguments.operands(3)?);
    if [&ys, &widths, &heights].iter().any(|list| list.len() != xs.len()) {
        return Err(unequal(arguments));
    }
    if widths.iter().chain(&heights).any(is_negative) {
        return Ok(Meaning::Known(false));
    }
    if xs.is_empty() {
        return Ok(Meaning::Known(true));
    }
    Ok(holds(csp::constraints::no_overlap(xs, ys, widths, heights)).into())
}

/// `xs, rows end to end`
fn table(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (operands, cells) = (arguments.operands(0)?, arguments.ints(1)?);
    let width = operands.len();
    // Without columns there is no telling how many rows there are.
    if width == 0 && cells.is_empty() {
        return Ok(Meaning::Known(true));
    }
    if !cells.len().is_multiple_of(width) {
        return Err(unequal(arguments));
    }
    let bounds: Vec<(i64, i64)> = operands.iter().map(|&operand| arguments.declared(operand)).collect();
    let can_be =
        |row: &&[i64]| row.iter().zip(&bounds).all(|(cell, (low, high))| (low..=high).contains(&cell));
    let rows: Vec<Vec<i32>> =
        cells.chunks(width).filter(can_be).map(|row| row.iter().map(|&cell| cell as i32).collect()).collect();
    if rows.is_empty() {
        return Ok(Meaning::Known(false));
    }
    Ok(holds(csp::table(operands, rows)).into())
}

/// `word, number of states, number of symbols, next states end to end, start, accepting states`; states and symbols are
/// counted from 1, and state 0 refuses
fn regular(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (word, states, symbols) = (arguments.operands(0)?, arguments.size(1)?, arguments.size(2)?);
    let (next, start, accepting) = (arguments.ints(3)?, arguments.int(4)?, arguments.set(5)?);
    if states.checked_mul(symbols) != Some(next.len()) {
        return Err(unequal(arguments));
    }
    let state = |number: i64| match usize::try_from(number) {
        Ok(state) if (1..=states).contains(&state) => Ok(state - 1),
        _ => Err(Fault::new(format!("{}: there is no state {number}", arguments.name))),
    };
    let start = state(start)?;
    let mut transitions = Vec::with_capacity(next.len());
    for (at, &to) in next.iter().enumerate().filter(|(_, to)| **to != 0) {
        transitions.push((at / symbols, (at % symbols) as i32 + 1, state(to)?));
    }
    let accepts = |state: &usize| {
        let number = *state as i64 + 1;
        accepting.iter().any(|&(low, high)| (low..=high).contains(&number))
    };
    if word.is_empty() {
        return Ok(Meaning::Known(accepts(&start)));
    }
    // Without symbols no word is accepted. The table has no entries then, so nothing bounds the number of states to list.
    let accepting: Vec<usize> = if symbols == 0 { Vec::new() } else { (0..states).filter(accepts).collect() };
    if accepting.is_empty() {
        return Ok(Meaning::Known(false));
    }
    Ok(holds(csp::constraints::regular(word, Automaton::new(states, start, accepting, transitions))).into())
}

fn with_quotas(arguments: &mut Arguments<'_, '_>, quotas: Vec<Quota>, closed: bool) -> Answer {
    let (operands, listed) = (arguments.operands(0)?, arguments.smalls(1)?);
    if listed.len() != quotas.len() {
        return Err(unequal(arguments));
    }
    if listed.is_empty() {
        return Ok(Meaning::Known(!closed || operands.is_empty()));
    }
    let mut distinct = listed.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let pairs = listed.into_iter().zip(quotas);
    if distinct.len() < pairs.len() {
        // A value with two quotas: a constraint for each, and one that forbids other values.
        let mut parts: Vec<Condition> =
            pairs.map(|pair| holds(csp::constraints::cardinality(&operands, [pair]))).collect();
        if closed {
            let free = distinct.into_iter().map(|value| (value, Quota::Between(0, i32::MAX)));
            parts.push(holds(csp::constraints::cardinality(&operands, free).closed()));
        }
        return Ok(csp::all(parts).into());
    }
    let cardinality = csp::constraints::cardinality(operands, pairs);
    Ok(holds(if closed { cardinality.closed() } else { cardinality }).into())
}

/// `xs, values, how often each, whether other values are forbidden`
fn cardinality(arguments: &mut Arguments<'_, '_>) -> Answer {
    let quotas = arguments.operands(2)?.into_iter().map(Quota::Exactly).collect();
    let closed = arguments.int(3)? != 0;
    with_quotas(arguments, quotas, closed)
}

/// `xs, values, least, most, whether other values are forbidden`
fn cardinality_between(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (least, most) = (arguments.smalls(2)?, arguments.smalls(3)?);
    if least.len() != most.len() {
        return Err(unequal(arguments));
    }
    if least.iter().zip(&most).any(|(&least, &most)| least.max(0) > most) {
        return Ok(Meaning::Known(false));
    }
    let quotas =
        least.into_iter().zip(most).map(|(least, most)| Quota::Between(least.max(0), most)).collect();
    let closed = arguments.int(4)? != 0;
    with_quotas(arguments, quotas, closed)
}

/// The number of things among none. It is a variable, so that it can be compared with a known number.
fn nothing(arguments: &mut Arguments<'_, '_>) -> Result<Expression, Fault> {
    Ok(arguments.builder.ground.constant(0)?.into())
}

macro_rules! counts {
    ($($name:ident: $relation:ident;)*) => {$(
        /// `xs, value, number`
        pub(super) fn $name(arguments: &mut Arguments<'_, '_>) -> Answer {
            let (numbers, value) = (arguments.numbers(0)?, arguments.small(1)?);
            let count = if numbers.is_empty() { nothing(arguments)? } else { csp::count(numbers, value) };
            Ok(count.$relation(arguments.number(2)?).into())
        }
    )*};
}

counts! {
    count_equal: eq;
    count_different: ne;
    count_at_most: le;
    count_at_least: ge;
}

/// `number, xs, values`
fn among(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (number, numbers, set) = (arguments.number(0)?, arguments.numbers(1)?, arguments.set(2)?);
    let (low, high) = (i64::from(csp::limits::MIN_VALUE), i64::from(csp::limits::MAX_VALUE));
    let within: Vec<(i64, i64)> =
        set.iter().map(|&(from, to)| (from.max(low), to.min(high))).filter(|(from, to)| from <= to).collect();
    let span = within.first().zip(within.last()).map_or(0, |(first, last)| last.1 - first.0);
    if within.len() > 1 && span > WIDEST_LIST {
        return Err(Fault::new(format!("{}: the set is too wide", arguments.name)));
    }
    let is_none = numbers.is_empty() || within.is_empty();
    let count = if is_none { nothing(arguments)? } else { csp::count(numbers, values(&within)) };
    Ok(count.eq(number).into())
}

/// `number, xs`
fn number_of_values(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (number, numbers) = (arguments.number(0)?, arguments.numbers(1)?);
    let count =
        if numbers.is_empty() { nothing(arguments)? } else { csp::constraints::number_of_values(numbers) };
    Ok(count.eq(number).into())
}

fn lists(arguments: &Arguments<'_, '_>) -> Result<(Vec<Operand>, Vec<Operand>), Fault> {
    Ok((arguments.operands(0)?, arguments.operands(1)?))
}

/// Compares lists of any length; a list that is the beginning of the other is less.
fn in_order(arguments: &mut Arguments<'_, '_>, may_be_equal: bool) -> Answer {
    let (mut xs, mut ys) = lists(arguments)?;
    let (of_xs, of_ys) = (xs.len(), ys.len());
    let may_begin_alike = of_xs < of_ys || may_be_equal && of_xs == of_ys;
    xs.truncate(of_ys);
    ys.truncate(of_xs);
    if xs.is_empty() {
        return Ok(Meaning::Known(may_begin_alike));
    }
    Ok(if may_begin_alike {
        holds(csp::constraints::lex_less_or_equal(xs, ys)).into()
    } else {
        holds(csp::constraints::lex_less(xs, ys)).into()
    })
}

/// `xs, ys`
fn lex_less(arguments: &mut Arguments<'_, '_>) -> Answer {
    in_order(arguments, false)
}

/// `xs, ys`
fn lex_less_or_equal(arguments: &mut Arguments<'_, '_>) -> Answer {
    in_order(arguments, true)
}

/// `xs`
fn increasing(arguments: &mut Arguments<'_, '_>) -> Answer {
    let xs = arguments.operands(0)?;
    Ok(if xs.len() < 2 { Meaning::Known(true) } else { holds(csp::constraints::increasing(xs)).into() })
}

/// `xs`
fn strictly_increasing(arguments: &mut Arguments<'_, '_>) -> Answer {
    let xs = arguments.operands(0)?;
    Ok(if xs.len() < 2 {
        Meaning::Known(true)
    } else {
        holds(csp::constraints::strictly_increasing(xs)).into()
    })
}

/// `xs, the same in ascending order`
fn sort(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (xs, sorted) = lists(arguments)?;
    if xs.len() != sorted.len() {
        return Err(unequal(arguments));
    }
    if xs.is_empty() {
        return Ok(Meaning::Known(true));
    }
    let same = holds(csp::constraints::same_values(xs, &sorted));
    Ok(if sorted.len() < 2 {
        same.into()
    } else {
        (same & holds(csp::constraints::increasing(sorted))).into()
    })
}

/// `before, after, xs`: a `before` precedes the first `after`. No value can precede itself.
fn value_precede(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (before, after) = (arguments.small(0)?, arguments.small(1)?);
    let list = arguments.operands(2)?;
    if list.is_empty() {
        return Ok(Meaning::Known(true));
    }
    if before == after {
        return Ok(csp::count(arguments.numbers(2)?, after).eq(0).into());
    }
    Ok(holds(csp::constraints::value_precedence(before, after, list)).into())
}

/// `bins, number of the first, sizes, loads`
fn bin_packing(arguments: &mut Arguments<'_, '_>) -> Answer {
    let (bins, first) = (arguments.terms(0)?, arguments.small(1)?);
    let (sizes, loads) = (arguments.smalls(2)?, arguments.operands(3)?);
    if bins.len() != sizes.len() {
        return Err(unequal(arguments));
    }
    if bins.is_empty() && loads.is_empty() {
        return Ok(Meaning::Known(true));
    }
    Ok(holds(csp::constraints::bin_packing(bins.into_iter().map(|term| term - first), sizes, loads)).into())
}
