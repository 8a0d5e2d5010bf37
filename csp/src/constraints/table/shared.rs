//! Sharing of tables: equal tables in a model are stored once.
//!
//! During compilation, tables are looked up by their rows. Tables that are computed, from the product of two
//! domains or a formula over a few variables, are also looked up by a key of their origin, so that they are
//! computed once.

use std::collections::HashMap;
use std::sync::Arc;

use super::filter::{self, Tuples};
use super::pairs::{self, Pairs};
use crate::compile::key::Key;
use crate::compile::posting::Posting;
use crate::compile::shared::Share;
use crate::engine::propagator::Propagator;
use crate::engine::store::{Shape, Store, View};

/// The rows of a table in the form that propagators use.
#[derive(Clone, Debug)]
pub(crate) enum TableRows {
    /// No rows.
    None,
    /// All combinations of the domains.
    All,
    /// The allowed pairs of two variables with one word each, even if the table lists forbidden ones.
    Pairs(Arc<Pairs>),
    /// Tuples of any variables, and whether they are allowed or forbidden.
    Tuples(Arc<Tuples>, bool),
}

impl TableRows {
    /// Builds the rows from `cells`, the rows end to end. The rows must be different, their values must be in
    /// the domains, and each view must be of another variable.
    fn new(store: &Store, views: &[View], cells: &[i32], allowed: bool) -> TableRows {
        let is_word = |view: &View| store.shape(view.slot) == Shape::Word;
        match views {
            _ if cells.is_empty() => TableRows::None,
            &[a, b] if views.iter().all(is_word) => {
                TableRows::Pairs(Arc::new(pairs(store, [a, b], cells, allowed)))
            }
            _ => TableRows::Tuples(Arc::new(Tuples::new(views.len(), cells)), allowed),
        }
    }

    /// Returns the size of the rows in bytes.
    fn memory(&self) -> usize {
        match self {
            TableRows::None | TableRows::All => 0,
            TableRows::Pairs(pairs) => pairs.memory(),
            TableRows::Tuples(tuples, _) => tuples.memory(),
        }
    }

    fn post(self, to: &mut Posting<'_>, views: &[View], allowed: bool) {
        let name = if allowed { "table" } else { "forbidden table" };
        match self {
            TableRows::None if allowed => to.narrow(|_| Err(crate::engine::Conflict)),
            TableRows::None | TableRows::All => {}
            TableRows::Pairs(pairs) => {
                let mut filter = pairs::Filter::new(to.store(), [views[0], views[1]], pairs, name);
                // Narrows at once, so that constraints posted later start from smaller domains.
                to.narrow(|store| filter.propagate(store).map(|_| ()));
                to.propagator(filter);
            }
            TableRows::Tuples(tuples, allowed) => filter::Filter::post(to, views, tuples, allowed),
        }
    }
}

fn pairs(store: &Store, views: [View; 2], cells: &[i32], allowed: bool) -> Pairs {
    let firsts = views.map(|view| store.base(view.slot) + view.offset);
    let [left, right] = views.map(|view| store.one_word(view.slot));
    let mut rows = vec![0_u64; (64 - left.leading_zeros()) as usize];
    for pair in cells.chunks_exact(2) {
        rows[(pair[0] - firsts[0]) as usize] |= 1 << (pair[1] - firsts[1]);
    }
    if !allowed {
        rows.iter_mut().for_each(|row| *row = right & !*row);
    }
    Pairs::of_rows(firsts, rows)
}

/// The tables of the model that is being compiled.
#[derive(Debug, Default)]
struct SharedTables {
    /// Keyed by rows, domains, and whether the rows are allowed.
    by_rows: HashMap<(Key, Box<[i32]>), TableRows>,
    /// Keyed by origin.
    by_origin: HashMap<Key, TableRows>,
    /// Size of the keys.
    bytes: usize,
}

impl Share for SharedTables {
    /// The keys and maps, without the tables.
    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Posts that the views, of different variables, take the values of one of the rows or, if not `allowed`, of
/// none. The rows must be different and their values in the domains.
pub(super) fn post(to: &mut Posting<'_>, views: &[View], cells: Vec<i32>, allowed: bool) {
    let rows = find(to, views, cells, allowed);
    rows.post(to, views, allowed);
}

fn find(to: &mut Posting<'_>, views: &[View], cells: Vec<i32>, allowed: bool) -> TableRows {
    let mut key = Key::default();
    key.push(allowed.into());
    for &view in views {
        key.push_domain(to.store(), view);
    }
    let known: &mut SharedTables = to.shared.get();
    let key = (key, cells.into_boxed_slice());
    if let Some(rows) = known.by_rows.get(&key) {
        return rows.clone();
    }
    let rows = TableRows::new(&to.engine.store, views, &key.1, allowed);
    to.engine.shared_memory += rows.memory();
    known.bytes += key.0.bytes() + size_of_val(&*key.1) + 64;
    known.by_rows.insert(key, rows.clone());
    rows
}

/// Posts a table that is computed. If a table with the same key and domains exists, it is shared; otherwise
/// `compute` returns the rows end to end, or `None` if all combinations of the domains are allowed. The views
/// must be of different variables, and the values of the rows in their domains. The key must contain
/// everything that the rows depend on, except the domains.
pub(crate) fn post_computed(
    to: &mut Posting<'_>,
    views: &[View],
    mut key: Key,
    compute: impl FnOnce(&Store) -> Option<Vec<i32>>,
) {
    for &view in views {
        key.push_domain(to.store(), view);
    }
    let rows = match to.shared.get::<SharedTables>().by_origin.get(&key) {
        Some(rows) => rows.clone(),
        None => {
            let rows = match compute(to.store()) {
                Some(cells) => find(to, views, cells, true),
                None => TableRows::All,
            };
            let known: &mut SharedTables = to.shared.get();
            known.bytes += key.bytes() + 64;
            known.by_origin.insert(key, rows.clone());
            rows
        }
    };
    rows.post(to, views, true);
}
