//! `sudoku minimize`: puzzles without redundant clues.

use clap::Args;
use sudoku::{Minimization, Puzzle};

use crate::Usage;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Batch, Item, Job, Reply, Solved, Worker};
use crate::report::reasons::note_none;
use crate::report::{Layout, Reduction, Status, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku minimize puzzle.txt
  sudoku minimize --format grid puzzle.txt
  sudoku minimize --format json < puzzles.txt

Prints each puzzle without redundant clues: every remaining clue is needed. Standard error lists the
clues that could be left out, each by itself. A puzzle without exactly one solution gives none or
multiple (exit status 1), limit (3) or invalid (2).")]
pub(crate) struct Minimize {
    #[command(flatten)]
    pub input: Input,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Layout::Line, help_heading = "Output")]
    pub format: Layout,

    /// Draw with + - | only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

struct MinimizeJob {
    writer: Box<dyn Writer>,
}

pub(crate) fn run(args: Minimize) -> Result<u8, Usage> {
    let Minimize { input, format, ascii, output, effort } = args;
    input.require_lines(format != Layout::Grid, "it cannot draw grids")?;
    let batch = Batch::new(&input, &output, &effort);
    let job = MinimizeJob { writer: format.writer(ascii, false) };
    batch::run(&batch, job.writer.header(Topic::Reduction), &job)
}

impl Job for MinimizeJob {
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
        let Solved { answer, .. } = solved.expect("solutions were asked for");
        let mut minimization = None;
        let mut status = Status::of(&answer);
        if status == Status::Unique {
            minimization = Minimization::of(&mut worker.solver, puzzle);
            status = if minimization.is_some() { Status::Unique } else { Status::Limit };
        }
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        reply.tally.answer(status, answer.nodes);
        let reason = note_none(status, puzzle, item, reply);
        if let Some(minimization) = &minimization {
            note_redundant(puzzle, minimization, item, reply);
        }
        let minimal = minimization.as_ref().map(|minimization| (minimization, reduced(puzzle, minimization)));
        let minimal = minimal.as_ref().map(|(minimization, minimal)| (*minimization, minimal));
        let reduction = Reduction { puzzle, status, minimal, reason: reason.as_ref() };
        self.writer.reduction(&reduction, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Reduction))
    }
}

/// Returns the puzzle with only the givens that it needs.
fn reduced(puzzle: &Puzzle, minimization: &Minimization) -> Puzzle {
    let mut minimal = puzzle.clone();
    for cell in &minimization.redundant {
        if !minimization.minimal.contains(cell) {
            minimal.set_cell(*cell, puzzle.all_values());
        }
    }
    minimal
}

/// Reports which clues can be left out, each by itself.
fn note_redundant(puzzle: &Puzzle, minimization: &Minimization, item: &Item<'_>, reply: &mut Reply) {
    let Some(&first) = minimization.redundant.first() else {
        return;
    };
    let clue = |&cell: &usize| {
        let symbol = puzzle.cells()[cell].value().map_or("", |value| puzzle.symbols().get(value));
        format!("{symbol} in {}", puzzle.grid().name(cell))
    };
    let clues: Vec<String> = minimization.redundant.iter().map(clue).collect();
    let what = match &clues[..] {
        [one] => format!("{one} is not needed"),
        several => {
            format!("{} clues are not needed, each by itself: {}", several.len(), several.join(", "))
        }
    };
    let (line, column) = puzzle.place(first);
    reply.notes.push(item.note(line, column, &what));
}
