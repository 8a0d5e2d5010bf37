//! One answer: a solution, or the best one.
//!
//! Free search finds it in two ways, by the search that the model asks for and by learning: one after the other, or on
//! separate threads. A solution must be better than those of both.

use std::fmt;
use std::io;
use std::sync::mpsc;
use std::thread;

use csp::optimize::{Optimize, SharedBound};
use csp::{
    Cancel, Config, Error, ErrorKind, Learner, Limits, Model, Optimizer, Parallel, Solution, Statistics,
    Step as Found,
};

use crate::build::{Objective, Plan};
use crate::order;

/// Failures of the search that the model asks for, before learning begins: enough for a first solution if that search
/// finds one easily, and nearly always less than a second of time.
const FAILURES_BEFORE_LEARNING: u64 = 1000;

/// The reason why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// Writing failed.
    Output(io::Error),
    /// The engine refuses the model.
    Engine(csp::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Output(error) => error.fmt(f),
            Failure::Engine(error) => error.kind().fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<csp::Error> for Failure {
    fn from(error: csp::Error) -> Failure {
        Failure::Engine(error)
    }
}

/// The result of a search, its counters, and a bound of the objective, if there is one.
pub(crate) struct Ended {
    pub step: Found,
    pub statistics: Statistics,
    pub bound: Option<i32>,
}

/// A callback for each solution that is better than those before, with its objective, if the problem has one.
pub(crate) type Tell<'a> = &'a mut dyn FnMut(Solution, Option<i32>) -> io::Result<()>;

/// A problem to answer, with the settings of the search that the model asks for and those of learning.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub model: &'a Model,
    pub objective: &'a Objective,
    pub plan: &'a Plan,
    pub planned: &'a Config,
    pub free: &'a Config,
}

/// Searches for the answer.
pub(crate) fn find<R: Optimize>(
    runner: R,
    objective: &Objective,
    limits: &Limits,
    tell: Tell<'_>,
) -> Result<Ended, Failure> {
    find_better(runner, objective, &SharedBound::default(), limits, tell)
}

/// Like [`find`], but only solutions that are better than the bound.
fn find_better<R: Optimize>(
    mut runner: R,
    objective: &Objective,
    bound: &SharedBound,
    limits: &Limits,
    tell: Tell<'_>,
) -> Result<Ended, Failure> {
    runner.limit(limits.clone());
    let compiled = match objective.clone() {
        Objective::Satisfy => {
            let step = runner.step();
            if step == Found::Solution {
                tell(runner.solution(), None)?;
            }
            return Ok(Ended { step, statistics: runner.statistics(), bound: None });
        }
        Objective::Minimize(objective) => Optimize::minimize(runner, objective),
        Objective::Maximize(objective) => Optimize::maximize(runner, objective),
    };
    // Another search may have ended all before this one began.
    let Some(optimizer) = within(compiled)? else {
        return Ok(Ended { step: Found::Limit, statistics: Statistics::default(), bound: None });
    };
    let mut optimizer: Optimizer<R> = optimizer.sharing(bound);
    optimizer.limit(limits.clone());
    let step = loop {
        let step = optimizer.step();
        match optimizer.best() {
            Some(best) if step == Found::Solution => tell(best.solution.clone(), Some(best.value))?,
            _ => break step,
        }
    };
    Ok(Ended { step, statistics: optimizer.statistics(), bound: Some(optimizer.bound()) })
}

/// Returns `None` if a limit was reached.
fn within<R>(compiled: Result<R, Error>) -> Result<Option<R>, Error> {
    match compiled {
        Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => Ok(None),
        compiled => compiled.map(Some),
    }
}

impl Problem<'_> {
    /// Searches as the model asks for, for a while, and then learns.
    pub fn find_in_turn(self, limits: &Limits, tell: Tell<'_>) -> Result<Ended, Failure> {
        let Problem { model, objective, plan, planned, free } = self;
        let bound = SharedBound::default();
        let mut before = Statistics::default();
        let mut bound_before = None;
        let model_with_phases = order::with_phases(model, plan);
        if let Some(search) = within(model_with_phases.search_within(planned, limits))? {
            let few = limits.clone().failures(FAILURES_BEFORE_LEARNING);
            let ended = find_better(search, objective, &bound, &few, tell)?;
            if ended.step != Found::Limit || limits.are_reached() {
                return Ok(ended);
            }
            (before, bound_before) = (ended.statistics, ended.bound);
        }
        let Some(learner) = within(Learner::compile_within(&model_with_phases, free, limits))? else {
            return Ok(Ended { step: Found::Limit, statistics: before, bound: bound_before });
        };
        let mut ended = find_better(learner, objective, &bound, limits, tell)?;
        ended.statistics.add(&before);
        Ok(ended)
    }

    /// Searches as the model asks for, on all threads but one, and learns on that one. (With an objective, half of those
    /// threads learn, too.)
    pub fn find_side_by_side(
        self,
        threads: usize,
        limits: &Limits,
        tell: Tell<'_>,
    ) -> Result<Ended, Failure> {
        let Problem { model, objective, plan, planned, free } = self;
        let (bound, stop) = (SharedBound::default(), Cancel::new());
        let limits = &limits.clone().cancel(&stop);
        let (sender, receiver) = mpsc::channel();
        let learn = Racer { objective, bound: bound.clone(), limits, sender };
        let search = Racer { sender: learn.sender.clone(), bound, ..learn };
        let model_with_phases = &order::with_phases(model, plan);
        thread::scope(|scope| {
            scope.spawn(move || learn.run(|| Learner::compile_within(model_with_phases, free, limits)));
            scope.spawn(move || match threads {
                ..=2 => search.run(|| model_with_phases.search_within(planned, limits)),
                _ => search.run(|| {
                    Parallel::new(model_with_phases, planned).map(|parallel| parallel.threads(threads - 1))
                }),
            });
            let ended = listen(objective, &receiver, &stop, tell);
            stop.cancel();
            ended
        })
    }
}

/// A message of one of several searches.
enum Message {
    Solution(Solution, Option<i32>),
    Ended(Result<Ended, Failure>),
}

/// One of several searches.
struct Racer<'a> {
    objective: &'a Objective,
    bound: SharedBound,
    limits: &'a Limits,
    sender: mpsc::Sender<Message>,
}

impl Racer<'_> {
    fn run<R: Optimize>(self, compile: impl FnOnce() -> Result<R, Error>) {
        let Racer { objective, bound, limits, sender } = self;
        // After a fault the receiver is gone, and this search must end.
        let tell = &mut |solution, value| {
            sender.send(Message::Solution(solution, value)).map_err(|_| io::ErrorKind::BrokenPipe.into())
        };
        let ended = match within(compile()) {
            Ok(Some(runner)) => find_better(runner, objective, &bound, limits, tell),
            Ok(None) => Ok(Ended { step: Found::Limit, statistics: Statistics::default(), bound: None }),
            Err(error) => Err(error.into()),
        };
        let _ = sender.send(Message::Ended(ended));
    }
}

/// Reports solutions in order of improvement. The first search that is exhausted ends all.
fn listen(
    objective: &Objective,
    receiver: &mpsc::Receiver<Message>,
    stop: &Cancel,
    tell: Tell<'_>,
) -> Result<Ended, Failure> {
    let mut all = Ended { step: Found::Limit, statistics: Statistics::default(), bound: None };
    let (mut found, mut best) = (false, None);
    for message in receiver {
        match message {
            Message::Solution(solution, value) => {
                let is_better = match objective {
                    Objective::Satisfy => false,
                    Objective::Minimize(_) => value < best,
                    Objective::Maximize(_) => value > best,
                };
                if is_better || !found {
                    (found, best) = (true, value);
                    tell(solution, value)?;
                }
            }
            Message::Ended(ended) => {
                let ended = ended?;
                all.statistics.add(&ended.statistics);
                // They share the bound: the one that ends all knows it, or else the last.
                if all.step == Found::Limit {
                    all.bound = ended.bound.or(all.bound);
                }
                if all.step == Found::Limit && ended.step != Found::Limit {
                    all.step = ended.step;
                    stop.cancel();
                }
            }
        }
    }
    Ok(all)
}
