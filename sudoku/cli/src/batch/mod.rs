//! Reads puzzles and answers them with one thread or several.
//!
//! One thread does everything in turn. Further threads start when an input has more than one puzzle at hand: the
//! reader cuts its chunks into pieces of work of about [`PIECE_TIME`] each, workers answer the pieces, and the
//! session prints the replies in input order.

mod answerer;
mod job;
mod pictures;
mod session;

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sudoku::format::{Chunk, Kind, Options, Parser, Record, Records};
use sudoku::{Budget, SimdPath, Solver};

use crate::args::strategy::Way;
use crate::args::{Effort, EngineChoice, Input, Output};
use crate::files::Files;
use crate::source::Source;
use crate::{Usage, question, say};
use answerer::Answerer;
pub(crate) use job::{Item, Job, Reply, Solved, Tally, Worker};
pub(crate) use pictures::Pictures;
pub(crate) use session::Session;

/// Time that a piece of work is meant to take: short enough to share evenly, long enough to fill the lanes many
/// times.
const PIECE_TIME: Duration = Duration::from_millis(10);
/// Maximum number of puzzles in a piece: larger pieces fall out of the cache before they are printed.
const MOST_IN_PIECE: u64 = 1024;
/// Assumed time of a puzzle before any has been measured.
const FIRST_GUESS: Duration = Duration::from_micros(200);

/// Settings of a batch run.
pub(crate) struct Batch<'a> {
    pub input: &'a Input,
    pub output: &'a Output,
    pub budget: Budget,
    pub threads: Option<u16>,
    pub portable: bool,
    pub engine: EngineChoice,
    /// The requested search; `None` stands for the fastest one.
    pub way: Option<Way>,
}

impl<'a> Batch<'a> {
    /// Returns the settings that the arguments ask for.
    pub fn new(input: &'a Input, output: &'a Output, effort: &Effort) -> Batch<'a> {
        let &Effort { threads, portable, engine, .. } = effort;
        Batch { input, output, budget: effort.budget(), threads, portable, engine, way: None }
    }
}

/// Answers all puzzles of the input. Returns the exit status.
pub(crate) fn run(batch: &Batch<'_>, header: &str, job: &dyn Job) -> Result<u8, Usage> {
    if batch.input.batch && batch.input.from.is_some_and(|format| !format.is_one_line()) {
        return Err(Usage("--batch takes one puzzle a line: no other format fits".into()));
    }
    let sources = Source::all(batch.input)?;
    let options = question::options(batch.input, &sources);
    let files = Files::reading(&sources);
    job.files().into_iter().try_for_each(|path| files.claim(path))?;
    let session = Session::open(batch.input.batch, batch.output, job.pictures().is_some(), files)?;
    session.header(header);
    if job.shows_progress() {
        session.progress.show_among_results();
    }
    let run = BatchRun {
        batch,
        job,
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
    options: Options,
    several: bool,
    session: Arc<Session>,
    /// Estimated nanoseconds for a puzzle.
    nanos_each: AtomicU64,
}

/// Range of records for one worker.
struct Piece {
    number: u64,
    chunk: Arc<Chunk>,
    records: Range<usize>,
    /// Number of puzzles before the piece in the input.
    index: u64,
    source: Arc<str>,
    alone: bool,
}

impl Piece {
    fn records(&self) -> &[Record] {
        &self.chunk.records[self.records.clone()]
    }
}

impl BatchRun<'_> {
    fn all(&self, sources: &[Source]) {
        let threads = match self.batch.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, NonZero::get),
        };
        // Pieces are answered on this thread until there is enough work for several.
        let mut own = self.answerer();
        std::thread::scope(|scope| {
            let (send, receive) = sync_channel::<Piece>(2 * threads);
            let receive = Arc::new(Mutex::new(receive));
            let mut parallel = false;
            self.read(sources, |piece, more| {
                if threads > 1 && more && !parallel {
                    parallel = true;
                    for _ in 0..threads {
                        let receive = receive.clone();
                        scope.spawn(move || self.work(&receive));
                    }
                }
                match parallel {
                    // Sending fails only after all workers have ended, which they do when no more work comes.
                    true => drop(send.send(piece)),
                    false => own.answer(&piece),
                }
            });
            drop(send);
        });
    }

    fn work(&self, receive: &Mutex<Receiver<Piece>>) {
        let mut answerer = self.answerer();
        loop {
            let next = receive.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).recv();
            match next {
                Ok(piece) => answerer.answer(&piece),
                Err(_) => return,
            }
        }
    }

    /// Reads all sources and cuts them into pieces. `give` also receives whether more puzzles are at hand.
    fn read(&self, sources: &[Source], mut give: impl FnMut(Piece, bool)) {
        let session = &self.session;
        let skip = self.batch.input.skip;
        let end = self.batch.input.take.map_or(u64::MAX, |take| skip.saturating_add(take));
        let mut index = 0;
        let sizes: Option<u64> = sources.iter().map(|source| source.size()).sum();
        session.progress.expect(sizes.unwrap_or(0));
        for (at, source) in sources.iter().enumerate() {
            let name: Arc<str> = match source {
                Source::Typed(_) if self.several => format!("{} {}", source.name(), at + 1).into(),
                _ => source.name(),
            };
            let reader = match source.open() {
                Ok(reader) => reader,
                Err(error) => {
                    session.failed(&format!("{name}: {error}"));
                    continue;
                }
            };
            let mut records = Records::new(reader, &self.options);
            let mut read = 0;
            let mut first = true;
            loop {
                if session.is_over() || index >= end {
                    return;
                }
                let Some(next) = session.interrupt.while_reading(|| records.next_chunk()) else {
                    return;
                };
                let chunk = match next {
                    Ok(Some(chunk)) => Arc::new(chunk),
                    Ok(None) => break,
                    Err(error) => {
                        session.failed(&format!("{name}: {error}"));
                        break;
                    }
                };
                session.progress.read(chunk.offset - read);
                read = chunk.offset;
                let alone = first && !self.several && chunk.records.len() == 1 && !chunk.more;
                first &= chunk.records.is_empty();
                let mut at = 0;
                while at < chunk.records.len() && !session.is_over() {
                    let nanos = self.nanos_each.load(Ordering::Relaxed).max(1);
                    let wanted = (PIECE_TIME.as_nanos() as u64 / nanos).clamp(1, MOST_IN_PIECE) as usize;
                    // As equal as possible: the lanes of a short piece are soon empty.
                    let left = chunk.records.len() - at;
                    let to = at + left.div_ceil(left.div_ceil(wanted));
                    let puzzles =
                        chunk.records[at..to].iter().filter(|record| record.kind != Kind::Echo).count()
                            as u64;
                    let more = chunk.records.len() > 1;
                    let number = session.hand_out();
                    let piece = Piece {
                        number,
                        chunk: chunk.clone(),
                        records: at..to,
                        index,
                        source: name.clone(),
                        alone,
                    };
                    give(piece, more);
                    at = to;
                    index += puzzles;
                    if index >= end {
                        return;
                    }
                }
            }
        }
    }

    fn answerer(&self) -> Answerer<'_> {
        let budget = self.batch.budget.clone().cancel(&self.session.interrupt.cancel);
        let simd = if self.batch.portable { SimdPath::Portable } else { SimdPath::Auto };
        let solver = Solver::new(budget).simd(simd).engine(self.batch.engine.engine());
        Answerer {
            run: self,
            parser: Parser::new(self.options.clone()),
            reply: Reply::default(),
            worker: Worker {
                solver: match &self.batch.way {
                    Some(way) => way.solver(solver),
                    None => solver,
                },
                session: self.session.clone(),
            },
        }
    }
}
