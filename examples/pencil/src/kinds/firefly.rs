//! Firefly.

use super::*;

const WAY: Rule = rule("way", "From the dot of each firefly a line goes to another one, but not to its dot.");
const NUMBER: Rule = rule("number", "A number tells how many turns the line from its dot makes.");
const CONNECTED: Rule = rule("connected", "The lines connect all fireflies.");

pub const KIND: Kind = Kind {
    id: "firefly",
    name: "Firefly",
    also: &["hotaru"],
    parts: &[Part::new(Cells, Arrows)],
    file: &[Clues(Cells), Drawn(Link)],
    rules: &[&LINE, &WAY, &NUMBER, &CONNECTED],
    declare: |d| {
        let clues = d.puzzle.at(Cells);
        let links = d.links();
        d.rule(&LINE).some(&links.vars);
        d.rule(&CONNECTED).connected_lines(&links);
        let flow = d.flow(&WAY, &links);
        // How many turns a line still makes.
        let numbers = clues.iter().flatten().map(|clue| arrow(clue).1.map_or(clues.len() as i32, |number| number as i32));
        let turns = d.model.vars(links.vars.len(), 0..=numbers.max().unwrap_or(0));
        for (cell, clue) in clues.iter().enumerate() {
            let ends = flow.at(cell);
            let leaving = sum(ends.iter().map(|end| end.leaves));
            if let Some(clue) = clue {
                let (dot, number) = arrow(clue);
                d.rule(&WAY).cell(cell).post(leaving.eq(1));
                for end in ends {
                    let is_dot = dot == Some(end.side);
                    let way = if is_dot { end.leaves } else { !end.leaves };
                    d.rule(&WAY).cell(cell).post(clause([way]));
                    if let Some(left) = if is_dot { number } else { Some(0) } {
                        let turns = turns[end.link].eq(left as i32);
                        d.rule(&NUMBER).cell(cell).post(links.vars[end.link].eq(1).implies(turns));
                    }
                }
                continue;
            }
            d.rule(&WAY).cell(cell).post(leaving.clone().le(1)).post(leaving.eq(sum(ends.iter().map(|end| end.enters))));
            for (from, to) in ends.iter().flat_map(|from| ends.iter().map(move |to| (from, to))) {
                let turn = i32::from(from.side != to.side.back());
                let passes = Condition::from(from.enters) & Condition::from(to.leaves);
                d.rule(&NUMBER).cell(cell).post(passes.implies(turns[from.link].eq(turns[to.link] + turn)));
            }
        }
    },
    look: Look::Islands,
    ..Kind::BLANK
};

/// Returns where the dot of a firefly is, and its number.
fn arrow(clue: &Clue) -> (Option<Direction>, Option<u32>) {
    match clue {
        Clue::Arrow(way, number) => (Some(*way), *number),
        clue => (None, clue.number()),
    }
}
