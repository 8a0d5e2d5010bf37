//! A search that somebody watches: where it stands, and what was said of it last.

use std::collections::VecDeque;

use csp::Config;
use sudoku::trace::{Choice, Step, Trace};
use sudoku::{Cancel, Puzzle};

/// So many lines are kept.
const MOST_LINES: usize = 200;

pub(super) struct Watcher {
    pub puzzle: Puzzle,
    pub trace: Trace,
    /// What happened last.
    pub latest: Option<Step>,
    /// The decisions that hold.
    pub path: Vec<Choice>,
    /// What was said of the last steps, each with its depth.
    pub said: VecDeque<(usize, String, Tone)>,
    pub has_ended: bool,
    /// Whoever watches may have seen enough.
    pub stop: Cancel,
}

/// What kind of step a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Tried,
    Failed,
    TakenBack,
    Solved,
}

impl Tone {
    pub fn of(step: &Step) -> Tone {
        match step {
            Step::Decide { .. } => Tone::Tried,
            Step::Conflict { .. } => Tone::Failed,
            Step::Refute { .. } | Step::Restart => Tone::TakenBack,
            Step::Solution(_) => Tone::Solved,
            Step::Remove { .. } | Step::End => Tone::Plain,
        }
    }
}

impl Watcher {
    /// With the usual settings, or others.
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

    /// One step on; false at the end, or where it is stopped.
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
        self.said.push_back((self.trace.state().depth(), text, Tone::of(&step)));
        self.has_ended = step == Step::End;
        self.latest = Some(step);
        true
    }

    /// The last line that was said, as far to the right as the search is deep.
    pub fn line(&self) -> String {
        self.said.back().map_or_else(String::new, |(depth, text, _)| format!("{}{text}", "  ".repeat(*depth)))
    }

    /// What it came to.
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
