//! A watched search: its state, and the latest messages.

use std::collections::VecDeque;

use csp::Config;
use sudoku::trace::{Choice, Counters, Step, Trace};
use sudoku::{Cancel, Candidates, Puzzle};

use super::human::HumanTrace;

/// Maximum number of lines kept.
const MOST_LINES: usize = 200;

/// The process that is watched.
#[derive(Clone, Debug)]
pub(super) enum Watched {
    /// A search with these settings, or with the default ones.
    Search(Option<Config>),
    /// Steps as people take them.
    Human,
}

/// Source of steps.
enum Source {
    Search(Box<Trace>),
    Human(Box<HumanTrace>),
}

pub(super) struct Watcher {
    pub puzzle: Puzzle,
    source: Source,
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
    /// Returns a watcher, which ends when `stop` is cancelled.
    pub fn new(puzzle: Puzzle, watched: &Watched, stop: &Cancel) -> Watcher {
        let source = match watched {
            Watched::Search(Some(config)) => Source::Search(Box::new(Trace::with(&puzzle, config))),
            Watched::Search(None) => Source::Search(Box::new(Trace::new(&puzzle))),
            Watched::Human => Source::Human(Box::new(HumanTrace::new(&puzzle, stop))),
        };
        Watcher {
            puzzle,
            source,
            latest: None,
            path: Vec::new(),
            said: VecDeque::new(),
            has_ended: false,
            stop: stop.clone(),
        }
    }

    /// The candidates of all cells.
    pub fn cells(&self) -> &[Candidates] {
        match &self.source {
            Source::Search(trace) => trace.state().cells(),
            Source::Human(steps) => steps.cells(),
        }
    }

    /// The value of a cell: its only candidate, or the value that somebody has written there.
    pub fn value(&self, cell: usize) -> Option<u8> {
        match &self.source {
            Source::Search(trace) => trace.state().cells()[cell].value(),
            Source::Human(steps) => steps.value(cell),
        }
    }

    /// The number of decisions in force.
    pub fn depth(&self) -> usize {
        match &self.source {
            Source::Search(trace) => trace.state().depth(),
            Source::Human(_) => 0,
        }
    }

    pub fn counters(&self) -> Counters {
        match &self.source {
            Source::Search(trace) => trace.counters(),
            Source::Human(steps) => steps.counters(),
        }
    }

    /// The counters, on three lines.
    pub fn counted(&self) -> [String; 3] {
        let counters = self.counters();
        match &self.source {
            Source::Search(_) => [
                format!("step {}   depth {}", counters.steps, self.depth()),
                format!(
                    "nodes {}   failures {}   solutions {}",
                    counters.nodes, counters.failures, counters.solutions
                ),
                format!("removals {}", counters.removals),
            ],
            Source::Human(steps) => {
                let [latest, hardest] = steps.costs();
                [
                    format!("step {}   {latest}", counters.steps),
                    format!("hardest {hardest}"),
                    format!("removals {}", counters.removals),
                ]
            }
        }
    }

    /// Whether the steps are such as people take.
    pub fn is_human(&self) -> bool {
        matches!(self.source, Source::Human(_))
    }

    /// Whether steps ended before the solution because none was found.
    pub fn is_stuck(&self) -> bool {
        matches!(&self.source, Source::Human(steps) if self.has_ended && steps.is_stuck())
    }

    /// Returns the next step with its text.
    fn next(&mut self) -> Option<(Step, String)> {
        match &mut self.source {
            Source::Search(trace) => {
                let step = trace.next()?;
                let text = if step == Step::End { self.end() } else { step.text(&self.puzzle) };
                Some((step, text))
            }
            Source::Human(steps) => steps.next(),
        }
    }

    /// Advances one step. Returns false at the end, or if stopped.
    pub fn advance(&mut self) -> bool {
        if self.stop.is_cancelled() {
            return false;
        }
        let Some((step, text)) = self.next() else {
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
        self.said.push_back((self.depth(), text, LineKind::of(&step)));
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
        let counters = self.counters();
        let counted = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let what = match counters.solutions {
            0 => "no solution".to_owned(),
            1 => "the only solution".to_owned(),
            n => counted(n, "solution"),
        };
        format!("end: {what}, {}, {}", counted(counters.nodes, "node"), counted(counters.failures, "failure"))
    }
}
