//! What every puzzle of a grid begins with: cells, and that they differ in rows, columns and regions.

use std::sync::Arc;

use csp::{Model, Values, Var};

use super::draft::Origin;
use super::facts::Facts;
use crate::grid::Grid;
use crate::puzzle::Candidates;

/// A model of cells and houses, what is known by then, and who the constraints come from.
#[derive(Clone, Debug)]
pub(crate) struct Foundation {
    pub model: Model,
    /// The cells as variables. Their values are the numbers that people see.
    pub cells: Vec<Var>,
    pub(super) facts: Facts,
    pub origins: Vec<Origin>,
}

impl Foundation {
    /// For cells of which some is known, or nothing where there is none in the list.
    pub fn of(grid: &Arc<Grid>, known: &[Candidates]) -> Foundation {
        thread_local! {
            // Most puzzles have this grid, and a copy takes a tenth of the time.
            static NINE: Foundation = Foundation::new(Grid::nine(), &[]);
        }
        let all = Candidates::all(grid.values());
        let is_open = known.iter().all(|&known| known == all);
        match is_open && Arc::ptr_eq(grid, Grid::nine()) {
            true => NINE.with(Foundation::clone),
            false => Foundation::new(grid, known),
        }
    }

    fn new(grid: &Grid, known: &[Candidates]) -> Foundation {
        let mut model = Model::new();
        let numbers = grid.shape().values.clone();
        let all = Candidates::all(grid.values());
        let declare = |&known: &Candidates| match known == all {
            true => model.var(numbers.clone()),
            false => model.var(known.iter().map(|value| grid.number(value)).collect::<Values>()),
        };
        let cells: Vec<Var> = match known {
            [] => model.vars(grid.cells(), numbers.clone()),
            _ => known.iter().map(declare).collect(),
        };
        let mut facts = Facts::new(cells.len());
        for house in grid.houses() {
            facts.house(house.cells());
            model.all_different(house.cells().iter().map(|&cell| cells[usize::from(cell)]));
        }
        let origins = (0..grid.houses().len()).map(Origin::House).collect();
        Foundation { model, cells, facts, origins }
    }
}
