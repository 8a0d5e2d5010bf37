//! Signals in the middle of a search: the best solution so far is printed, and the exit status is 0.
#![cfg(unix)]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Longest time before a signal; a machine on which the first solution takes longer is no use for tests.
const MOST_PATIENCE: Duration = Duration::from_secs(64);

/// A market split: the first solution is found at once, and no search of this kind ends.
fn problem() -> String {
    let (variables, rows) = (50, 5);
    let mut text = String::from("var 0..100000: cost :: output_var;\n");
    let mut names: Vec<String> = (0..variables).map(|at| format!("x{at}")).collect();
    names.iter().for_each(|name| writeln!(text, "var 0..1: {name};").expect("a text grows"));
    let mut state: u32 = 1;
    names.push("cost".into());
    let list = names.join(",");
    for _ in 0..rows {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as i64 % 100
        };
        let weights: Vec<i64> = (0..variables).map(|_| next()).collect();
        let half = weights.iter().sum::<i64>() / 2;
        for sign in [1, -1] {
            let signed: Vec<String> = weights.iter().map(|weight| (sign * weight).to_string()).collect();
            let (signed, half) = (signed.join(","), sign * half);
            writeln!(text, "constraint int_lin_le([{signed},-1],[{list}],{half});").expect("a text grows");
        }
    }
    text + "solve minimize cost;\n"
}

fn start(options: &[&str], input: &str, ends: bool) -> (Child, BufReader<ChildStdout>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fzn-csp"));
    command.args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin.write_all(input.as_bytes()).expect("the program reads its input");
    if !ends {
        child.stdin = Some(stdin);
    }
    let stdout = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    (child, stdout)
}

/// Sends a signal twice, as `timeout` does: to the program, and then to its process group.
fn ask(child: &Child, signal: &str) {
    let kill = format!("kill -{signal} {0}; kill -{signal} {0}; true", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell is there").success());
}

/// The rest of the output, and the exit status: `None` after a death by a signal.
fn end(mut child: Child, mut stdout: BufReader<ChildStdout>) -> (String, Option<i32>) {
    let mut text = String::new();
    stdout.read_to_string(&mut text).expect("it prints text");
    (text, child.wait().expect("it ends").code())
}

/// Signals that are not ignored where the tests run, with their numbers.
fn signals() -> impl Iterator<Item = (&'static str, i32)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let bits = bits.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0);
    let all = [("INT", 2), ("TERM", 15), ("HUP", 1)];
    all.into_iter().filter(move |(_, number)| bits >> (number - 1) & 1 == 0)
}

#[test]
fn the_best_solution_is_printed() {
    let problem = problem();
    for (signal, _) in signals() {
        for options in [&[][..], &["-f"], &["-p", "2"], &["-f", "-p", "2"]] {
            let mut patience = Duration::from_millis(250);
            // A signal before the first solution proves nothing: the next one comes later.
            let text = loop {
                let (child, stdout) = start(options, &problem, true);
                thread::sleep(patience);
                ask(&child, signal);
                let (text, status) = end(child, stdout);
                assert_eq!(status, Some(0), "{signal} {options:?}: {text}");
                if text != "=====UNKNOWN=====\n" || patience >= MOST_PATIENCE {
                    break text;
                }
                patience *= 2;
            };
            let lines: Vec<&str> = text.lines().collect();
            assert!(
                matches!(lines[..], [cost, "----------"] if cost.starts_with("cost = ")),
                "{signal}: {text}"
            );
        }
    }
}

#[test]
fn improvements_stand_as_they_were_printed() {
    for (signal, _) in signals() {
        let (child, mut stdout) = start(&["-a"], &problem(), true);
        let mut first = String::new();
        stdout.read_line(&mut first).expect("there is a solution");
        assert!(first.starts_with("cost = "), "{first}");
        ask(&child, signal);
        let (text, status) = end(child, stdout);
        assert_eq!(status, Some(0), "{signal}");
        assert!(text.ends_with("----------\n") && !text.contains("==="), "{signal}: {text}");
    }
}

#[test]
fn finished_parts_are_printed_and_waiting_ends() {
    let folder = std::env::temp_dir().join(format!("fzn-csp-signals-{}", std::process::id()));
    std::fs::write(&folder, "var 1..3: x :: output_var; solve minimize x;").expect("a file can be written");
    let file = folder.to_str().expect("the path is text");
    let split = Command::new(env!("CARGO_BIN_EXE_fzn-csp")).args(["--split", "2", file]).output();
    let parts = String::from_utf8(split.expect("the program runs").stdout).expect("parts are text");
    let first = format!("{}\n", parts.lines().next().expect("there is a part"));
    for (signal, number) in signals() {
        let (child, mut stdout) = start(&["--assume", "-", file], &first, false);
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("the part is answered");
        assert!(!answer.is_empty());
        ask(&child, signal);
        // Standard input is still open.
        assert_eq!(end(child, stdout), (String::new(), Some(128 + number)), "{signal}");
    }
    std::fs::remove_file(&folder).expect("the file is there");
}
