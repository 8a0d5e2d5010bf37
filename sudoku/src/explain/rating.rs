//! Ratings: how hard the steps of a puzzle are.

use super::Explainer;
use super::state::State;
use super::step::Stuck;
use super::technique::Technique;
use crate::puzzle::Puzzle;

/// The difficulty of a puzzle as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Values with one place in a house.
    Easy,
    /// Cells with one candidate, and single clues.
    Medium,
    /// Intersections, pairs and X-wings.
    Hard,
    /// Triples, wings and short chains.
    Fiendish,
    /// Chains, and the cases of a cell, of a value in a house or of a clue.
    Extreme,
    /// Chains inside chains.
    Nested,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 6] =
        [Level::Easy, Level::Medium, Level::Hard, Level::Fiendish, Level::Extreme, Level::Nested];

    /// The level of a cost.
    pub fn of(cost: u16) -> Level {
        *Level::ALL.iter().find(|level| cost <= level.most()).expect("the last level has no end")
    }

    /// The greatest cost of the level, in hundredths.
    pub fn most(self) -> u16 {
        match self {
            Level::Easy => 150,
            Level::Medium => 250,
            Level::Hard => 340,
            Level::Fiendish => 500,
            Level::Extreme => 900,
            Level::Nested => u16::MAX,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Fiendish => "fiendish",
            Level::Extreme => "extreme",
            Level::Nested => "nested",
        }
    }
}

/// The difficulty of a puzzle, from its steps.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The cost of the hardest step, in hundredths. A lower bound if the steps do not reach the end.
    pub hardest: u16,
    /// The technique of the hardest step; `None` without steps.
    pub technique: Option<&'static Technique>,
    /// The sum of the costs of all steps, in hundredths.
    pub sum: u32,
    /// The number of steps.
    pub steps: u32,
    /// The number of steps of each technique, by cost.
    pub counts: Vec<(&'static Technique, u32)>,
    /// The reason why the steps ended.
    pub end: Stuck,
}

impl Rating {
    /// Whether the steps reach the solution.
    pub fn is_complete(&self) -> bool {
        self.end == Stuck::Solved
    }

    /// The level of the hardest step.
    pub fn level(&self) -> Level {
        Level::of(self.hardest)
    }

    /// An estimate of the rating by Sudoku Explainer, which agrees for named patterns and was measured for chains.
    pub fn se(&self) -> f64 {
        se(self.hardest)
    }
}

/// Costs of chains, each with the median rating by Sudoku Explainer of puzzles with such a hardest step (200 puzzles
/// of all difficulties, November 2026).
const SCALE: [(f64, f64); 13] = [
    (4.49, 4.5),
    (4.5, 6.6),
    (5.0, 6.9),
    (5.4, 7.2),
    (5.85, 7.4),
    (5.9, 8.3),
    (6.4, 8.5),
    (6.85, 8.9),
    (8.5, 9.1),
    (9.6, 10.0),
    (9.8, 10.9),
    (10.5, 11.1),
    (14.0, 11.9),
];

/// The value of a cost on the scale of Sudoku Explainer.
pub(crate) fn se(cost: u16) -> f64 {
    let cost = f64::from(cost) / 100.0;
    if cost < SCALE[0].0 {
        return cost;
    }
    let last = SCALE[SCALE.len() - 1];
    let pair = SCALE.windows(2).find(|pair| cost < pair[1].0);
    let value = pair.map_or(last.1, |pair| {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        low + (cost - from) / (to - from) * (high - low)
    });
    (value * 10.0).round() / 10.0
}

impl Explainer {
    /// Follows the steps of a puzzle to the end. If no allowed step is left, `help` returns further values. Returns
    /// whether the end was reached.
    pub(crate) fn walk(
        &mut self,
        puzzle: &Puzzle,
        is_allowed: impl Fn(&Technique, u16) -> bool,
        mut help: impl FnMut(&State) -> Vec<(usize, u8)>,
    ) -> bool {
        let mut path = self.path(puzzle);
        loop {
            match path.advance() {
                Ok(found) if is_allowed(found.technique, found.cost) => found.apply(&mut path.state),
                Err(Stuck::Solved) => return true,
                Ok(_) | Err(Stuck::Unknown) => {
                    let values = help(&path.state);
                    if values.is_empty() {
                        return false;
                    }
                    values.iter().for_each(|&(cell, value)| path.state.place(cell, usize::from(value)));
                }
                Err(_) => return false,
            }
        }
    }

    /// Rates a puzzle, which should have one solution.
    ///
    /// ```
    /// use sudoku::Puzzle;
    /// use sudoku::explain::{Explainer, Level};
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rating = Explainer::new().rate(&puzzle);
    /// assert!(rating.is_complete());
    /// assert_eq!((rating.hardest, rating.level()), (120, Level::Easy));
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn rate(&mut self, puzzle: &Puzzle) -> Rating {
        let mut path = self.path(puzzle);
        let mut rating =
            Rating { hardest: 0, technique: None, sum: 0, steps: 0, counts: Vec::new(), end: Stuck::Unknown };
        loop {
            let found = match path.advance() {
                Ok(found) => found,
                Err(end) => {
                    rating.end = end;
                    rating.counts.sort_by_key(|(technique, _)| technique.cost);
                    return rating;
                }
            };
            found.apply(&mut path.state);
            rating.steps += 1;
            rating.sum += u32::from(found.cost);
            if found.cost > rating.hardest {
                (rating.hardest, rating.technique) = (found.cost, Some(found.technique));
            }
            match rating.counts.iter_mut().find(|(known, _)| *known == found.technique) {
                Some((_, count)) => *count += 1,
                None => rating.counts.push((found.technique, 1)),
            }
        }
    }
}
