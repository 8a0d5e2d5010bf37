//! The trait of commands that answer puzzle by puzzle, with its inputs and its replies.

use std::path::Path;
use std::sync::Arc;

use csp::Statistics;
use sudoku::format::{ParseError, Unknown};
use sudoku::{Answer, Budget, End, Puzzle, Solver};

use super::{Pictures, Session};
use crate::report::{Status, Topic, Writer};

/// Command that is run on each puzzle of a batch.
pub(crate) trait Job: Sync {
    /// Returns the maximum number of solutions that [`answer`](Job::answer) is to be given; `None` if it searches by
    /// itself.
    fn most(&self) -> Option<usize> {
        None
    }

    /// Returns whether each puzzle is solved before it is answered. Otherwise only the puzzles that can be solved
    /// quickly together are solved before, and the command itself solves the others.
    fn solves_each(&self) -> bool {
        true
    }

    /// Returns whether a puzzle with one solution is answered by [`write_solution`](Job::write_solution), so that plain
    /// lines need not become puzzles.
    fn writes_solutions(&self) -> bool {
        false
    }

    /// Answers a line of digits: with the solution as values, the end of the search and the number of decisions.
    fn write_solution(&self, _solution: &[u8], _: End, _nodes: u64, _: &mut Reply) {}

    /// Returns the destination of the command's pictures, if it draws any. Such a command opens the output itself when
    /// there is a picture to write; otherwise the output is opened at the beginning.
    fn pictures(&self) -> Option<&Pictures> {
        None
    }

    /// Returns what the command does with parts of a puzzle that were not understood, unless they are to be ignored.
    fn unknown(&self) -> Unknown {
        Unknown::Refuse
    }

    /// Returns whether a solution is shown as the solution of the puzzle.
    fn shows_solution(&self) -> bool {
        false
    }

    /// Returns whether an answer may take so long that its progress is shown on a terminal with the results.
    fn shows_progress(&self) -> bool {
        false
    }

    /// Returns the files to be written beside the output.
    fn files(&self) -> Vec<&Path> {
        self.pictures().and_then(|pictures| pictures.file.as_deref()).into_iter().collect()
    }

    /// Answers a puzzle. `solved` has the solutions if [`most`](Job::most) asked for some; it may lack them
    /// unless [each puzzle is solved](Job::solves_each).
    fn answer(
        &self,
        puzzle: &Puzzle,
        solved: Option<Solved>,
        item: &Item<'_>,
        worker: &mut Worker,
        reply: &mut Reply,
    );

    /// Returns the writer of the reports and their topic; `None` for jobs without reports.
    fn reports(&self, _: &Item<'_>) -> Option<(&dyn Writer, Topic)> {
        None
    }

    /// Answers a puzzle that cannot be read. The diagnostic has been written already.
    fn invalid(&self, error: &ParseError, item: &Item<'_>, reply: &mut Reply) {
        if let Some((writer, topic)) = self.reports(item) {
            writer.invalid(topic, error, item, reply);
        }
    }

    /// Finishes the command after the whole input has been read.
    fn end(&self, _: &Session) {}

    /// Passes on a line that is not a puzzle.
    fn echo(&self, text: &[u8], reply: &mut Reply) {
        reply.out.extend_from_slice(text);
        reply.out.push(b'\n');
    }
}

/// Solutions of a puzzle, and the time they took.
#[derive(Debug)]
pub(crate) struct Solved {
    pub answer: Answer,
    /// Microseconds; the mean if several puzzles were solved together.
    pub micros: u64,
}

/// Position of a puzzle in the input.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    /// Number of the puzzle in the input, from 1.
    pub index: u64,
    /// Number of the first puzzle that is answered.
    pub first_index: u64,
    /// Name of the file.
    pub source: &'a str,
    /// Whether this is the only puzzle, as far as is known.
    pub alone: bool,
    /// Number of the piece of work that contains the puzzle.
    pub piece: u64,
    /// The limits of the whole answer. Its time ends at a moment that is set, so that all parts of the answer share it.
    pub budget: Budget,
}

impl Item<'_> {
    /// Formats a message about a place in the input, in the form that editors understand.
    pub fn note(&self, line: u64, column: u32, what: &str) -> String {
        format!("{}:{line}:{column}: {what}", self.source)
    }

    /// Returns whether this is the only puzzle, as far as is known.
    pub fn is_only(&self) -> bool {
        self.alone && self.index == self.first_index
    }

    /// Hands over the finished part of a long answer.
    pub fn hand_over(&self, session: &Session, reply: &mut Reply) {
        session.deliver(self.piece, reply, false);
    }
}

/// State that each worker has for itself.
pub(crate) struct Worker {
    pub solver: Solver,
    pub session: Arc<Session>,
}

impl Worker {
    /// Returns whether the user has interrupted the run.
    pub fn is_interrupted(&self) -> bool {
        self.session.interrupt.cancel.is_cancelled()
    }
}

/// Results and diagnostics of a piece of work, in order.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    /// Bytes for standard output.
    pub out: Vec<u8>,
    /// Diagnostics for standard error.
    pub notes: Vec<String>,
    /// Number of notes that are printed; further ones are only counted.
    pub notes_read: u64,
    /// Remarks for `--verbose`.
    pub remarks: Vec<String>,
    pub tally: Tally,
}

impl Reply {
    /// Adds a diagnostic. Its text is not built if it would not be printed.
    pub fn note(&mut self, note: impl FnOnce() -> String) {
        let is_read = (self.notes.len() as u64) < self.notes_read;
        self.notes.push(if is_read { note() } else { String::new() });
    }
}

/// Counts of the answers so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Number of answers by status.
    pub counts: [u64; Status::ALL.len()],
    /// Number of answers that mean exit status 1.
    pub failures: u64,
    pub nodes: u64,
    /// Sums of the search counters, if a method was named.
    pub statistics: Option<Box<Statistics>>,
}

impl Tally {
    pub fn count(&mut self, status: Status) {
        self.counts[status as usize] += 1;
    }

    /// Counts an answer to a request for one solution or for the only one: none and several are failures.
    pub fn answer(&mut self, status: Status, nodes: u64) {
        self.count(status);
        self.nodes += nodes;
        self.failures += u64::from(matches!(status, Status::None | Status::Multiple));
    }

    /// Adds the counters of a search.
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
