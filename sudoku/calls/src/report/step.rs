//! Steps of an explanation as JSON.

use std::fmt::Write as _;

use sudoku::explain::{Conclusion, Detail, Ground, Line, Proof, State, Step, Sum, Truth};
use sudoku::{Candidates, Puzzle};

use super::{hundredths, quoted};

/// Formats a step as an object. `before` is the state before it.
pub fn object(step: &Step, before: &State, puzzle: &Puzzle) -> String {
    let words = Words { puzzle, before };
    let mut text =
        format!("{{\"technique\":{},\"cost\":{}", quoted(step.technique.name), hundredths(step.cost.into()));
    match &step.conclusion {
        Conclusion::Place { cell, value } => {
            let _ = write!(text, ",\"place\":{}", words.candidate(*cell, *value));
        }
        Conclusion::Remove(removals) => {
            let removals = removals.iter().map(|removal| words.cell_with(removal.cell, removal.values));
            let _ = write!(text, ",\"remove\":[{}]", removals.collect::<Vec<_>>().join(","));
        }
    }
    let grounds = step.grounds(before).iter().map(|ground| words.ground(ground)).collect::<Vec<_>>();
    if !grounds.is_empty() {
        let _ = write!(text, ",\"because\":[{}]", grounds.join(","));
    }
    let truths = step.truths.iter().map(|&truth| words.truth(truth)).collect::<Vec<_>>().join(",");
    let _ = write!(text, ",\"truths\":[{truths}]");
    if !step.tuples.is_empty() {
        let tuple = |tuple: &Vec<u8>| {
            let values = tuple.iter().map(|&value| words.symbol(value)).collect::<Vec<_>>();
            format!("[{}]", values.join(","))
        };
        let tuples = step.tuples.iter().map(tuple).collect::<Vec<_>>().join(",");
        let _ = write!(text, ",\"tuples\":[{tuples}]");
    }
    if let Proof::Chain { cell, value, lines } = &step.proof {
        let _ = write!(text, ",\"if\":{},\"then\":[{}]", words.candidate(*cell, *value), words.lines(lines));
    }
    if let Proof::Trial { nodes } = step.proof {
        let _ = write!(text, ",\"guesses\":{nodes}");
    }
    for (name, detail) in [("nudge", Detail::Nudge), ("where", Detail::Where), ("text", Detail::Full)] {
        let _ = write!(text, ",\"{name}\":{}", quoted(&step.text(before, detail)));
    }
    text + "}"
}

struct Words<'a> {
    puzzle: &'a Puzzle,
    before: &'a State,
}

impl Words<'_> {
    fn symbol(&self, value: u8) -> String {
        quoted(self.puzzle.symbols().get(value))
    }

    fn cell(&self, cell: usize) -> String {
        quoted(&self.puzzle.grid().name(cell).to_string())
    }

    fn candidate(&self, cell: usize, value: u8) -> String {
        format!("{{\"cell\":{},\"value\":{}}}", self.cell(cell), self.symbol(value))
    }

    /// A ground of a step in words.
    fn ground(&self, ground: &Ground) -> String {
        let values = ground.values.iter().map(|value| self.symbol(value)).collect::<Vec<_>>().join(",");
        let cells = ground.cells.iter().map(|&cell| self.cell(cell)).collect::<Vec<_>>().join(",");
        let of = ground.of.as_ref().map_or(String::new(), |name| format!(",\"of\":{}", quoted(name)));
        format!("{{\"values\":[{values}]{of},\"cells\":[{cells}]}}")
    }

    fn cell_with(&self, cell: usize, values: Candidates) -> String {
        let values = values.iter().map(|value| self.symbol(value)).collect::<Vec<_>>().join(",");
        format!("{{\"cell\":{},\"values\":[{values}]}}", self.cell(cell))
    }

    fn truth(&self, truth: Truth) -> String {
        let kind = match truth {
            Truth::Cell(_) => "cell",
            Truth::Place { .. } => "place",
            _ => "clue",
        };
        let names = self.before.names_of(truth);
        let names = names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(",");
        let cells = self.before.candidates_of(truth);
        let cells = cells.into_iter().map(|(cell, values)| self.cell_with(cell, values));
        let cells = cells.collect::<Vec<_>>().join(",");
        let sum = self.before.sum_of(truth).map_or(String::new(), |sum| self.sum(sum));
        format!("{{\"kind\":\"{kind}\",\"of\":[{names}]{sum},\"candidates\":[{cells}]}}")
    }

    fn sum(&self, sum: &Sum) -> String {
        let cells = |cells: &[usize]| cells.iter().map(|&cell| self.cell(cell)).collect::<Vec<_>>().join(",");
        let (added, taken) = (cells(&sum.added), cells(&sum.taken));
        format!(",\"sum\":{{\"added\":[{added}],\"taken\":[{taken}],\"total\":{}}}", sum.total)
    }

    fn lines(&self, lines: &[Line]) -> String {
        let line = |line: &Line| match line {
            Line::Holds { truth, cell, value } => {
                format!("{{\"by\":{},\"holds\":{}}}", self.named(*truth), self.candidate(*cell, *value))
            }
            Line::Leaves { truth, cell, left } => {
                format!("{{\"by\":{},\"leaves\":{}}}", self.named(*truth), self.cell_with(*cell, *left))
            }
            Line::Fails { truth, left } => {
                let cells = left.iter().map(|&(cell, values)| self.cell_with(cell, values));
                let cells = cells.collect::<Vec<_>>().join(",");
                let left = if left.is_empty() { String::new() } else { format!(",\"with\":[{cells}]") };
                format!("{{\"fails\":{}{left}}}", self.named(*truth))
            }
            Line::Cases { truth, cases } => {
                let case = |(cell, value, lines): &(usize, u8, Vec<Line>)| {
                    let (start, then) = (self.candidate(*cell, *value), self.lines(lines));
                    format!("{{\"if\":{start},\"then\":[{then}]}}")
                };
                let cases = cases.iter().map(case).collect::<Vec<_>>().join(",");
                format!("{{\"by\":{},\"cases\":[{cases}]}}", self.named(*truth))
            }
        };
        lines.iter().map(line).collect::<Vec<_>>().join(",")
    }

    /// A truth by its names alone; a value with its house.
    fn named(&self, truth: Truth) -> String {
        let mut names = self.before.names_of(truth);
        if let Truth::Place { value, .. } = truth {
            names.insert(0, self.puzzle.symbols().get(value).to_owned());
        }
        quoted(&names.join(" "))
    }
}
