//! Solving: an answer, whether it is the only one, and how many there are.

use std::collections::HashSet;

use csp::constraints::clause;
use csp::{Error, Limits, Solution, Step, Var};

use crate::clash::{Clash, Question};
use crate::draft::{Draft, Layer};
use crate::engine::{Found, compiled, first};
use crate::puzzle::Puzzle;

/// What was drawn, by layer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answer(pub Vec<(Layer, Vec<i32>)>);

impl Answer {
    /// Returns what was drawn in a layer, if the kind has it.
    pub fn layer(&self, layer: Layer) -> Option<&[i32]> {
        self.0.iter().find(|(of, _)| *of == layer).map(|(_, values)| &values[..])
    }

    fn of(draft: &Draft<'_>, solution: &Solution) -> Answer {
        let values = |vars: &Vec<Var>| solution.of(vars).collect();
        Answer(draft.answer.iter().map(|(layer, vars)| (*layer, values(vars))).collect())
    }
}

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
pub fn solve(puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Error> {
    let draft = Draft::of(puzzle);
    let one = match first(&draft.model, limits)? {
        Found::Limit => return Ok(Solved::Limit(None)),
        Found::None => return Ok(Solved::None),
        Found::Solution(one) => one,
    };
    let answer = Answer::of(&draft, &one);
    // Another answer differs in what is drawn, whatever the other variables are.
    let mut other = draft.model.clone();
    let drawn = draft.answer.iter().flat_map(|(_, vars)| vars);
    other.post(clause(drawn.map(|&var| var.is_not(one.value(var)))));
    Ok(match first(&other, limits)? {
        Found::Limit => Solved::Limit(Some(answer)),
        Found::None => Solved::Unique(answer),
        Found::Solution(second) => Solved::Several(answer, Answer::of(&draft, &second)),
    })
}

/// Returns an answer if there is one, without a proof that it is the only one.
pub fn answer(puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Error> {
    let draft = Draft::of(puzzle);
    Ok(match first(&draft.model, limits)? {
        Found::Limit => Solved::Limit(None),
        Found::None => Solved::None,
        Found::Solution(one) => Solved::Unique(Answer::of(&draft, &one)),
    })
}

/// Returns up to so many answers, and whether there are no others. `None` if a limit was reached.
pub fn answers(puzzle: &Puzzle, most: u64, limits: &Limits) -> Result<(Vec<Answer>, Option<bool>), Error> {
    let draft = Draft::of(puzzle);
    let (mut answers, mut seen) = (Vec::new(), HashSet::new());
    let Some(mut learner) = compiled(&draft.model, limits)? else { return Ok((answers, None)) };
    loop {
        match learner.step() {
            Step::Exhausted => return Ok((answers, Some(true))),
            Step::Limit => return Ok((answers, None)),
            Step::Solution => {
                let answer = Answer::of(&draft, &learner.solution());
                if seen.contains(&answer) {
                    continue;
                }
                if answers.len() as u64 == most {
                    return Ok((answers, Some(false)));
                }
                seen.insert(answer.clone());
                answers.push(answer);
            }
        }
    }
}

/// Returns the rules of a puzzle without answer that clash.
pub fn clash(puzzle: &Puzzle, limits: &Limits) -> Result<Clash, Error> {
    Question::new(&Draft::of(puzzle), &[], limits)?.clash()
}
