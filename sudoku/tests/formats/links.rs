//! Links and ids of other tools, and documents among other lines. The puzzles were made for these tests.

use sudoku::format::{Format, Options, Parser, Records, Unknown, parse, write};
use sudoku::{Candidates, Puzzle, Regions};

fn all(text: &str) -> Vec<Puzzle> {
    let options = Options { unknown: Unknown::Ignore, ..Options::default() };
    parse(text, &options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn one(text: &str) -> Puzzle {
    let mut puzzles = all(text);
    assert_eq!(puzzles.len(), 1, "{text}");
    puzzles.remove(0)
}

fn refused(text: &str) -> String {
    parse(text, &Options::default()).expect_err(text).to_string()
}

fn remarks(puzzle: &Puzzle) -> Vec<String> {
    puzzle.about().iter().flat_map(|about| &about.remarks).map(|remark| remark.what.clone()).collect()
}

/// Returns the givens as a line.
fn line(puzzle: &Puzzle) -> String {
    let symbol = |cell: usize| puzzle.given(cell).map_or(".", |value| puzzle.symbols().get(value));
    (0..puzzle.cells().len()).map(symbol).collect()
}

const DOCUMENT: &str = r#"{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":2,"given":true}]]}"#;
const GIVENS: &str = "1..............2";

/// Returns the document in the encoding of f-puzzles' links.
fn payload() -> String {
    let mut link = String::new();
    assert_eq!(write(&one(DOCUMENT), Format::Link, 0, &mut link), None);
    link.trim().strip_prefix("https://f-puzzles.com/?load=").expect("a link to f-puzzles").to_owned()
}

#[test]
fn every_way_to_carry_a_document() {
    let data = payload();
    assert!(data.starts_with("N4Ig"), "{data}");
    let coded = data.replace('+', "%2B").replace('/', "%2f").replace('=', "%3D");
    let links = [
        data.clone(),
        format!("  {data}  "),
        format!("https://f-puzzles.com/?load={data}"),
        format!("https://www.f-puzzles.com/?load={coded}"),
        format!("HTTP://f-puzzles.com/?id=x&load={}", data.trim_end_matches('=')),
        format!("f-puzzles.com/?load={data} some words"),
        format!("?load={data}"),
        format!("https://sudokupad.app/fpuz{data}"),
        format!("https://sudokupad.app/fpuzzles{coded}"),
        format!("https://app.crackingthecryptic.com/sudoku/fpuz{data}"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuz{coded}"),
        format!("fpuz{data}"),
        format!("[\"https://sudokupad.app/fpuz{data}\"]"),
    ];
    for link in &links {
        assert_eq!(line(&one(link)), GIVENS, "{link}");
    }
    // Each is a puzzle of a batch.
    let batch = parse(&links[..12].join("\n"), &Options { one_a_line: true, ..Options::default() });
    assert_eq!(batch.map(|puzzles| puzzles.len()), Ok(12));
    for (format, count) in [(Format::Link, 12), (Format::FPuzzles, 13)] {
        let options = Options { from: Some(format), ..Options::default() };
        let text = format!("# links\n\n{}", links[..count].join("\n"));
        assert_eq!(parse(&text, &options).map(|all| all.len()), Ok(count), "{format}");
    }
}

#[test]
fn cut_and_damaged_links() {
    let data = payload();
    for end in 25..data.trim_end_matches('=').len() - 1 {
        let error = refused(&format!("https://f-puzzles.com/?load={}", &data[..end]));
        assert!(error.ends_with("(is the link complete?)"), "{error}");
    }
    for (text, said) in [
        (
            "https://f-puzzles.com/?load=N4I!",
            "1:1: '!' cannot be in the data of a link (is the link complete?)",
        ),
        ("https://f-puzzles.com/?load=", "1:1: the data of the link is cut off (is the link complete?)"),
        ("?load=////", "1:1: the data of the link is damaged (is the link complete?)"),
    ] {
        assert_eq!(refused(text), said);
    }
    for text in
        ["https://f-puzzles.com/?id=yx2vtb5a", "  https://sudokupad.app/abc123", "https://tinyurl.com/x"]
    {
        let error = refused(text);
        assert!(
            error.contains("only names a puzzle that is stored elsewhere, which would need the network"),
            "{error}"
        );
    }
    assert!(refused("https://example.com/").contains("neither a link nor an id"));
    let forced = Options { from: Some(Format::Link), ..Options::default() };
    assert!(parse("hello", &forced).unwrap_err().what.contains("neither a link nor an id"));
}

#[test]
fn links_beside_bytes_that_are_no_text() {
    let link = format!("https://f-puzzles.com/?load={}", payload());
    for (before, within, after) in [("f\u{fc}r ", "", ""), ("see ", "\u{ff}", ""), ("see ", "", " f\u{fc}r")]
    {
        let latin = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
        let bytes = [before, &link[..40], within, &link[40..], after].map(latin).concat();
        let options = Options::default();
        let (mut parser, mut records) = (Parser::new(options.clone()), Records::new(&bytes[..], &options));
        let mut read = Vec::new();
        while let Some(chunk) = records.next_chunk().unwrap() {
            read.extend(chunk.records.iter().map(|record| parser.read(chunk.text(record), record)));
        }
        assert_eq!(read.len(), 1);
        assert!(read.remove(0).expect_err("it is no text").what.ends_with("is not UTF-8"));
    }
}

#[test]
fn documents_among_other_puzzles() {
    let pretty = DOCUMENT.replace("],", "],\n\n");
    let text = format!(
        "1234341221434321\n{pretty}\n[{DOCUMENT},\n {DOCUMENT} , {DOCUMENT}\n]\n2x2:b3_2h1_3b\n{DOCUMENT} {DOCUMENT}\n1..............."
    );
    let lines: Vec<String> = all(&text).iter().map(line).collect();
    let expected = [
        "1234341221434321",
        GIVENS,
        GIVENS,
        GIVENS,
        GIVENS,
        "..32........13..",
        GIVENS,
        GIVENS,
        "1...............",
    ];
    assert_eq!(lines, expected);
    // With any cut of the stream.
    for size in [1, 2, 7, 100, 1000] {
        let mut records = Records::new(Slow(text.as_bytes(), size), &Options::default());
        let mut count = 0;
        while let Some(chunk) = records.next_chunk().expect("bytes at hand can be read") {
            count += chunk.records.len();
        }
        assert_eq!(count, expected.len(), "{size} bytes at once");
    }
    for (text, said) in [
        (format!("[{DOCUMENT}"), "1:1: the list of documents is not closed (a ] is missing)"),
        (
            format!("[{DOCUMENT}, 7]"),
            "1:1: a document without a puzzle (f-puzzles' have a grid, SudokuPad's have cells)",
        ),
        (
            format!("[\n{DOCUMENT},\n[1]]"),
            "3:1: a document without a puzzle (f-puzzles' have a grid, SudokuPad's have cells)",
        ),
        (DOCUMENT[..60].to_owned(), "1:61: the document is not JSON: EOF while parsing a list"),
    ] {
        assert_eq!(refused(&text), said);
    }
    // A list of many documents on one line.
    let many = format!("[{}]", vec![DOCUMENT; 15_000].join(","));
    assert!(many.len() > 1 << 20);
    assert_eq!(all(&many).len(), 15_000);
}

/// Reader that returns few bytes at a time.
struct Slow<'a>(&'a [u8], usize);

impl std::io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn ids_of_solo() {
    assert_eq!(line(&one("2x2:b3_2h1_3b")), "..32........13..");
    let six = one("2x3:a6_5zg");
    assert_eq!((six.grid().boxes(), line(&six).trim_end_matches('.')), (Some((2, 3)), ".65"));
    assert_eq!(one("3x2:z1i").grid().boxes(), Some((3, 2)));
    // Two numbers of two digits, and flags about the generation of the puzzle.
    let large = one("3x4dt:10_12zzzzzl");
    assert_eq!((large.given(0), large.given(1), large.givens()), (Some(9), Some(11), 2));
    // Pieces: rows of four. Vertical neighbours are separated by edges, horizontal ones are not.
    let rows = one("4j:p,l____________");
    assert_eq!(rows.grid().shape().regions, Regions::Boxes { height: 1, width: 4 });
    // Cages: the two halves of each row; the sums are at their first cells.
    let killer = one("2x2k:p,a_a_a_a_d____________,3a7a3a7a7a3a7a3a".replace("a_a_a_a_d", "abbba").as_str());
    let cages: Vec<(Option<i32>, &[u16])> =
        killer.clues().iter().map(|clue| (clue.first_number(), clue.cells())).collect();
    assert_eq!(cages.len(), 8);
    assert_eq!((cages[0], cages[7]), ((Some(3), &[0, 1][..]), (Some(3), &[14, 15][..])));
    for (text, said) in [
        ("2x2:b3_2h1_3c", "1:1: the id has more cells than the grid's 16"),
        ("2x2:b3", "1:1: the id has fewer cells than the grid's 16"),
        ("2x2:b3_9h1_3b", "1:1: R1C4: 9 is not a value here: values are 1 to 4"),
        ("2x2:b3!", "1:1: '!' cannot be in an id"),
        ("2x2:p,a", "1:1: the id continues after its end"),
        ("4j:p", "1:1: the id ends before its pieces"),
        ("4j:p,abc", "1:1: the edges of an id's pieces are for 8 places, not 24"),
        ("4j:p,________________________a", "1:1: the edges of an id's pieces are for 25 places, not 24"),
        ("4j:p,_________________________", "1:1: the edges cut the grid into more than 4 pieces"),
        ("2x2k:p", "1:1: the id ends before its cages"),
        ("2x2k:p,x,b3m", "1:1: the sum at R1C3 is not in the first cell of its cage"),
        ("60x60:a", "1:1: a grid of 3600x3600: sides are from 1 to 64"),
    ] {
        assert_eq!(refused(text), said, "{text}");
    }
}

#[test]
fn boards_of_sudoku_wiki() {
    let board = "1.......2........................................................................";
    assert_eq!(
        line(&one(&format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", board.replace('.', "0")))),
        board
    );
    // The first cell is given 1, the second is 1 or 2; the others are open.
    let coded = format!("0306{}", "vu".repeat(79));
    let puzzle = one(&format!("?bd={coded}"));
    assert_eq!((puzzle.given(0), puzzle.cells()[1]), (Some(0), Candidates::of_bits(0b11)));
    assert_eq!(puzzle.cells()[80], puzzle.all_values());
    assert!(refused("?bd=123").starts_with("1:1: bd: 3 characters do not make a board"));
    assert!(refused(&format!("?bd={}", "zz".repeat(81))).contains("bd, cell 1: two digits of base 32"));
    assert!(refused(&format!("?bd={}", "z".repeat(81))).contains("bd, cell 1: 'z' is not a digit"));
}

#[test]
fn lines_of_hodoku() {
    let grid = format!("+51..{}", ".".repeat(77));
    let puzzle = one(&format!(":0702:9:{grid}:812 933:321 325:r1c1::"));
    assert_eq!(line(&puzzle), format!(".1..{}", ".".repeat(77)));
    assert_eq!(puzzle.about().and_then(|about| about.source.as_deref()), Some("HoDoKu 0702"));
    assert!(
        refused(":0702:9:12345678901234567:::").contains("17 cells in the third field do not make a grid")
    );
}

#[test]
fn games_of_open_sudoku() {
    let digits = format!("12{}", "0".repeat(79));
    let fields: String =
        (0..81).map(|cell| if cell == 3 { "7|0|0|".to_owned() } else { "4|1,2,|1|".into() }).collect();
    let notes: String =
        (0..81).map(|cell| if cell == 8 { "9|0|3|0|".to_owned() } else { "0|0|0|1|".into() }).collect();
    let text = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku version=\"2\">\n<folder name=\"x\">\n<game data=\"{digits}\"/><game\n created=\"1\" data='version: 1&#10;{fields}' note=\"\"/>\n<game data=\"version: 4\n{notes}\"></game>\n</folder>\n</opensudoku>\n1234341221434321\n"
    );
    let text = text.replace("<game\n", "<game \n");
    let lines: Vec<String> = all(&text).iter().map(line).collect();
    let dots = |count: usize| ".".repeat(count);
    assert_eq!(
        lines,
        [
            format!("12{}", dots(79)),
            format!("...7{}", dots(77)),
            format!("{}9{}", dots(8), dots(72)),
            "1234341221434321".into()
        ]
    );
    assert_eq!(
        refused("<opensudoku>\n<game data=\"12\"/>\n</opensudoku>"),
        "2:1: data: 2 cells, but there are 81"
    );
    assert_eq!(refused("<opensudoku>\n<game name=\"12\"/>"), "2:1: game: there is no data");
    assert!(refused("<opensudoku>\n</opensudoku>").contains("there is no game in this XML"));
    assert!(refused("<opensudoku>\n<game data=\"1|2|3|").contains("there is no data"));
}

#[test]
fn killers_in_a_line() {
    // Dominoes and a single cell: the columns of each row determine the value.
    let cell = |at: usize| match at % 9 {
        8 => "=0".to_owned(),
        column if column % 2 == 0 => "=10".into(),
        _ => format!("+{}", at - 1),
    };
    let sumo: String = (0..81).map(|at| cell(at) + &format!("J{}", at / 27 * 3 + at % 9 / 3)).collect();
    let numbers: Vec<String> = (0..81)
        .map(|at| if at % 9 == 8 { "0".into() } else { (10 * 256 + at / 9 * 4 + at % 9 / 2 + 1).to_string() })
        .collect();
    let [sumo, numbers] = [one(&format!("SumoCueV1{sumo}")), one(&format!("3x3::k:{}", numbers.join(":")))];
    assert_eq!(sumo.grid().boxes(), Some((3, 3)));
    let sums = |puzzle: &Puzzle| -> Vec<(i32, Vec<u16>)> {
        puzzle.clues().iter().filter_map(|clue| Some((clue.first_number()?, clue.cells().to_vec()))).collect()
    };
    assert_eq!((sums(&sumo).len(), sums(&sumo)), (36, sums(&numbers)));
    assert_eq!(sums(&sumo)[1], (10, vec![2, 3]));
    assert_eq!(numbers.clues().len(), 36);
    let flat: String = (0..81).map(|at| if at == 0 { "=5" } else { "+0" }).collect();
    assert!(refused(&format!("SumoCueV1{flat}")).contains("killer of 81 cells, but there are 9 values"));
    let loops: String = (0..81).map(|at| format!("+{}", (at + 1) % 81)).collect();
    assert!(refused(&format!("SumoCueV1{loops}")).contains("cell 1 belongs to no cage"));
    assert!(refused("SumoCueV1=5+0").contains("81 cells, not 2"));
    assert!(refused("SumoCueV1=5J9").contains("\"5J9\" for cell 1 is not a sum and region"));
    assert!(refused("3x3:d:k:1:2").contains("2 numbers, but there are 81 cells"));
}

#[test]
fn documents_of_sudoku_pad() {
    let text = r#"{"id":"x","cellSize":50,
        "cells":[[{"value":1},{},{},{}],[{},{},{},{"value":"4"}],[{},{"fog":1},{},{}],[{},{},{},{}]],
        "regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,2],[2,3],[3,2],[3,3]],[[2,0],[2,1],[3,0],[3,1]]],
        "cages":[{"value":"title: Four"},{"value":"author: Me"},{"value":"rules: One.\nTwo."},{"value":"solution: 1234341221434321"},
            {"unique":true,"cells":[[0,0],[0,1]],"value":"3","sum":3},{"unique":true,"cells":[[2,0],[2,1]]},
            {"cells":[[3,0],[3,1]],"value":7},{"cells":[[3,3]],"outlineC":"red","value":"A"}],
        "metadata":{"antiknight":true,"antiking":false,"msgcorrect":"well done"},
        "lines":[{"wayPoints":[[0.5,0.5],[1.5,1.5]]}],"overlays":[],"triggereffect":[1]}"#;
    let puzzle = one(text);
    assert_eq!((line(&puzzle).as_str(), puzzle.grid().boxes()), ("1......4........", Some((2, 2))));
    let clues: Vec<(&str, Option<i32>, &[u16])> =
        puzzle.clues().iter().map(|clue| (clue.kind.name(), clue.first_number(), clue.cells())).collect();
    let cages = [("killer", Some(3), &[0, 1][..]), ("killer", None, &[8, 9])];
    assert_eq!(clues, [&cages[..], &[("anti-knight", None, &[])]].concat());
    let about = puzzle.about().expect("it says something");
    assert_eq!((about.title.as_deref(), about.author.as_deref()), (Some("Four"), Some("Me")));
    assert_eq!((about.comments.len(), about.solution.as_deref().map(|solution| solution[4])), (2, Some(2)));
    let said = [
        "not understood: cage7 (a cage with a number that may not be its sum)",
        "not understood: cage8 (a cage with a text that is no number)",
        "not understood: line1 (a line of which the rules do not tell)",
    ];
    assert_eq!(remarks(&puzzle), said);
    assert_eq!(about.unknown.len(), said.len());
    for (text, said) in [
        (r#"{"cells":[[{}],[]]}"#, "1:1: cells[1]: 0 cells, but the first row has 1"),
        (
            r#"{"cells":[[{}]],"regions":[[[0,1]]]}"#,
            "1:1: regions[0][0]: no row and column of the grid, counted from 0",
        ),
        (r#"{"cells":[[{"value":"x"}]]}"#, "1:1: cells[0][0].value: a number is expected, not \"x\""),
        (r#"{"cells":[]}"#, "1:1: a grid of 0x0: sides are from 1 to 64"),
    ] {
        assert_eq!(refused(text), said);
    }
}

/// Returns a link of Penpa: deflate without compression, in base 64.
fn penpa(lines: &[&str]) -> String {
    let text = lines.join("\n");
    let length = (text.len() as u16).to_le_bytes();
    let inverse = (!(text.len() as u16)).to_le_bytes();
    let bytes = [&[1][..], &length, &inverse, text.as_bytes()].concat();
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let data: String = bytes
        .chunks(3)
        .flat_map(|chunk| {
            let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(*chunk.get(at).unwrap_or(&0)));
            [18, 12, 6, 0].map(|shift| char::from(digits[(bits >> shift & 63) as usize]))
        })
        .collect();
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}")
}

/// A board of 4 x 4 has rows of eight positions, and its first cell has number 18. The numbers of corners are larger
/// by 64.
#[test]
fn links_of_penpa() {
    let head = "square,4,4,38,0,1,1,266,266,144,144,0,0,0,0,Title: A%2C B,Author: Me,,,OFF,false";
    let cells = "[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]";
    // Lines between the second and third row, and between the second and third column.
    let edges = (0..4).flat_map(|at| {
        [(64 + 25 + at, 64 + 26 + at), (64 + 11 + 8 * at, 64 + 19 + 8 * at)]
            .map(|(a, b)| format!("\"{a},{b}\":2"))
    });
    let edges = edges.collect::<Vec<_>>().join(",");
    let question = format!(
        "{{zN:{{\"18\":[\"1\",1,\"1\"],\"45\":[\"2\",1,\"1\"],\"19\":[\"3\",1,\"5\"],\"10\":[\"7\",1,\"1\"]}},zE:{{{edges}}},zT:[[18,19]],zR:{{z_:[1]}},zS:{{}}}}"
    );
    let puzzle = one(&penpa(&[head, "[0,0,0,0]", "{}", &question, "{}", cells, "[]"]));
    assert_eq!((line(&puzzle).as_str(), puzzle.grid().boxes()), ("1..............2", Some((2, 2))));
    assert_eq!(puzzle.about().and_then(|about| about.title.as_deref()), Some("A, B"));
    let said = [
        "not understood: numbers outside the grid (1)",
        "not understood: small numbers or text (1)",
        "not understood: thermometers, which are only drawn (1)",
    ];
    assert_eq!(remarks(&puzzle), said);
    let open = one(&penpa(&[head, "[0,0,0,0]", "{}", "{}", "{}", cells]));
    assert_eq!(
        (open.grid().shape().regions.clone(), remarks(&open)),
        (Regions::None, vec!["no boxes are drawn, so the puzzle has none".into()])
    );
    let triangle = penpa(&["tri,6,6", "", "", "{}", "", cells]);
    assert_eq!(refused(&triangle), "1:1: a board of the kind \"tri\" is not a Sudoku");
    let hole = penpa(&[head, "", "", "{}", "", "[18,1,1,6,1,1,1]"]);
    assert_eq!(refused(&hole), "1:1: the 7 cells of the board do not form a rectangle");
    assert_eq!(
        refused(&penpa(&[head, "", "", "{}", "", "[18,1e9]"])),
        "1:1: cells[1]: a number is expected, not 1000000000.0"
    );
    assert!(
        refused(&penpa(&[head, "", "", "{zN:", "", cells])).contains("the document in the link is cut off")
    );
    assert!(refused(&penpa(&[head])).contains("the data of the link is cut off"));
    assert!(
        refused("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA")
            .contains("the data of the link is damaged")
    );
}
