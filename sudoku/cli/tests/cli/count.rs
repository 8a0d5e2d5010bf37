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

#[test]
fn an_estimate_has_its_interval() {
    assert_eq!(sudoku(["count", "--estimate", "................"]), run(0, "288\n", ""), "few are counted");
    assert_eq!(sudoku(["count", "--estimate", CLASH]).stdout, "0\n");
    assert_eq!(sudoku(["count", "--estimate", INKALA]), run(0, "1\n", ""));
    let open = ".".repeat(36);
    let rough = sudoku(["count", "--estimate", "--precision", "20%", &open]);
    assert_eq!(rough.status, Some(0));
    let words: Vec<&str> =
        rough.stdout.trim_end().split([' ', '(', ')']).filter(|word| !word.is_empty()).collect();
    let ["about", about, low, "to", high] = words[..] else { panic!("{}", rough.stdout) };
    let [about, low, high] = [about, low, high].map(|word| word.parse::<f64>().expect("a number"));
    assert!(low < about && about < high && high < 1.25 * about, "{}", rough.stdout);
    assert!((1e7..1e8).contains(&about), "{}", rough.stdout);
    assert_eq!(sudoku(["count", "--estimate", "--precision", "20%", &open]), rough, "the same seed");
    let other = sudoku(["count", "--estimate", "--precision", "20%", "--seed", "2", &open]);
    assert_ne!(other.stdout, rough.stdout);
}

#[test]
fn an_estimate_as_json_and_in_a_table() {
    let open = ".".repeat(36);
    let told =
        |form: &str| sudoku(["count", "--estimate", "--precision", "20%", "--format", form, &open]).stdout;
    let object: serde_json::Value = serde_json::from_str(&told("json")).expect("an object");
    let number = |name: &str| object[name].as_f64().unwrap_or_else(|| panic!("{name}: {object}"));
    assert!(number("low") < number("estimate") && number("estimate") < number("high"));
    assert!((number("log10") - number("estimate").log10()).abs() < 0.001);
    assert_eq!((&object["exact"], &object["status"]), (&false.into(), &"multiple".into()));
    assert!(told("csv").lines().nth(1).is_some_and(|row| row.starts_with("1,multiple,,about ")));
    let exact: serde_json::Value =
        serde_json::from_str(&sudoku(["count", "--estimate", "--format", "json", SEVENTEEN]).stdout)
            .expect("an object");
    assert_eq!((&exact["estimate"], &exact["exact"]), (&17.into(), &true.into()));
}

#[test]
fn an_estimate_ends_in_time_and_never_knows_too_much() {
    let open = ".".repeat(81);
    let begun = sudoku(["count", "--estimate", "--precision", "0.001%", "--time-limit", "300ms", &open]);
    assert_eq!(begun.status, Some(0), "a time is an end like any other");
    assert!(begun.stdout.starts_with("about "), "{}", begun.stdout);
    let nothing = sudoku(["count", "--estimate", "--node-limit", "20", &open]);
    assert_eq!(nothing.status, Some(3));
    assert!(nothing.stdout.starts_with("at least "), "{}", nothing.stdout);
    for wrong in ["0", "-1%", "x", "nan"] {
        let precision = format!("--precision={wrong}");
        assert_eq!(sudoku(["count", "--estimate", &precision, &open]).status, Some(2), "{wrong}");
    }
    assert_eq!(sudoku(["count", "--precision", "5%", &open]).status, Some(2));
    assert_eq!(sudoku(["count", "--estimate", "--solutions", "5", &open]).status, Some(2));
}
