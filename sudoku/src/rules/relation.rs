//! Two cells in a relation: which numbers go with each number, as bit sets that many pairs of cells share.

use std::ops::RangeInclusive;
use std::sync::Arc;

use csp::propagator::{Cost, Propagator, Status};
use csp::{Compile, Conflict, Constraint, Event, Slot, Store, Var, View};

use super::bits;

/// The pairs of numbers that are allowed.
#[derive(Debug)]
pub(crate) struct Pairs {
    first: i32,
    /// For each number of the first cell those of the second; bit 0 is the first number.
    after: Box<[u64]>,
    /// What goes with numbers of the first cell, and with those of the second.
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
    pub fn new(numbers: RangeInclusive<i32>, allowed: impl Fn(i32, i32) -> bool) -> Pairs {
        let (first, count) = (*numbers.start(), numbers.count());
        let (mut after, mut before) = (vec![0; count], vec![0; count]);
        for (x, after) in after.iter_mut().enumerate() {
            for (y, before) in before.iter_mut().enumerate() {
                let bit = u64::from(allowed(first + x as i32, first + y as i32));
                *after |= bit << y;
                *before |= bit << x;
            }
        }
        Pairs { first, unions: [Unions::new(&after), Unions::new(&before)], after: after.into() }
    }

    /// Whether all that they say is that the numbers differ.
    pub fn are_different(&self) -> bool {
        let all = u64::MAX >> (64 - self.after.len());
        self.after.iter().enumerate().all(|(x, &after)| after == all & !(1 << x))
    }
}

/// Two different cells take one of the pairs.
#[derive(Debug)]
pub(crate) struct Relation {
    pub cells: [Var; 2],
    pub pairs: Arc<Pairs>,
}

impl Constraint for Relation {
    fn scope(&self) -> &[Var] {
        &self.cells
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let place = |value: i32| i64::from(value) - i64::from(self.pairs.first);
        let row = usize::try_from(place(values[0])).ok().and_then(|x| self.pairs.after.get(x));
        row.is_some_and(|row| (0..64).contains(&place(values[1])) && row >> place(values[1]) & 1 != 0)
    }

    fn post(&self, to: &mut Compile<'_>) {
        let views = self.cells.map(|cell| to.view(cell));
        let [a, b] = views;
        if a.slot() == b.slot() {
            // Equal cells are one: what it cannot be with itself goes at once.
            return to.narrow(|store| {
                let values: Vec<i32> = store.domain(a).iter().collect();
                let other = |value: i32| value - a.offset() + b.offset();
                let refused = values.into_iter().filter(|&value| !self.accepts(&[value, other(value)]));
                refused.into_iter().try_for_each(|value| store.remove(a, value))
            });
        }
        to.propagator(Filter { views, pairs: self.pairs.clone() });
    }
}

/// Domain consistency: what one cell has left says what the other can be.
#[derive(Debug)]
struct Filter {
    views: [View; 2],
    pairs: Arc<Pairs>,
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "relation"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let ([a, b], Pairs { first, unions: [after, before], .. }) = (self.views, &*self.pairs);
        let (left, right) = (bits::load(store, a, *first), bits::load(store, b, *first));
        let right = right & after.of(left);
        bits::keep(store, b, *first, right)?;
        bits::keep(store, a, *first, before.of(right))?;
        Ok(if store.is_fixed(a) || store.is_fixed(b) { Status::Entailed } else { Status::Fixpoint })
    }
}

#[cfg(test)]
mod tests {
    use csp::Model;

    use super::*;

    /// How many pairs are left, and what propagation leaves of the first cell before any search.
    fn solve(equal: bool) -> (usize, Vec<i32>) {
        let mut model = Model::new();
        let (a, b) = (model.var(-3..=60), model.var(-3..=60));
        let pairs = Arc::new(Pairs::new(-3..=60, |a, b| a + 2 * b == 6));
        model.post(Relation { cells: [a, b], pairs });
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
    fn a_cell_can_stand_on_both_sides() {
        assert_eq!(solve(true), (1, vec![2]));
    }
}
