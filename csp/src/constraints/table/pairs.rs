//! Binary tables over at most 64 consecutive values on each side, as bit matrices that many pairs of
//! variables can share.
//!
//! Meaning: the values are one of the pairs. Strength: domain consistency. Cost: sixteen loads for each
//! variable, and no memory except for the matrix.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::encode::{Encoder, Language, Refused};
use crate::engine::kernel::moved;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::{Constraint, Fact};
use crate::model::ids::Var;

/// Pairs of values, each from at most 64 consecutive values.
#[derive(Debug)]
pub struct Pairs {
    /// The value of bit 0 on each side.
    firsts: [i32; 2],
    /// For each value of the first side the values of the second, as bits.
    after: Box<[u64]>,
    /// The values of the other side that are paired with a set of values, for sets on the first side and on
    /// the second.
    unions: [Unions; 2],
}

/// Precomputed unions of bit sets: for each four consecutive sets of a list, the union of every selection.
#[derive(Debug)]
struct Unions(Box<[[u64; 16]]>);

impl Unions {
    fn new(sets: &[u64]) -> Unions {
        let of_four = |sets: &[u64]| {
            let mut unions = [0; 16];
            for choice in 1..16_usize {
                let one = sets.get(choice.trailing_zeros() as usize).copied().unwrap_or(0);
                unions[choice] = unions[choice & (choice - 1)] | one;
            }
            unions
        };
        Unions(sets.chunks(4).map(of_four).collect())
    }

    /// Returns the union of the sets whose bits are chosen.
    #[inline]
    fn of(&self, chosen: u64) -> u64 {
        let fours = self.0.iter().zip(0..);
        fours.fold(0, |union, (unions, at)| union | unions[(chosen >> (4 * at) & 15) as usize])
    }
}

impl Pairs {
    /// Builds the pairs of `values` for which `allowed` is true.
    ///
    /// # Panics
    /// If there are more than 64 values.
    pub fn new(values: RangeInclusive<i32>, allowed: impl Fn(i32, i32) -> bool) -> Pairs {
        let first = *values.start();
        let rows = values.clone().map(|x| {
            let bit = |y: i32| u64::from(allowed(x, y)) << (y - first);
            values.clone().fold(0, |row, y| row | bit(y))
        });
        assert!(values.clone().count() <= 64, "pairs are of up to 64 values on each side, not {values:?}");
        Pairs::of_rows([first; 2], rows.collect())
    }

    /// Builds the pairs from a bit matrix with a row for each value of the first side.
    pub(super) fn of_rows(firsts: [i32; 2], after: Vec<u64>) -> Pairs {
        let mut before =
            vec![0; after.iter().map(|row| 64 - row.leading_zeros()).max().unwrap_or(0) as usize];
        for (x, row) in after.iter().enumerate() {
            before.iter_mut().enumerate().for_each(|(y, column)| *column |= (row >> y & 1) << x);
        }
        Pairs { firsts, unions: [Unions::new(&after), Unions::new(&before)], after: after.into() }
    }

    /// Returns whether a pair is allowed.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        let place = |value: i32, side: usize| i64::from(value) - i64::from(self.firsts[side]);
        let row = usize::try_from(place(x, 0)).ok().and_then(|x| self.after.get(x));
        row.is_some_and(|row| (0..64).contains(&place(y, 1)) && row >> place(y, 1) & 1 != 0)
    }

    /// Returns whether the pairs are exactly those of different values.
    pub fn only_differ(&self) -> bool {
        let all = u64::MAX >> (64 - self.after.len().clamp(1, 64));
        self.firsts[0] == self.firsts[1]
            && self.after.iter().enumerate().all(|(x, &after)| after == all & !(1 << x))
    }

    /// Returns the sum of both values if it is the same for all pairs.
    fn sum(&self) -> Option<i64> {
        let mut sum = None;
        for (x, &after) in self.after.iter().enumerate().filter(|&(_, &after)| after != 0) {
            let here = x as i64 + i64::from(after.trailing_zeros());
            if !after.is_power_of_two() || *sum.get_or_insert(here) != here {
                return None;
            }
        }
        Some(sum? + i64::from(self.firsts[0]) + i64::from(self.firsts[1]))
    }

    /// Returns the size of the pairs in bytes.
    pub(super) fn memory(&self) -> usize {
        let unions = self.unions.iter().map(|Unions(unions)| size_of_val(&**unions)).sum::<usize>();
        size_of::<Pairs>() + size_of_val(&*self.after) + unions
    }
}

/// A binary table constraint, built by [`related`].
#[derive(Clone, Debug)]
pub struct Related {
    vars: [Var; 2],
    pairs: Arc<Pairs>,
}

/// Returns the constraint that the values of two variables are one of the pairs. Many constraints can share
/// the pairs.
///
/// ```
/// # use std::sync::Arc;
/// # use csp::constraints::{Pairs, related};
/// # use csp::Model;
/// let mut model = Model::new();
/// let xs = model.vars(5, 1..=9);
/// let pairs = Arc::new(Pairs::new(1..=9, |a, b| b == 2 * a || a == b + 7));
/// for pair in xs.windows(2) {
///     model.post(related(pair[0], pair[1], pairs.clone()));
/// }
/// let first = model.search()?.first()?.unwrap();
/// assert_eq!(first.values(), [8, 1, 2, 4, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn related(x: Var, y: Var, pairs: Arc<Pairs>) -> Related {
    Related { vars: [x, y], pairs }
}

impl Constraint for Related {
    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.pairs.contains(values[0], values[1])
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let is_wide = |var: &&Var| {
            let values = model.declared(**var);
            i64::from(values.max()) - i64::from(values.min()) >= 64
        };
        let wide = self.vars.iter().find(is_wide)?;
        Some(Error::bad_constraint(format!(
            "{} has values more than 63 apart, and pairs are of 64 values at most; use a table",
            model.name(*wide)
        )))
    }

    fn facts(&self, say: &mut dyn FnMut(Fact<'_>)) {
        if self.vars[0] != self.vars[1]
            && let Some(total) = self.pairs.sum()
        {
            say(Fact::Linear { coefficients: &[1, 1], variables: &self.vars, total });
        }
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        if self.vars[0] == self.vars[1] {
            return to.by_trial(self);
        }
        let [a, b] = self.vars.map(|var| to.number(var));
        let (of_a, of_b) = (to.values(a), to.values(b));
        let allowed = |x: i64, y: i64| self.pairs.contains(x as i32, y as i32);
        for &x in &of_a {
            let mates = of_b.iter().filter(|&&y| allowed(x, y)).map(|&y| to.is(b, y));
            let clause: Vec<_> = mates.chain([!to.is(a, x)]).collect();
            to.clause(clause);
        }
        for &y in &of_b {
            let mates = of_a.iter().filter(|&&x| allowed(x, y)).map(|&x| to.is(a, x));
            let clause: Vec<_> = mates.chain([!to.is(b, y)]).collect();
            to.clause(clause);
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.vars.map(|var| to.view(var));
        let [a, b] = views;
        if a.slot == b.slot {
            // Both sides are one variable: values that are not paired with themselves are removed.
            return to.narrow(|store| {
                let values: Vec<i32> = store.domain(a).iter().collect();
                let other = |value: i32| value - a.offset + b.offset;
                let refused = values.into_iter().filter(|&value| !self.accepts(&[value, other(value)]));
                refused.into_iter().try_for_each(|value| store.remove(a, value))
            });
        }
        let filter = Filter::new(to.store(), views, self.pairs.clone(), "relation");
        to.propagator(filter);
    }
}

/// Domain consistency: the domain of one variable determines the supported values of the other.
#[derive(Debug)]
pub(super) struct Filter {
    pub slots: [Slot; 2],
    /// Shift from the bits of the pairs to the bits of each domain.
    shifts: [i32; 2],
    pairs: Arc<Pairs>,
    name: &'static str,
}

impl Filter {
    /// Creates the propagator. Both variables must have domains of one word.
    pub fn new(store: &Store, views: [View; 2], pairs: Arc<Pairs>, name: &'static str) -> Filter {
        let shift = |side: usize| {
            let view = views[side];
            assert!(store.shape(view.slot) == Shape::Word, "pairs are of variables with one word each");
            let above =
                i64::from(store.base(view.slot)) + i64::from(view.offset) - i64::from(pairs.firsts[side]);
            // At a larger distance the two ranges have no value in common.
            above.clamp(-64, 64) as i32
        };
        Filter { slots: views.map(|view| view.slot), shifts: [shift(0), shift(1)], pairs, name }
    }

    /// Returns the values that are paired with values of a side, as bits of the other side's domain.
    pub fn partners(&self, side: usize, bits: u64) -> u64 {
        let listed = moved(bits, self.shifts[side]);
        moved(self.pairs.unions[side].of(listed), -self.shifts[1 - side])
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        self.name
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.slots.iter().for_each(|&slot| watch(slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.explain_pairs(query, why);
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let ([a, b], [over_a, over_b], Pairs { unions: [after, before], .. }) =
            (self.slots, self.shifts, &*self.pairs);
        let left = moved(store.one_word(a), over_a);
        let right = moved(store.one_word(b), over_b) & after.of(left);
        store.keep_in_word(b, moved(right, -over_b))?;
        store.keep_in_word(a, moved(before.of(right), -over_a))?;
        let is_fixed = store.slot_is_fixed(a) || store.slot_is_fixed(b);
        Ok(if is_fixed { Status::Entailed } else { Status::Fixpoint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of solutions, and the first variable's domain after propagation of the root.
    fn solve(equal: bool) -> (usize, Vec<i32>) {
        let mut model = Model::new();
        let (a, b) = (model.var(-3..=60), model.var(-3..=60));
        model.post(related(a, b, Arc::new(Pairs::new(-3..=60, |a, b| a + 2 * b == 6))));
        if equal {
            model.post(a.eq(b));
        }
        let mut search = model.search().unwrap();
        let left = search.engine().domain(a).iter().collect();
        (search.solutions().count(), left)
    }

    #[test]
    fn what_has_no_partner_goes() {
        assert_eq!(solve(false), (8, vec![-2, 0, 2, 4, 6, 8, 10, 12]));
    }

    #[test]
    fn a_variable_can_stand_on_both_sides() {
        assert_eq!(solve(true), (1, vec![2]));
    }

    #[test]
    fn wide_variables_are_refused() {
        let mut model = Model::new();
        let (a, b) = (model.var(1..=9), model.var(1..=65));
        model.post(related(a, b, Arc::new(Pairs::new(1..=9, |a, b| a < b))));
        let error = model.search().unwrap_err().to_string();
        assert!(error.contains("use a table"), "{error}");
    }
}
