//! Any text and any bytes: nothing panics, everything ends, and records, lines and places do not depend on the sizes
//! of reads.

use std::io::{self, Read};

use proptest::prelude::*;
use sudoku::format::{Format, Kind, Options, Parser, Records};
use sudoku::{Regions, Symbols};

use crate::support::*;

/// Stream that returns pieces of the given sizes, cyclically.
struct Cut<'a> {
    rest: &'a [u8],
    sizes: Vec<usize>,
    reads: usize,
}

impl Read for Cut<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.reads += 1;
        if self.reads.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = self.sizes[self.reads % self.sizes.len()].min(self.rest.len()).min(to.len());
        let (now, rest) = self.rest.split_at(size);
        to[..size].copy_from_slice(now);
        self.rest = rest;
        Ok(size)
    }
}

/// Line, kind, text, and parsed content of every record.
type Found = Vec<(u64, String, Vec<u8>, Result<String, String>)>;

fn found(bytes: &[u8], options: &Options, sizes: &[usize]) -> Found {
    let mut records = Records::new(Cut { rest: bytes, sizes: sizes.to_vec(), reads: 0 }, options);
    let mut parser = Parser::new(options.clone());
    let mut found = Vec::new();
    let (mut last, mut offset) = (false, 0);
    while let Some(chunk) = records.next_chunk().expect("the stream can be read") {
        assert!(!last, "a chunk after the last");
        assert!(chunk.offset >= offset, "offsets ascend");
        (last, offset) = (chunk.last, chunk.offset);
        for record in &chunk.records {
            let text = chunk.text(record);
            let read = match record.kind {
                Kind::Echo => Err("echo".to_owned()),
                _ => match parser.read(text, record) {
                    Ok(puzzle) => {
                        let is_text = !record.kind.name().ends_with("another tool");
                        check_puzzle(&puzzle, record.line, text, is_text);
                        Ok(format!("{puzzle:?}"))
                    }
                    Err(error) => {
                        let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
                        let within = (record.line..=record.line + lines).contains(&error.line);
                        assert!(within && error.column > 0, "{error} in a record of line {}", record.line);
                        Err(error.to_string())
                    }
                },
            };
            found.push((record.line, format!("{:?}", record.kind), text.to_vec(), read));
        }
    }
    assert!(last && offset == bytes.len() as u64, "the whole stream was read");
    assert!(records.next_chunk().expect("the end again").is_none());
    found
}

/// Checks that a puzzle is sound and that its cells are at the places it reports.
fn check_puzzle(puzzle: &sudoku::Puzzle, line: u64, text: &[u8], is_text: bool) {
    assert_eq!(puzzle.cells().len(), puzzle.grid().cells());
    assert_eq!(puzzle.symbols().len(), puzzle.grid().values());
    let all = puzzle.all_values();
    assert!(puzzle.cells().iter().all(|cell| cell.without(all).is_empty()));
    // The comment after a plain line may have any bytes.
    let lines: Vec<Vec<char>> =
        String::from_utf8_lossy(text).split('\n').map(|line| line.chars().collect()).collect();
    for cell in 0..puzzle.cells().len() {
        let (at, column) = puzzle.place(cell);
        let there = (at - line) as usize;
        assert!(there < lines.len() && column >= 1, "cell {cell} at {at}:{column}");
        // A given is at its place, as one character or the beginning of a number or word. Puzzles of other tools have
        // no such places.
        if is_text
            && let (Some(value), Some(&c)) =
                (puzzle.cells()[cell].value(), lines[there].get(column as usize - 1))
        {
            let symbol = puzzle.symbols().get(value);
            let number = (puzzle.grid().first_value() + i32::from(value)).to_string();
            let alike = |word: &str| {
                word.chars().next().is_some_and(|first| first.to_lowercase().eq(c.to_lowercase()))
            };
            let known = alike(symbol) || alike(&number) || "{0.*_-xX?".contains(c);
            assert!(known, "{symbol} of cell {cell} at {at}:{column} is {c:?}");
        }
    }
    puzzle.obstacle();
    if let Some(solution) = puzzle.about().and_then(|about| about.solution.as_ref()) {
        assert_eq!(solution.len(), puzzle.cells().len());
    }
}

/// Checks that every record is a piece of the stream that begins at its line.
fn check_lines(bytes: &[u8], found: &Found) {
    let starts: Vec<usize> = std::iter::once(0)
        .chain((0..bytes.len()).filter(|&at| bytes[at] == b'\n').map(|at| at + 1))
        .collect();
    let mut before = 0;
    for (line, kind, text, _) in found {
        // A line may contain several documents or links.
        let is_document =
            matches!(kind.as_str(), "Puzzle(FPuzzles)" | "Puzzle(Link)") || kind.starts_with("Found");
        let ascends = *line > before || before == 0 || is_document && *line == before;
        assert!(ascends || kind.starts_with("Damaged"), "records ascend: {line} after {before}");
        before = *line;
        if kind.starts_with("Damaged") {
            continue;
        }
        let mut rest = &bytes[starts[*line as usize - 1]..];
        if *line == 1 {
            rest = rest.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(rest);
        }
        let begins =
            rest.starts_with(text) || is_document && rest.windows(text.len()).any(|part| part == text);
        assert!(begins, "{:?} on line {line}", String::from_utf8_lossy(text));
    }
}

const PIECES: [&str; 68] = [
    "https://f-puzzles.com/?load=N4Ig5gTglgJiBcBtRoIFMxQPYDsEGYBfAGlQ2z3gAYTRMA3NSgFwgFc1iR1NcEqu9AIYAbDggDMtbuR5A===",
    "2x2:b3_2h1_3b",
    ":0000:x:12..34..........::::",
    "[",
    "{\"grid\": [[{}]]}, {",
    "\"size\": \"1",
    "}]",
    "<game data=\"",
    "</opensudoku>",
    "SumoCueV1=3J0",
    INKALA,
    EASY,
    "12..34..........",
    "1234123412341234",
    "53..7....",
    "5 3 . | . 7 . | . . .",
    "|53.|.7.|...|",
    "1 238 45 | 9 . 7 | 12 3 {45}",
    "1234",
    "12|34",
    "1.",
    "1",
    ".........",
    "---------",
    "---",
    "----------------",
    "------+-------+------",
    "+---+---+---+",
    ".-------.-------.-------.",
    ":------+------+------:",
    "'-------'-------'-------'",
    "*-----------*",
    "===========",
    "===",
    "┌───┬───┐",
    "│ 1 2 │ 3 4 │",
    "║",
    "# comment",
    "#AAuthor",
    "#",
    "Grid 01",
    "grid:",
    "regions:",
    "solution:",
    "size: 4",
    "size: 2x3",
    "size: 0",
    "size: 99999999999",
    "values: 0-3",
    "values: 1--2",
    "symbols: ABCD",
    "symbols: red green blue yellow",
    "boxes: 2x2",
    "boxes: none",
    "boxes: 0x0",
    "title: T",
    "AABB",
    "{12} . {} {34}",
    "{",
    "quizzes,solutions",
    "12..34..........,1234341221434321",
    "\"1\",\"2\"",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
    "0 . 3 x ? - _ *",
    "ßÄ é 日本",
    "\u{FEFF}",
    "\0\u{7f}\u{2028}",
    "xX",
];

/// Returns lines that are valid in some format, in a random combination.
fn nonsense() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(&PIECES[..]);
    let between =
        prop::sample::select(vec!["\n", "\n", "\n", "\n", "\n\n", "\r\n", " ", "", "\t", "|", "# "]);
    prop::collection::vec((piece, 1..5_usize, between), 0..14).prop_map(|parts| {
        parts.into_iter().map(|(piece, times, between)| format!("{piece}{between}").repeat(times)).collect()
    })
}

fn options() -> impl Strategy<Value = Options> {
    let format = prop::option::weighted(0.4, prop::sample::select(&Format::ALL[..]));
    let size = prop::option::weighted(
        0.3,
        prop::sample::select(vec![(4, 4), (9, 9), (16, 16), (2, 3), (2, 2), (9, 1), (64, 64)]),
    );
    let symbols = prop::option::weighted(
        0.2,
        prop::sample::select(vec!["1234", "ABCDEFGHI", "red green blue yellow", "0123", "-x*?"]),
    );
    let regions = prop::option::weighted(
        0.2,
        prop::sample::select(vec![
            Regions::None,
            Regions::Boxes { height: 2, width: 2 },
            Regions::Boxes { height: 0, width: 1 },
            Regions::Layout(vec![Some('a'); 3]),
        ]),
    );
    (format, size, symbols, regions, prop::bool::weighted(0.1)).prop_map(
        |(from, size, symbols, regions, one_a_line)| {
            let symbols = symbols.map(|symbols| Symbols::parse(symbols).unwrap().into());
            Options { from, size, regions, symbols, one_a_line, ..Options::default() }
        },
    )
}

/// Returns files of every kind.
fn files() -> Vec<String> {
    let rows = |text: &str| -> String {
        text.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect()
    };
    let ruled: String = INKALA
        .as_bytes()
        .chunks(27)
        .map(|band| rows(&String::from_utf8_lossy(band)) + "---+---+---\n")
        .collect();
    vec![
        format!("{INKALA}\n{EASY} # easy\r\n"),
        rows(INKALA),
        ruled,
        format!("Grid 01\n{}Grid 02\n{}", rows(EASY), rows(INKALA)),
        format!("#ASomebody\n#DTitle\n{}", rows(EASY)),
        format!("quizzes,solutions\n{INKALA},{INKALA_SOLVED}\n"),
        "size: 4\nvalues: 1-4\nsymbols: ABCD\ntitle: x\nregions:\nAABB\nAABB\nCCDD\nCCDD\ngrid:\nA...\n..{AB}.\n....\n...D\nsolution:\nABCD\nCDAB\nBADC\nDCBA\n===\nsize: 2x2\ngrid:\n1.\n.{12}\n".replace("..{AB}.", ". . {AB} .").replace(".{12}", ". {12}"),
        "12 34 | 1 2\n3 . | 1234 4\n----+----\n14 23 | 3 1\n2 1 | 24 13\n".to_owned(),
        "1234............\n".repeat(17),
        rows_of_sixteen(),
        written(&known(16), |value| format!("{:02}", value + 1), "00", ""),
        written(&known(10), |value| (value + 1).to_string(), ".", " "),
        written(&known(9), from_table("LATERISOK"), ".", ""),
    ]
}

fn rows_of_sixteen() -> String {
    rows(&known(16), 16, from_table(CAPITALS), ".", "").join("\n")
}

#[derive(Clone, Debug)]
enum Change {
    Replace(usize, u8),
    Insert(usize, u8),
    Delete(usize, usize),
    Repeat(usize, usize),
    Piece(usize, &'static str),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let byte =
        prop_oneof![any::<u8>(), prop::sample::select(b"\n\r 0123456789.-x?|+=#{},:ABG_*~'\t\xC3".to_vec())];
    let change = prop_oneof![
        3 => (any::<usize>(), byte.clone()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        2 => (any::<usize>(), byte).prop_map(|(at, byte)| Change::Insert(at, byte)),
        2 => (any::<usize>(), 1..30_usize).prop_map(|(at, bytes)| Change::Delete(at, bytes)),
        1 => (any::<usize>(), 1..30_usize).prop_map(|(at, bytes)| Change::Repeat(at, bytes)),
        1 => (any::<usize>(), prop::sample::select(&PIECES[..])).prop_map(|(at, piece)| Change::Piece(at, piece)),
    ];
    prop::collection::vec(change, 1..5)
}

fn changed(text: &str, changes: &[Change]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for change in changes {
        let length = bytes.len().max(1);
        match *change {
            Change::Replace(at, byte) => {
                bytes.splice(at % length..(at % length + 1).min(bytes.len()), [byte]).for_each(drop)
            }
            Change::Insert(at, byte) => bytes.insert((at % length).min(bytes.len()), byte),
            Change::Delete(at, count) => {
                drop(bytes.drain((at % length).min(bytes.len())..(at % length + count).min(bytes.len())))
            }
            Change::Repeat(at, count) => {
                let piece =
                    bytes[(at % length).min(bytes.len())..(at % length + count).min(bytes.len())].to_vec();
                bytes.splice(at % length..at % length, piece);
            }
            Change::Piece(at, piece) => bytes.splice(at % length..at % length, piece.bytes()).for_each(drop),
        }
    }
    bytes
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), options in options()) {
        check_lines(&bytes, &found(&bytes, &options, &[1 << 20]));
    }

    #[test]
    fn any_characters_are_read_or_refused(text in "[0-9.*_?xA-G|+=#:{}, \n\r-]{0,120}", options in options()) {
        check_lines(text.as_bytes(), &found(text.as_bytes(), &options, &[1 << 20]));
    }

    #[test]
    fn nonsense_is_read_or_refused(text in nonsense(), options in options()) {
        check_lines(text.as_bytes(), &found(text.as_bytes(), &options, &[1 << 20]));
    }

    #[test]
    fn damaged_files_are_read_or_refused(which in 0..13_usize, changes in changes(), options in options()) {
        let bytes = changed(&files()[which], &changes);
        check_lines(&bytes, &found(&bytes, &Options::default(), &[1 << 20]));
        check_lines(&bytes, &found(&bytes, &options, &[1 << 20]));
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn records_do_not_depend_on_the_reads(text in nonsense(), options in options(), sizes in prop::collection::vec(1..90_usize, 1..4)) {
        let bytes = text.as_bytes();
        let whole = found(bytes, &options, &[1 << 20]);
        prop_assert_eq!(&found(bytes, &options, &sizes), &whole);
    }

    #[test]
    fn records_of_damaged_files_do_not_depend_on_the_reads(which in 0..13_usize, changes in changes(), size in 1..200_usize) {
        let bytes = changed(&files()[which], &changes);
        let whole = found(&bytes, &Options::default(), &[1 << 20]);
        prop_assert_eq!(&found(&bytes, &Options::default(), &[size]), &whole);
    }
}

#[test]
fn files_may_come_byte_by_byte() {
    for text in files() {
        let text = if text.len() > 500 { format!("{}\n{text}", &text[..100]) } else { text };
        let text = format!("\u{FEFF}{}", &text[..text.len().min(200)]);
        for options in [Options::default(), Options { one_a_line: true, ..Options::default() }] {
            let whole = found(text.as_bytes(), &options, &[1 << 20]);
            assert_eq!(found(text.as_bytes(), &options, &[1]), whole, "{text}");
        }
    }
}

/// The length limit of a line, and the reading of what follows, do not depend on the sizes of reads.
#[test]
fn lines_about_as_long_as_allowed_are_read_alike() {
    for length in [1 << 20, (1 << 20) + 100_000] {
        let text = format!("{EASY}\n{}\n{INKALA}\n", "1".repeat(length));
        let summary = |sizes: &[usize]| -> Vec<(u64, String)> {
            let found = found(text.as_bytes(), &Options::default(), sizes);
            found.into_iter().map(|(line, kind, ..)| (line, kind)).collect()
        };
        let whole = summary(&[1 << 20]);
        assert_eq!(summary(&[40_000]), whole, "{length} bytes");
        assert_eq!(whole.iter().map(|(line, _)| *line).collect::<Vec<u64>>(), [1, 2, 3], "{length} bytes");
    }
}

/// A record with a line that is too long, or with too many lines, is one error: neither its beginning nor its end is a
/// puzzle of its own, in whatever pieces it comes.
#[test]
fn records_that_are_too_long_are_refused_as_a_whole() {
    let long = "x".repeat((1 << 20) + 1);
    let words = format!("# {}\n", "long ".repeat(100_000)).repeat(10);
    let grid = "size: 4\ngrid:\n1234\n3412\n2143\n432.\n";
    let rows = "1234\n3412\n2143\n432.\n";
    let after = format!("===\nsize: 4\ngrid:\n{rows}");
    for (text, line, read) in [
        (format!("{grid}# {long}\nthermo: r1c1 r1c2\n{after}"), 7, &[10][..]),
        (format!("{grid}# {long}\n\n{grid}{after}"), 7, &[16]),
        (format!("# {long}\n{grid}{after}"), 1, &[9]),
        (format!("{grid}===\n# {long}\n{grid}{after}"), 8, &[1, 16]),
        (format!("{grid}{words}{grid}{after}"), 1, &[24]),
        (format!("+---+\n|1234|\n|3412|\n{long}\n{rows}\n{EASY}\n"), 4, &[10]),
        (format!("[[1,2,3,4],\n[3,4,1,2],\n{long}\n{rows}\n{EASY}\n"), 3, &[9]),
        (format!("# {long}\n{EASY}\n"), 1, &[2]),
    ] {
        let summary = |sizes: &[usize]| -> Vec<(u64, bool)> {
            let found = found(text.as_bytes(), &Options::default(), sizes);
            found.into_iter().map(|(line, _, _, read)| (line, read.is_ok())).collect()
        };
        let whole = summary(&[1 << 20]);
        let errors: Vec<u64> = whole.iter().filter(|(_, is_ok)| !is_ok).map(|(line, _)| *line).collect();
        let good: Vec<u64> = whole.iter().filter(|(_, is_ok)| *is_ok).map(|(line, _)| *line).collect();
        let begin = &text[..text.len().min(60)];
        assert_eq!((&errors[..], &good[..]), (&[line][..], read), "{begin:?}");
        assert_eq!(summary(&[40_000]), whole, "{begin:?}");
    }
    // Boards are looked for in pieces of a long text.
    let text = format!("[[1,2,3,4],\n{}{rows}\n{EASY}\n", words.replace('#', ""));
    let read = found(text.as_bytes(), &Options::default(), &[1 << 20]);
    let lines: Vec<(u64, bool)> = read.iter().map(|(line, _, _, read)| (*line, read.is_ok())).collect();
    assert_eq!(lines, [(12, true), (17, true)]);
    // The brackets of a dropped line are not counted, so that the end of its document is unknown.
    let wide = "x".repeat((16 << 20) + 1);
    let text = format!("{{\"size\":1,\n\"title\":\"{wide}\",\n\"grid\":[[{{}}]]}}\n{EASY}\n");
    let found = found(text.as_bytes(), &Options::default(), &[1 << 20]);
    let error = found[0].3.as_ref().expect_err("it is too long").to_string();
    assert_eq!(
        (found.len(), error.as_str()),
        (1, "2:1: a line of more than 16 MiB (the rest of the input is skipped)")
    );
}

/// So many comments that they are not kept for the grid below them.
#[test]
fn long_comments_before_a_grid_are_read_alike() {
    let rows: String =
        INKALA.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect();
    let comments = format!("# {}\n", "long ".repeat(20_000)).repeat(45);
    let text = format!("{comments}{rows}{comments}{EASY}\n");
    let summary = |sizes: &[usize]| -> Vec<(bool, String)> {
        let found = found(text.as_bytes(), &Options::default(), sizes);
        found.into_iter().map(|(_, kind, _, read)| (read.is_ok(), kind)).collect()
    };
    let expected = [(true, "Puzzle(Grid)".to_owned()), (true, "Puzzle(Line)".to_owned())];
    assert_eq!(summary(&[1 << 20]), expected);
    assert_eq!(summary(&[100_000]), expected);
}

/// Complete puzzles are returned before the stream goes on.
#[test]
fn puzzles_are_returned_as_soon_as_they_are_complete() {
    let rows: String =
        INKALA.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect();
    for text in [
        format!("{INKALA}\n"),
        format!("{rows}\n"),
        rows,
        format!("quizzes,solutions\n{INKALA},{INKALA_SOLVED}\n"),
    ] {
        let mut records = Records::new(text.as_bytes(), &Options::default());
        let chunk = records.next_chunk().unwrap().unwrap();
        assert!(!chunk.last, "the end has not been read yet");
        assert_eq!(chunk.records.len(), 1, "{text}");
    }
    let options = Options { one_a_line: true, ..Options::default() };
    let mut records = Records::new(b"12..34..........\n".as_slice(), &options);
    assert_eq!(
        records.next_chunk().unwrap().unwrap().records.len(),
        1,
        "sixteen characters, a puzzle a line"
    );
}

#[test]
fn a_failing_stream_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let mut records = Records::new(Broken, &Options::default());
    assert_eq!(records.next_chunk().unwrap_err().to_string(), "broken");
}
