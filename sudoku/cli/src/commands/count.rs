//! `sudoku count`: numbers of solutions.

use std::ffi::OsString;

use clap::Args;
use sudoku::Puzzle;
use sudoku_ask::{Estimate, Number, Report, Status, Way};

use super::assume;
use crate::Refused;
use crate::args::strategy::Strategy;
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Asked, Batch, Job, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::progress::grouped;
use crate::reply::{Item, Reply};
use crate::report::{Layout, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku count puzzle.txt
  sudoku count --solutions 1000 puzzles.txt
  sudoku split puzzle.txt | sudoku count --assume - puzzle.txt | sudoku merge
  sudoku count --method forward --stats puzzle.txt
  sudoku count --estimate --precision 5% open.txt

Prints a number for each puzzle, or \"at least\" and a number if --solutions or a limit ended the count. \
With --estimate it prints \"about\" and a number, with the interval that contains the true number with a \
confidence of 95 % in brackets. Small numbers are counted exactly even then. A terminal shows the estimate so \
far; --precision, --time-limit or Ctrl-C end it.")]
pub(crate) struct Count {
    #[command(flatten)]
    pub input: Input,

    /// Stop counting at N
    #[arg(short = 'n', long, value_name = "N", value_parser = units::positive)]
    pub solutions: Option<u64>,

    /// Count each part of the only puzzle, a line for each line of a file or of standard input (-); see sudoku split
    #[arg(long, value_name = "PARTS", conflicts_with = "format")]
    pub assume: Option<OsString>,

    /// Estimate the number instead of counting, from random samples
    #[arg(long, conflicts_with_all = ["solutions", "method", "engine"])]
    pub estimate: bool,

    /// Largest error of the estimate's interval, as a part of the estimate
    #[arg(long, value_name = "PERCENT", value_parser = units::percent, default_value = "1%", requires = "estimate")]
    pub precision: f64,

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

struct CountJob {
    writer: Box<dyn Writer>,
    most: u64,
    estimate: Option<Estimate>,
    /// Whether a method was named, whose search has counters.
    searches: bool,
}

/// The number of probes between two updates of the progress line.
const PROBES_PER_UPDATE: u64 = 64;

impl Command for Count {
    const NAME: &'static str = "count";
    const ABOUT: &'static str = "Count the solutions of puzzles";

    fn run(self) -> Result<u8, Refused> {
        let Count { input, solutions, assume, estimate, precision, format, output, effort, mut strategy } =
            self;
        if format == Layout::Grid {
            return Err(Refused(
                "count prints a number for each puzzle: --format is line, json or csv".into(),
            ));
        }
        let seed = if estimate { strategy.changes.seed.take() } else { None }.unwrap_or(1);
        let way = strategy.way_beside(&effort)?;
        if let Some(parts) = assume {
            if way.is_some() || output.stats || output.verbose {
                return Err(Refused(
                    "--assume goes with limits, --engine, --solutions and --output alone".into(),
                ));
            }
            let most = solutions.unwrap_or(u64::MAX);
            return assume::count(&parts, most, &input, &effort, output.output.as_deref());
        }
        if estimate && way.is_some() {
            return Err(Refused(
                "--estimate searches in its own way: of the settings of a search only --seed goes with it"
                    .into(),
            ));
        }
        let searches = matches!(way, Some(Way::Search(_) | Way::Learn(_)));
        let batch = Batch { way, ..Batch::new(&input, &output, &effort) };
        let job = CountJob {
            writer: format.writer(false, false),
            most: solutions.unwrap_or(u64::MAX),
            estimate: estimate.then_some(Estimate { precision, seed }),
            searches,
        };
        batch::run(&batch, &job.writer.header(Topic::Answer), &job)
    }
}

impl CountJob {
    /// Estimates the number of solutions of a puzzle.
    fn estimate(
        &self,
        settings: &Estimate,
        puzzle: &Puzzle,
        item: &Item<'_>,
        worker: &Worker,
        reply: &mut Reply,
    ) {
        let progress = &worker.session.progress;
        let estimated = settings.answer(puzzle, &worker.solver, |estimate| {
            if estimate.probes % PROBES_PER_UPDATE == 0 {
                progress.estimate(format!(
                    "{} after {} samples",
                    Number::About(*estimate),
                    grouped(estimate.probes)
                ));
            }
        });
        progress.estimate(String::new());
        let took = (0, estimated.micros);
        self.report(estimated.status(), estimated.number(), puzzle, item, took, reply);
    }

    /// Reports a number that took some nodes and microseconds.
    fn report(
        &self,
        status: Status,
        count: Number,
        puzzle: &Puzzle,
        item: &Item<'_>,
        (nodes, micros): (u64, u64),
        reply: &mut Reply,
    ) {
        reply.tally.count(status);
        reply.tally.nodes += nodes;
        let reason = reply.tell_none(status, puzzle, item);
        let report = Report {
            puzzle,
            status,
            solutions: &[],
            count: Some(count),
            reason: reason.as_ref(),
            nodes,
            micros,
        };
        self.writer.count(&report, item, reply);
    }
}

impl Job for CountJob {
    fn wants(&self) -> Wants {
        let solutions = match self.estimate {
            Some(_) => SolutionsOf::None,
            // Most puzzles have one solution.
            None => SolutionsOf::Quick(self.most.min(2) as usize),
        };
        Wants { solutions, shows_progress: true, ..Wants::default() }
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        if let Some(settings) = &self.estimate {
            return self.estimate(settings, puzzle, item, worker, reply);
        }
        let progress = worker.session.progress.clone();
        let question = sudoku_ask::Count { most: self.most, has_counters: self.searches };
        let counted = question.answer(puzzle, solved, &mut worker.solver, || progress.solution());
        reply.tally.note(counted.counters.as_ref());
        let took = (counted.nodes, counted.micros);
        self.report(counted.status(), counted.number(), puzzle, item, took, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Answer))
    }
}
