//! Documents of SudokuPad: each convention of drawing with the clues that it means.

use sudoku::format::{Format, Options, parse, write};
use sudoku::{Puzzle, Solver};

use crate::support::*;

/// A clue as its name, its numbers and its lists of cells.
type Said = (&'static str, Vec<i32>, Vec<Vec<u16>>);

/// Returns a document of 9×9 cells in usual boxes, with the setter's words and further keys.
fn document(rules: &str, more: &str) -> String {
    let cells = vec![format!("[{}]", ["{}"; 9].join(",")); 9].join(",");
    let region = |at: usize| {
        let cell = |cell: usize| format!("[{},{}]", at / 3 * 3 + cell / 3, at % 3 * 3 + cell % 3);
        format!("[{}]", (0..9).map(cell).collect::<Vec<_>>().join(","))
    };
    let regions = (0..9).map(region).collect::<Vec<_>>().join(",");
    format!(r#"{{"cells":[{cells}],"regions":[{regions}],"metadata":{{"rules":"{rules}"}}{more}}}"#)
}

fn read(rules: &str, more: &str) -> Puzzle {
    one(&document(rules, more))
}

fn clues(puzzle: &Puzzle) -> Vec<Said> {
    puzzle
        .clues()
        .iter()
        .map(|clue| (clue.kind.name(), clue.numbers().collect(), clue.lists.clone()))
        .collect()
}

fn unknown(puzzle: &Puzzle) -> Vec<String> {
    puzzle.about().map_or(Vec::new(), |about| about.unknown.clone())
}

fn line(colour: &str, thickness: f64, points: &str) -> String {
    format!(r#"{{"wayPoints":[{points}],"color":"{colour}","thickness":{thickness}}}"#)
}

fn shape(middle: &str, size: f64, fill: &str, border: &str, round: bool, text: &str) -> String {
    format!(
        r#"{{"center":[{middle}],"width":{size},"height":{size},"backgroundColor":"{fill}","borderColor":"{border}","rounded":{round},"text":"{text}"}}"#
    )
}

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
    assert!(all.clues().iter().any(|clue| clue.kind.name() == "all-given" && clue.says("xv")));
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

/// Returns the names of the rules in a puzzle with these words and one line of this colour.
fn rules_of_line(rules: &str, colour: &str) -> Vec<&'static str> {
    let more = format!(r#","lines":[{}]"#, line(colour, 9.6, "[0.5,0.5],[0.5,3.5]"));
    read(rules, &more).clues().iter().map(|clue| clue.kind.name()).collect()
}

#[test]
fn lines_in_other_words() {
    for (rules, colour, name) in [
        ("Green lines have a minimum difference of 5 between neighbours.", "#67F067", "whisper"),
        ("Along a green line, cells are at least five apart.", "#67F067", "whisper"),
        ("Purple lines hold a run of digits in some order.", "#F067F0", "renban"),
        ("The digits on a pink line are sequential, in any order.", "#F067F0", "renban"),
        ("Yellow lines: digits never repeat or be consecutive.", "#F7D038", "nabner"),
        ("Blue lines read the same from left and from right.", "#2ECBFF", "palindrome"),
        ("Borders of boxes divide a blue line into segments; their sums are equal.", "#2ECBFF", "region-sum"),
        ("The sum on a blue line is equal in all boxes.", "#2ECBFF", "region-sum"),
        ("Three in a row on a peach line hold one of 123, 456 and 789.", "#FFCCAA", "entropic"),
        ("Digits along the red line alternate between odd and even.", "#E6261F", "allowed"),
        ("RENBAN\\nDigits along a purple line are consecutive.", "#F067F0", "renban"),
        ("PURPLE LINES\\nDigits are consecutive in any order.", "#F067F0", "renban"),
    ] {
        assert_eq!(rules_of_line(rules, colour), [name], "{rules}");
    }
    // What a light colour is called is not said of a strong one.
    let both = "Dutch whispers are orange lines. Entropic lines are peach.";
    assert_eq!(rules_of_line(both, "#FF9A00"), ["dutch-whisper"]);
    assert_eq!(rules_of_line(both, "#FFCCAA"), ["entropic"]);
}

#[test]
fn words_of_other_languages() {
    for (rules, colour, name) in [
        ("Ziffern auf grünen Linien unterscheiden sich um mindestens 5.", "#67F067", "whisper"),
        ("Lila Linien: aufeinanderfolgende Ziffern in beliebiger Reihenfolge.", "#F067F0", "renban"),
        ("Les chiffres voisins sur une ligne verte ont une différence d'au moins 5.", "#67F067", "whisper"),
    ] {
        assert_eq!(rules_of_line(rules, colour), [name], "{rules}");
    }
    let dot = shape("0.5,1", 0.3, "#FFFFFF", "#000000", true, "");
    let puzzle = read(
        "Ziffern an einem weißen Punkt sind aufeinanderfolgend. Nicht alle Punkte sind gegeben.",
        &format!(r#","overlays":[{dot}]"#),
    );
    assert_eq!(clues(&puzzle), [("white", vec![], vec![vec![0, 1]])]);
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
fn rules_in_words_and_flags() {
    let names = |rules: &str, more: &str| {
        read(rules, more).clues().iter().map(|clue| clue.kind.name()).collect::<Vec<_>>()
    };
    assert_eq!(names("Cells a knight's move apart cannot be equal.", ""), ["anti-knight"]);
    assert_eq!(names("Cells a king's move apart may not be equal.", ""), ["anti-king"]);
    assert_eq!(names("", r#","global":["antiking","disjoint"]"#), ["anti-king", "disjoint"]);
    assert_eq!(names("Digits must not repeat on either of the main diagonals.", ""), ["diagonals"]);
    assert!(names("A knight once met a king.", "").is_empty());
    // A rule that changes the meaning of digits is reported, and so is an unknown flag.
    assert_eq!(unknown(&read("Each row has a doubler.", "")).len(), 1);
    assert_eq!(unknown(&read("Find the path.", "")).len(), 1);
    let arrow = unknown(&read("Digits along the path of an arrow sum to its circle.", ""));
    assert!(!arrow.iter().any(|part| part.contains("they speak of")), "{arrow:?}");
    let diagonally =
        "Digits must differ from those a king's move away, even diagonally: they cannot be equal.";
    assert_eq!(names(diagonally, ""), ["anti-king"]);
    assert_eq!(unknown(&read("", r#","global":["antiqueenish"]"#)).len(), 1);
}

/// A document of f-puzzles with an empty grid and a setter's text.
fn worded(rules: &str) -> String {
    let row = format!("[{}]", ["{}"; 9].join(","));
    format!(r#"{{"size":9,"grid":[{}],"ruleset":"{rules}"}}"#, vec![row; 9].join(","))
}

#[test]
fn rules_that_stand_only_in_words_count_as_rules() {
    for (rules, name) in [
        ("No touch: equal digits may not touch, not even diagonally.", "anti-king"),
        ("Cells that share a corner and touch cannot be equal.", "anti-king"),
        ("Digits in corresponding cells of the boxes are all different.", "disjoint"),
        ("The same position in two regions never has the same digit.", "disjoint"),
        ("Neighbouring cells may not hold consecutive digits.", "nonconsecutive"),
        ("Consecutive digits never touch, not even diagonally.", "each king a b: abs(a - b) != 1"),
        ("Consecutive digits cannot be a knight's move apart.", "each knight a b: abs(a - b) != 1"),
        ("Orthogonally adjacent digits differ by at least 3.", "each adjacent a b: abs(a - b) >= 3"),
        ("No two adjacent cells sum to 7.", "each adjacent a b: a + b != 7"),
        ("Global entropy: each 2x2 has a low, a middle and a high digit.", "global-entropy"),
        ("Each row, column and both diagonals contain 1 to 9 once.", "diagonals"),
        ("Springerzug: solche Felder sind nicht gleich. Normale Sudokuregeln gelten.", "anti-knight"),
    ] {
        for text in [document(rules, ""), worded(rules)] {
            let puzzle = one(&text);
            assert_eq!(unknown(&puzzle), Vec::<String>::new(), "{rules}");
            let said: Vec<String> =
                puzzle.clues().iter().map(|clue| sudoku::format::rule(clue, &puzzle)).collect();
            assert_eq!(said, [name], "{rules}");
        }
    }
    // A rule that the document states already is not stated twice.
    let stated = worded("Cells a knight's move apart cannot be equal.");
    let stated = stated.replacen("{", r#"{"antiknight":true,"#, 1);
    assert_eq!(one(&stated).clues().len(), 1);
}

#[test]
fn sentences_that_nobody_has_read_are_not_understood() {
    for rules in [
        "Every row has three neighbours of the same parity.",
        "The central box is a magic square.",
        "Normal sudoku rules apply, except that columns may repeat digits.",
        "Normal sudoku rules do not apply.",
        "Digits 1-8 are once in each row.",
        "Every 5 has a 1 above it.",
        "R1C1 is greater than R9C9.",
        "Purple lines are renban lines.",
        "Two queens of the same digit never see each other.",
        "Cells a knight's move apart differ by at least 2.",
        "Orthogonally adjacent digits differ by at least 3, except in box 5.",
        "Each box has the same sum along its border.",
        "En cada fila, celdas adyacentes no son consecutivas.",
    ] {
        for text in [document(rules, ""), worded(rules)] {
            let puzzle = one(&text);
            assert_eq!((puzzle.clues().len(), unknown(&puzzle).len()), (0, 1), "{rules}");
        }
    }
    // What is drawn explains what is said of it, but not what is said of the grid.
    let more = format!(r#","lines":[{}]"#, line("#F067F0", 9.6, "[0.5,0.5],[0.5,2.5]"));
    let of_lines = "Purple lines are renban lines. Lines have two tips at most.";
    assert!(unknown(&read(of_lines, &more)).is_empty());
    assert_eq!(unknown(&read(&format!("{of_lines} Every row has a cell on a line."), &more)).len(), 1);
}

#[test]
fn sentences_that_say_no_rule_are_passed_over() {
    for rules in [
        "Normal sudoku rules apply. Have fun!",
        "Standard Sudoku: place the digits 1-9 once each in every row, column and 3x3 box.",
        "Digits cannot repeat in any row, column or region.",
        "Not all dots are given. Digits may repeat if allowed by other rules.",
        "The grid is covered by fog. Correct digits clear it from the cells around. No guessing is needed.",
        "A cat sat by the river. Will you find it? It never comes when called.",
        "For example, if r1c1 is a 3, r1c2 is a 4.",
        "Created for a friend, see https://example.org for more of mine.",
        "Normale Sudokuregeln gelten: Ziffern von 1 bis 9 genau einmal in jede Zeile und Spalte.",
        "Les règles classiques du sudoku s'appliquent.",
    ] {
        for text in [document(rules, ""), worded(rules)] {
            let puzzle = one(&text);
            assert_eq!((clues(&puzzle), unknown(&puzzle)), (vec![], vec![]), "{rules}");
        }
    }
}

#[test]
fn readings_are_named_and_can_be_changed() {
    let more = format!(r#","lines":[{}]"#, line("#F067F0", 9.6, "[0.5,0.5],[0.5,2.5]"));
    let text = document("Purple lines are renban.", &more);
    let about = one(&text).about().cloned().expect("it has guesses");
    assert_eq!(about.guesses[0].to_string(), "renban: line1 (the rules name the color of the line)");
    let forced = |rule: &str| {
        let readings = vec![("line1".into(), rule.into())];
        parse(&text, &Options { readings, ..Options::default() }).map(|puzzles| clues(&puzzles[0]))
    };
    assert_eq!(forced("whisper 4"), Ok(vec![("whisper", vec![4], vec![vec![0, 1, 2]])]));
    assert_eq!(forced("nothing"), Ok(vec![]));
    assert!(forced("renbam").unwrap_err().to_string().contains("did you mean renban"));
}

/// A document of 4×4 cells with these rows of givens, and its solution.
fn small(rules: &str, givens: [&str; 4], solution: &str, more: &str) -> Puzzle {
    let cell = |c: char| if c == '.' { "{}".to_owned() } else { format!(r#"{{"value":{c}}}"#) };
    let row = |row: &&str| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
    let cells = givens.iter().map(row).collect::<Vec<_>>().join(",");
    let region = |at: usize| {
        let cell = |cell: usize| format!("[{},{}]", at / 2 * 2 + cell / 2, at % 2 * 2 + cell % 2);
        format!("[{}]", (0..4).map(cell).collect::<Vec<_>>().join(","))
    };
    let regions = (0..4).map(region).collect::<Vec<_>>().join(",");
    one(&format!(
        r#"{{"cells":[{cells}],"regions":[{regions}],"metadata":{{"rules":"{rules}","solution":"{solution}"}}{more}}}"#
    ))
}

/// The guesses of a puzzle after it was read again, the remarks, and the only solution.
fn reread(puzzle: &Puzzle) -> Option<(Vec<String>, Vec<String>, Option<String>)> {
    let again = puzzle.reread(&sudoku::Budget::default())?;
    let answer = Solver::default().solve(&again, 2);
    let solution = answer.is_unique().then(|| again.text(&answer.solutions[0]));
    let about = again.about().expect("it has guesses");
    let guesses = about.guesses.iter().map(ToString::to_string).collect();
    Some((guesses, about.remarks.iter().map(|remark| remark.what.clone()).collect(), solution))
}

#[test]
fn a_reading_without_a_solution_gives_way_to_the_next_one() {
    const SOLVED: &str = "1234341221434321";
    let bulb = shape("1.5,1.5", 0.85, "#CFCFCF", "#CFCFCF", true, "");
    let thermo = line("#CFCFCF", 21.0, "[1.5,1.5],[2.5,2.5]");
    let more = format!(r#","lines":[{thermo}],"underlays":[{bulb}]"#);
    let rules = "Digits increase along thermometers.";
    // The thermometer holds 4 and 4: it must be a slow one.
    let rows = ["12..", "341.", "2.4.", "43.."];
    let puzzle = small(rules, rows, "", &more);
    assert_eq!(puzzle.clues()[0].kind.name(), "thermo");
    let (guesses, remarks, solution) = reread(&puzzle).expect("it has no solution as a thermometer");
    assert_eq!((solution.as_deref(), remarks), (Some(SOLVED), vec![]));
    assert_eq!(guesses, ["slow-thermo: line1 (read as thermo, there was no solution)"]);
    // A solution of the document that differs from that of every other reading leaves none.
    let (_, remarks, solution) =
        reread(&small(rules, rows, "1234341221433421", &more)).expect("there is none");
    assert_eq!(solution, None);
    assert!(
        remarks.iter().any(|what| what.contains("no solution with these readings together: thermo: line1"))
    );
    // A puzzle with a solution keeps its reading, and so does one whose givens clash.
    assert_eq!(reread(&small(rules, ["1...", "31..", "..2.", "...."], "", &more)), None);
    assert_eq!(reread(&small(rules, ["11..", "34..", "2.4.", "43.."], "", &more)), None);
}

#[test]
fn only_the_part_that_clashes_is_read_again() {
    let cages = r#","cages":[{"cells":[[0,0],[0,1]],"value":3,"unique":true},{"cells":[[0,2],[0,3]],"value":4,"unique":true},
        {"cells":[[3,0],[3,1]],"value":7,"unique":true}]"#;
    let rules = "Digits in cages sum to the number and do not repeat.";
    let (guesses, _, solution) =
        reread(&small(rules, ["12..", "3412", "2143", "...."], "", cages)).expect("3 and 4 are no 4");
    assert_eq!(solution.as_deref(), Some("1234341221434321"));
    let reason = "a cage of different digits with a number";
    assert_eq!(
        guesses,
        [
            format!("killer: cage1, cage3 ({reason})"),
            "nothing: cage2 (read as killer, there was no solution)".into()
        ]
    );
    // What the user has said is no guess.
    let text = document(rules, r#","cages":[{"cells":[[0,0],[0,1]],"value":3,"unique":true}]"#);
    let text = text.replacen("{}", r#"{"value":9}"#, 1);
    let readings = vec![("cage1".into(), "killer 3".into())];
    let told = parse(&text, &Options { readings, ..Options::default() }).expect("it is read");
    assert!(told[0].reread(&sudoku::Budget::default()).is_none());
}

#[test]
fn pictures_show_what_is_not_understood_as_it_was_drawn() {
    let parts = format!(
        r#","lines":[{}],"overlays":[{}],"cages":[{{"cells":[[4,4],[4,5]],"value":"?!"}}]"#,
        line("#12AB34", 9.6, "[0.5,0.5],[0.5,2.5]"),
        shape("6.5,6.5", 0.9, "#FEDCBA", "#000000", true, "Hi"),
    );
    let puzzle = read("Digits differ.", &parts);
    let image = sudoku::print::Drawing::of(&puzzle).draw();
    for drawn in ["#12AB34FF", "#FEDCBAFF", ">Hi<", ">?!<", "M32 32L160 32"] {
        assert!(image.contains(drawn), "{drawn}");
    }
    let known = read(
        "Green lines are renban.",
        &format!(r#","lines":[{}]"#, line("#12AB34", 9.6, "[0.5,0.5],[0.5,2.5]")),
    );
    assert!(known.about().is_some_and(|about| about.sketches.is_empty()));
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

#[test]
fn what_is_written_is_read_back() {
    let text = "size: 9\ntitle: All of them\ngrid:\n1........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n\
        killer 12: r1c1 r1c2\nthermo: r2c1 r2c2 r2c3\narrow: r3c1 = r3c2 r3c3\nrenban: r4c1 r4c2 r4c3\nwhisper: r5c1 r5c2\n\
        palindrome: r6c1 r6c2 r6c3\nbetween: r7c1 r7c2 r7c3\nregion-sum: r8c2 r8c3 r8c4 r8c5\nwhite: r1c5 r1c6\nblack 3: r2c5 r2c6\n\
        x: r3c5 r3c6\nv: r4c5 r4c6\nquadruple 1 2: r5c5 r5c6 r6c5 r6c6\nodd: r9c1 r9c2\neven: r9c4\nmaximum: r7c8\n\
        greater: r1c8 r1c9\nlittle-killer 30: r1c2 dr\nsandwich 10: row 2\nx-sum 20: top 3\nskyscraper 3: left 5\n\
        diagonal+\nanti-knight\nnonconsecutive\nmodular 3: r6c7 r6c8 r6c9\n";
    let puzzle = one(text);
    let mut link = String::new();
    assert_eq!(sudoku::format::write(&puzzle, sudoku::format::Format::SudokuPad, 0, &mut link), None);
    assert!(link.starts_with("https://sudokupad.app/sclN4"));
    let again = one(&link);
    assert_eq!((again.cells(), unknown(&again)), (puzzle.cells(), vec![]));
    // A rule without a drawing is named.
    let other = one("size: 4\nkropki: grid\n".replace("kropki: grid", "lockout: r1c1 r1c2 r1c3").as_str());
    let lost = sudoku::format::write(&other, sudoku::format::Format::SudokuPad, 0, &mut link);
    assert!(lost.is_some_and(|lost| lost.to_string().contains("lockout")));
}

#[test]
fn rules_without_a_drawing_are_written_in_words() {
    for name in ["windoku", "global-entropy", "global-mod", "anti-taxicab", "dutch-flatmates"] {
        for text in ["", "rules: Digits are fun.\n"] {
            let puzzle = one(&format!("size: 9\n{text}{name}\n"));
            let mut link = String::new();
            assert_eq!(write(&puzzle, Format::SudokuPad, 0, &mut link), None, "{name}");
            let again = one(&link);
            assert_eq!(clues(&again), clues(&puzzle), "{name}");
            let mut second = String::new();
            assert_eq!(write(&again, Format::SudokuPad, 0, &mut second), None, "{name}");
            assert_eq!(second, link, "{name}, written again");
        }
    }
}

/// The puzzles of 40 published samples have exactly the solution of their setter, both as read and after they were
/// drawn and read again.
#[test]
fn published_puzzles_have_the_solution_of_their_setter() {
    let texts: Vec<&str> = include_str!("published.txt").split("===\n").collect();
    let mut lost = Vec::new();
    for text in &texts {
        let puzzle = one(text);
        let about = puzzle.about().expect("a title and a solution");
        let title = about.title.clone().expect("a title");
        let answer = Solver::default().solve(&puzzle, 2);
        assert!(answer.is_unique(), "{title}");
        assert_eq!(about.solution.as_ref(), answer.solutions.first(), "{title}");
        let mut link = String::new();
        if write(&puzzle, Format::SudokuPad, 0, &mut link).is_some() {
            lost.push(title);
            continue;
        }
        let again = one(&link);
        assert_eq!(unknown(&again), Vec::<String>::new(), "{title}");
        let answer = Solver::default().solve(&again, 2);
        assert!(answer.is_unique(), "{title}, read again");
        assert_eq!(about.solution.as_ref(), answer.solutions.first(), "{title}, read again");
    }
    assert_eq!(texts.len(), 40);
    assert_eq!(
        lost,
        ["Tangled Arrows", "Cloneways Game of Life", "159", "Alien"],
        "rules that have no drawing"
    );
}
