//! `sudoku canonical`: the smallest form of classic puzzles under all symmetries.

use clap::Args;
use sudoku::{ParseError, canonical};
use sudoku_ask::Status;

use crate::Usage;
use crate::args::{Input, Output};
use crate::batch::{self, Asked, Batch, Job, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::{Layout, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku canonical puzzle.txt
  sudoku canonical many.txt | sort | uniq -d      puzzles that occur twice
  sudoku canonical --format csv < many.txt

Prints the smallest form of each puzzle: the smallest of all puzzles that result from exchanging rows
within a band, columns within a stack, bands, stacks, rows with columns, and values. Puzzles are compared
in reading order, open cells first. Two puzzles have the same form exactly if they are equivalent.

Only classic puzzles of 9x9 have a form. Others, also puzzles with further rules or pencil marks, give
the line invalid, and exit status 2. Solutions do not matter: a puzzle with
none or several has a form, too.")]
pub(crate) struct Canonical {
    #[command(flatten)]
    pub input: Input,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Layout::Line, help_heading = "Output")]
    pub format: Layout,

    #[command(flatten)]
    pub output: Output,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Effort")]
    pub threads: Option<u16>,
}

struct CanonicalJob {
    writer: Box<dyn Writer>,
}

impl Command for Canonical {
    const NAME: &'static str = "canonical";
    const ABOUT: &'static str =
        "Write the smallest form of classic puzzles under all symmetries, to find repeats";

    fn run(self) -> Result<u8, Usage> {
        let Canonical { input, format, output, threads } = self;
        if format == Layout::Grid {
            return Err(Usage(
                "canonical prints a line for each puzzle: --format is line, json or csv".into(),
            ));
        }
        let batch = Batch::without_limits(&input, &output, threads);
        let job = CanonicalJob { writer: format.writer(false, false) };
        batch::run(&batch, job.writer.header(Topic::Form), &job)
    }
}

impl Job for CanonicalJob {
    fn answer(&self, asked: Asked<'_>, _: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, item, .. } = asked;
        match canonical(puzzle) {
            Ok(form) => {
                reply.tally.count(Status::Solved);
                self.writer.form(puzzle, &form, item, reply);
            }
            Err(error) => {
                let (line, column) = puzzle.place(0);
                let error = ParseError::new(line, column, error.to_string());
                reply.notes.push(item.note(line, column, &error.what));
                reply.tally.count(Status::Invalid);
                self.invalid(&error, item, reply);
            }
        }
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Form))
    }
}
