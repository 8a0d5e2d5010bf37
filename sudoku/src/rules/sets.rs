//! What cages, sets and sums have in common.

use csp::{any, cardinality, count};

use super::{Clue, Draft, Fault};
use crate::grid::Grid;

/// The numbers of some cells.
pub fn numbers_of(cells: &[u16], numbers: &[i32]) -> Vec<i32> {
    cells.iter().map(|&cell| numbers[usize::from(cell)]).collect()
}

/// Whether all differ.
pub fn differ(numbers: &[i32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// How often a number occurs.
pub fn times(number: i32, numbers: &[i32]) -> usize {
    numbers.iter().filter(|&&other| other == number).count()
}

/// The sum of numbers, however many.
pub fn total(numbers: &[i32]) -> i64 {
    numbers.iter().map(|&number| i64::from(number)).sum()
}

/// The least and the largest sum of so many cells, which differ or may repeat numbers.
pub fn sums(grid: &Grid, cells: usize, differ: bool) -> (i64, i64) {
    let (cells, first, values) = (cells as i64, i64::from(grid.first_value()), grid.values() as i64);
    let spread = if differ { cells * (cells - 1) / 2 } else { 0 };
    (cells * first + spread, cells * (first + values - 1) - spread)
}

/// A fault where a sum, the first number before the colon, cannot be.
pub fn sum_in(clue: &Clue, (least, most): (i64, i64)) -> Result<(), Fault> {
    let (name, sum) = (clue.kind.name, clue.first_number().unwrap_or_default());
    match (least..=most).contains(&i64::from(sum)) {
        true => Ok(()),
        false => {
            let what = format!("{name} {sum}: that is no sum of its cells");
            Err(Fault::new(what).hint(format!("sums are from {least} to {most}")).param(0).never())
        }
    }
}

/// A fault where a number before the colon is no value of cells.
pub fn values_exist(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let values = &grid.shape().values;
    match clue.numbers().position(|number| !values.contains(&number)) {
        None => Ok(()),
        Some(at) => {
            let what =
                format!("{}: no cell is {}", clue.kind.name, clue.numbers().nth(at).unwrap_or_default());
            Err(Fault::new(what).hint(values_are(grid)).param(at))
        }
    }
}

/// What cells can be, as advice.
pub fn values_are(grid: &Grid) -> String {
    let values = &grid.shape().values;
    format!("values are from {} to {}", values.start(), values.end())
}

/// Numbers, each once, with how often it is listed.
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

/// Each number stands in the cells at least as often as it is listed.
pub fn declare_at_least(draft: &mut Draft<'_>, cells: &[u16], wanted: &[(i32, i32)]) {
    let listed: i32 = wanted.iter().map(|(_, times)| times).sum();
    if listed == cells.len() as i32 {
        let is_wanted = |number| wanted.iter().any(|&(wanted, _)| wanted == number);
        cells.iter().for_each(|&cell| draft.keep(cell, is_wanted));
    }
    let vars = draft.vars(cells);
    if listed <= 2 && wanted.iter().all(|&(_, times)| times == 1) {
        // Then clauses find all that is worth finding, and cost next to nothing.
        for &(number, _) in wanted {
            draft.post(any(vars.iter().map(|var| var.is(number))));
        }
    } else {
        let most = cells.len() as i32;
        draft.post(cardinality(vars, wanted.iter().map(|&(number, times)| (number, times..=most))));
    }
}

/// Each number stands in the cells exactly as often as it is listed.
pub fn declare_exactly(draft: &mut Draft<'_>, cells: &[u16], wanted: &[(i32, i32)]) {
    let vars = draft.vars(cells);
    match wanted {
        &[(number, times)] => draft.post(count(vars, number).eq(times)),
        _ => draft.post(cardinality(vars, wanted.iter().copied())),
    }
}
