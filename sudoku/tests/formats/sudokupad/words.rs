//! Rules in the setter's words.

use super::{clues, document, line, read, shape, unknown};
use crate::support::one;

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
fn lines_with_a_difference_in_words() {
    let rings = ["0.5,0.5", "0.5,3.5"].map(|at| shape(at, 0.8, "#FFFFFF", "#000000", true, ""));
    for (least, numbers) in [
        ("at least 4", vec![]),
        ("at least four", vec![]),
        ("at least five", vec![5]),
        ("at least 3", vec![3]),
        ("5 or more", vec![5]),
    ] {
        let rules = format!("The circles at the ends of a blue lockout line differ by {least}.");
        let line = line("#2ECBFF", 9.6, "[0.5,0.5],[0.5,3.5]");
        let puzzle = read(&rules, &format!(r#","lines":[{line}],"overlays":[{}]"#, rings.join(",")));
        assert_eq!(clues(&puzzle), [("lockout", numbers, vec![vec![0, 1, 2, 3]])], "{rules}");
    }
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
