//! `sudoku minimize`: redundant clues, and the puzzle without them.

use super::support::*;

const SMALL: &str = "12..34....4...1.";
const SMALL_NOTE: &str = "4 clues are not needed, each by itself: 1 in R1C1, 2 in R1C2, 3 in R2C1, 4 in R2C2";

#[test]
fn clues_that_are_not_needed_are_named_and_left_out() {
    let small = sudoku(["minimize", SMALL]);
    assert_eq!(small.stderr, format!("argument:1:1: {SMALL_NOTE}\n"));
    assert_eq!(small.status, Some(0));
    let minimal = small.stdout.trim_end();
    assert_eq!(sudoku(["minimize", minimal]), run(0, lines([minimal]), ""), "nothing more can go");
    // One redundant clue, at several positions.
    for cell in [0, 40, 80] {
        let mut puzzle = INKALA.to_owned();
        let free = (cell..81).find(|&at| &INKALA[at..at + 1] == ".").unwrap_or(79);
        puzzle.replace_range(free..free + 1, &INKALA_SOLVED[free..free + 1]);
        let checked = sudoku(["minimize", &puzzle]);
        let name = format!("R{}C{}", free / 9 + 1, free % 9 + 1);
        assert!(checked.stderr.contains(&format!("in {name}")), "{name} in {}", checked.stderr);
        assert_eq!(sudoku(["check", checked.stdout.trim_end()]), run(0, "unique\n", ""));
    }
    let full = sudoku(["minimize", EASY_SOLVED]);
    assert!(full.stderr.starts_with("argument:1:1: 81 clues are not needed"), "{}", full.stderr);
}

#[test]
fn one_clue_too_many_is_named_alone() {
    let minimal = sudoku(["generate", "--seed", "1"]).stdout;
    let solution = sudoku(["solve", minimal.trim_end()]).stdout;
    // Some additional clue makes no other clue redundant.
    let alone = (0..81).filter(|&at| &minimal[at..at + 1] == ".").find_map(|at| {
        let puzzle = format!("{}{}{}", &minimal[..at], &solution[at..at + 1], &minimal[at + 1..]);
        let minimized = sudoku(["minimize", puzzle.trim_end()]);
        minimized.stderr.ends_with(" is not needed\n").then_some((at, minimized))
    });
    let (at, minimized) = alone.expect("there is such a clue");
    let name = format!("{} in R{}C{}", &solution[at..at + 1], at / 9 + 1, at % 9 + 1);
    let note = format!("argument:1:{}: {name} is not needed\n", at + 1);
    assert_eq!(minimized, run(0, minimal, note));
}

#[test]
fn a_batch_keeps_its_order_and_reports_invalid_lines() {
    let input = lines([INKALA, SEVENTEEN, CLASH, SMALL, "12345"]);
    for threads in ["1", "3"] {
        let all = piped(["minimize", "--threads", threads], &input);
        assert_eq!(all.status, Some(2));
        let answers: Vec<&str> = all.stdout.lines().collect();
        assert_eq!((answers[0], answers[1], answers[2], answers[4]), (INKALA, "multiple", "none", "invalid"));
        assert_eq!(answers[3].len(), 16);
        let notes: Vec<&str> = all.stderr.lines().collect();
        assert_eq!(notes[0], "standard input:3:5: 5 in R1C5 repeats R1C1");
        assert_eq!(notes[1], format!("standard input:4:1: {SMALL_NOTE}"));
    }
    assert_eq!(piped(["minimize"], lines([SEVENTEEN])), run(1, "multiple\n", ""));
    assert_eq!(sudoku(["minimize", "--node-limit", "0", INKALA]), run(3, "limit\n", ""));
    assert_eq!(sudoku(["minimize", "--time-limit", "0", INKALA]), run(3, "limit\n", ""));
    let engine = sudoku(["minimize", "--time-limit", "1m", "--engine", "engine", SMALL]);
    assert_eq!(engine, sudoku(["minimize", SMALL]), "the lanes say the same");
}

#[test]
fn answers_are_tables_objects_and_pictures() {
    let input = lines([SMALL, SEVENTEEN]);
    let minimal = sudoku(["minimize", SMALL]).stdout;
    let (minimal, needed) = (minimal.trim_end(), minimal.trim_end().replace('.', "").len());
    let json = piped(["minimize", "--format", "json"], &input).stdout;
    let names = r#"["R1C1","R1C2","R2C1","R2C2"]"#;
    let first = format!(
        r#"{{"index":1,"status":"unique","givens":6,"needed":{needed},"redundant":{names},"minimal":"{minimal}"}}"#
    );
    assert_eq!(json, lines([first.as_str(), r#"{"index":2,"status":"multiple","givens":23}"#]));
    let csv = piped(["minimize", "--format", "csv"], &input).stdout;
    let first = format!("1,unique,6,{needed},R1C1 R1C2 R2C1 R2C2,{minimal}");
    let header = "index,status,givens,needed,redundant,minimal";
    assert_eq!(csv, lines([header, &first, "2,multiple,23,,,"]));
    let grid = sudoku(["minimize", "--format", "grid", "--ascii", SMALL]).stdout;
    assert_eq!((grid.lines().count(), grid.lines().next()), (7, Some("+-----+-----+")));
    let strict = piped(["minimize", "--batch", "--format", "grid"], &input);
    assert_eq!((strict.status, strict.stdout.as_str()), (Some(2), ""));
}

#[test]
fn other_shapes_are_minimized_too() {
    let jigsaw = "size: 4\nregions:\naabb\nacbb\naccd\ncddd\ngrid:\n....\n3...\n.1..\n43..\n";
    let answer = piped(["minimize"], jigsaw);
    assert_eq!(answer.status, Some(0));
    assert_eq!(answer.stdout.trim_end().len(), 16);
    assert_eq!(piped(["minimize", "--engine", "engine"], jigsaw), answer);
}
