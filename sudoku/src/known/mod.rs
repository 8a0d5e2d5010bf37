//! Puzzles up to symmetry, to keep out what is known.
//!
//! ```text
//!   add ──► waiting, by an invariant that is cheap ─┐ only where the invariant is that of a puzzle that is asked about
//!   insert ──► the same invariant? ─────────────────┴──► forms: canonical, or those of other shapes and rules
//! ```

mod form;
mod invariant;

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use crate::candidates::Candidates;
use crate::canonical::{Rows, rows_of, smallest};
use crate::format::{Digits, Options, Unknown};
use crate::puzzle::Puzzle;
use invariant::invariant;

/// Two digits in a byte.
type Packed = [u8; 41];

/// A set of puzzles of any shape and rules. Classic 9×9 are the same if they have the same [`canonical`](crate::canonical)
/// form, also with pencil marks if they have 17 digits or more. Others are the same if a turn or a reflection of the whole
/// grid makes one of the other, or new names of the values where no rule looks at more than whether values differ.
///
/// ```
/// use sudoku::{Known, Puzzle};
///
/// let mut known = Known::default();
/// let puzzle: Puzzle = "size: 4\nkiller 5: r1c1 r1c2\nthermo: r4c1 r3c1 r2c1\n".parse()?;
/// let turned: Puzzle = "size: 4\nkiller 5: r4c3 r4c4\nthermo: r1c4 r2c4 r3c4\n".parse()?;
/// known.add(&puzzle);
/// assert!(!known.insert(&turned));
/// # Ok::<(), sudoku::ParseError>(())
/// ```
#[derive(Debug, Default)]
pub struct Known {
    /// For each invariant, the latest of its puzzles that wait; [`NONE`] if their forms are known.
    latest: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
    /// Classic puzzles that wait, each with the one before it of the same invariant.
    waiting: Vec<(Packed, u32)>,
    forms: HashSet<Packed>,
    /// The forms of all other puzzles.
    others: HashSet<u128>,
}

const NONE: u32 = u32::MAX;

/// The least number of digits that can make a classic puzzle.
const LEAST: usize = 17;

impl Known {
    /// The options to read puzzles with that are kept out: what is not understood of one is left out.
    pub fn options() -> Options {
        Options { unknown: Unknown::Ignore, ..Options::default() }
    }

    /// The number by which puzzles that are no classic 9×9 are compared.
    pub fn form(puzzle: &Puzzle) -> u128 {
        form::form(puzzle)
    }

    /// Adds a puzzle without asking whether it is known, which takes less time.
    pub fn add(&mut self, puzzle: &Puzzle) {
        match digits(puzzle) {
            Some(rows) => self.add_rows(&rows),
            None => drop(self.others.insert(form::form(puzzle))),
        }
    }

    /// Adds the puzzle of a line without making a [`Puzzle`] of it: a file may have a million.
    pub fn add_digits(&mut self, digits: Digits<'_>) {
        let mut rows = Rows::default();
        rows.as_flattened_mut().iter_mut().zip(digits.values()).for_each(|(cell, value)| *cell = value);
        self.add_rows(&rows);
    }

    fn add_rows(&mut self, rows: &Rows) {
        let next = self.waiting.len() as u32;
        let before = self.latest.insert(invariant(rows), next).unwrap_or(NONE);
        self.waiting.push((packed(rows), before));
    }

    /// Adds a puzzle. Returns whether it is new.
    pub fn insert(&mut self, puzzle: &Puzzle) -> bool {
        let Some(rows) = digits(puzzle) else { return self.others.insert(form::form(puzzle)) };
        let key = invariant(&rows);
        let Some(mut at) = self.latest.insert(key, NONE) else {
            self.latest.insert(key, self.waiting.len() as u32);
            self.waiting.push((packed(&rows), NONE));
            return true;
        };
        while at != NONE {
            let (waiting, before) = self.waiting[at as usize];
            self.forms.insert(packed(&smallest(unpacked(&waiting))));
            at = before;
        }
        self.forms.insert(packed(&smallest(rows)))
    }
}

/// The digits of a classic puzzle. Pencil marks are left out: they follow from the digits, if these are enough for a
/// puzzle.
fn digits(puzzle: &Puzzle) -> Option<Rows> {
    let is_marked = || puzzle.givens() >= LEAST && !puzzle.is_plain();
    rows_of(puzzle).ok().or_else(|| is_marked().then(|| rows_of(&unmarked(puzzle)).ok()).flatten())
}

fn unmarked(puzzle: &Puzzle) -> Puzzle {
    let all = puzzle.all_values();
    let plain = |cell: &Candidates| if cell.value().is_some() { *cell } else { all };
    let mut unmarked = puzzle.clone();
    unmarked.set_cells(&puzzle.cells().iter().map(plain).collect::<Vec<Candidates>>());
    unmarked
}

fn packed(rows: &Rows) -> Packed {
    let cells = rows.as_flattened();
    std::array::from_fn(|at| cells[2 * at] << 4 | cells.get(2 * at + 1).copied().unwrap_or(0))
}

fn unpacked(packed: &Packed) -> Rows {
    let mut rows = Rows::default();
    for (at, digit) in rows.as_flattened_mut().iter_mut().enumerate() {
        *digit = if at % 2 == 0 { packed[at / 2] >> 4 } else { packed[at / 2] & 15 };
    }
    rows
}

/// A hasher of numbers that are hashes.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Parser, Records};
    use crate::generate::{Chance, Generator, Requirements};
    use crate::grid::Grid;

    /// The puzzle with rows, columns, bands, stacks and values exchanged.
    fn exchanged(puzzle: &Puzzle, chance: &mut Chance) -> Puzzle {
        let mut line = || {
            let mut bands = [0, 1, 2];
            chance.shuffle(&mut bands);
            let mut order = Vec::new();
            for band in bands {
                let mut rows = [0, 1, 2].map(|row| 3 * band + row);
                chance.shuffle(&mut rows);
                order.extend(rows);
            }
            order
        };
        let (rows, columns, is_turned) = (line(), line(), chance.below(2) == 1);
        let mut digits: Vec<char> = ('1'..='9').collect();
        chance.shuffle(&mut digits);
        let text: String = (0..81)
            .map(|cell| {
                let (row, column) = (rows[cell / 9], columns[cell % 9]);
                let (row, column) = if is_turned { (column, row) } else { (row, column) };
                puzzle.given(9 * row + column).map_or('.', |value| digits[usize::from(value)])
            })
            .collect();
        text.parse().unwrap()
    }

    #[test]
    fn lines_are_added_as_puzzles_are() {
        let line = "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8";
        let (text, options) = (line.replace('.', "0"), Known::options());
        for text in [line, &text] {
            let mut records = Records::new(text.as_bytes(), &options);
            let mut chunks = std::iter::from_fn(|| records.next_chunk().expect("a text"));
            let chunk = chunks.find(|chunk| !chunk.records.is_empty()).expect("a line");
            let record = &chunk.records[0];
            let digits = Parser::new(options.clone()).digits(chunk.text(record), record).expect("digits");
            let (mut known, mut added) = (Known::default(), Known::default());
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            known.add_digits(digits);
            added.add(&puzzle);
            assert_eq!((&known.latest, &known.waiting), (&added.latest, &added.waiting));
            assert!(!known.insert(&puzzle));
        }
    }

    #[test]
    fn classics_are_known_in_every_disguise() {
        let open = Puzzle::open(Grid::square(9).unwrap());
        let made: Vec<Puzzle> = Generator::new(&open, Requirements::default(), 3).unwrap().take(60).collect();
        let (mut known, mut asked) = (Known::default(), Known::default());
        let mut chance = Chance::new(5, 0);
        for puzzle in &made[..40] {
            known.add(puzzle);
            assert!(asked.insert(puzzle));
        }
        // A waiting chain of one invariant.
        known.add(&exchanged(&made[0], &mut chance));
        for (at, puzzle) in made.iter().enumerate() {
            let other = exchanged(puzzle, &mut chance);
            assert_eq!(invariant(&rows_of(puzzle).unwrap()), invariant(&rows_of(&other).unwrap()));
            assert_eq!((known.insert(&other), asked.insert(&other)), (at >= 40, at >= 40), "{at}");
            assert!(!known.insert(puzzle) && !asked.insert(puzzle), "{at}");
        }
        let invariants: HashSet<u64> =
            made.iter().map(|puzzle| invariant(&rows_of(puzzle).unwrap())).collect();
        assert_eq!(invariants.len(), made.len(), "few puzzles share one");
    }

    #[test]
    fn pencil_marks_of_a_classic_make_no_other_puzzle() {
        let open = Puzzle::open(Grid::square(9).unwrap());
        let made: Vec<Puzzle> = Generator::new(&open, Requirements::default(), 3).unwrap().take(3).collect();
        let marked = |puzzle: &Puzzle| {
            let mut marked = puzzle.clone();
            let cell = (0..81).find(|&cell| puzzle.given(cell).is_none()).unwrap();
            marked.set_cell(cell, Candidates::all(9).without(Candidates::one(4)));
            marked
        };
        let mut known = Known::default();
        known.add(&marked(&made[0]));
        assert!(known.insert(&made[1]));
        let mut chance = Chance::new(5, 0);
        for (puzzle, is_new) in [(&made[0], false), (&made[1], false), (&made[2], true)] {
            assert_eq!(known.insert(&marked(&exchanged(puzzle, &mut chance))), is_new);
        }
        // Marks without digits are all that there is.
        assert!(known.insert(&marked(&open)) && known.insert(&open) && !known.insert(&marked(&open)));
    }

    #[test]
    fn digits_are_packed_and_unpacked() {
        let rows: Rows =
            std::array::from_fn(|row| std::array::from_fn(|column| ((row * 7 + column * 5) % 10) as u8));
        assert_eq!(unpacked(&packed(&rows)), rows);
    }
}
