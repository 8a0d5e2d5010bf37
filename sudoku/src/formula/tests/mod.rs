//! Formulas: evaluation agrees with the model, text parses back, and errors have positions.

mod agreement;
mod errors;
mod random;
mod round_trips;
mod tuples;

use super::*;
use crate::grid::{Grid, Regions};
use crate::symbols::Symbols;
use crate::text::ParseError;
use crate::text::scan::Scanner;

fn grid(rows: usize, columns: usize, values: std::ops::RangeInclusive<i32>) -> Grid {
    Grid::new(rows, columns, values, &Regions::None).unwrap()
}

fn usual(grid: &Grid) -> Symbols {
    Symbols::usual(grid.first_value(), grid.values())
}

/// Parses a formula as in line 5 after `require `.
fn read(text: &str, grid: &Grid, symbols: &Symbols, names: &[&str]) -> Result<Formula, ParseError> {
    Formula::parse(&mut Scanner::new(text, 5, 9), &Context { layout: grid, symbols, names }, Until::End)
}

/// Formulas with every operator and function, for a grid of 2 rows and at least 2 columns whose symbols are the
/// letters from A.
const FORMULAS: [&str; 66] = [
    "r1c1 == r1c2",
    "r1c1 = 2",
    "r1c1 != r2c2",
    "r1c1 < r1c2",
    "r1c1 <= r1c2 - 1",
    "r1c1 > r2c1 + r1c2",
    "r1c1 >= 2 * r2c1",
    "r1c1 < r1c2 < r2c1",
    "r1c1 != r1c2 != r2c1",
    "r1c1 <= r1c2 == r2c1 > r2c2",
    "r1c1 + r1c2 + r2c1 - r2c2 == 3",
    "r1c1 - r1c2 - r2c1 == -1",
    "r1c1 - (r1c2 - r2c1) == 1",
    "r1c1 * r1c2 == r2c1 * r2c2",
    "2 * r1c1 * 3 == r1c2 * 6",
    "(r1c1 + r1c2) * (r2c1 - r2c2) == 2",
    "3 * (r1c1 - r1c2) == -3",
    "r1c1 / r1c2 == 1",
    "r1c1 / r1c2 / r2c1 == 0",
    "r1c1 * r1c2 / r2c1 == 2",
    "-r1c1 / 2 == -1",
    "-(r1c1 / 2) == -1",
    "r1c1 % 2 == 0",
    "-r1c1 % 3 == -1",
    "r1c1 % r1c2 == r2c1 % r2c2",
    "(r1c1 - r1c2) % (r2c1 - r2c2) == 1",
    "r1c1 / (r1c2 - r2c1) == r2c2",
    "not r1c1 / (r1c2 - r2c1) == r2c2",
    "not r1c1 / (r1c2 - r2c1) != r2c2",
    "not not r1c1 % (r1c2 - 2) < 1",
    "not (r1c1 / (r1c2 - 2) == 1 and r2c1 == 1)",
    "not (r1c1 / (r1c2 - 2) == 1 or r2c1 % (r2c2 - 1) == 0)",
    "r1c1 / (r1c2 - 2) == 1 implies r2c1 / (r2c2 - 1) == 1",
    "abs(r1c1 / (r1c2 - r2c1)) <= 1 < r2c2",
    "max(r1c1 / (r1c2 - 2), r2c1) == 2",
    "1 / 0 == 1 or r1c1 == 1",
    "not 1 % 0 == 1 and r1c1 == 1",
    "abs(r1c1 - r1c2) == 1",
    "abs(r1c1 - 3) + abs(2 - r1c2) < 3",
    "--r1c1 == - -2",
    "min(r1c1, r1c2 + 1, r2c1 * 2) == 2",
    "max(r1c1) == max(r1c2, 2)",
    "min{r1c1 r1c2 r2c1} == max{r2c1 r2c2}",
    "sum{all} == 2 * sum{row 1}",
    "sum{r1c1 r1c1 r1c2} == 7",
    "distinct{all} == 3",
    "distinct{col 1} == distinct{col 2} or r1c1 > 2",
    "count{all, 2} == 2",
    "count{all, -1} + count{all, 1} == 1",
    "count{r1c1 r1c2 r2c1, r2c2} == 1",
    "count{r1c1 r1c2 r1c1, r2c1 + r2c2} >= 1",
    "count{all, r1c1 / (r1c2 - 2)} == 0",
    "count{row 1, count{row 2, r1c1}} == 1",
    "all-different{all}",
    "not all-different{r1c1 r1c2 r2c1}",
    "alldifferent{row 1} or ALL_DIFFERENT{row 2}",
    "all-different{r1c1 r1c1} or r1c2 == 1",
    "r1c1 == 'A' or r1c2 == \"b\"",
    "count{all, 'C'} > 1",
    "r1c1 == 1 and r1c2 == 2 or r2c1 == 3 and not r2c2 == 4",
    "(r1c1 == 1 or r1c2 == 2) and (r2c1 == 1 or r2c2 == 2)",
    "r1c1 == 1 implies r1c2 == 1 implies r2c1 == 1",
    "(r1c1 == 1 implies r1c2 == 1) implies r2c1 == 1",
    "not (r1c1 == 1 implies r1c2 == r2c2)",
    "((r1c1)) + ((1)) == r1c2 and (((r2c1 < r2c2)))",
    "0 * r1c1 == 0 and 1 < 2147483648 > r1c1",
];
