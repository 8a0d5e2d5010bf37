//! Each convention of drawing, with the clues that it means.

use sudoku::Puzzle;

use super::{Said, clues, line, read, shape, unknown};
use crate::support::one;

#[test]
fn thermometers_with_branches_and_slow_ones() {
    let lines = [line("#CFCFCF", 21.0, "[0.5,0.5],[0.5,2.5]"), line("#CFCFCF", 21.0, "[0.5,1.5],[2.5,1.5]")];
    let bulb = shape("0.5,0.5", 0.85, "#CFCFCF", "#CFCFCF", true, "");
    let more = format!(r#","lines":[{}],"underlays":[{bulb},{bulb}]"#, lines.join(","));
    let cells = [vec![vec![0, 1, 2]], vec![vec![1, 10, 19]]];
    for (rules, name) in [
        ("Digits along a thermometer increase from the bulb.", "thermo"),
        ("On slow thermometers digits increase or stay the same.", "slow-thermo"),
        ("", "thermo"),
    ] {
        let puzzle = read(rules, &more);
        let said: Vec<Said> = cells.iter().map(|cells| (name, vec![], cells.clone())).collect();
        assert_eq!((clues(&puzzle), unknown(&puzzle)), (said, vec![]), "{rules}");
    }
    let other = read("Digits differ in all cells.", &more);
    assert_eq!((clues(&other).len(), unknown(&other).is_empty()), (0, false));
}

#[test]
fn arrows_from_circles_and_pills() {
    let arrow = r#"{"wayPoints":[[0.5,0.9],[0.5,2.5]],"color":"A1A1A1","thickness":5,"headLength":0.3}"#;
    let ring = shape("0.5,0.5", 0.83, "#FFFFFF", "#A1A1A1", true, "");
    let more = format!(r#","arrows":[{arrow}],"overlays":[{ring}]"#);
    let puzzle = read("Digits along an arrow sum to the digit in its circle.", &more);
    assert_eq!(clues(&puzzle), [("arrow", vec![], vec![vec![0], vec![1, 2]])]);
    assert!(unknown(&puzzle).is_empty());
    let pill = r#"{"center":[1.5,1],"width":1.83,"height":0.83,"backgroundColor":"FFFFFF","borderColor":"A1A1A1","rounded":true}"#;
    let long = r#"{"wayPoints":[[1.5,1.9],[1.5,3.5],[2.5,4.5]],"color":"A1A1A1","thickness":5}"#;
    let puzzle = read("Arrows sum to their pill.", &format!(r#","arrows":[{long}],"overlays":[{pill}]"#));
    assert_eq!(clues(&puzzle), [("arrow", vec![], vec![vec![9, 10], vec![11, 12, 22]])]);
    let average = read("The average along an arrow is in its circle.", &more);
    assert_eq!((clues(&average).len(), unknown(&average).is_empty()), (0, false));
}

#[test]
fn marks_on_edges() {
    let shapes = [
        shape("0.5,1", 0.34, "#FFFFFF", "#000000", true, ""),
        shape("1,0.5", 0.33, "#000000", "#000000", true, ""),
        shape("4.5,5", 0.25, "#FFFFFF", "#FFFFFF", false, "X"),
        shape("5,4.5", 0.25, "#FFFFFF", "#FFFFFF", false, "V"),
        shape("8,8", 0.7, "#FFFFFF", "#000000", true, "1 2"),
    ];
    let more = format!(r#","overlays":[{}]"#, shapes.join(","));
    let told = "White dots are consecutive. Black dots have a ratio of 1:2. X sums to 10 and V sums to 5. Quads hold digits.";
    for rules in [told, ""] {
        let puzzle = read(rules, &more);
        let said = [
            ("white", vec![], vec![vec![0, 1]]),
            ("black", vec![], vec![vec![0, 9]]),
            ("x", vec![], vec![vec![40, 41]]),
            ("v", vec![], vec![vec![40, 49]]),
            ("quadruple", vec![1, 2], vec![vec![70, 71, 79, 80]]),
        ];
        let mut found = clues(&puzzle);
        found.sort_unstable_by_key(|(name, ..)| said.iter().position(|(known, ..)| known == name));
        assert_eq!((found, unknown(&puzzle)), (said.to_vec(), vec![]), "{rules}");
    }
    let all = read(&format!("{told} All X and V are given."), &more);
    assert!(all.clues().iter().any(|clue| clue.kind.name() == "all-given" && clue.has_word("xv")));
    let not_all = read(&format!("{told} Not all dots are given."), &more);
    assert!(not_all.clues().iter().all(|clue| clue.kind.name() != "all-given"));
}

#[test]
fn lines_by_the_words_for_their_colours() {
    let lines = [
        line("#F067F0", 9.6, "[0.5,0.5],[0.5,2.5]"),
        line("#67F067", 9.6, "[2.5,0.5],[2.5,2.5]"),
        line("#2ECBFF", 9.6, "[4.5,0.5],[4.5,3.5]"),
        line("#AAAAAA", 9.6, "[6.5,0.5],[6.5,2.5]"),
    ];
    let more = format!(r#","lines":[{}]"#, lines.join(","));
    let names = |puzzle: &Puzzle| puzzle.clues().iter().map(|clue| clue.kind.name()).collect::<Vec<_>>();
    let usual = read(
        "Purple lines are renban lines. Adjacent digits on a green line differ by at least 5. \
         Box borders divide a blue line into segments of equal sum. Grey lines are palindromes.",
        &more,
    );
    assert_eq!(names(&usual), ["renban", "whisper", "region-sum", "palindrome"]);
    // The text of the rules takes precedence over the usual meaning of a colour.
    let other = read(
        "Green lines are renban lines. Adjacent digits on a purple line differ by at least 4. \
         Blue lines are palindromes. Region sum lines are grey.",
        &more,
    );
    assert_eq!(names(&other), ["dutch-whisper", "renban", "palindrome", "region-sum"]);
    let untold = read("Digits differ in rows.", &more);
    assert_eq!((names(&untold).len(), unknown(&untold).len()), (0, 1));
}

#[test]
fn signs_of_inequality_that_point_the_other_way_are_not_guessed() {
    let more = format!(r#","overlays":[{}]"#, shape("0.5,1", 1.0, "#FFFFFF00", "#FFFFFF00", false, ">"));
    let puzzle = read("A sign > points to the smaller digit.", &more);
    assert_eq!(clues(&puzzle), [("greater", vec![], vec![vec![0, 1]])]);
    let puzzle = read("A sign > points to the larger digit.", &more);
    assert_eq!((clues(&puzzle).len(), unknown(&puzzle).len()), (0, 1));
}

#[test]
fn numbers_beside_the_grid() {
    let arrow = r#"{"wayPoints":[[-0.2,-0.2],[-0.02,-0.02]],"color":"000000","thickness":2}"#;
    let number = |at: &str, text: &str| shape(at, 0.25, "#FFFFFF00", "#FFFFFF00", false, text);
    let more = format!(
        r#","arrows":[{arrow}],"overlays":[{},{}]"#,
        number("-0.5,-0.5", "45"),
        number("-0.5,3.5", "12")
    );
    let diagonal: Vec<u16> = (0..9).map(|at| at * 10).collect();
    let column: Vec<u16> = (0..9).map(|at| at * 9 + 3).collect();
    for (rules, name) in [("Sandwich sums", "sandwich"), ("X-sums", "x-sum"), ("Skyscrapers", "skyscraper")] {
        let puzzle = read(&format!("{rules}. Sums of diagonals are outside."), &more);
        let first = ("little-killer", vec![45], vec![diagonal.clone()]);
        let found = clues(&puzzle);
        assert_eq!(
            (found[0].clone(), found.len()),
            (first, if name == "skyscraper" { 1 } else { 2 }),
            "{rules}"
        );
        if name == "skyscraper" {
            assert_eq!(unknown(&puzzle).len(), 1);
        } else {
            assert_eq!(found[1], (name, vec![12], vec![column.clone()]));
        }
    }
    assert_eq!(unknown(&read("Sums of diagonals are outside.", &more)).len(), 1);
    for (rules, numbers) in [
        ("Outside clues give the sum of the digits between the 2 and the 8.", vec![12, 2, 8]),
        ("Sandwich clues tell what lies between 7 and 3 in sum.", vec![12, 3, 7]),
        ("Sandwich clues tell the sum of the values between two and eight.", vec![12, 2, 8]),
        ("Sandwich clues tell the sum of the digits between the 1 and the 9.", vec![12]),
        ("Sandwich clues tell the sum between two crusts, 1 and 9.", vec![12]),
    ] {
        let puzzle = read(&format!("{rules} Sums of diagonals are outside."), &more);
        assert_eq!(clues(&puzzle)[1], ("sandwich", numbers, vec![column.clone()]), "{rules}");
    }
}

#[test]
fn cages_are_killers_only_if_something_says_so() {
    let cage = |more: &str| format!(r#","cages":[{{"cells":[[0,0],[0,1]]{more}}}]"#);
    let killer = |sum: Option<i32>| vec![("killer", sum.into_iter().collect(), vec![vec![0, 1]])];
    assert_eq!(clues(&read("", &cage(r#","value":"5","unique":true"#))), killer(Some(5)));
    assert_eq!(clues(&read("Cages show their sums.", &cage(r#","value":5"#))), killer(Some(5)));
    assert_eq!(clues(&read("", &cage(r#","unique":true"#))), killer(None));
    for (rules, more) in [
        ("Digits differ in rows.", r#","value":5"#),
        ("Digits in cages sum to the number and do not repeat.", r#","value":99"#),
        ("Cages show their product.", r#","value":6"#),
    ] {
        let puzzle = read(rules, &cage(more));
        assert_eq!((clues(&puzzle).len(), unknown(&puzzle).len()), (0, 1), "{rules}");
    }
    assert!(unknown(&read("Fog.", &cage(r#","value":"FOGLIGHT""#))).is_empty());
}

#[test]
fn cells_around_the_puzzle_are_for_clues() {
    let cells = vec![format!("[{}]", ["{}"; 6].join(",")); 6].join(",");
    let region = |row: usize, column: usize| {
        format!(
            "[[{row},{column}],[{row},{}],[{},{column}],[{},{}]]",
            column + 1,
            row + 1,
            row + 1,
            column + 1
        )
    };
    let regions = [region(1, 1), region(1, 3), region(3, 1), region(3, 3)].join(",");
    let cells = cells.replacen("{}", r#"{"value":""}"#, 1).replacen("{}", r#"{"value":3}"#, 1);
    let more = r#""metadata":{"rules":"Skyscrapers.","solution":"1234341221434321"}"#;
    let puzzle = one(&format!(r#"{{"cells":[{cells}],"regions":[{regions}],{more}}}"#));
    assert_eq!((puzzle.grid().rows(), puzzle.grid().boxes()), (4, Some((2, 2))));
    assert_eq!(clues(&puzzle), [("skyscraper", vec![3], vec![vec![0, 4, 8, 12]])]);
    assert_eq!(
        puzzle.about().and_then(|about| about.solution.as_ref()).map(|solution| solution.len()),
        Some(16)
    );
}
