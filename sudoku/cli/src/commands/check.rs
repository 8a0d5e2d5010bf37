//! `sudoku check`: uniqueness of solutions.

use clap::Args;
use sudoku::{End, Puzzle};

use crate::Usage;
use crate::args::strategy::Strategy;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Batch, Item, Job, Reply, Solved, Worker};
use crate::report::reasons::{Reason, note, note_broken, note_clash, note_obstacle};
use crate::report::{Layout, Report, Status, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku check puzzle.txt
  sudoku check --format json collection.sdm
  sudoku check kaggle.csv                 also compares the solutions in the file
  sudoku check --method norvig --stats puzzle.txt

Prints unique, none, multiple, limit or invalid for each puzzle, with reasons on standard error. If there is no solution,
the reason is a list of contradictory givens and rules, none of which can be left out. A sentence lists up to 12;
JSON has all in faults: [{kind: given or rule, text, cells}].
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

pub(crate) fn run(args: Check) -> Result<u8, Usage> {
    let Check { input, format, output, effort, strategy } = args;
    if format == Layout::Grid {
        return Err(Usage("check prints a word for each puzzle: --format is line, json or csv".into()));
    }
    let batch = Batch { way: strategy.way_beside(&effort)?, ..Batch::new(&input, &output, &effort) };
    let job = CheckJob { writer: format.writer(false, false) };
    batch::run(&batch, job.writer.header(Topic::Answer), &job)
}

impl Job for CheckJob {
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
        let Solved { answer, micros } = solved.expect("solutions were asked for");
        if answer.end == End::Limit && worker.is_interrupted() {
            return;
        }
        let status = Status::of(&answer);
        let reason = match (status, &answer.solutions[..]) {
            (Status::None, _) => note_obstacle(puzzle, item, reply)
                .or_else(|| note_impossible(puzzle, item, reply))
                .or_else(|| note_clash(puzzle, item, reply)),
            (Status::Unique, [one]) => note_wrong(puzzle, one, item, reply),
            (Status::Multiple, _) => note_impossible(puzzle, item, reply),
            _ => None,
        };
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

/// Compares the only solution with the one that came with the puzzle. Returns the difference.
fn note_wrong(puzzle: &Puzzle, solution: &[u8], item: &Item<'_>, reply: &mut Reply) -> Option<Reason> {
    let supplied = puzzle.about()?.solution.as_deref()?;
    let cell = supplied.iter().zip(solution).position(|(supplied, right)| supplied != right)?;
    if puzzle.first_fault(supplied).is_none()
        && let Some(broken) = note_broken_by_supplied(puzzle, item, reply)
    {
        return Some(broken);
    }
    let [says, right] = [supplied, solution].map(|values| puzzle.symbols().get(values[cell]));
    let what = format!("the given solution has {says} in {} instead of {right}", puzzle.grid().name(cell));
    Some(note(what.into(), puzzle.place(cell), item, reply))
}

/// Checks the solution that came with a puzzle of several solutions, or of none. Returns a reason if it cannot be one
/// of them.
fn note_impossible(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<Reason> {
    let supplied = puzzle.about()?.solution.as_deref()?;
    let Some(cell) = puzzle.first_fault(supplied) else {
        return note_broken_by_supplied(puzzle, item, reply);
    };
    let (says, name) = (puzzle.symbols().get(supplied[cell]), puzzle.grid().name(cell));
    let what = format!("the given solution has {says} in {name}, which is impossible");
    Some(note(what.into(), puzzle.place(cell), item, reply))
}

/// Returns the first rule that the solution in the input breaks. Returns `None` if the grid has loose cells: such a
/// solution does not fill them, so the rules cannot be evaluated.
fn note_broken_by_supplied(puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> Option<Reason> {
    let supplied = puzzle.about()?.solution.as_deref()?;
    let is_whole = supplied.len() == puzzle.cells().len();
    is_whole.then(|| note_broken(puzzle, supplied, "the solution given", item, reply)).flatten()
}
