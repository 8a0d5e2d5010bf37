//! `sudoku compare`: methods side by side on the same puzzles.
//!
//! ```text
//!   args ──► batch: puzzles ──► contest: trials, in turn ──► verdict: do the answers agree?
//!                                        │
//!                                     summary ──► table, write (CSV, JSON), plots
//! ```

mod args;
mod contender;
mod contest;
mod machine;
mod plots;
mod problem;
mod statistics;
mod summary;
mod table;
mod trial;
mod verdict;
pub(super) mod write;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

pub(super) use args::{Compare, Trials};
use contender::Contender;
pub(super) use contest::{Contest, Entry};
pub(super) use machine::Machine;
pub(super) use problem::Problem;
pub(super) use summary::{Summary, common, summaries};
pub(super) use table::figures;
pub(super) use verdict::disagreements;

use super::args::Effort;
use super::batch::{self, Batch};
use super::job::{Item, Job, Reply, Solved, Worker};
use super::report::Status;
use super::session::Session;
use super::{Usage, pixels, plot};
use crate::format::ParseError;
use crate::format::nearest::nearest;
use crate::puzzle::Puzzle;

pub(super) fn run(args: Compare) -> Result<u8, Usage> {
    let Compare { input, trials, scatter, csv, json, svg, output } = args;
    if input.batch {
        return Err(Usage("--batch gives one line a puzzle: compare prints a table".into()));
    }
    let pair = scatter.as_deref().map(|names| pair(names, &trials.methods.0)).transpose()?;
    for path in [&csv, &json, &svg].into_iter().flatten() {
        check(path)?;
    }
    let effort = Effort {
        time_limit: None,
        node_limit: None,
        // Puzzles are only read here, in order.
        threads: Some(1),
        engine: super::args::Engine::Auto,
        portable: false,
        memory_limit: trials.memory_limit,
    };
    let batch = Batch::new(&input, &output, &effort);
    let job = Comparison { trials, pair, csv, json, svg, entries: Mutex::default() };
    batch::run(&batch, "", &job)
}

/// The places of two methods that were named.
fn pair(names: &str, contenders: &[Contender]) -> Result<[usize; 2], Usage> {
    let find = |name: &str| {
        let known = || contenders.iter().map(|contender| contender.name.as_str());
        known().position(|known| known == name.trim()).ok_or_else(|| {
            let meant =
                nearest(name, known()).map_or(String::new(), |meant| format!(" (did you mean {meant}?)"));
            Usage(format!(
                "--scatter takes two of the methods that are compared, and {name:?} is none{meant}"
            ))
        })
    };
    match names.split_once(',') {
        Some((a, b)) => Ok([find(a)?, find(b)?]),
        None => Err(Usage("--scatter takes two methods with a comma between".into())),
    }
}

/// Whether a file can be made, which is better known before hours of work.
pub(super) fn check(path: &Path) -> Result<(), Usage> {
    if is_png(path) && !pixels::ARE_BUILT_IN {
        return Err(Usage(pixels::MISSING.into()));
    }
    let open = std::fs::OpenOptions::new().create(true).append(true).open(path);
    open.map(drop).map_err(|error| Usage(format!("{}: {error}", path.display())))
}

/// Writes plots as the name of the file says.
pub(super) fn draw(path: &Path, plots: &[plot::Plot]) -> Result<(), String> {
    let image = plot::page(plots);
    let bytes = if is_png(path) { pixels::png(&image)? } else { image.into_bytes() };
    save(path, &bytes)
}

fn is_png(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("png"))
}

pub(super) fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("sudoku: {}: {error}", path.display()))
}

/// Collects the puzzles, and has them run when all are there.
struct Comparison {
    trials: Trials,
    pair: Option<[usize; 2]>,
    csv: Option<PathBuf>,
    json: Option<PathBuf>,
    svg: Option<PathBuf>,
    entries: Mutex<Vec<Entry>>,
}

impl Job for Comparison {
    fn answer(&self, puzzle: &Puzzle, _: Option<Solved>, item: &Item<'_>, _: &mut Worker, _: &mut Reply) {
        let (line, _) = puzzle.places.get(0);
        let entry = Entry {
            problem: Problem::Puzzle(puzzle.clone()),
            index: item.index,
            source: item.source.to_owned(),
            line,
        };
        self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(entry);
    }

    /// The note is enough.
    fn invalid(&self, _: &ParseError, _: &Item<'_>, _: &mut Reply) {}

    /// Lines that are no puzzles are not repeated in a table.
    fn echo(&self, _: &[u8], _: &mut Reply) {}

    fn end(&self, session: &Session) {
        let entries =
            std::mem::take(&mut *self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
        if entries.is_empty() {
            return;
        }
        let mut contest = Contest::new(self.trials.methods.0.clone(), entries);
        // The results come when all is done, and leave a terminal to the progress until then.
        session.progress.show(false);
        contest.run(&self.trials, session);
        let done: Vec<usize> = contest.done().collect();
        let summaries = summaries(&contest, &done);
        let table = table::table(&contest, &summaries, &self.trials);
        let mut reply = Reply { out: table.into_bytes(), notes: disagreements(&contest), ..Reply::default() };
        reply.tally.failures = reply.notes.len() as u64;
        reply.tally.counts[Status::Solved as usize] = done.len() as u64;
        if let Err(what) = self.write(&contest, &summaries) {
            reply.notes.push(what);
            reply.tally.count(Status::Invalid);
        }
        session.progress.finish();
        session.deliver(session.hand_out(), &mut reply, true);
    }
}

impl Comparison {
    fn write(&self, contest: &Contest, summaries: &[Summary]) -> Result<(), String> {
        let Comparison { trials, pair, csv, json, svg, .. } = self;
        let machine = Machine::this();
        if let Some(path) = csv {
            save(path, write::csv(contest, &machine).as_bytes())?;
        }
        if let Some(path) = json {
            save(path, write::json(contest, summaries, trials, &machine).as_bytes())?;
        }
        if let Some(path) = svg {
            let scatter = pair.map(|pair| plots::scatter(contest, pair, trials));
            let plots: Vec<_> = [plots::cactus(contest, trials)].into_iter().chain(scatter).collect();
            draw(path, &plots)?;
        }
        Ok(())
    }
}
