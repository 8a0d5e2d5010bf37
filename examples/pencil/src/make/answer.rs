//! Questions to the engine: a random answer, another one, and whether one keeps the rules.

use csp::{Config, Constraint, Decision, Error, Learner, Limits, Step, Var};

use super::chance::Chance;
use crate::answer::Answer;
use crate::draft::{Draft, Layer};
use crate::puzzle::Puzzle;

/// The most nodes of a question. Whoever asks takes the answer that does no harm after as many.
const NODES: u64 = 2_000;
/// The most wishes that are asked for, and the most nodes to grant one.
const WISHES: usize = 300;
const NODES_OF_A_WISH: u64 = 300;

fn drawn_vars(draft: &Draft<'_>) -> Vec<Var> {
    draft.answer.iter().flat_map(|(_, vars)| vars).copied().collect()
}

/// Returns what says that an answer is drawn.
fn fixed(draft: &Draft<'_>, answer: &Answer) -> Vec<Decision> {
    let values = answer.0.iter().flat_map(|(_, values)| values);
    drawn_vars(draft).into_iter().zip(values).map(|(var, &value)| var.is(value)).collect()
}

/// Compiles a model; `None` if it is too large. A limit is an error here: a question of so many nodes is not yet asked.
fn learner(draft: &Draft<'_>, limits: &Limits) -> Result<Option<Learner>, Error> {
    if draft.is_full {
        return Ok(None);
    }
    Learner::compile_within(&draft.model, &Config::default(), limits).map(Some)
}

/// Returns a random answer, if there is one: random values are wished for in random places, one after the other, and a
/// wish that cannot be granted is dropped.
pub fn random(
    puzzle: &Puzzle,
    values: &[i32],
    chance: &mut Chance,
    limits: &Limits,
) -> Result<Option<Answer>, Error> {
    let draft = Draft::of(puzzle);
    let Some(mut learner) = learner(&draft, &limits.clone().nodes(NODES))? else { return Ok(None) };
    if learner.step() != Step::Solution {
        return Ok(None);
    }
    let mut solution = learner.solution();
    let mut wishes: Vec<Decision> = Vec::new();
    // Walls follow from what else is drawn.
    let is_wished = |layer: Layer| layer != Layer::Wall || draft.answer.len() == 1;
    let layers = draft.answer.iter().filter(|(layer, _)| is_wished(*layer));
    for &var in layers.flat_map(|(_, vars)| vars) {
        let value = chance.pick(values).copied().unwrap_or_default();
        wishes.extend(draft.model.declared(var).contains(value).then(|| var.is(value)));
    }
    chance.shuffle(&mut wishes);
    wishes.truncate(WISHES);
    let mut granted: Vec<Decision> = Vec::new();
    for wish in wishes {
        granted.push(wish);
        if wish.holds(solution.value(wish.variable())) {
            continue;
        }
        learner.assume(&granted)?;
        learner.limit(limits.clone().nodes(NODES_OF_A_WISH));
        if learner.step() == Step::Solution {
            solution = learner.solution();
        } else {
            granted.pop();
        }
    }
    Ok(Some(Answer::of(&draft, &solution)))
}

/// What is known of other answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// There is none.
    None,
    /// Another one.
    Found(Answer),
    /// A limit was reached.
    Unknown,
}

/// Looks for another answer.
pub fn other(puzzle: &Puzzle, answer: &Answer, limits: &Limits) -> Result<Other, Error> {
    let draft = Draft::of(puzzle);
    let Some(mut learner) = learner(&draft, &limits.clone().nodes(NODES))? else { return Ok(Other::Unknown) };
    learner.exclude(&fixed(&draft, answer))?;
    Ok(match learner.step() {
        Step::Exhausted => Other::None,
        Step::Solution => Other::Found(Answer::of(&draft, &learner.solution())),
        Step::Limit => Other::Unknown,
    })
}

/// Returns the values of the variables that are drawn, by their numbers.
pub fn values(draft: &Draft<'_>, answer: &Answer) -> Vec<Option<i32>> {
    let mut values = vec![None; draft.model.variables()];
    let drawn = answer.0.iter().flat_map(|(_, values)| values);
    drawn_vars(draft).into_iter().zip(drawn).for_each(|(var, &value)| values[var.index()] = Some(value));
    values
}

/// Returns whether a constraint accepts what is drawn; `None` if that depends on something else, too.
pub fn accepts(draft: &Draft<'_>, constraint: &dyn Constraint, drawn: &[Option<i32>]) -> Option<bool> {
    let scope = constraint.scope();
    let mut values: Vec<i32> = scope.iter().map(|var| drawn[var.index()].unwrap_or_default()).collect();
    let mut open = (0..scope.len()).filter(|&at| drawn[scope[at].index()].is_none());
    match (open.next(), open.next()) {
        (None, _) => Some(constraint.accepts(&values)),
        (Some(at), None) => {
            let mut of_all = draft.model.declared(scope[at]).iter().map(|value| {
                values[at] = value;
                constraint.accepts(&values)
            });
            if of_all.any(|is_accepted| is_accepted) { None } else { Some(false) }
        }
        _ => None,
    }
}

/// Returns whether an answer keeps the rules, and others do not; after a limit it is not so.
pub fn only(puzzle: &Puzzle, answer: &Answer, others: &[Answer], limits: &Limits) -> Result<bool, Error> {
    let draft = Draft::of(puzzle);
    // Constraints of what is drawn alone need no search.
    let known = |answer: &Answer| {
        let drawn = values(&draft, answer);
        let known: Vec<Option<bool>> =
            draft.model.constraints().map(|constraint| accepts(&draft, constraint, &drawn)).collect();
        if known.contains(&Some(false)) { Some(false) } else { (!known.contains(&None)).then_some(true) }
    };
    let mut asked = Vec::new();
    for (answer, holds) in others.iter().map(|other| (other, false)).chain([(answer, true)]) {
        match known(answer) {
            Some(known) if known != holds => return Ok(false),
            Some(_) => {}
            None => asked.push((answer, holds)),
        }
    }
    if asked.is_empty() {
        return Ok(true);
    }
    let limits = limits.clone().nodes(NODES);
    let Some(mut learner) = learner(&draft, &limits)? else { return Ok(false) };
    for (answer, holds) in asked {
        learner.assume(&fixed(&draft, answer))?;
        learner.limit(limits.clone());
        if learner.step() != if holds { Step::Solution } else { Step::Exhausted } {
            return Ok(false);
        }
    }
    Ok(true)
}
