//! Reports as lines: solutions, words, numbers.

use std::fmt::Write as _;

use sudoku::Puzzle;
use sudoku::format::ParseError;
use sudoku_ask::{Report, Shown, Status};

use super::{Topic, Writer, set_apart, several};
use crate::reply::{Item, Reply};

pub(super) struct Lines;

impl Writer for Lines {
    fn solution(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        match (report.status, report.solutions.first()) {
            (Status::Unique | Status::Solved, Some(solution)) => {
                solution_line(report.puzzle, solution, reply);
            }
            _ => {
                if let Some(both) = report.both() {
                    several::note_both(report.puzzle, both, item, reply);
                }
                put_line(report.status.name(), reply);
            }
        }
    }

    fn status(&self, report: &Report<'_>, item: &Item<'_>, reply: &mut Reply) {
        if let Some(both) = report.both() {
            several::note(report.puzzle, both, item, reply);
        }
        put_line(report.status.name(), reply);
    }

    fn count(&self, report: &Report<'_>, _: &Item<'_>, reply: &mut Reply) {
        match report.count {
            Some(count) => put_line(&count.to_string(), reply),
            None => put_line(report.status.name(), reply),
        }
    }

    fn begin_list(&self, item: &Item<'_>, reply: &mut Reply) {
        set_apart(item, reply);
    }

    fn nth(&self, _: u64, puzzle: &Puzzle, solution: &[u8], _: &Item<'_>, reply: &mut Reply) {
        solution_line(puzzle, solution, reply);
    }

    fn end_list(&self, report: &Report<'_>, _: &Item<'_>, reply: &mut Reply) {
        end_list(report, reply);
    }

    fn answer(&self, answer: &dyn Shown, _: &Item<'_>, reply: &mut Reply) {
        answer.lines(&mut reply.out);
    }

    fn invalid(&self, topic: Topic, _: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        if topic == Topic::List {
            set_apart(item, reply);
        }
        put_line(Status::Invalid.name(), reply);
    }
}

/// Writes a text and the end of the line.
pub(crate) fn put_line(text: &str, reply: &mut Reply) {
    reply.out.extend(text.as_bytes());
    reply.out.push(b'\n');
}

/// Writes values as digits from 1 on, and the end of the line.
pub(crate) fn put_digits(values: &[u8], reply: &mut Reply) {
    reply.out.extend(values.iter().map(|value| b'1' + value));
    reply.out.push(b'\n');
}

/// Writes, after the solutions, that there are none or that a limit ended the list.
pub(super) fn end_list(report: &Report<'_>, reply: &mut Reply) {
    if matches!(report.status, Status::None | Status::Limit) {
        put_line(report.status.name(), reply);
    }
}

/// Writes a solution and the end of the line, without an intermediate text: a list may have millions of lines.
fn solution_line(puzzle: &Puzzle, solution: &[u8], reply: &mut Reply) {
    puzzle.write(solution, &mut reply.out);
    reply.out.extend(beside(puzzle, solution).as_bytes());
    reply.out.push(b'\n');
}

/// Formats a solution without the end of the line.
pub(super) fn text(puzzle: &Puzzle, solution: &[u8]) -> String {
    puzzle.text(solution) + &beside(puzzle, solution)
}

/// Formats ` # A=35 regions=1122…`: values of loose cells and of unknown regions, as a comment. Empty for most
/// puzzles.
fn beside(puzzle: &Puzzle, solution: &[u8]) -> String {
    let (grid, mut text) = (puzzle.grid(), String::new());
    let between = if puzzle.symbols().are_characters() { "" } else { "," };
    let mut from = grid.rectangle();
    let mut tell = |name: &str, count: usize| {
        let symbols = solution[from..from + count].iter().map(|&value| puzzle.symbols().get(value));
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
