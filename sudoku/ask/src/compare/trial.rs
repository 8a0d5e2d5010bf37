//! One run of one method on one problem.

use std::time::Duration;

use csp::clock::Instant;
use csp::{Config, Learner, Limits, Model, Runner as ModelRunner, Statistics, Step};
use sudoku::explain::{Explainer, Stuck};
use sudoku::{Budget, End, Engine, GLOSSARY, Puzzle, PuzzleModel, Solver, counters};

use super::contender::Contender;
use super::problem::{Problem, Values, values};
use crate::{Status, Way};

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Seed of random choices.
    pub seed: u64,
    /// Number of the repeat, from 1.
    pub repeat: u64,
    /// Why the run ended.
    pub end: End,
    /// The solutions that were found.
    pub solutions: Vec<Values>,
    /// Counters of the search.
    pub counts: Counts,
    /// Steps as people take them, if the method takes such.
    pub steps: Option<HumanSteps>,
    /// Time without building the model.
    pub time: Duration,
}

/// The number of steps, and the hardest one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HumanSteps {
    /// The number of steps.
    pub count: u64,
    /// Cost in hundredths.
    pub hardest: u16,
    /// Technique of the hardest step; empty without steps.
    pub technique: &'static str,
}

impl HumanSteps {
    /// Adds a step, or steps.
    pub fn add(&mut self, other: HumanSteps) {
        self.count += other.count;
        if other.hardest > self.hardest {
            (self.hardest, self.technique) = (other.hardest, other.technique);
        }
    }
}

/// Counters in the order of the glossary; lanes count only the values tried.
pub type Counts = [Option<u64>; GLOSSARY.len()];

impl Trial {
    /// Returns whether the run ended with an answer.
    pub fn is_finished(&self) -> bool {
        self.end != End::Limit
    }

    /// Returns the time of the answer; infinity without one.
    pub fn seconds(&self) -> f64 {
        if self.is_finished() { self.time.as_secs_f64() } else { f64::INFINITY }
    }

    /// Returns the outcome.
    pub fn status(&self) -> Status {
        match (self.solutions.len(), self.end) {
            (_, End::Limit) => Status::Limit,
            (0, _) => Status::None,
            (1, End::Exhausted) => Status::Unique,
            (1, End::Enough) => Status::Solved,
            _ => Status::Multiple,
        }
    }
}

/// Runs methods. Lanes stay compiled for the next puzzles of the same shape.
#[derive(Debug, Default)]
pub struct Runner {
    lanes: Option<Solver>,
}

impl Runner {
    /// Searches for up to `most` solutions.
    pub fn run(
        &mut self,
        problem: &Problem,
        contender: &Contender,
        (seed, repeat): (u64, u64),
        budget: &Budget,
        most: usize,
    ) -> Trial {
        let config = contender.config().map(|config| config.clone().with_seed(seed));
        let learns = matches!(contender.way, Some(Way::Learn(_)));
        let mut steps = None;
        let RunResult { end, solutions, counts, time } = match (problem, &config) {
            (Problem::Puzzle(puzzle), None) if contender.way.is_none() => {
                let (result, taken) = by_steps(puzzle, budget, most);
                steps = Some(taken);
                result
            }
            (Problem::Puzzle(puzzle), None) => self.in_lanes(puzzle, budget, most),
            (Problem::Puzzle(puzzle), Some(config)) => of_puzzle(puzzle, config, learns, budget, most),
            (Problem::Model(model), Some(config)) => of_model(model, config, learns, budget, most),
            (Problem::Model(_), None) => unreachable!("lanes and people are asked for puzzles only"),
        };
        Trial { seed, repeat, end, solutions, counts, steps, time }
    }

    fn in_lanes(&mut self, puzzle: &Puzzle, budget: &Budget, most: usize) -> RunResult {
        let solver = Solver::new(budget.clone()).engine(Engine::Lockstep);
        let solver = self.lanes.get_or_insert(solver);
        // Compiles the shape, if it is new, before the clock starts.
        solver.solve(puzzle, 0);
        let begun = Instant::now();
        let answer = solver.solve(puzzle, most);
        let time = begun.elapsed();
        let counts = match &answer.statistics {
            Some(statistics) => counted(statistics),
            None => std::array::from_fn(|at| (at == 0).then_some(answer.nodes)),
        };
        RunResult { end: answer.end, solutions: answer.solutions.iter().map(values).collect(), counts, time }
    }
}

/// Result of a run, with the time after the model was built.
struct RunResult {
    end: End,
    solutions: Vec<Values>,
    counts: Counts,
    time: Duration,
}

fn counted(statistics: &Statistics) -> Counts {
    counters(statistics).map(|(_, count)| Some(count))
}

/// Compiles a model for one of the two searches that have settings.
fn runner(
    model: &Model,
    config: &Config,
    learns: bool,
    limits: &Limits,
) -> Result<Box<dyn ModelRunner>, csp::Error> {
    Ok(if learns {
        Box::new(Learner::compile_within(model, config, limits)?)
    } else {
        Box::new(model.search_within(config, limits)?)
    })
}

fn of_puzzle(puzzle: &Puzzle, config: &Config, learns: bool, budget: &Budget, most: usize) -> RunResult {
    let begun = Instant::now();
    let limits = budget.limits().clone().counted_from(begun);
    let declared = PuzzleModel::within(puzzle, budget);
    let search = declared.as_ref().and_then(|declared| runner(&declared.model, config, learns, &limits).ok());
    let (Some(declared), Some(mut search)) = (declared, search) else {
        let counts = counted(&Statistics::default());
        return RunResult { end: End::Limit, solutions: Vec::new(), counts, time: begun.elapsed() };
    };
    search.assume(&declared.assumptions).expect("assumptions are about the cells' own values");
    let first = declared.first_value();
    search_up_to(&mut *search, limits, most, |search| {
        declared.cells.iter().map(|&cell| search.value(cell.into()) - first).collect()
    })
}

/// Takes steps as people do. Steps that reach the end prove that there is no other solution.
fn by_steps(puzzle: &Puzzle, budget: &Budget, most: usize) -> (RunResult, HumanSteps) {
    let mut explainer = Explainer::within(budget.clone());
    let begun = Instant::now();
    let mut path = explainer.path(puzzle);
    let mut steps = HumanSteps::default();
    let stuck = loop {
        match path.step() {
            Ok(step) => {
                steps.add(HumanSteps { count: 1, hardest: step.cost, technique: step.technique.name });
            }
            Err(stuck) => break stuck,
        }
    };
    let time = begun.elapsed();
    let state = path.state();
    let value = |cell: usize| state.candidates(cell).value().unwrap_or_default();
    let (end, solutions) = match stuck {
        Stuck::Solved => {
            let solution: Vec<u8> = (0..puzzle.cells().len()).map(value).collect();
            (if most == 1 { End::Enough } else { End::Exhausted }, vec![values(&solution.into())])
        }
        Stuck::Contradiction(_) => (End::Exhausted, Vec::new()),
        _ => (End::Limit, Vec::new()),
    };
    (RunResult { end, solutions, counts: Default::default(), time }, steps)
}

fn of_model(model: &Model, config: &Config, learns: bool, budget: &Budget, most: usize) -> RunResult {
    let search = runner(model, config, learns, &Limits::default());
    let mut search = search.expect("the models of a comparison are without mistakes");
    search_up_to(&mut *search, budget.limits().clone(), most, |search| search.solution().values().into())
}

fn search_up_to(
    search: &mut dyn ModelRunner,
    limits: Limits,
    most: usize,
    values: impl Fn(&dyn ModelRunner) -> Values,
) -> RunResult {
    let begun = Instant::now();
    search.limit(limits);
    let mut solutions = Vec::new();
    let end = loop {
        if solutions.len() == most {
            break End::Enough;
        }
        match search.step() {
            Step::Solution => solutions.push(values(search)),
            Step::Exhausted => break End::Exhausted,
            Step::Limit => break End::Limit,
        }
    };
    let time = begun.elapsed();
    RunResult { end, solutions, counts: counted(&search.statistics()), time }
}
