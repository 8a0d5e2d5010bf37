//! The costs and names of chains.

use super::state::State;
use super::technique::{Lesson, Technique};
use super::truth::Truth;

/// The cheapest chain.
pub(super) static XY_WING: Technique = Technique {
    name: "xy-wing",
    title: "XY-wing",
    also: &["y-wing", "bent triple"],
    cost: 420,
    hodoku: Some(160),
    lesson: Lesson::new(
        "A cell with two candidates x and y sees a cell with x and z and a cell with y and z. Whatever sees both of these \
         cells cannot be z.",
        "If the first cell is x, the second is z; if it is y, the third is z. So one of them is z.",
        "Look at cells with two candidates: a hinge, and two that it sees which share one digit each with it, and a third \
         digit with each other.",
    ),
    groups: &["wings"],
    words: ["A few cells with few values.", "Look at {truths}.", "{wing}"],
    is_chain: true,
    ..Technique::BLANK
};

pub(super) static XYZ_WING: Technique = Technique {
    name: "xyz-wing",
    title: "XYZ-wing",
    also: &["bent triple with three"],
    cost: 440,
    hodoku: Some(180),
    lesson: Lesson::new(
        "A cell with three candidates x, y and z sees a cell with x and z and a cell with y and z. Whatever sees all three \
         cells cannot be z.",
        "If the first cell is x or y, one of the others is z; else it is z itself.",
        "As for an XY-wing, but the hinge has the third digit too, so only cells that see the hinge lose it.",
    ),
    ..XY_WING
};

pub(super) static W_WING: Technique = Technique {
    name: "w-wing",
    title: "W-wing",
    also: &["semi-remote pair"],
    cost: 460,
    hodoku: Some(150),
    lesson: Lesson::new(
        "Two cells have the same two candidates, x and y. Somewhere else x has two places in a house, and each of the two \
         cells sees one of these. Whatever sees both cells cannot be y.",
        "If both cells were x, the house would have no place for x. So at least one of them is y.",
        "Look for two cells with the same pair that do not see each other, then for a house that joins them.",
    ),
    words: ["A few cells with few values.", "Look at {truths}.", "{chain}"],
    ..XY_WING
};

/// A chain of which each truth has two candidates.
pub(super) static CHAIN: Technique = Technique {
    name: "chain",
    title: "Alternating inference chain",
    also: &["aic", "nice loop", "discontinuous nice loop"],
    cost: 490,
    hodoku: Some(280),
    lesson: Lesson::new(
        "Cells with two candidates and digits with two places in a house are joined to a chain. A candidate that would \
         break it, by excluding both its ends, is gone.",
        "Suppose the candidate, and follow: each link that loses one side must be the other, until one has neither left.",
        "Begin with a candidate that excludes much in cells of two candidates, and follow what is forced.",
    ),
    groups: &["chains"],
    words: ["One thing leads to another.", "What if {were}?", "{chain}"],
    is_chain: true,
    ..Technique::BLANK
};

pub(super) static TURBOT: Technique = Technique {
    name: "turbot-fish",
    title: "Turbot fish",
    also: &[],
    cost: 450,
    hodoku: Some(120),
    lesson: Lesson::new(
        "One digit has two places in each of two houses, and one place of the first sees one of the second. Whatever sees \
         both other places cannot have the digit.",
        "The two places that see each other cannot both have the digit, so one of the houses has it at its other end.",
        "Highlight a digit, and look for two pairs of places that touch. Skyscrapers and kites are the common kinds.",
    ),
    groups: &["chains", "turbot-fish"],
    words: ["Look for {value}.", "Where can {value} go in {houses}?", "{linked}"],
    ..CHAIN
};

pub(super) static X_CHAIN: Technique = Technique {
    name: "x-chain",
    title: "X-chain",
    also: &["x-cycle", "x-cycles"],
    cost: 470,
    hodoku: Some(260),
    lesson: Lesson::new(
        "Houses in which one digit has two places are joined to a chain. Whatever sees both ends cannot have the digit.",
        "Suppose it there: each house has the digit at its other place in turn, until the last has none left.",
        "Highlight a digit, mark its pairs of places, and join pairs whose ends see each other.",
    ),
    groups: &["chains", "x-chain"],
    ..CHAIN
};

pub(super) static XY_CHAIN: Technique = Technique {
    name: "xy-chain",
    title: "XY-chain",
    also: &["remote pair", "remote pairs"],
    cost: 480,
    hodoku: Some(260),
    lesson: Lesson::new(
        "Cells with two candidates are joined to a chain, each by a digit that the next one shares. Whatever sees both ends \
         cannot have the digit that the ends have left.",
        "Suppose it there: each cell is forced in turn, until the last has nothing left.",
        "Mark the cells with two candidates, and try to walk from one to another.",
    ),
    groups: &["chains", "xy-chain"],
    ..CHAIN
};

/// A chain of which some truth has several candidates.
pub(super) static FORCING_CHAIN: Technique = Technique {
    name: "forcing-chain",
    title: "Forcing chain",
    also: &["nishio", "contradiction chain", "dynamic forcing chain", "grouped nice loop"],
    cost: 545,
    hodoku: Some(500),
    lesson: Lesson::new(
        "A candidate is supposed, and all that follows from it is followed, also where several conclusions are needed for the \
         next. A cell or a digit of a house ends up with nothing left, so the candidate is gone.",
        "What leads to something impossible is not true.",
        "Suppose candidates that exclude much, and keep to the few that the picture of the last chains suggests.",
    ),
    groups: &["chains", "forcing-chain"],
    ..CHAIN
};

/// A chain that takes clues. Its search also finds chains with covers.
pub(super) static CLUE_CHAIN: Technique = Technique {
    name: "clue-chain",
    title: "Chain with clues",
    also: &[],
    cost: 550,
    hodoku: None,
    lesson: Lesson::new(
        "A candidate is supposed, and what follows from it through cells, houses and clues of a variant. Something ends up \
         with nothing left, so the candidate is gone.",
        "What leads to something impossible is not true.",
        "Suppose values at the ends of lines and in cages with few sums, and look at the clues beside them.",
    ),
    is_of_clues: true,
    ..CHAIN
};

/// The cost of a chain of two truths.
const LEAST: usize = 450;
/// The cost of each truth more.
const EACH: usize = 45;
/// The cost of each candidate of a truth beyond two.
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
    let has_relation = truths.iter().any(|&truth| numbering.as_relation(truth).is_some());
    let is_cell = |&truth: &usize| matches!(numbering.truth(truth), Truth::Cell(_));
    let are_cells = truths.iter().all(is_cell);
    let value = |&truth: &usize| match numbering.truth(truth) {
        Truth::Place { value, .. } => Some(value),
        _ => None,
    };
    let first_value = truths.first().and_then(value);
    let one_value = first_value.is_some() && truths.iter().all(|truth| value(truth) == first_value);
    let cost = of_numbers(truths.len(), branching);
    // Two cells with the same two values, and a value with two places.
    let is_w_wing = || {
        let pairs: Vec<u64> =
            truths.iter().filter(|truth| is_cell(truth)).map(|&truth| state.mask(truth)).collect();
        !has_relation && matches!(pairs[..], [one, other] if one == other)
    };
    let technique: &'static Technique = match truths.len() {
        3 if are_cells && branching == 0 => return (XY_WING.cost, &XY_WING),
        3 if are_cells && branching == 1 => return (XYZ_WING.cost, &XYZ_WING),
        2 if one_value && branching == 0 => &TURBOT,
        3 if branching == 0 && is_w_wing() => &W_WING,
        _ if has_relation => &CLUE_CHAIN,
        _ if branching > 0 => &FORCING_CHAIN,
        _ if one_value => &X_CHAIN,
        _ if are_cells => &XY_CHAIN,
        _ => &CHAIN,
    };
    (cost, technique)
}
