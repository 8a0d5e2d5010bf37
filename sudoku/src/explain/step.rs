//! Steps: a conclusion, the truths from which it follows, and the name of the technique.

use super::Stuck;
use super::proof::Prover;
use super::truth::{Candidate, Truth, ones_of};
use crate::candidates::Candidates;

/// A way to draw conclusions that has a name, with its usual cost.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Technique {
    /// The name, as `--needs` and `--only` take it.
    pub name: &'static str,
    /// The cost of the simplest step, in hundredths.
    pub cost: u16,
}

macro_rules! techniques {
    ($($id:ident $name:literal $cost:literal;)*) => {
        /// All techniques, by cost.
        pub const TECHNIQUES: &[&Technique] = &[$(&$id),*];
        $(pub(super) static $id: Technique = Technique { name: $name, cost: $cost };)*
    };
}

// The costs of named patterns are those of the SE scale, which people know; the others continue it.
techniques! {
    LAST_CELL "last-cell" 100;
    HIDDEN_SINGLE_REGION "hidden-single-box" 120;
    HIDDEN_SINGLE "hidden-single" 150;
    DIRECT_POINTING "direct-pointing" 170;
    DIRECT_CLAIMING "direct-claiming" 190;
    CLUE "clue" 140;
    SUM "sum" 200;
    DIRECT_PAIR "direct-hidden-pair" 200;
    NAKED_SINGLE "naked-single" 230;
    DIRECT_TRIPLE "direct-hidden-triple" 250;
    POINTING "pointing" 260;
    CLAIMING "claiming" 280;
    NAKED_PAIR "naked-pair" 300;
    X_WING "x-wing" 320;
    HIDDEN_PAIR "hidden-pair" 340;
    NAKED_TRIPLE "naked-triple" 360;
    SWORDFISH "swordfish" 380;
    HIDDEN_TRIPLE "hidden-triple" 400;
    XY_WING "xy-wing" 420;
    XYZ_WING "xyz-wing" 440;
    TURBOT "turbot-fish" 450;
    W_WING "w-wing" 460;
    X_CHAIN "x-chain" 470;
    XY_CHAIN "xy-chain" 480;
    CHAIN "chain" 490;
    NAKED_QUAD "naked-quad" 500;
    JELLYFISH "jellyfish" 520;
    HIDDEN_QUAD "hidden-quad" 540;
    FORCING_CHAIN "forcing-chain" 545;
    CLUE_CHAIN "clue-chain" 550;
    CASES "cases" 897;
    NESTED_CHAIN "nested-chain" 900;
    TRIAL "trial" 2000;
}

impl Technique {
    /// The technique with a name.
    pub fn find(name: &str) -> Option<&'static Technique> {
        TECHNIQUES.iter().copied().find(|technique| technique.name == name)
    }

    /// Whether steps suppose a candidate and follow the consequences.
    pub fn is_chain(&self) -> bool {
        const OTHERS: [&Technique; 3] = [&NAKED_QUAD, &JELLYFISH, &HIDDEN_QUAD];
        (XY_WING.cost..TRIAL.cost).contains(&self.cost) && !OTHERS.contains(&self)
    }
}

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
        match prover.work.is_over() {
            true => Err(Stuck::Limit),
            false => Ok(Step { conclusion, truths, technique, cost, proof, tuples }),
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
