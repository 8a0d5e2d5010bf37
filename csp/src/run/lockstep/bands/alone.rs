//! The search for a single classic grid: a digit in each lane of three registers, one for each band.
//!
//! The sweep is the same as for many grids, with the nine digits in the lanes, so its fixpoint and the search tree are
//! the same. Data of all digits is combined across the lanes in four exchanges.

use super::super::Feed;
use super::super::Stats;
use super::super::run::{Job, Order, SWEEPS_PER_LOOK};
use super::sweep::{Bands, CELLS, Filtered, GAPS, filter};
use super::{Classic, choose, narrowest};
use crate::base::simd::{Exchange, Isa};
use crate::search::Step;

/// Guesses after which lanes that share the grid take over.
// November 2026, magictour (12.6 guesses each) / hardest 11+ / hardest 1106, microseconds each: after 8 guesses 5.9 /
// 19.5 / 28.8, after 16 guesses 5.1 / 20.7 / 28.5, after 24 guesses 4.6 / 21.6 / 30.5, after 50 guesses 4.6 / 24.2 /
// 34.1. Setting up the lanes takes as long as ten guesses.
const MOST_GUESSES: u64 = 20;

/// The lanes in use.
const DIGITS: u32 = 0x1FF;

/// A search, with its grid's record and the counters of the run.
pub(super) struct Search<'a> {
    pub classic: &'a Classic,
    pub order: &'a mut Order,
    pub feed: &'a mut dyn Feed,
    pub job: &'a mut Job,
    pub stats: &'a mut Stats,
}

/// The reason why a search ended.
pub(super) enum End {
    Answered(Step),
    /// The grid needs many guesses. The list has its open branches, oldest first.
    Many(Vec<u32>),
}

/// Result of a sweep.
enum Seen {
    /// A place was removed.
    Changed,
    Fixpoint,
    Failed,
    Solved,
}

/// The places of each digit.
#[derive(Clone, Copy)]
struct Places<W> {
    left: [W; 3],
    /// The places that are the only one of a digit in their row.
    only: [W; 3],
}

impl Search<'_> {
    /// Searches for the requested number of solutions.
    #[inline(always)]
    pub fn run<I: Isa>(&mut self, start: &Bands<u32>) -> End {
        let mut places = Places::<I::Sixteen>::of(start);
        let mut open: Vec<Places<I::Sixteen>> = Vec::new();
        let mut until_look = 0;
        loop {
            if until_look == 0 {
                if self.order.limits.is_over_now(0) {
                    return End::Answered(Step::Limit);
                }
                until_look = SWEEPS_PER_LOOK;
            }
            until_look -= 1;
            self.stats.sweeps += 1;
            self.stats.busy += self.stats.lanes;
            match places.sweep() {
                Seen::Changed => continue,
                Seen::Fixpoint => {
                    if self.job.nodes >= self.order.node_limit
                        || self.job.failures >= self.order.failure_limit
                    {
                        return End::Answered(Step::Limit);
                    }
                    if self.job.nodes >= MOST_GUESSES && self.order.share {
                        open.push(places);
                        return End::Many(open.iter().flat_map(Places::words).collect());
                    }
                    self.job.nodes += 1;
                    self.stats.nodes += 1;
                    open.push(places.guess());
                    continue;
                }
                Seen::Failed => {
                    self.job.failures += 1;
                    if self.job.failures >= self.order.failure_limit && !open.is_empty() {
                        return End::Answered(Step::Limit);
                    }
                }
                Seen::Solved => {
                    self.solved::<I>(&places);
                    if self.job.found >= self.order.most {
                        return End::Answered(Step::Solution);
                    }
                }
            }
            let Some(latest) = open.pop() else {
                return End::Answered(Step::Exhausted);
            };
            places = latest;
        }
    }

    #[inline(always)]
    fn solved<I: Isa>(&mut self, places: &Places<I::Sixteen>) {
        self.job.found += 1;
        self.stats.solutions += 1;
        if self.feed.wants_solutions() {
            let mut values = [0; 81];
            self.classic.read::<I::Short>(&places.bands(), &mut values);
            self.feed.solution(self.job.instance, &values);
        }
    }
}

impl<W: Exchange<Word = u32>> Places<W> {
    #[inline(always)]
    fn of(state: &Bands<u32>) -> Places<W> {
        let mut words = [[0; 16]; 3];
        for (digit, bands) in state.iter().enumerate() {
            for (words, &word) in words.iter_mut().zip(bands) {
                words[digit] = word;
            }
        }
        let [a, b, c] = &words;
        Places { left: [W::of(a), W::of(b), W::of(c)], only: [W::all(0); 3] }
    }

    /// The places as the state of a lane.
    #[inline(always)]
    fn bands(&self) -> Bands<u32> {
        let mut words = [[0; 16]; 3];
        for (words, left) in words.iter_mut().zip(self.left) {
            left.write(words);
        }
        let mut state = [[0; 3]; 9];
        for (digit, bands) in state.iter_mut().enumerate() {
            *bands = [words[0][digit], words[1][digit], words[2][digit]];
        }
        state
    }

    fn words(&self) -> impl Iterator<Item = u32> {
        self.bands().into_iter().flatten()
    }

    /// Filters every digit once.
    #[inline(always)]
    fn sweep(&mut self) -> Seen {
        let cells = W::all(CELLS);
        let Places { left: before, only } = *self;
        // Cells by their number of values, and by the number of digits of which they are the only place.
        let (mut single, mut hidden) = (before, only);
        let (mut failed, mut unknown, mut placed, mut left) = (W::all(0), W::all(0), before, before);
        for band in 0..3 {
            let (once, twice) = once_and_twice(before[band]);
            let (here, clash) = once_and_twice(only[band]);
            failed = failed.or(once.xor(cells)).or(clash);
            unknown = unknown.or(here.xor(cells));
            (single[band], hidden[band]) = (once.without(twice), here);
            left[band] = before[band].without(hidden[band].without(only[band]));
            placed[band] = left[band].and(single[band]).or(only[band]);
        }
        if failed.occupied() != 0 {
            return Seen::Failed;
        }
        // Each of the 9 × 9 pairs of a digit and a row has one place.
        if unknown.occupied() == 0 {
            return Seen::Solved;
        }
        let Filtered { left, only, rest, inhabited } = filter(left, placed);
        let gaps = W::all(GAPS);
        let (mut failed, mut changed) = (W::all(0o111).without(inhabited), W::all(0));
        for band in 0..3 {
            failed = failed.or(gaps.without(rest[band])).or(left[band].and(rest[band]).and(placed[band]));
            changed = changed.or(left[band].xor(before[band])).or(only[band].xor(self.only[band]));
        }
        (self.left, self.only) = (left, only);
        if failed.occupied() & DIGITS != 0 {
            Seen::Failed
        } else if changed.occupied() & DIGITS != 0 {
            Seen::Changed
        } else {
            Seen::Fixpoint
        }
    }

    /// Narrows the places to one of two branches, and returns the other one. Called at the fixpoint.
    #[inline(always)]
    fn guess(&mut self) -> Places<W> {
        let (mut open, mut pairs) = ([0; 3], [0; 3]);
        for band in 0..3 {
            let (twice, thrice) = twice_and_thrice(self.left[band]);
            open[band] = twice.lane(0);
            pairs[band] = twice.without(thrice).lane(0);
        }
        let narrow = if pairs == [0; 3] { narrowest(&self.bands()) } else { pairs };
        let (band, bit) = choose(open, narrow);
        let mut other = *self;
        let here = self.left[band].and(W::all(bit));
        let places = here.occupied();
        let digit = places & places.wrapping_neg();
        self.left[band] = self.left[band].without(W::spread(!digit, bit));
        other.left[band] = other.left[band].without(W::spread(digit, bit));
        other
    }
}

/// Returns the bits that are set in some lane, and those that are set in several, in all lanes.
#[inline(always)]
fn once_and_twice<W: Exchange>(word: W) -> (W, W) {
    let other = word.exchange::<8>();
    let state = (word.or(other), word.and(other));
    let state = joined(state, (state.0.exchange::<4>(), state.1.exchange::<4>()));
    let state = joined(state, (state.0.exchange::<2>(), state.1.exchange::<2>()));
    joined(state, (state.0.exchange::<1>(), state.1.exchange::<1>()))
}

#[inline(always)]
fn joined<W: Exchange>((once, twice): (W, W), (more, more_twice): (W, W)) -> (W, W) {
    (once.or(more), twice.or(more_twice).or(once.and(more)))
}

/// Returns the bits that are set in at least two lanes, and in at least three, in all lanes.
#[inline(always)]
fn twice_and_thrice<W: Exchange>(word: W) -> (W, W) {
    let other = word.exchange::<8>();
    // Only two lanes each have been joined.
    let mut counts = [word.or(other), word.and(other), word.xor(word)];
    counts = more(counts, counts.map(|word| word.exchange::<4>()));
    counts = more(counts, counts.map(|word| word.exchange::<2>()));
    let [_, twice, thrice] = more(counts, counts.map(|word| word.exchange::<1>()));
    (twice, thrice)
}

/// Joins bits that are set at least once, twice and three times.
#[inline(always)]
fn more<W: Exchange>([a1, a2, a3]: [W; 3], [b1, b2, b3]: [W; 3]) -> [W; 3] {
    let thrice = a3.or(b3).or(a2.and(b1)).or(a1.and(b2));
    [a1.or(b1), a2.or(b2).or(a1.and(b1)), thrice]
}
