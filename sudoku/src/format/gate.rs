//! The gate that every puzzle passes after it was read: parts that the reader did not understand are never lost in
//! silence. A puzzle without such parts passes; any other is refused, unless the caller says what it does with them.

use crate::about::{About, Remark};
use crate::puzzle::Puzzle;
use crate::text::ParseError;

/// The treatment of parts that a reader did not understand. Each part that does not end in an error is a remark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// They are an error: the puzzle may have more rules than were read.
    #[default]
    Refuse,
    /// They are an error, unless they were drawn: then the puzzle has them as [sketches](crate::Sketch), or in its
    /// comments, and pictures show them.
    Draw,
    /// They are left out.
    Ignore,
}

/// The most parts that an error names, and that become remarks.
const MOST_NAMED: usize = 8;
const MOST_REMARKS: usize = 50;

impl Unknown {
    /// Returns a puzzle that may pass, with its unknown parts as remarks.
    pub(super) fn admit(self, mut puzzle: Puzzle) -> Result<Puzzle, ParseError> {
        let place = puzzle.place(0);
        let Some(about) = puzzle.about.as_deref_mut().filter(|about| !about.unknown.is_empty()) else {
            return Ok(puzzle);
        };
        let passes = match self {
            Unknown::Refuse => false,
            Unknown::Draw => about.is_drawn,
            Unknown::Ignore => true,
        };
        if !passes {
            return Err(refusal(about, place));
        }
        let (first, more) = about.unknown.split_at(about.unknown.len().min(MOST_REMARKS));
        let more = (!more.is_empty()).then(|| format!("{} more parts", more.len()));
        let remark = |part: &String| Remark { place, what: format!("not understood: {part}") };
        about.remarks.extend(first.iter().chain(&more).map(remark));
        Ok(puzzle)
    }
}

fn refusal(about: &About, (line, column): (u64, u32)) -> ParseError {
    let (named, more) = about.unknown.split_at(about.unknown.len().min(MOST_NAMED));
    let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
    let error = ParseError::new(line, column, format!("not understood: {}{more}", named.join("; ")));
    error.hint(if about.is_drawn {
        "--as line2=renban says what a part is, --ignore-unknown leaves all this out"
    } else {
        "--ignore-unknown leaves this out"
    })
}
