//! Equal sums: of listed sets of cells, or of the pieces of a line in each region.

use csp::sum;

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, Random};

pub const REGION: Kind = Kind {
    name: "region-sum",
    shares: &["equal sum line"],
    also: &["region sum line", "region sum lines"],
    group: Group::Lines,
    usage: "region-sum: CELLS, …",
    help: "The line has the same sum in every box or region that it passes; if it comes back to one, that counts as another.",
    label: "Region sum line",
    sentence: "Box borders divide a blue line into parts with the same sum.",
    example: "region-sum: r2c2-r2c8",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        clue.names_its_grid(grid)?;
        match runs(clue, grid).len() {
            1 => {
                let hint = "it has to pass from one box or region into another";
                Err(Fault::new("region-sum inside one region allows everything").hint(hint).list(0).warning())
            }
            _ => Ok(()),
        }
    },
    holds: |clue, scene, numbers| are_equal(&runs(clue, scene.grid), numbers),
    declare: |clue, draft| equate(draft, &runs(clue, draft.grid())),
    marks: |clue, _| clue.line(Paint::Blue),
    fpuzzles: &[Key::new("regionsumline", Form::Lines)],
    noun: "the region sum line from {from} to {to}",
    says: "By the region sum line, {equal sums}",
    pieces: runs,
    random: Some(Random::line(3, 6)),
    drawing: Drawing::Line("#2ECBFF", 5.0),
    ..Kind::BLANK
};

pub const LISTS: Kind = Kind {
    name: "equal-sums",
    also: &["equal sum", "same sum", "same sums"],
    group: Group::Cages,
    usage: "equal-sums: CELLS = CELLS [= …], …",
    help: "The lists of cells have the same sum. (A cell listed twice counts twice.)",
    sentence: "Dashed areas that belong together have the same sum.",
    example: "equal-sums: r1c1-r1c3 = r5c5 r5c6 = r9c9 r8c9",
    lists: ListSyntax::Joined(2, usize::MAX),
    holds: |clue, _, numbers| are_equal(&clue.lists, numbers),
    declare: |clue, draft| equate(draft, &clue.lists),
    marks: |clue, _| {
        let cage = |cells: &Vec<u16>| Mark::Cage { cells: cells.clone(), label: "=".into() };
        clue.lists.iter().map(cage).collect()
    },
    noun: "the equal sums at {from}",
    says: "The sums are equal: {equal sums}",
    ..Kind::BLANK
};

/// The pieces of a line, cut where the region changes. Cells without a region count as a region, too.
fn runs(clue: &Clue, grid: &Grid) -> Vec<Vec<u16>> {
    clue.cells()
        .chunk_by(|&a, &b| clue.region(grid, a) == clue.region(grid, b))
        .map(<[u16]>::to_vec)
        .collect()
}

fn are_equal(lists: &[Vec<u16>], numbers: &[i32]) -> bool {
    let sum = |cells: &Vec<u16>| cells.iter().map(|&cell| numbers[usize::from(cell)]).sum::<i32>();
    lists.windows(2).all(|pair| sum(&pair[0]) == sum(&pair[1]))
}

/// Declares that all sums equal the sum of the shortest list.
fn equate(draft: &mut Draft<'_>, lists: &[Vec<u16>]) {
    let Some(shortest) = (0..lists.len()).min_by_key(|&list| lists[list].len()) else { return };
    let total = match *lists[shortest] {
        _ if lists.len() == 1 => return,
        [cell] => draft.var(cell),
        ref cells => {
            let (first, last) = (*draft.numbers().start(), *draft.numbers().end());
            let count = cells.len() as i32;
            let total = draft.helper_equal_to(count * first..=count * last, sum(draft.vars(cells)));
            if draft.facts.all_see(cells) {
                draft.total(cells, total);
            }
            total
        }
    };
    for (_, cells) in lists.iter().enumerate().filter(|&(list, _)| list != shortest) {
        draft.total(cells, total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, raw};
    use crate::{Regions, Shape};

    fn boxes(values: std::ops::RangeInclusive<i32>) -> Shape {
        Shape { regions: Regions::Boxes { height: 2, width: 1 }, ..raw(2, 3, values) }
    }

    #[test]
    fn every_region_on_the_way_has_the_same_sum() {
        // Boxes are columns here. The line leaves the first and comes back.
        let line = Clue::new(&REGION).list([0, 1, 4, 3]);
        agree(boxes(0..=4), vec![line], |n| n[0] == n[1] + n[4] && n[0] == n[3]);
        let line = Clue::new(&REGION).list([0, 3, 4, 1, 2, 5]);
        let means = |n: &[i32]| n[0] + n[3] == n[1] + n[4] && n[1] + n[4] == n[2] + n[5];
        // The two cells of a box differ: the sums -1, 0, 2 and 3 arise from one pair, and 1 from two, each in two
        // orders.
        assert_eq!(agree(boxes(-1..=2), vec![line], means), 4 * 8 + 64);
    }

    #[test]
    fn a_line_in_one_region_says_nothing() {
        let line = || Clue::new(&REGION).list([0, 3]);
        assert_eq!(agree(raw(2, 2, 1..=3), vec![Clue::new(&REGION).list([0, 3])], |_| true), 81);
        assert!(line().fault(&Grid::of(boxes(1..=3)).unwrap()).unwrap_err().is_warning());
    }

    #[test]
    fn cells_without_a_region_are_a_run() {
        let layout = [Some('a'), Some('a'), None, None, Some('b')];
        let shape = Shape { regions: Regions::Layout(layout.to_vec()), ..raw(1, 5, 1..=5) };
        let line = Clue::new(&REGION).list([0, 1, 2, 3, 4]);
        agree(shape, vec![line], |n| n[0] + n[1] == n[4] && n[2] + n[3] == n[4]);
    }

    #[test]
    fn lists_have_equal_sums() {
        let sums = Clue::new(&LISTS).list([0, 1]).list([1, 2, 2]).list([3]);
        let means = |n: &[i32]| n[0] + n[1] == n[3] && n[1] + 2 * n[2] == n[3];
        agree(raw(2, 2, -3..=3), vec![sums], means);
        let sums = Clue::new(&LISTS).list([0, 1]).list([2, 3]);
        assert_eq!(agree(raw(2, 2, 1..=3), vec![sums], |n| n[0] + n[1] == n[2] + n[3]), 1 + 4 + 9 + 4 + 1);
    }
}
