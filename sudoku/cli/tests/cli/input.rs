//! Sources of puzzles: files, standard input, the arguments themselves; and invalid ones.

use std::fs;
use std::process::Stdio;

use super::support::*;

#[test]
fn files_standard_input_and_puzzles_in_their_order() {
    let folder = Folder::new("order").with("easy.txt", lines([EASY])).with("medium.txt", lines([MEDIUM]));
    let solved = lines([EASY_SOLVED, INKALA_SOLVED, MEDIUM_SOLVED, INKALA_SOLVED]);
    let mut all = command(["solve", "easy.txt", "-", "medium.txt", INKALA]);
    all.current_dir(folder.path()).stdin(Stdio::piped());
    assert_eq!(finish(&mut all, lines([INKALA]).as_bytes()), run(0, solved, ""));
}

#[test]
fn notes_name_the_file() {
    let folder = Folder::new("names")
        .with("one.txt", lines([EASY, CLASH]))
        .with("other.txt", lines(["# a comment", CLASH]));
    let notes = "one.txt:2:5: 5 in R1C5 repeats R1C1\nother.txt:2:5: 5 in R1C5 repeats R1C1\n";
    let solved = lines([EASY_SOLVED, "none", "none"]);
    assert_eq!(folder.sudoku(["solve", "--threads", "1", "one.txt", "other.txt"]), run(1, solved, notes));
}

#[test]
fn a_puzzle_itself_may_begin_with_a_dash() {
    let dashes = |puzzle: &str| puzzle.replace('.', "-");
    let (seventeen, medium) = (dashes(SEVENTEEN), dashes(MEDIUM));
    assert!(seventeen.starts_with("-----6") && medium.starts_with("-7926"));
    assert_eq!(sudoku(["solve", &medium]), run(0, lines([MEDIUM_SOLVED]), ""));
    assert_eq!(sudoku(["count", &seventeen]), run(0, "17\n", ""));
    let checked = sudoku(["check", &medium, "--format", "line", &seventeen]);
    assert_eq!((checked.status, checked.stdout.as_str()), (Some(1), "unique\nmultiple\n"));
    assert_eq!(sudoku(["count", "-n", "3", &"-".repeat(81)]), run(0, "at least 3\n", ""));
    assert_eq!(sudoku(["count", &"-".repeat(16)]), run(0, "288\n", ""));
    assert_eq!(sudoku(["solve", "--", &medium]), run(0, lines([MEDIUM_SOLVED]), ""));
    assert_eq!(sudoku(["convert", "--to", "line", &medium]), run(0, lines([MEDIUM]), ""));
}

#[test]
fn a_puzzle_that_begins_with_a_dash_may_need_its_options_to_be_read() {
    let latin = "-".repeat(6) + "1" + &"-".repeat(47);
    let counted = sudoku(["count", "-n", "2", "--size", "6x9", "--boxes", "none", &latin]);
    assert_eq!(counted, run(0, "at least 2\n", ""));
}

#[test]
fn a_damaged_puzzle_that_begins_with_a_dash_gets_both_reasons() {
    let short = SEVENTEEN.replace('.', "-");
    let short = sudoku(["solve", &short[..80]]);
    assert_eq!((short.status, short.stdout.as_str()), (Some(2), ""));
    assert!(short.stderr.contains("neither") && short.stderr.contains("80 cells"), "{}", short.stderr);
}

#[test]
fn a_puzzle_of_several_lines_can_be_an_argument() {
    let grid = sudoku(["convert", "--to", "grid", SEVENTEEN]).stdout;
    assert_eq!(sudoku(["count", &grid]), run(0, "17\n", ""));
    assert_eq!(sudoku(["count", &lines([SEVENTEEN, INKALA])]), run(0, "17\n1\n", ""));
    assert_eq!(sudoku(["solve", &grid.replace('.', "-")]).status, Some(0));
    assert_eq!(sudoku(["count", "-n", "1", &".".repeat(256)]), run(0, "at least 1\n", ""));
    assert_eq!(sudoku(["count", "-n", "1", &".".repeat(625)]), run(0, "at least 1\n", ""));
}

#[test]
fn text_that_is_neither_file_nor_puzzle_gets_both_reasons() {
    for text in ["puzzle.txt", "no/such/file"] {
        let missing = sudoku(["solve", text]);
        assert_eq!((missing.status, missing.stdout.as_str()), (Some(2), ""), "{text}");
        assert!(missing.stderr.starts_with(&format!("sudoku: {text}: ")), "{}", missing.stderr);
        assert!(!missing.stderr.contains("cells"), "{}", missing.stderr);
    }
    for text in [&EASY[..80], "xyz", "five words of plain English"] {
        let neither = sudoku(["solve", text]);
        assert_eq!((neither.status, neither.stdout.as_str()), (Some(2), ""), "{text}");
        assert!(
            neither.stderr.starts_with(&format!("sudoku: {text} is neither a file (")),
            "{}",
            neither.stderr
        );
        assert!(neither.stderr.contains("nor a puzzle ("), "{}", neither.stderr);
    }
    let short = sudoku(["check", &EASY[..80]]).stderr;
    assert!(short.contains("80 cells do not make a puzzle (9x9 has 81: 1 missing)"), "{short}");
    for blank in ["", " ", "\n"] {
        let blank = sudoku(["solve", blank]);
        assert_eq!(blank.status, Some(2));
        assert!(
            blank.stderr.contains("neither a file (") && blank.stderr.contains("blank"),
            "{}",
            blank.stderr
        );
    }
}

#[test]
fn errors_do_not_state_the_same_count_twice() {
    let name = sudoku(["solve", "puzzle.txt"]).stderr;
    assert!(!name.contains("10 cells, 10 expected"), "a contradictory message: {name}");
    let word = piped(["solve"], "garbage\n").stderr;
    assert!(!word.contains("7 cells, 7 expected"), "a contradictory message: {word}");
}

#[test]
fn a_missing_file_among_others_is_status_2() {
    let folder = Folder::new("missing").with("easy.txt", lines([EASY]));
    let missing = folder.sudoku(["solve", "easy.txt", "missing.txt"]);
    assert_eq!(missing.status, Some(2));
    assert!(missing.stderr.starts_with("sudoku: missing.txt: "), "{}", missing.stderr);
    fs::create_dir(folder.path().join("folder")).expect("the folder for tests can be written");
    let directory = folder.sudoku(["solve", "folder"]);
    assert_eq!((directory.status, directory.stdout.as_str()), (Some(2), ""));
    assert!(directory.stderr.contains("folder: there are no files in this folder"), "{}", directory.stderr);
    assert_eq!(folder.sudoku(["solve", "easy.txt", "folder"]).status, Some(2));
}

#[test]
fn a_folder_is_all_its_files() {
    let folder = Folder::new("folder").with("b.txt", lines([EASY])).with("a.txt", lines([MEDIUM]));
    let folder = folder.with(".hidden", "nonsense");
    fs::create_dir(folder.path().join("inner")).expect("the folder for tests can be written");
    assert_eq!(folder.sudoku(["solve", "."]), run(0, lines([MEDIUM_SOLVED, EASY_SOLVED]), ""));
}

#[test]
fn nothing_gives_nothing_and_says_so() {
    let note = "sudoku: no puzzle in standard input\n";
    for (input, what) in [("", "nothing"), ("\n\n", "blank lines"), ("# a comment\n", "a comment")] {
        for command in ["solve", "check", "count", "candidates"] {
            assert_eq!(piped([command], input), run(0, "", note), "{command} of {what}");
        }
        assert_eq!(piped(["solve", "--batch"], input).stderr, "", "a batch of {what}");
        assert_eq!(piped(["convert", "--to", "line"], input), run(0, "", note), "convert of {what}");
    }
}

/// File that can be opened and not read.
#[cfg(target_os = "linux")]
const UNREADABLE: &str = "/proc/self/mem";

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let folder =
        Folder::new("unreadable").with("easy.txt", lines([EASY])).with("medium.txt", lines([MEDIUM]));
    let all = folder.sudoku(["solve", "easy.txt", UNREADABLE, "medium.txt"]);
    assert_eq!(all.status, Some(2));
    assert!(all.stderr.starts_with("sudoku: /proc/self/mem: "), "{}", all.stderr);
    assert_eq!(all.stdout, lines([EASY_SOLVED, MEDIUM_SOLVED]));
}

#[cfg(target_os = "linux")]
#[test]
fn puzzles_before_a_read_failure_are_answered() {
    // Several threads are still working on the input when reading fails.
    let folder = Folder::new("before").with("many.txt", lines([EASY; 300]));
    for threads in ["1", "3"] {
        let all = folder.sudoku(["solve", "--threads", threads, "many.txt", UNREADABLE]);
        assert_eq!((all.status, all.stdout), (Some(2), lines([EASY_SOLVED; 300])), "{threads} threads");
    }
}

#[test]
fn skip_and_take_count_puzzles() {
    let input = format!("# first\n{EASY}\n\n# second\n{CLASH}\n{}\n{MEDIUM}\n", &EASY[..80]);
    let with = |args: &[&str]| piped(["solve", "--threads", "1"].iter().chain(args), &input);
    let clash = "standard input:5:5: 5 in R1C5 repeats R1C1\n";
    let short = "standard input:6:1: 80 cells do not make a puzzle (9x9 has 81: 1 missing)\n";
    assert_eq!(with(&["--take", "1"]), run(0, lines([EASY_SOLVED]), ""));
    assert_eq!(with(&["--skip", "1", "--take", "1"]), run(1, "none\n", clash));
    assert_eq!(with(&["--skip", "2", "--take", "1"]), run(2, "invalid\n", short));
    assert_eq!(with(&["--skip", "3"]), run(0, lines([MEDIUM_SOLVED]), ""));
    assert_eq!(with(&["--skip", "4"]), run(0, "", ""));
    assert_eq!(with(&["--take", "0"]), run(0, "", ""));
    assert_eq!(with(&["--skip", "1k", "--take", "1M"]), run(0, "", ""));
    assert_eq!(with(&["--skip", "18446744073709551615", "--take", "18446744073709551615"]), run(0, "", ""));
    let across = sudoku(["solve", "--skip", "1", "--take", "2", INKALA, EASY, MEDIUM, INKALA]);
    assert_eq!(across, run(0, lines([EASY_SOLVED, MEDIUM_SOLVED]), ""));
}

#[test]
fn what_is_no_text_is_one_line_that_says_what_it_is() {
    let png = [b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".as_slice(), &b"\n12..34..........".repeat(200)].concat();
    let says =
        "1:1: this is a picture (PNG), not text (puzzles are read from text: type it, or paste its link)";
    let folder = Folder::new("binary").with("x.png", &png);
    assert_eq!(folder.sudoku(["solve", "x.png"]), run(2, "invalid\n", format!("x.png:{says}\n")));
    assert_eq!(folder.sudoku(["rate", "x.png"]).status, Some(2));
    assert_eq!(piped(["check"], &png), run(2, "invalid\n", format!("standard input:{says}\n")));
    let sign = piped(["solve"], "'\n");
    assert_eq!((sign.status, sign.stdout.as_str()), (Some(2), ""), "{}", sign.stderr);
    assert!(sign.stderr.contains("no board in this text"), "{}", sign.stderr);
}
