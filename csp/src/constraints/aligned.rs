//! Domains of one word each, with bits that stand for the same values.

use crate::engine::store::{Conflict, Shape, Slot, Store, View};

/// The domain of a view as a word whose bits are aligned with those of other views.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlignedDomain {
    pub slot: Slot,
    /// Rotation to the left that aligns the domain's word with the common bits.
    pub rotation: u32,
}

impl AlignedDomain {
    /// Aligns views so that bit 0 stands for `low`, the least value of all of them, and bit 63 for the largest
    /// value that a view may have.
    #[inline(always)]
    pub fn new(store: &Store, view: View, low: i32) -> AlignedDomain {
        // No value is lost by rotation: all values are less than 64 above the least.
        let rotation = (store.base(view.slot) + view.offset - low).rem_euclid(64) as u32;
        AlignedDomain { slot: view.slot, rotation }
    }

    /// Aligns all views and returns them with the value of bit 0; `None` unless each domain is one word and all
    /// values fit into one.
    pub fn all(store: &Store, views: &[View]) -> Option<(Box<[AlignedDomain]>, i32)> {
        let low = views.iter().map(|&view| store.min(view)).min().unwrap_or(0);
        let high = views.iter().map(|&view| store.max(view)).max().unwrap_or(0);
        let is_close = i64::from(high) - i64::from(low) < 64;
        let fits = is_close && views.iter().all(|view| store.shape(view.slot) == Shape::Word);
        fits.then(|| (views.iter().map(|&view| AlignedDomain::new(store, view, low)).collect(), low))
    }

    #[inline(always)]
    pub fn read(self, store: &Store) -> u64 {
        store.one_word(self.slot).rotate_left(self.rotation)
    }

    #[inline(always)]
    pub fn keep(self, store: &mut Store, mask: u64) -> Result<(), Conflict> {
        store.keep_in_word(self.slot, mask.rotate_right(self.rotation))
    }
}
