//! Texts that grow by repetition, and strings of Interactive-Sudoku-Solver: with items that are known and unknown, groups
//! in groups, nesting in every grammar, long lines within a record, and binary data.

use sudoku::format::{Kind, Options, Parser, Records, Unknown, parse_one};
use testkit::Bytes;

use super::parsers;

/// Items with a rule, in a grid of 4 x 4.
const KNOWN: [&str; 12] = [
    "AntiKnight",
    "Windoku",
    "Diagonal~1",
    "Thermo~R1C1~R1C2",
    "Cage~5~R1C1~R1C2",
    "X~R1C1~R1C2",
    "Quad~R2C2~1~2",
    "Arrow~R1C1~R1C2~R1C3",
    "Sandwich~3~C2",
    "XSum~R2~~5",
    "LittleKiller~6~R1C2",
    "ContainAtLeast~1_2~R1C1~R1C2",
];

/// Items that no program knows.
const UNKNOWN: [&str; 5] = ["Foo~R3C3~R3C2", "NFA~VgGv_wQ~R1C1", "Thermo~R9C9", "Cage~x~R1C1", "Foo"];

/// What is repeated, and what ends it.
const NESTED: [(&str, &str); 14] = [
    (".Or", ".End"),
    (".And", ".End"),
    (".Or.And", ".End.End"),
    (".And.Cage~5~R1C1~R1C2", ".End"),
    ("[", "]"),
    ("{\"a\":", "}"),
    ("(", ")"),
    ("not ", ""),
    ("-", ""),
    ("abs(", ")"),
    ("min(1,", ")"),
    ("1{", "}"),
    ("(1|", ")"),
    ("*", ""),
];

/// What comes before and after what is repeated.
const AROUND: [(&str, &str); 9] = [
    ("", ""),
    (".Shape~4x4.~R1C1_1", ""),
    ("size: 4\nrequire ", "r1c1 == 1"),
    ("size: 4\neach adjacent a b: ", "a != b"),
    ("size: 4\neither require ", "r1c1 == 1 | diagonals"),
    ("size: 4\nregex ", "1: r1c1-r1c4"),
    ("{\"size\":4,\"grid\":", "}"),
    ("{\"cells\":[[{}]],\"metadata\":", "}"),
    ("a = ", "1"),
];

/// First bytes of data that is no text.
const BINARY: [&[u8]; 7] = [
    b"\x89PNG\r\n\x1A\n",
    b"\xFF\xD8\xFF\xE0",
    b"%PDF-1.4\n",
    b"PK\x03\x04",
    b"\x1F\x8B\x08",
    b"\x7FELF",
    b"ab\0",
];

pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.below(16) {
        0..8 => string(&mut bytes),
        8..12 => nested(&mut bytes),
        12 => long_line(&mut bytes),
        13 => binary(&mut bytes),
        _ => signs(&mut bytes),
    }
}

/// Checks that a string with an unknown item is refused, and one without is not refused for one.
fn string(bytes: &mut Bytes<'_>) {
    let (mut text, mut open, mut is_known) = (String::from(".Shape~4x4"), 0, true);
    for _ in 0..1 + bytes.below(12) {
        text.push('.');
        match bytes.below(10) {
            0 => {
                text += bytes.pick(&UNKNOWN);
                is_known = false;
            }
            1 => {
                text += bytes.pick(&["Or", "And"]);
                open += 1;
            }
            2 | 3 if open > 0 => {
                text += "End";
                open -= 1;
            }
            4 => text += bytes.pick(&["~R1C1_1", "~R2C3_3_4", "~R4C4_2"]),
            _ => text += bytes.pick(&KNOWN),
        }
    }
    text += &".End".repeat(open);
    let link = format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}");
    for text in [&text, &link] {
        let read = |unknown| parse_one(text, &Options { unknown, ..Options::default() });
        let left = read(Unknown::Ignore);
        if let Ok(puzzle) = &left {
            let named = puzzle.about().map_or(0, |about| about.unknown.len());
            assert!(is_known || named > 0, "an item is lost: {text}");
        }
        let refused = read(Unknown::Refuse);
        assert!(is_known || refused.is_err() && read(Unknown::Draw).is_err(), "an item is lost: {text}");
        parsers::check(text.as_bytes(), 1 << 12, &Options::default());
    }
}

/// Nesting of any depth in any grammar is read or refused.
fn nested(bytes: &mut Bytes<'_>) {
    let (begin, end) = bytes.pick(&NESTED);
    let (before, after) = bytes.pick(&AROUND);
    let times = bytes.pick(&[1, 2, 63, 64, 65, 127, 128, 129, 1000, 30_000]);
    let ends = bytes.pick(&[times, times, times / 2, 0]);
    let text = format!("{before}{}{after}{}\n", begin.repeat(times), end.repeat(ends));
    parsers::check(text.as_bytes(), 1 << 16, &Options::default());
}

/// A line that is too long spoils its record, and none that ends before or begins after it.
fn long_line(bytes: &mut Bytes<'_>) {
    let block = "size: 4\ngrid:\n1234\n3412\n2143\n432.\n";
    let mut lines: Vec<String> = block.lines().map(str::to_owned).collect();
    let sign = bytes.pick(&["x", "#", "1", " ", "."]);
    let at = bytes.below(lines.len() + 1);
    lines.insert(at, format!("{}{}", bytes.pick(&["", "# "]), sign.repeat((1 << 20) + 1)));
    let text = format!("{block}===\n{}\n===\n{block}", lines.join("\n"));
    let options = Options::default();
    let mut parser = Parser::new(options.clone());
    let mut records = Records::new(text.as_bytes(), &options);
    let mut found = Vec::new();
    while let Some(chunk) = records.next_chunk().expect("bytes at hand can be read") {
        for record in &chunk.records {
            found.push(parser.read(chunk.text(record), record).is_ok());
        }
    }
    assert_eq!(found, [true, false, true], "{sign} in line {at}");
}

/// Binary data is one error.
fn binary(bytes: &mut Bytes<'_>) {
    let begin = bytes.pick(&BINARY);
    let text = [begin, bytes.rest(), b"\n12..34..........\n\n1.\0"].concat();
    let options = Options::default();
    let mut records = Records::new(&text[..], &options);
    let mut found = Vec::new();
    while let Some(chunk) = records.next_chunk().expect("bytes at hand can be read") {
        found.extend(chunk.records);
    }
    assert!(matches!(&found[..], [one] if matches!(one.kind, Kind::Damaged(_))), "{} records", found.len());
}

/// A few punctuation marks are no puzzle.
fn signs(bytes: &mut Bytes<'_>) {
    let marks = "!\"#$%&'()+,/:;<=>@[\\]^`{|}~\t ";
    let marks: Vec<char> = marks.chars().collect();
    let text: String = bytes.list(1, 16, |bytes| bytes.pick(&marks)).into_iter().collect();
    assert!(parse_one(&text, &Options::default()).is_err(), "{text:?}");
}
