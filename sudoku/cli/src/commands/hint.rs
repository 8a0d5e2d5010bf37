//! `sudoku hint`: the next step.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku::explain::{Detail, in_one_line};
use sudoku::format::{self, Options};
use sudoku::{Candidates, Puzzle};
use sudoku_ask::{Advice, LEVELS, Solved, Status, json};

use crate::Refused;
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Asked, Batch, Job, Pictures, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::image::ImageFormat;
use crate::report::{Layout, Topic, Writer, put_line};
use crate::source::{is_file_name, text_of};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku hint puzzle.txt
  sudoku hint --level nudge puzzle.txt
  sudoku hint --now 53467....6..195.... puzzle.txt     the current entries
  sudoku hint --now marks.txt puzzle.txt               entries and pencil marks from a file
  sudoku hint --to svg puzzle.txt > step.svg           the step as a picture

Wrong entries come first, with givens, entries and rules that contradict them. Otherwise the hint is a step \
that can be taken now, with the reason before the value. JSON has all wrong entries (wrong: [{cell, value, \
reasons: [{kind, text, cells}]}]) and the cells whose pencil marks lack their value (lacking). The exit status is 1 if an entry is wrong, or if \
the puzzle has no solution or several; where that takes long to see and what was entered fits a solution, or \
nothing was entered, it stays open (in JSON: status solved or limit).")]
pub(crate) struct Hint {
    #[command(flatten)]
    pub input: Input,

    /// How much to tell
    #[arg(short, long, value_parser = units::choice(LEVELS), default_value = "full")]
    pub level: Detail,

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

struct HintJob {
    level: Detail,
    now: Option<String>,
    json: bool,
    /// The format and the destination of the picture, if one is drawn.
    pictures: Option<(ImageFormat, Pictures)>,
    input: Input,
    writer: Box<dyn Writer>,
}

impl Command for Hint {
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "Show the next step from the current entries";

    fn run(self) -> Result<u8, Refused> {
        let Hint { input, level, now, to, json, output, effort } = self;
        let json = json || to == Form::Json;
        let now = now.map(|now| match text_of(&now) {
            Ok(text) => Ok(text),
            Err(error) if is_file_name(&now) => Err(Refused(format!("--now {now}: {error}"))),
            Err(_) if now.contains(['.', '0', '_', '\n']) || now.len() >= 16 => Ok(now.replace("\\n", "\n")),
            Err(error) => Err(Refused(format!("--now {now}: {error}"))),
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
        if pictures.is_some() && level == Detail::Nudge {
            return Err(Refused(
                "a nudge has no picture: --level where shows the place, full the step".into(),
            ));
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
}

impl Job for HintJob {
    fn wants(&self) -> Wants {
        Wants { solutions: SolutionsOf::Quick(2), ..Wants::default() }
    }

    fn pictures(&self) -> Option<&Pictures> {
        self.pictures.as_ref().map(|(_, pictures)| pictures)
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let known = solved.map(|Solved { answer, .. }| answer);
        let marks = match self.marks(puzzle) {
            Ok(marks) => marks,
            Err(what) => return self.refuse(what, reply),
        };
        let (detail, explained) = (self.level, self.explained());
        let question = sudoku_ask::Hint { marks: &marks, detail, explained, finds_fault: true };
        let hinted = question.answer(puzzle, known, &mut worker.solver, &item.budget);
        let status = match hinted.advice {
            Advice::Limit if worker.is_interrupted() => return,
            Advice::Limit | Advice::Unknown => Status::Limit,
            Advice::Step(..) if hinted.status == Status::Limit => Status::Solved,
            _ => hinted.status,
        };
        reply.tally.answer(status, hinted.nodes);
        let about = match (&hinted.advice, hinted.status) {
            (Advice::NoSolution(reason), _) => {
                reason.iter().for_each(|reason| reply.tell(reason, item));
                None
            }
            (Advice::Mistakes(_), _) => None,
            (_, Status::Multiple) => Some("several solutions"),
            (Advice::Step(..), Status::Solved) => Some("perhaps several solutions"),
            (Advice::Step(..), Status::Limit) => Some("perhaps several solutions or none"),
            _ => None,
        };
        if let Some(about) = about {
            let (line, column) = puzzle.place(0);
            reply.note(|| item.note(line, column, &format!("{about}: a hint holds in all of them")));
        }
        if matches!(hinted.advice, Advice::Mistakes(_) | Advice::Impossible(_)) {
            reply.tally.failures += 1;
        }
        if let Some((format, pictures)) = &self.pictures
            && let Some(image) = hinted.image(&marks, detail)
        {
            let name = format!("{:04}.{}", item.index, format.end());
            pictures.write(format.bytes(&image, ""), &name, &worker.session, reply);
        }
        let is_line = self.input.batch || !item.is_only();
        let is_step = matches!(hinted.advice, Advice::Step(..));
        let text = if is_line && is_step { in_one_line(&hinted.text) } else { hinted.text.clone() };
        self.put(text, &hinted, reply);
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Answer))
    }
}

impl HintJob {
    /// Writes an answer as text or data; beside a picture, as a note.
    fn put(&self, text: String, answer: &impl Serialize, reply: &mut Reply) {
        if self.pictures.is_some() {
            reply.notes.push(text);
        } else if self.json {
            put_line(&json::line(answer), reply);
        } else {
            put_line(&text, reply);
        }
    }

    /// Answers that the entries cannot be read.
    fn refuse(&self, what: String, reply: &mut Reply) {
        reply.tally.count(Status::Invalid);
        reply.note(|| format!("--now: {what}"));
        let answer = json::object().with("status", Status::Invalid).with("text", &what).with("step", ());
        self.put(what, &answer, reply);
    }

    /// Number of wrong entries whose reasons are told: JSON tells all, sentences that of the first.
    fn explained(&self) -> usize {
        match self.level {
            _ if self.json => usize::MAX,
            Detail::Full => 1,
            Detail::Nudge | Detail::Where => 0,
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
