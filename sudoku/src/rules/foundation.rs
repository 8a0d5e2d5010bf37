//! The beginning of every puzzle's model: the cells, and all-different constraints for rows, columns and regions.

use std::convert::Infallible;
use std::sync::Arc;

use csp::{Model, Values, Var};

use super::facts::Facts;
use super::origin::Origin;
use crate::candidates::Candidates;
use crate::grid::Grid;

/// A model of cells and houses, the facts that it states, and the origin of each constraint.
#[derive(Clone, Debug)]
pub(crate) struct Foundation {
    pub model: Model,
    /// The variables of the cells. Their values are the printed numbers.
    pub cells: Vec<Var>,
    pub(super) facts: Facts,
    pub origins: Vec<Origin>,
}

/// The largest grid, in cells, that keeps its foundation for the next puzzle.
const MOST_CELLS: usize = 1000;

impl Foundation {
    /// Returns the foundation of a grid. `known` has the candidates of each cell, or is empty if nothing is known.
    pub fn of(grid: &Grid, known: &[Candidates]) -> Foundation {
        let all = Candidates::all(grid.values());
        if grid.cells() > MOST_CELLS || known.iter().any(|&known| known != all) {
            return Foundation::new(grid, known);
        }
        // Puzzles share grids. Copying the foundation takes a tenth of the time of building it.
        let made = grid.memo.find((), |()| Ok::<_, Infallible>(Arc::new(Foundation::new(grid, &[]))));
        let Ok(made) = made;
        Foundation::clone(&made)
    }

    fn new(grid: &Grid, known: &[Candidates]) -> Foundation {
        let mut made = Foundation::without_houses(grid, known);
        for house in grid.houses() {
            made.facts.group(house.cells());
            made.model.all_different(house.cells().iter().map(|&cell| made.cells[usize::from(cell)]));
        }
        made.origins = (0..grid.houses().len()).map(Origin::House).collect();
        made
    }

    /// Returns the cells of a grid alone, for clues that are tried by themselves.
    pub fn without_houses(grid: &Grid, known: &[Candidates]) -> Foundation {
        let mut model = Model::new();
        let numbers = grid.shape().values.clone();
        let all = Candidates::all(grid.values());
        let declare = |&known: &Candidates| {
            if known == all {
                model.var(numbers.clone())
            } else {
                model.var(known.iter().map(|value| grid.number(value)).collect::<Values>())
            }
        };
        let cells: Vec<Var> = match known {
            [] => model.vars(grid.cells(), numbers.clone()),
            _ => known.iter().map(declare).collect(),
        };
        let facts = Facts::new(cells.len());
        Foundation { model, cells, facts, origins: Vec::new() }
    }
}
