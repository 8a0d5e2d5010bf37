//! Large boards: each kind ends at its limits.

use csp::Limits;
use csp::limits::MemoryLimit;
use pencil::Puzzle;
use pencil::board::Board;
use pencil::kinds::KINDS;
use pencil::solve::{Solved, answer};

/// Kinds whose boards without clues have no answer: nothing is there to begin at, or digits are too few.
const WITHOUT: &[&str] =
    &["dbchoco", "hashikake", "kakuro", "numlin", "nurikabe", "nurimaze", "shikaku", "tentaisho"];

#[test]
fn a_large_board_of_each_kind_ends_at_its_limits() {
    // The largest is of 50 by 50 cells, if the run is exhaustive.
    let side = if std::env::var_os("EXHAUSTIVE").is_some() { 50 } else { 20 };
    for kind in KINDS {
        // Without clues a room, a shape or a group may be as large as the board, and search may go on for years.
        let mut puzzle = Puzzle::new(kind, Board::new(side, side));
        for part in kind.parts {
            let places = puzzle.places(part.places);
            puzzle.clues.push(vec![None; places]);
        }
        let limits = Limits::default().nodes(1).memory(&MemoryLimit::new(1 << 29));
        let found = answer(&puzzle, &limits).expect(kind.id);
        assert_eq!(found == Solved::None, WITHOUT.contains(&kind.id), "{}", kind.id);
    }
}
