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
    make: Some(Make::grow(&[], &[Tell::Own(Runs, told)], None).drawing(|puzzle, chance| {
        let cells = 0..puzzle.board.cells.len();
        Some(Answer(vec![(Shade, cells.map(|_| i32::from(chance.percent(60))).collect())]))
    })),
    ..Kind::BLANK
};

/// The runs of all lines.
fn told(puzzle: &Puzzle, answer: &Answer) -> Clues {
    let grid = puzzle.board.cells;
    let shade = answer.layer(Shade).expect("what is drawn");
    let (rows, columns) = (&grid.lines()[..grid.height], &grid.lines()[grid.height..]);
    let of = |lines: &[Vec<usize>], places: usize| {
        let runs = |line: &Vec<usize>| -> Clues {
            let runs = line.chunk_by(|&a, &b| shade[a] == shade[b]).filter(|run| shade[run[0]] == 1);
            // From the grid outwards; a line without runs has no number.
            let mut runs: Clues = runs.rev().map(|run| Some(Clue::Number(run.len() as u32))).collect();
            runs.resize(places, None);
            runs
        };
        lines.iter().flat_map(runs).collect::<Clues>()
    };
    [of(columns, grid.height.div_ceil(2)), of(rows, grid.width.div_ceil(2))].concat()
}
