//! Ways to run the program: at once, with input, in a separate folder, or in a dialogue; and puzzles with known
//! answers.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// One solution.
pub const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
pub const INKALA_SOLVED: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
/// One solution.
pub const EASY: &str = "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8";
pub const EASY_SOLVED: &str =
    "439618257256739841781542693894375162173426589562891374928154736647283915315967428";
/// One solution.
pub const MEDIUM: &str = ".7926..45342875..6..6.1.7...957..3.1.6..94......1...8......82..2..6....8......634";
pub const MEDIUM_SOLVED: &str =
    "179263845342875196586419723495782361861394572723156489654938217237641958918527634";
/// 17 solutions.
pub const SEVENTEEN: &str =
    ".....68..8.6.3..5.......2....49..........47.2..538.....2........19..738.5.....1..";
/// 5,279 solutions.
pub const SEQUENCE: &str =
    "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..626........7..6..5..";
/// No solution: R1C9 has no candidate left.
pub const NONE: &str = "12345678.........2........3........4........5........6........7........8........9";
/// No solution: two 5 in the first row.
pub const CLASH: &str = "5...5............................................................................";
/// More solutions than can be counted.
pub const EMPTY: &str = ".................................................................................";

/// Time after which a program is taken to hang.
pub const WATCHDOG: Duration = Duration::from_secs(120);

/// Exit status and output of a run.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Returns an expected run.
pub fn run(status: i32, stdout: impl Into<String>, stderr: impl Into<String>) -> Run {
    Run { status: Some(status), stdout: stdout.into(), stderr: stderr.into() }
}

/// Joins lines, each with its end.
pub fn lines<S: AsRef<str>>(all: impl IntoIterator<Item = S>) -> String {
    all.into_iter().map(|line| format!("{}\n", line.as_ref())).collect()
}

/// Runs the program with arguments and an empty standard input.
pub fn sudoku<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    finish(command(args).stdin(Stdio::null()), b"")
}

/// Runs the program with arguments and a standard input.
pub fn piped<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: impl AsRef<[u8]>) -> Run {
    finish(command(args).stdin(Stdio::piped()), input.as_ref())
}

/// Returns the program, not yet running, without the environment variables that change its output.
pub fn command<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku"));
    command.args(args).env_remove("NO_COLOR").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end.
pub fn finish(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command.spawn().expect("the program starts");
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        if let Some(mut stdin) = stdin {
            // A program that ends early does not read everything.
            scope.spawn(move || drop(stdin.write_all(input)));
        }
        finish_started(&mut child)
    })
}

/// Waits for the end of a started program.
pub fn finish_started(child: &mut Child) -> Run {
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let status = end(child);
    Run { status: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

fn collect(mut from: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).expect("a pipe can be read");
        bytes
    })
}

fn text(bytes: Option<JoinHandle<Vec<u8>>>) -> String {
    let bytes = bytes.map_or(Vec::new(), |bytes| bytes.join().expect("the reader of a pipe does not panic"));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits for the end of a program. Kills it if it hangs; no test expects the resulting status.
pub fn end(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        if begun.elapsed() > WATCHDOG {
            child.kill().expect("a child can be killed");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns whether a signal is ignored by the test process and so by its children, as `nohup` ignores hangups.
#[cfg(target_os = "linux")]
pub fn is_ignored(signal: &str) -> bool {
    let number = match signal {
        "HUP" => 1,
        "INT" => 2,
        "QUIT" => 3,
        "TERM" => 15,
        _ => panic!("{signal} has no number here"),
    };
    let status = std::fs::read_to_string("/proc/self/status").expect("/proc has the line");
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("/proc has the line");
    let bits = u64::from_str_radix(bits.trim(), 16).expect("a number");
    bits >> (number - 1) & 1 == 1
}

/// Folder of one test, removed on drop.
pub struct Folder(PathBuf);

impl Folder {
    /// Returns the folder of the test `name`.
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the folder for tests can be written");
        Folder(path)
    }

    /// Adds a file.
    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Folder {
        std::fs::write(self.0.join(name), content).expect("the folder for tests can be written");
        self
    }

    /// Runs the program in the folder.
    pub fn sudoku<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Run {
        finish(command(args).current_dir(&self.0).stdin(Stdio::null()), b"")
    }

    /// Returns the content of a file.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the program wrote the file")
    }

    /// Reads a file that is not text.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).expect("the program wrote the file")
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A remaining folder is inside the build folder and does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Program connected by two pipes.
pub struct Dialogue {
    pub child: Child,
    stdin: Option<ChildStdin>,
    answers: Receiver<String>,
    stderr: Option<JoinHandle<Vec<u8>>>,
}

impl Dialogue {
    pub fn new<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Dialogue {
        let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let (send, answers) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                if send.send(line.expect("answers are text")).is_err() {
                    return;
                }
            }
        });
        Dialogue { stdin: child.stdin.take(), stderr: child.stderr.take().map(collect), child, answers }
    }

    /// Writes to the program.
    pub fn send(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().expect("the dialogue has not ended");
        stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).expect("the program reads its input");
    }

    /// Returns the next line of its output; `None` at the end.
    pub fn next_line(&mut self) -> Option<String> {
        self.answers.recv_timeout(WATCHDOG).ok()
    }

    /// Closes the input. Returns the rest of the output.
    pub fn end(mut self) -> Run {
        drop(self.stdin.take());
        let status = end(&mut self.child);
        let rest: Vec<String> = self.answers.iter().collect();
        Run { status: status.code(), stdout: lines(rest), stderr: text(self.stderr.take()) }
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // A test that fails in the middle must not leave the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Replaces times and nodes in JSON with `#`: they vary between runs or engines.
pub fn masked(json: &str) -> String {
    let mut text = json.to_owned();
    for key in ["\"nodes\":", "\"micros\":"] {
        let mut parts = text.split(key);
        let mut masked = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
            masked += &format!("{key}{}{rest}", if rest.len() < part.len() { "#" } else { "" });
        }
        text = masked;
    }
    text
}

/// Replaces the last two columns of a table, nodes and times, with `#`, except in the header.
pub fn masked_table(csv: &str) -> String {
    let masked = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        for field in fields.iter_mut().rev().take(2).filter(|field| field.parse::<u64>().is_ok()) {
            *field = "#";
        }
        fields.join(",")
    };
    lines(csv.lines().map(masked))
}

/// Returns whether a line is a solution of a 9x9 puzzle.
pub fn solves(solution: &str, puzzle: &str) -> bool {
    let cells: Vec<u32> = solution.chars().filter_map(|c| c.to_digit(10)).collect();
    let complete = |house: &dyn Fn(usize) -> usize| {
        (0..9).fold(0_u32, |seen, at| seen | 1 << cells[house(at)]) == 0b11_1111_1110
    };
    cells.len() == 81
        && solution.len() == 81
        && solution.chars().zip(puzzle.chars()).all(|(value, given)| given == '.' || given == value)
        && (0..9).all(|house| {
            complete(&|at| 9 * house + at)
                && complete(&|at| 9 * at + house)
                && complete(&|at| 27 * (house / 3) + 3 * (house % 3) + 9 * (at / 3) + at % 3)
        })
}
