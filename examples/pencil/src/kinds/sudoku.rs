//! Sudoku.

use super::*;

const LINES: Rule = rule("lines", "The numbers of each row and column differ.");
const BOXES: Rule = rule("boxes", "The numbers of each box differ.");

pub const KIND: Kind = Kind {
    id: "sudoku",
    name: "Sudoku",
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Givens, Drawn(Number)],
    rules: &[&GIVEN, &LINES, &BOXES],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let size = grid.width.max(grid.height);
        let number = d.numbers(1..=size as i32);
        d.rule(&GIVEN).givens(&number);
        d.rule(&LINES).latin(&number);
        // Boxes of six by six are three wide and two high.
        let height = size.isqrt();
        let width = if size == 6 { 3 } else { height };
        for (top, left) in (0..grid.height).step_by(height).flat_map(|row| (0..grid.width).step_by(width).map(move |at| (row, at))) {
            let rows = top..(top + height).min(grid.height);
            let cells = rows.flat_map(|row| (left..(left + width).min(grid.width)).map(move |at| grid.at(row, at)));
            let numbers: Vec<Var> = cells.map(|cell| number[cell]).collect();
            d.rule(&BOXES).cell(grid.at(top, left)).post(all_different(numbers));
        }
    },
    make: Some(Make::dig(&[Asked(Cells)]).wishing(&[1, 2, 3, 4, 5, 6, 7, 8, 9]).sized(9)),
    ..Kind::BLANK
};
