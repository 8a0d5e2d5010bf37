//! Zipper lines: pairs of cells at the same distance from the middle have the same sum.

use csp::{Expression, Var, sum};

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::Paint;
use crate::rules::{Clue, Draft, Drawing, Group, Kind, ListSyntax, Random};

pub const KIND: Kind = Kind {
    name: "zipper",
    also: &["zipper line"],
    group: Group::Lines,
    usage: "zipper: CELLS, …",
    help: "Two cells at the same distance from the middle of the line always have the same sum; where a cell is the middle, it is that sum.",
    sentence: "Digits at the same distance from the middle of a zipper line have the same sum, that of the middle.",
    example: "zipper: r1c1-r1c5, r9c1-r9c4",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, _| clue.check_length(3),
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        let sums: Vec<i32> = (0..line.len() / 2).map(|at| line[at] + line[line.len() - 1 - at]).collect();
        let middle = (line.len() % 2 == 1).then(|| line[line.len() / 2]);
        sums.iter().all(|&sum| sum == middle.unwrap_or(sums[0]))
    },
    declare,
    marks: |clue, _| clue.line(Paint::Yellow),
    fpuzzles: &[Key::new("zipperline", Form::Lines)],
    noun: "the zipper line from {from} to {to}",
    pieces: |clue, _| {
        let cells = clue.cells();
        let pairs = cells.iter().zip(cells.iter().rev()).map(|(&one, &other)| vec![one, other]);
        let middle = (cells.len() % 2 == 1).then(|| vec![cells[cells.len() / 2]]);
        pairs.take(cells.len() / 2).chain(middle).collect()
    },
    says: "By the zipper line, {equal sums}",
    random: Some(Random::line(3, 5)),
    drawing: Drawing::Line("#CDB1EC", 5.0),
    ..Kind::BLANK
};

/// The greatest number of values for which the allowed triples are listed.
const MOST_LISTED: usize = 16;

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let cells = clue.cells();
    let half = cells.len() / 2;
    let pairs: Vec<(u16, u16)> = cells[..half].iter().copied().zip(cells.iter().rev().copied()).collect();
    match cells.len() % 2 {
        1 => {
            let middle = draft.var(cells[half]);
            let numbers = draft.numbers();
            pairs.iter().for_each(|&pair| add_up(draft, pair, middle, numbers.clone()));
        }
        _ if pairs.len() > 1 => {
            let (first, last) = (*draft.numbers().start(), *draft.numbers().end());
            let shared: Expression = draft.var(pairs[0].0) + draft.var(pairs[0].1);
            let shared = draft.helper_equal_to(2 * first..=2 * last, shared);
            pairs.iter().for_each(|&pair| add_up(draft, pair, shared, 2 * first..=2 * last));
        }
        _ => {}
    }
}

/// Declares that two cells add up to a variable.
fn add_up(draft: &mut Draft<'_>, (a, b): (u16, u16), total: Var, totals: std::ops::RangeInclusive<i32>) {
    let cells = [draft.var(a), draft.var(b)];
    if draft.grid().values() > MOST_LISTED {
        return draft.post(sum(cells).eq(total));
    }
    let numbers = draft.numbers();
    let differ = a != b && draft.facts.see(a, b);
    let pairs = numbers.clone().flat_map(|x| numbers.clone().map(move |y| [x, y, x + y]));
    let triples: Vec<[i32; 3]> =
        pairs.filter(|&[x, y, sum]| totals.contains(&sum) && !(differ && x == y)).collect();
    draft.tuples(&[cells[0], cells[1], total], triples);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, raw};

    #[test]
    fn pairs_add_up_to_the_middle() {
        let line = Clue::new(&KIND).list([0, 1, 4, 3, 2]);
        let means = |n: &[i32]| n[4] == n[0] + n[2] && n[4] == n[1] + n[3];
        // The sums of the squares of the numbers of ways to make 2, 3, 4 and 5.
        assert_eq!(agree(raw(1, 5, 1..=5), vec![line.clone()], means), 1 + 4 + 9 + 16);
        agree(raw(1, 5, -2..=2), vec![line], means);
        let line = Clue::new(&KIND).list([0, 1, 2]);
        assert_eq!(agree(raw(1, 3, 5..=7), vec![line.clone()], |_| false), 0);
        agree(raw(1, 3, 1..=17), vec![line], |n| n[1] == n[0] + n[2]);
    }

    #[test]
    fn pairs_share_a_sum() {
        let line = || vec![Clue::new(&KIND).list([0, 1, 2, 3])];
        let means = |n: &[i32]| n[0] + n[3] == n[1] + n[2];
        assert_eq!(agree(raw(1, 4, 0..=3), line(), means), 1 + 4 + 9 + 16 + 9 + 4 + 1);
        // The pairs 1 4 and 2 3 in a row of different numbers.
        assert_eq!(
            agree(Shape { regions: crate::Regions::None, ..Shape::rectangle(1, 4) }, line(), means),
            8
        );
        let three = vec![Clue::new(&KIND).list([0, 1, 2, 3, 4, 5])];
        let means = |n: &[i32]| n[0] + n[5] == n[1] + n[4] && n[1] + n[4] == n[2] + n[3];
        agree(raw(1, 6, -1..=3), three, means);
    }

    #[test]
    fn two_cells_say_nothing() {
        let pair = Clue::new(&KIND).list([0, 1]);
        assert_eq!(agree(raw(1, 2, 1..=3), vec![pair], |_| true), 9);
    }
}
