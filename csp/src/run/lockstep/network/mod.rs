//! Kernel for any model of all-differents, with an instance in each lane and a register for each variable's
//! domain.
//!
//! A sweep computes everything from the current state, and narrows each variable once:
//!
//! - the value of a fixed variable is removed from the others of its groups;
//! - a value that only one variable of a permutation can take is assigned to it;
//! - a value that a group can place only in its intersection with another group is removed from the rest of the other
//!   group (in Sudoku: pointing and claiming).

mod plan;
mod steps;

use super::Instance;
use super::run::{Kernel, Seen};
use crate::base::simd::{Word, Words, each};

pub(super) use plan::Plan;
use plan::{FIXED, LOCKED, ONCE, VIEW_ALL};
use steps::{MoreViews, Narrow, Others, Parts, Permutations, Pieces, Views, none, one, rest};

/// The states of all lanes.
pub(super) struct Network<'a, W> {
    plan: &'a Plan,
    /// All registers, in the layout of the plan.
    file: Vec<W>,
    /// Scratch for choosing a variable: a bit for each open one, and for each with two values.
    marks: Vec<u64>,
}

impl<'a, W: Words> Network<'a, W> {
    pub fn new(plan: &'a Plan) -> Network<'a, W> {
        let mut file = vec![none(); plan.registers];
        for &(view, need) in &plan.needs {
            file[view + VIEW_ALL] = W::all(W::Word::of(need));
        }
        Network { plan, file, marks: vec![0; 2 * plan.words] }
    }

    /// Iterates over the registers of each variable.
    #[inline(always)]
    fn variables(&mut self) -> impl ExactSizeIterator<Item = &mut [W]> {
        self.file.chunks_exact_mut(self.plan.stride).take(self.plan.domains.len())
    }
}

impl<W: Words> Kernel for Network<'_, W> {
    type Word = W::Word;

    const LANES: usize = W::LANES;

    #[inline(always)]
    fn size(&self) -> usize {
        self.plan.domains.len().next_multiple_of(64)
    }

    #[inline(always)]
    fn begin(&mut self, lane: usize, instance: &Instance) {
        let plan = self.plan;
        for ((registers, &domain), &kept) in self.variables().zip(&plan.domains).zip(&instance.kept) {
            registers[ONCE].set_lane(lane, W::Word::of(domain & kept));
        }
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, state: &[W::Word]) {
        for (registers, &word) in self.variables().zip(state) {
            registers[ONCE].set_lane(lane, word);
        }
    }

    #[inline(always)]
    fn sweep(&mut self) -> Seen {
        let are_parts = self.plan.stride > LOCKED;
        for registers in self.variables() {
            let left = registers[ONCE];
            registers[FIXED] = rest(left).where_zero(left);
            if are_parts {
                registers[LOCKED] = none();
            }
        }
        let Network { plan, file, .. } = self;
        let Pieces { failed } = each(file, &plan.pieces, Pieces { failed: none() });
        let Permutations { failed } = each(file, &plan.permutations, Permutations { failed });
        let Others { failed } = each(file, &plan.others, Others { failed });
        each(file, &plan.more_views, MoreViews);
        let Views { failed } = each(file, &plan.views, Views { failed });
        each(file, &plan.parts, Parts);
        let narrow = Narrow { failed, changed: none(), open: none(), least: none::<W>().minus(one()) };
        let Narrow { failed, changed, open, least } = each(file, &plan.variables, narrow);
        Seen {
            changed: changed.occupied(),
            failed: failed.occupied() | !least.occupied(),
            open: open.occupied(),
        }
    }

    #[inline(always)]
    fn guess(&mut self, lane: usize, other: &mut Vec<W::Word>) {
        let begin = other.len();
        other.resize(begin + self.size(), W::Word::default());
        let state = &mut other[begin..];
        for (word, registers) in state.iter_mut().zip(self.variables()) {
            *word = registers[ONCE].lane(lane);
        }
        let variable = choose::<W>(state, self.plan, &mut self.marks);
        let bits = state[variable].bits();
        let value = bits & bits.wrapping_neg();
        state[variable] = W::Word::of(bits & !value);
        self.file[variable * self.plan.stride + ONCE].set_lane(lane, W::Word::of(value));
    }

    #[inline(always)]
    fn read(&self, lane: usize, values: &mut [i32]) {
        for (value, registers) in values.iter_mut().zip(self.file.chunks_exact(self.plan.stride)) {
            *value = self.plan.values[registers[ONCE].lane(lane).bits().trailing_zeros() as usize];
        }
    }
}

/// Returns the variable to guess: one with the fewest values and, among those with two values, the one with
/// the most open neighbours.
#[inline(always)]
fn choose<W: Words>(state: &[W::Word], plan: &Plan, marks: &mut [u64]) -> usize {
    let (open, pairs) = marks.split_at_mut(plan.words);
    for ((state, open), pairs) in state.chunks_exact(64).zip(open.iter_mut()).zip(pairs.iter_mut()) {
        (*open, *pairs) = (0, 0);
        for (at, words) in state.chunks_exact(W::LANES).enumerate() {
            let more = rest(W::of(words));
            let (some, many) = (u64::from(more.occupied()), u64::from(rest(more).occupied()));
            *open |= some << (at * W::LANES);
            *pairs |= (some & !many) << (at * W::LANES);
        }
    }
    let mut best = None;
    for (word, &pairs) in pairs.iter().enumerate() {
        let mut rest = pairs;
        while rest != 0 {
            let variable = 64 * word + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let neighbours = &plan.neighbours[plan.words * variable..][..plan.words];
            let mut count = 0;
            for (all, open) in neighbours.iter().zip(&*open) {
                count += (all & open).count_ones();
            }
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, variable));
            }
        }
    }
    best.map_or_else(|| narrowest(state), |(_, variable)| variable)
}

/// Returns the first open variable with the fewest values.
fn narrowest<T: Word>(state: &[T]) -> usize {
    let open = (0..state.len()).filter(|&at| state[at].bits().count_ones() > 1);
    open.min_by_key(|&at| state[at].bits().count_ones()).expect("the lane is open")
}
