//! The classic grid, an instance in each lane: words of a digit's places in a band of three rows.

mod square;
mod sweep;

use super::Instance;
use super::read::Reading;
use super::run::{Kernel, Seen};
use crate::simd::Words;

use square::Square;
use sweep::{Bands, ROW, ROWS, States, Sweep};

/// What does not change from instance to instance.
#[derive(Debug)]
pub(super) struct Classic {
    /// By band, in reading order: the variable.
    variables: [[u8; 27]; 3],
    values: [i32; 9],
}

/// The bit of a band's k-th cell: there is a gap after every row.
#[inline(always)]
fn bit(k: usize) -> usize {
    k + k / 9
}

impl Classic {
    /// The grid that a model is, if it is one and nothing more.
    pub fn recognise(reading: &Reading) -> Option<Classic> {
        let square = Square::recognise(reading)?;
        let of = |band: usize, k: usize| square.variables[3 * band + k / 9][k % 9] as u8;
        let variables = [0, 1, 2].map(|band| std::array::from_fn(|k| of(band, k)));
        Some(Classic { variables, values: square.values })
    }

    /// An instance as a state: bits of digits become words of places.
    #[inline(always)]
    fn state(&self, instance: &Instance) -> Bands<u32> {
        let mut state = [[0; 3]; 9];
        for (band, variables) in self.variables.iter().enumerate() {
            // By digit; as many as fill a register, and without branches, which would be guessed wrong.
            let mut words = [0_u32; 16];
            for (k, &variable) in variables.iter().enumerate() {
                let kept = instance.kept[usize::from(variable)] as u32;
                for (digit, word) in words.iter_mut().enumerate() {
                    *word |= (kept >> digit & 1) << bit(k);
                }
            }
            for (bands, word) in state.iter_mut().zip(words) {
                bands[band] = word;
            }
        }
        state
    }

    /// The values of a state in which every cell has one.
    ///
    /// Tried November 2026: digits summed up without branches, as instances are read. Alone it was as fast; inlined into
    /// the sweeps of a whole program it cost them 40 %.
    fn read(&self, state: &Bands<u32>, values: &mut [i32]) {
        for (digit, bands) in state.iter().enumerate() {
            for (band, &word) in bands.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let at = rest.trailing_zeros() as usize;
                    let variable = self.variables[band][at - at / 10];
                    values[usize::from(variable)] = self.values[digit];
                    rest &= rest - 1;
                }
            }
        }
    }
}

/// The lanes.
pub(super) struct Grids<'a, W> {
    classic: &'a Classic,
    states: States<W>,
    /// What the last sweep saw: cells with two values or more, and with exactly two.
    open: [W; 3],
    pairs: [W; 3],
}

impl<'a, W: Words<Word = u32>> Grids<'a, W> {
    pub fn new(classic: &'a Classic) -> Grids<'a, W> {
        let none = [W::all(0); 3];
        Grids { classic, states: States::new(), open: none, pairs: none }
    }
}

impl<W: Words<Word = u32>> Kernel for Grids<'_, W> {
    type Word = u32;

    const LANES: usize = W::LANES;

    #[inline(always)]
    fn size(&self) -> usize {
        27
    }

    #[inline(always)]
    fn begin(&mut self, lane: usize, instance: &Instance) {
        self.states.store(lane, self.classic.state(instance).as_flattened());
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, state: &[u32]) {
        self.states.store(lane, state);
    }

    #[inline(always)]
    fn sweep(&mut self) -> Seen {
        let Sweep { changed, failed, open, pairs } = self.states.sweep();
        (self.open, self.pairs) = (open, pairs);
        let any = open[0].or(open[1]).or(open[2]);
        Seen { changed: changed.occupied(), failed: failed.occupied(), open: any.occupied() }
    }

    #[inline(always)]
    fn guess(&mut self, lane: usize, other: &mut Vec<u32>) {
        let [open, pairs] =
            [&self.open, &self.pairs].map(|words| words.each_ref().map(|word| word.lane(lane)));
        let (band, bit) = choose(open, pairs);
        let begin = other.len();
        other.extend(self.states.left.as_flattened().iter().map(|left| left.lane(lane)));
        let (state, _) = other[begin..].as_chunks_mut::<3>();
        let digit = state.iter().position(|bands| bands[band] & bit != 0).expect("an open cell has values");
        state[digit][band] &= !bit;
        for (at, left) in self.states.left.iter_mut().enumerate() {
            if at != digit {
                let rest = left[band].lane(lane) & !bit;
                left[band].set_lane(lane, rest);
            }
        }
    }

    #[inline(always)]
    fn read(&self, lane: usize, values: &mut [i32]) {
        self.classic.read(
            &self.states.left.each_ref().map(|bands| bands.each_ref().map(|left| left.lane(lane))),
            values,
        );
    }
}

/// The cell to guess: its band, and its bit there.
///
/// It has two values if any has, and of these the most open neighbours (November 2026, hardest 1106: 166
/// guesses against 302 with the first such cell).
#[inline(always)]
fn choose(open: [u32; 3], pairs: [u32; 3]) -> (usize, u32) {
    let choice = if pairs == [0; 3] { open } else { pairs };
    let (mut best, mut at) = (0, (0, 0));
    for band in 0..3 {
        let mut rest = choice[band];
        while rest != 0 {
            let cell = rest.trailing_zeros();
            rest &= rest - 1;
            let (row, column) = (cell / 10, cell % 10);
            let down = ROWS << column;
            let around = ROW << (10 * row) | (7 * ROWS) << (column / 3 * 3) | down;
            let neighbours = (open[band] & around).count_ones()
                + (open[(band + 1) % 3] & down).count_ones()
                + (open[(band + 2) % 3] & down).count_ones();
            if neighbours > best {
                (best, at) = (neighbours, (band, 1 << cell));
            }
        }
    }
    at
}
