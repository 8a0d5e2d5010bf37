//! `sudoku explain`: the steps of a solution.

use clap::{Args, ValueEnum};
use sheet::{Image, escaped};
use sudoku::explain::{Conclusion, Detail, Explainer, Path, Step, Stuck};
use sudoku::{Puzzle, print};
use sudoku_calls::report::step;

use crate::Usage;
use crate::args::{Effort, Input, Output, units};
use crate::batch::{self, Batch, Item, Job, Pictures, Reply, Solved, Worker};
use crate::report::image::ImageFormat;
use crate::report::reasons::{Reason, note_fault};
use crate::report::{Layout, Topic};
use crate::report::{Status, Writer, put_line, quoted};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku explain puzzle.txt
  sudoku explain --until r5c2 puzzle.txt    the steps up to a cell
  sudoku explain --skip-singles --to json puzzle.txt
  sudoku explain --to html -o steps.html puzzle.txt
  sudoku explain --to svg --step 12 puzzle.txt > step.svg
  sudoku explain --to svg -o steps/ puzzle.txt    steps/0001.svg, steps/0002.svg, …

Each step has the reason first, then the conclusion. Pictures show the candidates of the reason in green,
removed candidates in red, placed values in blue, and chains as lines. A puzzle with several solutions is explained as far
as all solutions agree (exit status 1).")]
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

    #[command(flatten)]
    pub output: Output,

    #[command(flatten)]
    pub effort: Effort,
}

/// Form of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Numbered sentences
    Text,
    /// One object a puzzle, with its steps in a list
    Json,
    /// One page with a picture of each step, without references to other files
    Html,
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
    /// The format and the destination of pictures, if there are any.
    pictures: Option<(ImageFormat, Pictures)>,
    /// Writes puzzles that cannot be read.
    writer: Box<dyn Writer>,
}

pub(crate) fn run(args: Explain) -> Result<u8, Usage> {
    let Explain { input, to, until, step, skip_singles, output, effort } = args;
    input.require_lines(to == Form::Json, "add --to json")?;
    let pictures = match to.image_format() {
        Some(format) => Some((format, Pictures::new(output.output.as_deref())?)),
        None => None,
    };
    if pictures.as_ref().is_some_and(|(_, pictures)| step.is_none() && !pictures.has_directory()) {
        let what = "several steps make several pictures: name a directory, as in --output steps/, or one step \
            with --step N";
        return Err(Usage(what.into()));
    }
    let batch = Batch::new(&input, &output, &effort);
    let layout = if to == Form::Json { Layout::Json } else { Layout::Line };
    let job = ExplainJob {
        form: to,
        until,
        step: step.map(|step| usize::try_from(step).unwrap_or(usize::MAX)),
        skip_singles,
        pictures,
        writer: layout.writer(false, false),
    };
    batch::run(&batch, "", &job)
}

impl Job for ExplainJob {
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
        let mut status = Status::of(&answer);
        let last = match self.until.as_deref().map(|name| cell_named(name, puzzle)).transpose() {
            Ok(last) => last,
            Err(what) => {
                let (line, column) = puzzle.place(0);
                reply.note(|| item.note(line, column, &what));
                reply.tally.count(Status::Invalid);
                return self.refuse(&what, item, reply);
            }
        };
        let reason = (status == Status::None).then(|| note_fault(puzzle, item, reply));
        let mut told = Told::default();
        let mut end = None;
        if item.budget.is_spent_by(&answer) {
            end = Some(Stuck::Limit);
        } else if status != Status::None {
            let mut explainer = Explainer::within(item.budget.clone());
            let mut path = explainer.path(puzzle);
            end = self.steps(&mut path, puzzle, last, &mut told).err();
        }
        if worker.is_interrupted() {
            return;
        }
        let is_short = last.is_none() && end.is_some_and(|end| end != Stuck::Solved);
        if status == Status::Unique && (is_short || last.is_some() && end.is_some()) {
            status = Status::Limit;
        }
        if let Some(step) =
            self.step.filter(|&step| told.count < step && end.is_none_or(|end| end == Stuck::Solved))
        {
            let (line, column) = puzzle.place(0);
            let what = format!("there is no step {step}: there are {}", told.count);
            reply.note(|| item.note(line, column, &what));
            return reply.tally.count(Status::Invalid);
        }
        reply.tally.answer(status, answer.nodes);
        let ending = match (status, end) {
            (Status::Unique, _) => None,
            (Status::Multiple, Some(Stuck::Limit)) => {
                Some("several solutions, and the limit was reached before a further step was found")
            }
            (Status::Multiple, _) => Some("several solutions: explained as far as they agree"),
            (Status::Limit, Some(Stuck::Limit)) => {
                Some("the limit was reached before a further step was found")
            }
            (Status::Limit, Some(Stuck::Unknown)) => Some("no further step is known"),
            (Status::Limit, _) => {
                Some("the limit was reached before it was known whether there are other solutions")
            }
            _ => None,
        };
        if let Some(ending) = ending {
            let (line, column) = puzzle.place(0);
            reply.note(|| item.note(line, column, ending));
        }
        let Told { mut texts, images, .. } = told;
        match self.form {
            Form::Text => {
                if item.index > item.first_index {
                    put_line("", reply);
                }
                let width = texts.len().to_string().len();
                for (at, text) in texts.iter().enumerate() {
                    let text = text.replace('\n', &format!("\n{:width$}  ", ""));
                    put_line(&format!("{:width$}  {text}", self.step.unwrap_or(at + 1)), reply);
                }
                if let Some(Reason { what, .. }) = &reason {
                    put_line(&format!("No solution: {what}."), reply);
                } else if let Some(ending) = ending {
                    put_line(&format!("{}.", sentence(ending)), reply);
                }
            }
            Form::Html => {
                if status != Status::Unique {
                    texts.push(format!(
                        "<p>{}</p>",
                        escaped(
                            ending.or(reason.as_ref().map(|reason| &*reason.what)).unwrap_or(status.name())
                        )
                    ));
                }
                put_line(&page(puzzle, &texts), reply);
            }
            Form::Svg | Form::Png => {
                let (format, pictures) = self.pictures.as_ref().expect("there is a place for pictures");
                let of = if item.is_only() { String::new() } else { format!("{:04}-", item.index) };
                for (number, image) in images {
                    let name = format!("{of}{number:04}.{}", format.end());
                    if !pictures.write(format.bytes(&image, ""), &name, &worker.session, reply) {
                        return;
                    }
                }
            }
            Form::Json => {
                let reason = reason.or(ending.map(|ending| ending.to_owned().into()));
                let reason = reason.map_or(String::new(), |reason| reason.fields(puzzle));
                let (index, status, steps) = (item.index, status.name(), texts.join(","));
                put_line(
                    &format!("{{\"index\":{index},\"status\":\"{status}\",\"steps\":[{steps}]{reason}}}"),
                    reply,
                );
            }
        }
    }

    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        Some((&*self.writer, Topic::Answer))
    }
}

/// The parts of the steps that are shown.
#[derive(Default)]
struct Told {
    /// The number of steps, also of those that are not shown.
    count: usize,
    texts: Vec<String>,
    /// Pictures with the numbers of their steps.
    images: Vec<(usize, Image)>,
}

impl ExplainJob {
    /// Writes why nothing is explained.
    fn refuse(&self, what: &str, item: &Item<'_>, reply: &mut Reply) {
        let (index, name) = (item.index, Status::Invalid.name());
        match self.form {
            Form::Json => {
                let what = quoted(what);
                put_line(
                    &format!("{{\"index\":{index},\"status\":\"{name}\",\"steps\":[],\"reason\":{what}}}"),
                    reply,
                );
            }
            _ => put_line(&format!("{}.", sentence(what)), reply),
        }
    }

    /// Collects the steps up to the requested cell or step, or up to the end. An error has the reason why they end
    /// earlier.
    fn steps(
        &self,
        path: &mut Path<&mut Explainer>,
        puzzle: &Puzzle,
        last: Option<usize>,
        told: &mut Told,
    ) -> Result<(), Stuck> {
        let has_marks = matches!(self.form, Form::Html | Form::Svg | Form::Png);
        let marks = if has_marks { print::marks(puzzle) } else { Vec::new() };
        let is_last = |path: &Path<&mut Explainer>, count: usize| {
            last.is_some_and(|cell| path.state().is_placed(cell)) || self.step == Some(count)
        };
        while !is_last(path, told.count) {
            let before = path.state().clone();
            let step = path.step()?;
            if self.skip_singles && is_single(&step) {
                continue;
            }
            told.count += 1;
            if self.step.is_some_and(|number| number != told.count) {
                continue;
            }
            match self.form {
                Form::Text => told.texts.push(step.text(&before, Detail::Full)),
                Form::Json => told.texts.push(step::object(&step, &before, puzzle)),
                Form::Html => {
                    let picture = step.picture(&before, puzzle, &marks);
                    told.texts.push(section(&step.text(&before, Detail::Full), &picture));
                }
                Form::Svg | Form::Png => {
                    told.images.push((told.count, step.image(&before, puzzle, &marks)));
                }
            }
        }
        Ok(())
    }
}

/// A text with a capital letter at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A step on a page.
fn section(text: &str, picture: &str) -> String {
    let picture = picture.find("<svg").map_or(picture, |begin| &picture[begin..]);
    format!("<li><p>{}</p>{picture}</li>", escaped(text))
}

/// A page without references to other files.
fn page(puzzle: &Puzzle, steps: &[String]) -> String {
    let title = puzzle.about().and_then(|about| about.title.as_deref()).unwrap_or("Sudoku, step by step");
    let (title, steps) = (escaped(title), steps.join("\n"));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body{{font-family:sans-serif;max-width:40em;margin:auto;padding:1em}}svg{{width:100%;height:auto}}\
         li{{margin-bottom:2em}}li p{{white-space:pre-wrap}}</style>\n<h1>{title}</h1>\n<ol>\n{steps}\n</ol>\n</html>"
    )
}

fn is_single(step: &Step) -> bool {
    matches!(step.conclusion, Conclusion::Place { .. })
        && step.technique.cost <= 230
        && step.truths.len() == 1
}

/// The cell with a name as steps print it.
pub(crate) fn cell_named(name: &str, puzzle: &Puzzle) -> Result<usize, String> {
    let grid = puzzle.grid();
    let is_named = |&cell: &usize| grid.name(cell).to_string().eq_ignore_ascii_case(name.trim());
    let found = (0..grid.cells()).filter(|&cell| !grid.is_gap(cell)).find(is_named);
    found.ok_or_else(|| format!("there is no cell {name} (cells are named as {})", grid.name(0)))
}
