//! Skyscrapers.

use super::*;

const LATIN: Rule = rule("latin", "The heights of each row and column differ.");
const SEEN: Rule = rule("seen", "A number outside tells how many heights are seen from there.");

pub const KIND: Kind = Kind {
    id: "skyscrapers",
    name: "Skyscrapers",
    parts: &[Part::new(Around, Sixteen), Part::new(Cells, Sixteen).optional()],
    file: &[Margin(Around, &Drawn(Number))],
    rules: &[&GIVEN, &LATIN, &SEEN],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let height = d.numbers(1..=grid.width.max(grid.height) as i32);
        d.rule(&LATIN).latin(&height);
        d.rule(&GIVEN).givens(&height);
        let lines = grid.lines();
        let (rows, columns) = lines.split_at(grid.height);
        let there = |lines: &[Vec<usize>]| lines.to_vec();
        let back = |lines: &[Vec<usize>]| lines.iter().map(|line| line.iter().rev().copied().collect()).collect();
        let from = [there(columns), back(columns), there(rows), back(rows)].concat();
        for (side, number) in d.puzzle.numbers(Around) {
            let seen = from[side].iter().map(|&cell| height[cell]);
            d.rule(&SEEN).at(Place::Side(side)).post(visible_count(seen, number as i32));
        }
    },
    make: Some(Make::dig(&[Asked(Around), Asked(Cells)]).wishing(&[1, 2, 3, 4, 5, 6]).sized(6)),
    ..Kind::BLANK
};
