//! Watchers: the propagators that a change of a domain wakes.

use super::Posted;
use crate::engine::store::{Event, Slot};

/// Rows of (queue word, mask) for each slot, end to end: those who watch any change, then bounds, then fixing.
#[derive(Debug, Default)]
pub(super) struct Watchers {
    rows: Vec<(u32, u64)>,
    /// For each slot and each of the three events where its rows begin, and where the last ones end.
    starts: Vec<u32>,
}

impl Watchers {
    const EVENTS: usize = 3;

    pub fn new(slots: usize, propagators: &[Posted]) -> Watchers {
        let places = slots * Watchers::EVENTS;
        // Counted two places further on, so that a start can move on while its rows are filled and ends up where the
        // next ones begin.
        let mut starts = vec![0_u32; places + 2];
        // One word of the queue after the other: what is watched for its propagators, and by whom.
        let mut watched: Vec<u32> = Vec::with_capacity(slots);
        let mut masks = vec![0_u64; places];
        let mut found: Vec<(u32, u32, u64)> = Vec::with_capacity(2 * slots);
        for (word, propagators) in propagators.chunks(64).enumerate() {
            for (bit, posted) in propagators.iter().enumerate() {
                posted.propagator.watch(&mut |slot, event| {
                    let place = slot.0 as usize * Watchers::EVENTS + event as usize;
                    let mask = &mut masks[place];
                    if *mask == 0 {
                        watched.push(place as u32);
                    }
                    *mask |= 1 << bit;
                });
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
