//! Nonograms.

use super::*;

const RUNS: Rule = rule("runs", "The numbers of a line are the lengths of its shaded runs, in order.");

pub const KIND: Kind = Kind {
    id: "nonogram",
    name: "Nonogram",
    parts: &[Part::new(Runs, Sixteen)],
    file: &[Margin(Runs, &Drawn(Shade))],
    rules: &[&RUNS],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let shade = d.shade();
        let (above, beside) = (grid.height.div_ceil(2), grid.width.div_ceil(2));
        let (columns, rows) = d.puzzle.at(Runs).split_at(above * grid.width);
        let clues = rows.chunks(beside).chain(columns.chunks(above));
        for ((line, cells), clues) in grid.lines().iter().enumerate().zip(clues) {
            // They are written from the grid outwards. A line without numbers has no shaded cell.
            let runs: Vec<u32> = clues.iter().rev().filter_map(|clue| clue.as_ref()?.number()).collect();
            let cells: Vec<Var> = cells.iter().map(|&cell| shade[cell]).collect();
            d.rule(&RUNS).at(Place::Line(line)).runs(&cells, &runs);
        }
    },
    ..Kind::BLANK
};
