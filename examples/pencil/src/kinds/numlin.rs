//! Numberlink.

use super::*;

const END: Rule = rule("end", "A line ends at each number, and nowhere else.");
const EQUAL: Rule = rule("equal", "A line joins equal numbers.");
const NO_LOOP: Rule = rule("no loop", "Each line begins and ends at a number.");

pub const KIND: Kind = Kind {
    id: "numlin",
    name: "Numberlink",
    also: &["numberlink"],
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Clues(Cells), Drawn(Link)],
    rules: &[&LINE, &END, &EQUAL, &NO_LOOP],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let links = d.links();
        let clues = d.puzzle.at(Cells);
        // The label of a cell is that of its line, or 0 if there is none: numbers from 2, and 1 for a question mark.
        let mut labels: Vec<i32> = d.puzzle.numbers(Cells).iter().map(|&(_, number)| number as i32 + 2).collect();
        labels.push(1);
        let mut label: Vec<Var> = Vec::new();
        for (cell, clue) in clues.iter().enumerate() {
            label.push(match clue {
                None => d.model.var([&labels[..], &[0]].concat()),
                Some(Clue::Number(number)) => d.model.var([*number as i32 + 2]),
                Some(_) => d.model.var(labels.clone()),
            });
            let (mut by, degree) = (d.rule(&END), links.degree(cell));
            match clue {
                Some(_) => by.cell(cell).post(degree.eq(1)),
                None => by.cell(cell).post(degree.eq(2 * Expression::from(label[cell].is_not(0)))),
            };
        }
        for ((a, b), &link) in grid.pairs().into_iter().zip(&links.vars) {
            d.rule(&EQUAL).cell(a).post(link.eq(1).implies(label[a].eq(label[b])));
        }
        let ends: Vec<usize> = d.puzzle.cells().iter().map(|(cell, _)| *cell).collect();
        d.rule(&NO_LOOP).reaching(&links, &ends);
        d.rule(&LINE).some(&links.vars);
    },
    ..Kind::BLANK
};
