//! Tents.

use super::*;

const NUMBER: Rule = rule("number", "A number tells how many tents are in its row or column.");
const TOUCH: Rule = rule("touch", "No two tents touch, not even at a corner.");
const TREE: Rule = rule("tree", "Each tree has one tent beside it, and each tent one tree: in pairs.");

pub const KIND: Kind = Kind {
    id: "tents",
    name: "Tents",
    parts: &[Part::new(Sides, Sixteen), Part::new(Cells, Ones)],
    file: &[Margin(Sides, &Both(Shade))],
    rules: &[&NUMBER, &TOUCH, &TREE],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let tent = d.shade();
        d.rule(&NUMBER).side_totals(&tent);
        d.rule(&TOUCH).no_touch8(&tent);
        let trees = d.puzzle.at(Cells);
        let mut of = vec![Vec::new(); grid.len()];
        for tree in (0..grid.len()).filter(|&cell| trees[cell].is_some()) {
            let beside: Vec<usize> = grid.around(tree).filter(|&cell| trees[cell].is_none()).collect();
            let pairs = d.model.vars(beside.len(), 0..=1);
            beside.iter().zip(&pairs).for_each(|(&cell, &pair)| of[cell].push(pair));
            d.rule(&TREE).cell(tree).total(pairs, 1);
        }
        for (cell, of) in of.into_iter().enumerate() {
            d.rule(&TREE).cell(cell).post(sum(of).eq(tent[cell]));
        }
    },
    look: Look::Tents,
    make: Some(Make::dig(&[Asked(Sides)]).on(&[Layout::Signs(20)])),
    ..Kind::BLANK
};
