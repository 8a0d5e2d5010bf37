//! Keys of the tables that constraints share.

use crate::engine::store::{Store, View};

/// Exact description of a table's content: equal keys mean equal rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Key(Vec<i64>);

impl Key {
    /// Returns the size of the key in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    pub fn push(&mut self, part: i64) {
        self.0.push(part);
    }

    pub fn extend(&mut self, parts: impl IntoIterator<Item = i64>) {
        self.0.extend(parts);
    }

    pub fn push_text(&mut self, text: &str) {
        self.push(text.len() as i64);
        self.extend(text.bytes().map(i64::from));
    }

    /// Adds the domain of a view.
    pub fn push_domain(&mut self, store: &Store, view: View) {
        let bits = store.bits(view.slot);
        let (low, high) = store.bounds(view);
        self.0.extend([store.shape(view.slot) as i64, i64::from(store.base(view.slot)), bits.len() as i64]);
        self.0.extend([view.offset, low, high].map(i64::from));
        self.0.extend(bits.iter().map(|&word| word as i64));
    }
}
