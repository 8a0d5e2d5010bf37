//! Fillomino.

use super::*;

const AREA: Rule = rule("area", "Connected cells of one number are as many as it says.");
const WALL: Rule = rule("wall", "Walls part different numbers, and nothing else.");
const THREE: Rule = rule("three", "No area has more than three cells.");

pub const KIND: Kind = Kind {
    id: "fillomino",
    name: "Fillomino",
    parts: &[Part::new(Cells, Sixteen), Part::new(Walls, Bits).optional()],
    flags: &[('t', "no area has more than three cells")],
    file: &[Givens, Drawn(Number), Perhaps(Wall)],
    rules: &[&GIVEN, &AREA, &WALL, &THREE],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let number = d.numbers(1..=grid.len() as i32);
        d.rule(&GIVEN).givens(&number);
        d.rule(&AREA).post(areas(&number, grid.pairs()));
        for (cell, number) in number.iter().enumerate().filter(|_| d.puzzle.flag('t')) {
            d.rule(&THREE).cell(cell).post(clause([number.at_most(3)]));
        }
        let walls = d.walls();
        for (((a, b), wall), is_given) in grid.pairs().into_iter().zip(walls).zip(d.puzzle.walls()) {
            d.rule(&WALL).cell(a).post(wall.eq(1).iff(number[a].ne(number[b])));
            if is_given {
                d.rule(&WALL).cell(a).post(clause([wall.is(1)]));
            }
        }
    },
    make: Some(Make::dig(&[Asked(Cells)]).drawing(|puzzle, chance| {
        let grid = puzzle.board.cells;
        let sizes = if puzzle.flag('t') { &[1, 2, 3, 3][..] } else { &[1, 2, 3, 3, 4, 4, 5, 5, 6, 7] };
        let number = pieces(grid, sizes, chance)?;
        let walls = grid.pairs().into_iter().map(|(a, b)| i32::from(number[a] != number[b])).collect();
        Some(Answer(vec![(Number, number), (Wall, walls)]))
    })),
    ..Kind::BLANK
};
