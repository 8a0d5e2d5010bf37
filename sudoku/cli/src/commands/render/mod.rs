//! `sudoku render`: images of puzzles.

mod sheets;

use std::path::{Path, PathBuf};

use clap::Args;
use sheet::Image;
use sheet::files::Entry;
use sudoku::Puzzle;
use sudoku::format::Unknown;
use sudoku::print::Drawing;
use sudoku_ask::{Rendered, Solved, Status};

use crate::Refused;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Asked, Batch, Job, Pictures, Session, SolutionsOf, Wants, Worker};
use crate::command::Command;
use crate::reply::{Item, Reply};
use crate::report::image::{ImageFormat, note_letters};
use sheets::{Gathered, SheetArgs};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku render puzzle.txt > puzzle.svg
  sudoku render --solution -o solved.svg puzzle.txt
  sudoku render --candidates 1...............
  sudoku render -o puzzle.pdf puzzle.txt  for printing; puzzle.png for pixels
  sudoku render --sheet 2x3 --solutions end -o book.pdf many.txt
  sudoku render -o pictures/ many.txt     pictures/0001.svg, pictures/0002.svg, …

Draws the givens, the rules of the puzzle, its candidates, if any, its title, author and text. Rules of \
a puzzle without text are explained, and letters distinguish rules with similar drawings. If there are \
several solutions, one is drawn. The exit status is 1 if there are several or none.")]
pub(crate) struct Render {
    #[command(flatten)]
    pub input: Input,

    /// Draw the solution too, in another colour
    #[arg(short, long)]
    pub solution: bool,

    /// Draw the values that each open cell takes in some solution, as pencil marks
    #[arg(short, long, conflicts_with = "solution")]
    pub candidates: bool,

    /// Leave out the explanations of rules, and the letters that tell rules apart
    #[arg(short, long)]
    pub brief: bool,

    /// Write to a file instead of standard output, or a file for each puzzle into a directory
    #[arg(short, long, value_name = "FILE|DIR/", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Write PNG instead of SVG; not needed if the name of the file ends in .png
    #[arg(long, help_heading = "Output")]
    pub png: bool,

    /// Write PDF instead of SVG; not needed if the name of the file ends in .pdf
    #[arg(long, conflicts_with = "png", help_heading = "Output")]
    pub pdf: bool,

    #[command(flatten)]
    pub sheet: SheetArgs,

    /// Print numbers and times on standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    /// Print on standard error how each puzzle was read
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,

    #[command(flatten)]
    pub effort: Effort,
}

struct RenderJob {
    solution: bool,
    candidates: bool,
    brief: bool,
    form: ImageFormat,
    /// The book for all puzzles.
    sheet: Option<Gathered>,
    pictures: Pictures,
}

impl Command for Render {
    const NAME: &'static str = "render";
    const ABOUT: &'static str = "Draw puzzles as images, with their rules";

    fn run(self) -> Result<u8, Refused> {
        let Render { input, solution, candidates, brief, output, png, pdf, sheet, stats, verbose, effort } =
            self;
        input.require_lines(false, "it cannot draw")?;
        let sheet = Gathered::new(&sheet, output.as_deref())?;
        let asked = if png { Some(ImageFormat::Png) } else { pdf.then_some(ImageFormat::Pdf) };
        let pictures = Pictures::new(output.as_deref())?.taking_all(sheet.is_some());
        let form = image_format(asked, pictures.file.as_deref())?;
        form.require_place(output.as_deref())?;
        let output = Output { output, stats, verbose };
        let batch = Batch::new(&input, &output, &effort);
        let job = RenderJob { solution, candidates, brief, form, sheet, pictures };
        batch::run(&batch, "", &job)
    }
}

/// Returns the form of the image, from the option or the file name.
fn image_format(asked: Option<ImageFormat>, file: Option<&Path>) -> Result<ImageFormat, Refused> {
    let named = file.map(ImageFormat::of).transpose()?;
    let Some(asked) = asked else { return Ok(named.unwrap_or(ImageFormat::Svg)) };
    match file {
        Some(path) if named != Some(asked) && path.extension().is_some() => {
            let (shown, end) = (path.display(), asked.end());
            Err(Refused(format!("{shown}: --{end} draws {}: name the file FILE.{end}", asked.name())))
        }
        _ => Ok(asked),
    }
}

impl Job for RenderJob {
    fn wants(&self) -> Wants {
        let shows_solution = self.solution || self.prints_solutions();
        let is_solved = shows_solution || self.candidates;
        Wants {
            solutions: if shows_solution { SolutionsOf::Each(2) } else { SolutionsOf::None },
            shows_solution,
            unknown: if is_solved { Unknown::Refuse } else { Unknown::Draw },
            ..Wants::default()
        }
    }

    fn pictures(&self) -> Option<&Pictures> {
        Some(&self.pictures)
    }

    fn end(&self, session: &Session) {
        if let (Some(sheet), Some(file)) = (&self.sheet, &self.pictures.file) {
            sheet.save(file, session);
        }
    }

    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply) {
        let Asked { puzzle, solved, item } = asked;
        let question = sudoku_ask::Render {
            explains: !self.brief,
            solution: self.solution,
            candidates: self.candidates,
            entries: &[],
        };
        let answer = solved.as_ref().map(|solved| &solved.answer);
        let Rendered { status, image, title, nodes } = question.answer(puzzle, answer, &mut worker.solver);
        reply.tally.nodes += nodes;
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        self.note(status, puzzle, item, reply);
        if self.form.draws_letters() {
            note_letters(&image, puzzle, item, reply);
        }
        if let Some(sheet) = &self.sheet {
            let solution = sheet.has_solutions.then(|| solution(puzzle, solved.as_ref(), status));
            sheet.add(plain(item.index, image, solution));
            return reply.tally.count(status);
        }
        let bytes = self.form.bytes(&image, &title);
        let name = format!("{:04}.{}", item.index, self.form.end());
        if self.pictures.write(bytes, &name, &worker.session, reply) {
            reply.tally.count(status);
        }
    }
}

/// A puzzle with its number and nothing else.
fn plain(number: u64, puzzle: Image, solution: Option<Result<Image, String>>) -> Entry {
    let (title, label, hint) = Default::default();
    Entry { number, title, label, rules: Vec::new(), puzzle, solution, hint }
}

/// Returns the picture of the only solution, or why there is none.
fn solution(puzzle: &Puzzle, solved: Option<&Solved>, status: Status) -> Result<Image, String> {
    let why = match status {
        Status::None => "no solution",
        Status::Multiple => "several solutions",
        Status::Limit | Status::Invalid => "not solved",
        Status::Unique | Status::Solved => "",
    };
    match solved.and_then(|solved| solved.answer.solutions.first()) {
        Some(solution) if why.is_empty() => {
            Ok(Drawing::of(puzzle).solution(solution).without_words().image())
        }
        _ => Err(why.to_owned()),
    }
}

impl RenderJob {
    /// Returns whether the solution is printed apart from the puzzle.
    fn prints_solutions(&self) -> bool {
        self.sheet.as_ref().is_some_and(|sheet| sheet.has_solutions)
    }

    /// Reports a puzzle that does not have exactly one solution.
    fn note(&self, status: Status, puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) {
        let (what, is_failure) = match status {
            Status::None => ("there is no solution", true),
            Status::Multiple if self.prints_solutions() => {
                ("there are several solutions: none is drawn", true)
            }
            Status::Multiple => ("there are several solutions, of which one is drawn", true),
            Status::Limit => ("a limit was reached before the drawing was complete", false),
            Status::Unique | Status::Solved | Status::Invalid => return,
        };
        let (line, column) = puzzle.place(0);
        reply.notes.push(item.note(line, column, what));
        reply.tally.failures += u64::from(is_failure);
        reply.tell_none(status, puzzle, item);
    }
}
