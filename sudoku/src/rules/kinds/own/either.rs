//! Alternatives: at least one of several groups of clues holds.

use csp::any;

use crate::grid::Grid;
use crate::rules::clue::Detail;
use crate::rules::mark::Mark;
use crate::rules::{At, Clue, Fault, Group, Kind, ListSyntax, Scene, Severity};

pub const KIND: Kind = Kind {
    name: "either",
    also: &["one of"],
    group: Group::Own,
    usage: "either RULE [& RULE …] | RULE [& RULE …] …",
    help: "At least one of the alternatives holds. Each is a rule, or several rules that hold together. (A rule that no numbers satisfy is false; a mistake in an alternative is an error. A formula ends at | or &: write \"or\" and \"and\" inside it.)",
    sentence: "At least one of these holds: {word}.",
    example: "either thermo: r1c1-r1c3 | thermo: r1c3-r1c1 & odd: r5c5\neither require r1c1 == 1 or r1c2 == 1 | diagonals",
    lists: ListSyntax::Alternatives,
    // Nested alternatives would be ambiguous, because the text has no brackets.
    alone: true,
    fault,
    holds: |clue, scene, numbers| {
        let hold = |group: &Vec<Clue>| group.iter().all(|clue| clue.holds(scene, numbers));
        groups(clue).iter().any(hold)
    },
    declare: |clue, draft| {
        // Groups that no numbers satisfy are left out.
        let can_be = |group: &&Vec<Clue>| never(group, draft.grid()).is_none();
        let left: Vec<&Vec<Clue>> = groups(clue).iter().filter(can_be).collect();
        let declare =
            |group: &Vec<Clue>| draft.condition(|draft| group.iter().for_each(|clue| draft.declare(clue)));
        let said: Vec<_> = left.into_iter().map(declare).collect();
        draft.post(any(said));
    },
    marks: |clue, scene| {
        vec![Mark::Note(format!("At least one of these holds: {}.", alternatives(clue, scene).join("; or ")))]
    },
    word: |clue, _, grid| alternatives(clue, &Scene { grid, clues: &[] }).join("; or "),
    noun: "the choice at {first}",
    says: "{alternatives}",
    ..Kind::BLANK
};

/// Each alternative in words.
fn alternatives(clue: &Clue, scene: &Scene<'_>) -> Vec<String> {
    let group = |group: &Vec<Clue>| {
        let clues: Vec<String> = group.iter().map(|clue| sentence(clue, scene)).collect();
        clues.join(" and ")
    };
    groups(clue).iter().map(group).collect()
}

fn groups(clue: &Clue) -> &[Vec<Clue>] {
    match &clue.detail {
        Detail::Either(groups) => groups,
        Detail::None | Detail::Formula(_) => &[],
    }
}

/// Reports the first fault in an alternative. A clue that no numbers satisfy is only a warning, unless no alternative
/// is left.
fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let groups = groups(clue);
    if groups.is_empty() || groups.iter().any(Vec::is_empty) {
        return Err(Fault::new("either: an alternative without a rule").hint(KIND.usage));
    }
    let mut doubts: Vec<Fault> = Vec::new();
    for (alternative, group) in groups.iter().enumerate() {
        for (place, clue) in group.iter().enumerate() {
            let at = At::Inside(alternative, place);
            if clue.kind.alone {
                let what = format!("either: {} cannot be one of several alternatives", clue.kind.name);
                return Err(Fault { at, ..Fault::new(what) });
            }
            match clue.fault(grid) {
                Err(fault) if fault.severity == Severity::Malformed => return Err(Fault { at, ..fault }),
                Err(fault) => doubts.push(Fault { at, ..fault }),
                Ok(()) => {}
            }
        }
    }
    let is_left = groups.iter().any(|group| never(group, grid).is_none());
    // Impossible clues are reported before clues that allow everything.
    doubts.sort_by_key(Fault::is_warning);
    match doubts.into_iter().next() {
        Some(fault) if is_left => Err(fault.warning()),
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// The index of the first clue in a group that no numbers satisfy.
fn never(group: &[Clue], grid: &Grid) -> Option<usize> {
    group
        .iter()
        .position(|clue| clue.fault(grid).is_err_and(|fault| fault.severity == Severity::Unsatisfiable))
}

/// What a clue of cells says, as within a sentence; `None` if its words need more than its cells and numbers.
fn said(clue: &Clue, grid: &Grid) -> Option<String> {
    let name = |cell: &u16| grid.name(usize::from(*cell)).to_string();
    let [cells] = &clue.lists[..] else { return None };
    let (first, last) = (cells.first()?, cells.last()?);
    let names: Vec<String> = cells.iter().map(name).collect();
    let listed = match &names[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    };
    let parts = [
        ("{cells}", listed),
        ("{from}", name(first)),
        ("{to}", name(last)),
        (
            "{number}",
            clue.first_number()
                .or(clue.kind.usual_number)
                .map_or_else(|| "{".to_owned(), |number| number.to_string()),
        ),
        ("{word}", (clue.kind.word)(clue, cells, grid)),
    ];
    let words = match (cells.len(), clue.kind.says_of_one) {
        (2.., _) | (_, "") => clue.kind.says,
        (_, of_one) => of_one,
    };
    let said = parts.iter().fold(words.to_owned(), |said, (name, part)| said.replace(name, part));
    let is_name = words.starts_with(['{', 'R']);
    let mut each = said.chars();
    let begin = each.next().filter(|_| !said.contains('{'))?;
    let begin = if is_name { begin } else { begin.to_ascii_lowercase() };
    Some(format!("{begin}{}", each.as_str()))
}

/// A short description of a clue.
fn sentence(clue: &Clue, scene: &Scene<'_>) -> String {
    // A formula is its own sentence.
    if let [Mark::Note(note)] = &(clue.kind.marks)(clue, scene)[..]
        && clue.lists.is_empty()
    {
        return note.trim_end_matches('.').to_owned();
    }
    if let Some(said) = said(clue, scene.grid) {
        return said;
    }
    let numbers: String = clue.numbers().map(|number| format!(" {number}")).collect();
    let list = |cells: &Vec<u16>| {
        let cells: Vec<String> =
            cells.iter().map(|&cell| scene.grid.name(usize::from(cell)).to_string()).collect();
        cells.join(" ")
    };
    let lists: Vec<String> = clue.lists.iter().map(list).collect();
    let colon = if lists.is_empty() { "" } else { ": " };
    format!("{}{numbers}{colon}{}", clue.kind.name, lists.join(" = "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;
    use crate::rules::kinds::cages::count_distinct;
    use crate::rules::kinds::cages::equality;
    use crate::rules::kinds::cages::killer;
    use crate::rules::kinds::cages::lunchbox;
    use crate::rules::kinds::cages::quadruple;
    use crate::rules::kinds::lines::thermo;
    use crate::rules::kinds::pairs::white;
    use crate::rules::kinds::whole::anti_leap;
    use crate::rules::tests::{agree, fault, raw};

    #[test]
    fn alternatives_are_told_in_words() {
        let text = "size: 9\neither thermo: r1c1-r1c3 | killer 7: r2c1 r2c2 & white: r3c1 r3c2 | diagonals\n";
        let puzzle: crate::Puzzle = text.parse().expect("a puzzle");
        let said = "At least one of these holds: the thermometer rises along R1C1, R1C2 and R1C3; or the cage R2C1 and \
                    R2C2 has different values that add up to 7 and R3C1 and R3C2 differ by exactly 1; or diagonals.";
        assert_eq!(puzzle.sentence(&puzzle.clues()[0]), said);
    }

    fn either(groups: Vec<Vec<Clue>>) -> Clue {
        Clue { detail: Detail::Either(groups), ..Clue::new(&KIND) }
    }

    #[test]
    fn one_of_several_rules() {
        let rises = Clue::new(&thermo::KIND).list([0, 1, 2]);
        let falls = Clue::new(&thermo::KIND).list([2, 1, 0]);
        let clue = either(vec![vec![rises.clone()], vec![falls]]);
        let means = |n: &[i32]| n[0] < n[1] && n[1] < n[2] || n[0] > n[1] && n[1] > n[2];
        assert_eq!(agree(raw(1, 3, 1..=5), vec![clue], means), 20);
        // Both alternatives may hold.
        let clue = either(vec![vec![rises.clone()], vec![Clue::new(&white::KIND).list([0, 1])]]);
        let means = |n: &[i32]| n[0] < n[1] && n[1] < n[2] || (n[0] - n[1]).abs() == 1;
        agree(raw(1, 3, 1..=5), vec![clue], means);
        assert_eq!(
            agree(raw(1, 3, 1..=5), vec![either(vec![vec![rises]])], |n| n[0] < n[1] && n[1] < n[2]),
            10
        );
    }

    #[test]
    fn groups_of_rules_hold_together() {
        let killer = |sum| Clue::new(&killer::KIND).number(sum).list([0, 1, 2]);
        let dots = [Clue::new(&white::KIND).list([0, 1]), Clue::new(&white::KIND).number(2).list([1, 2])];
        let clue =
            either(vec![vec![killer(6), dots[0].clone()], vec![killer(9), dots[1].clone()], dots.to_vec()]);
        let means = |n: &[i32]| {
            let differ = n[0] != n[1] && n[1] != n[2] && n[0] != n[2];
            let [one, two] = [(n[0] - n[1]).abs() == 1, (n[1] - n[2]).abs() == 2];
            let sum = n[0] + n[1] + n[2];
            differ && sum == 6 && one || differ && sum == 9 && two || one && two
        };
        agree(raw(2, 2, 1..=5), vec![clue], means);
    }

    #[test]
    fn each_solution_of_alternatives_is_found_once() {
        let listed = |kind, numbers: &[i32], cells: &[u16]| {
            numbers.iter().fold(Clue::new(kind), |clue, &number| clue.number(number)).list(cells)
        };
        let distinct = Clue::new(&count_distinct::KIND).list([0]).list([1, 2, 3]);
        let lunch = listed(&lunchbox::KIND, &[2], &[0, 1, 2, 3]);
        let clues = [
            distinct,
            lunch,
            listed(&equality::KIND, &[], &[0, 1, 2, 3]),
            listed(&quadruple::KIND, &[1, 3, 3], &[0]),
            Clue::new(find("connected").unwrap()).number(2),
            listed(find("math").unwrap(), &[], &[0, 1]),
            listed(find("skyscraper").unwrap(), &[2], &[0, 1]),
            listed(find("x-sum").unwrap(), &[3], &[0, 1]),
            listed(find("numbered-room").unwrap(), &[3], &[0, 2]),
            listed(find("rellik").unwrap(), &[3], &[0, 2]),
        ];
        let math = crate::rules::Param::Word("x".into());
        let mut clues = clues.to_vec();
        clues[5].params = vec![math, crate::rules::Param::Number(4)];
        let grid = Grid::of(raw(2, 2, 1..=4)).unwrap();
        let scene = Scene { grid: &grid, clues: &[] };
        for (at, one) in clues.iter().enumerate() {
            let other = &clues[(at + 3) % clues.len()];
            let clue = either(vec![vec![one.clone()], vec![other.clone()]]);
            agree(raw(2, 2, 1..=4), vec![clue], |n| one.holds(&scene, n) || other.holds(&scene, n));
        }
    }

    #[test]
    fn invalid_alternatives_are_faults() {
        let grid = || raw(1, 3, 1..=3);
        assert!(fault(grid(), either(vec![])).starts_with("either: an alternative without a rule"));
        assert!(fault(grid(), either(vec![vec![]])).starts_with("either: an alternative without a rule"));
        let inside = Clue::new(&killer::KIND).number(1).list([0, 1]);
        assert!(
            fault(grid(), either(vec![vec![inside]])).starts_with("a cage of 2 cells cannot add up to 1")
        );
        let whole = vec![Clue::new(&anti_leap::KNIGHT)];
        assert!(either(vec![whole]).fault(&Grid::of(grid()).unwrap()).is_ok());
        let alone = Clue::new(find("doppelganger").unwrap());
        let what = "either: doppelganger cannot be one of several alternatives";
        assert_eq!(fault(grid(), either(vec![vec![alone]])), what);
    }

    #[test]
    fn impossible_alternatives_are_left_out() {
        let never = Clue::new(&killer::KIND).number(1).list([0, 1]);
        let rises = Clue::new(&thermo::KIND).list([0, 1]);
        let clue = either(vec![vec![never, rises.clone()], vec![rises]]);
        let fault = clue.fault(&Grid::of(raw(1, 2, 1..=3)).unwrap()).unwrap_err();
        assert_eq!((fault.severity, fault.at), (Severity::Warning, At::Inside(0, 0)));
        assert_eq!(agree(raw(1, 2, 1..=3), vec![clue], |n| n[0] < n[1]), 3);
    }

    #[test]
    fn malformed_alternatives_are_faults() {
        let rises = Clue::new(&thermo::KIND).list([0, 1]);
        let clone = Clue::new(find("clone").unwrap()).list([0]).list([1, 2]);
        let clue = either(vec![vec![rises], vec![clone]]);
        let fault = clue.fault(&Grid::of(raw(1, 3, 1..=3)).unwrap()).unwrap_err();
        assert_eq!((fault.severity, fault.at), (Severity::Malformed, At::Inside(1, 0)));
        assert_eq!(
            fault.to_string(),
            "clone: a list of 1 cell is joined with one of 2 (the lists must have the same length)"
        );
    }

    #[test]
    fn degenerate_alternatives_keep_their_meaning() {
        let plus = |sum| crate::rules::Param::Number(sum);
        let mut twice = Clue::new(find("math").unwrap()).list([0, 0]);
        twice.params = vec![crate::rules::Param::Word("+".into()), plus(4)];
        let equal = Clue::new(find("palindrome").unwrap()).list([1, 2]);
        let clue = either(vec![vec![twice.clone()], vec![equal]]);
        assert_eq!(agree(raw(1, 3, 1..=4), vec![clue.clone()], |n| n[0] == 2 || n[1] == n[2]), 16 + 12);
        assert_eq!(agree(raw(1, 3, 1..=4), vec![twice], |n| n[0] == 2), 16);
    }

    #[test]
    fn alternatives_in_words() {
        let grid = Grid::square(4).unwrap();
        let thermo = Clue::new(&thermo::KIND).list([0, 1]);
        let killer = Clue::new(&killer::KIND).number(5).list([2, 3]);
        let clue = either(vec![vec![thermo.clone(), killer], vec![thermo]]);
        let marks = (KIND.marks)(&clue, &Scene { grid: &grid, clues: &[] });
        let words = "At least one of these holds: the thermometer rises along R1C1 and R1C2 and the cage R1C3 and R1C4 has different values that add up to 5; or the thermometer rises along R1C1 and R1C2.";
        assert_eq!(marks, [Mark::Note(words.into())]);
        let white_dot = Clue::new(&white::KIND).list([0, 1]);
        let leap = Clue::new(&anti_leap::LEAP).number(1).number(3);
        let clue = either(vec![vec![leap], vec![white_dot]]);
        let marks = (KIND.marks)(&clue, &Scene { grid: &grid, clues: &[] });
        let words = "At least one of these holds: anti-leap 1 3; or R1C1 and R1C2 differ by exactly 1.";
        assert_eq!(marks, [Mark::Note(words.into())]);
    }
}
