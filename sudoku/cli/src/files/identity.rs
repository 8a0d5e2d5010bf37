//! Identity of files behind paths: through symbolic and hard links, and through open descriptors.
//!
//! On Unix the identity is device and inode, on Windows volume and file number. Devices, terminals and pipes have no
//! identity here: writing to them overwrites nothing.

use std::io;
use std::path::{Path, PathBuf};

use super::target::folder;

#[cfg(unix)]
pub(super) use unix::{FileId, of, of_standard_input, of_standard_output};
#[cfg(windows)]
pub(super) use windows::{FileId, of, of_standard_input, of_standard_output};

#[cfg(unix)]
mod unix {
    use std::fs::{File, Metadata};
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    use std::path::Path;

    /// Device and inode.
    pub(in super::super) type FileId = (u64, u64);

    pub(in super::super) fn of(path: &Path) -> Option<FileId> {
        id(&path.metadata().ok()?)
    }

    pub(in super::super) fn of_standard_input() -> Option<FileId> {
        of_open(io::stdin())
    }

    pub(in super::super) fn of_standard_output() -> Option<FileId> {
        of_open(io::stdout())
    }

    fn of_open(file: impl AsFd) -> Option<FileId> {
        let file = File::from(file.as_fd().try_clone_to_owned().ok()?);
        id(&file.metadata().ok()?)
    }

    fn id(found: &Metadata) -> Option<FileId> {
        let kind = found.file_type();
        let is_special = kind.is_char_device() || kind.is_fifo() || kind.is_socket();
        (!is_special).then(|| (found.dev(), found.ino()))
    }
}

#[cfg(windows)]
mod windows {
    use std::path::Path;

    /// Volume and file number, which hold as long as the file is open.
    pub(in super::super) type FileId = same_file::Handle;

    pub(in super::super) fn of(path: &Path) -> Option<FileId> {
        FileId::from_path(path).ok()
    }

    pub(in super::super) fn of_standard_input() -> Option<FileId> {
        FileId::stdin().ok()
    }

    pub(in super::super) fn of_standard_output() -> Option<FileId> {
        FileId::stdout().ok()
    }
}

/// Returns the place of an existing or future file: equal for all paths that reach it through folders.
pub(super) fn place(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let folder = folder(path).canonicalize()?;
    // On these systems names that differ in case only usually mean the same file.
    if cfg!(any(windows, target_vendor = "apple")) {
        return Ok(folder.join(name.to_string_lossy().to_lowercase()));
    }
    Ok(folder.join(name))
}
