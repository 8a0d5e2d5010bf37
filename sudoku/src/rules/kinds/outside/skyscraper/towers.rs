//! Towers of all heights that are seen from one end of their line, filtered with both facts at once: which heights have
//! been read, and how many of them are seen.
//!
//! The cells read so far hold a set of heights, and with it comes the highest: so the sets are all that has to be
//! remembered, each with the numbers of towers that can be seen by then, as the bits of a word.

use csp::propagator::{Cost, Propagator, Status};
use csp::{Conflict, Constraint, Event, Posting, Slot, Store, Var, View};

use crate::rules::bits;

/// There are as many sets as two to this.
pub(super) const MOST_VALUES: usize = 9;

/// The cells hold all numbers from the first on, and so many towers are seen.
#[derive(Debug)]
pub(super) struct Towers {
    pub cells: Vec<Var>,
    pub first: i32,
    pub wanted: i32,
}

impl Constraint for Towers {
    fn scope(&self) -> &[Var] {
        &self.cells
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let (mut top, mut seen) = (0, 0);
        for &value in values {
            if value > top {
                (top, seen) = (value, seen + 1);
            }
        }
        let numbers = self.first..self.first + values.len() as i32;
        seen == self.wanted && numbers.into_iter().all(|number| values.contains(&number))
    }

    fn post(&self, to: &mut Posting<'_>) {
        let sets = vec![0; 1 << self.cells.len()];
        to.propagator(Filter {
            cells: self.cells.iter().map(|&cell| to.view(cell)).collect(),
            first: self.first,
            wanted: self.wanted,
            towers: (0..self.cells.len())
                .filter(|&bit| self.first + bit as i32 > 0)
                .map(|bit| 1 << bit)
                .sum(),
            sizes: (0..sets.len()).map(|set| set.count_ones() as u8).collect(),
            before: sets.clone(),
            after: sets,
        });
    }
}

#[derive(Debug)]
struct Filter {
    cells: Vec<View>,
    first: i32,
    wanted: i32,
    /// The numbers that are towers at all.
    towers: usize,
    /// How many numbers each set has.
    sizes: Vec<u8>,
    /// Scratch, for each set of numbers: how many towers can be seen when the first cells hold it, a bit each; and
    /// those of these numbers from which the others lead to the number wanted.
    before: Vec<u32>,
    after: Vec<u32>,
}

impl Filter {
    /// Whether a number, by its bit, is a tower that is seen behind a set of others: higher than all.
    fn is_seen(&self, set: usize, bit: usize) -> bool {
        set < bit && self.towers & bit != 0
    }
}

/// The bits of a word, each alone.
fn bits(mut word: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "towers"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.cells.iter().for_each(|view| watch(view.slot(), Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let count = self.cells.len();
        let all = (1 << count) - 1;
        let mut domains = [0; MOST_VALUES];
        for (domain, &view) in domains.iter_mut().zip(&self.cells) {
            *domain = bits::load(store, view, self.first) as usize & all;
        }
        self.before.fill(0);
        self.before[0] = 1;
        // A set comes after all that are part of it.
        for set in 0..all {
            let seen = self.before[set];
            if seen != 0 {
                for bit in bits(domains[usize::from(self.sizes[set])] & !set) {
                    self.before[set | bit] |= seen << u32::from(self.is_seen(set, bit));
                }
            }
        }
        self.after.fill(0);
        self.after[all] = self.before[all] & 1 << self.wanted;
        let mut kept = [0; MOST_VALUES];
        for set in (0..all).rev() {
            let seen = self.before[set];
            if seen != 0 {
                let at = usize::from(self.sizes[set]);
                for bit in bits(domains[at] & !set) {
                    let leads = seen & self.after[set | bit] >> u32::from(self.is_seen(set, bit));
                    if leads != 0 {
                        self.after[set] |= leads;
                        kept[at] |= bit;
                    }
                }
            }
        }
        for (&kept, &view) in kept.iter().zip(&self.cells) {
            bits::keep(store, view, self.first, kept as u64)?;
        }
        Ok(Status::Fixpoint)
    }
}
