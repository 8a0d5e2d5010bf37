//! The difficulty of a puzzle, as JSON.

use std::fmt::Write as _;

use sudoku::explain::Rating;

use super::{Status, hundredths, quoted};

/// The difficulty of a puzzle.
#[derive(Debug)]
pub struct RatingReport<'a> {
    /// Outcome of the proof, and of the explanation.
    pub status: Status,
    /// The rating of a puzzle with one solution.
    pub rating: Option<&'a Rating>,
    /// Reason of the status, if it is known.
    pub reason: Option<&'a str>,
    /// Time that it took.
    pub micros: u64,
}

impl RatingReport<'_> {
    /// Formats the rating as an object on one line; `index` is the number of the puzzle.
    pub fn object(&self, index: u64) -> String {
        let mut text = format!("{{\"index\":{},\"status\":\"{}\"", index, self.status.name());
        if let Some(rating) = self.rating {
            let technique = rating.technique.map_or("null".into(), |technique| quoted(technique.name));
            let (hardest, sum) = (hundredths(rating.hardest.into()), hundredths(rating.sum));
            let (complete, level, se) = (rating.is_complete(), rating.level().name(), rating.se());
            let counts = rating.counts.iter().map(|(one, count)| format!("{}:{count}", quoted(one.name)));
            let counts = counts.collect::<Vec<_>>().join(",");
            let _ = write!(
                text,
                ",\"complete\":{complete},\"hardest\":{hardest},\"level\":\"{level}\",\"technique\":{technique},\
                 \"sum\":{sum},\"steps\":{},\"counts\":{{{counts}}},\"se\":{se:.1}",
                rating.steps
            );
        }
        if let Some(reason) = self.reason {
            let _ = write!(text, ",\"reason\":{}", quoted(reason));
        }
        let _ = write!(text, ",\"micros\":{}}}", self.micros);
        text
    }
}
