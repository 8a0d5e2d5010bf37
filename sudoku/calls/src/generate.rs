//! `/api/generate`: a random puzzle.

use serde_json::{Value, json};
use sudoku::explain::Level;
use sudoku::format::{self, Format};
use sudoku::rules::{self, Kind};
use sudoku::{Attempt, Difficulty, Generator, Grid, MOST_ATTEMPTS, Puzzle, Requirements, Symmetry};

use crate::{Answer, Call, Failure, Request, Work};

pub(crate) const GENERATE: Call = Call {
    path: "/api/generate",
    about: "Makes a random puzzle with one solution, as `sudoku generate`.",
    fields: &[
        ("seed", "a number; the same seed gives the same puzzle"),
        ("size", "the number of rows and columns, by default 9"),
        (
            "clues",
            "the number of clues, or a list of the least and the greatest; by default the puzzle is minimal",
        ),
        ("symmetry", "none, rotational, mirror, diagonal or full"),
        ("difficulty", "easy, medium, hard, fiendish, extreme or nested"),
        ("rules", "a list of rules of variants whose clues are placed at random"),
    ],
    answer: "{puzzle: native text, solution: a value of each cell, from 1 on}",
    is_stream: false,
    run: generate,
};

/// The greatest size, beyond which a puzzle takes minutes.
const LARGEST: u64 = 16;

fn generate(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let refused = |what: String| Failure::new(422, what);
    let seed = request.number("seed", u64::MAX, 0, u64::MAX - 1)?;
    if seed == u64::MAX {
        return Err(Failure::new(400, "the field \"seed\" is missing"));
    }
    let size = request.number("size", 9, 1, LARGEST)? as usize;
    let (least, most) = clues(request)?.unzip();
    let rules: Vec<_> =
        request.list("rules")?.unwrap_or_default().iter().map(kind).collect::<Result<_, _>>()?;
    let requirements = Requirements::default()
        .with_least(least)
        .with_most(most)
        .with_symmetry(symmetry(request.maybe_text("symmetry")?.unwrap_or("none"))?)
        .with_difficulty(request.maybe_text("difficulty")?.map(difficulty).transpose()?)
        .with_rules(rules);
    let open = Puzzle::open(Grid::square(size).map_err(|error| refused(error.to_string()))?);
    let generator = Generator::new(&open, requirements, seed).map_err(|error| refused(error.to_string()))?;
    let mut generator = generator.cancel(work.flag());
    for number in 0..MOST_ATTEMPTS {
        match generator.attempts(number..number + 1).pop() {
            Some(Attempt::Puzzle(puzzle, solution)) => {
                let mut text = String::new();
                format::write(&puzzle, Format::Native, 0, &mut text);
                let solution: Vec<u8> = solution.iter().map(|value| value + 1).collect();
                return Ok(Answer::Json(json!({"puzzle": text, "solution": solution}).to_string()));
            }
            Some(Attempt::Impossible) => return Err(refused("no full grid keeps the rules".into())),
            _ if work.is_over() => return Err(refused(format!("no puzzle was found in {number} attempts"))),
            _ => {}
        }
    }
    Err(refused(format!("no puzzle was found in {MOST_ATTEMPTS} attempts")))
}

/// Reads a number of clues, or a range.
fn clues(request: &Request) -> Result<Option<(usize, usize)>, Failure> {
    let wrong = || Failure::new(400, "the clues are a number, or a list of the least and the greatest");
    let number =
        |value: &Value| value.as_u64().and_then(|clues| usize::try_from(clues).ok()).ok_or_else(wrong);
    match request.field("clues") {
        None => Ok(None),
        Some(Value::Array(range)) => match &range[..] {
            [least, most] => Ok(Some((number(least)?, number(most)?))),
            _ => Err(wrong()),
        },
        Some(value) => number(value).map(|clues| Some((clues, clues))),
    }
}

fn symmetry(name: &str) -> Result<Symmetry, Failure> {
    Symmetry::find(name).ok_or_else(|| Failure::new(400, format!("there is no symmetry {name:?}")))
}

fn difficulty(name: &str) -> Result<Difficulty, Failure> {
    let level = Level::ALL.into_iter().find(|level| level.name() == name);
    let level = level.ok_or_else(|| Failure::new(400, format!("there is no level {name:?}")))?;
    Ok(Difficulty { hardest: Difficulty::costs(level), ..Difficulty::default() })
}

fn kind(name: &Value) -> Result<&'static Kind, Failure> {
    let known = name.as_str().and_then(rules::find);
    known.ok_or_else(|| Failure::new(400, format!("there is no rule {name}: /api/rules lists all")))
}
