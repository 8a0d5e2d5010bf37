//! `sudoku rate`: how hard puzzles are.

use std::cell::RefCell;
use std::time::Instant;

use clap::Args;
use sudoku::explain::{Explainer, Rating, Stuck};
use sudoku::{End, Puzzle};

use crate::Usage;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Batch, Item, Job, Reply, Solved, Worker};
use crate::report::reasons::note_none;
use crate::report::{Layout, RatingReport, Status, Topic, Writer, hundredths};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku rate puzzle.txt
  sudoku rate --csv < many.txt
  sudoku rate --json puzzle.txt           with the number of steps of each technique

A line has the cost, level and technique of the hardest step, the number and the total cost of all steps, and SE.
The rating is the cost of the hardest step that people need: a hidden single costs 1.00 to 1.50, a naked
single 2.30, an X-wing 3.20, a chain 4.50 and more, a chain inside a chain 9.00 and more. SE is an
approximation of the rating by Sudoku Explainer. The levels are easy (to 1.50), medium (2.50), hard (3.40), fiendish
(5.00), extreme (9.00) and nested. From 20.00 on, a step needs trial and error: no short reason was found.
Puzzles with variant rules are rated in the same way.

A puzzle without exactly one solution gives none or multiple (exit status 1) instead of a rating, an
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

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

struct RateJob {
    writer: Box<dyn Writer>,
}

pub(crate) fn run(args: Rate) -> Result<u8, Usage> {
    let Rate { input, format, csv, json, output, effort } = args;
    let format = match (csv, json) {
        (true, _) => Layout::Csv,
        (_, true) => Layout::Json,
        _ => format,
    };
    if format == Layout::Grid {
        return Err(Usage("rate prints a line for each puzzle: --format is line, json or csv".into()));
    }
    let batch = Batch::new(&input, &output, &effort);
    let job = RateJob { writer: format.writer(false, false) };
    batch::run(&batch, job.writer.header(Topic::Rating), &job)
}

/// Why the steps did not reach the solution, and how far they came.
fn ending(rating: &Rating) -> String {
    let what = match rating.end {
        Stuck::Limit => "the limit was reached",
        _ => "no further step is known",
    };
    let (steps, hardest) = (rating.steps, hundredths(rating.hardest.into()));
    match steps {
        0 => format!("{what} before the first step"),
        1 => format!("{what} after one step, of cost {hardest}"),
        _ => format!("{what} after {steps} steps, the hardest of cost {hardest}"),
    }
}

impl Job for RateJob {
    fn most(&self) -> Option<usize> {
        Some(2)
    }

    fn answer(
        &self,
        puzzle: &Puzzle,
        solved: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        thread_local! {
            // Puzzles on one grid share the explainer's tables of the grid.
            static EXPLAINER: RefCell<Option<Explainer>> = const { RefCell::new(None) };
        }
        let Solved { answer, micros } = solved.expect("solutions were asked for");
        let begun = Instant::now();
        let mut status = Status::of(&answer);
        let rating = (status == Status::Unique).then(|| {
            EXPLAINER.with_borrow_mut(|explainer| {
                let explainer = explainer.get_or_insert_default();
                explainer.limit(item.budget.clone());
                explainer.rate(puzzle)
            })
        });
        let is_open = rating.as_ref().is_some_and(|rating| !rating.is_complete());
        if (answer.end == End::Limit || is_open) && worker.is_interrupted() {
            return;
        }
        let mut reason = note_none(status, puzzle, item, reply).map(|reason| reason.what);
        let what = match rating.as_ref().filter(|_| is_open) {
            Some(rating) => {
                status = Status::Limit;
                Some(ending(rating))
            }
            None if status == Status::Limit => {
                Some("the limit was reached before the number of solutions was known".to_owned())
            }
            None if status == Status::Multiple => Some("several solutions, so there is no rating".to_owned()),
            None => None,
        };
        if let Some(what) = what {
            let (line, column) = puzzle.place(0);
            reply.note(|| item.note(line, column, &what));
            reason = Some(what);
        }
        reply.tally.answer(status, answer.nodes);
        let micros = micros + begun.elapsed().as_micros() as u64;
        let report = RatingReport { status, rating: rating.as_ref(), reason: reason.as_deref(), micros };
        self.writer.rating(&report, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Rating))
    }
}
