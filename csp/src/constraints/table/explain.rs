//! Reasons of tables: removed values that each tuple in question has, from few columns.

use super::filter::{Column, ColumnValues, Filter};
use super::pairs;
use crate::constraints::absence::has_within;
use crate::engine::reasons::{Query, Why};
use crate::engine::store::Shape;

impl Filter {
    pub(super) fn explain_allowed(&self, query: &Query, why: &mut Why<'_>) -> bool {
        let words = self.all.count.div_ceil(64);
        if query.is_conflict() {
            let mut tuples = vec![u64::MAX; words];
            tuples[words - 1] >>= 64 * words - self.all.count;
            return self.cover(tuples, why);
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
            why.attempt(|why| self.cover(tuples, why))
        })
    }

    /// Adds removed values such that each of `tuples` has one of them. Returns false if there are none.
    fn cover(&self, mut tuples: Vec<u64>, why: &mut Why<'_>) -> bool {
        let columns = || self.columns.iter().zip(&self.all.columns);
        for (column, listed) in columns() {
            for (place, &value) in listed.values.iter().enumerate() {
                if !why.root_contains(column.view, value) {
                    listed.remove_from(place, &mut tuples);
                }
            }
        }
        while tuples.iter().any(|&word| word != 0) {
            // The column that excludes most of the remaining tuples.
            let excluded = |(column, listed): (&Column, &ColumnValues)| {
                let mut gone = vec![0; tuples.len()];
                for (place, &value) in listed.values.iter().enumerate() {
                    if !why.store().contains(column.view, value) {
                        listed.add_to(place, &mut gone);
                    }
                }
                gone.iter().zip(&tuples).map(|(gone, open)| (gone & open).count_ones()).sum::<u32>()
            };
            let counts = columns().map(excluded).enumerate();
            let Some((at, 1..)) = counts.max_by_key(|&(at, count)| (count, usize::MAX - at)) else {
                return false;
            };
            self.exclude(at, &mut tuples, why);
        }
        true
    }

    /// Adds the removed values of a column that some of `tuples` have, and removes these tuples from `tuples`.
    fn exclude(&self, at: usize, tuples: &mut [u64], why: &mut Why<'_>) {
        let (view, listed) = (self.columns[at].view, &self.all.columns[at]);
        let store = why.store();
        let zero = store.base(view.slot) + view.offset;
        let mut bits = 0;
        for (place, &value) in listed.values.iter().enumerate() {
            if store.contains(view, value) || !listed.of(place as u32).iter().any(|part| part.meets(tuples)) {
                continue;
            }
            listed.remove_from(place, tuples);
            if store.shape(view.slot) == Shape::Word {
                bits |= 1 << (value - zero);
            } else {
                why.is_not(view, value);
            }
        }
        if bits != 0 {
            why.is_none_of(view, zero, bits);
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
