//! The model of a grid and its rules, and its engines, which are compiled on demand.

use std::sync::Arc;

use csp::config::{Learning, Restarts, ValueOrder, VariableOrder};
use csp::limits::{Held, Meter};
use csp::lockstep::{Lockstep, SimdPath};
use csp::{Config, Constraint, Decision, ErrorKind, Learner, Limits, Model, Runner, Search, Var};

use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::rules::{Clue, Draft, Foundation, Origin, Scene};

/// The greatest number of values for which the default search suffices. Larger grids go to the learner, or to a
/// search with weights, restarts and random ties.
pub(super) const MAX_VALUES_FOR_PLAIN_SEARCH: usize = 16;

/// The model of a grid and its rules, with the engines that were compiled for it.
#[derive(Debug)]
pub(crate) struct Board {
    grid: Arc<Grid>,
    rules: Option<Arc<[Clue]>>,
    /// The declared candidates of each cell; empty if all cells have all values.
    known: Vec<Candidates>,
    /// The declared candidates of each cell without the values that rules remove from single cells.
    kept: Vec<Candidates>,
    /// Whether the learner supports all constraints.
    pub learns: bool,
    pub model: Model,
    /// The memory of the model, counted while the board exists.
    #[expect(dead_code, reason = "it counts as long as it is there")]
    held: Held,
    pub cells: Vec<Var>,
    /// The origin of each constraint, and the values that clues remove from single cells.
    pub origins: Vec<Origin>,
    pub taken: Vec<(u16, Candidates, Origin)>,
    search: Option<Search>,
    learner: Option<Learner>,
    /// `None` until lockstep is requested; then the engine, or `None` if lockstep does not support the grid.
    lockstep: Option<Option<Lockstep>>,
}

/// The nodes of a learner's run for each of a search's: after search has given up, the learner is more promising.
pub(super) const LEARNERS_SHARE: u64 = 16;

/// The choice between search and learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Search,
    /// Search with the default settings, whatever the board: the best for grids that are nearly open.
    PlainSearch,
    Learn,
}

/// The budget was used up while something was built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverBudget;

/// Unwraps an engine; a limit that was reached is an error.
fn compiled<T>(made: Result<T, csp::Error>) -> Result<T, OverBudget> {
    made.map_err(|error| match error.kind() {
        ErrorKind::Limit { .. } => OverBudget,
        _ => panic!("rules whose faults have been looked for can be compiled: {error}"),
    })
}

impl Board {
    /// Builds the model within limits.
    pub fn new(puzzle: &Puzzle, limits: &Limits) -> Result<Board, OverBudget> {
        let Puzzle { grid, rules, .. } = puzzle;
        let (mut known, mut kept, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        if rules.is_some() {
            known = known_of(puzzle);
        }
        let mut foundation = Foundation::of(grid, &known);
        if let Some(clues) = rules.as_deref() {
            let mut draft =
                Draft::new(Scene { grid, clues }, &mut foundation, known.clone(), Meter::new(limits));
            draft.declare_all();
            if draft.spend(0) {
                return Err(OverBudget);
            }
            (kept, taken) = (draft.kept, draft.taken);
        }
        let Foundation { model, cells, origins, .. } = foundation;
        let learns = model.constraints().all(Constraint::is_expressed_by_facts);
        let mut held = Held::new(limits);
        held.set(model.memory());
        Ok(Board {
            grid: grid.clone(),
            rules: rules.clone(),
            known,
            kept,
            learns,
            model,
            held,
            cells,
            origins,
            taken,
            search: None,
            learner: None,
            lockstep: None,
        })
    }

    /// Whether the board serves a puzzle, which may differ only in the candidates of its cells.
    pub fn is_of(&self, puzzle: &Puzzle) -> bool {
        let same_rules = match (&self.rules, &puzzle.rules) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            _ => false,
        };
        let is_within = |(&cell, &known): (&Candidates, &Candidates)| cell.without(known).is_empty();
        same_rules
            && puzzle.cells.iter().zip(&self.known).all(is_within)
            && (Arc::ptr_eq(&self.grid, &puzzle.grid) || self.grid == puzzle.grid)
    }

    /// The lockstep engine, if it supports the grid. Its variables are the cells, in their order.
    pub fn lockstep(&mut self, simd: SimdPath) -> Option<&mut Lockstep> {
        let Board { model, lockstep, .. } = self;
        let config = Config::default().with_simd(simd);
        lockstep.get_or_insert_with(|| Lockstep::compile(model, &config).ok()).as_mut()
    }

    /// The declared candidates of a cell, and those that remain for a puzzle with the given candidates.
    fn limits(&self, cell: usize, candidates: Candidates) -> (Candidates, Candidates) {
        match self.known.get(cell) {
            Some(&known) => (known, candidates.and(self.kept[cell])),
            None => (Candidates::all(self.grid.values()), candidates),
        }
    }

    /// Writes the assumptions for a run: the candidates of the puzzle's cells, as far as the model does not declare them.
    pub fn assume(&self, puzzle: &Puzzle, to: &mut Vec<Decision>) {
        let first = self.first();
        to.clear();
        for (cell, (&candidates, &var)) in puzzle.cells.iter().zip(&self.cells).enumerate() {
            let (declared, known) = self.limits(cell, candidates);
            if known == declared {
                continue;
            }
            match known.value() {
                Some(value) => to.push(Decision::Assign(var, first + i32::from(value))),
                None => {
                    let gone = declared.without(known);
                    to.extend(gone.iter().map(|value| Decision::Remove(var, first + i32::from(value))));
                }
            }
        }
    }

    /// The cells and the chosen runner, compiled within limits on demand.
    pub(super) fn runner(
        &mut self,
        way: Way,
        simd: SimdPath,
        config: Option<&Config>,
        limits: &Limits,
    ) -> Result<(&[Var], &mut dyn Runner), OverBudget> {
        let usual = match way {
            Way::PlainSearch => Config::default().with_learning(Learning::Never),
            _ => self.config(),
        };
        let Board { grid, rules, model, cells, search, learner, .. } = self;
        let runner: &mut dyn Runner = match way {
            Way::Learn => {
                if config.is_some() {
                    // Learnt clauses must not depend on earlier puzzles.
                    *learner = None;
                }
                if learner.is_none() {
                    let config = config.cloned().unwrap_or_default().with_simd(simd);
                    *learner = Some(compiled(Learner::compile_within(model, &config, limits))?);
                }
                learner.as_mut().expect("it has been made")
            }
            Way::Search | Way::PlainSearch => {
                let calm = grid.values() <= MAX_VALUES_FOR_PLAIN_SEARCH;
                if config.map_or(!calm || rules.is_some(), Config::has_state) {
                    // Weights and random numbers must not depend on earlier puzzles.
                    *search = None;
                }
                if search.is_none() {
                    let config = config.unwrap_or(&usual).clone().with_simd(simd);
                    *search = Some(compiled(model.search_within(&config, limits))?);
                }
                search.as_mut().expect("it has been made")
            }
        };
        Ok((cells, runner))
    }

    /// The number of the first value.
    pub fn first(&self) -> i32 {
        self.grid.first_value()
    }

    /// The default settings for a search of this board.
    pub fn config(&self) -> Config {
        let config = match (self.grid.values() <= MAX_VALUES_FOR_PLAIN_SEARCH, &self.rules) {
            (true, None) => Config::default(),
            (true, Some(_)) if self.grid.shape().unknown.is_some() => unknown_regions_config(),
            (true, Some(_)) => variant_config(),
            (false, _) => large_grid_config(),
        };
        // If the learner supports all constraints, the solver alternates between search and learner, so the search
        // itself does not learn.
        if self.learns { config.with_learning(Learning::Never) } else { config }
    }
}

/// The candidates to declare. Givens are not declared, because other puzzles with the same rules have other givens.
fn known_of(puzzle: &Puzzle) -> Vec<Candidates> {
    let all = puzzle.all_values();
    let cells = puzzle.cells.iter().enumerate();
    cells
        .map(|(cell, &known)| if puzzle.given(cell).is_some() || known.is_empty() { all } else { known })
        .collect()
}

/// Settings for variants. Some rules matter more than others; weights from conflicts find them.
// November 2026, 345 published variants with 20,000 nodes each: 16 are not settled without restarts, 11 with them,
// and 40 with the default order. With restarts, branching on places of values (`places`) leaves 4 instead of 7.
fn variant_config() -> Config {
    Config::default()
        .with_variables(VariableOrder::WeightedDegree)
        .with_places(true)
        .with_restarts(Restarts::geometric(100, 1.3))
}

/// Settings for unknown regions. Borders have two values each, and some of them matter more than others.
// November 2026, sixteen published puzzles: two of the hardest take 2,100 and 1,400 nodes, instead of more than
// 26,000 and 10,600 with the smallest domain first. One puzzle takes 8,700 instead of 1,800.
fn unknown_regions_config() -> Config {
    Config::default().with_variables(VariableOrder::WeightedDegree).with_last_conflict(true)
}

/// Settings for large grids, where a wrong early decision is the greatest danger.
fn large_grid_config() -> Config {
    Config::default()
        .with_variables(VariableOrder::WeightedDegree)
        .with_values(ValueOrder::LeastConstraining)
        .with_last_conflict(true)
        .with_random_ties(true)
        .with_restarts(Restarts::geometric(100, 1.3))
}
