//! `sudoku convert`.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::Usage;
use super::args;
use super::batch::{self, Batch};
use super::job::{Item, Job, Reply, Solved, Worker};
use super::report::Status;
use super::solve::line;
use crate::format::{self, Format, ParseError, Unfit};
use crate::puzzle::Puzzle;
use crate::solver::Budget;

struct Convert {
    to: Format,
    /// Every line gives one.
    batch: bool,
    /// Puzzles written so far.
    written: AtomicU64,
    /// Kinds of loss that have been told already.
    told: AtomicU8,
}

pub(super) fn run(args: args::Convert) -> Result<u8, Usage> {
    let args::Convert { input, to, output } = args;
    let many_lines = !matches!(to, Format::Line | Format::Numbers | Format::Sdm);
    if input.batch && many_lines {
        return Err(Usage(format!("--batch gives one line a puzzle: it cannot write {to}")));
    }
    let job = Convert { to, batch: input.batch, written: AtomicU64::new(0), told: AtomicU8::new(0) };
    let batch = Batch {
        input: &input,
        output: &output,
        budget: Budget::default(),
        threads: Some(1),
        portable: false,
        engine: args::Engine::Auto,
    };
    batch::run(&batch, format::header(to), &job)
}

impl Job for Convert {
    fn answer(&self, puzzle: &Puzzle, _: Option<Solved>, item: &Item<'_>, _: &mut Worker, reply: &mut Reply) {
        let mut text = String::new();
        let unfit = format::write(puzzle, self.to, self.written.fetch_add(1, Ordering::Relaxed), &mut text);
        reply.out.extend(text.as_bytes());
        reply.tally.count(Status::Solved);
        let Some(unfit) = unfit else {
            return;
        };
        let bit = match unfit {
            Unfit::Regions => 1,
            Unfit::Candidates => 2,
            Unfit::Symbols => 4,
            Unfit::Rules => 8,
            Unfit::Grids => 16,
        };
        // Once for all: the others will be alike.
        if self.told.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
            let (line, column) = puzzle.places.get(0);
            reply.notes.push(item.note(line, column, &unfit.to_string()));
        }
    }

    /// There is nothing to write, and the note is enough; only a filter still gives its line.
    fn invalid(&self, _: &ParseError, _: &Item<'_>, reply: &mut Reply) {
        if self.batch {
            line(Status::Invalid.name(), reply);
        }
    }
}
