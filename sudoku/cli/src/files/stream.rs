//! Results as they come, to a file or to standard output.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::STANDARD_OUTPUT;
use super::replacement::Replacement;
use super::standard::Standard;
use super::target::{self, Target};

/// Destination of results. A file gets its name only when it is complete.
#[derive(Debug)]
pub(crate) struct Stream {
    /// Name in messages.
    pub name: String,
    to: To,
}

#[derive(Debug)]
enum To {
    Standard(Standard),
    Direct(File),
    Replacement(Replacement),
    Ended,
}

impl Stream {
    pub(super) fn standard() -> Stream {
        Stream { name: STANDARD_OUTPUT.into(), to: To::Standard(Standard) }
    }

    /// Returns a stream for jobs that write their files by themselves.
    pub fn nowhere() -> Stream {
        Stream { name: String::new(), to: To::Ended }
    }

    pub(super) fn open(path: &Path, target: Target) -> io::Result<Stream> {
        let to = match target {
            Target::Standard => To::Standard(Standard),
            Target::Direct(path) => To::Direct(target::open(&path)?),
            Target::Replaced(path) => To::Replacement(Replacement::create(&path)?),
        };
        Ok(Stream { name: path.display().to_string(), to })
    }

    /// Ends the stream. If `is_kept`, the new file replaces the old one; otherwise the old file stays.
    pub fn end(&mut self, is_kept: bool) -> io::Result<()> {
        match std::mem::replace(&mut self.to, To::Ended) {
            To::Replacement(replacement) if is_kept => replacement.commit(),
            _ => Ok(()),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Standard(standard) => standard.write(bytes),
            To::Direct(file) => file.write(bytes),
            To::Replacement(replacement) => replacement.write(bytes),
            To::Ended => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Standard(standard) => standard.flush(),
            To::Direct(file) => file.flush(),
            To::Replacement(replacement) => replacement.flush(),
            To::Ended => Ok(()),
        }
    }
}
