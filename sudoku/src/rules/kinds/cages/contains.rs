//! Sets of cells that contain given values: at least as often as listed, exactly as often, or with counts
//! (look-and-say).

use crate::grid::Grid;
use crate::rules::mark::Mark;
use crate::rules::sets::{declare_at_least, declare_exactly, tally, times, values_are, values_exist};
use crate::rules::{Clue, Fault, Group, Kind, ListSyntax, ParamSyntax};

pub const KIND: Kind = Kind {
    name: "contains",
    also: &["contains at least"],
    group: Group::Cages,
    usage: "contains VALUES: CELLS, …",
    help: "The values stand in the cells, each at least as often as it is listed.",
    sentence: "The digits written in an area stand in its cells, at least as often as they are written.",
    example: "contains 1 1 9: r1c1-r5c5",
    params: ParamSyntax::Values,
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, _, numbers| {
        let (cells, listed) = (clue.read(numbers), clue.numbers().collect::<Vec<_>>());
        listed.iter().all(|&number| times(number, &cells) >= times(number, &listed))
    },
    declare: |clue, draft| declare_at_least(draft, clue.cells(), &tally(clue.numbers())),
    marks: |clue, _| cage(clue, "≥"),
    noun: "the set of values at {from}",
    says: "{params} must be among {cells}",
    unmet: "{params} could not stand among them",
    ..Kind::BLANK
};

pub const EXACTLY: Kind = Kind {
    name: "contains-exactly",
    also: &[],
    group: Group::Cages,
    usage: "contains-exactly VALUES: CELLS, …",
    help: "The values stand in the cells, each exactly as often as it is listed. Other values may stand there, too.",
    sentence: "The digits written in an area stand in its cells, exactly as often as they are written.",
    example: "contains-exactly 1 1 9: r1c1-r1c5 r2c5",
    params: ParamSyntax::Values,
    lists: ListSyntax::Each(1, usize::MAX),
    fault,
    holds: |clue, _, numbers| {
        let (cells, listed) = (clue.read(numbers), clue.numbers().collect::<Vec<_>>());
        listed.iter().all(|&number| times(number, &cells) == times(number, &listed))
    },
    declare: |clue, draft| declare_exactly(draft, clue.cells(), &tally(clue.numbers())),
    marks: |clue, _| cage(clue, "="),
    noun: "the set of values at {from}",
    says: "Among {cells}, {word}",
    unmet: "it could not be that {word}",
    word: |clue, _, _| {
        let often = |&(number, count): &(i32, i32)| match count {
            1 => format!("exactly one is {number}"),
            _ => format!("exactly {count} are {number}"),
        };
        let each: Vec<String> = tally(clue.numbers()).iter().map(often).collect();
        each.join(" and ")
    },
    ..Kind::BLANK
};

pub const SAYS: Kind = Kind {
    name: "look-and-say",
    also: &[],
    group: Group::Cages,
    usage: "look-and-say COUNT VALUE …: CELLS, …",
    help: "The numbers are pairs of a count and a value: \"2 1 0 3\" means that exactly two cells are 1 and none is 3.",
    label: "Look-and-say",
    sentence: "The numbers of an area are pairs: how many of its cells have which digit.",
    example: "look-and-say 2 1 0 3: r1c1-r1c5 r2c5",
    params: ParamSyntax::Numbers(2, usize::MAX),
    lists: ListSyntax::Each(1, usize::MAX),
    fault: says_fault,
    holds: |clue, _, numbers| {
        let cells = clue.read(numbers);
        counts(clue).iter().all(|&(number, count)| times(number, &cells) as i32 == count)
    },
    declare: |clue, draft| declare_exactly(draft, clue.cells(), &counts(clue)),
    marks: |clue, _| cage(clue, ""),
    noun: "the look-and-say clue at {from}",
    says: "Among {cells}, {pairs}",
    unmet: "it could not be that {pairs}",
    ..Kind::BLANK
};

fn cage(clue: &Clue, sign: &str) -> Vec<Mark> {
    let values: Vec<String> = clue.numbers().map(|number| number.to_string()).collect();
    vec![Mark::Cage { cells: clue.cells().to_vec(), label: format!("{sign}{}", values.join(" ")) }]
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    clue.no_repeats(grid)?;
    values_exist(clue, grid)?;
    let (name, values, cells) = (clue.kind.name, clue.params.len(), clue.cells().len());
    Fault::unless(values <= cells, || {
        Fault::new(format!("{name}: {values} values for {cells} cells")).list(0).unsatisfiable()
    })
}

/// The values, each with its required number of occurrences.
fn counts(clue: &Clue) -> Vec<(i32, i32)> {
    let numbers: Vec<i32> = clue.numbers().collect();
    numbers.chunks_exact(2).map(|pair| (pair[1], pair[0])).collect()
}

fn says_fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    clue.no_repeats(grid)?;
    if clue.params.len() % 2 == 1 {
        let what = "look-and-say: write pairs of a count and a value";
        return Err(Fault::new(what).hint(SAYS.usage).param(clue.params.len() - 1));
    }
    let (counts, cells) = (counts(clue), clue.cells().len());
    let mut never = None;
    for (at, &(value, count)) in counts.iter().enumerate() {
        if !grid.shape().values.contains(&value) {
            let what = format!("look-and-say: no cell can be {value}");
            return Err(Fault::new(what).hint(values_are(grid)).param(2 * at + 1));
        }
        if counts[..at].iter().any(|&(known, _)| known == value) {
            return Err(Fault::new(format!("look-and-say says {value} twice")).param(2 * at + 1));
        }
        if usize::try_from(count).map_or(true, |count| count > cells) {
            let what = format!("look-and-say: {count} of {cells} cells cannot be {value}");
            never.get_or_insert(Fault::new(what).param(2 * at).unsatisfiable());
        }
    }
    let all: i64 = counts.iter().map(|&(_, count)| i64::from(count)).sum();
    match never {
        Some(fault) => Err(fault),
        None if all > cells as i64 => {
            Err(Fault::new(format!("look-and-say: {all} values for {cells} cells")).list(0).unsatisfiable())
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::{agree, fault, raw};

    fn clue(kind: &'static Kind, values: &[i32], cells: &[u16]) -> Clue {
        values.iter().fold(Clue::new(kind), |clue, &value| clue.number(value)).list(cells)
    }

    fn count(n: &[i32], value: i32) -> usize {
        n[..4].iter().filter(|&&n| n == value).count()
    }

    #[test]
    fn values_occur_at_least_as_often() {
        let two = vec![clue(&KIND, &[1, 1, 0], &[0, 1, 2, 3])];
        let means = |n: &[i32]| count(n, 1) >= 2 && count(n, 0) >= 1;
        // Permutations of 0 1 1 2, 0 0 1 1 and 0 1 1 1, each with any fifth cell.
        assert_eq!(agree(raw(1, 5, 0..=2), two, means), (12 + 6 + 4) * 3);
        let two = vec![clue(&KIND, &[1, 2], &[0, 1, 2, 3])];
        agree(raw(1, 5, 0..=2), two, |n| count(n, 1) >= 1 && count(n, 2) >= 1);
    }

    #[test]
    fn values_occur_exactly_as_often() {
        let two = vec![clue(&EXACTLY, &[1, 1, 0], &[0, 1, 2, 3])];
        assert_eq!(agree(raw(1, 5, 0..=2), two, |n| count(n, 1) == 2 && count(n, 0) == 1), 12 * 3);
        let one = vec![clue(&EXACTLY, &[2, 2, 2], &[0, 1, 2, 3])];
        assert_eq!(agree(raw(1, 5, 0..=2), one, |n| count(n, 2) == 3), 8 * 3);
    }

    #[test]
    fn counts_and_values_alternate() {
        let says = vec![clue(&SAYS, &[0, 1, 2, 0], &[0, 1, 2, 3])];
        assert_eq!(agree(raw(1, 4, 0..=2), says, |n| count(n, 1) == 0 && count(n, 0) == 2), 6);
    }

    #[test]
    fn impossible_values_are_faults() {
        let say = |kind, values: &[i32]| fault(raw(1, 4, 0..=2), clue(kind, values, &[0, 1]));
        assert_eq!(say(&KIND, &[1, 1, 1]), "contains: 3 values for 2 cells");
        assert_eq!(say(&EXACTLY, &[3]), "contains-exactly: no cell can be 3 (values are from 0 to 2)");
        assert_eq!(say(&SAYS, &[3, 1]), "look-and-say: 3 of 2 cells cannot be 1");
        assert_eq!(say(&SAYS, &[-1, 1]), "look-and-say: -1 of 2 cells cannot be 1");
        assert_eq!(say(&SAYS, &[2, 1, 2, 0]), "look-and-say: 4 values for 2 cells");
        assert_eq!(say(&SAYS, &[1, 1, 0, 1]), "look-and-say says 1 twice");
        assert!(say(&SAYS, &[1, 1, 0]).starts_with("look-and-say: write pairs"));
    }
}
