//! Comments in the text of the rules: f-puzzles and SudokuPad have one text for both.

use crate::format::gate::Unknown;
use crate::format::{Options, parse};
use crate::puzzle::Puzzle;
use crate::rules::Clue;

/// The beginning of a line that states no rule, whatever it says.
const MARK: &str = "Comment: ";

/// Whether a line of the text says of itself that it is a comment.
pub(in crate::format) fn is_marked(line: &str) -> bool {
    line.starts_with(MARK)
}

/// Returns the line without the beginning that says so.
pub(in crate::format) fn unmarked(line: &str) -> &str {
    line.strip_prefix(MARK).unwrap_or(line)
}

/// Returns what `text` makes of the comments of a puzzle. They are marked if otherwise a rule would be read from them that
/// the puzzle does not have, or a rule of the puzzle would no longer be read.
pub(in crate::format) fn with_comments(puzzle: &Puzzle, text: impl Fn(&[String]) -> String) -> String {
    let comments = puzzle.about().map_or(&[][..], |about| &about.comments);
    let plain = text(comments);
    if comments.is_empty() {
        return plain;
    }
    let lines = comments.iter().flat_map(|comment| comment.lines());
    let marked = text(&lines.map(|line| format!("{MARK}{line}")).collect::<Vec<String>>());
    let change_rules = match (clues(&plain), clues(&marked)) {
        (Some(plain), Some(marked)) => {
            let own = puzzle.clues();
            plain.iter().any(|clue| !states(&marked, clue) && !states(own, clue))
                || marked.iter().any(|clue| states(own, clue) && !states(&plain, clue))
        }
        (plain, marked) => plain.is_none() && marked.is_some(),
    };
    if change_rules || comments.iter().any(|comment| is_marked(comment)) { marked } else { plain }
}

/// The clues that are read from a text.
fn clues(text: &str) -> Option<Vec<Clue>> {
    let options = Options { unknown: Unknown::Ignore, ..Options::default() };
    parse(text, &options).ok()?.pop().map(|puzzle| puzzle.clues().to_vec())
}

/// Whether a rule is among others, perhaps for more cells or with its cells in another order.
fn states(clues: &[Clue], clue: &Clue) -> bool {
    let cells = clue.lists.concat();
    clues.iter().any(|known| {
        let all = known.lists.concat();
        (known.kind, &known.params, &known.detail) == (clue.kind, &clue.params, &clue.detail)
            && cells.iter().all(|cell| all.contains(cell))
    })
}
