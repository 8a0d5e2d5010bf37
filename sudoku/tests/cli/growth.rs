//! Cost against size.

use super::support::*;
use super::xml;

const SMALL: [&str; 7] = ["growth", "--sizes", "2..3", "--puzzles", "3", "--givens", "50"];

#[test]
fn each_size_has_a_table_of_the_same_puzzles_each_time() {
    let run = || sudoku([&SMALL[..], &["--methods", "mrv,propagate,norvig", "--seed", "7"]].concat());
    // Without the times.
    let counts = |text: &str| {
        let line = |line: &str| line.split_whitespace().take(6).collect::<Vec<_>>().join(" ");
        text.lines().map(line).collect::<Vec<_>>()
    };
    let (one, other) = (run(), run());
    assert_eq!((one.status, one.stderr.as_str()), (Some(0), ""));
    assert_eq!(counts(&one.stdout), counts(&other.stdout));
    let headings: Vec<&str> = one.stdout.lines().filter(|line| line.contains("givens")).collect();
    assert_eq!(headings, ["4×4, 8 givens, 3 puzzles", "9×9, 41 givens, 3 puzzles"]);
    let failures = |method: &str| -> Vec<String> {
        let lines = one.stdout.lines().filter(|line| line.starts_with(method));
        lines.map(|line| line.split_whitespace().nth(4).unwrap_or_default().to_owned()).collect()
    };
    // They fail at the same values, whatever the cascade places in between.
    assert_eq!(failures("mrv ").len(), 2);
    assert_eq!(failures("mrv "), failures("propagate "));
}

#[test]
fn who_answers_nothing_is_not_asked_again() {
    let limits = ["--methods", "brute-force,norvig", "--node-limit", "1", "--sizes", "3..4"];
    let run = sudoku([&["growth", "--puzzles", "2"], &limits[..]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout.matches("brute-force").count(), 1, "{}", run.stdout);
    assert_eq!(run.stdout.matches("norvig").count(), 2, "{}", run.stdout);
}

#[test]
fn the_plot_has_a_mark_for_each_size() {
    let folder = Folder::new("growth-plot");
    for cost in ["time", "tried"] {
        let plot = ["--methods", "mrv,norvig", "--svg", "growth.svg", "--plot", cost];
        assert_eq!(folder.sudoku([&SMALL[..], &plot].concat()).status, Some(0));
        let elements = xml::read(&folder.read("growth.svg")).expect("it is well-formed");
        let circles: Vec<f64> = elements
            .iter()
            .filter(|element| element.name == "circle")
            .map(|element| element.number("cx"))
            .collect();
        // Of the first method one for each size, from left to right, and one in the legend.
        assert_eq!(circles.len(), 3, "{cost}");
        assert!(circles.is_sorted(), "{cost}");
        let text = |text: &str| elements.iter().any(|element| element.text == text);
        assert!(text("4×4") && text("9×9"), "{cost}");
    }
}
