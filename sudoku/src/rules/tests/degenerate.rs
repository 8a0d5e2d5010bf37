//! Degenerate clues: repeated cells, single cells, numbers that are too large or 0. Each must have the meaning that
//! its rule defines, as a clue of its own and as one of two alternatives.

use super::*;

/// The head of a grid without houses: `1x2 1-5` is its size and its values.
fn head(grid: &str) -> String {
    let (size, values) = grid.split_once(' ').unwrap();
    format!("size: {size}\nvalues: {values}\nraw\n")
}

/// A grid without houses, a clue in it, and its meaning.
type Row = (&'static str, &'static str, fn(&[i32]) -> bool);

/// Whether a line can be split into pieces of which each has the sum.
fn splits(line: &[i32], sum: i32) -> bool {
    let piece = |end: usize| line[..end].iter().sum::<i32>() == sum;
    line.is_empty() || (1..=line.len()).any(|end| piece(end) && splits(&line[end..], sum))
}

fn turns(line: &[i32]) -> impl Iterator<Item = Vec<i32>> {
    (0..line.len()).map(|first| [&line[first..], &line[..first]].concat())
}

const TABLE: &[Row] = &[
    // A repeated cell.
    ("1x2 1-5", "math + 7: r1c1 r1c2 r1c1", |n| 2 * n[0] + n[1] == 7),
    ("1x2 1-5", "math x 12: r1c1 r1c1 r1c2", |n| n[0] * n[0] * n[1] == 12),
    ("1x2 0-5", "math - 0: r1c1 r1c1", |_| true),
    ("1x2 0-5", "math / 1: r1c1 r1c1", |n| n[0] != 0),
    ("1x2 0-5", "math x 0: r1c1 r1c1", |n| n[0] == 0),
    ("1x3 1-4", "sum-line 4: r1c1 r1c2 r1c1 r1c3", |n| splits(&[n[0], n[1], n[0], n[2]], 4)),
    ("1x3 1-4", "sum-line 4 loop: r1c1 r1c2 r1c1 r1c3", |n| {
        turns(&[n[0], n[1], n[0], n[2]]).any(|line| splits(&line, 4))
    }),
    ("1x3 0-2", "sum-line 2 loop: r1c1 r1c2 r1c1", |n| {
        turns(&[n[0], n[1], n[0]]).any(|line| splits(&line, 2))
    }),
    ("1x3 1-4", "slow-thermo: r1c1 r1c2 r1c1 r1c3", |n| n[0] == n[1] && n[0] <= n[2]),
    ("1x2 1-6", "x: r1c1 r1c1", |n| n[0] == 5),
    ("1x2 0-4", "black: r1c1 r1c1", |n| n[0] == 0),
    ("1x2 0-4", "white 0: r1c1 r1c1", |_| true),
    ("2x2 1-3", "connected 1: r1c1 r1c2 r1c1 r2c2", |n| {
        let inside = [n[0], n[1], n[3]].map(|number| number == 1);
        inside.contains(&true) && inside != [true, false, true]
    }),
    ("1x3 1-3", "count-distinct: r1c1 = r1c2 r1c3 r1c2", |n| n[0] == 1 + i32::from(n[1] != n[2])),
    // More classes than numbers.
    ("1x3 1-4", "modular 5: r1c1 r1c2 r1c3", |n| n[0] != n[1] && n[1] != n[2] && n[0] != n[2]),
    ("1x3 1-4", "modular 2147483647: r1c1 r1c2", |n| n[0] != n[1]),
    ("1x3 1-2", "modular 3: r1c1 r1c2 r1c3", |_| false),
    ("2x2 1-3", "global-mod 4", |_| false),
    ("2x2 1-5", "global-mod 5", |_| false),
    ("2x2 1-5", "global-mod 1", |_| true),
    ("1x3 1-3", "global-mod 2147483647", |_| true),
    // Numbers that are 0.
    ("1x3 1-4", "weighted-sum 5 1 0 1: r1c1 r1c2 r1c3", |n| n[0] + n[2] == 5),
    ("1x3 1-4", "weighted-sum 0 0: r1c1", |_| true),
    ("1x3 1-4", "whisper 0: r1c1-r1c3", |_| true),
    ("1x3 1-4", "whisper 0: r1c1 r1c1", |_| true),
    ("1x3 1-4", "lockout 0: r1c1-r1c3", |n| n[1] < n[0].min(n[2]) || n[1] > n[0].max(n[2])),
    ("1x3 1-18", "lockout 0: r1c1-r1c3", |n| n[1] < n[0].min(n[2]) || n[1] > n[0].max(n[2])),
    ("1x3 1-4", "lockout 0: r1c1 r1c2 r1c1", |n| n[1] != n[0]),
    ("1x3 1-2", "lockout 0: r1c1-r1c3", |n| n[0] == n[2] && n[0] != n[1]),
    ("1x3 0-3", "x-sum 0: left 1", |n| n[0] == 0),
    ("1x3 0-3", "x-sum 3: left 1", |n| n[0] == 2 && n[1] == 1 || n[0] == 3 && n[1] + n[2] == 0),
    ("1x3 0-2", "sum-line 0: r1c1 r1c2", |n| n[0] == 0 && n[1] == 0),
    ("1x3 0-2", "black 0: r1c1 r1c2", |n| n[0] == 0 || n[1] == 0),
    // A single cell, or too few.
    ("1x2 1-3", "renban: r1c1", |_| true),
    ("1x2 1-3", "nabner: r1c1", |_| true),
    ("1x2 1-3", "palindrome: r1c1", |_| true),
    ("1x2 1-3", "lunchbox 0: r1c1", |_| true),
    ("1x2 1-3", "thermo: r1c1", |_| true),
    ("1x2 1-3", "slow-thermo: r1c1", |_| true),
    ("1x2 1-3", "whisper 2: r1c1", |_| true),
    ("1x2 1-5", "dutch-whisper: r1c1", |_| true),
    ("1x2 1-3", "entropic: r1c1", |_| true),
    ("1x2 1-3", "modular 2: r1c1", |_| true),
    ("1x2 1-3", "zipper: r1c1", |_| true),
    ("1x2 1-3", "extra-region: r1c1", |_| true),
    ("1x2 1-3", "allowed 1/2: r1c1", |_| true),
    ("1x2 1-3", "allowed 1/2 2/9: r1c1 r1c2", |n| n == [1, 2]),
    ("1x2 1-3", "between: r1c1 r1c2", |_| true),
    ("1x2 1-3", "lockout 2: r1c1 r1c2", |n| n[0].abs_diff(n[1]) == 2),
    ("1x1 1-3", "region-sum: r1c1", |_| true),
];

#[test]
fn degenerate_clues_of_the_table() {
    for (grid, rule, meaning) in TABLE {
        let puzzle: Puzzle =
            format!("{}{rule}\n", head(grid)).parse().unwrap_or_else(|error| panic!("{rule}: {error}"));
        let clues = puzzle.clues().to_vec();
        let agreed = std::panic::catch_unwind(|| agree(puzzle.grid.shape().clone(), clues, meaning));
        assert!(agreed.is_ok(), "{rule} in {grid}");
    }
}

/// Checks that a clue that no numbers satisfy is refused outside alternatives, and false as an alternative.
#[test]
fn impossible_clues_are_false_alternatives() {
    for (grid, rule) in [
        ("1x2 1-3", "killer 9: r1c1 r1c2"),
        ("1x3 1-2", "killer: r1c1-r1c3"),
        ("1x2 1-3", "lunchbox 2: r1c1"),
        ("1x2 1-3", "thermo: r1c1 r1c2 r1c1"),
        ("1x2 1-3", "renban: r1c1 r1c1"),
        ("1x2 1-3", "whisper 3: r1c1 r1c2"),
        ("1x2 1-3", "whisper 1: r1c1 r1c1"),
        ("1x2 1-3", "greater: r1c1 r1c1"),
        ("1x2 1-3", "math - 1: r1c1 r1c1"),
        ("1x2 1-3", "between: r1c1 r1c2 r1c1"),
        ("1x3 1-3", "lockout 2: r1c1-r1c3"),
        ("1x2 1-3", "x-sum 0: left 1"),
        ("1x2 2-3", "sum-line 0: r1c1 r1c2"),
        ("1x2 1-3", "numbered-room 7: left 1"),
        ("1x2 1-3", "skyscraper 3: left 1"),
        ("1x3 1-3", "equality: r1c1-r1c3"),
    ] {
        let head = head(grid);
        let refused = format!("{head}{rule}\n").parse::<Puzzle>();
        assert!(refused.is_err(), "{rule} in {grid}");
        let puzzle: Puzzle = format!("{head}either {rule} | among 2: r1c1\n").parse().unwrap();
        let remarks = &puzzle.about.as_ref().unwrap().remarks;
        assert_eq!(remarks[0].what, refused.unwrap_err().message(), "{rule} in {grid}");
        agree(puzzle.grid.shape().clone(), puzzle.clues().to_vec(), |n| n[0] == 2);
    }
}

/// Compares random clues, among them clues with repeated cells and extreme numbers.
#[test]
fn random_degenerate_clues() {
    let shapes = [
        raw(1, 3, 1..=3),
        raw(1, 4, 0..=2),
        raw(2, 2, -1..=1),
        raw(1, 3, -3..=-1),
        raw(1, 2, 2..=2),
        raw(1, 1, 0..=3),
        raw(2, 2, 0..=4),
        Shape { regions: Regions::Boxes { height: 1, width: 2 }, ..raw(2, 2, 1..=3) },
        Shape { regions: Regions::Boxes { height: 1, width: 1 }, ..raw(3, 3, 1..=2) },
        Shape::rectangle(2, 2),
    ];
    let count = if is_exhaustive() { 8 } else { 4 };
    let mut dice = Dice(7);
    let (mut met, mut unsatisfiable, mut warned) = (0, 0, 0);
    let mut wrong: Vec<String> = Vec::new();
    for shape in shapes {
        let grid = Grid::of(shape.clone()).unwrap();
        for kind in KINDS {
            for _ in 0..count {
                let clue = dice.clue(kind, grid.cells());
                let severity = clue.fault(&grid).err().map(|fault| fault.severity);
                if severity == Some(Severity::Malformed) {
                    continue;
                }
                met += 1;
                unsatisfiable += usize::from(severity == Some(Severity::Unsatisfiable));
                warned += usize::from(severity == Some(Severity::Warning));
                let (grid, clues) = (&grid, [clue.clone()]);
                let said = format!("{clue:?} in {shape:?}");
                let test = || {
                    let scene = Scene { grid, clues: &clues };
                    agree(shape.clone(), clues.to_vec(), |numbers| clues[0].holds(&scene, numbers))
                };
                let agreed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(test));
                if agreed.is_err() {
                    wrong.push(said);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(met > 1000 && unsatisfiable > 200 && warned > 100, "{met} {unsatisfiable} {warned}");
}
