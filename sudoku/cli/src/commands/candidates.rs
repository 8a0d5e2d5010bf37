//! `sudoku candidates`: what each cell is in some solution.

use std::fmt::Write as _;
use std::time::Instant;

use clap::Args;
use sudoku::format::ParseError;
use sudoku::{Candidates as Set, End, GAP, Occurrences, Puzzle, print};

use crate::Usage;
use crate::args::{Effort, Input, Layout, Output, units};
use crate::batch::{self, Batch, Item, Job, Reply, Solved, Worker};
use crate::report::reasons::note_none;
use crate::report::{Status, invalid, line, quoted};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku candidates puzzle.txt
  sudoku candidates --counts puzzle.txt   in how many solutions each value stands there")]
pub(crate) struct Candidates {
    #[command(flatten)]
    pub input: Input,

    /// Say in how many solutions, up to --most
    #[arg(short, long)]
    pub counts: bool,

    /// Count no further than N
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "1000", requires = "counts")]
    pub most: u64,

    /// How to print
    #[arg(short, long, value_enum, default_value_t = Layout::Grid, help_heading = "Output")]
    pub format: Layout,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

struct CandidatesJob {
    layout: Layout,
    /// Count up to so many solutions for each; 1 asks for the values only.
    most: u64,
}

pub(crate) fn run(args: Candidates) -> Result<u8, Usage> {
    let Candidates { input, counts, most, format, output, effort } = args;
    if format == Layout::Csv || format == Layout::Line && counts {
        return Err(Usage("candidates are printed as grid, line (without --counts) or json".into()));
    }
    if input.batch && format == Layout::Grid {
        return Err(Usage("--batch gives one line a puzzle: add --format line or json".into()));
    }
    let batch = Batch::new(&input, &output, &effort);
    let job = CandidatesJob { layout: format, most: if counts { most.max(2) } else { 1 } };
    batch::run(&batch, "", &job)
}

impl Job for CandidatesJob {
    fn answer(
        &self,
        puzzle: &Puzzle,
        _: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        let begun = Instant::now();
        let (seen, nodes) = worker.solver.occurrences(puzzle, self.most);
        if seen.end == End::Limit && worker.is_interrupted() {
            return;
        }
        let sets: Vec<Set> = (0..puzzle.cells.len()).map(|cell| seen.candidates(cell)).collect();
        let status = match seen.end {
            End::Limit => Status::Limit,
            _ if sets.iter().any(|set| set.is_empty()) => Status::None,
            _ if sets.iter().all(|set| set.value().is_some()) => Status::Unique,
            _ => Status::Multiple,
        };
        reply.tally.count(status);
        reply.tally.nodes += nodes;
        if status == Status::None {
            reply.tally.failures += 1;
            note_none(puzzle, item, reply);
        }
        if self.layout == Layout::Json {
            let micros = begun.elapsed().as_micros();
            let text = self.json(puzzle, item.index, status, &seen, &sets, nodes, micros);
            return reply.out.extend(text.as_bytes());
        }
        if self.layout == Layout::Grid && item.index > item.first_index {
            reply.out.push(b'\n');
        }
        match status {
            Status::None | Status::Limit => line(status.name(), reply),
            _ if self.layout == Layout::Line => line(&sets_in_line(puzzle, &sets), reply),
            _ if self.most > 1 => reply.out.extend(counts(puzzle, &seen).as_bytes()),
            _ => reply.out.extend(print::candidates(puzzle, &sets).as_bytes()),
        }
    }

    fn invalid(&self, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        invalid(self.layout, error, item, reply);
    }
}

/// A character for each cell and value, `.` where it does not stand and `~` where there is no cell; cells beside the
/// grid are left out.
fn sets_in_line(puzzle: &Puzzle, sets: &[Set]) -> String {
    let mut text = String::new();
    let characters = puzzle.symbols.are_characters();
    for (cell, &set) in sets.iter().enumerate().take(puzzle.grid.rectangle()) {
        let is_gap = puzzle.grid.is_gap(cell);
        if characters {
            for value in 0..puzzle.grid.values() as u8 {
                text.push_str(match set.contains(value) {
                    _ if is_gap => GAP,
                    true => puzzle.symbols.get(value),
                    false => ".",
                });
            }
        } else {
            if cell > 0 {
                text.push(' ');
            }
            text.push_str(&if is_gap { GAP.into() } else { print::braced(&puzzle.symbols, set) });
        }
    }
    text
}

/// `1×17`, with a `+` where counting ended.
fn counts(puzzle: &Puzzle, seen: &Occurrences) -> String {
    let mut text = String::new();
    for cell in 0..puzzle.cells.len() {
        if puzzle.cells[cell].value().is_some() {
            continue;
        }
        let _ = write!(text, "{:7}", puzzle.grid.name(cell).to_string());
        for value in seen.candidates(cell).iter() {
            let count = seen.count(cell, value);
            let more = if count >= seen.most { "+" } else { "" };
            let _ = write!(text, " {}×{count}{more}", puzzle.symbols.get(value));
        }
        text.push('\n');
    }
    text
}

impl CandidatesJob {
    #[allow(clippy::too_many_arguments)] // An object has as many fields.
    fn json(
        &self,
        puzzle: &Puzzle,
        index: u64,
        status: Status,
        seen: &Occurrences,
        sets: &[Set],
        nodes: u64,
        micros: u128,
    ) -> String {
        let cells: Vec<String> = sets
            .iter()
            .enumerate()
            .map(|(cell, set)| {
                if puzzle.grid.is_gap(cell) {
                    return "null".into();
                }
                let symbol = |value: u8| quoted(puzzle.symbols.get(value));
                if self.most > 1 {
                    let counts: Vec<String> = set
                        .iter()
                        .map(|value| format!("{}:{}", symbol(value), seen.count(cell, value)))
                        .collect();
                    return format!("{{{}}}", counts.join(","));
                }
                let values: Vec<String> = set.iter().map(symbol).collect();
                format!("[{}]", values.join(","))
            })
            .collect();
        let mut text = format!("{{\"index\":{index},\"status\":\"{}\"", status.name());
        if self.most > 1 {
            let _ = write!(text, ",\"most\":{},\"counts\":[{}]", self.most, cells.join(","));
        } else {
            let _ = write!(text, ",\"candidates\":[{}]", cells.join(","));
        }
        text + &format!(",\"nodes\":{nodes},\"micros\":{micros}}}\n")
    }
}
