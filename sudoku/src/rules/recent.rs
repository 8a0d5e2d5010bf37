//! A small cache of parsed clue texts. Many clues of a puzzle have the same text, and each is parsed twice: once to
//! check it and once to declare it.

/// The most recent texts, each with a further key and the value that was made from both.
#[derive(Debug)]
pub(super) struct Recent<W, T> {
    kept: Vec<(Box<str>, W, T)>,
}

/// The greatest number of entries and the greatest total length of their texts, which bound the memory. A single text
/// may be longer.
const MOST: usize = 16;
const MOST_TEXT: usize = 1 << 16;

impl<W: PartialEq, T: Clone> Recent<W, T> {
    pub const fn new() -> Recent<W, T> {
        Recent { kept: Vec::new() }
    }

    /// Returns the value of a text and a further key, from the cache or else from `make`.
    pub fn find<E>(&mut self, text: &str, with: W, make: impl FnOnce(&W) -> Result<T, E>) -> Result<T, E> {
        let known = self.kept.iter().rev().find(|(known, what, _)| **known == *text && *what == with);
        if let Some((.., made)) = known {
            return Ok(made.clone());
        }
        let made = make(&with)?;
        self.kept.push((text.into(), with, made.clone()));
        while self.kept.len() > MOST || self.kept.len() > 1 && self.length() > MOST_TEXT {
            self.kept.remove(0);
        }
        Ok(made)
    }

    /// The total length of all texts, in bytes.
    fn length(&self) -> usize {
        self.kept.iter().map(|(text, ..)| text.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once_while_it_is_recent() {
        let mut recent = Recent::new();
        let mut read = |text: &str, with: i32| {
            recent.find(text, with, |with| text.parse().map(|number: i32| number * with))
        };
        assert_eq!((read("3", 2), read("3", 5), read("3", 2)), (Ok(6), Ok(15), Ok(6)));
        assert!(read("x", 2).is_err());
        let mut read = 0;
        let mut recent: Recent<(), usize> = Recent::new();
        for number in (0..=MOST).chain([MOST, 0, 0]) {
            let made = recent.find(&number.to_string(), (), |()| {
                read += 1;
                Ok::<usize, ()>(number)
            });
            assert_eq!(made, Ok(number));
        }
        // Each text is read once, and the first one again, as it has been removed.
        assert_eq!((read, recent.kept.len()), (MOST + 2, MOST));
        // A long text is the only entry, and stays until the next one.
        let long = " ".repeat(MOST_TEXT + 1);
        assert_eq!(recent.find(&long, (), |()| Ok::<usize, ()>(1)), Ok(1));
        assert_eq!(recent.length(), long.len());
        assert_eq!(recent.find("7", (), |()| Ok::<usize, ()>(7)), Ok(7));
        assert_eq!(recent.length(), 1);
    }
}
