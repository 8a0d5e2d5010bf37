//! One thing that happens in a search, and how it is told.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::candidates::Candidates;
use crate::puzzle::Puzzle;

/// One thing that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Something is tried.
    Decide {
        /// What.
        choice: Choice,
        /// The candidates there were.
        of: Candidates,
        /// The cells that it changes.
        cells: Vec<Removal>,
        /// How many decisions hold with it.
        depth: usize,
    },
    /// Cells lose candidates because of a rule.
    Remove {
        /// The rule, by its name.
        rule: Arc<str>,
        /// How.
        why: Why,
        /// The cells.
        cells: Vec<Removal>,
    },
    /// It cannot be.
    Conflict {
        /// The rule that is broken, if it is known.
        rule: Option<Arc<str>>,
        /// How.
        clash: Clash,
        /// No decision is left to take back: the puzzle has no solution.
        at_root: bool,
    },
    /// What was tried is taken back, and its opposite holds.
    Refute {
        /// What was tried.
        choice: Choice,
        /// The cells that the opposite changes.
        cells: Vec<Removal>,
        /// How many decisions still hold.
        depth: usize,
    },
    /// All decisions are taken back; what has been refuted is kept in mind.
    Restart,
    /// Every cell has one value, and all rules are kept: the so-manieth time.
    Solution(u64),
    /// All has been tried.
    End,
}

/// What is tried: that a cell has a value, or that it has one up to it, or from it on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The cell; none for what only the engine knows of a rule.
    pub cell: Option<usize>,
    /// `=`, `≠`, `≤` or `≥`.
    pub relation: &'static str,
    /// The number.
    pub number: i32,
}

/// What a cell loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The cell.
    pub cell: usize,
    /// The candidates that go.
    pub gone: Candidates,
    /// Those that stay.
    pub left: Candidates,
}

/// How a rule takes candidates away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The value stands in this cell.
    Stands(usize, u8),
    /// There is no other place for the value.
    OnlyPlace(u8),
    /// The other rule has all its places for the value here.
    Confined(u8, Arc<str>),
    /// The rule says so of single cells.
    Said,
    /// What the rule allows, worked out by an algorithm of this name.
    Worked(&'static str),
}

/// What cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The cell has no candidate left.
    NoValue(usize),
    /// The rule has no place left for the value.
    NoPlace(u8),
    /// The value stands in both cells.
    Twice(u8, [usize; 2]),
    /// The rule cannot be kept in these cells.
    Broken(Vec<usize>),
}

impl Step {
    /// The cells that lose candidates.
    pub fn removals(&self) -> &[Removal] {
        match self {
            Step::Decide { cells, .. } | Step::Remove { cells, .. } | Step::Refute { cells, .. } => cells,
            _ => &[],
        }
    }

    /// The step in words, in one line.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let symbol = |value: u8| puzzle.symbols.get(value);
        let name = |cell: usize| puzzle.grid.name(cell);
        match self {
            Step::Decide { choice, of, .. } => {
                let of: Vec<&str> = of.iter().map(symbol).collect();
                match of.is_empty() {
                    true => format!("try {}", choice.text(puzzle)),
                    false => format!("try {} of {}", choice.text(puzzle), of.join(" ")),
                }
            }
            Step::Remove { rule, why, cells } => {
                let why = match why {
                    Why::Stands(cell, value) => format!(": {} stands in {}", symbol(*value), name(*cell)),
                    Why::OnlyPlace(value) => format!(": the only place for {}", symbol(*value)),
                    Why::Confined(value, other) => format!(": {} of {other} is here", symbol(*value)),
                    Why::Said | Why::Worked(_) => String::new(),
                };
                format!("{rule}{why}: {}", losses(cells, puzzle))
            }
            Step::Conflict { rule, clash, .. } => {
                let rule = rule.as_deref().map(|rule| format!("{rule}: ")).unwrap_or_default();
                let what = match clash {
                    Clash::NoValue(cell) => format!("nothing is left for {}", name(*cell)),
                    Clash::NoPlace(value) => format!("no place is left for {}", symbol(*value)),
                    Clash::Twice(value, [one, other]) => {
                        format!("{} would stand in {} and {}", symbol(*value), name(*one), name(*other))
                    }
                    Clash::Broken(cells) if cells.is_empty() => "this cannot be".to_owned(),
                    Clash::Broken(cells) => format!("this cannot be in {}", list(cells, puzzle)),
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
    /// `R1C2 = 3`.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let Choice { cell, relation, number } = self;
        let Some(cell) = *cell else {
            return format!("a count of the rules {relation} {number}");
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

/// `R1C2 = 4, R1C3 R1C5 lose 3`.
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
