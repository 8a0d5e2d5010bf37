//! Between and lockout lines: the numbers on the line lie strictly between its two ends, or outside their range.

use csp::{any, maximum, minimum};

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{LineEnd, Paint, Weight};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const BETWEEN: Kind = Kind {
    name: "between",
    also: &["between line"],
    group: Group::Lines,
    usage: "between: CELLS, …",
    help: "Every number on the line lies strictly between the two at its ends.",
    label: "Between line",
    sentence: "Digits on a line between two circles lie strictly between the digits in them.",
    example: "between: r1c1-r1c5",
    lists: ListSyntax::Each(2, usize::MAX),
    fault: |clue, grid| {
        clue.check_length(3)?;
        match grid.values() {
            0..=2 => Err(Fault::new("with two values nothing is between").unsatisfiable()),
            _ => ends_differ(clue, grid),
        }
    },
    holds: |clue, _, numbers| {
        let (low, high, inside) = parts(clue, numbers);
        inside.iter().all(|&number| low < number && number < high)
    },
    declare: between,
    marks: |clue, _| clue.line_with(Paint::Grey, Weight::Normal, LineEnd::Ring, LineEnd::Ring),
    fpuzzles: &[Key::new("betweenline", Form::Lines)],
    deciding: |clue, _, _| vec![0, clue.cells().len() - 1],
    noun: "the between line from {from} to {to}",
    says: "On the between line, {inner} must be between {from} and {to}: greater than one and less than the other",
    random: Some(Random::line(3, 6)),
    drawing: Drawing::Between,
    ..Kind::BLANK
};

pub const LOCKOUT: Kind = Kind {
    name: "lockout",
    also: &["lockout line"],
    group: Group::Lines,
    usage: "lockout [DIFFERENCE]: CELLS, …",
    help: "The ends differ by at least 4, or by the number given; no number on the line is equal to an end or lies between them. (With other than nine values: half their number, rounded down. With 0 the ends may be equal: then nothing on the line is equal to them.)",
    sentence: "The digits at the ends of a lockout line differ by at least {word}; those on the line are not between them nor equal to them.",
    example: "lockout: r1c1-r1c5\nlockout 3: r9c1 r8c2 r7c3",
    params: ParamSyntax::MaybeNumber,
    lists: ListSyntax::Each(2, usize::MAX),
    fault: lockout_fault,
    holds: |clue, scene, numbers| {
        let (low, high, inside) = parts(clue, numbers);
        high - low >= difference(clue, scene.grid)
            && inside.iter().all(|&number| number < low || number > high)
    },
    declare: lockout,
    marks: |clue, _| clue.line_with(Paint::Blue, Weight::Normal, LineEnd::Diamond, LineEnd::Diamond),
    fpuzzles: &[Key::new("lockout", Form::Lines)],
    deciding: |clue, _, _| vec![0, clue.cells().len() - 1],
    noun: "the lockout line between {from} and {to}",
    says: "{from} and {to}, the ends of the lockout line, differ by at least {word}, and {inner} must not be equal to them or lie between them",
    word: |clue, _, grid| difference(clue, grid).to_string(),
    by_itself: |clue, grid| {
        let (first, least) = (grid.first_value(), difference(clue, grid));
        let last = first + grid.values() as i32 - 1;
        let (low, high) = (last - least, first + least);
        format!("one end is at most {low} and the other at least {high}, and no other cell lies between them")
    },
    random: Some(Random::line(3, 6)),
    ..Kind::BLANK
};

fn lockout_fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    // With cells between the ends, at least one value must lie outside the range of the ends.
    let taken = if clue.cells().len() > 2 { 2 } else { 1 };
    let most = grid.values() as i64 - taken;
    clue.number_within("difference", 0..=most)?;
    if i64::from(difference(clue, grid)) > most {
        return Err(Fault::new("with two values nothing is locked out").unsatisfiable());
    }
    let (a, b, inner) = cells(clue);
    if a == b && difference(clue, grid) == 0 && !inner.contains(&a) {
        clue.warns_of_repeats(grid)
    } else {
        ends_differ(clue, grid)
    }
}

/// Reports a fault if an end of the line occurs in it once more: no cell lies strictly between or outside itself and
/// another cell.
fn ends_differ(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let (a, b, inner) = cells(clue);
    let twice = (a == b).then_some(a).or(inner.iter().copied().find(|&cell| cell == a || cell == b));
    match twice {
        Some(cell) => {
            let (name, cell) = (clue.kind.name, grid.name(usize::from(cell)));
            Err(Fault::new(format!("{name} has {cell} as an end and once more")).list(0).unsatisfiable())
        }
        None => Ok(()),
    }
}

/// The two ends and the cells between them.
fn cells(clue: &Clue) -> (u16, u16, &[u16]) {
    let cells = clue.cells();
    (cells[0], cells[cells.len() - 1], &cells[1..cells.len() - 1])
}

/// The smaller end, the larger, and the numbers between.
fn parts(clue: &Clue, numbers: &[i32]) -> (i32, i32, Vec<i32>) {
    let mut line = clue.read(numbers);
    let (first, last) = (line.remove(0), line.pop().unwrap_or_default());
    (first.min(last), first.max(last), line)
}

fn between(clue: &Clue, draft: &mut Draft<'_>) {
    let (a, b, inner) = cells(clue);
    if inner.is_empty() {
        return;
    }
    let room = min_distinct(draft, inner);
    draft.relation(a, b, |a, b| (a - b).abs() > room);
    let ends = [draft.var(a), draft.var(b)];
    let low = draft.helper_equal_to(draft.numbers(), minimum(ends));
    let high = draft.helper_equal_to(draft.numbers(), maximum(ends));
    for &cell in inner {
        let cell = draft.var(cell);
        draft.post(low.lt(cell));
        draft.post(cell.lt(high));
    }
}

/// A lower bound on the number of distinct values in the cells: the size of a greedy set of cells that see each
/// other.
fn min_distinct(draft: &Draft<'_>, cells: &[u16]) -> i32 {
    let mut apart: Vec<u16> = Vec::new();
    for &cell in cells {
        if apart.iter().all(|&other| draft.facts.see(cell, other)) {
            apart.push(cell);
        }
    }
    apart.len() as i32
}

/// The difference of a lockout line without a number.
pub(crate) fn usual(grid: &Grid) -> i32 {
    grid.values() as i32 / 2
}

fn difference(clue: &Clue, grid: &Grid) -> i32 {
    clue.first_number().unwrap_or(usual(grid))
}

/// The greatest number of values for which the allowed triples are listed.
const MOST_LISTED: usize = 16;

fn lockout(clue: &Clue, draft: &mut Draft<'_>) {
    let (a, b, inner) = cells(clue);
    let least = difference(clue, draft.grid());
    draft.relation(a, b, |a, b| (a - b).abs() >= least);
    let numbers = draft.numbers();
    let (a, b) = (draft.var(a), draft.var(b));
    if draft.grid().values() > MOST_LISTED {
        let low = draft.helper_equal_to(numbers.clone(), minimum([a, b]));
        let high = draft.helper_equal_to(numbers, maximum([a, b]));
        for &cell in inner {
            let cell = draft.var(cell);
            draft.post(any([cell.lt(low), cell.gt(high)]));
        }
        return;
    }
    let mut triples = Vec::new();
    for first in numbers.clone() {
        for last in numbers.clone().filter(|last| (first - last).abs() >= least) {
            let (low, high) = (first.min(last), first.max(last));
            let outside = numbers.clone().filter(|&number| number < low || number > high);
            triples.extend(outside.map(|number| [first, last, number]));
        }
    }
    for &cell in inner {
        let cell = draft.var(cell);
        draft.tuples(&[a, b, cell], &triples);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn numbers_lie_between_the_ends() {
        let inside = |a: i32, b: i32, x: i32| (a < x && x < b) || (b < x && x < a);
        let line = Clue::new(&BETWEEN).list([1, 0, 2, 3]);
        let means = |n: &[i32]| inside(n[1], n[3], n[0]) && inside(n[1], n[3], n[2]);
        // Ends with one, two or three values between them, in two orders.
        assert_eq!(agree(raw(2, 2, -2..=2), vec![line.clone()], means), 2 * (3 + 2 * 4 + 9));
        // All cells see each other.
        let latin = Shape { regions: crate::Regions::None, ..Shape::rectangle(1, 4) };
        assert_eq!(agree(latin, vec![line], means), 2 * 2);
    }

    #[test]
    fn numbers_are_locked_out() {
        let means = |n: &[i32], least: i32| {
            let (low, high) = (n[0].min(n[2]), n[0].max(n[2]));
            high - low >= least && !(low..=high).contains(&n[1])
        };
        let line = |number: Option<i32>| {
            let line = Clue::new(&LOCKOUT).list([0, 1, 2]);
            vec![number.into_iter().fold(line, Clue::number)]
        };
        // The difference is at least half of six. Ends 3, 4 or 5 apart leave 2, 1 or 0 values outside.
        assert_eq!(agree(raw(1, 3, 0..=5), line(None), |n| means(n, 3)), 2 * (3 * 2 + 2));
        agree(raw(1, 3, -3..=3), line(Some(2)), |n| means(n, 2));
        agree(raw(1, 3, 1..=3), line(Some(1)), |n| means(n, 1));
        // Equal ends exclude their own value.
        assert_eq!(agree(raw(1, 3, 1..=3), line(Some(0)), |n| means(n, 0)), 3 * 2 + 2 * 2);
        agree(raw(1, 3, 1..=20), line(Some(7)), |n| means(n, 7));
    }

    #[test]
    fn ends_occur_once() {
        let line = |cells: &[u16]| fault(raw(1, 4, 1..=5), Clue::new(&BETWEEN).list(cells));
        assert_eq!(line(&[0, 1, 0]), "between has R1C1 as an end and once more");
        assert_eq!(line(&[0, 1, 2, 1]), "between has R1C2 as an end and once more");
        let wide = Clue::new(&LOCKOUT).number(4).list([0, 1, 2]);
        let what = "lockout 4: this difference is impossible (it is from 0 to 3)";
        assert_eq!(fault(raw(1, 3, 1..=5), wide), what);
    }
}
