//! Puzzles with rules, several grids and loose cells, in every command.

use super::support::*;

/// Two grids of 4x4 that share a box, with loose cells.
const TWO: &str = "\
size: 6
sudoku a at r1c1 size 4
sudoku b at r3c3 size 4
cells: X 2
grid:
1234~~
341.~~
2...12
4...34
~~..43
~~..21
killer 5: X1 r1c1
killer 3: X2 r1c1
";
/// The only solution of these two grids.
const TWO_SOLVED: &str = "\
+-----+-----+
| 1 2 | 3 4 |
| 3 4 | 1 2 |
+-----+-----+-----+
| 2 1 | 4 3 | 1 2 |
| 4 3 | 2 1 | 3 4 |
+-----+-----+-----+
      | 1 2 | 4 3 |
      | 3 4 | 2 1 |
      +-----+-----+
X1 = 4, X2 = 2
";
/// A filled grid that breaks its second rule.
const BROKEN: &str =
    "size: 4\ngrid:\n1234\n3412\n2143\n4321\nkiller 4: r1c1 r2c1\nkiller 7: r1c4 r2c4, r3c1 r3c2\n";

#[test]
fn several_grids_are_drawn_with_gaps() {
    let drawn = piped(["solve", "--unique", "--format", "grid", "--ascii"], TWO);
    assert_eq!(drawn, run(0, format!("{TWO_SOLVED}the only solution\n"), ""));
    let pretty = piped(["solve", "--format", "grid"], TWO).stdout;
    assert!(pretty.starts_with("┌─────┬─────┐\n│ 1 2 │ 3 4 │\n"), "{pretty}");
    assert!(
        pretty.contains("├─────┼─────┼─────┐\n") && pretty.contains("└─────┼─────┼─────┤\n      │"),
        "{pretty}"
    );
}

#[test]
fn a_line_has_no_gaps_of_the_canvas() {
    let solved = "1234~~3412~~214312432134~~1243~~3421";
    let line = format!("{solved} # X=42");
    assert_eq!(piped(["solve"], TWO), run(0, lines([line]), ""));
    let json = piped(["solve", "--format", "json"], TWO).stdout;
    let expected = format!("\"solution\":\"{solved}\",\"beside\":{{\"X1\":\"4\",\"X2\":\"2\"}}");
    assert!(json.contains(&expected), "{json}");
    let json = piped(["solve", "--all", "--format", "json"], TWO).stdout;
    assert!(json.contains("\"nth\":1") && json.contains(&expected), "{json}");
    let candidates = piped(["candidates", "--format", "line"], TWO).stdout;
    assert_eq!(candidates.trim_end().chars().count(), 36 * 4);
    assert!(candidates.starts_with("1....2....3....4~~~~~~~~"), "{candidates}");
    let grid = piped(["candidates"], TWO).stdout;
    assert!(grid.ends_with("X1 = 4, X2 = 2\n"), "{grid}");
    let json = piped(["candidates", "--format", "json"], TWO).stdout;
    assert_eq!(json.matches("null").count(), 8, "{json}");
}

/// Solutions that differ only in loose cells differ in the comment after `#`; readers of lines skip it.
#[test]
fn a_line_ends_with_loose_cells() {
    let two =
        "size: 4\ncells: X 2\ncells: Y 1\ngrid:\n1234\n3412\n2143\n4321\nrequire X1 + X2 = 3 and Y1 = r1c4\n";
    let solved = "1234341221434321";
    let [one, other] = ["12", "21"].map(|x| format!("{solved} # X={x} Y=4"));
    assert_eq!(piped(["solve", "--all"], two), run(0, lines([&one, &other]), ""));
    assert_eq!(piped(["check"], &one), run(0, "unique\n", ""));
    let table = piped(["solve", "--unique", "--format", "csv"], two).stdout;
    assert!(table.contains(&format!(",multiple,,{one};{other},")), "{table}");
    let json = piped(["solve", "--unique", "--format", "json"], two).stdout;
    let beside = ["1\",\"X2\":\"2", "2\",\"X2\":\"1"].map(|x| format!("{{\"X1\":\"{x}\",\"Y1\":\"4\"}}"));
    let expected = format!("\"solutions\":[\"{solved}\",\"{solved}\"],\"beside\":[{}]", beside.join(","));
    assert!(json.contains(&expected), "{json}");
    // Symbols of several characters.
    let rows = "1 2 3 10\n3 10 1 2\n2 1 10 3\n10 3 2 1\n";
    let words = two.replace("grid:\n1234\n3412\n2143\n4321\n", &format!("symbols: 1 2 3 10\ngrid:\n{rows}"));
    let words = words.replace("X1 + X2 = 3", "(X1 = 1 and X2 = 2 or X1 = 2 and X2 = 1)");
    let solved = "1 2 3 10 3 10 1 2 2 1 10 3 10 3 2 1";
    let expected = ["1,2", "2,1"].map(|x| format!("{solved} # X={x} Y=10"));
    assert_eq!(piped(["solve", "--all"], words), run(0, lines(expected), ""));
    // The regions are the rows or the columns.
    let unknown = "size: 2\nraw\ngrid:\n12\n21\nchaos-construction\n";
    assert_eq!(
        piped(["solve", "--all"], unknown).stdout,
        lines(["1221 # regions=1122", "1221 # regions=1212"])
    );
}

#[test]
fn every_command_uses_rules() {
    let open = "size: 4\ngrid:\n....\n....\n....\n....\n";
    let all: u64 = piped(["count"], open).stdout.trim().parse().unwrap();
    let caged: u64 = piped(["count"], format!("{open}killer 3: r1c1 r1c2\n")).stdout.trim().parse().unwrap();
    // The cage leaves two of the twelve ordered pairs in the first two cells.
    assert_eq!((all, caged), (288, 288 / 6));
    let sets = piped(["candidates"], format!("{open}killer 3: r1c1 r1c2\n")).stdout;
    assert!(sets.starts_with("12   12   | 34   34\n"), "{sets}");
    assert_eq!(piped(["check"], format!("{open}killer 3: r1c1 r1c2\n")).stdout, "multiple\n");
    for name in ["cages", "samurai"] {
        let path = format!("{}/../../examples/puzzles/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(sudoku(["check", &path]), run(0, "unique\n", ""));
        assert_eq!(sudoku(["count", &path]), run(0, "1\n", ""));
        for engine in ["engine", "lockstep"] {
            let solved = sudoku(["solve", "--engine", engine, &path]);
            assert_eq!(solved, sudoku(["solve", &path]), "{name}");
        }
    }
}

#[test]
fn a_minimal_puzzle_needs_its_rules_and_no_more() {
    let minimal = piped(["minimize"], TWO);
    assert_eq!(minimal.status, Some(0));
    let text = minimal.stdout;
    assert_eq!(piped(["check"], &text).stdout, "unique\n");
    let (head, grid) = text.split_once("grid:\n").expect("there is a grid");
    let mut needed = 0;
    for (at, _) in grid.char_indices().filter(|&(at, c)| c.is_ascii_digit() && at < 6 * 7) {
        let mut fewer = grid.to_owned();
        fewer.replace_range(at..=at, ".");
        assert_eq!(piped(["check"], format!("{head}grid:\n{fewer}")).stdout, "multiple\n", "{fewer}");
        needed += 1;
    }
    assert!((1..23).contains(&needed), "{text}");
    // Without their cages, the cells beside the grids could be anything.
    assert_eq!(text.matches("killer").count(), 2, "{text}");
}

#[test]
fn the_first_broken_rule_of_a_filled_grid_is_named_where_it_stands() {
    let note = "standard input:8:11: the grid breaks killer 7: r1c4 r2c4\n";
    assert_eq!(piped(["check"], BROKEN), run(1, "none\n", note));
    assert_eq!(piped(["solve"], BROKEN), run(1, "none\n", note));
    let json = piped(["check", "--format", "json"], BROKEN).stdout;
    assert!(json.contains("\"reason\":\"the grid breaks killer 7: r1c4 r2c4\""), "{json}");
}

#[test]
fn the_first_broken_rule_of_a_solution_is_named() {
    let solution = "solution:\n1234\n3412\n2143\n4321\n";
    let unique = format!("size: 4\ngrid:\n1234\n34..\n2...\n....\nkiller 7: r4c1 r4c4\n{solution}");
    let checked = piped(["check"], &unique);
    assert!(
        checked.stderr.ends_with("standard input:7:11: the solution given breaks killer 7: r4c1 r4c4\n"),
        "{checked:?}"
    );
    let open =
        format!("size: 4\ngrid:\n1...\n....\n....\n....\nkiller 6: r1c1 r1c2\nanti-knight\n{solution}");
    let none = piped(["check"], &open);
    assert_eq!(none.status, Some(1));
    assert!(none.stderr.contains("the solution given breaks killer 6: r1c1 r1c2\n"), "{none:?}");
    let right = format!("size: 4\ngrid:\n1234\n34..\n2...\n....\nkiller 5: r4c1 r4c4\n{solution}");
    assert_eq!(piped(["check"], &right), run(0, "unique\n", ""));
    // Rules about loose cells cannot be judged without their values.
    let loose =
        right.replace("grid:\n", "cells: A 1\ngrid:\n").replace("solution", "killer 6: A1 r1c1\nsolution");
    assert_eq!(piped(["check"], &loose).stdout, "none\n", "6 - 1 is not a value");
}

#[test]
fn formats_without_rules_report_the_loss() {
    let rules = "rules are left out, so this is another puzzle; the native format holds them: killer\n";
    let grids =
        "the overlaps of grids and the cells beside them are left out: only the native format holds them\n";
    let plain = TWO.split("killer").next().unwrap();
    for format in ["line", "numbers", "grid", "sdm", "sdk", "ss", "candidates", "csv", "euler"] {
        for (puzzle, note) in [(TWO, rules), (plain, grids), (BROKEN, rules)] {
            let told = piped(["convert", "--to", format], puzzle);
            assert_eq!(told.status, Some(0), "{format}");
            assert!(
                told.stderr.ends_with(note) && told.stderr.lines().count() == 1,
                "{format}: {}",
                told.stderr
            );
        }
    }
    assert_eq!(piped(["convert", "--to", "line"], plain).stdout, "1234~~341.~~2...124...34~~..43~~..21\n");
    for puzzle in [TWO, plain] {
        assert_eq!(piped(["convert", "--to", "native"], puzzle), run(0, puzzle, ""));
    }
}

#[test]
fn rules_of_one_grid_are_written_as_it_counts_its_cells() {
    let text = TWO.replace(
        "killer 3: X2 r1c1\n",
        "killer 6: r1c1 r1c2 in b\nsandwich 0: left 2 in b\nanti-knight in a\n",
    );
    let written = piped(["convert", "--to", "native"], &text);
    assert_eq!(written, run(0, text.as_str(), ""));
}

#[test]
fn puzzles_that_cannot_be_made_are_refused() {
    let folder = Folder::new("like")
        .with("two.txt", TWO.split("killer").next().unwrap().replace("cells: X 2\n", ""))
        .with("beside.txt", "cells: X 2\ngrid:\n".to_owned() + &"123456789\n".repeat(9))
        .with("raw.txt", "size: 4\nraw\ngrid:\n....\n....\n....\n....\n");
    for (file, what) in [
        ("two.txt", "several grids"),
        ("beside.txt", "cells beside the grid"),
        ("raw.txt", "rows and columns that may repeat values"),
    ] {
        let refused = format!("sudoku: puzzles with {what} cannot be made\n");
        assert_eq!(folder.sudoku(["generate", "--like", file]), run(2, "", refused));
    }
}

#[test]
fn a_rule_that_nothing_keeps_is_named_where_it_stands() {
    let open = "size: 4\ngrid:\n1...\n....\n....\n....\n";
    let note = "standard input:8:9: no values of the open cells satisfy thermo: r4c1-r4c4\n";
    let puzzle = format!("{open}killer 3: r1c1 r1c2\nthermo: r4c1-r4c4\n");
    assert_eq!(piped(["count"], &puzzle), run(0, "0\n", note));
    for command in ["solve", "check", "candidates", "minimize"] {
        assert_eq!(piped([command], &puzzle), run(1, "none\n", note), "{command}");
    }
    let json = piped(["check", "--format", "json"], &puzzle).stdout;
    assert!(json.contains("\"reason\":\"no values of the open cells satisfy thermo: r4c1-r4c4\""), "{json}");
    // Each of these rules can hold alone.
    let together = format!("{open}killer 3: r1c1 r1c2\nkiller 4: r1c1 r1c2\n");
    let note = "standard input:7:11: the rules together have no solution\n";
    for command in ["solve", "candidates", "minimize"] {
        assert_eq!(piped([command], &together), run(1, "none\n", note), "{command}");
    }
    // `check` looks longer.
    let rules = "killer 3: r1c1 r1c2; killer 4: r1c1 r1c2";
    let why = format!("impossible together, and possible without any one of them: {rules}");
    assert_eq!(piped(["check"], &together), run(1, "none\n", format!("standard input:7:11: {why}\n")));
    let grid = "53427....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let told = sudoku(["check", grid]);
    assert!(
        told.stderr.contains("impossible together") && told.stderr.contains("2 in R1C4"),
        "{}",
        told.stderr
    );
    let json = piped(["solve", "--format", "json"], &together).stdout;
    assert!(json.contains("\"reason\":\"the rules together have no solution\""), "{json}");
}

#[test]
fn puzzles_of_variants_are_made_with_any_number_of_threads() {
    let arguments = ["generate", "--rules", "thermo,white", "--size", "6", "--count", "3", "--seed", "5"];
    let one = sudoku([&arguments[..], &["--threads", "1"]].concat());
    assert_eq!((one.status, one.stderr.as_str()), (Some(0), ""));
    assert_eq!(sudoku([&arguments[..], &["--threads", "3"]].concat()), one);
    assert_eq!(piped(["check"], &one.stdout), run(0, "unique\n".repeat(3), ""));
    let refused = sudoku(["generate", "--rules", "killer,regex"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.starts_with("sudoku: clues of the rule regex cannot be placed at random."));
    let unknown = sudoku(["generate", "--rules", "kilelr"]);
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.stderr.contains("unknown rule \"kilelr\""), "{}", unknown.stderr);
}

#[test]
fn a_puzzle_like_another_has_its_rules_and_other_clues() {
    let like =
        "size: 6\ngrid:\n......\n......\n......\n......\n......\n......\nanti-king\nkiller 3: r1c1 r1c2\n";
    let folder = Folder::new("like-rules").with("like.txt", like);
    let made = folder.sudoku(["generate", "--like", "like.txt", "--seed", "1"]);
    assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""));
    assert!(made.stdout.contains("\nanti-king\n") && made.stdout.contains("\nkiller "), "{}", made.stdout);
    assert_eq!(piped(["check"], &made.stdout), run(0, "unique\n", ""));
}
