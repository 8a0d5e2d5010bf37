//! `sudoku convert`: every format is written and read again, and losses are reported.

use super::support::*;

const ROWS: &str = "\
.....68..
8.6.3..5.
......2..
..49.....
.....47.2
..538....
.2.......
.19..738.
5.....1..
";
const RULED: &str = "\
. . . | . . 6 | 8 . .
8 . 6 | . 3 . | . 5 .
. . . | . . . | 2 . .
------+-------+------
. . 4 | 9 . . | . . .
. . . | . . 4 | 7 . 2
. . 5 | 3 8 . | . . .
------+-------+------
. 2 . | . . . | . . .
. 1 9 | . . 7 | 3 8 .
5 . . | . . . | 1 . .
";
const JIGSAW: &str = "\
size: 9
regions:
bbbbbcccc
aaaabbfcc
aaaaebffc
ggaeebfcc
gddheefff
ggdheeffi
gddheehii
ggdhhhhhi
gdddiiiii
grid:
.5.....4.
.........
.1..698..
...176...
.......6.
........4
..3.927..
.........
..6.3798.
";
const FORMATS: [&str; 10] =
    ["line", "numbers", "grid", "sdm", "sdk", "ss", "candidates", "csv", "euler", "native"];

#[test]
fn each_format_as_it_is_written() {
    let numbers: Vec<String> = SEVENTEEN.chars().map(String::from).collect();
    for (format, text) in [
        ("line", lines([SEVENTEEN])),
        ("sdm", lines([SEVENTEEN])),
        ("numbers", lines([numbers.join(" ")])),
        ("grid", RULED.to_owned()),
        ("ss", RULED.to_owned()),
        ("sdk", ROWS.to_owned()),
        ("csv", format!("quizzes,solutions\n{SEVENTEEN},\n")),
        ("euler", format!("Grid 01\n{}", ROWS.replace('.', "0"))),
        ("native", format!("size: 9\ngrid:\n{ROWS}")),
    ] {
        assert_eq!(sudoku(["convert", "--to", format, SEVENTEEN]), run(0, text, ""), "{format}");
    }
}

#[test]
fn every_format_converts_to_every_format() {
    let puzzles = lines([SEVENTEEN, INKALA, EASY, CLASH]);
    for format in FORMATS {
        let written = piped(["convert", "--to", format], &puzzles);
        assert_eq!((written.status, written.stderr.as_str()), (Some(0), ""), "{format}");
        let read = piped(["convert", "--to", "line"], &written.stdout);
        assert_eq!(read, run(0, puzzles.as_str(), ""), "{format} read again");
        let forced = piped(["convert", "--to", "line", "--from", format], &written.stdout);
        assert_eq!(forced, run(0, puzzles.as_str(), ""), "--from {format}");
        // Puzzles keep their own titles.
        for next in FORMATS.iter().filter(|next| format != "euler" || !["sdk", "native"].contains(next)) {
            let directly = piped(["convert", "--to", next], &puzzles);
            assert_eq!(piped(["convert", "--to", next], &written.stdout), directly, "{format} to {next}");
        }
    }
}

#[test]
fn other_sizes_and_symbols_are_read_again() {
    let sixteen = format!("1.G{}{}", ".".repeat(252), "F");
    let words = "size: 4\nsymbols: red green blue black\ngrid:\nred . . .\n. . . .\n. . . .\n. . . black\n";
    let hexadecimal = format!("0.F{}{}", ".".repeat(252), "A");
    let wordoku = format!("SUDOKANIX{}", ".".repeat(72));
    for puzzle in [&sixteen, &hexadecimal, &wordoku, words, "1..............4", JIGSAW] {
        let native = piped(["convert", "--to", "native"], puzzle);
        assert_eq!((native.status, native.stderr.as_str()), (Some(0), ""), "{puzzle}");
        assert_eq!(piped(["convert", "--to", "native"], &native.stdout), native, "{puzzle}");
    }
    assert_eq!(piped(["convert", "--to", "native"], JIGSAW), run(0, JIGSAW, ""));
    for format in FORMATS {
        let written = piped(["convert", "--to", format], &sixteen);
        assert_eq!((written.status, written.stderr.as_str()), (Some(0), ""), "{format}");
        let read = piped(["convert", "--to", "line"], &written.stdout);
        assert_eq!(read, run(0, lines([&sixteen]), ""), "{format}: {}", written.stdout);
    }
}

#[test]
fn losses_of_a_format_are_reported_once() {
    let two = format!("{JIGSAW}===\n{JIGSAW}");
    let told = piped(["convert", "--to", "line"], &two);
    assert_eq!((told.status, told.stdout.lines().count()), (Some(0), 2));
    let note = "regions are left out: only the native format holds them\n";
    assert!(told.stderr.ends_with(note) && told.stderr.lines().count() == 1, "{}", told.stderr);
    let candidates = "size: 4\ngrid:\n{12} 2 3 4\n. . . .\n. . . .\n. . . .\n";
    let told = piped(["convert", "--to", "line"], candidates);
    assert_eq!((told.status, told.stdout.as_str()), (Some(0), ".234............\n"));
    assert!(told.stderr.contains("candidates are left out"), "{}", told.stderr);
    let kept = piped(["convert", "--to", "native"], candidates);
    assert_eq!(kept, run(0, candidates, ""));
}

#[test]
fn headers_and_solutions_are_kept_where_they_fit() {
    let sdk = format!(
        "#AAnna\n#DThe first\n#SA book\n#CA comment\n#B2020-01-02\n#LHard\n#Uhttp://example.org\n{ROWS}"
    );
    assert_eq!(piped(["convert", "--to", "sdk"], &sdk), run(0, sdk.as_str(), ""));
    let native = piped(["convert", "--to", "native"], &sdk);
    assert!(native.stdout.contains("author: Anna\n"), "{}", native.stdout);
    assert_eq!(piped(["convert", "--to", "sdk"], &native.stdout), run(0, sdk.as_str(), ""));
    let table = format!("quizzes,solutions\n{INKALA},{INKALA_SOLVED}\n");
    assert_eq!(piped(["convert", "--to", "csv"], &table), run(0, table.as_str(), ""));
    let native = piped(["convert", "--to", "native"], &table).stdout;
    assert!(native.contains("solution:\n812753649\n"), "{native}");
    assert_eq!(piped(["convert", "--to", "csv"], native), run(0, table, ""));
}

#[test]
fn a_damaged_puzzle_is_left_out_with_a_note_and_the_others_are_a_good_file() {
    let short = &EASY[..80];
    let note = "standard input:1:1: 80 cells do not make a puzzle (9x9 has 81: 1 missing)\n";
    let damaged = lines([short, SEVENTEEN, EASY]);
    assert_eq!(piped(["convert", "--to", "line"], &damaged), run(2, lines([SEVENTEEN, EASY]), note));
    for format in FORMATS {
        let good = piped(["convert", "--to", format], lines([SEVENTEEN, EASY])).stdout;
        assert_eq!(piped(["convert", "--to", format], &damaged), run(2, good, note), "{format}");
    }
}

#[test]
fn titles_do_not_control_terminals_or_files() {
    let folder = Folder::new("control").with(
        "in.txt",
        "size: 4\ntitle: a\x1b[31mred\x07\x0bend\nauthor: b\x1b]0;x\x07\nrules: c\u{9b}31m\ngrid:\n1...\n....\n....\n....\n",
    );
    for format in ["native", "sdk"] {
        let run = folder.sudoku(["convert", "--to", format, "in.txt"]);
        assert_eq!(run.status, Some(0));
        assert!(run.stdout.contains("a [31mred  end") && run.stdout.contains("b ]0;x"), "{}", run.stdout);
        assert!(!run.stdout.contains(|c: char| c.is_control() && c != '\n'), "{:?}", run.stdout);
    }
}
