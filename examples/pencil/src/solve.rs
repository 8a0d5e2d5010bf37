//! Solving: an answer, whether it is the only one, and how many there are.

use csp::{Decision, Error, Limits, Step, Var};

pub use crate::answer::Answer;
use crate::clash::{Clash, Question};
use crate::draft::Draft;
use crate::engine::compiled;
use crate::puzzle::Puzzle;

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
    let (answers, end) = answers(puzzle, 2, limits)?;
    let mut answers = answers.into_iter();
    Ok(match (answers.next(), answers.next(), end) {
        (Some(first), Some(second), _) => Solved::Several(first, second),
        (Some(first), None, End::All) => Solved::Unique(first),
        (None, _, End::All) => Solved::None,
        (first, ..) => Solved::Limit(first),
    })
}

/// Returns an answer if there is one, without a proof that it is the only one.
pub fn answer(puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Error> {
    let (mut answers, end) = answers(puzzle, 1, limits)?;
    Ok(match (answers.pop(), end) {
        (Some(answer), _) => Solved::Unique(answer),
        (None, End::Limit) => Solved::Limit(None),
        (None, _) => Solved::None,
    })
}

/// Why no more answers were looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no others.
    All,
    /// There are as many as were asked for, and perhaps others.
    Enough,
    /// A limit was reached.
    Limit,
}

/// Returns up to so many answers.
pub fn answers(puzzle: &Puzzle, most: u64, limits: &Limits) -> Result<(Vec<Answer>, End), Error> {
    let draft = Draft::of(puzzle);
    let mut answers = Vec::new();
    if draft.is_full {
        return Ok((answers, End::Limit));
    }
    let Some(mut learner) = compiled(&draft.model, limits)? else { return Ok((answers, End::Limit)) };
    let drawn: Vec<Var> = draft.answer.iter().flat_map(|(_, vars)| vars).copied().collect();
    while (answers.len() as u64) < most {
        match learner.step() {
            Step::Exhausted => return Ok((answers, End::All)),
            Step::Limit => return Ok((answers, End::Limit)),
            Step::Solution => {
                let solution = learner.solution();
                answers.push(Answer::of(&draft, &solution));
                // Another answer differs in what is drawn, whatever the other variables are.
                let drawn: Vec<Decision> = drawn.iter().map(|&var| var.is(solution.value(var))).collect();
                learner.exclude(&drawn)?;
            }
        }
    }
    Ok((answers, End::Enough))
}

/// Returns the rules of a puzzle without answer that clash.
pub fn clash(puzzle: &Puzzle, limits: &Limits) -> Result<Clash, Error> {
    Question::new(&Draft::of(puzzle), &[], limits)?.clash()
}
