//! Areas of two halves: connected cells of one colour, and as many of the other colour in the same shape.

use std::collections::BTreeSet;

use super::Tile;
use crate::board::Grid;

/// Search for the areas in which one half is mapped to the other in one way.
struct Halves<'a, Number, Room> {
    grid: Grid,
    /// For each cell of the first colour, the cell in the other half that is mapped to, if it has the other colour.
    other: Vec<Option<usize>>,
    number: &'a Number,
    has_room: &'a mut Room,
    tiles: &'a mut BTreeSet<Tile>,
}

/// Returns all areas of two halves, one of cells that are `grey` and one of others, which are alike, turned or mirrored. A
/// `number` of a cell is the size of its half. Asks for room for so many cells each time that a half grows, and now and
/// then; `None` if there is none.
pub fn halves(
    grid: Grid,
    grey: &[bool],
    number: impl Fn(usize) -> Option<u32>,
    mut has_room: impl FnMut(usize) -> bool,
) -> Option<Vec<Tile>> {
    let mut tiles = BTreeSet::new();
    if 2 * grey.iter().filter(|&&is_grey| is_grey).count() != grid.len() {
        // Equal halves have as many cells of either colour.
        return Some(Vec::new());
    }
    let (height, width) = (grid.height as isize, grid.width as isize);
    let reach = height + width;
    for (turn, down, right) in (0..8)
        .flat_map(|turn| (-reach..=reach).map(move |down| (turn, down)))
        .flat_map(|(turn, down)| (-reach..=reach).map(move |right| (turn, down, right)))
    {
        if !has_room(grid.len() / 8) {
            return None;
        }
        let image = |cell: usize| {
            let (row, column) = grid.place(cell);
            let (row, column) = (row as isize, column as isize);
            let (row, column) = if turn & 4 == 0 { (row, column) } else { (column, row) };
            let row = down + if turn & 1 == 0 { row } else { -row };
            let column = right + if turn & 2 == 0 { column } else { -column };
            let is_on = (0..height).contains(&row) && (0..width).contains(&column);
            is_on.then(|| grid.at(row as usize, column as usize)).filter(|&other| grey[other])
        };
        let other: Vec<Option<usize>> =
            (0..grid.len()).map(|cell| image(cell).filter(|_| !grey[cell])).collect();
        let mut search = Halves { grid, other, number: &number, has_room: &mut has_room, tiles: &mut tiles };
        let mut is_out = vec![false; grid.len()];
        for first in 0..grid.len() {
            search.grow(&mut Vec::new(), &[first], &is_out, None)?;
            is_out[first] = true;
        }
    }
    Some(tiles.into_iter().collect())
}

impl<Number: Fn(usize) -> Option<u32>, Room: FnMut(usize) -> bool> Halves<'_, Number, Room> {
    /// Adds each cell of the rim to a half in turn, without those that are out or come before it.
    fn grow(
        &mut self,
        half: &mut Vec<usize>,
        rim: &[usize],
        is_out: &[bool],
        size: Option<u32>,
    ) -> Option<()> {
        let mut is_out = is_out.to_vec();
        for &cell in rim {
            let Some(other) = self.other[cell].filter(|_| !is_out[cell]) else { continue };
            is_out[cell] = true;
            let sizes = [size, (self.number)(cell), (self.number)(other)];
            let size = sizes.iter().flatten().next().copied();
            let most = size.map_or(usize::MAX, |size| size as usize);
            if half.len() >= most || sizes.iter().flatten().any(|&of| Some(of) != size) {
                continue;
            }
            half.push(cell);
            if !(self.has_room)(half.len()) {
                return None;
            }
            self.keep(half, size);
            let beside = self.grid.around(cell).filter(|at| !half.contains(at) && !rim.contains(at));
            let rim: Vec<usize> = rim.iter().copied().chain(beside).collect();
            self.grow(half, &rim, &is_out, size)?;
            half.pop();
        }
        Some(())
    }

    /// Keeps a half with its other one, if it has its size and both are neighbours.
    fn keep(&mut self, half: &[usize], size: Option<u32>) {
        let others: Vec<usize> = half.iter().filter_map(|&cell| self.other[cell]).collect();
        let is_beside = |&cell: &usize| self.grid.around(cell).any(|at| others.contains(&at));
        if size.is_none_or(|size| size as usize == half.len()) && half.iter().any(is_beside) {
            let mut tile = [half, &others].concat();
            tile.sort_unstable();
            self.tiles.insert(tile);
        }
    }
}
