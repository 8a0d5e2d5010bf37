//! The words of each technique.

use std::collections::BTreeMap;

use super::*;

/// The first step of each technique in the puzzles of these tests, in words.
const TEXTS: &[(&str, &str)] = &[
    (
        "chain",
        "Suppose R2C7 is 7. Then in column 7 only R5C7 can be 8; R5C5 can only be 7; no place is left for 7 in column 4. That is impossible: R2C7 loses 7.",
    ),
    (
        "claiming",
        "The 4 of row 8 is in R8C1 or R8C2, so no other cell of box 7 can be 4: R7C2, R9C1 and R9C2 lose 4.",
    ),
    (
        "clue",
        "The thermometer rises along R4C1, R3C1 and R3C2. R4C1 is at least 2, so R3C1 is at least 3; R3C2 is at most 4, so R3C1 is at most 3: R3C1 cannot be 1, 2 or 4. Only 3 is left for R3C1.",
    ),
    (
        "direct-hidden-pair",
        "The only cells of box 5 for 6 and 7 are R5C5 and R5C6, so in box 5 only R6C6 is left for 5. R6C6 is 5.",
    ),
    (
        "direct-hidden-triple",
        "The only cells of column 4 for 4, 8 and 9 are R3C4, R5C4 and R9C4, so in column 4 only R4C4 is left for 1. R4C4 is 1.",
    ),
    (
        "direct-pointing",
        "The 7 of box 4 is in R5C3 or R6C3, so R9C3, which sees both, cannot be 7, and in row 9 only R9C1 is left for it. R9C1 is 7.",
    ),
    (
        "empty-rectangle",
        "In box 4, 4 is in R4C1, R6C1 or R6C3. If R4C1 is 4, in row 3 only R3C9 can be 4. So R3C9, R6C1 or R6C3 is 4, and R6C9, which sees all of these, loses 4.",
    ),
    (
        "finned-x-wing",
        "In row 7, 9 is in R7C2, R7C7 or R7C9. If R7C2 is 9, in row 6 only R6C9 can be 9. So R6C9, R7C7 or R7C9 is 9, and R9C9, which sees all of these, loses 9.",
    ),
    (
        "forcing-chain",
        "Suppose R7C5 is 1. Then in column 5 only R2C5 can be 8; in row 7 only R7C8 can be 8; in column 5 only R5C5 can be 9; in column 5 only R8C5 can be 4; no place is left for 4 in row 7. That is impossible: R7C5 loses 1.",
    ),
    (
        "hidden-pair",
        "The only cells of row 6 for 7 and 9 are R6C1 and R6C3, so nothing else can be there. R6C1 loses 5.",
    ),
    (
        "hidden-single",
        "In column 9 only R3C9 can be 7: the 7s in R1C2 and R4C8 rule out the other cells. R3C9 is 7.",
    ),
    (
        "hidden-single-box",
        "In box 2 only R1C6 can be 8: the 8s in R5C4 and R3C3 rule out the other cells. R1C6 is 8.",
    ),
    (
        "hidden-triple",
        "The only cells of box 7 for 1, 7 and 8 are R7C1, R7C2 and R9C2, so nothing else can be there. R7C1 loses 2 and 9; R7C2 loses 3 and 9; R9C2 loses 3, 6 and 9.",
    ),
    ("last-cell", "R8C8 is the last open cell of box 9, so it is the missing 3."),
    (
        "naked-pair",
        "R5C1 and R5C3 can only be 4 or 6, one each, so no cell that sees both can be 4 or 6: R4C2, R5C2, R5C6, R5C9, R6C1, R6C2 and R6C3 lose 6.",
    ),
    (
        "naked-single",
        "R8C6 sees 1, 2, 4 and 8 in row 8; 5 and 9 in column 6; 6 in box 8. 3 was excluded before. So only 7 is left for R8C6.",
    ),
    (
        "naked-triple",
        "R1C5, R4C5 and R6C5 can only be 2, 3 or 6, one each, so no other cell of column 5 can be 2, 3 or 6: R5C5 loses 6; R8C5 loses 2.",
    ),
    ("pointing", "The 3 of box 2 is in R1C6 or R2C6, so no other cell of column 6 can be 3: R8C6 loses 3."),
    (
        "skyscraper",
        "In column 4, only R2C4 and R6C4 can be 4; in column 3, only R2C3 and R5C3. R2C4 and R2C3 see each other, so not both are 4: R6C4 or R5C3 is 4. So R5C5 and R6C2, which see both, lose 4.",
    ),
    (
        "sum",
        "Box 1 adds up to 10, and the sum 5 at R1C2 to 5, which leaves 5 for R1C1 and R2C1. R1C1 is 1, so R2C1 is 4.",
    ),
    (
        "swordfish",
        "In columns 3, 4 and 8, 9 can only be in rows 5, 7 and 9, so rows 5, 7 and 9 have their 9 there: R5C1 and R5C2 lose 9.",
    ),
    (
        "turbot-fish",
        "In column 8, only R2C8 and R4C8 can be 6; in box 2, only R2C4 and R3C6. R2C8 and R2C4 see each other, so not both are 6: R4C8 or R3C6 is 6. So R4C6, which sees both, loses 6.",
    ),
    (
        "w-wing",
        "In row 3, 5 is in R3C2 or R3C4. If R3C2 is 5, R2C2 can only be 1; if R3C4 is 5, R1C4 can only be 1. So R1C4 or R2C2 is 1, and R1C3 and R2C4, which see both, lose 1.",
    ),
    (
        "x-chain",
        "Suppose R9C5 is 2. Then in row 8 only R8C1 can be 2; in box 1 only R2C3 can be 2; no place is left for 2 in column 7. That is impossible: R9C5 loses 2.",
    ),
    (
        "x-wing",
        "In rows 5 and 7, 8 can only be in columns 1 and 5, so columns 1 and 5 have their 8 there: R6C5 loses 8.",
    ),
    (
        "xy-wing",
        "R4C3 is 3 or 9. If it is 3, R9C3 is 4; if it is 9, R5C2 is 4. So one of R9C3 and R5C2 is 4, and R5C3 and R9C2, which see both, lose 4.",
    ),
    (
        "xyz-wing",
        "R6C8 is 3, 6 or 1. If it is 3, R5C9 is 1; if it is 6, R6C6 is 1. So one of these three cells is 1, and R6C7, which sees all of these, loses 1.",
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

/// Whether a step relies on a rule by which a cell cannot have a value: some placed digit or candidate that excludes the
/// value shares no house of the grid with the cell.
fn is_by_rule(puzzle: &Puzzle, state: &State, step: &Step) -> bool {
    let share = |one: usize, other: usize| {
        let mut houses = puzzle.grid().houses().iter().map(|house| house.cells());
        houses.any(|cells| [one, other].iter().all(|&cell| cells.contains(&(cell as u16))))
    };
    match (step.technique.name, &step.conclusion, &step.truths[..]) {
        (
            "hidden-single" | "hidden-single-box",
            &Conclusion::Place { value, .. },
            &[Truth::Place { house, .. }],
        ) => {
            let mut cells = state.map.groups[house].cells().iter().map(|&cell| usize::from(cell));
            cells.any(|cell| {
                let closes = |&other: &usize| {
                    let stands = state.is_placed(other) && state.candidates(other).contains(value);
                    stands && state.map.sees(cell, other)
                };
                let closing: Vec<usize> = (0..puzzle.cells().len()).filter(closes).collect();
                let is_open = !state.is_placed(cell) && !closing.is_empty();
                is_open && !closing.iter().any(|&other| share(cell, other))
            })
        }
        ("pointing" | "claiming", Conclusion::Remove(removals), &[truth]) => {
            let cells = state.candidates_of(truth);
            removals.iter().any(|gone| cells.iter().any(|&(cell, _)| !share(cell, gone.cell)))
        }
        _ => false,
    }
}

#[test]
fn exclusions_by_rules_say_so() {
    let mut count = 0;
    let own: Vec<(Puzzle, Walk)> = VARIANTS.iter().map(|text| (parsed(text), walk(&parsed(text)))).collect();
    for (puzzle, (steps, _)) in own.iter().chain(made::variants()) {
        for (state, step) in steps {
            if is_by_rule(puzzle, state, step) {
                let text = step.text(state, Detail::Full);
                assert!(
                    [" sees ", " see ", "no other cell of"].iter().any(|how| text.contains(how)),
                    "{text}"
                );
                let rules = step.grounds(state).into_iter().filter_map(|ground| ground.of);
                let mut named = rules.chain(step.rules(state)).chain(step.across(state));
                assert!(named.any(|name| text.contains(&name)), "{text}");
                count += 1;
            }
        }
    }
    assert!(count > 5, "{count}");
}

#[test]
fn long_proofs_are_told_in_outline() {
    let puzzle = parsed("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let mut explainer = Explainer::new();
    let mut path = explainer.path(&puzzle);
    let mut count = 0;
    while count < 6 {
        let before = path.state().clone();
        let step = path.step().expect("more than six proofs are long");
        if !step.is_long() {
            continue;
        }
        count += 1;
        let text = step.text(&before, Detail::Full);
        assert!(text.contains(&format!("The whole proof has {} lines.", step.lines())), "{text}");
        // What is told and what is counted are all lines, but for those that are said together.
        let counted: usize = { text.split(" more lines").map(|part| part.rsplit(' ').next().unwrap()) }
            .filter_map(|word| word.parse::<usize>().ok())
            .sum();
        assert!(counted > 0 && counted < step.lines(), "{text}");
        assert!(text.lines().count() <= 20 && text.len() < 4_000, "{text}");
        assert_eq!(step.title(&before), "Trial");
    }
}

/// A puzzle in which the candidates of many cells of a clue matter.
const MANY: &str = "size: 9\n\
grid:\n\
.........\n\
.4......2\n\
.......39\n\
.........\n\
.........\n\
....4.7.5\n\
....1.9..\n\
3.....2..\n\
7....3584\n\
skyscraper 6: top 2\n\
skyscraper 2: top 3\n\
skyscraper 4: top 5, top 6, top 8, left 2\n\
skyscraper 5: left 3\n\
skyscraper 4: left 4\n\
skyscraper 2: right 4\n\
skyscraper 3: right 5, left 6\n\
skyscraper 2: right 6\n\
skyscraper 4: left 7\n\
skyscraper 3: right 7, left 8\n\
skyscraper 2: right 8\n\
skyscraper 3: bottom 1, bottom 3\n\
skyscraper 5: bottom 6\n\
skyscraper 2: bottom 7, bottom 8\n";

#[test]
fn what_many_cells_leave_names_those_that_decide() {
    let puzzle = parsed(MANY);
    let mut explainer = Explainer::new();
    let mut path = explainer.path(&puzzle);
    let told = (0..3).map(|_| {
        let state = path.state().clone();
        path.step().unwrap().text(&state, Detail::Full)
    });
    let told: Vec<String> = told.collect();
    let needs = "With the candidates left in R3C8, R4C8, R5C8, R7C8, R8C8 and R9C8, the numbers that count can only be 4/5/6/9";
    assert!(told[2].contains(needs), "{}", told[2]);
}
