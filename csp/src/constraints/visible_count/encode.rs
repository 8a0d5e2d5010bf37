//! The encoding, step by step with the largest number so far.

use std::collections::BTreeMap;

use crate::encode::{Encoder, Literal, Number};

/// The states after a number: the largest number so far, or the ground, and the count of visible numbers, each with
/// its literal.
type States = BTreeMap<(i64, i64), Literal>;

/// Encodes how many of the numbers are larger than all before them and than the ground.
pub(super) fn encode(to: &mut Encoder<'_>, numbers: &[Number], ground: i64, count: Number) {
    // Without a condition, states that lead to no solution are left out.
    let (least, most) = if to.is_conditional() { (i64::MIN, i64::MAX) } else { to.bounds(count) };
    let mut here: States = BTreeMap::from([((ground, 0), Literal::TRUE)]);
    let mut layers = Vec::new();
    for (at, &number) in numbers.iter().enumerate() {
        let left = (numbers.len() - at - 1) as i64;
        here = to.always(|to| {
            next_states(to, &here, number, |seen| seen <= most && seen.saturating_add(left) >= least)
        });
        layers.extend(here.values().copied());
    }
    let ends: Vec<((i64, i64), Literal)> = here.into_iter().collect();
    for ((_, seen), state) in ends {
        let is = to.is(count, seen);
        to.clause([!state, is]);
    }
    let mut scope: Vec<Number> = numbers.iter().chain([&count]).copied().collect();
    scope.retain(|number| number.domain().is_some());
    to.layers.push((scope, layers));
}

/// Encodes the states after a number. A state that does not satisfy `fits` is unreachable.
fn next_states(to: &mut Encoder<'_>, here: &States, number: Number, fits: impl Fn(i64) -> bool) -> States {
    let values = to.values(number);
    let low = values[0];
    let mut next: States = BTreeMap::new();
    for &(top, seen) in here.keys() {
        let lower = (low <= top).then_some((top, seen));
        let higher = values.iter().filter(|&&value| value > top).map(|&value| (value, seen + 1));
        for state in lower.into_iter().chain(higher).filter(|&(_, seen)| fits(seen)) {
            next.insert(state, Literal::TRUE);
        }
    }
    next.values_mut().for_each(|state| *state = to.fresh());
    let all: Vec<Literal> = next.values().copied().collect();
    to.exactly_one(&all);
    let at = |states: &States, state| states.get(&state).copied().unwrap_or(Literal::FALSE);
    for (&(top, seen), &state) in here {
        let more = to.at_least(number, top.saturating_add(1));
        to.clause([!state, more, at(&next, (top, seen))]);
        for &value in values.iter().filter(|&&value| value > top) {
            let is = to.is(number, value);
            to.clause([!state, !is, at(&next, (value, seen + 1))]);
        }
    }
    for (&(top, seen), &state) in &next {
        let lower = here.range(..(top, i64::MIN)).filter(|&(&(_, before), _)| before + 1 == seen);
        let before = lower.map(|(_, &before)| before).chain([at(here, (top, seen))]);
        to.clause(before.chain([!state]));
        let more = to.at_least(number, top.saturating_add(1));
        to.clause([!state, !more]);
    }
    next
}
