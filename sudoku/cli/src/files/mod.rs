//! All files that the program writes.
//!
//! ```text
//!   inputs ──► Files ◄── claim: all paths that will be written     refused: an input, or a file named twice
//!                │
//!                ├──► save: a whole file           ┐  replacement: a temporary file in the same folder, renamed
//!                └──► stream: results as they come ┘  when it is whole; devices and pipes are written as they are
//! ```
//!
//! So no incomplete file has the requested name, and an old file stays as it was until the new one is complete,
//! however the program ends. Links are followed: the file behind them is replaced. Only `kill -9` leaves a temporary
//! file behind, `.sudoku-*.tmp`.

mod identity;
mod replacement;
mod standard;
mod stream;
mod target;
mod temporary;

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::source::Source;
use crate::{Refused, signals};
use identity::FileId;
use replacement::Replacement;
pub(crate) use standard::{check as check_standard_output, print};
pub(crate) use stream::Stream;
use target::Target;
pub(crate) use temporary::{CleanUp, exit};

/// Name of standard output in messages.
const STANDARD_OUTPUT: &str = "standard output";
/// Key of standard output among the paths.
const NO_PATH: &str = "";

/// Files that a run reads and writes.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Input files with their names.
    inputs: HashMap<FileId, String>,
    outputs: Mutex<Outputs>,
}

#[derive(Debug, Default)]
struct Outputs {
    /// Files to be saved, by their names as typed.
    claimed: HashMap<PathBuf, Target>,
    /// Identities of output files that exist already.
    ids: HashMap<FileId, PathBuf>,
    /// Places of output files.
    places: HashMap<PathBuf, PathBuf>,
    /// Whether results go to standard output.
    has_standard: bool,
}

impl Files {
    /// Returns the files of a run that reads these sources. From now on a signal ends the program without leaving
    /// temporary files.
    pub fn reading(sources: &[Source]) -> Files {
        signals::listen();
        let id = |source: &Source| {
            let id = match source {
                Source::File(path) => identity::of(path),
                Source::Standard => identity::of_standard_input(),
                Source::Typed(_) => None,
            };
            Some((id?, source.name().to_string()))
        };
        Files { inputs: sources.iter().filter_map(id).collect(), outputs: Mutex::default() }
    }

    /// Checks that a file can be written and that this would destroy neither an input nor another output. Writes
    /// nothing yet.
    pub fn claim(&self, path: &Path) -> Result<(), Refused> {
        let target = self.take(path).map_err(Refused)?;
        target.try_out().map_err(|error| Refused(named(path, &error)))?;
        self.outputs().claimed.insert(path.to_owned(), target);
        Ok(())
    }

    /// Writes a whole file. The error names it.
    pub fn save(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        let claimed = self.outputs().claimed.remove(path);
        let target = claimed.map_or_else(|| self.take(path), Ok)?;
        target.write(bytes).map_err(|error| named(path, &error))?;
        // The file at this path is new, and the inode number of the old one may be reused.
        self.outputs().ids.retain(|_, owner| owner != path);
        Ok(())
    }

    /// Opens a file or standard output for results as they come.
    pub fn stream(&self, path: Option<&Path>) -> Result<Stream, Refused> {
        let Some(path) = path else {
            self.claim_standard_output(&mut self.outputs()).map_err(Refused)?;
            return Ok(Stream::standard());
        };
        let target = self.take(path).map_err(Refused)?;
        Stream::open(path, target).map_err(|error| Refused(named(path, &error)))
    }

    fn outputs(&self) -> MutexGuard<'_, Outputs> {
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Claims a path and returns its target; an error if the file is an input or another output.
    fn take(&self, path: &Path) -> Result<Target, String> {
        let mut outputs = self.outputs();
        let target = Target::of(path).map_err(|error| named(path, &error))?;
        match &target {
            Target::Standard => self.claim_standard_output(&mut outputs)?,
            Target::Direct(_) => self.is_free(identity::of(path), path, &mut outputs)?,
            Target::Replaced(place) => {
                self.is_free(identity::of(path), path, &mut outputs)?;
                let place = identity::place(place).map_err(|error| named(path, &error))?;
                if let Some(owner) = outputs.places.insert(place, path.to_owned()) {
                    return Err(twice(path, &owner));
                }
            }
        }
        Ok(target)
    }

    /// Registers the file that the shell has redirected standard output to.
    fn claim_standard_output(&self, outputs: &mut Outputs) -> Result<(), String> {
        standard::check()?;
        if !std::mem::replace(&mut outputs.has_standard, true) {
            self.is_free(identity::of_standard_output(), Path::new(NO_PATH), outputs)?;
        }
        Ok(())
    }

    /// Returns an error if the file is an input or another output.
    fn is_free(&self, id: Option<FileId>, path: &Path, outputs: &mut Outputs) -> Result<(), String> {
        let Some(id) = id else { return Ok(()) };
        let shown = shown(path);
        match self.inputs.get(&id) {
            Some(input) if *input == shown => {
                return Err(format!("{shown}: would be written over while it is read"));
            }
            Some(input) => {
                return Err(format!(
                    "{shown}: is the same file as {input}, and would be written over while it is read"
                ));
            }
            None => {}
        }
        match outputs.ids.insert(id, path.to_owned()) {
            Some(owner) => Err(twice(path, &owner)),
            None => Ok(()),
        }
    }
}

fn shown(path: &Path) -> String {
    if path == Path::new(NO_PATH) { STANDARD_OUTPUT.into() } else { path.display().to_string() }
}

fn named(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", shown(path))
}

fn twice(path: &Path, owner: &Path) -> String {
    if path == owner {
        return format!("{}: is named for two outputs: name another file for one of them", shown(path));
    }
    format!("{} and {} are the same file: name another for one of them", shown(owner), shown(path))
}

impl Target {
    /// Writes the whole content.
    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Target::Standard => standard::write(bytes),
            Target::Direct(path) => {
                let mut file = target::open(path)?;
                file.write_all(bytes).and_then(|()| file.flush())
            }
            Target::Replaced(path) => {
                let mut replacement = Replacement::create(path)?;
                replacement.write_all(bytes)?;
                replacement.commit()
            }
        }
    }

    /// Checks that the target can be written, which is better found out before hours of work.
    fn try_out(&self) -> io::Result<()> {
        match self {
            Target::Replaced(path) => Replacement::create(path).map(drop),
            // Opening and closing a pipe would end it for its reader.
            Target::Standard | Target::Direct(_) => Ok(()),
        }
    }
}
