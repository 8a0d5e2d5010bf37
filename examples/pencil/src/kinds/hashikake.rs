//! Hashiwokakero.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many bridges end at its island.");
const STRAIGHT: Rule = rule("straight", "A bridge goes straight from one island to another.");
const CROSS: Rule = rule("cross", "Bridges do not cross.");
const CONNECTED: Rule = rule("connected", "The bridges connect all islands.");

pub const KIND: Kind = Kind {
    id: "hashikake",
    name: "Hashiwokakero",
    also: &["hashi", "bridges"],
    parts: &[Part::new(Cells, Sixteen)],
    file: &[Clues(Cells), Drawn(Link)],
    rules: &[&LINE, &NUMBER, &STRAIGHT, &CROSS, &CONNECTED],
    declare: |d| {
        let clues = d.puzzle.at(Cells);
        let bridges = d.links_of(0..=2);
        d.rule(&LINE).some(&bridges.vars);
        for (cell, number) in d.puzzle.numbers(Cells) {
            d.rule(&NUMBER).cell(cell).total(bridges.at(cell), number);
        }
        for cell in (0..clues.len()).filter(|&cell| clues[cell].is_none()) {
            let ways = [Direction::Left, Direction::Up].map(|way| [way, way.back()]);
            let [across, down] = ways.map(|ways| ways.map(|way| bridges.toward(cell, way)));
            for ends in [across, down] {
                match ends {
                    [Some(one), Some(other)] => d.rule(&STRAIGHT).cell(cell).post(one.eq(other)),
                    [Some(only), None] | [None, Some(only)] => d.rule(&STRAIGHT).cell(cell).post(only.is(0)),
                    [None, None] => continue,
                };
            }
            if let (Some(one), Some(other)) = (across[0], down[0]) {
                d.rule(&CROSS).cell(cell).post(clause([one.is(0), other.is(0)]));
            }
        }
        d.rule(&CONNECTED).joining(&bridges, 2, |cell| clues[cell].is_some());
    },
    look: Look::Islands,
    make: Some(Make::grow(&[Layout::Apart(24)], &[Asked(Cells)], None).wishing(&[0, 1, 2])),
    ..Kind::BLANK
};
