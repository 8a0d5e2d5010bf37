//! Cuts a stream into records: pieces of text with one puzzle each.
//!
//! Every read from the input becomes a [`Chunk`] with all records that are complete by then, so whoever
//! talks line by line through a pipe is answered as soon as the input pauses. Memory does not grow with
//! the input: longer lines and larger puzzles than anyone writes are refused without being held.
//! Which lines belong together is the [segmenter](super::segmenter)'s business.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use super::segmenter::Segmenter;
use super::shape::{Line, look};
use super::{Options, ParseError, csv};

/// A piece of the input with the records that lie in it.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    /// In the order of the input.
    pub records: Vec<Record>,
    /// Bytes of the input up to here.
    pub offset: u64,
    /// The input ends here.
    pub last: bool,
    /// The beginning of another puzzle has been read.
    pub more: bool,
}

impl Chunk {
    /// The text of a record.
    pub fn text(&self, record: &Record) -> &[u8] {
        &self.bytes[record.range.clone()]
    }
}

/// A piece of text with one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub(super) range: Range<usize>,
    /// The number of its first line.
    pub line: u64,
    /// How it is written.
    pub kind: Kind,
}

/// How a record is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A puzzle in one line.
    Line,
    /// A line for each row.
    Rows,
    /// A line of a table, with its columns.
    Csv(csv::Columns),
    /// This project's own format.
    Native,
    /// A link or id of another tool.
    #[cfg(feature = "links")]
    Link,
    /// A document of another tool.
    #[cfg(feature = "links")]
    Document,
    /// Cannot be read, as could be seen already.
    Damaged(Box<ParseError>),
    /// No puzzle: a comment or a blank line, to be passed on.
    Echo,
}

impl Kind {
    /// Its name, for people.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Line => "a line",
            Kind::Rows => "rows",
            Kind::Csv(_) => "a line of a table (csv)",
            Kind::Native => "the native format",
            #[cfg(feature = "links")]
            Kind::Link => "a link or id of another tool",
            #[cfg(feature = "links")]
            Kind::Document => "a document of another tool",
            Kind::Damaged(_) => "damaged",
            Kind::Echo => "no puzzle",
        }
    }
}

/// As much is read at once.
const READ: usize = 256 * 1024;
/// Longer lines are refused.
const LONGEST_LINE: usize = 1 << 20;
/// The same for lines of documents, which may hold many puzzles.
#[cfg(feature = "links")]
const LONGEST_OF_DOCUMENTS: usize = 16 << 20;

/// Records of a stream: every read of it becomes a [`Chunk`] with those that are complete by then.
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    segmenter: Segmenter,
    /// What the latest read gave.
    latest: Box<[u8]>,
    /// What has been read and not yet given away.
    buffer: Vec<u8>,
    /// Where the line begins that is being read, and up to where it has no end.
    line_start: usize,
    looked: usize,
    /// The rest of a line longer than this is being dropped.
    dropping: Option<usize>,
    offset: u64,
    ended: bool,
}

impl<'a> Records<&'a [u8]> {
    /// The records of a text at hand: in one chunk, unless it is long.
    pub(super) fn of_text(text: &'a [u8], options: &Options) -> Records<&'a [u8]> {
        if text.len() > READ {
            return Records::new(text, options);
        }
        Records {
            input: &[],
            segmenter: Segmenter::new(options),
            latest: [0].into(),
            buffer: text.to_vec(),
            line_start: 0,
            looked: 0,
            dropping: None,
            offset: text.len() as u64,
            ended: false,
        }
    }
}

impl<R: Read> Records<R> {
    /// The records of an input.
    pub fn new(input: R, options: &Options) -> Records<R> {
        Records {
            input,
            segmenter: Segmenter::new(options),
            latest: vec![0; READ].into(),
            buffer: Vec::new(),
            line_start: 0,
            looked: 0,
            dropping: None,
            offset: 0,
            ended: false,
        }
    }

    /// The records that the next read of the input completes; `None` at the end. A chunk may have none.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        if self.ended {
            return Ok(None);
        }
        let read = loop {
            match self.input.read(&mut self.latest) {
                Ok(read) => break read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        self.buffer.extend_from_slice(&self.latest[..read]);
        self.offset += read as u64;
        self.cut();
        if read == 0 {
            self.ended = true;
            if let Some(most) = self.dropping.or_else(|| self.too_long(self.buffer.len())) {
                self.segmenter.overlong(most);
            } else if self.line_start < self.buffer.len() {
                let line = self.line_start..self.buffer.len();
                self.segmenter.line(&self.buffer, line);
            }
            self.segmenter.close();
            self.line_start = self.buffer.len();
        }
        Ok(Some(self.give()))
    }

    /// Cuts all lines that are complete.
    fn cut(&mut self) {
        while let Some(at) = memchr::memchr(b'\n', &self.buffer[self.looked..]) {
            let end = self.looked + at;
            if let Some(most) = self.dropping.take().or_else(|| self.too_long(end)) {
                self.segmenter.overlong(most);
            } else {
                self.segmenter.line(&self.buffer, self.line_start..end);
            }
            (self.line_start, self.looked) = (end + 1, end + 1);
        }
        self.looked = self.buffer.len();
        self.dropping = self.dropping.or_else(|| self.too_long(self.looked));
        if self.dropping.is_some() {
            self.buffer.truncate(self.line_start);
            self.looked = self.line_start;
        }
    }

    /// The bytes that the line may have, if up to here it has more.
    fn too_long(&self, end: usize) -> Option<usize> {
        let length = end - self.line_start;
        if length <= LONGEST_LINE {
            return None;
        }
        #[cfg(feature = "links")]
        if self.segmenter.takes_long(&self.buffer[self.line_start..self.line_start + LONGEST_LINE]) {
            return (length > LONGEST_OF_DOCUMENTS).then_some(LONGEST_OF_DOCUMENTS);
        }
        Some(LONGEST_LINE)
    }

    /// What is done with goes into a chunk, what is not begins the next buffer.
    fn give(&mut self) -> Chunk {
        self.segmenter.forget(self.line_start);
        // The beginning of a long line will do.
        let rest = &self.buffer[self.line_start..];
        let rest = String::from_utf8_lossy(&rest[..rest.len().min(1024)]);
        let more = self.segmenter.has_begun() || matches!(look(&rest), Line::Cells(_) | Line::Dashes(_));
        let keep = self.segmenter.needed_from().unwrap_or(self.line_start).min(self.line_start);
        let rest = self.buffer[keep..].to_vec();
        let bytes = std::mem::replace(&mut self.buffer, rest);
        self.line_start -= keep;
        self.looked -= keep;
        self.segmenter.moved(keep);
        let records = self.segmenter.take();
        Chunk { bytes, records, offset: self.offset, last: self.ended, more }
    }
}
