//! Tests of the tuples of cells to which formulas apply.

use super::*;
use crate::formula::each::Span;

fn tuples(text: &str, grid: &Grid) -> Vec<String> {
    let each = Each::parse(&mut Scanner::new(text, 1, 1), grid, &usual(grid), Until::End).unwrap();
    let name = |cell: &u16| grid.name((*cell).into()).to_string().replace(['R', 'C'], "");
    let shown = |tuple: &Vec<u16>| tuple.iter().map(name).collect::<Vec<_>>().join(" ");
    each.tuples(grid).iter().map(shown).collect()
}

#[test]
fn cells_beside_each_other_come_in_reading_order() {
    let grid = grid(2, 3, 1..=3);
    assert_eq!(
        tuples("adjacent a b: a < b", &grid),
        ["11 12", "11 21", "12 13", "12 22", "13 23", "21 22", "22 23"]
    );
    assert_eq!(tuples("knight a b: a < b", &grid), ["11 23", "13 21"]);
    assert_eq!(
        tuples("king a b: a < b", &grid),
        ["11 12", "11 21", "11 22", "12 13", "12 21", "12 22", "12 23", "13 22", "13 23", "21 22", "22 23"]
    );
}

/// Compares the pairs with those found by distance instead of offsets.
#[test]
fn every_pair_comes_once() {
    for (rows, columns) in [(1, 1), (1, 5), (5, 1), (3, 3), (4, 7), (9, 9)] {
        let grid = grid(rows, columns, 1..=9);
        let apart = |wanted: fn(usize, usize) -> bool| {
            let mut pairs = Vec::new();
            for one in 0..rows * columns {
                for other in one + 1..rows * columns {
                    let down = (other / columns).abs_diff(one / columns);
                    let right = (other % columns).abs_diff(one % columns);
                    if wanted(down.min(right), down.max(right)) {
                        pairs.push(vec![one as u16, other as u16]);
                    }
                }
            }
            pairs
        };
        let adjacent = apart(|less, more| (less, more) == (0, 1));
        assert_eq!(Span::Adjacent.tuples(&grid, 2), adjacent);
        assert_eq!(Span::Knight.tuples(&grid, 2), apart(|less, more| (less, more) == (1, 2)));
        assert_eq!(Span::King.tuples(&grid, 2), apart(|_, more| more == 1));
    }
}

#[test]
fn windows_runs_and_pairs() {
    let grid = grid(3, 3, 1..=3);
    assert_eq!(
        tuples("window 2x2 a b c d: a < d", &grid),
        ["11 12 21 22", "12 13 22 23", "21 22 31 32", "22 23 32 33"]
    );
    assert_eq!(tuples("window 1x3 a b c: a < c", &grid), ["11 12 13", "21 22 23", "31 32 33"]);
    assert_eq!(tuples("along row 1 r2c3 a b: a < b", &grid), ["11 12", "12 13", "13 23"]);
    assert_eq!(tuples("along row 1 r2c3 a b c d: a < b", &grid), ["11 12 13 23"]);
    assert_eq!(tuples("along r1c1 r3c3 x: x == 1", &grid), ["11", "33"]);
    assert_eq!(tuples("pairs right 2 a b: a < b", &grid), ["23 22", "23 21", "22 21"]);
    assert!(tuples("pairs r1c1 a b: a < b", &grid).is_empty());
}
