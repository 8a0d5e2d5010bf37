//! Steps as people take them: the next one, all of them, and how hard a puzzle is, for any grid and any rules.
//!
//! ```
//! use sudoku::Puzzle;
//! use sudoku::explain::{Detail, Explainer};
//!
//! let puzzle: Puzzle = "size: 4\nkiller 7: r1c1 r1c2\ngrid:\n..2.\n....\n....\n....\n".parse()?;
//! let mut explainer = Explainer::new();
//! let state = explainer.begin(&puzzle);
//! let step = explainer.next(&state).unwrap();
//! let text = "Row 1 adds up to 10, and the cage 7 at R1C1 to 7, which leaves 3 for R1C3 and R1C4. \
//!             R1C3 is 2, so R1C4 is 1.";
//! assert_eq!(step.text(&state, Detail::Full), text);
//! # Ok::<(), sudoku::ParseError>(())
//! ```
//!
//! A [`Truth`] is a set of candidates of which one holds: a cell, a value in a house, a clue. Two candidates are
//! linked if they exclude each other, because their cells see each other or a rule says so. A [`Step`] is a set of
//! truths, and all candidates that the truths and the links refute. Its cost and its name follow from the number and
//! the kinds of the truths.
//!
//! ```text
//!   Puzzle ──► map: groups, links, relations of clues ──► State ──► search ──► Step ──► words, picture, grounds
//! ```
//!
//! Each of these uses only what stands before it:
//!
//! - `technique` says what a technique is, as data.
//! - `patterns` finds singles, intersections, subsets, fish and single clues.
//! - `relations` has the statements of clues other than "cells differ", as tables of tuples, and sums of houses and
//!   cages.
//! - `follow` follows candidates: it draws the conclusions from some that hold, for all searches below, each of which
//!   records something else of them.
//! - `chains` follows candidates with the truths behind each conclusion (`probe`), in the order of the number of these
//!   truths, and leaves out truths as long as the rest still refutes (`proof`, a search over these truths alone).
//! - `wide` also follows candidates by covers of several truths and by clues that are too large for a table, whose
//!   constraints are propagated with explanations (`relations::deduce`). Where no candidate leads to a contradiction,
//!   `chains` follows all cases of a truth with it, and keeps what they agree on.
//! - `search` has the table of techniques, and finds a step of the cheapest.
//! - `shapes` gives chains the names that people have for their `figure`.
//! - `derive` derives a contradiction from the truths of a chain, line by line, in parts if it is long, and leaves out
//!   what does not lead there.
//! - `reasons` finds which facts about the other cells of a clue exclude a value, `middle` and `between` what lies between,
//!   and `leads` what it would leave other cells of the clue.
//! - `describe` makes a [`Step`] of what was found: cells, values, truths and the lines of the proof, as data.
//! - `view` gives cells, clues and candidates their [roles](crate::print::Roles) in the picture of a step.
//! - `order` breaks ties by numbers that do not depend on how a puzzle is turned or relabelled.

mod between;
mod captions;
mod chains;
mod cost;
mod count;
mod derive;
mod describe;
mod examples;
mod figure;
mod follow;
mod grounds;
mod leads;
mod level;
mod map;
mod measure;
mod middle;
mod order;
mod patterns;
mod picture;
mod position;
mod probe;
mod proof;
mod rating;
mod reach;
mod reasons;
mod relations;
mod search;
mod shapes;
mod shorten;
mod sides;
mod state;
mod step;
mod tally;
mod technique;
#[cfg(test)]
mod tests;
mod trial;
mod truth;
mod view;
mod wide;
mod words;
mod work;

use std::borrow::BorrowMut;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::solver::Budget;
use chains::NESTED_CHAIN;
use cost::XY_WING;
use map::Map;
use search::Finder;
use technique::Found;

pub use count::{Among, Case, Counting, Measure};
pub use grounds::Ground;
pub(crate) use level::se;
pub use level::{Level, Levels, hundredths};
pub use rating::Rating;
pub use relations::Sum;
pub use search::TECHNIQUES;
pub use state::State;
pub use step::{Bound, Conclusion, Line, Middle, Proof, Reason, Removal, Step, Stuck, Way};
pub use technique::{Lesson, Technique};
pub use truth::Truth;
pub use words::{Balance, Detail, in_one_line};

/// Explains puzzles, one step after the other.
#[derive(Debug, Default)]
pub struct Explainer {
    /// The limits for each puzzle.
    budget: Budget,
    /// The greatest cost of a step to find.
    most: Option<u16>,
    map: Option<Arc<Map>>,
    finder: Finder,
}

impl Explainer {
    /// An explainer.
    pub fn new() -> Explainer {
        Explainer::default()
    }

    /// An explainer with limits for each puzzle. Nodes are the decisions of all its searches and the guesses of its
    /// proofs.
    pub fn within(budget: Budget) -> Explainer {
        Explainer { budget, ..Explainer::default() }
    }

    /// Sets other limits, for the puzzles from the next one on.
    pub fn limit(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Looks only for steps that cost at most `most`, which takes less time.
    pub(crate) fn up_to(&mut self, most: u16) {
        self.most = Some(most);
    }

    /// The state at the beginning of a puzzle. Time limits count from here.
    pub fn begin(&mut self, puzzle: &Puzzle) -> State {
        self.finder.work().begin(self.budget.limits());
        let known = self.map.take().filter(|map| map.is_of(puzzle));
        let map = known.unwrap_or_else(|| {
            self.finder.clear();
            Map::new(puzzle, self.finder.work())
        });
        // After a limit the map may be incomplete, so no other puzzle gets it.
        self.map = (!self.finder.work().is_over()).then(|| map.clone());
        let cells = puzzle.cells.iter().zip(&map.kept).map(|(cell, &kept)| cell.and(kept));
        State::new(&map, &cells.collect::<Vec<Candidates>>())
    }

    /// The cheapest step from a state.
    pub fn next(&mut self, state: &State) -> Result<Step, Stuck> {
        let mut state = state.clone();
        let found = self.finder.find(&mut state, self.most, 0)?.swap_remove(0);
        self.finder.step(&found, &state)
    }

    /// All steps from the beginning of a puzzle.
    pub fn path(&mut self, puzzle: &Puzzle) -> Path<&mut Explainer> {
        let state = self.begin(puzzle);
        Path { explainer: self, state, waiting: Vec::new(), hardest: 0 }
    }

    /// All steps from the beginning of a puzzle, with the explainer inside.
    pub fn into_path(mut self, puzzle: &Puzzle) -> Path<Explainer> {
        let state = self.begin(puzzle);
        Path { explainer: self, state, waiting: Vec::new(), hardest: 0 }
    }
}

/// The steps of a puzzle, one after the other.
#[derive(Debug)]
pub struct Path<E> {
    explainer: E,
    state: State,
    /// Steps that were found and have not been returned, the next last.
    waiting: Vec<Found>,
    hardest: u16,
}

impl<E: BorrowMut<Explainer>> Path<E> {
    /// The state after the last step.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The next step, which is taken. An error says why there is none.
    pub fn step(&mut self) -> Result<Step, Stuck> {
        let mut found = self.advance()?;
        let step = self.explainer.borrow_mut().finder.step(&found, &self.state)?;
        self.state.apply(&step);
        // What else follows from the same truths is told in steps of its own.
        if found.is_new(&self.state) {
            self.waiting.push(Found { supposed: None, ..found });
        }
        Ok(step)
    }

    fn advance(&mut self) -> Result<Found, Stuck> {
        while let Some(mut found) = self.waiting.pop() {
            Finder::renew(&mut found, &self.state);
            if !found.is_new(&self.state) {
                continue;
            }
            // The rest of a chain waits for simple steps that its first conclusions allow.
            if found.is_rest() {
                let Explainer { finder, .. } = self.explainer.borrow_mut();
                match finder.find(&mut self.state, Some(XY_WING.cost.min(found.cost) - 1), 0) {
                    Ok(simple) => {
                        self.waiting.push(found);
                        self.waiting.extend(simple.into_iter().rev());
                        continue;
                    }
                    Err(Stuck::Unknown) => {}
                    Err(end) => return Err(end),
                }
            }
            return Ok(found);
        }
        let enough = if self.hardest >= NESTED_CHAIN.cost { self.hardest } else { 0 };
        let Explainer { finder, most, .. } = self.explainer.borrow_mut();
        self.waiting = finder.find(&mut self.state, *most, enough)?;
        self.waiting.reverse();
        let found = self.waiting.pop().expect("something was found");
        self.hardest = self.hardest.max(found.cost);
        Ok(found)
    }
}
