//! `/api/hint`, `/api/explain` and `/api/rate`: steps as people take them.

use csp::Instant;
use serde_json::{Value, json};
use sudoku::explain::{Conclusion, Detail, Explainer, State, Step, Stuck};
use sudoku::print::{self, Mark};
use sudoku::{Candidates, Puzzle, Solver};

use crate::report::hint::{self, Mistakes, Next};
use crate::report::{RatingReport, Status, step};
use crate::{Answer, Call, Failure, PUZZLE, Request, Work};

pub(crate) const HINT: Call = Call {
    path: "/api/hint",
    about: "Finds wrong entries, or else the next step, as `sudoku hint --json`.",
    fields: &[
        PUZZLE,
        ("entries", "the entry of each cell: a value from 1 on, or null"),
        ("marks", "pencil marks: a list of values for each cell; null or an empty list allows all values"),
        ("level", "nudge, where or full, by default full"),
    ],
    answer: "{status, text, level, step; cells: {truths, removed, placed: [[cell, value]]} except for nudges, and svg \
             for full hints; instead of a step, full hints have wrong: [{cell, value, reasons: [{kind: given or rule, text, \
             cells}], or null if they were not found in time}] and lacking: the cells whose marks lack their value, by \
             their names}",
    is_stream: false,
    run: hint,
};

pub(crate) const EXPLAIN: Call = Call {
    path: "/api/explain",
    about: "Explains how a puzzle is solved, step by step, as `sudoku explain --to json`.",
    fields: &[PUZZLE, ("plain", "whether to leave out the pictures")],
    answer: "{status, steps: [a step, with cells as in a hint and svg], finished: whether the steps reach the solution, \
             reason}",
    is_stream: false,
    run: explain,
};

pub(crate) const RATE: Call = Call {
    path: "/api/rate",
    about: "Rates the difficulty of a puzzle, as `sudoku rate --format json`.",
    fields: &[PUZZLE],
    answer: "{status, complete, hardest, level, technique, sum, steps, counts, se, reason, micros}",
    is_stream: false,
    run: rate,
};

/// The greatest size of all pictures of an explanation together, in bytes. Later steps have none.
const MOST_PICTURES: usize = 16 << 20;

/// The levels of detail of a hint, by name.
const LEVELS: [(&str, Detail); 3] =
    [("nudge", Detail::Nudge), ("where", Detail::Where), ("full", Detail::Full)];

fn hint(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.puzzle()?;
    let marks = entered(request, &puzzle)?;
    let name = request.maybe_text("level")?.unwrap_or("full");
    let level = LEVELS.into_iter().find(|level| level.0 == name);
    let wrong = || Failure::new(400, format!("there is no level {name:?}: nudge, where or full"));
    let detail = level.ok_or_else(wrong)?.1;
    let answer = Solver::new(work.budget()).solve(&puzzle, 2);
    let status = Status::of(&answer);
    let is_full = detail == Detail::Full;
    if status == Status::None {
        return told(&hint::object(status, None, "The puzzle has no solution.", ""), name, json!({}));
    }
    if let ([solution], Status::Unique) = (&answer.solutions[..], status) {
        let explained = if is_full { usize::MAX } else { 0 };
        if let Some(mistakes) = Mistakes::of(&puzzle, &marks, solution, explained, &work.budget()) {
            let fields = if is_full { mistakes.fields(&puzzle) } else { String::new() };
            let text = mistakes.text(&puzzle, detail);
            return told(&hint::object(status, None, &text, &fields), name, json!({}));
        }
    }
    let next = match work.budget().is_spent_by(&answer) {
        true => Next::Limit,
        false => Next::from(&puzzle, &marks, &work.budget()),
    };
    let object = if is_full { next.object(&puzzle) } else { None };
    let mut extras = json!({});
    if let Next::Step(step, before) = &next {
        if detail != Detail::Nudge {
            extras["cells"] = cells(step, before, is_full);
        }
        if is_full {
            extras["svg"] = step.picture(before, &puzzle, &print::marks(&puzzle)).into();
        }
    }
    told(&hint::object(status, object, &next.text(detail), ""), name, extras)
}

/// The candidates of all cells, with entries and pencil marks.
fn entered(request: &Request, puzzle: &Puzzle) -> Result<Vec<Candidates>, Failure> {
    let mut marks = request.marks(puzzle)?;
    for (cell, entry) in request.entries(puzzle)?.into_iter().enumerate() {
        match entry {
            _ if puzzle.given(cell).is_some() || puzzle.grid().is_gap(cell) => {
                marks[cell] = puzzle.cells()[cell]
            }
            Some(value) => marks[cell] = Candidates::one(value),
            None => {}
        }
    }
    Ok(marks)
}

fn told(object: &str, level: &str, extras: Value) -> Result<Answer, Failure> {
    let mut told = read_back(object);
    told["level"] = level.into();
    add(&mut told, extras);
    Ok(Answer::Json(told.to_string()))
}

/// Reads an object that this program has written.
fn read_back(object: &str) -> Value {
    serde_json::from_str(object).expect("reports are JSON")
}

fn add(object: &mut Value, extras: Value) {
    if let (Value::Object(object), Value::Object(extras)) = (object, extras) {
        object.extend(extras);
    }
}

/// The candidates that a step is about, as cells and values; the conclusion only if `is_full`.
fn cells(step: &Step, before: &State, is_full: bool) -> Value {
    let pairs = |cell: usize, values: Candidates| values.iter().map(move |value| (cell, value + 1));
    let open = step.truths.iter().flat_map(|&truth| before.candidates_of(truth));
    let mut truths: Vec<(usize, u8)> = open
        .filter(|&(cell, _)| !before.is_placed(cell))
        .flat_map(|(cell, values)| pairs(cell, values))
        .collect();
    truths.sort_unstable();
    truths.dedup();
    let (mut removed, mut placed) = (Vec::new(), Vec::new());
    match &step.conclusion {
        _ if !is_full => {}
        Conclusion::Place { cell, value } => placed.push((*cell, value + 1)),
        Conclusion::Remove(removals) => {
            removed.extend(removals.iter().flat_map(|removal| pairs(removal.cell, removal.values)));
        }
    }
    json!({"truths": truths, "removed": removed, "placed": placed})
}

fn explain(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.puzzle()?;
    let is_plain = request.flag("plain")?;
    let answer = Solver::new(work.budget()).solve(&puzzle, 2);
    let mut status = Status::of(&answer);
    let (mut steps, mut end) = (Vec::new(), Stuck::Unknown);
    if work.budget().is_spent_by(&answer) {
        end = Stuck::Limit;
    } else if status != Status::None {
        let mut explainer = Explainer::within(work.budget());
        let mut path = explainer.path(&puzzle);
        let marks = print::marks(&puzzle);
        let mut room = if is_plain { 0 } else { MOST_PICTURES };
        end = loop {
            let before = path.state().clone();
            match path.step() {
                Ok(step) => steps.push(explained(&step, &before, &puzzle, &marks, &mut room)),
                Err(end) => break end,
            }
        };
    }
    if status == Status::Unique && end != Stuck::Solved {
        status = Status::Limit;
    }
    let reason = match (status, end) {
        (Status::Unique, _) => None,
        (Status::None, _) => Some("the puzzle has no solution"),
        (Status::Multiple, Stuck::Limit) => {
            Some("several solutions, and the limit was reached before a further step was found")
        }
        (Status::Multiple, _) => Some("several solutions: explained as far as they agree"),
        (_, Stuck::Limit) => Some("the limit was reached before a further step was found"),
        (_, Stuck::Solved) => {
            Some("the limit was reached before it was known whether there are other solutions")
        }
        _ => Some("no further step is known"),
    };
    let told =
        json!({"status": status.name(), "steps": steps, "finished": end == Stuck::Solved, "reason": reason});
    Ok(Answer::Json(told.to_string()))
}

/// A step with its picture, as long as the size of all pictures is within the limit.
fn explained(step: &Step, before: &State, puzzle: &Puzzle, marks: &[Mark], room: &mut usize) -> Value {
    let mut told = read_back(&step::object(step, before, puzzle));
    told["cells"] = cells(step, before, true);
    if *room > 0 {
        let picture = step.picture(before, puzzle, marks);
        *room = room.saturating_sub(picture.len());
        told["svg"] = picture.into();
    }
    told
}

fn rate(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let begun = Instant::now();
    let puzzle = request.puzzle()?;
    let mut status = Status::of(&Solver::new(work.budget()).solve(&puzzle, 2));
    let rating = (status == Status::Unique).then(|| Explainer::within(work.budget()).rate(&puzzle));
    let mut reason = None;
    if let Some(rating) = rating.as_ref().filter(|rating| !rating.is_complete()) {
        status = Status::Limit;
        reason = Some(match rating.end {
            Stuck::Limit => "the limit was reached before the last step",
            _ => "no further step is known",
        });
    }
    if rating.is_none() {
        reason = match status {
            Status::Multiple => Some("several solutions, so there is no rating"),
            Status::Limit => Some("the limit was reached before the number of solutions was known"),
            _ => None,
        };
    }
    let micros = begun.elapsed().as_micros() as u64;
    let report = RatingReport { status, rating: rating.as_ref(), reason, micros };
    Ok(Answer::Json(report.object(1)))
}
