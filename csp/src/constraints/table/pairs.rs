//! Pairs of values of two variables with up to 64 values each, as bits: one matrix serves any number of pairs of variables.
//!
//! Meaning: the values are one of the pairs. Strength: domain consistency. Cost: sixteen loads for each variable, and no
//! memory beside the matrix.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::engine::kernel::moved;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// Pairs of values, each of up to 64 values in a row.
#[derive(Debug)]
pub struct Pairs {
    /// The first value on each side: what bit 0 stands for.
    firsts: [i32; 2],
    /// For each value of the first side those of the second, a bit each.
    after: Box<[u64]>,
    /// What goes with values of the first side, and with those of the second.
    unions: [Unions; 2],
}

/// The unions of some of a list's bit sets: for each four sets, one union for each choice among them.
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

    /// The union of the sets whose bits are chosen.
    #[inline]
    fn of(&self, chosen: u64) -> u64 {
        let fours = self.0.iter().zip(0..);
        fours.fold(0, |union, (unions, at)| union | unions[(chosen >> (4 * at) & 15) as usize])
    }
}

impl Pairs {
    /// The pairs of `values` that are allowed.
    ///
    /// # Panics
    /// When there are more than 64 values.
    pub fn new(values: RangeInclusive<i32>, allowed: impl Fn(i32, i32) -> bool) -> Pairs {
        let first = *values.start();
        let rows = values.clone().map(|x| {
            let bit = |y: i32| u64::from(allowed(x, y)) << (y - first);
            values.clone().fold(0, |row, y| row | bit(y))
        });
        assert!(values.clone().count() <= 64, "pairs are of up to 64 values on each side, not {values:?}");
        Pairs::of_rows([first; 2], rows.collect())
    }

    /// The pairs whose bits are set: a row for each value of the first side.
    pub(super) fn of_rows(firsts: [i32; 2], after: Vec<u64>) -> Pairs {
        let mut before =
            vec![0; after.iter().map(|row| 64 - row.leading_zeros()).max().unwrap_or(0) as usize];
        for (x, row) in after.iter().enumerate() {
            before.iter_mut().enumerate().for_each(|(y, column)| *column |= (row >> y & 1) << x);
        }
        Pairs { firsts, unions: [Unions::new(&after), Unions::new(&before)], after: after.into() }
    }

    /// Whether a pair is among them.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        let place = |value: i32, side: usize| i64::from(value) - i64::from(self.firsts[side]);
        let row = usize::try_from(place(x, 0)).ok().and_then(|x| self.after.get(x));
        row.is_some_and(|row| (0..64).contains(&place(y, 1)) && row >> place(y, 1) & 1 != 0)
    }

    /// Whether all that they say is that the values differ.
    pub fn only_differ(&self) -> bool {
        let all = u64::MAX >> (64 - self.after.len().clamp(1, 64));
        self.firsts[0] == self.firsts[1]
            && self.after.iter().enumerate().all(|(x, &after)| after == all & !(1 << x))
    }

    /// Bytes that they take.
    pub(super) fn memory(&self) -> usize {
        let unions = self.unions.iter().map(|Unions(unions)| size_of_val(&**unions)).sum::<usize>();
        size_of::<Pairs>() + size_of_val(&*self.after) + unions
    }
}

/// Two variables that take one of some pairs of values, as made by [`related`].
#[derive(Clone, Debug)]
pub struct Related {
    vars: [Var; 2],
    pairs: Arc<Pairs>,
}

/// The values of two variables are one of the pairs, which many constraints can share.
///
/// ```
/// # use std::sync::Arc;
/// # use csp::{Model, Pairs, related};
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

    fn post(&self, to: &mut Posting<'_>) {
        let views = self.vars.map(|var| to.view(var));
        let [a, b] = views;
        if a.slot == b.slot {
            // Equal variables are one: what it cannot be with itself goes at once.
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

/// Domain consistency: what one variable has left says what the other can be.
#[derive(Debug)]
pub(super) struct Filter {
    slots: [Slot; 2],
    /// How far the bits of each domain lie above those of the pairs.
    shifts: [i32; 2],
    pairs: Arc<Pairs>,
    name: &'static str,
}

impl Filter {
    /// Over two variables with one word each.
    pub fn new(store: &Store, views: [View; 2], pairs: Arc<Pairs>, name: &'static str) -> Filter {
        let shift = |side: usize| {
            let view = views[side];
            assert!(store.shape(view.slot) == Shape::Word, "pairs are of variables with one word each");
            let above =
                i64::from(store.base(view.slot)) + i64::from(view.offset) - i64::from(pairs.firsts[side]);
            // Further away there is nothing in common.
            above.clamp(-64, 64) as i32
        };
        Filter { slots: views.map(|view| view.slot), shifts: [shift(0), shift(1)], pairs, name }
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

    /// How many pairs are left, and what propagation leaves of the first variable before any search.
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
