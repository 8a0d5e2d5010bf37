//! Kakuro.

use super::*;

const DIFFER: Rule = rule("differ", "The numbers of a run, from one dark cell to the next, differ.");
const SUM: Rule = rule("sum", "A number beside a run is the sum of its numbers.");

pub const KIND: Kind = Kind {
    id: "kakuro",
    name: "Kakuro",
    parts: &[Part::new(Cells, Sums), Part::new(Heads, Head)],
    file: &[Clues(Heads), Drawn(Number)],
    rules: &[&DIFFER, &SUM],
    declare: |d| {
        let grid = d.puzzle.board.cells;
        let clues = d.puzzle.at(Cells);
        let number = d.numbers_of(|cell| if clues[cell].is_some() { 0..=0 } else { 1..=9 });
        let heads: Vec<(usize, Option<Clue>)> = d.puzzle.heads().into_iter().zip(d.puzzle.at(Heads).clone()).collect();
        for (line, cells) in grid.lines().iter().enumerate() {
            // Sums in a dark cell are those of the run below and of the run to the right.
            let which = usize::from(line < grid.height);
            let mut total = heads.iter().find(|(of, _)| *of == line).and_then(|(_, head)| head.as_ref()?.number());
            for run in cells.chunk_by(|&a, &b| clues[a].is_some() == clues[b].is_some()) {
                if let Some(clue) = &clues[run[run.len() - 1]] {
                    total = if let Clue::Several(sums) = clue { sums[which] } else { None };
                    continue;
                }
                let numbers = run.iter().map(|&cell| number[cell]);
                d.rule(&DIFFER).cell(run[0]).post(all_different(numbers.clone()));
                if let Some(total) = total.filter(|&total| total > 0) {
                    d.rule(&SUM).cell(run[0]).post(sum(numbers.clone()).eq(i64::from(total)));
                    d.lemma(&SUM).cell(run[0]).post(different_sum(numbers, total as i32));
                }
            }
        }
    },
    look: Look::Sums,
    ..Kind::BLANK
};
