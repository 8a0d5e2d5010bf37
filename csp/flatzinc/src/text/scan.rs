//! Words, numbers and signs of FlatZinc.

use crate::syntax::{Expr, Fault};

pub(super) struct Scanner<'a> {
    text: &'a str,
    /// Always at the end of the text or at the first byte of a token.
    at: usize,
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        let mut scanner = Scanner { text, at: 0 };
        scanner.skip_blank();
        scanner
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn skip_blank(&mut self) {
        let bytes = self.bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'%' => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// Moves to `at` and skips the blanks and comments that follow.
    fn go(&mut self, at: usize) {
        self.at = at;
        self.skip_blank();
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    pub fn peek(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    pub fn is_next(&self, sign: u8) -> bool {
        self.peek() == Some(sign)
    }

    /// Skips one character. Text is sliced only at ASCII characters, so a position inside a longer character does no
    /// harm.
    pub fn skip_one(&mut self) {
        self.go(self.at + 1);
    }

    pub fn takes(&mut self, sign: u8) -> bool {
        let is_next = self.is_next(sign);
        if is_next {
            self.go(self.at + 1);
        }
        is_next
    }

    pub fn takes_two(&mut self, sign: &[u8; 2]) -> bool {
        let is_next = self.bytes()[self.at..].starts_with(sign);
        if is_next {
            self.go(self.at + 2);
        }
        is_next
    }

    pub fn expect(&mut self, sign: u8) -> Result<(), Fault> {
        if self.takes(sign) { Ok(()) } else { Err(self.unexpected(&format!("'{}'", sign as char))) }
    }

    pub fn fault(&self, what: &str) -> Fault {
        Fault::at(self.at, what)
    }

    pub fn unexpected(&self, expected: &str) -> Fault {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            None => "the end of the file".to_string(),
            Some(_) if self.peek_word().is_some() => format!("'{}'", self.peek_word().unwrap_or_default()),
            Some(other) => format!("'{}'", other.escape_default()),
        };
        self.fault(&format!("expected {expected}, found {found}"))
    }

    pub fn peek_word(&self) -> Option<&'a str> {
        let rest = &self.bytes()[self.at..];
        let length = rest.iter().position(|&byte| !is_of_name(byte)).unwrap_or(rest.len());
        let starts = rest.first().is_some_and(|byte| !byte.is_ascii_digit());
        if length > 0 && starts { self.text.get(self.at..self.at + length) } else { None }
    }

    pub fn word(&mut self) -> Option<&'a str> {
        let word = self.peek_word()?;
        self.go(self.at + word.len());
        Some(word)
    }

    pub fn name(&mut self) -> Result<&'a str, Fault> {
        match self.word() {
            Some(word) => Ok(word),
            None => Err(self.unexpected("a name or a value")),
        }
    }

    /// Reads a number with an optional sign.
    pub fn number(&mut self) -> Result<Expr<'a>, Fault> {
        let (from, bytes) = (self.at, self.bytes());
        let mut at = from + usize::from(matches!(bytes.get(from), Some(b'-' | b'+')));
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let first = at;
        at = digits(at);
        if at == first {
            return Err(self.unexpected("a number"));
        }
        if let (b"0", Some(&base @ (b'x' | b'o'))) = (&bytes[first..at], bytes.get(at)) {
            return self.in_base(at + 1, if base == b'x' { 16 } else { 8 });
        }
        let whole = at;
        if bytes.get(at) == Some(&b'.') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
            at = digits(at + 1);
        }
        if let Some(b'e' | b'E') = bytes.get(at) {
            let sign = usize::from(matches!(bytes.get(at + 1), Some(b'-' | b'+')));
            at = digits(at + 1 + sign);
        }
        let written = &self.text[from..at];
        let number = if at == whole {
            written.parse().map(Expr::Int).map_err(|_| self.fault("this number is beyond 64 bits"))
        } else {
            written.parse().map(Expr::Float).map_err(|_| self.fault("this is no number"))
        };
        let number = number?;
        self.go(at);
        Ok(number)
    }

    fn in_base(&mut self, at: usize, base: u32) -> Result<Expr<'a>, Fault> {
        let rest = &self.bytes()[at..];
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let number = self.text.get(at..at + length).and_then(|digits| i64::from_str_radix(digits, base).ok());
        let Some(number) = number else { return Err(self.fault("this is no number")) };
        let is_negative = self.is_next(b'-');
        self.go(at + length);
        Ok(Expr::Int(if is_negative { -number } else { number }))
    }

    /// Reads a string. Escapes stay as they are written: strings only name things in annotations.
    pub fn string(&mut self) -> Result<Box<str>, Fault> {
        let (from, bytes) = (self.at + 1, self.bytes());
        let mut at = from;
        loop {
            match bytes.get(at) {
                None | Some(b'\n') => return Err(self.fault("this string has no end")),
                Some(b'"') => break,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
            }
        }
        let string = self.text[from..at].into();
        self.go(at + 1);
        Ok(string)
    }
}
