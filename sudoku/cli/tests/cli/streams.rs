//! Output files, full disks, closed pipes, and large inputs.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::thread;

use super::support::*;

#[test]
fn results_go_to_a_file() {
    let folder =
        Folder::new("output").with("old.txt", "something longer than what will be written ".repeat(9));
    assert_eq!(folder.sudoku(["solve", "--output", "new.txt", EASY]), run(0, "", ""));
    assert_eq!(folder.read("new.txt"), lines([EASY_SOLVED]));
    assert_eq!(folder.sudoku(["count", "-o", "old.txt", SEVENTEEN]), run(0, "", ""));
    assert_eq!(folder.read("old.txt"), "17\n");
    let note = "argument:1:5: 5 in R1C5 repeats R1C1\n";
    assert_eq!(folder.sudoku(["check", "--output", "new.txt", CLASH]), run(1, "", note));
    assert_eq!(folder.read("new.txt"), "none\n");
    assert_eq!(folder.sudoku(["convert", "--to", "csv", "-o", "new.csv", EASY]), run(0, "", ""));
    assert_eq!(folder.read("new.csv"), format!("quizzes,solutions\n{EASY},\n"));
    let nowhere = folder.sudoku(["solve", "--output", "no/such/folder.txt", EASY]);
    assert_eq!((nowhere.status, nowhere.stdout.as_str()), (Some(2), ""));
    assert!(nowhere.stderr.contains("no/such/folder.txt: "), "{}", nowhere.stderr);
}

#[test]
fn input_that_is_wrong_leaves_the_output_file_alone() {
    let folder = Folder::new("alone").with("old.txt", "precious\n");
    let missing = folder.sudoku(["solve", "--output", "old.txt", "missing.txt"]);
    assert_eq!(missing.status, Some(2));
    assert_eq!(folder.read("old.txt"), "precious\n");
}

#[test]
fn the_input_is_not_written_over() {
    // Opening the output truncates it: without a check the input would be lost.
    let folder = Folder::new("same").with("puzzle.txt", lines([EASY]));
    let same = folder.sudoku(["solve", "--output", "puzzle.txt", "puzzle.txt"]);
    let now = folder.read("puzzle.txt");
    assert!(
        same.status == Some(2) && now == lines([EASY])
            || same.status == Some(0) && now == lines([EASY_SOLVED]),
        "the puzzle is gone: {same:?}, {now:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
    let solve: [&[&str]; 9] = [
        &["solve", EASY],
        &["solve", "--batch", EASY],
        &["solve", "--all", SEQUENCE],
        &["solve", "--format", "csv", EASY],
        &["check", EASY],
        &["count", EASY],
        &["candidates", EASY],
        &["convert", "--to", "native", EASY],
        &["count", "--threads", "3", &EASY.replace('.', "0")],
    ];
    for args in solve {
        let failed = finish(command(args).stdin(Stdio::null()).stdout(full()), b"");
        assert_eq!(failed.status, Some(2), "{args:?}");
        assert_eq!(
            failed.stderr, "sudoku: standard output: No space left on device (os error 28)\n",
            "{args:?}"
        );
    }
    let failed = sudoku(["solve", "--output", "/dev/full", EASY]);
    assert_eq!(failed, run(2, "", "sudoku: /dev/full: No space left on device (os error 28)\n"));
    for args in
        [["--help"].as_slice(), &["--version"], &["solve", "--help"], &["generate", "completions", "bash"]]
    {
        let failed = finish(command(args).stdin(Stdio::null()).stdout(full()), b"");
        assert_eq!(failed.status, Some(2), "{args:?}");
        assert!(!failed.stderr.contains("panicked"), "{args:?}: {}", failed.stderr);
    }
}

/// Reads one line and then closes the pipe.
fn leave_after_one_line(child: &mut Child) -> String {
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    stdout.read_line(&mut line).expect("it prints a line");
    line
}

#[test]
fn a_pipe_closed_early_is_not_an_error() {
    // The input is endless: only the closed pipe ends the program.
    for args in [
        ["solve", "--threads", "1"].as_slice(),
        &["solve", "--threads", "3"],
        &["solve", "--batch", "--threads", "3"],
        &["check"],
        &["count"],
        &["convert", "--to", "line"],
    ] {
        let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        let feeder = thread::spawn(move || while stdin.write_all(lines([EASY; 100]).as_bytes()).is_ok() {});
        assert!(leave_after_one_line(&mut child).ends_with('\n'), "{args:?}");
        assert_eq!(end(&mut child).code(), Some(0), "{args:?}");
        feeder.join().expect("the feeder stops at a closed pipe");
    }
    for format in ["line", "json", "csv", "grid"] {
        let args = ["solve", "--all", "--format", format, EMPTY];
        let mut child = command(args).stdin(Stdio::null()).spawn().expect("the program starts");
        leave_after_one_line(&mut child);
        assert_eq!(end(&mut child).code(), Some(0), "{args:?}");
    }
}

#[test]
fn an_unread_pipe_is_not_an_error() {
    for args in
        [["solve", EASY].as_slice(), &["check", CLASH], &["count", "no puzzle"], &["--help"], &["--version"]]
    {
        let mut child = command(args).stdin(Stdio::null()).spawn().expect("the program starts");
        drop((child.stdout.take(), child.stderr.take()));
        let expected = if args == ["count", "no puzzle"] { [Some(2), Some(2)] } else { [Some(0), Some(1)] };
        // The program may have ended before the pipe was closed.
        let status = end(&mut child).code();
        assert!(expected.contains(&status), "{args:?} ended with {status:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn diagnostics_that_cannot_be_written_change_no_status() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
    let many = lines(vec![CLASH; 30]);
    for (args, status) in [
        (["solve", EASY, "--stats"].as_slice(), 0),
        (&["solve", "--verbose", EASY], 0),
        (&["solve", "--verbose", "-"], 1),
        (&["solve", CLASH], 1),
        (&["solve", "no puzzle"], 2),
        (&["solve", "/proc/self/mem"], 2),
        (&["solve", "--output", "/dev/full", EASY], 2),
        (&["solve", "--frobnicate"], 2),
    ] {
        let done = finish(command(args).stdin(Stdio::piped()).stderr(full()), many.as_bytes());
        assert_eq!(done.status, Some(status), "{args:?}");
    }
}

#[test]
fn an_overlong_line_is_refused_and_the_next_one_answered() {
    let mut input = "5".repeat(20_000_000);
    input += &format!("\n{EASY}\n");
    let note = "standard input:1:1: a line of more than 1 MiB\n";
    assert_eq!(piped(["solve"], &input), run(2, lines(["invalid", EASY_SOLVED]), note));
    assert_eq!(piped(["solve", "--batch"], &input), run(0, lines(["invalid", EASY_SOLVED]), note));
}

/// Feeds a program this many megabytes. Returns its peak memory in megabytes.
#[cfg(target_os = "linux")]
fn peak(args: &[&str], megabyte: &[u8], count: usize) -> u64 {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    for _ in 0..count {
        stdin.write_all(megabyte).expect("the program reads its input");
    }
    // The program has read everything except what is still in the pipe.
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it is still running");
    drop(stdin);
    end(&mut child);
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("/proc has the peak");
    let kilobytes: String = line.chars().filter(char::is_ascii_digit).collect();
    kilobytes.parse::<u64>().expect("it is a number") / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_a_line() {
    let megabytes = peak(&["solve"], &[b'5'; 1 << 20], 96);
    assert!(megabytes < 64, "{megabytes} MB for a line of 96 MB");
}

/// Documents within the limit of size whose parts would take a hundred times as much memory.
#[cfg(all(target_os = "linux", feature = "links"))]
#[test]
fn memory_does_not_grow_with_the_parts_of_a_document() {
    let [objects, lists] = [(r#"{"":0}"#, 590_000), ("[]", 1_300_000)]
        .map(|(part, count)| format!("{{\"size\":9,\"grid\":[{}]}}\n", vec![part; count].join(",")));
    for text in [objects, lists] {
        let megabytes = peak(&["solve"], text.as_bytes(), 2);
        assert!(megabytes < 200, "{megabytes} MB for {} bytes", text.len());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_a_batch() {
    let megabyte = lines(vec![MEDIUM; (1 << 20) / 82]);
    let [few, many] = [1, 12].map(|count| peak(&["convert", "--to", "line"], megabyte.as_bytes(), count));
    assert!(many < few + 8, "{many} MB for 12 MB of puzzles, {few} MB for one");
    let comment = format!("# {}\n", "a comment ".repeat(100));
    let comments = comment.repeat((1 << 20) / comment.len());
    let megabytes = peak(&["solve"], comments.as_bytes(), 96);
    assert!(megabytes < 64, "{megabytes} MB for 96 MB of comments");
}
