//! `sudoku check`: uniqueness of solutions.

use clap::Args;
use sudoku::End;
use sudoku_ask::{Checked, Report, Solved, Status};

use crate::Refused;
use crate::args::strategy::Strategy;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Asked, Batch, Job, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::{Layout, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku check puzzle.txt
  sudoku check --format json collection.sdm
  sudoku check kaggle.csv                 also compares the solutions in the file
  sudoku check --method norvig --stats puzzle.txt

Prints unique, none, multiple, limit or invalid for each puzzle, with reasons on standard error. If there is no solution, \
the reason is a list of contradictory givens and rules, none of which can be left out. A sentence lists up to 12; \
JSON has all in faults: [{kind: given or rule, text, cells}]. \
The exit status is 0 only if every puzzle is unique and every solution given is right.")]
pub(crate) struct Check {
    #[command(flatten)]
    pub input: Input,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Layout::Line, help_heading = "Output")]
    pub format: Layout,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub strategy: Strategy,
}

struct CheckJob {
    writer: Box<dyn Writer>,
}

impl Command for Check {
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "Check whether puzzles have one solution, none or several";

    fn run(self) -> Result<u8, Refused> {
        let Check { input, format, output, effort, strategy } = self;
        if format == Layout::Grid {
            return Err(Refused("check prints a word for each puzzle: --format is line, json or csv".into()));
        }
        let batch = Batch { way: strategy.way_beside(&effort)?, ..Batch::new(&input, &output, &effort) };
        let job = CheckJob { writer: format.writer(false, false) };
        batch::run(&batch, &job.writer.header(Topic::Answer), &job)
    }
}

impl Job for CheckJob {
    fn wants(&self) -> Wants {
        Wants { solutions: SolutionsOf::Each(2), ..Wants::default() }
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let Solved { answer, micros } = solved.expect("solutions were asked for");
        if answer.end == End::Limit && worker.is_interrupted() {
            return;
        }
        let Checked { status, reason } = sudoku_ask::Check.answer(puzzle, &answer, &item.budget);
        reason.iter().for_each(|reason| reply.tell(reason, item));
        reply.tally.answer(status, answer.nodes);
        reply.tally.note(answer.statistics.as_deref());
        // A wrong solution that comes with the puzzle is a failure too.
        reply.tally.failures += u64::from(status == Status::Unique && reason.is_some());
        self.writer.status(&Report::of(puzzle, &answer, reason.as_ref(), micros), item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Answer))
    }
}
