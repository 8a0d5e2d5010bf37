//! A list of allowed pairs of numbers, for consecutive cells of a line or for any two cells of a list.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::grid::Grid;
use crate::rules::mark::{LineEnd, Mark, Paint, Weight};
use crate::rules::sets::values_are;
use crate::rules::{At, Clue, Fault, Group, Kind, ListSyntax, Param, ParamSyntax};

pub const LINKS: Kind = Kind {
    name: "allowed",
    also: &["allowed pairs"],
    group: Group::Lines,
    usage: "allowed A/B …: CELLS, …",
    help: "Any two consecutive cells of the line hold one of the pairs of numbers, in this order. (A number that is not a value is in no cell.)",
    sentence: "Two neighbours on a red line, in its order, are one of the pairs {word}.",
    example: "allowed 1/2 2/3 3/1: r1c1-r1c3 r2c4",
    params: ParamSyntax::Anything,
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, _, numbers| {
        let pairs = pairs(clue);
        clue.read(numbers).windows(2).all(|pair| pairs.contains(&(pair[0], pair[1])))
    },
    declare: |clue, draft| {
        let allowed = table(clue, draft.numbers());
        draft.relations(&clue.links(), allowed);
    },
    marks: |clue, _| {
        let note = Mark::Note(format!("Red line: {}", told(clue)));
        let line = clue.line_with(Paint::Red, Weight::Thin, LineEnd::Plain, LineEnd::Plain);
        line.into_iter().chain([note]).collect()
    },
    noun: "the line of allowed pairs from {from} to {to}",
    says: "Each two neighbours on the line {cells}, in this order, are one of the pairs {word}",
    word: |clue, _, _| told(clue),
    ..Kind::BLANK
};

pub const ALL: Kind = Kind {
    name: "allowed-all",
    also: &["allowed pairs all"],
    usage: "allowed-all A/B …: CELLS, …",
    help: "Any two cells of the list hold one of the pairs of numbers, in the order of the list.",
    sentence: "Any two digits of a red list, in its order, are one of the pairs {word}.",
    example: "allowed-all 1/2 2/1 1/3 3/1 2/3 3/2: r1c1 r5c5 r9c9",
    lists: ListSyntax::Each(1, MOST_CELLS),
    holds: |clue, _, numbers| {
        let (pairs, list) = (pairs(clue), clue.read(numbers));
        list.iter().enumerate().all(|(at, &b)| list[..at].iter().all(|&a| pairs.contains(&(a, b))))
    },
    declare: |clue, draft| {
        let (allowed, cells) = (table(clue, draft.numbers()), clue.cells());
        let all = cells.iter().enumerate().flat_map(|(at, &b)| cells[..at].iter().map(move |&a| (a, b)));
        draft.relations(&all.collect::<Vec<_>>(), allowed);
    },
    noun: "the list of pairs at {from}",
    says: "Any two of {cells}, in this order, are one of the pairs {word}",
    ..LINKS
};

/// The greatest length of a list whose pairs of cells are all restricted.
const MOST_CELLS: usize = 100;

/// The pairs in words.
fn told(clue: &Clue) -> String {
    clue.params.iter().filter_map(word).collect::<Vec<_>>().join(", ")
}

fn word(param: &Param) -> Option<&str> {
    match param {
        Param::Word(word) => Some(word),
        _ => None,
    }
}

fn pair(param: &Param) -> Option<(i32, i32)> {
    let (a, b) = word(param)?.split_once('/')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}

fn pairs(clue: &Clue) -> BTreeSet<(i32, i32)> {
    clue.params.iter().filter_map(pair).collect()
}

/// Returns a predicate that tells whether a pair is allowed, by a table of bits. (It is called for all pairs of
/// values.)
fn table(clue: &Clue, numbers: RangeInclusive<i32>) -> impl Fn(i32, i32) -> bool {
    let first = *numbers.start();
    let mut after = vec![0_u64; numbers.clone().count()];
    let known = |&(a, b): &(i32, i32)| numbers.contains(&a) && numbers.contains(&b);
    for (a, b) in clue.params.iter().filter_map(pair).filter(known) {
        after[(a - first) as usize] |= 1 << (b - first);
    }
    move |a, b| after[(a - first) as usize] >> (b - first) & 1 != 0
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let name = clue.kind.name;
    if clue.params.is_empty() {
        return Err(Fault::new(format!("{name} without a pair of numbers")).hint(clue.kind.usage));
    }
    let values = &grid.shape().values;
    let mut strange = None;
    for (at, param) in clue.params.iter().enumerate() {
        let Some((a, b)) = pair(param) else {
            let fault = Fault::new(format!("{name}: write pairs of numbers before the colon"));
            return Err(Fault { at: At::Param(at), ..fault.hint("write 1/2 for 1 and then 2") });
        };
        if let Some(other) = [a, b].into_iter().find(|number| !values.contains(number)) {
            let fault = Fault::new(format!("{name} {a}/{b}: {other} is not a value of this grid")).param(at);
            strange.get_or_insert(fault.hint(values_are(grid)).warning());
        }
    }
    match strange {
        Some(fault) => Err(fault),
        None => clue.check_length(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn clue(kind: &'static Kind, pairs: &[&str], cells: &[u16]) -> Clue {
        let params = pairs.iter().map(|&pair| Param::Word(pair.into())).collect();
        Clue { params, ..Clue::new(kind).list(cells) }
    }

    #[test]
    fn links_are_pairs_of_the_list() {
        // 1 to 2, 2 to 3 or itself, 3 to 1: for example 1 2 3 and 1 2 2.
        let line = clue(&LINKS, &["1/2", "2/3", "2/2", "3/1"], &[2, 0, 1]);
        let after = |a: i32, b: i32| b == a % 3 + 1 || (a == 2 && b == 2);
        assert_eq!(agree(raw(1, 3, 1..=3), vec![line], |n| after(n[2], n[0]) && after(n[0], n[1])), 6);
    }

    #[test]
    fn all_pairs_of_cells_are_pairs_of_the_list() {
        let set = clue(&ALL, &["-1/0", "-1/1", "0/1"], &[2, 0, 1]);
        assert_eq!(agree(raw(1, 3, -1..=1), vec![set], |n| n == [0, 1, -1]), 1);
        let twice = clue(&ALL, &["1/1", "2/3"], &[0, 1, 0]);
        assert_eq!(agree(raw(1, 2, 1..=3), vec![twice], |n| n == [1, 1]), 1);
    }

    #[test]
    fn all_pairs_of_two_numbers_are_a_difference() {
        let unequal = ["1/2", "1/3", "2/1", "2/3", "3/1", "3/2"];
        let line = vec![clue(&LINKS, &unequal, &[0, 1, 2])];
        assert_eq!(agree(raw(1, 3, 1..=3), line, |n| n[0] != n[1] && n[1] != n[2]), 12);
        let set = vec![clue(&ALL, &unequal, &[0, 1, 2])];
        assert_eq!(agree(raw(1, 3, 1..=3), set, |n| n[0] != n[1] && n[1] != n[2] && n[0] != n[2]), 6);
        // A cell cannot differ from itself.
        let twice = vec![clue(&ALL, &unequal, &[0, 1, 0])];
        assert_eq!(agree(raw(1, 2, 1..=3), twice, |_| false), 0);
    }

    #[test]
    fn pairs_are_of_the_grids_numbers() {
        let line = |pairs: &[&str]| fault(raw(1, 3, 1..=4), clue(&LINKS, pairs, &[0, 1]));
        assert_eq!(line(&["1/5"]), "allowed 1/5: 5 is not a value of this grid (values are from 1 to 4)");
        let what = "allowed: write pairs of numbers before the colon (write 1/2 for 1 and then 2)";
        assert_eq!(line(&["1/2", "12"]), what);
        assert_eq!(line(&[]), "allowed without a pair of numbers (allowed A/B …: CELLS, …)");
    }
}
