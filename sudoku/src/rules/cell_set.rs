//! Sets of cells as bits, for rules that compare many of them.

/// Some of a grid's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellSet(Box<[u64]>);

impl CellSet {
    /// None of so many cells.
    #[inline]
    pub fn none(cells: usize) -> CellSet {
        CellSet(vec![0; cells.div_ceil(64)].into())
    }

    /// Some of so many cells.
    pub fn of(cells: usize, some: &[u16]) -> CellSet {
        let mut set = CellSet::none(cells);
        set.insert(some);
        set
    }

    /// With some cells more.
    #[inline]
    pub fn insert(&mut self, cells: &[u16]) {
        cells.iter().for_each(|&cell| self.0[usize::from(cell) / 64] |= 1 << (cell % 64));
    }

    /// The bits, 64 cells a word.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether a cell is in it.
    #[inline]
    pub fn has(&self, cell: u16) -> bool {
        self.0[usize::from(cell) / 64] >> (cell % 64) & 1 != 0
    }

    /// Leaves none.
    #[inline]
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// With all of another set.
    #[inline]
    pub fn add(&mut self, other: &CellSet) {
        self.0.iter_mut().enumerate().for_each(|(at, word)| *word |= other.0[at]);
    }

    /// Without any of another set.
    #[inline]
    pub fn remove(&mut self, other: &CellSet) {
        self.0.iter_mut().enumerate().for_each(|(at, word)| *word &= !other.0[at]);
    }

    /// Whether no cell is in both sets.
    #[inline]
    pub fn is_apart_from(&self, other: &CellSet) -> bool {
        self.0.iter().enumerate().all(|(at, word)| word & other.0[at] == 0)
    }

    /// The cells that another set does not have, ascending.
    #[inline]
    pub fn without<'a>(&'a self, other: &'a CellSet) -> impl Iterator<Item = u16> + 'a {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = word & !other.0[at];
            std::iter::from_fn(move || {
                let cell = (rest != 0).then(|| (64 * at) as u16 + rest.trailing_zeros() as u16);
                rest &= rest.wrapping_sub(1);
                cell
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_taken_together_and_apart() {
        let (one, other) = (CellSet::of(130, &[0, 63, 64, 129]), CellSet::of(130, &[63, 129]));
        assert_eq!(one.without(&other).collect::<Vec<_>>(), [0, 64]);
        assert!(!one.is_apart_from(&other));
        let mut rest = one.clone();
        rest.remove(&other);
        assert!(rest.is_apart_from(&other) && rest == CellSet::of(130, &[64, 0]));
        rest.add(&other);
        assert_eq!(rest, one);
        rest.clear();
        assert_eq!(rest.words(), [0; 3]);
        assert_eq!(rest, CellSet::none(130));
    }
}
