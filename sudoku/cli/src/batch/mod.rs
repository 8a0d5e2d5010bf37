//! Reads puzzles and answers them with one thread or several.
//!
//! Each thread takes a [piece](pieces::Piece) of the input, answers its puzzles and takes the next; whoever finds no
//! piece left reads on. Further threads start when an input has more than one puzzle at hand. The session prints the
//! replies in input order.

mod answerer;
mod job;
mod pictures;
mod pieces;
mod session;

use std::num::NonZero;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sudoku::explain::Explainer;
use sudoku::format::{Options, Parser};
use sudoku::{Budget, Engine, SimdPath, Solver};
use sudoku_ask::Way;

use crate::args::{Effort, Input, Output};
use crate::files::Files;
use crate::reply::Reply;
use crate::source::Source;
use crate::{Refused, question, say};
use answerer::Answerer;
pub(crate) use job::{Asked, Job, SolutionsOf, Wants, Worker};
pub(crate) use pictures::Pictures;
use pieces::Pieces;
pub(crate) use session::Session;

/// Assumed time of a puzzle before any has been measured.
const FIRST_GUESS: Duration = Duration::from_micros(200);

/// Settings of a batch run.
pub(crate) struct Batch<'a> {
    pub input: &'a Input,
    pub output: &'a Output,
    pub budget: Budget,
    pub threads: Option<u16>,
    pub portable: bool,
    pub engine: Engine,
    /// The requested search; `None` stands for the fastest one.
    pub way: Option<Way>,
}

impl<'a> Batch<'a> {
    /// Returns the settings that the arguments ask for.
    pub fn new(input: &'a Input, output: &'a Output, effort: &Effort) -> Batch<'a> {
        let &Effort { threads, portable, engine, .. } = effort;
        let budget = effort.budget();
        Batch { budget, portable, engine, ..Batch::without_limits(input, output, threads) }
    }

    /// Returns the settings of commands that do not search.
    pub fn without_limits(input: &'a Input, output: &'a Output, threads: Option<u16>) -> Batch<'a> {
        let (budget, engine) = (Budget::default(), Engine::Auto);
        Batch { input, output, budget, threads, portable: false, engine, way: None }
    }
}

/// Answers all puzzles of the input. Returns the exit status.
pub(crate) fn run(batch: &Batch<'_>, header: &str, job: &dyn Job) -> Result<u8, Refused> {
    if batch.input.batch && batch.input.from.is_some_and(|format| !format.is_one_line()) {
        return Err(Refused("--batch takes one puzzle a line: no other format fits".into()));
    }
    let sources = Source::all(batch.input)?;
    let mut options = question::options(batch.input, &sources);
    if !batch.input.ignore_unknown {
        options.unknown = job.wants().unknown;
    }
    let files = Files::reading(&sources);
    job.files().into_iter().try_for_each(|path| files.claim(path))?;
    let session = Session::open(batch.input.batch, batch.output, job.pictures().is_some(), files)?;
    session.header(header);
    if job.wants().shows_progress {
        session.progress.show_among_results();
    }
    let run = BatchRun {
        batch,
        job,
        wants: job.wants(),
        options,
        several: sources.len() > 1,
        session: session.clone(),
        nanos_each: AtomicU64::new(FIRST_GUESS.as_nanos() as u64),
    };
    run.all(&sources);
    job.end(&session);
    let input = batch.input;
    if session.had_nothing() && !input.batch && input.skip == 0 && input.take != Some(0) {
        let names: Vec<_> = sources.iter().map(Source::name).collect();
        say!("sudoku: no puzzle in {}", names.join(", "));
    }
    Ok(session.finish())
}

struct BatchRun<'a> {
    batch: &'a Batch<'a>,
    job: &'a dyn Job,
    wants: Wants,
    options: Options,
    several: bool,
    session: Arc<Session>,
    /// Estimated nanoseconds for a puzzle.
    nanos_each: AtomicU64,
}

impl BatchRun<'_> {
    fn all(&self, sources: &[Source]) {
        let threads = match self.batch.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, NonZero::get),
        };
        let pieces = Mutex::new(Pieces::new(self, sources));
        let next = || pieces.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
        let work = || {
            let mut answerer = self.answerer();
            while let Some(piece) = next() {
                answerer.answer(&piece);
            }
        };
        // This thread answers alone until there is enough work for several.
        let mut own = self.answerer();
        std::thread::scope(|scope| {
            let mut others = threads.saturating_sub(1);
            while let Some(piece) = next() {
                if piece.chunk.records.len() > 1 {
                    (0..std::mem::take(&mut others)).for_each(|_| drop(scope.spawn(work)));
                }
                own.answer(&piece);
            }
        });
    }

    fn answerer(&self) -> Answerer<'_> {
        let budget = self.batch.budget.clone().cancel(&self.session.interrupt.cancel);
        let simd = if self.batch.portable { SimdPath::Portable } else { SimdPath::Auto };
        let solver = Solver::new(budget).simd(simd).engine(self.batch.engine);
        Answerer {
            run: self,
            parser: Parser::new(self.options.clone()),
            reply: Reply::default(),
            worker: Worker {
                solver: match &self.batch.way {
                    Some(way) => way.solver(solver),
                    None => solver,
                },
                explainer: Explainer::default(),
                session: self.session.clone(),
            },
        }
    }
}
