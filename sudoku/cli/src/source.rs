//! Sources of puzzles: files, standard input, or the arguments themselves.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::error::{ContextKind, ContextValue};
use sudoku::Puzzle;
use sudoku::format::{Options, ParseError, Unknown, decoded, parse};

use crate::Refused;
use crate::args::Input;

/// Returns the text of a file, in UTF-8 or UTF-16.
pub(crate) fn text_of(path: impl AsRef<Path>) -> io::Result<String> {
    std::fs::read(path).map(|bytes| decoded(&bytes))
}

/// Source to read from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    File(PathBuf),
    Standard,
    /// Puzzle typed as an argument.
    Typed(String),
}

/// Reader of a source.
pub(crate) type Reader = Box<dyn Read + Send>;

impl Source {
    /// Returns the sources that the arguments name; standard input if there are none.
    pub fn all(input: &Input) -> Result<Vec<Source>, Refused> {
        if input.inputs.is_empty() {
            if io::stdin().is_terminal() {
                return Err(Refused(
                    "there is no puzzle: name a file, pipe one in, type the puzzle itself, or `-` to type \
                     it line by line (--help has examples)"
                        .into(),
                ));
            }
            return Ok(vec![Source::Standard]);
        }
        // Whether a puzzle has to be understood is known to the command.
        let options = Options { unknown: Unknown::Ignore, ..input.options() };
        let sources: Result<Vec<_>, _> = input.inputs.iter().map(|arg| Source::of(arg, &options)).collect();
        Ok(sources?.into_iter().flatten().collect())
    }

    /// Returns a file, or standard input for `-`.
    pub fn named(name: OsString) -> Source {
        if name == "-" { Source::Standard } else { Source::File(name.into()) }
    }

    /// Reads all of the text.
    pub fn text(&self) -> Result<String, Refused> {
        let mut text = Vec::new();
        let read = self.open().and_then(|mut reader| reader.read_to_end(&mut text));
        read.map_err(|error| Refused(format!("{}: {error}", self.name())))?;
        Ok(decoded(&text))
    }

    /// Returns one source, or the files of a folder.
    fn of(arg: &OsStr, options: &Options) -> Result<Vec<Source>, Refused> {
        if arg == "-" {
            return Ok(vec![Source::Standard]);
        }
        let path = PathBuf::from(arg);
        let missing = match path.metadata() {
            Ok(metadata) if metadata.is_dir() => return Source::folder(&path),
            Ok(_) => return Ok(vec![Source::File(path)]),
            Err(error) => error,
        };
        let shown = path.display();
        let Some(text) = arg.to_str() else {
            return Err(Refused(format!("{shown}: {missing}")));
        };
        // A batch has one puzzle on each line; so has an argument.
        match parse(text, options) {
            Ok(puzzles) if !puzzles.is_empty() => Ok(vec![Source::Typed(text.to_owned())]),
            // A puzzle with signs that look like others is left to the reader, which reports an error or lets the user
            // be asked.
            Err(error) if !error.meant.is_empty() => Ok(vec![Source::Typed(text.to_owned())]),
            Ok(_) => {
                Err(Refused(format!("{text:?} is neither a file ({missing}) nor a puzzle (it is blank)")))
            }
            Err(_) if is_file_name(text) => Err(Refused(format!("{shown}: {missing}"))),
            Err(error) => Err(Refused(format!(
                "{shown} is neither a file ({missing}) nor a puzzle ({})",
                error.message()
            ))),
        }
    }

    /// Returns the files of a folder by name, without hidden files and subfolders.
    fn folder(path: &Path) -> Result<Vec<Source>, Refused> {
        let shown = path.display();
        let entries = path.read_dir().map_err(|error| Refused(format!("{shown}: {error}")))?;
        let mut files = Vec::new();
        for entry in entries {
            let file = entry.map_err(|error| Refused(format!("{shown}: {error}")))?.path();
            let is_hidden = file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if !is_hidden && file.is_file() {
                files.push(file);
            }
        }
        if files.is_empty() {
            return Err(Refused(format!("{shown}: there are no files in this folder")));
        }
        files.sort();
        Ok(files.into_iter().map(Source::File).collect())
    }

    /// Returns the name in messages.
    pub fn name(&self) -> Arc<str> {
        match self {
            Source::File(path) => path.display().to_string().into(),
            Source::Standard => "standard input".into(),
            Source::Typed(_) => "argument".into(),
        }
    }

    /// Returns the size, if it is known.
    pub fn size(&self) -> Option<u64> {
        match self {
            Source::File(path) => {
                path.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len())
            }
            Source::Standard => None,
            Source::Typed(text) => Some(text.len() as u64),
        }
    }

    /// Opens the source.
    pub fn open(&self) -> io::Result<Reader> {
        Ok(match self {
            Source::File(path) => Box::new(File::open(path)?),
            Source::Standard => Box::new(Unbuffered),
            Source::Typed(text) => Box::new(Cursor::new(text.clone())),
        })
    }
}

/// Returns advice for a file or a puzzle that was typed in the place of a command.
pub(crate) fn without_command(error: &clap::Error) -> Option<String> {
    let ContextValue::String(word) = error.get(ContextKind::InvalidSubcommand)? else { return None };
    let options = Options { unknown: Unknown::Ignore, ..Options::default() };
    let is_puzzle = || parse(word, &options).is_ok_and(|puzzles| !puzzles.is_empty());
    let what = match () {
        () if Path::new(word).exists() => "a file",
        () if is_file_name(word) => "the name of a file",
        () if word.len() >= 16 && is_puzzle() => "a puzzle",
        () => return None,
    };
    let shown = if word.len() > 40 { "PUZZLE" } else { word };
    Some(format!(
        "{shown} is {what}, and a command comes before it: `sudoku solve {shown}` (--help lists all)"
    ))
}

/// Whether a text that is no puzzle looks like the name of a file: with a folder, or with an extension of letters.
pub(crate) fn is_file_name(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(OsStr::to_str);
    let is_ending = |ending: &str| ending.len() <= 8 && ending.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_word = text.len() < 256 && !text.contains("://") && !text.contains(char::is_whitespace);
    is_word && (text.contains(['/', '\\']) || ending.is_some_and(is_ending))
}

/// Standard input without buffering: each read returns what is there, so that it can be answered at once.
struct Unbuffered;

impl Read for Unbuffered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().lock().read(buffer)
    }
}

/// Reads the puzzles of a text that `--skip` and `--take` leave. `name` is the name of the text in messages.
pub(crate) fn puzzles(
    name: &str,
    text: &str,
    options: &Options,
    input: &Input,
) -> Result<impl Iterator<Item = Puzzle> + use<>, Refused> {
    let wrong = |error: ParseError| Refused(format!("{name}:{error}"));
    let puzzles = parse(text, options).map_err(wrong)?;
    let [skip, take] = [input.skip, input.take.unwrap_or(u64::MAX)]
        .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    Ok(puzzles.into_iter().skip(skip).take(take))
}
