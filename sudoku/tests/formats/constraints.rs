//! Constraint strings of Interactive-Sudoku-Solver, alone, in links, and links within text.

use sudoku::Puzzle;
use sudoku::format::{Format, Options, write};

use crate::support::*;

/// Returns a puzzle in the native format, without its head.
fn rules(text: &str) -> Vec<String> {
    let mut native = String::new();
    assert_eq!(write(&one(text), Format::Native, 0, &mut native), None);
    let lines = native.lines().map(str::to_owned);
    let of_grid = |line: &String| line.chars().all(|c| "0123456789.{}, ".contains(c));
    lines.skip_while(|line| line != "grid:").skip(1).skip_while(of_grid).collect()
}

fn unknown(puzzle: &Puzzle) -> &[String] {
    puzzle.about().map_or(&[], |about| &about.unknown)
}

#[test]
fn givens_and_candidates() {
    let givens: String = (0..81)
        .filter(|&cell| &EASY[cell..=cell] != ".")
        .map(|cell| format!("~R{}C{}_{}", cell / 9 + 1, cell % 9 + 1, &EASY[cell..=cell]))
        .collect();
    let text = format!(".{givens}");
    assert_eq!(shown(&one(&text)), EASY);
    let encoded = text.replace('~', "%7E");
    for link in [
        format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}"),
        format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={encoded}"),
        format!("Try [this one](https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}), it is easy."),
        format!("<a href=\"https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}\">easy</a>"),
    ] {
        assert_eq!(shown(&one(&link)), EASY, "{link}");
    }
    // Candidates of several items intersect.
    let puzzle = one(".Shape~4x4.~R1C1_1_2_3~R1C1_2_3_4~R1C1_3.~R2C2_1_2");
    assert_eq!(puzzle.given(0), Some(2));
    assert_eq!(puzzle.cells()[5].iter().collect::<Vec<_>>(), [0, 1]);
    // The string of a larger board: a is 10, and g is 16.
    let puzzle = one(".Shape~16x16.~RaCg_16");
    assert_eq!((puzzle.grid().values(), puzzle.given(9 * 16 + 15)), (16, Some(15)));
}

#[test]
fn each_item_is_a_rule() {
    for (item, expected) in [
        ("AntiKnight", "anti-knight"),
        ("Diagonal~1", "diagonal+"),
        ("Diagonal~-1", "diagonal-"),
        ("Cage~15~R1C1~R1C2", "killer 15: r1c1 r1c2"),
        ("Cage~0~R1C1~R1C2", "killer: r1c1 r1c2"),
        ("Thermo~R1C1~R2C2~R3C3", "thermo: r1c1 r2c2 r3c3"),
        ("Arrow~R1C1~R1C2~R1C3", "arrow: r1c1 = r1c2 r1c3"),
        ("PillArrow~2~R1C1~R1C2~R2C2~R2C3", "arrow: r1c1 r1c2 = r2c2 r2c3"),
        ("Whisper~4~R1C1~R1C2", "whisper 4: r1c1 r1c2"),
        ("Sandwich~8~C1", "sandwich 8: col 1"),
        ("SumLine~10~R1C1~R1C2~R1C3~R2C2~LOOP", "sum-line 10 loop: r1c1 r1c2 r1c3 r2c2"),
        ("LittleKiller~22~R1C1", "little-killer 22: r1c1 dr"),
        ("LittleKiller~22~R1C5", "little-killer 22: r1c5 dl"),
        ("LittleKiller~22~R3C9", "little-killer 22: r3c9 ul"),
        ("LittleKiller~22~R9C7", "little-killer 22: r9c7 ur"),
        ("SameValues~2~R1C1~R1C2~R5C5~R5C6", "same-values: r1c1 r1c2 = r5c5 r5c6"),
        ("EqualSum~R1C1~R1C2~-~R5C5~R5C6", "equal-sums: r1c1 r1c2 = r5c5 r5c6"),
        ("LookAndSay~1617~R3C1~R2C1~R1C1", "look-and-say 1 6 1 7: r3c1 r2c1 r1c1"),
        (
            "Or.WhiteDot~R1C1~R1C2.And.X~R1C1~R1C2.V~R2C1~R2C2.End.End",
            "either white: r1c1 r1c2 | x: r1c1 r1c2 & v: r2c1 r2c2",
        ),
    ] {
        let native = format!("size: 9\n{expected}\n");
        assert_eq!(rules(&format!(".{item}.~R9C9_1")), rules(&native), "{item}");
    }
    assert_eq!(rules(".~R9C9_1.Skyscraper~C5~3~2"), ["skyscraper 3: top 5", "skyscraper 2: bottom 5"]);
    assert_eq!(rules(".~R9C9_1.XSum~R2~~20"), ["x-sum 20: right 2"]);
    // In a list of cells each pair of neighbours is a clue.
    let pairs = rules(".GreaterThan~R2C5~R2C4~R1C5~R3C5.~R9C9_1");
    assert_eq!(pairs.join("\n").matches("r2c5 r").count(), 3, "{pairs:?}");
}

#[test]
fn items_without_a_rule_are_named() {
    let puzzle = one(".~R1C1_5.NFA~VgGv_wQ~R1C1.Cage~15~R1C1~R1C2.Or.Regex~abc~R1C1.End");
    assert_eq!(unknown(&puzzle), ["NFA VgGv_wQ R1C1", "Regex abc R1C1"]);
    assert_eq!(puzzle.clues().len(), 1);
    for (text, words) in [
        (".~R1C1_77", "77"),
        (".~R1C1_7~R2C2.Thermo~R3C3~R3C4", "\"R2C2\" is not a cell with its values"),
        (".~R1C1_7.~R1C1_5_6", "\"R1C1_5_6\" leaves nothing"),
        (".Shape~99x99.~R1C1_1", "99x99"),
        (".Shape~4x4.~R5C1_1", "R5C1"),
        (".~R1C1_5.Jigsaw~0011", "a layout of 4 cells for 81"),
    ] {
        let error = refused(text);
        assert!(error.line == 1 && error.message().contains(words), "{error}");
    }
    // Plain lines that begin with a blank are not constraint strings.
    assert_eq!(shown(&one(&EASY.replacen('4', ".", 1))), EASY.replacen('4', ".", 1));
}

#[test]
fn links_within_text_are_puzzles_and_other_links_are_not() {
    let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1";
    let text = format!("One: <{link}>, another: [two]({link}_2) and https://example.org/x.\n");
    let puzzles = several(&text, &Options::default());
    assert_eq!(puzzles.len(), 2);
    assert_eq!(
        (puzzles[0].place(0), puzzles[1].place(0)),
        ((1, 7), (1, text.rfind("https://s").unwrap() as u32 + 1))
    );
    // In a batch, each line is a constraint string.
    let batch = Options { one_a_line: true, ..Options::default() };
    assert_eq!(several(&text, &batch).len(), 1);
}

/// Groups of groups, up to links as long as they are read.
#[test]
fn groups_lie_in_each_other_to_a_depth_only() {
    let nested = |groups: &str, times: usize, inner: &str| {
        let ends = ".End".repeat(times * groups.matches('.').count());
        format!(".~R9C9_1{}{inner}{ends}", groups.repeat(times))
    };
    assert_eq!(rules(&nested(".And", 64, ".Cage~9~R1C1~R1C2")), ["killer 9: r1c1 r1c2"]);
    assert_eq!(unknown(&one(&nested(".Or.And", 32, ".X~R1C1~R1C2"))), ["Or within Or"]);
    assert!(refused(&nested(".And", 65, ".X~R1C1~R1C2")).to_string().starts_with("1:1: item 66, And: "));
    let too_deep = |name: &str| format!("1:1: item 66, {name}: more than 64 groups in each other");
    for (groups, name) in [(".Or", "Or"), (".And", "And"), (".Or.And", "Or"), (".And.Cage~9~R1C1~R1C2", "")] {
        for times in [200, 1000, 30_000] {
            let text = nested(groups, times, ".X~R1C1~R1C2");
            for text in [&text[..], &text[..text.len() / 2]] {
                let error = refused(text).to_string();
                let says = if name.is_empty() {
                    error.contains("more than 64 groups")
                } else {
                    error == too_deep(name)
                };
                assert!(says, "{groups} {times}: {error}");
            }
        }
    }
    // A list of cells that is longer than the board is not understood.
    let cells = "~R1C1~R1C2".repeat(20_000);
    assert_eq!(one(&format!(".~R9C9_1.WhiteDot{cells}")).clues().len(), 0);
}
