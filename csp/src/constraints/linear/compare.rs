//! Posting and filtering of linear relations.

use super::different;
use super::reachable::Reachable;
use super::ternary::Ternary;
use crate::compile::posting::Posting;
use crate::constraints::less::LessOrEqual;
use crate::constraints::{Refutable, conditional, equal, narrowing};
use crate::engine::literal::Literal;
use crate::engine::propagator::{Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::expression::Relation;
use crate::model::values::LARGEST_TERM;

/// Posts Σ a·x `relation` bound, unconditionally or under the assumption `when`. There must be at least two
/// terms, each slot at most once, and no coefficient 0.
pub(crate) fn post(
    to: &mut Posting<'_>,
    terms: &[(View, i64)],
    relation: Relation,
    bound: i64,
    when: Option<Literal>,
) {
    let pair = match *terms {
        [(x, 1), (y, -1)] | [(y, -1), (x, 1)] if bound.abs() <= LARGEST_TERM => {
            Some((x, y.plus(bound as i32)))
        }
        _ => None,
    };
    let by_sums = |to: &mut Posting<'_>| {
        if relation == Relation::Equal
            && when.is_none()
            && let Some(reachable) = Reachable::new(to.store(), terms, bound)
        {
            to.propagator(reachable);
        }
    };
    if relation == Relation::Equal
        && let Some(ternary) = ternary(terms, bound)
    {
        by_sums(to);
        return conditional::post(to, ternary, when);
    }
    match (relation, pair) {
        (Relation::Different, _) => {
            let different = SumDifferent::new(to.store(), terms, bound);
            return conditional::post(to, different, when);
        }
        (Relation::AtMost, Some((x, y))) => return conditional::post(to, LessOrEqual::new(x, y), when),
        (Relation::Equal, Some((x, y))) => return conditional::post(to, equal::Equal::new(x, y), when),
        _ => {}
    }
    let filter = when.is_none().then(|| different::post(to, terms, relation, bound)).flatten();
    if filter != Some(different::SumFilter::Cage) {
        by_sums(to);
    }
    match relation {
        _ if filter.is_some() => {}
        Relation::AtMost => conditional::post(to, SumAtMost { sum: Sum::new(terms, bound) }, when),
        _ => {
            let down: Vec<(View, i64)> = terms.iter().map(|&(x, a)| (x, -a)).collect();
            conditional::post(
                to,
                SumEqual { up: Sum::new(terms, bound), down: Sum::new(&down, -bound) },
                when,
            );
        }
    }
}

/// Returns Σ a·x = bound as x + y = z, if it has that form.
fn ternary(terms: &[(View, i64)], bound: i64) -> Option<Ternary> {
    let &[(x, a), (y, b), (z, c)] = terms else { return None };
    if bound.abs() > LARGEST_TERM {
        return None;
    }
    let bound = bound as i32;
    // The variable whose sign differs from the others is the sum.
    Some(match (a, b, c) {
        (1, 1, -1) => Ternary::new(x, y, z.plus(bound)),
        (1, -1, 1) => Ternary::new(x, z, y.plus(bound)),
        (-1, 1, 1) => Ternary::new(y, z, x.plus(bound)),
        (-1, -1, 1) => Ternary::new(x, y, z.plus(-bound)),
        (-1, 1, -1) => Ternary::new(x, z, y.plus(-bound)),
        (1, -1, -1) => Ternary::new(y, z, x.plus(-bound)),
        _ => return None,
    })
}

/// Σ a·x ≤ bound.
#[derive(Debug)]
struct Sum {
    terms: Box<[(View, i64)]>,
    bound: i64,
}

/// Returns the least and the greatest value of a·x.
#[inline(always)]
fn reach(store: &Store, view: View, a: i64) -> (i64, i64) {
    let (low, high) = (a * i64::from(store.min(view)), a * i64::from(store.max(view)));
    if a > 0 { (low, high) } else { (high, low) }
}

impl Sum {
    fn new(terms: &[(View, i64)], bound: i64) -> Sum {
        Sum { terms: terms.into(), bound }
    }

    fn least(&self, store: &Store) -> i64 {
        self.terms.iter().map(|&(view, a)| reach(store, view, a).0).sum()
    }

    /// Filters once, which is a fixpoint: it moves bounds on which the least sum does not depend. Returns
    /// whether a bound moved and whether the relation is entailed.
    fn filter(&self, store: &mut Store) -> Result<(bool, bool), Conflict> {
        let (mut least, mut most) = (0, 0);
        for &(view, a) in &self.terms {
            let (low, high) = reach(store, view, a);
            least += low;
            most += high;
        }
        if most <= self.bound {
            return Ok((false, true));
        }
        let slack = self.bound - least;
        if slack < 0 {
            return Err(Conflict);
        }
        let mut moved = false;
        for &(view, a) in &self.terms {
            let (low, high) = reach(store, view, a);
            if high - low > slack {
                // At most slack / |a| steps away from the end at which a·x is least.
                let steps = (slack / a.abs()) as i32;
                if a > 0 {
                    store.at_most(view, store.min(view) + steps)?;
                } else {
                    store.at_least(view, store.max(view) - steps)?;
                }
                moved = true;
            }
        }
        Ok((moved, false))
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.terms.iter().for_each(|(view, _)| watch(view.slot, Event::Bounds));
    }

    /// Explains a bound of a term, or why the least sum is too large. Returns false if the relation in this direction
    /// did not cause the queried narrowing.
    fn explain(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let asked = self.terms.iter().position(|&(view, _)| query.is_about(view));
        // The least excluded value of the queried term.
        let excluded = match asked.map(|at| self.terms[at]) {
            None => 0,
            Some((view, a)) => {
                let bound = if a > 0 { query.at_most(view) } else { query.at_least(view) };
                let Some(bound) = bound else { return false };
                a * i64::from(bound) + a.abs()
            }
        };
        let others =
            || self.terms.iter().enumerate().filter(|&(at, _)| Some(at) != asked).map(|(_, term)| term);
        let least: i64 = others().map(|&(view, a)| reach(why.store(), view, a).0).sum();
        // The amount by which the sum of the others could be smaller.
        let mut spare = least + excluded - self.bound - 1;
        if spare < 0 {
            return false;
        }
        for &(view, a) in others() {
            let (low, high) = why.root_bounds(view);
            let now = reach(why.store(), view, a).0;
            let at_root = if a > 0 { a * i64::from(low) } else { a * i64::from(high) };
            if now - at_root <= spare {
                spare -= now - at_root;
                continue;
            }
            let steps = (spare / a.abs()) as i32;
            spare -= i64::from(steps) * a.abs();
            if a > 0 {
                why.at_least(view, why.store().min(view) - steps);
            } else {
                why.at_most(view, why.store().max(view) + steps);
            }
        }
        true
    }
}

#[derive(Debug)]
struct SumAtMost {
    sum: Sum,
}

impl Propagator for SumAtMost {
    fn name(&self) -> &'static str {
        "linear ≤"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.sum.watch(watch);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let (_, holds) = self.sum.filter(store)?;
        Ok(if holds { Status::Entailed } else { Status::Fixpoint })
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.sum.explain(query, why)
    }
}

impl Refutable for SumAtMost {
    fn is_refuted(&mut self, store: &Store) -> bool {
        self.sum.least(store) > self.sum.bound
    }
}

#[derive(Debug)]
struct SumEqual {
    up: Sum,
    down: Sum,
}

impl Propagator for SumEqual {
    fn name(&self) -> &'static str {
        "linear ="
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.up.watch(watch);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let (_, mut at_most) = self.up.filter(store)?;
        // Each direction is at its fixpoint until the other one moves a bound.
        loop {
            let (moved_up, at_least) = self.down.filter(store)?;
            let mut moved_down = false;
            if moved_up {
                (moved_down, at_most) = self.up.filter(store)?;
            }
            if at_most && at_least {
                return Ok(Status::Entailed);
            }
            if !moved_down {
                return Ok(Status::Fixpoint);
            }
        }
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        self.up.explain(query, why) || self.down.explain(query, why)
    }
}

impl Refutable for SumEqual {
    fn is_refuted(&mut self, store: &Store) -> bool {
        self.up.least(store) > self.up.bound || self.down.least(store) > self.down.bound
    }
}

/// Σ a·x ≠ bound.
#[derive(Debug)]
struct SumDifferent {
    terms: Box<[(View, i64)]>,
    bound: i64,
    wake: Event,
}

impl SumDifferent {
    fn new(store: &Store, terms: &[(View, i64)], bound: i64) -> SumDifferent {
        // A very wide domain loses a value only at its ends, so it must watch bounds, too.
        let wide = terms.iter().any(|&(view, _)| store.is_range_only(view));
        SumDifferent { terms: terms.into(), bound, wake: if wide { Event::Bounds } else { Event::Fix } }
    }
}

impl Propagator for SumDifferent {
    fn name(&self) -> &'static str {
        "linear ≠"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.terms.iter().for_each(|(view, _)| watch(view.slot, self.wake));
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut open = None;
        let mut sum = 0;
        for &(view, a) in &self.terms {
            match store.value(view) {
                Some(value) => sum += a * i64::from(value),
                None if open.is_some() => return Ok(Status::Fixpoint),
                None => open = Some((view, a)),
            }
        }
        let missing = self.bound - sum;
        let Some((view, a)) = open else {
            return if missing == 0 { Err(Conflict) } else { Ok(Status::Entailed) };
        };
        if missing % a != 0 {
            return Ok(Status::Entailed);
        }
        let Ok(value) = i32::try_from(missing / a) else {
            return Ok(Status::Entailed);
        };
        store.remove(view, value).map(|()| Status::Entailed)
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        why.own_bounds(query);
        for &(view, _) in self.terms.iter().filter(|&&(view, _)| !query.is_about(view)) {
            why.fixed(view);
        }
        true
    }
}

impl Refutable for SumDifferent {
    fn is_refuted(&mut self, store: &Store) -> bool {
        let value = |&(view, a): &(View, i64)| Some(a * i64::from(store.value(view)?));
        self.terms.iter().map(value).sum::<Option<i64>>() == Some(self.bound)
    }
}

impl Refutable for Ternary {
    fn is_refuted(&mut self, store: &Store) -> bool {
        let [(a, b), (c, d), (e, f)] = self.views().map(|view| store.bounds(view));
        a + c > f || b + d < e
    }
}

impl Refutable for LessOrEqual {
    fn is_refuted(&mut self, store: &Store) -> bool {
        let (x, y) = self.views();
        store.min(x) > store.max(y)
    }
}

impl Refutable for equal::Equal {
    fn is_refuted(&mut self, store: &Store) -> bool {
        let (x, y) = self.views();
        !narrowing::have_common_value(store, x, y)
    }
}
