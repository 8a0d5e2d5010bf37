//! The groups of each variable. Sums use them to find out that their variables are pairwise different.

use std::sync::Arc;

use crate::engine::differences::Differences;
use crate::engine::groups::Group;
use crate::engine::rows::Rows;
use crate::engine::store::{Slot, Store, View};
use crate::model::config::Consistency;

/// Built at the first request, and rebuilt when groups were added.
#[derive(Debug, Default)]
pub(crate) struct Memberships {
    groups: usize,
    /// For each slot its groups in ascending order, with its offset there.
    occurrences: Rows<(u32, i32)>,
    differences: Option<Arc<Differences>>,
}

impl Memberships {
    pub fn update(&mut self, groups: &[Group], store: &Store) {
        if self.groups == groups.len() {
            return;
        }
        self.groups = groups.len();
        let members = groups.iter().map(|group| group.members.len() + group.settled.len()).sum();
        let mut occurrences: Vec<(Slot, (u32, i32))> = Vec::with_capacity(members);
        for (group, at) in groups.iter().zip(0..) {
            if is_strong(group) {
                let occurrence = |view: &View| (view.slot, (at, view.offset));
                occurrences.extend(group.members.iter().chain(&group.settled).map(occurrence));
            }
        }
        self.occurrences = Rows::new(store.words().len(), &occurrences);
        self.differences =
            Differences::new(groups.iter().filter(|group| is_strong(group)), store).map(Arc::new);
    }

    /// Returns the matrix of different variables, if it was built.
    pub fn differences(&self) -> Option<&Arc<Differences>> {
        self.differences.as_ref()
    }

    /// Returns the groups of a variable with its offset there, once for each occurrence.
    pub fn occurrences(&self, slot: Slot) -> &[(u32, i32)] {
        self.occurrences.row(slot)
    }

    /// Iterates over the groups of a variable, once each, with the offset at which it differs from the other
    /// members.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = (u32, i32)> {
        // If a variable occurs twice in a group, it differs from the other members at either offset. The
        // first one is kept.
        let mut latest = None;
        let occurrences = self.occurrences(slot).iter().copied();
        occurrences.filter(move |&(group, _)| latest.replace(group) != Some(group))
    }
}

/// Returns whether the group filters by more than `Check` or `Forward`. Groups of these two strengths must
/// not be used for stronger filtering.
fn is_strong(group: &Group) -> bool {
    !matches!(group.consistency, Consistency::Check | Consistency::Forward)
}
