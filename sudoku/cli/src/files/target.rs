//! What is behind a path: a file to be replaced, a device or a pipe, or what the program was started with.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Links that lead to links.
const MOST_LINKS: usize = 40;

/// How a path is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// It is standard output under another name.
    Standard,
    /// As it is: there is nothing to be replaced.
    Direct(PathBuf),
    /// By a file that takes its place when it is whole. No link is left in it.
    Beside(PathBuf),
}

impl Target {
    /// Where it leads.
    pub fn of(path: &Path) -> io::Result<Target> {
        if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut place = path.to_owned();
        for _ in 0..MOST_LINKS {
            match descriptor(&place) {
                Some(1) => return Ok(Target::Standard),
                // A file that somebody else has opened: whoever reads it there would not see one in its place.
                Some(_) => return Ok(Target::Direct(path.to_owned())),
                None => {}
            }
            match fs::read_link(&place) {
                Ok(to) => place = folder(&place).join(to),
                Err(_) => return Target::without_links(place),
            }
        }
        Err(io::Error::other("too many links lead to each other"))
    }

    fn without_links(place: PathBuf) -> io::Result<Target> {
        match place.metadata() {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if found.is_file() => Ok(Target::Beside(place)),
            Ok(_) => Ok(Target::Direct(place)),
            Err(_) if cfg!(windows) && is_device(&place) => Ok(Target::Direct(place)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && place.file_name().is_some() => {
                Ok(Target::Beside(place))
            }
            Err(error) => Err(error),
        }
    }
}

/// Opens what is written as it is. What somebody else has written there, into a file that the shell has opened, stays.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let options = if cfg!(windows) { options.write(true) } else { options.append(true) };
    options.open(path)
}

/// The folder that a path is in.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// The number of a file that this program has open, as `/dev/stdout` and `/dev/fd/3` name it.
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

/// Names that are devices in every folder.
fn is_device(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    ["NUL", "CON", "CONOUT$"].iter().any(|device| name.is_some_and(|name| name.eq_ignore_ascii_case(device)))
}
