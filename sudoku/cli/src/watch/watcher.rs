//! A watched search: its state, and the latest messages.

use std::collections::VecDeque;

use csp::Config;
use sudoku::trace::{Choice, Step, Trace};
use sudoku::{Cancel, Puzzle};

/// Maximum number of lines kept.
const MOST_LINES: usize = 200;

pub(super) struct Watcher {
    pub puzzle: Puzzle,
    pub trace: Trace,
    /// Latest step.
    pub latest: Option<Step>,
    /// Decisions in force.
    pub path: Vec<Choice>,
    /// Messages of the latest steps, each with its depth.
    pub said: VecDeque<(usize, String, LineKind)>,
    pub has_ended: bool,
    /// Flag that stops the search.
    pub stop: Cancel,
}

/// Kind of step that a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Plain,
    Tried,
    Failed,
    TakenBack,
    Solved,
}

impl LineKind {
    pub fn of(step: &Step) -> LineKind {
        match step {
            Step::Decide { .. } => LineKind::Tried,
            Step::Conflict { .. } => LineKind::Failed,
            Step::Refute { .. } | Step::Restart => LineKind::TakenBack,
            Step::Solution(_) => LineKind::Solved,
            _ => LineKind::Plain,
        }
    }
}

impl Watcher {
    /// Returns a watcher with these settings, or with the default ones.
    pub fn new(puzzle: Puzzle, config: Option<&Config>) -> Watcher {
        let trace = match config {
            Some(config) => Trace::with(&puzzle, config),
            None => Trace::new(&puzzle),
        };
        Watcher {
            puzzle,
            trace,
            latest: None,
            path: Vec::new(),
            said: VecDeque::new(),
            has_ended: false,
            stop: Cancel::new(),
        }
    }

    /// Advances one step. Returns false at the end, or if stopped.
    pub fn advance(&mut self) -> bool {
        if self.stop.is_cancelled() {
            return false;
        }
        let Some(step) = self.trace.next() else {
            self.has_ended = true;
            return false;
        };
        match &step {
            Step::Decide { choice, .. } => self.path.push(*choice),
            Step::Refute { depth, .. } => self.path.truncate(*depth),
            Step::Restart => self.path.clear(),
            _ => {}
        }
        if self.said.len() == MOST_LINES {
            self.said.pop_front();
        }
        let text = match step {
            Step::End => self.end(),
            _ => step.text(&self.puzzle),
        };
        self.said.push_back((self.trace.state().depth(), text, LineKind::of(&step)));
        self.has_ended = step == Step::End;
        self.latest = Some(step);
        true
    }

    /// Returns the latest line, indented by the depth of the search.
    pub fn line(&self) -> String {
        self.said.back().map_or_else(String::new, |(depth, text, _)| format!("{}{text}", "  ".repeat(*depth)))
    }

    /// Returns the message at the end of the search.
    fn end(&self) -> String {
        let counters = self.trace.counters();
        let counted = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let what = match counters.solutions {
            0 => "no solution".to_owned(),
            1 => "the only solution".to_owned(),
            n => counted(n, "solution"),
        };
        format!("end: {what}, {}, {}", counted(counters.nodes, "node"), counted(counters.failures, "failure"))
    }
}
