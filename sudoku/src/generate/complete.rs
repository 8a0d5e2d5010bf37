//! Full grids by the engine, which completes a few random givens. Used where random filling fails.

use super::chance::Chance;
use super::prepared::PreparedGrid;
use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::solver::{Budget, Solver};
use crate::{Cancel, Step};

/// The result of filling a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    Yes,
    /// The grid has no solution; this is proved.
    Impossible,
    /// The filling was cancelled.
    Stopped,
}

/// The limit of nodes before the engine is given fewer givens.
const MOST_NODES: u64 = 20_000;

/// Returns a random full grid, with each cell as a bit. Halves the number of givens after each failure, down to none.
pub(super) fn complete(
    prepared: &PreparedGrid,
    chance: &mut Chance,
    cancel: Option<&Cancel>,
    to: &mut Vec<u64>,
) -> Filled {
    let mut puzzle = Puzzle::open(Grid::clone(&prepared.grid));
    // A random permutation of the values: without givens the engine would prefer small values.
    let mut permutation: Vec<u64> = (0..prepared.grid.values()).map(|value| 1 << value).collect();
    chance.shuffle(&mut permutation);
    let mut givens = prepared.grid.cells() / 8;
    loop {
        give(prepared, chance, givens, &mut puzzle.cells);
        let budget = cancel.into_iter().fold(Budget::default(), Budget::cancel);
        // A new solver for each run, so that results do not depend on earlier ones.
        let mut solver = Solver::new(if givens > 0 { budget.nodes(MOST_NODES) } else { budget });
        let mut run = solver.run(&puzzle);
        match run.step() {
            Step::Solution => {
                *to = run.solution().iter().map(|&value| permutation[usize::from(value)]).collect();
                return Filled::Yes;
            }
            Step::Exhausted if givens == 0 => return Filled::Impossible,
            _ if cancel.is_some_and(Cancel::is_cancelled) => return Filled::Stopped,
            _ => givens /= 2,
        }
    }
}

/// Writes random givens that do not contradict each other directly.
fn give(prepared: &PreparedGrid, chance: &mut Chance, count: usize, cells: &mut [Candidates]) {
    let mut left = vec![prepared.all; cells.len()];
    let mut order: Vec<usize> = (0..cells.len()).collect();
    chance.shuffle(&mut order);
    cells.fill(Candidates::of_bits(prepared.all));
    for cell in order.into_iter().take(count) {
        if left[cell] == 0 {
            continue;
        }
        let value = chance.bit_of(left[cell]);
        cells[cell] = Candidates::of_bits(value);
        prepared.peers(cell).iter().for_each(|&peer| left[usize::from(peer)] &= !value);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::symmetry::Symmetry;
    use super::*;

    #[test]
    fn grids_are_full_and_different() {
        let prepared = PreparedGrid::new(&Arc::new(Grid::square(9).unwrap()), Symmetry::None, |_| true);
        let open = Puzzle::open(Grid::clone(&prepared.grid));
        let mut seen: Vec<Vec<u64>> = Vec::new();
        for attempt in 0..5 {
            let mut full = Vec::new();
            assert_eq!(complete(&prepared, &mut Chance::new(1, attempt), None, &mut full), Filled::Yes);
            let solution: Vec<u8> = full.iter().map(|value| value.trailing_zeros() as u8).collect();
            assert!(open.accepts(&solution) && !seen.contains(&full), "{solution:?}");
            seen.push(full);
        }
    }
}
