//! Solving: an answer, and whether it is the only one.

use std::time::{Duration, Instant};

use csp::constraints::clause;
use csp::{Config, Error, Learner, Limits, Model, Solution, Step, Var};

use crate::draft::{Draft, Layer};
use crate::puzzle::Puzzle;

/// What was drawn, by layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer(pub Vec<(Layer, Vec<i32>)>);

/// What is known of the answers of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// There is exactly one.
    Unique(Answer),
    /// There are several; two of them.
    Several(Answer, Answer),
    /// There is none.
    None,
    /// A limit was reached; an answer, if one was found.
    Limit(Option<Answer>),
}

/// Solves a puzzle and proves that no other answer exists.
pub fn solve(puzzle: &Puzzle, time: Option<Duration>) -> Result<Solved, Error> {
    let draft = Draft::of(puzzle);
    let read = |solution: &Solution| {
        let values = |vars: &Vec<Var>| solution.of(vars).collect();
        Answer(draft.answer.iter().map(|(layer, vars)| (*layer, values(vars))).collect())
    };
    let start = Instant::now();
    let limits = || match time {
        Some(time) => Limits::default().time(time.saturating_sub(start.elapsed())),
        None => Limits::default(),
    };
    let Some(first) = first(&draft.model, &limits())? else { return Ok(Solved::Limit(None)) };
    let Some(first) = first else { return Ok(Solved::None) };
    // Another answer differs in what is drawn, whatever the other variables are.
    let mut other = draft.model.clone();
    let drawn = draft.answer.iter().flat_map(|(_, vars)| vars);
    other.post(clause(drawn.map(|&var| var.is_not(first.value(var)))));
    Ok(match self::first(&other, &limits())? {
        None => Solved::Limit(Some(read(&first))),
        Some(None) => Solved::Unique(read(&first)),
        Some(Some(second)) => Solved::Several(read(&first), read(&second)),
    })
}

/// Returns the first solution of a model, if there is one; `None` at a limit.
fn first(model: &Model, limits: &Limits) -> Result<Option<Option<Solution>>, Error> {
    let mut learner = Learner::compile_within(model, &Config::default(), limits)?;
    Ok(match learner.step() {
        Step::Solution => Some(Some(learner.solution())),
        Step::Exhausted => Some(None),
        Step::Limit => None,
    })
}
