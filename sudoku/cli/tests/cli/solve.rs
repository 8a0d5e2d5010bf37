//! `sudoku solve`: lines, pictures, uniqueness, several solutions, other sizes and symbols.

use super::support::*;

#[test]
fn a_line_a_puzzle_in_the_order_of_the_input() {
    assert_eq!(sudoku(["solve", INKALA]), run(0, lines([INKALA_SOLVED]), ""));
    let solved = lines([EASY_SOLVED, INKALA_SOLVED, MEDIUM_SOLVED]);
    assert_eq!(sudoku(["solve", EASY, INKALA, MEDIUM]), run(0, solved.clone(), ""));
    assert_eq!(piped(["solve"], lines([EASY, INKALA, MEDIUM])), run(0, solved.clone(), ""));
    assert_eq!(piped(["solve", "-"], lines([EASY, INKALA, MEDIUM])), run(0, solved.clone(), ""));
    assert_eq!(piped(["solve", "--engine", "engine"], lines([EASY, INKALA, MEDIUM])), run(0, solved, ""));
}

#[test]
fn no_solution_is_status_1_with_an_obvious_reason() {
    let clash = "5 in R1C5 repeats R1C1\n";
    assert_eq!(sudoku(["solve", CLASH]), run(1, "none\n", format!("argument:1:5: {clash}")));
    let solved = lines(["none", EASY_SOLVED]);
    assert_eq!(sudoku(["solve", CLASH, EASY]), run(1, solved, format!("argument 1:1:5: {clash}")));
    let none = sudoku(["solve", NONE]);
    assert_eq!((none.status, none.stdout.as_str()), (Some(1), "none\n"));
    assert!(none.stderr.contains("R1C9"), "nothing is left there: {:?}", none.stderr);
}

#[test]
fn several_solutions_matter_only_with_unique() {
    let solved = sudoku(["solve", SEVENTEEN]);
    assert_eq!((solved.status, solved.stderr.as_str()), (Some(0), ""));
    assert!(solves(solved.stdout.trim_end(), SEVENTEEN), "{}", solved.stdout);
    let all = lines([INKALA_SOLVED, "none"]);
    let unique = sudoku(["solve", "--unique", INKALA, CLASH]);
    assert_eq!(unique, run(1, all, "argument 2:1:5: 5 in R1C5 repeats R1C1\n"));
    assert_eq!(sudoku(["solve", "-u", EMPTY]).stdout, "multiple\n");
    assert_eq!(sudoku(["solve", "-u", INKALA]), run(0, lines([INKALA_SOLVED]), ""));
}

/// In text output the two solutions are one below the other on standard error, marked where they differ.
#[test]
fn two_of_several_solutions_are_shown_with_their_differences() {
    let several = sudoku(["solve", "--unique", SEVENTEEN]);
    assert_eq!((several.status, several.stdout.as_str()), (Some(1), "multiple\n"));
    let told: Vec<&str> = several.stderr.lines().collect();
    let [reason, one, other, marks] = told[..] else { panic!("{}", several.stderr) };
    assert!(reason.contains(": several solutions: R"), "{reason}");
    let [one, other] = [one, other].map(|line| line.strip_prefix("    ").expect("it is indented"));
    assert!(solves(one, SEVENTEEN) && solves(other, SEVENTEEN), "{}", several.stderr);
    let differ = |(a, b): (char, char)| if a == b { ' ' } else { '^' };
    let expected: String = one.chars().zip(other.chars()).map(differ).collect();
    assert_eq!(marks.strip_prefix("    "), Some(expected.trim_end()));
    // Symbols of several characters are aligned.
    let words = "size: 1x2\nsymbols: red green blue\nvalues: 1-3\nraw\ngrid:\nblue .\nrequire r1c2 != 3\n";
    let words = piped(["solve", "--unique", "--format", "line"], words);
    let told: Vec<&str> = words.stderr.lines().collect();
    assert!(told[0].starts_with("standard input:6:6: several solutions: R1C2 is "), "{}", words.stderr);
    assert_eq!(told[3], "         ^^^^^");
    // A picture shows the difference itself, and table formats contain both solutions.
    for layout in ["grid", "json", "csv"] {
        assert_eq!(sudoku(["solve", "--unique", "--format", layout, SEVENTEEN]).stderr, "", "{layout}");
    }
}

const PICTURE: &str = "\
┌───────┬───────┬───────┐
│ 8 1 2 │ 7 5 3 │ 6 4 9 │
│ 9 4 3 │ 6 8 2 │ 1 7 5 │
│ 6 7 5 │ 4 9 1 │ 2 8 3 │
├───────┼───────┼───────┤
│ 1 5 4 │ 2 3 7 │ 8 9 6 │
│ 3 6 9 │ 8 4 5 │ 7 2 1 │
│ 2 8 7 │ 1 6 9 │ 5 3 4 │
├───────┼───────┼───────┤
│ 5 2 1 │ 9 7 4 │ 3 6 8 │
│ 4 3 8 │ 5 2 6 │ 9 1 7 │
│ 7 9 6 │ 3 1 8 │ 4 5 2 │
└───────┴───────┴───────┘
";

#[test]
fn a_picture_has_box_borders_or_ascii_borders() {
    assert_eq!(sudoku(["solve", "--format", "grid", INKALA]), run(0, PICTURE, ""));
    let ascii: String = PICTURE
        .chars()
        .map(|c| match c {
            '─' => '-',
            '│' => '|',
            '┌'..='┼' => '+',
            c => c,
        })
        .collect();
    assert_eq!(sudoku(["solve", "--format", "grid", "--ascii", INKALA]), run(0, ascii, ""));
    let two = format!("{PICTURE}\n{PICTURE}");
    assert_eq!(sudoku(["solve", "--format", "grid", INKALA, INKALA]), run(0, two, ""));
    let unique = sudoku(["solve", "--format", "grid", "--unique", INKALA]);
    assert_eq!(unique, run(0, format!("{PICTURE}the only solution\n"), ""));
}

#[test]
fn color_follows_the_option_and_is_off_in_a_pipe() {
    let bold = sudoku(["solve", "--format", "grid", "--color", "always", INKALA]);
    let plain = bold.stdout.replace("\x1b[1m", "").replace("\x1b[0m", "");
    assert_eq!((plain.as_str(), bold.status), (PICTURE, Some(0)));
    assert_eq!(bold.stdout.matches("\x1b[1m").count(), 21, "each of the 21 givens is bold");
    assert!(bold.stdout.contains("│ \x1b[1m8\x1b[0m 1 2 │"), "{}", bold.stdout);
    assert_eq!(sudoku(["solve", "--format", "grid", "--color", "auto", INKALA]), run(0, PICTURE, ""));
    assert_eq!(sudoku(["solve", "--format", "grid", "--color", "never", INKALA]), run(0, PICTURE, ""));
    let mut asked = command(["solve", "--format", "grid", "--color", "always", INKALA]);
    let asked = finish(asked.env("NO_COLOR", "1"), b"");
    assert_eq!(asked, bold, "what is asked for outright counts more than NO_COLOR");
}

#[test]
fn two_of_several_solutions_stand_side_by_side_with_their_differences_marked() {
    let both = sudoku(["solve", "--unique", "--format", "grid", "--ascii", SEVENTEEN]);
    assert_eq!((both.status, both.stderr.as_str()), (Some(1), ""));
    let all: Vec<&str> = both.stdout.lines().collect();
    assert_eq!(all.len(), 14, "a picture has 13 lines:\n{}", both.stdout);
    let half = |line: &str, at: usize| line.split("   ").nth(at).unwrap_or_default().to_owned();
    let [one, other] = [0, 1].map(|at| all[..13].iter().map(|line| half(line, at)).collect::<String>());
    let digits = |picture: &str| picture.chars().filter(char::is_ascii_digit).collect::<String>();
    assert!(solves(&digits(&one), SEVENTEEN) && solves(&digits(&other), SEVENTEEN), "{}", both.stdout);
    let marked = |picture: &str| -> Vec<bool> {
        let before: Vec<char> = " ".chars().chain(picture.chars()).collect();
        before.windows(2).filter(|pair| pair[1].is_ascii_digit()).map(|pair| pair[0] == '*').collect()
    };
    let differ: Vec<bool> =
        digits(&one).chars().zip(digits(&other).chars()).map(|(one, other)| one != other).collect();
    assert_eq!((marked(&one), marked(&other)), (differ.clone(), differ.clone()));
    let count = differ.iter().filter(|&&differs| differs).count();
    assert_eq!(all[13], format!("several solutions: these two differ in {count} cells"));
}

#[test]
fn all_solutions_or_a_number_of_them() {
    let all = sudoku(["solve", "--all", SEVENTEEN]);
    assert_eq!((all.status, all.stderr.as_str()), (Some(0), ""));
    let mut each: Vec<&str> = all.stdout.lines().collect();
    assert_eq!(each.len(), 17);
    assert!(each.iter().all(|solution| solves(solution, SEVENTEEN)), "{}", all.stdout);
    each.sort_unstable();
    each.dedup();
    assert_eq!(each.len(), 17, "no solution comes twice");
    assert_eq!(each[0], "152746893876239451493158276234971568981564732765382914327815649619427385548693127");
    for (asked, printed) in [("1", 1), ("5", 5), ("17", 17), ("18", 17), ("1_000", 17), ("1k", 17)] {
        let some = sudoku(["solve", "--solutions", asked, SEVENTEEN]);
        assert_eq!((some.status, some.stdout.lines().count()), (Some(0), printed), "--solutions {asked}");
    }
    assert_eq!(sudoku(["solve", "--all", SEQUENCE]).stdout.lines().count(), 5279);
    assert_eq!(sudoku(["solve", "--all", INKALA]), run(0, lines([INKALA_SOLVED]), ""));
    assert_eq!(sudoku(["solve", "-n", "3", NONE]).stdout, "none\n");
}

#[test]
fn lists_of_solutions_have_a_blank_line_between_puzzles() {
    let listed = lines([EASY_SOLVED, "", "none", "", INKALA_SOLVED]);
    let reason = "argument 2:1:5: 5 in R1C5 repeats R1C1\n";
    assert_eq!(sudoku(["solve", "--all", EASY, CLASH, INKALA]), run(1, listed, reason));
    let damaged = piped(["solve", "--all"], lines([EASY, &EASY[..80], INKALA]));
    assert_eq!(damaged.stdout, lines([EASY_SOLVED, "", "invalid", "", INKALA_SOLVED]));
}

#[test]
fn no_solutions_wanted_is_no_claim_about_a_puzzle() {
    // Without a search the puzzle may be refused, but an unsolvable one must not be reported as solved.
    let none = sudoku(["solve", "--solutions", "0", "--format", "json", CLASH]);
    assert!(!none.stdout.contains("\"solved\""), "{}", none.stdout);
}

#[test]
fn other_sizes_shapes_and_symbols() {
    let four = "1...............";
    let solved = sudoku(["solve", four]).stdout;
    assert!(solved.starts_with('1') && solved.trim_end().len() == 16, "{solved}");
    let six = "...5..1.5..4.6.......61..24.........";
    assert_eq!(sudoku(["solve", "--unique", six]).status, Some(0));
    assert_eq!(sudoku(["solve", "--unique", "--boxes", "2x3", six]), sudoku(["solve", "--unique", six]));
    assert_ne!(sudoku(["solve", "--unique", "--boxes", "none", six]).stdout, sudoku(["solve", six]).stdout);
    let wordoku = EASY.replace(|c: char| c.is_ascii_digit(), "?");
    let letters = |text: &str| -> String {
        let letter = |c: char| c.to_digit(10).map_or(c, |digit| b"?SUDOKANI?"[digit as usize].into());
        text.chars().map(letter).collect()
    };
    assert_ne!(wordoku, letters(EASY));
    let read = sudoku(["solve", "--symbols", "SUDOKANIX", &letters(EASY).replace('?', "X")]);
    assert_eq!(read, run(0, lines([letters(EASY_SOLVED).replace('?', "X")]), ""));
}

#[test]
fn symbols_may_be_words() {
    let rows = ["red green blue black", "blue black . .", "green red black blue", "black . red green"];
    let solved = "red green blue black blue black green red green red black blue black blue red green";
    let json: Vec<String> = solved.split(' ').map(|word| format!("\"{word}\"")).collect();
    let json =
        format!(r##"{{"index":1,"status":"unique","solution":[{}],"nodes":#,"micros":#}}"##, json.join(","));
    let native = format!("size: 4\nsymbols: red green blue black\ngrid:\n{}", lines(rows));
    let solve = ["solve", "--unique", "--format", "json"];
    assert_eq!(masked(&piped(solve, &native).stdout), lines([&json]));
    assert_eq!(piped(["solve"], &native), run(0, lines([solved]), ""));
    let forced = ["--size", "4", "--symbols", "red green blue black"];
    let line = piped(solve.iter().chain(&forced), lines([rows.join(" ")]));
    assert_eq!(masked(&line.stdout), lines([&json]), "in a line: {}", line.stderr);
    let grid = piped(solve.iter().chain(&forced), lines(rows));
    assert_eq!(masked(&grid.stdout), lines([&json]), "in rows: {}", grid.stderr);
}

#[test]
fn statistics_are_on_standard_error() {
    let told = sudoku(["solve", "--stats", "--unique", EASY, SEVENTEEN]);
    assert_eq!((told.status, told.stdout), (Some(1), lines([EASY_SOLVED, "multiple"])));
    assert!(told.stderr.contains("\n2 puzzles in "), "{}", told.stderr);
    assert!(told.stderr.contains(": 1 unique, 1 multiple\n"), "{}", told.stderr);
    assert!(told.stderr.ends_with(" search nodes\n"), "{}", told.stderr);
    let told = sudoku(["solve", "--verbose", INKALA]);
    assert_eq!((told.status, told.stdout), (Some(0), lines([INKALA_SOLVED])));
    assert!(told.stderr.contains("9x9, boxes 3x3, symbols 1-9, 21 givens"), "{}", told.stderr);
}

#[test]
fn the_root_has_what_propagation_finds() {
    let root = |args: &[&str], puzzle: &str| {
        piped(["solve", "--method", "propagate", "--show", "root"].iter().chain(args).chain(&["-"]), puzzle)
    };
    let counted = "60 cells open, 60 after propagation; 540 candidates, 254 after it\n";
    assert_eq!(root(&[], INKALA), run(0, counted, ""));
    let grid = root(&["--format", "grid"], INKALA).stdout;
    assert!(grid.starts_with("8      1246  24569 | ") && grid.ends_with(counted), "{grid}");
    let json = root(&["--format", "json"], "1234341221434.2.").stdout;
    let told = "{\"index\":1,\"status\":\"unique\",\"before\":{\"open\":2,\"candidates\":8},\"after\":{\"open\":0,\"candidates\":0},\"candidates\":[[\"1\"],[\"2\"]";
    assert!(json.starts_with(told), "{json}");
    let table = root(&["--format", "csv"], "1...............").stdout;
    assert!(
        table.starts_with(
            "index,status,open,open_after,candidates,candidates_after,micros\n1,open,15,15,60,53,"
        ),
        "{table}"
    );
    let none = root(&[], "11..............");
    assert_eq!(none.status, Some(1));
    assert!(none.stdout.starts_with("none: ") && none.stderr.contains("1 in R1C2 repeats R1C1"));
    assert_eq!(root(&["--memory-limit", "1"], INKALA).status, Some(3));
    for args in [&["--unique"][..], &["--all"], &["--method", "human"]] {
        assert_eq!(root(args, INKALA).status, Some(2), "{args:?}");
    }
    let watched = ["watch", "--plain", "--method", "propagate", "--show", "root", "-"];
    let watched = piped(watched, INKALA);
    assert_eq!(watched.status, Some(0));
    assert!(watched.stdout.ends_with(&format!("end: {counted}")) && !watched.stdout.contains("try"));
    let none = piped(["watch", "--plain", "--show", "root", "-"], "11..............");
    assert_eq!(
        (none.status, none.stdout.lines().last()),
        (Some(1), Some("end: no solution, 0 nodes, 0 failures"))
    );
}
