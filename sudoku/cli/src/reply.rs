//! Replies to the puzzles of a batch: results and notes, in order, and the counts of answers.

use csp::Statistics;
use sudoku::{Budget, Puzzle};
use sudoku_ask::{Reason, Status};

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
    /// What it was read as.
    pub kind: &'static str,
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

    /// Reports a reason at its place.
    pub fn tell(&mut self, reason: &Reason, item: &Item<'_>) {
        let (line, column) = reason.place;
        self.note(|| item.note(line, column, &reason.what));
    }

    /// Reports why a puzzle has no solution, if that is its status. Returns the reason.
    pub fn tell_none(&mut self, status: Status, puzzle: &Puzzle, item: &Item<'_>) -> Option<Reason> {
        let reason = Reason::of_none(status, puzzle, &item.budget);
        reason.inspect(|reason| self.tell(reason, item))
    }

    /// Adds the reply to a later part.
    pub fn append(&mut self, other: &mut Reply) {
        if self.out.is_empty() {
            std::mem::swap(&mut self.out, &mut other.out);
        } else {
            self.out.append(&mut other.out);
        }
        self.notes.append(&mut other.notes);
        self.remarks.append(&mut other.remarks);
        self.tally.add(&other.tally);
        other.tally = Tally::default();
    }

    /// Empties the reply, and keeps its memory.
    pub fn clear(&mut self) {
        self.out.clear();
        self.notes.clear();
        self.remarks.clear();
        self.tally = Tally::default();
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
