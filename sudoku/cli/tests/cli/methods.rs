//! `sudoku methods`, and `solve --method`: the list, single methods, flags that change them, counters.

use super::support::{INKALA, INKALA_SOLVED, SEVENTEEN, lines, run, sudoku};

const NAMES: [&str; 16] = [
    "brute-force",
    "forward",
    "depth-first",
    "mrv",
    "propagate",
    "norvig",
    "intersections",
    "bounds",
    "domain",
    "singleton",
    "dom-wdeg",
    "restarts",
    "learn",
    "engine",
    "lockstep",
    "human",
];

#[test]
fn learning_solves_with_its_own_settings_only() {
    let cages =
        "size: 4\ngrid:\n....\n....\n....\n....\nkiller 3: r1c1 r1c2\nkiller 7: r2c1 r2c2\neven: r3c3\n";
    for puzzle in [INKALA, SEVENTEEN, cages] {
        let usual = sudoku(["count", puzzle]).stdout;
        assert_eq!(sudoku(["count", "--method", "learn", puzzle]).stdout, usual);
    }
    let unique = sudoku(["solve", "--unique", "--method", "learn", INKALA]);
    assert_eq!((unique.status, unique.stdout), (Some(0), lines([INKALA_SOLVED])));
    for flags in [["--branch", "random"], ["--ways", "all"], ["--consistency", "forward"]] {
        let refused = sudoku([&["solve", INKALA, "--method", "learn"][..], &flags].concat());
        assert_eq!(refused.status, Some(2), "{flags:?}");
        assert!(refused.stderr.contains("learn chooses by its conflicts"), "{}", refused.stderr);
    }
    let compared = sudoku(["compare", "--methods", "learn,norvig", INKALA]);
    assert_eq!(compared.status, Some(0), "{}", compared.stderr);
    assert!(compared.stdout.contains("learn"), "{}", compared.stdout);
}

/// Returns the output of `--stats` after the line about time.
fn counted(args: &[&str]) -> Vec<String> {
    let told = sudoku(["solve", INKALA, "--stats"].iter().chain(args));
    assert_eq!((told.status, told.stdout), (Some(0), lines([INKALA_SOLVED])), "{args:?}: {}", told.stderr);
    let mut said = told.stderr.lines().map(String::from);
    assert!(said.next().is_some_and(|line| line.starts_with("1 puzzle in ")), "{args:?}");
    said.collect()
}

#[test]
fn all_methods_are_listed_with_their_origin_and_the_counters() {
    let list = sudoku(["methods"]);
    assert_eq!((list.status, list.stderr.as_str()), (Some(0), ""));
    for name in NAMES {
        assert!(list.stdout.contains(&format!("\n  {name} ")), "{name} in\n{}", list.stdout);
    }
    for words in ["the brute-force tutorial", "the bit-set tutorial", "What is counted:", "\n  values tried "]
    {
        assert!(list.stdout.contains(words), "{words} in\n{}", list.stdout);
    }
    let objects = sudoku(["methods", "--format", "json"]).stdout;
    assert_eq!(objects.lines().count(), NAMES.len());
    for (object, name) in objects.lines().zip(NAMES) {
        assert!(object.starts_with(&format!("{{\"name\":\"{name}\",\"about\":\"")), "{object}");
    }
}

#[test]
fn methods_are_explained_and_unknown_names_give_the_nearest() {
    let explained = sudoku(["methods", "propagate"]);
    let text = "\
propagate
  Removals cascade; the cell with the fewest candidates is next
  Naked singles to a fixpoint, at every step.
  From: the propagation tutorial
";
    assert_eq!(explained, run(0, text, ""));
    let two = sudoku(["methods", "propagate", "mrv"]).stdout;
    assert!(two.starts_with(&format!("{text}\nmrv\n")), "{two}");
    let meant = "unknown method \"propagat\" (did you mean propagate?)";
    assert_eq!(sudoku(["methods", "propagat"]), run(2, "", format!("sudoku: {meant}\n")));
    let solve = sudoku(["solve", "--method", "propagat", INKALA]);
    assert!(solve.status == Some(2) && solve.stderr.contains(meant), "{}", solve.stderr);
}

#[test]
fn methods_have_the_known_counts() {
    let told = [
        "445,778 values tried",
        "49,558 cells opened",
        "517,874 positions",
        "396,220 failures",
        "0 propagations",
        "0 removals",
    ];
    assert_eq!(counted(&["--method", "brute-force"]), told);
    assert_eq!(counted(&["--method", "propagate"])[0], "1,850 values tried");
    assert_eq!(counted(&["--method", "propagate", "--unique"])[0], "3,598 values tried");
    assert_eq!(counted(&["--method", "propagate", "--all"])[0], "3,598 values tried");
    assert_eq!(counted(&["--method", "lockstep"]).len(), 1, "lanes count nodes only");
}

#[test]
fn flags_make_any_method_of_another() {
    let parts =
        ["--consistency", "forward", "--branch", "fewest", "--values", "smallest", "--ties", "reading"];
    let rest = ["--ways", "all", "--probe", "never", "--restarts", "never", "--seed", "7"];
    let together: Vec<&str> = parts.into_iter().chain(rest).collect();
    let mrv = counted(&["--method", "mrv"]);
    assert_eq!(counted(&together), mrv, "without a method");
    for method in ["brute-force", "restarts", "singleton", "engine"] {
        let changed: Vec<&str> = ["--method", method].into_iter().chain(together.iter().copied()).collect();
        assert_eq!(counted(&changed), mrv, "{method}");
    }
    let by_chance =
        |seed| counted(&["--method", "mrv", "--ties", "random", "--values", "random", "--seed", seed]);
    assert_eq!(by_chance("1"), by_chance("1"));
    assert_ne!(by_chance("1"), by_chance("2"));
}

#[test]
fn conflicting_flags_are_refused() {
    let settings = "sudoku: lockstep has no settings: they are for other methods\n";
    assert_eq!(sudoku(["solve", "--method", "lockstep", "--branch", "fewest", INKALA]), run(2, "", settings));
    let both = "sudoku: --engine and --method both say how to solve: use one\n";
    assert_eq!(sudoku(["solve", "--method", "mrv", "--engine", "lockstep", INKALA]), run(2, "", both));
}

#[test]
fn check_and_count_take_methods_too() {
    for method in ["mrv", "norvig", "engine", "lockstep"] {
        assert_eq!(sudoku(["check", "--method", method, INKALA]), run(0, "unique\n", ""), "{method}");
        assert_eq!(sudoku(["count", "--method", method, SEVENTEEN]), run(0, "17\n", ""), "{method}");
    }
    let at_least = sudoku(["count", "--method", "mrv", "-n", "5", SEVENTEEN]);
    assert_eq!(at_least, run(0, "at least 5\n", ""));
    let limit = sudoku(["count", "--method", "brute-force", "--node-limit", "100", INKALA]);
    assert_eq!((limit.status, limit.stdout.as_str()), (Some(3), "at least 0\n"));
    // All values that `solve --unique` tries: those of the only solution and of the rest of the search.
    for command in ["check", "count"] {
        let told = sudoku([command, "--method", "propagate", "--stats", INKALA]);
        assert_eq!(told.stderr.lines().nth(1), Some("3,598 values tried"), "{command}: {}", told.stderr);
        let both = sudoku([command, "--method", "mrv", "--engine", "lockstep", INKALA]);
        assert_eq!(both.status, Some(2), "{command}");
    }
}

#[test]
fn methods_take_variants() {
    for file in ["cages.txt", "own.txt", "jigsaw.txt"] {
        let file = format!("{}/../../examples/puzzles/{file}", env!("CARGO_MANIFEST_DIR"));
        for method in ["norvig", "domain", "engine"] {
            let told =
                [sudoku(["check", "--method", method, &file]), sudoku(["count", "--method", method, &file])];
            let expected = ["unique\n", "1\n"].map(|word| run(0, word, ""));
            assert_eq!(told, expected, "{method} on {file}");
        }
    }
}
