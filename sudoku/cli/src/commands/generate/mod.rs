//! `sudoku generate`: random puzzles.
//!
//! ```text
//!   arguments ──► one run, or the batches of a plan ──► workers: attempts ──► making ──► sink: writer, session
//! ```

mod args;
mod difficulty;
mod journal;
mod known;
mod making;
mod plan;
mod shape;
mod table;
mod workers;
mod writer;

use std::hash::{BuildHasher as _, RandomState};
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sudoku::{Cancel, Generator, NODES_PER_QUESTION, Puzzle, Requirements, SimdPath};

use crate::args::Output;
use crate::batch::Session;
use crate::command::Command;
use crate::files::Files;
use crate::progress::grouped;
use crate::source::Source;
use crate::{Refused, say};

pub(crate) use args::Generate;
use making::{Making, Sink};
use writer::Writer;

/// Upper bound of the seeds that the program chooses: they are short enough to be typed.
const SEEDS: u64 = 1_000_000_000;

impl Command for Generate {
    const NAME: &'static str = "generate";
    const ABOUT: &'static str = "Generate puzzles with one solution";

    fn run(self) -> Result<u8, Refused> {
        if let Some(plan) = &self.plan {
            return plan::run(&self, plan);
        }
        let open = shape::shape(&self)?;
        let requirements = requirements(&self, &open)?;
        let seed = seed(&self);
        let generator = |stop: &Cancel| {
            Generator::new(&open, requirements.clone(), seed)
                .map(|generator| generator.simd(simd(&self)).cancel(stop))
        };
        generator(&Cancel::new())?;
        let session = session(&self, self.count)?;
        let deadline = self.time_limit.and_then(|time| Instant::now().checked_add(time));
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let is_over = || is_late() || session.is_over();
        let known = (!self.distinct.is_empty())
            .then(|| known::known(&self.distinct, &session.interrupt, is_over))
            .transpose()?;
        if self.seed.is_none() && (self.count > 1 || self.stats) {
            say!("seed {seed}");
        }
        let writer = Writer::new(&self, std::slice::from_ref(&open), !self.rules.is_empty(), self.count);
        let mut making = Making::new(&self, self.count, 0);
        session.header(writer.header());
        let mut sink = Sink { session: &session, writer, known };
        let begun = Instant::now();
        // What is known may not have been read to its end.
        let (questions, undecided) = if is_over() {
            (0, 0)
        } else {
            workers::make(
                self.threads(),
                0,
                |stop| generator(stop).ok(),
                is_over,
                |attempt| {
                    making.take(attempt, &mut sink, |sink, puzzle, solution| sink.write(puzzle, solution))
                },
            )
        };
        let is_closed = session.is_over();
        let status = session.finish();
        if self.stats {
            say!("{}", summary(making.made, making.tried, questions, begun.elapsed()));
        }
        if undecided > 0 && making.made > 0 {
            let nodes = grouped(NODES_PER_QUESTION);
            say!(
                "sudoku: up to {} clues may be redundant: they were kept where {nodes} nodes did not decide (--minimal goes on)",
                grouped(undecided)
            );
        }
        Ok(if status != 0 || is_closed { status } else { making.report(self.time_limit) })
    }
}

/// Opens the output for so many puzzles.
fn session(args: &Generate, count: u64) -> Result<Arc<Session>, Refused> {
    let output = Output { output: args.output.clone(), stats: false, verbose: false };
    let read = [&args.like, &args.pattern].into_iter().flatten().map(|path| Source::File(path.into()));
    let read: Vec<Source> = read.chain(args.distinct.iter().cloned().map(Source::named)).collect();
    let session = Session::open(false, &output, false, Files::reading(&read))?;
    session.progress.want(count);
    session.progress.show_among_results();
    Ok(session)
}

fn seed(args: &Generate) -> u64 {
    args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % SEEDS)
}

fn simd(args: &Generate) -> SimdPath {
    if args.portable { SimdPath::Portable } else { SimdPath::Auto }
}

fn requirements(args: &Generate, open: &Puzzle) -> Result<Requirements, Refused> {
    let (least, most) = args.clues.unwrap_or_default();
    let pattern = args.pattern.as_ref().map(|pattern| shape::pattern(pattern, open)).transpose()?;
    let has_rules = !open.clues().is_empty() || !args.rules.is_empty();
    Ok(Requirements::default()
        .with_least(least)
        .with_most(most)
        .with_minimal(args.minimal)
        .with_symmetry(args.symmetry)
        .with_style(args.style)
        .with_difficulty(args.wanted(has_rules))
        .with_rules(args.rules.iter().flat_map(|meant| meant.0.iter().copied()).collect::<Vec<_>>())
        .with_pattern(pattern))
}

impl Generate {
    /// The number of threads.
    fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(processors, usize::from)
    }
}

/// Returns the text for `--stats`.
fn summary(made: u64, tried: u64, questions: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let mut text = format!("{} puzzles in {seconds:.3} s", grouped(made));
    if made > 0 {
        let (rate, each) = ((made as f64 / seconds) as u64, 1e6 * seconds / made as f64);
        text += &format!(" ({} a second, {each:.1} µs each)", grouped(rate));
    }
    text + &format!("\n{} full grids tried, {} questions asked", grouped(tried), grouped(questions))
}
