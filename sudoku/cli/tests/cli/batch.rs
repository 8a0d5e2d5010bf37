//! The contract of a batch: one line for each puzzle, in input order, whatever is wrong with some of them.

use super::support::*;

/// Good puzzles with every kind of damage between them, each with its answer and its note.
fn damaged() -> (Vec<u8>, String, String) {
    let mut not_text = EASY.as_bytes().to_vec();
    not_text[4] = 0xFF;
    let symbols = "1: '!' is neither blank nor one of 1-9 (name them with --symbols, in the order of \
                   their values)";
    let pieces = [
        (EASY.as_bytes().to_vec(), EASY_SOLVED, ""),
        (b"\r\n\r\n  \t".to_vec(), "", ""),
        (EASY[..79].into(), "invalid", "1: 79 cells do not make a puzzle (9x9 has 81: 2 missing)"),
        (format!("{EASY}12").into(), "invalid", "1: 83 cells do not make a puzzle (9x9 has 81: 2 too many)"),
        (CLASH.into(), "none", "5: 5 in R1C5 repeats R1C1"),
        (not_text, "invalid", "5: byte 0xFF is not UTF-8 (save the file as UTF-8 text)"),
        (EASY.replacen("43", "!!", 1).into(), "invalid", symbols),
        (MEDIUM.into(), MEDIUM_SOLVED, ""),
        (b"# another comment \xFE".to_vec(), "", ""),
        (vec![b'5'; 2_000_000], "invalid", "1: a line of more than 1 MiB"),
        (format!("{INKALA} # named").into(), INKALA_SOLVED, ""),
        (format!("  {EASY}").into(), EASY_SOLVED, ""),
        (NONE.into(), "none", "9: R1C9 has no candidate left"),
        (MEDIUM.replace('.', "0").into(), MEDIUM_SOLVED, ""),
    ];
    let mut input = b"\xEF\xBB\xBF# a comment\r\n".to_vec();
    let (mut answers, mut notes) = (Vec::new(), Vec::new());
    let mut number = 2;
    for (at, (text, answer, note)) in pieces.iter().enumerate() {
        input.extend(text);
        // Line ends of both kinds, and none at the end.
        let end = if at == pieces.len() - 1 { "" } else { ["\n", "\r\n"][at % 2] };
        input.extend(end.as_bytes());
        if !answer.is_empty() {
            answers.push(answer);
        }
        if !note.is_empty() {
            notes.push(format!("standard input:{number}:{note}"));
        }
        number += 1 + text.iter().filter(|&&byte| byte == b'\n').count();
    }
    (input, lines(answers), lines(notes))
}

#[test]
fn every_kind_of_damage_gives_one_line_and_stops_nothing() {
    let (input, answers, notes) = damaged();
    assert_eq!(piped(["solve", "--threads", "1"], &input), run(2, answers.as_str(), notes.as_str()));
    let words = lines(answers.lines().map(|line| if line.len() == 81 { "unique" } else { line }));
    assert_eq!(piped(["check", "--threads", "1"], &input), run(2, words.as_str(), notes.as_str()));
    let counts = words.replace("unique", "1").replace("none", "0");
    assert_eq!(piped(["count", "--threads", "1"], &input), run(2, counts, notes.as_str()));
}

#[test]
fn threads_do_not_change_the_output() {
    let (one, ..) = damaged();
    let mut input = one.clone();
    for at in 0..400 {
        let puzzle = [EASY, INKALA, SEVENTEEN, MEDIUM, NONE, &EASY[..80]][at * at % 6];
        input.extend(format!("\n{puzzle}").as_bytes());
    }
    input.extend(b"\n");
    input.extend(one.strip_prefix(b"\xEF\xBB\xBF").expect("it begins with a byte-order mark"));
    for command in ["solve", "check", "count"] {
        for more in [[].as_slice(), &["--batch"]] {
            let args = |threads| [command, "--threads", threads].into_iter().chain(more.iter().copied());
            let alone = piped(args("1"), &input);
            let three = piped(args("3"), &input);
            assert_eq!(three, alone, "{command} {more:?}");
            assert!(alone.stdout.lines().count() >= 400 + 24, "{command} {more:?}");
        }
    }
}

#[test]
fn slow_puzzles_keep_their_place_in_the_output() {
    // A slow puzzle, which thousands of quick ones overtake.
    let mut input = lines([SEQUENCE]);
    let mut expected = lines(["5279"]);
    for at in 0..3000 {
        let (puzzle, count) = [(EASY, "1"), (SEVENTEEN, "17"), (MEDIUM, "1"), (CLASH, "0")][at % 7 % 4];
        input += &lines([puzzle]);
        expected += &lines([count]);
    }
    for threads in ["1", "2", "5"] {
        let counted = piped(["count", "--threads", threads], &input);
        assert_eq!((counted.status, counted.stdout == expected), (Some(0), true), "{threads} threads");
    }
}

#[test]
fn lines_that_lost_their_end_are_a_puzzle_each() {
    // In a file with one puzzle on each line, short neighbours are not joined to one puzzle.
    let input = lines([EASY, &MEDIUM[..61], &EASY[..56], INKALA]);
    let solved = piped(["solve"], &input);
    assert_eq!(solved.stdout, lines([EASY_SOLVED, "invalid", "invalid", INKALA_SOLVED]));
    assert_eq!(solved.status, Some(2));
}

#[test]
fn grids_of_several_lines_are_one_puzzle_each() {
    let grid = sudoku(["convert", "--to", "grid", INKALA]).stdout;
    let damaged = grid.replacen("8 . .", "8 . . .", 1);
    let input = format!("# first\n{grid}\n{damaged}\n\n# third\n{}", grid.trim_end().replace('\n', "\r\n"));
    let solved = piped(["solve", "--threads", "1"], input);
    assert_eq!(
        (solved.status, &*solved.stdout),
        (Some(2), &*lines([INKALA_SOLVED, "invalid", INKALA_SOLVED]))
    );
    assert_eq!(solved.stderr, "standard input:14:1: row 1 has 10 cells, 9 expected\n");
}

#[test]
fn notes_are_capped_and_then_counted() {
    let input = lines((0..30).map(|_| &EASY[..80]));
    let many = piped(["solve", "--threads", "1"], input);
    assert_eq!((many.status, many.stdout), (Some(2), lines(["invalid"; 30])));
    let notes: Vec<&str> = many.stderr.lines().collect();
    assert_eq!(notes.len(), 21);
    assert!(notes[19].starts_with("standard input:20:1: 80 cells"), "{}", notes[19]);
    assert_eq!(notes[20], "… and 10 more notes like these");
}

#[test]
fn json_has_all_reasons() {
    let input = lines((0..30).map(|_| CLASH));
    let many = piped(["solve", "--format", "json"], input);
    assert_eq!(many.stdout.matches(r#""reason":"5 in R1C5 repeats R1C1""#).count(), 30);
}

#[test]
fn line_ends_marks_and_a_missing_last_newline() {
    let solved = run(0, lines([EASY_SOLVED, MEDIUM_SOLVED]), "");
    for input in [
        format!("{EASY}\n{MEDIUM}\n"),
        format!("{EASY}\n{MEDIUM}"),
        format!("{EASY}\r\n{MEDIUM}\r\n"),
        format!("{EASY}\r\n{MEDIUM}"),
        format!("\u{FEFF}{EASY}\r\n{MEDIUM}"),
        format!("\u{FEFF}\n{EASY}\n\n\n{MEDIUM}\n\n"),
        format!("\u{FEFF}# a comment\n{EASY}\n#\n{MEDIUM}\n#"),
        format!("{EASY} \n{MEDIUM}\t\n"),
    ] {
        assert_eq!(piped(["solve"], &input), solved, "{input:?}");
    }
    let table = format!("\u{FEFF}quizzes,solutions\r\n{EASY},{EASY_SOLVED}\r\n{MEDIUM},{MEDIUM_SOLVED}");
    assert_eq!(piped(["solve"], table), solved);
    let native = format!("\u{FEFF}size: 9\r\ngrid:\r\n{}", "123456789\r\n".repeat(9));
    assert_eq!(piped(["check"], native).stdout, "none\n");
}

#[test]
fn a_table_with_a_damaged_line_goes_on() {
    let table =
        format!("quizzes,solutions\n{EASY},\n{},\n{MEDIUM},x\n{INKALA},{INKALA_SOLVED}\n", &EASY[..80]);
    let solved = piped(["solve", "--threads", "1"], table);
    assert_eq!(
        (solved.status, solved.stdout),
        (Some(2), lines([EASY_SOLVED, "invalid", "invalid", INKALA_SOLVED]))
    );
    let notes: Vec<&str> = solved.stderr.lines().collect();
    assert_eq!(notes[0], "standard input:3:1: 80 cells do not make a puzzle (9x9 has 81: 1 missing)");
    assert!(notes[1].starts_with("standard input:4:83: "), "{}", notes[1]);
}

#[test]
fn a_table_without_its_header_loses_no_puzzle() {
    let solved = piped(["solve", "--from", "csv"], lines([EASY, MEDIUM]));
    assert_eq!(solved, run(0, lines([EASY_SOLVED, MEDIUM_SOLVED]), ""));
}

/// Lines of digits are solved without becoming puzzles; with remarks on each they do.
#[test]
fn plain_lines_are_answered_as_puzzles() {
    let several = format!("{}{}", &EASY_SOLVED[..27], ".".repeat(54));
    let mut input = String::new();
    for at in 0..2600 {
        // The second half is plain throughout.
        let other = if at < 1200 { &EASY[..80] } else { EASY };
        let puzzle = [EASY, INKALA, SEVENTEEN, MEDIUM, NONE, CLASH, &several, other][at % 8];
        input += &match at % 3 {
            0 => puzzle.replace('.', "0"),
            _ => puzzle.to_owned(),
        };
        input.push('\n');
    }
    for more in [&[][..], &["--unique"], &["--unique", "--batch"], &["--skip", "700", "--take", "1500"]] {
        for threads in ["1", "2"] {
            let args = || ["solve", "--threads", threads].into_iter().chain(more.iter().copied());
            let plain = piped(args(), &input);
            let puzzles = piped(args().chain(["--verbose"]), &input);
            assert_eq!((plain.status, &plain.stdout), (puzzles.status, &puzzles.stdout), "{more:?}");
            assert!(plain.stdout.contains("none") && plain.stdout.contains(EASY_SOLVED), "{more:?}");
        }
    }
}
