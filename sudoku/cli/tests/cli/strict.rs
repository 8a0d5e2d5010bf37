//! `--batch`: every line gives exactly one line, and the status is 0 unless reading or writing failed.

use super::support::*;

#[test]
fn comments_and_blank_lines_are_passed_on() {
    let input = format!("# one\n\n{EASY}\n  \t\n  # two\n{CLASH}\nnonsense\n{}\n{MEDIUM}", &EASY[..80]);
    let expected =
        lines(["# one", "", EASY_SOLVED, "  \t", "  # two", "none", "invalid", "invalid", MEDIUM_SOLVED]);
    let solved = piped(["solve", "--batch"], input);
    assert_eq!((solved.status, solved.stdout), (Some(0), expected));
    assert!(solved.stderr.contains("standard input:6:5: 5 in R1C5 repeats R1C1\n"), "{}", solved.stderr);
    assert_eq!(solved.stderr.lines().count(), 3, "{}", solved.stderr);
}

#[test]
fn the_status_is_0_for_any_lines() {
    for (args, line, answer) in [
        (["solve", "--unique"].as_slice(), SEVENTEEN, "multiple"),
        (&["solve"], CLASH, "none"),
        (&["solve", "--node-limit", "1"], INKALA, "limit"),
        (&["solve"], "nonsense", "invalid"),
        (&["check"], SEVENTEEN, "multiple"),
        (&["check"], CLASH, "none"),
        (&["check", "--node-limit", "1"], INKALA, "limit"),
        (&["count", "--node-limit", "1"], INKALA, "at least 0"),
        (&["count", "--solutions", "3"], EMPTY, "at least 3"),
        (&["candidates", "--format", "line"], CLASH, "none"),
        (&["convert", "--to", "line"], "nonsense", "invalid"),
        (&["convert", "--to", "line"], CLASH, CLASH),
    ] {
        let filtered = piped(args.iter().chain(&["--batch"]), lines([line]));
        assert_eq!((filtered.status, filtered.stdout), (Some(0), lines([answer])), "{args:?}");
    }
}

/// Returns lines of every kind, each with whether it must be passed on.
fn anything() -> Vec<(Vec<u8>, bool)> {
    let mut all: Vec<(Vec<u8>, bool)> = [
        "quizzes,solutions",
        "size: 9",
        "grid:",
        "===",
        "------+-------+------",
        "=======",
        "┌───────┬───────┬───────┐",
        "---------",
        "Grid 01",
        "|",
        "| | |",
        "{",
        "}",
        "{}{}{}{}",
        "12345678",
        "123456789",
        "1234567890123456",
        "................",
        ".",
        "0",
        "x",
        "1 2 3",
        "\u{FEFF}",
        "\u{2028}",
        "é\u{301}🎲",
        "\0",
        "\u{b}1",
        "a,b,c",
        ",,,,",
        "\"quoted\"",
        "\\",
        "{\"index\":1}",
    ]
    .iter()
    .map(|line| (line.as_bytes().to_vec(), false))
    .collect();
    for echoed in ["", " ", "\t", "#", "# a comment", "   # indented", "#{}", "#Grid 01"] {
        all.push((echoed.as_bytes().to_vec(), true));
    }
    all.push((b"#\xFF\xFE".to_vec(), true));
    all.push((b"\xFF\xFE".to_vec(), false));
    all.push((b"\xC3".to_vec(), false));
    for length in [1, 2, 15, 16, 17, 63, 64, 65, 80, 81, 82, 161, 162, 255, 256, 257, 512, 625, 729, 4095] {
        for c in ['.', '1', '-', 'A', '0', 'x'] {
            all.push((c.to_string().repeat(length).into_bytes(), false));
        }
    }
    // Arbitrary bytes from a small generator.
    let mut state = 1_u64;
    for length in 0..100 {
        let byte = |_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 56) as u8
        };
        let mut line: Vec<u8> =
            (0..length % 100 + 1).map(byte).filter(|&byte| !b"\n\r".contains(&byte)).collect();
        line.insert(0, b'z');
        all.push((line, false));
    }
    all
}

#[test]
fn every_line_gives_exactly_one() {
    let all = anything();
    let input: Vec<u8> = all.iter().flat_map(|(line, _)| [line, &b"\n"[..]].concat()).collect();
    for args in [
        ["solve", "--node-limit", "20"].as_slice(),
        &["check", "--node-limit", "20"],
        &["count", "--format", "json", "--node-limit", "20"],
        &["convert", "--to", "line"],
    ] {
        let filtered = piped(args.iter().chain(&["--batch"]), &input);
        assert_eq!(filtered.status, Some(0), "{args:?}");
        let answers: Vec<&str> = filtered.stdout.split('\n').collect();
        assert_eq!(answers.len(), all.len() + 1, "{args:?}");
        for ((line, echoed), answer) in all.iter().zip(&answers) {
            let line = String::from_utf8_lossy(line);
            assert!(!echoed || *answer == line, "{args:?}: {line:?} was to be passed on, gave {answer:?}");
            assert!(*echoed || !answer.is_empty(), "{args:?}: {line:?} gave nothing");
        }
    }
}

#[test]
fn a_table_has_its_header_above_and_a_line_for_each() {
    let filtered =
        piped(["solve", "--batch", "--format", "csv"], lines([EASY, "nonsense", "# comment", CLASH]));
    let expected = lines([
        "index,status,solution,solutions,nodes,micros",
        &format!("1,solved,{EASY_SOLVED},,#,#"),
        "2,invalid,,,#,#",
        "# comment",
        "3,none,,,#,#",
    ]);
    assert_eq!((masked_table(&filtered.stdout), filtered.status), (expected, Some(0)));
}

#[test]
fn output_of_several_lines_is_refused() {
    for args in [
        ["solve", "--all"].as_slice(),
        &["solve", "--solutions", "2"],
        &["solve", "--format", "grid"],
        &["solve", "--from", "native"],
        &["solve", "--from", "grid"],
        &["check", "--from", "native"],
        &["check", "--from", "grid"],
        &["count", "--from", "euler"],
        &["candidates"],
        &["candidates", "--counts"],
        &["candidates", "--format", "line", "--from", "sdk"],
        &["convert", "--to", "grid"],
        &["convert", "--to", "native"],
        &["convert", "--to", "csv"],
        &["convert", "--to", "line", "--from", "native"],
    ] {
        let refused = piped(args.iter().chain(&["--batch"]), lines([EASY]));
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(refused.stderr.contains("--batch"), "{args:?} says {:?}", refused.stderr);
    }
    let grid = sudoku(["convert", "--to", "grid", EASY]).stdout;
    let rows = piped(["solve", "--batch"], &grid);
    assert_eq!((rows.status, rows.stdout), (Some(0), lines(["invalid"; 11])), "rows are no puzzles");
}

#[test]
fn one_line_formats_may_be_forced() {
    assert_eq!(piped(["check", "--batch", "--from", "line"], lines([EASY])), run(0, "unique\n", ""));
    assert_eq!(
        piped(["solve", "--batch", "--from", "line"], lines([EASY])),
        run(0, lines([EASY_SOLVED]), "")
    );
}
