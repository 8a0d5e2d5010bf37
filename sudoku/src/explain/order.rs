//! An order of candidates that does not depend on how a puzzle is turned or relabelled, so that equal puzzles get equal
//! steps.

use super::cost;
use super::map::Map;
use super::relations::{Relation, Sum};
use super::state::State;
use super::truth::{Candidate, ones};
use super::work::Work;
use crate::rules::Origin;

/// The number of rounds in which numbers spread to neighbours. Four rounds reach every candidate from every other.
const ROUNDS: usize = 4;

/// Numbers of candidates and truths that depend only on their neighbourhood.
#[derive(Debug, Default)]
pub(super) struct Order {
    candidates: Vec<u64>,
    truths: Vec<u64>,
    /// For each truth: its branches, and its share in the number for several.
    weights: Vec<(u32, u64)>,
    /// The candidates of open cells, in order.
    pub sorted: Vec<Candidate>,
}

impl Order {
    /// Computes the numbers for a state (Weisfeiler and Leman 1968): a candidate's number comes from those of its
    /// truths, and a truth's number from those of its candidates. After a limit no candidate is in order.
    pub fn of(&mut self, state: &State, work: &mut Work) {
        let map = &state.map;
        let count = map.numbering.cells + state.places.len();
        self.candidates.clear();
        // Clues tell values apart, which classics do not.
        let has_clues = !map.puzzle.clues().is_empty();
        let first =
            |candidate: usize| 1 + if has_clues { candidate % map.numbering.values } else { 0 } as u64;
        self.candidates.extend((0..state.cells.len() * map.numbering.values).map(first));
        self.truths.clear();
        self.truths.resize(map.numbering.count(), 0);
        let relations: Vec<u64> = map.relations.iter().map(|relation| kind_of(map, relation)).collect();
        self.sorted.clear();
        let kind = |truth: usize| match truth.checked_sub(map.numbering.cells) {
            None => 1,
            Some(place) if map.is_region(place / map.numbering.values) => 2,
            Some(_) => 3,
        };
        for _ in 0..ROUNDS {
            for truth in 0..count {
                if work.spend(1) {
                    return;
                }
                let sum = ones(state.mask(truth))
                    .map(|bit| mix(self.candidates[state.map.member(truth, bit)]))
                    .fold(0u64, u64::wrapping_add);
                self.truths[truth] = mix(sum.wrapping_add(kind(truth)));
            }
            for (relation, about) in map.relations.iter().enumerate() {
                if work.spend(1 + about.cells.len() as u32) {
                    return;
                }
                let cells = about.cells.iter().map(|&cell| {
                    let numbers =
                        ones(state.cells[cell]).map(|value| mix(self.candidates[map.candidate(cell, value)]));
                    mix(numbers.fold(0, u64::wrapping_add))
                });
                let sum = cells.fold(relations[relation], u64::wrapping_add);
                self.truths[map.numbering.relation(relation)] = mix(sum);
            }
            for cell in 0..state.cells.len() {
                if work.spend(2) {
                    return;
                }
                for value in ones(state.cells[cell]) {
                    let houses = map.houses_of[cell].iter();
                    let places = houses.map(|&(house, _)| self.truths[map.numbering.place(house, value)]);
                    let clues = map.relations_of[cell].iter().map(|&(relation, at)| {
                        mix(self.truths[map.numbering.relation(relation)]
                            .wrapping_add(role(&map.relations[relation], at)))
                    });
                    let sum = places.chain(clues).fold(mix(self.truths[cell]), u64::wrapping_add);
                    let number = &mut self.candidates[map.candidate(cell, value)];
                    *number = mix(number.wrapping_add(sum));
                }
            }
        }
        let weight = |truth| (cost::branches(state, truth) as u32, self.spread(truth));
        let weights = (0..map.numbering.count()).map(weight).collect();
        self.weights = weights;
        let open = (0..state.cells.len()).filter(|&cell| !state.is_placed[cell]);
        let candidates =
            open.flat_map(|cell| ones(state.cells[cell]).map(move |value| map.candidate(cell, value)));
        self.sorted.extend(candidates);
        let numbers = &self.candidates;
        self.sorted.sort_by_key(|&candidate| numbers[candidate]);
    }

    pub fn candidate(&self, candidate: Candidate) -> u64 {
        self.candidates[candidate]
    }

    /// The number of a truth.
    pub fn truth(&self, truth: usize) -> u64 {
        self.truths[truth]
    }

    /// A number for several truths.
    pub fn all(&self, truths: impl Iterator<Item = usize>) -> u64 {
        truths.fold(0, |sum, truth| sum.wrapping_add(self.spread(truth)))
    }

    /// The branches of a truth, and its share in the number for several.
    pub fn weight(&self, truth: usize) -> (u32, u64) {
        self.weights[truth]
    }

    /// The share of a truth in the number for several.
    fn spread(&self, truth: usize) -> u64 {
        mix(self.truth(truth))
    }
}

/// A number for what a relation says, whatever its cells.
fn kind_of(map: &Map, relation: &Relation) -> u64 {
    let origins = relation.origins.iter().map(|&origin| match origin {
        Origin::House(_) => 1,
        Origin::Clue(at) => {
            let clue = &map.puzzle.clues()[at];
            let name = clue.kind.name.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
            clue.numbers().fold(name, |sum, number| mix(sum ^ number as u64))
        }
    });
    let total = relation.sum.as_ref().map_or(0, |sum| sum.total as u64);
    origins.fold(mix(total), |sum, origin| sum.wrapping_add(mix(origin)))
}

/// A number for the part that a cell has in a relation: a sum adds or subtracts it.
fn role(relation: &Relation, at: usize) -> u64 {
    let is_taken = |sum: &Sum| sum.taken.contains(&relation.cells[at]);
    u64::from(relation.sum.as_ref().is_some_and(is_taken))
}

/// Spreads the bits of a number (the finalizer of SplitMix64).
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
