//! Rules of lines that the solver draws.

use csp::constraints::{Operand, connected};
use csp::{Expression, Values, Var, sum};

use super::{By, Draft, Layer, Place};
use crate::board::{Direction, Grid};
use crate::kind::Rule;

/// Lines on a grid: between neighbouring points.
#[derive(Clone, Debug)]
pub struct Links {
    /// The points.
    pub grid: Grid,
    /// A variable for each pair of neighbours: how many lines there are, mostly 0 or 1.
    pub vars: Vec<Var>,
    layer: Layer,
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

    /// Returns the place of a point.
    pub fn place(&self, point: usize) -> Place {
        if self.layer == Layer::Edge { Place::Cross(point) } else { Place::Cell(point) }
    }
}

impl Draft<'_> {
    /// Declares lines between the centres of cells.
    pub fn links(&mut self) -> Links {
        self.links_of(0..=1)
    }

    /// Declares lines between the centres of cells, of which there may be several beside each other.
    pub fn links_of(&mut self, values: impl Into<Values>) -> Links {
        let grid = self.puzzle.board.cells;
        Links { grid, vars: self.layer(Layer::Link, grid.pairs().len(), values), layer: Layer::Link }
    }

    /// Declares lines along the sides of cells.
    pub fn edges(&mut self) -> Links {
        let grid = self.puzzle.board.crosses;
        Links { grid, vars: self.layer(Layer::Edge, grid.pairs().len(), 0..=1), layer: Layer::Edge }
    }

    /// Declares for each corner of cells whether a loop through cells goes around it. A cell that the loop does not pass
    /// is inside as its corners are.
    pub fn surrounded(&mut self, rule: &'static Rule, links: &Links) -> Vec<Var> {
        let board = self.puzzle.board;
        let inside = self.model.vars(board.crosses.len(), 0..=1);
        for (a, b) in board.crosses.pairs() {
            let beside: Vec<usize> =
                board.cells_at(a).filter(|&cell| board.corners(cell).contains(&b)).collect();
            let by = &mut self.meaning(rule);
            by.at(Place::Cross(a));
            match beside[..] {
                // The side between the crosses is crossed by the line between the cells beside it.
                [one, other] => {
                    let link = links.vars[board.cells.link(one, other).expect("neighbours")];
                    by.post(link.eq(1).iff(inside[a].ne(inside[b])));
                }
                _ => _ = by.post(inside[a].is(0)).post(inside[b].is(0)),
            }
        }
        inside
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
            self.at(links.place(point)).post(links.degree(point).eq(2 * passes));
        }
        self.at(Place::Board).post(sum(links.vars.iter().copied()).ge(1)).connected_lines(links)
    }

    /// All lines are connected.
    pub fn connected_lines(&mut self, links: &Links) -> &mut Self {
        self.post(connected(&links.vars, touching(links.grid, |_| true), 1))
    }

    /// A loop passes all points, if the puzzle uses a variant.
    pub fn all_pass(&mut self, links: &Links, flag: char) -> &mut Self {
        let is_asked = self.draft.puzzle.flag(flag);
        for point in (0..links.grid.len()).filter(|_| is_asked) {
            self.at(links.place(point)).post(links.degree(point).eq(2));
        }
        self.at(Place::Board)
    }

    /// Each line reaches one of these points, along other lines.
    pub fn reaching(&mut self, links: &Links, ends: &[usize]) -> &mut Self {
        let hub = links.vars.len();
        let to_ends = ends.iter().flat_map(|&end| links.grid.links_at(end)).map(|link| (link, hub));
        let edges = touching(links.grid, |_| true).into_iter().chain(to_ends);
        self.post(connected(links.vars.iter().map(Operand::from).chain([Operand::from(1)]), edges, 1))
    }

    /// The lines connect the points that are `joined`, where they meet or go on through another point.
    pub fn joining(&mut self, links: &Links, most: i32, joined: impl Fn(usize) -> bool) -> &mut Self {
        let grid = links.grid;
        let points: Vec<usize> = (0..grid.len()).filter(|&point| joined(point)).collect();
        let mut edges = touching(grid, &joined);
        for (at, &point) in (links.vars.len()..).zip(&points) {
            edges.extend(grid.links_at(point).map(|link| (link, at)));
        }
        for point in (0..grid.len()).filter(|&point| !joined(point)) {
            for way in [Direction::Up, Direction::Left] {
                let link = |way| grid.link(point, grid.next(point, way)?);
                edges.extend(link(way).zip(link(way.back())));
            }
        }
        let there = points.iter().map(|_| Operand::from(1));
        let places = links.vars.iter().map(Operand::from).chain(there);
        self.post(connected(places, edges, 1..=most))
    }
}

/// Returns the pairs of links that meet in points.
fn touching(grid: Grid, meets: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for point in (0..grid.len()).filter(|&point| meets(point)) {
        let at: Vec<usize> = grid.links_at(point).collect();
        pairs.extend((0..at.len()).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| (at[a], at[b])));
    }
    pairs
}
