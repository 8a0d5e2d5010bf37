//! An answer in a line: plain, JSON or CSV.

pub(crate) mod image;
pub(crate) mod page;
pub(crate) mod reasons;
pub(crate) mod several;

use std::fmt::Write as _;

use sudoku::format::{ParseError, is_formula};
use sudoku::{Answer, End, Puzzle, Solution};

use crate::args::Layout;
use crate::batch::{Item, Reply};

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
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

    /// What an answer says, if one solution was asked for, or two.
    pub fn of(answer: &Answer) -> Status {
        match (answer.solutions.len(), answer.end) {
            (0, End::Exhausted) => Status::None,
            (1, End::Exhausted) => Status::Unique,
            (1, End::Enough) => Status::Solved,
            (2, _) => Status::Multiple,
            _ => Status::Limit,
        }
    }

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
pub(crate) struct Report<'a> {
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
            let beside = |solution: &Solution| self.puzzle.and_then(|puzzle| json_beside(puzzle, solution));
            let shown = first.map_or("null".to_owned(), |solution| self.json_solution(solution));
            let _ = write!(text, ",\"solution\":{shown}{}", beside_field(first.and_then(beside)));
            if self.status == Status::Multiple {
                let all: Vec<String> = self.solutions.iter().map(|one| self.json_solution(one)).collect();
                let besides: Option<Vec<String>> = self.solutions.iter().map(beside).collect();
                let besides = besides.map(|objects| format!("[{}]", objects.join(",")));
                let _ = write!(text, ",\"solutions\":[{}]{}", all.join(","), beside_field(besides));
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
        let shown =
            |solution: &Solution| self.puzzle.map_or(String::new(), |puzzle| solution_line(puzzle, solution));
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

/// A word for itself.
pub(crate) fn line(word: &str, reply: &mut Reply) {
    reply.out.extend(word.as_bytes());
    reply.out.push(b'\n');
}

/// The answer to a puzzle that cannot be read, in a line.
pub(crate) fn invalid(layout: Layout, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
    match layout {
        Layout::Json | Layout::Csv => {
            Report::invalid(item.index, &error.to_string()).write(layout, &mut reply.out);
        }
        Layout::Grid | Layout::Line => line(Status::Invalid.name(), reply),
    }
}

/// What stands above the results of a layout.
pub(crate) fn header(layout: Layout) -> &'static str {
    if layout == Layout::Csv { "index,status,solution,solutions,nodes,micros\n" } else { "" }
}

/// The same where every solution has a line of its own.
pub(crate) fn header_of_list(layout: Layout) -> &'static str {
    if layout == Layout::Csv { "index,nth,status,solution,solutions,nodes,micros\n" } else { "" }
}

/// One of many solutions, as an object or a line of a table.
pub(crate) fn nth(layout: Layout, index: u64, nth: u64, puzzle: &Puzzle, solution: &[u8]) -> String {
    if layout == Layout::Csv {
        return format!("{index},{nth},,{},,,\n", csv_field(solution_line(puzzle, solution)));
    }
    let beside = beside_field(json_beside(puzzle, solution));
    let solution = json_solution(puzzle, solution);
    format!("{{\"index\":{index},\"nth\":{nth},\"solution\":{solution}{beside}}}\n")
}

/// A solution in a line, and the end of the line.
pub(crate) fn write_line(puzzle: &Puzzle, solution: &[u8], to: &mut Vec<u8>) {
    puzzle.write(solution, to);
    to.extend(beside(puzzle, solution).as_bytes());
    to.push(b'\n');
}

/// The same as a text without an end.
fn solution_line(puzzle: &Puzzle, solution: &[u8]) -> String {
    puzzle.text(solution) + &beside(puzzle, solution)
}

/// ` # A=35 regions=1122…`: what a solution says of cells beside the grid and of unknown regions, where formats of
/// lines have a comment. Nothing for most puzzles.
fn beside(puzzle: &Puzzle, solution: &[u8]) -> String {
    let (grid, mut text) = (&puzzle.grid, String::new());
    let between = if puzzle.symbols.are_characters() { "" } else { "," };
    let mut from = grid.rectangle();
    let mut tell = |name: &str, count: usize| {
        let symbols = solution[from..from + count].iter().map(|&value| puzzle.symbols.get(value));
        let symbols: Vec<&str> = symbols.collect();
        let mark = if text.is_empty() { " #" } else { "" };
        let _ = write!(text, "{mark} {name}={}", symbols.join(between));
        from += count;
    };
    grid.shape().loose.iter().for_each(|loose| tell(&loose.name, loose.count));
    if grid.shape().unknown.is_some() {
        tell("regions", grid.rectangle());
    }
    text
}

/// One more field where there are cells beside the grid, which a solution does not show.
fn beside_field(value: Option<String>) -> String {
    value.map_or(String::new(), |value| format!(",\"beside\":{value}"))
}

/// The cells beside the grid as an object.
fn json_beside(puzzle: &Puzzle, solution: &[u8]) -> Option<String> {
    let cells = solution.iter().enumerate().skip(puzzle.grid.rectangle());
    let pair = |(cell, &value): (usize, &u8)| {
        format!("{}:{}", quoted(&puzzle.grid.name(cell).to_string()), quoted(puzzle.symbols.get(value)))
    };
    let pairs: Vec<String> = cells.map(pair).collect();
    (!pairs.is_empty()).then(|| format!("{{{}}}", pairs.join(",")))
}

fn json_solution(puzzle: &Puzzle, solution: &[u8]) -> String {
    if puzzle.symbols.are_characters() {
        return quoted(&puzzle.text(solution));
    }
    let words: Vec<String> = puzzle.words(solution).map(quoted).collect();
    format!("[{}]", words.join(","))
}

/// A JSON string.
pub(crate) fn quoted(text: &str) -> String {
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

/// A text as a field of a table, that no spreadsheet takes for a formula.
pub(crate) fn csv_field(text: String) -> String {
    let text = if is_formula(&text) { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
        assert_eq!(csv_field("a,\"b\"".into()), "\"a,\"\"b\"\"\"");
    }

    #[test]
    fn no_text_is_a_formula() {
        for (text, field) in [
            ("=1+1", "'=1+1"),
            ("+x", "'+x"),
            ("-x", "'-x"),
            ("@SUM(A1,A2)", "\"'@SUM(A1,A2)\""),
            ("\tx", "'\tx"),
            ("\r=x", "\"'\r=x\""),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(csv_field(text.into()), field);
        }
    }
}
