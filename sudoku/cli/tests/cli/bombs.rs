//! Every command and every call under every limit, with puzzles that are short to write and long to work on.
//!
//! The tables name all commands and take all calls from the server, so that a new one cannot be forgotten. Each is tried
//! with a third of the bombs for a limit of time, memory or nodes, and each bomb with a third of them. Processor
//! time is measured, which other work of the machine hardly changes, and each bound is some ten times what is needed:
//! `measure.py` in the folder `limits` beside this one shows the true figures.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::support::*;

/// Puzzles by name, those of the list.
fn bombs(names: &[&str]) -> Vec<(&'static str, String)> {
    let rows = |rule: &dyn Fn(usize) -> String| -> String {
        "size: 64\n".to_owned() + &(1..=64).map(|row| rule(row) + "\n").collect::<String>()
    };
    let all = [
        ("exclusions", "size: 64\nanti-taxicab\n".into()),
        (
            "relations",
            "size: 64\neach adjacent a b: a * b % 7 != 3\neach adjacent a b: a * b % 5 != 3\n".into(),
        ),
        ("sums", rows(&|row| format!("killer {}: r{row}c1-r{row}c8", 200 + row))),
        ("automata", rows(&|row| format!("sandwich 500: row {row}"))),
        ("equations", rows(&|row| format!("sum 2000: r{row}c1-r{row}c64"))),
        ("values", {
            let markers: String = (1..=64).map(|row| format!(" M{row}")).collect();
            let known: String = (1..=64).map(|row| format!(" r{row}c{row}")).collect();
            rows(&|row| format!("value-cage {}: r{row}c1-r{row}c64", 2000 + row)).replacen(
                '\n',
                "\ncells: M 64\n",
                1,
            ) + &format!("hidden-doublers 9:{markers}\ndoubler -9:{known}\n")
        }),
        ("search", "size: 25\nanti-knight\nnonconsecutive\n".into()),
    ];
    all.into_iter().filter(|(name, _)| names.contains(name)).collect()
}

/// The bombs for each limit: all for time, and for the others those that reach it.
const FOR_TIME: &[&str] = &["exclusions", "relations", "sums", "automata", "values", "search"];
const FOR_MEMORY: &[&str] = &["exclusions", "relations", "automata", "equations", "values"];
const FOR_NODES: &[&str] = &["sums", "search"];
const FOR_INTERRUPTS: &[&str] = &["exclusions", "relations", "search"];

/// The bombs that are tried on a command or call, by its place in the table: one in three, of two one; or all if nothing is
/// left to samples (`.ci/run exhaustive`).
fn share<T>(bombs: Vec<T>, place: usize) -> impl Iterator<Item = T> {
    let step = if std::env::var_os("EXHAUSTIVE").is_some() { 1 } else { bombs.len().min(3) };
    bombs.into_iter().skip(place % step).step_by(step)
}

/// How a command is tried.
enum Trial {
    /// With each limit: the arguments before the puzzle.
    Limits(&'static [&'static str]),
    /// It has no limits: with an interrupt, and these arguments.
    Interrupt(&'static [&'static str]),
    /// Its limits do not depend on a puzzle: with these arguments and each limit of its own.
    Alone(&'static [&'static str]),
    /// It does no work on puzzles, or it is a server, whose calls are tried below.
    None,
}

use Trial::{Alone, Interrupt, Limits, None as Nothing};

const COMMANDS: &[(&str, Trial)] = &[
    ("solve", Limits(&[])),
    ("solve", Limits(&["--show", "root"])),
    ("check", Limits(&[])),
    ("count", Limits(&[])),
    ("split", Interrupt(&[])),
    ("merge", Nothing),
    ("candidates", Limits(&[])),
    ("hint", Limits(&[])),
    ("explain", Limits(&[])),
    ("explain", Limits(&["--to", "pdf"])),
    ("rate", Limits(&[])),
    ("convert", Interrupt(&["--to", "json"])),
    ("generate", Alone(&["--size", "36"])),
    ("generate", Alone(&["--plan", "1000 36x36 any; 1000 killer nested"])),
    ("minimize", Limits(&[])),
    ("suggest", Limits(&[])),
    ("suggest", Limits(&["--for", "harder"])),
    ("prove", Limits(&["--output", "proofs"])),
    ("canonical", Interrupt(&[])),
    ("render", Limits(&["--candidates"])),
    ("book", Limits(&["--set", "hints=full", "--set", "print.ratings=true"])),
    ("rules", Nothing),
    ("techniques", Nothing),
    ("methods", Nothing),
    ("watch", Limits(&["--plain"])),
    ("serve", Nothing),
    ("listen", Nothing),
    ("compare", Limits(&["--methods", "default,human"])),
    ("completions", Nothing),
    ("man", Nothing),
    ("growth", Alone(&["--sizes", "9..49", "--methods", "default"])),
];

/// The processor time that a run may take beyond its limit: reading, drawing and writing included, without optimisation.
const MOST_SECONDS: f64 = 4.0;
/// The memory that it may take beyond its limit: the program itself, and what is read.
const MOST_MEGABYTES: f64 = 60.0;

/// What a process has taken so far.
struct Usage {
    /// Processor time.
    seconds: f64,
    /// The greatest memory; 0 at the end.
    megabytes: f64,
    has_ended: bool,
}

impl Usage {
    fn of(process: u32) -> Usage {
        let read = |file| std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
        let (stat, status) = (read("stat"), read("status"));
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks: u64 = fields[11..=12].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        let kilobytes = peak.trim().trim_end_matches(" kB").parse().unwrap_or(0.0);
        Usage { seconds: ticks as f64 / 100.0, megabytes: kilobytes / 1024.0, has_ended: fields[0] == "Z" }
    }
}

/// A running program with a bomb.
struct Running {
    child: Child,
    /// The greatest memory that was seen.
    megabytes: f64,
}

impl Running {
    fn new(place: &Folder, args: &[&str], input: &str) -> Running {
        let mut command = command(args.iter().chain(if input.is_empty() { &[][..] } else { &["-"][..] }));
        command.current_dir(place.path()).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        // A program that refuses its arguments does not read.
        let _ = child.stdin.take().expect("standard input is a pipe").write_all(input.as_bytes());
        Running { child, megabytes: 0.0 }
    }

    /// Waits until the program ends or has taken some processor time. Returns the time, and whether it has ended.
    fn until(&mut self, seconds: f64) -> (f64, bool) {
        loop {
            let usage = Usage::of(self.child.id());
            self.megabytes = self.megabytes.max(usage.megabytes);
            if usage.has_ended || usage.seconds > seconds {
                return (usage.seconds, usage.has_ended);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the processor time and the memory that the program takes for an input, if it ends within a minute.
pub fn work_on(place: &Folder, args: &[&str], input: &str) -> (f64, f64) {
    let mut running = Running::new(place, args, input);
    let (seconds, has_ended) = running.until(60.0);
    assert!(has_ended, "{args:?} takes {seconds} s");
    (seconds, running.megabytes)
}

/// Runs every command that has limits with some of them, and checks processor time and memory.
fn try_all(name: &str, limits: &[&str], names: &[&str], seconds: f64, megabytes: f64) {
    let place = Folder::new(name);
    let bombs = bombs(names);
    let mut failures = Vec::new();
    let mut run = |what: String, args: Vec<&str>, input: &str| {
        let mut running = Running::new(&place, &args, input);
        let (taken, has_ended) = running.until(seconds);
        if !has_ended || running.megabytes > megabytes {
            failures.push(format!("{what}: {taken} s, {:.0} MB", running.megabytes));
        }
    };
    for (at, (command, trial)) in COMMANDS.iter().enumerate() {
        let help = sudoku([command, "--help"]).stdout;
        let known = |limit: &[&str]| help.contains(&format!("{} <", limit[0]));
        let own: Vec<&str> = limits.chunks(2).filter(|limit| known(limit)).flatten().copied().collect();
        match trial {
            Limits(args) => {
                assert_eq!(own, limits, "{command} has all limits");
                for (bomb, text) in share(bombs.iter().collect(), at) {
                    run(format!("{command} {bomb}"), [&[*command], *args, &own[..]].concat(), text);
                }
            }
            Alone(args) if own.len() == limits.len() => {
                run((*command).to_owned(), [&[*command], *args, &own[..]].concat(), "");
            }
            Alone(_) => {}
            // A command with limits is tried with them.
            Interrupt(_) => assert!(own.is_empty(), "{command} has limits"),
            Nothing => {}
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn the_table_names_every_command() {
    let help = sudoku(["--help"]).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("help lists the commands");
    let names = list.lines().map_while(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let known: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    for name in names {
        assert!(known.contains(&name), "{name} is not tried under limits");
    }
}

#[test]
fn every_command_keeps_a_time_limit() {
    try_all("bombs-time", &["--time-limit", "50ms"], FOR_TIME, MOST_SECONDS, 1000.0);
}

#[test]
fn every_command_keeps_a_memory_limit() {
    // The limit of time only keeps the test short.
    let limits = ["--memory-limit", "4M", "--time-limit", "1s"];
    try_all("bombs-memory", &limits, FOR_MEMORY, 2.0 + MOST_SECONDS, 4.0 + MOST_MEGABYTES);
}

#[test]
fn every_command_keeps_a_node_limit() {
    let limits = ["--node-limit", "1", "--time-limit", "10s"];
    try_all("bombs-nodes", &limits, FOR_NODES, 4.0 + MOST_SECONDS, 1000.0);
}

#[test]
fn every_command_ends_at_an_interrupt() {
    let place = Folder::new("bombs-interrupt");
    let mut failures = Vec::new();
    for (command, trial) in COMMANDS {
        let (args, bombs) = match trial {
            Limits(args) | Interrupt(args) => (*args, bombs(FOR_INTERRUPTS)),
            Alone(args) => (*args, vec![("alone", String::new())]),
            Nothing => continue,
        };
        for (bomb, text) in bombs {
            let mut running = Running::new(&place, &[&[*command], args].concat(), &text);
            let (before, has_ended) = running.until(0.1);
            if !has_ended {
                let id = running.child.id().to_string();
                assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill is there").success());
                let (taken, has_ended) = running.until(before + MOST_SECONDS / 2.0);
                if !has_ended {
                    failures.push(format!("{command} {bomb}: {} s", taken - before));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[cfg(feature = "serve")]
mod calls {
    use serde_json::{Value, json};

    use super::*;
    use crate::serve::client::Server;

    /// A call: its name, whether it is a stream, and a body for each bomb.
    type Called = (String, bool, Vec<(&'static str, Value)>);

    /// The calls of a server.
    fn calls(server: &Server, names: &[&str]) -> Vec<Called> {
        let list = server.get("/api").json();
        let posted = list["calls"].as_array().expect("a list").iter().filter(|call| call["method"] == "POST");
        let call = |call: &Value| {
            let name = call["path"].as_str().and_then(|path| path.strip_prefix("/api/")).expect("a path");
            let has = |field: &str| {
                call["fields"].as_array().expect("a list").iter().any(|one| one["name"] == field)
            };
            let body = |text: String| {
                let mut body = json!({});
                for field in ["puzzle", "text"].into_iter().filter(|field| has(field)) {
                    body[field] = json!(text);
                }
                if has("to") {
                    body["to"] = json!(if name == "render" { "svg" } else { "native" });
                }
                if name == "generate" {
                    body = json!({"seed": 1, "size": 16, "difficulty": "nested", "rules": ["anti-knight"]});
                }
                if name == "practise" {
                    body = json!({"technique": "trial", "seed": 1});
                }
                body
            };
            let bodies = bombs(names).into_iter().map(|(bomb, text)| (bomb, body(text))).collect();
            (name.to_owned(), call["stream"] == true, bodies)
        };
        posted.map(call).collect()
    }

    /// Sends each bomb to each call that is no stream, and checks processor time and memory.
    fn try_all(limits: &[&str], names: &[&str], seconds: f64, megabytes: f64) {
        let server = Server::new(limits);
        let mut failures = Vec::new();
        // Making puzzles has limits of time and memory only, as the command has.
        let has_limit = |name: &str| !["generate", "practise"].contains(&name) || limits[0] != "--node-limit";
        let tried = |(name, is_stream, _): &Called| !is_stream && has_limit(name);
        for (at, (name, _, bodies)) in calls(&server, names).into_iter().filter(tried).enumerate() {
            for (bomb, body) in share(bodies, at) {
                let before = Usage::of(server.child.id()).seconds;
                let status = server.call(&name, &body).status;
                let Usage { seconds: after, megabytes: peak, .. } = Usage::of(server.child.id());
                if !matches!(status, 200 | 422 | 503) || after - before > seconds || peak > megabytes {
                    failures.push(format!("{name} {bomb}: {status}, {:.2} s, {peak:.0} MB", after - before));
                }
            }
        }
        assert!(failures.is_empty(), "{failures:#?}");
    }

    /// Whether a server has a thread that works on a task.
    fn is_working(server: u32) -> bool {
        let threads = std::fs::read_dir(format!("/proc/{server}/task")).expect("it is running").flatten();
        let name = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("comm"));
        threads.filter_map(|thread| name(thread).ok()).any(|name| name.trim() == "worker")
    }

    #[test]
    fn every_call_keeps_a_time_limit() {
        try_all(&["--time-limit", "50ms"], FOR_TIME, MOST_SECONDS, 1000.0);
    }

    #[test]
    fn every_call_keeps_a_memory_limit() {
        let limits = ["--memory-limit", "4M", "--time-limit", "1s"];
        // The allocator keeps some of what earlier calls have freed.
        try_all(&limits, FOR_MEMORY, 2.0 + MOST_SECONDS, 4.0 + 2.5 * MOST_MEGABYTES);
    }

    #[test]
    fn every_call_keeps_a_node_limit() {
        try_all(&["--node-limit", "1", "--time-limit", "10s"], FOR_NODES, 4.0 + MOST_SECONDS, 1000.0);
    }

    #[test]
    fn the_work_of_every_call_ends_when_its_client_leaves() {
        let server = Server::new(&[]);
        let seconds = || Usage::of(server.child.id()).seconds;
        let mut failures = Vec::new();
        for (name, _, bodies) in calls(&server, FOR_INTERRUPTS) {
            for (bomb, body) in bodies {
                let before = seconds();
                let mut client = server.connect();
                let (path, body) = (format!("/api/{name}"), body.to_string());
                client.send("POST", &path, "Content-Type: application/json\r\n", body.as_bytes());
                // An answer that is there early costs nothing more.
                for _ in 0..50 {
                    thread::sleep(Duration::from_millis(4));
                    if seconds() > before + 0.1 {
                        break;
                    }
                }
                drop(client);
                let left = seconds();
                while is_working(server.child.id()) && seconds() < left + MOST_SECONDS / 2.0 {
                    thread::sleep(Duration::from_millis(5));
                }
                if is_working(server.child.id()) {
                    failures.push(format!("{name} {bomb}: {:.2} s", seconds() - left));
                }
            }
        }
        assert!(failures.is_empty(), "{failures:#?}");
    }
}
