//! Kernel for the classic grid, with an instance in each lane: for each digit, a word of its places in a band
//! of three rows.

mod alone;
mod square;
mod sweep;

use std::marker::PhantomData;

use super::Instance;
use super::read::Reading;
use super::run::{Job, Kernel, Lanes, Order, Seen};
use super::{Feed, Stats};
use crate::base::simd::{Isa, Words};

use alone::{End, Search};
use square::Square;
use sweep::{Bands, ROW, ROWS, States, Sweep};

/// The constant data of a model.
#[derive(Debug, PartialEq)]
pub(super) struct Classic {
    /// The variable of each cell of a band, in reading order.
    variables: [[u8; 27]; 3],
    values: [i32; 9],
    /// Whether the variables are the cells in reading order and the values are consecutive. In this common
    /// case, whole rows are copied at once.
    in_order: bool,
}

/// Returns the bit of a band's k-th cell. There is a gap after every row.
#[inline(always)]
fn bit(k: usize) -> usize {
    k + k / 9
}

impl Classic {
    /// The grid whose variables are the cells in reading order, with the values 1 to 9.
    pub fn usual() -> Classic {
        let band = |band: u8| std::array::from_fn(|k| 27 * band + k as u8);
        Classic { variables: [0, 1, 2].map(band), values: [1, 2, 3, 4, 5, 6, 7, 8, 9], in_order: true }
    }

    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Returns the grid of a model, if the model is exactly a classic grid.
    pub fn recognise(reading: &Reading) -> Option<Classic> {
        let square = Square::recognise(reading)?;
        let of = |band: usize, k: usize| square.variables[3 * band + k / 9][k % 9] as u8;
        let variables = [0, 1, 2].map(|band| std::array::from_fn(|k| of(band, k)));
        let values = square.values;
        let in_order =
            variables.as_flattened().iter().enumerate().all(|(at, &variable)| at == usize::from(variable))
                && values.iter().enumerate().all(|(at, &value)| value == values[0] + at as i32);
        Some(Classic { variables, values, in_order })
    }

    /// Returns an instance as a state: the places of each digit.
    #[inline(always)]
    fn state<S: Words<Word = u16>>(&self, instance: &Instance) -> Bands<u32> {
        // All bands are written before the first is read, since a register load from pending stores would
        // stall.
        let mut kept = [[0_u16; 32]; 3];
        if self.in_order {
            for (kept, from) in kept.iter_mut().zip(instance.kept.as_chunks::<27>().0) {
                for (row, from) in from.as_chunks::<9>().0.iter().enumerate() {
                    for (kept, &from) in kept[10 * row..10 * row + 9].iter_mut().zip(from) {
                        *kept = from as u16;
                    }
                }
            }
        } else {
            for (kept, variables) in kept.iter_mut().zip(&self.variables) {
                for (k, &variable) in variables.iter().enumerate() {
                    kept[bit(k)] = instance.kept[usize::from(variable)] as u16;
                }
            }
        }
        let mut state = [[0; 3]; 9];
        for (band, kept) in kept.iter().enumerate() {
            for (at, kept) in kept.chunks_exact(S::LANES).enumerate() {
                let kept = S::of(kept);
                for (digit, bands) in state.iter_mut().enumerate() {
                    bands[band] |= kept.and(S::all(1 << digit)).occupied() << (at * S::LANES);
                }
            }
        }
        state
    }

    /// Writes the values of a state in which every cell is fixed.
    #[inline(always)]
    fn read<S: Words<Word = u16>>(&self, state: &Bands<u32>, values: &mut [i32]) {
        for (band, variables) in self.variables.iter().enumerate() {
            let mut digits = [0_u16; 32];
            for (at, digits) in digits.chunks_exact_mut(S::LANES).enumerate() {
                let mut sum = S::all(0);
                for (digit, bands) in state.iter().enumerate() {
                    sum = sum.or(S::spread(bands[band] >> (at * S::LANES), digit as u16));
                }
                sum.write(digits);
            }
            if self.in_order {
                let (rows, _) = values[27 * band..27 * band + 27].as_chunks_mut::<9>();
                for (row, to) in rows.iter_mut().enumerate() {
                    for (to, &digit) in to.iter_mut().zip(&digits[10 * row..10 * row + 9]) {
                        *to = self.values[0] + i32::from(digit);
                    }
                }
            } else {
                for (k, &variable) in variables.iter().enumerate() {
                    values[usize::from(variable)] = self.values[usize::from(digits[bit(k)] % 9)];
                }
            }
        }
    }
}

/// Solves all instances of the feed. A single instance is first searched by [`alone`], with a digit in each lane, and
/// shared between lanes if it needs many guesses.
#[inline(always)]
pub(super) fn run<I: Isa>(
    classic: &Classic,
    mut instance: Instance,
    mut order: Order,
    feed: &mut dyn Feed,
) -> Stats {
    let mut stats = Stats { lanes: I::Words::LANES as u64, ..Stats::default() };
    loop {
        if !instance.next(feed) {
            return stats;
        }
        let state = classic.state::<I::Short>(&instance);
        let mut job = Job::new(stats.instances);
        stats.instances += 1;
        let is_alone = !instance.next(feed);
        let branches = if is_alone {
            let mut search = Search { classic, order: &mut order, feed, job: &mut job, stats: &mut stats };
            match search.run::<I>(&state) {
                End::Many(branches) => branches,
                End::Answered(end) => {
                    feed.answered(job.instance, end, job.found, job.nodes);
                    if order.limits.is_over_now(0) {
                        return stats;
                    }
                    continue;
                }
            }
        } else {
            state.as_flattened().to_vec()
        };
        let mut lanes = Lanes::new(Grids::<I::Words, I::Short>::new(classic), instance, order, feed, stats);
        lanes.continue_with(job, &branches);
        if !is_alone {
            lanes.load(1);
        }
        return lanes.run();
    }
}

/// The states of all lanes.
struct Grids<'a, W, S> {
    classic: &'a Classic,
    /// The type of registers for building and reading states.
    short: PhantomData<S>,
    states: States<W>,
    /// Result of the last sweep: cells with at least two values, and with exactly two.
    open: [W; 3],
    pairs: [W; 3],
}

impl<'a, W: Words<Word = u32>, S> Grids<'a, W, S> {
    pub fn new(classic: &'a Classic) -> Grids<'a, W, S> {
        let none = [W::all(0); 3];
        Grids { classic, short: PhantomData, states: States::new(), open: none, pairs: none }
    }
}

impl<W: Words<Word = u32>, S: Words<Word = u16>> Kernel for Grids<'_, W, S> {
    type Word = u32;

    const LANES: usize = W::LANES;

    #[inline(always)]
    fn size(&self) -> usize {
        27
    }

    #[inline(always)]
    fn begin(&mut self, lane: usize, instance: &Instance) {
        self.states.store(lane, self.classic.state::<S>(instance).as_flattened());
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, state: &[u32]) {
        self.states.store(lane, state);
    }

    #[inline(always)]
    fn sweep(&mut self) -> Seen {
        let Sweep { changed, failed, incomplete, open, pairs } = self.states.sweep();
        (self.open, self.pairs) = (open, pairs);
        let (any, incomplete) = (open[0].or(open[1]).or(open[2]), incomplete.occupied());
        Seen {
            changed: changed.occupied() & incomplete,
            failed: failed.occupied(),
            open: any.occupied() & incomplete,
        }
    }

    #[inline(always)]
    fn guess(&mut self, lane: usize, other: &mut Vec<u32>) {
        let [open, pairs] =
            [&self.open, &self.pairs].map(|words| words.each_ref().map(|word| word.lane(lane)));
        let begin = other.len();
        other.extend(self.states.left.as_flattened().iter().map(|left| left.lane(lane)));
        let (state, _) = other[begin..].as_chunks_mut::<3>();
        let narrow = if pairs == [0; 3] { narrowest(state) } else { pairs };
        let (band, bit) = choose(open, narrow);
        let mut places = 0_u32;
        for (digit, bands) in state.iter().enumerate() {
            places |= u32::from(bands[band] & bit != 0) << digit;
            let rest = bands[band] & !bit;
            self.states.left[digit][band].set_lane(lane, rest);
        }
        let digit = places.trailing_zeros() as usize;
        self.states.left[digit][band].set_lane(lane, state[digit][band]);
        state[digit][band] &= !bit;
    }

    #[inline(always)]
    fn read(&self, lane: usize, values: &mut [i32]) {
        // Plain loops: the closures of `map` would not be compiled for the instruction set.
        let mut state = [[0; 3]; 9];
        for (to, from) in state.as_flattened_mut().iter_mut().zip(self.states.left.as_flattened()) {
            *to = from.lane(lane);
        }
        self.classic.read::<S>(&state, values);
    }
}

/// Returns the open cells with the fewest values, if none has two.
#[cold]
fn narrowest(state: &[[u32; 3]]) -> [u32; 3] {
    // Cells with at least as many values as the index.
    let mut at_least = [[0; 3]; 11];
    at_least[0] = [u32::MAX; 3];
    for bands in state {
        for values in (0..9).rev() {
            for (band, places) in bands.iter().enumerate() {
                at_least[values + 1][band] |= at_least[values][band] & places;
            }
        }
    }
    let exactly = |values: usize| [0, 1, 2].map(|band| at_least[values][band] & !at_least[values + 1][band]);
    (2..=9).map(exactly).find(|cells| *cells != [0; 3]).expect("the lane is open")
}

/// Returns the cell to guess, one of `narrow`, as its band and its bit there.
///
/// The cell with the most open neighbours is chosen (November 2026, hardest 1106: 166 guesses against 302 with the
/// first two-valued cell; 143 since the narrowest cells are also used where none has two values).
#[inline(always)]
fn choose(open: [u32; 3], narrow: [u32; 3]) -> (usize, u32) {
    let [open, choice] = [open, narrow].map(joined);
    let (mut best, mut at) = (0, 0);
    for (half, &choice) in choice.iter().enumerate() {
        let mut rest = choice;
        while rest != 0 {
            let cell = 64 * half + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let around = &NEIGHBOURS[cell];
            let neighbours = (open[0] & around[0]).count_ones() + (open[1] & around[1]).count_ones();
            if neighbours > best {
                (best, at) = (neighbours, cell);
            }
        }
    }
    (at / 32, 1 << (at % 32))
}

/// Packs three bands into two words.
const fn joined(bands: [u32; 3]) -> [u64; 2] {
    [bands[0] as u64 | (bands[1] as u64) << 32, bands[2] as u64]
}

/// For each cell, with 32 cells in a band, the cells in its row, column and box.
static NEIGHBOURS: [[u64; 2]; 96] = {
    let mut neighbours = [[0; 2]; 96];
    let mut at = 0;
    while at < 96 {
        let (band, row, column) = (at / 32, at % 32 / 10, at % 32 % 10);
        if row < 3 && column < 9 {
            let mut around = [ROWS << column; 3];
            around[band] |= ROW << (10 * row) | (7 * ROWS) << (column / 3 * 3);
            neighbours[at] = joined(around);
        }
        at += 1;
    }
    neighbours
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    #[test]
    fn the_usual_grid_is_the_one_that_is_recognised() {
        let mut model = Model::new();
        let x = model.vars(81, 1..=9);
        for i in 0..9 {
            model.all_different((0..9).map(|k| x[9 * i + k]));
            model.all_different((0..9).map(|k| x[9 * k + i]));
            model.all_different((0..9).map(|k| x[i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3]));
        }
        let reading = Reading::of(&model).unwrap();
        assert_eq!(Classic::recognise(&reading), Some(Classic::usual()));
    }
}
