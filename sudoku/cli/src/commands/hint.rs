//! `sudoku hint`: the next step.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use sudoku::explain::{Detail, in_one_line};
use sudoku::format::{self, Options};
use sudoku::{Candidates, Puzzle, print};
use sudoku_ask::{Found, Hinted, Solved, Status, json};

use crate::Usage;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Batch, Job, Pictures, Worker};
use crate::reply::{Item, Reply};
use crate::report::image::ImageFormat;
use crate::report::{Layout, Topic, Writer, put_line};
use crate::source::text_of;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku hint puzzle.txt
  sudoku hint --level nudge puzzle.txt
  sudoku hint --now 53467....6..195.... puzzle.txt     the current entries
  sudoku hint --now marks.txt puzzle.txt               entries and pencil marks from a file
  sudoku hint --to svg puzzle.txt > step.svg           the step as a picture

Wrong entries come first, with givens, entries and rules that contradict them. Otherwise the hint is a step
that can be taken now, with the reason before the value. JSON has all wrong entries (wrong: [{cell, value,
reasons: [{kind, text, cells}]}]) and the cells whose pencil marks lack their value (lacking). The exit status is 1 if an entry is wrong, or if
the puzzle has no solution or several.")]
pub(crate) struct Hint {
    #[command(flatten)]
    pub input: Input,

    /// How much to tell
    #[arg(short, long, value_enum, default_value_t = Level::Full)]
    pub level: Level,

    /// The current entries: a file or the text of a grid, with pencil marks if there are any
    #[arg(long, value_name = "ENTRIES")]
    pub now: Option<String>,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Form::Text, help_heading = "Output")]
    pub to: Form,

    /// The same as --to json
    #[arg(long, conflicts_with = "to", help_heading = "Output")]
    pub json: bool,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

/// Form of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Sentences
    Text,
    /// An object on one line, with cells and values
    Json,
    /// A picture, with the sentences on standard error
    Svg,
    /// The same in pixels
    Png,
}

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// What to look for
    Nudge,
    /// Where to look
    Where,
    /// The reason, and what follows
    Full,
}

impl Level {
    fn detail(self) -> Detail {
        match self {
            Level::Nudge => Detail::Nudge,
            Level::Where => Detail::Where,
            Level::Full => Detail::Full,
        }
    }
}

struct HintJob {
    level: Level,
    now: Option<String>,
    json: bool,
    /// The format and the destination of the picture, if one is drawn.
    pictures: Option<(ImageFormat, Pictures)>,
    input: Input,
    writer: Box<dyn Writer>,
}

pub(crate) fn run(args: Hint) -> Result<u8, Usage> {
    let Hint { input, level, now, to, json, output, effort } = args;
    let json = json || to == Form::Json;
    let now = now.map(|now| match text_of(&now) {
        Ok(text) => Ok(text),
        Err(_) if now.contains(['.', '0', '_', '\n']) || now.len() >= 16 => Ok(now.replace("\\n", "\n")),
        Err(error) => Err(Usage(format!("--now {now}: {error}"))),
    });
    let now = now.transpose()?;
    let format = match to {
        Form::Svg => Some(ImageFormat::Svg),
        Form::Png => Some(ImageFormat::Png),
        Form::Text | Form::Json => None,
    };
    let pictures = match format {
        Some(format) => Some((format, Pictures::new(output.output.as_deref())?)),
        None => None,
    };
    if pictures.is_some() && level != Level::Full {
        return Err(Usage("a picture shows the whole step: leave out --level".into()));
    }
    let job = HintJob {
        pictures,
        level,
        now,
        json,
        writer: if json { Layout::Json } else { Layout::Line }.writer(false, false),
        input,
    };
    batch::run(&Batch::new(&job.input, &output, &effort), "", &job)
}

impl Job for HintJob {
    fn most(&self) -> Option<usize> {
        Some(2)
    }

    fn pictures(&self) -> Option<&Pictures> {
        self.pictures.as_ref().map(|(_, pictures)| pictures)
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
        let status = Status::of(&answer);
        let hinted = match self.marks(puzzle) {
            Ok(marks) => {
                reply.tally.answer(status, answer.nodes);
                let (detail, explained) = (self.level.detail(), self.explained());
                let question = sudoku_ask::Hint { marks: &marks, detail, explained, finds_fault: true };
                question.answer(puzzle, &answer, &item.budget)
            }
            Err(what) => {
                let (status, text) = (Status::Invalid, what.clone());
                reply.tally.count(status);
                Hinted { puzzle, status, text, found: Found::Unreadable(what) }
            }
        };
        if matches!(hinted.found, Found::Limit) && worker.is_interrupted() {
            return;
        }
        match &hinted.found {
            Found::NoSolution(Some(reason)) => reply.tell(reason, item),
            Found::Mistakes(_) | Found::Unreadable(_) => {}
            _ if status == Status::Multiple => {
                let (line, column) = puzzle.place(0);
                reply.note(|| item.note(line, column, "several solutions: a hint holds in all of them"));
            }
            _ => {}
        }
        match &hinted.found {
            Found::Mistakes(_) | Found::Impossible(_) => reply.tally.failures += 1,
            Found::Limit | Found::Unknown => reply.tally.count(Status::Limit),
            Found::Unreadable(what) => {
                reply.note(|| format!("--now: {what}"));
            }
            Found::Step(step, before) => {
                if let Some((format, pictures)) = &self.pictures {
                    let bytes = format.bytes(&step.image(before, puzzle, &print::marks(puzzle)), "");
                    let name = format!("{:04}.{}", item.index, format.end());
                    pictures.write(bytes, &name, &worker.session, reply);
                }
            }
            Found::NoSolution(_) | Found::Done => {}
        }
        let is_line = self.input.batch || !item.is_only();
        let is_step = matches!(hinted.found, Found::Step(..));
        let text = if is_line && is_step { in_one_line(&hinted.text) } else { hinted.text.clone() };
        match self.json {
            _ if self.pictures.is_some() => reply.notes.push(text),
            true => put_line(&json::line(&hinted), reply),
            false => put_line(&text, reply),
        }
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Answer))
    }
}

impl HintJob {
    /// Number of wrong entries whose reasons are told: JSON tells all, sentences that of the first.
    fn explained(&self) -> usize {
        match self.level {
            _ if self.json => usize::MAX,
            Level::Full => 1,
            Level::Nudge | Level::Where => 0,
        }
    }

    /// The candidates of all cells, with entries and pencil marks.
    fn marks(&self, puzzle: &Puzzle) -> Result<Vec<Candidates>, String> {
        let Some(now) = &self.now else { return Ok(puzzle.cells().to_vec()) };
        let options = Options {
            size: Some((puzzle.grid().rows(), puzzle.grid().columns())),
            symbols: Some(Arc::new(puzzle.symbols().clone())),
            ..self.input.options()
        };
        let entries = format::parse(now, &options).map_err(|error| error.to_string())?;
        let [entries] = &entries[..] else {
            return Err(format!("{} grids where one is expected", entries.len()));
        };
        if entries.cells().len() < puzzle.grid().rectangle() {
            let (found, wanted) = (entries.cells().len(), puzzle.grid().rectangle());
            return Err(format!("{found} cells, but the grid has {wanted}"));
        }
        let mut cells = puzzle.cells().to_vec();
        for (cell, marks) in cells.iter_mut().enumerate().take(puzzle.grid().rectangle()) {
            let name = puzzle.grid().name(cell);
            let entered = entries.cells()[cell];
            if puzzle.given(cell).is_some() && entered.value().is_some_and(|_| entered != *marks) {
                return Err(format!("{name} is given, and has another value there"));
            }
            if puzzle.given(cell).is_none() {
                *marks = entered;
            }
        }
        Ok(cells)
    }
}
