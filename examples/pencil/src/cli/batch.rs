//! Puzzles one after the other: read, answered by several threads, and written in order.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Instant;

use csp::limits::MemoryLimit;
use csp::{Cancel, Limits};

use super::args::{Common, Effort, Format};
use super::input::{Asked, items};
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
    if let Some(time) = effort.time_limit {
        limits = match Instant::now().checked_add(time) {
            Some(deadline) => limits.until(deadline),
            None => limits,
        };
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
    let _ = ctrlc::set_handler(move || {
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

/// Whether a thread waits for input.
static IS_READING: AtomicBool = AtomicBool::new(false);

/// Opens a file, or standard output.
pub fn out(path: Option<&Path>) -> Result<Box<dyn Write>, String> {
    let Some(path) = path else { return Ok(Box::new(io::stdout().lock())) };
    let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}

/// Answers all puzzles, and returns the exit status.
pub fn run(common: &Common, job: &impl Job) -> Result<u8, String> {
    let cancel = interrupt();
    let mut out = out(common.output.as_deref())?;
    let threads = common.effort.threads.map(usize::from);
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let source = Mutex::new(items(&common.input).enumerate());
    let is_closed = AtomicBool::new(false);
    let (sender, replies) = mpsc::sync_channel::<(usize, Reply)>(4 * threads);
    let mut status = 0;
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (source, cancel, is_closed) = (&source, &cancel, &is_closed);
            scope.spawn(move || {
                while !cancel.is_cancelled() && !is_closed.load(Ordering::Relaxed) {
                    let next = {
                        let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
                        IS_READING.store(true, Ordering::SeqCst);
                        let next = source.next();
                        IS_READING.store(false, Ordering::SeqCst);
                        next
                    };
                    let Some((at, item)) = next else { break };
                    let reply = match item {
                        Err(what) => malformed(what),
                        Ok(item) => match item.read() {
                            Err(what) => malformed(what),
                            Ok(asked) => {
                                let limits = limits(&common.effort, cancel);
                                let answer = job.answer(&asked, &limits, common.format);
                                answer.map_or_else(
                                    |error| malformed(format!("{}: {error}", item.place)),
                                    |reply| placed(reply, &item.place),
                                )
                            }
                        },
                    };
                    if cancel.is_cancelled() || sender.send((at, reply)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (at, reply) in replies {
            waiting.insert(at, reply);
            while let Some(reply) = waiting.remove(&next) {
                next += 1;
                status = worse(status, reply.status);
                if let Some(note) = &reply.note {
                    eprintln!("{note}");
                }
                let line = if reply.out.is_empty() { Ok(()) } else { writeln!(out, "{}", reply.out) };
                if let Err(error) = line.and_then(|()| out.flush()) {
                    is_closed.store(true, Ordering::Relaxed);
                    if error.kind() != io::ErrorKind::BrokenPipe {
                        return Err(error.to_string());
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    })?;
    if cancel.is_cancelled() {
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
