//! Lines with a direction.

use csp::{Decision, Var};

use super::{Draft, Links};
use crate::board::Direction;
use crate::kind::Rule;

/// The directions of lines.
#[derive(Clone, Debug)]
pub struct Flow {
    links: Links,
    /// 1 if a line goes from the first point of its link, 2 if it goes to it, 0 if there is none.
    ways: Vec<Var>,
}

/// A line at a point.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// In which direction the line lies.
    pub side: Direction,
    /// Its link.
    pub link: usize,
    /// It goes away from the point.
    pub leaves: Decision,
    /// It comes to the point.
    pub enters: Decision,
}

impl Flow {
    /// Returns the possible lines at a point.
    pub fn at(&self, point: usize) -> Vec<End> {
        let grid = self.links.grid;
        let end = |side: Direction| {
            let link = grid.link(point, grid.next(point, side)?)?;
            let (away, here) =
                if matches!(side, Direction::Right | Direction::Down) { (1, 2) } else { (2, 1) };
            let way = self.ways[link];
            Some(End { side, link, leaves: way.is(away), enters: way.is(here) })
        };
        Direction::ALL.into_iter().filter_map(end).collect()
    }
}

impl Draft<'_> {
    /// Declares the directions of lines, which a rule needs.
    pub fn flow(&mut self, rule: &'static Rule, links: &Links) -> Flow {
        let ways = self.model.vars(links.vars.len(), 0..=2);
        for (&link, &way) in links.vars.iter().zip(&ways) {
            self.meaning(rule).post(link.eq(1).iff(way.ne(0)));
        }
        Flow { links: links.clone(), ways }
    }
}
