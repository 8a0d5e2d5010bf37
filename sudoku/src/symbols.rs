//! What values look like: a table at the edge of the program.

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::grid::LARGEST;

/// One symbol a value, all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    words: Vec<String>,
    /// The symbols as bytes, when each is one byte: what batches print from.
    bytes: Option<Vec<u8>>,
}

/// Why a list of symbols is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolsError(String);

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SymbolsError {}

/// Vertical bars, also of drawn boxes: they stand between cells.
pub(crate) fn is_bar(c: char) -> bool {
    c == '|' || ('\u{2500}'..='\u{257F}').contains(&c)
}

/// How an open cell is printed.
pub const OPEN: char = '.';

/// Digits, then letters: the symbols of values from 1.
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
            if word.is_empty() || word.chars().any(taken) || word == "." {
                return Err(SymbolsError(format!(
                    "{word:?} cannot be a symbol: blanks and # | , {{ }} . have a meaning of their own"
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
        Ok(Symbols { bytes: bytes.collect(), words })
    }

    /// As people write it: a character a symbol (`ABCDEFGHI`), or words with blanks between.
    pub fn parse(text: &str) -> Result<Symbols, SymbolsError> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if words.len() == 1 {
            return Symbols::new(words.remove(0).chars());
        }
        Symbols::new(words)
    }

    /// The usual symbols of `count` values from `first` on: digits, then letters (A is ten); numbers where
    /// these do not reach.
    pub fn usual(first: i32, count: usize) -> Symbols {
        let in_table =
            usize::try_from(first).ok().and_then(|first| DIGITS_AND_LETTERS.get(first..first + count));
        let symbols = match in_table {
            Some(table) => Symbols::new(table.chars()),
            None => Symbols::numbers(first, count),
        };
        symbols.expect("they are different")
    }

    /// The same, made once for the values from 1 to 9, which most puzzles have.
    pub(crate) fn usual_shared(first: i32, count: usize) -> Arc<Symbols> {
        static NINE: LazyLock<Arc<Symbols>> = LazyLock::new(|| Arc::new(Symbols::usual(1, 9)));
        if (first, count) == (1, 9) { NINE.clone() } else { Arc::new(Symbols::usual(first, count)) }
    }

    fn numbers(first: i32, count: usize) -> Result<Symbols, SymbolsError> {
        Symbols::new((first..).take(count).map(|value| value.to_string()))
    }

    /// How many.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The symbol of a value.
    pub fn get(&self, value: u8) -> &str {
        &self.words[usize::from(value)]
    }

    /// All of them, in the order of their values.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// The symbols as bytes, when each is one.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// Whether each symbol is one character, so that cells need no blanks between.
    pub fn are_characters(&self) -> bool {
        self.bytes.is_some() || self.words.iter().all(|word| word.chars().count() == 1)
    }

    /// The characters of the longest.
    pub fn width(&self) -> usize {
        self.words.iter().map(|word| word.chars().count()).max().unwrap_or(1)
    }

    /// The value of a symbol, as written or else in the other case.
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

    /// Whether they are [`Symbols::usual`].
    pub fn is_usual(&self, first: i32) -> bool {
        *self == Symbols::usual(first, self.len())
    }
}

/// As a user reads it: `1-9`, `1-G`, `A B C D`.
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (&self.words[0], &self.words[self.len() - 1]);
        let zero = i32::from(first != "0");
        if self.len() > 1 && self.is_usual(zero) {
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
    fn either_case_will_do_where_it_is_clear() {
        let hexadecimal = Symbols::usual(0, 16);
        assert_eq!((hexadecimal.find("a"), hexadecimal.find("A")), (Some(10), Some(10)));
        let both = Symbols::parse("aA").unwrap();
        assert_eq!((both.find("a"), both.find("A")), (Some(0), Some(1)));
    }

    #[test]
    fn bad_tables_say_why() {
        assert_eq!(Symbols::parse("ABA").unwrap_err().to_string(), "the symbol A occurs twice");
        assert!(Symbols::parse("A.B").is_err());
        assert_eq!(Symbols::parse("").unwrap_err().to_string(), "0 symbols: there are from 1 to 64");
    }
}
