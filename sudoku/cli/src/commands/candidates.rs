//! `sudoku candidates`: the values of each cell over all solutions.

use std::time::Instant;

use clap::Args;
use sudoku::{Candidates as Set, End, Puzzle};

use crate::Usage;
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Batch, Item, Job, Reply, Solved, Worker};
use crate::report::reasons::note_none;
use crate::report::{CandidateReport, Layout, Status, Topic, Writer};

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

pub(crate) fn run(args: Candidates) -> Result<u8, Usage> {
    let Candidates { input, counts, most, format, output, effort } = args;
    if format == Layout::Csv || format == Layout::Line && counts {
        return Err(Usage("candidates are printed as grid, line (without --counts) or json".into()));
    }
    input.require_lines(format != Layout::Grid, "add --format line or json")?;
    let batch = Batch::new(&input, &output, &effort);
    let job =
        CandidatesJob { writer: format.writer(false, false), most: if counts { most.max(2) } else { 1 } };
    batch::run(&batch, job.writer.header(Topic::Candidates), &job)
}

impl Job for CandidatesJob {
    fn answer(
        &self,
        puzzle: &Puzzle,
        _: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        let begun = Instant::now();
        let (seen, nodes) = worker.solver.occurrences(puzzle, self.most);
        if seen.end == End::Limit && worker.is_interrupted() {
            return;
        }
        let sets: Vec<Set> = (0..puzzle.cells().len()).map(|cell| seen.candidates(cell)).collect();
        let status = match seen.end {
            End::Limit => Status::Limit,
            _ if sets.iter().any(|set| set.is_empty()) => Status::None,
            _ if sets.iter().all(|set| set.value().is_some()) => Status::Unique,
            _ => Status::Multiple,
        };
        reply.tally.count(status);
        reply.tally.nodes += nodes;
        reply.tally.failures += u64::from(status == Status::None);
        note_none(status, puzzle, item, reply);
        let report = CandidateReport {
            puzzle,
            status,
            sets: &sets,
            counts: (self.most > 1).then_some(&seen),
            nodes,
            micros: begun.elapsed().as_micros() as u64,
        };
        self.writer.candidates(&report, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Candidates))
    }
}
