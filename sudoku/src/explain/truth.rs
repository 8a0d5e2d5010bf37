//! Truths: sets of candidates of which one holds.

use crate::rules::Origin;

/// A candidate as one number: that of the cell times the number of values, plus the value.
pub(super) type Candidate = usize;

/// A set of candidates of which at least one holds in every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Truth {
    /// A cell has one of its candidates.
    Cell(usize),
    /// A value has a place in a house with as many cells as there are values.
    Place {
        /// The index of the house; [`State::names_of`](super::State::names_of) has its name.
        house: usize,
        /// The value.
        value: u8,
    },
    /// A clue, or a part of one, holds: the index of its relation.
    Relation(usize),
}

/// Cells of which no two have the same value: a row, column or region, or the cells of a clue that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) origin: Origin,
    pub(super) cells: Box<[u16]>,
    /// Whether it has as many cells as there are values, so that each value has a place.
    pub(super) is_full: bool,
}

impl Group {
    /// The cells, ascending.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }
}

/// The numbers of the truths of a puzzle: first the cells, then the places house by house, then the relations of clues.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    pub cells: usize,
    pub values: usize,
    pub houses: usize,
    pub relations: usize,
}

impl Numbering {
    /// The number of all truths.
    pub fn count(&self) -> usize {
        self.first_relation() + self.relations
    }

    pub fn place(&self, house: usize, value: usize) -> usize {
        self.cells + house * self.values + value
    }

    /// The first truth that is a relation.
    fn first_relation(&self) -> usize {
        self.cells + self.houses * self.values
    }

    pub fn relation(&self, relation: usize) -> usize {
        self.first_relation() + relation
    }

    /// The index of the relation, if a truth is a relation.
    pub fn as_relation(&self, truth: usize) -> Option<usize> {
        truth.checked_sub(self.first_relation())
    }

    pub fn truth(&self, index: usize) -> Truth {
        match (self.as_relation(index), index.checked_sub(self.cells)) {
            (Some(relation), _) => Truth::Relation(relation),
            (None, Some(place)) => {
                Truth::Place { house: place / self.values, value: (place % self.values) as u8 }
            }
            (None, None) => Truth::Cell(index),
        }
    }

    pub fn index(&self, truth: Truth) -> usize {
        match truth {
            Truth::Cell(cell) => cell,
            Truth::Place { house, value } => self.place(house, usize::from(value)),
            Truth::Relation(relation) => self.relation(relation),
        }
    }
}

/// The positions of the bits of a word, ascending. It is written again here, since that of the engine is not public.
#[derive(Clone)]
pub(super) struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        bit
    }
}

pub(super) fn ones(word: u64) -> Ones {
    Ones(word)
}

/// The positions of the bits of several words, ascending.
pub(super) fn ones_of(words: &[u64]) -> impl Iterator<Item = usize> + Clone {
    words.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| 64 * at + bit))
}
