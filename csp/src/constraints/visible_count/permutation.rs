//! Visible count of a permutation of few values, filtered by both facts together: the values that have been read, and
//! the number of visible ones.
//!
//! The state after some operands is the set of their values, which determines the largest one. For each set, a word
//! has the possible numbers of visible operands as bits.

use crate::base::bits::{ones, single_bits};
use crate::constraints::aligned::AlignedDomain;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Slot, Store, View};

/// The number of sets is two to the power of this.
pub(super) const MOST_VALUES: usize = 9;

#[derive(Debug)]
pub(super) struct Filter {
    domains: Box<[AlignedDomain]>,
    /// The bit of each value. Sets have a bit for each index here.
    values: Box<[u64]>,
    /// The values that count, as a set.
    counted: usize,
    number: View,
    /// The number of values in each set.
    sizes: Box<[u8]>,
    /// Scratch, for each set of values: the possible numbers of visible operands when the first operands have these
    /// values, as bits; and the subset of these numbers from which a wanted number can be reached.
    before: Box<[u32]>,
    after: Box<[u32]>,
}

impl Filter {
    pub fn new(domains: Box<[AlignedDomain]>, values: u64, counted: u64, number: View) -> Filter {
        let values: Box<[u64]> = (0..64).map(|bit| 1 << bit).filter(|bit| values & bit != 0).collect();
        let counted = values.iter().zip(0..).filter(|&(&value, _)| counted & value != 0);
        let sets = 1_usize << values.len();
        Filter {
            domains,
            counted: counted.map(|(_, at)| 1 << at).sum(),
            values,
            number,
            sizes: (0..sets).map(|set| set.count_ones() as u8).collect(),
            before: vec![0; sets].into(),
            after: vec![0; sets].into(),
        }
    }

    /// Returns whether a value is visible behind a set of others: larger than all.
    fn is_seen(&self, set: usize, value: usize) -> bool {
        set < value && self.counted & value != 0
    }

    /// Translates a domain to a set.
    fn set(&self, domain: u64) -> usize {
        let has = |&(&value, _): &(&u64, usize)| domain & value != 0;
        self.values.iter().zip(0..).filter(has).fold(0, |set, (_, at)| set | 1 << at)
    }

    fn domain(&self, set: usize) -> u64 {
        ones(set as u64).fold(0, |domain, at| domain | self.values[at as usize])
    }
}

/// Iterates over the values of a set, each as a set.
fn values(set: usize) -> impl Iterator<Item = usize> {
    single_bits(set as u64).map(|value| value as usize)
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "visible count of a permutation"
    }

    fn memory(&self) -> usize {
        let sets = size_of_val(&*self.sizes) + size_of_val(&*self.before) + size_of_val(&*self.after);
        size_of_val(self) + size_of_val(&*self.domains) + size_of_val(&*self.values) + sets
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.domains.iter().for_each(|domain| watch(domain.slot, Event::Change));
        watch(self.number.slot, Event::Change);
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let count = self.domains.len();
        let all = (1 << count) - 1;
        let mut domains = [0; MOST_VALUES];
        for (set, domain) in domains.iter_mut().zip(&self.domains) {
            *set = self.set(domain.read(store));
        }
        self.before.fill(0);
        self.before[0] = 1;
        // A set comes after all its subsets.
        for set in 0..all {
            let seen = self.before[set];
            if seen != 0 {
                for value in values(domains[usize::from(self.sizes[set])] & !set) {
                    self.before[set | value] |= seen << u32::from(self.is_seen(set, value));
                }
            }
        }
        self.after.fill(0);
        for number in 0..=count as i32 {
            let can_be = self.before[all] >> number & 1 != 0;
            if !can_be {
                store.remove(self.number, number)?;
            } else if store.contains(self.number, number) {
                self.after[all] |= 1 << number;
            }
        }
        let mut kept = [0; MOST_VALUES];
        for set in (0..all).rev() {
            let seen = self.before[set];
            if seen != 0 {
                let at = usize::from(self.sizes[set]);
                for value in values(domains[at] & !set) {
                    let leads = seen & self.after[set | value] >> u32::from(self.is_seen(set, value));
                    if leads != 0 {
                        self.after[set] |= leads;
                        kept[at] |= value;
                    }
                }
            }
        }
        for (&kept, domain) in kept.iter().zip(&self.domains) {
            domain.keep(store, self.domain(kept))?;
        }
        Ok(Status::Fixpoint)
    }
}
