//! Reads a stream and cuts it into records: pieces of text with one puzzle each.
//!
//! Every read of the input becomes a [`Chunk`] with all records that are complete by then, so that a program at the
//! other end of a pipe gets answers line by line. Memory does not grow with the input: lines and puzzles above a limit
//! are refused without being held. The [segmenter](super::segmenter) decides which lines make a record.

mod encoding;

use std::io::{self, ErrorKind, Read};

use super::record::Record;
use super::segmenter::Segmenter;
use super::shape::{Line, look};
use super::{Options, binary};
use encoding::Encoding;
pub use encoding::decoded;

/// A piece of the input with its records.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    /// Records in the order of the input.
    pub records: Vec<Record>,
    /// Bytes of the input up to the end of this piece.
    pub offset: u64,
    /// Whether the input ends with this piece.
    pub last: bool,
    /// Whether the beginning of another puzzle has been read.
    pub more: bool,
}

impl Chunk {
    /// Returns the text of a record.
    pub fn text(&self, record: &Record) -> &[u8] {
        &self.bytes[record.range.clone()]
    }
}

/// Bytes of one read.
const READ: usize = 128 * 1024;
/// The longest line in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// The longest line of documents, which may hold many puzzles.
#[cfg(feature = "links")]
const LONGEST_OF_DOCUMENTS: usize = 16 << 20;

/// Records of a stream. Every read becomes a [`Chunk`] with the records that are complete by then.
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    segmenter: Segmenter,
    encoding: Encoding,
    /// Space for one read.
    latest: Box<[u8]>,
    /// Bytes that have not been returned in a chunk yet.
    buffer: Vec<u8>,
    /// The beginning of the current line, and the place up to which no end of it was found.
    line_start: usize,
    looked: usize,
    /// The limit that the current line exceeds: its rest is dropped.
    dropping: Option<usize>,
    offset: u64,
    /// Whether the beginning of the input has been looked at.
    looked_at: bool,
    ended: bool,
}

impl<'a> Records<&'a [u8]> {
    /// The records of a whole text, in one chunk unless it is long.
    pub(super) fn of_text(text: &'a [u8], options: &Options) -> Records<&'a [u8]> {
        if text.len() > READ {
            return Records::new(text, options);
        }
        Records {
            input: &[],
            segmenter: Segmenter::new(options),
            encoding: Encoding::default(),
            latest: [0].into(),
            buffer: text.to_vec(),
            line_start: 0,
            looked: 0,
            dropping: None,
            offset: text.len() as u64,
            looked_at: false,
            ended: false,
        }
    }
}

impl<R: Read> Records<R> {
    /// Creates the records of an input.
    pub fn new(input: R, options: &Options) -> Records<R> {
        Records {
            input,
            segmenter: Segmenter::new(options),
            encoding: Encoding::default(),
            latest: vec![0; READ].into(),
            buffer: Vec::new(),
            line_start: 0,
            looked: 0,
            dropping: None,
            offset: 0,
            looked_at: false,
            ended: false,
        }
    }

    /// Reads once and returns the records that are complete then, perhaps none; `None` at the end of the input.
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
        self.encoding.append(&self.latest[..read], &mut self.buffer);
        if read == 0 {
            self.encoding.finish(&mut self.buffer);
        }
        self.offset += read as u64;
        if !self.looked_at {
            self.look_at_begin(read == 0);
        }
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

    /// Refuses the input if its first line shows that it is no text.
    fn look_at_begin(&mut self, is_whole: bool) {
        let begin = &self.buffer[..self.buffer.len().min(binary::LOOKED_AT)];
        let end = memchr::memchr(b'\n', begin);
        if end.is_some() || is_whole || begin.len() == binary::LOOKED_AT {
            self.looked_at = true;
            self.segmenter.begin(&begin[..end.map_or(begin.len(), |end| end + 1)]);
        }
    }

    /// Passes all complete lines to the segmenter.
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

    /// Returns the limit of the current line if it is longer up to `end`.
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

    /// Returns the bytes of complete records as a chunk and keeps the others.
    fn give(&mut self) -> Chunk {
        self.segmenter.forget(self.line_start);
        // The beginning of a long line is enough.
        let rest = &self.buffer[self.line_start..];
        let rest = String::from_utf8_lossy(&rest[..rest.len().min(1024)]);
        let more = self.segmenter.has_begun() || matches!(look(&rest), Line::Cells(_) | Line::Dashes(_));
        let keep = self.segmenter.needed_from().unwrap_or(self.line_start).min(self.line_start);
        let rest = self.buffer[keep..].to_vec();
        let bytes = std::mem::replace(&mut self.buffer, rest);
        self.line_start -= keep;
        self.looked -= keep;
        self.segmenter.moved(keep);
        let records = self.segmenter.take(&bytes, self.ended);
        Chunk { bytes, records, offset: self.offset, last: self.ended, more }
    }
}
