//! `sudoku minimize`: puzzles without redundant clues.

use clap::Args;
use sudoku::May;
use sudoku_ask::{Minimized, Reason, Reduction, Solved, Status, clues_in_words};

use crate::Refused;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Asked, Batch, Job, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::texts::{TextOptions, Texts};
use crate::report::{Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku minimize puzzle.txt
  sudoku minimize --to link killer.txt
  sudoku minimize --givens killer.txt        keep all rules
  sudoku minimize --format grid puzzle.txt
  sudoku minimize --format json < puzzles.txt

Prints each puzzle without redundant clues: every remaining clue is needed. A clue is what a setter erases at \
once: a given, a cage, a line, a mark of a cell, a rule of the whole grid. Givens are tried first, then clues \
with a place, and rules of the whole grid, such as diagonal and anti-knight, last. Pencil marks and regions \
stay. A dot that allows what a rule forbids elsewhere is needed, since without it the solution is lost.

Standard error lists the clues that could be left out, each by itself. A clue is kept, and named there, if a \
limit is reached before it is known whether it is needed (exit status 3). A puzzle without exactly one \
solution gives none or multiple (exit status 1), limit (3) or invalid (2).")]
pub(crate) struct Minimize {
    #[command(flatten)]
    pub input: Input,

    /// Leave out givens only [default: givens and rules]
    #[arg(long)]
    pub givens: bool,

    /// Leave out clues of rules only, rules of the whole grid included
    #[arg(long)]
    pub rules: bool,

    #[command(flatten)]
    pub texts: TextOptions,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

const TOPIC: Topic = Topic::Other(Reduction::COLUMNS);

struct MinimizeJob {
    writer: Box<dyn Writer>,
    question: sudoku_ask::Minimize,
    texts: Texts,
}

impl Command for Minimize {
    const NAME: &'static str = "minimize";
    const ABOUT: &'static str = "Remove the clues that puzzles do not need";

    fn run(self) -> Result<u8, Refused> {
        let Minimize { input, givens, rules, texts: options, output, effort } = self;
        let texts = Texts::new(&options, &input)?;
        let batch = Batch::new(&input, &output, &effort);
        let job = MinimizeJob {
            writer: options.writer(),
            question: sudoku_ask::Minimize { may: May::only(givens, rules) },
            texts,
        };
        batch::run(&batch, &texts.header(&*job.writer, TOPIC), &job)
    }
}

impl Job for MinimizeJob {
    fn wants(&self) -> Wants {
        Wants { solutions: SolutionsOf::Each(2), ..Wants::default() }
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let Solved { answer, .. } = solved.expect("solutions were asked for");
        let Minimized { status, found } = self.question.answer(puzzle, &answer, &mut worker.solver);
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        reply.tally.answer(status, answer.nodes);
        let reason = reply.tell_none(status, puzzle, item);
        let text = found.as_ref().map(|found| {
            for Reason { what, place: (line, column), .. } in clues_in_words(found, puzzle) {
                reply.notes.push(item.note(line, column, &what));
            }
            self.texts.of(&found.minimal, item, reply)
        });
        let minimal = found.as_ref().zip(text.as_deref());
        let reduction = Reduction { puzzle, status, minimal, reason: reason.as_ref() };
        self.writer.answer(&reduction, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, TOPIC))
    }
}
