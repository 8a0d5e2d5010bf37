//! Lines of other tools: links and ids, and documents over several lines.

use std::ops::Range;

use super::Segmenter;
use crate::format::Layout;
use crate::format::links::{self, Begin, Scanner};
use crate::format::records::Kind;
use crate::format::shape::{Line, look};

impl Segmenter {
    /// Takes a line of another tool; says whether it was one.
    pub(super) fn foreign_line(&mut self, buffer: &[u8], range: Range<usize>) -> bool {
        if self.documents.is_some() {
            self.document_line(buffer, range);
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
            Layout::Rows | Layout::Csv | Layout::Native => None,
        };
        let Some(begin) = begin else { return false };
        self.close();
        self.undecided = false;
        (self.waiting, self.loose, self.after_line) = (None, None, 0);
        (self.after_rows, self.ruled) = (false, false);
        let is_one_line = matches!(self.layout, Layout::Lines | Layout::Links);
        match begin {
            Begin::Link => self.push(range, self.line, Kind::Link),
            Begin::Document if is_one_line => self.push(range, self.line, Kind::Document),
            Begin::Document => {
                self.documents = Some(Scanner::new(line));
                self.document_line(buffer, range);
            }
        }
        true
    }

    fn document_line(&mut self, buffer: &[u8], range: Range<usize>) {
        let Some(documents) = &mut self.documents else { return };
        let mut found = Vec::new();
        let goes_on = documents.line(buffer, range, self.line, &mut found);
        for found in found {
            self.document(found);
        }
        if !goes_on {
            self.close_documents();
        }
    }

    fn document(&mut self, (range, line, error): links::Found) {
        let kind = error.map_or(Kind::Document, |error| Kind::Damaged(Box::new(error)));
        self.push(range, line, kind);
    }

    /// The documents end here.
    pub(super) fn close_documents(&mut self) {
        if let Some(found) = self.documents.take().and_then(|documents| documents.finish(self.line)) {
            self.document(found);
        }
    }

    /// Whether a line may be longer than others: documents are often written in one.
    pub fn takes_long(&self, line: &[u8]) -> bool {
        let may_begin = matches!(self.layout, Layout::Text | Layout::Documents);
        self.documents.is_some() || may_begin && links::begin(line) == Some(Begin::Document)
    }
}
