//! Reasons of tables: removed values that each tuple in question has, from few columns.

use super::filter::Filter;
use super::pairs;
use crate::base::bits::ones;
use crate::constraints::absence::has_within;
use crate::engine::reasons::{Query, Why};
use crate::engine::store::Shape;

impl Filter {
    pub(super) fn explain_allowed(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let words = self.all.count.div_ceil(64);
        if query.is_conflict() {
            let mut tuples = vec![u64::MAX; words];
            tuples[words - 1] >>= 64 * words - self.all.count;
            return self.cover(&tuples, why);
        }
        // The variable may be in several columns; each is tried.
        self.columns.iter().zip(&self.all.columns).any(|(column, listed)| {
            if !query.is_about(column.view) {
                return false;
            }
            let mut tuples = vec![0; words];
            for (low, high) in query.intervals(column.view) {
                let from = listed.values.partition_point(|&value| value < low);
                let to = listed.values.partition_point(|&value| value <= high);
                (from..to).for_each(|place| listed.add_to(place, &mut tuples));
            }
            why.attempt(|why| self.cover(&tuples, why))
        })
    }

    /// Adds removed values such that each of `tuples` has one of them. Returns false if there are none.
    fn cover(&self, tuples: &[u64], why: &mut Why<'_>) -> bool {
        let mut open: Vec<&[i32]> = Vec::new();
        for (at, &word) in tuples.iter().enumerate() {
            for bit in ones(word) {
                let row = self.all.row(64 * at + bit as usize);
                if self.columns.iter().zip(row).all(|(column, &value)| why.root_contains(column.view, value))
                {
                    open.push(row);
                }
            }
        }
        while !open.is_empty() {
            // The column that excludes most of the remaining rows.
            let excluded = |at: usize| {
                let view = self.columns[at].view;
                open.iter().filter(|row| !why.store().contains(view, row[at])).count()
            };
            let counts = (0..self.columns.len()).map(|at| (at, excluded(at)));
            let Some((at, 1..)) = counts.max_by_key(|&(at, count)| (count, usize::MAX - at)) else {
                return false;
            };
            self.exclude(at, &mut open, why);
        }
        true
    }

    /// Adds the removed values of a column that some of the rows have, and removes these rows from `open`.
    fn exclude(&self, at: usize, open: &mut Vec<&[i32]>, why: &mut Why<'_>) {
        let view = self.columns[at].view;
        let store = why.store();
        let (zero, is_word) = (store.base(view.slot) + view.offset, store.shape(view.slot) == Shape::Word);
        let (low, high) = store.bounds(view);
        let (mut bits, mut below, mut above, mut holes) = (0, None, None, Vec::new());
        open.retain(|row| {
            let value = row[at];
            if store.contains(view, value) {
                return true;
            }
            match value {
                _ if is_word => bits |= 1 << (value - zero),
                // A bound stands for all values beyond it.
                _ if value < low => below = below.max(Some(value)),
                _ if value > high => above = Some(above.unwrap_or(value).min(value)),
                _ => holes.push(value),
            }
            false
        });
        if bits != 0 {
            why.is_none_of(view, zero, bits);
        }
        holes.sort_unstable();
        holes.dedup();
        for value in below.into_iter().chain(above).chain(holes) {
            why.is_not(view, value);
        }
    }

    /// Explains by the other columns: every combination of their values is forbidden.
    pub(super) fn explain_forbidden(&self, query: &Query, why: &mut Why<'_>) -> bool {
        if query.is_conflict() || !self.plain {
            return false;
        }
        let store = why.store();
        self.columns.iter().all(|column| {
            let view = column.view;
            if !query.is_about(view) {
                why.domain(view.slot);
                return true;
            }
            let mut asked = query.intervals(view).into_iter();
            asked.all(|asked| {
                why.others_are_gone(view, asked, |value| has_within(store, view, (value, value)))
            })
        })
    }
}

impl pairs::Filter {
    /// Explains by the other side, which has lost all partners of the queried values.
    pub(super) fn explain_pairs(&self, query: &Query, why: &mut Why<'_>) {
        let [a, b] = self.slots;
        let store = why.store();
        if query.is_about(a.into()) {
            why.excludes(b, self.partners(0, query.bits()));
        } else if query.is_about(b.into()) {
            why.excludes(a, self.partners(1, query.bits()));
        } else {
            // On the first side, the values that have a partner left must have been removed; on the second side, the
            // partners of the other values.
            let with_partner = self.partners(1, store.one_word(b));
            why.excludes(a, with_partner);
            why.excludes(b, self.partners(0, !with_partner));
        }
    }
}
