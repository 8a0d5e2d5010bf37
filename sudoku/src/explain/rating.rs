//! Ratings: how hard the steps of a puzzle are.

use super::Explainer;
use super::level::{Level, se};
use super::state::State;
use super::step::Stuck;
use super::technique::Technique;
use crate::puzzle::Puzzle;

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

    /// Whether plain chains, however long, refute too few candidates of a puzzle to solve it. Most such puzzles take nested
    /// chains, others chains with covers.
    pub(crate) fn resists_chains(&mut self, puzzle: &Puzzle) -> bool {
        let mut state = self.begin(puzzle);
        self.finder.resists(&mut state)
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
