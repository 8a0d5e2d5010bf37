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
//! let text = "By the cage 7 at R1C1 and row 1, the sum of R1C3 and R1C4 is 3. R1C3 is 2, so R1C4 is 1.";
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
//!   Puzzle ──► map: groups, links, relations of clues ──► State ──► technique, relations, chains, wide ──► Step ──► words
//! ```
//!
//! - `technique` has the table of techniques, and finds singles, intersections, subsets and fish.
//! - `relations` has the statements of clues other than "cells differ", as tables of tuples, and sums of houses and
//!   cages.
//! - `follow` follows candidates: it draws the conclusions from some that hold, for all searches below, each of which
//!   records something else of them.
//! - `chains` follows candidates with the truths behind each conclusion (`probe`), in the order of the number of truths behind each conclusion, and leaves out
//!   truths as long as the rest still refutes (`proof`, a search over these truths alone).
//! - `wide` also follows candidates by covers of several truths and by clues that are too large for a table, whose
//!   constraints are propagated with explanations (`relations::deduce`). Where no candidate leads to a contradiction,
//!   it follows all cases of a truth, and keeps what they agree on.
//! - `order` breaks ties by numbers that do not depend on how a puzzle is turned or relabelled.

mod chains;
mod cost;
mod follow;
mod grounds;
mod line;
mod map;
mod order;
mod picture;
mod probe;
mod proof;
mod rating;
mod relations;
mod state;
mod step;
mod technique;
#[cfg(test)]
mod tests;
mod trial;
mod truth;
mod wide;
mod words;
mod work;

use std::borrow::BorrowMut;
use std::ops::Range;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;
use crate::solver::Budget;
use chains::{Chains, NESTED_CHAIN};
use cost::XY_WING;
use map::Map;
use relations::{CLUE, Filters};
use step::Found;
use technique::Find;
use trial::{TRIAL, Trials};
use work::Work;

pub use grounds::Ground;
pub(crate) use rating::se;
pub use rating::{Level, Rating};
pub use relations::Sum;
pub use state::State;
pub use step::{Conclusion, Line, Proof, Removal, Step};
pub use technique::{TECHNIQUES, Technique};
pub use truth::Truth;
pub use words::{Detail, in_one_line};

/// The reason why there is no further step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stuck {
    /// All cells have values.
    Solved,
    /// A truth has no candidate left: there is no solution from here.
    Contradiction(Truth),
    /// No step was found: each candidate that is left may be in a solution, or a search of the whole puzzle takes too
    /// many decisions.
    Unknown,
    /// The budget was used up while a step was looked for.
    Limit,
}

/// Explains puzzles, one step after the other.
#[derive(Debug, Default)]
pub struct Explainer {
    /// The limits for each puzzle.
    budget: Budget,
    /// The greatest cost of a step to find.
    most: Option<u16>,
    map: Option<Arc<Map>>,
    chains: Chains,
    filters: Filters,
    trials: Trials,
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
        self.chains.work().begin(self.budget.limits());
        let known = self.map.take().filter(|map| map.is_of(puzzle));
        let map = known.unwrap_or_else(|| {
            self.filters.clear();
            self.chains.clear();
            self.trials.clear();
            Map::new(puzzle, self.chains.work())
        });
        // After a limit the map may be incomplete, so no other puzzle gets it.
        self.map = (!self.chains.work().is_over()).then(|| map.clone());
        let cells = puzzle.cells.iter().zip(&map.kept).map(|(cell, &kept)| cell.and(kept));
        State::new(&map, &cells.collect::<Vec<Candidates>>())
    }

    /// The cheapest step from a state.
    pub fn next(&mut self, state: &State) -> Result<Step, Stuck> {
        let mut state = state.clone();
        let mut found = self.find(&mut state, 0)?;
        found.swap_remove(0).step(&state, self.chains.prover())
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

    /// Finds the cheapest step, or several that cost the same and do not depend on each other. If a search takes long,
    /// any step that costs at most `enough` is accepted.
    fn find(&mut self, state: &mut State, enough: u16) -> Result<Vec<Found>, Stuck> {
        let found = self.find_any(state, enough);
        // A limit may have ended the search for a cheaper step, or for fewer truths.
        if found.is_ok() && self.chains.work().is_over_now() { Err(Stuck::Limit) } else { found }
    }

    fn find_any(&mut self, state: &mut State, enough: u16) -> Result<Vec<Found>, Stuck> {
        if let Some(truth) = state.contradiction() {
            return Err(Stuck::Contradiction(truth));
        }
        if state.is_solved() {
            return Err(Stuck::Solved);
        }
        let end = self.most.map_or(u16::MAX, |most| most.saturating_add(1));
        let mut found = first(state, 0..CLUE.cost.min(end), self.chains.work());
        if found.is_empty() {
            let mut clues = self.clues(state);
            clues.retain(|found| found.cost < end);
            let bound = clues.first().map_or(end, |found| found.cost);
            found = first(state, CLUE.cost..XY_WING.cost.min(bound), self.chains.work());
            if found.is_empty() {
                found = clues;
            }
        }
        if !found.is_empty() {
            return Ok(self.chains.chosen(state, found));
        }
        // Patterns that may cost more than a chain.
        found = first(state, XY_WING.cost..end, self.chains.work());
        found = self.chains.chosen(state, found);
        let bound = found.first().map_or(end, |late| late.cost);
        let chain = if bound > XY_WING.cost { self.chains.find(state, bound) } else { None };
        if chain.is_some() || found.is_empty() {
            let last = chain.or_else(|| self.last(state, end, enough));
            let stuck = if self.chains.work().is_over_now() { Stuck::Limit } else { Stuck::Unknown };
            found = vec![last.ok_or(stuck)?];
        }
        Ok(found)
    }

    /// A step of the first technique that finds one where all others fail.
    fn last(&mut self, state: &State, end: u16, enough: u16) -> Option<Found> {
        TECHNIQUES.iter().find_map(|technique| match technique.find {
            Find::Last(cost, find) if end > cost => find(self, state, enough),
            _ => None,
        })
    }

    /// A chain with covers and clues of any size, first for a candidate that propagation refutes.
    fn find_wide(&mut self, state: &State) -> Option<Found> {
        let refuted = self.trials.refuted(state, self.chains.work());
        self.chains.find_wide(state, &refuted)
    }

    /// A candidate that a search of the whole puzzle refutes.
    fn try_candidates(&mut self, state: &State) -> Option<Found> {
        let Explainer { trials, chains, .. } = self;
        let (candidate, nodes) = trials.find(state, chains.work())?;
        let cost = TRIAL.cost + nodes.min(trial::MOST_COUNTED) as u16;
        Some(Found { cost, nodes, ..Found::removing(&TRIAL, vec![candidate], Vec::new()) })
    }

    /// The cheapest steps that take one relation.
    fn clues(&mut self, state: &mut State) -> Vec<Found> {
        let mut found = Vec::new();
        let map = state.map.clone();
        let mut rows = std::mem::take(&mut state.rows);
        for (relation, row) in rows.iter_mut().enumerate() {
            let prover = self.chains.prover();
            if prover.work.spend(4) {
                break;
            }
            self.filters.update(&map, prover, relation, &state.cells, row);
            let step = relations::step(state, relation, row);
            found.extend(step);
        }
        state.rows = rows;
        let least = found.iter().map(|found: &Found| found.cost).min();
        found.retain(|found| Some(found.cost) == least);
        found
    }
}

/// The steps of the first pattern that has any, among those with some costs.
fn first(state: &State, costs: Range<u16>, work: &mut Work) -> Vec<Found> {
    let mut found = Vec::new();
    for technique in TECHNIQUES.iter().filter(|technique| costs.contains(&technique.cost)) {
        if let Find::Pattern(find) = technique.find {
            if work.spend(state.map.scale) {
                break;
            }
            find(state, work, &mut found);
            if !found.is_empty() {
                break;
            }
        }
    }
    found
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
        let found = self.advance()?;
        let step = found.step(&self.state, self.explainer.borrow_mut().chains.prover())?;
        found.apply(&mut self.state);
        Ok(step)
    }

    fn advance(&mut self) -> Result<Found, Stuck> {
        while let Some(mut found) = self.waiting.pop() {
            if found.is_new(&self.state) {
                return Ok(found);
            }
        }
        let enough = if self.hardest >= NESTED_CHAIN.cost { self.hardest } else { 0 };
        self.waiting = self.explainer.borrow_mut().find(&mut self.state, enough)?;
        self.waiting.reverse();
        let found = self.waiting.pop().expect("something was found");
        self.hardest = self.hardest.max(found.cost);
        Ok(found)
    }
}
