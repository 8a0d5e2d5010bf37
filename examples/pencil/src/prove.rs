//! Proofs that a puzzle has one answer or none, for programs that check them.

use csp::encode::NotEncodable;
use csp::proof::{Format, Proof, Prover, Unproved};
use csp::{Decision, Error, Limits, Step, Var, clock::Instant};

use crate::answer::Answer;
use crate::draft::{Draft, Place};
use crate::engine::compiled;
use crate::kind::Rule;
use crate::puzzle::Puzzle;

/// What came of a proof.
#[derive(Clone, Debug)]
pub enum Proved {
    /// There is this answer and no other: the answer is one, and no other is.
    Unique(Answer, Vec<Part>),
    /// There is no answer.
    None(Vec<Part>),
    /// There are several answers, and nothing to prove; two of them.
    Several(Box<[Answer; 2]>),
    /// A rule cannot be said in a formula of this format.
    Rule(&'static Rule, Place),
    /// A limit was reached.
    Limit,
    /// The search ended, but its proof has a gap.
    Gap,
}

/// A part of a proof: its name, and a formula with the lines that prove something about it. The name is `solution` (the
/// answer fits the formula), `others` (nothing else does) or `none` (nothing does).
pub type Part = (&'static str, Proof);

/// Proves that a puzzle has one answer, or none. The formula has the rules and nothing that follows from them.
pub fn prove(puzzle: &Puzzle, format: Format, limits: &Limits) -> Result<Proved, Error> {
    let limits = limits.clone().counted_from(Instant::now());
    let draft = Draft::of_rules(puzzle);
    if draft.is_full {
        return Ok(Proved::Limit);
    }
    let Some(mut learner) = compiled(&draft.model, &limits)? else { return Ok(Proved::Limit) };
    let drawn: Vec<Var> = draft.answer.iter().flat_map(|(_, vars)| vars).copied().collect();
    let mut found = None;
    loop {
        match (learner.step(), &found) {
            (Step::Limit, _) => return Ok(Proved::Limit),
            (Step::Exhausted, _) => break,
            (Step::Solution, Some((one, _, _))) => {
                let two = [Answer::clone(one), Answer::of(&draft, &learner.solution())];
                return Ok(Proved::Several(Box::new(two)));
            }
            (Step::Solution, None) => {
                let solution = learner.solution();
                let decisions: Vec<Decision> = drawn.iter().map(|&var| var.is(solution.value(var))).collect();
                learner.exclude(&decisions)?;
                found = Some((Answer::of(&draft, &solution), decisions, solution.values().to_vec()));
            }
        }
    }
    let prover = named(Prover::new(&draft.model).format(format).within(limits), &draft);
    let proved = match found {
        None => prover.no_solution().map(|none| Proved::None(vec![("none", none)])),
        Some((answer, decisions, values)) => prover.no_other_solution(&decisions).and_then(|others| {
            // DRAT has no proofs of solutions.
            let solution = (format != Format::Drat).then(|| prover.solution(&values)).transpose()?;
            let solution = solution.map(|solution| ("solution", solution));
            Ok(Proved::Unique(answer, solution.into_iter().chain([("others", others)]).collect()))
        }),
    };
    match proved {
        Ok(proved) => Ok(proved),
        Err(Unproved::NotEncodable(NotEncodable::Constraint(id))) => {
            let posted = draft.posted.iter().find(|posted| posted.constraint == id);
            Ok(posted.map_or(Proved::Gap, |posted| Proved::Rule(posted.rule, posted.place)))
        }
        Err(Unproved::Limit) => Ok(Proved::Limit),
        Err(Unproved::Model(error)) => Err(error),
        Err(_) => Ok(Proved::Gap),
    }
}

/// Names what is drawn in the formula: `shade_r3c4`, `link_r3c4_r3c5`, `edge_above_r3c4`.
fn named<'m>(mut prover: Prover<'m>, draft: &Draft<'_>) -> Prover<'m> {
    for (layer, vars) in &draft.answer {
        for (at, &var) in vars.iter().enumerate() {
            let place = layer.place(draft.puzzle, at).to_ascii_lowercase();
            let place = place.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            prover = prover.name(var, &format!("{}_{place}", layer.name()));
        }
    }
    prover
}
