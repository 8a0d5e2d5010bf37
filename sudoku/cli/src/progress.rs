//! Progress line on the terminal, while results go elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shared counters.
#[derive(Debug)]
pub(crate) struct Progress {
    begun: Instant,
    /// Puzzles answered.
    puzzles: AtomicU64,
    /// Solutions counted, by commands that count.
    solutions: AtomicU64,
    /// Puzzles to generate, and full grids tried.
    wanted: AtomicU64,
    tried: AtomicU64,
    /// Runs of a comparison: planned, and done.
    all_runs: AtomicU64,
    runs: AtomicU64,
    /// Bytes read, and total size.
    read: AtomicU64,
    size: AtomicU64,
    /// Whether a thread draws the line.
    drawn: AtomicBool,
    /// Whether the line is visible.
    shown: AtomicBool,
    /// Whether results go to the terminal as well.
    among_results: AtomicBool,
    done: AtomicBool,
    /// Estimate of a number of solutions, as text; empty if there is none.
    estimate: Mutex<String>,
}

/// Delay before the line appears, and the interval of its updates.
const PATIENCE: Duration = Duration::from_millis(500);
const EVERY: Duration = Duration::from_millis(200);

impl Progress {
    /// Returns counters at zero.
    pub fn new() -> Progress {
        Progress {
            begun: Instant::now(),
            puzzles: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            wanted: AtomicU64::new(0),
            tried: AtomicU64::new(0),
            all_runs: AtomicU64::new(0),
            runs: AtomicU64::new(0),
            read: AtomicU64::new(0),
            size: AtomicU64::new(0),
            drawn: AtomicBool::new(false),
            shown: AtomicBool::new(false),
            among_results: AtomicBool::new(false),
            done: AtomicBool::new(false),
            estimate: Mutex::default(),
        }
    }

    /// Starts a thread that updates the line, if standard error is a terminal and results do not go to it.
    pub fn show(self: &Arc<Progress>, results_on_terminal: bool) {
        if results_on_terminal || !io::stderr().is_terminal() || self.drawn.swap(true, Ordering::Relaxed) {
            return;
        }
        let progress = self.clone();
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            while !progress.done.load(Ordering::Relaxed) {
                progress.draw();
                std::thread::sleep(EVERY);
            }
        });
    }

    /// Starts the line even if results go to the same terminal, for commands whose answers take long.
    pub fn show_among_results(self: &Arc<Progress>) {
        self.show(false);
        self.among_results.store(io::stdout().is_terminal(), Ordering::Relaxed);
    }

    /// Whether the line has to make place for results.
    pub fn is_among_results(&self) -> bool {
        self.among_results.load(Ordering::Relaxed)
    }

    /// Adds answered puzzles.
    pub fn puzzles(&self, more: u64) {
        self.puzzles.fetch_add(more, Ordering::Relaxed);
    }

    /// Adds a solution.
    pub fn solution(&self) {
        self.solutions.fetch_add(1, Ordering::Relaxed);
    }

    /// Sets the number of puzzles to generate.
    pub fn want(&self, puzzles: u64) {
        self.wanted.store(puzzles, Ordering::Relaxed);
    }

    /// Adds planned runs.
    pub fn want_runs(&self, runs: u64) {
        self.all_runs.fetch_add(runs, Ordering::Relaxed);
    }

    /// Adds a finished run.
    pub fn run(&self) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }

    /// Replaces the estimate.
    pub fn estimate(&self, text: String) {
        *self.estimate.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// Adds tried grids.
    pub fn tried(&self, more: u64) {
        self.tried.fetch_add(more, Ordering::Relaxed);
    }

    /// Adds bytes read.
    pub fn read(&self, bytes: u64) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Sets the size of all inputs together; 0 if it is not known.
    pub fn expect(&self, bytes: u64) {
        self.size.store(bytes, Ordering::Relaxed);
    }

    fn draw(&self) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let [puzzles, solutions, read, size] = [&self.puzzles, &self.solutions, &self.read, &self.size]
            .map(|count| count.load(Ordering::Relaxed));
        let [wanted, tried] = [&self.wanted, &self.tried].map(|count| count.load(Ordering::Relaxed));
        let mut line = format!("{} puzzles", grouped(puzzles));
        if let Some(percent) = (100 * puzzles.min(wanted)).checked_div(wanted) {
            let rate = grouped((tried as f64 / seconds) as u64);
            line = format!("[{}] {} of {}", bar(percent), grouped(puzzles), grouped(wanted));
            line += &format!(" puzzles, {} full grids tried ({rate}/s)", grouped(tried));
        } else if solutions > 0 {
            line += &format!(
                ", {} solutions ({}/s)",
                grouped(solutions),
                grouped((solutions as f64 / seconds) as u64)
            );
        } else {
            line += &format!(" ({}/s)", grouped((puzzles as f64 / seconds) as u64));
        }
        if let Some(percent) = (100 * read.min(size)).checked_div(size) {
            line = format!("[{}] {percent:3} % read, {line}", bar(percent));
        }
        let [runs, all_runs] = [&self.runs, &self.all_runs].map(|count| count.load(Ordering::Relaxed));
        if let Some(percent) = (100 * runs).checked_div(all_runs) {
            line = format!("[{}] {} of {} runs", bar(percent), grouped(runs), grouped(all_runs));
        }
        let estimate = self.estimate.lock().unwrap_or_else(PoisonError::into_inner);
        if !estimate.is_empty() {
            line.clone_from(&estimate);
        }
        self.shown.store(true, Ordering::Relaxed);
        let _ = write!(io::stderr().lock(), "\r\x1b[K{line}");
    }

    /// Removes the line, to make place for other text.
    pub fn clear(&self) {
        if self.shown.swap(false, Ordering::Relaxed) {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }

    /// Ends the progress line.
    pub fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
        self.clear();
    }

    /// Returns the time since the beginning.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

fn bar(percent: u64) -> String {
    let full = percent.min(100) as usize / 5;
    "#".repeat(full) + &" ".repeat(20 - full)
}

/// Formats `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
