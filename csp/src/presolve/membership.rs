//! Which groups a variable is in: what sums ask to find out that their variables are pairwise different.

use fixedbitset::FixedBitSet;

use crate::compile::Group;
use crate::constraint::Consistency;
use crate::rows::Rows;
use crate::store::{Slot, View};

/// Made when first asked for, and again once there are more groups.
#[derive(Debug, Default)]
pub(crate) struct Memberships {
    groups: usize,
    /// The groups of a variable in ascending order, each with the variable's offset there.
    places: Rows<(u32, i32)>,
    /// For each variable those that are members of its groups, itself among them: a bit each, in so many words. Empty where
    /// bits would be too many.
    near: Vec<u64>,
    words: usize,
    /// Variables that have an offset in some group.
    with_offsets: FixedBitSet,
}

/// More variables, each with a bit for each, would take longer than what asks for them.
const MOST_NEAR: usize = 1024;

impl Memberships {
    /// `slots` is more than any slot's number.
    pub fn update(&mut self, groups: &[Group], slots: usize) {
        if self.groups == groups.len() {
            return;
        }
        self.groups = groups.len();
        let members = groups.iter().map(|group| group.members.len() + group.settled.len()).sum();
        let mut places: Vec<(Slot, (u32, i32))> = Vec::with_capacity(members);
        for (group, at) in groups.iter().zip(0..) {
            if is_asked_for(group) {
                let place = |view: &View| (view.slot, (at, view.offset));
                places.extend(group.members.iter().chain(&group.settled).map(place));
            }
        }
        self.places = Rows::new(slots, &places);
        self.note_near(groups, slots);
    }

    fn note_near(&mut self, groups: &[Group], slots: usize) {
        self.near.clear();
        if slots > MOST_NEAR {
            return;
        }
        self.words = slots.div_ceil(64);
        self.near.resize(slots * self.words, 0);
        self.with_offsets.clear();
        self.with_offsets.grow(slots);
        let mut members = vec![0_u64; self.words];
        for group in groups.iter().filter(|group| is_asked_for(group)) {
            members.fill(0);
            for view in &group.members {
                members[view.slot.0 as usize / 64] |= 1 << (view.slot.0 % 64);
            }
            for view in group.members.iter().chain(&group.settled) {
                let near = &mut self.near[view.slot.0 as usize * self.words..][..self.words];
                near.iter_mut().zip(&members).for_each(|(near, members)| *near |= members);
                if view.offset != 0 {
                    self.with_offsets.insert(view.slot.0 as usize);
                }
            }
        }
    }

    /// How many words there are of [`Memberships::near`]; none where it is not known.
    pub fn near_words(&self) -> usize {
        if self.near.is_empty() { 0 } else { self.words }
    }

    /// Whether a variable has an offset in some group. Asked only where [`Memberships::near`] is known.
    pub fn has_offset(&self, slot: Slot) -> bool {
        self.with_offsets.contains(slot.0 as usize)
    }

    /// Of 64 variables, from 64·word on, those that are members of a variable's groups, at whatever offset.
    #[inline]
    pub fn near(&self, slot: Slot, word: usize) -> u64 {
        // One that is younger than all groups is in none.
        self.near.get(slot.0 as usize * self.words + word).copied().unwrap_or(0)
    }

    /// The groups of a variable, each with the offset at which it differs from the other members.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = (u32, i32)> {
        // One variable at two offsets: either of them differs from the other members.
        let mut latest = None;
        let places = self.places.row(slot).iter().copied();
        places.filter(move |&(group, _)| latest.replace(group) != Some(group))
    }
}

/// Whoever asks for weak filtering gets it.
fn is_asked_for(group: &Group) -> bool {
    !matches!(group.consistency, Consistency::Check | Consistency::Forward)
}
