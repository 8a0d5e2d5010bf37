//! Lines of numbers that match a regular expression.

use std::sync::Arc;

use csp::constraints::{Automaton, regular};

use crate::grid::Grid;
use crate::rules::mark::{Mark, Paint};
use crate::rules::pattern::Pattern;
use crate::rules::{Clue, Fault, Group, Kind, ListSyntax, ParamSyntax};
use crate::text::scan::quote;

pub const KIND: Kind = Kind {
    name: "regex",
    also: &["regular expression", "pattern"],
    group: Group::Lines,
    usage: "regex \"PATTERN\": CELLS, …",
    help: "The numbers of the line, one character each, match the pattern as a whole. (It knows . [123] [^4-6] ( ) | * + ? {2,3}; letters are numbers from a = 10 on.)",
    sentence: "The digits along a red line match the pattern {word}.",
    example: "regex \"[124578]*3.*\": r1c1-r1c9\nregex \"(12|2.3|3..4).*\": r5c5-r9c5",
    params: ParamSyntax::Text,
    lists: ListSyntax::Each(1, usize::MAX),
    fault: |clue, grid| {
        let wrong = |what: String| Fault::new(format!("regex {}: {what}", quote(clue.text()))).param(0);
        automaton(clue, grid).map(|_| ()).map_err(wrong)
    },
    holds: |clue, scene, numbers| {
        pattern(clue, scene.grid).is_ok_and(|pattern| pattern.matches(&clue.read(numbers)))
    },
    declare: |clue, draft| {
        let automaton = automaton(clue, draft.grid()).expect("the pattern was checked for faults");
        let line = draft.vars(clue.cells());
        draft.post(regular(line, automaton));
    },
    marks: |clue, _| {
        let note = Mark::Note(format!("Red line: {}", clue.text()));
        clue.line(Paint::Red).into_iter().chain([note]).collect()
    },
    noun: "the pattern at {from}",
    says: "The values of {cells}, in this order, match the pattern {word}",
    word: |clue, _, _| format!("“{}”", clue.text()),
    ..Kind::BLANK
};

fn pattern(clue: &Clue, grid: &Grid) -> Result<Pattern, String> {
    Pattern::parse(clue.text(), &grid.shape().values)
}

/// Returns the automaton of a clue's pattern, or a message about the pattern.
fn automaton(clue: &Clue, grid: &Grid) -> Result<Arc<Automaton>, String> {
    clue.made(grid, |text, values| {
        let pattern = Pattern::parse(text, values)?;
        Automaton::parse(&pattern.to_string()).map(Arc::new).map_err(|error| error.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Param;
    use crate::rules::tests::{agree, fault, raw};

    fn line(text: &str, cells: u16) -> Clue {
        let clue = Clue::new(&KIND).list((0..cells).collect::<Vec<u16>>());
        Clue { params: vec![Param::Text(text.into())], ..clue }
    }

    #[test]
    fn lines_match_their_pattern() {
        let before = |n: &[i32]| {
            let three = n.iter().position(|&number| number == 3);
            three.is_some_and(|three| n[..three].iter().all(|&number| number < 3))
        };
        // A 3 in the first place, or after one, two or three numbers below 3.
        let ways = 64 + 2 * 16 + 4 * 4 + 8;
        assert_eq!(agree(raw(1, 4, 1..=4), vec![line("[12]*3.*", 4)], before), ways);
        let next = |n: &[i32]| {
            let step = |at: usize| n.get(at + n[at] as usize).is_some_and(|&to| to == n[at] + 1);
            (1..=2).contains(&n[0]) && step(0)
        };
        agree(raw(1, 4, 0..=4), vec![line("(12|2.3).*", 4)], next);
        agree(raw(1, 3, -2..=2), vec![line("[^1]0?.", 3)], |n| n[0] != 1 && n[1] == 0);
        agree(raw(1, 3, 9..=12), vec![line("[9-a]*[BC]", 3)], |n| n[0] < 11 && n[1] < 11 && n[2] > 10);
        assert_eq!(agree(raw(1, 3, 1..=4), vec![line("12", 3)], |_| false), 0);
        agree(raw(1, 3, 1..=4), vec![line("", 3)], |_| false);
    }

    #[test]
    fn mistakes_are_shown_with_the_pattern() {
        let what = "regex \"(12\": ( at character 1 is never closed";
        assert_eq!(fault(raw(1, 3, 1..=4), line("(12", 3)), what);
        let what = "regex: write text in quotes before the colon (regex \"PATTERN\": CELLS, …)";
        assert_eq!(fault(raw(1, 3, 1..=4), Clue::new(&KIND).list([0])), what);
    }
}
