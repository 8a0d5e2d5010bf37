//! Cells that count in unknown regions: visible cells along arms, cells of the same region, or different regions.

use csp::{Decision, constraints::clause, sum};

use super::{are_together, needs_labels};
use crate::grid::Grid;
use crate::rules::mark::{LineEnd, Mark, Outline, Paint, Weight};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, ParamSyntax};

pub const ARROW: Kind = Kind {
    name: "chaos-arrow",
    group: Group::Regions,
    usage: "chaos-arrow [0 | 1]: CELL [= ARM = ARM …], …",
    help: "The cell gives the number of cells along the arms that come before the first cell of another region. All arms begin with the same cell, which counts once, or not at all with 1. Without arms, the arms begin with the cell itself and go in all four directions.",
    sentence: "A digit with arrows counts the cells along them up to the border of its region, the first {word}.",
    example: "chaos-construction\nchaos-arrow: r5c5, r1c2 = r1c2-r1c9\nchaos-arrow 1: r6c1 = r6c1-r1c1 = r6c1-r6c9",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Joined(1, usize::MAX),
    fault: |clue, grid| {
        counts(clue, grid)?;
        match (2..clue.lists.len()).find(|&at| clue.lists[at][0] != clue.lists[1][0]) {
            Some(at) => Err(Fault::new("chaos-arrow: all arms begin with the same cell").list(at)),
            None => Ok(()),
        }
    },
    holds: |clue, scene, numbers| {
        let seen = |arm: &Vec<u16>| {
            arm[1..].iter().take_while(|&&cell| are_together(scene, numbers, arm[0], cell)).count()
        };
        let seen = arms(clue, scene.grid).iter().map(seen).sum::<usize>();
        control(clue, numbers) == seen as i64 + 1
    },
    declare: |clue, draft| {
        let mut runs = Vec::new();
        for arm in arms(clue, draft.grid()) {
            if arm.len() > 1 {
                runs.push(run_length(draft, &arm));
            }
        }
        let control = draft.var(clue.cells()[0]);
        draft.post(sum(runs).eq(control + offset(clue) - 1));
    },
    marks: |clue, scene| {
        let (paint, weight) = (Paint::Grey, Weight::Thin);
        let line =
            |cells| Mark::Line { cells, paint, weight, start: LineEnd::Plain, end: LineEnd::Arrowhead };
        let ring = Mark::Shape { cell: clue.cells()[0], shape: Outline::Circle, paint, filled: false };
        let arms = match clue.lists.len() {
            // Without arms, a cross around the cell is drawn.
            1 => arms(clue, scene.grid).into_iter().map(|arm| arm[..arm.len().min(2)].to_vec()).collect(),
            _ => arms(clue, scene.grid),
        };
        std::iter::once(ring).chain(arms.into_iter().filter(|arm| arm.len() > 1).map(line)).collect()
    },
    noun: "the region arrow at {from}",
    word: |clue, _, _| first(clue).into(),
    says: "{from} is the number of cells along its arms before another region begins",
    ..Kind::BLANK
};

pub const COUNT: Kind = Kind {
    name: "chaos-count",
    group: Group::Regions,
    usage: "chaos-count [0 | 1]: CELL [= CELLS], …",
    help: "The cell gives the number of listed cells in the region of the first listed cell, which counts, or does not with 1. Without a list, the cells are the cell itself and those a king's move away.",
    sentence: "A counting digit is the number of its cells that lie in the region of the first of them, which is {word}.",
    example: "chaos-construction\nchaos-count: r5c5, r1c2 = r1c2 r1c1 r2c1",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Joined(1, 2),
    fault: counts,
    holds: |clue, scene, numbers| {
        let cells = counted(clue, scene.grid);
        let count = cells.iter().filter(|&&cell| are_together(scene, numbers, cells[0], cell)).count();
        control(clue, numbers) == count as i64
    },
    declare: |clue, draft| {
        let cells = counted(clue, draft.grid());
        let others = cells.iter().filter(|&&cell| cell != cells[0]);
        let certain = cells.len() - others.clone().count();
        let together: Vec<_> = others.map(|&cell| draft.same_region(cells[0], cell)).collect();
        let control = draft.var(clue.cells()[0]);
        draft.post(sum(together).eq(control + offset(clue) - certain as i32));
    },
    marks: |clue, _| shades(clue),
    noun: "the region count at {from}",
    word: |clue, _, _| first(clue).into(),
    says: "{from} is the number of the cells listed for it that are in the region of the first of them",
    ..Kind::BLANK
};

pub const DISTINCT: Kind = Kind {
    name: "count-regions",
    group: Group::Regions,
    usage: "count-regions: CELL = CELLS, …",
    help: "The cell gives the number of different regions in which the cells lie.",
    sentence: "A counting digit is the number of different regions that its cells lie in.",
    example: "chaos-construction\ncount-regions: r1c1 = row 1",
    lists: ListSyntax::Joined(2, 2),
    fault: counts,
    holds: |clue, scene, numbers| {
        let cells = &clue.lists[1];
        let is_new = |at: &usize| !cells[..*at].iter().any(|&a| are_together(scene, numbers, a, cells[*at]));
        control(clue, numbers) == (0..cells.len()).filter(is_new).count() as i64
    },
    declare: |clue, draft| {
        let mut cells = clue.lists[1].clone();
        cells.sort_unstable();
        cells.dedup();
        let mut new = Vec::new();
        for at in 1..cells.len() {
            let is_new = draft.helper(0..=1);
            let mut old = vec![Decision::Assign(is_new, 1)];
            for &earlier in &cells[..at] {
                let together = draft.same_region(earlier, cells[at]);
                draft.define(clause([Decision::Assign(is_new, 0), Decision::Assign(together, 0)]));
                old.push(Decision::Assign(together, 1));
            }
            draft.define(clause(old));
            new.push(is_new);
        }
        let control = draft.var(clue.cells()[0]);
        draft.post(sum(new).eq(control - 1));
    },
    marks: |clue, _| shades(clue),
    noun: "the count of regions in {a}",
    says: "{a} is the number of different regions of {b}",
    ..Kind::BLANK
};

/// Checks that the grid has unknown regions, that the offset is 0 or 1, and that a single cell gives the count.
fn counts(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    needs_labels(clue, grid)?;
    let name = clue.kind.name;
    if !(0..=1).contains(&offset(clue)) {
        let what = format!("{name} {}: the number is 0 or 1", offset(clue));
        return Err(Fault::new(what).hint("1 if the first cell does not count").param(0));
    }
    match clue.cells() {
        [_] => Ok(()),
        cells => {
            let what = format!("{name}: {} cells before the =, one expected", cells.len());
            Err(Fault::new(what).hint(clue.kind.usage).list(0))
        }
    }
}

fn offset(clue: &Clue) -> i32 {
    clue.first_number().unwrap_or(0)
}

/// Whether the first cell counts, in words.
fn first(clue: &Clue) -> &'static str {
    if offset(clue) == 0 { "included" } else { "left out" }
}

/// The count that the cell demands, including the first counted cell.
fn control(clue: &Clue, numbers: &[i32]) -> i64 {
    i64::from(numbers[usize::from(clue.cells()[0])]) + i64::from(offset(clue))
}

fn arms(clue: &Clue, grid: &Grid) -> Vec<Vec<u16>> {
    if clue.lists.len() > 1 {
        return clue.lists[1..].to_vec();
    }
    let arm = |step: (i32, i32)| {
        std::iter::successors(Some(clue.cells()[0]), |&cell| grid.step(cell, step)).collect()
    };
    [(0, -1), (0, 1), (-1, 0), (1, 0)].map(arm).into()
}

fn counted(clue: &Clue, grid: &Grid) -> Vec<u16> {
    match clue.lists.get(1) {
        Some(list) => list.clone(),
        None => {
            let cell = clue.cells()[0];
            let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            let around = steps.filter(|&step| step != (0, 0)).filter_map(|step| grid.step(cell, step));
            std::iter::once(cell).chain(around).collect()
        }
    }
}

/// Returns a variable for the number of cells of a line, after its first cell, that come before the first cell of
/// another region.
pub fn run_length(draft: &mut Draft<'_>, line: &[u16]) -> csp::Var {
    let length = draft.helper(0..=line.len() as i32 - 1);
    for (at, &cell) in line.iter().enumerate().skip(1) {
        let at = at as i32;
        if cell == line[0] {
            draft.define(clause([Decision::AtMost(length, at - 2), Decision::AtLeast(length, at)]));
            continue;
        }
        let together = draft.same_region(line[0], cell);
        draft.define(clause([Decision::AtMost(length, at - 1), Decision::Assign(together, 1)]));
        draft.define(clause([
            Decision::AtMost(length, at - 2),
            Decision::Assign(together, 0),
            Decision::AtLeast(length, at),
        ]));
    }
    length
}

fn shades(clue: &Clue) -> Vec<Mark> {
    let paint = Paint::Grey;
    let ring = Mark::Shape { cell: clue.cells()[0], shape: Outline::Circle, paint, filled: false };
    let cells = clue.lists.get(1).cloned();
    cells.map(|cells| Mark::Shade { cells, paint: Paint::Yellow }).into_iter().chain([ring]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::kinds::regions::chaos::tests::{agree_on_regions, unknown};
    use crate::rules::tests::fault;

    #[test]
    fn arms_see_as_far_as_the_region() {
        // Arms go from the middle of the top row to the left and right. The counting cell is below.
        let arms = || Clue::new(&ARROW).list([4]).list([1, 0]).list([1, 2]);
        let together = |l: &[i32], a: usize, b: usize| i32::from(l[a] == l[b]);
        let seen = |l: &[i32]| 1 + together(l, 1, 0) + together(l, 1, 2);
        let count = agree_on_regions(2, 3, 1..=3, 3, vec![arms()], |n, l| n[4] == seen(l));
        // The row is a region and the counting cell is 3, or two cells of the row are in a region (two ways) and the
        // counting cell is 2. In each case two of six orders of its region have that number.
        assert_eq!(count, 3 * 2 * 6);
        agree_on_regions(2, 3, 0..=2, 3, vec![arms().number(1)], |n, l| n[4] == seen(l) - 1);
        // Cells beyond a cell of another region are not seen. The line goes around both rows.
        let ring = || Clue::new(&ARROW).list([0]).list([0, 1, 2, 5, 4, 3]);
        let seen = |l: &[i32]| (0..6).take_while(|&at| l[[0, 1, 2, 5, 4, 3][at]] == l[0]).count() as i32;
        agree_on_regions(2, 3, 1..=3, 3, vec![ring()], |n, l| n[0] == seen(l));
    }

    #[test]
    fn without_arms_all_directions_count() {
        let clue = Clue::new(&ARROW).list([0]);
        let seen = |l: &[i32]| {
            let row = if l[0] == l[1] { 1 + i32::from(l[2] == l[0]) } else { 0 };
            1 + row + i32::from(l[3] == l[0])
        };
        agree_on_regions(2, 3, 1..=3, 3, vec![clue], |n, l| n[0] == seen(l));
    }

    #[test]
    fn cells_of_the_first_ones_region_are_counted() {
        let clue = Clue::new(&COUNT).list([5]).list([1, 0, 4, 1]);
        let count = |l: &[i32]| [1, 0, 4, 1].iter().filter(|&&at| l[at] == l[1]).count() as i32;
        agree_on_regions(2, 3, 1..=3, 3, vec![clue.clone()], |n, l| n[5] == count(l));
        agree_on_regions(2, 3, 1..=3, 3, vec![clue.number(1)], |n, l| n[5] == count(l) - 1);
        let around = Clue::new(&COUNT).list([0]);
        let count = |l: &[i32]| [0, 1, 3, 4].iter().filter(|&&at| l[at] == l[0]).count() as i32;
        agree_on_regions(2, 3, 1..=3, 3, vec![around], |n, l| n[0] == count(l));
    }

    #[test]
    fn regions_are_counted() {
        let clue = Clue::new(&DISTINCT).list([0]).list([1, 2, 5, 2]);
        let count = |l: &[i32]| 1 + i32::from(l[2] != l[1]) + i32::from(l[5] != l[1] && l[5] != l[2]);
        agree_on_regions(2, 3, 1..=3, 2, vec![clue], |n, l| n[0] == count(l));
    }

    #[test]
    fn faults() {
        let grid = || unknown(2, 3, 1..=3, 3);
        let arms = Clue::new(&ARROW).list([0]).list([1, 2]).list([2, 1]);
        assert_eq!(fault(grid(), arms), "chaos-arrow: all arms begin with the same cell");
        let two = Clue::new(&COUNT).list([0, 1]);
        let what = "chaos-count: 2 cells before the =, one expected (chaos-count [0 | 1]: CELL [= CELLS], …)";
        assert_eq!(fault(grid(), two), what);
        let beside = Clue::new(&ARROW).list([0]).list([7, 8]);
        assert_eq!(fault(grid(), beside), "chaos-arrow: cells beside the grid are in no region");
        let offset = Clue::new(&ARROW).number(2).list([0]);
        let what = "chaos-arrow 2: the number is 0 or 1 (1 if the first cell does not count)";
        assert_eq!(fault(grid(), offset), what);
    }
}
