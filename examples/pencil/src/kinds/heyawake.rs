//! Heyawake.

use super::*;

const TOUCH: Rule = rule("touch", "No two neighbours are shaded.");
const WHITE: Rule = rule("white", "The white cells are connected.");
const NUMBER: Rule = rule("number", "A number tells how many cells of its room are shaded.");
const LINES: Rule = rule("lines", "No row of white cells crosses two walls.");

pub const KIND: Kind = Kind {
    id: "heyawake",
    name: "Heyawake",
    also: &["heyawacky"],
    parts: &[Part::new(Walls, Bits), Part::new(Rooms, Sixteen)],
    file: &[Clues(Walls), Clues(Rooms), Drawn(Shade)],
    rules: &[&SOME, &TOUCH, &WHITE, &NUMBER, &LINES],
    declare: |d| {
        let (grid, walls) = (d.puzzle.board.cells, d.puzzle.walls());
        let shade = d.shade();
        d.rule(&SOME).some(&shade);
        d.rule(&TOUCH).no_touch(&shade);
        d.rule(&WHITE).connected(&shade, 0);
        let rooms = d.puzzle.rooms();
        for (room, number) in d.puzzle.numbers(Rooms) {
            let cells: Vec<Var> = rooms[room].iter().map(|&cell| shade[cell]).collect();
            d.rule(&NUMBER).at(Place::Room(room)).total_by_parts(&cells, number);
        }
        for line in grid.lines() {
            let is_wall = |at: usize| walls[grid.link(line[at], line[at + 1]).expect("neighbours")];
            let crossed: Vec<usize> = (0..line.len() - 1).filter(|&at| is_wall(at)).collect();
            for pair in crossed.windows(2) {
                let cells = &line[pair[0]..=pair[1] + 1];
                d.rule(&LINES).cell(cells[0]).post(clause(cells.iter().map(|&cell| shade[cell].is(1))));
            }
        }
    },
    make: Some(Make::dig(&[Asked(Rooms)]).on(&[Layout::Boxes(4)]).wishing(&[0, 1, 1, 1])),
    ..Kind::BLANK
};
