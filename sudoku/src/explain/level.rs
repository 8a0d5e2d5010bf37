//! Levels of difficulty, and the scale of Sudoku Explainer.

use std::str::FromStr;

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

/// Names of levels, the easiest first, each with the greatest cost that has it: those of [`Level`], or others.
///
/// ```
/// use sudoku::explain::Levels;
///
/// let levels: Levels = "gentle=..2.0,moderate=..3.4,tough".parse().unwrap();
/// assert_eq!((levels.name(150), levels.name(340), levels.name(341)), ("gentle", "moderate", "tough"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels(Vec<(String, u16)>);

impl Levels {
    /// The name for a cost, in hundredths.
    pub fn name(&self, cost: u16) -> &str {
        let (name, _) = self.0.iter().find(|(_, most)| cost <= *most).expect("the last level has no end");
        name
    }
}

impl Default for Levels {
    fn default() -> Levels {
        Levels(Level::ALL.map(|level| (level.name().to_owned(), level.most())).into())
    }
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Levels, String> {
        let mut levels: Vec<(String, u16)> = Vec::new();
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        for (at, part) in parts.iter().enumerate() {
            let (name, border) = part.split_once('=').unwrap_or((part, ".."));
            let most = match border.strip_prefix("..") {
                Some("") => Some(u16::MAX),
                Some(most) => hundredths(most),
                None => None,
            };
            let most = most.ok_or_else(|| format!("{part:?} is not NAME=..COST, as in gentle=..2.0"))?;
            if name.is_empty() || levels.iter().any(|(known, _)| known == name) {
                return Err(format!("{part:?} needs a name of its own"));
            }
            if levels.last().is_some_and(|(_, before)| *before >= most) {
                return Err(format!("{part:?} ends before the level that it follows"));
            }
            if at + 1 == parts.len() && most < u16::MAX {
                return Err(format!("the last level has no end: write {name}"));
            }
            levels.push((name.to_owned(), most));
        }
        Ok(Levels(levels))
    }
}

/// Reads a decimal with at most two places as hundredths.
///
/// ```
/// assert_eq!(sudoku::explain::hundredths("2.6"), Some(260));
/// assert_eq!(sudoku::explain::hundredths("2.345"), None);
/// ```
pub fn hundredths(text: &str) -> Option<u16> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || part.len() > 2 {
        return None;
    }
    let part: u16 = format!("{part:0<2}").parse().ok()?;
    whole.parse::<u16>().ok()?.checked_mul(100)?.checked_add(part)
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
