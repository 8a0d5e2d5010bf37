//! Helpers of filtering algorithms: comparison of domains, bounds beyond the range of values, and the status
//! of a pass.

use smallvec::SmallVec;

use crate::constraints::windows::{interval, window};
use crate::engine::propagator::Status;
use crate::engine::store::{Conflict, Shape, Slot, Store, View};

/// Returns whether two of the views have the same variable, so that a propagator's own changes may enable
/// more filtering.
pub(crate) fn has_repeats<'a>(views: impl IntoIterator<Item = &'a View>) -> bool {
    let mut slots: SmallVec<[Slot; 32]> = views.into_iter().map(|view| view.slot).collect();
    if slots.is_sorted_by(|a, b| a < b) {
        return false;
    }
    slots.sort_unstable();
    slots.windows(2).any(|pair| pair[0] == pair[1])
}

/// Returns whether every value can be removed on its own and no variable occurs twice: then a pass that keeps
/// exactly the supported values ends at its fixpoint.
pub(crate) fn is_plain<'a>(store: &Store, views: impl IntoIterator<Item = &'a View> + Clone) -> bool {
    !has_repeats(views.clone()) && views.into_iter().all(|&view| !store.is_range_only(view))
}

/// Returns the status of a pass. `began` is the length of the trail before it. The status is a fixpoint if
/// the pass changed nothing or is known to end in one.
pub(crate) fn pass_status(store: &Store, began: usize, ends_in_fixpoint: bool) -> Status {
    if ends_in_fixpoint || store.trail().len() == began { Status::Fixpoint } else { Status::Again }
}

/// Removes the values outside of `low..=high`, which may be beyond the range of values.
pub(crate) fn keep_within(store: &mut Store, view: View, low: i64, high: i64) -> Result<(), Conflict> {
    if low > i64::from(store.max(view)) || high < i64::from(store.min(view)) {
        return Err(Conflict);
    }
    store.at_least(view, low.max(i32::MIN.into()) as i32)?;
    store.at_most(view, high.min(i32::MAX.into()) as i32)
}

/// Returns whether two domains have a common value.
pub(crate) fn have_common_value(store: &Store, a: View, b: View) -> bool {
    for (word, other) in [(a, b), (b, a)] {
        if store.shape(word.slot) == Shape::Word {
            let zero = store.base(word.slot) + word.offset;
            return store.one_word(word.slot) & window(store, other, zero) != 0;
        }
    }
    let low = store.min(a).max(store.min(b));
    let high = store.max(a).min(store.max(b));
    let both = |value| store.contains(a, value) && store.contains(b, value);
    low <= high
        && (both(low)
            || both(high)
            || (low..high).step_by(64).any(|first| {
                window(store, a, first) & window(store, b, first) & interval(low, high, first) != 0
            }))
}
