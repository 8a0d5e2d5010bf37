//! Symmetries of the pattern of clues.

use crate::grid::Grid;

/// A symmetry of the positions of clues. The values need not be symmetric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Rotation by half a turn.
    Rotational,
    /// Reflection that exchanges left and right.
    Mirror,
    /// Reflection across the diagonal from the upper left corner, for square grids only.
    Diagonal,
    /// All symmetries of the grid: eight for a square, four for a rectangle.
    Full,
}

type Transform = fn(&Grid, usize, usize) -> usize;

fn at(grid: &Grid, row: usize, column: usize) -> usize {
    row * grid.columns() + column
}

const HALF_TURN: Transform = |grid, row, column| at(grid, grid.rows() - 1 - row, grid.columns() - 1 - column);
const MIRROR: Transform = |grid, row, column| at(grid, row, grid.columns() - 1 - column);
const TRANSPOSE: Transform = |grid, row, column| at(grid, column, row);

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Symmetry; 5] =
        [Symmetry::None, Symmetry::Rotational, Symmetry::Mirror, Symmetry::Diagonal, Symmetry::Full];

    /// The name and a description.
    fn words(self) -> [&'static str; 2] {
        match self {
            Symmetry::None => ["none", "No symmetry"],
            Symmetry::Rotational => ["rotational", "Rotation by half a turn"],
            Symmetry::Mirror => ["mirror", "Reflection of left and right"],
            Symmetry::Diagonal => ["diagonal", "Reflection in the diagonal from the upper left"],
            Symmetry::Full => ["full", "All symmetries of the grid"],
        }
    }

    /// Returns the name for options.
    pub fn name(self) -> &'static str {
        self.words()[0]
    }

    /// Returns a description.
    pub fn help(self) -> &'static str {
        self.words()[1]
    }

    /// Returns the symmetry of a name.
    pub fn find(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// Whether the symmetry exists for a grid.
    pub fn fits(self, grid: &Grid) -> bool {
        self != Symmetry::Diagonal || grid.rows() == grid.columns()
    }

    /// The generators of the symmetry group.
    fn generators(self, grid: &Grid) -> &'static [Transform] {
        match self {
            Symmetry::None => &[],
            Symmetry::Rotational => &[HALF_TURN],
            Symmetry::Mirror => &[MIRROR],
            Symmetry::Diagonal => &[TRANSPOSE],
            Symmetry::Full if grid.rows() == grid.columns() => &[HALF_TURN, MIRROR, TRANSPOSE],
            Symmetry::Full => &[HALF_TURN, MIRROR],
        }
    }

    /// All symmetries, each as the image of every cell; the first is the identity.
    pub fn maps(self, grid: &Grid) -> Vec<Vec<u16>> {
        let mut maps = vec![(0..grid.cells() as u16).collect::<Vec<u16>>()];
        let mut next = 0;
        while next < maps.len() {
            for transform in self.generators(grid) {
                let image = |&cell: &u16| {
                    let (row, column) =
                        (usize::from(cell) / grid.columns(), usize::from(cell) % grid.columns());
                    transform(grid, row, column) as u16
                };
                let map: Vec<u16> = maps[next].iter().map(image).collect();
                if !maps.contains(&map) {
                    maps.push(map);
                }
            }
            next += 1;
        }
        maps
    }

    /// The orbits of the cells. Either all or none of the cells of an orbit hold clues.
    pub fn orbits(self, grid: &Grid) -> Vec<Vec<u16>> {
        let generators = self.generators(grid);
        let mut seen = vec![false; grid.cells()];
        let mut orbits = Vec::new();
        for first in 0..grid.cells() {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut orbit = vec![first as u16];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                let (row, column) = (usize::from(cell) / grid.columns(), usize::from(cell) % grid.columns());
                for transform in generators {
                    let image = transform(grid, row, column);
                    if !std::mem::replace(&mut seen[image], true) {
                        orbit.push(image as u16);
                    }
                }
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
        let sizes = |symmetry: Symmetry, grid: &Grid| {
            let mut sizes = [0; 9];
            symmetry.orbits(grid).iter().for_each(|orbit| sizes[orbit.len()] += 1);
            sizes
        };
        let nine = Grid::square(9).unwrap();
        assert_eq!(sizes(Symmetry::None, &nine), [0, 81, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sizes(Symmetry::Rotational, &nine), [0, 1, 40, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sizes(Symmetry::Mirror, &nine), [0, 9, 36, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sizes(Symmetry::Diagonal, &nine), [0, 9, 36, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sizes(Symmetry::Full, &nine), [0, 1, 0, 0, 8, 0, 0, 0, 6]);
        assert_eq!(Symmetry::Full.maps(&nine).len(), 8);
        assert_eq!(Symmetry::Rotational.maps(&nine)[1][0], 80);
        let oblong = Grid::new(4, 6, 1..=6, &crate::Regions::None).unwrap();
        assert_eq!(sizes(Symmetry::Full, &oblong), [0, 0, 0, 0, 6, 0, 0, 0, 0]);
        assert!(!Symmetry::Diagonal.fits(&oblong) && Symmetry::Full.fits(&oblong));
    }
}
