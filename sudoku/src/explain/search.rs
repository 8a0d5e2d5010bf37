//! The search for a step: all techniques, from the cheapest to the last resort.

use std::ops::Range;

use super::chains::{CASES, Chains, NESTED_CHAIN};
use super::cost::{self, XY_WING};
use super::patterns::clues::{self, CLUE};
use super::patterns::{locked, singles, subsets};
#[cfg(test)]
use super::proof::Prover;
use super::relations::Filters;
use super::shapes;
use super::state::State;
use super::step::{Step, Stuck};
use super::technique::{Found, Technique};
use super::trial::{self, TRIAL, Trials};
use super::work::Work;

/// All techniques, in the order in which they are searched for: by cost, but clues after the singles of houses.
pub const TECHNIQUES: &[&Technique] = &[
    &singles::LAST_CELL,
    &singles::HIDDEN_SINGLE_REGION,
    &singles::HIDDEN_SINGLE,
    &clues::CLUE,
    &locked::DIRECT_POINTING,
    &locked::DIRECT_CLAIMING,
    &clues::SUM,
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
    &shapes::SKYSCRAPER,
    &shapes::KITE,
    &cost::TURBOT,
    &shapes::EMPTY_RECTANGLE,
    &shapes::FINNED_X_WING,
    &cost::W_WING,
    &shapes::SIMPLE_COLOURING,
    &cost::X_CHAIN,
    &cost::XY_CHAIN,
    &cost::CHAIN,
    &subsets::NAKED_QUAD,
    &shapes::FINNED_SWORDFISH,
    &subsets::JELLYFISH,
    &subsets::HIDDEN_QUAD,
    &shapes::SUE_DE_COQ,
    &shapes::WXYZ_WING,
    &shapes::ALS_XZ,
    &shapes::FINNED_JELLYFISH,
    &cost::FORCING_CHAIN,
    &cost::CLUE_CHAIN,
    &CASES,
    &NESTED_CHAIN,
    &TRIAL,
];

/// A search where all patterns and chains fail. A step that costs at most the number is as good as the cheapest.
type Last = fn(&mut Finder, &State, u16) -> Option<Found>;

/// These searches in their order, each with the cost that steps must be allowed to have.
const LAST: [(u16, Last); 4] = [
    (NESTED_CHAIN.cost, |finder, state, _| finder.find_wide(state)),
    (CASES.cost, |finder, state, _| finder.chains.find_cases(state)),
    (NESTED_CHAIN.cost, |finder, state, enough| finder.chains.find_nested(state, enough)),
    (TRIAL.cost, |finder, state, _| finder.try_candidates(state)),
];

impl Technique {
    /// The technique with a name.
    ///
    /// ```
    /// use sudoku::explain::Technique;
    ///
    /// assert_eq!(Technique::find("Y-Wing").unwrap().name, "xy-wing");
    /// ```
    pub fn find(name: &str) -> Option<&'static Technique> {
        TECHNIQUES.iter().copied().find(|technique| technique.is_named(name))
    }
}

/// Finds steps, with memory that it keeps between puzzles.
#[derive(Debug, Default)]
pub(super) struct Finder {
    chains: Chains,
    filters: Filters,
    trials: Trials,
}

impl Finder {
    /// Forgets the last puzzle.
    pub fn clear(&mut self) {
        self.filters.clear();
        self.chains.clear();
        self.trials.clear();
    }

    /// The work within the limits.
    pub fn work(&mut self) -> &mut Work {
        self.chains.work()
    }

    /// The prover, for the proofs of steps.
    #[cfg(test)]
    pub fn prover(&mut self) -> &mut Prover {
        self.chains.prover()
    }

    /// Whether chains of any length leave a state unsolved.
    pub fn resists(&mut self, state: &mut State) -> bool {
        self.chains.resists(state)
    }

    /// Renews what was found before other steps of its round were taken.
    pub fn renew(found: &mut Found, state: &State) {
        locked::renew(found, state);
    }

    /// A step in terms of cells and values. An error says that a limit was reached while its proof was told.
    pub fn step(&mut self, found: &Found, state: &State) -> Result<Step, Stuck> {
        found.step(state, self.chains.prover(), &mut self.filters)
    }

    /// Finds the cheapest step, or several that cost the same and do not depend on each other, if it costs at most `most`.
    /// If a search takes long, any step that costs at most `enough` is accepted.
    pub fn find(&mut self, state: &mut State, most: Option<u16>, enough: u16) -> Result<Vec<Found>, Stuck> {
        let end = most.map_or(u16::MAX, |most| most.saturating_add(1));
        let found = self.find_any(state, end, enough);
        // A limit may have ended the search for a cheaper step, or for fewer truths.
        if found.is_ok() && self.chains.work().is_over_now() { Err(Stuck::Limit) } else { found }
    }

    /// The same, of steps that cost less than `end`.
    fn find_any(&mut self, state: &mut State, end: u16, enough: u16) -> Result<Vec<Found>, Stuck> {
        if let Some(truth) = state.contradiction() {
            return Err(Stuck::Contradiction(truth));
        }
        if state.is_solved() {
            return Err(Stuck::Solved);
        }
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

    /// A step of the first search that finds one where all others fail.
    fn last(&mut self, state: &State, end: u16, enough: u16) -> Option<Found> {
        let mut searches = LAST.iter().filter(|(least, _)| end > *least);
        searches.find_map(|(_, search)| search(self, state, enough))
    }

    /// A chain with covers and clues of any size, first for a candidate that propagation refutes.
    fn find_wide(&mut self, state: &State) -> Option<Found> {
        let refuted = self.trials.refuted(state, self.chains.work());
        self.chains.find_wide(state, &refuted)
    }

    /// A candidate that a search of the whole puzzle refutes.
    pub fn try_candidates(&mut self, state: &State) -> Option<Found> {
        let Finder { trials, chains, .. } = self;
        let (candidate, nodes) = trials.find(state, chains.work())?;
        let cost = TRIAL.cost + nodes.min(trial::MOST_COUNTED) as u16;
        Some(Found { cost, nodes, ..Found::removing(&TRIAL, vec![candidate], Vec::new()) })
    }

    /// The cheapest steps that take one relation.
    pub fn clues(&mut self, state: &mut State) -> Vec<Found> {
        let mut found = Vec::new();
        let map = state.map.clone();
        let mut rows = std::mem::take(&mut state.rows);
        for (relation, row) in rows.iter_mut().enumerate() {
            let prover = self.chains.prover();
            if prover.work.spend(4) {
                break;
            }
            self.filters.update(&map, prover, relation, &state.cells, row);
            let step = clues::step(state, relation, row);
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
        if let Some(pattern) = technique.pattern {
            if work.spend(state.map.scale) {
                break;
            }
            pattern(state, work, &mut found);
            if !found.is_empty() {
                break;
            }
        }
    }
    found
}
