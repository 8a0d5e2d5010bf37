//! `sudoku canonical`: the smallest form under all symmetries.

use super::support::*;

/// The second is the first with other digits, upside down.
const TWINS: [&str; 2] = [
    "..............1..2..3..4.5...........1...67..8...5..3.........6...8....15.2.3....",
    "....7.8.59....2...4.........7..5...2..34...9...........5.6..7..8..9..............",
];
const FORM: &str = "..............1..2..3..4.5...........1...67..8...5..3.........6...8....15.2.3....";

#[test]
fn repeats_have_the_same_line() {
    let forms = piped(["canonical"], lines(TWINS));
    assert_eq!((forms.status, forms.stderr.as_str()), (Some(0), ""));
    let forms: Vec<&str> = forms.stdout.lines().collect();
    assert_eq!(forms[0], forms[1]);
    assert_eq!(forms[0], FORM);
    assert_eq!(sudoku(["canonical", FORM]), run(0, lines([FORM]), ""));
}

#[test]
fn a_batch_keeps_its_order_and_refuses_other_shapes() {
    let input = lines([TWINS[0], "12..34....4...1.", INKALA, "12345"]);
    for threads in ["1", "3"] {
        let all = piped(["canonical", "--batch", "--threads", threads], &input);
        assert_eq!(all.status, Some(0));
        let answers: Vec<&str> = all.stdout.lines().collect();
        assert_eq!((answers[0], answers[1], answers[3]), (FORM, "invalid", "invalid"));
        assert_eq!(answers[2].len(), 81);
        let first = all.stderr.lines().next();
        let what = "no canonical form: only classic grids of 9x9 with boxes of 3x3 have one";
        assert_eq!(first, Some(&*format!("standard input:2:1: {what}")));
    }
    assert_eq!(piped(["canonical"], &input).status, Some(2));
}

#[test]
fn forms_in_tables_and_objects() {
    let csv = piped(["canonical", "--format", "csv"], lines([TWINS[0], "12..34....4...1."])).stdout;
    assert_eq!(csv, format!("index,status,givens,canonical\n1,canonical,17,{FORM}\n2,invalid,,\n"));
    let json = piped(["canonical", "--format", "json"], lines([TWINS[0]])).stdout;
    let object = format!("{{\"index\":1,\"status\":\"canonical\",\"givens\":17,\"canonical\":\"{FORM}\"}}\n");
    assert_eq!(json, object);
    assert_eq!(sudoku(["canonical", "--format", "grid", INKALA]).status, Some(2));
}
