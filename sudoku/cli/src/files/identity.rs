//! Which file a path leads to, however it is called: links of both kinds, and what the shell has opened.
//!
//! On Unix device and inode tell, on Windows the volume and the number of the file. Devices, terminals and pipes are
//! nobody's: what is written there is lost to nobody.

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

    /// Volume and number, which hold as long as the file is open.
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

/// Where a file stands, or will stand: equal for all names that lead there through folders.
pub(super) fn place(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let folder = folder(path).canonicalize()?;
    // Where two names that differ in case only are usually one.
    if cfg!(any(windows, target_vendor = "apple")) {
        return Ok(folder.join(name.to_string_lossy().to_lowercase()));
    }
    Ok(folder.join(name))
}
