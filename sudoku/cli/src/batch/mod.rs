//! Reads puzzles and answers them with one thread or several.
//!
//! One thread does everything in turn. Further threads start when an input has more than one puzzle at hand: the
//! reader cuts its chunks into pieces of work of about [`PIECE_TIME`] each, workers answer the pieces, and the
//! session prints the replies in input order.

mod job;
mod pictures;
mod session;

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sudoku::format::{self, Chunk, Kind, Options, ParseError, Parser, Records};
use sudoku::{Budget, End, Remark, SimdPath, Solver};

use crate::args::strategy::Way;
use crate::args::{Effort, EngineChoice, Input, Output};
use crate::files::Files;
use crate::report::Status;
use crate::source::Source;
use crate::{Usage, question, say};
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
/// Time after which the finished results of a piece are handed over even if the piece is not done.
const PARTIAL_AFTER: Duration = Duration::from_millis(20);

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
                    let to = (at + wanted).min(chunk.records.len());
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

/// Worker that answers pieces one after the other.
struct Answerer<'a> {
    run: &'a BatchRun<'a>,
    parser: Parser,
    worker: Worker,
}

impl Answerer<'_> {
    fn answer(&mut self, piece: &Piece) {
        let session = self.run.session.clone();
        let input = self.run.batch.input;
        let (first, end) = (input.skip, input.take.map_or(u64::MAX, |take| input.skip.saturating_add(take)));
        let mut reply = Reply::with_notes(session.notes_left());
        let begun = Instant::now();
        let mut delivered = begun;
        let mut index = piece.index;
        let records = &piece.chunk.records[piece.records.clone()];
        // All records are parsed first, so that the puzzles can be solved together.
        let mut read = Vec::with_capacity(records.len());
        for record in records {
            let text = piece.chunk.text(record);
            if record.kind == Kind::Echo {
                read.push((record, Read::Echo(text)));
                continue;
            }
            index += 1;
            if index > first && index <= end {
                let puzzle = match self.parser.read(text, record) {
                    Ok(puzzle) if puzzle.about().is_some() => self.accepted(puzzle),
                    other => other,
                };
                read.push((record, Read::Puzzle(index, puzzle)));
            }
        }
        // The time limit of a single puzzle counts from here, and includes its reading. With several puzzles, each
        // limit counts from the puzzle's own search: the time for reading one puzzle is not known, but it is short.
        let is_one = read.len() == 1;
        self.worker.solver.begin_at(is_one.then_some(begun));
        let mut together = self.together(&read).into_iter();
        for (record, read) in read {
            let (index, puzzle) = match read {
                Read::Echo(text) => {
                    self.run.job.echo(text, &mut reply);
                    continue;
                }
                Read::Puzzle(index, puzzle) => (index, puzzle),
            };
            let solved = puzzle.is_ok().then(|| together.next()).flatten().flatten();
            let is_quick = solved.is_some();
            // After an interrupt, finished answers are printed up to the first unfinished one.
            let is_done = solved.as_ref().is_some_and(|solved| solved.answer.end != End::Limit);
            if self.worker.is_interrupted() && !is_done {
                break;
            }
            let time = self.run.batch.budget.limits().time_limit();
            let deadline =
                time.and_then(|time| if is_one { begun } else { Instant::now() }.checked_add(time));
            let item = Item {
                deadline,
                index,
                first_index: first + 1,
                source: &piece.source,
                alone: piece.alone || self.run.batch.input.take == Some(1),
                piece: piece.number,
            };
            self.one(record, puzzle, solved, &item, &mut reply);
            // Puzzles that were solved together are only printed: the clock need not be read.
            if !is_quick && delivered.elapsed() > PARTIAL_AFTER {
                session.deliver(piece.number, &mut reply, false);
                delivered = Instant::now();
            }
        }
        let answered = (index - piece.index).max(1);
        let nanos = begun.elapsed().as_nanos() as u64 / answered;
        // The estimate rises at once with slow puzzles and falls gradually with fast ones.
        let known = self.run.nanos_each.load(Ordering::Relaxed);
        self.run.nanos_each.store(nanos.max(known / 4), Ordering::Relaxed);
        session.deliver(piece.number, &mut reply, true);
    }

    /// Returns a puzzle unless its remarks or unknown parts are errors.
    fn accepted(&self, puzzle: sudoku::Puzzle) -> Result<sudoku::Puzzle, ParseError> {
        let input = self.run.batch.input;
        let puzzle = strictly(puzzle, input.strict)?;
        if self.run.job.needs_rules() { input.understood(puzzle) } else { Ok(puzzle) }
    }

    /// Solves those puzzles that are solved faster together, if the job asks for solutions. `None` marks a puzzle
    /// that is left to be solved alone.
    fn together(&mut self, read: &[(&format::Record, Read<'_>)]) -> Vec<Option<Solved>> {
        let Some(most) = self.run.job.most() else {
            return Vec::new();
        };
        let puzzles: Vec<&sudoku::Puzzle> = read
            .iter()
            .filter_map(|(_, read)| match read {
                Read::Puzzle(_, puzzle) => puzzle.as_ref().ok(),
                Read::Echo(_) => None,
            })
            .collect();
        if puzzles.len() < 2 && !self.run.job.solves_each() {
            return Vec::new();
        }
        let begun = Instant::now();
        let answers = self.worker.solver.solve_together(&puzzles, most);
        let micros = begun.elapsed().as_micros() as u64 / puzzles.len().max(1) as u64;
        answers.into_iter().map(|answer| answer.map(|answer| Solved { answer, micros })).collect()
    }

    fn one(
        &mut self,
        record: &format::Record,
        read: Result<sudoku::Puzzle, ParseError>,
        solved: Option<Solved>,
        item: &Item<'_>,
        reply: &mut Reply,
    ) {
        match read {
            Ok(puzzle) => {
                if self.run.batch.output.verbose {
                    let (line, column) = puzzle.place(0);
                    reply.remarks.push(item.note(line, column, &reading(&record.kind, &puzzle)));
                }
                for Remark { place: (line, column), what } in remarks(&puzzle) {
                    reply.notes.push(item.note(*line, *column, &format!("warning: {what}")));
                }
                guesses(&puzzle, item, reply);
                if self.run.job.pictures().is_some_and(|pictures| pictures.refuses(item, reply)) {
                    return;
                }
                let is_drawn = puzzle.about().is_some_and(|about| about.is_drawn);
                // Rules may be missing where they were recognised: a solution is one only if there is no other.
                let solved = solved.filter(|solved| !is_drawn || solved.answer.end != End::Enough);
                let solved = match (solved, self.run.job.most()) {
                    (None, Some(most)) if self.run.job.solves_each() => {
                        let begun = Instant::now();
                        let most = if is_drawn { most.max(2) } else { most };
                        let answer = self.worker.solver.solve_alone(&puzzle, most);
                        Some(Solved { answer, micros: begun.elapsed().as_micros() as u64 })
                    }
                    (solved, _) => solved,
                };
                if is_drawn
                    && self.run.job.shows_solution()
                    && let Some(error) = solved.as_ref().and_then(|solved| disagreement(&puzzle, solved))
                {
                    return self.refuse(&error, item, reply);
                }
                self.run.job.answer(&puzzle, solved, item, &mut self.worker, reply);
            }
            Err(error) => self.refuse(&error, item, reply),
        }
    }

    /// Reports a puzzle that cannot be answered as it was read.
    fn refuse(&self, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        reply.notes.push(item.note(error.line, error.column, &error.message()));
        reply.tally.count(Status::Invalid);
        self.run.job.invalid(error, item, reply);
    }
}

/// Reports how the parts of a drawing were read.
fn guesses(puzzle: &sudoku::Puzzle, item: &Item<'_>, reply: &mut Reply) {
    let Some(about) = puzzle.about() else { return };
    let (line, column) = puzzle.place(0);
    for guess in &about.guesses {
        reply.notes.push(item.note(line, column, &format!("read as {guess}")));
    }
    if let Some(part) = about.guesses.iter().find_map(|guess| guess.parts.first()) {
        let what = format!("a reading is changed by --as PART=RULE, as in --as {part}=nothing");
        reply.notes.push(item.note(line, column, &what));
    }
}

/// Compares the only solution of a drawn puzzle with the one that its document brings.
fn disagreement(puzzle: &sudoku::Puzzle, solved: &Solved) -> Option<ParseError> {
    let supplied = puzzle.about()?.solution.as_deref()?;
    let [found] = &solved.answer.solutions[..] else { return None };
    let cell = supplied.iter().zip(found).position(|(supplied, found)| supplied != found)?;
    let [says, is] = [supplied, found].map(|values| puzzle.symbols().get(values[cell]));
    let name = puzzle.grid().name(cell);
    let what = format!("the document brings another solution, with {says} in {name} where {is} was found");
    let (line, column) = puzzle.place(cell);
    Some(
        ParseError::new(line, column, what).hint("a part of the drawing was misread: --as changes a reading"),
    )
}

/// Returns what the reader did not understand, or took for a mistake.
fn remarks(puzzle: &sudoku::Puzzle) -> &[Remark] {
    puzzle.about().map_or(&[], |about| &about.remarks)
}

/// Returns the first remark as an error if reading is strict.
fn strictly(puzzle: sudoku::Puzzle, strict: bool) -> Result<sudoku::Puzzle, ParseError> {
    match remarks(&puzzle).first() {
        Some(Remark { place: (line, column), what }) if strict => {
            Err(ParseError::new(*line, *column, what).hint("without --strict it is a warning"))
        }
        _ => Ok(puzzle),
    }
}

/// Record after parsing.
enum Read<'a> {
    /// Puzzle with its number in the input.
    Puzzle(u64, Result<sudoku::Puzzle, ParseError>),
    Echo(&'a [u8]),
}

/// Describes how a puzzle was read, for `--verbose`.
fn reading(kind: &Kind, puzzle: &sudoku::Puzzle) -> String {
    let grid = puzzle.grid();
    let regions = match grid.boxes() {
        Some((height, width)) => format!("boxes {height}x{width}"),
        None if grid.has_regions() => "regions".to_owned(),
        None => "no boxes".to_owned(),
    };
    format!(
        "read as {}: {}x{}, {regions}, symbols {}, {} givens",
        kind.name(),
        grid.rows(),
        grid.columns(),
        puzzle.symbols(),
        puzzle.givens()
    )
}
