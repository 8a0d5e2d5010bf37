//! SudokuPad's compact JSON: keys without quotes, `t` and `f`, words as text, and nothing for empty objects.

use serde_json::{Map, Number, Value};

use super::json::check_size;
use crate::text::DEEPEST;

/// Parses a text, which may also be ordinary JSON.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    check_size(text)?;
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.at < text.len() { Err(reader.unexpected()) } else { Ok(value) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn take(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        self.at += if is_next { c.len_utf8() } else { 0 };
        is_next
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn unexpected(&self) -> String {
        match self.peek() {
            Some(c) => format!("the document in the link is damaged: {c:?} at character {}", self.at + 1),
            None => "the document in the link is cut off".into(),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > DEEPEST {
            return Err(format!(
                "the document in the link has more than {DEEPEST} levels at character {}",
                self.at + 1
            ));
        }
        self.blanks();
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            Some('"' | '\'') => Ok(self.quoted()?.into()),
            _ => self.word(),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, String> {
        self.at += 1;
        self.blanks();
        let mut list = Vec::new();
        if self.take(']') {
            return Ok(list.into());
        }
        loop {
            self.blanks();
            // An empty place between commas is an empty object.
            let is_empty = matches!(self.peek(), Some(',' | ']'));
            list.push(if is_empty { Value::Object(Map::new()) } else { self.value(depth + 1)? });
            self.blanks();
            if self.take(']') {
                return Ok(list.into());
            }
            if !self.take(',') {
                return Err(self.unexpected());
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, String> {
        self.at += 1;
        let mut object = Map::new();
        loop {
            self.blanks();
            if self.take('}') {
                return Ok(object.into());
            }
            let key = match self.peek() {
                Some('"' | '\'') => self.quoted()?,
                _ => self.plain(":").trim_end().to_owned(),
            };
            self.blanks();
            if key.is_empty() || !self.take(':') {
                return Err(self.unexpected());
            }
            let value = self.value(depth + 1)?;
            object.insert(key, value);
            self.blanks();
            if !self.take(',') && self.peek() != Some('}') {
                return Err(self.unexpected());
            }
        }
    }

    /// Returns the text up to one of these characters, or to the end of a word.
    fn plain(&mut self, ends: &str) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| ",[]{}".contains(c) || ends.contains(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn quoted(&mut self) -> Result<String, String> {
        let quote = self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => return Err(self.unexpected()),
                c if c == quote => return Ok(text),
                Some('\\') => match self.next() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some('b' | 'f') => text.push(' '),
                    Some('u') => {
                        let code = self.text.get(self.at..self.at + 4);
                        let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
                        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
                        let code = code.ok_or_else(|| self.unexpected())?;
                        self.at += 4;
                        text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    Some(c) => text.push(c),
                    None => return Err(self.unexpected()),
                },
                Some(c) => text.push(c),
            }
        }
    }

    /// Reads a number, `t` or `f`, or text without quotes.
    fn word(&mut self) -> Result<Value, String> {
        let word = self.plain("").trim();
        Ok(match word {
            "" => return Err(self.unexpected()),
            "t" | "true" => true.into(),
            "f" | "false" => false.into(),
            "null" | "undefined" => Value::Null,
            _ => match (word.parse::<i64>(), word.parse::<f64>().ok().and_then(Number::from_f64)) {
                (Ok(number), _) => number.into(),
                (_, Some(number)) => number.into(),
                _ => word.into(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_characters_have_four_digits() {
        assert_eq!(parse(r#"{a:"\u0041"}"#).map(|value| value["a"].clone()), Ok("A".into()));
        assert!(parse(r#"{a:"\u+041"}"#).is_err() && parse(r#"{a:"\u41"}"#).is_err());
    }

    #[test]
    fn depth_and_size_have_limits() {
        let nested =
            |open: &str, close: &str, times| format!("{}1{}", open.repeat(times), close.repeat(times));
        for (open, close, at) in [("[", "]", 65), ("{a:", "}", 195)] {
            assert!(parse(&nested(open, close, 64)).is_ok(), "{open}");
            for times in [65, 200_000] {
                let error = parse(&nested(open, close, times)).expect_err("it is too deep");
                // Objects count as a document that is too large, too.
                let deep =
                    format!("the document in the link has more than 64 levels at character {}", at + 1);
                assert!(
                    error == deep || times > 65 && error.starts_with("more than 65536 objects"),
                    "{error}"
                );
            }
        }
        for bomb in [
            format!("[{}]", "{a:1},".repeat((1 << 16) + 1)),
            format!("[{}]", ",".repeat(1 << 20)),
            "{[".repeat(1 << 20),
        ] {
            let error = parse(&bomb).expect_err("it is too large");
            assert_eq!(error, "more than 65536 objects or 524288 parts in the document");
        }
        assert!(parse(&format!("[{}]", "1,".repeat(500_000) + "1")).is_ok());
    }
}
