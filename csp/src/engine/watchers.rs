//! Watchers: the propagators to wake at each change of a domain.

use super::PostedPropagator;
use crate::engine::store::{Event, Slot};

/// Pairs of (word of the queue, mask) for each slot, stored end to end: first the watchers of any change,
/// then of bounds, then of fixing.
#[derive(Debug, Default)]
pub(super) struct Watchers {
    rows: Vec<(u32, u64)>,
    /// For each slot and each of the three events the start of its pairs, and the end of the last ones.
    starts: Vec<u32>,
}

impl Watchers {
    const EVENTS: usize = 3;

    /// Builds the watchers of all propagators, and sets the work of each from the number of its watched slots.
    pub fn new(slots: usize, propagators: &mut [PostedPropagator]) -> Watchers {
        let places = slots * Watchers::EVENTS;
        // Row s is counted at s + 2, so that starts[s + 1] can be the row's write position: when the row is
        // full, that is the start of the next row.
        let mut starts = vec![0_u32; places + 2];
        // The queue's words are handled one at a time: the rows that the word's 64 propagators watch, with a
        // mask for each row.
        let mut watched: Vec<u32> = Vec::with_capacity(slots);
        let mut masks = vec![0_u64; places];
        let mut found: Vec<(u32, u32, u64)> = Vec::with_capacity(2 * slots);
        for (word, propagators) in propagators.chunks_mut(64).enumerate() {
            for (bit, posted) in propagators.iter_mut().enumerate() {
                let mut count = 0;
                posted.propagator.watch(&mut |slot, event| {
                    count += 1;
                    let place = slot.0 as usize * Watchers::EVENTS + event as usize;
                    let mask = &mut masks[place];
                    if *mask == 0 {
                        watched.push(place as u32);
                    }
                    *mask |= 1 << bit;
                });
                posted.work = posted.propagator.work(count);
            }
            for place in watched.drain(..) {
                starts[place as usize + 2] += 1;
                found.push((place, word as u32, std::mem::take(&mut masks[place as usize])));
            }
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut rows = vec![(0, 0); found.len()];
        for (place, word, mask) in found {
            let next = &mut starts[place as usize + 1];
            rows[*next as usize] = (word, mask);
            *next += 1;
        }
        starts.pop();
        Watchers { rows, starts }
    }

    #[inline(always)]
    pub fn row(&self, slot: Slot, event: Event) -> &[(u32, u64)] {
        let first = slot.0 as usize * Watchers::EVENTS;
        &self.rows[self.starts[first] as usize..self.starts[first + event as usize + 1] as usize]
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.rows) + size_of_val(&*self.starts)
    }
}
