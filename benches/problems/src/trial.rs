//! Runs a task and checks its solutions.

use std::fmt;
use std::time::Duration;

use clap::ValueEnum;
use csp::{
    Cancel, Config, Error, Expression, Learner, Limits, Model, Optimizer, Outcome, Runner, Search, Solution,
    Step, config::Learning, optimize::Optimize,
};

use crate::clock;
use crate::task::{Aim, Sense, Task};

/// Ways to run a model.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Way {
    /// The search alone.
    Search,
    /// The learner.
    Learn,
    /// The default of a search.
    Default,
}

/// The result for an instance.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Satisfied,
    Unsatisfiable,
    Optimal(i64),
    /// All solutions were found.
    All(u64),
    /// A solution of this value, not proved to be the best.
    Best(i64),
    /// This number of solutions was found, but perhaps not all.
    Some(u64),
    Unknown,
}

impl Status {
    /// Whether the question is answered.
    pub fn is_final(self) -> bool {
        !matches!(self, Status::Best(_) | Status::Some(_) | Status::Unknown)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Status::Satisfied => "satisfied".into(),
            Status::Unsatisfiable => "unsatisfiable".into(),
            Status::Optimal(value) => format!("optimal {value}"),
            Status::All(count) => format!("all {count}"),
            Status::Best(value) => format!("best {value}"),
            Status::Some(count) => format!("some {count}"),
            Status::Unknown => "unknown".into(),
        };
        f.pad(&text)
    }
}

/// A run of an instance.
pub struct Trial {
    pub status: Status,
    /// CPU time, from the declared model to the answer.
    pub time: Duration,
    pub nodes: u64,
    pub failures: u64,
}

impl Trial {
    /// Runs a task within a limit of CPU time. An error is a model that the engine refuses, or a solution that breaks
    /// the model. With a seed, ties are broken at random.
    pub fn run(task: &Task, way: Way, seed: Option<u64>, limit: Duration) -> Result<Trial, String> {
        let cancel = Cancel::new();
        let limits = Limits::default().cancel(&cancel);
        let _watch = clock::Watch::start(limit, cancel);
        let begin = clock::now();
        let model = &task.model;
        let config = match seed {
            Some(seed) => Config::default().with_random_ties(true).with_seed(seed),
            None => Config::default(),
        };
        let alone = config.clone().with_learning(Learning::Never);
        let mut trial = match way {
            Way::Search => run(model.search_within(&alone, &limits), task, &limits, best),
            Way::Default => run(model.search_within(&config, &limits), task, &limits, best),
            // Not `Optimize::minimize`: it panics where the learner has taken its path for clauses (November 2026).
            Way::Learn => {
                let learner = Learner::compile_within(model, &config, &limits);
                run(learner, task, &limits, |learner, sense, objective| match sense {
                    Sense::Minimize => learner.minimize(objective),
                    Sense::Maximize => learner.maximize(objective),
                })
            }
        }?;
        trial.time = clock::now() - begin;
        Ok(trial)
    }
}

/// Makes an optimizer of a search.
fn best(search: Search, sense: Sense, objective: &Expression) -> Result<Optimizer, Error> {
    match sense {
        Sense::Minimize => search.minimize(objective),
        Sense::Maximize => search.maximize(objective),
    }
}

fn run<R: Optimize>(
    runner: Result<R, Error>,
    task: &Task,
    limits: &Limits,
    best: impl FnOnce(R, Sense, &Expression) -> Result<Optimizer<R>, Error>,
) -> Result<Trial, String> {
    let runner = match runner {
        Err(error) if matches!(error.kind(), csp::ErrorKind::Limit { .. }) => {
            return Ok(Trial { status: Status::Unknown, time: Duration::ZERO, nodes: 0, failures: 0 });
        }
        runner => runner.map_err(|error| error.to_string())?,
    };
    match &task.aim {
        Aim::First => satisfy(runner, &task.model, 1, limits),
        Aim::All => satisfy(runner, &task.model, u64::MAX, limits),
        Aim::Best(sense, objective) => optimize(best(runner, *sense, objective), task, objective, limits),
    }
}

fn satisfy<R: Runner>(mut runner: R, model: &Model, most: u64, limits: &Limits) -> Result<Trial, String> {
    runner.limit(limits.clone());
    let mut found = 0;
    let status = loop {
        match runner.step() {
            Step::Solution => {
                check(model, &runner.solution())?;
                found += 1;
                if most == 1 {
                    break Status::Satisfied;
                }
            }
            Step::Exhausted if found == 0 => break Status::Unsatisfiable,
            Step::Exhausted => break Status::All(found),
            Step::Limit if found == 0 => break Status::Unknown,
            Step::Limit => break Status::Some(found),
        }
    };
    Ok(Trial { status, time: Duration::ZERO, nodes: runner.nodes(), failures: runner.failures() })
}

fn optimize<R: Optimize>(
    optimizer: Result<Optimizer<R>, Error>,
    task: &Task,
    objective: &Expression,
    limits: &Limits,
) -> Result<Trial, String> {
    let mut optimizer = optimizer.map_err(|error| error.to_string())?;
    optimizer.limit(limits.clone());
    while optimizer.step() == Step::Solution {
        let best = optimizer.best().ok_or("a solution and no best one")?;
        check(&task.model, &best.solution)?;
        if best.solution.evaluate(objective.clone()) != Some(best.value.into()) {
            return Err(format!("the objective is not {}", best.value));
        }
    }
    let status = match optimizer.outcome() {
        Outcome::Optimal(best) => Status::Optimal(best.value.into()),
        Outcome::Best(best) => Status::Best(best.value.into()),
        Outcome::Infeasible => Status::Unsatisfiable,
        Outcome::Unknown => Status::Unknown,
    };
    let statistics = optimizer.statistics();
    Ok(Trial { status, time: Duration::ZERO, nodes: statistics.nodes, failures: statistics.failures })
}

fn check(model: &Model, solution: &Solution) -> Result<(), String> {
    match model.broken_by(solution.values()).map_err(|error| error.to_string())? {
        None => Ok(()),
        Some(broken) => Err(format!("a solution breaks constraint {}", broken.index())),
    }
}
