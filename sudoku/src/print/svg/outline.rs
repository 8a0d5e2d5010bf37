//! The outline of a set of cells, as closed paths.

use std::collections::{BTreeMap, BTreeSet};

use sheet::{Point, at};

/// The corners of a closed path with the cells on its right: clockwise around cells, counterclockwise around a hole.
pub(super) type Loop = Vec<(i32, i32)>;

/// Returns the loops around some cells of a grid with `columns` columns, each as a list of corners (x, y). Each loop
/// begins with the leftmost of its topmost corners, and the first loop at the first cell in reading order. Cells that
/// touch only at a corner are separate.
pub(super) fn outline(cells: &[u16], columns: usize) -> Vec<Loop> {
    let mut sides = sides(cells, columns);
    let mut loops = Vec::new();
    while let Some((&(y, x), ways)) = sides.first_key_value() {
        let mut corners = Vec::new();
        let (mut place, mut way) = ((x, y), ways[0]);
        let mut came = (0, 0);
        while take(&mut sides, place, way) {
            if way != came {
                corners.push(place);
            }
            place = (place.0 + way.0, place.1 + way.1);
            came = way;
            let ways = sides.get(&(place.1, place.0)).map_or(&[][..], Vec::as_slice);
            let right = (-way.1, way.0);
            // If two sides continue from here, cells touch at a corner. The right turn follows the same cell.
            way = if ways.contains(&right) { right } else { ways.first().copied().unwrap_or(way) };
        }
        loops.push(corners);
    }
    loops
}

/// The points where sides of cells begin, as (y, x), and the directions of the sides.
type Sides = BTreeMap<(i32, i32), Vec<(i32, i32)>>;

/// The sides of the cells, except the sides between two of the cells.
fn sides(cells: &[u16], columns: usize) -> Sides {
    let columns = columns.max(1);
    let place = |&cell: &u16| ((usize::from(cell) / columns) as i32, (usize::from(cell) % columns) as i32);
    let cells: BTreeSet<(i32, i32)> = cells.iter().map(place).collect();
    let mut sides = Sides::new();
    for &(row, column) in &cells {
        let around = [
            ((row - 1, column), (row, column), (1, 0)),
            ((row, column + 1), (row, column + 1), (0, 1)),
            ((row + 1, column), (row + 1, column + 1), (-1, 0)),
            ((row, column - 1), (row + 1, column), (0, -1)),
        ];
        for (neighbour, start, way) in around {
            if !cells.contains(&neighbour) {
                sides.entry(start).or_default().push(way);
            }
        }
    }
    sides
}

/// Removes a side. Returns whether it existed.
fn take(sides: &mut Sides, (x, y): (i32, i32), way: (i32, i32)) -> bool {
    let Some(ways) = sides.get_mut(&(y, x)) else { return false };
    let Some(index) = ways.iter().position(|&other| other == way) else { return false };
    ways.swap_remove(index);
    if ways.is_empty() {
        sides.remove(&(y, x));
    }
    true
}

/// The corners of a loop, moved into the cells by a distance.
pub(super) fn inset(corners: &Loop, by: f64) -> Vec<Point> {
    let count = corners.len();
    let point = |index: usize| {
        let (x, y) = corners[index % count];
        at(f64::from(x), f64::from(y))
    };
    let inward = |from: usize, to: usize| (point(to) - point(from)).unit().map_or(at(0.0, 0.0), Point::right);
    let moved = |index: usize| {
        let (before, after) = (inward(index + count - 1, index), inward(index, index + 1));
        point(index) + (before + after) * by
    };
    (0..count).map(moved).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The cells drawn as `#`.
    fn drawn(rows: &[&str]) -> (Vec<u16>, usize) {
        let columns = rows[0].len();
        let drawing = rows.concat();
        let cells = drawing.bytes().enumerate().filter(|(_, byte)| *byte == b'#');
        (cells.map(|(cell, _)| cell as u16).collect(), columns)
    }

    fn loops(rows: &[&str]) -> Vec<Loop> {
        let (cells, columns) = drawn(rows);
        outline(&cells, columns)
    }

    /// Twice the area that a loop encloses; negative for holes.
    fn twice_area(corners: &[(i32, i32)]) -> i32 {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(one, other)| one.0 * other.1 - other.0 * one.1).sum()
    }

    #[test]
    fn straight_sides_have_no_corners_between() {
        assert_eq!(loops(&["....", ".##."]), [[(1, 1), (3, 1), (3, 2), (1, 2)]]);
        assert!(outline(&[], 4).is_empty());
        assert_eq!(outline(&[0, 0], 0).len(), 1, "a repeated cell counts once, and a width of 0 is allowed");
    }

    #[test]
    fn a_concave_shape_is_followed() {
        let corner = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2)];
        assert_eq!(loops(&["#.", "##"]), [corner]);
        let moved = inset(&loops(&["#.", "##"])[0], 0.25);
        let expected = [(0.25, 0.25), (0.75, 0.25), (0.75, 1.25), (1.75, 1.25), (1.75, 1.75), (0.25, 1.75)];
        assert_eq!(moved, expected.map(|(x, y)| at(x, y)));
    }

    #[test]
    fn a_hole_has_a_path_the_other_way_round() {
        let ring = loops(&["###", "#.#", "###"]);
        assert_eq!(ring.iter().map(|corners| twice_area(corners)).collect::<Vec<_>>(), [18, -2]);
        let hole = inset(&ring[1], 0.25);
        assert!(hole.iter().all(|point| [0.75, 2.25].contains(&point.x) && [0.75, 2.25].contains(&point.y)));
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_apart() {
        assert_eq!(loops(&["#.", ".#"]).len(), 2);
        assert_eq!(loops(&[".#", "#."]).len(), 2);
        // The two cells are also connected elsewhere. The hole touches the outside only at the corner.
        assert_eq!(loops(&["##.", "#.#", "###"]).iter().map(|corners| twice_area(corners)).sum::<i32>(), 14);
    }

    proptest! {
        #[test]
        fn the_area_enclosed_is_the_number_of_cells(bits in any::<u64>(), columns in 1usize..12) {
            let cells: Vec<u16> = (0..64).filter(|cell| bits >> cell & 1 == 1).collect();
            let loops = outline(&cells, columns);
            let total: i32 = loops.iter().map(|corners| twice_area(corners)).sum();
            prop_assert_eq!(total, 2 * cells.len() as i32);
            for corners in &loops {
                prop_assert!(corners.len() >= 4 && corners.len().is_multiple_of(2));
                prop_assert_eq!(corners.iter().min_by_key(|(x, y)| (y, x)), corners.first());
            }
            if let (Some(corners), Some(&cell)) = (loops.first(), cells.first()) {
                let cell = usize::from(cell);
                prop_assert_eq!(corners[0], ((cell % columns) as i32, (cell / columns) as i32));
            }
        }
    }
}
