//! What follows from rules, and helps to find an answer or to refute one.

use csp::constraints::{clause, connected};
use csp::{Var, sum};

use super::{Draft, Links};
use crate::kind::{Rule, rule};

const INSIDE: Rule =
    rule("inside", "A loop has an inside and an outside, each connected; a line parts them.");
const CROSSING: Rule = rule("crossing", "Two connected colours do not cross at a corner.");
const BORDER: Rule = rule("border", "Along the border the colours change at most twice.");

impl Draft<'_> {
    /// The cells inside a loop along the sides are connected, and those outside are, around the board.
    pub fn inside(&mut self, edges: &Links) {
        let board = self.puzzle.board;
        let cells = board.cells;
        let inside = self.model.vars(cells.len(), 0..=1);
        let pairs = cells.pairs();
        let mut sides: Vec<Vec<usize>> = vec![Vec::new(); edges.vars.len()];
        for cell in 0..cells.len() {
            board.sides(cell).into_iter().for_each(|side| sides[side].push(cell));
        }
        let mut border = Vec::new();
        let mut by = self.lemma(&INSIDE);
        for (&edge, cells) in edges.vars.iter().zip(&sides) {
            match cells[..] {
                [a, b] => by.post(edge.eq(1).iff(inside[a].ne(inside[b]))),
                [only] => {
                    border.push((only, inside.len()));
                    by.post(edge.eq(inside[only]))
                }
                _ => unreachable!("a side has one or two cells"),
            };
        }
        by.post(connected(inside.iter().copied(), pairs.iter().copied(), 1));
        let outside = self.model.var(0..=0);
        let around = pairs.into_iter().chain(border);
        self.lemma(&INSIDE).post(connected(inside.iter().copied().chain([outside]), around, 0));
    }

    /// Cells of two colours, 1 and 2, that are both connected.
    pub fn both_connected(&mut self, colour: &[Var]) {
        let cells = self.puzzle.board.cells;
        let (width, height) = (cells.width, cells.height);
        if width < 2 || height < 2 {
            return;
        }
        let top = (0..width - 1).map(|column| cells.at(0, column));
        let right = (0..height - 1).map(|row| cells.at(row, width - 1));
        let bottom = (1..width).rev().map(|column| cells.at(height - 1, column));
        let left = (1..height).rev().map(|row| cells.at(row, 0));
        let border: Vec<usize> = top.chain(right).chain(bottom).chain(left).collect();
        let changes: Vec<Var> = border
            .iter()
            .zip(border.iter().cycle().skip(1))
            .map(|(&a, &b)| {
                let changes = self.model.boolean();
                self.lemma(&BORDER).post(changes.eq(1).iff(colour[a].ne(colour[b])));
                changes
            })
            .collect();
        self.lemma(&BORDER).post(sum(changes).le(2));
        for [a, b, c, d] in cells.squares() {
            for (one, other) in [(1, 2), (2, 1)] {
                let crossing = [(a, one), (d, one), (b, other), (c, other)];
                let parts = crossing.map(|(cell, of)| colour[cell].is_not(of));
                self.lemma(&CROSSING).cell(a).post(clause(parts));
            }
        }
    }

    /// Declares for each cell the number of its island, from 1, or 0: an island grows from a cell to so many cells, or
    /// to any number, and does not come beside the first cell of another.
    pub fn reaches(&mut self, islands: &[(usize, Option<u32>)]) -> Vec<Var> {
        let grid = self.puzzle.board.cells;
        let mut values = vec![vec![0]; grid.len()];
        for (number, &(first, size)) in (1..).zip(islands) {
            let is_open = |cell: usize| {
                let is_other = |cell: usize| cell != first && islands.iter().any(|island| island.0 == cell);
                !is_other(cell) && !grid.around(cell).any(is_other)
            };
            let most = size.map_or(grid.len(), |size| size as usize);
            let mut reached = vec![false; grid.len()];
            reached[first] = true;
            let mut rim = vec![first];
            for _ in 0..most {
                let next: Vec<usize> = rim.iter().flat_map(|&cell| grid.around(cell)).collect();
                rim.drain(..).for_each(|cell| values[cell].push(number));
                for cell in next {
                    if !reached[cell] && is_open(cell) {
                        reached[cell] = true;
                        rim.push(cell);
                    }
                }
            }
        }
        values.into_iter().map(|values| self.model.var(values)).collect()
    }
}
