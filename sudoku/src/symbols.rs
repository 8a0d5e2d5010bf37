//! The printed symbols of values.

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::grid::LARGEST;

/// A table with a symbol for each value. All symbols differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    words: Vec<String>,
    /// The symbols as bytes, if each has one byte; a fast path for printing.
    bytes: Option<Vec<u8>>,
    /// The first of these bytes, if they are in sequence.
    first_in_sequence: Option<u8>,
}

/// The reason why a list of symbols is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolsError(String);

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SymbolsError {}

/// Whether a character is a vertical bar or part of a drawn box. Such characters separate cells.
pub(crate) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '‖' | '｜' | '█' | '▌' | '▐' | '\u{2500}'..='\u{257F}')
}

/// The symbol of an open cell.
pub const OPEN: char = '.';

/// The usual symbols of the values from 0 on: digits, then letters.
const DIGITS_AND_LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl Symbols {
    /// A table of these symbols.
    pub fn new<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Result<Symbols, SymbolsError> {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        if words.is_empty() || words.len() > LARGEST {
            return Err(SymbolsError(format!("{} symbols: there are from 1 to {LARGEST}", words.len())));
        }
        for (at, word) in words.iter().enumerate() {
            let taken = |c: char| c.is_whitespace() || c.is_control() || is_bar(c) || "#,{}".contains(c);
            if word.is_empty() || word.chars().any(taken) || [".", "~"].contains(&&**word) {
                return Err(SymbolsError(format!(
                    "{word:?} cannot be a symbol: blanks and # | , {{ }} . ~ have a meaning of their own"
                )));
            }
            if words[..at].contains(word) {
                return Err(SymbolsError(format!("the symbol {word} occurs twice")));
            }
        }
        let bytes = words.iter().map(|word| match word.as_bytes() {
            &[byte] => Some(byte),
            _ => None,
        });
        let bytes: Option<Vec<u8>> = bytes.collect();
        let in_sequence = |bytes: &&Vec<u8>| bytes.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let first_in_sequence = bytes.as_ref().filter(in_sequence).map(|bytes| bytes[0]);
        Ok(Symbols { words, bytes, first_in_sequence })
    }

    /// Parses symbols as people write them: a character each (`ABCDEFGHI`), or words separated by blanks.
    pub fn parse(text: &str) -> Result<Symbols, SymbolsError> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if words.len() == 1 {
            return Symbols::new(words.remove(0).chars());
        }
        Symbols::new(words)
    }

    /// The usual symbols of `count` values from `first` on: digits, then letters (A is ten). Where digits and letters
    /// do not suffice, the symbols are numbers.
    ///
    /// # Panics
    ///
    /// If `count` is not from 1 to 64, or a value is beyond the range of `i32`.
    pub fn usual(first: i32, count: usize) -> Symbols {
        assert!((1..=LARGEST).contains(&count), "{count} symbols: there are from 1 to {LARGEST}");
        let last = first.checked_add(count as i32 - 1);
        let last = last.unwrap_or_else(|| panic!("{count} values from {first} on exceed 32 bits"));
        let in_table =
            usize::try_from(first).ok().and_then(|first| DIGITS_AND_LETTERS.get(first..first + count));
        let symbols = match in_table {
            Some(table) => Symbols::new(table.chars()),
            None => Symbols::new((first..=last).map(|value| value.to_string())),
        };
        symbols.expect("usual symbols are different")
    }

    /// Like [`Symbols::usual`], but puzzles with the values from 1 to 9 share one table.
    pub(crate) fn usual_shared(first: i32, count: usize) -> Arc<Symbols> {
        static NINE: LazyLock<Arc<Symbols>> = LazyLock::new(|| Arc::new(Symbols::usual(1, 9)));
        if (first, count) == (1, 9) { NINE.clone() } else { Arc::new(Symbols::usual(first, count)) }
    }

    /// The number of symbols.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The symbol of a value.
    pub fn get(&self, value: u8) -> &str {
        &self.words[usize::from(value)]
    }

    /// All symbols, in the order of their values.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// The byte of the first value, if each symbol is the byte that follows the one before: a fast path for printing.
    pub(crate) fn first_in_sequence(&self) -> Option<u8> {
        self.first_in_sequence
    }

    /// The symbols as bytes, if each has one byte.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// Whether each symbol is a single character, so that cells need no blanks between them.
    pub fn are_characters(&self) -> bool {
        self.bytes.is_some() || self.words.iter().all(|word| word.chars().count() == 1)
    }

    /// The length of the longest symbol, in characters.
    pub fn width(&self) -> usize {
        self.words.iter().map(|word| word.chars().count()).max().unwrap_or(1)
    }

    /// The value of a symbol. If no symbol matches exactly, case is ignored, and a single match counts.
    pub fn find(&self, symbol: &str) -> Option<u8> {
        if let (Some(bytes), &[byte]) = (&self.bytes, symbol.as_bytes()) {
            let exactly = bytes.iter().position(|&known| known == byte);
            let folded = || {
                let is_alike = |known: &u8| known.eq_ignore_ascii_case(&byte);
                let at = bytes.iter().position(is_alike)?;
                bytes[at + 1..].iter().all(|known| !is_alike(known)).then_some(at)
            };
            return exactly.or_else(folded).map(|at| at as u8);
        }
        let exactly = self.words.iter().position(|word| word == symbol);
        let folded = || {
            let mut alike = self.words.iter().enumerate().filter(|(_, word)| fold(word).eq(fold(symbol)));
            alike.next().filter(|_| alike.next().is_none()).map(|(at, _)| at)
        };
        exactly.or_else(folded).map(|at| at as u8)
    }

    /// Whether the table equals [`Symbols::usual`].
    pub fn is_usual(&self, first: i32) -> bool {
        *self == Symbols::usual(first, self.len())
    }
}

/// Prints a short form: `1-9` or `1-G` for the usual symbols of the values from 0 or 1 on, else all: `ACEG`, `10 20 30`.
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (&self.words[0], &self.words[self.len() - 1]);
        let first_value = i32::from(first != "0");
        if self.len() > 1 && self.is_usual(first_value) {
            return write!(f, "{first}-{last}");
        }
        f.write_str(&self.words.join(if self.are_characters() { "" } else { " " }))
    }
}

fn fold(word: &str) -> impl Iterator<Item = char> {
    word.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_symbols_reach_into_letters_and_then_become_numbers() {
        assert_eq!(Symbols::usual(1, 9).to_string(), "1-9");
        assert_eq!(Symbols::usual(1, 16).to_string(), "1-G");
        assert_eq!(Symbols::usual(0, 16).to_string(), "0-F");
        assert_eq!(Symbols::usual(1, 61).get(60), "z");
        assert_eq!(Symbols::usual(1, 64).get(63), "64");
    }

    #[test]
    #[should_panic(expected = "0 symbols: there are from 1 to 64")]
    fn there_is_a_symbol() {
        Symbols::usual(1, 0);
    }

    #[test]
    #[should_panic(expected = "65 symbols: there are from 1 to 64")]
    fn there_are_64_symbols_at_most() {
        Symbols::usual(1, 65);
    }

    #[test]
    #[should_panic(expected = "2 values from 2147483647 on exceed 32 bits")]
    fn values_have_32_bits() {
        assert_eq!(Symbols::usual(i32::MAX, 1).get(0), "2147483647");
        Symbols::usual(i32::MAX, 2);
    }

    #[test]
    fn case_is_ignored_where_it_is_unambiguous() {
        let hexadecimal = Symbols::usual(0, 16);
        assert_eq!((hexadecimal.find("a"), hexadecimal.find("A")), (Some(10), Some(10)));
        let both = Symbols::parse("aA").unwrap();
        assert_eq!((both.find("a"), both.find("A")), (Some(0), Some(1)));
    }

    #[test]
    fn invalid_tables_are_errors() {
        assert_eq!(Symbols::parse("ABA").unwrap_err().to_string(), "the symbol A occurs twice");
        assert!(Symbols::parse("A.B").is_err());
        let gap = "\"~\" cannot be a symbol: blanks and # | , { } . ~ have a meaning of their own";
        assert_eq!(Symbols::parse("AB~").unwrap_err().to_string(), gap);
        assert_eq!(Symbols::parse("").unwrap_err().to_string(), "0 symbols: there are from 1 to 64");
    }
}
