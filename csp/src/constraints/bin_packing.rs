//! Bin packing: items of given sizes in bins, and the loads of the bins.
//!
//! Meaning: each item is in a bin, numbered from 0, and the load of a bin is the sum of the sizes of its items; or, with
//! capacities, at most that of the bin. Loads within capacities are auxiliary variables.
//! Strength, after Shaw (2004) without his subset sums: a load lies between the total size of the items that are in
//! its bin and that of the items that can be; all loads add up to all sizes; a bin is removed from an item that would
//! exceed its load, and an item is assigned to a bin whose load cannot be reached without it. Deciding whether a
//! packing exists is NP-hard. Cost: items times bins for each pass.

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::conditional;
use crate::constraints::less::LessOrEqual;
use crate::constraints::narrowing::{keep_within, pass_status};
use crate::constraints::operand::Operand;
use crate::constraints::tasks::Tasks;
use crate::encode::{Encoder, Language, Refused, Sum};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// A packing of items, built by [`bin_packing`] or [`bin_packing_within`].
#[derive(Clone, Debug)]
pub struct BinPacking {
    /// The bins of the items, and the loads or capacities.
    items: Tasks,
    sizes: Box<[i32]>,
    /// Whether the bins have capacities, which a load need not reach.
    is_within: bool,
}

/// Returns the constraint that item `i` lies in bin `bins[i]`, from 0, and that `loads[b]` is the sum of the sizes of the
/// items in bin `b`. Sizes are 0 or more.
///
/// ```
/// use csp::{Model, constraints::bin_packing};
///
/// let mut model = Model::new();
/// let bin = model.vars(3, 0..2);
/// let load = model.vars(2, 0..=4);
/// model.post(bin_packing(&bin, [3, 2, 1], &load));
/// // The largest item is alone, or with the smallest one.
/// assert_eq!(model.search()?.solutions().count(), 4);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn bin_packing<T: Into<Operand>>(
    bins: impl IntoIterator<Item = T>,
    sizes: impl IntoIterator<Item = i32>,
    loads: impl IntoIterator<Item = impl Into<Operand>>,
) -> BinPacking {
    BinPacking { items: Tasks::new(bins).and(loads), sizes: sizes.into_iter().collect(), is_within: false }
}

/// Returns the constraint that item `i` lies in bin `bins[i]`, from 0, and that the sizes of the items in bin `b` add up to
/// `capacities[b]` at most. Sizes are 0 or more; capacities are numbers or variables.
///
/// ```
/// use csp::{Model, constraints::bin_packing_within};
///
/// let mut model = Model::new();
/// let bin = model.vars(3, 0..2);
/// model.post(bin_packing_within(&bin, [3, 2, 1], [4, 3]));
/// // The largest item is alone, or with the smallest one; or the other two lie in the smaller bin.
/// assert_eq!(model.search()?.solutions().count(), 3);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn bin_packing_within<T: Into<Operand>>(
    bins: impl IntoIterator<Item = T>,
    sizes: impl IntoIterator<Item = i32>,
    capacities: impl IntoIterator<Item = impl Into<Operand>>,
) -> BinPacking {
    BinPacking { is_within: true, ..bin_packing(bins, sizes, capacities) }
}

const LOADS: usize = 1;

impl Constraint for BinPacking {
    fn scope(&self) -> &[Var] {
        self.items.all().scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let values = self.items.all().values(values);
        let (bins, loads) = values.split_at(self.items.len());
        let mut missing = loads.to_vec();
        let is_placed = bins.iter().zip(&self.sizes).all(|(&bin, &size)| {
            let load = usize::try_from(bin).ok().and_then(|bin| missing.get_mut(bin));
            load.map(|load| *load -= i64::from(size)).is_some()
        });
        is_placed && missing.iter().all(|&load| load == 0 || self.is_within && load > 0)
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let (bins, loads) = (to.numbers(self.items.list(0)), to.numbers(self.items.list(LOADS)));
        for &item in &bins {
            let inside: Vec<_> = (0..loads.len() as i64).map(|bin| to.is(item, bin)).collect();
            to.clause(inside);
        }
        for (bin, &load) in (0..).zip(&loads) {
            let mut sum = Sum::default();
            for (&item, &size) in bins.iter().zip(&self.sizes) {
                sum.add_literal(size.into(), to.is(item, bin));
            }
            to.add(&mut sum, -1, load);
            to.sum_at_most(&sum, 0);
            if !self.is_within {
                to.sum_at_least(&sum, 0);
            }
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let (bins, mut loads) = (self.items.views(0, to), self.items.views(LOADS, to));
        if self.is_within {
            loads.iter_mut().for_each(|capacity| *capacity = load_within(to, *capacity));
        }
        let last = loads.len() as i32 - 1;
        to.narrow(|store| {
            bins.iter().try_for_each(|&view| {
                store.at_least(view, 0)?;
                store.at_most(view, last)
            })
        });
        let items = bins.into_iter().zip(self.sizes.iter().map(|&size| size.into())).collect();
        to.propagator(Filter { total: self.sizes.iter().map(|&size| i64::from(size)).sum(), items, loads });
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(self.scope()) + size_of_val(&*self.sizes)
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let (count, sizes) = (self.items.len(), &self.sizes);
        let wrong = |what: String| Some(Error::bad_constraint(what));
        if sizes.len() != count {
            let names = self.items.names(model);
            return wrong(format!("a packing over {names} has {} sizes; give one for each", sizes.len()));
        }
        if let Some(size @ ..0) = sizes.iter().copied().min() {
            return wrong(format!("an item of size {size} in a packing; give 0 or more"));
        }
        self.items.all().fault(model)
    }
}

/// Returns the view of a new load, which is at most the capacity.
fn load_within(to: &mut Posting<'_>, capacity: View) -> View {
    to.narrow(|store| store.at_least(capacity, 0));
    let most = to.store().max(capacity).max(0);
    let load = to.auxiliary(0..=most);
    if to.store().min(capacity) < most {
        conditional::post(to, LessOrEqual::new(load, capacity), None);
    }
    load
}

#[derive(Debug)]
struct Filter {
    /// The items with their sizes.
    items: Vec<(View, i64)>,
    loads: Vec<View>,
    /// The sum of all sizes.
    total: i64,
}

/// The bounds that a sum of loads adds.
#[derive(Clone, Copy)]
enum Side {
    Least,
    Most,
}

impl Filter {
    /// Returns the total size of the items that are in a bin, and of the items that can be.
    fn sums(&self, store: &Store, bin: i32) -> (i64, i64) {
        let mut sums = (0, 0);
        for &(view, size) in &self.items {
            if store.contains(view, bin) {
                sums.1 += size;
                sums.0 += if store.is_fixed(view) { size } else { 0 };
            }
        }
        sums
    }

    /// Returns the sums of the smallest and largest loads.
    fn all_loads(&self, store: &Store) -> (i64, i64) {
        let bounds = self.loads.iter().map(|&load| (i64::from(store.min(load)), i64::from(store.max(load))));
        bounds.fold((0, 0), |sum, bounds| (sum.0 + bounds.0, sum.1 + bounds.1))
    }

    fn narrow_loads(&self, store: &mut Store) -> Result<(), Conflict> {
        for (bin, &load) in (0..).zip(&self.loads) {
            let (least, most) = self.sums(store, bin);
            keep_within(store, load, least, most)?;
        }
        let (least, most) = self.all_loads(store);
        for &load in &self.loads {
            let others = (least - i64::from(store.min(load)), most - i64::from(store.max(load)));
            keep_within(store, load, self.total - others.1, self.total - others.0)?;
        }
        Ok(())
    }

    fn narrow_items(&self, store: &mut Store) -> Result<(), Conflict> {
        for (bin, &load) in (0..).zip(&self.loads) {
            let (least, most) = self.sums(store, bin);
            let (low, high) = (i64::from(store.min(load)), i64::from(store.max(load)));
            for &(view, size) in &self.items {
                if store.is_fixed(view) || !store.contains(view, bin) {
                    continue;
                }
                if least + size > high {
                    store.remove(view, bin)?;
                } else if most - size < low {
                    store.assign(view, bin)?;
                }
            }
        }
        Ok(())
    }

    /// Adds to the explanation items that are in the bin, except that of the variable `except`, until their sizes
    /// reach `number`. Returns the sum if it reaches `number`.
    fn explain_inside(&self, bin: i32, number: i64, except: Option<View>, why: &mut Why<'_>) -> Option<i64> {
        self.explain_items(number, except, why, |view, why| {
            let is_inside = why.store().value(view) == Some(bin);
            is_inside.then(|| why.fixed(view)).is_some()
        })
    }

    /// Like `explain_inside`, for items that are not in the bin.
    fn explain_outside(&self, bin: i32, number: i64, except: Option<View>, why: &mut Why<'_>) -> Option<i64> {
        self.explain_items(number, except, why, |view, why| {
            let is_outside = !why.store().contains(view, bin);
            is_outside.then(|| why.is_not(view, bin)).is_some()
        })
    }

    fn explain_items(
        &self,
        number: i64,
        except: Option<View>,
        why: &mut Why<'_>,
        add: impl Fn(View, &mut Why<'_>) -> bool,
    ) -> Option<i64> {
        let mut sum = 0;
        for &(view, size) in &self.items {
            if sum >= number {
                break;
            }
            if size > 0 && except.is_none_or(|except| except.slot() != view.slot()) && add(view, why) {
                sum += size;
            }
        }
        (sum >= number).then_some(sum)
    }

    /// Adds to the explanation the lower or upper bounds of all loads except one. Returns the sum of these bounds.
    fn explain_loads(&self, side: Side, except: Option<usize>, why: &mut Why<'_>) -> i64 {
        let others = self.loads.iter().enumerate().filter(|(bin, _)| Some(*bin) != except);
        let bounds = others.map(|(_, &load)| match side {
            Side::Least => {
                why.min(load);
                i64::from(why.store().min(load))
            }
            Side::Most => {
                why.max(load);
                i64::from(why.store().max(load))
            }
        });
        bounds.sum()
    }

    fn explain_conflict(&self, why: &mut Why<'_>) -> bool {
        let store = why.store();
        let is_found = (0..).zip(&self.loads).any(|(bin, &load)| {
            let (low, high) = (i64::from(store.min(load)), i64::from(store.max(load)));
            why.attempt(|why| {
                let inside = self.explain_inside(bin, high + 1, None, why);
                inside.inspect(|_| why.max(load)).is_some()
            }) || why.attempt(|why| {
                let outside = self.explain_outside(bin, self.total - low + 1, None, why);
                outside.inspect(|_| why.min(load)).is_some()
            })
        });
        is_found
            || why.attempt(|why| self.explain_loads(Side::Least, None, why) > self.total)
            || why.attempt(|why| self.explain_loads(Side::Most, None, why) < self.total)
    }

    /// Explains the bounds of a load that the query is about.
    fn explain_load(&self, bin: usize, query: &Query, why: &mut Why<'_>) -> bool {
        let (load, number) = (self.loads[bin], bin as i32);
        let least = query.at_least(load).is_none_or(|bound| {
            let bound = i64::from(bound);
            why.attempt(|why| self.explain_inside(number, bound, None, why).is_some())
                || why.attempt(|why| self.total - self.explain_loads(Side::Most, Some(bin), why) >= bound)
        });
        let most = |why: &mut Why<'_>, bound: i64| {
            why.attempt(|why| self.explain_outside(number, self.total - bound, None, why).is_some())
                || why.attempt(|why| self.total - self.explain_loads(Side::Least, Some(bin), why) <= bound)
        };
        least && query.at_most(load).is_none_or(|bound| most(why, bound.into()))
    }

    /// Explains why an item cannot be in the bins that the query is about: it is too large for each of them.
    fn explain_too_large(&self, item: usize, query: &Query, why: &mut Why<'_>) -> bool {
        let (view, size) = self.items[item];
        why.removed(query, view).iter().all(|&bin| {
            let Some(&load) = usize::try_from(bin).ok().and_then(|bin| self.loads.get(bin)) else {
                return false;
            };
            let room = i64::from(why.store().max(load)) - size;
            self.explain_inside(bin, room + 1, Some(view), why).inspect(|_| why.max(load)).is_some()
        })
    }

    /// Explains why an item must be in a bin: without the item the load is too small.
    fn explain_needed(&self, item: usize, query: &Query, why: &mut Why<'_>) -> bool {
        let (view, size) = self.items[item];
        (0..).zip(&self.loads).any(|(bin, &load)| {
            let left = self.total - size - i64::from(why.store().min(load));
            !query.asks(view, bin)
                && why.attempt(|why| {
                    self.explain_outside(bin, left + 1, Some(view), why).inspect(|_| why.min(load)).is_some()
                })
        })
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "bin packing"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.items.iter().for_each(|(view, _)| watch(view.slot, Event::Change));
        self.loads.iter().for_each(|view| watch(view.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return self.explain_conflict(why);
        }
        let is_load = |bin: &usize| query.is_about(self.loads[*bin]);
        let is_item = |item: &usize| query.is_about(self.items[*item].0);
        (0..self.loads.len()).filter(is_load).any(|bin| why.attempt(|why| self.explain_load(bin, query, why)))
            || (0..self.items.len()).filter(is_item).any(|item| {
                why.attempt(|why| self.explain_too_large(item, query, why))
                    || why.attempt(|why| self.explain_needed(item, query, why))
            })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let began = store.trail().len();
        self.narrow_loads(store)?;
        self.narrow_items(store)?;
        Ok(pass_status(store, began, false))
    }
}
