//! Sums of the variables that reach out of a permutation which equations cover: for equations of many variables, such
//! as diagonals.
//!
//! If equations cover a permutation, with other permutations in the gaps and without overlaps, the other variables of
//! these equations have a known sum. Permutations among these variables are taken out, and the rest has a known sum,
//! too. Only few of these sums filter anything: sums near the least or the greatest possible sum of their variables.
//!
//! ```text
//!   \ b a . . .     a, b, c and d add up, and the \ take all their values: they cover the first box,
//!   c \ b a . .     and reach out of it to the last. What is left of them between the two boxes has a known sum.
//!   d c \ b a .
//!   . d c \ b a
//! ```

use super::{Found, Index, IndexSet, MOST_TERMS, Part, Permutation, Sum};
use crate::constraints::windows::window;
use crate::engine::Engine;
use crate::engine::differences::Differences;
use crate::engine::store::{Slot, Store, View};

/// A sum is kept if the range of possible sums is more than this many times as wide as the distance from the sum to
/// the nearer end of the range.
const TIGHTNESS: i64 = 4;

/// Sums of more variables than this many permutations have filter little.
const MOST_FILLED: usize = 3;

/// Largest number of permutations: each step examines all of them.
const MOST_PERMUTATIONS: usize = 256;

/// Largest number of steps to cover a permutation.
const MOST_STEPS: usize = 60;

/// Finds the sums of variables that equations leave outside the permutations which they cover.
pub(super) fn find(index: &Index, engine: &mut Engine, found: &mut Found) {
    // For short equations, unions find the same sums.
    let is_short = index.equations.iter().all(|equation| equation.size <= MOST_TERMS);
    if is_short || index.permutations.len() > MOST_PERMUTATIONS {
        return;
    }
    let (memberships, _, store) = engine.memberships();
    let Some(differences) = memberships.differences() else { return };
    let none = IndexSet::none(index.slots.len());
    let mut search = Search { index, differences, store, steps: 0, parts: Vec::new(), found };
    for (at, covered) in index.permutations.iter().enumerate() {
        if !covered.equations.is_empty() {
            search.steps = 0;
            search.parts.push(Part::Permutation(at as u32));
            search.cover(covered, &covered.members, &none, 0, 0);
            search.parts.pop();
        }
    }
}

struct Search<'a> {
    index: &'a Index,
    differences: &'a Differences,
    store: &'a Store,
    steps: usize,
    /// The covered permutation, and the parts that cover it.
    parts: Vec<Part>,
    found: &'a mut Found,
}

impl Search<'_> {
    /// Covers the rest of a permutation, beginning with its first variable. The variables `taken` add up to `total`,
    /// because of `equations` equations and perhaps some permutations.
    fn cover(
        &mut self,
        covered: &Permutation,
        left: &IndexSet,
        taken: &IndexSet,
        total: i64,
        equations: usize,
    ) {
        self.steps += 1;
        let Some(first) = left.iter().next() else {
            return if equations > 0 {
                self.note(covered, taken, total)
            };
        };
        let with = |members: &IndexSet| {
            let (mut left, mut taken) = (left.clone(), taken.clone());
            left.remove(members);
            taken.add(members);
            (left, taken)
        };
        let index = self.index;
        let mut has_equation = false;
        for &at in index.equations_of.row(Slot(first)) {
            let equation = &index.equations[at as usize];
            if equation.members.is_apart_from(taken) && self.steps < MOST_STEPS {
                has_equation = true;
                let (left, taken) = with(&equation.members);
                self.parts.push(Part::Equation(at));
                self.cover(covered, &left, &taken, total + equation.total, equations + 1);
                self.parts.pop();
            }
        }
        if has_equation {
            return;
        }
        for (at, other) in index.permutations.iter().enumerate() {
            if !other.members.has(first) || other.members == covered.members {
                continue;
            }
            // Permutations that share one variable, as a row and a column do, give weak sums.
            let shared = covered.size - covered.members.without(&other.members).count();
            if shared > 1 && other.members.is_apart_from(taken) && self.steps < MOST_STEPS {
                let (left, taken) = with(&other.members);
                self.parts.push(Part::Permutation(at as u32));
                self.cover(covered, &left, &taken, total + other.total, equations);
                self.parts.pop();
            }
        }
    }

    /// Keeps the sum of the variables outside a covered permutation, if the sum is tight.
    fn note(&mut self, covered: &Permutation, taken: &IndexSet, total: i64) {
        let mut outside = taken.clone();
        outside.remove(&covered.members);
        let mut total = total - covered.total;
        let parts = self.parts.len();
        for (at, inner) in self.index.permutations.iter().enumerate() {
            if inner.members.without(&outside).next().is_none() {
                outside.remove(&inner.members);
                total -= inner.total;
                self.parts.push(Part::Permutation(at as u32));
            }
        }
        let members: Vec<u32> = outside.iter().collect();
        let is_new = (MOST_TERMS + 1..=MOST_FILLED * covered.size).contains(&members.len());
        if is_new && self.is_tight(&members, total) {
            self.found.add(Sum::of(members.into_iter(), total), self.parts.iter().copied());
        }
        self.parts.truncate(parts);
    }

    /// Returns whether few assignments of these variables have the sum `total`.
    fn is_tight(&self, members: &[u32], total: i64) -> bool {
        let slots = members.iter().map(|&at| self.index.slots[at as usize]);
        let mut groups: Vec<Vec<Slot>> = Vec::new();
        for slot in slots {
            let differ = |group: &&mut Vec<Slot>| group.iter().all(|&other| self.differ(slot, other));
            match groups.iter_mut().find(differ) {
                Some(group) => group.push(slot),
                None => groups.push(vec![slot]),
            }
        }
        let (mut least, mut most) = (0, 0);
        for group in &groups {
            let view = |&slot: &Slot| View { slot, offset: 0 };
            let low = group.iter().map(|slot| self.store.min(view(slot))).min().unwrap_or(0);
            let values = group.iter().fold(0, |all, slot| all | window(self.store, view(slot), low));
            let values: Vec<i64> =
                (0..64).filter(|bit| values >> bit & 1 != 0).map(|bit| i64::from(low) + bit).collect();
            least += values.iter().take(group.len()).sum::<i64>();
            most += values.iter().rev().take(group.len()).sum::<i64>();
        }
        most - least > TIGHTNESS * (total - least).min(most - total)
    }

    fn differ(&self, a: Slot, b: Slot) -> bool {
        self.differences.row(a, b.0 as usize / 64) >> (b.0 % 64) & 1 != 0
    }
}
