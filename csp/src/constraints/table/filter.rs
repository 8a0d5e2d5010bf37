//! Compact-Table (Demeulenaere et al. 2016), and its counterpart for forbidden tuples (Verhaeghe et al.
//! 2017).
//!
//! A sparse bit set holds the tuples whose values are all in the domains. For each value of a column, only
//! the non-zero words of its tuple set are stored, so that a column costs as much as it has tuples, not
//! values. A run removes the tuples of removed values, or keeps those of remaining values, whichever are
//! fewer.
//!
//! A value of an *allowed* table is removed when it has no tuple left; its residue, a hint, is the word where
//! a tuple was last found. A value of a *forbidden* table is removed when it has as many tuples as the other
//! columns have combinations.

use std::sync::Arc;

use super::sparse_set::{SetWord, SparseSet, full};
use crate::base::bits::ones;
use crate::compile::posting::Posting;
use crate::constraints::narrowing::{is_plain, pass_status};
use crate::constraints::windows::keep_windows;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store, View, Word};

/// The tuples of a table, by value. Tables with the same rows share it.
#[derive(Debug)]
pub(super) struct Tuples {
    pub columns: Box<[ColumnValues]>,
    pub count: usize,
    /// The rows end to end, for reasons.
    cells: Box<[i32]>,
}

/// The values of a column, and the tuples of each.
#[derive(Debug)]
pub(super) struct ColumnValues {
    /// The values that occur, ascending.
    pub values: Box<[i32]>,
    /// Start of each value's parts.
    starts: Box<[u32]>,
    /// The tuples of all values, end to end.
    parts: Box<[SetWord]>,
}

impl Tuples {
    /// Builds the tuples from `cells`, the rows end to end. There must be at least one row, and all must be
    /// different.
    pub fn new(width: usize, cells: &[i32]) -> Tuples {
        let columns = (0..width).map(|at| ColumnValues::new(cells.iter().skip(at).step_by(width).copied()));
        Tuples { columns: columns.collect(), count: cells.len() / width, cells: cells.into() }
    }

    /// Returns a row.
    pub fn row(&self, at: usize) -> &[i32] {
        let width = self.columns.len();
        &self.cells[at * width..][..width]
    }

    /// Returns the size of the tuples in bytes.
    pub fn memory(&self) -> usize {
        self.columns.iter().map(ColumnValues::memory).sum::<usize>() + size_of_val(&*self.cells)
    }
}

impl ColumnValues {
    fn new(cells: impl Iterator<Item = i32>) -> ColumnValues {
        let cells: Vec<i32> = cells.collect();
        let mut order: Vec<u32> = (0..cells.len() as u32).collect();
        order.sort_by_key(|&row| cells[row as usize]);
        let (mut values, mut starts, mut parts) = (Vec::new(), Vec::new(), Vec::<SetWord>::new());
        for row in order {
            let (value, at, bits) = (cells[row as usize], row / 64, 1 << (row % 64));
            let known = values.last() == Some(&value);
            if !known {
                values.push(value);
                starts.push(parts.len() as u32);
            }
            match parts.last_mut() {
                Some(part) if known && part.at == at => part.bits |= bits,
                _ => parts.push(SetWord { at, bits }),
            }
        }
        starts.push(parts.len() as u32);
        ColumnValues { values: values.into(), starts: starts.into(), parts: parts.into() }
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.values) + size_of_val(&*self.starts) + size_of_val(&*self.parts)
    }

    /// Returns the tuples of a value, given by its index.
    pub fn of(&self, place: u32) -> &[SetWord] {
        &self.parts[self.starts[place as usize] as usize..self.starts[place as usize + 1] as usize]
    }

    /// Adds a value's tuples to a set of tuples.
    pub fn add_to(&self, place: usize, tuples: &mut [u64]) {
        self.of(place as u32).iter().for_each(|part| tuples[part.at as usize] |= part.bits);
    }
}

#[derive(Debug)]
pub(super) struct Filter {
    pub all: Arc<Tuples>,
    pub columns: Box<[Column]>,
    tuples: SparseSet,
    allowed: bool,
    /// No domain is very wide, so every value can be removed.
    pub plain: bool,
    /// Scratch: indices of values in a column.
    gone: Vec<u32>,
    left: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct Column {
    pub view: View,
    /// The listed values that were in the domain after the last run.
    live: Box<[Word]>,
    /// Size of the domain at that time.
    size: Word,
    /// Scratch: for each value, the part that last had a tuple.
    residues: Box<[u32]>,
}

impl Column {
    fn new(to: &mut Posting<'_>, view: View, listed: &ColumnValues) -> Column {
        Column {
            view,
            live: full(to, listed.values.len()),
            // No domain has this size, so the first run examines the column.
            size: to.word(u64::MAX),
            residues: listed.starts[..listed.values.len()].into(),
        }
    }

    /// Calls `each` with the indices of the live values. A value for which it returns false is no longer
    /// live.
    fn retain_live(
        &mut self,
        store: &mut Store,
        mut each: impl FnMut(&mut Column, &mut Store, u32) -> Result<bool, Conflict>,
    ) -> Result<(), Conflict> {
        for at in 0..self.live.len() {
            let word = store.read(self.live[at]);
            let mut kept = word;
            for bit in ones(word) {
                if !each(self, store, 64 * at as u32 + bit)? {
                    kept &= !(1 << bit);
                }
            }
            if kept != word {
                store.write(self.live[at], kept);
            }
        }
        Ok(())
    }

    fn has_tuple(&mut self, listed: &ColumnValues, store: &Store, tuples: &SparseSet, place: u32) -> bool {
        let residue = &mut self.residues[place as usize];
        if tuples.common(store, listed.parts[*residue as usize]) != 0 {
            return true;
        }
        match listed.of(place).iter().position(|&part| tuples.common(store, part) != 0) {
            Some(at) => {
                *residue = listed.starts[place as usize] + at as u32;
                true
            }
            None => false,
        }
    }

    /// Removes values that occur in no tuple. Done once at the root, so that later runs examine live values
    /// only.
    fn keep_listed(&self, listed: &ColumnValues, store: &mut Store) -> Result<(), Conflict> {
        let (view, values) = (self.view, &listed.values);
        store.at_least(view, values[0])?;
        store.at_most(view, values[values.len() - 1])?;
        if store.is_range_only(view) {
            return Ok(());
        }
        // Removes whole words: value by value, the trail would have an entry for each value.
        keep_windows(store, view, |_, first| {
            let begin = values.partition_point(|&value| value < first);
            let listed = values[begin..].iter().map(|&value| i64::from(value) - i64::from(first));
            listed.take_while(|&place| place < 64).fold(0, |bits, place| bits | 1 << place)
        })
    }
}

impl Filter {
    /// Posts that the views take the values of one of the tuples or, if not `allowed`, of none. All values in
    /// the tuples must be in the domains.
    pub fn post(to: &mut Posting<'_>, views: &[View], all: Arc<Tuples>, allowed: bool) {
        let columns: Box<[Column]> =
            views.iter().zip(&all.columns).map(|(&view, listed)| Column::new(to, view, listed)).collect();
        if allowed {
            let mut listed = columns.iter().zip(&all.columns);
            to.narrow(|store| listed.try_for_each(|(column, listed)| column.keep_listed(listed, store)));
        }
        let tuples = SparseSet::new(to, all.count);
        let plain = is_plain(to.store(), views);
        to.propagator(Filter { all, columns, tuples, allowed, plain, gone: Vec::new(), left: Vec::new() });
    }

    /// Removes the tuples of removed values. Returns whether there were any.
    fn update(&mut self, store: &mut Store) -> Result<bool, Conflict> {
        let mut changed = false;
        for (column, listed) in self.columns.iter_mut().zip(&self.all.columns) {
            let size = u64::from(store.size(column.view));
            if size == store.read(column.size) {
                continue;
            }
            store.write(column.size, size);
            let (gone, left) = (&mut self.gone, &mut self.left);
            gone.clear();
            left.clear();
            column.retain_live(store, |column, store, place| {
                let stays = store.contains(column.view, listed.values[place as usize]);
                if stays {
                    left.push(place)
                } else {
                    gone.push(place)
                }
                Ok(stays)
            })?;
            if gone.is_empty() {
                continue;
            }
            let keep = left.len() < gone.len();
            self.tuples.begin(store);
            let chosen = if keep { left } else { gone };
            for &place in chosen.iter() {
                self.tuples.gather(listed.of(place));
            }
            changed |= self.tuples.apply(store, keep);
            if self.tuples.is_empty(store) {
                return if self.allowed { Err(Conflict) } else { Ok(true) };
            }
        }
        Ok(changed)
    }

    fn keep_supported(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let tuples = &self.tuples;
        for (column, listed) in self.columns.iter_mut().zip(&self.all.columns) {
            let view = column.view;
            if store.is_fixed(view) {
                continue;
            }
            let mut ends = None;
            column.retain_live(store, |column, store, place| {
                let value = listed.values[place as usize];
                if !column.has_tuple(listed, store, tuples, place) {
                    store.remove(view, value)?;
                    return Ok(false);
                }
                ends = Some((ends.map_or(value, |(first, _)| first), value));
                Ok(true)
            })?;
            let (first, last) = ends.ok_or(Conflict)?;
            // Only very wide domains still have other values.
            store.at_least(view, first)?;
            store.at_most(view, last)?;
            let size = u64::from(store.size(view));
            if size != store.read(column.size) {
                store.write(column.size, size);
            }
        }
        Ok(())
    }

    /// All columns use the domain sizes at the beginning, which makes one pass a fixpoint: the combination
    /// that supports a value consists of values that are kept.
    fn drop_forbidden(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let tuples = &self.tuples;
        let most = tuples.size_limit(store);
        let sizes: smallvec::SmallVec<[u64; 8]> =
            self.columns.iter().map(|column| u64::from(store.size(column.view))).collect();
        for (at, (column, listed)) in self.columns.iter_mut().zip(&self.all.columns).enumerate() {
            let others = sizes.iter().enumerate().filter(|&(other, _)| other != at);
            let combinations = others.fold(1_u64, |product, (_, &size)| product.saturating_mul(size));
            if combinations > most {
                continue;
            }
            column.retain_live(store, |column, store, place| {
                let parts = listed.of(place).iter();
                let count =
                    parts.map(|&part| u64::from(tuples.common(store, part).count_ones())).sum::<u64>();
                if count == combinations {
                    store.remove(column.view, listed.values[place as usize])?;
                }
                // The next run removes its tuples.
                Ok(true)
            })?;
        }
        Ok(())
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        if self.allowed { "table" } else { "forbidden table" }
    }

    fn memory(&self) -> usize {
        let column = |column: &Column| {
            size_of_val(column) + size_of_val(&*column.live) + size_of_val(&*column.residues)
        };
        size_of_val(self) + self.columns.iter().map(column).sum::<usize>() + self.tuples.memory()
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.columns.iter().for_each(|column| watch(column.view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        if self.allowed { self.explain_allowed(query, why) } else { self.explain_forbidden(query, why) }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let changed = self.update(store)?;
        if self.allowed {
            if changed {
                self.keep_supported(store)?;
            }
            let mut open = self.columns.iter().filter(|column| !store.is_fixed(column.view));
            let settled = match (open.next(), open.next()) {
                (None, _) => true,
                (Some(only), None) => !store.is_range_only(only.view),
                _ => false,
            };
            return Ok(if settled { Status::Entailed } else { Status::Fixpoint });
        }
        if self.tuples.is_empty(store) {
            return Ok(Status::Entailed);
        }
        // Smaller domains are as relevant as fewer tuples.
        let began = store.trail().len();
        self.drop_forbidden(store)?;
        Ok(pass_status(store, began, self.plain))
    }
}
