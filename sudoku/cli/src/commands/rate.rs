//! `sudoku rate`: how hard puzzles are.

use std::str::FromStr;

use clap::Args;
use sudoku::explain::Levels;
use sudoku_ask::{Rated, Status};

use crate::Refused;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Asked, Batch, Job, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::{Layout, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku rate puzzle.txt
  sudoku rate --csv < many.txt
  sudoku rate --levels gentle=..2.0,moderate=..3.4,tough puzzle.txt
  sudoku rate --json puzzle.txt           with the number of steps of each technique

A line has the cost, level and technique of the hardest step, the number and the total cost of all steps, and SE. \
The rating is the cost of the hardest step that people need: a hidden single costs 1.00 to 1.50, a naked \
single 2.30, an X-wing 3.20, a chain 4.50 and more, a chain inside a chain 9.00 and more. SE is an \
approximation of the rating by Sudoku Explainer. The levels are easy (to 1.50), medium (2.50), hard (3.40), fiendish \
(5.00), extreme (9.00) and nested; --levels names others. From 20.00 on, a step needs trial and error: no short reason was found. \
Puzzles with variant rules are rated in the same way.

A puzzle without exactly one solution gives none or multiple (exit status 1) instead of a rating, an \
unreadable one invalid (2), and one whose solution the steps did not reach limit (3).")]
pub(crate) struct Rate {
    #[command(flatten)]
    pub input: Input,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Layout::Line, help_heading = "Output")]
    pub format: Layout,

    /// Short for --format csv
    #[arg(long, conflicts_with_all = ["format", "json"], help_heading = "Output")]
    pub csv: bool,

    /// Short for --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,

    /// Other names of levels: gentle=..2.0,moderate=..3.4,tough
    #[arg(long, value_name = "NAME=..COST,…", value_parser = Levels::from_str, help_heading = "Output")]
    pub levels: Option<Levels>,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

const TOPIC: Topic = Topic::Other(Rated::COLUMNS);

struct RateJob {
    question: sudoku_ask::Rate,
    writer: Box<dyn Writer>,
}

impl Command for Rate {
    const NAME: &'static str = "rate";
    const ABOUT: &'static str = "Rate how hard puzzles are";

    fn run(self) -> Result<u8, Refused> {
        let Rate { input, format, csv, json, levels, output, effort } = self;
        let format = match (csv, json) {
            (true, _) => Layout::Csv,
            (_, true) => Layout::Json,
            _ => format,
        };
        if format == Layout::Grid {
            return Err(Refused("rate prints a line for each puzzle: --format is line, json or csv".into()));
        }
        let batch = Batch::new(&input, &output, &effort);
        let question = sudoku_ask::Rate { finds_fault: true, levels: levels.unwrap_or_default() };
        let job = RateJob { question, writer: format.writer(false, false) };
        batch::run(&batch, &job.writer.header(TOPIC), &job)
    }
}

impl Job for RateJob {
    fn wants(&self) -> Wants {
        Wants { solutions: SolutionsOf::Each(2), ..Wants::default() }
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let solved = solved.expect("solutions were asked for");
        let rated = self.question.answer(puzzle, &solved, &mut worker.explainer, &item.budget);
        if rated.status == Status::Limit && worker.is_interrupted() {
            return;
        }
        if let Some(reason) = &rated.reason {
            reply.tell(reason, item);
        }
        reply.tally.answer(rated.status, solved.answer.nodes);
        self.writer.answer(&rated, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, TOPIC))
    }
}
