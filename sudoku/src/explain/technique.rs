//! Techniques as data: their names and costs, and what is said of their steps. Each stands in the file of its search;
//! `search` has the table of all.

use std::fmt;

use super::state::State;
use super::truth::Candidate;
use super::work::Work;

/// A search for all steps of a technique, or of the cheapest of several techniques.
pub(super) type Pattern = fn(&State, &mut Work, &mut Vec<Found>);

/// A way to draw conclusions that has a name, with its usual cost.
#[non_exhaustive]
pub struct Technique {
    /// The name, as `--needs` and `--only` take it.
    pub name: &'static str,
    /// The cost of the simplest step, in hundredths.
    pub cost: u16,
    /// Words that name it together with others, as `--needs` and `--only` take them, too.
    pub(crate) groups: &'static [&'static str],
    /// Whether steps of it alone can place all values of a puzzle.
    pub(crate) finishes: bool,
    /// What to look for, where, and the whole step. Names in braces are filled in.
    pub(super) words: [&'static str; 3],
    /// Whether steps suppose a candidate and follow the consequences.
    pub(super) is_chain: bool,
    /// The search for its steps, if they are a pattern and no other technique's search finds them.
    pub(super) pattern: Option<Pattern>,
}

impl Technique {
    /// A technique without a name, to be completed.
    pub(super) const BLANK: Technique = Technique {
        name: "",
        cost: 0,
        groups: &[],
        finishes: false,
        words: [""; 3],
        is_chain: false,
        pattern: None,
    };

    /// Whether steps suppose a candidate and follow the consequences.
    pub fn is_chain(&self) -> bool {
        self.is_chain
    }
}

impl PartialEq for Technique {
    fn eq(&self, other: &Technique) -> bool {
        self.name == other.name
    }
}

impl Eq for Technique {}

impl fmt::Debug for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Technique({})", self.name)
    }
}

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

    /// Leaves out conclusions that were drawn before. Returns whether any conclusion is left.
    pub fn is_new(&mut self, state: &State) -> bool {
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
    pub fn apply(&self, state: &mut State) {
        match self.placed {
            Some(candidate) => {
                let (cell, value) = state.map.split(candidate);
                state.place(cell, value);
            }
            None => self.removed.iter().for_each(|&candidate| state.remove_candidate(candidate)),
        }
    }
}
