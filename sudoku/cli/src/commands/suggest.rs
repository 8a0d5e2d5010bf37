//! `sudoku suggest`: changes that leave one solution, or make puzzles easier or harder.

use clap::Args;
use sudoku::{Aim, May};
use sudoku_ask::{AIMS, Solved, Status, Suggest as Question, Suggestion};

use crate::Refused;
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Asked, Batch, Job, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::texts::{TextOptions, Texts};
use crate::report::{Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku suggest puzzle.txt                  what leaves one solution of several
  sudoku suggest --rules killer.txt          cages alone, no givens
  sudoku suggest --for easier puzzle.txt     one level easier
  sudoku suggest --for harder --format json puzzle.txt

Prints each puzzle with the change, and on standard error what was added and left out; for easier and harder \
ones also the hardest step, with the clues that carry it. Clues are of rules that the puzzle has already; the \
change is the one of fewest givens and clues that was found, within --time-limit and 10 s at most. Easier and \
harder puzzles have the same solution; easier ones have more givens.

A puzzle for which nothing was found gives its own status: none or multiple (exit status 1), unique (0), or \
limit (3) if a limit was reached first.")]
pub(crate) struct Suggest {
    #[command(flatten)]
    pub input: Input,

    /// What the puzzle is changed for
    #[arg(long = "for", value_name = "AIM", value_parser = units::choice(AIMS), default_value = "unique")]
    pub aim: Aim,

    /// Change givens only [default: givens and rules]
    #[arg(long)]
    pub givens: bool,

    /// Change clues of rules only
    #[arg(long)]
    pub rules: bool,

    #[command(flatten)]
    pub texts: TextOptions,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

const TOPIC: Topic = Topic::Other(Suggestion::COLUMNS);

struct SuggestJob {
    writer: Box<dyn Writer>,
    question: Question,
    texts: Texts,
}

impl Command for Suggest {
    const NAME: &'static str = "suggest";
    const ABOUT: &'static str = "Change puzzles so that they have one solution, or are easier or harder";

    fn run(self) -> Result<u8, Refused> {
        let Suggest { input, aim, givens, rules, texts: options, output, effort } = self;
        let texts = Texts::new(&options, &input)?;
        let may = May::only(givens, rules);
        let job = SuggestJob { writer: options.writer(), question: Question { aim, may }, texts };
        let batch = Batch::new(&input, &output, &effort);
        batch::run(&batch, &texts.header(&*job.writer, TOPIC), &job)
    }
}

impl Job for SuggestJob {
    fn wants(&self) -> Wants {
        Wants { solutions: SolutionsOf::Each(2), ..Wants::default() }
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let Solved { answer, .. } = solved.expect("solutions were asked for");
        let suggested = self.question.answer(puzzle, &answer, &item.budget);
        if suggested.status == Status::Limit && worker.is_interrupted() {
            return;
        }
        reply.tally.answer(suggested.status, answer.nodes);
        for reason in suggested.notes(puzzle) {
            reply.tell(&reason, item);
        }
        let text = suggested.change.as_ref().map(|change| self.texts.of(&change.puzzle, item, reply));
        let suggestion = Suggestion { puzzle, suggested: &suggested, text: text.as_deref() };
        self.writer.answer(&suggestion, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, TOPIC))
    }
}
