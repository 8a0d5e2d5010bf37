//! Watching without a terminal: text and recordings.

use super::support::*;

#[test]
fn steps_are_printed_without_a_terminal() {
    let shown = sudoku(["watch", "--steps", "2", "1..............."]);
    let expected = lines([
        "row 1: 1 stands in R1C1: R1C2 R1C3 R1C4 lose 1",
        "column 1: 1 stands in R1C1: R2C1 R3C1 R4C1 lose 1",
    ]);
    assert_eq!(shown, run(0, expected, ""));
    let all = sudoku(["watch", "--plain", INKALA]);
    assert!(
        all.stdout.ends_with('\n')
            && all.stdout.contains("\n        try R")
            && all.stdout.contains("solution 1\n")
    );
    assert!(all.stdout.lines().last().unwrap().starts_with("end: the only solution, "));
}

#[test]
fn puzzles_without_solution_are_status_1() {
    let shown = sudoku(["watch", "--plain", CLASH]);
    assert_eq!(shown.status, Some(1));
    assert!(
        shown.stdout.contains("conflict: row 1: 5 would be in both R1C1 and R1C5\nend: no solution"),
        "{}",
        shown.stdout
    );
}

#[test]
fn methods_can_be_watched_and_lanes_cannot() {
    let shown = sudoku(["watch", "--method", "brute-force", "--steps", "3", "12.............."]);
    let expected = [
        "  try R1C3 = 1 of 1 2 3 4",
        "  conflict: row 1: 1 would be in both R1C3 and R1C1",
        "back: not R1C3 = 1",
    ];
    assert_eq!(shown, run(0, lines(expected), ""));
    let lanes = sudoku(["watch", "--method", "lockstep", INKALA]);
    assert_eq!((lanes.status, lanes.stderr.lines().count()), (Some(2), 1));
}

#[test]
fn recordings_are_files() {
    let folder = Folder::new("watch");
    for (name, begins) in [("a.svg", "<svg "), ("a.cast", "{\"version\":2,")] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        assert_eq!(sudoku(["watch", "--record", path, "--steps", "5", INKALA]), run(0, "", ""));
        assert!(std::fs::read_to_string(path).unwrap().starts_with(begins));
    }
    let wrong = sudoku(["watch", "--record", "a.gif", INKALA]);
    assert_eq!(wrong.status, Some(2));
    assert_eq!(
        wrong.stderr,
        "sudoku: a.gif: a recording is FILE.svg (for browsers) or FILE.cast (for asciinema)\n"
    );
}

#[test]
fn a_limit_ends_steps_and_keeps_what_was_recorded() {
    // Brute force takes some 50,000 decisions here.
    let watch = ["watch", "--method", "brute-force", "--steps", "100M"];
    let with = |args: &[&str]| sudoku([&watch, args, &[INKALA]].concat());
    let printed = with(&["--plain", "--node-limit", "20"]);
    let steps = printed.stdout.lines().count();
    let note = format!("sudoku: printed {steps} steps until the node limit was reached\n");
    assert_eq!((printed.status, printed.stderr), (Some(3), note));
    assert_eq!(printed.stdout.matches("  try ").count(), 20);
    let folder = Folder::new("watch-limits");
    for (name, end) in [("a.svg", "</svg>\n"), ("a.cast", "]\n")] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        for (limit, most, what) in [
            ("--node-limit", "20", "node limit"),
            ("--time-limit", "100ms", "time limit"),
            ("--memory-limit", "3M", "memory limit"),
        ] {
            let recorded = with(&["--record", path, limit, most]);
            assert_eq!(
                (recorded.status, recorded.stdout.as_str()),
                (Some(3), ""),
                "{limit} {}",
                recorded.stderr
            );
            let note = recorded.stderr.strip_prefix("sudoku: recorded ").unwrap_or_default();
            assert!(note.ends_with(&format!(" steps until the {what} was reached\n")), "{}", recorded.stderr);
            let text = std::fs::read_to_string(path).unwrap();
            assert!(text.ends_with(end) && text.len() < 3_000_000, "{name} {limit}: {}", text.len());
            std::fs::remove_file(path).unwrap();
        }
        let small = sudoku(["watch", "--record", path, "--node-limit", "20", "--time-limit", "1m", EASY]);
        assert_eq!(small, run(0, "", ""), "no limit is reached");
    }
    let human = sudoku(["watch", "--method", "human", "--time-limit", "0", EASY]);
    assert_eq!((human.status, human.stdout.as_str()), (Some(3), ""), "{}", human.stderr);
    // A model that is too large is not built.
    let path = folder.path().join("b.svg");
    for how in ["--plain".to_owned(), format!("--record={}", path.display())] {
        let large = piped(["watch", &how, "--memory-limit", "1M"], "size: 64\nanti-taxicab\n");
        let note = "sudoku: the memory limit was reached before the first step\n";
        assert_eq!(large, run(3, "", note), "{how}");
    }
    assert!(!path.exists());
}

#[test]
fn trees_are_written_beside_the_answer() {
    let folder = Folder::new("trees");
    for (name, begins) in [("a.svg", "<svg "), ("a.dot", "digraph "), ("a.json", "{\"nodes\":")] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        assert_eq!(sudoku(["solve", "--tree", path, INKALA]), run(0, lines([INKALA_SOLVED]), ""));
        assert!(std::fs::read_to_string(path).unwrap().starts_with(begins));
    }
    let wrong = sudoku(["solve", "--tree", "tree.png", INKALA]);
    assert_eq!(wrong.status, Some(2));
    let what = "sudoku: tree.png: a tree is FILE.svg (to look at), FILE.dot (for Graphviz) or FILE.json\n";
    assert_eq!(wrong.stderr, what);
}

#[test]
fn steps_as_people_take_them_are_watched() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let all = sudoku(["watch", "--method", "human", puzzle]);
    assert_eq!((all.status, all.stdout.lines().count()), (Some(0), 51 + 2));
    let first = "Hidden single in a box: In box 2 only R1C6 can be 8: the 8s in R5C4 and R3C3 rule out the other cells. R1C6 is 8.\n";
    assert!(all.stdout.starts_with(first), "{}", all.stdout);
    let end = "solution\nend: the only solution, 51 steps, sum 58.00, hardest 1.20 Hidden single in a box\n";
    assert!(all.stdout.ends_with(end), "{}", all.stdout);
    let none = sudoku(["watch", "--method", "human", "123....4........"]);
    assert_eq!(none.status, Some(1));
    assert!(none.stdout.ends_with("end: no solution, 0 steps, sum 0.00, hardest –\n"), "{}", none.stdout);
    let several = sudoku(["watch", "--method", "human", "1..............."]);
    assert_eq!(several.status, Some(3));
    assert!(several.stdout.contains("end: no further step is known"), "{}", several.stdout);
    let settings = sudoku(["watch", "--method", "human", "--branch", "fewest", puzzle]);
    assert_eq!(settings, run(2, "", "sudoku: human has no settings: they are for other methods\n"));
    let solve = sudoku(["solve", "--method", "human", puzzle]);
    let message = "sudoku: human takes steps and does not search: see explain, rate, watch and compare\n";
    assert_eq!(solve, run(2, "", message));
}
