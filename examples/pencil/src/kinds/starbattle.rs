//! Star Battle.

use super::*;

const STARS: Rule = rule("stars", "Each row, column and room has so many stars.");
const TOUCH: Rule = rule("touch", "No two stars touch, not even at a corner.");

pub const KIND: Kind = Kind {
    id: "starbattle",
    name: "Star Battle",
    parts: &[Part::new(Whole, Ten).ending(), Part::new(Walls, Bits)],
    file: &[Clues(Whole), Clues(Walls), Drawn(Shade)],
    rules: &[&STARS, &TOUCH],
    declare: |d| {
        let star = d.shade();
        let count = d.puzzle.numbers(Whole).first().map_or(1, |&(_, count)| count);
        d.rule(&TOUCH).no_touch8(&star);
        let lines = d.puzzle.board.cells.lines();
        let rooms = d.puzzle.rooms();
        let places = (0..).map(Place::Line).zip(&lines).chain((0..).map(Place::Room).zip(&rooms));
        for (place, cells) in places {
            d.rule(&STARS).at(place).total(cells.iter().map(|&cell| star[cell]), count);
        }
    },
    look: Look::Stars,
    make: Some(Make::grow(&[Layout::Own(Whole, stars), Layout::RoomsAsRows], &[], Some(Move::Room))),
    ..Kind::BLANK
};

/// Two stars, or one on small boards.
fn stars(puzzle: &Puzzle) -> Clue {
    Clue::Number(if puzzle.board.cells.height < 9 { 1 } else { 2 })
}
