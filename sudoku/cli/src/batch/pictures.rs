//! The destination of pictures: standard output, a file, or a directory with a file for each.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use sudoku_ask::Status;

use super::Session;
use crate::Refused;
use crate::reply::{Item, Reply};

/// The place of a job's pictures; standard output if it is neither a directory nor a file. A directory is made at once, a
/// file with its picture.
pub(crate) struct Pictures {
    directory: Option<PathBuf>,
    /// File for the only picture.
    pub file: Option<PathBuf>,
    /// Whether any number of puzzles fits into one file.
    takes_all: bool,
    /// Whether it has been reported that several puzzles do not fit.
    reported: AtomicBool,
}

impl Pictures {
    /// Returns the place that `--output` names. A directory is made if it does not exist.
    pub fn new(output: Option<&Path>) -> Result<Pictures, Refused> {
        let is_directory = |path: &Path| {
            path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
        };
        let (directory, file) = match output {
            Some(path) if is_directory(path) => (Some(path.to_owned()), None),
            path => (None, path.map(Path::to_owned)),
        };
        if let Some(path) = &directory {
            std::fs::create_dir_all(path).map_err(|error| Refused(format!("{}: {error}", path.display())))?;
        }
        Ok(Pictures { directory, file, takes_all: false, reported: AtomicBool::new(false) })
    }

    /// Sets whether any number of puzzles fits into one file.
    pub fn taking_all(self, takes_all: bool) -> Pictures {
        Pictures { takes_all, ..self }
    }

    pub fn has_directory(&self) -> bool {
        self.directory.is_some()
    }

    /// Returns whether this is one of several puzzles for one file, and reports it once.
    pub(super) fn refuses(&self, item: &Item<'_>, reply: &mut Reply) -> bool {
        if self.takes_all || self.has_directory() || item.is_only() {
            return false;
        }
        if !self.reported.swap(true, Ordering::Relaxed) {
            let what = "several puzzles make several pictures: name a directory, as in --output pictures/";
            reply.notes.push(format!("sudoku: {what}"));
        }
        reply.tally.count(Status::Invalid);
        true
    }

    /// Writes a picture. `name` is the name of its file in a directory. Returns whether that worked, and reports it if
    /// not.
    pub fn write(&self, mut bytes: Vec<u8>, name: &str, session: &Session, reply: &mut Reply) -> bool {
        let path = match (&self.directory, &self.file) {
            (Some(directory), _) => directory.join(name),
            (None, Some(file)) => file.clone(),
            (None, None) => {
                reply.out.append(&mut bytes);
                return true;
            }
        };
        match session.files.save(&path, &bytes) {
            Ok(()) => true,
            Err(what) => {
                reply.notes.push(format!("sudoku: {what}"));
                reply.tally.count(Status::Invalid);
                false
            }
        }
    }
}
