//! Same values: lists of cells with equal multisets of values.

use csp::constraints::same_values;

use crate::rules::mark::{Mark, Paint};
use crate::rules::sets::numbers_of;
use crate::rules::{Draft, Fault, Group, Kind, ListSyntax};

pub const KIND: Kind = Kind {
    name: "same-values",
    also: &["same set"],
    group: Group::Cages,
    usage: "same-values: CELLS = CELLS = …, …",
    help: "The lists hold the same values equally often, in any order.",
    sentence: "Shaded areas that belong together hold the same digits, in any order.",
    example: "same-values: r1c1-r1c3 = r4c7-r6c7",
    lists: ListSyntax::Joined(2, usize::MAX),
    fault: |clue, grid| {
        clue.no_repeats(grid)?;
        let lengths: Vec<usize> = clue.lists.iter().map(Vec::len).collect();
        match lengths.iter().position(|&length| length != lengths[0]) {
            Some(at) => {
                let what = format!("same-values of {} and {} cells", lengths[0], lengths[at]);
                Err(Fault::new(what).hint("the lists must have the same length").list(at))
            }
            None => Ok(()),
        }
    },
    holds: |clue, _, numbers| {
        let sorted = |cells: &Vec<u16>| {
            let mut line = numbers_of(cells, numbers);
            line.sort_unstable();
            line
        };
        clue.lists.iter().all(|cells| sorted(cells) == sorted(&clue.lists[0]))
    },
    declare: |clue, draft| clue.lists.windows(2).for_each(|pair| declare_pair(draft, &pair[0], &pair[1])),
    marks: |clue, _| {
        let paints = [Paint::Yellow, Paint::Blue, Paint::Green, Paint::Pink, Paint::Orange, Paint::Grey];
        // Two lists have one colour, as clones do.
        let paint = |at: usize| if clue.lists.len() == 2 { paints[0] } else { paints[at % paints.len()] };
        let shade = |(at, cells): (usize, &Vec<u16>)| Mark::Shade { cells: cells.clone(), paint: paint(at) };
        clue.lists.iter().enumerate().map(shade).collect()
    },
    noun: "the equal sets at {from}",
    says: "The lists {lists} hold the same values in any order",
    ..Kind::BLANK
};

fn declare_pair(draft: &mut Draft<'_>, a: &[u16], b: &[u16]) {
    // Cells that are in both lists cancel out.
    let without = |cells: &[u16], others: &[u16]| -> Vec<u16> {
        cells.iter().copied().filter(|cell| !others.contains(cell)).collect()
    };
    let (rest, other) = (without(a, b), without(b, a));
    let has_all = |cells: &[u16]| cells.len() == draft.grid().values() && draft.facts.all_see(cells);
    match (&rest[..], &other[..]) {
        ([], _) => {}
        (&[one], &[other]) => draft.equal(one, other),
        _ if has_all(a) && has_all(b) => {}
        _ => {
            let lists = [draft.vars(&rest), draft.vars(&other)];
            draft.post(same_values(&lists[0], &lists[1]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Clue;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn lists_hold_the_same_values() {
        let clue = Clue::new(&KIND).list([0, 1]).list([2, 3]);
        let means = |n: &[i32]| [n[0], n[1]] == [n[2], n[3]] || [n[1], n[0]] == [n[2], n[3]];
        assert_eq!(agree(raw(2, 2, 0..=3), vec![clue], means), 4 + 12 * 2);
    }

    #[test]
    fn lists_may_share_cells() {
        let clue = Clue::new(&KIND).list([0, 1, 2]).list([2, 3, 1]);
        assert_eq!(agree(raw(2, 2, 0..=3), vec![clue], |n| n[0] == n[3]), 64);
        let three = Clue::new(&KIND).list([0]).list([2]).list([3]);
        assert_eq!(agree(raw(2, 2, 0..=3), vec![three], |n| n[0] == n[2] && n[2] == n[3]), 16);
        let far = Clue::new(&KIND).list([0, 1]).list([1, 2]).list([2, 3]);
        assert_eq!(agree(raw(2, 2, 0..=3), vec![far], |n| n[0] == n[2] && n[1] == n[3]), 16);
    }

    #[test]
    fn lists_have_the_same_length() {
        let clue = Clue::new(&KIND).list([0, 1]).list([2]);
        let what = "same-values of 2 and 1 cells (the lists must have the same length)";
        assert_eq!(fault(raw(2, 2, 0..=3), clue), what);
    }
}
