//! `sudoku suggest`: what leaves one solution, and variants that are a level easier or harder.

use super::support::*;

/// A puzzle of level medium.
const SOME: &str = "6..2...5.97...8.....5...7..84.........9.3.2.....7.9364..8.41....2..5....5......83";

fn level(puzzle: &str) -> String {
    let rated = sudoku(["rate", "--format", "csv", puzzle]).stdout;
    rated.lines().nth(1).and_then(|row| row.split(',').nth(3)).expect("it has a rating").to_owned()
}

#[test]
fn givens_and_clues_leave_one_solution() {
    let made = sudoku(["suggest", "12..34.........."]);
    assert_eq!(made.status, Some(0), "{made:?}");
    assert!(made.stderr.contains("added: ") && made.stdout.starts_with("12..34"), "{made:?}");
    assert_eq!(sudoku(["check", made.stdout.trim_end()]), run(0, "unique\n", ""));
    let cages = sudoku([
        "suggest",
        "--rules",
        "--to",
        "native",
        "size: 4\nkiller 3: r1c1 r1c2\ngrid:\n..3.\n....\n....\n....\n",
    ]);
    assert_eq!(cages.status, Some(0), "{cages:?}");
    assert!(
        cages.stdout.matches("killer").count() > 1 && cages.stdout.contains("..3.\n....\n....\n....\n"),
        "{cages:?}"
    );
    assert_eq!(sudoku(["check", &cages.stdout]), run(0, "unique\n", ""));
}

#[test]
fn variants_are_a_level_away_and_have_the_same_solution() {
    let solved = sudoku(["solve", SOME]).stdout;
    assert_eq!(level(SOME), "medium");
    for (aim, wanted) in [("easier", "easy"), ("harder", "hard")] {
        let made = sudoku(["suggest", "--for", aim, SOME]);
        assert_eq!(made.status, Some(0), "{made:?}");
        assert!(made.stderr.contains("medium, the hardest step: "), "{made:?}");
        let puzzle = made.stdout.trim_end();
        assert_eq!(
            (level(puzzle).as_str(), sudoku(["solve", puzzle]).stdout),
            (wanted, solved.clone()),
            "{aim}"
        );
    }
}

#[test]
fn the_clues_that_carry_the_hardest_step_are_named() {
    let puzzle = "size: 4\ngrid:\n..34\n3412\n..43\n4321\nthermo: r1c1 r1c2\n";
    let told: serde_json::Value =
        serde_json::from_str(&sudoku(["suggest", "--for", "harder", "--format", "json", puzzle]).stdout)
            .expect("an object");
    let clues = told["hardest"]["clues"].as_array().expect("there is one solution");
    assert!(clues.iter().any(|clue| clue["text"] == "thermo: r1c1 r1c2"), "{told}");
    assert_eq!(told["reason"], "no such change was found");
}

#[test]
fn what_cannot_be_is_said() {
    assert_eq!(
        sudoku(["suggest", "11.............."]),
        run(1, "none\n", "argument:1:2: 1 in R1C2 repeats R1C1\n")
    );
    let already = "argument:1:1: the puzzle has one solution already\n";
    assert_eq!(sudoku(["suggest", EASY]), run(0, "unique\n", already));
    let several = "argument:1:1: several solutions: make it unique first\n";
    assert_eq!(sudoku(["suggest", "--for", "harder", "1..............."]), run(1, "multiple\n", several));
    let none = "argument:1:1: no such change was found\n";
    assert_eq!(sudoku(["suggest", "--rules", "1..............."]), run(1, "multiple\n", none));
    let limited = sudoku(["suggest", "--node-limit", "1", "1..............."]);
    assert_eq!((limited.status, limited.stdout.as_str()), (Some(3), "limit\n"));
}
