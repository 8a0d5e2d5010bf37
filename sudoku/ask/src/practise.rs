//! A position at which a technique is the next step, with all its steps there.

use sudoku::explain::{Explainer, State, Technique};
use sudoku::{
    Attempt, Budget, Cancel, Difficulty, Generator, Grid, MOST_ATTEMPTS, Puzzle, Requirements, print,
};

use crate::call::{Call, Field, Request, Response, Type, Work};
use crate::json::Object;
use crate::step::candidates_of;
use crate::{Convert, Failure, StepData, json, technique};

/// Asks for a position to practise a technique.
#[derive(Clone, Copy, Debug)]
pub struct Practise<'a> {
    /// A name of the technique.
    pub technique: &'a str,
    /// The seed of a new position; 0 for a known one.
    pub seed: u64,
}

/// A position to practise a technique.
#[derive(Debug)]
pub struct Practised {
    /// The technique.
    pub technique: &'static Technique,
    /// The position: what was placed before are its givens.
    pub puzzle: Puzzle,
    /// The same as a state.
    pub state: State,
    /// The steps of the technique that it allows.
    pub steps: Vec<sudoku::explain::Step>,
}

impl Practise<'_> {
    /// Finds the position, until the budget is used up or the flag is set.
    pub fn answer(self, budget: &Budget, cancel: &Cancel) -> Result<Practised, Failure> {
        let wanted = Technique::find(self.technique).ok_or_else(|| {
            Failure::unknown("technique", self.technique, "`sudoku techniques` and /api/techniques list all")
        })?;
        let mut explainer = Explainer::within(budget.clone());
        let puzzle = match self.seed {
            0 => known(wanted)?,
            seed => made(wanted, seed, &mut explainer, budget, cancel)?,
        };
        let state = explainer.begin(&puzzle);
        let steps = explainer.steps_of(&state, wanted);
        if steps.is_empty() {
            return Err(missed(wanted));
        }
        Ok(Practised { technique: wanted, puzzle, state, steps })
    }
}

/// The first position that is known of a technique.
fn known(wanted: &Technique) -> Result<Puzzle, Failure> {
    let text = wanted.examples().into_iter().next();
    text.and_then(|text| text.parse().ok()).ok_or_else(|| Failure::unable("no position is known"))
}

/// A new position of a technique, on the usual grid.
fn made(
    wanted: &'static Technique,
    seed: u64,
    explainer: &mut Explainer,
    budget: &Budget,
    cancel: &Cancel,
) -> Result<Puzzle, Failure> {
    let difficulty = Difficulty { needs: vec![vec![wanted]], ..Difficulty::default() };
    let requirements = Requirements::default().with_difficulty(Some(difficulty));
    let open = Puzzle::open(Grid::square(9).map_err(Failure::unable)?);
    let generator = Generator::new(&open, requirements, seed).map_err(Failure::unable)?;
    let mut generator = generator.cancel(cancel);
    for attempt in 0..MOST_ATTEMPTS {
        if let Some(Attempt::Puzzle(puzzle, _)) = generator.attempts(attempt..attempt + 1).pop()
            && let Some(position) = explainer.position(&puzzle, &[wanted])
        {
            return Ok(position);
        }
        if budget.limits().are_reached() {
            break;
        }
    }
    Err(missed(wanted))
}

fn missed(wanted: &Technique) -> Failure {
    Failure::unable(format!("no position of {} was found in time", wanted.title))
}

pub(crate) const CALL: Call = Call {
    path: "/api/practise",
    about: "Finds a position at which a technique is the next step, as `sudoku generate --needs NAME --at`.",
    fields: &[
        Field::new("technique", Type::Text, "a name of the technique"),
        Field::new(
            "seed",
            Type::Number(0, u64::MAX - 1, Some(0)),
            "the seed of a new position; 0 for a known one",
        ),
    ],
    answer: "{technique: as in /api/techniques, puzzle: native text, marks: the candidates of each cell as a list of values, \
             steps: [a step of the technique, with cells as in a hint and svg]}",
    is_stream: false,
    run: practise,
};

fn practise(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let question = Practise { technique: request.text("technique")?, seed: request.number("seed")? };
    let Practised { technique: wanted, puzzle, state, steps } =
        question.answer(&work.budget(), work.flag())?;
    let clues = print::marks(&puzzle);
    let steps: Vec<serde_json::Value> = steps
        .iter()
        .map(|step| {
            let mut told = json::value(&StepData::of(step, &state, &puzzle));
            told["cells"] = candidates_of(step, &state, true);
            told["svg"] = step.picture(&state, &puzzle, &clues).into();
            told
        })
        .collect();
    let open = |cell: usize| !state.is_placed(cell);
    let marks = |cell: usize| -> Vec<u8> { state.candidates(cell).iter().map(|value| value + 1).collect() };
    let marks: Vec<Vec<u8>> =
        (0..puzzle.cells().len()).map(|cell| if open(cell) { marks(cell) } else { Vec::new() }).collect();
    let native = Convert { to: sudoku::format::Format::Native, place: 0 }.answer(&puzzle).text;
    let answer: Object = crate::json::object()
        .with("technique", technique(wanted))
        .with("puzzle", native)
        .with("marks", marks)
        .with("steps", steps);
    Ok(Response::of(&answer))
}
