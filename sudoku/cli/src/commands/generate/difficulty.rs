//! Arguments for the difficulty of puzzles.

use std::ops::RangeInclusive;

use sudoku::Difficulty;
use sudoku::explain::{Level, Technique, hundredths};

use crate::commands::techniques::unknown;

/// The techniques with a name.
#[derive(Clone, Debug)]
pub(crate) struct Techniques(pub Vec<&'static Technique>);

/// Reads a level, a range of costs, or a range on the scale of Sudoku Explainer, as costs in hundredths.
pub(super) fn hardest(text: &str) -> Result<RangeInclusive<u16>, String> {
    if let Some(level) = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text)) {
        return Ok(Difficulty::costs(level));
    }
    if text.eq_ignore_ascii_case("any") {
        return Ok(Difficulty::default().hardest);
    }
    let (scale, bounds) = match text.strip_prefix("se:") {
        Some(bounds) => ("SE", bounds),
        None => ("", text),
    };
    let levels = Level::ALL.map(Level::name).join(", ");
    let malformed = || format!("not a level ({levels}, any), and not LOW..HIGH or se:LOW..HIGH");
    let (low, high) = bounds.split_once("..").ok_or_else(malformed)?;
    let number = |text: &str, open: u16| match text {
        "" => Some(open),
        text => hundredths(text),
    };
    let range = number(low, 0).ok_or_else(malformed)?..=number(high, u16::MAX).ok_or_else(malformed)?;
    if range.is_empty() {
        return Err(format!("{low} is more than {high}"));
    }
    if scale.is_empty() {
        return Ok(range);
    }
    Difficulty::costs_of_se(&range)
        .ok_or_else(|| format!("no step is between {low} and {high} on the SE scale"))
}

/// Reads the name of a technique, or of several.
pub(super) fn techniques(text: &str) -> Result<Techniques, String> {
    Difficulty::techniques(text).map(Techniques).ok_or_else(|| unknown(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_ranges_are_read() {
        assert_eq!(hardest("easy"), Ok(0..=150));
        assert_eq!(hardest("Hard"), Ok(251..=340));
        assert_eq!(hardest("any"), Ok(0..=u16::MAX));
        assert_eq!(hardest("2.6..3.4"), Ok(260..=340));
        assert_eq!(hardest("3.."), Ok(300..=u16::MAX));
        assert_eq!(hardest("..1.55"), Ok(0..=155));
        assert_eq!(hardest("se:2..3"), Ok(200..=300));
        assert_eq!(hardest("3..2").unwrap_err(), "3 is more than 2");
        assert!(hardest("se:5..6").unwrap_err().starts_with("no step is between 5 and 6"));
        for malformed in ["", "harsh", "1", "1.234..2", "-1..2", "a..b", "700..800"] {
            assert!(hardest(malformed).unwrap_err().starts_with("not a level"), "{malformed}");
        }
    }
}
