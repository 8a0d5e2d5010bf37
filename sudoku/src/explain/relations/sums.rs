//! What houses and cages add up to together: the rule of 45.

use std::collections::HashMap;

use csp::{Fact, Model, Var};

use crate::puzzle::Puzzle;
use crate::rules::Origin;

/// The greatest number of cells of a sum that is worth a look.
const MOST_CELLS: usize = 5;

/// The greatest number of houses that are added.
const MOST_HOUSES: usize = 4;

/// Cells whose total follows from houses and cages.
#[derive(Debug)]
pub(super) struct Sum {
    pub cells: Vec<usize>,
    pub total: i64,
    pub origins: Vec<Origin>,
}

/// Cages: cells with a total.
struct Cage {
    cells: Vec<usize>,
    total: i64,
    origin: Origin,
}

/// The sums of a puzzle: of up to four neighbouring houses of one kind, the cages inside taken away (what is left is
/// some cells of the houses), or these houses taken from the cages that cover them.
pub(super) fn of(
    puzzle: &Puzzle,
    model: &Model,
    origins: &[Origin],
    cell_of: &HashMap<Var, usize>,
) -> Vec<Sum> {
    let grid = puzzle.grid();
    let cages = cages(model, origins, cell_of);
    if cages.is_empty() {
        return Vec::new();
    }
    let total: i64 = (0..grid.values() as u8).map(|value| i64::from(grid.number(value))).sum();
    let houses = grid.houses();
    let full = |at: &usize| houses[*at].cells().len() == grid.values();
    let families = [
        (0..houses.len()).filter(|&at| houses[at].is_row()).collect::<Vec<usize>>(),
        (0..houses.len()).filter(|&at| houses[at].is_column()).collect(),
        (0..houses.len()).filter(|&at| houses[at].is_region()).collect(),
    ];
    let mut sums: Vec<Sum> = Vec::new();
    for family in families {
        for first in 0..family.len() {
            for count in 1..=MOST_HOUSES.min(family.len() - first) {
                let chosen = &family[first..first + count];
                let cells: Vec<usize> =
                    chosen.iter().flat_map(|&at| houses[at].cells()).map(|&cell| usize::from(cell)).collect();
                let mut sorted = cells.clone();
                sorted.sort_unstable();
                if !chosen.iter().all(full) || sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                    continue;
                }
                let of_houses: Vec<Origin> = chosen.iter().map(|&at| Origin::House(at)).collect();
                let found = [
                    inside(&sorted, total * count as i64, &cages),
                    outside(&sorted, total * count as i64, &cages),
                ];
                for mut sum in found.into_iter().flatten() {
                    sum.origins.extend(of_houses.iter().copied());
                    sum.origins.sort_unstable();
                    if sums.iter().all(|known| known.cells != sum.cells) {
                        sums.push(sum);
                    }
                }
            }
        }
    }
    sums
}

fn cages(model: &Model, origins: &[Origin], cell_of: &HashMap<Var, usize>) -> Vec<Cage> {
    let mut cages: Vec<Cage> = Vec::new();
    for (constraint, &origin) in model.constraints().zip(origins) {
        constraint.facts(&mut |fact| {
            if let Fact::Linear { coefficients, variables, total } = fact
                && coefficients.iter().all(|&coefficient| coefficient == 1)
                && let Some(mut cells) =
                    variables.iter().map(|var| cell_of.get(var).copied()).collect::<Option<Vec<usize>>>()
            {
                cells.sort_unstable();
                cages.push(Cage { cells, total, origin });
            }
        });
    }
    // Small cages first: they fill houses better.
    cages.sort_by_key(|cage| cage.cells.len());
    cages
}

/// The cells of a region that are in no cage inside it.
fn inside(region: &[usize], total: i64, cages: &[Cage]) -> Option<Sum> {
    let mut sum = Sum { cells: region.to_vec(), total, origins: Vec::new() };
    for cage in cages {
        if cage.cells.iter().all(|cell| sum.cells.binary_search(cell).is_ok()) {
            sum.cells.retain(|cell| cage.cells.binary_search(cell).is_err());
            sum.total -= cage.total;
            sum.origins.push(cage.origin);
        }
    }
    let is_small = (1..=MOST_CELLS).contains(&sum.cells.len());
    (is_small && !sum.origins.is_empty()).then_some(sum)
}

/// The cells outside a region of the cages that cover it.
fn outside(region: &[usize], total: i64, cages: &[Cage]) -> Option<Sum> {
    let mut sum = Sum { cells: Vec::new(), total: -total, origins: Vec::new() };
    let mut covered: Vec<usize> = Vec::new();
    for cage in cages {
        let (within, beyond): (Vec<usize>, Vec<usize>) =
            cage.cells.iter().partition(|cell| region.binary_search(cell).is_ok());
        let is_free = |cell: &usize| !covered.contains(cell) && !sum.cells.contains(cell);
        if !within.is_empty() && cage.cells.iter().all(is_free) {
            covered.extend(within);
            sum.cells.extend(beyond);
            sum.total += cage.total;
            sum.origins.push(cage.origin);
        }
    }
    sum.cells.sort_unstable();
    (covered.len() == region.len() && (1..=MOST_CELLS).contains(&sum.cells.len())).then_some(sum)
}
