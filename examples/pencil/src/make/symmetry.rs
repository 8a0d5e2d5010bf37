//! Symmetries of the places of clues.

use crate::board::Grid;

/// A symmetry of the places of clues. What the clues say need not be symmetric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Rotation by half a turn.
    Rotational,
    /// Reflection of left and right.
    Mirror,
    /// Reflection in the diagonal from the upper left, for square boards only.
    Diagonal,
    /// All symmetries of the board.
    Full,
}

impl Symmetry {
    /// Returns whether a board has the symmetry.
    pub fn fits(self, grid: Grid) -> bool {
        self != Symmetry::Diagonal || grid.width == grid.height
    }

    /// Returns the points that stand for each other, in groups.
    pub fn orbits(self, grid: Grid) -> Vec<Vec<usize>> {
        let images = |point: usize| -> Vec<usize> {
            let (row, column) = grid.place(point);
            let turned = grid.len() - 1 - point;
            let mirrored = grid.at(row, grid.width - 1 - column);
            let transposed = || grid.at(column, row);
            match self {
                Symmetry::None => Vec::new(),
                Symmetry::Rotational => vec![turned],
                Symmetry::Mirror => vec![mirrored],
                Symmetry::Diagonal => vec![transposed()],
                Symmetry::Full if grid.width == grid.height => vec![turned, mirrored, transposed()],
                Symmetry::Full => vec![turned, mirrored],
            }
        };
        let mut is_placed = vec![false; grid.len()];
        let mut orbits = Vec::new();
        for first in 0..grid.len() {
            if std::mem::replace(&mut is_placed[first], true) {
                continue;
            }
            let (mut orbit, mut at) = (vec![first], 0);
            while at < orbit.len() {
                for image in images(orbit[at]) {
                    if !std::mem::replace(&mut is_placed[image], true) {
                        orbit.push(image);
                    }
                }
                at += 1;
            }
            orbits.push(orbit);
        }
        orbits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_have_the_sizes_of_the_geometry() {
        let sizes = |symmetry: Symmetry, grid: Grid| {
            let mut sizes = [0; 9];
            symmetry.orbits(grid).iter().for_each(|orbit| sizes[orbit.len()] += 1);
            sizes
        };
        let nine = Grid { width: 9, height: 9 };
        assert_eq!(sizes(Symmetry::None, nine), [0, 81, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sizes(Symmetry::Rotational, nine), [0, 1, 40, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sizes(Symmetry::Mirror, nine), [0, 9, 36, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sizes(Symmetry::Diagonal, nine), [0, 9, 36, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sizes(Symmetry::Full, nine), [0, 1, 0, 0, 8, 0, 0, 0, 6]);
        let oblong = Grid { width: 6, height: 4 };
        assert_eq!(sizes(Symmetry::Full, oblong), [0, 0, 0, 0, 6, 0, 0, 0, 0]);
        assert!(!Symmetry::Diagonal.fits(oblong) && Symmetry::Full.fits(oblong));
    }
}
