//! Tentai Show.

use super::*;

const STAR: Rule = rule("star", "Each area is symmetric about its star, and has no other.");
const CONNECTED: Rule = rule("connected", "The cells of an area are connected.");
const WALL: Rule = rule("wall", "Walls part the areas, and nothing else.");

pub const KIND: Kind = Kind {
    id: "tentaisho",
    name: "Tentai Show",
    also: &["galaxies"],
    parts: &[Part::new(Points, Dots), Part::new(Cells, Bits).optional()],
    file: &[Clues(Points), Drawn(Wall)],
    rules: &[&STAR, &CONNECTED, &WALL],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let walls = d.walls();
        // The star of each cell, from 1; 0 for cells that are no part of the board.
        let is_out = |cell: usize| d.puzzle.at(Cells)[cell].is_some();
        let across = 2 * grid.width - 1;
        let stars: Vec<(usize, usize)> =
            d.puzzle.at(Points).iter().enumerate().filter(|(_, clue)| clue.is_some()).map(|(at, _)| (at / across, at % across)).collect();
        // The cell at the other side of a star.
        let mirror = |cell: usize, (down, right): (usize, usize)| {
            let (row, column) = grid.place(cell);
            let row = down.checked_sub(row).filter(|&row| row < grid.height)?;
            let column = right.checked_sub(column).filter(|&column| column < grid.width)?;
            Some(grid.at(row, column)).filter(|&other| !is_out(other))
        };
        let mut label = Vec::new();
        for cell in 0..grid.len() {
            let of = (1..).zip(&stars).filter(|(_, star)| mirror(cell, **star).is_some()).map(|(of, _)| of);
            let of: Vec<i32> = if is_out(cell) { Vec::new() } else { of.collect() };
            if of.is_empty() && !is_out(cell) {
                d.rule(&STAR).cell(cell).post(clause([]));
            }
            label.push(d.model.var(if of.is_empty() { vec![0] } else { of }));
        }
        let mut areas = regions(&label, grid.pairs());
        for (of, &(down, right)) in (1..).zip(&stars) {
            let at = [(down / 2, right / 2), (down.div_ceil(2), right.div_ceil(2))];
            for cell in at.into_iter().flat_map(|(row, _)| at.map(|(_, column)| grid.at(row, column))) {
                d.rule(&STAR).cell(cell).post(clause([label[cell].is(of)]));
            }
            for cell in 0..grid.len() {
                if let Some(other) = mirror(cell, (down, right)).filter(|&other| other > cell) {
                    d.rule(&STAR).cell(cell).post(label[cell].eq(of).iff(label[other].eq(of)));
                }
            }
            areas = areas.region(of, 1..);
        }
        d.rule(&CONNECTED).post(areas);
        for ((a, b), wall) in grid.pairs().into_iter().zip(walls) {
            d.meaning(&WALL).cell(a).post(wall.eq(1).iff(label[a].ne(label[b])));
        }
    },
    ..Kind::BLANK
};
