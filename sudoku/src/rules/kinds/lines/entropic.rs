//! Entropic and modular lines: any few consecutive cells have values of different classes (thirds or remainders).

use std::collections::BTreeSet;
use std::sync::Arc;

use csp::Values;

use crate::grid::Grid;
use crate::rules::fpuzzles::{Form, Key};
use crate::rules::mark::{Mark, Paint};
use crate::rules::{Clue, Draft, Drawing, Fault, Group, Kind, ListSyntax, ParamSyntax, Random};

pub const ENTROPIC: Kind = Kind {
    name: "entropic",
    shares: &["entropy"],
    also: &["entropic line", "entropy line"],
    group: Group::Lines,
    usage: "entropic: CELLS, …",
    help: "Any three consecutive cells hold a low, a middle and a high number: one of 123, of 456 and of 789. (The two cells of a shorter line hold numbers from different groups.)",
    sentence: "Any three neighbours on an entropic line are from different groups: {word}.",
    example: "entropic: r1c1-r1c6",
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        needs_thirds(clue, grid)?;
        clue.no_repeats_within(grid, 2)?;
        clue.check_length(2)
    },
    holds: |clue, scene, numbers| {
        let third = |number: i32| (number - scene.grid.first_value()) / (scene.grid.values() as i32 / 3);
        differ(&clue.read(numbers).into_iter().map(third).collect::<Vec<i32>>(), 3)
    },
    declare: |clue, draft| {
        let classes = thirds(draft.grid());
        alternate(draft, clue.cells(), &classes);
    },
    marks: |clue, _| clue.line(Paint::Orange),
    fpuzzles: &[Key::new("entropicline", Form::Lines)],
    noun: "the entropic line from {from} to {to}",
    says: "Any 3 neighbours on the entropic line {cells} are from different groups: {word}",
    word: |clue, _, grid| in_words(&thirds(grid)) + &in_turns(clue.cells().len(), 3),
    random: Some(Random::growing(3, 6)),
    drawing: Drawing::Line("#FFCCAA", 5.0),
    ..Kind::BLANK
};

pub const MODULAR: Kind = Kind {
    name: "modular",
    also: &["modular line"],
    group: Group::Lines,
    usage: "modular M: CELLS, …",
    help: "Any M consecutive cells have different remainders when divided by M; on a shorter line, all cells have. (With M above the number of values, no line of M cells is possible.)",
    sentence: "Any {number} neighbours on a modular line have different remainders when divided by {number}.",
    example: "modular 3: r1c1-r1c6",
    params: ParamSyntax::Number,
    lists: ListSyntax::Each(1, usize::MAX),
    fault: modular_fault,
    holds: |clue, _, numbers| {
        let modulus = modulus(clue);
        let remainder = |number: i32| number.rem_euclid(modulus);
        differ(&clue.read(numbers).into_iter().map(remainder).collect::<Vec<i32>>(), modulus as usize)
    },
    declare: |clue, draft| {
        let (modulus, cells) = (modulus(clue), clue.cells());
        if cells.len() < modulus as usize {
            let pairs =
                cells.iter().enumerate().flat_map(|(at, &a)| cells[..at].iter().map(move |&b| (a, b)));
            let pairs: Vec<(u16, u16)> = pairs.collect();
            return draft.relations(&pairs, |a, b| a.rem_euclid(modulus) != b.rem_euclid(modulus));
        }
        let classes = remainders(draft.grid(), modulus);
        if classes.iter().any(Vec::is_empty) { draft.never() } else { alternate(draft, cells, &classes) }
    },
    marks: |clue, _| {
        let tag = Mark::Tag { cell: clue.cells()[0], text: format!("mod {}", modulus(clue)) };
        clue.line(Paint::Red).into_iter().chain([tag]).collect()
    },
    fpuzzles: &[Key::new("modularline", Form::Lines)],
    noun: "the modular line from {from} to {to}",
    says: "Any {number} neighbours on the modular line {cells} are from different groups: {word}",
    word: |clue, _, grid| {
        let modulus = modulus(clue);
        remainders_in_words(grid, modulus) + &in_turns(clue.cells().len(), modulus as usize)
    },
    random: Some(Random::growing(3, 6).always(3)),
    drawing: Drawing::Line("#33BBBB", 5.0),
    ..Kind::BLANK
};

fn modular_fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    clue.number_within("modulus", 1..=i32::MAX.into())?;
    let modulus = modulus(clue) as usize;
    if modulus == 1 {
        return Err(Fault::new("modular 1 allows everything").param(0).warning());
    }
    clue.no_repeats_within(grid, modulus - 1)?;
    if modulus > grid.values() {
        let what = format!("modular {modulus}, but there are {} values", grid.values());
        let hint = if clue.cells().len() < modulus {
            "so this says that the cells differ"
        } else {
            "so no line of that many cells is possible"
        };
        return Err(Fault::new(what).hint(hint).param(0).warning());
    }
    clue.check_length(2)
}

fn modulus(clue: &Clue) -> i32 {
    clue.first_number().unwrap_or(1)
}

/// Reports a fault if the values cannot be split into a low, a middle and a high third.
pub(crate) fn needs_thirds(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let (name, values) = (clue.kind.name, grid.values());
    match values % 3 {
        0 => Ok(()),
        _ => Err(Fault::new(format!("{name} with {values} values: they have no low, middle and high third"))),
    }
}

/// More classes than these are not listed in words.
const MOST_LISTED: i32 = 5;

/// Classes of numbers.
pub(crate) type Classes = Vec<Vec<i32>>;

/// The low, middle and high numbers.
pub(crate) fn thirds(grid: &Grid) -> Classes {
    let numbers: Vec<i32> = grid.shape().values.clone().collect();
    numbers.chunks(numbers.len() / 3).map(<[i32]>::to_vec).collect()
}

/// The numbers of each remainder.
pub(crate) fn remainders(grid: &Grid, modulus: i32) -> Classes {
    let numbers = |remainder: i32| {
        grid.shape().values.clone().filter(|number| number.rem_euclid(modulus) == remainder).collect()
    };
    (0..modulus).map(numbers).collect()
}

/// Classes as a list: `1/2/3, 4/5/6 and 7/8/9`.
pub(crate) fn in_words(classes: &Classes) -> String {
    let each = classes.iter().map(|class| class.iter().map(i32::to_string).collect::<Vec<_>>().join("/"));
    match &each.collect::<Vec<_>>()[..] {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        each => each.concat(),
    }
}

/// The numbers of each remainder as a list, or what they have in common if the list would be long.
pub(crate) fn remainders_in_words(grid: &Grid, modulus: i32) -> String {
    match modulus {
        1..=MOST_LISTED => in_words(&remainders(grid, modulus)),
        _ => format!("numbers of the same remainder when divided by {modulus}"),
    }
}

/// What follows for cells of a line that are further apart.
fn in_turns(length: usize, count: usize) -> String {
    if length > count {
        format!("; so cells {count} places apart are from the same group")
    } else {
        String::new()
    }
}

/// Whether any `count` consecutive classes differ, or all classes if there are fewer.
fn differ(classes: &[i32], count: usize) -> bool {
    let count = count.min(classes.len());
    classes.windows(count).all(|window| window.iter().collect::<BTreeSet<_>>().len() == count)
}

/// The classes as the engine takes them.
pub(crate) fn classes_for_model(classes: &Classes) -> Arc<[Values]> {
    classes.iter().map(|class| Values::from(&class[..])).collect()
}

/// Declares that the classes alternate along the cells: the first cells cover all classes, and each later cell has
/// the class of the cell `classes.len()` places before it.
fn alternate(draft: &mut Draft<'_>, cells: &[u16], classes: &Classes) {
    let count = classes.len();
    let first = *draft.numbers().start();
    let mut class_of = vec![0; draft.grid().values()];
    for (class, numbers) in classes.iter().enumerate() {
        numbers.iter().for_each(|number| class_of[(number - first) as usize] = class);
    }
    let class = |number: i32| class_of[(number - first) as usize];
    if cells.len() < count {
        let pairs = cells.iter().enumerate().flat_map(|(at, &a)| cells[..at].iter().map(move |&b| (a, b)));
        return draft.relations(&pairs.collect::<Vec<_>>(), |a, b| class(a) != class(b));
    }
    draft.post(csp::constraints::cover(draft.vars(&cells[..count]), classes_for_model(classes)));
    let turns: Vec<(u16, u16)> = cells.iter().copied().zip(cells[count..].iter().copied()).collect();
    draft.relations(&turns, |a, b| class(a) == class(b));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn line(kind: &'static Kind, cells: u16) -> Clue {
        Clue::new(kind).list((0..cells).collect::<Vec<u16>>())
    }

    #[test]
    fn three_cells_hold_low_middle_and_high() {
        let third = |number: i32| (number + 1).div_euclid(2);
        let differ = |a: i32, b: i32| third(a) != third(b);
        let means = |n: &[i32]| {
            (0..3).all(|at| {
                differ(n[at], n[at + 1]) && differ(n[at + 1], n[at + 2]) && differ(n[at], n[at + 2])
            })
        };
        assert_eq!(agree(raw(1, 5, -1..=4), vec![line(&ENTROPIC, 5)], means), 6 * 32);
        let two = |n: &[i32]| differ(n[0], n[1]);
        assert_eq!(agree(raw(1, 2, -1..=4), vec![line(&ENTROPIC, 2)], two), 6 * 4);
    }

    #[test]
    fn remainders_take_turns() {
        let count = |modulus: i32, cells: u16, values: std::ops::RangeInclusive<i32>| {
            let line = line(&MODULAR, cells).number(modulus);
            agree(raw(1, usize::from(cells), values), vec![line], |n| {
                (0..n.len())
                    .all(|a| (a + 1..n.len().min(a + modulus as usize)).all(|b| (n[a] - n[b]) % modulus != 0))
            })
        };
        assert_eq!(count(2, 4, -2..=2), 2 * 4 * 9);
        assert_eq!(count(3, 5, 1..=6), 6 * 32);
        assert_eq!(count(4, 3, 1..=4), 24);
        assert_eq!(count(4, 6, 0..=5), count(4, 6, -4..=1));
        assert_eq!(count(1, 2, 0..=5), 36);
    }

    #[test]
    fn missing_classes_are_faults() {
        let what = "entropic with 8 values: they have no low, middle and high third";
        assert_eq!(fault(raw(1, 3, 1..=8), line(&ENTROPIC, 3)), what);
        let what = "modular 5, but there are 4 values (so this says that the cells differ)";
        assert_eq!(fault(raw(1, 3, 1..=4), line(&MODULAR, 3).number(5)), what);
        let what = "modular 0: this modulus is impossible (it is at least 1)";
        assert_eq!(fault(raw(1, 3, 1..=4), line(&MODULAR, 3).number(0)), what);
        let ring = Clue::new(&ENTROPIC).list([0, 1, 0]);
        assert_eq!(fault(raw(1, 3, 1..=6), ring), "entropic has R1C1 twice within 3 cells");
    }
}
