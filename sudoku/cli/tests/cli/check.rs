//! `sudoku check`: unique, none or several, why, and solutions that come with the puzzle.

use super::support::*;

#[test]
fn a_word_for_each_puzzle() {
    assert_eq!(sudoku(["check", INKALA]), run(0, "unique\n", ""));
    assert_eq!(sudoku(["check", NONE]).stdout, "none\n");
    let all = piped(["check"], lines([INKALA, CLASH, EASY]));
    let reason = "standard input:2:5: 5 in R1C5 repeats R1C1\n";
    assert_eq!(all, run(1, lines(["unique", "none", "unique"]), reason));
    assert_eq!(piped(["check"], lines([INKALA, EASY])), run(0, lines(["unique", "unique"]), ""));
    assert_eq!(sudoku(["check", INKALA_SOLVED]), run(0, "unique\n", ""));
}

/// The difference of several solutions is a note for text output, and a field for JSON.
#[test]
fn several_solutions_are_reported_with_different_cells() {
    // Rows of two values each: exactly these two solutions.
    let text = "size: 4\ngrid:\n1234\n3412\n2.4.\n4.2.\n";
    let differ = "several solutions: R3C2 is 1 or 3, R3C4 is 3 or 1, R4C2 is 3 or 1, and 1 more cell differs";
    let other = "several solutions: R3C2 is 3 or 1, R3C4 is 1 or 3, R4C2 is 1 or 3, and 1 more cell differs";
    let checked = piped(["check"], text);
    assert_eq!((checked.status, checked.stdout.as_str()), (Some(1), "multiple\n"));
    let note = checked.stderr.strip_prefix("standard input:5:2: ").unwrap_or(&checked.stderr).trim_end();
    assert!([differ, other].contains(&note), "{}", checked.stderr);
    let json = piped(["check", "--format", "json"], text);
    assert!(json.stdout.contains(&format!("\"reason\":\"{note}\"")), "{}", json.stdout);
    assert_eq!(json.stderr, "");
    // Loose cells are reported by their names.
    let beside = piped(["check"], "size: 1x1\nvalues: 1-2\nraw\ncells: A 1\ngrid:\n1\n");
    assert_eq!(beside.stderr.matches("several solutions: A1 is ").count(), 1, "{}", beside.stderr);
    assert_eq!(sudoku(["check", EMPTY]).stderr.lines().count(), 1);
}

/// The sentence is short, the data are whole.
#[test]
fn a_set_at_fault_is_whole_in_json() {
    let clash = INKALA.replacen("8.", "82", 1);
    let checked = sudoku(["check", "--format", "json", &clash]);
    let told: serde_json::Value = serde_json::from_str(&checked.stdout).expect("it is JSON");
    let faults = told["faults"].as_array().expect("a list");
    let reason = told["reason"].as_str().expect("a text");
    assert!(faults.len() > 12 && reason.ends_with(&format!("; and {} more", faults.len() - 12)), "{told}");
    let cells: std::collections::BTreeSet<&str> =
        faults.iter().filter_map(|fault| fault["cells"][0].as_str()).collect();
    assert_eq!(cells.len(), faults.len());
    // Nothing else is needed for the contradiction.
    let only: String = (0..81)
        .map(|cell| {
            let name = format!("R{}C{}", cell / 9 + 1, cell % 9 + 1);
            if cells.contains(&*name) { &clash[cell..=cell] } else { "." }
        })
        .collect();
    assert_eq!(sudoku(["check", &only]).stdout, "none\n");
    // A rule that is too long for the sentence stands there in full, with its cells.
    let long = "require r1c1 + r1c2 + r1c3 + r1c4 + r2c1 + r2c2 + r2c3 + r2c4 + r3c1 == 99";
    for command in ["check", "solve"] {
        let told = piped([command, "--format", "json"], format!("size: 4\n{long}\n")).stdout;
        let told: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
        assert!(told["reason"].as_str().is_some_and(|reason| reason.ends_with('…')), "{told}");
        let fault = &told["faults"][0];
        assert_eq!((fault["kind"].as_str(), fault["text"].as_str()), (Some("rule"), Some(long)));
        assert_eq!(fault["cells"].as_array().map(Vec::len), Some(9), "{told}");
    }
}

/// A grid of such rows, with a 7 twice in the third.
fn clashing(rule: &str, row: &str) -> String {
    let open = ". . . . . . . . .".to_owned();
    let rows = [&open, &open, row, rule, &open, &open, &open, rule, &open, &open, &open];
    lines(rows.into_iter().filter(|line| !line.is_empty()))
}

#[test]
fn conflicting_givens_are_reported_with_file_line_and_column() {
    let folder = Folder::new("clash")
        .with("plain.txt", clashing("", "7...7....").replace(". . . . . . . . .", "........."))
        .with("spaced.txt", clashing("", "7 . . . 7 . . . ."))
        .with("ruled.txt", clashing("------+-------+------", "7 . . | . 7 . | . . ."))
        .with("line.txt", format!("# a comment\n\n{CLASH}\n"))
        .with("column.txt", format!("5{}5{}\n", ".".repeat(26), ".".repeat(53)))
        .with("box.txt", format!("5{}5{}\n", ".".repeat(9), ".".repeat(70)))
        .with("native.txt", format!("size: 9\ngrid:\n{}", clashing("", "7 . . . 7 . . . .")))
        .with("table.csv", format!("quizzes,solutions\n{CLASH},\n"));
    for (file, note) in [
        ("plain.txt", "plain.txt:3:5: 7 in R3C5 repeats R3C1\n"),
        ("spaced.txt", "spaced.txt:3:9: 7 in R3C5 repeats R3C1\n"),
        ("ruled.txt", "ruled.txt:3:11: 7 in R3C5 repeats R3C1\n"),
        ("line.txt", "line.txt:3:5: 5 in R1C5 repeats R1C1\n"),
        ("column.txt", "column.txt:1:28: 5 in R4C1 repeats R1C1\n"),
        ("box.txt", "box.txt:1:11: 5 in R2C2 repeats R1C1\n"),
        ("native.txt", "native.txt:5:9: 7 in R3C5 repeats R3C1\n"),
        ("table.csv", "table.csv:2:5: 5 in R1C5 repeats R1C1\n"),
    ] {
        for command in ["check", "solve"] {
            assert_eq!(folder.sudoku([command, file]), run(1, "none\n", note), "{command} {file}");
        }
        assert_eq!(folder.sudoku(["count", file]), run(0, "0\n", note), "count {file}");
    }
}

#[test]
fn wrong_solutions_in_a_table_are_reported() {
    let wrong = format!("{}3", &INKALA_SOLVED[..80]);
    let table = lines([
        "quizzes,solutions".to_owned(),
        format!("{INKALA},{INKALA_SOLVED}"),
        format!("{INKALA},{wrong}"),
        format!("{EASY},{EASY_SOLVED}"),
    ]);
    let folder = Folder::new("table").with("kaggle.csv", &table);
    let checked = folder.sudoku(["check", "kaggle.csv"]);
    assert_eq!((checked.status, checked.stdout), (Some(1), lines(["unique"; 3])));
    let note = checked.stderr.trim_end();
    assert!(note.starts_with("kaggle.csv:3:"), "it names the line: {note}");
    assert!(note.ends_with(": the given solution has 3 in R9C9 instead of 2"), "{note}");
    let right: String =
        table.lines().filter(|line| !line.ends_with('3')).map(|line| format!("{line}\n")).collect();
    assert_eq!(piped(["check"], right), run(0, lines(["unique"; 2]), ""));
    let short = format!("quizzes,solutions\n{INKALA},{}\n", &INKALA_SOLVED[..80]);
    let short = piped(["check"], short);
    assert_eq!((short.status, short.stdout.as_str()), (Some(2), "invalid\n"));
    assert!(short.stderr.contains("80 cells"), "{}", short.stderr);
}

#[test]
fn the_solution_in_a_native_puzzle_is_checked() {
    let rows: String = (0..9).map(|row| format!("{}\n", &INKALA[9 * row..9 * row + 9])).collect();
    let solution: Vec<&str> = (0..9).map(|row| &INKALA_SOLVED[9 * row..9 * row + 9]).collect();
    let with = |solution: &[&str]| format!("size: 9\ngrid:\n{rows}solution:\n{}", lines(solution));
    assert_eq!(piped(["check"], with(&solution)), run(0, "unique\n", ""));
    let mut swapped = solution.clone();
    swapped.swap(3, 4);
    let wrong = piped(["check"], with(&swapped));
    assert_eq!((wrong.status, wrong.stdout.as_str()), (Some(1), "unique\n"));
    let first = ": the given solution has 3 in R4C1 instead of 1\n";
    assert!(wrong.stderr.ends_with(first), "{}", wrong.stderr);
    let short = piped(["check"], with(&solution[..8]));
    assert_eq!((short.status, short.stdout.as_str()), (Some(2), "invalid\n"));
    let open = piped(["check"], with(&["........."; 9]));
    assert_eq!((open.status, open.stdout.as_str()), (Some(2), "invalid\n"), "a solution has no open cells");
}

#[test]
fn a_solution_that_contradicts_the_givens_is_always_reported() {
    // The puzzle has seventeen solutions; the solution in the table is none of them.
    let table = format!("quizzes,solutions\n{SEVENTEEN},{INKALA_SOLVED}\n");
    let checked = piped(["check"], table);
    assert_eq!((checked.status, checked.stdout.as_str()), (Some(1), "multiple\n"));
    assert!(checked.stderr.starts_with("standard input:2:"), "it names a cell: {:?}", checked.stderr);
}

#[test]
fn check_draws_nothing() {
    let grid = sudoku(["check", "--format", "grid", INKALA]);
    assert_eq!((grid.status, grid.stdout.as_str()), (Some(2), ""));
    assert!(grid.stderr.contains("line, json or csv"), "{}", grid.stderr);
}
