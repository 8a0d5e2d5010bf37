//! Target behind a path: a file to be replaced, a device, a pipe, or an inherited descriptor.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Maximum length of a chain of links.
const MOST_LINKS: usize = 40;

/// Way in which the file behind a path is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Standard output under another name.
    Standard,
    /// Written directly: a device or a pipe, which cannot be replaced.
    Direct(PathBuf),
    /// Replaced by a temporary file when that is complete. The path contains no link any more.
    Replaced(PathBuf),
}

impl Target {
    /// Returns the target of a path.
    pub fn of(path: &Path) -> io::Result<Target> {
        if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut place = path.to_owned();
        for _ in 0..MOST_LINKS {
            match descriptor(&place) {
                Some(1) => return Ok(Target::Standard),
                // A descriptor that the parent process opened: its readers would not see a file in the place of this one.
                Some(_) => return Ok(Target::Direct(path.to_owned())),
                None => {}
            }
            match fs::read_link(&place) {
                Ok(to) => place = folder(&place).join(to),
                Err(_) => return Target::without_links(place),
            }
        }
        Err(io::Error::other("too many symbolic links"))
    }

    fn without_links(place: PathBuf) -> io::Result<Target> {
        match place.metadata() {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if found.is_file() => Ok(Target::Replaced(place)),
            Ok(_) => Ok(Target::Direct(place)),
            Err(_) if cfg!(windows) && is_device(&place) => Ok(Target::Direct(place)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && place.file_name().is_some() => {
                Ok(Target::Replaced(place))
            }
            Err(error) => Err(error),
        }
    }
}

/// Opens a target that is written directly. A file that the shell has opened is not truncated.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let options = if cfg!(windows) { options.write(true) } else { options.append(true) };
    options.open(path)
}

/// Returns the folder of a path.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Returns the descriptor of this program that `/dev/stdout` or `/dev/fd/3` names.
#[cfg(unix)]
fn descriptor(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = folder(path).canonicalize().ok()?;
    let own = Path::new("/proc").join(std::process::id().to_string()).join("fd");
    (folder == own || folder == Path::new("/dev/fd")).then_some(number)
}

#[cfg(not(unix))]
fn descriptor(_: &Path) -> Option<u32> {
    None
}

/// Returns whether the name is a device in every folder.
fn is_device(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    ["NUL", "CON", "CONOUT$"].iter().any(|device| name.is_some_and(|name| name.eq_ignore_ascii_case(device)))
}
