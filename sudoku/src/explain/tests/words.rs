//! The words of each technique.

use std::collections::BTreeMap;

use super::*;

/// The first step of each technique in the puzzles of these tests, in words.
const TEXTS: &[(&str, &str)] = &[
    (
        "chain",
        "If R2C7 were 7, in column 7 only R5C7 would be 8, R5C5 would be 7, column 4 would have no place left for 7. So it cannot be: R2C7 loses 7.",
    ),
    (
        "claiming",
        "In row 8, 4 stands in R8C1 or R8C2. No other cell that sees all of these can be 4: R7C2, R9C1 and R9C2 lose 4.",
    ),
    ("clue", "Thermo (R3C1, R3C2 and R4C1) allows only 3-4-2. R3C1 is 3."),
    (
        "direct-hidden-pair",
        "In box 5, 6 and 7 need R5C5 and R5C6, so nothing else stands there. For 5 only R6C6 is left. R6C6 is 5.",
    ),
    (
        "direct-hidden-triple",
        "In column 4, 4, 8 and 9 need R3C4, R5C4 and R9C4, so nothing else stands there. For 1 only R4C4 is left. R4C4 is 1.",
    ),
    (
        "direct-pointing",
        "In box 4, 7 stands in R5C3 or R6C3, so not in other cells that see these. In row 9 only R9C1 is left. R9C1 is 7.",
    ),
    (
        "forcing-chain",
        "If R9C9 were 9, in row 7 only R7C2 would be 9, row 6 would have no place left for 9. So it cannot be: R9C9 loses 9.",
    ),
    ("hidden-pair", "In row 6, 7 and 9 need R6C1 and R6C3, so nothing else stands there. R6C1 loses 5."),
    (
        "hidden-single",
        "In column 9 only R3C9 can be 7: 7 in R1C2 and R4C8 closes the other cells. R3C9 is 7.",
    ),
    (
        "hidden-single-box",
        "In box 2 only R1C6 can be 8: 8 in R5C4 and R3C3 closes the other cells. R1C6 is 8.",
    ),
    (
        "hidden-triple",
        "In box 7, 1, 7 and 8 need R7C1, R7C2 and R9C2, so nothing else stands there. R7C1 loses 2 and 9; R7C2 loses 3 and 9; R9C2 loses 3, 6 and 9.",
    ),
    ("last-cell", "R8C8 is the last open cell of box 9, where 3 is missing. R8C8 is 3."),
    (
        "naked-pair",
        "R5C1 and R5C3 can only be 4 or 6, so they take these values, one each. R4C2, R5C2, R5C6, R5C9, R6C1, R6C2 and R6C3 lose 6.",
    ),
    (
        "naked-single",
        "R8C6 cannot be 1, 2, 4 and 8 (row 8), 5 and 9 (column 6), 6 (box 8) and 3 (before). Only 7 is left. R8C6 is 7.",
    ),
    (
        "naked-triple",
        "R1C5, R4C5 and R6C5 can only be 2, 3 or 6, so they take these values, one each. R5C5 loses 6; R8C5 loses 2.",
    ),
    (
        "pointing",
        "In box 2, 3 stands in R1C6 or R2C6. No other cell that sees all of these can be 3: R8C6 loses 3.",
    ),
    ("sum", "Box 1 and sum 5 together say that R1C1 and R2C1 make 5; that allows only 4. R2C1 is 4."),
    (
        "swordfish",
        "In row 1, row 4 and row 8, 9 stands in R1C1, R1C2, R4C1, R4C9, R8C1, R8C2 and R8C9. These take the 9 of as many lines across. R5C1 and R5C2 lose 9.",
    ),
    (
        "turbot-fish",
        "If R4C6 were 6, in column 8 only R2C8 would be 6, box 2 would have no place left for 6. So it cannot be: R4C6 loses 6.",
    ),
    (
        "x-wing",
        "In row 5 and row 7, 8 stands in R5C1, R5C5, R7C1 and R7C5. These take the 8 of as many lines across. R6C5 loses 8.",
    ),
    (
        "xy-wing",
        "If R5C3 were 4, R9C3 would be 3, R4C3 would be 9, R5C2 would have no value left. So it cannot be: R5C3 and R9C2 lose 4.",
    ),
    (
        "xyz-wing",
        "If R6C7 were 1, R5C9 would be 3, R6C8 would be 6, R6C6 would have no value left. So it cannot be: R6C7 loses 1.",
    ),
];

#[test]
fn steps_in_words() {
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for text in CLASSICS.iter().chain(&VARIANTS) {
        for (state, step) in walk(&parsed(text)).0 {
            texts.entry(step.technique.name).or_insert_with(|| step.text(&state, Detail::Full));
        }
    }
    let known: Vec<(&str, String)> = TEXTS.iter().map(|&(name, text)| (name, text.to_owned())).collect();
    assert_eq!(texts.into_iter().collect::<Vec<_>>(), known);
}

#[test]
fn a_nudge_names_no_cell_and_where_no_conclusion() {
    for text in CLASSICS {
        for (state, step) in walk(&parsed(text)).0 {
            let [nudge, place, full] =
                [Detail::Nudge, Detail::Where, Detail::Full].map(|detail| step.text(&state, detail));
            assert!(!nudge.contains(['R', '{']), "{nudge}");
            assert!(!place.contains("loses") && !place.contains(" lose "), "{place}");
            assert!(full.len() > nudge.len() && !full.contains('{'), "{full}");
        }
    }
}

#[test]
fn pictures_show_what_is_removed_placed_and_supposed() {
    let (mut removals, mut chains) = (0, 0);
    for text in CLASSICS {
        let puzzle = parsed(text);
        for (state, step) in walk(&puzzle).0 {
            let svg = step.picture(&state, &puzzle, &[]);
            let count = |color: &str| svg.matches(color).count();
            let removed: usize = match &step.conclusion {
                Conclusion::Remove(removals) => removals.iter().map(|removal| removal.values.len()).sum(),
                Conclusion::Place { .. } => 0,
            };
            assert_eq!(count("#e5484d"), removed, "{step:?}");
            assert_eq!(count("#3b93e8"), usize::from(removed == 0), "{step:?}");
            removals += removed;
            chains += usize::from(matches!(step.proof, Proof::Chain { .. }));
        }
    }
    assert!(removals > 100 && chains > 10, "{removals} {chains}");
}
