//! Boards behind the marks of prompts, logs, comments and pages.

use super::forms::{boxed, check, lines_of, open, rows};
use super::*;

#[test]
fn boards_behind_marks() {
    let zero = || open("0");
    check(&[
        (
            "a text in a session of python",
            format!(">>> grid = \"\"\"\n... {}\n... \"\"\"\n>>> solve(grid)", rows(open("."), "", "\n... ")),
        ),
        (
            "lists in a session of python",
            format!(">>> b = [\n... [{}]]\n>>> solve(b)\nTrue", rows(zero(), ", ", "],\n... [")),
        ),
        (
            "lines of a log",
            lines_of(|at, row| format!("2026-11-02 10:15:3{at}.123 INFO  Grid - {}", boxed(row, " ", " "))),
        ),
        ("lines of a list", lines_of(|_, row| format!("- {}", boxed(row, " ", " ")))),
        ("lines of a chat", lines_of(|_, row| format!("<tom> {}", row.iter().collect::<String>()))),
        (
            "rows by their names",
            format!(
                "{{\"board\": {{{}}}}}",
                lines_of(|at, row| format!("\"row{}\": \"{}\",", at + 1, row.iter().collect::<String>()))
            ),
        ),
        ("blanks of a page", format!("<tt>{}</tt>", rows(open("."), "&nbsp;", "<br>"))),
        (
            "signs in brackets",
            lines_of(|_, row| row.iter().map(|c| format!("[{}]", open(" ")(*c))).collect()),
        ),
        (
            "signs in brackets, apart",
            lines_of(|_, row| {
                row.iter().map(|c| format!("[{}]", open("_")(*c))).collect::<Vec<_>>().join(" ")
            }),
        ),
        ("small squares", lines_of(|_, row| row.iter().map(|c| open("▫\u{FE0F}")(*c)).collect())),
        (
            "a statement with the name of a column",
            format!("INSERT INTO sudoku (id, puzzle, level) VALUES (17, '{EASY}', 'easy');"),
        ),
    ]);
}

/// Comments alone are no puzzle, unless a board is commented out.
#[test]
fn boards_in_comments_alone() {
    for mark in ["# ", "## ", "    # "] {
        let text = lines_of(|_, row| format!("{mark}{}", boxed(row, " ", " | ")));
        for text in [text.clone(), format!("# a board\n#\n\n{text}\n#\n"), format!("{text}\n\n{text}")] {
            let (found, errors) = boards(&text);
            assert!(found.iter().all(|board| board == EASY) && !found.is_empty(), "{found:?}\n{text}");
            assert!(errors.is_empty(), "{errors:?}\n{text}");
        }
    }
    assert_eq!(boards("# 5 3 . .\n# what follows\n\n"), (Vec::new(), Vec::new()));
    // Comments before a puzzle are about it.
    assert_eq!(boards(&format!("# {EASY}\n{EASY}\n")).0, [EASY]);
}

#[test]
fn cells_in_lines_of_their_own() {
    let column = rows(open("0"), "\n", "\n");
    for text in [
        column.clone(),
        format!("{column}\n"),
        format!("board:\n- - {}\nlevel: 3\n", rows(open("0"), "\n  - ", "\n- - ")),
    ] {
        assert_eq!(boards(&text), (vec![EASY.to_owned()], Vec::new()), "{text}");
    }
    // Lines of one sign before a board are no part of it.
    assert_eq!(boards(&format!("7\n8\n\n{}\n", rows(open("."), "", "\n"))).0, [EASY]);
}

/// A first row with one sign may be of a grid that leaves its open cells blank.
#[test]
fn a_sign_in_the_first_row_of_blanks() {
    let rows = "1\n  34\n 2 1\n4\n";
    assert_eq!(boards(rows), (vec!["1.....34.2.14...".to_owned()], Vec::new()));
}
