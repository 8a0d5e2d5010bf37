//! `sudoku compare`: the table, its numbers, files for other programs, pictures.

use super::support::*;
use super::xml;

/// Returns the lines of the methods, without their times.
fn counts(table: &str) -> Vec<Vec<String>> {
    let lines = table.lines().skip_while(|line| !line.starts_with("method")).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| line.split_whitespace().take(7).map(String::from).collect()).collect()
}

/// Splits CSV into lines of fields. No field contains a comma.
fn fields(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect()).collect()
}

const TUTORIALS: &str = "brute-force,forward,depth-first,mrv,propagate,norvig";

#[test]
fn the_table_has_the_counters_of_each_method() {
    let args = ["compare", "-n", "1", "--methods", TUTORIALS, EASY, INKALA, MEDIUM];
    let compared = sudoku(args);
    assert_eq!((compared.status, compared.stderr.as_str()), (Some(0), ""));
    let heading = "3 puzzles, up to 1 solution of each, at most 10 s a run\n\nmethod ";
    assert!(compared.stdout.starts_with(heading), "{}", compared.stdout);
    let table = counts(&compared.stdout);
    let tried: Vec<[&str; 5]> =
        table.iter().map(|row| std::array::from_fn(|column| row[column].as_str())).collect();
    assert_eq!(
        tried,
        [
            ["brute-force", "3", "0", "446,839", "397,123"],
            ["forward", "3", "0", "22,180", "7,724"],
            ["depth-first", "3", "0", "394", "233"],
            ["mrv", "3", "0", "10,191", "922"],
            ["propagate", "3", "0", "1,851", "922"],
            ["norvig", "3", "0", "172", "83"],
        ]
    );
}

#[test]
fn order_repeats_and_threads_change_no_count() {
    let plain = sudoku(["compare", "--methods", "mrv,norvig,domain", EASY, INKALA, MEDIUM, SEVENTEEN]);
    let others: [&[&str]; 3] = [
        &["--methods", "mrv,norvig,domain", "--threads", "3"],
        &["--methods", "mrv,norvig,domain", "--repeats", "2"],
        &["--methods", "domain,mrv,norvig"],
    ];
    let mut expected = counts(&plain.stdout);
    expected.sort();
    assert_eq!(expected.len(), 3);
    for other in others {
        let run = sudoku([&["compare"], other, &[EASY, INKALA, MEDIUM, SEVENTEEN]].concat());
        let mut found = counts(&run.stdout);
        found.sort();
        assert_eq!((run.status, found), (Some(0), expected.clone()), "{other:?}");
    }
}

#[test]
fn repeats_give_the_variation_of_times() {
    let run = sudoku(["compare", "--methods", "mrv,norvig", "--repeats", "6", EASY, MEDIUM]);
    let (_, spread) = run.stdout.split_once("Over all passes").expect("the text is there");
    let lines: Vec<&str> = spread.lines().filter(|line| line.ends_with("(96 %)")).collect();
    assert_eq!(lines.len(), 2, "{spread}");
    assert!(lines[0].starts_with("mrv ") && lines[0].contains("  6 "), "{spread}");
}

#[test]
fn seeds_give_the_same_median_in_both_tables() {
    let args = ["compare", "--methods", "mrv --ties random,mrv", "--seeds", "5", EASY, MEDIUM, INKALA];
    let run = sudoku(args);
    let (table, spread) = run.stdout.split_once("Over all passes").expect("the text is there");
    // The settings are part of the name.
    let column = |text: &str, column: usize| -> String {
        let line = text.lines().find_map(|line| line.strip_prefix("mrv --ties random ")).expect("a line");
        line.split_whitespace().nth(column).expect("a column").to_owned()
    };
    assert_eq!(column(table, 2), column(spread, 1), "{}", run.stdout);
}

#[test]
fn all_methods_take_variants_too() {
    let folder = Folder::new("compare-variants");
    let text =
        "size: 4\ngrid:\n....\n....\n....\n....\nkiller 3: r1c1 r1c2\nkiller 7: r1c3 r2c3\nanti-knight\n";
    let folder = folder.with("cages.txt", text);
    let run = folder.sudoku(["compare", "--methods", "all", "--time-limit", "60s", "cages.txt"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let table = counts(&run.stdout);
    assert!(table.len() >= 14, "{}", run.stdout);
    assert!(table.iter().all(|row| row[1..3] == ["1", "0"]), "{}", run.stdout);
}

#[test]
fn limits_are_counted_apart() {
    // Brute force cannot solve this grid within the limit.
    let open = ".".repeat(625);
    let run = sudoku(["compare", "--methods", "brute-force", "--time-limit", "20ms", &open, EASY]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(counts(&run.stdout)[0][..3], ["brute-force", "1", "1"]);
    assert!(
        run.stdout.contains("> 20 ms") && run.stdout.contains("Counts are of the puzzle that"),
        "{}",
        run.stdout
    );

    let folder = Folder::new("compare-limits");
    let methods = ["--methods", "brute-force,norvig", "--node-limit", "1000", "--csv", "runs.csv"];
    let run = folder.sudoku([&["compare"], &methods[..], &[INKALA, EASY]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let found: Vec<Vec<String>> = counts(&run.stdout).into_iter().map(|row| row[..4].to_vec()).collect();
    assert_eq!(found, [["brute-force", "1", "1", "981"], ["norvig", "2", "0", "0"]]);
    let csv = folder.read("runs.csv");
    let outcomes: Vec<[&str; 3]> =
        fields(&csv).into_iter().skip(1).map(|line| [line[0], line[3], line[6]]).collect();
    assert_eq!(
        outcomes,
        [
            ["1", "brute-force", "limit"],
            ["1", "norvig", "unique"],
            ["2", "brute-force", "unique"],
            ["2", "norvig", "unique"]
        ]
    );

    let none = sudoku(["compare", "--methods", "brute-force", "--node-limit", "1", INKALA]);
    assert!(none.stdout.contains("there are no counts"), "{}", none.stdout);
}

#[test]
fn unreadable_puzzles_are_left_out_and_reported() {
    let run = piped(["compare", "--methods", "norvig"], lines([EASY, "12", CLASH, SEVENTEEN]));
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.stderr.starts_with("standard input:2:1: "), "{run:?}");
    assert_eq!(counts(&run.stdout)[0][..3], ["norvig", "3", "0"]);
}

#[test]
fn runs_are_written_for_other_programs() {
    let folder = Folder::new("compare-files");
    let files = ["--csv", "runs.csv", "--json", "runs.json", "--repeats", "2", "--seed", "5"];
    let args = [&["compare", "--methods", "propagate,lockstep"], &files[..], &[INKALA, SEVENTEEN]].concat();
    let run = folder.sudoku(args);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));

    let csv = folder.read("runs.csv");
    let table = fields(&csv);
    let column =
        |name: &str| table[0].iter().position(|&column| column == name).expect("the column is there");
    assert_eq!(table.len(), 1 + 2 * 2 * 2);
    assert!(table.iter().all(|line| line.len() == table[0].len()), "{csv}");
    let first = &table[1];
    let expected = [
        ("index", "1"),
        ("method", "propagate"),
        ("seed", "5"),
        ("repeat", "1"),
        ("outcome", "unique"),
        ("values_tried", "3598"),
        ("version", env!("CARGO_PKG_VERSION")),
    ];
    for (name, value) in expected {
        assert_eq!(first[column(name)], value, "{name}");
    }
    assert!(first[column("micros")].parse::<f64>().is_ok_and(|micros| micros > 0.0));
    assert!(!first[column("cpu")].is_empty() && first[column("threads")].parse::<u64>().is_ok());
    let lanes = &table[3];
    assert_eq!([lanes[column("method")], lanes[column("removals")]], ["lockstep", ""]);
    assert_eq!(table[5][column("outcome")], "multiple");
}

#[test]
fn json_holds_settings_machine_figures_and_runs() {
    let folder = Folder::new("compare-json");
    let args =
        ["compare", "--methods", "propagate,lockstep", "--json", "runs.json", "--node-limit", "100k", INKALA];
    assert_eq!(folder.sudoku(args).status, Some(0));
    let json: serde_json::Value = serde_json::from_str(&folder.read("runs.json")).expect("it is JSON");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert!(json["machine"]["threads"].as_u64().is_some_and(|threads| threads > 0));
    assert_eq!(json["settings"]["node_limit"], 100_000);
    assert_eq!(json["settings"]["time_limit"], 10);
    let methods = json["methods"].as_array().expect("a list");
    assert_eq!([&methods[0]["values_tried"], &methods[0]["solved"]], [3598, 1]);
    assert!(methods[0]["seconds"]["median"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert!(methods[1]["removals"].is_null() && methods[1]["spread"].is_null());
    let runs = json["runs"].as_array().expect("a list");
    assert_eq!([&runs[0]["outcome"], &runs[1]["method"]], ["unique", "lockstep"]);
}

#[test]
fn plots_show_every_method_and_every_puzzle() {
    let folder = Folder::new("compare-plots");
    let plots = ["--svg", "plot.svg", "--scatter", "norvig,mrv", "--methods", "mrv,norvig"];
    let run = folder.sudoku([&["compare"], &plots[..], &[EASY, INKALA, MEDIUM]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let elements = xml::read(&folder.read("plot.svg")).expect("it is well-formed");
    let texts: Vec<&str> = elements
        .iter()
        .filter(|element| element.name == "text")
        .map(|element| element.text.as_str())
        .collect();
    for text in ["mrv", "norvig", "puzzles solved", "mrv against norvig", "time with norvig (logarithmic)"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    // The first series has circles: three puzzles and the legend in one plot, three puzzles in the other.
    let circles: Vec<_> = elements.iter().filter(|element| element.name == "circle").collect();
    assert_eq!(circles.len(), 3 + 1 + 3);
    let [width, height] = ["width", "height"].map(|name| elements[0].number(name));
    for circle in circles {
        assert!((0.0..width).contains(&circle.number("cx")) && (0.0..height).contains(&circle.number("cy")));
    }
    assert_eq!(elements[0].get("xmlns"), Some("http://www.w3.org/2000/svg"));
    assert!(elements.iter().all(|element| element.depth < 4));
}

#[test]
fn an_unknown_method_is_reported_with_the_nearest_name() {
    let unknown = sudoku(["compare", "--methods", "mrv,brute-farce", EASY]);
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.stderr.contains("did you mean brute-force?"), "{}", unknown.stderr);
    let args = ["compare", "--methods", "mrv,norvig", "--svg", "x.svg", "--scatter", "mrv,norvg", EASY];
    let unknown = sudoku(args);
    assert_eq!((unknown.status, unknown.stdout.as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("did you mean norvig?"), "{}", unknown.stderr);
}

#[test]
fn steps_as_people_take_them_stand_beside_searches() {
    let folder = Folder::new("compare-human");
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let files = ["--json", "runs.json", "--csv", "runs.csv"];
    let shown = folder.sudoku([&["compare", "--methods", "norvig,human"], &files[..], &[easy]].concat());
    assert_eq!((shown.status, shown.stderr.as_str()), (Some(0), ""));
    let head = shown.stdout.lines().nth(2).expect("a head");
    assert!(head.contains("removals  steps            hardest step"), "{}", shown.stdout);
    let row = shown.stdout.lines().find(|line| line.starts_with("human")).expect("a line");
    assert!(row.contains("–     51  1.20 hidden-single-box  "), "{row}");
    let json: serde_json::Value = serde_json::from_str(&folder.read("runs.json")).expect("it is JSON");
    let run = &json["runs"][1];
    assert_eq!([&run["steps"], &json["methods"][1]["steps"]], [51, 51]);
    assert_eq!((&run["hardest"], &run["outcome"]), (&1.2.into(), &"unique".into()));
    assert_eq!(run["technique"], "hidden-single-box");
    assert!(json["runs"][0]["steps"].is_null());
    // If several solutions are left, the method has no further step, which is a limit and not an answer.
    let open = folder.sudoku(["compare", "--methods", "norvig,human", "1..............."]);
    let row = open.stdout.lines().find(|line| line.starts_with("human")).expect("a line").to_owned();
    assert_eq!(row.split_whitespace().take(3).collect::<Vec<_>>(), ["human", "0", "1"], "{}", open.stdout);
}
