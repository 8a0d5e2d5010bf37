//! Limits are reported as limits, never as "none" or "unique"; and the precedence of exit statuses.

use super::support::*;

const REASON: &str = "standard input:1:5: 5 in R1C5 repeats R1C1\n";

#[test]
fn a_node_limit_is_status_3() {
    assert_eq!(sudoku(["solve", "--node-limit", "1", INKALA]), run(3, "limit\n", ""));
    assert_eq!(sudoku(["solve", "--node-limit", "0", INKALA]), run(3, "limit\n", ""));
    assert_eq!(sudoku(["check", "--node-limit", "1", INKALA]), run(3, "limit\n", ""));
    assert_eq!(sudoku(["candidates", "--node-limit", "1", SEVENTEEN]), run(3, "limit\n", ""));
    let line = ["candidates", "--format", "line", "--node-limit", "1", SEVENTEEN];
    assert_eq!(sudoku(line), run(3, "limit\n", ""));
    assert_eq!(sudoku(["count", "--node-limit", "1", INKALA]), run(3, "at least 0\n", ""));
    let enough = sudoku(["solve", "--unique", "--node-limit", "2M", INKALA]);
    assert_eq!(enough, run(0, lines([INKALA_SOLVED]), ""));
    assert_eq!(sudoku(["solve", "--format", "grid", "--node-limit", "1", INKALA]), run(3, "limit\n", ""));
}

#[test]
fn a_limit_between_the_solution_and_its_proof_is_no_proof() {
    // Whatever the node limit is, the answer is `limit` or correct.
    let mut seen = [0; 2];
    for nodes in 0..120 {
        let limit = nodes.to_string();
        let unique = sudoku(["solve", "--unique", "--node-limit", &limit, INKALA]);
        let check = sudoku(["check", "--node-limit", &limit, INKALA]);
        let count = sudoku(["count", "--node-limit", &limit, INKALA]);
        match unique.status {
            Some(0) => assert_eq!(
                (unique, check, count),
                (run(0, lines([INKALA_SOLVED]), ""), run(0, "unique\n", ""), run(0, "1\n", "")),
                "{nodes} nodes"
            ),
            _ => {
                assert_eq!((unique, check), (run(3, "limit\n", ""), run(3, "limit\n", "")), "{nodes} nodes");
                assert_eq!(count.status, Some(3), "{nodes} nodes");
                assert!(["at least 0\n", "at least 1\n"].contains(&&*count.stdout), "{}", count.stdout);
                seen[0] += 1;
                continue;
            }
        }
        seen[1] += 1;
        if seen[1] == 3 {
            break;
        }
    }
    assert!(seen[0] > 0, "Inkala's is not proved without search");
}

#[test]
fn a_time_limit_is_status_3() {
    for time in ["0", "0s", "0ms", "0m"] {
        assert_eq!(sudoku(["solve", "--time-limit", time, INKALA]), run(3, "limit\n", ""), "{time}");
    }
    let count = sudoku(["count", "--time-limit", "20ms", EMPTY]);
    assert_eq!(count.status, Some(3));
    assert!(count.stdout.starts_with("at least "), "{}", count.stdout);
    let unhurried = sudoku(["solve", "--unique", "--time-limit", "60m", INKALA]);
    assert_eq!(unhurried, run(0, lines([INKALA_SOLVED]), ""));
}

#[test]
fn limits_are_for_each_puzzle() {
    let all =
        piped(["solve", "--unique", "--node-limit", "1", "--threads", "1"], lines([INKALA, EASY, INKALA]));
    assert_eq!(all, run(3, lines(["limit", EASY_SOLVED, "limit"]), ""));
}

#[test]
fn a_list_of_solutions_reports_a_limit() {
    let listed = sudoku(["solve", "--all", "--time-limit", "20ms", EMPTY]);
    assert_eq!((listed.status, listed.stdout.lines().last()), (Some(3), Some("limit")));
    let json = sudoku(["solve", "--all", "--format", "json", "--time-limit", "20ms", EMPTY]);
    assert_eq!(json.status, Some(3));
    let last = json.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with(r#"{"index":1,"status":"limit","#), "{last}");
}

#[test]
fn status_2_comes_before_3_and_3_before_1() {
    let short = &EASY[..80];
    let all = lines([CLASH, INKALA, short]);
    let note = format!("{REASON}standard input:3:1: 80 cells do not make a puzzle (9x9 has 81: 1 missing)\n");
    let args = ["solve", "--node-limit", "1"];
    assert_eq!(piped(args, all), run(2, lines(["none", "limit", "invalid"]), note));
    assert_eq!(piped(args, lines([CLASH, INKALA])), run(3, lines(["none", "limit"]), REASON));
    assert_eq!(piped(args, lines([CLASH, EASY])), run(1, lines(["none", EASY_SOLVED]), REASON));
    assert_eq!(piped(args, lines([EASY])), run(0, lines([EASY_SOLVED]), ""));
    let unique = piped(["solve", "--unique", "--node-limit", "1"], lines([INKALA, EMPTY]));
    assert_eq!(unique.status, Some(3));
    assert_eq!(piped(["check", "--node-limit", "1"], lines([CLASH, short])).status, Some(2));
}

/// Short rules that would need gigabytes if they were expanded: a relation between neighbours, and pairs of cells
/// that must not be as far apart as their number.
const LARGE: [&str; 2] = ["size: 64\neach adjacent a b: a * b % 7 != 3\n", "size: 64\nanti-taxicab\n"];

#[test]
fn a_memory_limit_is_status_3_and_the_batch_goes_on() {
    let small = "size: 4\ngrid:\n1...\n..2.\n.3..\n...4\n";
    for large in LARGE {
        let all = piped(
            ["solve", "--memory-limit", "1M", "--threads", "1"],
            format!("{small}===\n{large}===\n{small}"),
        );
        assert_eq!((all.status, all.stderr.as_str()), (Some(3), ""), "{large}");
        let answers: Vec<&str> = all.stdout.lines().collect();
        assert_eq!((answers.len(), answers[1]), (3, "limit"), "{large}");
        assert!(answers[0].len() == 16 && answers[0] == answers[2], "{all:?}");
    }
    let tree = sudoku(["solve", "--memory-limit", "1", "--format", "json", LARGE[1]]);
    assert_eq!(tree.status, Some(3));
    for wrong in ["0", "4T", "much", "-1G"] {
        let run = sudoku(["solve", &format!("--memory-limit={wrong}"), EASY]);
        assert_eq!(run.status, Some(2), "{wrong}");
    }
}

#[test]
fn slow_preparation_of_rules_respects_the_time_limit() {
    let rows = |rule: &dyn Fn(usize) -> String| -> String {
        "size: 64\n".to_owned() + &(1..=64).map(rule).collect::<String>()
    };
    let all = [
        rows(&|row| format!("rellik 100: r{row}c1-r{row}c64\n")),
        rows(&|row| format!("sandwich 500: row {row}\n")),
        rows(&|row| format!("lunchbox 300: r{row}c1-r{row}c64\n")),
    ];
    for rules in all {
        assert_eq!(piped(["solve", "--time-limit", "1ms"], &rules), run(3, "limit\n", ""), "{rules}");
    }
}

/// The tree and the answer come from one search, with one limit.
#[test]
fn a_tree_and_its_answer_come_from_one_search() {
    let place = Folder::new("one_search");
    let both = place.sudoku(["solve", "--tree", "tree.json", "--node-limit", "7", "--stats", INKALA]);
    assert_eq!((both.status, both.stdout.as_str()), (Some(3), "limit\n"));
    assert!(both.stderr.contains("7 search nodes"), "{}", both.stderr);
    let all = place.sudoku(["solve", "--tree", "tree.json", "--all", SEVENTEEN]);
    assert_eq!((all.status, all.stdout.lines().count()), (Some(0), 17));
    assert!(place.read("tree.json").contains(r#","solutions":17,"#));
}
