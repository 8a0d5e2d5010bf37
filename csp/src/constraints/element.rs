//! `array[index] = value`.
//!
//! Meaning: the index is a place of the array, and what stands there is the value. Strength: domain
//! consistency, as far as no variable stands in it twice and none is very wide. Cost: over an array of
//! constants that of a [table](super::table) of places and values; otherwise each possible place is compared
//! with the value.

use crate::compile::Compile;
use crate::constraint::Constraint;
use crate::constraints::equal::narrow;
use crate::constraints::narrowing::{answer, is_plain, meet};
use crate::constraints::operand::{Operand, Operands};
use crate::constraints::table;
use crate::error::Error;
use crate::model::Var;
use crate::propagator::{Cost, Propagator, Status};
use crate::store::{Conflict, Event, Slot, Store, View};

/// What stands at a place of an array; [`eq`](Element::eq) makes a constraint of it.
#[derive(Clone, Debug)]
pub struct Element {
    array: Vec<Operand>,
    index: Operand,
}

/// The value at place `index` of an array of constants or variables. The first place is 0; for an array that
/// begins at 1, the index is `i - 1`. An index outside the array does not hold.
///
/// ```
/// # use csp::{Model, element};
/// let mut model = Model::new();
/// let (i, price) = (model.var(0..=9), model.var(0..=5));
/// model.post(element([7, 4, 9, 5], i).eq(price));
/// let shelf = model.vars(3, 1..=1);
/// model.post(element(&shelf, i - 1).eq(1));
/// let found: Vec<_> = model.search()?.solutions().map(|found| (found[i], found[price])).collect();
/// assert_eq!(found, [(1, 4), (3, 5)]);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn element<T: Into<Operand>>(array: impl IntoIterator<Item = T>, index: impl Into<Operand>) -> Element {
    Element { array: array.into_iter().map(Into::into).collect(), index: index.into() }
}

impl Element {
    /// `array[index] = value`
    #[allow(clippy::should_implement_trait)] // It makes a constraint; it does not compare.
    pub fn eq(self, value: impl Into<Operand>) -> ElementConstraint {
        let mut operands = Operands::new([self.index, value.into()]);
        let constants = Operands::new(&self.array).constants();
        if constants.is_none() {
            self.array.into_iter().for_each(|operand| operands.push(operand));
        }
        ElementConstraint { operands, constants }
    }
}

/// `array[index] = value`, as made by [`Element::eq`].
#[derive(Clone, Debug)]
pub struct ElementConstraint {
    /// The index, the value, and the array unless it is all constants.
    operands: Operands,
    constants: Option<Vec<i32>>,
}

impl Constraint for ElementConstraint {
    fn scope(&self) -> &[Var] {
        self.operands.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.operands.values(values);
        let Ok(index) = usize::try_from(values[0]) else { return false };
        match &self.constants {
            Some(array) => array.get(index).is_some_and(|&found| i64::from(found) == values[1]),
            None => values[2..].get(index) == Some(&values[1]),
        }
    }

    fn fault(&self) -> Option<Error> {
        if self.constants.as_ref().is_some_and(Vec::is_empty) {
            return Some(Error::bad_constraint(format!(
                "an element of an empty array, with index and value {}; give the array one entry at least",
                self.operands.names()
            )));
        }
        self.operands.fault()
    }

    fn post(&self, to: &mut Compile<'_>) {
        let views = self.operands.views(to);
        if let Some(array) = &self.constants {
            let pairs = array.iter().enumerate().map(|(index, &value)| [index as i32, value]);
            return table::post(to, &views, pairs, true);
        }
        let plain = is_plain(to.store(), &views);
        to.propagator(Filter {
            index: views[0],
            value: views[1],
            array: views[2..].into(),
            places: Vec::new(),
            plain,
        });
    }
}

#[derive(Debug)]
struct Filter {
    index: View,
    value: View,
    array: Box<[View]>,
    plain: bool,
    /// Scratch: the places that have a value in common with the value.
    places: Vec<i32>,
}

impl Filter {
    fn keep_places(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let index = self.index;
        store.at_least(index, 0)?;
        store.at_most(index, self.array.len() as i32 - 1)?;
        self.places.clear();
        for place in store.min(index)..=store.max(index) {
            if !store.contains(index, place) {
                continue;
            }
            if meet(store, self.array[place as usize], self.value) {
                self.places.push(place);
            } else {
                store.remove(index, place)?;
            }
        }
        // A very wide index has kept what lay inside when its turn came.
        store.at_most(index, *self.places.last().ok_or(Conflict)?)
    }

    fn keep_values(&self, store: &mut Store) -> Result<(), Conflict> {
        let value = self.value;
        let parts = || self.places.iter().map(|&place| self.array[place as usize]);
        let low = parts().map(|part| store.min(part)).min().expect("a place is left");
        let high = parts().map(|part| store.max(part)).max().expect("a place is left");
        store.at_least(value, low)?;
        store.at_most(value, high)?;
        if store.is_range_only(value) {
            return Ok(());
        }
        (store.min(value)..=store.max(value)).try_for_each(|v| {
            if parts().any(|part| store.contains(part, v)) { Ok(()) } else { store.remove(value, v) }
        })
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "element"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.array.iter().chain([&self.index, &self.value]).for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        self.keep_places(store)?;
        self.keep_values(store)?;
        if let Some(place) = store.value(self.index) {
            let part = self.array[place as usize];
            while narrow(store, self.value, part)? | narrow(store, part, self.value)? {}
            if store.is_fixed(part) && store.is_fixed(self.value) {
                return if store.min(part) == store.min(self.value) {
                    Ok(Status::Entailed)
                } else {
                    Err(Conflict)
                };
            }
        }
        Ok(answer(store, began, self.plain))
    }
}
