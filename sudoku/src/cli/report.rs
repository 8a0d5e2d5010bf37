//! An answer in a line: plain, JSON or CSV.

use std::fmt::Write as _;

use super::args::Layout;
use crate::puzzle::{Puzzle, Solution};

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// One solution, proved.
    Unique,
    /// A solution; whether there are others was not asked.
    Solved,
    /// More than one solution.
    Multiple,
    /// No solution, proved.
    None,
    /// Could not be read.
    Invalid,
    /// A limit came first.
    Limit,
}

impl Status {
    pub const ALL: [Status; 6] =
        [Status::Unique, Status::Solved, Status::Multiple, Status::None, Status::Invalid, Status::Limit];

    pub fn name(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Solved => "solved",
            Status::Multiple => "multiple",
            Status::None => "none",
            Status::Invalid => "invalid",
            Status::Limit => "limit",
        }
    }
}

/// An answer with all that machines may want.
#[derive(Debug)]
pub(super) struct Report<'a> {
    pub index: u64,
    pub status: Status,
    pub puzzle: Option<&'a Puzzle>,
    pub solutions: &'a [Solution],
    /// How many, where that was asked; and whether that is all.
    pub count: Option<(u64, bool)>,
    /// The solutions have had lines of their own, so a table has a column more.
    pub of_list: bool,
    /// Why, where it is known.
    pub reason: Option<&'a str>,
    pub nodes: u64,
    pub micros: u64,
}

impl<'a> Report<'a> {
    /// For a puzzle that cannot be read.
    pub fn invalid(index: u64, reason: &'a str) -> Report<'a> {
        Report {
            index,
            status: Status::Invalid,
            puzzle: None,
            solutions: &[],
            count: None,
            of_list: false,
            reason: Some(reason),
            nodes: 0,
            micros: 0,
        }
    }

    /// Appends it as an object or a line of a table.
    pub fn write(&self, layout: Layout, to: &mut Vec<u8>) {
        let text = match layout {
            Layout::Csv => self.csv(),
            _ => self.json(),
        };
        to.extend(text.as_bytes());
        to.push(b'\n');
    }

    fn json(&self) -> String {
        let mut text = format!("{{\"index\":{},\"status\":\"{}\"", self.index, self.status.name());
        if let Some((count, exact)) = self.count {
            let _ = write!(text, ",\"count\":{count},\"exact\":{exact}");
        } else {
            let first = self.solutions.first().filter(|_| self.status != Status::Multiple);
            let beside = first.and_then(|solution| self.puzzle.map(|puzzle| json_beside(puzzle, solution)));
            let first = first.map_or("null".to_owned(), |solution| self.json_solution(solution));
            let _ = write!(text, ",\"solution\":{first}{}", beside.unwrap_or_default());
            if self.status == Status::Multiple {
                let all: Vec<String> = self.solutions.iter().map(|one| self.json_solution(one)).collect();
                let _ = write!(text, ",\"solutions\":[{}]", all.join(","));
            }
        }
        if let Some(reason) = self.reason {
            let _ = write!(text, ",\"reason\":{}", quoted(reason));
        }
        let _ = write!(text, ",\"nodes\":{},\"micros\":{}}}", self.nodes, self.micros);
        text
    }

    /// A string where symbols are characters, else an array.
    fn json_solution(&self, solution: &[u8]) -> String {
        self.puzzle.map_or("null".to_owned(), |puzzle| json_solution(puzzle, solution))
    }

    fn csv(&self) -> String {
        let shown = |solution: &Solution| self.puzzle.map_or(String::new(), |puzzle| puzzle.text(solution));
        let all: Vec<String> = self.solutions.iter().map(shown).collect();
        let (solution, solutions) = match (self.status, self.count) {
            (_, Some((count, true))) => (String::new(), count.to_string()),
            (_, Some((count, false))) => (String::new(), format!("at least {count}")),
            (Status::Multiple, None) => (String::new(), all.join(";")),
            _ => (all.into_iter().next().unwrap_or_default(), String::new()),
        };
        let [solution, solutions] = [solution, solutions].map(csv_field);
        let (index, status, nodes, micros) = (self.index, self.status.name(), self.nodes, self.micros);
        let nth = if self.of_list { "," } else { "" };
        format!("{index},{nth}{status},{solution},{solutions},{nodes},{micros}")
    }
}

/// What stands above the results of a layout.
pub(super) fn header(layout: Layout) -> &'static str {
    if layout == Layout::Csv { "index,status,solution,solutions,nodes,micros\n" } else { "" }
}

/// The same where every solution has a line of its own.
pub(super) fn header_of_list(layout: Layout) -> &'static str {
    if layout == Layout::Csv { "index,nth,status,solution,solutions,nodes,micros\n" } else { "" }
}

/// One of many solutions, as an object or a line of a table.
pub(super) fn nth(layout: Layout, index: u64, nth: u64, puzzle: &Puzzle, solution: &[u8]) -> String {
    if layout == Layout::Csv {
        return format!("{index},{nth},,{},,,\n", csv_field(puzzle.text(solution)));
    }
    let beside = json_beside(puzzle, solution);
    let solution = json_solution(puzzle, solution);
    format!("{{\"index\":{index},\"nth\":{nth},\"solution\":{solution}{beside}}}\n")
}

/// One more field where there are cells beside the grid, which a solution does not show.
fn json_beside(puzzle: &Puzzle, solution: &[u8]) -> String {
    let cells = solution.iter().enumerate().skip(puzzle.grid.rectangle());
    let pair = |(cell, &value): (usize, &u8)| {
        format!("{}:{}", quoted(&puzzle.grid.name(cell).to_string()), quoted(puzzle.symbols.get(value)))
    };
    let pairs: Vec<String> = cells.map(pair).collect();
    if pairs.is_empty() { String::new() } else { format!(",\"beside\":{{{}}}", pairs.join(",")) }
}

fn json_solution(puzzle: &Puzzle, solution: &[u8]) -> String {
    if puzzle.symbols.are_characters() {
        return quoted(&puzzle.text(solution));
    }
    let words: Vec<String> = puzzle.words(solution).map(quoted).collect();
    format!("[{}]", words.join(","))
}

/// A JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn csv_field(text: String) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
        assert_eq!(csv_field("a,\"b\"".into()), "\"a,\"\"b\"\"\"");
    }
}
