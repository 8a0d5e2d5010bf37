//! Patterns of numbers on a line: regular expressions in which each number is one character.
//!
//! | written | means |
//! |---|---|
//! | `7`, `b` | this number: digits, and the letters `a` = 10, `b` = 11, … `z` = 35, large or small |
//! | `123` | one after the other |
//! | `.` | any number |
//! | `[135-7]`, `[^13]` | one of these numbers, any but these |
//! | `a\|b` | either |
//! | `a*`, `a+`, `a?` | any number of times, at least once, at most once |
//! | `a{3}`, `a{2,4}`, `a{2,}` | exactly 3 times, 2 to 4 times, at least twice |
//! | `( )` | a group |
//!
//! Blanks are ignored. The pattern must match the whole line.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

/// The greatest depth of nested groups and repetitions.
const DEEPEST: usize = 10;
/// The greatest length of a pattern when its repetitions are written out.
const MOST_PLACES: usize = 300;

/// A parsed pattern.
pub(super) enum Pattern {
    /// One number: a number in these ranges, or outside all of them if the flag is set.
    Number(Vec<RangeInclusive<i32>>, bool),
    Sequence(Vec<Pattern>),
    Either(Vec<Pattern>),
    Repeat(Box<Pattern>, usize, Option<usize>),
}

impl Pattern {
    /// Parses a pattern for a grid with these values. An error is a sentence.
    pub fn parse(text: &str, values: &RangeInclusive<i32>) -> Result<Pattern, String> {
        let characters = text.chars().collect();
        let mut reader = Reader { characters, at: 0, values };
        let pattern = reader.either(0)?;
        if reader.peek().is_some() {
            return reader.mistake("was never opened");
        }
        if pattern.places() > MOST_PLACES {
            return Err(format!("written out, the pattern has more than {MOST_PLACES} numbers"));
        }
        if pattern.nesting() > DEEPEST {
            return Err(format!("more than {DEEPEST} repetitions lie in each other"));
        }
        Ok(pattern)
    }

    /// The depth of nested repetitions. Each level may double the time to match.
    fn nesting(&self) -> usize {
        match self {
            Pattern::Number(..) => 0,
            Pattern::Sequence(parts) | Pattern::Either(parts) => {
                parts.iter().map(Pattern::nesting).max().unwrap_or(0)
            }
            Pattern::Repeat(part, ..) => 1 + part.nesting(),
        }
    }

    /// The length of the pattern when its repetitions are written out.
    fn places(&self) -> usize {
        match self {
            Pattern::Number(..) => 1,
            Pattern::Sequence(parts) | Pattern::Either(parts) => {
                parts.iter().fold(0, |sum, part| sum.saturating_add(part.places()))
            }
            Pattern::Repeat(part, least, most) => {
                part.places().saturating_mul(most.unwrap_or((*least).max(1)))
            }
        }
    }

    /// Whether the pattern matches the whole line.
    pub fn matches(&self, line: &[i32]) -> bool {
        self.ends(line, &BTreeSet::from([0])).contains(&line.len())
    }

    /// Returns all positions where a match can end that begins at one of `starts`.
    fn ends(&self, line: &[i32], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match self {
            Pattern::Number(ranges, except) => {
                let fits = |number: &i32| ranges.iter().any(|range| range.contains(number)) != *except;
                let fitting = starts.iter().filter(|&&at| line.get(at).is_some_and(fits));
                fitting.map(|at| at + 1).collect()
            }
            Pattern::Sequence(parts) => {
                parts.iter().fold(starts.clone(), |starts, part| part.ends(line, &starts))
            }
            Pattern::Either(parts) => parts.iter().flat_map(|part| part.ends(line, starts)).collect(),
            Pattern::Repeat(part, least, most) => {
                let mut here = starts.clone();
                for _ in 0..*least {
                    let next = part.ends(line, &here);
                    // A fixpoint: further repetitions reach the same positions.
                    if std::mem::replace(&mut here, next.clone()) == next {
                        break;
                    }
                }
                let mut all = here.clone();
                for _ in *least..most.unwrap_or(usize::MAX) {
                    here = part.ends(line, &here).difference(&all).copied().collect();
                    if here.is_empty() {
                        break;
                    }
                    all.extend(&here);
                }
                all
            }
        }
    }
}

/// Writes the pattern in the syntax of [`csp::constraints::Automaton::parse`].
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Number(ranges, true) if ranges.is_empty() => f.write_str("."),
            Pattern::Number(ranges, except) => {
                f.write_str(if *except { "[^" } else { "[" })?;
                ranges.iter().try_for_each(|range| write!(f, " {}-{}", range.start(), range.end()))?;
                f.write_str("]")
            }
            Pattern::Sequence(parts) => parts.iter().try_for_each(|part| write!(f, "({part})")),
            Pattern::Either(parts) => parts.iter().enumerate().try_for_each(|(at, part)| {
                f.write_str(if at == 0 { "" } else { "|" })?;
                write!(f, "{part}")
            }),
            Pattern::Repeat(part, least, None) => write!(f, "({part}){{{least},}}"),
            Pattern::Repeat(part, least, Some(most)) => write!(f, "({part}){{{least},{most}}}"),
        }
    }
}

struct Reader<'a> {
    characters: Vec<char>,
    at: usize,
    values: &'a RangeInclusive<i32>,
}

impl Reader<'_> {
    /// Returns an error about the next character.
    fn mistake<T>(&self, what: &str) -> Result<T, String> {
        match self.characters.get(self.at) {
            Some(character) => Err(format!("{character} at character {} {what}", self.at + 1)),
            None => Err(format!("the end {what}")),
        }
    }

    /// Skips blanks and returns the next character.
    fn peek(&mut self) -> Option<char> {
        while self.characters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.characters.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn either(&mut self, depth: usize) -> Result<Pattern, String> {
        let mut branches = vec![self.sequence(depth)?];
        while self.take('|') {
            branches.push(self.sequence(depth)?);
        }
        Ok(Pattern::Either(branches))
    }

    fn sequence(&mut self, depth: usize) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|next| next != '|' && next != ')') {
            parts.push(self.repeated(depth)?);
        }
        Ok(Pattern::Sequence(parts))
    }

    fn repeated(&mut self, mut depth: usize) -> Result<Pattern, String> {
        let mut part = self.single(depth)?;
        loop {
            let start = self.at;
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => self.counts()?,
                _ => return Ok(part),
            };
            depth += 1;
            if depth > DEEPEST {
                self.at = start;
                return self.mistake("repeats repetitions too often");
            }
            self.at += 1;
            part = Pattern::Repeat(Box::new(part), least, most);
        }
    }

    fn single(&mut self, depth: usize) -> Result<Pattern, String> {
        match self.peek() {
            Some('(') if depth >= DEEPEST => self.mistake("lies too deep: use fewer brackets"),
            Some('(') => {
                let start = self.at;
                self.at += 1;
                let inner = self.either(depth + 1)?;
                if !self.take(')') {
                    self.at = start;
                    return self.mistake("is never closed");
                }
                Ok(inner)
            }
            Some('[') => self.class(),
            Some('.') => {
                self.at += 1;
                Ok(Pattern::Number(Vec::new(), true))
            }
            Some('*' | '+' | '?' | '{') => self.mistake("has nothing before it to repeat"),
            _ => {
                let number = self.number()?;
                Ok(Pattern::Number(vec![number..=number], false))
            }
        }
    }

    fn number(&mut self) -> Result<i32, String> {
        let Some(number) = self.peek().and_then(|next| next.to_digit(36)) else {
            return self.mistake("is not a number: write digits, or a for 10, b for 11 and so on");
        };
        if !self.values.contains(&(number as i32)) {
            return self.mistake("is not a value of this grid");
        }
        self.at += 1;
        Ok(number as i32)
    }

    fn class(&mut self) -> Result<Pattern, String> {
        let start = self.at;
        self.at += 1;
        let except = self.take('^');
        let mut ranges = Vec::new();
        while !self.take(']') {
            if self.peek().is_none() {
                self.at = start;
                return self.mistake("is never closed");
            }
            let at = self.at;
            let low = self.number()?;
            let high = if self.take('-') { self.number()? } else { low };
            if low > high {
                self.at = at;
                return self.mistake("begins a range that runs backwards");
            }
            ranges.push(low..=high);
        }
        if ranges.is_empty() {
            self.at = start;
            return self.mistake("begins a class without numbers");
        }
        Ok(Pattern::Number(ranges, except))
    }

    /// Parses `{m}`, `{m,}` or `{m,n}`, and stops before the closing bracket.
    fn counts(&mut self) -> Result<(usize, Option<usize>), String> {
        let rest = &self.characters[self.at..];
        let end = rest.iter().position(|&c| c == '}');
        let inside = end.map(|end| rest[1..end].iter().collect::<String>());
        let read = |text: &str| text.trim().parse::<usize>().ok().filter(|&count| count <= MOST_PLACES);
        let counts = inside.and_then(|inside| match inside.split_once(',') {
            None => read(&inside).map(|count| (count, Some(count))),
            Some((least, most)) if most.trim().is_empty() => Some((read(least)?, None)),
            Some((least, most)) => Some((read(least)?, Some(read(most)?))),
        });
        match (counts, end) {
            (Some((least, most)), Some(end)) if most.is_none_or(|most| least <= most) => {
                self.at += end;
                Ok((least, most))
            }
            _ => {
                self.mistake(&format!("begins no count: write {{3}}, {{2,}} or {{2,4}}, up to {MOST_PLACES}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_matched_as_a_whole() {
        let matches = |text: &str, word: &str| {
            let line: Vec<i32> = word.chars().map(|c| c.to_digit(36).unwrap() as i32).collect();
            let pattern = Pattern::parse(text, &(0..=35)).unwrap();
            let automaton = csp::constraints::Automaton::parse(&pattern.to_string()).unwrap();
            assert_eq!(automaton.accepts(&line), pattern.matches(&line), "{text} of {word}");
            pattern.matches(&line)
        };
        let fit = [
            ("12", "12"),
            ("1 | 2 3", "23"),
            ("(12)*", "1212"),
            ("(12)*", ""),
            ("[1-3]+[^1-3]", "1324"),
            ("bZ.", "bz7"),
            ("[8-c]{2,3}", "9b"),
            ("(1?){3}2", "112"),
            ("((1|2){2})+", "1221"),
            ("(a*)?", ""),
            ("()", ""),
            ("(|1)2", "2"),
            ("1{0}2", "2"),
            ("(12|2.3|3..4).*", "3114567"),
            ("1{2}{3}", "111111"),
        ];
        for (text, word) in fit {
            assert!(matches(text, word), "{text} of {word}");
        }
        let unfit = [
            ("12", "123"),
            ("12", "1"),
            ("(12)*", "121"),
            ("[^1]", "1"),
            ("1{2,3}", "1"),
            ("1{2,3}", "1111"),
            ("(1?){3}2", "11112"),
            ("((1|2){2})+", "122"),
            ("1+", ""),
            ("1{2}{3}", "11111"),
        ];
        for (text, word) in unfit {
            assert!(!matches(text, word), "{text} of {word}");
        }
    }

    #[test]
    fn mistakes_have_positions() {
        let mistake = |text: &str| Pattern::parse(text, &(1..=9)).err().unwrap();
        assert_eq!(mistake("1(2|3"), "( at character 2 is never closed");
        assert_eq!(mistake("12)3"), ") at character 3 was never opened");
        assert_eq!(mistake("1 [23"), "[ at character 3 is never closed");
        assert_eq!(mistake("[]"), "[ at character 1 begins a class without numbers");
        assert_eq!(mistake("1[3-2]"), "3 at character 3 begins a range that runs backwards");
        assert_eq!(mistake("[1-"), "the end is not a number: write digits, or a for 10, b for 11 and so on");
        assert_eq!(mistake("10"), "0 at character 2 is not a value of this grid");
        assert_eq!(mistake("*1"), "* at character 1 has nothing before it to repeat");
        assert_eq!(mistake("1{x}"), "{ at character 2 begins no count: write {3}, {2,} or {2,4}, up to 300");
        assert!(mistake("1{3,2}").contains("begins no count"));
        assert!(mistake("^1$").starts_with("^ at character 1 is not a number"));
    }

    #[test]
    fn patterns_have_bounds() {
        let mistake = |text: &str| Pattern::parse(text, &(1..=9)).err().unwrap();
        assert_eq!(mistake("(1{99}){99}"), "written out, the pattern has more than 300 numbers");
        assert!(mistake("((((((1{300}){300}){300}){300}){300}){300}){300}").contains("more than 300"));
        assert!(mistake(&"(".repeat(1_000_000)).contains("lies too deep"));
        assert!(mistake(&format!("1{}", "+".repeat(1_000_000))).contains("too often"));
        assert!(mistake(&"1|".repeat(1_000_000)).contains("more than 300"));
        let deep = format!("{}.{}", "(".repeat(6), ")*+".repeat(6));
        assert_eq!(mistake(&deep), "more than 10 repetitions lie in each other");
        // Patterns within the bounds are matched quickly.
        let deep = format!("{}.?{}", "(".repeat(9), ")*".repeat(9));
        assert!(Pattern::parse(&deep, &(1..=9)).unwrap().matches(&[1; 200]));
    }
}
