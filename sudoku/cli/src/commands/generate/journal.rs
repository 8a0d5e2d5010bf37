//! The journal of a plan: what has been made, a line for each puzzle, so that an interrupted run can go on.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sudoku::format::Format;
use sudoku::{Puzzle, Solution};
use sudoku_ask::{Convert, Plan};

/// How a journal begins: a file of anything else is no journal whose first line was cut short.
const BEGINS: &[u8] = b"{\"plan\":";

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    plan: String,
    seed: u64,
}

/// The line of a puzzle that has been made.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub(super) struct Entry {
    /// The batch of the plan, from 0.
    pub batch: usize,
    pub attempt: u64,
    /// The puzzle in the native format.
    pub puzzle: String,
    pub solution: Vec<u8>,
}

impl Entry {
    pub fn new(batch: usize, attempt: u64, puzzle: &Puzzle, solution: &[u8]) -> Entry {
        let text = Convert { to: Format::Native, place: 0 }.answer(puzzle).text;
        Entry { batch, attempt, puzzle: text, solution: solution.into() }
    }

    /// The puzzle of the line, if it fits the plan and the one before it.
    fn made(self, plan: &Plan, before: &[Made]) -> Result<Made, String> {
        let Entry { batch, attempt, puzzle, solution } = self;
        let most = plan.batches.get(batch).ok_or("there is no such batch")?.count;
        let is_next = before.last().is_none_or(|last| (last.batch, last.attempt) < (batch, attempt));
        if !is_next || attempt == u64::MAX {
            return Err("the attempt does not follow the one before it".into());
        }
        if before.iter().rev().take_while(|made| made.batch == batch).count() as u64 >= most {
            return Err(format!("the batch has more than {most} puzzles"));
        }
        let puzzle: Puzzle = puzzle.parse().map_err(|error| format!("the puzzle cannot be read: {error}"))?;
        let values = puzzle.grid().values();
        let fits = solution.len() == puzzle.cells().len()
            && solution.iter().all(|&value| usize::from(value) < values);
        if !fits {
            return Err("the solution does not fit the puzzle".into());
        }
        Ok(Made { batch, attempt, puzzle, solution: solution.into() })
    }
}

/// A puzzle that an earlier run has made.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub batch: usize,
    pub attempt: u64,
    pub puzzle: Puzzle,
    pub solution: Solution,
}

/// A file beside the output, which is removed when the plan is done.
pub(super) struct Journal {
    path: PathBuf,
    head: Option<Head>,
    /// The length of what was read and is whole.
    length: u64,
    file: Option<File>,
}

impl Journal {
    /// Reads the journal of an output, if there is one. It is an error if it is of other settings or another seed, or
    /// has a line that does not fit the plan.
    pub fn open(
        output: &Path,
        settings: &str,
        plan: &Plan,
        seed: Option<u64>,
    ) -> Result<(Journal, Vec<Made>), String> {
        let mut path = output.as_os_str().to_owned();
        path.push(".journal");
        let mut journal = Journal { path: path.into(), head: None, length: 0, file: None };
        let text = match std::fs::read(&journal.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((journal, Vec::new())),
            Err(error) => return Err(journal.said(&error)),
        };
        // A line that was cut short by the end of the machine is made anew.
        let whole = &text[..text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)];
        if whole.is_empty() && (text.starts_with(BEGINS) || BEGINS.starts_with(&text)) {
            return Ok((journal, Vec::new()));
        }
        journal.length = whole.len() as u64;
        let mut lines = whole.split_inclusive(|&byte| byte == b'\n');
        let head = lines.next().and_then(|line| serde_json::from_slice::<Head>(line).ok());
        let head =
            head.ok_or_else(|| journal.said(&"is no journal of a plan: remove it, or write elsewhere"))?;
        if head.plan != settings || seed.is_some_and(|seed| seed != head.seed) {
            return Err(journal.said(&"is of another plan or seed: remove it, or write elsewhere"));
        }
        let mut before = Vec::new();
        for (line, number) in lines.zip(2..) {
            let entry = serde_json::from_slice::<Entry>(line).map_err(|error| error.to_string());
            let made = entry.and_then(|entry| entry.made(plan, &before));
            before.push(made.map_err(|why| format!("{}:{number}: {why}", journal.name()))?);
        }
        journal.head = Some(head);
        Ok((journal, before))
    }

    fn said(&self, what: &dyn std::fmt::Display) -> String {
        format!("{}: {what}", self.name())
    }

    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The seed of the run to go on with.
    pub fn seed(&self) -> Option<u64> {
        self.head.as_ref().map(|head| head.seed)
    }

    /// Opens the file for further lines.
    pub fn begin(&mut self, plan: &str, seed: u64) -> Result<(), String> {
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        let file = file.and_then(|file| file.set_len(self.length).map(|()| file));
        self.file = Some(file.map_err(|error| self.said(&error))?);
        if self.head.is_none() {
            let head = Head { plan: plan.into(), seed };
            self.line(&head)?;
            self.head = Some(head);
        }
        Ok(())
    }

    pub fn add(&mut self, entry: &Entry) -> Result<(), String> {
        self.line(entry)
    }

    fn line(&mut self, data: &impl Serialize) -> Result<(), String> {
        let text = serde_json::to_string(data).map_err(|error| self.said(&error))? + "\n";
        let written = self.file.as_mut().map_or(Ok(()), |file| file.write_all(text.as_bytes()));
        written.map_err(|error| self.said(&error))
    }

    pub fn remove(self) -> Result<(), String> {
        std::fs::remove_file(&self.path).map_err(|error| self.said(&error))
    }
}
