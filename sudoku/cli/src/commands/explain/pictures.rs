//! Pictures of steps: one on standard output or in a file, or all in a directory.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use sudoku::print::image::Image;

use crate::Usage;
use crate::batch::{Item, Reply, Session};
use crate::report::Status;
use crate::report::image::ImageFormat;

/// Where pictures go.
pub(crate) struct Pictures {
    format: ImageFormat,
    /// Directory for a file for each step.
    directory: Option<PathBuf>,
    /// File for the only picture.
    pub file: Option<PathBuf>,
    /// Whether it has been reported that several puzzles do not fit.
    reported: AtomicBool,
}

impl Pictures {
    /// Returns where pictures in a format go. `is_one` says that there is one for each puzzle.
    pub fn new(format: ImageFormat, output: Option<&Path>, is_one: bool) -> Result<Pictures, Usage> {
        let is_directory = |path: &Path| {
            path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
        };
        let (directory, file) = match output {
            Some(path) if is_directory(path) => (Some(path.to_owned()), None),
            path => (None, path.map(Path::to_owned)),
        };
        if directory.is_none() && !is_one {
            let what = "several steps make several pictures: name a directory, as in --output steps/, or one \
                step with --step N";
            return Err(Usage(what.into()));
        }
        if let Some(path) = &directory {
            std::fs::create_dir_all(path).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
        }
        Ok(Pictures { format, directory, file, reported: AtomicBool::new(false) })
    }

    /// Returns whether this is one of several puzzles for one file, and reports it once.
    pub fn refuses(&self, item: &Item<'_>, reply: &mut Reply) -> bool {
        if self.directory.is_some() || item.alone && item.index == item.first_index {
            return false;
        }
        if !self.reported.swap(true, Ordering::Relaxed) {
            let what = "several puzzles make several pictures: name a directory, as in --output steps/";
            reply.notes.push(format!("sudoku: {what}"));
        }
        reply.tally.count(Status::Invalid);
        true
    }

    /// Writes the picture of a step.
    pub fn write(
        &self,
        image: &Image,
        number: usize,
        item: &Item<'_>,
        session: &Session,
        reply: &mut Reply,
    ) -> Result<(), String> {
        let mut bytes = self.format.bytes(image, "");
        let path = match (&self.directory, &self.file) {
            (Some(directory), _) => {
                let is_alone = item.alone && item.index == item.first_index;
                let puzzle = if is_alone { String::new() } else { format!("{:04}-", item.index) };
                directory.join(format!("{puzzle}{number:04}.{}", self.format.end()))
            }
            (None, Some(file)) => file.clone(),
            (None, None) => {
                reply.out.append(&mut bytes);
                return Ok(());
            }
        };
        session.files.save(&path, &bytes)
    }
}
