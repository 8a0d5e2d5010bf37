//! Temporary file beside the target, which it replaces when it is complete.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::target::folder;
use super::temporary;

/// Maximum number of names to try: files of killed programs may occupy some.
const MOST_NAMES: u64 = 1000;

/// Temporary file; removed on drop unless it was committed.
#[derive(Debug)]
pub(super) struct Replacement {
    file: File,
    path: PathBuf,
    target: PathBuf,
    is_whole: bool,
}

impl Replacement {
    /// Creates the file, with the owner and the permissions of the old file if there is one.
    pub fn create(target: &Path) -> io::Result<Replacement> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let old = target.metadata().ok();
        if old.is_some() {
            // A file that may not be written may not be replaced either.
            OpenOptions::new().write(true).open(target)?;
        }
        for _ in 0..MOST_NAMES {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            // Hidden, so that a concurrent reader of the folder does not take the file for an input.
            let path = folder(target).join(format!(".sudoku-{}-{number}.tmp", std::process::id()));
            match temporary::make(&path, |path| create_new(path, old.as_ref())) {
                Ok(file) => {
                    return Ok(Replacement { file, path, target: target.to_owned(), is_whole: false });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) if old.is_some() => {
                    let what = format!(
                        "no file can be created in its folder ({error}): name another file, or redirect standard output"
                    );
                    return Err(io::Error::new(error.kind(), what));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Gives the complete file its name.
    pub fn commit(mut self) -> io::Result<()> {
        // Without this, the name could survive a crash of the machine and the content be lost.
        self.file.sync_all()?;
        self.is_whole = true;
        temporary::rename(&self.path, &self.target)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.is_whole {
            temporary::remove(&self.path);
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(unix)]
fn create_new(path: &Path, old: Option<&Metadata>) -> io::Result<File> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};

    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let Some(old) = old else { return options.open(path) };
    let file = options.mode(old.mode() & 0o777).open(path)?;
    let own = file.metadata()?;
    let is_same = (own.uid(), own.gid()) == (old.uid(), old.gid());
    let is_kept = is_same || fchown(&file, Some(old.uid()), Some(old.gid())).is_ok();
    // Group permissions are kept for the same group only. File systems without permissions have none to keep.
    let mode = old.mode() & if is_kept { 0o7777 } else { 0o707 };
    let _ = file.set_permissions(PermissionsExt::from_mode(mode));
    Ok(file)
}

#[cfg(not(unix))]
fn create_new(path: &Path, _: Option<&Metadata>) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}
