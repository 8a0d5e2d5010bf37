//! Guesses: they are named, can be changed, and give way to others if there is no solution.

use sudoku::format::{Options, parse};
use sudoku::{Puzzle, Solver};

use super::{clues, document, line, shape};
use crate::support::one;

#[test]
fn readings_are_named_and_can_be_changed() {
    let more = format!(r#","lines":[{}]"#, line("#F067F0", 9.6, "[0.5,0.5],[0.5,2.5]"));
    let text = document("Purple lines are renban.", &more);
    let about = one(&text).about().cloned().expect("it has guesses");
    assert_eq!(about.guesses[0].to_string(), "renban: line1 (the rules name the color of the line)");
    let forced = |rule: &str| {
        let readings = vec![("line1".into(), rule.into())];
        parse(&text, &Options { readings, ..Options::default() }).map(|puzzles| clues(&puzzles[0]))
    };
    assert_eq!(forced("whisper 4"), Ok(vec![("whisper", vec![4], vec![vec![0, 1, 2]])]));
    assert_eq!(forced("nothing"), Ok(vec![]));
    assert!(forced("renbam").unwrap_err().to_string().contains("did you mean renban"));
}

/// A document of 4×4 cells with these rows of givens, and its solution.
fn small(rules: &str, givens: [&str; 4], solution: &str, more: &str) -> Puzzle {
    let cell = |c: char| if c == '.' { "{}".to_owned() } else { format!(r#"{{"value":{c}}}"#) };
    let row = |row: &&str| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
    let cells = givens.iter().map(row).collect::<Vec<_>>().join(",");
    let region = |at: usize| {
        let cell = |cell: usize| format!("[{},{}]", at / 2 * 2 + cell / 2, at % 2 * 2 + cell % 2);
        format!("[{}]", (0..4).map(cell).collect::<Vec<_>>().join(","))
    };
    let regions = (0..4).map(region).collect::<Vec<_>>().join(",");
    one(&format!(
        r#"{{"cells":[{cells}],"regions":[{regions}],"metadata":{{"rules":"{rules}","solution":"{solution}"}}{more}}}"#
    ))
}

/// The guesses of a puzzle after it was read again, the remarks, and the only solution.
fn reread(puzzle: &Puzzle) -> Option<(Vec<String>, Vec<String>, Option<String>)> {
    let again = puzzle.reread(&sudoku::Budget::default())?;
    let answer = Solver::default().solve(&again, 2);
    let solution = answer.is_unique().then(|| again.text(&answer.solutions[0]));
    let about = again.about().expect("it has guesses");
    let guesses = about.guesses.iter().map(ToString::to_string).collect();
    Some((guesses, about.remarks.iter().map(|remark| remark.what.clone()).collect(), solution))
}

#[test]
fn a_reading_without_a_solution_gives_way_to_the_next_one() {
    const SOLVED: &str = "1234341221434321";
    let bulb = shape("1.5,1.5", 0.85, "#CFCFCF", "#CFCFCF", true, "");
    let thermo = line("#CFCFCF", 21.0, "[1.5,1.5],[2.5,2.5]");
    let more = format!(r#","lines":[{thermo}],"underlays":[{bulb}]"#);
    let rules = "Digits increase along thermometers.";
    // The thermometer holds 4 and 4: it must be a slow one.
    let rows = ["12..", "341.", "2.4.", "43.."];
    let puzzle = small(rules, rows, "", &more);
    assert_eq!(puzzle.clues()[0].kind.name(), "thermo");
    let (guesses, remarks, solution) = reread(&puzzle).expect("it has no solution as a thermometer");
    assert_eq!((solution.as_deref(), remarks), (Some(SOLVED), vec![]));
    assert_eq!(guesses, ["slow-thermo: line1 (read as thermo, there was no solution)"]);
    // A solution of the document that differs from that of every other reading leaves none.
    let (_, remarks, solution) =
        reread(&small(rules, rows, "1234341221433421", &more)).expect("there is none");
    assert_eq!(solution, None);
    assert!(
        remarks.iter().any(|what| what.contains("no solution with these readings together: thermo: line1"))
    );
    // A puzzle with a solution keeps its reading, and so does one whose givens clash.
    assert_eq!(reread(&small(rules, ["1...", "31..", "..2.", "...."], "", &more)), None);
    assert_eq!(reread(&small(rules, ["11..", "34..", "2.4.", "43.."], "", &more)), None);
}

#[test]
fn only_the_part_that_clashes_is_read_again() {
    let cages = r#","cages":[{"cells":[[0,0],[0,1]],"value":3,"unique":true},{"cells":[[0,2],[0,3]],"value":4,"unique":true},
        {"cells":[[3,0],[3,1]],"value":7,"unique":true}]"#;
    let rules = "Digits in cages sum to the number and do not repeat.";
    let (guesses, _, solution) =
        reread(&small(rules, ["12..", "3412", "2143", "...."], "", cages)).expect("3 and 4 are no 4");
    assert_eq!(solution.as_deref(), Some("1234341221434321"));
    let reason = "a cage of different digits with a number";
    assert_eq!(
        guesses,
        [
            format!("killer: cage1, cage3 ({reason})"),
            "nothing: cage2 (read as killer, there was no solution)".into()
        ]
    );
    // What the user has said is no guess.
    let text = document(rules, r#","cages":[{"cells":[[0,0],[0,1]],"value":3,"unique":true}]"#);
    let text = text.replacen("{}", r#"{"value":9}"#, 1);
    let readings = vec![("cage1".into(), "killer 3".into())];
    let told = parse(&text, &Options { readings, ..Options::default() }).expect("it is read");
    assert!(told[0].reread(&sudoku::Budget::default()).is_none());
}
