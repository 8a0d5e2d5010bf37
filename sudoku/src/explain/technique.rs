//! Techniques as data: their names and costs, what is said of their steps, and what is taught of them. Each stands in
//! the file of its search; `search` has the table of all.

use std::fmt;

use super::figure::Figure;
use super::level::{Level, se};
use super::state::State;
use super::truth::Candidate;
use super::work::Work;

/// A search for all steps of a technique, or of the cheapest of several techniques.
pub(super) type Pattern = fn(&State, &mut Work, &mut Vec<Found>);

/// The more general technique, and whether a chain of it has the shape of another.
pub(super) type Shape = (&'static Technique, fn(&Figure<'_>) -> bool);

/// A way to draw conclusions that has a name, with its usual cost.
#[non_exhaustive]
pub struct Technique {
    /// The name in commands and data: `x-wing`.
    pub name: &'static str,
    /// The name as people write it: `X-wing`.
    pub title: &'static str,
    /// Other names, in small letters.
    pub also: &'static [&'static str],
    /// The cost of the simplest step, in hundredths.
    pub cost: u16,
    /// The score of a step by HoDoKu, if it knows the technique.
    pub hodoku: Option<u16>,
    /// What is taught of it.
    pub lesson: Lesson,
    /// Words that name it together with others.
    pub(crate) groups: &'static [&'static str],
    /// Whether steps of it alone can place all values of a puzzle.
    pub(crate) finishes: bool,
    /// The heading of a step, if it says more than the title. Names in braces are filled in, here and in `words`.
    pub(super) heading: &'static str,
    /// What to look for, where, and the whole step.
    pub(super) words: [&'static str; 3],
    /// Whether steps need the clues of variants.
    pub(super) is_of_clues: bool,
    /// Whether steps suppose a candidate and follow the consequences.
    pub(super) is_chain: bool,
    /// The search for its steps, if they are a pattern and no other technique's search finds them.
    pub(super) pattern: Option<Pattern>,
    /// The shape by which a chain with a more general name has this one.
    pub(super) shape: Option<Shape>,
}

/// What a technique is, why it is right, and how to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lesson {
    /// What it is.
    pub what: &'static str,
    /// Why it is right.
    pub why: &'static str,
    /// How to find it.
    pub spot: &'static str,
}

impl Lesson {
    pub(super) const fn new(what: &'static str, why: &'static str, spot: &'static str) -> Lesson {
        Lesson { what, why, spot }
    }
}

impl Technique {
    /// A technique without a name, to be completed.
    pub(super) const BLANK: Technique = Technique {
        name: "",
        title: "",
        also: &[],
        cost: 0,
        hodoku: None,
        lesson: Lesson::new("", "", ""),
        groups: &[],
        finishes: false,
        heading: "",
        words: [""; 3],
        is_of_clues: false,
        is_chain: false,
        pattern: None,
        shape: None,
    };

    /// All names of it: the one in commands, the title, and others. Capitals, blanks and signs do not matter.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name, self.title].into_iter().chain(self.also.iter().copied())
    }

    /// Whether it has a name.
    pub fn is_named(&self, name: &str) -> bool {
        self.names().any(|own| are_same(own, name))
    }

    /// Whether a word names a group of techniques to which it belongs.
    pub fn is_in(&self, word: &str) -> bool {
        self.groups.iter().any(|group| are_same(group, word))
    }

    /// The value of its simplest step on the scale of Sudoku Explainer; `None` if that has no such steps.
    pub fn se(&self) -> Option<f64> {
        (!self.is_of_clues).then(|| se(self.cost))
    }

    /// The level of its simplest step.
    pub fn level(&self) -> Level {
        Level::of(self.cost)
    }

    /// Whether all steps cost the same, since they are a pattern.
    pub(crate) fn is_pattern(&self) -> bool {
        self.pattern.is_some()
    }

    /// Whether steps suppose a candidate and follow the consequences.
    pub fn is_chain(&self) -> bool {
        self.is_chain
    }
}

/// Whether two names differ in capitals, blanks and signs at most.
fn are_same(one: &str, other: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    letters(one) == letters(other)
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
    /// The removed candidate that needs all truths, in a chain; none if that was removed before.
    pub supposed: Option<Candidate>,
    /// The number of decisions of a trial.
    pub nodes: u64,
}

impl Found {
    pub fn placing(technique: &'static Technique, placed: Candidate, truths: Vec<usize>) -> Found {
        Found { placed: Some(placed), ..Found::removing(technique, Vec::new(), truths) }
    }

    pub fn removing(technique: &'static Technique, removed: Vec<Candidate>, truths: Vec<usize>) -> Found {
        Found { technique, cost: technique.cost, truths, placed: None, removed, supposed: None, nodes: 0 }
    }

    /// Whether it is what a chain removes besides what was told.
    pub fn is_rest(&self) -> bool {
        self.technique.is_chain() && self.supposed.is_none()
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
