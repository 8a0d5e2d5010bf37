//! Registry of the temporary files, so that none is left behind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Temporary files of this program.
#[derive(Debug, Default)]
struct TemporaryFiles {
    files: Vec<PathBuf>,
    /// Whether the program is about to end: no file is created or renamed any more.
    is_over: bool,
}

static TEMPORARY_FILES: Mutex<TemporaryFiles> =
    Mutex::new(TemporaryFiles { files: Vec::new(), is_over: false });

fn temporary_files() -> MutexGuard<'static, TemporaryFiles> {
    TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a temporary file.
pub(super) fn make(path: &Path, create: impl FnOnce(&Path) -> io::Result<File>) -> io::Result<File> {
    let mut temporary = temporary_files();
    if temporary.is_over {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let file = create(path)?;
    temporary.files.push(path.to_owned());
    Ok(file)
}

/// Renames a temporary file to its target. If that fails the file stays, since it may hold all the work.
pub(super) fn rename(path: &Path, to: &Path) -> io::Result<()> {
    let mut temporary = temporary_files();
    if temporary.is_over {
        return Err(io::ErrorKind::Interrupted.into());
    }
    temporary.files.retain(|file| file != path);
    fs::rename(path, to).map_err(|error| {
        let what = format!("cannot be replaced ({error}): the new content is in {}", path.display());
        io::Error::new(error.kind(), what)
    })
}

/// Removes a temporary file.
pub(super) fn remove(path: &Path) {
    let mut temporary = temporary_files();
    temporary.files.retain(|file| file != path);
    let _ = fs::remove_file(path);
}

/// Removes all temporary files and forbids new ones.
fn sweep() {
    let mut temporary = temporary_files();
    temporary.is_over = true;
    for file in temporary.files.drain(..) {
        let _ = fs::remove_file(file);
    }
}

/// Guard that removes the temporary files when the program ends, also by a panic.
#[derive(Debug)]
pub(crate) struct CleanUp;

impl Drop for CleanUp {
    fn drop(&mut self) {
        let files: Vec<PathBuf> = temporary_files().files.drain(..).collect();
        files.iter().for_each(|file| drop(fs::remove_file(file)));
    }
}

/// Ends the program at once, after removing the temporary files.
pub(crate) fn exit(status: u8) -> ! {
    sweep();
    std::process::exit(i32::from(status))
}
