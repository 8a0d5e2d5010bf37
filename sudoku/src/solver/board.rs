//! A grid and its rules as a model, and the engines that search it, compiled when they are needed first.

use std::sync::Arc;

use csp::{
    Config, Constraint, Decision, ErrorKind, Held, Learner, Limits, Lockstep, Meter, Model, Restarts, Runner,
    Search, SimdPath, ValueOrder, Var, VariableOrder,
};

use crate::candidates::Candidates;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::rules::{Clue, Draft, Foundation, Origin, Scene};

/// Shapes with more values are the learner's, or searched with weights, restarts and chance.
pub(super) const MAX_VALUES_FOR_PLAIN_SEARCH: usize = 16;

/// A grid and its rules as a model, compiled for the ways that were needed.
#[derive(Debug)]
pub(crate) struct Board {
    grid: Arc<Grid>,
    rules: Option<Arc<[Clue]>>,
    /// What each cell is declared to be in the model; empty if all can be everything.
    known: Vec<Candidates>,
    /// The same, less what rules take away from single cells.
    kept: Vec<Candidates>,
    /// Whether the learner takes it.
    pub learns: bool,
    pub model: Model,
    /// The memory of the model.
    #[expect(dead_code, reason = "it counts as long as it is there")]
    held: Held,
    pub cells: Vec<Var>,
    /// Who each constraint comes from, and which clues take values from single cells.
    pub origins: Vec<Origin>,
    pub taken: Vec<(u16, Candidates, Origin)>,
    search: Option<Search>,
    learner: Option<Learner>,
    /// `None` until it is asked for, and then perhaps that it does not cover the grid.
    lockstep: Option<Option<Lockstep>>,
}

/// How to go about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Search,
    Learn,
}

/// The budget was used up while something was built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverBudget;

/// What is compiled, or that a limit was reached.
fn compiled<T>(made: Result<T, csp::Error>) -> Result<T, OverBudget> {
    made.map_err(|error| match error.kind() {
        ErrorKind::Limit { .. } => OverBudget,
        _ => panic!("rules whose faults have been looked for can be compiled: {error}"),
    })
}

impl Board {
    /// The model, made within limits.
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
            if draft.is_over(0) {
                return Err(OverBudget);
            }
            (kept, taken) = (draft.kept, draft.taken);
        }
        let Foundation { model, cells, origins, .. } = foundation;
        let learns = model.constraints().all(Constraint::is_said_by_facts);
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

    /// Whether a puzzle differs only in what is known of its cells.
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

    /// The cells, and the grid in lockstep, if that covers it.
    pub fn lockstep(&mut self, simd: SimdPath) -> Option<(&[Var], &mut Lockstep)> {
        let Board { model, cells, lockstep, .. } = self;
        let config = Config { simd, ..Config::default() };
        let lockstep = lockstep.get_or_insert_with(|| Lockstep::compile(model, &config).ok());
        lockstep.as_mut().map(|lockstep| (cells.as_slice(), lockstep))
    }

    /// What is known of a cell's candidates when some are: what it is declared to be, and those that rules leave.
    fn limits(&self, cell: usize, candidates: Candidates) -> (Candidates, Candidates) {
        match self.known.get(cell) {
            Some(&known) => (known, candidates.and(self.kept[cell])),
            None => (Candidates::all(self.grid.values()), candidates),
        }
    }

    /// What the cells of a puzzle are known to be, beyond what the model declares: assumptions for a run.
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

    /// The cells, and the runner for their values, compiled within limits when it is needed first.
    /// With a configuration it is always a search.
    pub(super) fn runner(
        &mut self,
        way: Way,
        simd: SimdPath,
        config: Option<&Config>,
        limits: &Limits,
    ) -> Result<(&[Var], &mut dyn Runner), OverBudget> {
        let usual = self.config();
        let Board { grid, rules, model, cells, search, learner, .. } = self;
        let runner: &mut dyn Runner = match way {
            Way::Learn => {
                if learner.is_none() {
                    *learner = Some(compiled(Learner::compile_within(model, &Config::default(), limits))?);
                }
                learner.as_mut().expect("it has been made")
            }
            Way::Search => {
                let calm = grid.values() <= MAX_VALUES_FOR_PLAIN_SEARCH;
                if config.map_or(!calm || rules.is_some(), remembers) {
                    // What weights and chance have come to must not depend on the puzzles before.
                    *search = None;
                }
                if search.is_none() {
                    let config = Config { simd, ..config.unwrap_or(&usual).clone() };
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

    /// The settings that a search of this board has when nobody asks for others.
    pub fn config(&self) -> Config {
        match (self.grid.values() <= MAX_VALUES_FOR_PLAIN_SEARCH, &self.rules) {
            (true, None) => Config::default(),
            (true, Some(_)) if self.grid.shape().unknown.is_some() => unknown_regions_config(),
            (true, Some(_)) => variant_config(),
            (false, _) => large_grid_config(),
        }
    }
}

/// What is declared of the cells: candidates, but no givens, since other puzzles of the same rules will have others.
fn known_of(puzzle: &Puzzle) -> Vec<Candidates> {
    let all = puzzle.all_values();
    let cells = puzzle.cells.iter().enumerate();
    cells
        .map(|(cell, &known)| if puzzle.given(cell).is_some() || known.is_empty() { all } else { known })
        .collect()
}

/// Whether a search remembers something of what it has searched before.
fn remembers(config: &Config) -> bool {
    config.variables == VariableOrder::WeightedDegree
        || config.variables == VariableOrder::Random
        || config.values == ValueOrder::Random
        || config.random_ties
        || config.last_conflict
        || config.restarts != Restarts::Never
}

/// For rules: some matter more than others, and conflicts tell which.
// November 2026, 345 published variants with 20,000 nodes each: 16 are not settled without restarts, 11 with them, and 40
// with the default order. With restarts, places for values make it 4 instead of 7.
fn variant_config() -> Config {
    Config {
        variables: VariableOrder::WeightedDegree,
        places: true,
        restarts: Restarts::geometric(100, 1.3),
        ..Config::default()
    }
}

/// For unknown regions: borders have two values each, and some of them matter more than others.
// November 2026, sixteen published puzzles: two of the hardest take 2,100 and 1,400 nodes, instead of more than 26,000 and
// 10,600 when the fewest values go first; one takes 8,700 instead of 1,800.
fn unknown_regions_config() -> Config {
    Config { variables: VariableOrder::WeightedDegree, last_conflict: true, ..Config::default() }
}

/// For large grids, where the hardest part is not to get lost.
fn large_grid_config() -> Config {
    Config {
        variables: VariableOrder::WeightedDegree,
        values: ValueOrder::LeastConstraining,
        last_conflict: true,
        random_ties: true,
        restarts: Restarts::geometric(100, 1.3),
        ..Config::default()
    }
}
