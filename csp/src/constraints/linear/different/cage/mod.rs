//! Cage: a few different values with a given sum, as in killer Sudoku.
//!
//! Once the open variables have few assignments, all are tried, except for the last two variables: for `x + y
//! = r`, the supported values of `x` are those of `y` mirrored at `r`, one operation for all of them.
//!
//! ```text
//!   x + y = 10    y in {1, 3, 8}   mirrored {9, 7, 2}    x in {2, 3, 9}   keeps x {2, 9}, y {8, 1}
//! ```
//!
//! Values that are known to be supported are not tried again, so that a run without removals ends early. The
//! result is domain-consistent for the sum and the all-different together.
//!
//! While there are more assignments, the *sets* of values with the right sum are used if they are few (at
//! most 126 in a Sudoku), restricted to those that the domains still allow. A value in none of them is
//! removed. A value in all of them that only one variable can take is assigned to it.

mod explain;

use smallvec::SmallVec;

use crate::base::bits::ones;
use crate::constraints::aligned::AlignedDomain;
use crate::constraints::neighbours::{CommonNeighbours, OpenMember};
use crate::engine::Engine;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::ids::Sources;

/// Largest number of variables; more are filtered by bounds.
const MOST_VARIABLES: usize = 16;
/// Largest number of assignments of all open variables but two that are tried.
// November 2026, first magic squares of order 6, 300 seeds: 1.14 times the time at 6, 1.29 at 12, about twice
// at 36, which has no fewer nodes. Hard killer Sudokus take about the same time from 8 to 36.
const MOST_ASSIGNMENTS: u64 = 8;
/// Like `MOST_ASSIGNMENTS`, but at the root, which is filtered only once.
const MOST_ASSIGNMENTS_AT_ROOT: u64 = 36;
/// Largest number of sets that are listed, and of steps to find them.
// A sum of different digits has at most 12 sets. With the 86 of a magic square of order 4 the search is a
// third slower than with bounds.
const MOST_SETS: usize = 32;
const MOST_STEPS: usize = 4096;

#[derive(Debug)]
pub(super) struct Cage {
    members: SmallVec<[AlignedDomain; 4]>,
    /// Bit i stands for the least value plus i, and the total is a sum of such i.
    total: i32,
    /// All sets with the right sum, unless they are too many.
    sets: Option<Box<[u64]>>,
    neighbours: CommonNeighbours,
    /// Scratch: the open variables.
    open: SmallVec<[OpenVariable; 8]>,
}

/// An open variable.
#[derive(Clone, Copy, Debug)]
struct OpenVariable {
    member: OpenMember,
    size: u32,
    /// The values that occur in an assignment.
    supported: u64,
    /// Least and greatest sum of this variable and those after it.
    least: i32,
    most: i32,
}

impl Cage {
    /// Builds a cage; `None` unless there are at least two and not too many variables, and their values fit
    /// into a word. Adds the constraints that it relies on to `sources`.
    pub fn new(engine: &mut Engine, views: &[View], total: i64, sources: &mut Sources) -> Option<Box<Cage>> {
        let store = &engine.store;
        let low = views.iter().map(|&view| store.min(view)).min()?;
        let high = views.iter().map(|&view| store.max(view)).max()?;
        let fits = views.len() <= MOST_VARIABLES && i64::from(high) - i64::from(low) < 64;
        if !fits || views.iter().any(|view| store.shape(view.slot) != Shape::Word) {
            return None;
        }
        // A total out of range is clamped to the nearest impossible one.
        let total = (total - views.len() as i64 * i64::from(low)).clamp(-1, 64 * 64) as i32;
        let members: SmallVec<[AlignedDomain; 4]> =
            views.iter().map(|&view| AlignedDomain::new(store, view, low)).collect();
        let values = members.iter().fold(0, |all, member| all | member.read(store));
        let sets = sets(values, members.len(), total);
        let neighbours = match sets {
            Some(_) => CommonNeighbours::new(engine, views, low, sources),
            None => CommonNeighbours::default(),
        };
        Some(Box::new(Cage { members, total, sets, neighbours, open: SmallVec::new() }))
    }
}

/// Returns the number of assignments of all variables but the two with the largest domains.
#[inline(always)]
fn assignments(sizes: impl Iterator<Item = u32>) -> u64 {
    let (mut tried, mut second, mut first) = (1_u64, 1, 1);
    for size in sizes {
        let pushed_out = second.min(size);
        second = second.max(size).min(first);
        first = first.max(size);
        tried = tried.saturating_mul(pushed_out.into());
    }
    tried
}

/// Returns the sets of `size` of the values, at least two, with sum `total`; `None` if they are too many.
fn sets(values: u64, size: usize, total: i32) -> Option<Box<[u64]>> {
    let mut search = SetSearch { found: SmallVec::new(), steps: 0 };
    search.extend(values, size, total, 0)?;
    Some(search.found[..].into())
}

struct SetSearch {
    found: SmallVec<[u64; MOST_SETS]>,
    steps: usize,
}

impl SetSearch {
    /// Adds `size` of the values to `set`, at least two, the largest first.
    fn extend(&mut self, mut values: u64, size: usize, rest: i32, set: u64) -> Option<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        if size == 2 {
            // The larger values of all pairs at once.
            for bit in ones(values & mirrored(values.reverse_bits(), rest) & between(rest / 2 + 1, 63)) {
                let value = bit as i32;
                self.found.push(set | 1 << value | 1 << (rest - value));
            }
            return (self.found.len() <= MOST_SETS).then_some(());
        }
        // `least` is the smallest sum of `size - 1` values. The largest sum of `size` values up to `value` is
        // `value * size - below`.
        let least = ((size - 1) * (size - 2) / 2) as i32;
        let below = (size * (size - 1) / 2) as i32;
        while values.count_ones() as usize >= size {
            let value = 63 - values.leading_zeros() as i32;
            values &= !(1 << value);
            // The rest must come from this value and smaller ones.
            if rest > value * size as i32 - below {
                break;
            }
            if value + least <= rest {
                self.extend(values, size - 1, rest - value, set | 1 << value)?;
            }
        }
        Some(())
    }
}

/// Returns the values v for which r - v is in a set. The set is given with reversed bits.
#[inline(always)]
fn mirrored(reverse: u64, r: i32) -> u64 {
    match r {
        0..64 => reverse >> (63 - r),
        64..127 => reverse << (r - 63),
        _ => 0,
    }
}

/// Returns the values from `low` to `high`, which may be out of range; `low` ≤ `high`.
#[inline(always)]
fn between(low: i32, high: i32) -> u64 {
    if low > 63 || high < 0 { 0 } else { u64::MAX << low.max(0) & u64::MAX >> (63 - high.min(63)) }
}

/// Tries assignments of the open variables.
struct AssignmentSearch<'a> {
    open: &'a mut [OpenVariable],
    /// From this variable on, all values are known to be supported.
    complete: usize,
}

impl AssignmentSearch<'_> {
    /// Tries the values of the open variables from `at` on, at least two of them, that sum up to `rest`.
    /// `last` holds the unused values of the last variable, with reversed bits. Returns whether there is an
    /// assignment.
    fn run(&mut self, at: usize, rest: i32, used: u64, last: u64) -> bool {
        if at + 2 == self.open.len() {
            return self.pair(at, rest, used, last);
        }
        let after = self.open[at + 1];
        let mut values = self.open[at].member.domain & !used & between(rest - after.most, rest - after.least);
        let mut any = false;
        while values != 0 {
            let value = values.trailing_zeros() as i32;
            let bit = 1 << value;
            values ^= bit;
            // This value and all values of the variables after it may be known to be supported.
            let known = any && self.complete <= at + 1 && self.open[at].supported & bit != 0;
            if !known && self.run(at + 1, rest - value, used | bit, last & !(1 << (63 - value))) {
                any = true;
                self.open[at].supported |= bit;
                self.note_complete(at);
                if self.complete <= at {
                    return true;
                }
            }
        }
        any
    }

    #[inline(always)]
    fn pair(&mut self, at: usize, rest: i32, used: u64, last: u64) -> bool {
        let mut first = self.open[at].member.domain & !used & mirrored(last, rest);
        if rest % 2 == 0 {
            first &= !between(rest / 2, rest / 2);
        }
        if first == 0 {
            return false;
        }
        self.open[at].supported |= first;
        self.open[at + 1].supported |= mirrored(first.reverse_bits(), rest);
        self.note_complete(at + 1);
        self.note_complete(at);
        true
    }

    #[inline(always)]
    fn note_complete(&mut self, at: usize) {
        let complete = |open: &OpenVariable| open.supported == open.member.domain;
        self.complete -= usize::from(self.complete == at + 1 && complete(&self.open[at]));
    }
}

/// The least sum of different values for the open variables, at or above given minima.
/// See [`super::bounds`] for blocks.
struct LeastSum {
    /// The assigned values, and those of fixed variables.
    used: u64,
    /// The last values of blocks.
    ends: u64,
    sum: i32,
}

impl LeastSum {
    #[inline(always)]
    fn new(minima: impl Iterator<Item = u32>, fixed: u64) -> Result<LeastSum, Conflict> {
        let (mut used, mut passed, mut sum) = (fixed, 0, 0);
        for min in minima {
            let from = u64::MAX << min;
            let free = from & !used;
            if free == 0 {
                return Err(Conflict);
            }
            let first = free & free.wrapping_neg();
            used |= first;
            passed |= from & (first - 1);
            sum += free.trailing_zeros() as i32;
        }
        Ok(LeastSum { used, ends: used & !fixed & !passed, sum })
    }

    /// Returns the largest value for a variable with minimum `min` such that the sum grows by at most
    /// `slack`.
    #[inline(always)]
    fn most(&self, min: u32, slack: i32) -> i32 {
        let end = (self.ends & u64::MAX << min).trailing_zeros() as i32;
        let reach = end + slack;
        if reach >= 63 {
            return 63;
        }
        // A pushed variable takes the next free value.
        let free = !self.used & u64::MAX >> (63 - reach);
        end.max(63 - free.leading_zeros() as i32)
    }
}

impl Cage {
    /// Collects the open variables. Returns the values of fixed variables and the remaining sum.
    #[inline(always)]
    fn collect(&mut self, store: &Store) -> Result<(u64, i32), Conflict> {
        let (mut used, mut rest) = (0_u64, self.total);
        self.open.clear();
        for (at, member) in self.members.iter().enumerate() {
            let domain = member.read(store);
            if domain & (domain - 1) != 0 {
                self.open.push(OpenVariable {
                    member: OpenMember { index: at, slot: member.slot, domain },
                    size: 0,
                    supported: 0,
                    least: 0,
                    most: 0,
                });
            } else if used & domain != 0 {
                return Err(Conflict);
            } else {
                used |= domain;
                rest -= domain.trailing_zeros() as i32;
            }
        }
        for open in &mut self.open {
            open.member.domain &= !used;
            open.size = open.member.domain.count_ones();
            if open.size == 0 {
                return Err(Conflict);
            }
        }
        Ok((used, rest))
    }

    /// Tries all assignments of the open variables.
    fn try_all(&mut self, store: &mut Store, used: u64, rest: i32) -> Result<(), Conflict> {
        if self.open.len() > 2 {
            // The variables with the fewest values are tried.
            self.open.sort_unstable_by_key(|open| open.size);
        }
        let (mut least, mut most) = (0, 0);
        for open in self.open.iter_mut().rev() {
            least += open.member.domain.trailing_zeros() as i32;
            most += 63 - open.member.domain.leading_zeros() as i32;
            (open.least, open.most) = (least, most);
        }
        if !(least..=most).contains(&rest) {
            return Err(Conflict);
        }
        let open = &mut self.open[..];
        if let [only] = open {
            only.supported = 1 << rest & only.member.domain;
        } else {
            let (last, complete) = (open[open.len() - 1].member.domain.reverse_bits(), open.len());
            AssignmentSearch { open, complete }.run(0, rest, 0, last);
        }
        self.open.iter().try_for_each(|open| self.members[open.member.index].keep(store, open.supported))?;
        self.take_common_values(store, used)
    }

    /// Removes from the common neighbours the values that occur in every allowed set, once all values are
    /// supported.
    fn take_common_values(&mut self, store: &mut Store, used: u64) -> Result<(), Conflict> {
        let Some(sets) = self.sets.as_ref().filter(|_| !self.neighbours.is_empty()) else { return Ok(()) };
        self.open.iter_mut().for_each(|open| open.member.domain = open.supported);
        let values = self.open.iter().fold(used, |all, open| all | open.member.domain);
        let mut every = !used;
        for &set in sets {
            let allowed = set & !values == 0 && used & !set == 0;
            if allowed && self.open.iter().all(|open| open.member.domain & set != 0) {
                every &= set;
            }
        }
        self.take_from_neighbours(store, every)
    }

    /// Removes the values for which the least sum is too large or the greatest sum too small.
    fn filter_bounds(&self, store: &mut Store, used: u64, rest: i32) -> Result<(), Conflict> {
        let minima = self.open.iter().map(|open| open.member.domain.trailing_zeros());
        let up = LeastSum::new(minima, used)?;
        // The same for maxima, with reversed bits.
        let maxima = self.open.iter().map(|open| open.member.domain.leading_zeros());
        let down = LeastSum::new(maxima, used.reverse_bits())?;
        let slack = rest - up.sum;
        let slack_down = 63 * self.open.len() as i32 - down.sum - rest;
        if slack < 0 || slack_down < 0 {
            return Err(Conflict);
        }
        for open in &self.open {
            let (min, max) = (open.member.domain.trailing_zeros(), 63 - open.member.domain.leading_zeros());
            let width = (max - min) as i32;
            if slack >= width && slack_down >= width {
                continue;
            }
            let most = up.most(min, slack);
            let least = 63 - down.most(63 - max, slack_down);
            self.members[open.member.index].keep(store, open.member.domain & between(least, most))?;
        }
        Ok(())
    }

    /// Keeps the values that occur in sets which the domains allow.
    fn filter_by_sets(&self, sets: &[u64], store: &mut Store, used: u64) -> Result<(), Conflict> {
        let values = self.open.iter().fold(used, |all, open| all | open.member.domain);
        let (mut some, mut every) = (0, u64::MAX);
        for &set in sets {
            let allowed = set & !values == 0 && used & !set == 0;
            if allowed && self.open.iter().all(|open| open.member.domain & set != 0) {
                some |= set;
                every &= set;
            }
        }
        if some == 0 {
            return Err(Conflict);
        }
        let (mut once, mut twice) = (0, 0);
        for open in &self.open {
            twice |= once & open.member.domain;
            once |= open.member.domain;
        }
        let hidden = every & once & !twice;
        for open in &self.open {
            let here = open.member.domain & hidden;
            if here & here.wrapping_sub(1) != 0 {
                return Err(Conflict);
            }
            self.members[open.member.index].keep(store, if here != 0 { here } else { some })?;
        }
        self.take_from_neighbours(store, every & !used & !hidden)
    }

    /// Removes from the common neighbours the values that some open member must take.
    #[inline]
    fn take_from_neighbours(&self, store: &mut Store, wanted: u64) -> Result<(), Conflict> {
        match wanted {
            0 => Ok(()),
            _ => {
                let open = self.open.iter().map(|open| open.member);
                self.neighbours.take(store, wanted, self.members[0].rotation, open)
            }
        }
    }
}

impl Propagator for Cage {
    fn name(&self) -> &'static str {
        "cage"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.members.iter().for_each(|member| watch(member.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        // Not the actual cost: on killer Sudokus, running it before the network saves 20 to 28 % of all instructions.
        Cost::Linear
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        match &self.sets {
            Some(sets) => self.explain_by_sets(sets, query, why),
            None => self.explain_by_bounds(query, why),
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let most_assignments = if store.depth() == 0 { MOST_ASSIGNMENTS_AT_ROOT } else { MOST_ASSIGNMENTS };
        loop {
            let (used, rest) = self.collect(store)?;
            if self.open.is_empty() {
                return if rest == 0 { Ok(Status::Entailed) } else { Err(Conflict) };
            }
            if assignments(self.open.iter().map(|open| open.size)) <= most_assignments {
                self.try_all(store, used, rest)?;
                return Ok(Status::Fixpoint);
            }
            let began = store.trail().len();
            match &self.sets {
                Some(sets) => self.filter_by_sets(sets, store, used)?,
                None => self.filter_bounds(store, used, rest)?,
            }
            if store.trail().len() == began {
                return Ok(Status::Fixpoint);
            }
        }
    }
}
