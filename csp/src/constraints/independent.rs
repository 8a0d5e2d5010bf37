//! Independent: for each value there is a graph over the variables, and no two neighbours in it take that
//! value.
//!
//! Meaning: the variables with a value form an independent set of the value's graph. Strength: that of the
//! clauses `x ≠ v or y ≠ v` for all edges. Cost: one visit of each open variable a run, and of the neighbours
//! of variables that were fixed. The graphs are given by a function and not stored, so that millions of edges
//! take no memory.

use std::fmt;
use std::sync::Arc;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::encode::{Encoder, Language, Refused};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View, Word};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// Calls the given function with every neighbour of a place in the graph of a value.
type Neighbours = dyn Fn(usize, i32, &mut dyn FnMut(usize)) + Send + Sync;

/// An independence constraint, built by [`independent`].
#[derive(Clone)]
pub struct Independent {
    operands: Operands,
    neighbours: Arc<Neighbours>,
}

/// Returns the constraint that neighbours of an operand do not take its value. `neighbours` is called with an
/// operand's index and a value, and must call its third argument with the indices of the operands that may
/// not take the value, too. It suffices if one of two neighbours names the other.
///
/// ```
/// # use csp::{Model, constraints::independent};
/// // In a row equal numbers are not as far apart as they say.
/// let mut model = Model::new();
/// let row = model.vars(4, 1..=2);
/// model.post(independent(&row, |place, value, each| {
///     each(place + value as usize);
/// }));
/// let found: Vec<Vec<i32>> = model.search()?.solutions().map(|row| row.values().to_vec()).collect();
/// assert_eq!(found, [[1, 2, 2, 1]]);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn independent<T: Into<Operand>>(
    operands: impl IntoIterator<Item = T>,
    neighbours: impl Fn(usize, i32, &mut dyn FnMut(usize)) + Send + Sync + 'static,
) -> Independent {
    Independent { operands: Operands::new(operands), neighbours: Arc::new(neighbours) }
}

impl fmt::Debug for Independent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Independent").field("operands", &self.operands).finish_non_exhaustive()
    }
}

impl Constraint for Independent {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values: Vec<i64> = self.operands.values(values).to_vec();
        (0..values.len()).all(|place| {
            let Ok(value) = i32::try_from(values[place]) else { return true };
            let mut is_apart = true;
            (self.neighbours)(place, value, &mut |other| {
                is_apart &= other == place || values.get(other) != Some(&values[place]);
            });
            is_apart
        })
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        self.operands.fault(model)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        // Neighbours in the graph of a value do not both take the value.
        let numbers = to.numbers(self.operands.all());
        for (place, &number) in numbers.iter().enumerate() {
            for value in to.values(number) {
                let Ok(small) = i32::try_from(value) else { continue };
                let mut others = Vec::new();
                (self.neighbours)(place, small, &mut |other| others.push(other));
                for other in others.into_iter().filter(|&other| other != place && other < numbers.len()) {
                    let both = [!to.is(number, value), !to.is(numbers[other], value)];
                    to.clause(both);
                }
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let views: Box<[View]> = self.operands.views(to).into();
        let seen = (0..views.len().div_ceil(64)).map(|_| to.word(0)).collect();
        to.propagator(Filter { views, neighbours: self.neighbours.clone(), seen });
    }
}

struct Filter {
    views: Box<[View]>,
    neighbours: Arc<Neighbours>,
    /// One bit for each operand: its neighbours have lost its value. A very wide neighbour may keep it for a while.
    seen: Box<[Word]>,
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Independent").field("views", &self.views).finish_non_exhaustive()
    }
}

impl Filter {
    /// Removes the value of a fixed variable from its neighbours. Returns whether all have lost it.
    fn fixed(&self, store: &mut Store, place: usize) -> Result<bool, Conflict> {
        let value = store.min(self.views[place]);
        let (mut result, mut is_gone) = (Ok(()), true);
        (self.neighbours)(place, value, &mut |other| {
            if other != place
                && result.is_ok()
                && let Some(&view) = self.views.get(other)
            {
                result = store.remove(view, value);
                is_gone &= !store.contains(view, value);
            }
        });
        result.map(|()| is_gone)
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "independent"
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.views) + size_of_val(&*self.seen)
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Fix));
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut is_open = false;
        let mut has_news = true;
        while std::mem::take(&mut has_news) {
            is_open = false;
            for (at, &word) in self.seen.iter().enumerate() {
                let count = (self.views.len() - 64 * at).min(64);
                let before = store.read(word);
                let (mut rest, mut seen) = (!before & u64::MAX >> (64 - count), before);
                while rest != 0 {
                    let place = 64 * at + rest.trailing_zeros() as usize;
                    if store.is_fixed(self.views[place]) && self.fixed(store, place)? {
                        seen |= rest & rest.wrapping_neg();
                        has_news = true;
                    } else {
                        is_open = true;
                    }
                    rest &= rest - 1;
                }
                if seen != before {
                    store.write(word, seen);
                }
            }
        }
        Ok(if is_open { Status::Fixpoint } else { Status::Entailed })
    }
}
