//! `sudoku watch` on a terminal, driven by keys: the screen after each key, and the terminal at the end.
//!
//! `script` of util-linux provides the terminal, and a parser of escape sequences keeps its content. No test waits
//! for a fixed time: each waits for an expected change, and fails if it does not come before a long deadline.

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use vt100::{Parser, Screen};

use super::support::{INKALA, is_ignored};
use super::terminal::on_terminal;

/// Limit for an expected change.
const DEADLINE: Duration = Duration::from_secs(60);

const ROWS: NonZero<u16> = NonZero::new(45).unwrap();
const COLUMNS: NonZero<u16> = NonZero::new(120).unwrap();

/// Start and end of a frame. A frame is read only when it is complete.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// Content of the terminal after the latest complete frame.
struct Shown {
    parser: Parser,
    whole: Screen,
    /// Whether the terminal was closed.
    is_over: bool,
}

/// The program on a terminal.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    shown: Arc<(Mutex<Shown>, Condvar)>,
    /// Device, to change its size, and process id.
    device: String,
    process: String,
}

impl Terminal {
    /// Starts `sudoku watch` with these arguments and waits for the first screen; `None` where `script` is missing.
    fn watch(args: &str) -> Option<Terminal> {
        let shell = format!(
            "tty; stty rows {ROWS} cols {COLUMNS}; sh -c \"echo \\$\\$; read go; exec sudoku watch {args}\"; echo \"status $?\"; stty -a | tr ' ;' '\\n\\n' | \
             grep -E '^-?(icanon|echo)$'; echo over"
        );
        let mut child = on_terminal(&shell)?.stdin(Stdio::piped()).spawn().expect("script starts");
        let keys = child.stdin.take().expect("standard input is a pipe");
        let output = child.stdout.take().expect("standard output is a pipe");
        let parser = Parser::new(ROWS, COLUMNS, 0);
        let whole = parser.screen().clone();
        let shown = Arc::new((Mutex::new(Shown { parser, whole, is_over: false }), Condvar::new()));
        let sink = shown.clone();
        thread::spawn(move || follow(output, &sink));
        let mut terminal = Terminal { child, keys, shown, device: String::new(), process: String::new() };
        let is_number = |text: String| text.parse::<u64>().is_ok();
        let screen = terminal.until("device and process", |screen| is_number(line(screen, 1)));
        (terminal.device, terminal.process) = (line(&screen, 0), line(&screen, 1));
        // The program may take the screen, now that the device and the process are known.
        terminal.press("\n");
        terminal.until("the first picture", |screen| screen.alternate_screen() && step(screen) == Some(0));
        Some(terminal)
    }

    fn press(&mut self, keys: &str) {
        self.keys
            .write_all(keys.as_bytes())
            .and_then(|()| self.keys.flush())
            .expect("the terminal reads keys");
    }

    /// Changes the size of the terminal; the system notifies the program.
    fn resize(&self, rows: NonZero<u16>, columns: NonZero<u16>) {
        self.shown.0.lock().expect("no thread has panicked").parser.screen_mut().set_size(rows, columns);
        let size = ["rows".to_owned(), rows.to_string(), "cols".to_owned(), columns.to_string()];
        let stty = Command::new("stty").args(["-F", &self.device]).args(size).status();
        assert!(stty.expect("stty is there").success());
    }

    /// Waits for the first screen that satisfies a condition.
    fn until(&self, what: &str, is_so: impl Fn(&Screen) -> bool) -> Screen {
        let begun = Instant::now();
        let (shown, changed) = &*self.shown;
        let mut now = shown.lock().expect("no thread has panicked");
        loop {
            if is_so(&now.whole) {
                return now.whole.clone();
            }
            let left = DEADLINE.saturating_sub(begun.elapsed());
            if now.is_over || left.is_zero() {
                let text = now.whole.contents();
                drop(now);
                panic!("{what} does not come:\n{text}");
            }
            now = changed.wait_timeout(now, left).expect("no thread has panicked").0;
        }
    }

    /// Checks the end of the program: its exit status, and the restored terminal.
    fn is_restored(&self, status: u8) {
        let screen = self.until("the end", |screen| screen.contents().trim_end().ends_with("\nover"));
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        let rest = format!("{}\n{}\n\nstatus {status}\nicanon\necho\nover", self.device, self.process);
        assert_eq!(screen.contents().trim_end(), rest);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that fails in the middle must not leave the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps the latest screen.
fn follow(mut output: impl Read, (shown, changed): &(Mutex<Shown>, Condvar)) {
    let (mut bytes, mut rest) = ([0_u8; 4096], Vec::<u8>::new());
    loop {
        let count = output.read(&mut bytes).unwrap_or(0);
        let mut now = shown.lock().expect("no thread has panicked");
        now.parser.process(&bytes[..count]);
        now.is_over = count == 0;
        rest.extend(&bytes[..count]);
        let last = |mark: &[u8]| rest.windows(mark.len()).rposition(|window| window == mark);
        if last(BEGIN) <= last(END) {
            now.whole = now.parser.screen().clone();
            rest.drain(..rest.len().saturating_sub(BEGIN.len()));
        }
        changed.notify_all();
        if count == 0 {
            return;
        }
    }
}

fn line(screen: &Screen, row: u16) -> String {
    screen.contents_between(row, 0, row, screen.size().1.get()).trim_end().to_owned()
}

/// Returns the first number after a word.
fn number(screen: &Screen, word: &str) -> Option<u64> {
    let text = screen.contents();
    let digits = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    text.split(word).skip(1).find_map(digits)
}

fn step(screen: &Screen) -> Option<u64> {
    number(screen, "step ")
}

/// Returns the cell of the decision on the screen, as `R3C5`.
fn tried(screen: &Screen) -> Option<String> {
    let text = screen.contents();
    let rest = text.split("try R").nth(1)?;
    let (cell, _) = rest.split_once(" = ")?;
    let (row, column) = cell.split_once('C')?;
    let is_coordinate = |text: &str| text.parse::<usize>().is_ok_and(|number| (1..=9).contains(&number));
    (is_coordinate(row) && is_coordinate(column)).then(|| format!("R{cell}"))
}

/// Returns whether the first line, with title, state and speed, contains a text.
fn status_line_has(screen: &Screen, what: &str) -> bool {
    line(screen, 0).contains(what)
}

#[test]
fn keys_go_on_by_steps_decisions_conflicts_and_solutions() {
    let Some(mut terminal) = Terminal::watch("") else { return };
    let first = terminal.until("a pause", |screen| status_line_has(screen, "‖ paused"));
    assert!(first.hide_cursor());
    for (key, steps) in [("n", 1), ("\x1b[C", 2), ("\r", 3)] {
        terminal.press(key);
        let screen = terminal.until("a step", |screen| step(screen) != Some(steps - 1));
        assert_eq!(step(&screen), Some(steps), "{key:?}");
        assert!(status_line_has(&screen, "‖ paused"));
    }
    terminal.press("d");
    let decision = terminal.until("a decision", |screen| number(screen, "nodes ") == Some(1));
    let cell = tried(&decision).expect("it names its cell");
    // The list of decisions begins with this one.
    assert!(decision.contents().contains(&format!(" {cell} = ")), "{}", decision.contents());
    assert_eq!(number(&decision, "depth "), Some(1));
    terminal.press("c");
    let conflict = terminal.until("a conflict", |screen| number(screen, "failures ") == Some(1));
    assert!(conflict.contents().contains("conflict: ") && step(&conflict) > step(&decision));
    terminal.press("s");
    let solution = terminal.until("a solution", |screen| number(screen, "solutions ") == Some(1));
    assert!(solution.contents().contains("solution 1") && step(&solution) > step(&conflict));
    terminal.press("s");
    let end = terminal.until("the end", |screen| status_line_has(screen, "■ end"));
    assert!(end.contents().contains("end: the only solution, "), "{}", end.contents());
    terminal.press("r");
    let again = terminal.until("the beginning", |screen| step(screen) == Some(0));
    assert!(status_line_has(&again, "‖ paused"));
    terminal.press("q");
    terminal.is_restored(0);
}

#[test]
fn play_goes_on_by_itself_until_it_is_paused() {
    let Some(mut terminal) = Terminal::watch("--method brute-force") else { return };
    assert!(status_line_has(
        &terminal.until("a speed", |screen| status_line_has(screen, "0.4 s")),
        "a step in 0.4 s"
    ));
    terminal.press("-");
    terminal.until("a lower speed", |screen| status_line_has(screen, "a step in 0.8 s"));
    for speed in ["0.4 s", "5 steps", "10 steps", "20 steps", "50 steps", "200 steps"] {
        terminal.press("+");
        terminal.until("a higher speed", |screen| status_line_has(screen, speed));
    }
    terminal.press("+");
    terminal.press(" ");
    let screen = terminal.until("playing", |screen| status_line_has(screen, "▶ playing"));
    assert!(status_line_has(&screen, "200 steps a second"), "there is no higher speed: {}", line(&screen, 0));
    let far = step(&screen).expect("steps are counted") + 20;
    terminal.until("twenty steps without a key", |screen| step(screen) >= Some(far));
    terminal.press(" ");
    let paused = terminal.until("a pause", |screen| status_line_has(screen, "‖ paused"));
    // Two more frames without a further step.
    terminal.press("?");
    terminal.until("help", |screen| screen.contents().contains("on to the next conflict"));
    terminal.press("?");
    let still = terminal.until("no help", |screen| step(screen).is_some());
    assert_eq!(step(&still), step(&paused));
    terminal.press("\x1b");
    terminal.is_restored(0);
}

#[test]
fn the_picture_fits_when_the_terminal_changes() {
    let Some(mut terminal) = Terminal::watch("") else { return };
    let keys = |screen: &Screen| line(screen, screen.size().0.get() - 1);
    let large = terminal.until("keys", |screen| keys(screen).starts_with("space play"));
    let size = |length| NonZero::new(length).expect("it is positive");
    terminal.resize(size(26), size(64));
    let small = terminal.until("few words", |screen| keys(screen) == "space n c s + - ? q");
    assert_ne!(line(&large, 2), line(&small, 2), "the grid is another");
    terminal.resize(size(5), size(30));
    terminal.until("a sentence", |screen| line(screen, 0) == "This terminal is too small.");
    terminal.resize(ROWS, COLUMNS);
    let again = terminal.until("keys again", |screen| keys(screen).starts_with("space play"));
    assert_eq!(again.contents(), large.contents());
    terminal.press("q");
    terminal.is_restored(0);
}

#[test]
fn ctrl_c_ends_it_wherever_it_is() {
    let Some(mut terminal) = Terminal::watch("") else { return };
    terminal.press("?");
    terminal.until("help", |screen| screen.contents().contains("on to the next conflict"));
    terminal.press("\x03");
    terminal.is_restored(130);

    // The search is on the way to a solution that is hundreds of thousands of steps away.
    let Some(mut terminal) = Terminal::watch(&format!("--method brute-force {INKALA}")) else { return };
    terminal.press("s\x03");
    terminal.is_restored(130);
}

#[test]
fn a_signal_from_elsewhere_restores_the_terminal_too() {
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)] {
        if is_ignored(signal) {
            continue;
        }
        let Some(terminal) = Terminal::watch("") else { return };
        // Twice, as some programs do.
        let kill = format!("kill -{signal} {0}; kill -{signal} {0}; true", terminal.process);
        let killed = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status();
        assert!(killed.expect("a shell is there").success());
        terminal.is_restored(status);
    }
}
