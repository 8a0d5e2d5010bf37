//! `sudoku convert`: puzzles in another format.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use sudoku::Puzzle;
use sudoku::format::{self, Format, ParseError};
use sudoku_ask::{Converted, Status};

use crate::Refused;
use crate::args::{Input, Output, units};
use crate::batch::{self, Asked, Batch, Job, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::put_line;

#[derive(Debug, Args)]
#[command(after_help = formats())]
pub(crate) struct Convert {
    #[command(flatten)]
    pub input: Input,

    /// Format to write
    #[arg(short, long, value_name = "FORMAT", value_parser = units::format, required_unless_present = "found")]
    pub to: Option<Format>,

    /// Tell where which boards were found in the text, instead of writing them
    #[arg(long, conflicts_with = "to")]
    pub found: bool,

    #[command(flatten)]
    pub output: Output,
}

/// Returns the list of formats for the help.
fn formats() -> String {
    let mut text = "Formats:\n".to_owned();
    for format in Format::ALL {
        text += &format!("  {:<11} {}\n", format.name(), format.help());
    }
    text + "\nExamples:\n  sudoku convert --to sdk puzzle.txt\n  sudoku convert --to line --output all.txt *.sdk\n  sudoku convert --found letter.txt"
}

struct ConvertJob {
    /// The format; `None` if only places are told.
    to: Option<Format>,
    /// Whether each input line gives exactly one output line.
    batch: bool,
    /// Number of puzzles written.
    written: AtomicU64,
    /// Losses that have been reported.
    reported: Mutex<BTreeSet<String>>,
}

impl Command for Convert {
    const NAME: &'static str = "convert";
    const ABOUT: &'static str = "Write puzzles in another format";

    fn run(self) -> Result<u8, Refused> {
        let Convert { input, to, output, .. } = self;
        if let Some(to) = to {
            input.require_lines(to.is_one_line(), &format!("it cannot write {to}"))?;
        }
        let job =
            ConvertJob { to, batch: input.batch, written: AtomicU64::new(0), reported: Mutex::default() };
        let batch = Batch::without_limits(&input, &output, Some(1));
        batch::run(&batch, to.map_or("", format::header), &job)
    }
}

/// Describes a board and how it was written.
fn found(kind: &str, puzzle: &Puzzle) -> String {
    let grid = puzzle.grid();
    format!("{kind}: {}x{}, {} givens", grid.rows(), grid.columns(), puzzle.givens())
}

impl Job for ConvertJob {
    fn answer(&self, asked: Asked<'_>, _: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, item, .. } = asked;
        let Some(to) = self.to else {
            let (line, column) = puzzle.place(0);
            put_line(&item.note(line, column, &found(item.kind, puzzle)), reply);
            return reply.tally.count(Status::Solved);
        };
        let place = self.written.fetch_add(1, Ordering::Relaxed);
        let Converted { text, lost } = sudoku_ask::Convert { to, place }.answer(puzzle);
        if text.is_empty() && self.batch {
            put_line(Status::Invalid.name(), reply);
        }
        reply.out.extend(text.as_bytes());
        reply.tally.count(Status::Solved);
        let Some(lost) = lost else {
            return;
        };
        // Each kind of loss is reported once: the other puzzles of the input are usually alike.
        let mut reported = self.reported.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if reported.insert(lost.clone()) {
            let (line, column) = puzzle.place(0);
            reply.notes.push(item.note(line, column, &lost));
        }
    }

    /// Writes nothing, since the note is enough. Only with `--batch` every input line has an output line, here
    /// `invalid`.
    fn invalid(&self, _: &ParseError, _: &Item<'_>, reply: &mut Reply) {
        if self.batch {
            put_line(Status::Invalid.name(), reply);
        }
    }
}
