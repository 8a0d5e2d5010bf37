//! Rules of lines that the solver draws.

use csp::constraints::connected;
use csp::{Expression, Var, sum};

use super::{By, Draft, Layer, Place};
use crate::board::{Direction, Grid};

/// Lines on a grid, each 0 or 1: between neighbouring points.
#[derive(Clone, Debug)]
pub struct Links {
    /// The points.
    pub grid: Grid,
    /// A variable for each pair of neighbours.
    pub vars: Vec<Var>,
}

impl Links {
    /// Returns the lines at a point.
    pub fn at(&self, point: usize) -> Vec<Var> {
        self.grid.links_at(point).map(|link| self.vars[link]).collect()
    }

    /// Returns the line from a point in a direction.
    pub fn toward(&self, point: usize, direction: Direction) -> Option<Var> {
        let next = self.grid.next(point, direction)?;
        Some(self.vars[self.grid.link(point, next)?])
    }

    /// Returns the number of lines at a point.
    pub fn degree(&self, point: usize) -> Expression {
        sum(self.at(point))
    }
}

impl Draft<'_> {
    /// Declares lines between the centres of cells.
    pub fn links(&mut self) -> Links {
        let grid = self.puzzle.board.cells;
        Links { grid, vars: self.layer(Layer::Link, grid.pairs().len(), 0..=1) }
    }

    /// Declares lines along the sides of cells.
    pub fn edges(&mut self) -> Links {
        let grid = self.puzzle.board.crosses;
        Links { grid, vars: self.layer(Layer::Edge, grid.pairs().len(), 0..=1) }
    }

    /// Declares, for each point, whether a loop passes it.
    pub fn passes(&mut self, links: &Links) -> Vec<Var> {
        self.model.vars(links.grid.len(), 0..=1)
    }
}

impl By<'_, '_> {
    /// The lines are one loop, which passes the points of which `passes` says so.
    pub fn single_loop(&mut self, links: &Links, passes: &[Var]) -> &mut Self {
        for (point, &passes) in passes.iter().enumerate() {
            self.post(links.degree(point).eq(2 * passes));
        }
        let of = |point: usize| links.grid.links_at(point).collect::<Vec<usize>>();
        let touching = (0..links.grid.len()).flat_map(|point| {
            let at = of(point);
            let pairs = (0..at.len()).flat_map(|a| (0..a).map(move |b| (a, b))).collect::<Vec<_>>();
            pairs.into_iter().map(move |(a, b)| (at[a], at[b])).collect::<Vec<_>>()
        });
        let touching: Vec<(usize, usize)> = touching.collect();
        self.post(connected(links.vars.iter().copied(), touching, 1));
        self.post(sum(links.vars.iter().copied()).ge(1));
        self.at(Place::Board)
    }
}
