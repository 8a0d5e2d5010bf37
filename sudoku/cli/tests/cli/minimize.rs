//! `sudoku minimize`: redundant clues, and the puzzle without them.

use super::support::*;

const SMALL: &str = "12..34....4...1.";
const SMALL_NOTE: &str = "4 clues are not needed, each by itself: 1 in R1C1, 2 in R1C2, 3 in R2C1, 4 in R2C2";

#[test]
fn clues_that_are_not_needed_are_named_and_left_out() {
    let small = sudoku(["minimize", SMALL]);
    assert_eq!(small.stderr, format!("argument:1:1: {SMALL_NOTE}\n"));
    assert_eq!(small.status, Some(0));
    let minimal = small.stdout.trim_end();
    assert_eq!(sudoku(["minimize", minimal]), run(0, lines([minimal]), ""), "nothing more can go");
    // One redundant clue, at several positions.
    for cell in [0, 40, 80] {
        let mut puzzle = INKALA.to_owned();
        let free = (cell..81).find(|&at| &INKALA[at..at + 1] == ".").unwrap_or(79);
        puzzle.replace_range(free..free + 1, &INKALA_SOLVED[free..free + 1]);
        let checked = sudoku(["minimize", &puzzle]);
        let name = format!("R{}C{}", free / 9 + 1, free % 9 + 1);
        assert!(checked.stderr.contains(&format!("in {name}")), "{name} in {}", checked.stderr);
        assert_eq!(sudoku(["check", checked.stdout.trim_end()]), run(0, "unique\n", ""));
    }
    let full = sudoku(["minimize", EASY_SOLVED]);
    assert!(full.stderr.starts_with("argument:1:1: 81 clues are not needed"), "{}", full.stderr);
}

#[test]
fn one_clue_too_many_is_named_alone() {
    let minimal = sudoku(["generate", "--seed", "1"]).stdout;
    let solution = sudoku(["solve", minimal.trim_end()]).stdout;
    // Some additional clue makes no other clue redundant.
    let alone = (0..81).filter(|&at| &minimal[at..at + 1] == ".").find_map(|at| {
        let puzzle = format!("{}{}{}", &minimal[..at], &solution[at..at + 1], &minimal[at + 1..]);
        let minimized = sudoku(["minimize", puzzle.trim_end()]);
        minimized.stderr.ends_with(" is not needed\n").then_some((at, minimized))
    });
    let (at, minimized) = alone.expect("there is such a clue");
    let name = format!("{} in R{}C{}", &solution[at..at + 1], at / 9 + 1, at % 9 + 1);
    let note = format!("argument:1:{}: {name} is not needed\n", at + 1);
    assert_eq!(minimized, run(0, minimal, note));
}

#[test]
fn a_batch_keeps_its_order_and_reports_invalid_lines() {
    let input = lines([INKALA, SEVENTEEN, CLASH, SMALL, "12345"]);
    for threads in ["1", "3"] {
        let all = piped(["minimize", "--threads", threads], &input);
        assert_eq!(all.status, Some(2));
        let answers: Vec<&str> = all.stdout.lines().collect();
        assert_eq!((answers[0], answers[1], answers[2], answers[4]), (INKALA, "multiple", "none", "invalid"));
        assert_eq!(answers[3].len(), 16);
        let notes: Vec<&str> = all.stderr.lines().collect();
        assert_eq!(notes[0], "standard input:3:5: 5 in R1C5 repeats R1C1");
        assert_eq!(notes[1], format!("standard input:4:1: {SMALL_NOTE}"));
    }
    assert_eq!(piped(["minimize"], lines([SEVENTEEN])), run(1, "multiple\n", ""));
    assert_eq!(sudoku(["minimize", "--node-limit", "0", INKALA]), run(3, "limit\n", ""));
    assert_eq!(sudoku(["minimize", "--time-limit", "0", INKALA]), run(3, "limit\n", ""));
    let engine = sudoku(["minimize", "--time-limit", "1m", "--engine", "engine", SMALL]);
    assert_eq!(engine, sudoku(["minimize", SMALL]), "the lanes say the same");
}

#[test]
fn answers_are_tables_objects_and_pictures() {
    let input = lines([SMALL, SEVENTEEN]);
    let minimal = sudoku(["minimize", SMALL]).stdout;
    let (minimal, needed) = (minimal.trim_end(), minimal.trim_end().replace('.', "").len());
    let json = piped(["minimize", "--format", "json"], &input).stdout;
    let names = r#"["R1C1","R1C2","R2C1","R2C2"]"#;
    let first = format!(
        r#"{{"index":1,"status":"unique","givens":6,"needed":{needed},"redundant":{names},"rules":0,"needed_rules":0,"redundant_rules":[],"undecided":[],"minimal":"{minimal}"}}"#
    );
    assert_eq!(json, lines([first.as_str(), r#"{"index":2,"status":"multiple","givens":23}"#]));
    let csv = piped(["minimize", "--format", "csv"], &input).stdout;
    let first = format!("1,unique,6,{needed},R1C1 R1C2 R2C1 R2C2,{minimal},0,0,,");
    let header = "index,status,givens,needed,redundant,minimal,rules,needed_rules,redundant_rules,undecided";
    assert_eq!(csv, lines([header, &first, "2,multiple,23,,,,,,,"]));
    let invalid = piped(["minimize", "--format", "csv"], "12345\n").stdout;
    assert_eq!(invalid, lines([header, "1,invalid,,,,,,,,"]));
    let grid = sudoku(["minimize", "--format", "grid", "--ascii", SMALL]).stdout;
    assert_eq!((grid.lines().count(), grid.lines().next()), (7, Some("+-----+-----+")));
    let strict = piped(["minimize", "--batch", "--format", "grid"], &input);
    assert_eq!((strict.status, strict.stdout.as_str()), (Some(2), ""));
}

#[test]
fn other_shapes_are_minimized_too() {
    let jigsaw = "size: 4\nregions:\naabb\nacbb\naccd\ncddd\ngrid:\n....\n3...\n.1..\n43..\n";
    let answer = piped(["minimize"], jigsaw);
    assert_eq!(answer.status, Some(0));
    // A line would lose the regions.
    assert!(answer.stdout.contains("regions:\naabb\n"), "{}", answer.stdout);
    assert_eq!(piped(["check"], &answer.stdout), run(0, "unique\n", ""));
    assert_eq!(piped(["minimize", "--engine", "engine"], jigsaw), answer);
    // Pencil marks stay.
    let marks = piped(["convert", "--to", "candidates"], "12..34....4...1.").stdout;
    let marks = piped(["minimize", "--from", "candidates"], marks);
    assert_eq!(piped(["check"], marks.stdout).stdout, "unique\n");
}

/// A killer with clues of every sort that are not needed.
const KILLER: &str = "\
size: 4
title: Too many
grid:
1...
....
....
....
killer 3: r1c1 r1c2, r2c3 r2c4
killer 5: r2c2 r3c2
killer 3: r3c1 r3c2
killer 6: r3c3 r4c3
killer 3: r4c2
killer 2: r1c2
even: r2c2 r1c2
";

/// Runs a check on a puzzle without one of its lines.
fn without_line(text: &str, at: usize) -> String {
    let kept = text.lines().enumerate().filter(|&(line, _)| line != at).map(|(_, line)| line);
    piped(["check"], lines(kept)).stdout
}

#[test]
fn rules_are_kept_and_asked_about() {
    assert_eq!(piped(["check"], KILLER), run(0, "unique\n", ""));
    let minimal = piped(["minimize"], KILLER);
    assert_eq!(minimal.status, Some(0), "{}", minimal.stderr);
    assert!(minimal.stdout.contains("title: Too many") && minimal.stdout.contains("killer"), "{minimal:?}");
    assert_eq!(piped(["check"], &minimal.stdout), run(0, "unique\n", ""));
    assert_eq!(
        piped(["minimize"], &minimal.stdout),
        run(0, minimal.stdout.clone(), ""),
        "nothing more can go"
    );
    for (at, _) in minimal.stdout.lines().enumerate().filter(|(_, line)| line.contains(": r")) {
        assert_eq!(without_line(&minimal.stdout, at), "multiple\n", "line {at} of {}", minimal.stdout);
    }
    assert!(
        minimal.stderr.contains("clues are not needed, each by itself: 1 in R1C1; "),
        "{}",
        minimal.stderr
    );
    // Every line of the input that is not needed, and no other, is named.
    for (at, line) in
        KILLER.lines().enumerate().filter(|(_, line)| line.starts_with("killer") && !line.contains(','))
    {
        let is_redundant = without_line(KILLER, at) == "unique\n";
        assert_eq!(minimal.stderr.contains(line), is_redundant, "{line}: {}", minimal.stderr);
    }
}

#[test]
fn givens_or_rules_alone_are_asked_about() {
    let givens = piped(["minimize", "--givens"], KILLER);
    assert_eq!(givens.stderr, "standard input:4:1: 1 in R1C1 is not needed\n");
    let converted = piped(["convert", "--to", "native"], KILLER).stdout;
    assert_eq!(givens.stdout, converted.replace("1...", "...."));
    let rules = piped(["minimize", "--rules"], KILLER);
    assert!(rules.stdout.contains("1...") && !rules.stderr.contains("R1C1"), "{rules:?}");
    assert!(rules.stdout.lines().count() < KILLER.lines().count());
    assert_eq!(piped(["minimize", "--rules", "--givens"], KILLER), piped(["minimize"], KILLER));
}

#[test]
fn a_variant_is_written_in_any_format() {
    let native = piped(["minimize"], KILLER);
    let link = piped(["minimize", "--to", "link"], KILLER);
    assert_eq!((link.status, link.stderr.as_str()), (Some(0), native.stderr.as_str()));
    assert_eq!(piped(["check"], &link.stdout), run(0, "unique\n", ""));
    let json = piped(["minimize", "--format", "json", "--to", "link"], KILLER).stdout;
    assert!(json.contains(&format!("\"minimal\":\"{}\"", link.stdout.trim_end())), "{json}");
    let json = piped(["minimize", "--format", "json"], KILLER).stdout;
    let text = native.stdout.trim_end().replace('\n', "\\n");
    assert!(json.contains(&format!("\"minimal\":\"{text}\"")), "{json}");
    assert!(json.starts_with("{\"index\":1,\"status\":\"unique\",\"givens\":1,\"needed\":0,\"redundant\":[\"R1C1\"],\"rules\":9,"), "{json}");
    assert!(
        json.contains("\"killer 2: r1c2\"")
            && json.contains("\"even: r1c2\"")
            && json.contains("\"undecided\":[]"),
        "{json}"
    );
    let line = piped(["minimize", "--to", "line"], KILLER);
    let lost = "rules are left out, so this is another puzzle; the native format holds them: ";
    assert!(line.stderr.contains(lost), "{}", line.stderr);
    let picture = piped(["minimize", "--format", "grid", "--ascii"], KILLER).stdout;
    let rules: Vec<&str> = native.stdout.lines().filter(|line| line.contains(": r")).collect();
    assert!(picture.starts_with("+-----+-----+\n") && !rules.is_empty());
    let drawn = format!("size: 4\n{}", lines(picture.lines().skip(7)));
    assert_eq!(piped(["check"], drawn), run(0, "unique\n", ""), "{picture}");
    // One line in, one line out.
    let link = piped(["convert", "--to", "link"], KILLER).stdout;
    let batch = piped(["minimize", "--batch"], format!("{link}12..34....4...1.\n"));
    assert_eq!((batch.status, batch.stdout.lines().count()), (Some(0), 2));
    for one in batch.stdout.lines() {
        assert_eq!(sudoku(["check", one]), run(0, "unique\n", ""));
    }
    for args in [&["--batch", "--to", "native"][..], &["--format", "grid", "--to", "native"]] {
        assert_eq!(piped([&["minimize"], args].concat(), KILLER).status, Some(2), "{args:?}");
    }
    let several = piped(["minimize"], format!("{KILLER}===\n{KILLER}"));
    assert_eq!(piped(["check"], several.stdout).stdout, "unique\nunique\n");
    let table = piped(["minimize", "--to", "csv"], "12..34....4...1.\n");
    assert!(table.stdout.starts_with("quizzes,solutions\n"), "{table:?}");
}

#[test]
fn clues_that_a_limit_leaves_undecided_are_kept_and_named() {
    let full: String = INKALA_SOLVED
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).into_owned() + "\n")
        .collect();
    let puzzle = format!("size: 9\ngrid:\n{full}killer 45: r1c1-r1c9\n");
    // Two nodes may decide some questions, never all of them.
    let limited = piped(["minimize", "--node-limit", "2", "--givens"], &puzzle);
    assert_eq!(limited.status, Some(3));
    assert!(
        limited.stderr.contains("limit was reached before it was known whether they are needed: "),
        "{}",
        limited.stderr
    );
    assert_eq!(piped(["check"], &limited.stdout), run(0, "unique\n", ""));
    let json = piped(["minimize", "--node-limit", "2", "--givens", "--format", "json"], &puzzle).stdout;
    assert!(json.contains("\"status\":\"limit\"") && !json.contains("\"undecided\":[]"), "{json}");
}

#[test]
fn a_variant_without_exactly_one_solution_is_not_minimized() {
    let several = piped(["minimize"], "size: 4\nkiller 3: r1c1 r1c2\n");
    assert_eq!(several, run(1, "multiple\n", ""));
    let none = piped(["minimize", "--format", "json"], "size: 4\nkiller 4: r1c1 r1c2\nkiller 3: r1c1 r1c2\n");
    assert_eq!(none.status, Some(1));
    assert!(
        none.stdout.starts_with("{\"index\":1,\"status\":\"none\",\"givens\":0,\"reason\":\""),
        "{}",
        none.stdout
    );
}
