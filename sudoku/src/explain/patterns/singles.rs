//! Hidden and naked singles.

use crate::explain::state::State;
use crate::explain::technique::{Found, Lesson, Technique};
use crate::explain::truth::{Candidate, ones};

pub(crate) static LAST_CELL: Technique = Technique {
    name: "last-cell",
    title: "Last open cell",
    also: &["full house", "last digit"],
    hodoku: Some(4),
    lesson: Lesson::new(
        "A row, column or box has one open cell left, and takes the digit that is missing there.",
        "Each digit stands once in each house, so the last cell takes the last digit.",
        "Look at the fullest rows, columns and boxes.",
    ),
    cost: 100,
    groups: &["singles", "hidden-singles"],
    words: [
        "A house is nearly full.",
        "Look at {house}.",
        "{target} is the last open cell of {house}, so it is the missing {value}.",
    ],
    pattern: Some(|state, _, found| hidden_singles(state, found)),
    ..Technique::BLANK
};

pub(crate) static HIDDEN_SINGLE_REGION: Technique = Technique {
    name: "hidden-single-box",
    title: "Hidden single in a box",
    also: &["cross-hatching", "pinned digit"],
    hodoku: Some(14),
    lesson: Lesson::new(
        "In a box, one digit has one place left. It goes there, however many candidates the cell has.",
        "The digit has to stand somewhere in the box, and all other cells see it already or are filled.",
        "Take a digit that stands in many rows and columns, and draw lines from it through a box where it is missing.",
    ),
    cost: 120,
    finishes: true,
    heading: "Hidden single in a {region}",
    words: [
        "Look for {value}.",
        "Where can {value} go in {house}?",
        "In {house} only {target} can be {value}{closed}. {result}.",
    ],
    pattern: None,
    ..LAST_CELL
};

pub(crate) static HIDDEN_SINGLE: Technique = Technique {
    name: "hidden-single",
    title: "Hidden single",
    also: &["unique candidate"],
    cost: 150,
    heading: "",
    lesson: Lesson::new(
        "In a row or column, one digit has one place left. It goes there, however many candidates the cell has.",
        "The digit has to stand somewhere in the line, and all other cells see it already or are filled.",
        "Take a line that is nearly full, and ask for each missing digit which cells can take it.",
    ),
    ..HIDDEN_SINGLE_REGION
};

pub(crate) static NAKED_SINGLE: Technique = Technique {
    name: "naked-single",
    title: "Naked single",
    also: &["sole candidate", "lone single"],
    hodoku: Some(4),
    lesson: Lesson::new(
        "A cell sees all digits but one, so it takes this one.",
        "The cell has to have some digit, and every other one stands in its row, column or box, or was ruled out before.",
        "Look at cells whose row, column and box are well filled, and count the digits that they see.",
    ),
    cost: 230,
    groups: &["singles"],
    finishes: true,
    words: [
        "One cell has little choice.",
        "Look at {target}.",
        "{missing}. So only {value} is left for {target}.",
    ],
    pattern: Some(|state, _, found| naked_singles(state, found)),
    ..Technique::BLANK
};

/// Finds the values with one place in a house, of the cheapest kind: the last cell of a house, a region, any house.
fn hidden_singles(state: &State, found: &mut Vec<Found>) {
    let map = &state.map;
    let values = map.numbering.values;
    let mut least = usize::MAX;
    let mut singles: Vec<(Candidate, usize)> = Vec::new();
    for house in 0..map.numbering.houses {
        let left = left_in(state, house);
        let rank = match (left.count_ones(), map.is_region(house)) {
            (0, _) => continue,
            (1, _) => 0,
            (_, true) => 1,
            (_, false) => 2,
        };
        if rank > least {
            continue;
        }
        for value in ones(left) {
            let mask = state.places[house * values + value];
            if mask.is_power_of_two() {
                if rank < least {
                    least = rank;
                    singles.clear();
                }
                let placed = map.candidate(map.cell_at(house, mask.trailing_zeros()), value);
                if singles.iter().all(|&(known, _)| known != placed) {
                    singles.push((placed, map.numbering.place(house, value)));
                }
            }
        }
    }
    let technique = || [&LAST_CELL, &HIDDEN_SINGLE_REGION, &HIDDEN_SINGLE][least];
    found.extend(singles.into_iter().map(|(placed, truth)| Found::placing(technique(), placed, vec![truth])));
}

/// The values that have not been placed in a house, as bits.
pub(super) fn left_in(state: &State, house: usize) -> u64 {
    let values = state.map.numbering.values;
    let all = if values == 64 { u64::MAX } else { (1 << values) - 1 };
    all & !state.done[house]
}

/// Finds the cells with one candidate.
fn naked_singles(state: &State, found: &mut Vec<Found>) {
    let is_single = |&cell: &usize| !state.is_placed[cell] && state.cells[cell].is_power_of_two();
    for cell in (0..state.cells.len()).filter(is_single) {
        let value = state.cells[cell].trailing_zeros() as usize;
        found.push(Found::placing(&NAKED_SINGLE, state.map.candidate(cell, value), vec![cell]));
    }
}
