//! Boards as facts: row, column and digit of each given.

use super::forms::{EASY_SOLVED, check};
use super::*;

/// Returns a fact for each given, by its row and column from 0 on, joined.
fn facts(fact: impl Fn(usize, usize, char) -> String, between: &str) -> String {
    let givens = EASY.chars().enumerate().filter(|&(_, c)| c != '.');
    givens.map(|(cell, c)| fact(cell / 9, cell % 9, c)).collect::<Vec<_>>().join(between)
}

fn letter(number: usize) -> char {
    char::from(b'A' + number as u8)
}

#[test]
fn facts_of_programs_and_solvers() {
    let by_number = |begin: &'static str, middle: &'static str, last: &'static str, end: &'static str| {
        facts(move |r, c, v| format!("{begin}{}{middle}{}{last}{v}{end}", r + 1, c + 1), "\n")
    };
    check(&[
        ("tuples from 0", format!("b = [{}]", facts(|r, c, v| format!("({r}, {c}, {v})"), ", "))),
        (
            "tuples from 1, a line each",
            format!("b = [\n{}\n]\nfor r, c, v in b: pass", by_number("    (", ", ", ", ", "),")),
        ),
        ("lists", format!("{{\"clues\": [{}]}}", facts(|r, c, v| format!("[{r},{c},{v}]"), ","))),
        (
            "objects, a line each",
            format!(
                "[\n{}\n]",
                facts(
                    |r, c, v| format!("  {{\"row\": {}, \"col\": {}, \"value\": {v}}}", r + 1, c + 1),
                    ",\n"
                )
            ),
        ),
        (
            "objects with the column first",
            format!("[{}]", facts(|r, c, v| format!("{{\"x\":{c},\"y\":{r},\"digit\":\"{v}\"}}"), ",")),
        ),
        ("facts of prolog", by_number("given(", ",", ",", ").")),
        ("facts in a line", by_number("initial(", ",", ",", ").").replace('\n', " ")),
        (
            "facts and rules",
            format!("{}\n1 {{ s(X,Y,N) : n(N) }} 1 :- x(X), y(Y).", by_number("s(", ",", ",", ").")),
        ),
        ("minizinc", by_number("constraint x[", ",", "] = ", ";") + "\nsolve satisfy;"),
        (
            "smt",
            format!("(declare-const x11 Int)\n{}\n(check-sat)", by_number("(assert (= x", "", " ", "))")),
        ),
        ("smt arrays", facts(|r, c, v| format!("(assert (= (select (select a {r}) {c}) {v}))"), "\n")),
        ("z3", facts(|r, c, v| format!("s.add(X[{r}][{c}] == {v})"), "\n") + "\nprint(s.check())"),
        ("assignments", facts(|r, c, v| format!("grid[{r}][{c}] = {v};"), "\n")),
        ("a linear program", format!("Subject To\n{}\nEnd", by_number(" x_", "_", "_", " = 1"))),
        (
            "a linear program with names",
            facts(|r, c, v| format!("g{r}{c}: x_{}_{}_{v} = 1", r + 1, c + 1), "\n"),
        ),
        ("ampl", by_number("fix x[", ",", ",", "] := 1;")),
        ("clauses", format!("p cnf 999 38\n{}", by_number("", "", "", " 0"))),
        ("rows and columns", by_number("R", "C", "=", "").replace('\n', ", ")),
        ("rows and columns, a line each", by_number("r", "c", ": ", "")),
        ("names of cells", facts(|r, c, v| format!("{}{}={v}", letter(r), c + 1), " ")),
        (
            "names of cells as keys",
            format!("{{{}}}", facts(|r, c, v| format!("\"{}{}\": \"{v}\"", letter(r), c + 1), ", ")),
        ),
        ("a table", format!("row,col,value\n{}", by_number("", ",", ",", ""))),
        ("numbers", by_number("", " ", " ", "")),
        ("numbers after their count", format!("38\n{}", facts(|r, c, v| format!("{r} {c} {v}"), "\n"))),
        ("a dictionary", format!("d = {{{}}}", facts(|r, c, v| format!("({r},{c}): {v}"), ", "))),
        (
            "values of sql",
            format!(
                "INSERT INTO g (r, c, v) VALUES\n{};",
                facts(|r, c, v| format!("({r}, {c}, {v})"), ",\n")
            ),
        ),
        ("statements of sql", by_number("INSERT INTO cells (row, col, val) VALUES (", ", ", ", ", ");")),
        (
            "printed by sql",
            format!(
                " row | col | val \n-----+-----+-----\n{}\n(38 rows)",
                by_number("   ", " |   ", " |   ", "")
            ),
        ),
        (
            "xml",
            format!("<sudoku>\n{}\n</sudoku>", by_number("  <cell row=\"", "\" col=\"", "\">", "</cell>")),
        ),
        ("xml with the column first", facts(|r, c, v| format!("<c x=\"{c}\" y=\"{r}\" v=\"{v}\"/>"), "\n")),
        ("basic", by_number("Cells(", ", ", ").Value = ", "")),
        (
            "names of a spreadsheet",
            facts(|r, c, v| format!("Range(\"{}{}\").Value = {v}", letter(c), r + 1), "\n"),
        ),
        ("calls", facts(|r, c, v| format!("board.set({r}, {c}, {v});"), "\n")),
        ("lists of lisp", format!("'({})", facts(|r, c, v| format!("({r} {c} {v})"), " "))),
        ("sentences", by_number("Row ", ", column ", ": ", "")),
        ("maps", format!("Map({})", facts(|r, c, v| format!("({r}, {c}) -> {v}"), ", "))),
        ("pairs", format!("[{}]", facts(|r, c, v| format!("(({r},{c}),{v})"), ","))),
    ]);
}

#[test]
fn facts_of_other_sizes_and_orders() {
    let mut by_digit: Vec<(char, usize)> =
        EASY.chars().enumerate().filter(|&(_, c)| c != '.').map(|(cell, c)| (c, cell)).collect();
    by_digit.sort_unstable();
    let text: Vec<String> =
        by_digit.iter().map(|(c, cell)| format!("({},{},{c})", cell / 9, cell % 9)).collect();
    assert_board("by digit", &format!("[{}]", text.join(", ")), EASY);
    let side = 16;
    let board = solved(side);
    let text: Vec<String> = (0..side * side)
        .filter(|cell| !cell.is_multiple_of(3))
        .map(|cell| format!("({}, {}, {})", cell / side, cell % side, board[cell] + 1))
        .collect();
    let (found, errors) = boards(&format!("g = [{}]", text.join(", ")));
    assert_eq!((found.len(), errors), (1, Vec::new()));
    let value = |cell: usize| if !cell.is_multiple_of(3) { Some(board[cell] + 1) } else { None };
    let symbol = |value| char::from_digit(value, 17).map_or('.', |c| c.to_ascii_uppercase());
    let expected: String =
        (0..side * side).map(|cell| value(cell).map_or('.', |value| symbol(u32::from(value)))).collect();
    assert_eq!(found, [expected]);
}

#[test]
fn numbers_of_facts_may_be_filled_up_and_named_by_a_header() {
    let side = 16;
    let board = solved(side);
    let padded: String = (0..side * side)
        .filter(|cell| !cell.is_multiple_of(3))
        .map(|cell| format!("R{:02}C{:02}={:02}\n", cell / side + 1, cell % side + 1, board[cell] + 1))
        .collect();
    let symbol = |value| char::from_digit(value, 17).map_or('.', |c| c.to_ascii_uppercase());
    let cell = |cell: usize| if cell.is_multiple_of(3) { '.' } else { symbol(u32::from(board[cell]) + 1) };
    assert_board("padded", &padded, &(0..side * side).map(cell).collect::<String>());
    for (header, order) in [("col,row,value", [1, 0, 2]), ("x,y,v", [1, 0, 2]), ("value,row,col", [2, 0, 1])]
    {
        let line = |r: usize, c: usize, v: char| {
            let parts = [(r + 1).to_string(), (c + 1).to_string(), v.to_string()];
            order.map(|at| parts[at].clone()).join(",")
        };
        assert_board(header, &format!("{header}\n{}\n", facts(line, "\n")), EASY);
    }
}

#[test]
fn digits_for_open_cells_of_a_board_are_no_board() {
    let steps: String = (0..81)
        .filter(|&cell| EASY.as_bytes()[cell] == b'.')
        .map(|cell| format!("then R{}C{}={}\n", cell / 9 + 1, cell % 9 + 1, &EASY_SOLVED[cell..=cell]))
        .collect();
    for sign in [".", "0", "x", "_", "·", "□", "-"] {
        let board = EASY.replace('.', sign);
        let found = boards(&format!("Solve {board} like this:\n{steps}"));
        assert_eq!(found, (vec![EASY.to_owned()], Vec::new()), "{sign}");
    }
    assert_eq!(boards(&format!("This is mine:\n{steps}")).0.len(), 1, "alone they are one");
}

/// What has three numbers again and again is seldom a board.
#[test]
fn other_facts_are_silent() {
    let range = |count: usize, of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<String>();
    for text in [
        range(30, &|at| format!("({}, {}, {})\n", at % 7, at % 5, at % 3)),
        range(30, &|at| format!("2026-11-{:02} {} {}\n", at + 1, at % 9, at % 4)),
        range(30, &|at| format!("v{}.{}.{} was released. ", at / 10, at % 10, at % 6)),
        range(30, &|at| format!("point({at}, {}, {}).\n", 2 * at, 3 * at)),
        range(16, &|at| format!("({},{},{}) ", at / 4 + 1, at % 4 + 1, (at + at / 4) % 4 + 1)),
        range(81, &|at| format!("{} - {} = {}\n", at / 9 + at % 9 + 2, at / 9 + 1, at % 9 + 1)),
        range(81, &|at| format!("{} + {} = {}\n", at % 9 + 1, at / 9 + 1, (at % 9 + at / 9) % 9 + 1)),
        facts(|r, c, v| format!("constraint x[{r},{c}] != {v};\n"), ""),
        facts(|r, c, v| format!("R{}C{}<>{v}\n", r + 1, c + 1), ""),
        facts(|r, c, v| format!("-{}{}{v} 0\n", r + 1, c + 1), ""),
        facts(|r, c, v| format!("({r},{c},{})", u32::from(v) - u32::from('1')), " "),
        facts(|r, c, v| format!("({}, {}, {v})", r + 2, c + 2), " "),
        facts(|r, c, _| format!("({r}, {c}, 5)"), " "),
        format!("{} (8,8,1)", facts(|r, c, v| format!("({r},{c},{v})"), " ")),
    ] {
        assert_eq!(boards(&format!("These are numbers:\n{text}\n")), (Vec::new(), Vec::new()), "{text}");
    }
}
