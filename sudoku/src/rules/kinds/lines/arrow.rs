//! Arrows: the numbers of the shaft add up to the bulb.

use csp::{sum, weighted_sum};

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{LineEnd, Mark, Paint, Weight};
use crate::rules::{Clue, Drawing, Fault, Group, Kind, ListSyntax, Random};

pub const KIND: Kind = Kind {
    name: "arrow",
    also: &["pill arrow"],
    group: Group::Lines,
    usage: "arrow: BULB = CELLS, …",
    help: "The numbers along the shaft add up to the bulb. A bulb of two or three cells is read as one decimal number, left to right, then top down.",
    sentence: "Digits along an arrow add up to the number in its circle.",
    example: "arrow: r5c5 = r4c6-r2c8\narrow: r1c1 r1c2 = r2c1-r2c4",
    lists: ListSyntax::Joined(2, 2),
    fault: |clue, _| {
        let bulb = clue.lists[0].len();
        Fault::unless(bulb <= 3, || Fault::new(format!("a bulb of {bulb} cells: it takes at most 3")).list(0))
    },
    holds: |clue, _, numbers| {
        let number = |&cell: &u16| i64::from(numbers[usize::from(cell)]);
        let bulb = bulb(clue).iter().map(|(weight, cell)| weight * number(cell)).sum::<i64>();
        clue.lists[1].iter().map(number).sum::<i64>() == bulb
    },
    declare: |clue, draft| {
        if let [bulb] = *clue.lists[0] {
            return draft.total(&clue.lists[1], draft.var(bulb));
        }
        let bulb = weighted_sum(bulb(clue).into_iter().map(|(weight, cell)| (weight, draft.var(cell))));
        let shaft = sum(draft.vars(&clue.lists[1]));
        draft.post(shaft.eq(bulb));
    },
    marks: |clue, scene| {
        let (bulb, shaft) = (clue.lists[0].clone(), &clue.lists[1]);
        let columns = scene.grid.columns() as u16;
        // The shaft leaves from the nearest cell, so that it does not cross the bulb.
        let distance = |cell: u16| {
            let first = shaft.first().copied().unwrap_or(cell);
            let (down, right) =
                ((cell / columns).abs_diff(first / columns), (cell % columns).abs_diff(first % columns));
            u32::from(down).pow(2) + u32::from(right).pow(2)
        };
        let nearest = bulb.iter().min_by_key(|&&cell| distance(cell));
        let cells = nearest.into_iter().chain(shaft).copied().collect();
        let (paint, weight) = (Paint::Grey, Weight::Thin);
        let shaft = Mark::Line { cells, paint, weight, start: LineEnd::Short, end: LineEnd::Arrowhead };
        vec![Mark::Pill { cells: bulb, paint }, shaft]
    },
    fpuzzles: &[Key::new("arrow", Form::Arrow)],
    noun: "the arrow at {a} along {b}",
    says: "The shaft of the arrow, {b}, sums to the number that {a} form, read from left to right and downwards",
    says_of_one: "The shaft of the arrow, {b}, sums to the number in {a}",
    balance: |clue| {
        let shaft = clue.lists[1].iter().map(|&cell| (1, cell));
        shaft.chain(bulb(clue).into_iter().map(|(weight, cell)| (-weight, cell))).collect()
    },
    random: Some(Random::arrow(2, 4)),
    drawing: Drawing::Arrow,
    ..Kind::BLANK
};

/// The cells of the bulb, each with the weight of its decimal place.
fn bulb(clue: &Clue) -> Vec<(i64, u16)> {
    let mut cells = clue.lists[0].clone();
    cells.sort_unstable();
    let places = (0..cells.len() as u32).rev();
    places.zip(cells).map(|(place, cell)| (10_i64.pow(place), cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, raw};

    #[test]
    fn the_shaft_adds_up_to_the_bulb() {
        let arrow = Clue::new(&KIND).list([3]).list([0, 1, 2]);
        assert_eq!(agree(raw(2, 2, 1..=5), vec![arrow], |n| n[0] + n[1] + n[2] == n[3]), 1 + 3 + 6);
    }

    #[test]
    fn the_shaft_leaves_from_the_nearest_cell_of_the_bulb() {
        let puzzle: crate::Puzzle = "arrow: r1c1 r1c2 r1c3 = r2c1-r4c1\n".parse().expect("a valid puzzle");
        let shafts = crate::print::marks(&puzzle).into_iter().filter_map(|mark| match mark {
            Mark::Line { cells, .. } => Some(cells),
            _ => None,
        });
        assert_eq!(shafts.collect::<Vec<_>>(), [[0, 9, 18, 27]]);
    }

    #[test]
    fn a_long_bulb_is_a_decimal_number() {
        // The bulb is read from left to right, in whatever order its cells are listed.
        let arrow = Clue::new(&KIND).list([1, 0]).list([2, 3, 4]);
        let means = |n: &[i32]| 10 * n[0] + n[1] == n[2] + n[3] + n[4];
        // Triples of numbers from 1 to 7 with the sums 11 to 17, and 21.
        let ways = 36 + 37 + 36 + 33 + 28 + 21 + 15 + 1;
        assert_eq!(agree(raw(1, 5, 1..=7), vec![arrow], means), ways);
    }
}
