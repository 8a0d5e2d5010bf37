//! `sudoku generate`: random puzzles.

mod args;
mod difficulty;
mod shape;
mod workers;

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, IsTerminal as _};
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sudoku::explain::{Explainer, Technique};
use sudoku::format::{self, Format};
use sudoku::print::Picture;
use sudoku::{
    About, Attempt, Cancel, Generator, MOST_ATTEMPTS, NODES_PER_QUESTION, Puzzle, Requirements, SimdPath,
};
use sudoku_ask::{Convert, Converted, Status};

use crate::args::Output;
use crate::batch::Session;
use crate::command::Command;
use crate::files::Files;
use crate::progress::grouped;
use crate::reply::Reply;
use crate::source::Source;
use crate::{FAILED, LIMIT, Usage, say};

pub(crate) use args::Generate;
use args::Written;
use difficulty::Techniques;

/// Upper bound of the seeds that the program chooses: they are short enough to be typed.
const SEEDS: u64 = 1_000_000_000;

impl Command for Generate {
    const NAME: &'static str = "generate";
    const ABOUT: &'static str = "Generate puzzles with one solution";

    fn run(self) -> Result<u8, Usage> {
        let open = shape::shape(&self)?;
        let requirements = requirements(&self, &open)?;
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % SEEDS);
        let path = if self.portable { SimdPath::Portable } else { SimdPath::Auto };
        let generator = |stop: &Cancel| {
            Generator::new(&open, requirements.clone(), seed)
                .map(|generator| generator.simd(path).cancel(stop))
        };
        generator(&Cancel::new())?;
        let session = session(&self)?;
        if self.seed.is_none() && (self.count > 1 || self.stats) {
            say!("seed {seed}");
        }
        let mut making = Making::new(&self, &open, &session);
        session.header(making.writer.header());
        let begun = Instant::now();
        let deadline = self.time_limit.and_then(|time| begun.checked_add(time));
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.map_or_else(processors, usize::from);
        let (questions, undecided) = workers::make(
            threads,
            generator,
            || is_late() || session.is_over(),
            |attempt| making.take(attempt),
        );
        let is_closed = session.is_over();
        let status = session.finish();
        if self.stats {
            say!("{}", summary(making.writer.written, making.tried, questions, begun.elapsed()));
        }
        if undecided > 0 && making.writer.written > 0 {
            let nodes = grouped(NODES_PER_QUESTION);
            say!(
                "sudoku: up to {} clues may be redundant: they were kept where {nodes} nodes did not decide (--minimal goes on)",
                grouped(undecided)
            );
        }
        Ok(if status != 0 || is_closed { status } else { making.report(self.time_limit) })
    }
}

/// Opens the output.
fn session(args: &Generate) -> Result<Arc<Session>, Usage> {
    let output = Output { output: args.output.clone(), stats: false, verbose: false };
    let read = [&args.like, &args.pattern].into_iter().flatten();
    let read: Vec<Source> = read.map(|path| Source::File(path.into())).collect();
    let session = Session::open(false, &output, false, Files::reading(&read))?;
    session.progress.want(args.count);
    session.progress.show_among_results();
    Ok(session)
}

/// Reason why no more puzzles are made.
enum End {
    Enough,
    /// No full grid keeps the rules.
    Impossible,
    GaveUp,
    /// Stopped by the time limit or by the user.
    Stopped,
}

/// A run of attempts.
struct Making<'a> {
    session: &'a Session,
    writer: Writer,
    /// The number of puzzles to make.
    count: u64,
    /// The number of successive full grids without a puzzle after which it gives up.
    patience: u64,
    /// The techniques at whose first step a position is written instead of the puzzle; none for puzzles.
    at: Vec<&'static Technique>,
    explainer: Explainer,
    tried: u64,
    /// The number of full grids since the latest puzzle.
    missed: u64,
    end: End,
}

impl<'a> Making<'a> {
    fn new(args: &Generate, open: &Puzzle, session: &'a Session) -> Making<'a> {
        let usual = args.time_limit.is_none().then_some(MOST_ATTEMPTS);
        let patience = args.attempts.or(usual).unwrap_or(u64::MAX);
        let (writer, count) = (Writer::new(args, open), args.count);
        let needs = args.needs.iter().flat_map(|Techniques(set)| set.iter().copied());
        let at = if args.at { needs.collect() } else { Vec::new() };
        let explainer = Explainer::new();
        Making { session, writer, count, patience, at, explainer, tried: 0, missed: 0, end: End::Stopped }
    }

    /// Takes the result of an attempt. Returns whether to go on.
    fn take(&mut self, attempt: Attempt) -> bool {
        if let Attempt::Puzzle(..) | Attempt::Missed = attempt {
            self.tried += 1;
            self.session.progress.tried(1);
        }
        let end = match self.position(attempt) {
            Attempt::Stopped => End::Stopped,
            Attempt::Impossible => End::Impossible,
            Attempt::Missed => {
                self.missed += 1;
                if self.missed < self.patience {
                    return true;
                }
                End::GaveUp
            }
            Attempt::Puzzle(puzzle, solution) => {
                self.missed = 0;
                let mut reply = Reply::default();
                self.writer.write(*puzzle, solution, &mut reply);
                reply.tally.count(Status::Unique);
                self.session.deliver(self.session.hand_out(), &mut reply, true);
                if self.writer.written < self.count {
                    return true;
                }
                End::Enough
            }
        };
        self.end = end;
        false
    }

    /// Turns a puzzle into the position that is wanted, if one is.
    fn position(&mut self, attempt: Attempt) -> Attempt {
        match attempt {
            Attempt::Puzzle(puzzle, solution) if !self.at.is_empty() => {
                match self.explainer.position(&puzzle, &self.at) {
                    Some(position) => Attempt::Puzzle(Box::new(position), solution),
                    None => Attempt::Missed,
                }
            }
            other => other,
        }
    }

    /// Reports why there are fewer puzzles than requested. Returns the exit status.
    fn report(&self, time_limit: Option<Duration>) -> u8 {
        let found =
            format!("sudoku: {} of {} puzzles found", grouped(self.writer.written), grouped(self.count));
        match self.end {
            End::Enough => 0,
            End::Impossible => {
                say!("sudoku: there is no puzzle: no full grid keeps the rules");
                FAILED
            }
            End::GaveUp => {
                let (patience, hint) = (grouped(self.patience), "--attempts or --time-limit allow more");
                say!("{found}: {patience} successive full grids gave no puzzle ({hint})");
                LIMIT
            }
            End::Stopped => {
                say!("{found} in {:?}", time_limit.unwrap_or_default());
                LIMIT
            }
        }
    }
}

fn requirements(args: &Generate, open: &Puzzle) -> Result<Requirements, Usage> {
    let (least, most) = args.clues.unwrap_or_default();
    let pattern = args.pattern.as_ref().map(|pattern| shape::pattern(pattern, open)).transpose()?;
    Ok(Requirements::default()
        .with_least(least)
        .with_most(most)
        .with_minimal(args.minimal)
        .with_symmetry(args.symmetry)
        .with_difficulty(args.wanted())
        .with_rules(args.rules.iter().flat_map(|meant| meant.0.iter().copied()).collect::<Vec<_>>())
        .with_pattern(pattern))
}

/// Returns the default form: one line, but a picture for a single puzzle on a terminal, and the native format where a
/// line or a picture cannot hold the puzzle.
fn usual_format(open: &Puzzle, is_classic: bool, is_looked_at: bool) -> Written {
    let grid = open.grid();
    let is_plain = is_classic && grid.is_usual() && grid.values() > 3 && open.symbols().is_usual(1);
    match (is_looked_at, is_plain && open.symbols().are_characters()) {
        (true, _) if is_classic => Written::Picture,
        (_, true) => Written::As(Format::Line),
        (_, false) => Written::As(Format::Native),
    }
}

/// Writer of the generated puzzles.
struct Writer {
    to: Written,
    ascii: bool,
    color: bool,
    written: u64,
    /// Whether the losses of the format have been reported.
    reported: bool,
}

impl Writer {
    fn new(args: &Generate, open: &Puzzle) -> Writer {
        let on_terminal = args.output.is_none() && io::stdout().is_terminal();
        let is_classic = open.clues().is_empty() && args.rules.is_empty();
        // A line and a picture have no room for candidates.
        let usual = || {
            if args.at {
                Written::As(Format::Native)
            } else {
                usual_format(open, is_classic, on_terminal && args.count == 1)
            }
        };
        let color = args.color.is_on(on_terminal);
        Writer { to: args.to.unwrap_or_else(usual), ascii: args.ascii, color, written: 0, reported: false }
    }

    fn header(&self) -> &'static str {
        match self.to {
            Written::As(format) => format::header(format),
            Written::Picture => "",
        }
    }

    fn write(&mut self, mut puzzle: Puzzle, solution: sudoku::Solution, reply: &mut Reply) {
        match self.to {
            Written::Picture => {
                if self.written > 0 {
                    reply.out.push(b'\n');
                }
                let picture = Picture::of(&puzzle).color(self.color);
                let text = if self.ascii { picture.ascii().draw() } else { picture.draw() };
                reply.out.extend(text.as_bytes());
            }
            Written::As(format) => {
                // The table has a column for the solution.
                if format == Format::Csv {
                    puzzle.set_about(About::default().with_solution(solution));
                }
                let Converted { text, lost } = Convert { to: format, place: self.written }.answer(&puzzle);
                reply.out.extend(text.as_bytes());
                if let Some(lost) = lost.filter(|_| !self.reported) {
                    self.reported = true;
                    reply.notes.push(format!("sudoku: {lost}"));
                }
            }
        }
        self.written += 1;
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
