//! Interrupts: finished results are printed, a count reports what it has found, and a second interrupt ends the
//! program at once.
#![cfg(unix)]

use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use super::support::*;

/// Sends Ctrl-C.
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill is there").success(), "the program is still running");
}

/// Waits until the program has used some processor time, however slow the machine is.
#[cfg(target_os = "linux")]
fn wait_until_busy(child: &Child) {
    let worked = || -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it is running");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        fields[11].parse().expect("the processor time is a number")
    };
    let before = worked();
    while worked() < before + 20 {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Parses the number of `at least K`.
#[cfg(target_os = "linux")]
fn at_least(line: &str) -> Option<u64> {
    line.trim_end().strip_prefix("at least ")?.parse().ok()
}

#[cfg(target_os = "linux")]
#[test]
fn a_count_prints_finished_answers_and_a_partial_count() {
    let mut dialogue = Dialogue::new(["count", SEVENTEEN, EMPTY, EASY]);
    assert_eq!(dialogue.next_line().as_deref(), Some("17"));
    wait_until_busy(&dialogue.child);
    interrupt(&dialogue.child);
    let rest = dialogue.end();
    assert_eq!(rest.status, Some(130), "{rest:?}");
    assert!(at_least(&rest.stdout).is_some_and(|found| found > 17), "{rest:?}");
    assert!(rest.stderr.contains("interrupted"), "{rest:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_comparison_prints_the_table_of_finished_runs() {
    let open = ".".repeat(625);
    let methods = "brute-force,norvig";
    let mut dialogue =
        Dialogue::new(["compare", "--methods", methods, "--time-limit", "60m", EASY, &open, MEDIUM]);
    wait_until_busy(&dialogue.child);
    interrupt(&dialogue.child);
    let mut all = Vec::new();
    while let Some(line) = dialogue.next_line() {
        all.push(line);
    }
    let rest = dialogue.end();
    assert_eq!(rest.status, Some(130), "{rest:?}");
    assert!(all[0].starts_with("1 of 3 puzzles"), "{all:?}");
    for method in methods.split(',') {
        let line = all.iter().find(|line| line.starts_with(method)).expect("it is in the table");
        let solved: Vec<&str> = line.split_whitespace().skip(1).take(2).collect();
        assert_eq!(solved, ["1", "0"], "{line}");
    }
    assert!(rest.stderr.contains("interrupted after 1 puzzle"), "{rest:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn several_threads_print_all_that_is_done_in_order() {
    let mut dialogue = Dialogue::new(["count", "--threads", "3"]);
    dialogue.send(&lines([vec![SEVENTEEN; 200], vec![EMPTY; 2]].concat()));
    dialogue.send(&lines([EASY]));
    wait_until_busy(&dialogue.child);
    thread::sleep(Duration::from_millis(200));
    interrupt(&dialogue.child);
    let rest = dialogue.end();
    assert_eq!(rest.status, Some(130), "{rest:?}");
    let answers: Vec<&str> = rest.stdout.lines().collect();
    let done = answers.iter().take_while(|&&answer| answer == "17").count();
    assert_eq!(done, 200, "{answers:?}");
    assert!(answers.get(200).and_then(|partial| at_least(partial)).is_some(), "{answers:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn json_and_a_strict_filter_have_partial_counts() {
    let mut dialogue = Dialogue::new(["count", "--batch", "--format", "json"]);
    dialogue.send(&lines(["# a comment", EMPTY]));
    wait_until_busy(&dialogue.child);
    interrupt(&dialogue.child);
    let rest = dialogue.end();
    assert_eq!(rest.status, Some(130), "an interrupt is no good end of a filter either: {rest:?}");
    let answers: Vec<&str> = rest.stdout.lines().collect();
    assert_eq!(answers[0], "# a comment");
    assert!(answers[1].contains(r#""exact":false"#), "{}", answers[1]);
}

#[test]
fn a_list_of_solutions_ends_between_two() {
    for threads in ["1", "3"] {
        let mut dialogue = Dialogue::new(["solve", "--all", "--threads", threads, EMPTY]);
        for _ in 0..10 {
            assert!(dialogue.next_line().is_some_and(|solution| solves(&solution, EMPTY)));
        }
        interrupt(&dialogue.child);
        let rest = dialogue.end();
        assert_eq!(rest.status, Some(130), "{threads} threads");
        assert!(rest.stdout.lines().all(|solution| solves(solution, EMPTY)), "all lines are whole");
        assert!(rest.stdout.is_empty() || rest.stdout.ends_with('\n'));
    }
}

#[test]
fn generated_puzzles_are_complete_and_counted() {
    for threads in ["1", "3"] {
        let mut dialogue =
            Dialogue::new(["generate", "--count", "100M", "--seed", "1", "--threads", threads]);
        let first = dialogue.next_line().expect("it makes puzzles");
        interrupt(&dialogue.child);
        let rest = dialogue.end();
        assert_eq!(rest.status, Some(130), "{threads} threads: {}", rest.stderr);
        assert!(rest.stdout.lines().all(|puzzle| puzzle.len() == first.len()), "all lines are whole");
        let made = rest.stdout.lines().count() + 1;
        let told = rest.stderr.replace(',', "");
        assert!(told.starts_with(&format!("sudoku: interrupted after {made} puzzle")), "{told}");
    }
}

#[test]
fn waiting_for_input_is_no_reason_to_wait() {
    for threads in ["1", "3"] {
        let mut dialogue = Dialogue::new(["solve", "--threads", threads]);
        dialogue.send(&lines([EASY]));
        assert_eq!(dialogue.next_line().as_deref(), Some(EASY_SOLVED));
        interrupt(&dialogue.child);
        assert_eq!(dialogue.next_line(), None, "it says no more, though its input is open");
        let rest = dialogue.end();
        assert_eq!((rest.status, rest.stdout.as_str()), (Some(130), ""), "{rest:?}");
        assert!(rest.stderr.contains("interrupted"), "{rest:?}");
    }
}

#[test]
fn an_interrupt_takes_precedence_over_malformed_input() {
    let mut dialogue = Dialogue::new(["solve", "--node-limit", "1"]);
    dialogue.send(&lines([&format!("{EASY}1"), CLASH, INKALA]));
    for answer in ["invalid", "none", "limit"] {
        assert_eq!(dialogue.next_line().as_deref(), Some(answer));
    }
    interrupt(&dialogue.child);
    assert_eq!(dialogue.next_line(), None);
    assert_eq!(dialogue.end().status, Some(130));
}

/// Interrupts the program until it ends: the first interrupt may come in the middle of work, the second ends it.
fn interrupt_until_it_ends(child: &mut Child) -> Option<i32> {
    for _ in 0..20 {
        interrupt(child);
        for _ in 0..25 {
            if let Some(status) = child.try_wait().expect("a child can be waited for") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
    child.kill().expect("a child can be killed");
    child.wait().expect("a child can be waited for").code()
}

#[test]
fn a_second_interrupt_ends_at_once() {
    // The output is not read, so the program cannot end by itself.
    for threads in ["1", "3"] {
        let args = ["solve", "--all", "--threads", threads, EMPTY];
        let mut child =
            command(args).stderr(std::process::Stdio::null()).spawn().expect("the program starts");
        read_one(&mut child);
        assert_eq!(interrupt_until_it_ends(&mut child), Some(130), "{threads} threads");
    }
}

#[test]
fn a_second_interrupt_ends_at_once_while_input_is_awaited() {
    for threads in ["1", "3"] {
        let args = ["solve", "--all", "--threads", threads];
        let mut command = command(args);
        command.stdin(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        std::io::Write::write_all(&mut stdin, lines([EMPTY; 5]).as_bytes())
            .expect("the program reads its input");
        read_one(&mut child);
        assert_eq!(interrupt_until_it_ends(&mut child), Some(130), "{threads} threads");
        drop(stdin);
    }
}

/// Reads the first byte of the output: the program has begun.
fn read_one(child: &mut Child) {
    let stdout = child.stdout.as_mut().expect("standard output is a pipe");
    std::io::Read::read_exact(stdout, &mut [0]).expect("it prints something");
}
