//! Palindromes and clones: pairs of cells with equal values.

use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::{Clue, Drawing, Fault, Group, Kind, ListSyntax, Random};
use crate::text::cells::cells_in_words;

pub const PALINDROME: Kind = Kind {
    name: "palindrome",
    also: &["palindrome line"],
    group: Group::Lines,
    usage: "palindrome: CELLS, …",
    help: "The line reads the same from both ends. (One cell alone can be any.)",
    sentence: "A palindrome line reads the same from both ends.",
    example: "palindrome: r1c2-r4c5",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, _| clue.check_length(2),
    holds: |clue, _, numbers| {
        let line = clue.read(numbers);
        line.iter().eq(line.iter().rev())
    },
    declare: |clue, draft| {
        let cells = clue.cells();
        let (front, back) = cells.split_at(cells.len() / 2);
        front.iter().zip(back.iter().rev()).for_each(|(&a, &b)| draft.equal(a, b));
    },
    marks: |clue, _| clue.line(Paint::Grey),
    fpuzzles: &[Key::new("palindrome", Form::Lines)],
    noun: "the palindrome from {from} to {to}",
    says: "Cells at the same distance from the ends of the palindrome are equal: {word}",
    word: |clue, cells, grid| {
        let line = clue.cells();
        let pairs = line.iter().zip(line.iter().rev()).take(line.len() / 2);
        let named = |cell: &u16| grid.name(usize::from(*cell)).to_string();
        let is_here = |(one, other): &(&u16, &u16)| cells.contains(one) && cells.contains(other);
        let pairs = pairs.filter(is_here).map(|(one, other)| format!("{} = {}", named(one), named(other)));
        pairs.collect::<Vec<_>>().join(", ")
    },
    random: Some(Random::line(3, 7)),
    drawing: Drawing::Line("#CFCFCF", 16.0),
    ..Kind::BLANK
};

pub const CLONE: Kind = Kind {
    name: "clone",
    also: &["clones"],
    group: Group::Cages,
    usage: "clone: CELLS = CELLS [= …], …",
    help: "Cells at the same place of the lists are equal.",
    sentence: "Clones hold the same digits at the same places.",
    example: "clone: r1c1 r1c2 r2c2 = r7c5 r7c6 r8c6",
    lists: ListSyntax::Joined(2, usize::MAX),
    fault: |clue, _| {
        let count = clue.cells().len();
        match clue.lists.iter().position(|list| list.len() != count) {
            Some(list) => {
                let what = format!(
                    "clone: a list of {} is joined with one of {}",
                    cells_in_words(count),
                    clue.lists[list].len()
                );
                Err(Fault::new(what).hint("the lists must have the same length").list(list))
            }
            None => Ok(()),
        }
    },
    holds: |clue, _, numbers| {
        (1..clue.lists.len()).all(|list| clue.read_list(list, numbers) == clue.read(numbers))
    },
    declare: |clue, draft| {
        for list in &clue.lists[1..] {
            clue.cells().iter().zip(list).for_each(|(&a, &b)| draft.equal(a, b));
        }
    },
    marks: |clue: &Clue, _| {
        let paint = Paint::Grey;
        clue.lists.iter().map(|cells| Mark::Shade { cells: cells.clone(), paint }).collect()
    },
    fpuzzles: &[Key::new("clone", Form::Clone)],
    noun: "the clones at {from}",
    says: "The clones {lists} have the same values in the same order",
    drawing: Drawing::Tiles,
    ..Kind::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn a_palindrome_reads_the_same_from_both_ends() {
        let odd = Clue::new(&PALINDROME).list([2, 0, 4, 3, 1]);
        assert_eq!(agree(raw(1, 5, 0..=3), vec![odd], |n| n[2] == n[1] && n[0] == n[3]), 64);
        let even = Clue::new(&PALINDROME).list([0, 1, 2, 3]);
        assert_eq!(agree(raw(1, 4, 1..=4), vec![even], |n| n[0] == n[3] && n[1] == n[2]), 16);
    }

    #[test]
    fn clones_are_equal_cell_by_cell() {
        let clone = Clue::new(&CLONE).list([0, 1]).list([3, 2]).list([4, 5]);
        let means = |n: &[i32]| n[0] == n[3] && n[0] == n[4] && n[1] == n[2] && n[1] == n[5];
        assert_eq!(agree(raw(2, 3, 1..=4), vec![clone], means), 16);
        let uneven = Clue::new(&CLONE).list([0, 1]).list([2]);
        let what = "clone: a list of 2 cells is joined with one of 1 (the lists must have the same length)";
        assert_eq!(fault(raw(1, 3, 1..=3), uneven), what);
    }
}
