//! What filtering algorithms share: comparing two domains, bounds that may be too large for a value, and
//! the answer at the end of a pass.

use smallvec::SmallVec;

use crate::constraints::windows::window;
use crate::engine::propagator::Status;
use crate::engine::store::{Conflict, Shape, Slot, Store, View};

/// Whether a variable stands behind two of the views, so that a propagator's own changes may matter to it again.
pub(crate) fn has_repeats<'a>(views: impl IntoIterator<Item = &'a View>) -> bool {
    let mut slots: SmallVec<[Slot; 32]> = views.into_iter().map(|view| view.slot).collect();
    if slots.is_sorted_by(|a, b| a < b) {
        return false;
    }
    slots.sort_unstable();
    slots.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether every value can go alone and no change comes back through another view: then a pass that keeps
/// exactly the supported values is its own fixpoint.
pub(crate) fn is_plain<'a>(store: &Store, views: impl IntoIterator<Item = &'a View> + Clone) -> bool {
    !has_repeats(views.clone()) && views.into_iter().all(|&view| !store.is_range_only(view))
}

/// The answer of a pass that began at this length of the trail: a fixpoint if the pass is known to end in
/// one or has changed nothing.
pub(crate) fn answer(store: &Store, began: usize, ends_in_fixpoint: bool) -> Status {
    if ends_in_fixpoint || store.trail().len() == began { Status::Fixpoint } else { Status::Again }
}

/// Leaves the values in `low..=high`, which may lie beyond all values.
pub(crate) fn within(store: &mut Store, view: View, low: i64, high: i64) -> Result<(), Conflict> {
    if low > i64::from(store.max(view)) || high < i64::from(store.min(view)) {
        return Err(Conflict);
    }
    store.at_least(view, low.max(i32::MIN.into()) as i32)?;
    store.at_most(view, high.min(i32::MAX.into()) as i32)
}

/// Whether two domains have a value in common.
pub(crate) fn meet(store: &Store, a: View, b: View) -> bool {
    for (word, other) in [(a, b), (b, a)] {
        if store.shape(word.slot) == Shape::Word {
            let zero = store.base(word.slot) + word.offset;
            return store.one_word(word.slot) & window(store, other, zero) != 0;
        }
    }
    largest_common(store, a, b).is_some()
}

/// The largest value that two domains have in common.
pub(crate) fn largest_common(store: &Store, a: View, b: View) -> Option<i32> {
    let low = store.min(a).max(store.min(b));
    let high = store.max(a).min(store.max(b));
    (low..=high).rev().find(|&value| store.contains(a, value) && store.contains(b, value))
}
