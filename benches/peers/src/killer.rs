//! Killer Sudokus without givens, from a fixed generator, so that every run on every machine has the same puzzles. A
//! random full grid is cut into random cages of neighbouring cells with different digits; only the sums of the cages
//! are kept. Few such cuts have a unique solution: `sections` lists their seeds.

use crate::random::Random;

/// A puzzle; every cell is in one cage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Killer {
    pub cages: Vec<Cage>,
}

/// Cells with different digits that sum up to `total`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    pub total: i64,
    /// Cells in reading order, from 0.
    pub cells: Vec<usize>,
}

impl Killer {
    /// Formats the number of cages, then one cage on each line: total, number of cells, cells.
    pub fn to_text(&self) -> String {
        let line = |cage: &Cage| {
            let cells: Vec<String> = cage.cells.iter().map(usize::to_string).collect();
            format!("{} {} {}\n", cage.total, cells.len(), cells.join(" "))
        };
        let lines: String = self.cages.iter().map(line).collect();
        format!("{}\n{lines}", self.cages.len())
    }

    /// Parses a MiniZinc file: `cage` is the cage of each cell, from 1, and `total` the sums of the cages.
    pub fn parse(text: &str) -> Option<Killer> {
        let numbers = |name: &str| -> Option<Vec<usize>> {
            let list = text.split(';').find_map(|item| item.trim().strip_prefix(name)?.strip_prefix('='))?;
            let words = list.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
            words.map(|word| word.parse().ok()).collect()
        };
        let (names, totals) = (numbers("cage")?, numbers("total")?);
        let mut cages: Vec<Cage> =
            totals.iter().map(|&total| Cage { total: total as i64, cells: Vec::new() }).collect();
        for (cell, name) in names.iter().enumerate() {
            cages.get_mut(name.checked_sub(1)?)?.cells.push(cell);
        }
        (names.len() == 81).then_some(Killer { cages })
    }
}

/// Returns the puzzle of a seed with cages of 1 to `largest` cells, where `largest` is at least 2. Its solution need not be
/// unique.
pub fn generate(largest: usize, seed: u64) -> Killer {
    let mut random = Random::new(seed);
    let mut grid = [0; 81];
    assert!(fill(&mut grid, 0, &mut random), "the empty grid can be filled");
    let mut cages = Vec::new();
    let mut caged = [false; 81];
    let mut starts: Vec<usize> = (0..81).collect();
    random.shuffle(&mut starts);
    for start in starts {
        if caged[start] {
            continue;
        }
        caged[start] = true;
        let mut cells = vec![start];
        // The cage stays smaller if its neighbours are caged or have its digits.
        let size = 2 + random.below(largest - 1);
        while cells.len() < size {
            let fits = |&cell: &usize| !caged[cell] && cells.iter().all(|&other| grid[other] != grid[cell]);
            let mut next: Vec<usize> = cells.iter().flat_map(|&cell| neighbours(cell)).filter(fits).collect();
            if next.is_empty() {
                break;
            }
            random.shuffle(&mut next);
            caged[next[0]] = true;
            cells.push(next[0]);
        }
        cells.sort_unstable();
        cages.push(Cage { total: cells.iter().map(|&cell| i64::from(grid[cell])).sum(), cells });
    }
    Killer { cages }
}

/// Fills the cells from `cell` on, trying digits in random order.
fn fill(grid: &mut [u8; 81], cell: usize, random: &mut Random) -> bool {
    if cell == 81 {
        return true;
    }
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    for digit in digits {
        let (row, column) = (cell / 9, cell % 9);
        let sees = |other: usize| {
            let (r, c) = (other / 9, other % 9);
            r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3)
        };
        if (0..cell).all(|other| grid[other] != digit || !sees(other)) {
            grid[cell] = digit;
            if fill(grid, cell + 1, random) {
                return true;
            }
        }
    }
    false
}

/// Returns the cells above, below, left and right.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / 9, cell % 9);
    let there = [(row > 0, 0), (row < 8, 18), (column > 0, 8), (column < 8, 10)];
    there.into_iter().filter(|&(inside, _)| inside).map(move |(_, step)| cell + step - 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cages_cover_the_grid_and_hold_together() {
        for (largest, seed) in [(2, 1), (4, 5), (5, 19)] {
            let puzzle = generate(largest, seed);
            let mut cells: Vec<usize> = puzzle.cages.iter().flat_map(|cage| cage.cells.clone()).collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..81));
            for Cage { cells, .. } in &puzzle.cages {
                assert!(cells.len() <= largest);
                let mut reached = vec![cells[0]];
                while let Some(&next) = cells.iter().find(|&&cell| {
                    !reached.contains(&cell)
                        && reached.iter().any(|&other| neighbours(other).any(|n| n == cell))
                }) {
                    reached.push(next);
                }
                assert_eq!(reached.len(), cells.len());
            }
        }
    }

    #[test]
    fn files_are_read() {
        let names: Vec<String> = (0..81).map(|cell| (cell / 3 + 1).to_string()).collect();
        let text = format!("c=27;\ncage=[|{}|];\ntotal=[{}];\n", names.join(","), "15, ".repeat(27));
        let puzzle = Killer::parse(&text).expect("all is there");
        assert_eq!(puzzle.cages[1], Cage { total: 15, cells: vec![3, 4, 5] });
        assert_eq!(puzzle.cages.len(), 27);
        assert_eq!(Killer::parse("cage=[|1|];"), None);
    }

    /// Pins the instances: a change here makes old measurements incomparable.
    #[test]
    fn puzzles_never_change() {
        let texts = (1..=20).map(|seed| generate(4, seed).to_text());
        let hash = texts.flat_map(String::into_bytes).fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        assert_eq!(hash, 0x7024_1a9a_3e35_3394);
    }
}
