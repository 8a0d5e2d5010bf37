//! Bounds of a sum whose parts have pairwise different variables (Beldiceanu, Carlsson, Petit & Régin 2012).
//!
//! The least sum of different values at or above given minima: visit the variables by ascending minimum and assign
//! each the first free value. If the next minimum is above all values assigned so far, a *block* ends.
//!
//! ```text
//!   minima   1 1 2    6 6       assigned values   1 2 3    6 7       blocks end at 3 and at 7
//! ```
//!
//! If a variable of a block moves up to a free value, the other variables of the block move down and free its
//! last value, so the sum grows by the distance of the two values. If it moves up to a value of another
//! block, a variable there is pushed up to the next free value.
//!
//! Together with a bounds-consistent all-different, this gives bounds consistency of both constraints
//! together. Cost: sorting, in an order kept from run to run.

use smallvec::SmallVec;

use super::parts;
use crate::engine::propagator::{Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

/// Σ a·part ≤ bound.
#[derive(Debug)]
struct PartSum {
    parts: Box<[BoundedPart]>,
    bound: i64,
    /// Largest amount by which the all-different raises the least sum, or lowers a bound.
    most_raised: i64,
}

/// Range of a sum, without regard to the all-different.
#[derive(Default)]
struct SumRange {
    least: i64,
    most: i64,
    /// Largest range of a single variable's term.
    widest: i64,
}

#[derive(Debug)]
struct BoundedPart {
    /// Absolute value of the coefficient, above 0.
    times: i64,
    /// Whether values are negated, so that maxima become minima.
    negated: bool,
    /// Sorted by ascending minimum in the last run.
    members: SmallVec<[Member; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    view: View,
    min: i64,
    max: i64,
    /// The value assigned in the least sum.
    assigned: i64,
    /// Start of the run of consecutive assigned values that ends here.
    run: i64,
    /// Last value of the member's block.
    end: i64,
}

impl BoundedPart {
    fn new(part: &parts::Part, sign: i64) -> BoundedPart {
        let member = |&view| Member { view, min: 0, max: 0, assigned: 0, run: 0, end: 0 };
        BoundedPart {
            times: part.coefficient.abs(),
            negated: part.coefficient * sign < 0,
            members: part.views.iter().map(member).collect(),
        }
    }

    /// Reads the domains and returns the range of the part.
    #[inline]
    fn read(&mut self, store: &Store) -> SumRange {
        let mut reach = SumRange::default();
        for member in &mut self.members {
            let (min, max) = (i64::from(store.min(member.view)), i64::from(store.max(member.view)));
            (member.min, member.max) = if self.negated { (-max, -min) } else { (min, max) };
            reach.least += self.times * member.min;
            reach.most += self.times * member.max;
            reach.widest = reach.widest.max(self.times * (member.max - member.min));
        }
        reach
    }

    /// Assigns the values of the least sum and returns it.
    #[inline]
    fn assign_least(&mut self) -> i64 {
        // Nearly sorted from the last run.
        self.members.sort_by_key(|member| member.min);
        let mut least = 0;
        let (mut free, mut run) = (i64::MIN, i64::MIN);
        for member in &mut self.members {
            if member.min > free {
                run = member.min;
            }
            member.assigned = member.min.max(free);
            member.run = run;
            free = member.assigned + 1;
            least += member.assigned;
        }
        let mut end = i64::MAX;
        let mut next_min = i64::MAX;
        for member in self.members.iter_mut().rev() {
            if next_min > member.assigned {
                end = member.assigned;
            }
            member.end = end;
            next_min = member.min;
        }
        self.times * least
    }

    /// Removes the values for which the least sum grows by more than `slack`.
    #[inline]
    fn narrow(&self, store: &mut Store, slack: i64) -> Result<bool, Conflict> {
        let slack = slack / self.times;
        let members = &self.members[..];
        let mut moved = false;
        // Number of members whose assigned value is at most `reach`.
        let mut within = members.len();
        for member in members.iter().rev() {
            let reach = member.end + slack;
            while members[within - 1].assigned > reach {
                within -= 1;
            }
            let last = &members[within - 1];
            let most = if last.assigned == reach { member.end.max(last.run - 1) } else { reach };
            if member.max <= most {
                continue;
            }
            if self.negated {
                store.at_least(member.view, -most as i32)?;
            } else {
                store.at_most(member.view, most as i32)?;
            }
            moved = true;
        }
        Ok(moved)
    }
}

impl PartSum {
    fn new(parts: &[parts::Part], bound: i64, sign: i64) -> PartSum {
        let parts: Box<[BoundedPart]> = parts.iter().map(|part| BoundedPart::new(part, sign)).collect();
        let raised =
            |part: &BoundedPart| part.times * (part.members.len() * (part.members.len() + 1) / 2) as i64;
        PartSum { most_raised: parts.iter().map(raised).sum(), parts, bound: sign * bound }
    }

    /// Filters once, which is a fixpoint: it moves maxima and depends on minima. Returns whether a bound
    /// moved and whether the relation is entailed.
    fn filter(&mut self, store: &mut Store) -> Result<(bool, bool), Conflict> {
        let mut reach = SumRange::default();
        for part in &mut self.parts {
            let own = part.read(store);
            reach.least += own.least;
            reach.most += own.most;
            reach.widest = reach.widest.max(own.widest);
        }
        if reach.most <= self.bound {
            return Ok((false, true));
        }
        if self.bound - reach.least - self.most_raised >= reach.widest {
            return Ok((false, false));
        }
        let least: i64 = self.parts.iter_mut().map(BoundedPart::assign_least).sum();
        let slack = self.bound - least;
        if slack < 0 {
            return Err(Conflict);
        }
        let mut moved = false;
        for part in &self.parts {
            moved |= part.narrow(store, slack)?;
        }
        Ok((moved, false))
    }

    /// Returns for each member whether its values are negated, and its view.
    fn members(&self) -> impl Iterator<Item = (bool, View)> {
        let of_part = |part: &BoundedPart| {
            let negated = part.negated;
            part.members.iter().map(move |member| (negated, member.view)).collect::<SmallVec<[_; 10]>>()
        };
        self.parts.iter().flat_map(of_part)
    }

    /// Returns the least sum of different values at or above the minima of all members.
    fn least_above(&self, minima: &[i64]) -> i64 {
        let mut rest = minima;
        let mut least = 0;
        for part in &self.parts {
            let (own, others) = rest.split_at(part.members.len());
            rest = others;
            let mut own: SmallVec<[i64; 16]> = own.into();
            own.sort_unstable();
            let mut free = i64::MIN;
            for min in own {
                let assigned = min.max(free);
                free = assigned + 1;
                least += part.times * assigned;
            }
        }
        least
    }

    /// Returns the member that the query is about, with the least queried value.
    fn asked(&self, query: &Query) -> Option<(usize, i64)> {
        self.members().enumerate().find_map(|(at, (negated, view))| {
            let most =
                if negated { -i64::from(query.at_least(view)?) } else { i64::from(query.at_most(view)?) };
            Some((at, most + 1))
        })
    }

    /// Explains that a member has no value from some value on, or why the least sum is too large.
    fn explain(&self, asked: Option<(usize, i64)>, why: &mut Why<'_>) -> bool {
        // The minima, and those of the root.
        let oriented = |negated: bool, (low, high): (i32, i32)| {
            if negated { -i64::from(high) } else { i64::from(low) }
        };
        let bounds = |(negated, view)| oriented(negated, why.store().bounds(view));
        let mut minima: SmallVec<[i64; 16]> = self.members().map(bounds).collect();
        let mut at_root: SmallVec<[i64; 16]> =
            self.members().map(|(negated, view)| oriented(negated, why.root_bounds(view))).collect();
        if let Some((at, value)) = asked {
            (minima[at], at_root[at]) = (value, value);
        }
        if self.least_above(&minima) <= self.bound {
            return false;
        }
        // Minima are lowered as far as possible, the nearest to the root first.
        let mut order: SmallVec<[usize; 16]> =
            (0..minima.len()).filter(|&at| minima[at] > at_root[at]).collect();
        order.sort_by_key(|&at| minima[at] - at_root[at]);
        for at in order {
            let (mut low, mut high) = (at_root[at], minima[at]);
            minima[at] = low;
            while low < high {
                if self.least_above(&minima) > self.bound {
                    high = minima[at];
                } else {
                    low = minima[at] + 1;
                }
                minima[at] = low + (high - low) / 2;
            }
        }
        for (at, (negated, view)) in self.members().enumerate() {
            if Some(at) == asked.map(|(at, _)| at) {
                continue;
            }
            if negated {
                why.at_most(view, -minima[at] as i32)
            } else {
                why.at_least(view, minima[at] as i32)
            }
        }
        true
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        let members = self.parts.iter().flat_map(|part| &part.members);
        members.for_each(|member| watch(member.view.slot, Event::Bounds));
    }

    fn relies_on_differences(&self, each: &mut dyn FnMut(&[View])) {
        for part in &self.parts {
            each(&part.members.iter().map(|member| member.view).collect::<SmallVec<[View; 10]>>());
        }
    }
}

#[derive(Debug)]
pub(super) struct PartsAtMost {
    sum: PartSum,
}

impl PartsAtMost {
    pub fn new(parts: &[parts::Part], bound: i64) -> PartsAtMost {
        PartsAtMost { sum: PartSum::new(parts, bound, 1) }
    }
}

impl Propagator for PartsAtMost {
    fn name(&self) -> &'static str {
        "different ≤"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.sum.watch(watch);
    }

    fn relies_on_differences(&self, each: &mut dyn FnMut(&[View])) {
        self.sum.relies_on_differences(each);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let (_, holds) = self.sum.filter(store)?;
        Ok(if holds { Status::Entailed } else { Status::Fixpoint })
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        let asked = self.sum.asked(query);
        (asked.is_some() || query.is_conflict()) && self.sum.explain(asked, why)
    }
}

#[derive(Debug)]
pub(super) struct PartsEqual {
    up: PartSum,
    down: PartSum,
}

impl PartsEqual {
    pub fn new(parts: &[parts::Part], bound: i64) -> PartsEqual {
        PartsEqual { up: PartSum::new(parts, bound, 1), down: PartSum::new(parts, bound, -1) }
    }
}

impl Propagator for PartsEqual {
    fn name(&self) -> &'static str {
        "different ="
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.up.watch(watch);
    }

    fn relies_on_differences(&self, each: &mut dyn FnMut(&[View])) {
        self.up.relies_on_differences(each);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        // Each direction is at its fixpoint until the other one moves a bound.
        let (_, mut at_most) = self.up.filter(store)?;
        let (mut moved, mut at_least) = self.down.filter(store)?;
        while moved {
            (moved, at_most) = self.up.filter(store)?;
            if moved {
                (moved, at_least) = self.down.filter(store)?;
            }
        }
        Ok(if at_most && at_least { Status::Entailed } else { Status::Fixpoint })
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            return [&self.up, &self.down].into_iter().any(|sum| sum.explain(None, why));
        }
        let asked = [&self.up, &self.down].map(|sum| (sum, sum.asked(query)));
        asked.iter().any(|(_, asked)| asked.is_some())
            && asked.into_iter().all(|(sum, asked)| asked.is_none() || sum.explain(asked, why))
    }
}
