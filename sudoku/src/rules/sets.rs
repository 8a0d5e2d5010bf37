//! Functions that cages, sets and sums share.

use csp::{any, constraints::cardinality, count};

use super::{Clue, Draft, Fault};
use crate::grid::Grid;

/// The numbers of some cells.
pub fn numbers_of(cells: &[u16], numbers: &[i32]) -> Vec<i32> {
    cells.iter().map(|&cell| numbers[usize::from(cell)]).collect()
}

/// Whether all numbers differ.
pub fn differ(numbers: &[i32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// The number of occurrences of a number.
pub fn times(number: i32, numbers: &[i32]) -> usize {
    numbers.iter().filter(|&&other| other == number).count()
}

/// The sum of numbers, without overflow.
pub fn total(numbers: &[i32]) -> i64 {
    numbers.iter().map(|&number| i64::from(number)).sum()
}

/// The least and the greatest sum of some cells, which must differ or may repeat numbers.
pub fn sums(grid: &Grid, cells: usize, differ: bool) -> (i64, i64) {
    let (cells, first, values) = (cells as i64, i64::from(grid.first_value()), grid.values() as i64);
    let spread = if differ { cells * (cells - 1) / 2 } else { 0 };
    (cells * first + spread, cells * (first + values - 1) - spread)
}

/// Reports a fault if the sum, the first number of the parameters, is out of range.
pub fn sum_in(clue: &Clue, (least, most): (i64, i64)) -> Result<(), Fault> {
    let (name, sum) = (clue.kind.name, clue.amount());
    Fault::unless((least..=most).contains(&i64::from(sum)), || {
        let what = format!("{name} {sum}: its cells cannot add up to that");
        Fault::new(what).hint(format!("sums are from {least} to {most}")).param(0).unsatisfiable()
    })
}

/// Reports a fault if a number of the parameters is no value of the grid.
pub fn values_exist(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let values = &grid.shape().values;
    match clue.numbers().position(|number| !values.contains(&number)) {
        None => Ok(()),
        Some(at) => {
            let what =
                format!("{}: no cell can be {}", clue.kind.name, clue.numbers().nth(at).unwrap_or_default());
            Err(Fault::new(what).hint(values_are(grid)).param(at))
        }
    }
}

/// The range of values, as advice in a message.
pub fn values_are(grid: &Grid) -> String {
    let values = &grid.shape().values;
    format!("values are from {} to {}", values.start(), values.end())
}

/// The distinct numbers, each with its number of occurrences.
pub fn tally(numbers: impl Iterator<Item = i32>) -> Vec<(i32, i32)> {
    let mut tally: Vec<(i32, i32)> = Vec::new();
    for number in numbers {
        match tally.iter_mut().find(|(known, _)| *known == number) {
            Some((_, times)) => *times += 1,
            None => tally.push((number, 1)),
        }
    }
    tally
}

/// Declares that each number occurs in the cells at least as often as it is listed.
pub fn declare_at_least(draft: &mut Draft<'_>, cells: &[u16], wanted: &[(i32, i32)]) {
    let listed: i32 = wanted.iter().map(|(_, times)| times).sum();
    if listed == cells.len() as i32 {
        let is_wanted = |number| wanted.iter().any(|&(wanted, _)| wanted == number);
        cells.iter().for_each(|&cell| draft.keep(cell, is_wanted));
    }
    let vars = draft.vars(cells);
    if listed <= 2 && wanted.iter().all(|&(_, times)| times == 1) {
        // Clauses propagate enough here, and cost next to nothing.
        for &(number, _) in wanted {
            draft.post(any(vars.iter().map(|var| var.is(number))));
        }
    } else {
        let most = cells.len() as i32;
        draft.post(cardinality(vars, wanted.iter().map(|&(number, times)| (number, times..=most))));
    }
}

/// Declares that each number occurs in the cells exactly as often as it is listed.
pub fn declare_exactly(draft: &mut Draft<'_>, cells: &[u16], wanted: &[(i32, i32)]) {
    let vars = draft.vars(cells);
    match wanted {
        &[(number, times)] => draft.post(count(vars, number).eq(times)),
        _ => draft.post(cardinality(vars, wanted.iter().copied())),
    }
}
