//! Difficulties that puzzles are wanted to have.

use std::ops::RangeInclusive;

use super::error::RequirementError;
use crate::explain::{Explainer, Level, TECHNIQUES, Technique};

/// The required difficulty of a puzzle, as [rated](Explainer::rate) by the explainer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The cost of the hardest step, in hundredths.
    pub hardest: RangeInclusive<u16>,
    /// Sets of techniques. A puzzle needs a step of each set.
    pub needs: Vec<Vec<&'static Technique>>,
    /// The techniques that steps may have; all if there are none.
    pub only: Vec<&'static Technique>,
}

impl Default for Difficulty {
    fn default() -> Difficulty {
        Difficulty { hardest: 0..=u16::MAX, needs: Vec::new(), only: Vec::new() }
    }
}

impl Difficulty {
    /// The costs of a level.
    ///
    /// ```
    /// use sudoku::Difficulty;
    /// use sudoku::explain::Level;
    ///
    /// assert_eq!(Difficulty::costs(Level::Medium), 151..=250);
    /// ```
    pub fn costs(level: Level) -> RangeInclusive<u16> {
        let easier = Level::ALL.iter().rev().find(|other| **other < level);
        easier.map_or(0, |easier| easier.most() + 1)..=level.most()
    }

    /// The costs whose value on the scale of Sudoku Explainer is estimated to be in a range, in hundredths; `None` if
    /// there are none.
    pub fn costs_of_se(range: &RangeInclusive<u16>) -> Option<RangeInclusive<u16>> {
        const MOST: u16 = 2000;
        let is_in = |cost: &u16| range.contains(&((crate::explain::se(*cost) * 100.0).round() as u16));
        let least = (0..=MOST).find(is_in)?;
        let most = (least..=MOST).rev().find(is_in)?;
        Some(least..=if most == MOST { u16::MAX } else { most })
    }

    /// The techniques that a word names: one of [`TECHNIQUES`] by any of its names, or several, such as `singles`.
    pub fn techniques(word: &str) -> Option<Vec<&'static Technique>> {
        let members = TECHNIQUES.iter().copied().filter(|technique| technique.is_in(word));
        let members: Vec<&Technique> = members.collect();
        if members.is_empty() { Technique::find(word).map(|single| vec![single]) } else { Some(members) }
    }

    /// All words that name techniques in commands.
    pub fn words() -> Vec<&'static str> {
        let words_of = |technique: &&Technique| [&[technique.name], technique.groups].concat();
        let mut words: Vec<&str> = TECHNIQUES.iter().flat_map(words_of).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Reports requirements that contradict each other.
    pub(super) fn check(&self) -> Result<(), RequirementError> {
        let fail = |what: String| Err(RequirementError::new(what));
        if self.hardest.is_empty() {
            return fail("no cost of the hardest step is wanted: the least is above the greatest".into());
        }
        let most = *self.hardest.end();
        for need in &self.needs {
            let fits = |technique: &&Technique| technique.cost <= most && self.allows(technique);
            if !need.iter().any(fits) {
                let name = need.first().map_or("", |technique| technique.name);
                return fail(format!("{name} is needed, but steps of it are not allowed, or cost too much"));
            }
        }
        if !self.only.is_empty() && !self.only.iter().any(|technique| technique.finishes) {
            return fail("no puzzle is solved by these techniques only: add singles".into());
        }
        let cheapest = self.only.iter().map(|technique| technique.cost).min();
        if cheapest.is_some_and(|cost| cost > most) {
            return fail("all techniques that are allowed cost more than is wanted".into());
        }
        Ok(())
    }

    /// Whether steps may be of a technique.
    pub(super) fn allows(&self, technique: &Technique) -> bool {
        self.only.is_empty() || self.only.contains(&technique)
    }

    /// An explainer that finds no steps that cost too much.
    pub(super) fn explainer(&self, budget: crate::Budget) -> Explainer {
        let mut explainer = Explainer::within(budget);
        if *self.hardest.end() < u16::MAX {
            explainer.up_to(*self.hardest.end());
        }
        explainer
    }
}
