//! The `sudoku` program as a process that reads a file of puzzles and prints a line for each. Its time is that of the
//! whole process, from before it starts to after it has ended.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::peer::{Limits, Outcome, Peer, Task};
use crate::problem::{Board, Problem};

/// The program, built beforehand.
pub struct Program {
    path: PathBuf,
    /// File of the latest task.
    written: Option<(String, PathBuf)>,
}

const ONE_THREAD: &str = "whole process, one thread";
const ENGINE: &str = "whole process, one thread, puzzle by puzzle";
const PORTABLE: &str = "whole process, one thread, puzzle by puzzle, portable path";
const TWO_THREADS: &str = "whole process, two threads";

impl Program {
    /// Returns the program if it has been built; the error says how to build it.
    pub fn find() -> Result<Program, String> {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let path = root.join("target/release").join(format!("sudoku{}", std::env::consts::EXE_SUFFIX));
        if path.is_file() {
            return Ok(Program { path, written: None });
        }
        Err("sudoku program: not built; cargo build --release in the project's root builds it".into())
    }

    /// Returns a file with the puzzles of the task.
    fn file(&mut self, task: &Task, puzzles: &[Board]) -> Result<PathBuf, String> {
        if let Some((name, path)) = &self.written
            && *name == task.name
        {
            return Ok(path.clone());
        }
        let path = std::env::temp_dir().join(format!("sudoku-peers-{}.txt", std::process::id()));
        let symbol = |&value: &u8| if value == 0 { '.' } else { char::from(b'0' + value) };
        let lines: String =
            puzzles.iter().flat_map(|puzzle| puzzle.iter().map(symbol).chain(['\n'])).collect();
        std::fs::write(&path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
        self.written = Some((task.name.clone(), path.clone()));
        Ok(path)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some((_, path)) = &self.written {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Peer for Program {
    fn name(&self) -> &'static str {
        "sudoku program"
    }

    fn modes(&self, problem: &Problem, _all: bool) -> Vec<&'static str> {
        match problem {
            Problem::Sudoku(_) => vec![ONE_THREAD, TWO_THREADS, ENGINE, PORTABLE],
            _ => Vec::new(),
        }
    }

    fn run(&mut self, task: &Task, mode: &str, _limits: Limits) -> Result<Option<Outcome>, String> {
        let Problem::Sudoku(puzzles) = &task.problem else {
            return Ok(None);
        };
        let file = self.file(task, puzzles)?;
        let mut command = Command::new(&self.path);
        command.args(["solve", "--unique", "--threads", if mode == TWO_THREADS { "2" } else { "1" }]);
        if [ENGINE, PORTABLE].contains(&mode) {
            command.args(["--engine", "engine"]);
        }
        if mode == PORTABLE {
            command.arg("--portable");
        }
        command.arg(file).stderr(Stdio::inherit());
        let start = Instant::now();
        let output = command.output().map_err(|error| format!("{}: {error}", self.path.display()))?;
        let elapsed = start.elapsed();
        let text = String::from_utf8_lossy(&output.stdout);
        let unique = text.lines().filter(|line| line.len() == 81);
        let witness: Vec<i64> =
            unique.clone().flat_map(|line| line.bytes().map(|byte| i64::from(byte - b'0'))).collect();
        Ok(Some(Outcome {
            elapsed,
            solutions: unique.count() as u64,
            complete: text.lines().count() == puzzles.len() && !text.contains("limit"),
            witness,
            ..Outcome::default()
        }))
    }
}
