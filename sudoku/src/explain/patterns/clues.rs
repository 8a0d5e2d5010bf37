//! Single clues, and sums of houses and clues: the values that they leave their cells.

use crate::explain::relations::Row;
use crate::explain::state::State;
use crate::explain::technique::{Found, Lesson, Technique};
use crate::explain::truth::ones;

/// What a clue says of its cells by itself.
pub(crate) static CLUE: Technique = Technique {
    name: "clue",
    title: "One clue",
    also: &["single clue", "combinations"],
    lesson: Lesson::new(
        "A clue of a variant, looked at alone, rules out values of its cells: a cage has few sums, a thermometer rises.",
        "Each way to satisfy the clue with the candidates that are left is looked at. A value that is in none of them is gone.",
        "Look at clues with few cells, at the least and greatest sums, and at the ends of lines.",
    ),
    cost: 140,
    finishes: true,
    is_of_clues: true,
    heading: "{aspect}",
    words: ["One clue alone rules something out: {rule}.", "Look at {clue}: {cells}.", "{told}."],
    ..Technique::BLANK
};

/// A sum that follows from houses and clues together.
pub(crate) static SUM: Technique = Technique {
    name: "sum",
    title: "Rule of 45",
    also: &["innie", "outie", "innies and outies", "rule of 45"],
    lesson: Lesson::new(
        "The cells of a row, column or box have a known sum: 45 in a grid of nine. Taking away the sums of cages inside leaves the \
         sum of a few cells, inside (innies) or outside (outies).",
        "What a house sums to, and what its cages sum to, are both known, so their difference is the sum of the rest.",
        "Look for houses, or a few rows together, that cages cover but for one or two cells.",
    ),
    cost: 200,
    is_of_clues: true,
    heading: "{balance}",
    words: ["Add up.", "Look at {houses} and the clues there.", "{told}."],
    ..Technique::BLANK
};

/// The cost of each open cell of a relation beyond the first, and of each house or clue beyond the first.
const EACH_CELL: u16 = 30;
const EACH_ORIGIN: u16 = 10;

/// The reduction of the cost of a step that places a value, and the greatest cost of a step of a relation.
const PLACES: u16 = 50;
const MOST: u16 = 445;

/// The step that a relation allows by itself, if its filtering removes candidates.
pub(in crate::explain) fn step(state: &State, relation: usize, row: &Row) -> Option<Found> {
    let map = &state.map;
    let about = &map.relations[relation];
    let open = about.cells.iter().filter(|&&cell| !state.is_placed[cell]).count() as u16;
    let truths = vec![map.numbering.relation(relation)];
    let technique: &'static Technique = if about.sum.is_some() { &SUM } else { &CLUE };
    let cost =
        technique.cost + EACH_CELL * open.saturating_sub(1) + EACH_ORIGIN * (about.origins.len() as u16 - 1);
    let mut removed = Vec::new();
    for (&cell, &live) in about.cells.iter().zip(&row.live) {
        let gone = state.cells[cell] & !live;
        if gone != 0 && live.is_power_of_two() {
            let placed = map.candidate(cell, live.trailing_zeros() as usize);
            let found = Found::placing(technique, placed, truths);
            return Some(Found { cost: cost.saturating_sub(PLACES).min(MOST), ..found });
        }
        removed.extend(ones(gone).map(|value| map.candidate(cell, value)));
    }
    (!removed.is_empty())
        .then(|| Found { cost: cost.min(MOST), ..Found::removing(technique, removed, truths) })
}
