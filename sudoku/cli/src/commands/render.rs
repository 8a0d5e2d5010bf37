//! `sudoku render`: images of puzzles.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use sudoku::print::{self, Drawing};
use sudoku::{Candidates, End, Puzzle};

use crate::Usage;
use crate::args::{Effort, Input, Output};
use crate::batch::{self, Batch, Item, Job, Reply, Solved, Worker};
use crate::report::Status;
use crate::report::image::ImageFormat;
use crate::report::reasons::note_none;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku render puzzle.txt > puzzle.svg
  sudoku render --solution -o solved.svg puzzle.txt
  sudoku render --candidates 1...............
  sudoku render -o pictures/ many.txt     pictures/001.svg, pictures/002.svg, …

Draws the givens, the rules of the puzzle, its title, and its candidates, if any. Of several solutions
one is drawn. The exit status is 1 if there are several or none.")]
pub(crate) struct Render {
    #[command(flatten)]
    pub input: Input,

    /// Draw the solution too, in another colour
    #[arg(short, long)]
    pub solution: bool,

    /// Draw the values that each open cell takes in some solution, as pencil marks
    #[arg(short, long, conflicts_with = "solution")]
    pub candidates: bool,

    /// Write to a file instead of standard output, or a file for each puzzle into a directory
    #[arg(short, long, value_name = "FILE|DIR/", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Write PNG instead of SVG; not needed if the name of the file ends in .png
    #[arg(long, help_heading = "Output")]
    pub png: bool,

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
    form: ImageFormat,
    /// Directory for a file for each puzzle.
    directory: Option<PathBuf>,
    /// File for the only image. It is opened when there is something to write.
    file: Option<PathBuf>,
    /// Whether `--take 1` limits the input to one puzzle.
    single: bool,
    /// Whether it has been reported that several puzzles do not fit.
    reported: AtomicBool,
}

pub(crate) fn run(args: Render) -> Result<u8, Usage> {
    let Render { input, solution, candidates, output, png, stats, verbose, effort } = args;
    input.require_lines(false, "it cannot draw")?;
    let is_directory =
        |path: &Path| path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
    let (directory, file) = match output.clone() {
        Some(path) if is_directory(&path) => (Some(path), None),
        file => (None, file),
    };
    let form = image_format(png, file.as_deref())?;
    if form == ImageFormat::Png && directory.is_none() && file.is_none() && io::stdout().is_terminal() {
        return Err(Usage("a PNG is not text for a terminal: name a file with --output".into()));
    }
    if let Some(path) = &directory {
        std::fs::create_dir_all(path).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
    }
    let single = input.take == Some(1);
    let output = Output { output, stats, verbose };
    let batch = Batch::new(&input, &output, &effort);
    let job =
        RenderJob { solution, candidates, form, directory, file, single, reported: AtomicBool::new(false) };
    batch::run(&batch, "", &job)
}

/// Returns the form of the image, from the option or the file name.
fn image_format(png: bool, file: Option<&Path>) -> Result<ImageFormat, Usage> {
    let named = file.map(ImageFormat::of).transpose()?;
    match file {
        Some(path) if png && named == Some(ImageFormat::Svg) && path.extension().is_some() => {
            Err(Usage(format!("{}: --png draws pixels: name the file FILE.png", path.display())))
        }
        _ if png => ImageFormat::png(),
        _ => Ok(named.unwrap_or(ImageFormat::Svg)),
    }
}

impl Job for RenderJob {
    fn most(&self) -> Option<usize> {
        self.solution.then_some(2)
    }

    fn needs_rules(&self) -> bool {
        self.solution || self.candidates
    }

    fn shows_solution(&self) -> bool {
        self.solution
    }

    fn writes_output(&self) -> bool {
        true
    }

    fn files(&self) -> Vec<&Path> {
        self.file.iter().map(PathBuf::as_path).collect()
    }

    fn answer(
        &self,
        puzzle: &Puzzle,
        solved: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    ) {
        if self.refuses(item, reply) {
            return;
        }
        let marks = print::marks(puzzle);
        let mut drawing = Drawing::of(puzzle).marks(&marks);
        let mut status = Status::Solved;
        if let Some(Solved { answer, .. }) = &solved {
            status = Status::of(answer);
            reply.tally.nodes += answer.nodes;
            if let Some(solution) = answer.solutions.first() {
                drawing = drawing.solution(solution);
            }
        }
        let sets: Vec<Candidates>;
        if self.candidates {
            let (seen, nodes) = worker.solver.occurrences(puzzle, 1);
            sets = (0..puzzle.cells().len()).map(|cell| seen.candidates(cell)).collect();
            reply.tally.nodes += nodes;
            status = match seen.end {
                End::Limit => Status::Limit,
                _ if sets.iter().any(|set| set.is_empty()) => Status::None,
                _ => Status::Solved,
            };
            // After a limit or a contradiction the candidates are incomplete.
            if status == Status::Solved {
                drawing = drawing.candidates(&sets);
            }
        }
        if status == Status::Limit && worker.is_interrupted() {
            return;
        }
        note(status, puzzle, item, reply);
        let image = drawing.draw();
        let written = self.form.bytes(&image).and_then(|bytes| self.write(bytes, item, worker, reply));
        match written {
            Ok(()) => reply.tally.count(status),
            Err(what) => {
                reply.notes.push(format!("sudoku: {what}"));
                reply.tally.count(Status::Invalid);
            }
        }
    }
}

/// Reports a puzzle that does not have exactly one solution.
fn note(status: Status, puzzle: &Puzzle, item: &Item<'_>, reply: &mut Reply) {
    let (what, is_failure) = match status {
        Status::None => ("there is no solution", true),
        Status::Multiple => ("there are several solutions, of which one is drawn", true),
        Status::Limit => ("a limit was reached before the drawing was complete", false),
        Status::Unique | Status::Solved | Status::Invalid => return,
    };
    let (line, column) = puzzle.place(0);
    reply.notes.push(item.note(line, column, what));
    reply.tally.failures += u64::from(is_failure);
    note_none(status, puzzle, item, reply);
}

impl RenderJob {
    /// Returns whether this is one of several puzzles for one file, and reports it once.
    fn refuses(&self, item: &Item<'_>, reply: &mut Reply) -> bool {
        let is_single = self.single || item.alone && item.index == item.first_index;
        if self.directory.is_some() || is_single {
            return false;
        }
        if !self.reported.swap(true, Ordering::Relaxed) {
            let what =
                "sudoku: several puzzles make several images: name a directory, as in --output pictures/";
            reply.notes.push(what.into());
        }
        reply.tally.count(Status::Invalid);
        true
    }

    fn write(
        &self,
        mut bytes: Vec<u8>,
        item: &Item<'_>,
        worker: &Worker,
        reply: &mut Reply,
    ) -> Result<(), String> {
        let path = match (&self.directory, &self.file) {
            (Some(directory), _) => directory.join(format!("{:03}.{}", item.index, self.form.end())),
            (None, Some(file)) => file.clone(),
            (None, None) => {
                reply.out.append(&mut bytes);
                return Ok(());
            }
        };
        worker.session.files.save(&path, &bytes)
    }
}
