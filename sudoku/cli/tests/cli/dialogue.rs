//! Dialogues with other programs through two pipes: everything read is answered before more is read.

use super::support::*;

#[test]
fn each_puzzle_is_answered_before_the_next_is_written() {
    for threads in ["1", "3"] {
        let mut dialogue = Dialogue::new(["solve", "--threads", threads]);
        for (puzzle, solved) in
            [(EASY, EASY_SOLVED), (INKALA, INKALA_SOLVED), (MEDIUM, MEDIUM_SOLVED), (CLASH, "none")]
        {
            dialogue.send(&lines([puzzle]));
            assert_eq!(dialogue.next_line().as_deref(), Some(solved), "{threads} threads");
        }
        dialogue.send(&lines(["# said aside", "", EASY]));
        assert_eq!(dialogue.next_line().as_deref(), Some(EASY_SOLVED));
        dialogue.send(&lines([&format!("{EASY}1")]));
        assert_eq!(dialogue.next_line().as_deref(), Some("invalid"));
        let rest = dialogue.end();
        assert_eq!((rest.status, rest.stdout.as_str()), (Some(2), ""));
    }
}

#[test]
fn several_puzzles_at_once_are_all_answered() {
    for threads in ["1", "3"] {
        let mut dialogue = Dialogue::new(["solve", "--threads", threads]);
        for round in 1..6 {
            dialogue.send(&lines(vec![EASY; 40 * round]));
            dialogue.send(&lines([MEDIUM]));
            for _ in 0..40 * round {
                assert_eq!(dialogue.next_line().as_deref(), Some(EASY_SOLVED), "{threads} threads");
            }
            assert_eq!(dialogue.next_line().as_deref(), Some(MEDIUM_SOLVED), "{threads} threads");
        }
        assert_eq!(dialogue.end(), run(0, "", ""));
    }
}

#[test]
fn a_strict_filter_answers_every_line_at_once() {
    for threads in ["1", "3"] {
        let mut dialogue = Dialogue::new(["solve", "--batch", "--threads", threads]);
        for (line, answer) in [
            (EASY, EASY_SOLVED),
            ("# a comment", "# a comment"),
            ("", ""),
            ("   ", "   "),
            ("nonsense", "invalid"),
            ("123456789", "invalid"),
            ("size: 9", "invalid"),
            (CLASH, "none"),
            (INKALA, INKALA_SOLVED),
        ] {
            dialogue.send(&lines([line]));
            assert_eq!(dialogue.next_line().as_deref(), Some(answer), "{line:?}, {threads} threads");
        }
        dialogue.send("................\n");
        assert_eq!(dialogue.next_line().map(|answer| answer.len()), Some(16), "a 4x4 is answered at once");
        dialogue.send(&lines(["# two", EASY, "", MEDIUM]));
        for answer in ["# two", EASY_SOLVED, "", MEDIUM_SOLVED] {
            assert_eq!(dialogue.next_line().as_deref(), Some(answer), "{threads} threads");
        }
        let rest = dialogue.end();
        assert_eq!((rest.status, rest.stdout.as_str()), (Some(0), ""));
    }
}

#[test]
fn a_line_may_come_in_pieces() {
    let mut dialogue = Dialogue::new(["solve"]);
    for piece in [&EASY[..40], &EASY[40..], "\r", "\n"] {
        dialogue.send(piece);
    }
    assert_eq!(dialogue.next_line().as_deref(), Some(EASY_SOLVED));
    let (before, after) = MEDIUM.split_at(80);
    dialogue.send(&format!("{EASY}\n{before}"));
    assert_eq!(dialogue.next_line().as_deref(), Some(EASY_SOLVED), "what is complete is answered");
    dialogue.send(after);
    assert_eq!(dialogue.end(), run(0, lines([MEDIUM_SOLVED]), ""));
}

#[test]
fn every_command_answers_line_by_line() {
    let talks: [(&[&str], &str, &str); 6] = [
        (&["check"], EASY, "unique"),
        (&["check", "--format", "csv"], "", "index,status,solution,solutions,nodes,micros"),
        (&["count"], SEVENTEEN, "17"),
        (&["convert", "--to", "line"], SEVENTEEN, SEVENTEEN),
        (&["convert", "--to", "csv"], "", "quizzes,solutions"),
        (&["solve", "-"], EASY, EASY_SOLVED),
    ];
    for (args, puzzle, answer) in talks {
        let mut dialogue = Dialogue::new(args);
        if !puzzle.is_empty() {
            dialogue.send(&lines([puzzle]));
        }
        assert_eq!(dialogue.next_line().as_deref(), Some(answer), "{args:?}");
        for _ in 0..3 {
            dialogue.send(&lines([EASY]));
            assert!(dialogue.next_line().is_some_and(|answer| !answer.is_empty()), "{args:?}");
        }
        assert_eq!(dialogue.end().status, Some(0), "{args:?}");
    }
    let mut dialogue = Dialogue::new(["candidates", "--format", "line"]);
    for _ in 0..3 {
        dialogue.send(&lines([EASY]));
        assert_eq!(dialogue.next_line().map(|answer| answer.len()), Some(729));
    }
    let mut dialogue = Dialogue::new(["solve", "--format", "json"]);
    for index in 1..4 {
        dialogue.send(&lines([EASY]));
        let begin = format!("{{\"index\":{index},\"status\":\"solved\",\"solution\":\"{EASY_SOLVED}\",");
        assert!(dialogue.next_line().is_some_and(|answer| answer.starts_with(&begin)), "{begin}");
    }
}

#[test]
fn a_grid_is_answered_with_its_last_row_and_a_table_line_by_line() {
    let mut dialogue = Dialogue::new(["solve"]);
    for _ in 0..3 {
        for row in 0..9 {
            dialogue.send(&lines([&INKALA[9 * row..9 * row + 9]]));
        }
        assert_eq!(dialogue.next_line().as_deref(), Some(INKALA_SOLVED));
        dialogue.send("\n");
    }
    assert_eq!(dialogue.end(), run(0, "", ""));
    let mut dialogue = Dialogue::new(["solve"]);
    dialogue.send("quizzes,solutions\n");
    for _ in 0..3 {
        dialogue.send(&format!("{EASY},{EASY_SOLVED}\n"));
        assert_eq!(dialogue.next_line().as_deref(), Some(EASY_SOLVED));
    }
    assert_eq!(dialogue.end(), run(0, "", ""));
}

#[test]
fn a_known_size_makes_short_lines_puzzles() {
    for known in [["--size", "4"], ["--from", "line"]] {
        let mut dialogue = Dialogue::new(["count"].iter().chain(&known));
        for _ in 0..3 {
            dialogue.send("................\n");
            assert_eq!(dialogue.next_line().as_deref(), Some("288"), "{known:?}");
        }
        assert_eq!(dialogue.end(), run(0, "", ""));
    }
}
