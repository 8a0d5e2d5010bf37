//! The state of a solver: the candidates that are left, and the values that were placed.

use std::fmt;
use std::sync::Arc;

use super::map::Map;
use super::relations::{Row, Sum};
use super::truth::{Candidate, Truth, ones};
use crate::candidates::Candidates;

/// The candidates of all cells on the way to the solution. A placed value is removed from the cells that see it.
#[derive(Clone)]
pub struct State {
    pub(super) map: Arc<Map>,
    /// The candidates of each cell, as bits.
    pub(super) cells: Vec<u64>,
    /// The positions of each value in each house, as bits.
    pub(super) places: Vec<u64>,
    /// The cells that have each value as a candidate, as bits.
    pub(super) with: Vec<u64>,
    /// Whether each cell has been given or placed.
    pub(super) is_placed: Vec<bool>,
    /// The values placed in each house, as bits.
    pub(super) done: Vec<u64>,
    /// The number of cells without a placed value.
    pub(super) open: usize,
    /// A truth without a candidate.
    pub(super) empty: Option<usize>,
    /// The filtered candidates of each relation, perhaps of an earlier state.
    pub(super) rows: Vec<Row>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.cells.len()).map(|cell| self.candidates(cell))).finish()
    }
}

impl State {
    /// The state at the beginning: givens placed, and all other candidates as the puzzle states them.
    pub(super) fn new(map: &Arc<Map>, candidates: &[Candidates]) -> State {
        let grid = map.puzzle.grid();
        let numbering = map.numbering;
        let mut state = State {
            cells: candidates.iter().map(|candidates| candidates.bits()).collect(),
            places: vec![0; numbering.houses * numbering.values],
            with: vec![0; numbering.values * map.words],
            is_placed: vec![false; numbering.cells],
            done: vec![0; numbering.houses],
            open: numbering.cells,
            empty: None,
            rows: vec![Row::default(); map.relations.len()],
            map: map.clone(),
        };
        for (cell, candidates) in candidates.iter().enumerate() {
            for value in candidates.iter().map(usize::from) {
                state.with[value * map.words + cell / 64] |= 1 << (cell % 64);
                for &(house, position) in &map.houses_of[cell] {
                    state.places[house * numbering.values + value] |= 1 << position;
                }
            }
        }
        let emptied = candidates.iter().position(|candidates| candidates.is_empty());
        let missing = state.places.iter().position(|&places| places == 0);
        state.empty = emptied.or(missing.map(|place| numbering.cells + place));
        for (cell, candidates) in candidates.iter().enumerate() {
            if grid.is_gap(cell) {
                state.is_placed[cell] = true;
                state.open -= 1;
            } else if let Some(value) = candidates.value() {
                state.place(cell, usize::from(value));
            }
        }
        state
    }

    /// The candidates of a cell.
    pub fn candidates(&self, cell: usize) -> Candidates {
        Candidates::of_bits(self.cells[cell])
    }

    /// Whether the value of a cell is given or was placed.
    pub fn is_placed(&self, cell: usize) -> bool {
        self.is_placed[cell]
    }

    /// Whether all cells have their values.
    pub fn is_solved(&self) -> bool {
        self.open == 0 && self.empty.is_none()
    }

    /// A cell without candidates, or a value without a place in a house, if there is one.
    pub fn contradiction(&self) -> Option<Truth> {
        self.empty.map(|truth| self.map.numbering.truth(truth))
    }

    /// The candidates of a truth: cells, and their values in question. For a clue, all candidates of its cells.
    pub fn candidates_of(&self, truth: Truth) -> Vec<(usize, Candidates)> {
        match truth {
            Truth::Cell(cell) => vec![(cell, self.candidates(cell))],
            Truth::Place { house, value } => {
                let mask = self.places[house * self.map.numbering.values + usize::from(value)];
                ones(mask).map(|bit| (self.map.cell_at(house, bit as u32), Candidates::one(value))).collect()
            }
            Truth::Relation(relation) => {
                let cells = self.map.relations[relation].cells.iter();
                cells.map(|&cell| (cell, self.candidates(cell))).collect()
            }
        }
    }

    /// The sum behind a truth, if the truth is a sum of houses and clues together.
    pub fn sum_of(&self, truth: Truth) -> Option<&Sum> {
        match truth {
            Truth::Relation(relation) => self.map.relations[relation].sum.as_ref(),
            Truth::Cell(_) | Truth::Place { .. } => None,
        }
    }

    pub(super) fn has(&self, cell: usize, value: usize) -> bool {
        self.cells[cell] >> value & 1 != 0
    }

    /// The cells that have a value as a candidate, as bits.
    pub(super) fn with(&self, value: usize) -> &[u64] {
        &self.with[value * self.map.words..][..self.map.words]
    }

    /// The candidates of a truth that is no relation: values of a cell, or positions of a house.
    pub(super) fn mask(&self, truth: usize) -> u64 {
        let cells = self.map.numbering.cells;
        if truth < cells { self.cells[truth] } else { self.places[truth - cells] }
    }

    /// Removes a candidate. Does nothing if it is gone already.
    pub fn remove(&mut self, cell: usize, value: u8) {
        let value = usize::from(value);
        if !self.has(cell, value) {
            return;
        }
        let map = self.map.clone();
        self.cells[cell] &= !(1 << value);
        self.with[value * map.words + cell / 64] &= !(1 << (cell % 64));
        if self.cells[cell] == 0 {
            self.empty.get_or_insert(cell);
        }
        for &(house, position) in &map.houses_of[cell] {
            let place = house * map.numbering.values + value;
            self.places[place] &= !(1 << position);
            if self.places[place] == 0 {
                self.empty.get_or_insert(map.numbering.cells + place);
            }
        }
    }

    pub(super) fn remove_candidate(&mut self, candidate: Candidate) {
        let (cell, value) = self.map.split(candidate);
        self.remove(cell, value as u8);
    }

    /// Places a value in a cell and removes it from the cells that see it. The value must be a candidate.
    pub(super) fn place(&mut self, cell: usize, value: usize) {
        let map = self.map.clone();
        debug_assert!(self.has(cell, value));
        let others = self.cells[cell] & !(1 << value);
        map.excluded_by(map.candidate(cell, value), others)
            .for_each(|(cell, value)| self.remove(cell, value as u8));
        if !std::mem::replace(&mut self.is_placed[cell], true) {
            self.open -= 1;
            map.houses_of[cell].iter().for_each(|&(house, _)| self.done[house] |= 1 << value);
        }
    }
}
