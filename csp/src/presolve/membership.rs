//! Which groups a variable is in: what sums ask to find out that their variables are pairwise different.

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
}

impl Memberships {
    /// `slots` is more than any slot's number.
    pub fn update(&mut self, groups: &[Group], slots: usize) {
        if self.groups == groups.len() {
            return;
        }
        self.groups = groups.len();
        let mut places: Vec<(Slot, (u32, i32))> = Vec::new();
        for (group, at) in groups.iter().zip(0..) {
            // Whoever asks for weak filtering gets it.
            if !matches!(group.consistency, Consistency::Check | Consistency::Forward) {
                let place = |view: &View| (view.slot, (at, view.offset));
                places.extend(group.members.iter().chain(&group.settled).map(place));
            }
        }
        self.places = Rows::new(slots, &places);
    }

    /// The groups of a variable, each with the offset at which it differs from the other members.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = (u32, i32)> {
        // One variable at two offsets: either of them differs from the other members.
        let mut latest = None;
        let places = self.places.row(slot).iter().copied();
        places.filter(move |&(group, _)| latest.replace(group) != Some(group))
    }
}
