//! `pencil generate`: random puzzles, by attempts that several threads make and that count in their order.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use csp::limits::MemoryLimit;
use csp::{Cancel, Error, ErrorKind, Limits};
use pencil::make::{Made, Maker, Symmetry, Wanted};
use pencil::{kinds, render, steps};
use serde_json::json;

use super::args::{Generate, PuzzleFormat, SymmetryName};
use super::batch::{interrupt, out};
use super::{INTERRUPTED, LIMIT, words};

/// Upper bound of the seeds that the program chooses: they are short enough to be typed.
const SEEDS: u64 = 1_000_000_000;
/// After so many attempts without a puzzle it gives up.
const MOST_ATTEMPTS: u64 = 1000;
/// How often it is said on a terminal how far it is.
const SAY: Duration = Duration::from_secs(1);

/// What came of an attempt.
type Attempt = (u64, Result<Option<Made>, Error>);

impl Generate {
    /// Makes puzzles, and returns the exit status.
    pub fn run(&self) -> Result<u8, String> {
        if self.to == PuzzleFormat::Png && (self.output.is_none() || self.count > 1) {
            return Err("--to png writes one picture to a file: --output FILE.png".to_owned());
        }
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % SEEDS);
        let maker = Maker::new(self.wanted()?, seed)?;
        let cancel = interrupt();
        let mut out = out(self.output.as_deref())?;
        if self.seed.is_none() && self.count > 1 {
            eprintln!("seed {seed}");
        }
        let stop = Cancel::new();
        let begun = Instant::now();
        let memory = MemoryLimit::new(self.memory_limit);
        let mut limits = Limits::default().cancel(&cancel).cancel(&stop).memory(&memory);
        let deadline = self.time_limit.and_then(|time| begun.checked_add(time));
        if let Some(deadline) = deadline {
            limits = limits.until(deadline);
        }
        let next = AtomicU64::new(0);
        let threads = self.threads.map(usize::from);
        let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let end = thread::scope(|scope| {
            let (send, attempts) = sync_channel(2 * threads);
            for _ in 0..threads {
                let send = send.clone();
                scope.spawn(|| work(&maker, &next, &limits, send));
            }
            drop(send);
            let mut making = Making { args: self, out: &mut out, written: 0, missed: 0 };
            let end = making.pass_on(&limits, || attempts.recv_timeout(SAY));
            stop.cancel();
            // Those who wait to hand over an attempt end with the channel.
            drop(attempts);
            end.map(|end| (end, making.written))
        });
        let (end, written) = end?;
        let found = format!("pencil: {written} of {} puzzles found", self.count);
        Ok(match end {
            End::Enough => 0,
            _ if cancel.is_cancelled() => {
                eprintln!("pencil: interrupted");
                INTERRUPTED
            }
            End::GaveUp(attempts) => {
                eprintln!(
                    "{found}: {attempts} successive attempts gave no puzzle (--attempts or --time-limit allow more)"
                );
                LIMIT
            }
            End::Stopped => {
                let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                match self.time_limit.filter(|_| is_late) {
                    Some(time) => eprintln!("{found} in {time:?}"),
                    None => eprintln!("{found} within the memory limit"),
                }
                LIMIT
            }
        })
    }

    fn wanted(&self) -> Result<Wanted, String> {
        let (name, flags) = self.kind.split_once('/').unwrap_or((&self.kind, ""));
        let kind = kinds::find(name).ok_or_else(|| kinds::unknown(name))?;
        if let Some(flag) = flags.chars().find(|&flag| kind.flag(flag).is_none()) {
            return Err(format!("{} has no variant {flag:?}", kind.name));
        }
        let size = kind.make.map_or(10, |make| make.size);
        let symmetry = match self.symmetry {
            SymmetryName::None => Symmetry::None,
            SymmetryName::Rotational => Symmetry::Rotational,
            SymmetryName::Mirror => Symmetry::Mirror,
            SymmetryName::Diagonal => Symmetry::Diagonal,
            SymmetryName::Full => Symmetry::Full,
        };
        Ok(Wanted {
            kind,
            flags: flags.to_owned(),
            size: self.size.unwrap_or((size, size)),
            symmetry,
            hardest: self.difficulty.clone(),
        })
    }

    /// Returns a puzzle as it is written.
    fn text(&self, made: &Made) -> Vec<u8> {
        let image = || render::draw(&made.puzzle, None).scaled(40.0);
        let mut text = match self.to {
            PuzzleFormat::Line => made.puzzle.address(),
            PuzzleFormat::Json => {
                let answer = words::json(&made.puzzle, &made.answer);
                let mut value =
                    json!({"address": made.puzzle.address(), "status": "unique", "answer": answer});
                if let Some(cost) = made.hardest {
                    value["hardest"] = json!(f64::from(cost) / 100.0);
                    value["level"] = json!(steps::level(cost));
                }
                value.to_string()
            }
            PuzzleFormat::Svg => image().svg(),
            PuzzleFormat::Png => return sheet::files::png(&image()),
        };
        text.push('\n');
        text.into_bytes()
    }
}

/// Makes attempts until a limit, or until nobody takes them.
fn work(maker: &Maker, next: &AtomicU64, limits: &Limits, send: SyncSender<Attempt>) {
    while !limits.are_reached() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let attempt = maker.attempt(number, limits);
        // What was stopped says nothing.
        if limits.are_reached() || send.send((number, attempt)).is_err() {
            return;
        }
    }
}

/// Why no more puzzles are made.
enum End {
    Enough,
    /// After so many attempts without a puzzle.
    GaveUp(u64),
    /// By a limit, or by the user.
    Stopped,
}

/// A run of attempts.
struct Making<'a> {
    args: &'a Generate,
    out: &'a mut dyn Write,
    written: u64,
    /// The number of attempts since the latest puzzle.
    missed: u64,
}

impl Making<'_> {
    /// Takes attempts in their order, until there are enough puzzles.
    fn pass_on(
        &mut self,
        limits: &Limits,
        mut receive: impl FnMut() -> Result<Attempt, RecvTimeoutError>,
    ) -> Result<End, String> {
        let patience = self.args.attempts.or(self.args.time_limit.is_none().then_some(MOST_ATTEMPTS));
        let (mut waiting, mut next, mut said) = (BTreeMap::new(), 0, Instant::now());
        let shows = io::stderr().is_terminal();
        loop {
            if shows && said.elapsed() >= SAY {
                eprint!("\r{} of {} puzzles, {next} attempts ", self.written, self.args.count);
                said = Instant::now();
            }
            match receive() {
                Ok((number, attempt)) => _ = waiting.insert(number, attempt),
                Err(RecvTimeoutError::Timeout) if !limits.are_reached() => continue,
                Err(_) => return Ok(End::Stopped),
            }
            while let Some(attempt) = waiting.remove(&next) {
                next += 1;
                if attempt.as_ref().is_err_and(|error| matches!(error.kind(), ErrorKind::Limit { .. })) {
                    return Ok(End::Stopped);
                }
                match attempt.map_err(|error| error.to_string())? {
                    None => self.missed += 1,
                    Some(made) => {
                        self.missed = 0;
                        self.written += 1;
                        let text = self.args.text(&made);
                        if let Err(error) = self.out.write_all(&text).and_then(|()| self.out.flush()) {
                            let is_closed = error.kind() == io::ErrorKind::BrokenPipe;
                            return if is_closed { Ok(End::Enough) } else { Err(error.to_string()) };
                        }
                    }
                }
                if self.written == self.args.count {
                    return Ok(End::Enough);
                }
                if patience.is_some_and(|patience| self.missed >= patience) {
                    return Ok(End::GaveUp(self.missed));
                }
            }
        }
    }
}
