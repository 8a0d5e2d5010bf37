//! Reports as lines: solutions, words, numbers.

use std::fmt::Write as _;

use sudoku::format::ParseError;
use sudoku::{Candidates, GAP, Puzzle, print};
use sudoku_ask::json::hundredths;
use sudoku_ask::{Possible, Rated, Reduction, Report, Status, words};

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

    fn candidates(&self, found: &Possible<'_>, _: &Item<'_>, reply: &mut Reply) {
        match found.status {
            Status::None | Status::Limit => put_line(found.status.name(), reply),
            _ => put_sets(found.puzzle, &found.sets, reply),
        }
    }

    fn reduction(&self, reduction: &Reduction<'_>, _: &Item<'_>, reply: &mut Reply) {
        match reduction.minimal {
            Some((_, minimal)) => reply.out.extend(minimal.as_bytes()),
            None => put_line(reduction.status.name(), reply),
        }
    }

    fn rating(&self, rated: &Rated, _: &Item<'_>, reply: &mut Reply) {
        put_line(&rating(rated), reply);
    }

    fn form(&self, _: &Puzzle, form: &Puzzle, _: &Item<'_>, reply: &mut Reply) {
        put_line(&words::line(form), reply);
    }

    fn invalid(&self, topic: Topic, _: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        if topic == Topic::List {
            set_apart(item, reply);
        }
        put_line(Status::Invalid.name(), reply);
    }
}

/// Formats a rating: the cost of the hardest step, its level and technique, number and sum of the steps, the value on the SE
/// scale.
fn rating(rated: &Rated) -> String {
    let Some(rating) = rated.rating.as_ref().filter(|rating| rating.is_complete()) else {
        return rated.status.name().to_owned();
    };
    let Some(technique) = rating.technique.map(|technique| technique.title) else {
        let level = rated.level.as_deref().unwrap_or_default();
        return format!("0.00 {level} (solved already), no steps");
    };
    let (hardest, sum) = (hundredths(rating.hardest.into()), hundredths(rating.sum));
    let (level, se, steps) = (rated.level.as_deref().unwrap_or_default(), rating.se(), rating.steps);
    let plural = if steps == 1 { "" } else { "s" };
    format!("{hardest} {level} ({technique}), {steps} step{plural} with sum {sum}, SE {se:.1}")
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

/// Writes a character for each cell and value, and the end of the line: `.` if the value is excluded, `~` where there
/// is no cell. Loose cells are left out.
fn put_sets(puzzle: &Puzzle, sets: &[Candidates], reply: &mut Reply) {
    let grid = puzzle.grid();
    let sets = &sets[..grid.rectangle()];
    match puzzle.symbols().bytes() {
        Some(symbols) if grid.is_rectangle() => {
            for &set in sets {
                let symbol = |(value, &byte)| if set.contains(value as u8) { byte } else { b'.' };
                reply.out.extend(symbols.iter().enumerate().map(symbol));
            }
            reply.out.push(b'\n');
        }
        _ => put_line(&words(puzzle, sets), reply),
    }
}

/// Formats sets of values as in [`put_sets`], or in braces if symbols are longer than a character.
fn words(puzzle: &Puzzle, sets: &[Candidates]) -> String {
    let mut text = String::new();
    let characters = puzzle.symbols().are_characters();
    for (cell, &set) in sets.iter().enumerate() {
        let is_gap = puzzle.grid().is_gap(cell);
        if characters {
            for value in 0..puzzle.grid().values() as u8 {
                text.push_str(match set.contains(value) {
                    _ if is_gap => GAP,
                    true => puzzle.symbols().get(value),
                    false => ".",
                });
            }
        } else {
            if cell > 0 {
                text.push(' ');
            }
            text.push_str(&if is_gap { GAP.into() } else { print::braced(puzzle.symbols(), set) });
        }
    }
    text
}
