//! Documents of f-puzzles: every key by hand, and the errors of documents.

use sudoku::format::{Format, Options, Unfit, Unknown, parse, write};
use sudoku::{Candidates, Puzzle, Regions, rules};

/// Returns rows of empty cells.
fn open_grid(side: usize) -> String {
    let row = format!("[{}]", vec!["{}"; side].join(","));
    format!("[{}]", vec![row; side].join(","))
}

/// Returns a document of an open 9 x 9 grid with additional keys.
fn document(more: &str) -> String {
    format!("{{\"size\":9,\"grid\":{},{more}}}", open_grid(9))
}

fn one(text: &str) -> Puzzle {
    let options = Options { unknown: Unknown::Ignore, ..Options::default() };
    let mut puzzles = parse(text, &options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(puzzles.len(), 1, "{text}");
    puzzles.remove(0)
}

fn remarks(puzzle: &Puzzle) -> Vec<String> {
    puzzle.about().iter().flat_map(|about| &about.remarks).map(|remark| remark.what.clone()).collect()
}

/// Keys with examples of their content, and the same in the native format.
const KEYS: [(&str, &str, &str); 37] = [
    ("diagonal+", "true", "diagonal+"),
    ("diagonal-", "true", "diagonal-"),
    ("antiknight", "true", "anti-knight"),
    ("antiking", "true", "anti-king"),
    ("disjointgroups", "true", "disjoint"),
    ("nonconsecutive", "true", "nonconsecutive"),
    ("odd", r#"[{"cell":"R1C1"},{"cell":"R9C9"}]"#, "odd: r1c1, r9c9"),
    ("even", r#"[{"cell":"r2c3"}]"#, "even: r2c3"),
    ("minimum", r#"[{"cell":"R5C5"}]"#, "minimum: r5c5"),
    ("maximum", r#"[{"cell":"R5C5"}]"#, "maximum: r5c5"),
    ("rowindexer", r#"[{"cells":["R1C1","R1C2"]}]"#, "row-index: r1c1 r1c2"),
    ("columnindexer", r#"[{"cells":["R1C1","R2C1"]}]"#, "column-index: r1c1 r2c1"),
    ("boxindexer", r#"[{"cells":["R1C1"]}]"#, "box-index: r1c1"),
    (
        "difference",
        r#"[{"cells":["R1C1","R1C2"],"value":""},{"cells":["R2C1","R3C1"],"value":"4"}]"#,
        "white: r1c1 r1c2\nwhite 4: r2c1 r3c1",
    ),
    (
        "ratio",
        r#"[{"cells":["R1C1","R1C2"]},{"cells":["R2C1","R3C1"],"value":3}]"#,
        "black: r1c1 r1c2\nblack 3: r2c1 r3c1",
    ),
    (
        "xv",
        r#"[{"cells":["R1C1","R1C2"],"value":"X"},{"cells":["R2C1","R3C1"],"value":"v"},{"cells":["R2C2","R3C2"],"value":"8"}]"#,
        "x: r1c1 r1c2\nv: r2c1 r3c1\npair-sum 8: r2c2 r3c2",
    ),
    (
        "thermometer",
        r#"[{"lines":[["R1C1","R2C2"],["R1C1","R1C2","R1C3"]]}]"#,
        "thermo: r1c1 r2c2, r1c1-r1c3",
    ),
    ("slowthermometer", r#"[{"lines":[["R1C1","R2C2"]]}]"#, "slow-thermo: r1c1 r2c2"),
    (
        "arrow",
        r#"[{"cells":["R5C5"],"lines":[["R5C5","R4C5","R3C5"],["R5C5","R5C6"]]},{"cells":["R1C1","R1C2"],"lines":[["R1C2","R2C3"]]}]"#,
        "arrow: r5c5 = r4c5 r3c5, r5c5 = r5c6, r1c1 r1c2 = r2c3",
    ),
    ("doublearrow", r#"[{"lines":[["R1C1","R1C2","R1C3"]]}]"#, "double-arrow: r1c1-r1c3"),
    (
        "whispers",
        r#"[{"lines":[["R1C1","R1C2"]]},{"lines":[["R2C1","R2C2"]],"value":4}]"#,
        "whisper: r1c1 r1c2\nwhisper 4: r2c1 r2c2",
    ),
    ("renban", r#"[{"lines":[["R1C1","R1C2","R2C2"]]}]"#, "renban: r1c1 r1c2 r2c2"),
    ("nabner", r#"[{"lines":[["R1C1","R1C2","R2C2"]]}]"#, "nabner: r1c1 r1c2 r2c2"),
    ("palindrome", r#"[{"lines":[["R1C1","R1C2","R2C2"]]}]"#, "palindrome: r1c1 r1c2 r2c2"),
    ("betweenline", r#"[{"lines":[["R1C1","R1C2","R2C2"]]}]"#, "between: r1c1 r1c2 r2c2"),
    ("lockout", r#"[{"lines":[["R1C1","R1C2","R2C2"]]}]"#, "lockout: r1c1 r1c2 r2c2"),
    ("zipperline", r#"[{"lines":[["R1C1","R1C2","R2C2"]]}]"#, "zipper: r1c1 r1c2 r2c2"),
    ("regionsumline", r#"[{"lines":[["R1C3","R1C4"]]}]"#, "region-sum: r1c3 r1c4"),
    ("entropicline", r#"[{"lines":[["R1C1","R1C2","R2C2"]]}]"#, "entropic: r1c1 r1c2 r2c2"),
    ("modularline", r#"[{"lines":[["R1C1","R1C2","R2C2"]],"value":"3"}]"#, "modular 3: r1c1 r1c2 r2c2"),
    (
        "killercage",
        r#"[{"cells":["R1C1","R1C2"],"value":"15"},{"cells":["R2C1","R2C2"],"value":0},{"cells":["R3C1"],"value":null}]"#,
        "killer 15: r1c1 r1c2\nkiller: r2c1 r2c2, r3c1",
    ),
    ("extraregion", r#"[{"cells":["R1C1","R5C5","R9C9"]}]"#, "extra-region: r1c1 r5c5 r9c9"),
    ("clone", r#"[{"cells":["R1C1","R1C2"],"cloneCells":["R5C5","R5C6"]}]"#, "clone: r1c1 r1c2 = r5c5 r5c6"),
    (
        "quadruple",
        r#"[{"cells":["R3C3","R3C4","R4C3","R4C4"],"values":[1,"2",2]}]"#,
        "quadruple 1 2 2: r3-4c3-4",
    ),
    (
        "littlekillersum",
        r#"[{"cell":"R0C1","direction":"DR","value":"40","cells":[]},{"cell":"R4C10","direction":"UL","value":12}]"#,
        "little-killer 40: r1c2-r8c9\nlittle-killer 12: r3c9-r1c7",
    ),
    (
        "sandwichsum",
        r#"[{"cell":"R3C0","value":"12"},{"cell":"R0C1","value":"0"},{"cell":"R0C2","value":""}]"#,
        "sandwich 12: row 3\nsandwich 0: col 1",
    ),
    (
        "skyscraper",
        r#"[{"cell":"R10C2","value":"3"},{"cell":"R5C10","value":2}]"#,
        "skyscraper 3: bottom 2\nskyscraper 2: right 5",
    ),
];

/// A sandwich has the ends that the rules name.
#[test]
fn ends_of_sandwiches_in_the_rules() {
    let cells = vec![format!("[{}]", ["{}"; 9].join(",")); 9].join(",");
    let document = |rules: &str| {
        format!(
            r#"{{"size":9,"grid":[{cells}],"sandwichsum":[{{"cell":"R3C0","value":"12"}}],"ruleset":"{rules}"}}"#
        )
    };
    let native = |rules: &str| {
        let puzzle = one(&document(rules));
        let clue = &puzzle.clues()[0];
        (clue.kind.name(), clue.numbers().collect::<Vec<i32>>())
    };
    let said = "A clue outside the grid is the sum of the digits between";
    assert_eq!(native(&format!("{said} the 2 and the 8 in that row.")), ("sandwich", vec![12, 2, 8]));
    assert_eq!(native(&format!("{said} digits 8 and 2 in its row.")), ("sandwich", vec![12, 2, 8]));
    assert_eq!(native(&format!("{said} the 1 and the 9 in that row.")), ("sandwich", vec![12]));
    assert_eq!(native(&format!("{said} the numbers two & eight.")), ("sandwich", vec![12, 2, 8]));
    assert_eq!(native("Sandwich sums outside the grid."), ("sandwich", vec![12]));
    let bounds = "Sandwich sums are outside. Cages in a row have a total between 10 and 20.";
    assert_eq!(native(bounds), ("sandwich", vec![12]));
    let text = document(&format!("{said} 2 and 8 in rows. {said} 3 and 7 in columns."));
    let several = text.parse::<sudoku::Puzzle>().expect_err("two pairs of ends");
    assert!(several.what.contains("ends of sandwiches"), "{several}");
}

#[test]
fn every_key() {
    for (key, value, lines) in KEYS {
        let text = document(&format!("\"{key}\":{value}"));
        let puzzle = one(&text);
        let names = lines.lines().map(|line| line.split([':', ' ']).next().unwrap_or_default());
        if let Some(lacking) = names.clone().find(|name| rules::find(name).is_none()) {
            let said = remarks(&puzzle).join("; ");
            let lacking = format!("(there is no rule {lacking})");
            assert!(said.contains(key) || said.contains(&lacking), "{key}: {said:?}");
            continue;
        }
        assert_eq!(remarks(&puzzle), Vec::<String>::new(), "{key}");
        assert_eq!(
            puzzle.clues(),
            one(&format!("{lines}\ngrid:\n{}", "........./".repeat(9).replace('/', "\n"))).clues(),
            "{key}"
        );
        // Written and read again.
        for format in [Format::FPuzzles, Format::Link] {
            let mut text = String::new();
            assert_eq!(write(&puzzle, format, 0, &mut text), None, "{key}");
            let again = one(&text);
            assert_eq!((again.clues(), again.grid()), (puzzle.clues(), puzzle.grid()), "{text}");
        }
    }
}

#[test]
fn the_native_format_and_back() {
    let native = "size: 6\ntitle: Six\nauthor: Somebody\nrules: One line.\nrules: Another.\nregions:\naaabbb\naaabbb\nccccdd\nccdddd\neeefff\neeefff\n\
        grid:\n1 . . . . {12}\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . 6\n\
        anti-knight\nwhite 2: r2c2 r2c3\nthermo: r6c1 r5c1 r5c2\narrow: r1c2 r1c3 = r2c1-r2c4\nkiller 9: r3c3 r3c4 r4c4\nsandwich 5: row 2\n\
        solution:\n123456\n456123\n231564\n564231\n312645\n645312\n";
    let puzzle = one(native);
    let mut text = String::new();
    assert_eq!(write(&puzzle, Format::FPuzzles, 0, &mut text), None);
    let back = one(&text);
    assert_eq!(
        (back.cells(), back.clues(), &back.about()),
        (puzzle.cells(), puzzle.clues(), &puzzle.about())
    );
    let houses = |puzzle: &Puzzle| -> Vec<Vec<u16>> {
        puzzle.grid().houses().iter().map(|house| house.cells().to_vec()).collect()
    };
    assert_eq!(houses(&back), houses(&puzzle));
}

/// The list is a set: two clues of the same kind give one word.
#[test]
fn repeated_kinds_are_written_once() {
    let puzzle = one("size: 4\nall-given black xv\nall-given black\nall-given xv white\n");
    let mut text = String::new();
    assert_eq!(write(&puzzle, Format::FPuzzles, 0, &mut text), None);
    assert!(text.contains(r#""negative":["ratio","xv"]"#), "{text}");
    let mut again = String::new();
    write(&one(&text), Format::FPuzzles, 0, &mut again);
    assert_eq!(again, text);
}

#[test]
fn cells_of_documents() {
    let mut rows = vec![vec!["{}".to_owned(); 4]; 4];
    rows[0][0] = r#"{"value":1,"given":true}"#.into();
    rows[0][1] = r#"{"value":2}"#.into();
    rows[0][2] = r#"{"value":"3","given":true,"givenPencilMarks":[1]}"#.into();
    rows[1][0] = r#"{"givenPencilMarks":[1,"4"],"centerPencilMarks":[2]}"#.into();
    rows[1][1] = r##"{"value":null,"given":true,"givenPencilMarks":null,"c":"#FFF","highlight":"#000","cornerPencilMarks":[]}"##.into();
    rows[3][3] = "null".into();
    let rows: Vec<String> = rows.iter().map(|row| format!("[{}]", row.join(","))).collect();
    let puzzle = one(&format!("{{\"size\":\"4\",\"grid\":[{}]}}", rows.join(",")));
    assert_eq!((puzzle.givens(), puzzle.given(0), puzzle.given(2)), (2, Some(0), Some(2)));
    assert_eq!(puzzle.cells()[4], Candidates::of_bits(0b1001));
    assert!([1, 5, 15].iter().all(|&cell| puzzle.cells()[cell] == puzzle.all_values()));
    assert_eq!(puzzle.grid().boxes(), Some((2, 2)));
    assert_eq!(remarks(&puzzle), Vec::<String>::new());
}

#[test]
fn regions_of_documents() {
    let with = |cells: [&str; 16]| {
        let rows: Vec<String> = cells.chunks(4).map(|row| format!("[{}]", row.join(","))).collect();
        one(&format!("{{\"size\":4,\"grid\":[{}]}}", rows.join(",")))
    };
    let (none, null) = ("{}", r#"{"region":null}"#);
    let [a, b] = [r#"{"region":0}"#, r#"{"region":"1"}"#];
    let regions = |puzzle: &Puzzle| (0..16).map(|cell| puzzle.grid().region(cell)).collect::<Vec<_>>();
    // Two cells of the first two boxes are swapped.
    let jigsaw =
        with([none, b, a, none, none, none, none, none, none, none, none, none, none, none, none, none]);
    let [first, second] = [regions(&jigsaw)[0], regions(&jigsaw)[3]];
    assert_eq!(regions(&jigsaw)[..8], [first, second, first, second, first, first, second, second]);
    assert_eq!(with([null; 16]).grid().shape().regions, Regions::None);
    let mut some = [none; 16];
    some[5] = null;
    assert_eq!(regions(&with(some)).iter().filter(|region| region.is_none()).count(), 1);
    let rows = with(
        [a, a, a, a, b, b, b, b, none, none, none, none, none, none, none, none]
            .map(|cell| if cell == none { null } else { cell }),
    );
    assert_eq!(rows.grid().houses().iter().filter(|house| house.is_region()).count(), 2);
}

#[test]
fn words_and_solutions() {
    let text = format!(
        "{{\"size\":2,\"grid\":{},\"title\":\" A\\nB \",\"author\":\"\",\"ruleset\":\"One.\\n\\nTwo.\",\"solution\":[1,2,\"2\",1]}}",
        open_grid(2)
    );
    let puzzle = one(&text);
    let about = puzzle.about().expect("it says something");
    assert_eq!((about.title.as_deref(), &about.author), (Some("A B"), &None));
    assert_eq!(
        (about.comments.clone(), about.solution.as_deref()),
        (vec!["One.".to_owned(), "Two.".into()], Some(&[0, 1, 1, 0][..]))
    );
    for open in ["null", "\"\"", "\".\"", "\" _ \"", "\"?\""] {
        let text = format!("{{\"size\":2,\"grid\":{},\"solution\":[1,{open},2,1]}}", open_grid(2));
        assert_eq!(remarks(&one(&text)), ["the solution is incomplete: it is not compared"], "{open}");
    }
}

#[test]
fn unusual_solutions_are_left_aside() {
    let with =
        |solution: &str| one(&format!("{{\"size\":2,\"grid\":{},\"solution\":{solution}}}", open_grid(2)));
    let solution = |puzzle: &Puzzle| puzzle.about().and_then(|about| about.solution.clone());
    assert_eq!(solution(&with("\"1221\"")).as_deref(), Some(&[0, 1, 1, 0][..]));
    for (text, why) in [
        ("[1,2,3]", "the solution has 3 numbers for 4 cells: it is not compared"),
        ("\"12.1\"", "the solution is incomplete: it is not compared"),
        ("\"ABBA\"", "the solution is not in numbers of this grid: it is not compared"),
        ("[1,2,2,9]", "the solution is not in numbers of this grid: it is not compared"),
        ("{\"a\":1}", "the solution is neither a list nor text: it is not compared"),
    ] {
        let puzzle = with(text);
        assert_eq!((solution(&puzzle), remarks(&puzzle)), (None, vec![why.to_owned()]), "{text}");
    }
}

#[test]
fn a_modular_line_without_a_number_is_of_three() {
    let puzzle = one(&document(r#""modularline":[{"lines":[["R1C1","R1C2","R2C2"]]}]"#));
    assert_eq!(puzzle.clues()[0].first_number(), Some(3));
}

#[test]
fn unknown_keys_are_reported() {
    for (more, said) in [
        (r#""disabledlogic":["a"],"truecandidatesoptions":["b"],"highlightConflicts":true"#, &[][..]),
        (r#""line":[{"lines":[["R1C1"]],"fromConstraint":"Renban"},{"isNewConstraint":true}]"#, &[]),
        (r#""text":[],"circle":null,"foggy":false,"fog":"","foglight":["R1C1"],"fogofwar":true"#, &[]),
        (
            r#""line":[{"lines":[["R1C1","R2C2"]]},{}],"text":[{"value":"X"}]"#,
            &[
                "not understood: line, which is only drawn (2)",
                "not understood: text, which is only drawn (1)",
            ],
        ),
        (r#""mist":["R1C1"],"mystery":true"#, &["not understood: mist", "not understood: mystery"]),
        (r#""negative":["sums"]"#, &["not understood: negative[0] (\"sums\")"]),
        (
            r#""killercage":[{"cells":["R1C1"],"value":1,"mystery":1,"outlineC":"red"}]"#,
            &["not understood: mystery of killercage (1)"],
        ),
        (
            r#""thermometer":[{"lines":[["R1C1","R1C2"]],"value":3}]"#,
            &["not understood: value of thermometer (1)"],
        ),
        (
            r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1"]]}]"#,
            &["arrow[0].lines[0]: an arrow without a shaft"],
        ),
        (
            r#""killercage":[{"cells":["R1C1","R1C2","R1C1"],"value":9}]"#,
            &["killercage[0]: killer has R1C1 twice (it counts twice in the sum)"],
        ),
        (r#""killercage":[{"cells":[]}]"#, &["killercage[0]: no cells"]),
    ] {
        let puzzle = one(&document(more));
        assert_eq!(remarks(&puzzle), said, "{more}");
        assert!(puzzle.about().iter().flat_map(|about| &about.remarks).all(|remark| remark.place == (1, 1)));
    }
    let cell = one(r#"{"size":1,"grid":[[{"parity":"Odd"}]]}"#);
    assert_eq!(remarks(&cell), ["not understood: parity of cells (1)"]);
    // With a large number of keys.
    let many: Vec<String> = (0..10_000).map(|at| format!("\"key{at}\":1")).collect();
    let many = remarks(&one(&document(&many.join(","))));
    assert_eq!((many.len(), many.last().map(String::as_str)), (51, Some("not understood: 9950 more parts")));
}

/// Errors name the keys that lead to the place.
#[test]
fn errors_have_their_place() {
    for (more, said) in [
        (r#""antiknight":"yes""#, "antiknight: true or false is expected, not \"yes\""),
        (r#""title":7"#, "title: text is expected, not 7"),
        (r#""arrow":{}"#, "arrow: a list is expected, not an object"),
        (r#""arrow":[[]]"#, "arrow[0]: an object is expected, not a list"),
        (r#""arrow":[{"lines":[["R1C1"]]}]"#, "arrow[0]: there is no cells"),
        (
            r#""killercage":[{"cells":["R1C1","R1C10"]}]"#,
            "killercage[0].cells[1]: the grid has no cell R1C10",
        ),
        (r#""killercage":[{"cells":["R1C1",5]}]"#, "killercage[0].cells[1]: text is expected, not 5"),
        (
            r#""killercage":[{"cells":["A1"]}]"#,
            "killercage[0].cells[0]: \"A1\" is not a cell of this grid, such as R1C1",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"value":"ten"}]"#,
            "killercage[0].value: a number is expected, not \"ten\"",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"value":1e30}]"#,
            "killercage[0].value: a number is expected, not 1e+30",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"value":99999999999}]"#,
            "killercage[0].value: this number is too large",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"value":1.5}]"#,
            "killercage[0].value: a number is expected, not 1.5",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"value":12}]"#,
            "killercage[0]: a cage of 1 cell cannot add up to 12 (sums are from 1 to 9)",
        ),
        (
            r#""sandwichsum":[{"cell":"R1C1","value":5}]"#,
            "sandwichsum[0].cell: not a cell outside the grid at one of its sides",
        ),
        (
            r#""sandwichsum":[{"cell":"R0C0","value":5}]"#,
            "sandwichsum[0].cell: not a cell outside the grid at one of its sides",
        ),
        (r#""sandwichsum":[{"value":5}]"#, "sandwichsum[0]: there is no cell"),
        (r#""negative":"ratio""#, "negative: a list is expected, not \"ratio\""),
    ] {
        let error = parse(&document(more), &Options::default()).unwrap_err();
        assert_eq!((error.line, error.column, error.message()), (1, 1, said.to_owned()), "{more}");
    }
    for (text, said) in [
        (
            r#"{"size":9}"#,
            "1:1: a document without a puzzle (f-puzzles' have a grid, SudokuPad's have cells)",
        ),
        (r#"{"grid":7}"#, "1:1: grid: a list is expected, not 7"),
        (r#"{"grid":[]}"#, "1:1: size: sides are from 1 to 64"),
        (r#"{"size":99,"grid":[]}"#, "1:1: size: sides are from 1 to 64"),
        (r#"{"size":-9,"grid":[]}"#, "1:1: size: sides are from 1 to 64"),
        (r#"{"size":2,"grid":[[{},{}]]}"#, "1:1: grid: 1 rows, but the size is 2"),
        (r#"{"grid":[[{},{}],[{}]]}"#, "1:1: grid[1]: 1 cells, but the size is 2"),
        (r#"{"grid":[[5]]}"#, "1:1: grid[0][0]: an object is expected, not 5"),
        (
            r#"{"grid":[[{"value":2,"given":true}]]}"#,
            "1:1: grid[0][0].value: 2 is not a value here: values are 1 to 1",
        ),
        (r#"{"grid":[[{"value":1,"given":7}]]}"#, "1:1: grid[0][0].given: true or false is expected, not 7"),
        (
            r#"{"grid":[[{"givenPencilMarks":[0]}]]}"#,
            "1:1: grid[0][0].givenPencilMarks[0]: 0 is not a value here: values are 1 to 1",
        ),
        (r#"{"grid":[[{"region":"a"}]]}"#, "1:1: grid[0][0].region: a number is expected, not \"a\""),
        ("{\"size\":4,\n \"grid\":[[{},,{}]]}", "2:14: the document is not JSON: expected value"),
        ("{\"size\":4,\n \"grid\":[[", "2:10: the document is not JSON: EOF while parsing a list"),
    ] {
        assert_eq!(parse(text, &Options::default()).unwrap_err().to_string(), said, "{text}");
    }
}

#[test]
fn deep_and_large_documents_are_refused() {
    let deep = format!("{{\"grid\":{}", "[".repeat(100_000));
    let error = parse(&deep, &Options::default()).unwrap_err();
    assert!(error.what.contains("recursion limit"), "{error}");
    // Ten million bytes on many lines, and on one.
    let lines = format!("{{\"grid\":[\n{}]}}", "[{},{},{}],\n".repeat(900_000));
    let error = parse(&lines, &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "1:1: a document of more than 4 MiB");
    let line = format!("{{\"title\":\"{}\"}}", "x".repeat(10_000_000));
    assert_eq!(
        parse(&line, &Options::default()).unwrap_err().to_string(),
        "1:1: a document of more than 4 MiB"
    );
    let line = format!("{{\"title\":\"{}\"}}", "x".repeat(20_000_000));
    assert_eq!(parse(&line, &Options::default()).unwrap_err().to_string(), "1:1: a line of more than 16 MiB");
}

#[test]
fn losses_are_named() {
    let unfit = |native: &str, format| {
        let mut text = String::new();
        let unfit = write(&one(native), format, 0, &mut text);
        (unfit, text)
    };
    let open = "....\n".repeat(4);
    for format in [Format::FPuzzles, Format::Link] {
        // The shaft returns to the bulb.
        let (lost, text) =
            unfit(&format!("size: 4\narrow: r1c1 = r1c2 r1c1\nthermo: r1c1 r1c2\ngrid:\n{open}"), format);
        assert_eq!(lost, Some(Unfit::Rules("arrow".into())));
        assert_eq!(one(&text).clues().len(), 1, "the rest is written: {text}");
        for native in [
            format!("size: 4\nvalues: 0-3\ngrid:\n{open}"),
            format!("size: 4\nraw\ngrid:\n{open}"),
            format!("size: 4\ncells: A 2\ngrid:\n{open}"),
            "size: 1x2\ngrid:\n..\n".into(),
        ] {
            assert_eq!(unfit(&native, format), (Some(Unfit::Shape), String::new()), "{native}");
        }
        let (lost, _) = unfit(&format!("size: 4\nsymbols: ABCD\ngrid:\n{open}"), format);
        assert_eq!(lost, Some(Unfit::Symbols));
    }
    let (lost, text) =
        unfit(&format!("size: 4\nthermo: r1c1 r1c2\nanti-knight\ngrid:\n{open}"), Format::Line);
    assert_eq!(
        (lost, text.as_str()),
        (Some(Unfit::Rules("anti-knight, thermo".into())), "................\n")
    );
}

#[test]
fn comments_come_back_as_comments() {
    let comments = [
        "Windoku rules apply.",
        "Anti-knight: cells a knight's move apart cannot contain the same digit.",
        "Both diagonals contain no repeated digits.",
        "It was made on a rainy day.",
        "Comment: with a mark of its own",
    ];
    let grid = ".".repeat(9) + "\n";
    for comment in comments.map(|comment| vec![comment]).iter().chain([&comments.to_vec()]) {
        let lines: String = comment.iter().map(|line| format!("rules: {line}\n")).collect();
        for rule in ["", "anti-knight\n", "diagonal+\nkiller 9: r1c1 r1c2\n"] {
            let puzzle = one(&format!("{lines}{rule}grid:\n{}", grid.repeat(9)));
            assert_eq!(puzzle.about().unwrap().comments, *comment);
            for format in [Format::FPuzzles, Format::SudokuPad, Format::Link] {
                let mut text = String::new();
                let unfit = write(&puzzle, format, 0, &mut text);
                assert_eq!(unfit, None, "{format}: {comment:?} {rule}");
                let again = one(&text);
                assert_eq!(again.clues(), puzzle.clues(), "{format}: {comment:?}");
                assert_eq!(again.about().unwrap().comments, *comment, "{format}");
            }
        }
    }
}
