//! Trials: the last resort if no step of a few truths is known. A search of the whole puzzle refutes a candidate, and
//! the step says so.

use csp::{Config, Decision, Instant, Learning, Limits, Search, Step, Var};

use super::map::Map;
use super::state::State;
use super::truth::{Candidate, ones};
use crate::puzzle::Puzzle;
use crate::solver::PuzzleModel;

/// The greatest numbers of decisions for a trial, the least first.
const NODES: [u64; 5] = [0, 10, 100, 1_000, 20_000];

/// The greatest number of decisions that adds to the cost of a trial.
pub(super) const MOST_COUNTED: u64 = 1_000;

/// The work of a trial, in units of a meter.
pub(super) const WORK: u32 = 200;

/// Refutes candidates by a search of the whole puzzle, which is compiled on demand.
#[derive(Debug, Default)]
pub(super) struct Trials {
    limits: Limits,
    made: Option<(Box<Search>, Vec<Var>)>,
}

impl Trials {
    /// Sets the limits, which count from now.
    pub fn limit(&mut self, limits: &Limits) {
        self.limits = limits.clone().counted_from(Instant::now());
    }

    /// Forgets the last puzzle.
    pub fn clear(&mut self) {
        self.made = None;
    }

    /// The candidates that propagation of the whole puzzle refutes.
    pub fn refuted(&mut self, state: &State) -> Vec<Candidate> {
        let map = &state.map;
        let (search, vars) = self.made.get_or_insert_with(|| make(map));
        let first = map.puzzle.grid().first_value();
        let mut assumed = assumptions(state, vars);
        let count = assumed.len();
        search.limit(Limits::default().nodes(0));
        let mut refuted = Vec::new();
        for cell in (0..state.cells.len()).filter(|&cell| !state.is_placed[cell]) {
            for value in ones(state.cells[cell]) {
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

    /// Returns a candidate without a solution and the number of decisions that refuted it, the least found. `is_over`
    /// is called before each candidate.
    pub fn find(&mut self, state: &State, mut is_over: impl FnMut() -> bool) -> Option<(Candidate, u64)> {
        let map = &state.map;
        let (search, vars) = self.made.get_or_insert_with(|| make(map));
        let first = map.puzzle.grid().first_value();
        let mut assumed = assumptions(state, vars);
        let count = assumed.len();
        for limit in NODES {
            for cell in (0..state.cells.len()).filter(|&cell| !state.is_placed[cell]) {
                for value in ones(state.cells[cell]) {
                    if is_over() {
                        return None;
                    }
                    assumed.truncate(count);
                    assumed.push(Decision::Assign(vars[cell], first + value as i32));
                    search.limit(self.limits.clone().nodes(limit));
                    search.assume(&assumed).expect("the variables are of the model");
                    let before = search.nodes();
                    if search.step() == Step::Exhausted {
                        return Some((map.candidate(cell, value), search.nodes() - before));
                    }
                }
            }
        }
        None
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

/// The search of a puzzle's rules, without its givens.
fn make(map: &Map) -> (Box<Search>, Vec<Var>) {
    let open = Puzzle::open_with(map.puzzle.grid.clone(), map.puzzle.symbols.clone());
    let declared = PuzzleModel::new(&Puzzle { rules: map.puzzle.rules.clone(), ..open });
    let config = Config::default().with_learning(Learning::Never);
    let search = declared.model.search_with(&config).expect("rules without faults can be compiled");
    (Box::new(search), declared.cells)
}
