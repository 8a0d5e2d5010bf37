//! The command of a question without choices: a line, an object or a row for each puzzle.

use std::marker::PhantomData;

use clap::Args;
use sudoku::ParseError;
use sudoku_ask::{self as ask, Status};

use crate::Refused;
use crate::args::{Input, Output};
use crate::batch::{self, Asked, Batch, Job, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::{Layout, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = Q::HELP)]
pub(crate) struct Quick<Q: ask::Quick> {
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

    #[arg(skip)]
    question: PhantomData<fn() -> Q>,
}

struct QuickJob<Q> {
    writer: Box<dyn Writer>,
    question: PhantomData<fn() -> Q>,
}

impl<Q: ask::Quick> Command for Quick<Q> {
    const NAME: &'static str = Q::NAME;
    const ABOUT: &'static str = Q::ABOUT;

    fn run(self) -> Result<u8, Refused> {
        let Quick { input, format, output, threads, question } = self;
        if format == Layout::Grid {
            let name = Q::NAME;
            return Err(Refused(format!(
                "{name} prints a line for each puzzle: --format is line, json or csv"
            )));
        }
        let batch = Batch::without_limits(&input, &output, threads);
        let job = QuickJob { writer: format.writer(false, false), question };
        batch::run(&batch, &job.writer.header(Topic::Other(Q::COLUMNS)), &job)
    }
}

impl<Q: ask::Quick> Job for QuickJob<Q> {
    fn answer(&self, asked: Asked<'_>, _: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, item, .. } = asked;
        match Q::answer(puzzle) {
            Ok(answer) => {
                reply.tally.count(Status::Solved);
                self.writer.answer(&answer, item, reply);
            }
            Err(what) => {
                let (line, column) = puzzle.place(0);
                let error = ParseError::new(line, column, what);
                reply.notes.push(item.note(line, column, &error.what));
                reply.tally.count(Status::Invalid);
                self.invalid(&error, item, reply);
            }
        }
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Other(Q::COLUMNS)))
    }
}
