//! `sudoku minimize`: puzzles without redundant clues.

use clap::Args;
use sudoku::format::{self, Format};
use sudoku::{Minimization, Puzzle, Statement};
use sudoku_ask::words::{cited, stated};
use sudoku_ask::{Convert, Converted, Reduction, Solved, Status};

use crate::Usage;
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Asked, Batch, Job, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::{Layout, Topic, Writer};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku minimize puzzle.txt
  sudoku minimize --to link killer.txt
  sudoku minimize --givens killer.txt        keep all rules
  sudoku minimize --format grid puzzle.txt
  sudoku minimize --format json < puzzles.txt

Prints each puzzle without redundant clues: every remaining clue is needed. A clue is what a setter erases at
once: a given, a cage, a line, a mark of a cell, a rule of the whole grid. Givens are tried first, then clues
with a place, and rules of the whole grid, such as diagonal and anti-knight, last. Pencil marks and regions
stay. A dot that allows what a rule forbids elsewhere is needed, since without it the solution is lost.

Standard error lists the clues that could be left out, each by itself. A clue is kept, and named there, if a
limit is reached before it is known whether it is needed (exit status 3). A puzzle without exactly one
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

    /// Format of the puzzles, one of `convert` [default: line, or native where a line cannot hold the puzzle; with
    /// --batch link instead of native]
    #[arg(short, long, value_name = "FORMAT", value_parser = units::format, help_heading = "Output")]
    pub to: Option<Format>,

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

const TOPIC: Topic = Topic::Other(Reduction::COLUMNS);

struct MinimizeJob {
    writer: Box<dyn Writer>,
    layout: Layout,
    /// Sorts of clues that are asked about.
    givens: bool,
    rules: bool,
    to: Option<Format>,
    /// Format for puzzles that a line cannot hold.
    rich: Format,
}

impl Command for Minimize {
    const NAME: &'static str = "minimize";
    const ABOUT: &'static str = "Remove the clues that puzzles do not need";

    fn run(self) -> Result<u8, Usage> {
        let Minimize { input, givens, rules, to, format: layout, ascii, output, effort } = self;
        input.require_lines(layout != Layout::Grid, "it cannot draw grids")?;
        if let Some(to) = to {
            if layout == Layout::Grid {
                return Err(Usage(format!("a picture is no {to}: leave out --format or --to")));
            }
            let is_one_line = to.is_one_line() || layout != Layout::Line;
            input.require_lines(is_one_line, &format!("it cannot write {to}"))?;
        }
        let batch = Batch::new(&input, &output, &effort);
        let one_line = Format::find("link").unwrap_or(Format::Line);
        let job = MinimizeJob {
            writer: layout.writer(ascii, false),
            layout,
            givens: givens || !rules,
            rules: rules || !givens,
            to,
            rich: if input.batch && layout == Layout::Line { one_line } else { Format::Native },
        };
        let header = match (layout, to) {
            (Layout::Line, Some(to)) => format::header(to),
            _ => &job.writer.header(TOPIC),
        };
        batch::run(&batch, header, &job)
    }
}

impl Job for MinimizeJob {
    fn wants(&self) -> Wants {
        Wants { solutions: SolutionsOf::Each(2), ..Wants::default() }
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let Solved { answer, .. } = solved.expect("solutions were asked for");
        let mut asked = puzzle.statements();
        asked.retain(|clue| if clue.is_given() { self.givens } else { self.rules });
        let minimization = Minimization::of(&mut worker.solver, puzzle, &answer, &asked);
        let mut status = Status::of(&answer);
        if minimization.as_ref().is_some_and(|found| !found.undecided.is_empty()) {
            status = Status::Limit;
        }
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        reply.tally.answer(status, answer.nodes);
        let reason = reply.tell_none(status, puzzle, item);
        let text = minimization.as_ref().map(|found| {
            note_clues(puzzle, found, item, reply);
            self.text(&found.minimal, item, reply)
        });
        let minimal = minimization.as_ref().zip(text.as_deref());
        let reduction = Reduction { puzzle, status, minimal, reason: reason.as_ref() };
        self.writer.answer(&reduction, item, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, TOPIC))
    }
}

impl MinimizeJob {
    /// Returns a puzzle as text, or its rules for a picture, and reports what the format cannot hold.
    fn text(&self, puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) -> String {
        if self.layout == Layout::Grid {
            let rules = puzzle.clues().iter().map(|clue| format::rule(clue, puzzle) + "\n");
            return rules.collect();
        }
        let place = if self.layout == Layout::Line { item.index - item.first_index } else { 0 };
        let written = |to| Convert { to, place }.answer(puzzle);
        let Converted { text, lost } = match written(self.to.unwrap_or(Format::Line)) {
            Converted { lost: Some(_), .. } if self.to.is_none() => written(self.rich),
            converted => converted,
        };
        if let Some(lost) = lost {
            let (line, column) = puzzle.place(0);
            reply.notes.push(item.note(line, column, &lost));
        }
        if text.is_empty() { format!("{}\n", Status::Invalid.name()) } else { text }
    }
}

/// Reports which clues can be left out, each by itself, and which were kept because of a limit.
fn note_clues(puzzle: &Puzzle, found: &Minimization, item: &Item<'_>, reply: &mut Reply) {
    let mut note = |clues: &[Statement], one: &str, several: &str| {
        let Some(first) = clues.first() else { return };
        let (line, column) = first.place(puzzle);
        let list = list(puzzle, clues);
        let what = match clues {
            [_] => format!("{list} {one}"),
            _ => format!("{} clues {several}: {list}", clues.len()),
        };
        reply.notes.push(item.note(line, column, &what));
    };
    note(&found.redundant, "is not needed", "are not needed, each by itself");
    note(
        &found.undecided,
        "was kept: the limit was reached before it was known whether it is needed",
        "were kept, since the limit was reached before it was known whether they are needed",
    );
}

/// Lists givens, and rules apart by semicolons, since they may have commas.
fn list(puzzle: &Puzzle, clues: &[Statement]) -> String {
    let mut list = String::new();
    for clue in clues {
        if !list.is_empty() {
            list += if clue.is_given() { ", " } else { "; " };
        }
        list += &match clue.clue(puzzle) {
            Some(rule) => cited(&rule, puzzle),
            None => stated(*clue, puzzle),
        };
    }
    list
}
