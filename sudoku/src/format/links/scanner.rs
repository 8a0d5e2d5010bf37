//! A scanner for documents in a text that comes line by line.

use std::ops::Range;

use super::LARGEST_DOCUMENT;
use crate::text::ParseError;

/// Range and first line of a document, or of an error in its place.
pub(in crate::format) type Found = (Range<usize>, u64, Option<ParseError>);

/// The state between two lines. Offsets are places in the buffer of the reader.
#[derive(Debug, Default)]
pub(in crate::format) struct DocumentScanner {
    language: Language,
    /// Number of open brackets, apart from that of the list.
    depth: usize,
    quoted: bool,
    escaped: bool,
    /// The first line of the list of documents, if one is open.
    list: Option<u64>,
    /// Offset and line of the beginning of the document.
    start: Option<(usize, u64)>,
    /// Whether the text in the place of a document has no brackets.
    bare: bool,
    /// Whether the rest of a document is skipped because the document is too large.
    lost: bool,
    /// Whether a document or an error has been found.
    any: bool,
    end: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Language {
    #[default]
    Json,
    Xml,
}

impl DocumentScanner {
    /// Creates a scanner for a text with this first line.
    pub fn new(line: &[u8]) -> DocumentScanner {
        let is_xml = line.trim_ascii_start().starts_with(b"<");
        DocumentScanner {
            language: if is_xml { Language::Xml } else { Language::Json },
            ..DocumentScanner::default()
        }
    }

    /// Adds the documents that end on a line. Returns whether the next line may continue them.
    pub fn line(&mut self, buffer: &[u8], range: Range<usize>, line: u64, found: &mut Vec<Found>) -> bool {
        self.end = range.end;
        let goes_on = match self.language {
            Language::Json => self.json(buffer, range.clone(), line, found),
            Language::Xml => self.xml(buffer, range.clone(), line, found),
        };
        if let Some((start, first)) = self.start
            && range.end - start > LARGEST_DOCUMENT
        {
            found.push(too_large(range.end, first));
            self.start = None;
            (self.lost, self.any) = (true, true);
        }
        goes_on
    }

    fn json(&mut self, buffer: &[u8], range: Range<usize>, line: u64, found: &mut Vec<Found>) -> bool {
        for at in range.clone() {
            let byte = buffer[at];
            if self.quoted {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => {
                        self.quoted = false;
                        self.emit_at_base(at + 1, found);
                    }
                    _ => {}
                }
                continue;
            }
            if self.bare && (byte.is_ascii_whitespace() || matches!(byte, b',' | b']')) {
                self.emit_at_base(at, found);
            }
            match byte {
                b'[' if self.depth == 0 && self.list.is_none() => self.list = Some(line),
                b']' if self.depth == 0 => self.list = None,
                b'{' | b'[' => {
                    self.begin(at, line);
                    self.depth += 1;
                }
                b'}' | b']' if self.depth > 0 => {
                    self.depth -= 1;
                    self.emit_at_base(at + 1, found);
                }
                b'"' => {
                    self.begin(at, line);
                    self.quoted = true;
                }
                b',' => {}
                _ if byte.is_ascii_whitespace() => {}
                _ if self.depth == 0 && !self.bare => {
                    self.begin(at, line);
                    self.bare = true;
                }
                _ => {}
            }
        }
        if self.bare {
            self.emit_at_base(range.end, found);
        }
        self.depth > 0 || self.quoted || self.list.is_some()
    }

    fn begin(&mut self, at: usize, line: u64) {
        if !self.lost {
            self.start.get_or_insert((at, line));
        }
    }

    /// Completes a document unless brackets are open.
    fn emit_at_base(&mut self, end: usize, found: &mut Vec<Found>) {
        if self.depth > 0 {
            return;
        }
        if let Some((start, line)) = self.start.take() {
            let is_too_large = end - start > LARGEST_DOCUMENT;
            found.push(if is_too_large { too_large(end, line) } else { (start..end, line, None) });
            self.any = true;
        }
        (self.bare, self.lost) = (false, false);
    }

    /// Finds the elements `game` in XML.
    fn xml(&mut self, buffer: &[u8], range: Range<usize>, line: u64, found: &mut Vec<Found>) -> bool {
        let mut at = range.start;
        while at < range.end {
            let rest = &buffer[at..range.end];
            match self.start {
                Some(_) => match memchr::memchr(b'>', rest) {
                    Some(end) => {
                        self.emit_at_base(at + end + 1, found);
                        at += end + 1;
                    }
                    None => return true,
                },
                None => match memchr::memmem::find(rest, b"<game ") {
                    Some(begin) => {
                        self.begin(at + begin, line);
                        at += begin + 1;
                    }
                    None => return memchr::memmem::find(rest, b"</opensudoku").is_none(),
                },
            }
        }
        true
    }

    /// Ends the text. Returns an incomplete document, or an error about a missing part.
    pub fn finish(self, line: u64) -> Option<Found> {
        if let Some((start, line)) = self.start {
            return Some((start..self.end, line, None));
        }
        let error = match self.list {
            Some(line) => {
                ParseError::new(line, 1, "the list of documents is not closed").hint("a ] is missing")
            }
            None if self.language == Language::Xml && !self.any => {
                ParseError::new(line, 1, "there is no game in this XML")
                    .hint("OpenSudoku's has <game data=…>")
            }
            None => return None,
        };
        Some((self.end..self.end, error.line, Some(error)))
    }

    /// Returns the offset of the first byte that is still needed.
    pub fn needed_from(&self) -> Option<usize> {
        self.start.map(|(start, _)| start)
    }

    /// Adjusts all offsets after the first `by` bytes of the buffer have been removed.
    pub fn moved(&mut self, by: usize) {
        if let Some((start, _)) = &mut self.start {
            *start -= by;
        }
        self.end = self.end.saturating_sub(by);
    }
}

fn too_large(end: usize, line: u64) -> Found {
    let error = ParseError::new(line, 1, format!("a document of more than {} MiB", LARGEST_DOCUMENT >> 20));
    (end..end, line, Some(error))
}
