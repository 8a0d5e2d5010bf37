//! Questions without choices.

use sudoku::Puzzle;

use crate::Shown;

/// A question about a puzzle that leaves nothing to choose and is answered without a search. The program makes a command
/// of it.
pub trait Quick {
    /// The name of the command.
    const NAME: &'static str;
    /// What the command does, for the list of commands.
    const ABOUT: &'static str;
    /// Examples, and what the answer means.
    const HELP: &'static str;
    /// The columns of a table of answers. A puzzle that cannot be read is invalid in the column `status`, if there is one.
    const COLUMNS: &'static [&'static str];
    /// The answer.
    type Answer: Shown;

    /// Answers the question. The error says why it does not fit the puzzle.
    fn answer(puzzle: &Puzzle) -> Result<Self::Answer, String>;
}
