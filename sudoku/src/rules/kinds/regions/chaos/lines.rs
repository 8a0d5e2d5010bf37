//! Cells in the same unknown region, cells in different ones, and thermometers that end at a border.

use csp::{Decision, constraints::clause};

use super::counts::run_length;
use super::{are_together, needs_labels};
use crate::rules::mark::{LineEnd, Mark, Paint, Weight};
use crate::rules::{Fault, Group, Kind, ListSyntax};

pub const SAME: Kind = Kind {
    name: "same-region",
    group: Group::Regions,
    usage: "same-region: CELLS, …",
    help: "The cells lie in one region.",
    sentence: "Cells in a dashed area lie in one region.",
    example: "chaos-construction\nsame-region: r1c1 r2c3",
    lists: ListSyntax::Each(2, usize::MAX),
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
    noun: "the same-region clue at {from}",
    says: "{cells} are in one region",
    ..Kind::BLANK
};

pub const DIFFERENT: Kind = Kind {
    name: "different-regions",
    group: Group::Regions,
    usage: "different-regions: CELLS, …",
    help: "No two of the cells lie in one region.",
    sentence: "Cells joined by ≠ all lie in different regions.",
    example: "chaos-construction\ndifferent-regions: r1c1 r1c2",
    lists: ListSyntax::Each(2, usize::MAX),
    fault: |clue, grid| {
        needs_labels(clue, grid)?;
        clue.no_repeats(grid).map_err(Fault::unsatisfiable)
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
        let mark = |pair: &[u16]| Mark::Between { cells: [pair[0], pair[1]], text: "≠".to_owned() };
        clue.cells().windows(2).map(mark).collect()
    },
    noun: "the different-regions clue at {from}",
    says: "{cells} are in different regions",
    ..Kind::BLANK
};

pub const THERMO: Kind = Kind {
    name: "chaos-thermo",
    group: Group::Regions,
    usage: "chaos-thermo: CELLS, …",
    help: "From its first cell the numbers along a line increase as long as it does not leave the region of that cell; the first number outside is lower than the one before.",
    sentence: "Along a region thermometer digits increase from the bulb to the border of its region, and fall just behind it.",
    example: "chaos-construction\nchaos-thermo: r2c2-r2c9, r2c2-r9c2",
    lists: ListSyntax::Each(2, usize::MAX),
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
        let length = run_length(draft, cells);
        for (at, pair) in cells.windows(2).enumerate() {
            let (at, [one, next]) = (at as i32, [draft.var(pair[0]), draft.var(pair[1])]);
            for number in draft.numbers() {
                // Where the next cell is still inside, what is at least this number is followed by a higher one.
                let (lower, higher) =
                    (Decision::AtMost(one, number - 1), Decision::AtLeast(next, number + 1));
                draft.post(clause([Decision::AtMost(length, at), lower, higher]));
                // Where it is the first outside, what is at most this number is followed by a lower one.
                let (higher, lower) =
                    (Decision::AtLeast(one, number + 1), Decision::AtMost(next, number - 1));
                draft.post(clause([Decision::Remove(length, at), higher, lower]));
            }
        }
    },
    marks: |clue, _| {
        vec![Mark::Line {
            cells: clue.cells().to_vec(),
            paint: Paint::Grey,
            weight: Weight::Thin,
            start: LineEnd::Bulb,
            end: LineEnd::Plain,
        }]
    },
    noun: "the region thermometer from {from} to {to}",
    says: "From {from}, values rise along {cells} to the border of its region, and fall behind it",
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::kinds::regions::chaos::tests::agree_on_regions;

    #[test]
    fn in_one_region_or_in_different_ones() {
        // Two rows of three have three divisions, of which two have cells 0 and 3 in the same region.
        let same = Clue::new(&SAME).list([0, 3]);
        assert_eq!(agree_on_regions(2, 3, 1..=3, 3, vec![same], |_, l| l[0] == l[3]), 2 * 36);
        let different = Clue::new(&DIFFERENT).list([0, 3]);
        assert_eq!(agree_on_regions(2, 3, 1..=3, 3, vec![different], |_, l| l[0] != l[3]), 36);
        let three = Clue::new(&DIFFERENT).list([1, 4, 2]);
        let differ = |l: &[i32]| l[1] != l[4] && l[1] != l[2] && l[4] != l[2];
        agree_on_regions(2, 3, 1..=3, 2, vec![three], |_, l| differ(l));
    }

    #[test]
    fn numbers_increase_up_to_the_border() {
        let line = Clue::new(&THERMO).list([0, 1, 2, 5, 4]);
        agree_on_regions(2, 3, 1..=3, 3, vec![line], |n, l| {
            let cells = [0, 1, 2, 5, 4];
            let end = (1..5).find(|&at| l[cells[at]] != l[0]);
            let inside = &cells[..end.unwrap_or(5)];
            inside.windows(2).all(|pair| n[pair[0]] < n[pair[1]])
                && end.is_none_or(|end| n[cells[end]] < n[cells[end - 1]])
        });
    }
}
