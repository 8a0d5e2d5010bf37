//! All houses of the largest size have the same set of numbers, for grids with more numbers than cells in a house.

use csp::constraints::same_values;

use crate::grid::{Grid, House};
use crate::rules::sets::numbers_of;
use crate::rules::{Group, Kind};

pub const KIND: Kind = Kind {
    name: "region-same-values",
    noun: "the rule that all houses have the same values",
    says: "All rows, columns and regions have the same set of values",
    also: &["same numbers everywhere"],
    group: Group::Grid,
    usage: "region-same-values",
    help: "All rows, columns, boxes and regions of the largest size hold the same set of numbers. So a puzzle with more numbers than cells in a row uses only some of them.",
    label: "Same digits",
    sentence: "All rows, columns and regions have the same set of digits.",
    example: "region-same-values",
    holds: |_, scene, numbers| {
        let set = |house: &&House| {
            let mut set = numbers_of(house.cells(), numbers);
            set.sort_unstable();
            set
        };
        let largest = largest(scene.grid);
        largest.iter().all(|house| set(house) == set(&largest[0]))
    },
    declare: |_, draft| {
        let largest = largest(draft.grid());
        let Some((first, others)) = largest.split_first() else { return };
        if first.cells().len() == draft.grid().values() {
            // Each house has all values.
            return;
        }
        for house in others {
            draft.post(same_values(draft.vars(first.cells()), draft.vars(house.cells())));
        }
    },
    ..Kind::BLANK
};

fn largest(grid: &Grid) -> Vec<&House> {
    let size = grid.houses().iter().map(|house| house.cells().len()).max();
    grid.houses().iter().filter(|house| Some(house.cells().len()) == size).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::agree;
    use crate::{Regions, Shape};

    #[test]
    fn all_rows_and_columns_use_the_same_numbers() {
        let shape = Shape { values: 0..=3, ..Shape::rectangle(2, 2) };
        let sets =
            |n: &[i32]| [[0, 1], [2, 3], [0, 2], [1, 3]].map(|line| BTreeSet::from(line.map(|at| n[at])));
        // A set of two out of four numbers, and two Latin squares of it.
        let count = agree(shape, vec![Clue::new(&KIND)], |n| sets(n).iter().all(|set| *set == sets(n)[0]));
        assert_eq!(count, 6 * 2);
    }

    #[test]
    fn smaller_regions_do_not_matter() {
        let regions = Regions::Layout("aa.bb.".chars().map(|c| (c != '.').then_some(c)).collect());
        let shape = Shape { values: 1..=4, regions, ..Shape::rectangle(2, 3) };
        let clue = || vec![Clue::new(&KIND)];
        let set = |row: &[i32]| row.iter().copied().collect::<BTreeSet<i32>>();
        // Three of four numbers in any order in the first row, and two orders below without equal columns.
        assert_eq!(agree(shape, clue(), |n| set(&n[..3]) == set(&n[3..])), 4 * 6 * 2);
    }
}
