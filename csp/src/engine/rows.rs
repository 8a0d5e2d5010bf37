//! A row of items for each slot, stored end to end in two vectors.
//!
//! Built by counting sort: the items of a slot keep their order, and nothing is compared.

use crate::engine::store::Slot;

#[derive(Debug)]
pub(crate) struct Rows<T> {
    /// Start of each row and the end of the last one; empty if there are no rows.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows { starts: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy> Rows<T> {
    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.items)
    }

    /// Builds the rows from pairs in any order. All slots must be below `slots`.
    pub fn new(slots: usize, pairs: &[(Slot, T)]) -> Rows<T> {
        let Some(&(_, any)) = pairs.first() else { return Rows::default() };
        // Row s is counted at s + 2, so that starts[s + 1] can be the row's write position: when the row is
        // full, that is the start of the next row.
        let mut starts = vec![0_u32; slots + 2];
        pairs.iter().for_each(|&(slot, _)| starts[slot.0 as usize + 2] += 1);
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut items = vec![any; pairs.len()];
        for &(slot, item) in pairs {
            let next = &mut starts[slot.0 as usize + 1];
            items[*next as usize] = item;
            *next += 1;
        }
        starts.pop();
        Rows { starts, items }
    }

    /// Builds the rows one after the other: `fill` appends the items of a slot.
    pub fn filled_by(slots: usize, mut fill: impl FnMut(Slot, &mut Vec<T>)) -> Rows<T> {
        let mut rows = Rows { starts: Vec::with_capacity(slots + 1), items: Vec::new() };
        rows.starts.push(0);
        for slot in 0..slots as u32 {
            fill(Slot(slot), &mut rows.items);
            rows.starts.push(rows.items.len() as u32);
        }
        rows
    }

    /// Returns the number of slots with a row, empty ones included.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn row_mut(&mut self, slot: Slot) -> &mut [T] {
        let at = slot.0 as usize;
        &mut self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    #[inline(always)]
    pub fn row(&self, slot: Slot) -> &[T] {
        let at = slot.0 as usize;
        match self.starts.get(at + 1) {
            Some(&end) => &self.items[self.starts[at] as usize..end as usize],
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_the_order_of_what_they_are_given() {
        let pairs = [(3, 'c'), (0, 'x'), (3, 'a'), (1, 'y'), (3, 'b')].map(|(slot, item)| (Slot(slot), item));
        let rows = Rows::new(5, &pairs);
        let expected: [&[char]; 6] = [&['x'], &['y'], &[], &['c', 'a', 'b'], &[], &[]];
        for (slot, expected) in expected.iter().enumerate() {
            assert_eq!(rows.row(Slot(slot as u32)), *expected);
        }
        let again = Rows::filled_by(5, |slot, items| items.extend_from_slice(rows.row(slot)));
        assert!((0..6).map(Slot).all(|slot| again.row(slot) == rows.row(slot)));
        let none = Rows::<u8>::new(5, &[]);
        assert!(none.row(Slot(2)).is_empty());
        assert_eq!((rows.len(), none.len()), (5, 0));
    }
}
