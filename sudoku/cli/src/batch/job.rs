//! What a command does with a puzzle, and what comes of it.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use csp::Statistics;
use sudoku::format::ParseError;
use sudoku::{Answer, Puzzle, Solver};

use super::Session;
use crate::report::Status;

/// A command, as batches see it.
pub(crate) trait Job: Sync {
    /// Up to how many solutions [`answer`](Job::answer) is to be given; `None` if it looks for itself.
    fn most(&self) -> Option<usize> {
        None
    }

    /// Whether it writes the output by itself, when there is something to write. Else that is opened at first.
    fn writes_output(&self) -> bool {
        false
    }

    /// The files that it is going to write, beside the output.
    fn files(&self) -> Vec<&Path> {
        Vec::new()
    }

    /// Answers a puzzle, whose solutions are there if that was asked for.
    fn answer(
        &self,
        puzzle: &Puzzle,
        solved: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    );

    /// Answers one that cannot be read. The note is written already.
    fn invalid(&self, error: &ParseError, item: &Item<'_>, reply: &mut Reply);

    /// What is left to do when everything has been read.
    fn end(&self, _: &Session) {}

    /// Passes a line on that is no puzzle.
    fn echo(&self, text: &[u8], reply: &mut Reply) {
        reply.out.extend_from_slice(text);
        reply.out.push(b'\n');
    }
}

/// The solutions of a puzzle, and what they took.
#[derive(Debug)]
pub(crate) struct Solved {
    pub answer: Answer,
    /// Of puzzles that were solved together, each took as long.
    pub micros: u64,
}

/// Which puzzle it is.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    /// Its place in the input, from 1.
    pub index: u64,
    /// The place of the first that is answered.
    pub first_index: u64,
    /// The name of its file.
    pub source: &'a str,
    /// It is the only one, as far as is known.
    pub alone: bool,
    /// The piece of work it is in.
    pub piece: u64,
    /// When all of its answer has to be there.
    pub deadline: Option<Instant>,
}

impl Item<'_> {
    /// Something about a place in the input, as editors understand it.
    pub fn note(&self, line: u64, column: u32, what: &str) -> String {
        format!("{}:{line}:{column}: {what}", self.source)
    }

    /// Hands over what there is of a long answer.
    pub fn hand_over(&self, session: &Session, reply: &mut Reply) {
        session.deliver(self.piece, reply, false);
    }
}

/// What a worker needs for itself.
pub(crate) struct Worker {
    pub solver: Solver,
    pub session: Arc<Session>,
}

impl Worker {
    /// The user does not want to wait any longer.
    pub fn is_interrupted(&self) -> bool {
        self.session.interrupt.cancel.is_cancelled()
    }
}

/// What a worker has to say, in order.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    /// For standard output.
    pub out: Vec<u8>,
    /// Diagnostics for standard error, which are many in a bad file.
    pub notes: Vec<String>,
    /// So many of the notes are read.
    pub notes_read: u64,
    /// What was asked for by `--verbose`.
    pub remarks: Vec<String>,
    pub tally: Tally,
}

impl Reply {
    /// Of whose notes so many are read; the others are counted.
    pub fn with_notes(notes_read: u64) -> Reply {
        Reply { notes_read, ..Reply::default() }
    }

    /// Adds a diagnostic that is not put into words where nobody would read it.
    pub fn note(&mut self, note: impl FnOnce() -> String) {
        let is_read = (self.notes.len() as u64) < self.notes_read;
        self.notes.push(if is_read { note() } else { String::new() });
    }
}

/// What has been answered so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// By status.
    pub counts: [u64; Status::ALL.len()],
    /// Answers that mean exit status 1.
    pub failures: u64,
    pub nodes: u64,
    /// All that was counted, where a method was asked for.
    pub statistics: Option<Box<Statistics>>,
}

impl Tally {
    pub fn count(&mut self, status: Status) {
        self.counts[status as usize] += 1;
    }

    /// An answer where one solution was asked for, or the only one: none and several are failures.
    pub fn answer(&mut self, status: Status, nodes: u64) {
        self.count(status);
        self.nodes += nodes;
        self.failures += u64::from(matches!(status, Status::None | Status::Multiple));
    }

    /// Adds what a search has counted.
    pub fn note(&mut self, statistics: Option<&Statistics>) {
        if let Some(statistics) = statistics {
            self.statistics.get_or_insert_default().add(statistics);
        }
    }

    pub fn of(&self, status: Status) -> u64 {
        self.counts[status as usize]
    }

    pub fn puzzles(&self) -> u64 {
        self.counts.iter().sum()
    }

    pub fn add(&mut self, other: &Tally) {
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, more)| *sum += more);
        self.failures += other.failures;
        self.nodes += other.nodes;
        self.note(other.statistics.as_deref());
    }
}
