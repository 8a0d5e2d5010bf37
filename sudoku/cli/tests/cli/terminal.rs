//! Output to a terminal: a picture for one puzzle, lines for several, colours that can be turned off, and progress
//! while results go elsewhere.
//!
//! `script` of util-linux provides the terminal. Where it is missing these tests check nothing; `.ci/run` requires it.

use std::process::{Command, Stdio};

use super::support::*;

/// Returns a shell command on a terminal, in which `sudoku` is the program; `None` without `script`.
pub fn on_terminal(shell: &str) -> Option<Command> {
    let there = Command::new("script").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    there.ok().filter(|status| status.success())?;
    let shell = shell.replace("sudoku ", &format!("'{}' ", env!("CARGO_BIN_EXE_sudoku")));
    let mut command = Command::new("script");
    command.args(["-q", "-e", "-c", &shell, "/dev/null"]);
    command.env("SHELL", "/bin/sh").env_remove("NO_COLOR").stdout(Stdio::piped()).stderr(Stdio::piped());
    Some(command)
}

/// Returns the terminal's content after a shell command, in which `sudoku` is the program, run in a folder.
fn shown(folder: &Folder, shell: &str, no_color: Option<&str>) -> Option<Run> {
    let mut command = on_terminal(shell)?;
    command.current_dir(folder.path()).envs(no_color.map(|value| ("NO_COLOR", value)));
    command.stdin(Stdio::null());
    let mut run = finish(&mut command, b"");
    run.stdout = run.stdout.replace("\r\n", "\n");
    Some(run)
}

#[test]
fn one_puzzle_is_drawn_with_bold_givens() {
    let folder = Folder::new("drawn").with("one.txt", lines(["# Inkala's", INKALA]));
    let bold = sudoku(["solve", "--format", "grid", "--color", "always", INKALA]).stdout;
    let plain = sudoku(["solve", "--format", "grid", "--color", "never", INKALA]).stdout;
    let ascii = sudoku(["solve", "--format", "grid", "--ascii", INKALA]).stdout;
    let line = lines([INKALA_SOLVED]);
    for (shell, no_color, expected) in [
        ("sudoku solve one.txt", None, &bold),
        ("sudoku solve one.txt", Some(""), &bold),
        ("sudoku solve one.txt", Some("1"), &plain),
        ("sudoku solve --color never one.txt", None, &plain),
        ("sudoku solve --color always one.txt", Some("1"), &bold),
        ("sudoku solve --ascii --color never one.txt", None, &ascii),
        ("sudoku solve --format line one.txt", None, &line),
        ("sudoku solve --batch one.txt", None, &lines(["# Inkala's", INKALA_SOLVED])),
        ("sudoku solve one.txt | cat", None, &line),
        ("cat one.txt | sudoku solve", None, &bold),
    ] {
        if let Some(shown) = shown(&folder, shell, no_color) {
            assert_eq!(&shown.stdout, expected, "{shell}");
            assert_eq!(shown.status, Some(0), "{shell}");
        }
    }
}

#[test]
fn several_puzzles_are_lines_in_every_format() {
    let grid = sudoku(["convert", "--to", "grid", INKALA, EASY]).stdout;
    let native = sudoku(["convert", "--to", "native", INKALA, EASY]).stdout;
    let folder = Folder::new("several")
        .with("lines.txt", lines([INKALA, EASY]))
        .with("open.txt", lines([INKALA, EASY]).trim_end())
        .with("grid.txt", &grid)
        .with("grid-open.txt", grid.trim_end())
        .with("native.txt", &native)
        .with("native-open.txt", native.trim_end());
    for file in ["lines.txt", "open.txt", "grid.txt", "grid-open.txt", "native.txt", "native-open.txt"] {
        if let Some(shown) = shown(&folder, &format!("sudoku solve {file}"), None) {
            assert_eq!(shown, run(0, lines([INKALA_SOLVED, EASY_SOLVED]), ""), "{file}");
        }
    }
}

#[test]
fn a_terminal_without_input_gets_a_hint() {
    let folder = Folder::new("nothing");
    if let Some(shown) = shown(&folder, "sudoku solve", None) {
        assert_eq!(shown.status, Some(2));
        assert!(shown.stdout.starts_with("sudoku: there is no puzzle: name a file"), "{}", shown.stdout);
    }
}

#[test]
fn progress_is_shown_on_a_terminal_and_taken_away() {
    let folder = Folder::new("progress");
    // Beside other tests, the first line comes late.
    let count = |limit: &str, rest: &str| format!("sudoku count --time-limit {limit} {EMPTY} {rest}");
    if let Some(elsewhere) = shown(&folder, &count("4s", "> counted.txt"), None) {
        assert_eq!(elsewhere.status, Some(3));
        assert!(elsewhere.stdout.contains("solutions ("), "it tells the rate: {:?}", elsewhere.stdout);
        assert!(elsewhere.stdout.ends_with("\r\x1b[K"), "and takes it away: {:?}", elsewhere.stdout);
        assert!(folder.read("counted.txt").starts_with("at least "));
    }
    if let Some(same) = shown(&folder, &count("4s", ""), None) {
        let results = same.stdout.rsplit("\r\x1b[K").next().unwrap_or_default();
        assert!(same.stdout.contains("solutions (") && results.starts_with("at least "), "{:?}", same.stdout);
    }
    if let Some(neither) = shown(&folder, &count("1500ms", "> counted.txt 2> errors.txt"), None) {
        assert_eq!((neither.stdout.as_str(), folder.read("errors.txt").as_str()), ("", ""));
    }
}
