//! The inverse of a list of sets: for each cell, the sets that contain it.

/// The sets of each cell, by index, in compressed form: one list for all cells, and where the part of each cell
/// begins.
pub(super) struct SetsOf {
    sets: Vec<usize>,
    begin: Vec<usize>,
}

impl SetsOf {
    /// Inverts the sets of a grid with `cells` cells. No set may contain a cell twice.
    pub fn new<'a>(cells: usize, all: impl Iterator<Item = &'a [u16]> + Clone) -> SetsOf {
        let mut begin = vec![0; cells + 2];
        for &cell in all.clone().flatten() {
            begin[usize::from(cell) + 2] += 1;
        }
        for cell in 2..begin.len() {
            begin[cell] += begin[cell - 1];
        }
        let mut sets = vec![0; begin[cells + 1]];
        for (set, cells) in all.enumerate() {
            for &cell in cells {
                let next = &mut begin[usize::from(cell) + 1];
                sets[*next] = set;
                *next += 1;
            }
        }
        SetsOf { sets, begin }
    }

    /// The sets that contain a cell, ascending.
    pub fn of(&self, cell: u16) -> &[usize] {
        &self.sets[self.begin[usize::from(cell)]..self.begin[usize::from(cell) + 1]]
    }

    /// The sets that contain at least one of some cells, each with the number of these cells in it.
    pub fn among(&self, cells: &[u16]) -> Vec<(usize, usize)> {
        let mut among: Vec<(usize, usize)> = Vec::with_capacity(cells.len());
        for &set in cells.iter().flat_map(|&cell| self.of(cell)) {
            match among.iter_mut().find(|(known, _)| *known == set) {
                Some((_, count)) => *count += 1,
                None => among.push((set, 1)),
            }
        }
        among
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_has_its_sets() {
        let sets: [&[u16]; 4] = [&[4, 1], &[0], &[], &[4, 0]];
        let sets_of = SetsOf::new(5, sets.into_iter());
        let expected: [&[usize]; 5] = [&[1, 3], &[0], &[], &[], &[0, 3]];
        for (cell, expected) in (0..).zip(expected) {
            assert_eq!(sets_of.of(cell), expected);
        }
        assert_eq!(sets_of.among(&[0, 3, 4]), [(1, 1), (3, 2), (0, 1)]);
        assert!(sets_of.among(&[2, 3]).is_empty());
    }
}
