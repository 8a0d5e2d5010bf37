//! `sudoku split`, `count --assume` and `merge`: one puzzle counted in parts, as if by many machines.

use std::process::Stdio;

use super::support::*;

/// A puzzle with a rule, whose values are words.
const WORDS: &str = "size: 4\nsymbols: ten twenty thirty forty\nkiller 5: r1c1 r1c2\n";

fn parts(folder: &Folder, least: &str) -> Vec<String> {
    let split = folder.sudoku(["split", "--parts", least, "puzzle"]);
    assert_eq!((split.status, split.stderr.as_str()), (Some(0), ""));
    split.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn counts_of_parts_are_the_count_of_the_whole() {
    for (name, puzzle) in [("clues", SEVENTEEN), ("grid", "size: 4\n"), ("words", WORDS), ("none", CLASH)] {
        let folder = Folder::new(&format!("parts-{name}")).with("puzzle", puzzle);
        let whole = folder.sudoku(["count", "puzzle"]).stdout;
        assert!(whole.trim().parse::<u64>().is_ok(), "{whole}");
        for least in ["1", "7", "60"] {
            let all = parts(&folder, least);
            // Two machines, each with every second line.
            let share = |first: usize| -> String {
                let own =
                    all.iter().skip(first).step_by(2).map(|line| format!("{line}\n")).collect::<String>();
                let mut count = command(["count", "--assume", "-", "puzzle"]);
                let counted = finish(count.current_dir(folder.path()).stdin(Stdio::piped()), own.as_bytes());
                assert_eq!((counted.status, counted.stderr.as_str()), (Some(0), ""), "{own}");
                assert_eq!(counted.stdout.lines().count(), own.lines().count());
                counted.stdout
            };
            let merged = piped(["merge"], share(0) + &share(1));
            assert_eq!(merged, run(0, whole.clone(), ""), "{name}: {least} parts");
        }
    }
}

#[test]
fn parts_are_as_many_as_are_wanted_and_none_is_refuted() {
    let folder = Folder::new("parts-many").with("puzzle", "size: 6\n");
    let all = parts(&folder, "500");
    assert!((500..600).contains(&all.len()), "{}", all.len());
    assert!(all.iter().all(|line| line.starts_with("r1c1=")), "{}", all[0]);
    assert_eq!(parts(&Folder::new("parts-whole").with("puzzle", "size: 4\n"), "1"), ["all"]);
    assert!(parts(&Folder::new("parts-none").with("puzzle", CLASH), "5").is_empty());
    assert_eq!(piped(["merge"], ""), run(0, "0\n", ""));
}

#[test]
fn a_limit_is_no_exact_count() {
    let folder = Folder::new("parts-limit").with("puzzle", "size: 9\n").with("parts", "r1c1=1\nr1c1=2\n");
    let counted = folder.sudoku(["count", "--assume", "parts", "--node-limit", "20", "puzzle"]);
    assert_eq!(counted.status, Some(3));
    assert!(counted.stdout.lines().all(|line| line.starts_with("at least ")), "{}", counted.stdout);
    let capped = folder.sudoku(["count", "--assume", "parts", "-n", "5", "puzzle", "-o", "counts"]);
    assert_eq!((capped, folder.read("counts").as_str()), (run(0, "", ""), "at least 5\nat least 5\n"));
    assert_eq!(folder.sudoku(["merge", "counts", "counts"]), run(3, "at least 20\n", ""));
}

#[test]
fn damage_is_told_with_its_place() {
    let folder = Folder::new("parts-damage")
        .with("puzzle", "size: 4\n")
        .with("two", "1...............\n2...............\n");
    for (text, said) in [
        ("r1c1=1\nr1c9=1\n", "parts:2:"),
        ("r1c1=7\n", "parts:1:6: a value of the puzzle expected"),
        ("r1c1 r1c2=1\n", "parts:1:1: one cell and its value, as r1c1=5 expected"),
        ("r1c1\n", "parts:1:5: = and a value expected"),
        ("\n", "parts:1:1: a cell expected"),
    ] {
        let folder = Folder::new("parts-wrong").with("puzzle", "size: 4\n").with("parts", text);
        let counted = folder.sudoku(["count", "--assume", "parts", "puzzle"]);
        assert_eq!(counted.status, Some(2), "{text:?}");
        assert!(counted.stderr.contains(said), "{text:?}: {}", counted.stderr);
    }
    for (args, said) in [
        (&["split", "two"][..], "several puzzles"),
        (&["split", "puzzle", "two"][..], "this is about one puzzle"),
        (&["count", "--assume", "-", "-"][..], "name the puzzle"),
        (&["count", "--assume", "none", "puzzle"][..], "none: "),
        (&["count", "--assume", "two", "--method", "mrv", "puzzle"][..], "--assume goes with"),
        (&["merge", "puzzle"][..], "puzzle:1: \"size: 4\" is not a count"),
    ] {
        let told = folder.sudoku(args);
        assert_eq!(told.status, Some(2), "{args:?}");
        assert!(told.stderr.contains(said), "{args:?}: {}", told.stderr);
    }
}
