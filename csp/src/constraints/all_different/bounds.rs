//! Bounds consistency of all-different by Hall intervals (López-Ortiz, Quimper, Tromp, van Beek 2003).
//!
//! An interval is a Hall interval if it contains the domains of as many variables as it has values: no other
//! variable can take one of its values. The variables are visited in the order of one bound, while a
//! union-find over the distinct bounds keeps the free capacity of each interval. O(n) after sorting; the
//! order is kept from run to run, which makes sorting cheap.
//!
//! ```text
//!   bounds    2 ─── 4 ─── 5 ──────── 9          distinct minima and maxima + 1, ascending
//!   capacity    [2]   [1]     [4]               values between neighbouring bounds
//! ```

use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

#[derive(Debug)]
pub(super) struct Bounds {
    views: Box<[View]>,
    intervals: Vec<Interval>,
    /// Members by ascending minimum.
    by_min: Vec<usize>,
    /// Members by ascending maximum.
    by_max: Vec<usize>,
    bounds: Vec<i64>,
    /// Union-find: leads to the next interval with free capacity (`t` in the paper).
    next: Vec<usize>,
    /// Free capacity, as differences between critical capacities (`d` in the paper).
    room: Vec<i64>,
    /// Union-find: merges the bounds inside a Hall interval (`h` in the paper).
    hall: Vec<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Interval {
    min: i64,
    max: i64,
    /// Index of `min` in `bounds`.
    min_rank: usize,
    /// Index of `max + 1` in `bounds`.
    max_rank: usize,
}

impl Bounds {
    pub fn new(members: &[View]) -> Bounds {
        let n = members.len();
        Bounds {
            views: members.into(),
            intervals: vec![Interval::default(); n],
            by_min: (0..n).collect(),
            by_max: (0..n).collect(),
            bounds: Vec::with_capacity(2 * n + 2),
            next: vec![0; 2 * n + 2],
            room: vec![0; 2 * n + 2],
            hall: vec![0; 2 * n + 2],
        }
    }

    fn sort(&mut self) {
        let intervals = &self.intervals;
        // Nearly sorted from the last run, which makes the standard sort fast.
        self.by_min.sort_by_key(|&i| intervals[i].min);
        self.by_max.sort_by_key(|&i| intervals[i].max);
        self.bounds.clear();
        self.bounds.push(intervals[self.by_min[0]].min - 2);
        let (mut i, mut j) = (0, 0);
        while j < self.views.len() {
            let next_min = self.by_min.get(i).map(|&i| intervals[i].min);
            let next_max = intervals[self.by_max[j]].max + 1;
            let bound = next_min.map_or(next_max, |min| min.min(next_max));
            if bound != self.bounds[self.bounds.len() - 1] {
                self.bounds.push(bound);
            }
            if next_min == Some(bound) {
                i += 1;
            } else {
                j += 1;
            }
        }
        self.bounds.push(self.bounds[self.bounds.len() - 1] + 2);
        for interval in &mut self.intervals {
            let rank = |bound| self.bounds.binary_search(&bound).expect("every bound is listed");
            interval.min_rank = rank(interval.min);
            interval.max_rank = rank(interval.max + 1);
        }
    }

    /// Raises minima: visits the variables by ascending maximum and fills the intervals from the left.
    fn raise(&mut self) -> Result<bool, Conflict> {
        let last = self.bounds.len() - 1;
        for i in 1..=last {
            self.next[i] = i - 1;
            self.hall[i] = i - 1;
            self.room[i] = self.bounds[i] - self.bounds[i - 1];
        }
        let mut changed = false;
        for at in 0..self.views.len() {
            let i = self.by_max[at];
            let Interval { min_rank: x, max_rank: y, .. } = self.intervals[i];
            let mut z = climb(&self.next, x + 1);
            let before = self.next[z];
            self.room[z] -= 1;
            if self.room[z] == 0 {
                self.next[z] = z + 1;
                z = climb(&self.next, z + 1);
                self.next[z] = before;
            }
            compress(&mut self.next, x + 1, z, z);
            if self.room[z] < self.bounds[z] - self.bounds[y] {
                return Err(Conflict);
            }
            if self.hall[x] > x {
                let w = climb(&self.hall, self.hall[x]);
                self.intervals[i].min = self.bounds[w];
                compress(&mut self.hall, x, w, w);
                changed = true;
            }
            if self.room[z] == self.bounds[z] - self.bounds[y] {
                let end = self.hall[y];
                compress(&mut self.hall, end, before - 1, y);
                self.hall[y] = before - 1;
            }
        }
        Ok(changed)
    }

    /// Lowers maxima: the mirror image of [`Bounds::raise`].
    fn lower(&mut self) -> Result<bool, Conflict> {
        let last = self.bounds.len() - 1;
        for i in 0..last {
            self.next[i] = i + 1;
            self.hall[i] = i + 1;
            self.room[i] = self.bounds[i + 1] - self.bounds[i];
        }
        let mut changed = false;
        for at in (0..self.views.len()).rev() {
            let i = self.by_min[at];
            let Interval { min_rank: y, max_rank: x, .. } = self.intervals[i];
            let mut z = descend(&self.next, x - 1);
            let before = self.next[z];
            self.room[z] -= 1;
            if self.room[z] == 0 {
                self.next[z] = z - 1;
                z = descend(&self.next, z - 1);
                self.next[z] = before;
            }
            compress(&mut self.next, x - 1, z, z);
            if self.room[z] < self.bounds[y] - self.bounds[z] {
                return Err(Conflict);
            }
            if self.hall[x] < x {
                let w = descend(&self.hall, self.hall[x]);
                self.intervals[i].max = self.bounds[w] - 1;
                compress(&mut self.hall, x, w, w);
                changed = true;
            }
            if self.room[z] == self.bounds[y] - self.bounds[z] {
                let end = self.hall[y];
                compress(&mut self.hall, end, before + 1, y);
                self.hall[y] = before + 1;
            }
        }
        Ok(changed)
    }
}

/// An interval with at least as many members inside as it has values.
type HallInterval = (i64, i64);

impl Bounds {
    /// Returns the shortest interval, with bounds in the given ranges, that contains at least `more` members more than
    /// values. The member `besides` does not count.
    fn hall_interval(
        &self,
        store: &Store,
        besides: Option<usize>,
        more: i64,
        is_wanted: impl Fn(HallInterval) -> bool,
    ) -> Option<HallInterval> {
        let others = self.views.iter().enumerate().filter(|&(at, _)| Some(at) != besides);
        let bounds = |view: View| (i64::from(store.min(view)), i64::from(store.max(view)));
        let mut intervals: Vec<HallInterval> = others.map(|(_, &view)| bounds(view)).collect();
        intervals.sort_unstable_by_key(|&(_, max)| max);
        let mut best: Option<HallInterval> = None;
        for &(low, _) in &intervals {
            let mut inside = 0;
            for &(_, high) in intervals.iter().filter(|&&(min, _)| min >= low) {
                inside += 1;
                if inside >= high - low + 1 + more && is_wanted((low, high)) {
                    if best.is_none_or(|(best_low, best_high)| high - low < best_high - best_low) {
                        best = Some((low, high));
                    }
                    break;
                }
            }
        }
        best
    }

    /// Adds that members are inside of an interval: as many as the interval has values, and `more`.
    fn explain_inside(
        &self,
        (low, high): HallInterval,
        besides: Option<usize>,
        more: i64,
        why: &mut Why<'_>,
    ) {
        let mut missing = high - low + 1 + more;
        let store = why.store();
        let is_known = |at: usize, why: &Why<'_>| {
            let (min, max) = why.root_bounds(self.views[at]);
            low <= i64::from(min) && i64::from(max) <= high
        };
        for known in [true, false] {
            for (at, &view) in self.views.iter().enumerate().filter(|&(at, _)| Some(at) != besides) {
                let is_inside = low <= i64::from(store.min(view)) && i64::from(store.max(view)) <= high;
                if missing > 0 && is_inside && is_known(at, why) == known {
                    why.at_least(view, low as i32);
                    why.at_most(view, high as i32);
                    missing -= 1;
                }
            }
        }
    }

    /// Explains that a member is above a Hall interval, or below it.
    fn explain_bound(&self, at: usize, least: Option<i32>, most: Option<i32>, why: &mut Why<'_>) -> bool {
        let (store, view) = (why.store(), self.views[at]);
        let (min, max) = (i64::from(store.min(view)), i64::from(store.max(view)));
        let below = |bound: i32| {
            let is_wanted = |(low, high): HallInterval| low <= min && high >= i64::from(bound) - 1;
            self.hall_interval(store, Some(at), 0, is_wanted)
        };
        let above = |bound: i32| {
            let is_wanted = |(low, high): HallInterval| high >= max && low <= i64::from(bound) + 1;
            self.hall_interval(store, Some(at), 0, is_wanted)
        };
        if let Some(bound) = least {
            let Some(hall) = below(bound) else { return false };
            self.explain_inside(hall, Some(at), 0, why);
            why.at_least(view, hall.0 as i32);
        }
        if let Some(bound) = most {
            let Some(hall) = above(bound) else { return false };
            self.explain_inside(hall, Some(at), 0, why);
            why.at_most(view, hall.1 as i32);
        }
        least.is_some() || most.is_some()
    }
}

fn climb(tree: &[usize], mut at: usize) -> usize {
    while tree[at] > at {
        at = tree[at];
    }
    at
}

fn descend(tree: &[usize], mut at: usize) -> usize {
    while tree[at] < at {
        at = tree[at];
    }
    at
}

/// Points every node on the path from `start` to `end` to `to`.
fn compress(tree: &mut [usize], start: usize, end: usize, to: usize) {
    let mut at = start;
    while at != end {
        at = std::mem::replace(&mut tree[at], to);
    }
}

impl Propagator for Bounds {
    fn name(&self) -> &'static str {
        "bounds"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.views.iter().for_each(|view| watch(view.slot, Event::Bounds));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() {
            let Some(hall) = self.hall_interval(why.store(), None, 1, |_| true) else { return false };
            self.explain_inside(hall, None, 1, why);
            return true;
        }
        // A variable may occur several times, with offsets.
        (0..self.views.len()).any(|at| {
            let (least, most) = (query.at_least(self.views[at]), query.at_most(self.views[at]));
            why.attempt(|why| self.explain_bound(at, least, most, why))
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if self.views.is_empty() {
            return Ok(Status::Entailed);
        }
        // A new bound in a hole skips to the next value, so the domains are read again until no bound moves.
        loop {
            for (interval, &view) in self.intervals.iter_mut().zip(&self.views) {
                interval.min = store.min(view).into();
                interval.max = store.max(view).into();
            }
            self.sort();
            let raised = self.raise()?;
            let lowered = self.lower()?;
            if !raised && !lowered {
                return Ok(Status::Fixpoint);
            }
            for (interval, &view) in self.intervals.iter().zip(&self.views) {
                store.at_least(view, interval.min as i32)?;
                store.at_most(view, interval.max as i32)?;
            }
        }
    }
}
