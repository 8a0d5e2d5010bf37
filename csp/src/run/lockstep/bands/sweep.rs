//! A sweep over all lanes: filters the state of each by one step.
//!
//! The places of a digit in a band of three rows are one word, with 10 bits for each row:
//!
//! ```text
//!   bit 29   20 19   10 9    0
//!       |row 2| |row 1| |row 0|      9 cells and a gap above them, so that a carry out of
//!       gcccccccccgcccccccccgccccccccc   "row + 511" tells whether a bit in the row is set
//! ```
//!
//! In a band, a digit's *minirows* (a row within a box) form a 3 × 3 matrix: the digit occurs once in every
//! row and every box. Minirows in no such permutation are removed (in Sudoku: pointing and claiming, and
//! hidden boxes). The same holds for columns over the three bands. A placed digit is removed only from its
//! row; the permutations do the rest. A digit placed twice in a row is tested for, since permutations may not
//! detect it.
//!
//! Tried November 2026: hidden singles found by a second pass over all words (a third slower); removing a placed digit
//! from row, column and box one by one (the same speed and fixpoint); no test for digits placed twice, since then some
//! other digit is eventually missing in that row (a twentieth faster, but two equal givens take forever); minirows of
//! the three bands packed in one word, and their columns (portable a tenth faster, AVX2 and AVX-512 a twentieth
//! slower); a guess as soon as a sweep finds no further value, although places are still being removed (a twentieth to a
//! tenth slower, also for a grid alone).

use crate::base::simd::Words;

/// The lowest bit of each row, the gap above each row, all cells, the first cell of each minirow, one row.
pub(super) const ROWS: u32 = 1 | 1 << 10 | 1 << 20;
pub(super) const GAPS: u32 = ROWS << 9;
pub(super) const CELLS: u32 = GAPS - ROWS;
pub(super) const MINIROWS: u32 = 0o111 * ROWS;
pub(super) const ROW: u32 = 0x1FF;

/// Indexed by digit and band.
pub(super) type Bands<T> = [[T; 3]; 9];

/// The states of all lanes.
pub(super) struct States<W> {
    /// The possible places.
    pub left: Bands<W>,
    /// The places that are the only one of a digit in their row, found by the last sweep, and their union.
    only: Bands<W>,
    hidden: [W; 3],
}

/// Result of a sweep. Lanes without `changed` are at their fixpoint.
pub(super) struct Sweep<W> {
    pub changed: W,
    pub failed: W,
    /// 0 if the state is a full grid, unless it has failed.
    pub incomplete: W,
    /// Cells with at least two values, and with exactly two.
    pub open: [W; 3],
    pub pairs: [W; 3],
}

impl<W: Words<Word = u32>> States<W> {
    pub fn new() -> States<W> {
        let none = W::all(0);
        States { left: [[none; 3]; 9], only: [[none; 3]; 9], hidden: [none; 3] }
    }

    /// Loads a state into a lane, digit by digit.
    #[inline(always)]
    pub fn store(&mut self, lane: usize, state: &[u32]) {
        self.left
            .as_flattened_mut()
            .iter_mut()
            .zip(state)
            .for_each(|(left, &word)| left.set_lane(lane, word));
        self.hidden.iter_mut().for_each(|hidden| hidden.set_lane(lane, 0));
    }

    /// Filters every lane once.
    #[inline(always)]
    pub fn sweep(&mut self) -> Sweep<W> {
        let none = W::all(0);
        let [gaps, cells] = [W::all(GAPS), W::all(CELLS)];
        let (mut changed, mut failed) = (none, none);
        // Cells by their number of values. Cells that are the only place of a digit, found by the last sweep,
        // lose their other values.
        let (mut once, mut twice, mut thrice) = ([none; 3], [none; 3], [none; 3]);
        for digit in 0..9 {
            for band in 0..3 {
                let left = self.left[digit][band].without(self.hidden[band].without(self.only[digit][band]));
                self.left[digit][band] = left;
                thrice[band] = thrice[band].or(twice[band].and(left));
                twice[band] = twice[band].or(once[band].and(left));
                once[band] = once[band].or(left);
            }
        }
        let mut single = [none; 3];
        let mut pairs = [none; 3];
        for band in 0..3 {
            failed = failed.or(once[band].xor(cells));
            single[band] = once[band].without(twice[band]);
            pairs[band] = twice[band].without(thrice[band]);
        }
        // Cells that are the only place of one digit in its row, and of two digits.
        let (mut hidden, mut clash) = ([none; 3], none);
        let (mut occupied, mut alive) = (gaps, W::all(0o111));
        for digit in 0..9 {
            let before = self.left[digit];
            let placed = [0, 1, 2].map(|band| before[band].and(single[band]));
            let Filtered { left, only, rest, inhabited } = filter(before, placed);
            alive = alive.and(inhabited);
            for band in 0..3 {
                changed = changed.or(left[band].xor(before[band]));
                occupied = occupied.and(rest[band]);
                // A row with a placed digit has no other place of it, unless it is placed there twice.
                failed = failed.or(left[band].and(rest[band]).and(placed[band]));
                clash = clash.or(hidden[band].and(only[band]));
                hidden[band] = hidden[band].or(only[band]);
            }
            (self.left[digit], self.only[digit]) = (left, only);
        }
        failed = failed.or(occupied.and(gaps).xor(gaps)).or(alive.xor(W::all(0o111))).or(clash);
        // If every cell is the only place of a digit in its row, each of the 9 × 9 pairs of a digit and a row
        // has one place. The three places of a digit in a band are in three different boxes, since no box
        // lacks the digit, and likewise for columns.
        let incomplete = hidden[0].and(hidden[1]).and(hidden[2]).xor(cells);
        for band in 0..3 {
            changed = changed.or(hidden[band].without(single[band]));
        }
        self.hidden = hidden;
        Sweep { changed, failed, incomplete, open: twice, pairs }
    }
}

/// The places of a digit after a step.
pub(super) struct Filtered<W> {
    /// The places that are left, and those that are the only one in their row.
    pub left: [W; 3],
    pub only: [W; 3],
    /// The places without the lowest of each row. A gap is cleared if its row was empty.
    pub rest: [W; 3],
    /// Bits of the first columns of the boxes that have places; other bits are arbitrary.
    pub inhabited: W,
}

/// Filters the places of a digit by one step. `placed` are the places where it is known to be.
#[inline(always)]
pub(super) fn filter<W: Words<Word = u32>>(before: [W; 3], placed: [W; 3]) -> Filtered<W> {
    let [rows, gaps, cells, minirows, row] =
        [W::all(ROWS), W::all(GAPS), W::all(CELLS), W::all(MINIROWS), W::all(ROW)];
    let mut left = before;
    for band in 0..3 {
        let with_placed = placed[band].plus(cells).and(gaps);
        let emptied = with_placed.minus(with_placed.right(9));
        let here = placed[band].or(before[band].without(emptied));
        let any = here.or(here.right(1)).or(here.right(2)).and(minirows);
        // The minirows of the other boxes, and each of them in the other rows.
        let next = any.left(3).or(any.right(6)).and(minirows);
        let last = any.left(6).or(any.right(3)).and(minirows);
        let fits = any.and(down(next).and(up(last)).or(down(last).and(up(next))));
        left[band] = here.and(fits.or(fits.left(1)).or(fits.left(2)));
    }
    let none = [W::all(0); 3];
    let (mut columns, mut next, mut last) = (none, none, none);
    for band in 0..3 {
        let word = left[band];
        let word = word.or(word.right(10)).or(word.right(20)).and(row);
        columns[band] = word;
        next[band] = word.left(1).and(W::all(0o666)).or(word.right(2).and(W::all(0o111)));
        last[band] = word.left(2).and(W::all(0o444)).or(word.right(1).and(W::all(0o333)));
    }
    let (mut only, mut rest, mut inhabited) = (none, none, none[0]);
    for band in 0..3 {
        let (a, b) = ((band + 1) % 3, (band + 2) % 3);
        let fits = columns[band].and(next[a].and(last[b]).or(last[a].and(next[b])));
        if band == 0 {
            // The three boxes of a stack have the digit in all of them, or one of them has lost it.
            inhabited = fits.or(fits.right(1)).or(fits.right(2));
        }
        let here = left[band].and(fits.or(fits.left(10)).or(fits.left(20)));
        left[band] = here;
        // Removes the lowest place of each row. An empty row borrows from its gap.
        rest[band] = here.or(gaps).minus(rows);
        let more = here.and(rest[band]).plus(cells).and(gaps);
        only[band] = here.without(more.minus(more.right(9)));
    }
    Filtered { left, only, rest, inhabited }
}

/// Moves each row's cells to the row below.
#[inline(always)]
fn down<W: Words>(word: W) -> W {
    word.left(10).or(word.right(20))
}

/// Moves each row's cells to the row above.
#[inline(always)]
fn up<W: Words>(word: W) -> W {
    word.left(20).or(word.right(10))
}
