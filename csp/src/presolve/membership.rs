//! Which groups a variable is in: what sums ask to find out that their variables are pairwise different.

use crate::compile::Group;
use crate::constraint::Consistency;
use crate::store::{Slot, View};

/// A variable's place in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    slot: Slot,
    group: u32,
    offset: i32,
}

/// Made when first asked for, and again once there are more groups.
#[derive(Debug, Default)]
pub(crate) struct Memberships {
    groups: usize,
    entries: Vec<Entry>,
}

impl Memberships {
    pub fn update(&mut self, groups: &[Group]) {
        if self.groups == groups.len() {
            return;
        }
        self.groups = groups.len();
        self.entries.clear();
        for (group, at) in groups.iter().zip(0..) {
            // Whoever asks for weak filtering gets it.
            if !matches!(group.consistency, Consistency::Check | Consistency::Forward) {
                let entry = |view: &View| Entry { slot: view.slot, group: at, offset: view.offset };
                self.entries.extend(group.members.iter().chain(&group.settled).map(entry));
            }
        }
        self.entries.sort_unstable();
        // One variable at two offsets: either of them differs from the other members.
        self.entries.dedup_by_key(|entry| (entry.slot, entry.group));
    }

    /// The groups of a variable, each with the offset at which it differs from the other members.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = (u32, i32)> {
        let from = self.entries.partition_point(|entry| entry.slot < slot);
        let here = self.entries[from..].iter().take_while(move |entry| entry.slot == slot);
        here.map(|entry| (entry.group, entry.offset))
    }
}
