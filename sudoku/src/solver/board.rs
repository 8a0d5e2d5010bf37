//! A grid as a model, and the engines that search it, compiled when they are needed first.

use std::sync::Arc;

use csp::{
    Config, Decision, Learner, Limits, Lockstep, Model, Restarts, Search, SimdPath, Step, ValueOrder, Var,
    VariableOrder,
};

use crate::grid::Grid;

/// Shapes with more values are the learner's, or searched with weights, restarts and chance.
pub(super) const LARGEST_CALM: usize = 16;

/// A grid as a model, compiled for the ways that were needed.
#[derive(Debug)]
pub(super) struct Board {
    pub grid: Arc<Grid>,
    model: Model,
    cells: Vec<Var>,
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

impl Board {
    pub fn new(grid: &Arc<Grid>) -> Board {
        let mut model = Model::new();
        let first = grid.first_value();
        let cells = model.vars(grid.cells(), first..=first + grid.values() as i32 - 1);
        for house in grid.houses() {
            model.all_different(house.cells().iter().map(|&cell| cells[usize::from(cell)]));
        }
        Board { grid: grid.clone(), model, cells, search: None, learner: None, lockstep: None }
    }

    /// The cells, and the grid in lockstep, if that covers it.
    pub fn lockstep(&mut self, simd: SimdPath) -> Option<(&[Var], &mut Lockstep)> {
        let Board { model, cells, lockstep, .. } = self;
        let config = Config { simd, ..Config::default() };
        let lockstep = lockstep.get_or_insert_with(|| Lockstep::compile(model, &config).ok());
        lockstep.as_mut().map(|lockstep| (cells.as_slice(), lockstep))
    }

    /// The cells, and what searches their values, compiled when it is needed first.
    pub fn engine(&mut self, way: Way, simd: SimdPath) -> (&[Var], Running<'_>) {
        const SOUND: &str = "all-differents over small domains can be compiled";
        let Board { grid, model, cells, search, learner, .. } = self;
        let engine = match way {
            Way::Learn => {
                let compile = || Learner::compile(model, &Config::default()).expect(SOUND);
                Running::Learner(learner.get_or_insert_with(compile))
            }
            Way::Search => {
                let calm = grid.values() <= LARGEST_CALM;
                if !calm {
                    // What weights and chance have come to must not depend on the puzzles before.
                    *search = None;
                }
                let config = if calm { Config::default() } else { restless() };
                let compile = || model.search_with(&Config { simd, ..config }).expect(SOUND);
                Running::Search(search.get_or_insert_with(compile))
            }
        };
        (cells, engine)
    }
}

/// Either of the two ways.
#[derive(Debug)]
pub(super) enum Running<'a> {
    Search(&'a mut Search),
    Learner(&'a mut Learner),
}

impl Running<'_> {
    pub fn assume(&mut self, assumptions: &[Decision]) {
        let assumed = match self {
            Running::Search(search) => search.assume(assumptions),
            Running::Learner(learner) => learner.assume(assumptions),
        };
        assumed.expect("assumptions are about the cells' own values");
    }

    pub fn limit(&mut self, limits: Limits) {
        match self {
            Running::Search(search) => search.limit(limits),
            Running::Learner(learner) => learner.limit(limits),
        }
    }

    pub fn step(&mut self) -> Step {
        match self {
            Running::Search(search) => search.step(),
            Running::Learner(learner) => learner.step(),
        }
    }

    pub fn nodes(&self) -> u64 {
        match self {
            Running::Search(search) => search.nodes(),
            Running::Learner(learner) => learner.nodes(),
        }
    }
}

/// For large grids, where the hardest part is not to get lost.
fn restless() -> Config {
    Config {
        variables: VariableOrder::WeightedDegree,
        values: ValueOrder::LeastConstraining,
        last_conflict: true,
        random_ties: true,
        restarts: Restarts::geometric(100, 1.3),
        ..Config::default()
    }
}
