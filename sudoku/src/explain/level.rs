//! Levels of difficulty, and the scale of Sudoku Explainer.

/// The difficulty of a puzzle as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Values with one place in a house.
    Easy,
    /// Cells with one candidate, and single clues.
    Medium,
    /// Intersections, pairs and X-wings.
    Hard,
    /// Triples, wings and short chains.
    Fiendish,
    /// Chains, and the cases of a cell, of a value in a house or of a clue.
    Extreme,
    /// Chains inside chains.
    Nested,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 6] =
        [Level::Easy, Level::Medium, Level::Hard, Level::Fiendish, Level::Extreme, Level::Nested];

    /// The level of a cost.
    pub fn of(cost: u16) -> Level {
        *Level::ALL.iter().find(|level| cost <= level.most()).expect("the last level has no end")
    }

    /// The greatest cost of the level, in hundredths.
    pub fn most(self) -> u16 {
        match self {
            Level::Easy => 150,
            Level::Medium => 250,
            Level::Hard => 340,
            Level::Fiendish => 500,
            Level::Extreme => 900,
            Level::Nested => u16::MAX,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Fiendish => "fiendish",
            Level::Extreme => "extreme",
            Level::Nested => "nested",
        }
    }
}

/// Costs of chains, each with the median rating by Sudoku Explainer of puzzles with such a hardest step (200 puzzles
/// of all difficulties, November 2026).
const SCALE: [(f64, f64); 13] = [
    (4.49, 4.5),
    (4.5, 6.6),
    (5.0, 6.9),
    (5.4, 7.2),
    (5.85, 7.4),
    (5.9, 8.3),
    (6.4, 8.5),
    (6.85, 8.9),
    (8.5, 9.1),
    (9.6, 10.0),
    (9.8, 10.9),
    (10.5, 11.1),
    (14.0, 11.9),
];

/// The value of a cost on the scale of Sudoku Explainer.
pub(crate) fn se(cost: u16) -> f64 {
    let cost = f64::from(cost) / 100.0;
    if cost < SCALE[0].0 {
        return cost;
    }
    let last = SCALE[SCALE.len() - 1];
    let pair = SCALE.windows(2).find(|pair| cost < pair[1].0);
    let value = pair.map_or(last.1, |pair| {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        low + (cost - from) / (to - from) * (high - low)
    });
    (value * 10.0).round() / 10.0
}
