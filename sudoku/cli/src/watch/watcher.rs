//! A watched search: its state, and the latest messages.

use std::collections::VecDeque;

use csp::limits::{Held, MemoryLimit};
use csp::{Cancel, Config, Limits, clock::Instant};
use sudoku::trace::{Choice, Counters, Step, Trace};
use sudoku::{Budget, Candidates, Puzzle};
use sudoku_ask::Rooted;

use super::human::HumanTrace;

/// Names of limits.
const TIME: &str = "time limit";
const MEMORY: &str = "memory limit";

/// Returns the limit on time or memory that is reached.
fn late_or_full(limits: &Limits) -> Option<&'static str> {
    let is_late = limits.deadline().is_some_and(|deadline| Instant::now() >= deadline);
    let is_full = limits.memory_limit().is_some_and(MemoryLimit::is_exceeded);
    is_late.then_some(TIME).or(is_full.then_some(MEMORY))
}

/// Maximum number of lines kept.
pub(super) const MOST_LINES: usize = 200;

/// The process that is watched.
#[derive(Clone, Debug)]
pub(super) enum Watched {
    /// A search with these settings, or with the default ones.
    Search(Option<Config>),
    /// The same, up to the first decision.
    Root(Option<Config>),
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
    /// Whether the steps end before the first decision.
    is_root: bool,
    limits: Limits,
    /// Memory of a recording.
    recorded: Held,
    /// Limit that has ended the steps.
    pub limit: Option<&'static str>,
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
    /// Returns a watcher, whose steps end when a limit of the budget is reached; its time counts from now. An error has
    /// the limit that was reached before the first step.
    pub fn new(puzzle: Puzzle, watched: &Watched, budget: &Budget) -> Result<Watcher, &'static str> {
        let limits = budget.limits().clone().counted_from(Instant::now());
        let source = match watched {
            Watched::Search(config) | Watched::Root(config) => {
                let trace = Trace::within(&puzzle, config.as_ref(), budget);
                Source::Search(Box::new(trace.ok_or_else(|| late_or_full(&limits).unwrap_or(MEMORY))?))
            }
            Watched::Human => Source::Human(Box::new(HumanTrace::new(&puzzle, budget))),
        };
        Ok(Watcher {
            puzzle,
            source,
            latest: None,
            path: Vec::new(),
            said: VecDeque::new(),
            has_ended: false,
            is_root: matches!(watched, Watched::Root(_)),
            recorded: Held::new(&limits),
            limits,
            limit: None,
        })
    }

    /// Counts the memory that a recording takes.
    pub fn record(&mut self, bytes: usize) {
        self.recorded.set(bytes);
    }

    /// The limit that has been reached, if any.
    fn reached(&self) -> Option<&'static str> {
        let is_searched = matches!(self.source, Source::Search(_));
        let nodes = self.limits.node_limit().filter(|_| is_searched);
        if nodes.is_some_and(|nodes| self.counters().nodes >= nodes) {
            return Some("node limit");
        }
        late_or_full(&self.limits)
    }

    /// Adds a line, and drops the first if there are too many.
    fn say(&mut self, depth: usize, text: String, kind: LineKind) {
        if self.said.len() == MOST_LINES {
            self.said.pop_front();
        }
        self.said.push_back((depth, text, kind));
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

    /// Whether the steps end here, before the first decision.
    pub fn is_at_root_end(&mut self) -> bool {
        let Source::Search(trace) = &mut self.source else { return false };
        self.is_root && trace.peek().is_some_and(Step::ends_root)
    }

    /// Returns the next step with its text.
    fn next(&mut self) -> Option<(Step, String)> {
        if self.is_at_root_end() {
            let rooted = Rooted::of(&self.puzzle, self.cells().to_vec());
            return Some((Step::End, format!("end: {}", rooted.text())));
        }
        match &mut self.source {
            Source::Search(trace) => {
                let step = trace.next()?;
                let text = if step == Step::End { self.end() } else { step.text(&self.puzzle) };
                Some((step, text))
            }
            Source::Human(steps) => steps.next(),
        }
    }

    /// Advances one step. Returns false at the end, if a limit is reached, or if stopped.
    pub fn advance(&mut self) -> bool {
        if self.has_ended || self.limits.flags().iter().any(Cancel::is_cancelled) {
            return false;
        }
        let next = if late_or_full(&self.limits).is_some() { None } else { self.next() };
        let Some((step, text)) = next else {
            if self.limits.flags().iter().any(Cancel::is_cancelled) {
                return false;
            }
            self.has_ended = true;
            self.limit = self.reached();
            if let Some(limit) = self.limit {
                self.say(0, format!("the {limit} is reached"), LineKind::Failed);
            }
            return false;
        };
        match &step {
            Step::Decide { choice, .. } => self.path.push(*choice),
            Step::Refute { depth, .. } => self.path.truncate(*depth),
            Step::Restart => self.path.clear(),
            _ => {}
        }
        self.say(self.depth(), text, LineKind::of(&step));
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
