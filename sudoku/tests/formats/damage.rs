//! Unreadable input: line, column and cause of the error; the rest of the input is read.

use sudoku::ParseError;
use sudoku::format::{Format, Options};

use crate::support::*;

#[track_caller]
fn assert_at(error: &ParseError, place: (u64, u32), text: &str) {
    assert_eq!((error.line, error.column), place, "{error}\n{text}");
    assert!(!error.what.is_empty() && !error.what.contains('\n'), "{error:?}");
    let display = error.to_string();
    assert!(display.starts_with(&format!("{}:{}: ", place.0, place.1)), "{display}");
}

#[test]
fn a_strange_character_is_named_at_its_place() {
    for (at, strange) in [(0, '!'), (40, 'A'), (80, '%'), (13, 'ß'), (5, '~'), (7, 'G')] {
        let text: String =
            INKALA.chars().enumerate().map(|(k, c)| if k == at { strange } else { c }).collect();
        let error = refused(&text);
        assert_at(&error, (1, at as u32 + 1), &text);
        assert!(error.what.contains(strange), "{error}");
        assert_at(&refused(&format!("# one\n\n   {text} # end\n")), (3, at as u32 + 4), &text);
        let rows: String = text
            .chars()
            .enumerate()
            .map(|(k, c)| if k % 9 == 8 { format!("{c}\n") } else { c.to_string() })
            .collect();
        assert_at(&refused(&rows), (at as u64 / 9 + 1, at as u32 % 9 + 1), &rows);
        let spaced: String = text
            .chars()
            .enumerate()
            .map(|(k, c)| format!("{c}{}", if k % 9 == 8 { "\n" } else { " " }))
            .collect();
        assert_at(&refused(&spaced), (at as u64 / 9 + 1, 2 * (at as u32 % 9) + 1), &spaced);
    }
}

#[test]
fn values_that_are_too_large() {
    let cells = known(4);
    let line = written(&cells, from_table(CAPITALS), ".", "").replacen('4', "5", 1);
    assert_at(&refused(&line), (1, line.find('5').unwrap() as u32 + 1), &line);
    let pairs = written(&known(16), |value| format!("{:02}", value + 1), "00", "").replacen("16", "17", 1);
    let at = (0..256).find(|at| &pairs[2 * at..2 * at + 2] == "17").unwrap();
    assert_at(&refused(&pairs), (1, 2 * at as u32 + 1), &pairs);
    let numbers = written(&known(12), |value| (value + 1).to_string(), ".", " ").replacen("12", "13", 1);
    assert_at(&refused(&numbers), (1, numbers.find("13").unwrap() as u32 + 1), &numbers);
    let nine: String = INKALA.chars().map(|c| format!("{c} ")).collect::<String>().replacen("8 ", "10 ", 1);
    assert_at(&refused(&nine), (1, 1), &nine);
}

#[test]
fn lines_of_a_wrong_length() {
    for (text, words) in [
        (&INKALA[1..], ["80", "1 missing"]),
        (&format!("{INKALA}."), ["82", "1 too many"]),
        (&INKALA[..70], ["70", "8x8"]),
        (&INKALA.repeat(2), ["162", ""]),
    ] {
        let error = refused(text);
        assert_at(&error, (1, 1), text);
        assert!(words.iter().all(|word| error.message().contains(word)), "{error}");
        assert!(error.hint.is_some(), "{error}");
        assert_at(&refused(&format!("\n  {text}\n")), (2, 3), text);
        assert_at(&refused_with(text, &sized(9, 9)), (1, 1), text);
    }
}

#[test]
fn rows_of_a_wrong_length() {
    let row = |row: &[u8]| String::from_utf8_lossy(row).into_owned();
    let rows: Vec<String> = INKALA.as_bytes().chunks(9).map(row).collect();
    for at in 1..9 {
        for wrong in [&rows[at][1..], &format!("{}1", rows[at]), "1"] {
            let mut damaged = rows.clone();
            damaged[at] = wrong.to_owned();
            let text = format!("# a comment\n{}\n", damaged.join("\n"));
            let error = refused(&text);
            assert_at(&error, (at as u64 + 2, 1), &text);
            assert!(error.what.contains(&format!("row {}", at + 1)) && error.what.contains('9'), "{error}");
        }
    }
    let error = refused(&rows[..8].join("\n"));
    assert_at(&error, (8, 1), "eight rows");
    assert!(error.what.contains("8 rows") && error.what.contains("9 rows expected"), "{error}");
}

#[test]
fn bytes_that_are_no_text() {
    let at = |text: &[u8], place: (u64, u32)| {
        let errors: Vec<ParseError> =
            each(text, &Options::default()).into_iter().filter_map(|(_, read)| read.err()).collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_at(&errors[0], place, "bytes");
        assert!(errors[0].what.contains("UTF-8") && errors[0].what.contains("0xFF"), "{}", errors[0]);
    };
    let damaged = |place: usize, text: &str| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[place] = 0xFF;
        bytes
    };
    at(&damaged(40, INKALA), (1, 41));
    at(&damaged(0, INKALA), (1, 1));
    at(&[EASY.as_bytes(), b"\n", &damaged(80, INKALA), b"\r\n", EASY.as_bytes()].concat(), (2, 81));
    let rows: String =
        INKALA.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect();
    at(&damaged(34, &rows), (4, 5));
    at(&damaged(6, "size: 4\ngrid:\n1...\n....\n....\n....\n"), (1, 7));
    at(&damaged(16, "size: 4\ngrid:\n1...\n....\n....\n....\n"), (3, 3));
    at(&damaged(23, &format!("quizzes,solutions\nÄ{INKALA},\n")), (2, 5));
    // The column counts characters, not bytes.
    let umlauts = written(&known(9), from_table("ÄÖÜABCDEF"), ".", "");
    let place = umlauts.char_indices().nth(70).unwrap().0;
    let mut bytes = umlauts.into_bytes();
    bytes.splice(place..=place, [0xFF]);
    let errors = each(&bytes, &Options::default());
    let error = errors[0].1.as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (1, 71), "{error}");
}

#[test]
fn tables_with_damage() {
    let refused_at = |line: &str, place: (u64, u32), word: &str| {
        let text = format!("quizzes,solutions\n{line}\n");
        let error = refused(&text);
        assert_at(&error, place, &text);
        assert!(error.what.contains(word), "{error}");
    };
    let strange = INKALA.replacen("36", "3!", 1);
    refused_at(&format!("{strange},{INKALA_SOLVED}"), (2, 13), "!");
    refused_at(&format!("\"{strange}\",{INKALA_SOLVED}"), (2, 14), "!");
    refused_at(&format!("{},{INKALA_SOLVED}", &INKALA[1..]), (2, 1), "80");
    refused_at(&format!("{INKALA},{}", &INKALA_SOLVED[1..]), (2, 83), "80");
    refused_at(&format!("{INKALA},{INKALA_SOLVED}1"), (2, 83), "82");
    refused_at(&format!(",{INKALA_SOLVED}"), (2, 1), "missing");
    let open = INKALA_SOLVED.replacen("753", "7.3", 1);
    refused_at(&format!("{INKALA},{open}"), (2, 87), "solution");
    let text = format!("id,puzzle\n1,{INKALA}\n2\n3,{INKALA}\n");
    let found: Vec<(u64, bool)> =
        each(text.as_bytes(), &Options::default()).iter().map(|(line, read)| (*line, read.is_ok())).collect();
    assert_eq!(found, [(2, true), (3, false), (4, true)]);
}

#[test]
fn a_damaged_puzzle_does_not_stop_the_rest() {
    let rows: Vec<String> =
        INKALA.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let grid = rows.join("\n");
    let (short, strange) = (rows[..8].join("\n"), grid.replacen("36", "3!", 1));
    let text = format!(
        "{INKALA}\n{}\n{EASY}\n\n{short}\n\n{grid}\n\n{strange}\n{grid}\nhello\n{EASY}\n",
        &INKALA[1..]
    );
    let found: Vec<(u64, bool)> =
        each(text.as_bytes(), &Options::default()).iter().map(|(line, read)| (*line, read.is_ok())).collect();
    let expected = [
        (1, true),
        (2, false),
        (3, true),
        (5, false),
        (14, true),
        (24, false),
        (33, true),
        (42, false),
        (43, true),
    ];
    assert_eq!(found, expected);
}

#[test]
fn one_a_line_gives_a_record_for_every_line() {
    let options = Options { one_a_line: true, ..Options::default() };
    let text =
        format!("# a comment\n\n{INKALA}\n53..7....\nsize: 4\n16\nquizzes,solutions\n---------\n{EASY}");
    let mut lines = Vec::new();
    let mut records = sudoku::format::Records::new(text.as_bytes(), &options);
    while let Some(chunk) = records.next_chunk().unwrap() {
        lines.extend(
            chunk.records.iter().map(|record| (record.line, record.kind == sudoku::format::Kind::Echo)),
        );
    }
    let expected: Vec<(u64, bool)> = (1..=9).map(|line| (line, line <= 2)).collect();
    assert_eq!(lines, expected);
    let sixteen = format!("{}\n", "1234............").repeat(16);
    assert_eq!(several(&sixteen, &options).len(), 16, "no line waits for others");
}

#[test]
fn overlong_lines_are_refused_and_the_rest_is_read() {
    let long = "1".repeat(3 << 20);
    let text = format!("{EASY}\n{long}\n{INKALA}\n");
    let found = each(text.as_bytes(), &Options::default());
    let lines: Vec<(u64, bool)> = found.iter().map(|(line, read)| (*line, read.is_ok())).collect();
    assert_eq!(lines, [(1, true), (2, false), (3, true)]);
    let error = found[1].1.as_ref().unwrap_err();
    assert_at(error, (2, 1), "a long line");
    for last in [format!("{EASY}\n{long}"), format!("{long}\n{EASY}")] {
        let found = each(last.as_bytes(), &Options::default());
        assert_eq!(found.iter().filter(|(_, read)| read.is_ok()).count(), 1);
        assert_eq!(found.len(), 2);
    }
}

#[test]
fn text_that_is_no_puzzle_at_all() {
    for text in ["hello", "Dear Sir or Madam", "<html></html>", "{\"size\": 9}", "12345", "§§§", "1 2 3"] {
        let error = refused(text);
        assert_eq!(error.line, 1, "{text}: {error}");
        assert!(error.hint.is_some(), "{text}: {error}");
    }
    for nothing in ["", "\n\n", "# only a comment\n", "   \n\t\n", "\u{FEFF}", "---+---+---\n", "Grid 01\n"] {
        assert!(several(nothing, &Options::default()).is_empty(), "{nothing:?}");
        assert!(nothing.parse::<sudoku::Puzzle>().is_err(), "{nothing:?}");
    }
    let two = format!("{INKALA}\n{EASY}");
    assert!(two.parse::<sudoku::Puzzle>().unwrap_err().what.contains("2 puzzles"));
}

#[test]
fn clashes_are_read_and_found_where_they_stand() {
    let mut cells = INKALA.as_bytes().to_vec();
    cells[4] = b'8';
    let text = String::from_utf8(cells).unwrap();
    let puzzle = one(&format!("# a comment\n{text}"));
    let obstacle = puzzle.obstacle().expect("two 8 in a row");
    assert_eq!(obstacle.what, "8 in R1C5 repeats R1C1");
    assert_eq!(puzzle.place(obstacle.cell), (2, 5));
    let rows: String =
        text.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect();
    let puzzle = one_with(&rows, &from(Format::Grid));
    assert_eq!(puzzle.place(puzzle.obstacle().unwrap().cell), (1, 5));
}

#[test]
fn a_row_that_is_far_too_long_takes_no_memory_for_a_square() {
    let text = "x".repeat(1_000_000) + "\n1 2\n";
    let options = Options { from: Some(Format::Grid), ..Options::default() };
    let error = sudoku::format::parse_one(&text, &options).expect_err("no grid is so wide");
    assert_eq!(error.to_string(), "2:1: row 2 has 2 cells, 1000000 expected");
}
