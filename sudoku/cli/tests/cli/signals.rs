//! Terminations and hangups in the middle of every command that writes files: each file is complete or unchanged, and
//! no other file is left.
//!
//! No test waits for a fixed time: each waits for a sign that the program is in the middle of its work.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::support::*;
use super::xml;

/// A puzzle without a solution that is soon found.
const HARD: &str = "size: 25\nanti-knight\nnonconsecutive\n";

/// Content of the old files.
const OLD: &str = "precious\n";

/// Running command in a folder, with an input that does not end.
struct Work<'a> {
    folder: &'a Folder,
    child: Child,
    stdin: Option<ChildStdin>,
}

/// Sign that the program is in the middle of its work.
#[derive(Clone, Copy, Debug)]
enum Sign<'a> {
    /// This number of lines has been written, to any file.
    Lines(usize),
    /// This file exists.
    File(&'a str),
    /// The program has used some processor time.
    Busy,
    /// The program waits for input.
    Waits,
}

impl<'a> Work<'a> {
    fn new(folder: &'a Folder, args: &[&str], input: &str) -> Work<'a> {
        let mut command = command(args);
        command.current_dir(folder.path()).stdin(Stdio::piped());
        Work::of(folder, &mut command, input)
    }

    fn of(folder: &'a Folder, command: &mut Command, input: &str) -> Work<'a> {
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        stdin.write_all(input.as_bytes()).expect("the program reads its input");
        Work { folder, child, stdin: Some(stdin) }
    }

    fn until(&mut self, sign: Sign<'_>) {
        let (before, begun) = (self.worked(), Instant::now());
        loop {
            let is_there = match sign {
                Sign::Lines(count) => temporary(self.folder).iter().any(|text| text.lines().count() >= count),
                Sign::File(name) => self.folder.path().join(name).exists(),
                Sign::Busy => self.worked() >= before + 20,
                Sign::Waits => self.listens(),
            };
            if is_there {
                return;
            }
            let ended = self.child.try_wait().expect("a child can be waited for");
            assert_eq!(ended, None, "the program ended before the signal: {sign:?}");
            assert!(begun.elapsed() < WATCHDOG, "no sign: {sign:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn worked(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it is running");
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.nth(11).and_then(|ticks| ticks.parse().ok()).expect("the processor time is a number")
    }

    /// Returns whether the program handles all terminations, or was told to ignore them.
    fn listens(&self) -> bool {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it is running");
        let set = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("/proc has the line");
            u64::from_str_radix(line.trim(), 16).expect("a number")
        };
        // HUP, INT, QUIT and TERM, which are handled one after the other.
        let all = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14;
        (set("SigCgt:") | set("SigIgn:")) & all == all
    }

    /// Sends a signal twice, as `timeout` does: to the program, and then to its process group.
    fn ask(&self, signal: &str) {
        let kill = format!("kill -{signal} {0}; kill -{signal} {0}; true", self.child.id());
        let asked = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status();
        assert!(asked.expect("a shell is there").success());
    }

    /// Waits for the end of the program, with its input still open.
    fn end(mut self) -> Run {
        finish_started(&mut self.child)
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        // A test that fails in the middle must not leave the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the content of the temporary files of a folder.
fn temporary(folder: &Folder) -> Vec<String> {
    let names = names(folder.path()).into_iter().filter(|name| name.ends_with(".tmp"));
    names.map(|name| std::fs::read_to_string(folder.path().join(name)).unwrap_or_default()).collect()
}

fn names(path: &Path) -> Vec<String> {
    let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let entries = path.read_dir().expect("the folder is there");
    let mut names: Vec<String> = entries.filter_map(Result::ok).map(name).collect();
    names.sort();
    names
}

/// Returns a folder with old files of these names.
fn old(name: &str, files: &[&str]) -> Folder {
    files.iter().fold(Folder::new(name), |folder, file| folder.with(file, OLD))
}

/// Runs a command, signals it in the middle of its work, and checks that it leaves no new files but images, and journals of
/// plans, which go on.
fn ended(folder: &Folder, args: &[&str], input: &str, sign: Sign<'_>, signal: &str) -> Run {
    let before = names(folder.path());
    let mut work = Work::new(folder, args, input);
    work.until(sign);
    work.ask(signal);
    let run = work.end();
    let mut left = names(folder.path());
    let stays = |name: &String| name.ends_with(".svg") || name.ends_with(".journal");
    left.retain(|name| !stays(name) || before.contains(name));
    assert_eq!(left, before, "{args:?}");
    run
}

/// Returns the signals that ask for an end, with their exit statuses.
fn signals() -> impl Iterator<Item = (&'static str, i32)> {
    let all = [("TERM", 143), ("HUP", 129), ("INT", 130)];
    all.into_iter().filter(|(signal, _)| !is_ignored(signal))
}

#[test]
fn finished_answers_are_in_the_file() {
    let input = lines([EASY, MEDIUM, INKALA]);
    let folder = old("answered", &["out"]);
    let commands: [(&[&str], usize); 9] = [
        (&["solve"], 3),
        (&["solve", "--threads", "1"], 3),
        (&["solve", "--format", "grid"], 3),
        (&["check"], 3),
        (&["count"], 3),
        (&["candidates", "--format", "line"], 3),
        (&["convert", "--to", "csv"], 4),
        (&["minimize"], 3),
        (&["suggest"], 3),
    ];
    for (args, least) in commands {
        let expected = piped(args, &input).stdout;
        for (signal, status) in signals() {
            std::fs::write(folder.path().join("out"), OLD).expect("the test owns the file");
            let sign = Sign::Lines(least.max(expected.lines().count()));
            let run = ended(&folder, &[args, &["-o", "out"]].concat(), &input, sign, signal);
            assert_eq!((run.status, run.stdout.as_str()), (Some(status), ""), "{args:?} {signal}");
            assert!(
                run.stderr.ends_with("sudoku: interrupted after 3 puzzles\n"),
                "{args:?}: {}",
                run.stderr
            );
            assert_eq!(folder.read("out"), expected, "{args:?} {signal}");
        }
    }
}

#[test]
fn finished_answers_are_on_standard_output() {
    let folder = Folder::new("printed");
    for threads in ["1", "2"] {
        for (signal, status) in signals() {
            // Counting the second puzzle does not end.
            let input = lines([EASY, EMPTY, EASY]);
            let run = ended(&folder, &["count", "--threads", threads], &input, Sign::Busy, signal);
            assert_eq!(run.status, Some(status), "{signal}: {}", run.stderr);
            assert!(run.stdout.starts_with("1\n"), "{signal}: {:?}", run.stdout);
        }
    }
}

#[test]
fn long_answers_are_cut_between_lines() {
    let folder = old("cut", &["out"]);
    for (args, sign) in [
        (&["solve", "--all", EMPTY][..], Sign::Lines(10)),
        (&["solve", "--all", "--format", "csv", EMPTY], Sign::Lines(10)),
        (&["generate", "--count", "100M", "--seed", "1"], Sign::Lines(10)),
        (&["generate", "--plan", "1000000 any", "--seed", "1"], Sign::Lines(10)),
        (&["count", EMPTY], Sign::Busy),
    ] {
        std::fs::write(folder.path().join("out"), OLD).expect("the test owns the file");
        let run = ended(&folder, &[args, &["-o", "out"]].concat(), "", sign, "TERM");
        assert_eq!((run.status, run.stdout.as_str()), (Some(143), ""), "{args:?}");
        let text = folder.read("out");
        assert!(text != OLD && text.ends_with('\n'), "{args:?}");
        let fields = |line: &str| line.split(',').count();
        let all: Vec<&str> = text.lines().collect();
        assert!(all.iter().all(|line| fields(line) == fields(all[0])), "{args:?}");
        match args[0] {
            "count" => assert!(all[0].starts_with("at least ") && all.len() == 1, "{all:?}"),
            "generate" => assert!(all.iter().all(|line| line.len() == 81), "{args:?}"),
            _ => {
                let last = all[all.len() - 1].split(',').nth(3).unwrap_or(all[all.len() - 1]);
                assert!(solves(last, EMPTY), "{last}");
            }
        }
    }
}

#[test]
fn a_run_without_results_leaves_old_files() {
    let endless = ".".repeat(625);
    let compare = ["compare", "--methods", "brute-force", "--time-limit", "60m", &endless];
    let growth =
        ["growth", "--of", "queens", "--sizes", "40", "--methods", "brute-force", "--time-limit", "60m"];
    let files = ["--csv", "a.csv", "--json", "a.json", "--svg", "a.svg", "-o", "out"];
    let folder = old("nothing", &["a.csv", "a.json", "a.svg", "out"]);
    let commands = [
        (vec!["solve", "-o", "out"], Sign::Waits),
        (vec!["solve", "--format", "csv", "-o", "out"], Sign::Waits),
        (vec!["render", "-o", "a.svg"], Sign::Waits),
        (vec!["book", "-o", "out"], Sign::Waits),
        (vec!["book", "--set", "print.ratings=true", "-o", "out", HARD], Sign::Busy),
        (vec!["watch", "--record", "a.svg"], Sign::Waits),
        (vec!["generate", "--distinct", "-", "-o", "out"], Sign::Waits),
        (vec!["generate", "--plan", "2 easy", "--distinct", "-", "-o", "out"], Sign::Waits),
        (vec!["compare", "--csv", "a.csv", "-o", "out"], Sign::Waits),
        ([&compare[..], &files].concat(), Sign::Busy),
        ([&growth[..], &files].concat(), Sign::Busy),
    ];
    for (args, sign) in &commands {
        for (signal, status) in signals().chain([("QUIT", 131)].into_iter().filter(|_| !is_ignored("QUIT"))) {
            let run = ended(&folder, args, "", *sign, signal);
            assert_eq!((run.status, run.stdout.as_str()), (Some(status), ""), "{args:?} {signal}: {run:?}");
            for name in names(folder.path()) {
                assert_eq!(folder.read(&name), OLD, "{args:?} {signal}: {name}");
            }
        }
    }
}

/// Checks that a CSV text has a header and this many lines, all with the same number of columns.
fn is_table(csv: &str, count: usize) {
    // Commas within quotes do not separate fields.
    let width = |line: &str| line.split('"').step_by(2).map(|part| part.matches(',').count()).sum::<usize>();
    let widths: Vec<usize> = csv.lines().map(width).collect();
    assert_eq!(widths.len(), 1 + count, "{csv}");
    assert!(widths.iter().all(|&width| width == widths[0]) && csv.ends_with('\n'), "{csv}");
}

/// Checks that a JSON text is complete and has this many runs.
fn is_json(json: &str, count: usize) {
    assert!(json.starts_with('{') && json.ends_with("}\n"), "{json}");
    assert_eq!(json.matches("\"outcome\":").count(), count, "{json}");
    serde_json::from_str::<serde_json::Value>(json).expect("it is JSON");
}

#[test]
fn a_comparison_writes_table_and_files_of_finished_runs() {
    let endless = ".".repeat(625);
    let folder = old("compared", &["a.csv", "a.json", "a.svg", "out"]);
    let files = ["--csv", "a.csv", "--json", "a.json", "--svg", "a.svg", "-o", "out"];
    let what = ["compare", "--methods", "norvig,mrv", "--time-limit", "60m", EASY, &endless, MEDIUM];
    for (signal, status) in signals() {
        let run = ended(&folder, &[&what[..], &files].concat(), "", Sign::Busy, signal);
        assert_eq!((run.status, run.stdout.as_str()), (Some(status), ""));
        assert_eq!(run.stderr, "sudoku: interrupted after 1 puzzle\n");
        assert!(folder.read("out").starts_with("1 of 3 puzzles"), "{}", folder.read("out"));
        is_table(&folder.read("a.csv"), 2);
        is_json(&folder.read("a.json"), 2);
        assert!(
            xml::read(&folder.read("a.svg")).is_ok_and(|image| image.iter().any(|one| one.text == "mrv"))
        );
    }
}

#[test]
fn a_growth_writes_tables_and_files_of_finished_runs() {
    let folder = old("grown", &["a.csv", "a.json", "a.svg", "out"]);
    let files = ["--csv", "a.csv", "--json", "a.json", "--svg", "a.svg", "-o", "out"];
    let what = ["growth", "--of", "queens", "--sizes", "6,40", "--puzzles", "2", "--methods", "brute-force"];
    let args = [&what[..], &["--time-limit", "60m"], &files].concat();
    let run = ended(&folder, &args, "", Sign::Lines(3), "TERM");
    assert_eq!((run.status, run.stderr.as_str()), (Some(143), "sudoku: interrupted after 2 puzzles\n"));
    let tables = folder.read("out");
    assert!(tables.starts_with("6 queens, 2 boards") && !tables.contains("40 queens"), "{tables}");
    is_table(&folder.read("a.csv"), 2);
    is_json(&folder.read("a.json"), 2);
    assert!(xml::read(&folder.read("a.svg")).is_ok());
}

#[test]
fn pictures_are_complete_or_missing() {
    let folder = Folder::new("drawn-in-part");
    let input = lines([EASY, MEDIUM]);
    let run = ended(&folder, &["render", "-o", "."], &input, Sign::File("0002.svg"), "TERM");
    assert_eq!(run.status, Some(143), "{run:?}");
    assert_eq!(names(folder.path()), ["0001.svg", "0002.svg"]);
    for (name, puzzle) in [("0001.svg", EASY), ("0002.svg", MEDIUM)] {
        assert_eq!(folder.read(name), sudoku(["render", puzzle]).stdout);
    }
}

#[test]
fn recordings_and_trees_contain_the_finished_steps() {
    let folder = old("recorded", &["a.svg", "a.cast", "tree.svg", "tree.json", "tree.dot"]);
    let watch = ["watch", "--method", "brute-force", "--steps", "1M", INKALA];
    for name in ["a.svg", "a.cast"] {
        let run = ended(&folder, &[&watch[..], &["--record", name]].concat(), "", Sign::Busy, "TERM");
        assert_eq!((run.status, run.stdout.as_str()), (Some(143), ""), "{name}");
        assert!(run.stderr.starts_with("sudoku: interrupted after ") && run.stderr.ends_with(" steps\n"));
        assert_ne!(folder.read(name), OLD);
    }
    assert!(xml::read(&folder.read("a.svg")).is_ok());
    assert!(folder.read("a.cast").lines().skip(1).all(|line| line.starts_with('[') && line.ends_with(']')));
    let endless = ".".repeat(625);
    for name in ["tree.svg", "tree.json", "tree.dot"] {
        let args = ["solve", "--method", "brute-force", "--tree", name, &endless];
        let run = ended(&folder, &args, "", Sign::Busy, "TERM");
        assert_eq!((run.status, run.stdout.as_str()), (Some(143), ""), "{name}: {run:?}");
        assert_ne!(folder.read(name), OLD);
    }
    assert!(xml::read(&folder.read("tree.svg")).is_ok());
    serde_json::from_str::<serde_json::Value>(&folder.read("tree.json")).expect("it is JSON");
    assert!(folder.read("tree.dot").ends_with("}\n"));
}

#[test]
fn printing_ends_after_a_line() {
    for (signal, status) in signals() {
        let mut dialogue = Dialogue::new(["watch", "--plain", "--method", "brute-force", INKALA]);
        assert!(dialogue.next_line().is_some());
        let kill =
            Command::new("kill").args([&format!("-{signal}"), &dialogue.child.id().to_string()]).status();
        assert!(kill.expect("kill is there").success());
        let run = dialogue.end();
        assert_eq!(run.status, Some(status));
        assert!(run.stderr.starts_with("sudoku: interrupted after ") && run.stderr.ends_with(" steps\n"));
        let is_whole = |line: &str| [" = ", ": ", "back"].iter().any(|part| line.contains(part));
        assert!(run.stdout.lines().last().is_some_and(is_whole), "{:?}", run.stdout.lines().last());
    }
}

/// Returns a full pipe in a folder, and a file that keeps it open.
fn full_pipe(folder: &Folder) -> (File, File) {
    let path = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo is there").success());
    /// The flag of Linux that makes writing to a full pipe an error.
    const NONBLOCK: i32 = 0o4000;
    let open = |flags: i32| File::options().read(true).write(true).custom_flags(flags).open(&path);
    let mut filler = open(NONBLOCK).expect("the pipe is there");
    while filler.write(&[0]).is_ok() {}
    (filler, open(0).expect("the pipe is there"))
}

#[test]
fn an_immediate_end_leaves_old_files() {
    let folder = old("at-once", &["out"]);
    let (_filler, pipe) = full_pipe(&folder);
    // The program blocks when it reports how the puzzle was read.
    let mut command = command(["solve", "--verbose", "-o", "out"]);
    command.current_dir(folder.path()).stderr(pipe);
    let mut work = Work::of(&folder, &mut command, &lines([EASY]));
    work.until(Sign::Lines(1));
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = work.child.try_wait().expect("a child can be waited for") {
            break status.code();
        }
        assert!(begun.elapsed() < WATCHDOG, "it does not end");
        work.ask("TERM");
        thread::sleep(Duration::from_millis(100));
    };
    assert_eq!(status, Some(143));
    assert_eq!(names(folder.path()), ["out", "pipe"]);
    assert_eq!(folder.read("out"), OLD);
}

#[test]
fn a_killed_program_leaves_old_files() {
    let folder = old("killed", &["out"]);
    let mut work = Work::new(&folder, &["solve", "--all", "-o", "out", EMPTY], "");
    work.until(Sign::Lines(10));
    work.child.kill().expect("a child can be killed");
    assert_eq!(work.end().status, None);
    assert_eq!(folder.read("out"), OLD);
}

#[test]
fn hangups_that_are_ignored_stay_ignored() {
    let folder = old("nohup", &["out"]);
    let mut shell = Command::new("sh");
    let line = format!("trap '' HUP; exec '{}' solve -o out", env!("CARGO_BIN_EXE_sudoku"));
    shell.args(["-c", &line]).current_dir(folder.path()).stderr(Stdio::piped()).stdout(Stdio::piped());
    let mut work = Work::of(&folder, &mut shell, &lines([EASY]));
    work.until(Sign::Lines(1));
    work.ask("HUP");
    let stdin = work.stdin.as_mut().expect("it is open");
    stdin.write_all(lines([INKALA]).as_bytes()).expect("the program reads its input");
    work.until(Sign::Lines(2));
    drop(work.stdin.take());
    assert_eq!(work.end(), run(0, "", ""));
    assert_eq!(folder.read("out"), lines([EASY_SOLVED, INKALA_SOLVED]));
}
