//! `/api/check`: whether a puzzle has one solution, and the entries or rules at fault if it has none.

use sudoku_ask::Entries;

use crate::{Answer, Call, ENTRIES, Failure, Field, Kind, PUZZLE, Request, Work};

pub(crate) const CHECK: Call = Call {
    path: "/api/check",
    about: "Checks whether a puzzle has one solution, several or none, and finds contradictory givens and rules if it \
            has none, and wrong entries.",
    fields: &[
        PUZZLE,
        ENTRIES,
        Field::new("cap", Kind::Number(1, 1000, Some(2)), "the greatest number of solutions to search for"),
        Field::new("show", Kind::Flag, "whether the answer includes the only solution"),
        Field::new(
            "quick",
            Kind::Flag,
            "whether to skip the search for contradictions, which may take two seconds",
        ),
    ],
    answer: "{verdict: unique, several, none or unknown, solutions: the number found, at most cap, open: cells in \
             which they differ, wrong: entries that differ from the only solution, \
             faults: [{kind: given, entry, rule or house, text, cells}], solution, seconds}",
    is_stream: false,
    run: check,
};

fn check(request: &Request, work: &mut Work<'_>) -> Result<Answer, Failure> {
    let puzzle = request.puzzle()?;
    let entries = request.entries(&puzzle)?;
    let cap = request.number("cap")? as usize;
    let (is_quick, shows) = (request.flag("quick"), request.flag("show"));
    let question = Entries { entries: &entries, cap, is_quick, shows };
    Ok(Answer::of(&question.answer(&puzzle, &work.budget())))
}
