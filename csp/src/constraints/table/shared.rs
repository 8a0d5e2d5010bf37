//! Tables that many constraints have in common are kept once.
//!
//! While a model is compiled its tables are known by their rows; and tables that are worked out from something else, a
//! product of two domains or a formula over a few variables, by what they are made of, so that they are worked out once,
//! too.

use std::collections::HashMap;
use std::sync::Arc;

use super::filter::{self, Tuples};
use super::pairs::{self, Pairs};
use crate::compile::Compiled;
use crate::compile::key::Key;
use crate::compile::posting::Posting;
use crate::engine::propagator::Propagator;
use crate::engine::store::{Shape, Store, View};

/// The rows of a table in the form in which they are looked up.
#[derive(Clone, Debug)]
pub(crate) enum Rows {
    /// There is none.
    None,
    /// All that the domains leave.
    All,
    /// Of two variables with one word each: all that is allowed, also where the table says what is forbidden.
    Pairs(Arc<Pairs>),
    /// Of any variables, and whether these are allowed or forbidden.
    Tuples(Arc<Tuples>, bool),
}

impl Rows {
    /// `cells` are the rows, one after the other: they differ from each other, and their values are left in the views, no
    /// two of which are of one variable.
    fn new(store: &Store, views: &[View], cells: &[i32], allowed: bool) -> Rows {
        let is_word = |view: &View| store.shape(view.slot) == Shape::Word;
        match views {
            _ if cells.is_empty() => Rows::None,
            &[a, b] if views.iter().all(is_word) => {
                Rows::Pairs(Arc::new(pairs(store, [a, b], cells, allowed)))
            }
            _ => Rows::Tuples(Arc::new(Tuples::new(views.len(), cells)), allowed),
        }
    }

    /// Bytes that they take.
    fn memory(&self) -> usize {
        match self {
            Rows::None | Rows::All => 0,
            Rows::Pairs(pairs) => pairs.memory(),
            Rows::Tuples(tuples, _) => tuples.memory(),
        }
    }

    fn post(self, to: &mut Posting<'_>, views: &[View], allowed: bool) {
        let name = if allowed { "table" } else { "forbidden table" };
        match self {
            Rows::None if allowed => to.narrow(|_| Err(crate::Conflict)),
            Rows::None | Rows::All => {}
            Rows::Pairs(pairs) => {
                let mut filter = pairs::Filter::new(to.store(), [views[0], views[1]], pairs, name);
                // What is posted later sees what is left.
                to.narrow(|store| filter.propagate(store).map(|_| ()));
                to.propagator(filter);
            }
            Rows::Tuples(tuples, allowed) => filter::Filter::post(to, views, tuples, allowed),
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
pub(crate) struct Known {
    /// By their rows, the domains they were made for, and whether they are allowed.
    by_rows: HashMap<(Key, Box<[i32]>), Rows>,
    /// By what they were made from.
    by_origin: HashMap<Key, Rows>,
    /// What the keys take.
    bytes: usize,
}

impl Known {
    /// Bytes that it takes, the tables themselves apart.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Posts that the views, no two of one variable, take the values of one of the rows, or of none. The rows differ from
/// each other, and their values are left.
pub(super) fn post(to: &mut Posting<'_>, views: &[View], cells: Vec<i32>, allowed: bool) {
    let rows = find(to, views, cells, allowed);
    rows.post(to, views, allowed);
}

fn find(to: &mut Posting<'_>, views: &[View], cells: Vec<i32>, allowed: bool) -> Rows {
    let mut key = Key::default();
    key.push(allowed.into());
    for &view in views {
        key.push_domain(to.store(), view);
    }
    let Compiled { engine, tables: known, .. } = &mut *to.compiled;
    let key = (key, cells.into_boxed_slice());
    if let Some(rows) = known.by_rows.get(&key) {
        return rows.clone();
    }
    let rows = Rows::new(&engine.store, views, &key.1, allowed);
    engine.shared_memory += rows.memory();
    known.bytes += key.0.bytes() + size_of_val(&*key.1) + 64;
    known.by_rows.insert(key, rows.clone());
    rows
}

/// Posts a table over views, no two of one variable, that is known by what it is made of, or is to be made: its rows, whose
/// values are left, one after the other, or nothing if the domains leave no others. The key has all that the rows depend on
/// beside the domains.
pub(crate) fn post_made(
    to: &mut Posting<'_>,
    views: &[View],
    mut key: Key,
    make: impl FnOnce(&Store) -> Option<Vec<i32>>,
) {
    for &view in views {
        key.push_domain(to.store(), view);
    }
    let rows = match to.compiled.tables.by_origin.get(&key) {
        Some(rows) => rows.clone(),
        None => {
            let rows = match make(to.store()) {
                Some(cells) => find(to, views, cells, true),
                None => Rows::All,
            };
            let known = &mut to.compiled.tables;
            known.bytes += key.bytes() + 64;
            known.by_origin.insert(key, rows.clone());
            rows
        }
    };
    rows.post(to, views, true);
}
