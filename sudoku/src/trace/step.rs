//! Steps of a trace, and their text.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;

/// A step of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A decision.
    Decide {
        /// The decision.
        choice: Choice,
        /// The candidates of the cell before it.
        of: Candidates,
        /// The cells that the decision changes.
        cells: Vec<Removal>,
        /// The number of current decisions, including this one.
        depth: usize,
    },
    /// A rule removes candidates.
    Remove {
        /// The name of the rule.
        rule: Arc<str>,
        /// The reason.
        reason: Reason,
        /// The cells that lose candidates.
        cells: Vec<Removal>,
    },
    /// A contradiction.
    Conflict {
        /// The name of the violated rule, if it is known.
        rule: Option<Arc<str>>,
        /// The kind of contradiction.
        kind: ConflictKind,
        /// Whether there is no decision to take back, so that the puzzle has no solution.
        at_root: bool,
    },
    /// A decision is taken back, and its negation holds.
    Refute {
        /// The decision.
        choice: Choice,
        /// The cells that the negation changes.
        cells: Vec<Removal>,
        /// The number of remaining decisions.
        depth: usize,
    },
    /// All decisions are taken back. Refuted decisions stay excluded.
    Restart,
    /// A solution, with its number: all cells have values and all rules hold.
    Solution(u64),
    /// The end: the search is complete.
    End,
}

/// A decision: a cell has a value, or a value up to a bound or from a bound on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The cell; `None` for a variable of a rule that is no cell.
    pub cell: Option<usize>,
    /// `=`, `≠`, `≤` or `≥`.
    pub relation: &'static str,
    /// The number.
    pub number: i32,
}

/// The candidates that a cell loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The cell.
    pub cell: usize,
    /// The removed candidates.
    pub gone: Candidates,
    /// The remaining candidates.
    pub left: Candidates,
}

/// The reason why a rule removes candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The cell has this value.
    HasValue(usize, u8),
    /// There is no other place for the value.
    OnlyPlace(u8),
    /// The other rule has all its places for the value in the cells that both rules share.
    Confined(u8, Arc<str>),
    /// The clue is about single cells.
    Clue,
    /// The propagator with this name has filtered the rule.
    Propagator(&'static str),
}

/// The kind of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConflictKind {
    /// The cell has no candidate left.
    NoValue(usize),
    /// The rule has no place left for the value.
    NoPlace(u8),
    /// Both cells have the value.
    Repeated(u8, [usize; 2]),
    /// The rule cannot be satisfied in these cells.
    Violated(Vec<usize>),
}

impl Step {
    /// Whether propagation without a decision ends before it.
    pub fn ends_root(&self) -> bool {
        matches!(self, Step::Decide { .. } | Step::Solution(_))
    }

    /// The cells that lose candidates, with the lost candidates.
    pub fn removals(&self) -> &[Removal] {
        match self {
            Step::Decide { cells, .. } | Step::Remove { cells, .. } | Step::Refute { cells, .. } => cells,
            _ => &[],
        }
    }

    /// The step as a line of text.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let symbol = |value: u8| puzzle.symbols.get(value);
        let name = |cell: usize| puzzle.grid.name(cell);
        match self {
            Step::Decide { choice, of, .. } => {
                let of: Vec<&str> = of.iter().map(symbol).collect();
                if of.is_empty() {
                    format!("try {}", choice.text(puzzle))
                } else {
                    format!("try {} of {}", choice.text(puzzle), of.join(" "))
                }
            }
            Step::Remove { rule, reason, cells } => {
                let reason = match reason {
                    Reason::HasValue(cell, value) => {
                        format!(": {} stands in {}", symbol(*value), name(*cell))
                    }
                    Reason::OnlyPlace(value) => format!(": the only place for {}", symbol(*value)),
                    Reason::Confined(value, other) => format!(": {} of {other} is here", symbol(*value)),
                    Reason::Clue | Reason::Propagator(_) => String::new(),
                };
                format!("{rule}{reason}: {}", losses(cells, puzzle))
            }
            Step::Conflict { rule, kind, .. } => {
                let rule = rule.as_deref().map(|rule| format!("{rule}: ")).unwrap_or_default();
                let what = match kind {
                    ConflictKind::NoValue(cell) => format!("{} has no candidate left", name(*cell)),
                    ConflictKind::NoPlace(value) => format!("no place is left for {}", symbol(*value)),
                    ConflictKind::Repeated(value, [one, other]) => {
                        format!("{} would be in both {} and {}", symbol(*value), name(*one), name(*other))
                    }
                    ConflictKind::Violated(cells) if cells.is_empty() => "this cannot be".to_owned(),
                    ConflictKind::Violated(cells) => format!("this cannot be in {}", list(cells, puzzle)),
                };
                format!("conflict: {rule}{what}")
            }
            Step::Refute { choice, cells, .. } => {
                let placed = cells.iter().find_map(|removal| Some((removal.cell, removal.left.value()?)));
                let so = placed.map(|(cell, value)| format!(", so {} = {}", name(cell), symbol(value)));
                format!("back: not {}{}", choice.text(puzzle), so.unwrap_or_default())
            }
            Step::Restart => "restart".to_owned(),
            Step::Solution(nth) => format!("solution {nth}"),
            Step::End => "end".to_owned(),
        }
    }
}

impl Choice {
    /// The decision as text: `R1C2 = 3`.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let Choice { cell, relation, number } = self;
        let Some(cell) = *cell else {
            return format!("a variable of the rules {relation} {number}");
        };
        let value = usize::try_from(number - puzzle.grid.first_value()).unwrap_or(usize::MAX);
        let word = if value < puzzle.symbols.len() {
            puzzle.symbols.get(value as u8).to_owned()
        } else {
            number.to_string()
        };
        format!("{} {relation} {word}", puzzle.grid.name(cell))
    }
}

/// The removals as text: `R1C2 = 4, R1C3 R1C5 lose 3`.
fn losses(cells: &[Removal], puzzle: &Puzzle) -> String {
    let mut parts: Vec<String> = Vec::new();
    for Removal { cell, left, .. } in cells {
        if let Some(value) = left.value() {
            parts.push(format!("{} = {}", puzzle.grid.name(*cell), puzzle.symbols.get(value)));
        }
    }
    let mut alike: Vec<(Candidates, Vec<usize>)> = Vec::new();
    for Removal { cell, gone, .. } in cells.iter().filter(|removal| removal.left.value().is_none()) {
        match alike.iter_mut().find(|(known, _)| known == gone) {
            Some((_, cells)) => cells.push(*cell),
            None => alike.push((*gone, vec![*cell])),
        }
    }
    for (gone, cells) in alike {
        let mut part = list(&cells, puzzle);
        part.push_str(if cells.len() == 1 { " loses" } else { " lose" });
        gone.iter().for_each(|value| _ = write!(part, " {}", puzzle.symbols.get(value)));
        parts.push(part);
    }
    parts.join(", ")
}

fn list(cells: &[usize], puzzle: &Puzzle) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| puzzle.grid.name(cell).to_string()).collect();
    names.join(" ")
}
