//! Comparison of declared conditions with evaluation: both have the same solutions.

use csp::{Model, Var};

use super::random::Random;
use super::*;

fn letters(grid: &Grid) -> Symbols {
    Symbols::new(('A'..).take(grid.values())).unwrap()
}

/// All fillings of the grid.
fn fillings(grid: &Grid) -> impl Iterator<Item = Vec<i32>> {
    let (first, values, cells) = (grid.first_value(), grid.values(), grid.cells() as u32);
    (0..values.pow(cells)).map(move |code| {
        (0..cells).map(|cell| first + (code / values.pow(cells - 1 - cell) % values) as i32).collect()
    })
}

fn agree(text: &str, grid: &Grid, names: &[&str], bound: &[u16]) {
    let formula = read(text, grid, &letters(grid), names).unwrap_or_else(|error| panic!("{text}: {error}"));
    let holds = |filling: &Vec<i32>| formula.holds(&|cell| i64::from(filling[usize::from(cell)]), bound);
    let meant: Vec<Vec<i32>> = fillings(grid).filter(holds).collect();

    let mut model = Model::new();
    let last = grid.first_value() + grid.values() as i32 - 1;
    let variables: Vec<Var> = model.vars(grid.cells(), grid.first_value()..=last);
    model.post(formula.condition(&|cell| variables[usize::from(cell)], bound));
    let mut search = model.search().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut found: Vec<Vec<i32>> = search.solutions().map(|solution| solution.values().to_vec()).collect();
    found.sort_unstable();
    assert_eq!(found, meant, "{text} on {} cells", grid.cells());
}

/// Grids whose values begin at 1, and grids with values of 0 and less. Some have few enough assignments for the
/// engine to build a table, and some have more.
fn grids() -> [Grid; 3] {
    [grid(2, 2, 1..=4), grid(2, 2, -1..=2), grid(2, 2, -2..=3)]
}

#[test]
fn every_operator_and_function() {
    for grid in grids() {
        for text in FORMULAS {
            agree(text, &grid, &[], &[]);
        }
    }
}

#[test]
fn random_formulas() {
    for seed in 0..150 {
        let text = Random::new(seed).formula(4, &[]);
        for grid in grids() {
            agree(&text, &grid, &[], &[]);
        }
    }
}

#[test]
fn names_stand_for_cells() {
    let grid = grid(2, 2, 1..=4);
    for bound in [[0, 1], [3, 2], [1, 1]] {
        for text in ["a + B == r1c1", "sum{a r2c1-r2c2 b} == 8", "count{a b, a} == 1", "all-different{a b}"] {
            agree(text, &grid, &["A", "b"], &bound);
        }
    }
}

#[test]
fn operators_have_their_usual_meaning() {
    let grid = grid(2, 2, 0..=3);
    for (text, filling, holds) in [
        ("r1c1 + 2 * r1c2 == 5", [1, 2, 0, 0], true),
        ("r1c1 - r1c2 - r2c1 == -4", [1, 2, 3, 0], true),
        ("7 / 2 == 3 and -7 / 2 == -3 and -7 % 2 == -1 and 7 % -2 == 1", [0; 4], true),
        ("2 + 3 * 4 - 10 / 5 % 3 == 12", [0; 4], true),
        ("24 / 4 / 2 == 3 and 2 - 3 - 4 == -5", [0; 4], true),
        ("r1c1 / r1c2 == 1", [1, 0, 0, 0], false),
        ("r1c1 / r1c2 != 1", [1, 0, 0, 0], false),
        ("not r1c1 / r1c2 == 1", [1, 0, 0, 0], true),
        ("0 * (1 / r1c1) == 0", [0; 4], false),
        ("r1c1 < r1c2 < r2c1", [0, 1, 2, 0], true),
        ("r1c1 < r1c2 < r2c1", [0, 2, 1, 0], false),
        ("not r1c1 == 1 and r1c2 == 1", [0, 1, 0, 0], true),
        ("not r1c1 == 1 and r1c2 == 1", [0, 0, 0, 0], false),
        ("1 == 2 and 1 == 2 or 1 == 1", [0; 4], true),
        ("1 == 2 implies 1 == 2 implies 1 == 2", [0; 4], true),
        ("(1 == 2 implies 1 == 2) implies 1 == 2", [0; 4], false),
        ("1 == 1 or 1 == 2 implies 1 == 2", [0; 4], false),
        ("sum{r1c1 r1c1} == 6", [3, 0, 0, 0], true),
        ("count{all, 3} == 2 and distinct{all} == 3", [3, 1, 0, 3], true),
        ("min{all} == 0 and max{row 1} == 3 and max(1, 2) - min(4, 3) == -1", [3, 1, 0, 3], true),
        ("r1c1 == 'D' and r1c2 == 'b' and abs(r1c2 - r1c1) == 2", [3, 1, 0, 3], true),
        ("count{all, 1 / r2c1} == 0", [1, 1, 0, 1], true),
        ("all-different{r1c1 r1c2 r2c1}", [3, 1, 0, 3], true),
        ("all-different{all}", [3, 1, 0, 3], false),
    ] {
        let formula = read(text, &grid, &letters(&grid), &[]).unwrap();
        assert_eq!(formula.holds(&|cell| filling[usize::from(cell)], &[]), holds, "{text}");
    }
}

/// The greatest numbers that are accepted do not overflow, and the engine accepts them.
#[test]
fn accepted_formulas_can_be_declared() {
    let small = grid(2, 2, 1..=4);
    for text in [
        "r1c1 * 67108864 == 268435456",
        "2147483648 > r1c1 and 2147483648 != r1c2 - 1",
        "count{all, 268435456} == 0 and count{all, -268435456} == 0",
        "r1c1 * r1c2 * r2c1 * r2c2 * 1048576 > 1048576",
        "abs(67108864 * r1c1) == 67108864 * r1c2",
        "268435456 % r1c1 == 1 or r1c2 % 268435456 == 4",
        "0 * 268435456 * 268435456 == 0",
        "16384 * (16384 * 0 - 0 * r1c1) * r1c1 == 0",
    ] {
        agree(text, &small, &[], &[]);
    }
    // A cell that can only be 0 must not hide a large coefficient.
    let zero = Grid::new(1, 1, 0..=0, &Regions::None).unwrap();
    agree("268435456 * r1c1 == 0", &zero, &[], &[]);
    assert!(read("2147483648 * r1c1 == 0", &zero, &letters(&zero), &[]).is_err());
    assert!(read("268435456 * r1c1 * 2 == 0", &zero, &letters(&zero), &[]).is_err());

    let more = grid(2, 2, 1..=6);
    let mut declared = 0;
    for seed in 0..200 {
        let text = Random::large(seed).formula(5, &[]);
        match read(&text, &more, &letters(&more), &[]) {
            Ok(_) => {
                agree(&text, &more, &[], &[]);
                declared += 1;
            }
            Err(error) => {
                let why = "numbers in formulas lie within ±268435456";
                assert!(error.what.ends_with(why), "{text}: {error}");
            }
        }
    }
    assert!((50..200).contains(&declared), "{declared}");
}

#[test]
fn the_deepest_formulas_can_be_declared() {
    // Too many assignments for a table.
    let grid = grid(2, 2, 1..=6);
    for (open, close, times) in [
        ("not ", "", 62),
        ("(r1c1 == 1 or not ", ")", 20),
        ("(r1c1 + r1c2 == r2c1 and not ", ")", 20),
        ("(r1c1 == 1 implies ", ")", 31),
    ] {
        agree(
            &format!("{}r1c1 * r1c2 < r2c1 * r2c2{}", open.repeat(times), close.repeat(times)),
            &grid,
            &[],
            &[],
        );
    }
    for (open, close, times) in [
        ("abs(", ")", 62),
        ("-(", ")", 31),
        ("min(3, ", ")", 62),
        ("count{r1c1, ", "}", 12),
        ("count{r1c1, 2 / ", "}", 6),
        ("(1 + ", ") / r1c1", 31),
        ("(2 - ", ") % r1c2", 31),
    ] {
        agree(
            &format!("{}r1c1 * r1c2 - r2c1 * r2c2{} == 1", open.repeat(times), close.repeat(times)),
            &grid,
            &[],
            &[],
        );
    }
}
