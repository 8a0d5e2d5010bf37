//! Counting for variables that occur several times in lists with the same values: the possible numbers of
//! occurrences of each value in either list.
//!
//! A matching treats the occurrences of a variable as independent. Here a variable that occurs twice
//! contributes two occurrences of its value or none: if one list consists of pairs, a value cannot occur an
//! odd number of times in the other.
//!
//! ```text
//!   x x y y        1 2 | 1 3 | 1 | 2 3      1 occurs one to three times on the right, so twice: exactly one of x, y is 1
//! ```

use super::{least_of_few, moved};
use crate::base::bits::{ones, single_bits};
use crate::constraints::windows::{keep_windows, window};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

/// Largest length of a list; numbers of occurrences are bits of a word.
const MOST_PLACES: usize = 63;

#[derive(Debug)]
pub(super) struct OccurrenceCounts {
    least: i32,
    /// The variables that occur more often in the first list, and those that occur more often in the second.
    sides: [Box<[CountedVariable]>; 2],
}

/// A variable, and how much more often it occurs in one list than in the other.
#[derive(Debug)]
struct CountedVariable {
    view: View,
    times: u32,
    word: u64,
}

/// Possible occurrences of one value on one side.
struct Occurrences {
    /// The variables that have the value and others.
    open: u64,
    /// Number of occurrences in variables with this value only.
    fixed: u32,
}

impl OccurrenceCounts {
    /// Returns `None` if every variable counts once, or if there are too many values.
    pub fn new(store: &Store, first: &[View], second: &[View]) -> Option<OccurrenceCounts> {
        let least = least_of_few(store, first.iter().chain(second))?;
        let mut views: Vec<View> = first.iter().chain(second).copied().collect();
        views.sort_unstable();
        views.dedup();
        let mut sides = [Vec::new(), Vec::new()];
        for view in views {
            let [one, other] =
                [first, second].map(|list| list.iter().filter(|other| **other == view).count());
            let times = one.abs_diff(other) as u32;
            if times > 0 {
                sides[usize::from(other > one)].push(CountedVariable { view, times, word: 0 });
            }
        }
        let repeats = sides.iter().flatten().any(|item| item.times > 1);
        (repeats && first.len() <= MOST_PLACES)
            .then(|| OccurrenceCounts { least, sides: sides.map(Vec::into) })
    }

    /// Narrows the variables by the possible numbers of occurrences of a value. Returns whether a domain
    /// changed.
    fn filter(&mut self, bit: u64) -> Result<bool, Conflict> {
        let [one, other] = &self.sides;
        let occurrences = [Occurrences::new(one, bit), Occurrences::new(other, bit)];
        let sums = [occurrences[0].sums(one, None), occurrences[1].sums(other, None)];
        if sums[0] & sums[1] == 0 {
            return Err(Conflict);
        }
        let mut changed = false;
        for side in 0..2 {
            let items = &mut self.sides[side];
            let (mut rest, others) = (occurrences[side].open, sums[1 - side]);
            while rest != 0 {
                // Variables that count equally often are equivalent.
                let first = rest.trailing_zeros() as usize;
                let times = items[first].times;
                let without = occurrences[side].sums(items, Some(first));
                let can_be = without << times & others != 0;
                let can_differ = without & others != 0;
                for (at, item) in items.iter_mut().enumerate() {
                    if rest >> at & 1 != 0 && item.times == times {
                        rest &= !(1 << at);
                        if !can_be || !can_differ {
                            item.word &= if can_be { bit } else { !bit };
                            changed = true;
                        }
                    }
                }
            }
        }
        Ok(changed)
    }
}

impl Occurrences {
    fn new(items: &[CountedVariable], bit: u64) -> Occurrences {
        let mut occurrences = Occurrences { open: 0, fixed: 0 };
        for (at, item) in items.iter().enumerate().filter(|(_, item)| item.word & bit != 0) {
            if item.word == bit { occurrences.fixed += item.times } else { occurrences.open |= 1 << at }
        }
        occurrences
    }

    /// Returns the possible numbers of occurrences, optionally without one of the open variables.
    fn sums(&self, items: &[CountedVariable], aside: Option<usize>) -> u64 {
        let mut sums = 1_u64 << self.fixed;
        for at in ones(self.open).map(|at| at as usize) {
            if Some(at) != aside {
                sums |= sums << items[at].times;
            }
        }
        sums
    }
}

impl Propagator for OccurrenceCounts {
    fn name(&self) -> &'static str {
        "the same counts"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.sides.iter().flatten().for_each(|item| watch(item.view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let least = self.least;
        let mut values = 0;
        for item in self.sides.iter_mut().flatten() {
            item.word = window(store, item.view, least);
            values |= item.word;
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for value in single_bits(values) {
                changed |= self.filter(value)?;
            }
        }
        for item in self.sides.iter().flatten() {
            keep_windows(store, item.view, |_, first| moved(item.word, least - first))?;
        }
        // A variable may occur with several offsets.
        let as_told = |item: &CountedVariable| window(store, item.view, least) == item.word;
        Ok(if self.sides.iter().flatten().all(as_told) { Status::Fixpoint } else { Status::Again })
    }
}
