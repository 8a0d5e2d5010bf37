//! The text of the rules: its sentences, and the searches in them.

use super::colour::{self, Colour};
use super::languages;
use crate::format::links::comments;

/// The text of the rules, cut into sentences of plain lower case.
#[derive(Debug, Default)]
pub(super) struct Words {
    sentences: Vec<String>,
}

/// A sentence has the phrase if it has words with all beginnings in `all` and none with a beginning in `none`. A
/// beginning that contains a blank is searched in the sentence as a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase {
    pub all: &'static [&'static str],
    pub none: &'static [&'static str],
}

/// Returns a phrase of these beginnings.
pub(super) const fn all(all: &'static [&'static str]) -> Phrase {
    Phrase { all, none: &[] }
}

/// Placeholders in documents without rules.
const PLACEHOLDERS: [&str; 3] = ["no rules provided", "see video", "rules in the video"];

/// Words for rules that change the meaning of others, of the digits, or of what is drawn.
const MODIFIERS: [&str; 43] = [
    "doubler",
    "halver",
    "negator",
    "multiplier",
    "modifier",
    "wildcard",
    "wild card",
    "schrodinger",
    "schrödinger",
    "s-cell",
    "liar",
    "lying",
    "lies",
    "false",
    "incorrect",
    "wrong",
    "hot cell",
    "cold cell",
    "vampire",
    "counts as",
    "count as",
    "counted as",
    "value of the cell",
    "has a value",
    "deconstruct",
    "chaos",
    "yin yang",
    "yin-yang",
    "galaxies",
    "galaxy",
    "loop",
    "path",
    "toroidal",
    "wraps around",
    "cipher",
    "encrypted",
    "encoded",
    "exactly one of the",
    "decide which",
    "determine which",
    "not all clues",
    "fake",
    "scanner",
];

/// Words for numbers.
const NUMBERS: [(&str, i32); 14] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("double", 2),
    ("twice", 2),
];

impl Words {
    pub fn new(text: &str) -> Words {
        let lines = text.lines().filter(|line| !comments::is_marked(line));
        let text = lines.collect::<Vec<&str>>().join("\n").to_lowercase();
        if PLACEHOLDERS.iter().any(|placeholder| text.contains(placeholder)) {
            return Words::default();
        }
        let text = text.replace(['’', '‘', '`', '´'], "'").replace(['‑', '–', '—', '−'], "-");
        let text = text.replace("grey", "gray").replace("colour", "color").replace("centre", "center");
        let text = text.replace("neighbour", "neighbor").replace("i.e.", "ie").replace("e.g.", "eg");
        // Here it is no parity.
        let text = text.replace("even diagonally", "or diagonally").replace("even if", "if");
        let text = join_headings(&languages::in_english(&text));
        let letters: Vec<char> = text.chars().collect();
        let mut sentences = vec![String::new()];
        for (at, &c) in letters.iter().enumerate() {
            let next = letters.get(at + 1).copied().unwrap_or(' ');
            let ends = match c {
                '\n' | '\r' | '!' | '•' | ';' | '*' => true,
                '.' | '?' => !next.is_alphanumeric(),
                _ => false,
            };
            if ends {
                sentences.push(String::new())
            } else {
                sentences.last_mut().expect("there is one").push(c)
            }
        }
        let tidy = |sentence: &String| sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        let sentences = sentences.iter().map(tidy).filter(|sentence| !sentence.is_empty()).collect();
        Words { sentences }
    }

    /// Whether there is no text of rules, or it says only that the usual rules hold.
    pub fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.sentences.iter().map(String::as_str)
    }

    /// Returns the sentences that contain one of the phrases.
    pub fn that_say<'a>(&'a self, phrases: &'a [Phrase]) -> impl Iterator<Item = &'a str> {
        self.sentences().filter(|sentence| says(sentence, phrases))
    }

    pub fn say(&self, phrases: &[Phrase]) -> bool {
        self.that_say(phrases).next().is_some()
    }

    /// Whether any word of the text has this beginning.
    pub fn mention(&self, beginning: &str) -> bool {
        self.sentences().any(|sentence| has(sentence, beginning))
    }

    /// Whether the values begin with 0.
    pub fn has_zero(&self) -> bool {
        self.say(&[
            all(&["digits 0"]),
            all(&["numbers 0"]),
            all(&["0-8"]),
            all(&["0 to 8"]),
            all(&["0 through 8"]),
        ])
    }

    /// Returns a word for a rule that changes the meaning of other rules or of the digits.
    pub fn modifier(&self) -> Option<&'static str> {
        // An arrow has a path, and a digit lies on a line.
        let innocent = |sentence: &str, word: &str| match word {
            "path" => has(sentence, "arrow"),
            "lies" => ["on", "in", "between", "outside", "along"]
                .iter()
                .any(|place| sentence.contains(&format!("lies {place}"))),
            _ => false,
        };
        let says = |word: &&str| self.sentences().any(|one| has(one, word) && !innocent(one, word));
        MODIFIERS.into_iter().find(says)
    }

    /// Whether the text says that the usual rules hold, without explaining them.
    pub fn are_standard(&self) -> bool {
        self.say(&[all(&["all clues are standard"]), all(&["standard rules for all"]), all(&["usual rules"])])
    }
}

/// Joins a line of few words without a stop, as headings are, with the sentence after it.
fn join_headings(text: &str) -> String {
    let mut joined = String::new();
    for line in text.lines().map(str::trim) {
        joined.push_str(line);
        let words = line.split_whitespace().count();
        let is_heading = (1..=3).contains(&words) && line.ends_with(|c: char| c.is_alphabetic() || c == ':');
        joined.push_str(if is_heading { ": " } else { "\n" });
    }
    joined
}

/// Whether one of the phrases is in a sentence.
pub(super) fn says(sentence: &str, phrases: &[Phrase]) -> bool {
    phrases.iter().any(|phrase| {
        phrase.all.iter().all(|word| has(sentence, word))
            && !phrase.none.iter().any(|word| has(sentence, word))
    })
}

/// Whether any word of a sentence has this beginning.
pub(super) fn has(sentence: &str, beginning: &str) -> bool {
    sentence.match_indices(beginning).any(|(at, _)| {
        let before = sentence[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric())
    })
}

/// Returns the words of a sentence that name colours.
pub(super) fn colours(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split(|c: char| !c.is_alphabetic()).filter(|word| colour::is_word(word))
}

/// Whether a sentence names the colour; `None` if it names none.
pub(super) fn names_colour(sentence: &str, of: Colour) -> Option<bool> {
    let mut words = colours(sentence).peekable();
    words.peek()?;
    Some(words.any(|word| of.is_called(word)))
}

/// Returns the numbers of a sentence, in digits or words.
pub(super) fn numbers(sentence: &str) -> Vec<i32> {
    let words = sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.filter_map(number_of).collect()
}

/// Returns the number of a word of digits or letters.
pub(super) fn number_of(word: &str) -> Option<i32> {
    let named = NUMBERS.iter().find(|(name, _)| *name == word).map(|&(_, number)| number);
    named.or_else(|| word.parse().ok())
}

/// Returns the number after one of these words, within a few words.
pub(super) fn number_after(sentence: &str, words: &[&str]) -> Option<i32> {
    words.iter().find_map(|word| {
        let at = sentence.find(word)? + word.len();
        let next: Vec<&str> = sentence[at..].split_whitespace().take(4).collect();
        numbers(&next.join(" ")).first().copied()
    })
}

/// Returns the number right before one of these words.
pub(super) fn number_before(sentence: &str, words: &[&str]) -> Option<i32> {
    words.iter().find_map(|word| {
        let before = &sentence[..sentence.find(word)?];
        numbers(before.split_whitespace().next_back()?).first().copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_cut_and_searched() {
        let words = Words::new("Normal rules.\nGrey lines are palindromes! Ratio 1.5, i.e. large; and so on");
        assert_eq!(words.sentences().count(), 4);
        assert!(words.say(&[all(&["gray line", "palindrom"])]));
        assert!(!words.mention("indrom"));
        assert!(Words::new("No rules provided for this puzzle.").is_empty());
        assert_eq!(number_after("differ by at least five", &["at least"]), Some(5));
    }
}
