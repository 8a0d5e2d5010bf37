//! `sudoku candidates`: the values of each cell over all solutions.

use clap::Args;
use sudoku_ask::Status;

use crate::Refused;
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Asked, Batch, Job, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::{Layout, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku candidates puzzle.txt
  sudoku candidates --counts puzzle.txt   number of solutions with each value")]
pub(crate) struct Candidates {
    #[command(flatten)]
    pub input: Input,

    /// Print in how many solutions each value occurs, up to --most
    #[arg(short, long)]
    pub counts: bool,

    /// Stop counting at N
    #[arg(long, value_name = "N", value_parser = units::positive, default_value = "1000", requires = "counts")]
    pub most: u64,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Layout::Grid, help_heading = "Output")]
    pub format: Layout,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

struct CandidatesJob {
    writer: Box<dyn Writer>,
    /// Maximum number of solutions to count for each value; 1 asks for the values only.
    most: u64,
}

impl Command for Candidates {
    const NAME: &'static str = "candidates";
    const ABOUT: &'static str = "Show which values each cell takes in some solution";

    fn run(self) -> Result<u8, Refused> {
        let Candidates { input, counts, most, format, output, effort } = self;
        if format == Layout::Csv || format == Layout::Line && counts {
            return Err(Refused("candidates are printed as grid, line (without --counts) or json".into()));
        }
        input.require_lines(format != Layout::Grid, "add --format line or json")?;
        let batch = Batch::new(&input, &output, &effort);
        let job =
            CandidatesJob { writer: format.writer(false, false), most: if counts { most.max(2) } else { 1 } };
        batch::run(&batch, "", &job)
    }
}

impl Job for CandidatesJob {
    // Most puzzles have a single solution, which has all values. With a second one, a search for the values follows.
    fn wants(&self) -> Wants {
        Wants { solutions: SolutionsOf::Quick(2), ..Wants::default() }
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let question = sudoku_ask::Candidates { most: self.most };
        let found = question.answer(puzzle, solved, &mut worker.solver);
        if found.status == Status::Limit && worker.is_interrupted() {
            return;
        }
        reply.tally.count(found.status);
        reply.tally.nodes += found.nodes;
        reply.tally.failures += u64::from(found.status == Status::None);
        reply.tell_none(found.status, puzzle, item);
        self.writer.answer(&found, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Other(&[])))
    }
}
