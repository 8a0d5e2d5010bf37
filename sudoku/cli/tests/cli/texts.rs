//! Boards between other text: what is answered, what is told, and texts that are hard to read.

use super::support::*;

#[test]
fn boards_of_a_text_are_told_with_their_places() {
    let rows: Vec<String> = (0..9).map(|row| EASY[9 * row..9 * row + 9].replace('.', "0")).collect();
    let text = format!("One is {EASY},\nand in my program:\n\nb = [\n  \"{}\"\n]\n", rows.join("\",\n  \""));
    let folder = Folder::new("texts").with("text", &text);
    let found = folder.sudoku(["convert", "--found", "text"]);
    let expected = ["text:1:8: a text of cells: 9x9, 38 givens", "text:5:4: texts of cells: 9x9, 38 givens"];
    assert_eq!(found, run(0, lines(expected), ""));
    assert_eq!(folder.sudoku(["solve", "--unique", "text"]), run(0, lines([EASY_SOLVED; 2]), ""));
    let strict = folder.sudoku(["solve", "--strict", "text"]);
    assert_eq!(strict.status, Some(2));
    assert!(!strict.stdout.contains(EASY_SOLVED), "{}", strict.stdout);
}

#[test]
fn a_text_without_boards_has_no_answer() {
    let none = piped(["solve"], "Dear Ann,\nI have no board for you.\n");
    assert_eq!((none.status, none.stdout.as_str()), (Some(2), ""));
    assert!(none.stderr.starts_with("standard input: there is no board in this text"), "{}", none.stderr);
    let near = piped(["solve"], format!("Try \"{}\", please.\n", &EASY[1..]));
    assert_eq!((near.status, near.stdout.as_str()), (Some(2), "invalid\n"));
    assert!(near.stderr.starts_with("standard input:1:6: 80 cells"), "{}", near.stderr);
}

#[test]
fn lines_of_a_batch_may_be_lists() {
    let list: Vec<String> = EASY.replace('.', "0").chars().map(String::from).collect();
    let text = format!("{EASY}\n[{}]\nno board\n", list.join(","));
    let answers = piped(["solve", "--batch"], text);
    assert_eq!((answers.status, answers.stdout), (Some(0), lines([EASY_SOLVED, EASY_SOLVED, "invalid"])));
}

/// Pieces of text that are repeated: openings without an end, words that could be rows, drawn lines.
#[cfg(target_os = "linux")]
const HOSTILE: [&str; 30] = [
    "\"",
    "'",
    "[",
    "(",
    "{",
    "<td>",
    "[1,",
    "\"1",
    "a \"",
    "\\",
    "/* ",
    "<!-- ",
    "\"1234\" ",
    "1 ",
    "1\t",
    "1;",
    ", ,",
    "[[[[1]]]] ",
    "x 1234.. ",
    "5 5 5 5 ",
    "12345678. ",
    "(1 ",
    "(1,2,3)",
    "x[1][2]=3;",
    "a1",
    "<int>1</int>",
    "<input value=1>",
    "# ! ",
    "\n|===\n||||",
    "\n\\setrow{1}",
];

#[cfg(target_os = "linux")]
#[test]
fn hostile_texts_take_time_in_proportion_and_little_memory() {
    let place = Folder::new("hostile");
    let work = |text: &str| {
        let (seconds, megabytes) = super::bombs::work_on(&place, &["convert", "--found"], text);
        assert!(megabytes < 150.0, "{megabytes:.0} MB for {:?}", &text[..20]);
        seconds
    };
    for piece in HOSTILE {
        let text = |length: usize| format!("as in {}\n", piece.repeat(length / piece.len()));
        let lines = |count: usize| text(990).repeat(count);
        let seconds = work(&lines(80));
        assert!(seconds < 2.0, "{seconds} s for 80 lines of {piece:?}");
        let seconds = work(&text(40_000));
        assert!(seconds < 2.0, "{seconds} s for a line of {piece:?}");
    }
}
