//! Written formulas parse back to equal formulas.

use super::random::Random;
use super::*;

fn comes_back(text: &str, grid: &Grid, symbols: &Symbols, names: &[&str]) {
    let formula = read(text, grid, symbols, names).unwrap_or_else(|error| panic!("{text}: {error}"));
    let written = formula.text(&Context { layout: grid, symbols, names });
    let again = read(&written, grid, symbols, names).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again, formula, "{text} as {written}");
}

#[test]
fn every_operator_and_function() {
    let grid = grid(2, 2, 1..=4);
    for symbols in ["ABCD", "a' B\" c d"] {
        let symbols = Symbols::parse(symbols).unwrap();
        for text in FORMULAS {
            let text = if symbols.get(0) == "A" { text.into() } else { text.replace("'A'", "\"a'\"") };
            let text = if symbols.get(0) == "A" { text } else { text.replace("\"b\"", "'B\"'") };
            comes_back(&text, &grid, &symbols, &[]);
        }
    }
}

#[test]
fn random_formulas() {
    let grid = grid(2, 2, 1..=4);
    for seed in 0..1000 {
        comes_back(&Random::new(seed).formula(5, &["x", "Y"]), &grid, &usual(&grid), &["x", "Y"]);
    }
}

#[test]
fn text_has_the_usual_form() {
    let grid = Grid::square(9).unwrap();
    for (text, written) in [
        ("R1C1+r1c2=A", "r1c1 + r1c2 == a"),
        ("((r1c1)) <= (2 * (b))", "r1c1 <= 2 * b"),
        ("(r1c1 - 1) - 2 == r1c1 - (1 - 2)", "(r1c1 - 1) - 2 == r1c1 - (1 - 2)"),
        ("SUM{row 1 a}=45", "sum{r1c1-r1c9 a} == 45"),
        ("Count { r1c1 r1c2 , '5' } < 2", "count{r1c1 r1c2, '5'} < 2"),
        ("NOT(r1c1 == 1 AND r1c2 == 2) OR 1 < 2", "not (r1c1 == 1 and r1c2 == 2) or 1 < 2"),
        ("all_different{ r1-2c1-2 } # so", "all-different{r1c1 r1c2 r2c1 r2c2}"),
        ("-(a+b) * 3 > -a * 3", "-(a + b) * 3 > -a * 3"),
    ] {
        let symbols = usual(&grid);
        let context = Context { layout: &grid, symbols: &symbols, names: &["a", "b"] };
        assert_eq!(read(text, &grid, &symbols, context.names).unwrap().text(&context), written);
    }
}

#[test]
fn each_reads_back() {
    let grid = grid(4, 4, 1..=4);
    let symbols = usual(&grid);
    let read = |text: &str| Each::parse(&mut Scanner::new(text, 1, 1), &grid, &symbols, Until::End).unwrap();
    for (text, written) in [
        ("adjacent a b: a != b + 1", "adjacent a b: a != b + 1"),
        ("KNIGHT x  y : x != y # no two", "knight x y: x != y"),
        ("king a b: sum{a b} < 8", "king a b: sum{a b} < 8"),
        ("window 2X2 a b c d: a + d == b + c", "window 2x2 a b c d: a + d == b + c"),
        ("along row 1 r2c4 p q r:p<q or q<r", "along r1c1-r1c4 r2c4 p q r: p < q or q < r"),
        ("pairs r1c1 r2c2 r4c3 one two: one * two > 3", "pairs r1c1 r2c2 r4c3 one two: one * two > 3"),
    ] {
        let each = read(text);
        assert_eq!(each.text(&grid, &symbols), written);
        assert_eq!(read(written), each, "{written}");
    }
}
