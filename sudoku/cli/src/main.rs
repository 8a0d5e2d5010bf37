//! The `sudoku` program: command line, input, output and reports.
//!
//! ```text
//!   args ──► source: files, pipes, puzzles ──► batch: read, answered in turn or in parallel, in order
//!                                                │ one Job a command: solve, check, count, …
//!                                                ▼
//!                                     session: results, notes, tally ──► exit status
//!                                                ▲
//!   generate: attempts, made by several threads, in order
//!
//!   files: all that is written, and never over what is read
//! ```
//!
//! - `args` has the arguments that several commands share, `commands` has the table of all commands, and each command
//!   with its own arguments.
//! - `batch` runs the commands that answer puzzle by puzzle; `report` formats answers as words, lines, tables and
//!   pictures.
//! - `compare`, `growth`, `listen`, `serve` and `watch` are commands with folders of their own; `plot` draws diagrams
//!   for the first two, and `net` has what servers need.

mod args;
mod batch;
mod command;
mod commands;
mod compare;
mod files;
mod growth;
mod interrupt;
#[cfg(all(feature = "serve", feature = "links"))]
mod listen;
#[cfg(feature = "serve")]
mod net;
mod plot;
mod progress;
mod question;
mod reply;
mod report;
#[cfg(feature = "serve")]
mod serve;
mod signals;
mod source;
mod watch;

use std::io::ErrorKind;
use std::process::ExitCode;

use args::shield;

/// Prints a line on standard error. A failure to write it is ignored.
macro_rules! say {
    ($($what:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr().lock(), $($what)*);
    }};
}
use say;

/// Error before anything was answered: the program ends with status 2.
#[derive(Debug)]
struct Refused(String);

impl<E: std::fmt::Display> From<E> for Refused {
    fn from(error: E) -> Refused {
        Refused(error.to_string())
    }
}

/// Status after an interrupt from the keyboard, or where the system does not name the signal.
#[cfg_attr(all(unix, not(feature = "watch")), allow(dead_code))]
const INTERRUPTED: u8 = 130;
/// Status after wrong usage, malformed input, or a failure of input or output.
const MALFORMED: u8 = 2;
/// Status after a limit was reached.
const LIMIT: u8 = 3;
/// Status if a puzzle has no solution, or several where one was asked for.
const FAILED: u8 = 1;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let _sweep = files::CleanUp;
    let asked = match commands::program().try_get_matches_from(shield::puzzles(std::env::args_os())) {
        Ok(asked) => asked,
        // Help goes to standard output with status 0, errors to standard error with status 2.
        Err(error) => {
            if let Err(closed) = files::check_standard_output()
                && !error.use_stderr()
            {
                say!("sudoku: {closed}");
                return ExitCode::from(MALFORMED);
            }
            if let Some(what) = source::without_command(&error).or_else(|| commands::misspelt(&error)) {
                say!("sudoku: {what}");
                return ExitCode::from(MALFORMED);
            }
            let is_unwritten = error.print().is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
            let lost = is_unwritten && !error.use_stderr();
            return ExitCode::from(if lost { MALFORMED } else { error.exit_code() as u8 });
        }
    };
    match commands::run(&asked) {
        Ok(status) => ExitCode::from(status),
        Err(Refused(what)) => {
            say!("sudoku: {what}");
            ExitCode::from(MALFORMED)
        }
    }
}
