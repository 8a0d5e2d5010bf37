//! Machine-readable answers: JSON with an object on each line, and CSV, with the same fields.

use super::support::*;

/// Returns a puzzle of each kind: one solution, several solutions, no solution, too long.
fn mixed() -> String {
    lines([INKALA, SEVENTEEN, CLASH, &format!("{EASY}1")])
}

const NOTES: &str = "\
standard input:3:5: 5 in R1C5 repeats R1C1
standard input:4:1: 82 cells do not make a puzzle (9x9 has 81: 1 too many)
";

#[test]
fn json_has_an_object_a_line() {
    let solved = piped(["solve", "--format", "json"], lines([INKALA, EASY]));
    let expected = lines([
        format!(r##"{{"index":1,"status":"solved","solution":"{INKALA_SOLVED}","nodes":#,"micros":#}}"##),
        format!(r##"{{"index":2,"status":"solved","solution":"{EASY_SOLVED}","nodes":#,"micros":#}}"##),
    ]);
    assert_eq!((masked(&solved.stdout), solved.stderr, solved.status), (expected, String::new(), Some(0)));

    let unique = piped(["solve", "--unique", "--format", "json"], mixed());
    assert_eq!((unique.status, unique.stderr.as_str()), (Some(2), NOTES));
    let text = masked(&unique.stdout);
    let all: Vec<&str> = text.lines().collect();
    let first =
        format!(r##"{{"index":1,"status":"unique","solution":"{INKALA_SOLVED}","nodes":#,"micros":#}}"##);
    assert_eq!(all[0], first);
    let two = all[1].strip_prefix(r#"{"index":2,"status":"multiple","solution":null,"solutions":[""#);
    let two = two.and_then(|rest| rest.strip_suffix(r##""],"nodes":#,"micros":#}"##));
    let (one, other) = two.and_then(|two| two.split_once(r#"",""#)).expect("it shows two solutions");
    assert!(one != other && solves(one, SEVENTEEN) && solves(other, SEVENTEEN), "{}", all[1]);
    let none = concat!(
        r#"{"index":3,"status":"none","solution":null,"reason":"5 in R1C5 repeats R1C1","#,
        r##""nodes":#,"micros":#}"##
    );
    assert_eq!(all[2], none);
    let invalid = concat!(
        r#"{"index":4,"status":"invalid","solution":null,"#,
        r#""reason":"4:1: 82 cells do not make a puzzle (9x9 has 81: 1 too many)","#,
        r##""nodes":#,"micros":#}"##
    );
    assert_eq!(all[3..], [invalid]);
}

#[test]
fn json_of_all_solutions_has_one_object_each_and_then_the_puzzles() {
    let all = sudoku(["solve", "--all", "--format", "json", SEVENTEEN, EASY]);
    assert_eq!((all.status, all.stderr.as_str()), (Some(0), ""));
    let text = masked(&all.stdout);
    let objects: Vec<&str> = text.lines().collect();
    assert_eq!(objects.len(), 17 + 1 + 1 + 1);
    for (nth, object) in (1..).zip(&objects[..17]) {
        let begin = format!(r#"{{"index":1,"nth":{nth},"solution":""#);
        let solution = object.strip_prefix(&begin).and_then(|rest| rest.strip_suffix(r#""}"#));
        assert!(solution.is_some_and(|solution| solves(solution, SEVENTEEN)), "{object}");
    }
    assert!(objects[17].starts_with(r#"{"index":1,"status":"multiple","#), "{}", objects[17]);
    assert_eq!(objects[18], format!(r#"{{"index":2,"nth":1,"solution":"{EASY_SOLVED}"}}"#));
    assert!(objects[19].starts_with(r#"{"index":2,"status":"unique","#), "{}", objects[19]);
}

#[test]
fn json_reports_a_limit_without_a_solution() {
    let limit = sudoku(["solve", "--unique", "--format", "json", "--node-limit", "1", INKALA]);
    let expected = r##"{"index":1,"status":"limit","solution":null,"nodes":#,"micros":#}"##;
    assert_eq!((masked(&limit.stdout), limit.status), (lines([expected]), Some(3)));
}

#[test]
fn json_keeps_the_places_of_puzzles_that_are_left_out() {
    let input = lines([INKALA, SEVENTEEN, EASY, MEDIUM]);
    let taken = piped(["solve", "--format", "json", "--skip", "2", "--take", "1"], input);
    let object =
        format!(r##"{{"index":3,"status":"solved","solution":"{EASY_SOLVED}","nodes":#,"micros":#}}"##);
    assert_eq!((masked(&taken.stdout), taken.status), (lines([object]), Some(0)));
}

#[test]
fn json_of_other_commands() {
    let check = piped(["check", "--format", "json"], mixed());
    assert_eq!((check.status, check.stderr.as_str()), (Some(2), NOTES));
    let statuses: Vec<&str> = check.stdout.lines().filter_map(|line| line.split('"').nth(5)).collect();
    assert_eq!(statuses, ["unique", "multiple", "none", "invalid"]);
    let count = piped(["count", "--format", "json"], mixed());
    assert_eq!((count.status, count.stderr.as_str()), (Some(2), NOTES));
    let text = masked(&count.stdout);
    let objects: Vec<&str> = text.lines().collect();
    assert_eq!(objects[0], r##"{"index":1,"status":"unique","count":1,"exact":true,"nodes":#,"micros":#}"##);
    assert_eq!(
        objects[1],
        r##"{"index":2,"status":"multiple","count":17,"exact":true,"nodes":#,"micros":#}"##
    );
    assert!(
        objects[2].starts_with(r#"{"index":3,"status":"none","count":0,"exact":true,"#),
        "{}",
        objects[2]
    );
    assert!(objects[3].starts_with(r#"{"index":4,"status":"invalid","#), "{}", objects[3]);
    let candidates = piped(["candidates", "--format", "json"], lines([EASY]));
    let each: Vec<String> = EASY_SOLVED.chars().map(|c| format!("[\"{c}\"]")).collect();
    let object = format!(
        r##"{{"index":1,"status":"unique","candidates":[{}],"nodes":#,"micros":#}}"##,
        each.join(",")
    );
    assert_eq!((masked(&candidates.stdout), candidates.status), (lines([object]), Some(0)));
}

const HEADER: &str = "index,status,solution,solutions,nodes,micros";

#[test]
fn csv_has_a_header_and_the_same_fields() {
    let solved = piped(["solve", "--format", "csv"], lines([INKALA, EASY]));
    let expected = lines([
        HEADER.to_owned(),
        format!("1,solved,{INKALA_SOLVED},,#,#"),
        format!("2,solved,{EASY_SOLVED},,#,#"),
    ]);
    assert_eq!(
        (masked_table(&solved.stdout), solved.stderr, solved.status),
        (expected, String::new(), Some(0))
    );
    let unique = piped(["solve", "--unique", "--format", "csv"], mixed());
    assert_eq!((unique.status, unique.stderr.as_str()), (Some(2), NOTES));
    let text = masked_table(&unique.stdout);
    let all: Vec<&str> = text.lines().collect();
    assert_eq!(all[..2], [HEADER.to_owned(), format!("1,unique,{INKALA_SOLVED},,#,#")]);
    let two = all[2].strip_prefix("2,multiple,,").and_then(|rest| rest.strip_suffix(",#,#"));
    let (one, other) = two.and_then(|two| two.split_once(';')).expect("it shows two solutions");
    assert!(one != other && solves(one, SEVENTEEN) && solves(other, SEVENTEEN), "{}", all[2]);
    assert_eq!(all[3..], ["3,none,,,#,#", "4,invalid,,,#,#"]);
    let nothing = piped(["solve", "--format", "csv"], "");
    assert_eq!(
        nothing,
        run(0, lines([HEADER]), "sudoku: no puzzle in standard input\n"),
        "a table without puzzles has its header"
    );
}

#[test]
fn csv_of_other_commands() {
    let count = piped(["count", "--format", "csv", "--solutions", "5"], mixed());
    let expected =
        lines([HEADER, "1,unique,,1,#,#", "2,multiple,,at least 5,#,#", "3,none,,0,#,#", "4,invalid,,,#,#"]);
    assert_eq!((masked_table(&count.stdout), count.status), (expected, Some(2)));
    let check = piped(["check", "--format", "csv"], lines([INKALA, CLASH]));
    let expected =
        lines([HEADER.to_owned(), format!("1,unique,{INKALA_SOLVED},,#,#"), "2,none,,,#,#".into()]);
    assert_eq!((masked_table(&check.stdout), check.status), (expected, Some(1)));
}

#[test]
fn csv_of_all_solutions_ends_each_puzzle_as_json_does() {
    let all = sudoku(["solve", "--all", "--format", "csv", SEVENTEEN, INKALA]);
    assert_eq!((all.status, all.stderr.as_str()), (Some(0), ""));
    let header = all.stdout.lines().next().unwrap_or_default();
    assert!(header.split(',').any(|field| field == "nth"), "the fields of JSON are columns: {header}");
    let of =
        |status: &str| all.stdout.lines().filter(|line| line.split(',').any(|field| field == status)).count();
    assert_eq!((of("multiple"), of("unique")), (1, 1), "each puzzle's own line says what it is");
}

#[test]
fn no_cell_of_a_table_is_a_formula() {
    for name in ["=1+1.txt", "+1.txt", "-1.txt", "@SUM.txt"] {
        let folder = Folder::new("formulas").with(name, lines([EASY]));
        let args = ["compare", "--methods", "norvig", "--csv", "runs.csv", "--", name];
        assert_eq!(folder.sudoku(args).status, Some(0), "{name}");
        let table = folder.read("runs.csv");
        let row = table.lines().nth(1).expect("a run");
        assert!(row.starts_with(&format!("1,'{name},1,norvig,0,1,unique,1,")), "{row}");
    }
    let open = "+...............";
    let solved = sudoku(["solve", "--format", "csv", "--symbols", "+-=@", open]);
    assert!(
        solved.stdout.lines().nth(1).is_some_and(|row| row.starts_with("1,solved,'+")),
        "{}",
        solved.stdout
    );
    let table = sudoku(["convert", "--to", "csv", "--symbols", "+-=@", open]).stdout;
    assert_eq!(table, format!("quizzes,solutions\n'{open},\n"));
    // The table reads back as the same puzzles.
    let again = piped(["convert", "--to", "line", "--symbols", "+-=@"], &table);
    assert_eq!((again.status, again.stdout), (Some(0), lines([open])));
}
