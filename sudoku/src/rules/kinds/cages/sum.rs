//! Sums of cells whose numbers may repeat, with or without weights.

use crate::grid::Grid;
use crate::rules::mark::Mark;
use crate::rules::sets::{sum_in, sums, total};
use crate::rules::{Clue, Fault, Group, Kind, ListSyntax, ParamSyntax, Random, Scene};

pub const KIND: Kind = Kind {
    name: "sum",
    also: &["sum cage"],
    group: Group::Cages,
    usage: "sum SUM: CELLS, …",
    help: "The cells add up to the sum. Numbers may repeat; a cell listed twice counts twice.",
    label: "Sum cage",
    sentence: "Digits in these cells add up to the number; they may repeat.",
    example: "sum 23: r1c1 r2c2 r3c3 r4c5",
    params: ParamSyntax::Number,
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| sum_in(clue, sums(grid, clue.cells().len(), false)),
    holds: |clue, _, numbers| total(&clue.read(numbers)) == i64::from(clue.amount()),
    declare: |clue, draft| draft.sum(clue.cells(), clue.amount().into()),
    marks: |clue, _| {
        let label = format!("Σ{}", clue.amount());
        vec![Mark::Cage { cells: clue.cells().to_vec(), label }]
    },
    noun: "the sum{#} at {from}",
    says: "The sum of {cells} is {number}",
    random: Some(Random::set(2, 4).read(0, 999)),
    ..Kind::BLANK
};

pub const WEIGHTED: Kind = Kind {
    name: "weighted-sum",
    also: &[],
    group: Group::Cages,
    usage: "weighted-sum SUM WEIGHT …: CELLS",
    help: "The cells, each multiplied by its weight, add up to the sum. There is a weight for each cell, in order. Weights may be negative or 0. Numbers may repeat; a cell listed twice counts twice.",
    sentence: "Digits, some of them taken several times, add up to {number}.",
    example: "weighted-sum 0 1 1 -2: r1c1 r2c2 r3c3",
    params: ParamSyntax::Numbers(2, usize::MAX),
    lists: ListSyntax::Each(1, usize::MAX),
    fault: weights_fault,
    holds: |clue, _, numbers| {
        let terms = terms(clue);
        let number = |cell: u16| i64::from(numbers[usize::from(cell)]);
        let sum: i64 = terms.iter().map(|&(weight, cell)| weight * number(cell)).sum();
        sum == i64::from(clue.amount())
    },
    declare: |clue, draft| {
        let terms = terms(clue).into_iter().filter(|&(weight, _)| weight != 0);
        draft.weighted_sum(terms, clue.amount().into());
    },
    marks: weights_marks,
    noun: "the weighted sum{#} at {from}",
    says: "{weighted} is {number}",
    ..Kind::BLANK
};

/// The cells with their weights.
fn terms(clue: &Clue) -> Vec<(i64, u16)> {
    clue.numbers().skip(1).map(i64::from).zip(clue.cells().iter().copied()).collect()
}

fn weights_fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let (weights, cells) = (clue.params.len() - 1, clue.cells().len());
    if weights != cells {
        let what = format!("weighted-sum: the number of weights is {weights}, of cells {cells}");
        return Err(Fault::new(what).hint("the first number is the sum"));
    }
    let (first, last) = (i64::from(grid.first_value()), i64::from(*grid.shape().values.end()));
    let reach = |low: i64, high: i64| -> i64 {
        terms(clue).iter().map(|(weight, _)| if *weight > 0 { weight * high } else { weight * low }).sum()
    };
    sum_in(clue, (reach(last, first), reach(first, last)))?;
    match clue.numbers().skip(1).position(|weight| weight == 0) {
        Some(zero) => {
            Err(Fault::new("weighted-sum: a cell of weight 0 does not count").param(zero + 1).warning())
        }
        None => Ok(()),
    }
}

fn weights_marks(clue: &Clue, scene: &Scene<'_>) -> Vec<Mark> {
    let mut text = String::new();
    for (weight, cell) in terms(clue) {
        let sign = match (text.is_empty(), weight < 0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        let times = if weight.abs() == 1 { String::new() } else { format!("{} × ", weight.abs()) };
        text += &format!("{sign}{times}{}", scene.grid.name(usize::from(cell)));
    }
    vec![Mark::Note(format!("{text} = {}.", clue.amount()))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn weighted(numbers: &[i32], cells: &[u16]) -> Clue {
        numbers.iter().fold(Clue::new(&WEIGHTED), |clue, &number| clue.number(number)).list(cells)
    }

    #[test]
    fn cells_add_up_and_may_repeat() {
        let sum = Clue::new(&KIND).number(9).list([0, 1, 2, 0]);
        // The first cell counts twice. If it is 1, the others add up to 7; if 2, to 5; if 3, to 3.
        let means = |n: &[i32]| 2 * n[0] + n[1] + n[2] == 9;
        assert_eq!(agree(raw(1, 3, 1..=5), vec![sum], means), 4 + 4 + 2);
    }

    #[test]
    fn weights_count_for_the_cells_in_order() {
        let sum = weighted(&[1, 2, -3, 1], &[2, 0, 1]);
        agree(raw(1, 3, -2..=3), vec![sum], |n| 2 * n[2] - 3 * n[0] + n[1] == 1);
        let ones = weighted(&[4, 1, 1], &[2, 0]);
        assert_eq!(agree(raw(1, 3, 1..=3), vec![ones], |n| n[2] + n[0] == 4), 3 * 3);
    }

    #[test]
    fn a_weighted_sum_in_words() {
        let grid = Grid::square(4).unwrap();
        let marks = weights_marks(&weighted(&[5, -1, 2, -3], &[0, 1, 4]), &Scene { grid: &grid, clues: &[] });
        assert_eq!(marks, [Mark::Note("−R1C1 + 2 × R1C2 − 3 × R2C1 = 5.".into())]);
    }

    #[test]
    fn impossible_sums_are_faults() {
        let grid = || raw(1, 3, 0..=4);
        let what = "sum -1: its cells cannot add up to that (sums are from 0 to 12)";
        assert_eq!(fault(grid(), Clue::new(&KIND).number(-1).list([0, 1, 2])), what);
        let what = "weighted-sum 9: its cells cannot add up to that (sums are from -12 to 8)";
        assert_eq!(fault(grid(), weighted(&[9, 2, -3], &[0, 1])), what);
        let what = "weighted-sum: the number of weights is 1, of cells 2 (the first number is the sum)";
        assert_eq!(fault(grid(), weighted(&[9, 2], &[0, 1])), what);
        let huge = weighted(&[i32::MAX, i32::MAX, i32::MIN], &[0, 1]);
        agree(grid(), vec![huge], |n| n[0] == 1 && n[1] == 0);
    }
}
