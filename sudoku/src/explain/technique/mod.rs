//! Techniques: how steps are found, what they cost, and what is said of them. Each stands in the file of its search.
//!
//! Those in this folder are patterns with names: singles, intersections, subsets and fish. A pattern is a few truths, and
//! the candidates that they refute because cells see each other.

mod locked;
pub(super) mod singles;
mod subsets;

use std::fmt;

use super::Explainer;
use super::state::State;
use super::step::Found;
use super::work::Work;
use super::{chains, cost, relations, trial};

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
    pub(super) find: Find,
}

/// The search for the steps of a technique.
#[derive(Clone, Copy)]
pub(super) enum Find {
    /// All steps, or those of the cheapest of some techniques.
    Pattern(fn(&State, &mut Work, &mut Vec<Found>)),
    /// The search for another technique, which names what it finds.
    Shared,
    /// One step, if all searches before found none and steps may cost more than so much. A step that costs at most the
    /// number is as good as the cheapest.
    Last(u16, fn(&mut Explainer, &State, u16) -> Option<Found>),
}

/// All techniques, in the order in which they are searched for: by cost, but clues after the singles of houses.
pub const TECHNIQUES: &[&Technique] = &[
    &singles::LAST_CELL,
    &singles::HIDDEN_SINGLE_REGION,
    &singles::HIDDEN_SINGLE,
    &relations::CLUE,
    &locked::DIRECT_POINTING,
    &locked::DIRECT_CLAIMING,
    &relations::SUM,
    &subsets::DIRECT_PAIR,
    &singles::NAKED_SINGLE,
    &subsets::DIRECT_TRIPLE,
    &locked::POINTING,
    &locked::CLAIMING,
    &subsets::NAKED_PAIR,
    &subsets::X_WING,
    &subsets::HIDDEN_PAIR,
    &subsets::NAKED_TRIPLE,
    &subsets::SWORDFISH,
    &subsets::HIDDEN_TRIPLE,
    &cost::XY_WING,
    &cost::XYZ_WING,
    &cost::TURBOT,
    &cost::W_WING,
    &cost::X_CHAIN,
    &cost::XY_CHAIN,
    &cost::CHAIN,
    &subsets::NAKED_QUAD,
    &subsets::JELLYFISH,
    &subsets::HIDDEN_QUAD,
    &cost::FORCING_CHAIN,
    &cost::CLUE_CHAIN,
    &chains::CASES,
    &chains::NESTED_CHAIN,
    &trial::TRIAL,
];

impl Technique {
    /// A technique without a name, to be completed.
    pub(super) const BLANK: Technique = Technique {
        name: "",
        cost: 0,
        groups: &[],
        finishes: false,
        words: [""; 3],
        is_chain: false,
        find: Find::Shared,
    };

    /// The technique with a name.
    pub fn find(name: &str) -> Option<&'static Technique> {
        TECHNIQUES.iter().copied().find(|technique| technique.name == name)
    }

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
