//! The classic grid, an instance in each lane: words of a digit's places in a band of three rows.
//!
//! A lane that is at its fixpoint guesses and keeps the other way on its own stack; one that has failed or been solved
//! takes the latest from it, and the next instance when the stack is empty. Lanes never wait for each other.

use super::square::Square;
use super::sweep::{Bands, ROW, ROWS, States};
use super::{Feed, Instance};
use crate::limits::Watchdog;
use crate::search::Step;
use crate::simd::{Isa, Words, Work};

/// At most so many lanes.
const MOST_LANES: usize = 16;

/// Sweeps between two looks at the clock and the cancel flag.
const SWEEPS_PER_LOOK: u64 = 64;

/// What does not change from instance to instance.
#[derive(Debug)]
pub(super) struct Classic {
    /// By band, in reading order: the variable.
    variables: [[u8; 27]; 3],
    pub values: [i32; 9],
}

/// The bit of a band's k-th cell: there is a gap after every row.
#[inline(always)]
fn bit(k: usize) -> usize {
    k + k / 9
}

impl Classic {
    pub fn new(square: &Square) -> Classic {
        let of = |band: usize, k: usize| square.variables[3 * band + k / 9][k % 9] as u8;
        let variables = [0, 1, 2].map(|band| std::array::from_fn(|k| of(band, k)));
        Classic { variables, values: square.values }
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

/// One lane's instance.
#[derive(Debug, Default)]
struct Lane {
    /// Its number, as the feed counts.
    instance: u64,
    found: u64,
    nodes: u64,
    /// States still to be looked at.
    stack: Vec<Bands<u32>>,
}

/// Answers everything that the feed gives.
pub(super) struct Run<'a, F> {
    pub classic: &'a Classic,
    pub most: u64,
    pub limits: Watchdog,
    pub node_limit: u64,
    pub feed: &'a mut F,
}

impl<F: Feed> Work for Run<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Run { classic, most, limits, node_limit, feed } = self;
        let mut states = States::<I::Words>::new();
        let mut lanes: [Lane; MOST_LANES] = Default::default();
        let mut next = Next { classic, feed, number: 0, instance: Instance::new(&classic.values, 81) };
        let mut values = vec![0; 81];
        let mut active = 0_u32;
        for (lane, record) in lanes.iter_mut().enumerate().take(I::Words::LANES) {
            if let Some(state) = next.take(record) {
                states.store(lane, &state);
                active |= 1 << lane;
            }
        }
        let mut sweeps = 0_u64;
        while active != 0 {
            sweeps += 1;
            if sweeps.is_multiple_of(SWEEPS_PER_LOOK) && limits.is_over(0, 0) {
                for (lane, record) in lanes.iter().enumerate() {
                    if active >> lane & 1 != 0 {
                        next.feed.answered(record.instance, Step::Limit, record.found, record.nodes);
                    }
                }
                return;
            }
            let sweep = states.sweep();
            let failed = sweep.failed.occupied();
            let mut ready = active & (failed | !sweep.changed.occupied());
            while ready != 0 {
                let lane = ready.trailing_zeros() as usize;
                ready &= ready - 1;
                let record = &mut lanes[lane];
                let mut end = None;
                if failed >> lane & 1 == 0 {
                    let open = sweep.open.map(|word| word.lane(lane));
                    if open != [0; 3] {
                        if record.nodes >= node_limit {
                            end = Some(Step::Limit);
                        } else {
                            record.nodes += 1;
                            let mut state = states.load(lane);
                            let pairs = sweep.pairs.map(|word| word.lane(lane));
                            record.stack.push(guess(&mut state, open, pairs));
                            states.store(lane, &state);
                            continue;
                        }
                    } else {
                        record.found += 1;
                        classic.read(&states.load(lane), &mut values);
                        next.feed.solution(record.instance, &values);
                        if record.found >= most {
                            end = Some(Step::Solution);
                        }
                    }
                }
                if end.is_none() {
                    if let Some(state) = record.stack.pop() {
                        states.store(lane, &state);
                        continue;
                    }
                    end = Some(Step::Exhausted);
                }
                let end = end.expect("it has ended one way or another");
                next.feed.answered(record.instance, end, record.found, record.nodes);
                match next.take(record) {
                    Some(state) => states.store(lane, &state),
                    None => active &= !(1 << lane),
                }
            }
        }
    }
}

/// Where the next instance comes from.
struct Next<'a, F> {
    classic: &'a Classic,
    feed: &'a mut F,
    number: u64,
    instance: Instance,
}

impl<F: Feed> Next<'_, F> {
    #[inline(always)]
    fn take(&mut self, lane: &mut Lane) -> Option<Bands<u32>> {
        self.instance.clear();
        if !self.feed.next(&mut self.instance) {
            return None;
        }
        lane.stack.clear();
        (lane.instance, lane.found, lane.nodes) = (self.number, 0, 0);
        self.number += 1;
        Some(self.classic.state(&self.instance))
    }
}

/// Fixes a cell in the state and gives back the state without that value there.
///
/// The cell has two values if any has, and of these the most open neighbours (November 2026, hardest 1106: 166
/// guesses against 302 with the first such cell).
fn guess(state: &mut Bands<u32>, open: [u32; 3], pairs: [u32; 3]) -> Bands<u32> {
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
    let (band, bit) = at;
    let mut other = *state;
    let digit = state.iter().position(|bands| bands[band] & bit != 0).expect("an open cell has values");
    other[digit][band] &= !bit;
    for (at, bands) in state.iter_mut().enumerate() {
        if at != digit {
            bands[band] &= !bit;
        }
    }
    other
}
