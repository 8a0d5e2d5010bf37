//! The gate: a puzzle with parts that are not understood is refused, unless the caller says otherwise.

use sudoku::format::{Options, Unknown, parse, parse_one};
use sudoku::{ParseError, Puzzle};

/// Puzzles with a part that is not understood: whether the part is drawn, the text, and the name of the part.
const UNKNOWN: [(bool, &str, &str); 6] = [
    (false, "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Foo~R3C3~R3C2~R2C2", "Foo R3C3 R3C2 R2C2"),
    (false, ".Shape~4x4.Or.Foo~R1C1.End.~R1C1_1", "Foo R1C1"),
    (false, r#"{"size":1,"grid":[[{}]],"mystery":true}"#, "mystery"),
    (false, r#"{"size":1,"grid":[[{}]],"mystery":true,"line":[{}]}"#, "mystery"),
    (false, r#"{"size":1,"grid":[[{"parity":"Odd"}]]}"#, "parity of cells (1)"),
    (
        true,
        r#"{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"metadata":{"rules":"A rule of a kind that nobody knows."},"lines":[{"wayPoints":[[0.5,0.5],[0.5,3.5]],"color":"123456","thickness":7}]}"#,
        "line1",
    ),
];

fn read(text: &str, unknown: Unknown) -> Result<Puzzle, ParseError> {
    parse_one(text, &Options { unknown, ..Options::default() })
}

#[test]
fn unknown_parts_are_refused_unless_they_are_drawn_or_ignored() {
    for (is_drawn, text, part) in UNKNOWN {
        let named = |what: &str| what.starts_with("not understood: ") && what.contains(part);
        let passes = |puzzle: Puzzle| {
            let about = puzzle.about().expect("it has a remark");
            assert!(about.may_lack_rules(), "{text}");
            about.unknown.len() == 1 && about.remarks.iter().any(|remark| named(&remark.what))
        };
        let refused = [text.parse::<Puzzle>(), read(text, Unknown::Refuse)];
        for error in refused.map(|puzzle| puzzle.expect_err(text)) {
            assert!(named(&error.what) && error.line == 1, "{error}");
        }
        assert!(parse(text, &Options::default()).is_err(), "{text}");
        assert!(passes(read(text, Unknown::Ignore).expect(text)), "{text}");
        match read(text, Unknown::Draw) {
            Ok(puzzle) => assert!(is_drawn && passes(puzzle), "{text}"),
            Err(error) => assert!(!is_drawn && named(&error.what), "{error}"),
        }
    }
}

#[test]
fn an_error_names_some_parts_and_counts_the_others() {
    let items: String = (0..5000).map(|at| format!(".Foo{at}~R1C1")).collect();
    let error = items.parse::<Puzzle>().expect_err("nothing of it is known");
    assert!(error.what.ends_with("Foo7 R1C1; and 4992 more"), "{error}");
    let puzzle = read(&items, Unknown::Ignore).expect("nothing else is wrong");
    let about = puzzle.about().expect("it has remarks");
    assert_eq!((about.unknown.len(), about.remarks.len()), (5000, 51));
}
