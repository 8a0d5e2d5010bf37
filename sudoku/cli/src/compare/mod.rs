//! `sudoku compare`: methods side by side on the same puzzles.
//!
//! ```text
//!   args ──► batch: puzzles ──► contest: trials of sudoku_ask, in turn ──► verdict: do the answers agree?
//!                                        │
//!                                     summary ──► table, write (CSV, JSON), plots
//! ```

mod args;
mod contender;
mod contest;
mod machine;
mod plots;
mod statistics;
mod summary;
mod table;
mod verdict;
pub(crate) mod write;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sudoku::format::nearest;
use sudoku_ask::Status;
use sudoku_ask::compare::{Contender, Problem};

pub(crate) use args::{Compare, Trials};
#[cfg(feature = "serve")]
pub(crate) use contender::Contenders;
pub(crate) use contest::{Contest, Entry};
pub(crate) use machine::Machine;
pub(crate) use summary::{Summary, common, summaries};
pub(crate) use table::figures;
pub(crate) use verdict::disagreements;

use crate::args::Limits;
use crate::batch::{self, Asked, Batch, Job, Session, Worker};
use crate::command::Command;
use crate::files::Files;
use crate::reply::Reply;
use crate::report::image::ImageFormat;
use crate::{Refused, plot};

impl Command for Compare {
    const NAME: &'static str = "compare";
    const ABOUT: &'static str = "Solve puzzles with several methods, and compare them";

    fn run(self) -> Result<u8, Refused> {
        let Compare { input, trials, scatter, csv, json, svg, output } = self;
        input.require_lines(false, "compare prints a table")?;
        let pair = scatter.as_deref().map(|names| pair(names, &trials.methods.0)).transpose()?;
        let form = svg.as_deref().map(ImageFormat::of).transpose()?;
        // Puzzles are only read here, in order.
        let budget = Limits { time_limit: None, node_limit: None, ..trials.limits }.budget();
        let batch = Batch { budget, ..Batch::without_limits(&input, &output, Some(1)) };
        let svg = svg.zip(form);
        let job = CompareJob { trials, pair, csv, json, svg, entries: Mutex::default() };
        batch::run(&batch, "", &job)
    }
}

/// Returns the positions of the two named methods.
fn pair(names: &str, contenders: &[Contender]) -> Result<[usize; 2], Refused> {
    let find = |name: &str| {
        let known = || contenders.iter().map(|contender| contender.name.as_str());
        known().position(|known| known == name.trim()).ok_or_else(|| {
            let meant =
                nearest(name, known()).map_or(String::new(), |meant| format!(" (did you mean {meant}?)"));
            Refused(format!(
                "--scatter takes two of the methods that are compared, and {name:?} is none{meant}"
            ))
        })
    };
    match names.split_once(',') {
        Some((a, b)) => Ok([find(a)?, find(b)?]),
        None => Err(Refused("--scatter takes two methods with a comma between".into())),
    }
}

/// Writes plots to a file.
pub(crate) fn draw(
    path: &Path,
    form: ImageFormat,
    plots: &[plot::Plot],
    files: &Files,
) -> Result<(), String> {
    files.save(path, &form.bytes(&plot::page(plots), "Comparison"))
}

/// Job that collects the puzzles and runs the methods at the end.
struct CompareJob {
    trials: Trials,
    pair: Option<[usize; 2]>,
    csv: Option<PathBuf>,
    json: Option<PathBuf>,
    svg: Option<(PathBuf, ImageFormat)>,
    entries: Mutex<Vec<Entry>>,
}

impl Job for CompareJob {
    fn files(&self) -> Vec<&Path> {
        let svg = self.svg.iter().map(|(path, _)| path);
        self.csv.iter().chain(&self.json).chain(svg).map(PathBuf::as_path).collect()
    }

    fn answer(&self, asked: Asked<'_>, _: &mut Worker, _: &mut Reply) {
        let Asked { puzzle, item, .. } = asked;
        let (line, _) = puzzle.place(0);
        let entry = Entry {
            problem: Problem::Puzzle(puzzle.clone()),
            index: item.index,
            source: item.source.to_owned(),
            line,
        };
        self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(entry);
    }

    /// Drops lines that are not puzzles: they do not belong in a table.
    fn echo(&self, _: &[u8], _: &mut Reply) {}

    fn end(&self, session: &Session) {
        let entries =
            std::mem::take(&mut *self.entries.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
        if entries.is_empty() {
            return;
        }
        let mut contest = Contest::new(self.trials.methods.0.clone(), entries);
        // The results come at the end; until then the terminal shows the progress.
        session.progress.show(false);
        contest.run(&self.trials, session);
        let done: Vec<usize> = contest.done().collect();
        let summaries = summaries(&contest, &done);
        let table = table::table(&contest, &summaries, &self.trials);
        if done.is_empty() {
            // Interrupted before any result: old files stay.
            session.progress.finish();
            return session.header(&table);
        }
        let mut reply = Reply { out: table.into_bytes(), notes: disagreements(&contest), ..Reply::default() };
        reply.tally.failures = reply.notes.len() as u64;
        reply.tally.counts[Status::Solved as usize] = done.len() as u64;
        for what in self.save(&contest, &summaries, session).into_iter().filter_map(Result::err) {
            reply.notes.push(format!("sudoku: {what}"));
            reply.tally.count(Status::Invalid);
        }
        session.progress.finish();
        session.deliver(session.hand_out(), &mut reply, true);
    }
}

impl CompareJob {
    /// Writes all requested files.
    fn save(&self, contest: &Contest, summaries: &[Summary], session: &Session) -> Vec<Result<(), String>> {
        let CompareJob { trials, pair, csv, json, svg, .. } = self;
        let (machine, files) = (Machine::this(), &session.files);
        let csv = csv.as_ref().map(|path| files.save(path, write::csv(contest, &machine).as_bytes()));
        let json = json
            .as_ref()
            .map(|path| files.save(path, write::json(contest, summaries, trials, &machine).as_bytes()));
        let svg = svg.as_ref().map(|(path, form)| {
            let scatter = pair.map(|pair| plots::scatter(contest, pair, trials));
            let plots: Vec<_> = [plots::cactus(contest, trials)].into_iter().chain(scatter).collect();
            draw(path, *form, &plots, files)
        });
        [csv, json, svg].into_iter().flatten().collect()
    }
}
