//! `sudoku count`: exact numbers, "at least", and a status that is 0 for every count.

use super::support::*;

#[test]
fn a_number_for_each_puzzle() {
    assert_eq!(sudoku(["count", INKALA]), run(0, "1\n", ""));
    assert_eq!(sudoku(["count", SEVENTEEN]), run(0, "17\n", ""));
    assert_eq!(piped(["count"], lines([SEQUENCE, EASY, SEVENTEEN])), run(0, lines(["5279", "1", "17"]), ""));
    assert_eq!(sudoku(["count", "................"]), run(0, "288\n", ""));
    assert_eq!(sudoku(["count", "--boxes", "none", "................"]), run(0, "576\n", ""));
}

#[test]
fn none_is_a_count_too() {
    assert_eq!(sudoku(["count", CLASH]), run(0, "0\n", "argument:1:5: 5 in R1C5 repeats R1C1\n"));
    assert_eq!(sudoku(["count", NONE]).stdout, "0\n");
    assert_eq!(sudoku(["count", NONE]).status, Some(0));
}

#[test]
fn counting_stops_at_the_limit_and_reports_it() {
    for (asked, said) in [
        ("1", "at least 1"),
        ("5", "at least 5"),
        ("16", "at least 16"),
        ("18", "17"),
        ("1000", "17"),
        ("1k", "17"),
        ("18446744073709551615", "17"),
    ] {
        assert_eq!(sudoku(["count", "--solutions", asked, SEVENTEEN]), run(0, lines([said]), ""), "{asked}");
    }
    assert_eq!(sudoku(["count", "-n", "100", EMPTY]), run(0, "at least 100\n", ""));
    assert_eq!(sudoku(["count", "-n", "2", INKALA]), run(0, "1\n", ""));
}

#[test]
fn a_limit_gives_at_least_and_status_3() {
    let limit = sudoku(["count", "--node-limit", "8", SEVENTEEN]);
    assert_eq!(limit.status, Some(3));
    let found = limit.stdout.trim_end().strip_prefix("at least ").and_then(|found| found.parse::<u64>().ok());
    assert!(found.is_some_and(|found| found <= 17), "{}", limit.stdout);
    let json = sudoku(["count", "--format", "json", "--node-limit", "1", SEVENTEEN]);
    assert_eq!(json.status, Some(3));
    assert!(json.stdout.starts_with(r#"{"index":1,"status":"limit","count":"#), "{}", json.stdout);
    assert!(json.stdout.contains(r#""exact":false"#), "{}", json.stdout);
    let reached = sudoku(["count", "--solutions", "1", "--node-limit", "100k", SEVENTEEN]);
    assert_eq!(reached, run(0, "at least 1\n", ""), "what was asked for came before the limit");
}

#[test]
fn malformed_input_is_status_2() {
    let all = piped(["count"], lines([SEVENTEEN, &EASY[..80], EASY]));
    let note = "standard input:2:1: 80 cells do not make a puzzle (9x9 has 81: 1 missing)\n";
    assert_eq!(all, run(2, lines(["17", "invalid", "1"]), note));
    assert_eq!(sudoku(["count", "--format", "grid", EASY]).status, Some(2));
}
