//! Rules of variants that are impossible or probably unintended: each is reported at its place. Any text is answered
//! in bounded time and memory.

use sudoku::format::{Format, write};
use sudoku::{Count, Puzzle, Solver};

use crate::support::*;

/// Returns an open 9x9 grid; a rule after it is on line 11.
fn nine(rules: &str) -> String {
    format!("grid:\n{}{rules}\n", ".........\n".repeat(9))
}

/// Returns two grids of 4x4 that share a box.
fn two(rules: &str) -> String {
    let rows = "....~~\n....~~\n......\n......\n~~....\n~~....\n";
    format!("size: 6\nsudoku a at r1c1 size 4\nsudoku b at r3c3 size 4\ngrid:\n{rows}{rules}\n")
}

fn remarks(puzzle: &Puzzle) -> Vec<String> {
    puzzle.about().iter().flat_map(|about| &about.remarks).map(ToString::to_string).collect()
}

#[test]
fn rules_that_cannot_be_are_refused_where_they_stand() {
    for (rule, column, parts) in [
        // Names.
        ("termo: r1c1 r1c2", 1, &["\"termo\"", "did you mean thermo?"][..]),
        ("foo: r1c1", 1, &["unknown key or rule \"foo\"", "sudoku rules"]),
        ("diagonal", 1, &["did you mean diagonal+?"]),
        // Text before the colon.
        ("killer ten: r1c1 r1c2", 8, &["at most one number", "killer [SUM]: CELLS"]),
        ("killer 3 4: r1c1 r1c2", 10, &["at most one number"]),
        ("killer 10 r1c1 r1c2", 11, &["a colon is missing before the cells"]),
        ("killer 99999999999: r1c1", 8, &["\"99999999999\" is too large"]),
        ("thermo 3: r1c1-r1c4", 8, &["write nothing before the colon"]),
        ("anti-leap 1", 1, &["write 2 numbers before the colon"]),
        ("anti-leap 0 0", 1, &["is not a leap"]),
        ("quadruple 1 2 3 0: r1c1", 17, &["\"0\" is not a value here", "1-9"]),
        ("regex: r1c1-r1c5", 1, &["text in quotes"]),
        ("regex \"abc: r1c1-r1c5", 7, &["the closing \" is missing"]),
        ("regex \"(\": r1c1-r1c5", 7, &["is never closed"]),
        ("global-mod 0", 12, &["this modulus is impossible", "at least 1"]),
        // Sums.
        ("killer 99: r1c1 r1c2", 8, &["cannot add up to 99", "from 3 to 17"]),
        ("killer 2: r1c1 r1c2", 8, &["cannot add up to 2"]),
        ("sum -2147483648: r1c1", 5, &["cannot add up to that", "from 1 to 9"]),
        ("weighted-sum 2147483647 2147483647 2147483647: r1c1 r1c2", 14, &["cannot add up to that"]),
        ("little-killer 20: r1c2 dl", 15, &["from 2 to 18"]),
        // Cells.
        ("killer: r1c10", 9, &["R1C10 is outside the grid: columns are 1-9"]),
        ("killer: r0c1", 9, &["R0C1 is outside the grid: rows are 1-9"]),
        ("killer: row 10", 13, &["outside the grid"]),
        ("killer: r1c1 foo", 14, &["\"foo\" is not a cell", "did you mean row?"]),
        ("killer:", 1, &["killer needs a list of cells"]),
        ("killer: r1c1 = r1c2", 16, &["one list of cells"]),
        ("windoku: r1c1", 10, &["takes no cells"]),
        ("thermo: r1c1 r1c2 r1c1", 9, &["thermo has R1C1 twice"]),
        ("extra-region: r1c1 r1c2, r2c1 r2c1", 26, &["extra-region has R2C1 twice"]),
        ("white: r1c1", 8, &["white of 1 cell: it takes at least 2"]),
        ("thermo: r1c1-r1c9-r2c9", 9, &["10 cells", "9 values"]),
        ("renban: r1c1-r1c9-r2c9", 9, &["10 cells", "9 values"]),
        ("arrow: r1c1", 1, &["arrow takes 2 lists of cells joined with ="]),
        ("clone: r1c1 = r2c1 r2c2", 15, &["1 cell", "2"]),
        ("sandwich top: 1 2 3", 20, &["3 clues, 9 expected"]),
        ("sandwich 5 (2): row 1", 13, &["one end", "write both"]),
        ("sandwich 5 (2, 10): row 1", 16, &["the end 10 is not a value", "from 1 to 9"]),
        ("sandwich 5 2 3 4: row 1", 16, &["1 to 3 numbers"]),
        ("killer: r1c1 in b", 17, &["\"in\" needs several grids, and this puzzle has one"]),
        ("killer: r1c1 in", 16, &["needs several grids"]),
        // Rules that this grid cannot have.
        ("doppelganger", 1, &["values from 0 to its side"]),
        ("chaos-construction 7", 1, &["81 cells cannot be divided into regions of 7"]),
        ("whisper 9: r1c1 r1c2", 9, &["from 0 to 8"]),
        ("full-rank 37: left 1", 11, &["36 readings"]),
        // Alternatives, and user-defined rules.
        ("either", 7, &["a rule expected, not the end of the line"]),
        ("either killer 3: r1c1 r1c2 |", 29, &["a rule expected"]),
        ("either windoku | foo", 18, &["unknown key or rule \"foo\""]),
        ("either windoku | either windoku", 18, &["either cannot be inside another"]),
        ("either killer 99: r1c1 | killer 98: r1c1", 19, &["cannot add up to 99"]),
        (
            "either clone: r1c1 = r2c1 r2c2 | windoku",
            22,
            &["clone: a list of 1 cell is joined with one of 2"],
        ),
        ("either windoku | killer 3 4: r1c1", 27, &["at most one number"]),
        ("either windoku | minimum: r1c1", 18, &["minimum cannot be one of several alternatives"]),
        ("either windoku | r1c1 == 1", 18, &["a formula begins with require"]),
        ("either require r1c1 == 1 |", 27, &["a rule expected"]),
        ("either require (r1c1 == 1 | r1c2 == 1)", 27, &["or?"]),
        ("require r1c1 == 1 | r1c2 == 1", 19, &["the end of the line expected", "did you mean or?"]),
        ("require r1c1 + = 3", 16, &["a number or a condition expected"]),
        ("require r10c1 = 3", 9, &["outside the grid"]),
        ("each adjacent a b: a + c = 3", 24, &["\"c\""]),
    ] {
        assert_refused(&nine(rule), (11, column), parts);
    }
    for (rule, column, parts) in [
        ("killer: r1c1 in c", 17, &["the name of a grid expected, not \"c\"", "grids are a, b"][..]),
        ("killer: r5c5 in a", 9, &["R5C5 is outside the grid: rows are 1-4"]),
        ("killer: r1c6", 9, &["R1C6 is in no grid of the canvas"]),
        ("killer: r1c4-r3c6", 14, &["is in no grid of the canvas"]),
    ] {
        assert_refused(&two(rule), (11, column), parts);
    }
}

#[test]
fn probable_mistakes_are_warnings() {
    for (rule, warning) in [
        ("killer 10: r1c1 r1c1 r1c2", "11:12: killer has R1C1 twice (it counts twice in the sum)"),
        ("anti-leap 20 30", "11:1: anti-leap 20 30 is too long for the grid"),
        ("math + 4: r1c1 r1c1", "11:11: math has R1C1 twice"),
        ("x: r1c1 r1c1", "11:4: x has R1C1 twice"),
        ("sum-line 10 loop: r1c1 r1c2 r1c1", "11:19: sum-line has R1C1 twice"),
        ("slow-thermo: r1c1 r1c2 r1c1", "11:14: slow-thermo has R1C1 twice"),
        ("renban: r1c1", "11:9: renban of 1 cell allows everything (list at least 2 cells)"),
        ("thermo: r1c1", "11:9: thermo of 1 cell allows everything (list at least 2 cells)"),
        ("whisper 0: r1c1 r1c2", "11:9: whisper 0 allows everything"),
        ("weighted-sum 9 1 0: r1c1 r1c2", "11:18: weighted-sum: a cell of weight 0 does not count"),
        (
            "modular 10: r1c1 r1c2",
            "11:9: modular 10, but there are 9 values (so this says that the cells differ)",
        ),
        ("global-mod 10", "11:12: global-mod 10: no four cells have so many remainders here"),
        ("either math + 4: r1c1 r1c1 | windoku", "11:18: math has R1C1 twice"),
        (
            "either killer 99: r1c1 | windoku",
            "11:19: a cage of 1 cell cannot add up to 99 (sums are from 1 to 9)",
        ),
    ] {
        assert_eq!(remarks(&one(&nine(rule))), [warning]);
    }
    assert_eq!(remarks(&one(&nine("killer 10: r1c1 r1c2"))), [""; 0]);
}

#[test]
fn impossible_grids_are_refused_at_their_place() {
    let rows = ".........\n".repeat(9);
    for (head, column, parts) in [
        ("cells: A 1001", 8, &["1 to 1000"][..]),
        ("cells: A 99999999999999999999", 8, &["are not cells beside the grid"]),
        ("cells: A 0", 8, &["1 to 1000"]),
        ("cells: A 4294967296x4294967296", 8, &["are not cells beside the grid"]),
        ("cells: R 5", 8, &["are not cells beside the grid"]),
        ("cells: A 5\ncells: A 6", 8, &["the name A is used twice"]),
        ("values: 0-64", 9, &["from 1 to 64 values"]),
        ("values: -2147483648-2147483647", 9, &["from 1 to 64 values"]),
        ("values: -2147483648--2147483640", 9, &["begin between -1000 and 1000"]),
        ("sudoku a at r5c5", 8, &["grid a reaches R13C13, outside the canvas of 9x9"]),
        ("sudoku a at r1c1 size 0", 8, &["grid a has no cells"]),
        ("sudoku a at r10c1", 13, &["outside the grid"]),
        ("sudoku a at r1c1\nsudoku a at r1c1", 8, &["the name a is used twice"]),
    ] {
        assert_refused(&format!("{head}\ngrid:\n{rows}"), (1, column), parts);
    }
    let names: String = (0..33).map(|at| format!("sudoku a{at} at r1c1\n")).collect();
    assert_refused(&format!("{names}grid:\n{rows}"), (1, 8), &["more than 32 names"]);
}

#[test]
fn no_text_is_too_much() {
    let deep =
        |open: &str, close: &str| format!("require {}r1c1{} = 1", open.repeat(10_000), close.repeat(10_000));
    for (rule, parts) in [
        (deep("(", ")"), &["more than 64 levels"][..]),
        (deep("-", ""), &["more than 64 levels"]),
        (deep("abs(", ")"), &["more than 64 levels"]),
        (format!("require {}r1c1 = 1", "not ".repeat(10_000)), &["more than 64 levels"]),
        (format!("require {}r1c1 = 1", "r1c1 = 1 and ".repeat(10_000)), &["more than 4096"]),
        (format!("require {}r1c1 = 1", "r1c1 * ".repeat(60)), &["numbers in formulas lie within"]),
        (format!("either {}windoku", "either ".repeat(100_000)), &["inside another"]),
        (format!("sum 10: {}", "all ".repeat(100_000)), &["a list of more than 16384 cells"]),
        (format!("killer: {}", "r1c1, ".repeat(20_001)), &["more than 20000 clues"]),
        ("regex \"(((.{300}){300}){300})\": row 1".into(), &["more than 300 numbers"]),
        (
            format!("regex \"{}{}\": row 1", "(".repeat(10_000), ")".repeat(10_000)),
            &["regex \"((((((((((((((((((((…\""],
        ),
        (
            format!("regex \"{}2\": row 1", "1|".repeat(100_000)),
            &["regex \"1|1|1|1|1|1|1|1|1|1|…\"", "more than 300"],
        ),
        (
            format!("automaton \"a: {}1 b; accept b\": row 1", "1 b, ".repeat(40_000)),
            &["4096 states or 32768 transitions"],
        ),
        ("each window 9x9 a b: a > b".into(), &["more than 64 cells"]),
        ("each window 999x999 a b: a > b".into(), &["too large"]),
    ] {
        let refused = refused(&nine(&rule));
        assert!(parts.iter().all(|part| refused.what.contains(part)), "{refused}");
        assert!(refused.to_string().len() < 400, "the message is too long: {refused}");
    }
}

#[test]
fn each_alternative_names_its_own_grid() {
    let text = two("either killer 3: r1c1 r1c2 in a | killer 4: r4c3 r4c4 in b & anti-knight in a");
    let mut written = String::new();
    assert_eq!(write(&one(&text), Format::Native, 0, &mut written), None);
    assert_eq!(written, text);
}

/// A formula in an alternative ends where the next one begins; both are read back as written.
#[test]
fn formulas_can_be_alternatives() {
    let mut counts = Vec::new();
    for rule in [
        "either require r1c1 == 1 | diagonals",
        "either diagonals | require r1c1 == 1",
        "either diagonals | each along r1c1 a: a == 1",
        "either require r1c1 == 1 & require r1c1 == 1 or r1c2 == 7 | diagonals",
        "either require (r1c1 == 1) | diagonals & diagonals",
    ] {
        let puzzle = one(&format!("size: 4\n{rule}\n"));
        let mut written = String::new();
        assert_eq!(write(&puzzle, Format::Native, 0, &mut written), None);
        assert_eq!(one(&written).clues(), puzzle.clues(), "{written}");
        counts.push(Solver::default().count(&puzzle, 1000, || {}).0);
    }
    // A quarter of all 288 begin with 1; 48 have diagonals with different numbers, 12 of them with 1.
    assert_eq!(counts, [Count::Exactly(72 + 48 - 12); 5]);
}

#[test]
fn a_degenerate_alternative_has_its_meaning() {
    let count = |rule: &str| Solver::default().count(&one(&format!("size: 4\n{rule}\n")), 1000, || {}).0;
    // r1c1 is 2.
    assert_eq!(count("math + 4: r1c1 r1c1"), Count::Exactly(72));
    assert_eq!(count("either math + 4: r1c1 r1c1 | diagonals"), Count::Exactly(108));
    assert_eq!(count("either whisper 0: r1c1 r1c2 | diagonals"), Count::Exactly(288));
    assert_eq!(count("either killer 99: r1c1 | diagonals"), Count::Exactly(48));
    assert_eq!(count("global-mod 5"), Count::Exactly(0));
}

#[test]
fn numbers_before_the_colon_may_be_a_list_in_brackets() {
    for (written, plain) in [
        ("sandwich 12 (2,8): row 3", "sandwich 12 2 8: left 3"),
        ("sandwich 12 ( 2 , 8 ): row 3", "sandwich 12 2 8: left 3"),
        ("anti-leap (1, 3)", "anti-leap 1 3"),
        ("sandwich (2, 8) top: 4 . . . . . . . 9", "sandwich 4 2 8: top 1\nsandwich 9 2 8: top 9"),
        ("full-rank any left: 4 . . . . . . . .", "full-rank 4 any: left 1"),
    ] {
        let mut text = String::new();
        assert_eq!(write(&one(&nine(written)), Format::Native, 0, &mut text), None);
        assert!(text.ends_with(&format!("\n{plain}\n")), "{written}: {text}");
        assert_eq!(one(&text).clues(), one(&nine(written)).clues());
    }
}

/// If a rule names one of several grids, its positions are counted in that grid.
#[test]
fn sides_belong_to_the_named_grid() {
    let cells = |rule: &str| {
        let puzzle = one(&two(rule));
        let mut written = String::new();
        assert_eq!(write(&puzzle, Format::Native, 0, &mut written), None);
        assert_eq!(one(&written).clues(), puzzle.clues(), "{written}");
        puzzle.clues().iter().map(|clue| clue.cells().to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(cells("sandwich 5: top 1 in b"), [[14, 20, 26, 32]]);
    assert_eq!(cells("sandwich 5: top 1"), [[0, 6, 12, 18]]);
    assert_eq!(cells("sandwich 5: right 1 in b"), [[17, 16, 15, 14]]);
    // A side of the named grid has as many positions as the grid, not the canvas.
    assert_eq!(cells("sandwich top: 5 . . 0 in b"), [[14, 20, 26, 32], [17, 23, 29, 35]]);
    assert_refused(&two("sandwich top: 5 . . 0 . . in b"), (11, 23), &["the end of the line expected"]);
    assert_refused(&two("sandwich top: 5 . . in b"), (11, 21), &["top has 3 clues, 4 expected"]);
    // Quotes may contain the separator of alternatives.
    assert_eq!(
        cells("either regex \"1|2.*\": left 1 in b | windoku in a").len() + cells("windoku in a").len(),
        2
    );
}
