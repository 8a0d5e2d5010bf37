//! Lines of other tools: links and ids, and documents of several lines.

use std::ops::Range;

use super::Segmenter;
use super::passage::Passage;
use crate::format::Format;
use crate::format::definition::Layout;
use crate::format::links::{self, Begin, DocumentScanner};
use crate::format::record::{Kind, Record};
use crate::format::shape::{Line, look};

impl Segmenter {
    /// Takes a line in a format of another tool. Returns whether the line was taken.
    pub(super) fn foreign_line(&mut self, buffer: &[u8], range: Range<usize>) -> bool {
        if self.documents.is_some() {
            self.document_line(buffer, range, self.line);
            return true;
        }
        let line = &buffer[range.clone()];
        let begin = match self.layout {
            Layout::Text | Layout::Lines => links::begin(line),
            Layout::Documents | Layout::Links => {
                let looks = || look(&String::from_utf8_lossy(&line[..line.len().min(1024)]));
                match links::begin(line) {
                    None if matches!(looks(), Line::Blank | Line::Comment) => return true,
                    begin => Some(begin.unwrap_or(Begin::Link)),
                }
            }
            Layout::Rows | Layout::Table | Layout::Blocks => None,
        };
        let Some(begin) = begin else { return false };
        if begin == Begin::Link
            && self.layout == Layout::Text
            && self.address_with_board(buffer, range.clone())
        {
            return true;
        }
        self.begin_anew();
        let is_one_line = matches!(self.layout, Layout::Lines | Layout::Links);
        match begin {
            Begin::Link => self.push(range, self.line, Kind::Puzzle(Format::Link)),
            Begin::Document if is_one_line => self.push(range, self.line, Kind::Puzzle(Format::FPuzzles)),
            Begin::Document => self.begin_documents(buffer, range, self.line),
        }
        true
    }

    /// Takes a line that is an address of another page with a board in it. Returns whether it is one.
    fn address_with_board(&mut self, buffer: &[u8], range: Range<usize>) -> bool {
        let text = std::str::from_utf8(&buffer[range.clone()]).unwrap_or_default();
        if !text.trim_start().starts_with("http") || links::links_inside(text).next().is_some() {
            return false;
        }
        let found = self.find(buffer, range, self.line);
        let is_found = matches!(&found[..], [Record { kind: Kind::Found(_), .. }]);
        if is_found {
            self.begin_anew();
            self.records.extend(found);
        }
        is_found
    }

    /// Begins documents with a line.
    pub(super) fn begin_documents(&mut self, buffer: &[u8], range: Range<usize>, line: u64) {
        self.documents = Some(DocumentScanner::new(&buffer[range.clone()]));
        self.document_line(buffer, range, line);
    }

    /// Takes a line of text with links that contain puzzles. Each link is a record from the beginning of the line to
    /// the end of the link. Returns whether the line was taken.
    pub(super) fn text_with_links(&mut self, text: &str, range: Range<usize>) -> bool {
        let is_possible = matches!(self.layout, Layout::Text | Layout::Lines) && text.contains("://");
        if !is_possible || text.trim_start().starts_with('#') {
            return false;
        }
        // A line of a batch is one puzzle.
        let most = if self.echo { 1 } else { usize::MAX };
        let links: Vec<Range<usize>> = links::links_inside(text).take(most).collect();
        if links.is_empty() {
            return false;
        }
        self.begin_anew();
        for link in links {
            self.push(range.start..range.start + link.end, self.line, Kind::Puzzle(Format::Link));
        }
        true
    }

    fn document_line(&mut self, buffer: &[u8], range: Range<usize>, line: u64) {
        let Some(documents) = &mut self.documents else { return };
        let mut found = Vec::new();
        let goes_on = documents.line(buffer, range, line, &mut found);
        for found in found {
            self.document(found);
        }
        if !goes_on {
            self.close_documents();
        }
    }

    fn document(&mut self, (range, line, error): links::Found) {
        if let Some(error) = error {
            return self.push(range, line, Kind::Damaged(Box::new(error)));
        }
        // Documents of other programs may have boards.
        let otherwise = Some(Kind::Puzzle(Format::FPuzzles));
        self.passages.push((self.records.len(), Passage { otherwise, ..Passage::new(range, line, false) }));
    }

    /// Completes the documents.
    pub(super) fn close_documents(&mut self) {
        if let Some(found) = self.documents.take().and_then(|documents| documents.finish(self.line)) {
            self.document(found);
        }
    }

    /// Whether a line may exceed the usual limit, as documents in one line do.
    pub fn takes_long(&self, line: &[u8]) -> bool {
        let may_begin = matches!(self.layout, Layout::Text | Layout::Documents);
        self.documents.is_some() || may_begin && links::begin(line) == Some(Begin::Document)
    }
}
