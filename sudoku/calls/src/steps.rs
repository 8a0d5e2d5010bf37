//! `/api/hint`, `/api/explain` and `/api/rate`: steps as people take them.

use csp::clock::Instant;
use serde_json::{Value, json};
use sudoku::explain::{Conclusion, Detail, Explainer, State, Step, Stuck};
use sudoku::print::{self, Mark};
use sudoku::{Candidates, Puzzle};
use sudoku_ask::json::{self, Numbered};
use sudoku_ask::{Explain, Found, Hint, Rate, Solved};

use crate::{Answer, Call, ENTRIES, Failure, Field, Kind, PUZZLE, Request, Work, object};

pub(crate) const HINT: Call = Call {
    path: "/api/hint",
    about: "Finds wrong entries, or else the next step, as `sudoku hint --json`.",
    fields: &[
        PUZZLE,
        ENTRIES,
        Field::new(
            "marks",
            Kind::Cells,
            "pencil marks: a list of values for each cell; null or an empty list allows all values",
        ),
        Field::new("level", Kind::Text, "nudge, where or full, by default full"),
    ],
    answer: "{status, text, level, step; cells: {truths, removed, placed: [[cell, value]]} and svg except \
             for nudges; instead of a step, full hints have reason and faults if there is no solution, or else \
             wrong: [{cell, value, reasons: [{kind: given or rule, text, cells}], or null if they were not found in \
             time}] and lacking: the cells whose marks lack their value, by their names}",
    is_stream: false,
    run: hint,
};

pub(crate) const EXPLAIN: Call = Call {
    path: "/api/explain",
    about: "Explains how a puzzle is solved, step by step, as `sudoku explain --to json`.",
    fields: &[PUZZLE, Field::new("plain", Kind::Flag, "whether to leave out the pictures")],
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

fn hint(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.puzzle()?;
    let marks = entered(request, &puzzle)?;
    let name = request.maybe_text("level").unwrap_or("full");
    let detail = sudoku_ask::level(name)?;
    let is_full = detail == Detail::Full;
    let explained = if is_full { usize::MAX } else { 0 };
    let question = Hint { marks: &marks, detail, explained, finds_fault: is_full };
    let hinted = question.answer(&puzzle, &work.solve(&puzzle, 2), &work.budget());
    let mut told = match is_full {
        true => object(&hinted),
        false => json!({"status": hinted.status, "text": hinted.text, "step": null}),
    };
    told["level"] = name.into();
    if let Found::Step(step, before) = &hinted.found
        && detail != Detail::Nudge
    {
        told["cells"] = cells(step, before, is_full);
    }
    if let Some(image) = hinted.image(&marks, detail) {
        told["svg"] = image.svg().into();
    }
    Ok(Answer::of(&told))
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
    let mut room = if request.flag("plain") { 0 } else { MOST_PICTURES };
    let marks = print::marks(&puzzle);
    let mut steps = Vec::new();
    let solved = work.solve(&puzzle, 2);
    let told = Explain::default().answer(&puzzle, &solved, &work.budget(), |_, step, before| {
        steps.push(explained(step, before, &puzzle, &marks, &mut room));
    });
    let told = json!({
        "status": told.status,
        "steps": steps,
        "finished": told.end == Some(Stuck::Solved),
        "reason": told.reason.map(|reason| reason.what),
    });
    Ok(Answer::of(&told))
}

/// A step with its picture, as long as the size of all pictures is within the limit.
fn explained(step: &Step, before: &State, puzzle: &Puzzle, marks: &[Mark], room: &mut usize) -> Value {
    let mut told = object(&sudoku_ask::Step::of(step, before, puzzle));
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
    let answer = work.solve(&puzzle, 2);
    let solved = Solved { answer, micros: begun.elapsed().as_micros() as u64 };
    let rated =
        Rate { finds_fault: true }.answer(&puzzle, &solved, &mut Explainer::default(), &work.budget());
    Ok(Answer::Json(json::line(&Numbered { index: 1, answer: &rated })))
}
