//! Country Road.

use super::*;

const LOOP: Rule = rule("loop", "The lines are one loop.");
const ONCE: Rule = rule("once", "The loop passes each room once.");
const NUMBER: Rule = rule("number", "A number tells how many cells of its room the loop passes.");
const APART: Rule = rule("apart", "Of two cells beside a wall the loop passes at least one.");

pub const KIND: Kind = Kind {
    id: "country",
    name: "Country Road",
    parts: &[Part::new(Walls, Bits), Part::new(Rooms, Sixteen)],
    flags: &[('e', "the loop may leave out rooms")],
    file: &[Clues(Walls), Clues(Rooms), Drawn(Link)],
    rules: &[&LOOP, &ONCE, &NUMBER, &APART],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let links = d.links();
        let passes = d.passes(&links);
        d.rule(&LOOP).single_loop(&links, &passes);
        let may_leave_out = d.puzzle.flag('e');
        let rooms = d.puzzle.rooms();
        let room_of = d.puzzle.room_of(&rooms);
        for room in 0..rooms.len() {
            let leaves = |&(a, b): &(usize, usize)| (room_of[a] == room) != (room_of[b] == room);
            let links = links.vars.iter().zip(grid.pairs()).filter(|(_, pair)| leaves(pair));
            let crossing = sum(links.map(|(&link, _)| link));
            let mut by = d.rule(&ONCE);
            by.at(Place::Room(room)).post(crossing.clone().le(2));
            if rooms.len() > 1 && !may_leave_out {
                by.post(crossing.ge(2));
            }
        }
        for (room, number) in d.puzzle.numbers(Rooms) {
            // Each cell that is passed has two ends of lines.
            let ends = rooms[room].iter().flat_map(|&cell| links.at(cell));
            d.rule(&NUMBER).at(Place::Room(room)).total(ends, number.saturating_mul(2));
        }
        for (a, b) in grid.pairs().into_iter().filter(|&(a, b)| room_of[a] != room_of[b]) {
            let ends = links.at(a).into_iter().chain(links.at(b));
            d.rule(&APART).cell(a).post(sum(ends).ge(1));
        }
    },
    make: Some(Make::dig(&[Asked(Rooms)]).on(&[Layout::Rooms(6)])),
    ..Kind::BLANK
};
