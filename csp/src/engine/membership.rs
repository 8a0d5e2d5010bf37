//! Which groups a variable is in: what sums ask to find out that their variables are pairwise different.

use std::sync::Arc;

use crate::engine::differences::Differences;
use crate::engine::groups::Group;
use crate::engine::rows::Rows;
use crate::engine::store::{Slot, Store, View};
use crate::model::config::Consistency;

/// Made when first asked for, and again once there are more groups.
#[derive(Debug, Default)]
pub(crate) struct Memberships {
    groups: usize,
    /// The groups of a variable in ascending order, each with the variable's offset there.
    places: Rows<(u32, i32)>,
    differences: Option<Arc<Differences>>,
}

impl Memberships {
    pub fn update(&mut self, groups: &[Group], store: &Store) {
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
        self.places = Rows::new(store.words().len(), &places);
        self.differences =
            Differences::new(groups.iter().filter(|group| is_asked_for(group)), store).map(Arc::new);
    }

    /// Which variables differ from which, where that is known at a glance.
    pub fn differences(&self) -> Option<&Arc<Differences>> {
        self.differences.as_ref()
    }

    /// The groups of a variable, each with the variable's offset there; one as often as the variable is in it.
    pub fn places(&self, slot: Slot) -> &[(u32, i32)] {
        self.places.row(slot)
    }

    /// The groups of a variable, each with the offset at which it differs from the other members.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = (u32, i32)> {
        // One variable at two offsets: either of them differs from the other members.
        let mut latest = None;
        let places = self.places(slot).iter().copied();
        places.filter(move |&(group, _)| latest.replace(group) != Some(group))
    }
}

/// Whoever asks for weak filtering gets it.
fn is_asked_for(group: &Group) -> bool {
    !matches!(group.consistency, Consistency::Check | Consistency::Forward)
}
