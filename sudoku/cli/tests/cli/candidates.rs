//! `sudoku candidates`: the values of each cell over all solutions, and in how many.

use super::support::*;

const SEEN: &str = "\
1349 3459 2   | 157  145  6  | 8  79  39
8    7    6   | 2    3    9  | 4  5   1
1349 3459 13  | 1578 145  58 | 2  679 369
--------------+--------------+-----------
2    36   4   | 9    7    1  | 5  36  8
19   38   138 | 56   56   4  | 7  39  2
7    69   5   | 3    8    2  | 69 1   4
--------------+--------------+-----------
36   2    378 | 168  1569 58 | 69 4   679
46   1    9   | 46   2    7  | 3  8   5
5    48   78  | 468  69   3  | 1  2   679
";

#[test]
fn a_grid_of_the_values_over_all_solutions() {
    assert_eq!(sudoku(["candidates", SEVENTEEN]), run(0, SEEN, ""));
    let solved = "\
8 1 2 | 7 5 3 | 6 4 9
9 4 3 | 6 8 2 | 1 7 5
6 7 5 | 4 9 1 | 2 8 3
------+-------+------
1 5 4 | 2 3 7 | 8 9 6
3 6 9 | 8 4 5 | 7 2 1
2 8 7 | 1 6 9 | 5 3 4
------+-------+------
5 2 1 | 9 7 4 | 3 6 8
4 3 8 | 5 2 6 | 9 1 7
7 9 6 | 3 1 8 | 4 5 2
";
    assert_eq!(sudoku(["candidates", INKALA]), run(0, solved, ""));
    let both = sudoku(["candidates", INKALA, SEVENTEEN]);
    assert_eq!(both, run(0, format!("{solved}\n{SEEN}"), ""), "a blank line stands between");
}

/// Counts how often each digit is in each cell, over the solutions that the program lists.
fn occurrences() -> Vec<[usize; 10]> {
    let mut counts = vec![[0; 10]; 81];
    for solution in sudoku(["solve", "--all", SEVENTEEN]).stdout.lines() {
        for (count, digit) in counts.iter_mut().zip(solution.chars().filter_map(|c| c.to_digit(10))) {
            count[digit as usize] += 1;
        }
    }
    counts
}

#[test]
fn counts_agree_with_the_list_of_solutions() {
    let counted = sudoku(["candidates", "--counts", SEVENTEEN]);
    assert_eq!((counted.status, counted.stderr.as_str()), (Some(0), ""));
    let open = SEVENTEEN.chars().enumerate().filter(|(_, given)| *given == '.');
    let expected = open.map(|(cell, _)| {
        let counts: String = (1..10)
            .map(|digit| (digit, occurrences_of(cell, digit)))
            .filter(|(_, count)| *count > 0)
            .map(|(digit, count)| format!(" {digit}×{count}"))
            .collect();
        format!("{:7}{counts}", format!("R{}C{}", cell / 9 + 1, cell % 9 + 1))
    });
    assert_eq!(counted.stdout, lines(expected));
}

/// Returns one count of [`occurrences`], which is computed once.
fn occurrences_of(cell: usize, digit: usize) -> usize {
    static ALL: std::sync::OnceLock<Vec<[usize; 10]>> = std::sync::OnceLock::new();
    ALL.get_or_init(occurrences)[cell][digit]
}

#[test]
fn counts_end_at_most() {
    let capped = sudoku(["candidates", "--counts", "--most", "5", SEVENTEEN]);
    assert_eq!(capped.status, Some(0));
    let all: Vec<&str> = capped.stdout.lines().collect();
    assert_eq!(all[..3], ["R1C1    1×4 3×2 4×5+ 9×4", "R1C2    3×3 4×2 5×5+ 9×3", "R1C3    2×5+"]);
    let empty = sudoku(["candidates", "--counts", "--most", "10", EMPTY]);
    assert_eq!(empty.status, Some(0));
    assert_eq!(
        empty.stdout.lines().next(),
        Some("R1C1    1×10+ 2×10+ 3×10+ 4×10+ 5×10+ 6×10+ 7×10+ 8×10+ 9×10+")
    );
}

#[test]
fn one_line_has_a_place_for_each_cell_and_digit() {
    let line = sudoku(["candidates", "--format", "line", SEVENTEEN]);
    let expected: String = (0..81)
        .flat_map(|cell| (1..10).map(move |digit| (cell, digit)))
        .map(|(cell, digit)| if occurrences_of(cell, digit) > 0 { digit.to_string() } else { ".".into() })
        .collect();
    assert_eq!(line, run(0, lines([&expected]), ""));
    assert_eq!(sudoku(["candidates", &expected]).stdout, SEEN, "and is read again");
}

#[test]
fn values_are_those_with_a_count_where_there_are_gaps_and_where_solved_together() {
    let windmill = format!("{}/../../examples/puzzles/windmill.txt", env!("CARGO_MANIFEST_DIR"));
    let asked = ["candidates", "--format", "json", &windmill, EASY, INKALA, SEVENTEEN, NONE];
    let objects = |more: &[&str]| -> Vec<serde_json::Value> {
        let told = sudoku(asked.iter().chain(more)).stdout;
        told.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    };
    let (values, counts) = (objects(&[]), objects(&["--counts"]));
    assert_eq!((values.len(), counts.len()), (5, 5));
    for (values, counts) in values.iter().zip(&counts) {
        assert_eq!(values["status"], counts["status"]);
        let cells = values["candidates"].as_array().unwrap().iter().zip(counts["counts"].as_array().unwrap());
        for (values, counts) in cells {
            let counted = counts.as_object().map(|counts| counts.keys().cloned().collect::<Vec<_>>());
            assert_eq!(*values, serde_json::json!(counted));
        }
    }
}

#[test]
fn no_solution_is_status_1() {
    assert_eq!(sudoku(["candidates", CLASH]), run(1, "none\n", "argument:1:5: 5 in R1C5 repeats R1C1\n"));
    assert_eq!(sudoku(["candidates", "--counts", NONE]).status, Some(1));
    let all = piped(["candidates", "--format", "line"], lines([CLASH, &EASY[..80]]));
    assert_eq!((all.status, all.stdout), (Some(2), lines(["none", "invalid"])));
}

#[test]
fn other_forms_are_refused() {
    for args in [
        ["candidates", "--format", "csv", EASY].as_slice(),
        &["candidates", "--format", "line", "--counts", EASY],
        &["candidates", "--most", "5", EASY],
    ] {
        let refused = sudoku(args);
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(!refused.stderr.is_empty(), "{args:?}");
    }
}
