//! Steps of an explanation as data, with names for cells and symbols for values.

use serde::Serialize;
use sudoku::explain::{self, Conclusion, Detail, Ground, Line, Proof, State, Truth};
use sudoku::{Candidates, Puzzle};

use crate::json::Decimal;
use crate::words::{name, symbols};

/// A step in words and as data.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    technique: &'static str,
    cost: Decimal,
    #[serde(flatten)]
    conclusion: Concluded,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    because: Vec<Because>,
    truths: Vec<True>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tuples: Vec<Vec<String>>,
    #[serde(flatten)]
    proof: Proved,
    nudge: String,
    r#where: String,
    text: String,
}

impl Step {
    /// Returns a step of an explainer. `before` is the state before it.
    pub fn of(step: &explain::Step, before: &State, puzzle: &Puzzle) -> Step {
        let names = Names { puzzle, before };
        Step {
            technique: step.technique.name,
            cost: Decimal::hundredths(step.cost.into()),
            conclusion: match &step.conclusion {
                Conclusion::Place { cell, value } => Concluded::Place(names.candidate(*cell, *value)),
                Conclusion::Remove(removals) => Concluded::Remove(
                    removals.iter().map(|removal| names.values(removal.cell, removal.values)).collect(),
                ),
            },
            because: step.grounds(before).into_iter().map(|ground| names.because(ground)).collect(),
            truths: step.truths.iter().map(|&truth| names.truth(truth)).collect(),
            tuples: step.tuples.iter().map(|tuple| symbols(tuple.iter().copied(), puzzle)).collect(),
            proof: match &step.proof {
                Proof::Chain { cell, value, lines } => Proved::Chain(names.case(*cell, *value, lines)),
                Proof::Trial { nodes } => Proved::Trial { guesses: *nodes },
                Proof::Direct => Proved::Direct {},
            },
            nudge: step.text(before, Detail::Nudge),
            r#where: step.text(before, Detail::Where),
            text: step.text(before, Detail::Full),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Concluded {
    Place(Candidate),
    Remove(Vec<Values>),
}

/// A value of a cell.
#[derive(Clone, Debug, Serialize)]
struct Candidate {
    cell: String,
    value: String,
}

/// Values of a cell.
#[derive(Clone, Debug, Serialize)]
struct Values {
    cell: String,
    values: Vec<String>,
}

/// Values that exclude others, with the house or rule through which they do.
#[derive(Clone, Debug, Serialize)]
struct Because {
    values: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    cells: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct True {
    kind: &'static str,
    of: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sum: Option<Sum>,
    candidates: Vec<Values>,
}

#[derive(Clone, Debug, Serialize)]
struct Sum {
    added: Vec<String>,
    taken: Vec<String>,
    total: i64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Proved {
    Direct {},
    Chain(Case),
    Trial { guesses: u64 },
}

/// A supposed value, and what follows from it.
#[derive(Clone, Debug, Serialize)]
struct Case {
    r#if: Candidate,
    then: Vec<Told>,
}

/// A line of a proof.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Told {
    Holds {
        by: String,
        holds: Candidate,
    },
    Leaves {
        by: String,
        leaves: Values,
    },
    Fails {
        fails: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        with: Vec<Values>,
    },
    Cases {
        by: String,
        cases: Vec<Case>,
    },
}

struct Names<'a> {
    puzzle: &'a Puzzle,
    before: &'a State,
}

impl Names<'_> {
    fn cells(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| name(cell, self.puzzle)).collect()
    }

    fn candidate(&self, cell: usize, value: u8) -> Candidate {
        Candidate { cell: name(cell, self.puzzle), value: self.puzzle.symbols().get(value).to_owned() }
    }

    fn values(&self, cell: usize, values: Candidates) -> Values {
        Values { cell: name(cell, self.puzzle), values: symbols(values.iter(), self.puzzle) }
    }

    fn all_values(&self, cells: &[(usize, Candidates)]) -> Vec<Values> {
        cells.iter().map(|&(cell, values)| self.values(cell, values)).collect()
    }

    fn because(&self, Ground { values, of, cells, .. }: Ground) -> Because {
        Because { values: symbols(values.iter(), self.puzzle), of, cells: self.cells(&cells) }
    }

    fn truth(&self, truth: Truth) -> True {
        let sum = |sum: &explain::Sum| Sum {
            added: self.cells(&sum.added),
            taken: self.cells(&sum.taken),
            total: sum.total,
        };
        True {
            kind: match truth {
                Truth::Cell(_) => "cell",
                Truth::Place { .. } => "place",
                _ => "clue",
            },
            of: self.before.names_of(truth),
            sum: self.before.sum_of(truth).map(sum),
            candidates: self.all_values(&self.before.candidates_of(truth)),
        }
    }

    fn case(&self, cell: usize, value: u8, lines: &[Line]) -> Case {
        Case { r#if: self.candidate(cell, value), then: lines.iter().map(|line| self.line(line)).collect() }
    }

    fn line(&self, line: &Line) -> Told {
        match line {
            Line::Holds { truth, cell, value } => {
                Told::Holds { by: self.by(*truth), holds: self.candidate(*cell, *value) }
            }
            Line::Leaves { truth, cell, left } => {
                Told::Leaves { by: self.by(*truth), leaves: self.values(*cell, *left) }
            }
            Line::Fails { truth, left } => {
                Told::Fails { fails: self.by(*truth), with: self.all_values(left) }
            }
            Line::Cases { truth, cases } => Told::Cases {
                by: self.by(*truth),
                cases: cases.iter().map(|(cell, value, lines)| self.case(*cell, *value, lines)).collect(),
            },
        }
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
