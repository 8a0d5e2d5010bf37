//! The steps of a sweep, each for a row of registers.

use super::plan::{FIXED, HIDDEN, LOCKED, LOST, ONCE, TWICE, VIEW_ALL, VIEW_FIXED, VIEW_HIDDEN, VIEW_LOCKED};
use crate::base::simd::{Place, Registers, Step, Word, Words};

#[inline(always)]
pub(super) fn none<W: Words>() -> W {
    W::all(W::Word::default())
}

#[inline(always)]
pub(super) fn one<W: Words>() -> W {
    W::all(W::Word::of(1))
}

/// Clears the lowest set bit of each lane.
#[inline(always)]
pub(super) fn rest<W: Words>(left: W) -> W {
    left.and(left.minus(one()))
}

/// Union and multiplicity of values in several variables.
struct Sum<W> {
    /// Values in at least one domain, and in at least two.
    once: W,
    twice: W,
    /// Values of at least one fixed variable, and of at least two.
    fixed: W,
    clash: W,
}

impl<W: Words> Sum<W> {
    #[inline(always)]
    fn of<'file>(file: &Registers<'file, W>, parts: &[Place<'file>]) -> Sum<W> {
        let mut sum = Sum { once: none::<W>(), twice: none(), fixed: none(), clash: none() };
        for &part in parts {
            let (once, fixed) = (file.get::<ONCE>(part), file.get::<FIXED>(part));
            sum.twice = sum.twice.or(sum.once.and(once));
            sum.once = sum.once.or(once);
            sum.clash = sum.clash.or(sum.fixed.and(fixed));
            sum.fixed = sum.fixed.or(fixed);
        }
        sum
    }
}

/// Step for pieces: `[piece, its variables]`.
pub(super) struct Pieces<W> {
    pub failed: W,
}

impl<W: Words> Step<W> for Pieces<W> {
    #[inline(always)]
    fn step<'file>(&mut self, file: &mut Registers<'file, W>, row: &[Place<'file>]) {
        let sum = Sum::of(file, &row[1..]);
        self.failed = self.failed.or(sum.clash);
        file.set::<ONCE>(row[0], sum.once);
        file.set::<TWICE>(row[0], sum.twice);
        file.set::<FIXED>(row[0], sum.fixed);
        file.set::<LOCKED>(row[0], none());
    }
}

/// Locks the values that a group has in one part only, that is, not in two.
#[inline(always)]
fn lock<'file, W: Words>(file: &mut Registers<'file, W>, parts: &[Place<'file>], twice: W) {
    for &part in parts {
        let locked = file.get::<LOCKED>(part).or(file.get::<ONCE>(part).without(twice));
        file.set::<LOCKED>(part, locked);
    }
}

/// Step for permutations: `[first view, its parts]`.
pub(super) struct Permutations<W> {
    pub failed: W,
}

impl<W: Words> Step<W> for Permutations<W> {
    #[inline(always)]
    fn step<'file>(&mut self, file: &mut Registers<'file, W>, row: &[Place<'file>]) {
        let (view, parts) = (row[0], &row[1..]);
        let sum = Sum::of(file, parts);
        let twice = parts.iter().fold(sum.twice, |twice, &part| twice.or(file.get::<TWICE>(part)));
        self.failed = self.failed.or(sum.clash).or(file.get::<VIEW_ALL>(view).without(sum.once));
        file.set::<VIEW_FIXED>(view, sum.fixed);
        file.set::<VIEW_HIDDEN>(view, sum.once.without(twice));
        lock(file, parts, sum.twice);
    }
}

/// Step for other groups: `[first view, its parts]`.
pub(super) struct Others<W> {
    pub failed: W,
}

impl<W: Words> Step<W> for Others<W> {
    #[inline(always)]
    fn step<'file>(&mut self, file: &mut Registers<'file, W>, row: &[Place<'file>]) {
        let sum = Sum::of(file, &row[1..]);
        self.failed = self.failed.or(sum.clash);
        file.set::<VIEW_FIXED>(row[0], sum.fixed);
    }
}

/// Step for further views of permutations: `[view, its parts]`.
pub(super) struct MoreViews;

impl<W: Words> Step<W> for MoreViews {
    #[inline(always)]
    fn step<'file>(&mut self, file: &mut Registers<'file, W>, row: &[Place<'file>]) {
        lock(file, &row[1..], Sum::of(file, &row[1..]).twice);
    }
}

/// Step for all views: `[view, first view of the group, its parts]`.
pub(super) struct Views<W> {
    pub failed: W,
}

impl<W: Words> Step<W> for Views<W> {
    #[inline(always)]
    fn step<'file>(&mut self, file: &mut Registers<'file, W>, row: &[Place<'file>]) {
        let (view, first, parts) = (row[0], row[1], &row[2..]);
        let mut locked: W = none();
        for &part in parts {
            let here = file.get::<LOCKED>(part);
            // Two groups need the value in different parts of this group.
            self.failed = self.failed.or(locked.and(here));
            locked = locked.or(here);
        }
        file.set::<VIEW_LOCKED>(view, locked);
        file.set::<VIEW_FIXED>(view, file.get::<VIEW_FIXED>(first));
        file.set::<VIEW_HIDDEN>(view, file.get::<VIEW_HIDDEN>(first));
    }
}

/// Step for parts: the values that the variables of a part lose, and the hidden values: `[part, its views]`.
pub(super) struct Parts;

impl<W: Words> Step<W> for Parts {
    #[inline(always)]
    fn step<'file>(&mut self, file: &mut Registers<'file, W>, row: &[Place<'file>]) {
        let (mut fixed, mut hidden, mut locked) = (none(), none(), none::<W>());
        for &view in &row[1..] {
            fixed = file.get::<VIEW_FIXED>(view).or(fixed);
            hidden = file.get::<VIEW_HIDDEN>(view).or(hidden);
            locked = file.get::<VIEW_LOCKED>(view).or(locked);
        }
        file.set::<LOST>(row[0], fixed.or(locked.without(file.get::<LOCKED>(row[0]))));
        file.set::<HIDDEN>(row[0], hidden);
    }
}

/// Step that narrows variables: `[variable, its parts]`.
pub(super) struct Narrow<W> {
    pub failed: W,
    pub changed: W,
    pub open: W,
    /// The smallest domain, compared as a number; 0 if a domain is empty.
    pub least: W,
}

impl<W: Words> Step<W> for Narrow<W> {
    #[inline(always)]
    fn step<'file>(&mut self, file: &mut Registers<'file, W>, row: &[Place<'file>]) {
        let (mut lost, mut hidden) = (none(), none());
        for &part in &row[1..] {
            lost = file.get::<LOST>(part).or(lost);
            hidden = file.get::<HIDDEN>(part).or(hidden);
        }
        let (left, fixed) = (file.get::<ONCE>(row[0]), file.get::<FIXED>(row[0]));
        let hidden = left.and(hidden);
        // A conflict: two hidden values in one variable.
        self.failed = self.failed.or(rest(hidden));
        let kept = hidden.or(hidden.where_zero(left)).without(lost).or(fixed);
        self.changed = self.changed.or(kept.xor(left));
        self.open = self.open.or(rest(kept));
        self.least = self.least.min(kept);
        file.set::<ONCE>(row[0], kept);
    }
}
