//! Cells beside the grid. They have no place in a picture, so they are listed below it.

use crate::puzzle::Puzzle;

/// The greatest length of a line.
const WIDTH: usize = 72;

/// Lists the values: `A1 = 3, A2 = 5`, at least one line for each family of cells.
pub(super) fn list_values(puzzle: &Puzzle, values: &[u8]) -> Vec<String> {
    list(puzzle, |cell| values.get(cell).map(|&value| puzzle.symbols.get(value).to_owned()))
}

/// Lists any words for the cells. Cells without a word are left out.
pub(super) fn list(puzzle: &Puzzle, word: impl Fn(usize) -> Option<String>) -> Vec<String> {
    let grid = &puzzle.grid;
    let mut lines = Vec::new();
    let mut cell = grid.rectangle();
    for loose in &grid.shape().loose {
        let mut line = String::new();
        for _ in 0..loose.count {
            if let Some(word) = word(cell) {
                let item = format!("{} = {word}", grid.name(cell));
                if !line.is_empty() && line.chars().count() + item.chars().count() + 2 > WIDTH {
                    lines.push(std::mem::take(&mut line) + ",");
                }
                if !line.is_empty() {
                    line.push_str(", ");
                }
                line.push_str(&item);
            }
            cell += 1;
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}
