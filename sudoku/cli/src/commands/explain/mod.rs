//! `sudoku explain`: the steps of a solution.

mod document;
mod paper;

use clap::{Args, ValueEnum};
use sheet::Image;
use sudoku::Puzzle;
use sudoku::explain::{Level, State, Step};
use sudoku::print::{self, Drawing, Mark};
use sudoku_ask::words::sentence;
use sudoku_ask::{Explained, Explanation, Reason, Solved, Status, StepData, cell_named, headed};

use crate::Refused;
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Asked, Batch, Job, Pictures, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::image::{ImageFormat, note_letters};
use crate::report::json::put_data;
use crate::report::{Layout, Topic, Writer, put_line};
use document::Document;
use paper::Paper;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku explain puzzle.txt
  sudoku explain --until r5c2 puzzle.txt    the steps up to a cell
  sudoku explain --skip-singles --to json puzzle.txt
  sudoku explain --skip-level hard puzzle.txt    only what is above this level
  sudoku explain --to html -o steps.html puzzle.txt
  sudoku explain --to pdf -o steps.pdf puzzle.txt    the same for printing, with successive singles in one picture
  sudoku explain --to svg --step 12 puzzle.txt > step.svg
  sudoku explain --to svg -o steps/ puzzle.txt    steps/0001.svg, steps/0002.svg, …

Each step has the reason first, then the conclusion. In pictures, places to look at are yellow, what else takes part \
is pale blue, and clues that matter are strong. Rings are around digits that exclude, with lines to the places that \
they close (×; one without a line was closed before). Candidates of which one holds are in green circles, or in \
squares and hexagons for a second and third value; what is removed is red and struck, what is placed is blue and \
hollow. Arrows are conclusions from a supposition (?), numbered in order: it excludes (solid), so this is left \
(dashed), up to a contradiction (dashed red frame); without a supposition they go from each candidate of one place to \
ends that see what is removed. A puzzle with several solutions is explained as far as all solutions agree (exit status 1).")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub input: Input,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Form::Text, help_heading = "Output")]
    pub to: Form,

    /// Stop when this cell has its value: r5c2
    #[arg(long, value_name = "CELL")]
    pub until: Option<String>,

    /// Only this step, by its number
    #[arg(long, value_name = "N", value_parser = units::positive)]
    pub step: Option<u64>,

    /// Leave out steps that place the only value of a cell, or a value with one place in a house
    #[arg(long)]
    pub skip_singles: bool,

    /// Leave out steps up to a level: easy, medium, hard, fiendish or extreme
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub skip_level: Option<Level>,

    /// Draw pictures on dark paper; pages have it where the system's theme is dark
    #[arg(long, help_heading = "Output")]
    pub dark: bool,

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

fn level(text: &str) -> Result<Level, String> {
    let named = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text));
    named.filter(|level| *level != Level::Nested).ok_or_else(|| {
        let names = Level::ALL.map(Level::name);
        format!("the levels are {}", names[..names.len() - 1].join(", "))
    })
}

/// Form of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Numbered sentences
    Text,
    /// One object a puzzle, with its steps in a list
    Json,
    /// One page with contents, a picture of each step, and lessons, without references to other files
    Html,
    /// The same on pages for printing, with singles that follow each other in one picture
    Pdf,
    /// Pictures: of one step, or in a directory
    Svg,
    /// The same in pixels
    Png,
}

impl Form {
    fn image_format(self) -> Option<ImageFormat> {
        match self {
            Form::Svg => Some(ImageFormat::Svg),
            Form::Png => Some(ImageFormat::Png),
            Form::Pdf => Some(ImageFormat::Pdf),
            Form::Text | Form::Json | Form::Html => None,
        }
    }
}

struct ExplainJob {
    form: Form,
    until: Option<String>,
    /// Number of the only step.
    step: Option<usize>,
    skip_singles: bool,
    skip_level: Option<Level>,
    /// Whether pictures have dark paper.
    dark: bool,
    /// The format and the destination of pictures, if there are any.
    pictures: Option<(ImageFormat, Pictures)>,
    /// Writes puzzles that cannot be read.
    writer: Box<dyn Writer>,
}

impl Command for Explain {
    const NAME: &'static str = "explain";
    const ABOUT: &'static str = "Explain how puzzles are solved, step by step";

    fn run(self) -> Result<u8, Refused> {
        let Explain { input, to, until, step, skip_singles, skip_level, dark, output, effort } = self;
        if dark && !matches!(to, Form::Svg | Form::Png) {
            return Err(Refused("--dark is for pictures: add --to svg or --to png".into()));
        }
        input.require_lines(to == Form::Json, "add --to json")?;
        let pictures = match to.image_format() {
            Some(format) => Some((format, Pictures::new(output.output.as_deref())?)),
            None => None,
        };
        if to == Form::Pdf {
            ImageFormat::Pdf.require_place(output.output.as_deref())?;
        } else if pictures.as_ref().is_some_and(|(_, pictures)| step.is_none() && !pictures.has_directory()) {
            let what = "several steps make several pictures: name a directory, as in --output steps/, or one step \
                with --step N";
            return Err(Refused(what.into()));
        }
        let batch = Batch::new(&input, &output, &effort);
        let layout = if to == Form::Json { Layout::Json } else { Layout::Line };
        let job = ExplainJob {
            form: to,
            until,
            step: step.map(|step| usize::try_from(step).unwrap_or(usize::MAX)),
            skip_singles,
            skip_level,
            dark,
            pictures,
            writer: layout.writer(false, false),
        };
        batch::run(&batch, "", &job)
    }
}

impl Job for ExplainJob {
    fn wants(&self) -> Wants {
        Wants { solutions: SolutionsOf::Each(2), ..Wants::default() }
    }

    fn pictures(&self) -> Option<&Pictures> {
        self.pictures.as_ref().map(|(_, pictures)| pictures)
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let Solved { answer, .. } = solved.expect("solutions were asked for");
        let until = match self.until.as_deref().map(|name| cell_named(name, puzzle)).transpose() {
            Ok(until) => until,
            Err(what) => {
                reply.tell(&Reason::of_puzzle(&*what, puzzle), item);
                reply.tally.count(Status::Invalid);
                return self.refuse(what, puzzle, item, reply);
            }
        };
        let question = sudoku_ask::Explain {
            until,
            step: self.step,
            skip_singles: self.skip_singles,
            most_skipped: self.skip_level.map(Level::most),
            finds_fault: true,
        };
        let is_drawn = matches!(self.form, Form::Html | Form::Pdf | Form::Svg | Form::Png);
        let marks = if is_drawn { print::marks(puzzle) } else { Vec::new() };
        let mut told = Shown::new(self.form, puzzle, &marks);
        let explained = question
            .answer(puzzle, &answer, &item.budget, |number, step, before| told.add(number, step, before));
        let Explained { status, reason, .. } = &explained;
        let no_solution = reason.as_ref().filter(|_| *status == Status::None);
        no_solution.into_iter().for_each(|reason| reply.tell(reason, item));
        if worker.is_interrupted() {
            return;
        }
        if let Some(step) = self.step.filter(|&step| explained.lacks(step)) {
            let what = format!("there is no step {step}: there are {}", explained.steps);
            reply.tell(&Reason::of_puzzle(what, puzzle), item);
            return reply.tally.count(Status::Invalid);
        }
        reply.tally.answer(*status, answer.nodes);
        let ending = reason.as_ref().filter(|_| *status != Status::None);
        ending.into_iter().for_each(|reason| reply.tell(reason, item));
        match self.form {
            Form::Text => self.list(told.texts, &explained, item, reply),
            Form::Html => put_line(&told.document.page(&explained), reply),
            Form::Pdf => {
                note_letters(&Drawing::of(puzzle).marks(&marks).image(), puzzle, item, reply);
                let (format, pictures) = self.pictures.as_ref().expect("there is a place for documents");
                let name = format!("{:04}.{}", item.index, format.end());
                pictures.write(told.paper.bytes(&explained), &name, &worker.session, reply);
            }
            Form::Svg | Form::Png => self.draw(told.images, item, worker, reply),
            Form::Json => {
                let (steps, reason) = (&told.steps, reason.as_ref());
                put_data(&Explanation { puzzle, status: *status, steps, reason }, item, reply);
            }
        }
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Answer))
    }
}

/// The steps that are shown, in the requested form.
struct Shown<'a> {
    form: Form,
    puzzle: &'a Puzzle,
    marks: &'a [Mark],
    texts: Vec<String>,
    steps: Vec<StepData>,
    /// Pictures with the numbers of their steps.
    images: Vec<(usize, Image)>,
    document: Document<'a>,
    paper: Paper<'a>,
}

impl<'a> Shown<'a> {
    fn new(form: Form, puzzle: &'a Puzzle, marks: &'a [Mark]) -> Shown<'a> {
        let (document, paper) = (Document::of(puzzle, marks), Paper::of(puzzle, marks));
        Shown {
            form,
            puzzle,
            marks,
            texts: Vec::new(),
            steps: Vec::new(),
            images: Vec::new(),
            document,
            paper,
        }
    }

    fn add(&mut self, number: usize, step: &Step, before: &State) {
        match self.form {
            Form::Text => self.texts.push(headed(step, before)),
            Form::Json => self.steps.push(StepData::of(step, before, self.puzzle)),
            Form::Html => self.document.add(number, step, before),
            Form::Pdf => self.paper.add(number, step, before),
            Form::Svg | Form::Png => {
                self.images.push((number, step.image(before, self.puzzle, self.marks)));
            }
        }
    }
}

impl ExplainJob {
    /// Writes why nothing is explained.
    fn refuse(&self, what: String, puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) {
        match self.form {
            Form::Json => {
                let reason = Some(&Reason::of_puzzle(what, puzzle));
                put_data(&Explanation { puzzle, status: Status::Invalid, steps: &[], reason }, item, reply);
            }
            _ => put_line(&format!("{}.", sentence(&what)), reply),
        }
    }

    /// Writes numbered sentences.
    fn list(&self, texts: Vec<String>, explained: &Explained, item: &Item<'_>, reply: &mut Reply) {
        if item.index > item.first_index {
            put_line("", reply);
        }
        let width = texts.len().to_string().len();
        for (at, text) in texts.iter().enumerate() {
            let text = text.replace('\n', &format!("\n{:width$}  ", ""));
            put_line(&format!("{:width$}  {text}", self.step.unwrap_or(at + 1)), reply);
        }
        match &explained.reason {
            Some(reason) if explained.status == Status::None => {
                put_line(&format!("No solution: {}.", reason.what), reply);
            }
            Some(reason) => put_line(&format!("{}.", sentence(&reason.what)), reply),
            None => {}
        }
    }

    /// Writes pictures, up to the first that cannot be written.
    fn draw(&self, images: Vec<(usize, Image)>, item: &Item<'_>, worker: &Worker, reply: &mut Reply) {
        let (format, pictures) = self.pictures.as_ref().expect("there is a place for pictures");
        let of = if item.is_only() { String::new() } else { format!("{:04}-", item.index) };
        for (number, image) in images {
            let image = if self.dark { image.recoloured(&print::dark) } else { image };
            let name = format!("{of}{number:04}.{}", format.end());
            if !pictures.write(format.bytes(&image, ""), &name, &worker.session, reply) {
                return;
            }
        }
    }
}
