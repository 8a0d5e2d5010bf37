//! `/api/watch`: a search, step by step.

use csp::Config;
use serde_json::{Value, json};
use sudoku::trace::{Choice, ConflictKind, Removal, Step, Trace};
use sudoku::{Method, Puzzle};

use crate::Failure;
use crate::call::{Call, Field, PUZZLE, Request, Response, Type, Work};

pub(crate) const CALL: Call = Call {
    path: "/api/watch",
    about: "Shows a search step by step. The server sends lines as fast as the client reads them, up to the limit; `from` \
            continues later.",
    fields: &[
        PUZZLE,
        Field::new("method", Type::Text, "the name of a method that searches"),
        Field::new("from", Type::Number(0, 10_000_000, Some(0)), "the number of the first step to send"),
        Field::new("steps", Type::Number(1, 1_000_000, Some(10_000)), "the greatest number of steps"),
    ],
    answer: "{event: decide, remove, fail, back, solution, done or more, step, depth, cell, values, text} on each line; \
             decide has the remaining values, remove the removed ones, back the depth to which the search returns, more the \
             number of the next step",
    is_stream: true,
    run: watch,
};

fn watch(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
    let puzzle = request.puzzle()?;
    let config = request.maybe_text("method").map(config).transpose()?;
    let from = request.number("from")?;
    let steps = request.number("steps")?;
    let mut trace = Trace::within(&puzzle, config.as_ref(), &work.budget())
        .ok_or_else(|| Failure::new(422, "the puzzle is too large to be watched within the limits"))?;
    let mut events = Events { puzzle: &puzzle, number: 0, depth: 0 };
    for number in 0.. {
        let step = if number < from + steps { trace.next() } else { None };
        let Some(step) = step.filter(|_| !work.is_over()) else {
            if number == from + steps || work.is_over() || trace.is_over() {
                work.line(&json!({"event": "more", "step": number}));
            }
            break;
        };
        events.number = number;
        for event in events.of(&step) {
            if number >= from && !work.line(&event) {
                return Ok(Response::Streamed);
            }
        }
    }
    Ok(Response::Streamed)
}

fn config(name: &str) -> Result<Config, Failure> {
    let method = Method::find(name).map_err(|unknown| Failure::new(400, unknown.to_string()))?;
    if method.in_lanes || method.learns {
        let what = format!("{name} has no steps to watch: take a method that searches alone");
        return Err(Failure::new(422, what));
    }
    Ok(method.config())
}

/// The conversion of steps into events.
struct Events<'a> {
    puzzle: &'a Puzzle,
    number: u64,
    depth: usize,
}

impl Events<'_> {
    fn of(&mut self, step: &Step) -> Vec<Value> {
        let text = step.text(self.puzzle);
        match step {
            Step::Decide { choice, cells, depth, .. } => {
                self.depth = *depth;
                self.decided(choice, cells, &text)
            }
            Step::Remove { cells, .. } => cells.iter().map(|removal| self.removed(removal, &text)).collect(),
            Step::Conflict { kind, .. } => vec![self.event("fail", place(kind), &text)],
            Step::Refute { cells, depth, .. } => {
                self.depth = *depth;
                let back = self.event("back", None, &text);
                std::iter::once(back)
                    .chain(cells.iter().map(|removal| self.removed(removal, &text)))
                    .collect()
            }
            Step::Restart => {
                self.depth = 0;
                vec![self.event("back", None, &text)]
            }
            Step::Solution(_) => vec![self.event("solution", None, &text)],
            _ => vec![self.event("done", None, &text)],
        }
    }

    /// A decision is about a cell, or about a variable of a rule, which changes cells.
    fn decided(&self, choice: &Choice, cells: &[Removal], text: &str) -> Vec<Value> {
        let own = cells.iter().find(|removal| Some(removal.cell) == choice.cell);
        let mut decided = self.event("decide", choice.cell, text);
        if let Some(removal) = own {
            decided["values"] = removal.left.iter().map(|value| value + 1).collect();
        }
        let others = cells.iter().filter(|removal| Some(removal.cell) != choice.cell);
        std::iter::once(decided).chain(others.map(|removal| self.removed(removal, text))).collect()
    }

    fn removed(&self, removal: &Removal, text: &str) -> Value {
        let mut event = self.event("remove", Some(removal.cell), text);
        event["values"] = removal.gone.iter().map(|value| value + 1).collect();
        event
    }

    fn event(&self, name: &str, cell: Option<usize>, text: &str) -> Value {
        json!({"event": name, "step": self.number, "depth": self.depth, "cell": cell, "text": text})
    }
}

/// The cell of a contradiction, if there is one.
fn place(kind: &ConflictKind) -> Option<usize> {
    match kind {
        ConflictKind::NoValue(cell) | ConflictKind::Repeated(_, [cell, _]) => Some(*cell),
        ConflictKind::Violated(cells) => cells.first().copied(),
        _ => None,
    }
}
