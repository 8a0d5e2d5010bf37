//! Puzzles one after the other: read, answered by several threads, and written in order.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::iter::Enumerate;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use csp::limits::MemoryLimit;
use csp::{Cancel, Limits};

use super::args::{Common, Effort, Format};
use super::input::{Asked, Item, Items, items};
use super::{FAILED, INTERRUPTED, LIMIT, MALFORMED};

/// How a puzzle fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// As was asked.
    Good,
    /// It has no answer, or not one, or breaks a rule.
    Failed,
    /// A limit was reached.
    Limit,
    /// It could not be read.
    Malformed,
}

/// What is said of a puzzle.
#[derive(Clone, Debug)]
pub struct Reply {
    /// How it fared.
    pub status: Status,
    /// A line, or several, for standard output.
    pub out: String,
    /// A sentence for standard error.
    pub note: Option<String>,
}

/// A command that answers puzzle by puzzle.
pub trait Job: Sync {
    /// Answers a puzzle.
    fn answer(&self, asked: &Asked, limits: &Limits, format: Format) -> Result<Reply, csp::Error>;
}

/// Returns the limits of a puzzle that begins now.
pub fn limits(effort: &Effort, cancel: &Cancel) -> Limits {
    let mut limits = Limits::default().cancel(cancel).memory(&MemoryLimit::new(effort.memory_limit));
    // A deadline beyond the end of the clock is none.
    if let Some(deadline) = effort.time_limit.and_then(|time| Instant::now().checked_add(time)) {
        limits = limits.until(deadline);
    }
    if let Some(nodes) = effort.node_limit {
        limits = limits.nodes(nodes);
    }
    limits
}

/// Returns a flag that an interrupt raises. A second interrupt ends the program.
pub fn interrupt() -> Cancel {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    // If listening fails, an interrupt ends the program as it does by default.
    let _ = listen(move || {
        let is_first = !flag.is_cancelled();
        flag.cancel();
        // A thread that waits for input does not see the flag; the others end within this time, or will not.
        if is_first && !IS_READING.load(Ordering::SeqCst) {
            return;
        }
        thread::sleep(std::time::Duration::from_millis(if is_first { 300 } else { 0 }));
        std::process::exit(INTERRUPTED.into());
    });
    cancel
}

/// Calls a function at each signal that asks for an end.
#[cfg(unix)]
fn listen(mut handle: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || signals.forever().for_each(|_| handle()));
    Ok(())
}

#[cfg(not(unix))]
fn listen(handle: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(handle)
}

/// Whether a thread waits for input.
static IS_READING: AtomicBool = AtomicBool::new(false);

/// Opens a file, or standard output.
pub fn out(path: Option<&Path>) -> Result<Box<dyn Write>, String> {
    let Some(path) = path else { return Ok(Box::new(io::stdout().lock())) };
    let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}

/// The most answers that wait for an earlier one: a slow puzzle must not let those behind it fill the memory.
const MOST_EARLY: usize = 1 << 10;

/// What the threads of a run share.
struct Shared<'a, J> {
    common: &'a Common,
    job: &'a J,
    source: Mutex<Enumerate<Items<'a>>>,
    cancel: Cancel,
    /// Whether nothing more is written.
    is_closed: AtomicBool,
    /// How many answers wait for an earlier one.
    early: AtomicUsize,
}

/// Closes a run when a thread panics: the others would wait for its answer.
struct Closing<'a>(&'a AtomicBool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<J: Job> Shared<'_, J> {
    fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.is_closed.load(Ordering::Relaxed)
    }

    /// Reads the next puzzle, with its number; `None` if there is none, or nothing more is wanted.
    fn next(&self) -> Option<(usize, Result<Item, String>)> {
        while self.early.load(Ordering::Relaxed) >= MOST_EARLY && !self.is_over() {
            thread::sleep(Duration::from_millis(2));
        }
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        IS_READING.store(true, Ordering::SeqCst);
        // An interrupt before this is seen here, and a later one finds a thread that reads.
        let next = if self.is_over() { None } else { source.next() };
        IS_READING.store(false, Ordering::SeqCst);
        next
    }

    fn reply(&self, item: Result<Item, String>) -> Reply {
        let read = item.and_then(|item| item.read().map(|asked| (asked, item.place)));
        let (asked, place) = match read {
            Ok(read) => read,
            Err(what) => return malformed(what),
        };
        let limits = limits(&self.common.effort, &self.cancel);
        match self.job.answer(&asked, &limits, self.common.format) {
            Ok(reply) => placed(reply, &place),
            Err(error) => malformed(format!("{place}: {error}")),
        }
    }

    /// Answers puzzles, one after the other.
    fn work(&self, replies: &SyncSender<(usize, Reply)>) {
        let _closing = Closing(&self.is_closed);
        while let Some((at, item)) = self.next() {
            let reply = self.reply(item);
            if self.cancel.is_cancelled() || replies.send((at, reply)).is_err() {
                break;
            }
        }
    }

    /// Writes replies in the order of their puzzles. Returns the exit status.
    fn write(&self, replies: Receiver<(usize, Reply)>, out: &mut dyn Write) -> Result<u8, String> {
        let mut early = BTreeMap::new();
        let (mut next, mut status) = (0, 0);
        for (at, reply) in replies {
            early.insert(at, reply);
            while let Some(reply) = early.remove(&next) {
                next += 1;
                status = worse(status, reply.status);
                if let Some(note) = &reply.note {
                    eprintln!("{note}");
                }
                let line = if reply.out.is_empty() { Ok(()) } else { writeln!(out, "{}", reply.out) };
                if let Err(error) = line.and_then(|()| out.flush()) {
                    self.is_closed.store(true, Ordering::Relaxed);
                    let is_usual = error.kind() == io::ErrorKind::BrokenPipe;
                    return if is_usual { Ok(status) } else { Err(error.to_string()) };
                }
            }
            self.early.store(early.len(), Ordering::Relaxed);
        }
        Ok(status)
    }
}

/// Answers all puzzles, and returns the exit status.
pub fn run(common: &Common, job: &impl Job) -> Result<u8, String> {
    let cancel = interrupt();
    let mut out = out(common.output.as_deref())?;
    let threads = common.effort.threads.map(usize::from);
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let shared = Shared {
        common,
        job,
        source: Mutex::new(items(&common.input).enumerate()),
        cancel,
        is_closed: AtomicBool::new(false),
        early: AtomicUsize::new(0),
    };
    let (sender, replies) = mpsc::sync_channel(4 * threads);
    let status = thread::scope(|scope| {
        for _ in 0..threads {
            let (shared, sender) = (&shared, sender.clone());
            scope.spawn(move || shared.work(&sender));
        }
        drop(sender);
        shared.write(replies, &mut *out)
    })?;
    if shared.cancel.is_cancelled() {
        eprintln!("pencil: interrupted");
        return Ok(INTERRUPTED);
    }
    Ok(status)
}

fn malformed(what: String) -> Reply {
    Reply { status: Status::Malformed, out: "invalid".to_owned(), note: Some(what) }
}

fn placed(reply: Reply, place: &str) -> Reply {
    Reply { note: reply.note.map(|note| format!("{place}: {note}")), ..reply }
}

/// Returns the exit status after one more puzzle: what could not be read counts most, then limits.
fn worse(status: u8, of: Status) -> u8 {
    let rank = |status: u8| [0, FAILED, LIMIT, MALFORMED].iter().position(|&known| known == status);
    let of = match of {
        Status::Good => 0,
        Status::Failed => FAILED,
        Status::Limit => LIMIT,
        Status::Malformed => MALFORMED,
    };
    if rank(of) > rank(status) { of } else { status }
}

#[cfg(test)]
mod tests {
    use super::super::args::Effort;
    use super::*;

    const THREADS: u16 = 3;
    const PUZZLES: usize = 20 * MOST_EARLY;

    /// A job that only does this.
    struct Does<F>(F);

    impl<F: Fn() + Sync> Job for Does<F> {
        fn answer(&self, _: &Asked, _: &Limits, _: Format) -> Result<Reply, csp::Error> {
            (self.0)();
            Ok(Reply { status: Status::Good, out: "x".to_owned(), note: None })
        }
    }

    /// A file that is removed in the end, also by a panic.
    struct Temporary(std::path::PathBuf);

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    /// Runs a job for many puzzles. Returns the exit status and the number of answers.
    fn run_many(name: &str, each: impl Fn() + Sync) -> (u8, usize) {
        let file = Temporary(std::env::temp_dir().join(format!("pencil-{name}-{}", std::process::id())));
        let effort =
            Effort { time_limit: None, node_limit: None, memory_limit: 1 << 30, threads: Some(THREADS) };
        let common = Common {
            input: vec!["nurikabe/2/2/3i".to_owned(); PUZZLES],
            format: Format::Line,
            output: Some(file.0.clone()),
            effort,
        };
        let status = run(&common, &Does(each)).unwrap();
        (status, std::fs::read_to_string(&file.0).unwrap().lines().count())
    }

    #[test]
    fn answers_behind_a_slow_one_are_bounded() {
        let [begun, answered, before] = std::array::from_fn(|_| AtomicUsize::new(0));
        let ran = run_many("slow", || {
            if begun.fetch_add(1, Ordering::SeqCst) == 0 {
                while answered.load(Ordering::SeqCst) < MOST_EARLY {
                    thread::yield_now();
                }
                // Time for many more, if nothing holds them up.
                thread::sleep(Duration::from_millis(50));
                before.store(answered.load(Ordering::SeqCst), Ordering::SeqCst);
            }
            answered.fetch_add(1, Ordering::SeqCst);
        });
        assert_eq!(ran, (0, PUZZLES));
        // Some more are in the channel, and one at each thread.
        let before = before.into_inner();
        assert!(before <= MOST_EARLY + 8 * usize::from(THREADS), "{before}");
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn nobody_waits_for_the_answer_of_a_panic() {
        let begun = AtomicUsize::new(0);
        run_many("panic", || assert_ne!(begun.fetch_add(1, Ordering::SeqCst), 0, "the first one fails"));
    }
}
