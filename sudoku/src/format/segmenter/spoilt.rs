//! Records that are refused as a whole because they, or a line in them, are too long: the rest of such a record must not
//! become a puzzle of its own.

use super::{LARGEST_RECORD, Segmenter};
use crate::format::definition::Layout;
use crate::format::record::Kind;
use crate::format::{binary, native};
use crate::text::ParseError;

/// The end of a record that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// A blank line.
    Blank,
    /// A line of `===`.
    Separator,
    /// None: what follows is no text, or the brackets in a dropped line were not counted.
    Everything,
    /// Unknown before the next line, which may show the format.
    Undecided,
}

impl Segmenter {
    /// Takes a line that was longer than `most` bytes and has been dropped.
    pub fn overlong(&mut self, most: usize) {
        self.line += 1;
        if self.rest.is_some_and(|rest| rest != Rest::Undecided) {
            return;
        }
        self.refuse(ParseError::new(self.line, 1, format!("a line of more than {} MiB", most >> 20)));
    }

    /// Takes the first bytes of the input, up to the end of a line at most. In a batch each line is refused by itself.
    pub fn begin(&mut self, begin: &[u8]) {
        if let Some(error) = binary::error(begin).filter(|_| !self.echo) {
            self.refuse_input(error);
        }
    }

    /// Refuses the input from here on, because it is no text.
    pub(super) fn refuse_input(&mut self, error: ParseError) {
        self.refuse(error);
        self.rest = Some(Rest::Everything);
    }

    /// Refuses the current record, which began in this line and is too large.
    pub(super) fn refuse_large(&mut self, line: u64) {
        let what = format!("a puzzle of more than {} MiB", LARGEST_RECORD >> 20);
        self.refuse(ParseError::new(line, 1, what));
    }

    /// Refuses the current record with its rest.
    fn refuse(&mut self, error: ParseError) {
        let has_begun = self.has_begun();
        self.close_passage();
        let is_in_documents = self.in_documents();
        self.rest = match self.layout {
            _ if is_in_documents => Some(Rest::Everything),
            Layout::Blocks => Some(Rest::Separator),
            Layout::Rows => Some(Rest::Blank),
            _ if has_begun => Some(Rest::Blank),
            _ if self.undecided => Some(Rest::Undecided),
            _ => None,
        };
        self.group = None;
        #[cfg(feature = "links")]
        {
            self.documents = None;
        }
        self.begin_anew();
        self.undecided = self.rest == Some(Rest::Undecided);
        let error = if is_in_documents { error.hint("the rest of the input is skipped") } else { error };
        self.push(0..0, error.line, Kind::Damaged(Box::new(error)));
    }

    /// Returns whether a line belongs to the rest of a record that was refused.
    pub(super) fn is_of_rest(&mut self, line: &[u8]) -> bool {
        let Some(rest) = self.rest else { return false };
        let text = String::from_utf8_lossy(line);
        let is_last = match rest {
            Rest::Blank => text.trim().is_empty(),
            Rest::Separator => native::is_separator(&text),
            Rest::Everything => false,
            Rest::Undecided => {
                self.decide(&text);
                if !self.undecided && self.layout == Layout::Blocks {
                    self.rest = Some(Rest::Separator);
                } else if !self.undecided {
                    self.rest = None;
                }
                return self.rest.is_some();
            }
        };
        if is_last {
            self.rest = None;
        }
        true
    }
}
