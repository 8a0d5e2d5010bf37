//! Areas of a picture: walls separate different regions and different grids.

use std::collections::HashMap;

use crate::grid::Grid;

/// Returns the number of each cell's area, or `None` for a gap. Two cells have the same number if they are in the
/// same regions of the same grids; walls separate different numbers. (A region alone does not suffice: in overlapping
/// grids a cell may be in two boxes.)
pub fn areas(grid: &Grid) -> Vec<Option<usize>> {
    let mut memberships = vec![Vec::new(); grid.rectangle()];
    let regions = grid.houses().iter().filter(|house| house.is_region()).map(|house| house.cells().to_vec());
    let grids = grid.frames().into_iter().map(|frame| frame.cells(grid.columns()).collect());
    for (index, cells) in regions.chain(grids).enumerate() {
        for cell in cells {
            if let Some(membership) = memberships.get_mut(usize::from(cell)) {
                membership.push(index);
            }
        }
    }
    let mut numbers = HashMap::new();
    let areas = memberships.into_iter().enumerate().map(|(cell, membership)| {
        let next = numbers.len();
        (!grid.is_gap(cell)).then(|| *numbers.entry(membership).or_insert(next))
    });
    areas.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Frame, Part, Regions, Shape};

    #[test]
    fn cells_of_a_box_share_an_area() {
        let boxes = areas(&Grid::square(4).unwrap());
        for (cell, ground) in boxes.iter().enumerate() {
            let other = |other: usize| (cell / 4 / 2, cell % 4 / 2) == (other / 4 / 2, other % 4 / 2);
            assert!((0..16).all(|at| (boxes[at] == *ground) == other(at)), "{cell}");
        }
        assert_eq!(areas(&Grid::square(5).unwrap()), [Some(0); 25]);
    }

    #[test]
    fn every_grid_of_several_has_its_own_walls() {
        let part = |name: &str, top, left| Part {
            name: name.into(),
            frame: Frame { top, left, rows: 4, columns: 4 },
            regions: Regions::Default,
        };
        // The second grid begins in the middle of a box of the first.
        let parts = vec![part("a", 0, 0), part("b", 1, 1)];
        let grid = Grid::of(Shape { values: 1..=4, parts, ..Shape::rectangle(5, 5) }).unwrap();
        let areas = areas(&grid);
        assert_eq!((areas[4], areas[20]), (None, None), "gaps");
        assert_eq!(areas[0], areas[1]);
        assert_ne!(areas[1], areas[6], "the corner of b");
        assert_ne!(areas[6], areas[7], "a border of a's boxes inside a box of b");
        assert_ne!(areas[18], areas[24], "the border of a");
    }
}
