//! Steps of an explanation as data, with names for cells and symbols for values.

use serde::Serialize;
use serde_json::{Value, json};
use sudoku::explain::{self, Conclusion, Detail, Ground, Line, Proof, State, Truth};
use sudoku::{Candidates, Puzzle};

use crate::json::{Decimal, Object, object};
use crate::words::{name, symbols};

/// A step in words and as data.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct StepData(Object);

impl StepData {
    /// Returns a step of an explainer. `before` is the state before it.
    pub fn of(step: &explain::Step, before: &State, puzzle: &Puzzle) -> StepData {
        let names = Names { puzzle, before };
        let told = object()
            .with("technique", step.technique.name)
            .with("name", step.title(before))
            .with("cost", Decimal::hundredths(step.cost.into()));
        let told = match &step.conclusion {
            Conclusion::Place { cell, value } => told.with("place", names.candidate(*cell, *value)),
            Conclusion::Remove(removals) => {
                let removed = removals.iter().map(|removal| names.values(removal.cell, removal.values));
                told.with("remove", removed.collect::<Vec<_>>())
            }
        };
        let because = step.grounds(before).into_iter().map(|ground| names.because(ground)).collect();
        let truths: Vec<Object> = step.truths.iter().map(|&truth| names.truth(truth)).collect();
        let tuples = step.tuples.iter().map(|tuple| symbols(tuple.iter().copied(), puzzle)).collect();
        let told = with_any(told, "because", because).with("truths", truths);
        let told = with_any(told, "tuples", tuples);
        let told = match &step.proof {
            Proof::Chain { cell, value, lines } => with_case(told, &names, (*cell, *value, lines)),
            Proof::Trial { nodes } => told.with("guesses", nodes),
            Proof::Direct => told,
        };
        let levels = [("nudge", Detail::Nudge), ("where", Detail::Where), ("text", Detail::Full)];
        StepData(
            levels.into_iter().fold(told, |told, (name, detail)| told.with(name, step.text(before, detail))),
        )
    }
}

/// A step in words, with its name before.
pub fn headed(step: &explain::Step, before: &State) -> String {
    format!("{}: {}", step.title(before), step.text(before, Detail::Full))
}

/// Adds a list, unless it is empty.
fn with_any<T: Serialize>(told: Object, name: &str, list: Vec<T>) -> Object {
    if list.is_empty() { told } else { told.with(name, list) }
}

/// Adds a supposed value, and what follows from it.
fn with_case(told: Object, names: &Names<'_>, (cell, value, lines): (usize, u8, &[Line])) -> Object {
    let then: Vec<Object> = lines.iter().map(|line| names.line(line)).collect();
    told.with("if", names.candidate(cell, value)).with("then", then)
}

struct Names<'a> {
    puzzle: &'a Puzzle,
    before: &'a State,
}

impl Names<'_> {
    fn cells(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| name(cell, self.puzzle)).collect()
    }

    fn candidate(&self, cell: usize, value: u8) -> Object {
        object().with("cell", name(cell, self.puzzle)).with("value", self.puzzle.symbols().get(value))
    }

    fn values(&self, cell: usize, values: Candidates) -> Object {
        object().with("cell", name(cell, self.puzzle)).with("values", symbols(values.iter(), self.puzzle))
    }

    fn all_values(&self, cells: &[(usize, Candidates)]) -> Vec<Object> {
        cells.iter().map(|&(cell, values)| self.values(cell, values)).collect()
    }

    /// Values that exclude others, with the house or rule through which they do.
    fn because(&self, Ground { values, of, cells, .. }: Ground) -> Object {
        let told = object().with("values", symbols(values.iter(), self.puzzle));
        of.into_iter().fold(told, |told, of| told.with("of", of)).with("cells", self.cells(&cells))
    }

    fn truth(&self, truth: Truth) -> Object {
        let kind = match truth {
            Truth::Cell(_) => "cell",
            Truth::Place { .. } => "place",
            _ => "clue",
        };
        let mut told = object().with("kind", kind).with("of", self.before.names_of(truth));
        if let Some(explain::Sum { added, taken, total, .. }) = self.before.sum_of(truth) {
            let (added, taken) = (self.cells(added), self.cells(taken));
            told = told.with("sum", object().with("added", added).with("taken", taken).with("total", total));
        }
        told.with("candidates", self.all_values(&self.before.candidates_of(truth)))
    }

    /// A line of a proof.
    fn line(&self, line: &Line) -> Object {
        let by = || object().with("by", self.by(line.truth()));
        let told = match line {
            Line::Holds { cell, value, .. } => by().with("holds", self.candidate(*cell, *value)),
            Line::Leaves { cell, left, .. } => by().with("leaves", self.values(*cell, *left)),
            Line::Fails { truth, left, .. } => {
                with_any(object().with("fails", self.by(*truth)), "with", self.all_values(left))
            }
            Line::Cases { cases, .. } => {
                let case =
                    |case: &(usize, u8, Vec<Line>)| with_case(object(), self, (case.0, case.1, &case.2));
                by().with("cases", cases.iter().map(case).collect::<Vec<_>>())
            }
        };
        let rules = line.rules().iter().map(|&clue| self.before.name_of_clue(clue)).collect();
        with_any(told, "rules", rules)
    }

    /// A truth by its names alone; a value with its house.
    fn by(&self, truth: Truth) -> String {
        let mut names = self.before.names_of(truth);
        if let Truth::Place { value, .. } = truth {
            names.insert(0, self.puzzle.symbols().get(value).to_owned());
        }
        names.join(" ")
    }
}

/// The candidates that a step is about, as cells and values; the conclusion only if `is_full`.
pub(crate) fn candidates_of(step: &explain::Step, before: &State, is_full: bool) -> Value {
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
