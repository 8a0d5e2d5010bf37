//! Arguments for the difficulty of puzzles.

use sudoku::Difficulty;
use sudoku::explain::Technique;

use crate::commands::techniques::unknown;

/// The techniques with a name.
#[derive(Clone, Debug)]
pub(crate) struct Techniques(pub Vec<&'static Technique>);

/// Reads the name of a technique, or of several.
pub(super) fn techniques(text: &str) -> Result<Techniques, String> {
    Difficulty::techniques(text).map(Techniques).ok_or_else(|| unknown(text))
}
