//! `sudoku growth`: cost of methods against the size of problems.

use super::support::*;
use super::xml;

const SMALL: [&str; 7] = ["growth", "--sizes", "2..3", "--puzzles", "3", "--holes", "50"];

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
    // Both methods fail at the same values; the placements of the cascade in between do not matter.
    assert_eq!(failures("mrv ").len(), 2);
    assert_eq!(failures("mrv "), failures("propagate "));
}

#[test]
fn a_method_without_answers_is_not_run_again() {
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
        // The first method has one circle for each size, from left to right, and one in the legend.
        assert_eq!(circles.len(), 3, "{cost}");
        assert!(circles.is_sorted(), "{cost}");
        let text = |text: &str| elements.iter().any(|element| element.text == text);
        assert!(text("4×4") && text("9×9"), "{cost}");
    }
}

/// Splits CSV into lines of fields. Only a quoted field contains a comma.
fn fields(csv: &str) -> Vec<Vec<String>> {
    let line = |line: &str| {
        let mut is_quoted = false;
        let fields = line.split(|c| {
            is_quoted ^= c == '"';
            c == ',' && !is_quoted
        });
        fields.map(String::from).collect()
    };
    csv.lines().map(line).collect()
}

const QUEENS: [&str; 7] = ["growth", "--of", "queens", "--sizes", "6,8", "--puzzles", "4"];

#[test]
fn queens_are_placed_once_and_every_run_is_kept() {
    let folder = Folder::new("growth-queens");
    let files = ["--methods", "mrv,propagate", "--csv", "runs.csv", "--json", "runs.json"];
    let run = folder.sudoku([&QUEENS[..], &files].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let headings: Vec<&str> = run.stdout.lines().filter(|line| line.contains("queens")).collect();
    assert_eq!(headings, ["6 queens, 4 boards", "8 queens, 4 boards"]);
    let csv = folder.read("runs.csv");
    assert!(csv.starts_with("problem,size,holes,index,source,line,method,seed,repeat,outcome,"), "{csv}");
    let table = fields(&csv);
    assert_eq!(table.len(), 1 + 2 * 4 * 2);
    assert!(table.iter().all(|line| line.len() == table[0].len()), "{csv}");
    // With 6 queens some squares are in no solution; with 8 each is in several, of which one was requested.
    assert!(table[1..].iter().all(|line| line[0] == "queens" && line[2].is_empty()));
    assert!(table[1..].iter().filter(|line| line[1] == "8").all(|line| line[9] == "solved"), "{csv}");
    assert!(table[1..].iter().any(|line| line[9] == "none"), "{csv}");
    json_holds_every_stage(&folder);
}

fn json_holds_every_stage(folder: &Folder) {
    let json: serde_json::Value = serde_json::from_str(&folder.read("runs.json")).expect("it is JSON");
    assert_eq!(json["settings"]["solutions"], 1);
    let stages = json["stages"].as_array().expect("a list");
    assert_eq!([&stages[0]["size"], &stages[1]["size"]], [6, 8]);
    assert_eq!(stages[1]["methods"][0]["solved"], 4);
    assert_eq!(stages[1]["runs"].as_array().expect("a list").len(), 4 * 2);
}

#[test]
fn quasigroups_have_a_plot_for_each_order_against_their_holes() {
    let folder = Folder::new("growth-quasigroups");
    let what = ["growth", "--of", "quasigroup", "--sizes", "5,8", "--puzzles", "3", "--holes", "20,40,60"];
    let rest = ["--methods", "mrv,norvig,lockstep", "--svg", "plot.svg", "--csv", "runs.csv"];
    let run = folder.sudoku([&what[..], &rest].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.contains("\norder 8, 40 % holes, 3 squares\n"), "{}", run.stdout);
    let table = fields(&folder.read("runs.csv"));
    assert_eq!(table.len(), 1 + 2 * 3 * 3 * 3);
    assert!(table[1..].iter().all(|line| line[9] == "solved"));
    let elements = xml::read(&folder.read("plot.svg")).expect("it is well-formed");
    let titles = elements.iter().filter(|element| element.text.starts_with("quasigroups of order "));
    let titles: Vec<&str> = titles.map(|element| element.text.as_str()).collect();
    assert_eq!(
        titles,
        ["quasigroups of order 5, 3 of each share", "quasigroups of order 8, 3 of each share"]
    );
    // Only the lines of the methods have this width: three in each plot and in its legend.
    let lines = elements.iter().filter(|element| element.get("stroke-width") == Some("2"));
    assert_eq!(lines.count(), 2 * (3 + 3));
    let circles = elements.iter().filter(|element| element.name == "circle");
    assert_eq!(circles.count(), 2 * (3 + 1));
}

#[test]
fn costs_above_the_limit_are_drawn_at_the_limit() {
    let folder = Folder::new("growth-limit");
    let rest =
        ["--methods", "brute-force,norvig", "--node-limit", "60", "--plot", "tried", "--svg", "plot.svg"];
    let run = folder.sudoku([&["growth", "--of", "queens", "--sizes", "4,20"], &rest[..]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let elements = xml::read(&folder.read("plot.svg")).expect("it is well-formed");
    let circles: Vec<_> = elements.iter().filter(|element| element.name == "circle").collect();
    // Brute force on 4 queens and on 20 queens, and the legend.
    let fills: Vec<_> = circles.iter().map(|circle| circle.get("fill") == Some("none")).collect();
    assert_eq!(fills, [false, true, false]);
    let limit = elements.iter().find(|element| element.text == "limit").expect("the limit is named");
    assert!((limit.number("y") + 6.0 - circles[1].number("cy")).abs() < 0.2);
}

#[test]
fn impossible_requests_are_errors() {
    for (args, part) in [
        (&["--of", "graphs"][..], "sudoku, queens, quasigroup"),
        (&["--sizes", "4..2"], "write 3, 2..4"),
        (&["--sizes", "9"], "--sizes are sides of boxes, from 1 to 8"),
        (&["--of", "queens", "--sizes", "0..4"], "--sizes are numbers of queens, from 1 to 1000"),
        (&["--of", "quasigroup", "--sizes", "65"], "--sizes are orders of squares, from 1 to 64"),
        (&["--of", "queens", "--holes", "40"], "boards of queens have none"),
        (&["--holes", "101"], "in percent"),
        (&["--of", "queens", "--methods", "lockstep"], "lockstep does not support queens"),
        (&["--holes", "99", "--sizes", "2"], "too few"),
        (&["--plot", "tried"], "--svg"),
    ] {
        let run = sudoku([&["growth"], args].concat());
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
    let both = ["--of", "queens", "--sizes", "6", "--methods", "norvig,lockstep"];
    let left_out = sudoku([&["growth"], &both[..]].concat());
    assert_eq!(left_out.status, Some(0));
    assert_eq!(left_out.stderr, "sudoku: lockstep does not support queens and is left out\n");
}
