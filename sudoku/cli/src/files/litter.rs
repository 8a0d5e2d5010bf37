//! Temporary files that there are now, so that none is left behind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary files of this program.
#[derive(Debug, Default)]
struct Litter {
    files: Vec<PathBuf>,
    /// The program is about to end: none is made any more, and none gets its name.
    is_over: bool,
}

static LITTER: Mutex<Litter> = Mutex::new(Litter { files: Vec::new(), is_over: false });

fn litter() -> MutexGuard<'static, Litter> {
    LITTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file.
pub(super) fn make(path: &Path, create: impl FnOnce(&Path) -> io::Result<File>) -> io::Result<File> {
    let mut litter = litter();
    if litter.is_over {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let file = create(path)?;
    litter.files.push(path.to_owned());
    Ok(file)
}

/// Gives it its name. It stays where it is if that fails: all that was done may be in it.
pub(super) fn rename(path: &Path, to: &Path) -> io::Result<()> {
    let mut litter = litter();
    if litter.is_over {
        return Err(io::ErrorKind::Interrupted.into());
    }
    litter.files.retain(|file| file != path);
    fs::rename(path, to).map_err(|error| {
        let what = format!("cannot be replaced ({error}): what belongs there is in {}", path.display());
        io::Error::new(error.kind(), what)
    })
}

/// Takes it away.
pub(super) fn remove(path: &Path) {
    let mut litter = litter();
    litter.files.retain(|file| file != path);
    let _ = fs::remove_file(path);
}

/// Takes all of them away, for good.
fn sweep() {
    let mut litter = litter();
    litter.is_over = true;
    for file in litter.files.drain(..) {
        let _ = fs::remove_file(file);
    }
}

/// Takes them away when the run of the program ends, be it by a panic.
#[derive(Debug)]
pub(crate) struct Sweep;

impl Drop for Sweep {
    fn drop(&mut self) {
        let files: Vec<PathBuf> = litter().files.drain(..).collect();
        files.iter().for_each(|file| drop(fs::remove_file(file)));
    }
}

/// Ends the program at once, without a trace.
pub(crate) fn leave(status: u8) -> ! {
    sweep();
    std::process::exit(i32::from(status))
}
