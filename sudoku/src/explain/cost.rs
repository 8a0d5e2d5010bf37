//! The costs and names of chains.

use super::state::State;
use super::technique::Technique;
use super::truth::Truth;

/// The cheapest chain.
pub(super) static XY_WING: Technique = Technique {
    name: "xy-wing",
    cost: 420,
    groups: &["wings"],
    words: [
        "A few cells with few values.",
        "Look at {truths}.",
        "{sums}Suppose {start}. Then {story}{end}That is impossible: {refuted}.",
    ],
    is_chain: true,
    ..Technique::BLANK
};

pub(super) static XYZ_WING: Technique = Technique { name: "xyz-wing", cost: 440, ..XY_WING };
pub(super) static W_WING: Technique = Technique { name: "w-wing", cost: 460, ..XY_WING };

pub(super) static CHAIN: Technique = Technique {
    name: "chain",
    cost: 490,
    groups: &["chains"],
    words: [
        "One thing leads to another.",
        "What if {were}?",
        "{sums}Suppose {start}. Then {story}{end}That is impossible: {refuted}.",
    ],
    is_chain: true,
    ..Technique::BLANK
};

pub(super) static TURBOT: Technique = Technique { name: "turbot-fish", cost: 450, ..CHAIN };
pub(super) static X_CHAIN: Technique = Technique { name: "x-chain", cost: 470, ..CHAIN };
pub(super) static XY_CHAIN: Technique = Technique { name: "xy-chain", cost: 480, ..CHAIN };
pub(super) static FORCING_CHAIN: Technique = Technique { name: "forcing-chain", cost: 545, ..CHAIN };

/// A chain that takes clues. Its search also finds chains with covers.
pub(super) static CLUE_CHAIN: Technique = Technique { name: "clue-chain", cost: 550, ..CHAIN };

/// The cost of a chain of two truths, of each truth more, and of each candidate of a truth beyond two.
const LEAST: usize = 450;
const EACH: usize = 45;
const BRANCH: usize = 5;
/// The greatest cost of a chain.
const MOST: usize = 895;

/// The candidates of a truth beyond two; for a clue, its open cells beyond one.
pub(super) fn branches(state: &State, truth: usize) -> usize {
    match state.map.numbering.as_relation(truth) {
        None => (state.mask(truth).count_ones() as usize).saturating_sub(2),
        Some(relation) => {
            let cells = state.map.relations[relation].cells.iter();
            cells.filter(|&&cell| !state.is_placed[cell]).count().saturating_sub(1)
        }
    }
}

/// Whether chains of at least `truths` truths with at least `branches` branches may cost less than a bound.
pub(super) fn may_be_below(bound: u16, truths: usize, branches: usize) -> bool {
    let may_be_wing = truths <= 3 && branches <= 1;
    bound > if may_be_wing { XY_WING.cost } else { of_numbers(truths, branches) }
}

/// The cost of a chain without a name of its own.
fn of_numbers(truths: usize, branches: usize) -> u16 {
    let length = EACH.saturating_mul(truths.saturating_sub(2));
    length.saturating_add(LEAST + BRANCH * branches).min(MOST) as u16
}

/// The cost and the name of truths that refute a candidate.
pub(super) fn of(state: &State, truths: &[usize]) -> (u16, &'static Technique) {
    let numbering = state.map.numbering;
    let branching: usize = truths.iter().map(|&truth| branches(state, truth)).sum();
    let kind = |&truth: &usize| numbering.truth(truth);
    let has_relation = truths.iter().any(|&truth| numbering.as_relation(truth).is_some());
    let are_cells = truths.iter().all(|truth| matches!(kind(truth), Truth::Cell(_)));
    let values = || {
        truths.iter().map(|truth| match kind(truth) {
            Truth::Place { value, .. } => Some(value),
            _ => None,
        })
    };
    let one_value = values().all(|value| value.is_some() && value == values().next().flatten());
    let cells = truths.iter().filter(|truth| matches!(kind(truth), Truth::Cell(_))).count();
    let cost = of_numbers(truths.len(), branching);
    let technique: &'static Technique = match truths.len() {
        3 if are_cells && branching == 0 => return (XY_WING.cost, &XY_WING),
        3 if are_cells && branching == 1 => return (XYZ_WING.cost, &XYZ_WING),
        2 if one_value && branching == 0 => &TURBOT,
        3 if cells == 2 && branching == 0 => &W_WING,
        _ if has_relation => &CLUE_CHAIN,
        _ if branching > 0 => &FORCING_CHAIN,
        _ if one_value => &X_CHAIN,
        _ if are_cells => &XY_CHAIN,
        _ => &CHAIN,
    };
    (cost, technique)
}
