//! Bit sets of cells, for rules that compare many sets.

/// A subset of a grid's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellSet {
    /// The bits where the grid has at most 128 cells, else zeros.
    small: [u64; 2],
    /// The bits where the grid has more cells, else empty.
    large: Box<[u64]>,
}

impl CellSet {
    /// The empty set for a grid of `cells` cells.
    #[inline]
    pub fn none(cells: usize) -> CellSet {
        let large = if cells > 128 { vec![0; cells.div_ceil(64)].into() } else { Box::default() };
        CellSet { small: [0; 2], large }
    }

    /// The set of some cells of a grid of `cells` cells.
    pub fn of(cells: usize, some: &[u16]) -> CellSet {
        let mut set = CellSet::none(cells);
        set.insert(some);
        set
    }

    /// Adds some cells.
    #[inline]
    pub fn insert(&mut self, cells: &[u16]) {
        let words = self.words_mut();
        cells.iter().for_each(|&cell| words[usize::from(cell) / 64] |= 1 << (cell % 64));
    }

    /// The bits, 64 cells a word. The last words may be empty.
    #[inline]
    pub fn words(&self) -> &[u64] {
        if self.large.is_empty() { &self.small } else { &self.large }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        if self.large.is_empty() { &mut self.small } else { &mut self.large }
    }

    /// Combines each word with the word of another set.
    #[inline]
    fn change(&mut self, other: &CellSet, by: impl Fn(u64, u64) -> u64) {
        for (word, other) in self.small.iter_mut().zip(other.small) {
            *word = by(*word, other);
        }
        for (at, word) in self.large.iter_mut().enumerate() {
            *word = by(*word, other.large[at]);
        }
    }

    /// Whether the set contains a cell.
    #[inline]
    pub fn has(&self, cell: u16) -> bool {
        self.words()[usize::from(cell) / 64] >> (cell % 64) & 1 != 0
    }

    /// Removes all cells.
    #[inline]
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Adds all cells of another set.
    #[inline]
    pub fn add(&mut self, other: &CellSet) {
        self.change(other, |word, other| word | other);
    }

    /// Removes all cells of another set.
    #[inline]
    pub fn remove(&mut self, other: &CellSet) {
        self.change(other, |word, other| word & !other);
    }

    /// Whether the two sets are disjoint.
    #[inline]
    pub fn is_apart_from(&self, other: &CellSet) -> bool {
        (0..2).all(|at| self.small[at] & other.small[at] == 0)
            && self.large.iter().enumerate().all(|(at, word)| word & other.large[at] == 0)
    }

    /// The cells that are not in `other`, ascending.
    #[inline]
    pub fn without<'a>(&'a self, other: &'a CellSet) -> impl Iterator<Item = u16> + 'a {
        let others = other.words();
        self.words().iter().enumerate().flat_map(move |(at, word)| {
            let mut rest = word & !others[at];
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
    fn union_difference_and_disjointness() {
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
