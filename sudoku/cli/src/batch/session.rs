//! The session of a run: prints results and notes in input order, whichever worker is done first, and computes the
//! exit status.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use sudoku::counters;
use sudoku_ask::Status;

use crate::args::Output;
use crate::files::{self, Files, Stream};
use crate::interrupt::Interrupt;
use crate::progress::{Progress, grouped};
use crate::reply::{Reply, Tally};
use crate::{FAILED, LIMIT, MALFORMED, Refused, say, signals};

/// Maximum number of printed notes; further ones are only counted.
const MOST_NOTES: u64 = 20;
/// Time after which results are flushed.
const FLUSH_AFTER: Duration = Duration::from_millis(50);
/// Maximum number of pieces under way, so that memory does not grow with the input.
const MOST_UNDER_WAY: u64 = 256;

/// Bytes of one answer that may wait for its turn.
const MOST_EARLY: usize = 16 << 20;

/// State of one run of the program.
pub(crate) struct Session {
    pub interrupt: Interrupt,
    pub progress: Arc<Progress>,
    /// Files that are read and written.
    pub files: Files,
    strict: bool,
    stats: bool,
    state: Mutex<State>,
    /// Notified after results were printed.
    moved: Condvar,
}

struct State {
    out: Stream,
    /// Whether any results have been written.
    has_results: bool,
    last_flush: Instant,
    /// Number of the next piece to print, replies of later pieces, and number of pieces handed out.
    turn: u64,
    early: BTreeMap<u64, (Reply, bool)>,
    handed_out: u64,
    notes: u64,
    tally: Tally,
    /// Whether reading or writing failed.
    failed: bool,
    /// Whether the output can no longer be written.
    broken: bool,
    /// Whether the reader of the results has closed the pipe.
    closed: bool,
    finished: Option<u8>,
}

impl Session {
    /// Opens the output, unless the job makes its files by itself, and listens for interrupts. With `strict` the exit
    /// status is 0 unless reading or writing fails.
    pub fn open(
        strict: bool,
        output: &Output,
        job_writes: bool,
        files: Files,
    ) -> Result<Arc<Session>, Refused> {
        let out = match &output.output {
            Some(_) if job_writes => Stream::nowhere(),
            path => files.stream(path.as_deref())?,
        };
        let progress = Arc::new(Progress::new());
        progress.show(output.output.is_none() && io::stdout().is_terminal());
        let session = Arc::new(Session {
            interrupt: Interrupt::default(),
            progress,
            files,
            strict,
            stats: output.stats,
            state: Mutex::new(State {
                out,
                has_results: false,
                last_flush: Instant::now(),
                turn: 0,
                early: BTreeMap::new(),
                handed_out: 0,
                notes: 0,
                tally: Tally::default(),
                failed: false,
                broken: false,
                closed: false,
                finished: None,
            }),
            moved: Condvar::new(),
        });
        session.listen();
        Ok(session)
    }

    /// Listens for interrupts.
    fn listen(self: &Arc<Session>) {
        let session = self.clone();
        signals::set_handler(move |signal| {
            // Everything read has been answered, so nothing is lost.
            if session.interrupt.is_first(signal) && session.interrupt.is_reading() {
                // On another thread, so that a second interrupt is heard even if writing the results blocks.
                let session = session.clone();
                std::thread::spawn(move || {
                    session.wait_until_idle();
                    files::exit(session.finish());
                });
            }
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Returns whether the run should stop.
    pub fn is_over(&self) -> bool {
        let state = self.state();
        state.closed || state.broken || self.interrupt.cancel.is_cancelled()
    }

    /// Returns whether the input was read to its end and had no puzzle.
    pub fn had_nothing(&self) -> bool {
        let state = self.state();
        let is_whole = !state.failed && !state.closed && self.interrupt.status().is_none();
        is_whole && state.tally.puzzles() == 0
    }

    /// Prints text above the results. It does not count as a result.
    pub fn header(&self, text: &str) {
        let mut state = self.state();
        state.write(text.as_bytes());
    }

    /// Returns the number of the next piece. Waits while too many are under way.
    pub fn hand_out(&self) -> u64 {
        let mut state = self.state();
        while state.handed_out - state.turn >= MOST_UNDER_WAY {
            state = self.moved.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        state.handed_out += 1;
        state.handed_out - 1
    }

    /// Takes a reply to a piece; `done` marks the last one of the piece.
    pub fn deliver(&self, piece: u64, reply: &mut Reply, done: bool) {
        self.progress.puzzles(reply.tally.puzzles());
        let mut state = self.state();
        if piece == state.turn {
            self.print(&mut state, reply);
            if done {
                state.turn += 1;
                self.print_early(&mut state);
            }
        } else {
            let (early, is_done) = state.early.entry(piece).or_default();
            early.append(reply);
            *is_done |= done;
            // A long answer waits for its turn, so that memory stays bounded. The earlier pieces are being worked on.
            while !done && state.turn < piece && state.early[&piece].0.out.len() > MOST_EARLY {
                state = self.moved.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
            }
        }
        if state.turn == state.handed_out || state.last_flush.elapsed() > FLUSH_AFTER {
            state.flush();
        }
        drop(state);
        self.moved.notify_all();
    }

    /// Prints the replies that have become due.
    fn print_early(&self, state: &mut State) {
        loop {
            let turn = state.turn;
            let Some((mut reply, done)) = state.early.remove(&turn) else {
                return;
            };
            self.print(state, &mut reply);
            if !done {
                return;
            }
            state.turn += 1;
        }
    }

    fn print(&self, state: &mut State, reply: &mut Reply) {
        state.has_results |= !reply.out.is_empty();
        if self.progress.is_among_results() && !reply.out.is_empty() {
            self.progress.clear();
            state.write(&reply.out);
            state.flush();
        } else {
            state.write(&reply.out);
        }
        state.tally.add(&reply.tally);
        if !reply.notes.is_empty() || !reply.remarks.is_empty() {
            self.progress.clear();
            // On a terminal that shows both streams, the results stand before their notes.
            state.flush();
            let mut stderr = io::stderr().lock();
            for remark in reply.remarks.iter() {
                let _ = writeln!(stderr, "{remark}");
            }
            for note in &reply.notes {
                if state.notes < MOST_NOTES {
                    let _ = writeln!(stderr, "{note}");
                }
                state.notes += 1;
            }
        }
        reply.clear();
    }

    /// Returns how many more notes will be printed.
    pub fn notes_left(&self) -> u64 {
        MOST_NOTES.saturating_sub(self.state().notes)
    }

    /// Reports that reading or writing has failed.
    pub fn failed(&self, what: &str) {
        let mut state = self.state();
        state.failed = true;
        self.progress.clear();
        say!("sudoku: {what}");
    }

    /// Waits until everything handed out is printed.
    pub fn wait_until_idle(&self) {
        let mut state = self.state();
        while state.turn < state.handed_out {
            state = self.moved.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// Ends the run once: prints the last results and the summary, returns the exit status.
    pub fn finish(&self) -> u8 {
        let mut state = self.state();
        if let Some(status) = state.finished {
            return status;
        }
        state.flush();
        self.progress.finish();
        if state.notes > MOST_NOTES {
            say!("… and {} more notes like these", grouped(state.notes - MOST_NOTES));
        }
        let interrupted = self.interrupt.status();
        if interrupted.is_some() {
            self.interrupt.report(&counted(state.tally.puzzles()));
        }
        // An interrupted or failed run without results does not replace an old output file.
        let is_kept = state.has_results || interrupted.is_none() && !state.failed;
        state.end(is_kept);
        if self.stats {
            say!("{}", summary(&state.tally, self.progress.elapsed()));
        }
        let tally = &state.tally;
        let status = if let Some(status) = interrupted {
            status
        } else if state.closed {
            0
        } else if state.failed || tally.of(Status::Invalid) > 0 && !self.strict {
            MALFORMED
        } else if tally.of(Status::Limit) > 0 && !self.strict {
            LIMIT
        } else if tally.failures > 0 && !self.strict {
            FAILED
        } else {
            0
        };
        state.finished = Some(status);
        status
    }
}

impl State {
    fn write(&mut self, bytes: &[u8]) {
        if self.closed || self.broken || bytes.is_empty() {
            return;
        }
        let result = self.out.write_all(bytes);
        self.check(result);
    }

    fn flush(&mut self) {
        self.last_flush = Instant::now();
        if self.closed || self.broken {
            return;
        }
        let result = self.out.flush();
        self.check(result);
    }

    /// Closes the output. An incomplete file is not kept.
    fn end(&mut self, is_kept: bool) {
        let result = self.out.end(is_kept && !self.broken);
        self.check(result);
    }

    /// Handles the result of writing: a closed pipe ends the run without an error, other failures are reported.
    fn check(&mut self, result: io::Result<()>) {
        match result {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => {
                (self.failed, self.broken) = (true, true);
                say!("sudoku: {}: {error}", self.out.name);
            }
        }
    }
}

fn counted(puzzles: u64) -> String {
    if puzzles == 1 { "1 puzzle".into() } else { format!("{} puzzles", grouped(puzzles)) }
}

/// Returns the text for `--stats`.
fn summary(tally: &Tally, time: Duration) -> String {
    let (puzzles, seconds) = (tally.puzzles(), time.as_secs_f64());
    let mut text = format!("{} in {seconds:.3} s", counted(puzzles));
    if puzzles > 0 {
        let (rate, each) = ((puzzles as f64 / seconds) as u64, 1e6 * seconds / puzzles as f64);
        text += &format!(" ({} a second, {each:.1} µs each)", grouped(rate));
    }
    let kinds = Status::ALL.into_iter().filter(|&status| tally.of(status) > 0);
    let kinds: Vec<String> =
        kinds.map(|status| format!("{} {}", grouped(tally.of(status)), status.name())).collect();
    if !kinds.is_empty() {
        text += &format!(": {}", kinds.join(", "));
    }
    let Some(statistics) = &tally.statistics else {
        return text + &format!("\n{} search nodes", grouped(tally.nodes));
    };
    let counters = counters(statistics).map(|(name, count)| format!("\n{} {name}", grouped(count)));
    text + &counters.concat()
}
