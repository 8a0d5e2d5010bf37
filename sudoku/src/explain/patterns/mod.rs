//! Patterns with names: singles, intersections, subsets and fish. A pattern is a few truths, and the candidates that
//! they refute because cells see each other.

mod locked;
mod singles;
mod subsets;

use super::state::State;
use super::step::Found;
use super::work::Work;

/// A search for all steps of one technique.
pub(super) type Pattern = fn(&State, &mut Work, &mut Vec<Found>);

/// Patterns that cost less than any chain, by the cost of their simplest step.
pub(super) const EARLY: &[(u16, Pattern)] = &[
    (100, |state, _, found| singles::hidden_singles(state, found)),
    (170, |state, work, found| locked::direct_locked(state, true, work, found)),
    (190, |state, work, found| locked::direct_locked(state, false, work, found)),
    (200, |state, work, found| subsets::direct_hidden(state, 2, work, found)),
    (230, |state, _, found| singles::naked_singles(state, found)),
    (250, |state, work, found| subsets::direct_hidden(state, 3, work, found)),
    (260, |state, work, found| locked::locked(state, true, work, found)),
    (280, |state, work, found| locked::locked(state, false, work, found)),
    (300, |state, work, found| subsets::naked(state, 2, work, found)),
    (320, |state, work, found| subsets::fish(state, 2, work, found)),
    (340, |state, work, found| subsets::hidden(state, 2, work, found)),
    (360, |state, work, found| subsets::naked(state, 3, work, found)),
    (380, |state, work, found| subsets::fish(state, 3, work, found)),
    (400, |state, work, found| subsets::hidden(state, 3, work, found)),
];

/// Patterns that may cost more than a chain.
pub(super) const LATE: &[(u16, Pattern)] = &[
    (500, |state, work, found| subsets::naked(state, 4, work, found)),
    (520, |state, work, found| subsets::fish(state, 4, work, found)),
    (540, |state, work, found| subsets::hidden(state, 4, work, found)),
];
