//! This project's own format: every key, every block, and every error with its place.

use sudoku::Candidates;
use sudoku::format::{Format, Options};

use crate::support::*;

const FOUR: &str = "size: 4\ngrid:\n1...\n..2.\n.3..\n...4\n";
const FOUR_CELLS: &str = "1.....2..3.....4";

fn nine(text: &str) -> String {
    text.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect()
}

#[test]
fn nine_is_the_default_size() {
    let puzzle = one(&format!("grid:\n{}", nine(INKALA)));
    assert_eq!((shown(&puzzle).as_str(), puzzle.grid().boxes()), (INKALA, Some((3, 3))));
    assert!(puzzle.about().is_none());
}

#[test]
fn sizes_values_and_boxes() {
    assert_eq!(shown(&one(FOUR)), FOUR_CELLS);
    let puzzle = one("size: 4x6\ngrid:\n123456\n......\n6.....\n.....1\n");
    assert_eq!((puzzle.grid().rows(), puzzle.grid().columns(), puzzle.grid().values()), (4, 6, 6));
    let puzzle = one("size: 4\nvalues: 0-3\ngrid:\n0...\n..1.\n.2..\n...3\n");
    assert_eq!((puzzle.grid().first_value(), shown(&puzzle).as_str()), (0, "0.....1..2.....3"));
    let puzzle = one("size: 3\nvalues: 1-5\ngrid:\n1.5\n...\n0_.\n");
    assert_eq!((puzzle.grid().values(), shown(&puzzle).as_str()), (5, "1.5......"));
    let puzzle = one("size: 6\nboxes: 3x2\ngrid:\n......\n......\n......\n......\n......\n......\n");
    assert_eq!(puzzle.grid().boxes(), Some((3, 2)));
    for none in ["boxes: none", "Boxes: None", "BOXES:none"] {
        let puzzle = one(&format!("size: 4\n{none}\ngrid:\n....\n....\n....\n....\n"));
        assert!(!puzzle.grid().has_regions());
    }
    let usual = one(
        "size: 12\ngrid:\n............\n............\n............\n............\n............\n............\n............\n............\n............\n............\n............\n...........C\n",
    );
    assert_eq!((usual.grid().boxes(), usual.cells()[143]), (Some((3, 4)), Candidates::one(11)));
}

#[test]
fn values_from_elsewhere_are_numbers() {
    let puzzle = one("size: 4\nvalues: 10-13\nboxes: none\ngrid:\n10 . . 13\n. . 11 .\n. 12 . .\n. . . 10\n");
    assert_eq!((puzzle.grid().first_value(), puzzle.cells()[3]), (10, Candidates::one(3)));
    let words = one(
        "size: 10\ngrid:\n1 2 3 4 5 6 7 8 9 10\n. . . . . . . . . .\n. . . . . . . . . .\n. . . . . . . . . .\n. . . . . . . . . .\n. . . . . . . . . .\n. . . . . . . . . .\n. . . . . . . . . .\n. . . . . . . . . .\nA . . . . . . . . .\n",
    );
    assert_eq!((words.cells()[9], words.cells()[90]), (Candidates::one(9), Candidates::one(9)), "10 and A");
}

#[test]
fn symbols_of_characters_and_of_words() {
    let puzzle = one("size: 4\nsymbols: WORD\ngrid:\nW..D\n..R.\n.O..\n0_.w\n");
    assert_eq!(shown(&puzzle), "W..D..R..O.....W");
    assert_eq!(puzzle.cells()[3], Candidates::one(3), "in the order of the table");
    let puzzle = one(
        "size: 4\nsymbols: red green blue yellow # a comment\ngrid:\nred . . yellow\n. . blue .\n. green . .\n_ 0 . red\n",
    );
    assert_eq!(shown(&puzzle), "red . . yellow . . blue . . green . . . . . red");
    let puzzle = one("size: 4\nsymbols: A B C D\ngrid:\nA..D\n....\n....\n....\n");
    assert_eq!(shown(&puzzle), "A..D............");
    let zero = one("size: 4\nsymbols: 0123\ngrid:\n0..3\n....\n....\n....\n");
    assert_eq!((zero.cells()[0], zero.cells()[1]), (Candidates::one(0), Candidates::all(4)), "0 is a symbol");
}

#[test]
fn regions_of_any_shape() {
    let text = "size: 4\nregions:\nAAAB\nACBB\nCCDB\nCDDD\ngrid:\n1...\n....\n....\n...2\n";
    let puzzle = one(text);
    let symbols: String = (0..16).map(|cell| puzzle.grid().region_symbol(cell).unwrap()).collect();
    assert_eq!((symbols.as_str(), puzzle.grid().houses().len()), ("AAABACBBCCDBCDDD", 12));
    let part = one("size: 4\nregions:\na a . .\na a . .\n. . . .\n. . . .\ngrid:\n....\n....\n....\n....\n");
    assert_eq!((part.grid().region(15), part.grid().houses().len()), (None, 9), "cells without a region");
    let after = one("size: 4\ngrid:\n1...\n....\n....\n...2\nregions:\nAAAB\nACBB\nCCDB\nCDDD\n");
    assert_eq!(
        (after.grid().clone(), shown(&after)),
        (puzzle.grid().clone(), shown(&puzzle)),
        "in any order"
    );
}

#[test]
fn solutions_and_titles() {
    let text = "title: One: two # three\nAuthor:  Somebody \nsource: a book\nrules: normal # rules\nrules: and more\nsize: 4\ngrid:\n1...\n..2.\n.3..\n...4\nsolution:\n1234\n3421\n4312\n2143\n";
    let puzzle = one(text);
    let about = puzzle.about().unwrap();
    assert_eq!(about.title.as_deref(), Some("One: two # three"), "the rest of the line");
    assert_eq!((about.author.as_deref(), about.source.as_deref()), (Some("Somebody"), Some("a book")));
    assert_eq!(about.comments, ["normal # rules", "and more"]);
    let solution = about.solution.as_ref().unwrap();
    assert_eq!(puzzle.text(solution), "1234342143122143");
}

#[test]
fn a_title_of_nothing_is_none() {
    let puzzle = one("title:\nauthor: \t\nsource: \nrules:\nsize: 1\ngrid:\n.\n");
    let about = puzzle.about().cloned().unwrap_or_default();
    assert_eq!((about.title, about.author, about.source), (None, None, None));
    assert_eq!(about.comments, [""; 0]);
}

#[test]
fn candidates_in_braces_need_no_blanks() {
    let with = one("size: 4\ngrid:\n{12}.3{1234}\n1 2{34}{3}\n....\n2...\n");
    let apart = one("size: 4\ngrid:\n{12} . 3 {1234}\n1 2 {34} {3}\n....\n2...\n");
    assert_eq!(with.cells(), apart.cells());
    assert_eq!((with.place(3), with.place(7)), ((3, 7), (4, 8)));
    assert_refused("size: 4\ngrid:\n{12}..\n....\n....\n....\n", (3, 1), &["3 cells"]);
}

#[test]
fn candidates_in_braces() {
    let puzzle = one("size: 4\ngrid:\n{12} . 3 {1234}\n1 2 {34} {3}\n. . . .\n{,} . . .\n"
        .replace("{,}", "{}")
        .as_str());
    assert_eq!(puzzle.cells()[0], Candidates::of_bits(3));
    assert_eq!((puzzle.cells()[3], puzzle.cells()[7]), (Candidates::all(4), Candidates::one(2)));
    assert_eq!((puzzle.cells()[6], puzzle.cells()[12]), (Candidates::of_bits(12), Candidates::NONE));
    let words = one(
        "size: 4\nsymbols: red green blue yellow\ngrid:\n{red,blue} . . .\n. {green, yellow} . .\n. . . .\n. . . red\n",
    );
    assert_eq!((words.cells()[0], words.cells()[5]), (Candidates::of_bits(5), Candidates::of_bits(10)));
}

#[test]
fn bars_and_crossed_rules_are_ignored_in_blocks() {
    let puzzle = one(
        "size: 4\ngrid:\n+--+--+\n|1.|..|\n|..|2.|\n+--+--+\n|.3|..|\n|..|.4|\n+==+==+\nsolution:\n12|34\n34|21\n--+--\n43|12\n21|43\n",
    );
    assert_eq!(shown(&puzzle), FOUR_CELLS);
    let puzzle = one("size: 4\ngrid:\n1 . | . .\n. . | 2 .\n- - + - -\n. 3 | . .\n. . | . 4\n");
    assert_eq!(shown(&puzzle), FOUR_CELLS);
}

#[test]
fn keys_ignore_case_dashes_and_comments() {
    for text in [
        FOUR.to_uppercase(),
        FOUR.replace("size: 4", "SI-ZE:4   # a comment"),
        FOUR.replace("size: 4", "s_i_z_e :  4"),
        format!("# before\n\n  # indented\n{FOUR}\n# after\n"),
        FOUR.replace("..2.", "..2. # in a row").replace("grid:", "grid: # block"),
        FOUR.replace('\n', "\r\n"),
        format!("\u{FEFF}{FOUR}"),
        FOUR.trim_end().to_owned(),
        FOUR.replace("grid:", "\n# between\n\ngrid:"),
    ] {
        assert_eq!(shown(&one(&text)), FOUR_CELLS, "{text}");
        assert_eq!(shown(&one_with(&text, &from(Format::Native))), FOUR_CELLS, "{text}");
    }
}

#[test]
fn several_puzzles_are_divided() {
    let text = format!(
        "# a file\n===\n{FOUR}===\n\n# of two\ngrid:\n{}=====\n{FOUR}===\n# nothing more\n",
        nine(EASY)
    );
    let puzzles = several(&text, &from(Format::Native));
    assert_eq!(puzzles.iter().map(shown).collect::<Vec<_>>(), [FOUR_CELLS, EASY, FOUR_CELLS]);
    let text = format!("{FOUR}===\n{FOUR}");
    let lines: Vec<u64> = each(text.as_bytes(), &Options::default()).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 8]);
    // A damaged puzzle does not stop the rest.
    let text = format!("{FOUR}===\nsize: 4\ngrid:\n1\n===\n{FOUR}");
    let found: Vec<bool> =
        each(text.as_bytes(), &Options::default()).iter().map(|(_, read)| read.is_ok()).collect();
    assert_eq!(found, [true, false, true]);
}

#[test]
fn places_are_correct() {
    let puzzle = one("# a comment\nsize: 4\ngrid:\n|1 .|. .|\n. . 2 .\n--+--\n. 3 . .\n.. .4\n");
    assert_eq!((puzzle.place(0), puzzle.place(2)), ((4, 2), (4, 6)));
    assert_eq!((puzzle.place(8), puzzle.place(15)), ((7, 1), (8, 5)));
}

#[test]
fn unknown_keys_give_the_nearest_name() {
    assert_refused("siez: 4\n", (1, 1), &["siez", "size"]);
    assert_refused("size: 4\ngird:\n1...\n", (2, 1), &["gird", "grid"]);
    assert_refused("size: 4\n\nsymbol: ABCD\n", (3, 1), &["symbols"]);
    assert_refused("Region:\n", (1, 1), &["regions"]);
    assert_refused("size: 4\nthermometers: r1c1\n", (2, 1), &["thermometers", "did you mean thermometer?"]);
    assert_refused(
        "size: 4\nentirely other: r1c1\n",
        (2, 1),
        &["entirely other", "size", "solution", "sudoku rules"],
    );
    assert_refused("size: 4\n1...\n", (2, 1), &["1...", "grid"]);
    assert_refused("size: 4\ngrid:\n1...\n..2.\n.3..\n...4\n4...\n", (7, 1), &["4..."]);
}

#[test]
fn keys_that_cannot_be_understood() {
    assert_refused("size: four\ngrid:\n", (1, 7), &["four", "size: 9"]);
    assert_refused("size:\ngrid:\n", (1, 6), &["size"]);
    assert_refused("size: 4x\ngrid:\n", (1, 7), &["4x"]);
    assert_refused("size: 4\nvalues: 3\ngrid:\n", (2, 9), &["3", "values: 1-9"]);
    assert_refused("size: 4\nvalues:   a-d\ngrid:\n", (2, 11), &["a-d"]);
    assert_refused("size: 4\nboxes: 2\ngrid:\n", (2, 8), &["boxes: 2x3", "none"]);
    assert_refused("size: 4\nboxes: twoxtwo\ngrid:\n", (2, 8), &["twoxtwo"]);
    assert_refused("size: 4\nsymbols: ABCA\ngrid:\n", (2, 10), &["A", "twice"]);
    assert_refused("size: 4\nsymbols: AB.D\ngrid:\n", (2, 10), &["."]);
    assert_refused("size: 4\ngrid: 1...\n", (2, 7), &["grid"]);
}

/// Conflicting keys are reported at their line, not at the puzzle's first line.
#[test]
fn keys_that_do_not_fit_are_named_at_their_line() {
    let at_line = |text: &str, line: u64| {
        let error = refused_with(text, &from(Format::Native));
        assert_eq!(error.line, line, "{error}\n{text}");
    };
    let rows = "grid:\n....\n....\n....\n....\n";
    at_line(&format!("# a comment\ntitle: t\nsize: 4\nsymbols: ABC\n{rows}"), 4);
    at_line(&format!("# a comment\nsize: 4\nboxes: 2x3\n{rows}"), 3);
    at_line(&format!("title: t\nsize: 4\nvalues: 1-3\n{rows}"), 3);
    at_line(&format!("title: t\nsize: 4\nvalues: 1-65\n{rows}"), 3);
    at_line(&format!("title: t\nsize: 4\nvalues: 4-1\n{rows}"), 3);
    at_line("title: t\nsize: 65\n", 2);
    at_line("title: t\nsize: 0\ngrid:\n", 2);
    at_line(&format!("size: 4\n{rows}regions:\nAAAA\nABBB\nCCCC\nDDDD\n"), 7);
    at_line(&format!("size: 4\nboxes: 2x2\n{rows}regions:\nAAAA\nBBBB\nCCCC\nDDDD\n"), 8);
}

#[test]
fn headers_stand_before_every_block() {
    let rows = ".........\n".repeat(9);
    assert_refused(&format!("grid:\n{rows}size: 4\n"), (11, 1), &["size"]);
    assert_refused("size: 4\ngrid:\n....\n....\n....\n....\nsize: 9\n", (7, 1), &["size"]);
    assert_refused("size: 4\nsolution:\n1234\n3412\n2143\n4321\nsize: 2\n", (7, 1), &["size"]);
}

#[test]
fn blocks_that_are_too_short_or_too_long() {
    assert_refused("size: 4\ngrid:\n1...\n..2.\n.3..\n", (2, 1), &["grid", "4 expected", "3 rows"]);
    assert_refused("size: 4\ngrid:\n1...\n..2.\n\n.3..\n...4\n", (5, 1), &["grid", "4"]);
    assert_refused("size: 4\ngrid:\n1...\n..2.\nsolution:\n", (5, 1), &["grid", "4"]);
    assert_refused("size: 4\ngrid:\n1...\n..2\n.3..\n...4\n", (4, 1), &["row 2", "3 cells", "4"]);
    assert_refused("size: 4\ngrid:\n1...\n..2..\n.3..\n...4\n", (4, 1), &["row 2", "5 cells", "4"]);
    assert_refused("size: 4\ngrid:\n1 . . . .\n", (3, 1), &["row 1", "5 cells", "4"]);
    assert_refused(&format!("{FOUR}grid:\n{}", nine(INKALA)), (7, 1), &["second grid", "==="]);
    assert_refused(&format!("{FOUR}grid:\n1...\n..2.\n.3..\n...4\n"), (7, 1), &["second grid", "==="]);
}

#[test]
fn cells_that_are_no_symbols() {
    assert_refused("size: 4\ngrid:\n1...\n..5.\n.3..\n...4\n", (4, 3), &["\"5\"", "1-4"]);
    assert_refused("size: 4\ngrid:\n1...\n. . 17 .\n.3..\n...4\n", (4, 5), &["17"]);
    assert_refused("size: 4\ngrid:\n1...\n..~.\n.3..\n...4\n", (4, 3), &["~"]);
    assert_refused("size: 4\ngrid:\n1 . . .\n. . {15} .\n.3..\n...4\n", (4, 5), &["5", "1-4"]);
    assert_refused(
        "size: 4\nsymbols: WORD\ngrid:\nW...\n  |X.|..|\n....\n....\n",
        (5, 4),
        &["\"X\"", "WORD"],
    );
    assert_refused(&format!("{FOUR}solution:\n1234\n34.1\n4312\n2143\n"), (9, 3), &["solution"]);
    assert_refused(&format!("{FOUR}solution:\n1234\n3491\n4312\n2143\n"), (9, 3), &["9"]);
    assert_refused("size: 4\nregions:\nA A B B\nA A BB B\nCCDD\nCCDD\n", (4, 5), &["BB"]);
}

#[test]
fn a_file_without_a_grid_is_open_or_refused() {
    // Without givens, the board is open.
    let puzzle = one("size: 4\n");
    assert_eq!((puzzle.givens(), puzzle.grid().rows()), (0, 4));
    assert!((0..16).all(|cell| puzzle.place(cell) == (1, 1)));
}

#[test]
fn keywords_decide_the_format_of_a_file() {
    for keyword in
        ["size: 4", "Values: 1-4", "symbols: ABCD", "boxes: none", "title: A", "regions:", "rules: x"]
    {
        let text = format!("# a comment\n{keyword}\nnonsense");
        let error = refused(&text);
        assert!(error.line >= 3 && !error.what.contains("cells do not make a puzzle"), "{keyword}: {error}");
    }
    assert_nine(&format!("# size: 4\n{INKALA}"), INKALA);
}
