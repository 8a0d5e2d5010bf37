//! The count of numbers that are larger than all before them, encoded step by step with the largest number so far.

use std::collections::BTreeMap;

use super::super::formula::Literal;
use super::{Encoder, Number};

/// The states after a number: the largest number so far, or the ground, and the count of visible numbers, each with
/// its literal.
type States = BTreeMap<(i64, i64), Literal>;

impl Encoder<'_> {
    /// Says how many of the numbers are larger than all before them and than the ground.
    pub(crate) fn visible(&mut self, numbers: &[Number], ground: i64, count: Number) {
        // Without a condition, states that lead to no solution are left out.
        let (least, most) = if self.is_conditional() { (i64::MIN, i64::MAX) } else { self.bounds(count) };
        let mut here: States = BTreeMap::from([((ground, 0), Literal::TRUE)]);
        let mut layers = Vec::new();
        for (at, &number) in numbers.iter().enumerate() {
            let left = (numbers.len() - at - 1) as i64;
            here = self.always(|encoder| {
                encoder.next_visible(&here, number, |seen| seen <= most && seen.saturating_add(left) >= least)
            });
            layers.extend(here.values().copied());
        }
        let ends: Vec<((i64, i64), Literal)> = here.into_iter().collect();
        for ((_, seen), state) in ends {
            let is = self.is(count, seen);
            self.clause([!state, is]);
        }
        let mut scope: Vec<Number> = numbers.iter().chain([&count]).copied().collect();
        scope.retain(|number| number.domain().is_some());
        self.layers.push((scope, layers));
    }

    /// Encodes the states after a number. A state that does not satisfy `fits` is unreachable.
    fn next_visible(&mut self, here: &States, number: Number, fits: impl Fn(i64) -> bool) -> States {
        let values = self.values(number);
        let low = values[0];
        let mut next: States = BTreeMap::new();
        for &(top, seen) in here.keys() {
            let lower = (low <= top).then_some((top, seen));
            let higher = values.iter().filter(|&&value| value > top).map(|&value| (value, seen + 1));
            for state in lower.into_iter().chain(higher).filter(|&(_, seen)| fits(seen)) {
                next.insert(state, Literal::TRUE);
            }
        }
        next.values_mut().for_each(|state| *state = self.formula.auxiliary());
        let all: Vec<Literal> = next.values().copied().collect();
        self.exactly_one(&all);
        let at = |states: &States, state| states.get(&state).copied().unwrap_or(Literal::FALSE);
        for (&(top, seen), &state) in here {
            let more = self.number_at_least(number, top.saturating_add(1));
            self.clause([!state, more, at(&next, (top, seen))]);
            for &value in values.iter().filter(|&&value| value > top) {
                let is = self.is(number, value);
                self.clause([!state, !is, at(&next, (value, seen + 1))]);
            }
        }
        for (&(top, seen), &state) in &next {
            let lower = here.range(..(top, i64::MIN)).filter(|&(&(_, before), _)| before + 1 == seen);
            let before = lower.map(|(_, &before)| before).chain([at(here, (top, seen))]);
            self.clause(before.chain([!state]));
            let more = self.number_at_least(number, top.saturating_add(1));
            self.clause([!state, !more]);
        }
        next
    }
}
