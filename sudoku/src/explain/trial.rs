//! Trials: the last resort if no step of a few truths is known. A search of the whole puzzle refutes a candidate, and
//! the step says so. A chain whose derivation would be long even in parts is told as a trial of its truths, too.

use csp::{Config, Decision, Search, Step, Var, config::Learning};

use super::map::Map;
use super::state::State;
use super::technique::{Lesson, Technique};
use super::truth::{Candidate, ones};
use super::work::Work;
use crate::puzzle::Puzzle;
use crate::solver::board::Board;

pub(super) static TRIAL: Technique = Technique {
    name: "trial",
    title: "Trial",
    also: &["bifurcation", "brute force", "guess"],
    cost: 2000,
    hodoku: Some(10000),
    lesson: Lesson::new(
        "A search of the whole puzzle finds no solution with a candidate, and no shorter reason is known.",
        "All ways to fill the rest were tried, with their number as its size.",
        "It is for programs: a person would try a value in pencil, and follow it.",
    ),
    words: [
        "No short reason is known here.",
        "No short reason is known: something has to be tried.",
        "No short reason is known. A search tried {start} and found no way to fill {searched}{nodes}. {result}.",
    ],
    ..Technique::BLANK
};

/// The greatest numbers of decisions for a trial, the least first.
const NODES: [u64; 5] = [0, 10, 100, 1_000, 20_000];

/// The greatest number of decisions that adds to the cost of a trial.
pub(super) const MOST_COUNTED: u64 = 1_000;

/// The work of a trial, in units of a meter.
const WORK: u32 = 200;

/// Refutes candidates by a search of the whole puzzle, which is compiled on demand.
#[derive(Debug, Default)]
pub(super) struct Trials {
    made: Option<(Box<Search>, Vec<Var>)>,
}

impl Trials {
    /// Forgets the last puzzle.
    pub fn clear(&mut self) {
        self.made = None;
    }

    /// The candidates that propagation of the whole puzzle refutes.
    pub fn refuted(&mut self, state: &State, work: &mut Work) -> Vec<Candidate> {
        let map = &state.map;
        let Some((search, vars)) = self.made(map, work) else { return Vec::new() };
        let first = map.puzzle.grid().first_value();
        let mut assumed = assumptions(state, vars);
        let count = assumed.len();
        search.limit(work.nodes(0));
        let mut refuted = Vec::new();
        for cell in (0..state.cells.len()).filter(|&cell| !state.is_placed[cell]) {
            for value in ones(state.cells[cell]) {
                if work.spend(WORK) {
                    return refuted;
                }
                assumed.truncate(count);
                assumed.push(Decision::Assign(vars[cell], first + value as i32));
                search.assume(&assumed).expect("the variables are of the model");
                if search.step() == Step::Exhausted {
                    refuted.push(map.candidate(cell, value));
                }
            }
        }
        refuted
    }

    /// Returns a candidate without a solution and the number of decisions that refuted it, the least found.
    pub fn find(&mut self, state: &State, work: &mut Work) -> Option<(Candidate, u64)> {
        let map = &state.map;
        let (search, vars) = self.made(map, work)?;
        let first = map.puzzle.grid().first_value();
        let mut assumed = assumptions(state, vars);
        let count = assumed.len();
        for limit in NODES {
            for cell in (0..state.cells.len()).filter(|&cell| !state.is_placed[cell]) {
                for value in ones(state.cells[cell]) {
                    if work.spend(WORK) {
                        return None;
                    }
                    assumed.truncate(count);
                    assumed.push(Decision::Assign(vars[cell], first + value as i32));
                    search.limit(work.nodes(limit));
                    search.assume(&assumed).expect("the variables are of the model");
                    let before = search.nodes();
                    let end = search.step();
                    let nodes = search.nodes() - before;
                    work.decided(nodes);
                    if end == Step::Exhausted {
                        return Some((map.candidate(cell, value), nodes));
                    }
                }
            }
        }
        None
    }

    /// The search of the puzzle's rules, without its givens; `None` after a limit.
    fn made(&mut self, map: &Map, work: &mut Work) -> Option<&mut (Box<Search>, Vec<Var>)> {
        if self.made.is_none() {
            let open = Puzzle::open_with(map.puzzle.grid.clone(), map.puzzle.symbols.clone());
            let open = Puzzle { rules: map.puzzle.rules.clone(), ..open };
            let config = Config::default().with_learning(Learning::Never);
            let made = Board::new(&open, work.limits()).ok().and_then(|board| {
                // Rules without faults fail to compile for no other reason than a limit.
                let search = board.model.search_within(&config, work.limits()).ok()?;
                Some((Box::new(search), board.cells))
            });
            if made.is_none() {
                work.end();
            }
            self.made = made;
        }
        self.made.as_mut()
    }
}

/// The candidates of the state, as assumptions.
fn assumptions(state: &State, vars: &[Var]) -> Vec<Decision> {
    let first = state.map.puzzle.grid().first_value();
    let mut assumed = Vec::new();
    for (&var, &values) in vars.iter().zip(&state.cells) {
        let gone = ones(!values & state.map.all_values());
        assumed.extend(gone.map(|value| Decision::Remove(var, first + value as i32)));
    }
    assumed
}
