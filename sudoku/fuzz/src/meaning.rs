//! Meaning of a puzzle without an engine: values are tried cell by cell, and each full grid is checked against the
//! clues.

use sudoku::Puzzle;

/// Maximum number of values tried and full grids checked.
const MOST_TRIED: usize = 10_000;
const MOST_FULL: usize = 600;

/// Returns all solutions in ascending order; `None` if there are too many assignments.
pub fn solutions(puzzle: &Puzzle) -> Option<Vec<Vec<u8>>> {
    let houses: Vec<Vec<usize>> = (0..puzzle.grid().cells())
        .map(|cell| {
            let shared = puzzle.grid().houses().iter().map(|house| house.cells());
            let mut earlier: Vec<usize> = shared
                .filter(|cells| cells.contains(&(cell as u16)))
                .flat_map(|cells| cells.iter().map(|&other| usize::from(other)).filter(|&other| other < cell))
                .collect();
            earlier.sort_unstable();
            earlier.dedup();
            earlier
        })
        .collect();
    let mut search = Search { puzzle, earlier: houses, tried: 0, full: 0, found: Vec::new() };
    search.fill(&mut Vec::new()).then_some(search.found)
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    /// For each cell, the earlier cells that it differs from.
    earlier: Vec<Vec<usize>>,
    tried: usize,
    full: usize,
    found: Vec<Vec<u8>>,
}

impl Search<'_> {
    /// Fills the remaining cells. Returns false if it gives up.
    fn fill(&mut self, values: &mut Vec<u8>) -> bool {
        let cell = values.len();
        if cell == self.puzzle.grid().cells() {
            self.full += 1;
            if self.puzzle.broken_clue(values).is_none() {
                self.found.push(values.clone());
            }
            return self.full <= MOST_FULL;
        }
        for value in self.puzzle.cells()[cell].iter() {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return false;
            }
            if self.earlier[cell].iter().any(|&other| values[other] == value) {
                continue;
            }
            values.push(value);
            let goes_on = self.fill(values);
            values.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
}
