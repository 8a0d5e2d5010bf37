//! Patterns with names: singles, intersections, subsets and fish. A pattern is a few truths, and the candidates that
//! they refute because cells see each other.

mod locked;
mod singles;
mod subsets;

use super::state::State;
use super::step::Found;

/// A search for all steps of one technique.
pub(super) type Pattern = fn(&State, &mut Vec<Found>);

/// Patterns that cost less than any chain, by the cost of their simplest step.
pub(super) const EARLY: &[(u16, Pattern)] = &[
    (100, singles::hidden_singles),
    (170, |state, found| locked::direct_locked(state, true, found)),
    (190, |state, found| locked::direct_locked(state, false, found)),
    (200, |state, found| subsets::direct_hidden(state, 2, found)),
    (230, singles::naked_singles),
    (250, |state, found| subsets::direct_hidden(state, 3, found)),
    (260, |state, found| locked::locked(state, true, found)),
    (280, |state, found| locked::locked(state, false, found)),
    (300, |state, found| subsets::naked(state, 2, found)),
    (320, |state, found| subsets::fish(state, 2, found)),
    (340, |state, found| subsets::hidden(state, 2, found)),
    (360, |state, found| subsets::naked(state, 3, found)),
    (380, |state, found| subsets::fish(state, 3, found)),
    (400, |state, found| subsets::hidden(state, 3, found)),
];

/// Patterns that may cost more than a chain.
pub(super) const LATE: &[(u16, Pattern)] = &[
    (500, |state, found| subsets::naked(state, 4, found)),
    (520, |state, found| subsets::fish(state, 4, found)),
    (540, |state, found| subsets::hidden(state, 4, found)),
];
