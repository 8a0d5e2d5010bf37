//! `sudoku watch`: a search, step by step.

mod animation;
mod canvas;
mod cast;
mod human;
mod screen;
#[cfg(feature = "watch")]
mod terminal;
#[cfg(test)]
mod tests;
mod watcher;

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use sudoku::{Budget, Puzzle};

use crate::args::strategy::{Part, Strategy};
use crate::args::{Input, Limits, units};
use crate::command::Command;
use crate::files::Files;
use crate::interrupt::Interrupt;
use crate::progress::grouped;
use crate::source::{self, Source};
use crate::{FAILED, LIMIT, Refused, question, say};
use watcher::{Watched, Watcher};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku watch                            a first puzzle; ? shows the keys
  sudoku watch puzzle.txt                 also variants: every step names its rule
  sudoku watch --plain puzzle.txt | less  the steps as text
  sudoku watch --method brute-force       any method that `sudoku methods` lists
  sudoku watch --method human             steps as people take them, with their reasons
  sudoku watch --method propagate --show root   what is found before the first decision
  sudoku watch --plain --steps 20 1234............
  sudoku watch --record lesson.svg        an animation for a browser, or lesson.cast for asciinema

Keys: space plays and pauses, n or → takes one step, d c s go to the next decision, conflict, solution, \
+ and - change the speed, r begins again, q quits. If standard output is not a terminal, steps are printed.

The search is that of the constraint engine, as in solve --engine engine or --method, and runs until all solutions are \
found or ruled out. If there are several puzzles, the first one is shown. An interrupt or a limit ends \
printing and recording between two steps; what was recorded until then is written. Exit status 3: a limit was reached.")]
pub(crate) struct Watch {
    #[command(flatten)]
    pub input: Input,

    /// Print a line for each step
    #[arg(short, long, conflicts_with = "record")]
    pub plain: bool,

    /// Write an animation instead: FILE.svg or FILE.cast
    #[arg(short, long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Print or record at most N steps [default: all steps when printing, 300 when recording]
    #[arg(long, value_name = "N", value_parser = units::positive)]
    pub steps: Option<u64>,

    /// End before the first decision, with the numbers of open cells and candidates before and after
    #[arg(long, value_enum)]
    pub show: Option<Part>,

    #[command(flatten)]
    pub limits: Limits,

    #[command(flatten)]
    pub strategy: Strategy,
}

/// Default puzzle, made for this project: a cage, a thermometer, and a search with a few wrong decisions.
const FIRST: &str = include_str!("first.txt");

/// Part of a time limit after which the steps of an animation end, since they still have to be drawn.
const SHARE_OF_STEPS: f64 = 0.7;

/// Default maximum of recorded steps.
const STEPS_RECORDED: u64 = 300;

impl Command for Watch {
    const NAME: &'static str = "watch";
    const ABOUT: &'static str = "Watch a puzzle being solved, step by step";

    fn run(self) -> Result<u8, Refused> {
        let Watch { input, plain, record, steps, show: part, limits, strategy } = self;
        let budget = limits.budget();
        let watched = match part {
            Some(Part::Root) => Watched::Root(strategy.config()?),
            None if strategy.explains()? => Watched::Human,
            None => Watched::Search(strategy.config()?),
        };
        input.require_lines(false, "watch shows one puzzle")?;
        let record = record.map(|path| RecordingFormat::of(&path).map(|form| (path, form))).transpose()?;
        let sources = sources(&input)?;
        let files = Files::reading(&sources);
        if let Some((path, form)) = record {
            files.claim(&path)?;
            let puzzle = puzzle(&input, &sources)?;
            return save(puzzle, &watched, &budget, steps.unwrap_or(STEPS_RECORDED), &path, form, &files);
        }
        if plain || !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            let stdout = BufWriter::new(files.stream(None)?);
            let puzzle = puzzle(&input, &sources)?;
            return print(puzzle, &watched, &budget, steps.unwrap_or(u64::MAX), stdout);
        }
        show(puzzle(&input, &sources)?, &watched, &budget)
    }
}

#[cfg(feature = "watch")]
fn show(puzzle: Puzzle, watched: &Watched, budget: &Budget) -> Result<u8, Refused> {
    Ok(terminal::show(puzzle, watched, budget, crate::report::page::is_colored())?)
}

#[cfg(not(feature = "watch"))]
fn show(_: Puzzle, _: &Watched, _: &Budget) -> Result<u8, Refused> {
    Err(Refused(
        "this program was built without its screen (feature watch): add --plain or --record FILE".into(),
    ))
}

/// Format of a recording.
#[derive(Clone, Copy)]
enum RecordingFormat {
    Svg,
    Cast,
}

impl RecordingFormat {
    fn of(path: &Path) -> Result<RecordingFormat, Refused> {
        match path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(RecordingFormat::Svg),
            Some("cast") => Ok(RecordingFormat::Cast),
            _ => Err(Refused(format!(
                "{}: a recording is FILE.svg (for browsers) or FILE.cast (for asciinema)",
                path.display()
            ))),
        }
    }
}

/// Returns the sources of the puzzle; none for the default puzzle.
fn sources(input: &Input) -> Result<Vec<Source>, Refused> {
    if input.inputs.is_empty() && io::stdin().is_terminal() { Ok(Vec::new()) } else { Source::all(input) }
}

/// Returns the first puzzle of the input, or the default puzzle if there is no input.
fn puzzle(input: &Input, sources: &[Source]) -> Result<Puzzle, Refused> {
    let options = question::options(input, sources);
    let (name, text) = match sources.first() {
        None => ("first.txt".into(), FIRST.to_owned()),
        Some(source) => (source.name(), source.text()?),
    };
    // An empty pipe is not a puzzle; the default puzzle is meant.
    let is_silent = input.inputs.is_empty() && text.trim().is_empty();
    let text = if is_silent { FIRST.to_owned() } else { text };
    let puzzle = source::puzzles(&name, &text, &options, input)?.next();
    puzzle.ok_or_else(|| Refused(format!("{name}: there is no such puzzle")))
}

/// Records steps. An interrupt or a limit ends the recording and keeps the steps so far.
fn save(
    puzzle: Puzzle,
    watched: &Watched,
    budget: &Budget,
    steps: u64,
    path: &Path,
    form: RecordingFormat,
    files: &Files,
) -> Result<u8, Refused> {
    let interrupt = Interrupt::listening();
    let mut budget = budget.clone().cancel(&interrupt.cancel);
    if let (RecordingFormat::Svg, Some(time)) = (form, budget.limits().time_limit()) {
        budget = budget.time(time.mul_f64(SHARE_OF_STEPS));
    }
    let mut watcher = match Watcher::new(puzzle, watched, &budget) {
        Ok(watcher) => watcher,
        Err(limit) => return Ok(interrupt.status().unwrap_or_else(|| too_large(limit))),
    };
    let text = match form {
        RecordingFormat::Svg => animation::animation(&mut watcher, steps),
        RecordingFormat::Cast => cast::cast(&mut watcher, steps),
    };
    if interrupt.status().is_none() || watcher.latest.is_some() {
        files.save(path, text.as_bytes())?;
    }
    Ok(ended(&interrupt, &watcher, "recorded").unwrap_or(0))
}

/// Reports an interrupt or a limit and returns its exit status, if there was one.
fn ended(interrupt: &Interrupt, watcher: &Watcher, done: &str) -> Option<u8> {
    let steps = watcher.counters().steps;
    let steps = format!("{} step{}", grouped(steps), if steps == 1 { "" } else { "s" });
    if let Some(status) = interrupt.status() {
        interrupt.report(&steps);
        return Some(status);
    }
    let limit = watcher.limit?;
    say!("sudoku: {done} {steps} until the {limit} was reached");
    Some(LIMIT)
}

/// Reports a limit that was reached before the first step.
fn too_large(limit: &str) -> u8 {
    say!("sudoku: the {limit} was reached before the first step");
    LIMIT
}

/// Prints a line for each step. A reader that closes the pipe early is not an error. Status 1 means that there is no
/// solution, 3 that no further step is known.
fn print(
    puzzle: Puzzle,
    watched: &Watched,
    budget: &Budget,
    steps: u64,
    mut stdout: impl Write,
) -> Result<u8, Refused> {
    let interrupt = Interrupt::listening();
    let mut watcher = match Watcher::new(puzzle, watched, &budget.clone().cancel(&interrupt.cancel)) {
        Ok(watcher) => watcher,
        Err(limit) => return Ok(interrupt.status().unwrap_or_else(|| too_large(limit))),
    };
    for _ in 0..steps {
        if !watcher.advance() {
            break;
        }
        match writeln!(stdout, "{}", watcher.line()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(0),
            written => written.map_err(|error| Refused(format!("standard output: {error}")))?,
        }
    }
    match stdout.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            return Err(Refused(format!("standard output: {error}")));
        }
        _ => {}
    }
    let status = match watcher.counters().solutions {
        0 if watcher.is_stuck() => LIMIT,
        0 if watcher.has_ended && !watcher.is_at_root_end() => FAILED,
        _ => 0,
    };
    Ok(ended(&interrupt, &watcher, "printed").unwrap_or(status))
}
