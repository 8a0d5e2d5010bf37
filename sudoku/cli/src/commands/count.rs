//! `sudoku count`: numbers of solutions.

use std::ffi::OsString;
use std::time::Instant;

use clap::Args;
use sudoku::{Answer, Count as Counted, End, Estimate, Precision, Puzzle, Run, Step};

use super::assume;
use crate::Usage;
use crate::args::strategy::{Strategy, Way};
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Batch, Item, Job, Reply, Solved, Worker};
use crate::progress::grouped;
use crate::report::reasons::note_none;
use crate::report::{Layout, Number, Report, Status, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku count puzzle.txt
  sudoku count --solutions 1000 puzzles.txt
  sudoku split puzzle.txt | sudoku count --assume - puzzle.txt | sudoku merge
  sudoku count --method forward --stats puzzle.txt
  sudoku count --estimate --precision 5% open.txt

Prints a number for each puzzle, or \"at least\" and a number if --solutions or a limit ended the count.
With --estimate it prints \"about\" and a number, with the interval that contains the true number with a
confidence of 95 % in brackets. Small numbers are counted exactly even then. A terminal shows the estimate so
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
    estimate: Option<EstimateSettings>,
    /// Whether a method was named, whose search has counters.
    searches: bool,
}

/// The end of an estimate, and its seed.
struct EstimateSettings {
    precision: f64,
    seed: u64,
}

/// The number of probes between two updates of the progress line.
const PROBES_PER_UPDATE: u64 = 64;

pub(crate) fn run(args: Count) -> Result<u8, Usage> {
    let Count { input, solutions, assume, estimate, precision, format, output, effort, mut strategy } = args;
    if format == Layout::Grid {
        return Err(Usage("count prints a number for each puzzle: --format is line, json or csv".into()));
    }
    let seed = if estimate { strategy.changes.seed.take() } else { None }.unwrap_or(1);
    let way = strategy.way_beside(&effort)?;
    if let Some(parts) = assume {
        if way.is_some() || output.stats || output.verbose {
            return Err(Usage("--assume goes with limits, --engine, --solutions and --output alone".into()));
        }
        let most = solutions.unwrap_or(u64::MAX);
        return assume::count(&parts, most, &input, &effort, output.output.as_deref());
    }
    if estimate && way.is_some() {
        return Err(Usage(
            "--estimate searches in its own way: of the settings of a search only --seed goes with it".into(),
        ));
    }
    let searches = matches!(way, Some(Way::Search(_) | Way::Learn(_)));
    let batch = Batch { way, ..Batch::new(&input, &output, &effort) };
    let job = CountJob {
        writer: format.writer(false, false),
        most: solutions.unwrap_or(u64::MAX),
        estimate: estimate.then_some(EstimateSettings { precision, seed }),
        searches,
    };
    batch::run(&batch, job.writer.header(Topic::Answer), &job)
}

impl CountJob {
    /// Returns the number of solutions if a search for [two of them](Job::most) has settled it.
    fn settled(&self, answer: &Answer, worker: &Worker) -> Option<Counted> {
        let found = answer.solutions.len() as u64;
        let count = match answer.end {
            End::Exhausted => Counted::Exactly(found),
            End::Enough if found == self.most => Counted::AtLeast(found),
            _ => return None,
        };
        answer.solutions.iter().for_each(|_| worker.session.progress.solution());
        Some(count)
    }

    /// Counts the solutions of one puzzle. Returns the number, the nodes and the microseconds.
    fn counted(&self, puzzle: &Puzzle, worker: &mut Worker, reply: &mut Reply) -> (Counted, u64, u64) {
        let begun = Instant::now();
        let progress = worker.session.progress.clone();
        let (count, nodes) = if self.searches {
            let mut run = worker.solver.run(puzzle);
            let count = count(&mut run, self.most, || progress.solution());
            reply.tally.note(run.statistics().as_ref());
            (count, run.nodes())
        } else {
            worker.solver.count(puzzle, self.most, || progress.solution())
        };
        (count, nodes, begun.elapsed().as_micros() as u64)
    }
}

impl CountJob {
    /// Estimates the number of solutions of a puzzle.
    fn estimate(
        &self,
        settings: &EstimateSettings,
        puzzle: &Puzzle,
        item: &Item<'_>,
        worker: &Worker,
        reply: &mut Reply,
    ) {
        let begun = Instant::now();
        let progress = &worker.session.progress;
        let mut precision = Precision::new(settings.precision);
        let estimate = worker.solver.estimate(puzzle, settings.seed, |estimate| {
            if estimate.probes % PROBES_PER_UPDATE == 0 {
                progress.estimate(format!(
                    "{} after {} samples",
                    Number::About(*estimate),
                    grouped(estimate.probes)
                ));
            }
            !precision.is_reached(estimate)
        });
        progress.estimate(String::new());
        let status = match estimate {
            Estimate { is_exact: false, high: None, .. } => Status::Limit,
            Estimate { is_exact: true, found: 0, .. } => Status::None,
            _ if estimate.is_exact && estimate.mean.value() < 1.5 => Status::Unique,
            _ if estimate.is_exact || estimate.low.value() >= 2.0 => Status::Multiple,
            _ => Status::Solved,
        };
        let micros = begun.elapsed().as_micros() as u64;
        self.report(status, Number::About(estimate), puzzle, item, (0, micros), reply);
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
        let reason = note_none(status, puzzle, item, reply);
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
    // Most puzzles have one solution.
    fn most(&self) -> Option<usize> {
        self.estimate.is_none().then_some(self.most.min(2) as usize)
    }

    fn shows_progress(&self) -> bool {
        true
    }

    fn solves_each(&self) -> bool {
        false
    }

    fn answer(
        &self,
        puzzle: &Puzzle,
        solved: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        if let Some(settings) = &self.estimate {
            return self.estimate(settings, puzzle, item, worker, reply);
        }
        let settled = solved.and_then(|solved| Some((self.settled(&solved.answer, worker)?, solved)));
        let (count, nodes, micros) = match settled {
            Some((count, Solved { answer, micros })) => (count, answer.nodes, micros),
            None => self.counted(puzzle, worker, reply),
        };
        let (found, exact) = match count {
            Counted::Exactly(found) => (found, true),
            Counted::AtLeast(found) | Counted::Limit(found) => (found, false),
        };
        // A limit is not a proof: "at least 0" does not mean "none".
        let status = match count {
            Counted::Limit(_) => Status::Limit,
            Counted::Exactly(0) => Status::None,
            Counted::Exactly(1) => Status::Unique,
            _ if found > 1 => Status::Multiple,
            _ => Status::Solved,
        };
        self.report(status, Number::of(found, exact), puzzle, item, (nodes, micros), reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Answer))
    }
}

/// Counts the solutions of a run up to `most`.
fn count(run: &mut Run<'_>, most: u64, progress: impl Fn()) -> Counted {
    for found in 0..most {
        match run.step() {
            Step::Solution => progress(),
            Step::Exhausted => return Counted::Exactly(found),
            Step::Limit => return Counted::Limit(found),
        }
    }
    Counted::AtLeast(most)
}
