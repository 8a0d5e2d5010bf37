//! Descriptions in TOML: values by their keys, and errors that name file, line, key and the nearest known key.

use std::ops::Range;

use sudoku::format::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::SET;
use crate::Refused;

/// A text in TOML with its name.
pub(super) struct Text<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

impl Text<'_> {
    /// An error about a part of the text.
    pub fn wrong(&self, span: Range<usize>, what: &str) -> Refused {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Refused(format!("{}:{line}:{column}: {what}", self.name))
    }

    /// Reads the whole text.
    pub fn parsed(&self) -> Result<Spanned<DeTable<'_>>, Refused> {
        DeTable::parse(self.text)
            .map_err(|error| self.wrong(error.span().unwrap_or(0..0), &error.message().replace('\n', " ")))
    }
}

/// A table whose keys are known, or several of which the later ones change the earlier.
pub(super) struct Keys<'a> {
    /// The name of the table in messages, with a dot; empty for the whole text.
    name: String,
    layers: Vec<Layer<'a>>,
}

/// A table of a text, and where it begins.
pub(super) type Layer<'a> = (&'a Text<'a>, &'a DeTable<'a>, Range<usize>);

/// A value with its key.
pub(super) struct Value<'a> {
    text: &'a Text<'a>,
    key: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Keys<'a> {
    /// Tables of which every key has to be known.
    pub fn of(name: &str, layers: Vec<Layer<'a>>, known: &[&str]) -> Result<Keys<'a>, Refused> {
        for (text, key) in layers.iter().flat_map(|(text, table, _)| table.keys().map(move |key| (text, key)))
        {
            let word: &str = key.get_ref();
            if !known.contains(&word) {
                let place = if name.is_empty() { String::new() } else { format!(" in {name}") };
                let hint = match nearest(word, known.iter().copied()) {
                    Some(meant) => format!("did you mean {meant}?"),
                    None => format!("known are {}", known.join(", ")),
                };
                return Err(text.wrong(key.span(), &format!("unknown key {word:?}{place} ({hint})")));
            }
        }
        let name = if name.is_empty() { String::new() } else { format!("{name}.") };
        Ok(Keys { name, layers })
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        let find = |(text, table, _): &Layer<'a>| Some((*text, table.get(key)?));
        let (text, value) = self.layers.iter().rev().find_map(find)?;
        Some(Value { text, key: format!("{}{key}", self.name), value })
    }

    /// An error about the table as a whole.
    pub fn wrong(&self, what: &str) -> Refused {
        let (text, _, span) = self.layers.first().expect("a table is in a text");
        text.wrong(span.start..span.start, what)
    }

    /// A text; by default empty.
    pub fn words(&self, key: &str) -> Result<String, Refused> {
        self.get(key).map_or(Ok(String::new()), |value| value.words())
    }

    /// Yes or no.
    pub fn flag(&self, key: &str, usual: bool) -> Result<bool, Refused> {
        self.get(key).map_or(Ok(usual), |value| {
            value.value.get_ref().as_bool().ok_or_else(|| value.wrong("is true or false"))
        })
    }

    /// One of some words.
    pub fn choice<T: Copy>(&self, key: &str, usual: T, choices: &[(&str, T)]) -> Result<T, Refused> {
        let Some(value) = self.get(key) else { return Ok(usual) };
        let word = value.words()?;
        if let Some((_, choice)) = choices.iter().find(|(name, _)| *name == word) {
            return Ok(*choice);
        }
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let hint = match nearest(&word, names.iter().copied()) {
            Some(meant) => format!("did you mean {meant}?"),
            None => format!("it is {}", names.join(", ")),
        };
        Err(value.wrong(&format!("cannot be {word:?} ({hint})")))
    }

    /// A table in the table.
    pub fn table(&self, key: &str, known: &[&str]) -> Result<Option<Keys<'a>>, Refused> {
        let mut layers = Vec::new();
        for (text, table, _) in &self.layers {
            let Some(value) = table.get(key) else { continue };
            let wrong = || text.wrong(value.span(), &format!("{key} is a table: [{key}]"));
            layers.push((*text, value.get_ref().as_table().ok_or_else(wrong)?, value.span()));
        }
        if layers.is_empty() { Ok(None) } else { Keys::of(key, layers, known).map(Some) }
    }

    /// The tables of a list.
    pub fn tables(&self, key: &str, known: &[&str]) -> Result<Vec<Keys<'a>>, Refused> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let wrong = || value.wrong(&format!("is a list of tables: [[{key}]] before each"));
        let list = value.value.get_ref().as_array().ok_or_else(wrong)?;
        let tables = list.iter().enumerate().map(|(at, one)| {
            let table = one.get_ref().as_table().ok_or_else(wrong)?;
            Keys::of(&format!("{key} {}", at + 1), vec![(value.text, table, one.span())], known)
        });
        tables.collect()
    }
}

impl Value<'_> {
    /// An error about the value.
    pub fn wrong(&self, what: &str) -> Refused {
        self.text.wrong(self.value.span(), &format!("{} {what}", self.key))
    }

    /// A text.
    pub fn words(&self) -> Result<String, Refused> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            // In options, texts need no quotes: `--set title=1984`.
            _ if self.text.name == SET => Ok(self.text.text[self.value.span()].to_owned()),
            _ => Err(self.wrong("is a text in quotes")),
        }
    }

    /// A text, or a list of them.
    pub fn list(&self) -> Result<Vec<String>, Refused> {
        let wrong = || self.wrong("is a text in quotes, or a list of them");
        match self.value.get_ref() {
            DeValue::String(text) => Ok(vec![text.to_string()]),
            DeValue::Array(list) => {
                list.iter().map(|one| one.get_ref().as_str().map(str::to_owned).ok_or_else(wrong)).collect()
            }
            _ => Err(wrong()),
        }
    }

    /// A number from 1, or a text.
    pub fn number_or_words(&self) -> Result<Result<usize, String>, Refused> {
        match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => {
                let number: Option<usize> = number.as_str().parse().ok();
                number.map(Ok).ok_or_else(|| self.wrong("is a number from 0"))
            }
            DeValue::String(text) => Ok(Err(text.to_string())),
            _ => Err(self.wrong("is a number, or a text in quotes")),
        }
    }

    /// A number from `least` to `most`.
    pub fn number(&self, least: usize, most: usize) -> Result<usize, Refused> {
        let wrong = || self.wrong(&format!("is a number from {least} to {most}"));
        self.number_or_words()?.ok().filter(|number| (least..=most).contains(number)).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, read: impl Fn(&Keys<'_>) -> Result<(), Refused>) -> String {
        let text = Text { name: "book.toml", text };
        let asked = text.parsed().and_then(|table| {
            let layer = (&text, table.get_ref(), table.span());
            read(&Keys::of("", vec![layer], &["title", "large", "page", "section"])?)
        });
        match asked {
            Ok(()) => "fine".into(),
            Err(Refused(what)) => what,
        }
    }

    #[test]
    fn errors_name_line_key_and_the_nearest() {
        let read = |keys: &Keys<'_>| {
            keys.words("title")?;
            keys.flag("large", false)?;
            keys.table("page", &["paper"])?;
            keys.tables("section", &["puzzles"])?;
            keys.choice("title", 0, &[("end", 1), ("next", 2)]).map(drop)
        };
        for (text, what) in [
            ("title = \"end\"", "fine"),
            ("titel = \"x\"", "book.toml:1:1: unknown key \"titel\" (did you mean title?)"),
            ("\ntitle = 5", "book.toml:2:9: title is a text in quotes"),
            ("large = \"yes\"", "book.toml:1:9: large is true or false"),
            ("title = \"nxt\"", "book.toml:1:9: title cannot be \"nxt\" (did you mean next?)"),
            ("page = 5", "book.toml:1:8: page is a table: [page]"),
            ("[page]\npapre = \"a4\"", "book.toml:2:1: unknown key \"papre\" in page (did you mean paper?)"),
            (
                "[[section]]\n[[section]]\npuzles = 1",
                "book.toml:3:1: unknown key \"puzles\" in section 2 (did you mean puzzles?)",
            ),
            ("section = 1", "book.toml:1:11: section is a list of tables: [[section]] before each"),
            ("é = 1", "book.toml:1:1: unquoted keys"),
            ("title = \"a\"\ntitle = \"b\"", "book.toml:2:1: duplicate key"),
        ] {
            let told = error(text, read);
            assert!(told.starts_with(what) || told.contains("invalid unquoted key"), "{text}: {told}");
        }
    }
}
