//! Messages, positions and hints of errors in formulas.

use proptest::prelude::*;

use super::*;

fn error(text: &str, grid: &Grid, names: &[&str]) -> String {
    read(text, grid, &usual(grid), names).map(|_| text).expect_err(text).to_string()
}

#[test]
fn formulas() {
    let grid = Grid::square(9).unwrap();
    for (text, message) in [
        ("", "5:9: a number or a condition expected, not the end of the line"),
        ("# why", "5:9: a number or a condition expected, not the end of the line"),
        ("r1c1", "5:9: a condition expected, but this is a number (compare it: == != < <= > >=)"),
        ("r1c1 ==", "5:16: a number or a condition expected, not the end of the line"),
        ("r1c1 == r1c10", "5:17: R1C10 is outside the grid: columns are 1-9"),
        ("r1c1 == r0c1", "5:17: R0C1 is outside the grid: rows are 1-9"),
        ("r1 == 2", "5:11: c and a column expected, not \" \""),
        ("r1c1x == 2", "5:13: a blank after a cell expected, not \"x\""),
        ("r1c1 == 2147483649", "5:17: 2147483649 is too large: at most 2147483648"),
        ("r1c1 + 2147483648 > 1", "5:16: 2147483648 is too large: numbers in formulas lie within ±268435456"),
        (
            "r1c1 * 100000000 > 1",
            "5:9: its value can be 900000000: numbers in formulas lie within ±268435456",
        ),
        (
            "1 < 2 and 3 < min(r1c1, 300000000)",
            "5:33: 300000000 is too large: numbers in formulas lie within ±268435456",
        ),
        ("r1c1 == 1 2", "5:19: an operator or the end of the line expected, not \"2\""),
        ("r1c1 == 1.5", "5:18: an operator or the end of the line expected, not \".\""),
        (
            "r1c1 == 1 adn r1c2 == 2",
            "5:19: an operator or the end of the line expected, not \"adn\" (did you mean and?)",
        ),
        (
            "1 < 2 && 2 < 3",
            "5:15: an operator or the end of the line expected, not \"&\" (did you mean and?)",
        ),
        ("1 < 2 || 2 < 3", "5:15: an operator or the end of the line expected, not \"|\" (did you mean or?)"),
        ("! 1 < 2", "5:9: a number or a condition expected, not \"!\" (did you mean not?)"),
        (
            "r1c1 ^ 2 == 4",
            "5:14: an operator or the end of the line expected, not \"^\" (a square is r1c1 * r1c1)",
        ),
        ("(r1c1 + 1 == 2", "5:23: an operator or ) expected, not the end of the line"),
        ("r1c1 == 1)", "5:18: an operator or the end of the line expected, not \")\""),
        ("(r1c1 == 1) + 1 == 2", "5:9: a number expected, but this is a condition"),
        ("1 + (r1c1 == 1) == 2", "5:13: a number expected, but this is a condition"),
        ("r1c1 == (r1c2 == 1)", "5:17: a number expected, but this is a condition"),
        ("(r1c1 == 1) == 1", "5:9: a number expected, but this is a condition"),
        (
            "r1c1 and r1c2 == 1",
            "5:9: a condition expected, but this is a number (compare it: == != < <= > >=)",
        ),
        ("1 < 2 implies 3", "5:23: a condition expected, but this is a number (compare it: == != < <= > >=)"),
        ("not r1c1", "5:13: a condition expected, but this is a number (compare it: == != < <= > >=)"),
        ("1 == not 2", "5:14: a number expected, not \"not\""),
        ("-(1 < 2) == 1", "5:10: a number expected, but this is a condition"),
        ("abs(1 < 2) == 1", "5:13: a number expected, but this is a condition"),
        ("abs r1c1 == 1", "5:13: ( expected, not \"r1c1\" (abs(r1c1 - r1c2))"),
        ("abs{r1c1} == 1", "5:12: ( expected, not \"{\" (abs(r1c1 - r1c2))"),
        ("abs(1, 2) == 1", "5:14: an operator or ) expected, not \",\""),
        ("min == 1", "5:13: ( or { expected, not \"=\" (min(r1c1, r2c2) or min{row 1})"),
        ("max(r1c1 r1c2) == 1", "5:18: an operator or ) expected, not \"r1c2\""),
        ("sum(r1c1, r1c2) == 1", "5:12: { expected, not \"(\" (sum{r1c1 r2c2} or sum{row 1})"),
        ("sum{} == 1", "5:13: a cell expected, not \"}\""),
        ("sum{r1c1, r1c2} == 1", "5:17: a cell or } expected, not \",\""),
        ("sum{r1c1 == 1", "5:18: a cell or } expected, not \"=\""),
        ("sum{rwo 1} == 1", "5:13: \"rwo\" is not a cell (did you mean row?)"),
        (
            "sum{r1c1-r2c3} == 1",
            "5:18: R1C1 and R2C3 are not on one line (a path runs along a row, a column or a diagonal)",
        ),
        ("count{row 1} == 1", "5:20: , and what is counted expected, not \"}\""),
        ("count{row 1, 1", "5:23: an operator or } expected, not the end of the line"),
        ("count(row 1, 1) == 1", "5:14: { expected, not \"(\" (count{row 1, 5})"),
        ("r1c1 == 'Z'", "5:17: \"Z\" is not a symbol of this puzzle (symbols are 1-9)"),
        ("r1c1 == 'Z", "5:17: the closing ' is missing"),
        ("r1c1 == smu{row 1}", "5:17: unknown name \"smu\" (did you mean sum?)"),
        ("r1c1 == middle", "5:17: unknown name \"middle\" (write a cell as r1c1 and a symbol in quotes)"),
        ("row 1 == 5", "5:9: unknown name \"row\" (write a list of cells in braces: sum{row …})"),
        ("all different{row 1}", "5:9: unknown name \"all\" (write a list of cells in braces: sum{all …})"),
    ] {
        assert_eq!(error(text, &grid, &[]), message, "{text}");
    }
}

#[test]
fn names() {
    let grid = Grid::square(4).unwrap();
    let names = ["left_one", "b"];
    for (text, message) in [
        ("b == left_oen", "5:14: unknown name \"left_oen\" (did you mean left_one?)"),
        ("b == ninety", "5:14: unknown name \"ninety\" (names are left_one b)"),
        ("sum{b-r1c1} == 1", "5:14: a blank after a cell expected, not \"-\""),
        ("sum{b r9c1} == 1", "5:15: R9C1 is outside the grid: rows are 1-4"),
    ] {
        assert_eq!(error(text, &grid, &names), message, "{text}");
    }
}

#[test]
fn each() {
    let grid = Grid::square(4).unwrap();
    for (text, message) in [
        (
            "",
            "7:6: where it holds expected, not the end of the line (each goes over adjacent, knight, king, window, along, pairs)",
        ),
        ("knigth a b: a < b", "7:6: each cannot go over \"knigth\" (did you mean knight?)"),
        (
            "cell a: a < 2",
            "7:6: each cannot go over \"cell\" (each goes over adjacent, knight, king, window, along, pairs)",
        ),
        ("king a: a < 2", "7:11: 2 names expected, not 1"),
        ("king a b c: a < 2", "7:11: 2 names expected, not 3"),
        ("king: 1 < 2", "7:10: 2 names expected, not 0"),
        ("king a b", "7:14: a name or : expected, not the end of the line"),
        ("king a B b: a < b", "7:15: a second \"b\""),
        ("king a min: a < 2", "7:13: \"min\" is reserved"),
        ("king a r1c1: a < 2", "7:13: \"r1c1\" is reserved"),
        ("king a row: a < 2", "7:13: \"row\" is reserved"),
        ("king a in: a < 2", "7:13: \"in\" is reserved"),
        ("king a b: a < c", "7:20: unknown name \"c\" (names are a b)"),
        ("window a b: a < b", "7:13: a number expected, not \"a\""),
        ("window 2 a b: a < b", "7:14: x and a width expected, not \" \" (window 2x2)"),
        ("window 2x5 a: a < 1", "7:13: a window of 2x5 is larger than the grid: 4 rows of 4 cells"),
        ("window 0x2 a: a < 1", "7:13: a window without cells"),
        ("window 2x2 a b: a < b", "7:17: 4 names expected, not 2"),
        ("along r1c1 r1c2 a b c: a < b", "7:22: 3 names, but the list has 2 cells"),
        ("along row 1 : 1 < 2", "7:18: 1 name expected, not 0"),
        ("along rwo 1 a b: a < b", "7:12: \"rwo\" is not a cell (did you mean row?)"),
        ("along r1c1 2 a: a < 2", "7:17: a name or : expected, not \"2\""),
        (
            "pairs a b: a < b",
            "7:12: \"a\" is not a cell (cells are r1c1, r1c1-r1c9, r1-3c1-3, row 1, column 1, box 1, all)",
        ),
    ] {
        let each = Each::parse(&mut Scanner::new(text, 7, 6), &grid, &usual(&grid), Until::End);
        assert_eq!(each.map(|_| text).expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn depth_and_size_have_limits() {
    let grid = Grid::square(9).unwrap();
    let fails = |text: &str| error(text, &grid, &[]);
    let reads = |text: &str| read(text, &grid, &usual(&grid), &[]).is_ok();
    let nested =
        |open: &str, close: &str, times| format!("{}r1c1{} == 1", open.repeat(times), close.repeat(times));
    for (open, close) in [("(", ")"), ("abs(", ")"), ("-", ""), ("min(1, ", ")")] {
        assert!(reads(&nested(open, close, 64)), "{open}");
        let column = 9 + 64 * open.len();
        assert_eq!(fails(&nested(open, close, 65)), format!("5:{column}: a formula of more than 64 levels"));
        assert!(fails(&nested(open, close, 100_000)).ends_with("a formula of more than 64 levels"));
    }
    // The comparison is a level, too.
    assert!(reads(&format!("{}1 < 2", "not ".repeat(63))));
    assert_eq!(fails(&format!("{}1 < 2", "not ".repeat(64))), "5:265: a formula of more than 64 levels");

    let tokens = "a formula of more than 4096 words, numbers and signs";
    for (text, more) in
        [("1 < 2", " or 1 < 2"), ("1 < 2", " implies 1 < 2"), ("1 == 1", " + 1"), ("1", " < 2")]
    {
        assert!(reads(&format!("{text}{}", more.repeat(1000))), "{more}");
        assert!(fails(&format!("{text}{}", more.repeat(5000))).ends_with(tokens), "{more}");
    }
    assert!(fails(&format!("sum{{{}}} == 1", "r1c1 ".repeat(5000))).ends_with(tokens));
}

#[test]
fn lists_count_with_all_their_cells() {
    let grid = Grid::square(64).unwrap();
    let fails = |text: &str| error(text, &grid, &[]);
    let size = "a formula of more than 65536 numbers, all lists written out";
    assert_eq!(fails(&format!("sum{{{}}} == 1", "all ".repeat(1000))), format!("5:77: {size}"));
    assert_eq!(fails("r1c1 == count{all, sum{all}}"), format!("5:17: {size}"));
    assert_eq!(fails("count{all, count{all, count{all, 1}}} == 1"), format!("5:20: {size}"));
    assert_eq!(fails(&"sum{all} == sum{all} and ".repeat(100)), format!("5:209: {size}"));
    assert_eq!(fails(&"all-different{all} and ".repeat(100)), format!("5:377: {size}"));
    // The size of the model doubles with every level.
    for (open, close, levels) in [("count{r1c1, ", "}", 15), ("1 / (2 + ", ")", 16)] {
        let nested = |levels| format!("{}r1c1{} == 1", open.repeat(levels), close.repeat(levels));
        assert!(read(&nested(levels - 2), &grid, &usual(&grid), &[]).is_ok());
        assert!(fails(&nested(levels)).ends_with(size), "{open}");
    }
    let each = |text: &str| Each::parse(&mut Scanner::new(text, 7, 6), &grid, &usual(&grid), Until::End);
    assert_eq!(
        each("pairs all a b: a < b").expect_err("pairs").to_string(),
        "7:6: 8386560 places and 2 numbers at each are too many (at most 1048576 together)"
    );
    assert!(each("adjacent a b: sum{all} > a + b").is_err());
    assert!(each("king a b: a != b").is_ok());
}

/// Pieces of formulas in random order.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "r1c1",
        "r2c2-r4c4",
        "a",
        "12",
        "2147483648",
        "'1'",
        "'",
        "(",
        ")",
        "{",
        "}",
        ",",
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "<",
        "!",
        "not",
        "and",
        "or",
        "implies",
        "abs(",
        "min{",
        "max(",
        "sum{row 1}",
        "count{all, ",
        "all-different{",
        ":",
        "#",
        "é",
        "along",
        "window 2x2",
        "king",
        "in",
    ];
    let piece = (prop::sample::select(pieces.to_vec()), prop::sample::select(vec!["", " "]));
    prop::collection::vec(piece, 0..20)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, blank)| piece.to_owned() + blank).collect())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_at_a_place(text in soup()) {
        let grid = Grid::square(4).unwrap();
        let symbols = usual(&grid);
        let formula = read(&text, &grid, &symbols, &["a"]).err();
        let each = Each::parse(&mut Scanner::new(&text, 5, 9), &grid, &symbols, Until::End).err();
        for error in formula.into_iter().chain(each) {
            let columns = 9..=9 + text.chars().count() as u32;
            prop_assert!(error.line == 5 && columns.contains(&error.column), "{text}: {error}");
        }
    }
}
