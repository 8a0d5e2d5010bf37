//! What a document tells of a puzzle besides its rules: title and author, what was guessed, and what was not understood.

use std::fmt;

use crate::text::one_line;

/// The metadata of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The origin of the puzzle.
    pub source: Option<String>,
    /// Further lines of text.
    pub comments: Vec<String>,
    /// The solution that was given with the puzzle.
    pub solution: Option<Box<[u8]>>,
    /// Warnings of the reader: input that was not understood or looks like a mistake.
    pub remarks: Vec<Remark>,
    /// Whether the rules were recognised in a drawing, so that some may have been missed.
    pub is_drawn: bool,
    /// Rules that were guessed from a drawing, with the reasons.
    pub guesses: Vec<Guess>,
    /// Parts that were not understood: the puzzle may have more rules than it states. Readers refuse such a puzzle
    /// unless they are [told otherwise](crate::format::Unknown); then each is a remark, too.
    pub unknown: Vec<String>,
    /// Parts of a drawing without a meaning that is known, for pictures.
    pub sketches: Vec<Sketch>,
}

/// Something that a document draws without a meaning that is known. Lengths are in thousandths of a cell, and points
/// are rows and columns from the top left corner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sketch {
    /// The points of a line, or the middle of a shape.
    pub points: Vec<(i32, i32)>,
    /// The width of a line, as both numbers; height and width of a shape.
    pub size: (i32, i32),
    /// Whether a line ends in an arrowhead.
    pub is_pointed: bool,
    /// Whether a shape has round ends.
    pub is_round: bool,
    /// The colour inside a shape, as in SVG.
    pub fill: Option<String>,
    /// The colour of a line, or of the border of a shape.
    pub border: Option<String>,
    /// The text in a shape.
    pub text: String,
    /// Whether it lies over the digits.
    pub is_over: bool,
}

/// The reading of parts of a drawing that have no meaning for the puzzle.
pub(crate) const NOTHING: &str = "nothing";

/// A reading of parts of a drawing. Prints as `thermo: line1, line2 (why)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The name of the rule, or `nothing`.
    pub rule: String,
    /// The names of the parts; none if only words say the rule.
    pub parts: Vec<String>,
    /// The reason for this reading.
    pub reason: String,
    /// Names of rules that the parts may be instead, the likeliest first.
    pub others: Vec<String>,
}

impl fmt::Display for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parts.is_empty() {
            write!(f, "{} ({})", self.rule, self.reason)
        } else {
            // A drawing may have hundreds of parts.
            let shown = self.parts[..self.parts.len().min(8)].join(", ");
            let more = self.parts.len().saturating_sub(8);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            write!(f, "{}: {shown}{more} ({})", self.rule, self.reason)
        }
    }
}

impl About {
    /// Whether the puzzle may have more rules than it states, so that one of several solutions may be none.
    pub fn may_lack_rules(&self) -> bool {
        self.is_drawn || !self.unknown.is_empty()
    }

    /// Sets the title.
    pub fn with_title(self, title: impl Into<Option<String>>) -> About {
        About { title: title.into(), ..self }
    }

    /// Sets the solution that is given with the puzzle.
    pub fn with_solution(self, solution: impl Into<Option<Box<[u8]>>>) -> About {
        About { solution: solution.into(), ..self }
    }

    /// Makes a text a single line for display; `None` if it is blank. Control characters become blanks.
    pub(crate) fn line(text: &str) -> Option<String> {
        let plain = one_line(text);
        let plain = plain.trim();
        (!plain.is_empty()).then(|| plain.to_owned())
    }
}

/// A warning about a position in the text. Prints as `line:column: what`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Line and column, from 1.
    pub place: (u64, u32),
    /// The message, a sentence.
    pub what: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((line, column), what) = (self.place, &self.what);
        write!(f, "{line}:{column}: {what}")
    }
}
