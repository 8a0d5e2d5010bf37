//! How a puzzle is solved, step by step.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use sheet::Image;
use sudoku::explain::{Explainer, Path, State, Step, Stuck};
use sudoku::print::{self, Mark};
use sudoku::{Answer, Budget, Puzzle};

use crate::call::{Call, Field, PUZZLE, Request, Response, Type, Work};
use crate::json::{self, fields};
use crate::step::candidates_of;
use crate::{Failure, Reason, Status, StepData};

/// Asks for the steps of a solution.
#[derive(Clone, Copy, Debug, Default)]
pub struct Explain {
    /// The cell at whose value the steps end, if they do not go to the end.
    pub until: Option<usize>,
    /// The number of the only step to tell.
    pub step: Option<usize>,
    /// Whether steps that place the only value of a cell, or a value with one place in a house, are neither told nor
    /// counted.
    pub skip_singles: bool,
    /// The greatest cost of steps that are neither told nor counted, if there are any.
    pub most_skipped: Option<u16>,
    /// Whether to look for the reason if there is no solution.
    pub finds_fault: bool,
}

impl Explain {
    /// Explains a puzzle. `solved` is the answer to a search for two solutions; `tell` takes the number of each step,
    /// the step, and the state before it.
    pub fn answer(
        &self,
        puzzle: &Puzzle,
        solved: &Answer,
        budget: &Budget,
        tell: impl FnMut(usize, &Step, &State),
    ) -> Explained {
        let mut status = Status::of(solved);
        if status == Status::None {
            let reason = if self.finds_fault {
                Reason::fault(puzzle, budget)
            } else {
                Reason::of_puzzle("the puzzle has no solution", puzzle)
            };
            return Explained { status, steps: 0, end: None, reason: Some(reason) };
        }
        let (mut steps, mut end) = (0, Some(Stuck::Limit));
        if !budget.is_spent_by(solved) {
            let mut explainer = Explainer::within(budget.clone());
            end = self.walk(&mut explainer.path(puzzle), &mut steps, tell).err();
        }
        let is_short = end.is_some_and(|end| end != Stuck::Solved);
        if status == Status::Unique && (is_short || self.until.is_some() && end.is_some()) {
            status = Status::Limit;
        }
        let reason = ending(status, end).map(|ending| Reason::of_puzzle(ending, puzzle));
        Explained { status, steps, end, reason }
    }

    /// Tells the steps up to the requested cell or step, or up to the end. An error has the reason why they end earlier.
    fn walk(
        &self,
        path: &mut Path<&mut Explainer>,
        steps: &mut usize,
        mut tell: impl FnMut(usize, &Step, &State),
    ) -> Result<(), Stuck> {
        let is_last = |path: &Path<&mut Explainer>, steps: usize| {
            self.until.is_some_and(|cell| path.state().is_placed(cell)) || self.step == Some(steps)
        };
        while !is_last(path, *steps) {
            let before = path.state().clone();
            let step = path.step()?;
            if self.skip_singles && step.is_single()
                || self.most_skipped.is_some_and(|most| step.cost <= most)
            {
                continue;
            }
            *steps += 1;
            if self.step.is_none_or(|number| number == *steps) {
                tell(*steps, &step, &before);
            }
        }
        Ok(())
    }
}

/// The end of an explanation.
#[derive(Debug)]
pub struct Explained {
    /// Whether the puzzle has one solution, and the steps reach it.
    pub status: Status,
    /// The number of steps, also of those that were not told.
    pub steps: usize,
    /// Why the steps end; `None` at the requested cell or step, and without steps.
    pub end: Option<Stuck>,
    /// Why they do not reach the only solution.
    pub reason: Option<Reason>,
}

/// An explanation with its steps.
#[derive(Debug)]
pub struct Explanation<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whether it has one solution, and the steps reach it.
    pub status: Status,
    /// The steps.
    pub steps: &'a [StepData],
    /// Why they do not reach the only solution.
    pub reason: Option<&'a Reason>,
}

impl Serialize for Explanation<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        fields!(to,
            "status": self.status,
            "steps": self.steps,
            "reason"?: self.reason.map(|reason| &reason.what),
            "faults"?: self.reason.and_then(|reason| reason.faults(self.puzzle)),
        )
    }
}

impl Explained {
    /// Returns whether there are too few steps for the one with this number.
    pub fn lacks(&self, step: usize) -> bool {
        self.steps < step && self.end.is_none_or(|end| end == Stuck::Solved)
    }
}

fn ending(status: Status, end: Option<Stuck>) -> Option<&'static str> {
    Some(match (status, end) {
        (Status::Multiple, Some(Stuck::Limit)) => {
            "several solutions, and the limit was reached before a further step was found"
        }
        (Status::Multiple, _) => "several solutions: explained as far as they agree",
        (Status::Limit, Some(Stuck::Limit)) => "the limit was reached before a further step was found",
        (Status::Limit, Some(Stuck::Unknown)) => "no further step is known",
        (Status::Limit, _) => "the limit was reached before it was known whether there are other solutions",
        _ => return None,
    })
}

/// Returns the cell with a name as steps print it, in any form.
pub fn cell_named(name: &str, puzzle: &Puzzle) -> Result<usize, String> {
    let grid = puzzle.grid();
    let is_named = |&cell: &usize| grid.usual_name(cell).to_string().eq_ignore_ascii_case(name.trim());
    let usual = (0..grid.cells()).filter(|&cell| !grid.is_gap(cell)).find(is_named);
    let found = usual.or_else(|| grid.named(name.trim()).map(usize::from));
    found.ok_or_else(|| format!("there is no cell {name} (cells are named as {})", grid.name(0)))
}

pub(crate) const CALL: Call = Call {
    path: "/api/explain",
    about: "Explains how a puzzle is solved, step by step, as `sudoku explain --to json`.",
    fields: &[PUZZLE, Field::new("plain", Type::Flag, "whether to leave out the pictures")],
    answer: "{status, steps: [a step, with cells as in a hint and svg; frames: several pictures in order, of which svg is \
             the first, if one would be full], finished: whether the steps reach the solution, reason, svg: its picture, \
             if it is about givens and rules}",
    is_stream: false,
    run: explain,
};

/// The greatest size of all pictures of an explanation together, in bytes. Later steps have none.
const MOST_PICTURES: usize = 16 << 20;

fn explain(request: &Request, work: &mut Work<'_>) -> Result<Response, Failure> {
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
        "svg": told.reason.as_ref().filter(|_| room > 0).and_then(|reason| reason.image(&puzzle)).map(|image| image.svg()),
        "reason": told.reason.map(|reason| reason.what),
    });
    Ok(Response::of(&told))
}

/// A step with its picture, as long as the size of all pictures is within the limit.
fn explained(step: &Step, before: &State, puzzle: &Puzzle, marks: &[Mark], room: &mut usize) -> Value {
    let mut told = json::value(&StepData::of(step, before, puzzle));
    told["cells"] = candidates_of(step, before, true);
    if *room > 0 {
        let frames: Vec<String> = step.images(before, puzzle, marks).iter().map(Image::svg).collect();
        *room = room.saturating_sub(frames.iter().map(String::len).sum());
        told["svg"] = frames[0].clone().into();
        if frames.len() > 1 {
            told["frames"] = frames.into();
        }
    }
    told
}
