//! Cells that lie in one unknown region, in different ones, or on a line through several.

use super::chaos::{are_together, needs_labels};
use super::chaos_arrow::run;
use super::{Group, Kind, Lists};
use crate::print::{LineEnd, Mark, Paint, Weight};

pub const SAME: Kind = Kind {
    name: "same-region",
    group: Group::Regions,
    usage: "same-region: CELLS, …",
    help: "The cells lie in one region.",
    example: "chaos-construction\nsame-region: r1c1 r2c3",
    lists: Lists::Each(2, usize::MAX),
    fault: needs_labels,
    holds: |clue, scene, numbers| {
        clue.cells().iter().all(|&cell| are_together(scene, numbers, clue.cells()[0], cell))
    },
    declare: |clue, draft| {
        let (first, others) = clue.cells().split_first().expect("there are cells");
        for &cell in others.iter().filter(|cell| *cell != first) {
            let together = draft.same_region(*first, cell);
            draft.post(together.eq(1));
        }
    },
    marks: |clue, _| vec![Mark::Cage { cells: clue.cells().to_vec(), label: String::new() }],
    ..Kind::BLANK
};

pub const DIFFERENT: Kind = Kind {
    name: "different-regions",
    group: Group::Regions,
    usage: "different-regions: CELLS, …",
    help: "No two of the cells lie in one region.",
    example: "chaos-construction\ndifferent-regions: r1c1 r1c2",
    lists: Lists::Each(2, usize::MAX),
    fault: |clue, grid| {
        needs_labels(clue, grid)?;
        clue.no_repeats(grid)
    },
    holds: |clue, scene, numbers| {
        let cells = clue.cells();
        (0..cells.len()).all(|b| (0..b).all(|a| !are_together(scene, numbers, cells[a], cells[b])))
    },
    declare: |clue, draft| {
        let cells = clue.cells();
        for (at, &b) in cells.iter().enumerate() {
            for &a in &cells[..at] {
                let together = draft.same_region(a, b);
                draft.post(together.eq(0));
            }
        }
    },
    marks: |clue, _| {
        let text = || "≠".to_owned();
        clue.cells()
            .windows(2)
            .map(|pair| Mark::Between { cells: [pair[0], pair[1]], text: text() })
            .collect()
    },
    ..Kind::BLANK
};

pub const THERMO: Kind = Kind {
    name: "chaos-thermo",
    group: Group::Regions,
    usage: "chaos-thermo: CELLS, …",
    help: "From its first cell the numbers along a line increase as long as it does not leave the region of that cell; the first number outside is lower than the one before.",
    example: "chaos-construction\nchaos-thermo: r2c2-r2c9, r2c2-r9c2",
    lists: Lists::Each(2, usize::MAX),
    fault: needs_labels,
    holds: |clue, scene, numbers| {
        let cells = clue.cells();
        let number = |at: usize| numbers[usize::from(cells[at])];
        let is_inside = |cell: &&u16| are_together(scene, numbers, cells[0], **cell);
        let inside = cells.iter().take_while(is_inside).count();
        (1..inside).all(|at| number(at - 1) < number(at))
            && (inside == cells.len() || number(inside - 1) > number(inside))
    },
    declare: |clue, draft| {
        let cells = clue.cells();
        let run = run(draft, cells);
        for (at, pair) in cells.windows(2).enumerate() {
            let [one, next] = [draft.var(pair[0]), draft.var(pair[1])];
            draft.post(run.le(at as i32) | one.lt(next));
            draft.post(run.ne(at as i32) | one.gt(next));
        }
    },
    marks: |clue, _| {
        let (paint, weight) = (Paint::Grey, Weight::Thin);
        let end = LineEnd::Plain;
        vec![Mark::Line { cells: clue.cells().to_vec(), paint, weight, start: LineEnd::Bulb, end }]
    },
    ..Kind::BLANK
};
