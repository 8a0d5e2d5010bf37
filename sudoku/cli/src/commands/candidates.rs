//! `sudoku candidates`: the values of each cell over all solutions.

use std::time::Instant;

use clap::Args;
use sudoku::{Candidates as Set, End, Occurrences, Puzzle};

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

/// The values of each cell in solutions.
struct Found {
    sets: Vec<Set>,
    /// The number of solutions with each value, if requested.
    counts: Option<Occurrences>,
    end: End,
    nodes: u64,
    micros: u64,
}

impl CandidatesJob {
    /// Collects the values of a puzzle all of whose solutions are known.
    fn of_all(&self, puzzle: &Puzzle, solved: &Solved) -> Found {
        let Solved { answer, micros } = solved;
        let mut sets = vec![Set::NONE; puzzle.cells().len()];
        for solution in &answer.solutions {
            sets.iter_mut().zip(solution).for_each(|(set, &value)| *set = set.with(value));
        }
        let counts = (self.most > 1).then(|| Occurrences::of_all(puzzle, &answer.solutions, self.most));
        Found { sets, counts, end: answer.end, nodes: answer.nodes, micros: *micros }
    }

    /// Searches for the values of one puzzle.
    fn searched(&self, puzzle: &Puzzle, worker: &mut Worker) -> Found {
        let begun = Instant::now();
        let (seen, nodes) = worker.solver.occurrences(puzzle, self.most);
        let sets = (0..puzzle.cells().len()).map(|cell| seen.candidates(cell)).collect();
        let micros = begun.elapsed().as_micros() as u64;
        Found { sets, end: seen.end, counts: (self.most > 1).then_some(seen), nodes, micros }
    }
}

impl Job for CandidatesJob {
    // Most puzzles have a single solution, which has all values. With a second one, a search for the values follows.
    fn most(&self) -> Option<usize> {
        Some(2)
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
        let settled = solved.filter(|solved| solved.answer.end == End::Exhausted);
        let Found { sets, counts, end, nodes, micros } = match settled {
            Some(solved) => self.of_all(puzzle, &solved),
            None => self.searched(puzzle, worker),
        };
        if end == End::Limit && worker.is_interrupted() {
            return;
        }
        let status = match end {
            End::Limit => Status::Limit,
            _ if sets.iter().any(|set| set.is_empty()) => Status::None,
            _ if sets.iter().all(|set| set.value().is_some()) => Status::Unique,
            _ => Status::Multiple,
        };
        reply.tally.count(status);
        reply.tally.nodes += nodes;
        reply.tally.failures += u64::from(status == Status::None);
        note_none(status, puzzle, item, reply);
        let report = CandidateReport { puzzle, status, sets: &sets, counts: counts.as_ref(), nodes, micros };
        self.writer.candidates(&report, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Candidates))
    }
}
