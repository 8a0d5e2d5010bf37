//! Steps: a conclusion, the truths from which it follows, and the name of the technique.

use super::Stuck;
use super::proof::Prover;
use super::technique::Technique;
use super::trial::TRIAL;
use super::truth::{Candidate, Truth, ones_of};
use crate::candidates::Candidates;

/// The greatest number of tuples that are listed.
const MOST_TUPLES: usize = 8;

/// A result of an explainer, with numbers instead of names.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub technique: &'static Technique,
    pub cost: u16,
    /// The truths, by their numbers.
    pub truths: Vec<usize>,
    /// The value that is placed, if one is.
    pub placed: Option<Candidate>,
    /// The candidates that are removed, unless a value is placed.
    pub removed: Vec<Candidate>,
    /// The number of decisions of a trial.
    pub nodes: u64,
}

impl Found {
    pub fn placing(technique: &'static Technique, placed: Candidate, truths: Vec<usize>) -> Found {
        Found { technique, cost: technique.cost, truths, placed: Some(placed), removed: Vec::new(), nodes: 0 }
    }

    pub fn removing(technique: &'static Technique, removed: Vec<Candidate>, truths: Vec<usize>) -> Found {
        Found { technique, cost: technique.cost, truths, placed: None, removed, nodes: 0 }
    }
}

/// Candidates of a cell that a step removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removal {
    /// The cell.
    pub cell: usize,
    /// The values.
    pub values: Candidates,
}

/// The conclusion of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A value stands in a cell.
    Place {
        /// The cell.
        cell: usize,
        /// The value.
        value: u8,
    },
    /// Values cannot stand in cells.
    Remove(Vec<Removal>),
}

/// A step: a conclusion, and the truths from which it follows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The conclusion.
    pub conclusion: Conclusion,
    /// The truths. The conclusion follows from them and from the fact that cells that see each other have different
    /// values, and does not follow without any one of the truths.
    pub truths: Vec<Truth>,
    /// The technique.
    pub technique: &'static Technique,
    /// The cost, in hundredths.
    pub cost: u16,
    /// The proof of the conclusion.
    pub proof: Proof,
    /// The tuples of values that a single clue allows its open cells, if they are few.
    pub tuples: Vec<Vec<u8>>,
}

/// The derivation of a conclusion from truths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Directly: the truths are a pattern with a name.
    Direct,
    /// A removed candidate is supposed to be true, which leads to a contradiction.
    Chain {
        /// The cell.
        cell: usize,
        /// The value.
        value: u8,
        /// The conclusions, up to the contradiction.
        lines: Vec<Line>,
    },
    /// A search of the whole puzzle finds no solution with the removed candidate; nothing shorter is known.
    Trial {
        /// The number of decisions of the search.
        nodes: u64,
    },
}

/// A line of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A truth leaves one candidate.
    Holds {
        /// The truth.
        truth: Truth,
        /// The cell of the candidate.
        cell: usize,
        /// The value of the candidate.
        value: u8,
    },
    /// A clue leaves some values for a cell, of which the contradiction that follows takes account.
    Leaves {
        /// The clue.
        truth: Truth,
        /// The cell.
        cell: usize,
        /// The values.
        left: Candidates,
    },
    /// A truth has no candidate left: a contradiction.
    Fails {
        /// The truth.
        truth: Truth,
        /// For a clue: its cells, each with the values that were left when the clue allowed none of their combinations.
        left: Vec<(usize, Candidates)>,
    },
    /// A truth leaves some candidates, and each leads to a contradiction.
    Cases {
        /// The truth.
        truth: Truth,
        /// The cell and value of each candidate, and the conclusions from it.
        cases: Vec<(usize, u8, Vec<Line>)>,
    },
}

impl Found {
    /// The step in terms of cells and values. An error says that a limit was reached while its proof was told.
    pub fn step(&self, state: &super::state::State, prover: &mut Prover) -> Result<Step, Stuck> {
        let map = &state.map;
        let conclusion = match self.placed {
            Some(candidate) => {
                let (cell, value) = map.split(candidate);
                Conclusion::Place { cell, value: value as u8 }
            }
            None => {
                let mut removals: Vec<Removal> = Vec::new();
                for &candidate in &self.removed {
                    let (cell, value) = map.split(candidate);
                    let values = Candidates::one(value as u8);
                    match removals.iter_mut().find(|removal| removal.cell == cell) {
                        Some(removal) => removal.values = removal.values.or(values),
                        None => removals.push(Removal { cell, values }),
                    }
                }
                removals.sort_by_key(|removal| removal.cell);
                Conclusion::Remove(removals)
            }
        };
        let truths = self.truths.iter().map(|&truth| map.numbering.truth(truth)).collect();
        let proof = match self.removed.first() {
            Some(&candidate) if self.technique.is_chain() => {
                let (cell, value) = map.split(candidate);
                let lines = prover.tell(state, &self.truths, candidate);
                let lines = lines.into_iter().map(|line| line.named(map)).collect();
                Proof::Chain { cell, value: value as u8, lines }
            }
            _ if *self.technique == TRIAL => Proof::Trial { nodes: self.nodes },
            _ => Proof::Direct,
        };
        let (technique, cost, tuples) = (self.technique, self.cost, self.tuples(state));
        if prover.work.is_over() {
            Err(Stuck::Limit)
        } else {
            Ok(Step { conclusion, truths, technique, cost, proof, tuples })
        }
    }

    /// The tuples of a single relation, if they are few.
    fn tuples(&self, state: &super::state::State) -> Vec<Vec<u8>> {
        let [truth] = self.truths[..] else { return Vec::new() };
        let Some(relation) = state.map.numbering.as_relation(truth) else { return Vec::new() };
        let row = &state.rows[relation];
        let Some(table) = &row.table else { return Vec::new() };
        let cells = state.map.relations[relation].cells.iter().enumerate();
        let open: Vec<usize> = cells.filter(|&(_, &cell)| !state.is_placed[cell]).map(|(at, _)| at).collect();
        let mut tuples: Vec<Vec<u8>> = Vec::new();
        for alive in ones_of(&row.alive) {
            let tuple = open.iter().map(|&at| table.value(alive, at) as u8).collect();
            if tuples.last() != Some(&tuple) {
                if tuples.len() == MOST_TUPLES {
                    return Vec::new();
                }
                tuples.push(tuple);
            }
        }
        tuples
    }

    /// Leaves out conclusions that were drawn before. Returns whether any conclusion is left.
    pub fn is_new(&mut self, state: &super::state::State) -> bool {
        match self.placed {
            Some(candidate) => !state.is_placed[state.map.split(candidate).0],
            None => {
                self.removed.retain(|&candidate| {
                    let (cell, value) = state.map.split(candidate);
                    state.has(cell, value)
                });
                !self.removed.is_empty()
            }
        }
    }

    /// Draws the conclusion.
    pub fn apply(&self, state: &mut super::state::State) {
        match self.placed {
            Some(candidate) => {
                let (cell, value) = state.map.split(candidate);
                state.place(cell, value);
            }
            None => self.removed.iter().for_each(|&candidate| state.remove_candidate(candidate)),
        }
    }
}
