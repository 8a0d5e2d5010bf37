//! A puzzle: a kind, a board and its clues.

use crate::address::Places;
use crate::board::Board;
use crate::clue::{Clue, Clues};
use crate::kind::Kind;

/// A puzzle as its address tells it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its rules.
    pub kind: &'static Kind,
    /// The name of the kind in its address.
    pub name: String,
    /// Its board.
    pub board: Board,
    /// The letters of the variants that it uses.
    pub flags: String,
    /// The clues of each part of the address.
    pub clues: Vec<Clues>,
}

impl Puzzle {
    /// A puzzle without clues.
    pub fn new(kind: &'static Kind, board: Board) -> Puzzle {
        Puzzle { kind, name: kind.id.to_owned(), board, flags: String::new(), clues: Vec::new() }
    }

    /// Returns whether the puzzle uses a variant.
    pub fn flag(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }

    /// Returns the clues at some places. The kind has them.
    pub fn at(&self, places: Places) -> &Clues {
        let part = self.kind.parts.iter().position(|part| part.places == places);
        &self.clues[part.expect("a part of the kind")]
    }

    /// Returns the clues in cells, each with its cell.
    pub fn cells(&self) -> Vec<(usize, Clue)> {
        let clues = self.at(Places::Cells).iter().enumerate();
        clues.filter_map(|(cell, clue)| Some((cell, clue.clone()?))).collect()
    }

    /// Returns the numbers at some places, each with its place.
    pub fn numbers(&self, places: Places) -> Vec<(usize, u32)> {
        let clues = self.at(places).iter().enumerate();
        clues.filter_map(|(at, clue)| Some((at, clue.as_ref()?.number()?))).collect()
    }

    /// Returns whether there is a wall between each pair of neighbouring cells, in the order of
    /// [`Grid::pairs`](crate::board::Grid::pairs).
    pub fn walls(&self) -> Vec<bool> {
        self.at(Places::Walls).iter().map(Option::is_some).collect()
    }

    /// Returns the rooms that the walls make, in the order of their first cells.
    pub fn rooms(&self) -> Vec<Vec<usize>> {
        let mut is_placed = vec![false; self.board.cells.len()];
        let mut rooms: Vec<Vec<usize>> = Vec::new();
        for first in 0..is_placed.len() {
            if !is_placed[first] {
                let room = self.joined(first, |_| true);
                room.iter().for_each(|&cell| is_placed[cell] = true);
                rooms.push(room);
            }
        }
        rooms
    }

    /// Returns the cells that a cell is joined with, through others that are open, and through no wall.
    pub fn joined(&self, first: usize, is_open: impl Fn(usize) -> bool) -> Vec<usize> {
        let (grid, walls) = (self.board.cells, self.walls());
        let mut is_found = vec![false; grid.len()];
        is_found[first] = true;
        let (mut cells, mut at) = (vec![first], 0);
        while at < cells.len() {
            for next in grid.around(cells[at]).filter(|&next| is_open(next)) {
                if !is_found[next] && !walls[grid.link(cells[at], next).expect("neighbours")] {
                    is_found[next] = true;
                    cells.push(next);
                }
            }
            at += 1;
        }
        cells.sort_unstable();
        cells
    }

    /// Returns the columns and then the rows whose first cell is not dark, by their numbers among all lines, of which
    /// rows are the first.
    pub fn heads(&self) -> Vec<usize> {
        let (lines, height) = (self.board.cells.lines(), self.board.cells.height);
        let order = (height..lines.len()).chain(0..height);
        order.filter(|&line| self.at(Places::Cells)[lines[line][0]].is_none()).collect()
    }

    /// Returns the room of each cell.
    pub fn room_of(&self, rooms: &[Vec<usize>]) -> Vec<usize> {
        let mut of = vec![0; self.board.cells.len()];
        for (room, cells) in rooms.iter().enumerate() {
            cells.iter().for_each(|&cell| of[cell] = room);
        }
        of
    }
}
