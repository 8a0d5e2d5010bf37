//! The trait of commands that answer puzzle by puzzle, with its inputs.

use std::path::Path;
use std::sync::Arc;

use sudoku::explain::Explainer;
use sudoku::format::{ParseError, Unknown};
use sudoku::{End, Puzzle, Solver};
use sudoku_ask::Solved;

use super::{Pictures, Session};
use crate::reply::{Item, Reply};
use crate::report::{Topic, Writer};

/// What a command needs before it answers a puzzle.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wants {
    pub solutions: SolutionsOf,
    /// Whether a puzzle with one solution is answered by [`write_solution`](Job::write_solution), so that plain lines
    /// need not become puzzles.
    pub is_plain: bool,
    /// Whether a solution is shown as the solution of the puzzle.
    pub shows_solution: bool,
    /// Whether an answer may take so long that its progress is shown on a terminal with the results.
    pub shows_progress: bool,
    /// What the command does with parts of a puzzle that were not understood, unless they are to be ignored.
    pub unknown: Unknown,
}

/// The solutions that a command is given with a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SolutionsOf {
    /// None: the command searches by itself.
    #[default]
    None,
    /// Up to so many of the puzzles that can be solved quickly together. The command itself solves the others.
    Quick(usize),
    /// Up to so many of each puzzle.
    Each(usize),
}

impl SolutionsOf {
    /// Returns the greatest number of solutions.
    pub fn most(self) -> Option<usize> {
        match self {
            SolutionsOf::None => None,
            SolutionsOf::Quick(most) | SolutionsOf::Each(most) => Some(most),
        }
    }
}

/// A puzzle to be answered.
pub(crate) struct Asked<'a> {
    pub puzzle: &'a Puzzle,
    /// The solutions that the command [wants](Wants::solutions).
    pub solved: Option<Solved>,
    pub item: &'a Item<'a>,
}

/// Command that is run on each puzzle of a batch.
pub(crate) trait Job: Sync {
    /// Returns what the command needs of each puzzle.
    fn wants(&self) -> Wants {
        Wants::default()
    }

    /// Answers a line of digits: with the solution as values, the end of the search and the number of decisions.
    fn write_solution(&self, _solution: &[u8], _: End, _nodes: u64, _: &mut Reply) {}

    /// Returns the destination of the command's pictures, if it draws any. Such a command opens the output itself when
    /// there is a picture to write; otherwise the output is opened at the beginning.
    fn pictures(&self) -> Option<&Pictures> {
        None
    }

    /// Returns the files to be written beside the output.
    fn files(&self) -> Vec<&Path> {
        self.pictures().and_then(|pictures| pictures.file.as_deref()).into_iter().collect()
    }

    /// Answers a puzzle.
    fn answer(&self, asked: Asked<'_>, worker: &mut Worker, reply: &mut Reply);

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

/// State that each worker has for itself.
pub(crate) struct Worker {
    pub solver: Solver,
    pub explainer: Explainer,
    pub session: Arc<Session>,
}

impl Worker {
    /// Returns whether the user has interrupted the run.
    pub fn is_interrupted(&self) -> bool {
        self.session.interrupt.cancel.is_cancelled()
    }
}
