//! `sudoku generate`: puzzles as requested, repeatable, in every format; and requests that cannot be met.

use super::support::*;

/// Returns the lines of a successful run.
fn made(args: &[&str]) -> Vec<String> {
    let run = sudoku([&["generate"], args].concat());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    run.stdout.lines().map(String::from).collect()
}

fn clues(puzzle: &str) -> usize {
    puzzle.chars().filter(|&c| c != '.').count()
}

/// Checks that a run prints nothing on standard output and this text on standard error.
fn refused(args: &[&str], status: i32, why: &str) {
    let refused = sudoku([&["generate"], args].concat());
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(status), ""), "{args:?}");
    assert!(refused.stderr.contains(why), "{args:?} says {}", refused.stderr);
}

#[test]
fn a_seed_gives_the_same_puzzles_on_any_number_of_threads() {
    let args = ["--seed", "7", "--count", "20", "--clues", "..25"];
    let puzzles = made(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(puzzles.len(), 20);
    assert!(puzzles.iter().all(|puzzle| puzzle.len() == 81 && clues(puzzle) <= 25), "{puzzles:?}");
    let unique = piped(["check", "--engine", "engine"], lines(&puzzles));
    assert_eq!(unique, run(0, lines(["unique"; 20]), ""));
    for others in [&["--threads", "2"][..], &["--threads", "5"], &["--portable"]] {
        assert_eq!(made(&[&args[..], others].concat()), puzzles, "{others:?}");
    }
    assert_eq!(made(&["--seed", "7", "--clues", "..25"]), puzzles[..1]);
    assert_ne!(made(&["--seed", "8", "--clues", "..25"]), puzzles[..1]);
}

#[test]
fn a_random_seed_is_printed() {
    let several = sudoku(["generate", "--count", "2"]);
    let seed = several.stderr.strip_prefix("seed ").expect("the seed is printed").trim_end();
    assert_eq!(sudoku(["generate", "--count", "2", "--seed", seed]), run(0, several.stdout.clone(), ""));
    let one = sudoku(["generate"]);
    assert_eq!((one.status, one.stderr.as_str()), (Some(0), ""));
    assert_ne!(one.stdout, sudoku(["generate"]).stdout, "another each time");
}

#[test]
fn puzzles_are_minimal_unless_a_number_of_clues_is_given() {
    for args in [&[][..], &["--minimal", "--clues", "22..25"]] {
        let puzzles = made(&[&["--seed", "3", "--count", "20"], args].concat());
        let minimal = piped(["minimize"], lines(&puzzles));
        assert_eq!(minimal, run(0, lines(&puzzles), ""), "{args:?}: nothing to leave out");
    }
    let exactly = made(&["--seed", "3", "--count", "20", "--clues", "31"]);
    assert!(exactly.iter().all(|puzzle| clues(puzzle) == 31), "{exactly:?}");
}

#[test]
fn undecided_clues_are_those_of_the_puzzles_that_are_printed() {
    let run = |threads: &str| {
        let size = ["generate", "--size", "18", "--boxes", "3x6", "--seed", "1"];
        sudoku([&size[..], &["--threads", threads]].concat())
    };
    let alone = run("1");
    assert!(alone.stderr.contains("clues may be redundant"), "{}", alone.stderr);
    // Further threads make puzzles that nobody takes.
    assert_eq!(run("4"), alone);
}

#[test]
fn shapes_are_made_by_size_or_like_others_and_read_again() {
    let folder = Folder::new("shapes").with(
        "jigsaw.txt",
        "size: 4\nsymbols: RGBY\nregions:\naabb\nacbb\naccd\ncddd\ngrid:\n....\nY...\n.R..\nBY..\n",
    );
    for args in [
        &["--size", "4"][..],
        &["--size", "6"],
        &["--size", "6", "--boxes", "3x2"],
        &["--size", "5", "--boxes", "none"],
        &["--size", "4x6", "--boxes", "2x3"],
        &["--size", "3"],
        &["--symbols", "ABCDEFGHI"],
        &["--size", "4", "--symbols", "red green blue grey"],
        &["--like", "jigsaw.txt"],
        &["--like", "jigsaw.txt", "--symbols", "1234"],
        &["--like", EASY],
    ] {
        let made = folder.sudoku([&["generate", "--seed", "1", "--count", "3"], args].concat());
        assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""), "{args:?}");
        assert_eq!(
            piped(["check"], &made.stdout),
            run(0, lines(["unique"; 3]), ""),
            "{args:?}\n{}",
            made.stdout
        );
    }
    let jigsaw = folder.sudoku(["generate", "--seed", "1", "--like", "jigsaw.txt"]).stdout;
    let head = "size: 4\nsymbols: RGBY\nregions:\naabb\nacbb\naccd\ncddd\ngrid:\n";
    assert!(jigsaw.starts_with(head), "{jigsaw}");
    let line = folder.sudoku(["generate", "--seed", "1", "--like", "jigsaw.txt", "--to", "line"]);
    assert_eq!(line.stderr, "sudoku: regions are left out: only the native format holds them\n");
}

#[test]
fn a_pattern_is_drawn_typed_or_another_puzzle() {
    let rows = ["x.x.xx.x.", ".xx.x.x.x", "x..xx.xx."].map(|row| row.repeat(3));
    let typed = rows.concat();
    let drawn: String = (0..9).map(|row| format!("{}\n", &typed[9 * row..9 * row + 9])).collect();
    let folder = Folder::new("pattern").with("pattern.txt", format!("# drawn\n{drawn}"));
    let from_file = folder.sudoku(["generate", "--seed", "1", "--pattern", "pattern.txt"]);
    assert_eq!((from_file.status, from_file.stderr.as_str()), (Some(0), ""));
    assert_eq!(lines(made(&["--seed", "1", "--pattern", &typed])), from_file.stdout);
    let allowed =
        |puzzle: &str| puzzle.chars().zip(typed.chars()).all(|(clue, place)| clue == '.' || place == 'x');
    assert!(allowed(from_file.stdout.trim_end()), "{}", from_file.stdout);
    let places = clues(&typed).to_string();
    let all = &made(&["--seed", "1", "--pattern", &typed, "--clues", &places])[0];
    assert!(all.chars().zip(typed.chars()).all(|(clue, place)| (clue == '.') == (place == '.')), "{all}");
    let like_easy = &made(&["--seed", "1", "--pattern", EASY])[0];
    assert!(
        like_easy.chars().zip(EASY.chars()).all(|(clue, place)| clue == '.' || place != '.'),
        "{like_easy}"
    );
}

#[test]
fn symmetry_is_seen_in_every_puzzle() {
    let places = |puzzle: &str| -> Vec<bool> { puzzle.chars().map(|c| c != '.').collect() };
    type Image = fn(usize) -> usize;
    let images: [(&str, Image); 4] = [
        ("rotational", |cell| 80 - cell),
        ("mirror", |cell| cell / 9 * 9 + 8 - cell % 9),
        ("diagonal", |cell| cell % 9 * 9 + cell / 9),
        ("full", |cell| cell % 9 * 9 + 8 - cell / 9),
    ];
    for (symmetry, image) in images {
        for puzzle in made(&["--seed", "1", "--count", "5", "--symmetry", symmetry]) {
            let places = places(&puzzle);
            assert!((0..81).all(|cell| places[cell] == places[image(cell)]), "{symmetry}: {puzzle}");
        }
    }
}

#[test]
fn every_format_is_written() {
    let args = ["--seed", "5", "--count", "2"];
    let puzzles = made(&args);
    for format in ["line", "numbers", "grid", "sdm", "sdk", "ss", "euler", "native"] {
        let written = made(&[&args[..], &["--to", format]].concat());
        let back = piped(["convert", "--to", "line"], lines(written));
        assert_eq!(back, run(0, lines(&puzzles), ""), "{format}");
    }
    let table = made(&[&args[..], &["--to", "csv"]].concat());
    assert_eq!(table[0], "quizzes,solutions");
    let (puzzle, solution) = table[1].split_once(',').expect("there are two columns");
    assert!(puzzle == puzzles[0] && solves(solution, puzzle), "{}", table[1]);
    let picture = made(&["--seed", "5", "--to", "picture", "--ascii", "--size", "4"]);
    assert_eq!((picture.len(), picture[0].as_str()), (7, "+-----+-----+"));
    let folder = Folder::new("generated");
    let quiet = folder.sudoku(["generate", "--seed", "5", "--count", "2", "--output", "two.txt"]);
    assert_eq!((quiet, folder.read("two.txt")), (run(0, "", ""), lines(&puzzles)));
}

#[test]
fn impossible_requests_are_errors() {
    refused(&["--clues", "10"], 2, "at most 10 clues are too few: no puzzle of this grid has fewer than 17");
    refused(&["--size", "4", "--clues", "..2"], 2, "all of the 4 values but one");
    refused(&["--clues", "90"], 2, "90 clues, but the grid has only 81 cells");
    refused(&["--clues", "30..20"], 2, "at least 30 clues and at most 20");
    refused(&["--clues", "24-28"], 2, "write 24, 24..28, 24.. or ..28");
    refused(&["--size", "4x6", "--symmetry", "diagonal"], 2, "has no diagonal");
    refused(&["--size", "9", "--boxes", "2x4"], 2, "do not fill 9 rows");
    refused(&["--symbols", "ABC"], 2, "3 symbols for a grid of 9 values");
    refused(&["--pattern", "x.x"], 2, "has 3 cells, where the grid has 9x9 = 81");
    refused(&["--pattern", &"x..xxxxxx".repeat(9)], 2, "column 2 and column 3 can be exchanged");
    refused(&["--like", "missing.txt"], 2, "is neither a file");
    refused(&["--like", EASY, "--size", "9"], 2, "cannot be used with");
    refused(&["--to", "stone"], 2, "formats are picture, line");
    refused(&["--output", "missing/folder.txt"], 2, "missing/folder.txt");
    let layout = Folder::new("impossible").with("none.txt", "size: 2\nregions:\na.\n.a\ngrid:\n..\n..\n");
    let none = layout.sudoku(["generate", "--like", "none.txt"]);
    assert_eq!(none, run(1, "", "sudoku: there is no puzzle: no full grid keeps the rules\n"));
}

#[test]
fn fruitless_searches_end() {
    let rare = ["--seed", "1", "--clues", "18"];
    let why = "sudoku: 0 of 1 puzzles found: 50 successive full grids gave no puzzle \
               (--attempts or --time-limit allow more)\n";
    assert_eq!(sudoku([&["generate", "--attempts", "50"], &rare[..]].concat()), run(3, "", why));
    let late = sudoku([&["generate", "--time-limit", "200ms"], &rare[..]].concat());
    assert_eq!(late, run(3, "", "sudoku: 0 of 1 puzzles found in 200ms\n"));
    let some = sudoku(["generate", "--count", "1M", "--time-limit", "300ms", "--seed", "1"]);
    let count = some.stdout.lines().count();
    assert!(count > 0 && some.stdout.lines().all(|puzzle| puzzle.len() == 81), "lines are whole");
    assert_eq!(some.status, Some(3));
    let counted = some.stderr.replace(',', "");
    assert_eq!(counted, format!("sudoku: {count} of 1000000 puzzles found in 300ms\n"));
}

#[test]
fn statistics_have_the_speed() {
    let stats = sudoku(["generate", "--count", "10", "--seed", "1", "--stats"]);
    assert_eq!(stats.status, Some(0));
    let said: Vec<&str> = stats.stderr.lines().collect();
    assert!(said[0].starts_with("10 puzzles in ") && said[0].ends_with(" µs each)"), "{said:?}");
    assert!(
        said[1].starts_with("10 full grids tried, ") && said[1].ends_with(" questions asked"),
        "{said:?}"
    );
}

#[test]
fn puzzles_are_as_hard_as_rate_says() {
    for level in ["easy", "medium", "hard", "fiendish"] {
        let arguments = ["generate", "--difficulty", level, "--count", "4", "--seed", "2"];
        let made = sudoku([&arguments[..], &["--threads", "1"]].concat());
        assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""));
        assert_eq!(sudoku([&arguments[..], &["--threads", "3"]].concat()), made);
        let rated = piped(["rate"], &made.stdout).stdout;
        assert_eq!(rated.lines().filter(|line| line.contains(level)).count(), 4, "{rated}");
    }
    let only = sudoku(["generate", "--only", "singles,claiming", "--needs", "claiming", "--seed", "2"]);
    let rated = piped(["rate", "--format", "json"], &only.stdout).stdout;
    assert!(rated.contains("claiming\":") && rated.contains("\"complete\":true"), "{rated}");
    for (arguments, what) in [
        (["--difficulty", "harsh"], "not a level"),
        (["--needs", "magic"], "unknown technique"),
        (["--only", "pointing"], "add singles"),
        (["--difficulty", "se:5..6"], "no step is between 5 and 6 on the SE scale"),
    ] {
        let refused = sudoku([&["generate"], &arguments[..]].concat());
        assert_eq!(refused.status, Some(2), "{arguments:?}");
        assert!(refused.stderr.contains(what), "{}", refused.stderr);
    }
}
