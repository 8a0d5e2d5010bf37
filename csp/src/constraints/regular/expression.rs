//! Regular expressions over numbers: the parser. [`Positions`] translates them into automata.

use super::automaton::Automaton;
use super::glushkov::{MOST_STATES, Node, Positions};
use crate::base::error::Error;
use crate::constraints::runs::{ValueRun, complement};
use crate::model::values::{LARGEST_TERM, MAX_VALUE};

/// Largest depth of nested brackets.
const DEEPEST: usize = 200;
/// Largest number of repetitions of one part: `a{2}{3}*` has three. Each nests a node, as brackets do.
const MOST_REPETITIONS: usize = 8;
/// All values of a variable with an offset.
const ANY: ValueRun = (-LARGEST_TERM as i32, LARGEST_TERM as i32);

impl Automaton {
    /// Builds the automaton of a regular expression over numbers.
    ///
    /// | written | means |
    /// |---|---|
    /// | `7`, `-7` | this value |
    /// | `1 2 3` or `1,2,3` | one after the other |
    /// | `.` | any value |
    /// | `[1 3 5-7]`, `[^1 3]` | one of these values, any but these |
    /// | `a\|b` | either |
    /// | `a*`, `a+`, `a?` | any number of times, at least once, at most once |
    /// | `a{3}`, `a{2,4}`, `a{2,}` | that many times |
    /// | `( )` | grouping |
    ///
    /// ```
    /// use csp::constraints::Automaton;
    ///
    /// let rows = Automaton::parse("0* (1{2} 0+)* 1{2} 0*")?;
    /// assert!(rows.accepts(&[0, 1, 1, 0, 1, 1]) && !rows.accepts(&[1, 1, 1]));
    ///
    /// let error = Automaton::parse("1 (2|3").unwrap_err();
    /// assert_eq!(error.to_string(), "the bracket at character 3 of \"1 (2|3\" is never closed; close it with )");
    /// # Ok::<(), csp::Error>(())
    /// ```
    pub fn parse(expression: &str) -> Result<Automaton, Error> {
        parse(expression)
    }
}

fn parse(text: &str) -> Result<Automaton, Error> {
    let characters: Vec<char> = text.chars().collect();
    let mut reader = Reader { text, characters: &characters, at: 0, depth: 0 };
    let node = reader.either()?;
    if reader.at < characters.len() {
        return Err(reader.error(reader.at, "the bracket", "was never opened; take it out"));
    }
    Positions::automaton_of(&node).ok_or_else(|| {
        let what = format!("\"{text}\" needs more than {MOST_STATES} states; repeat less often");
        Error::bad_constraint(what)
    })
}

struct Reader<'a> {
    text: &'a str,
    characters: &'a [char],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    /// Creates an error at a character, counted from 1 in the message.
    fn error(&self, at: usize, what: &str, advice: &str) -> Error {
        Error::bad_constraint(format!("{what} at character {} of \"{}\" {advice}", at + 1, self.text))
    }

    /// Skips blanks and commas and returns the next character.
    fn peek(&mut self) -> Option<char> {
        while self.here().is_some_and(|c| c.is_whitespace() || c == ',') {
            self.at += 1;
        }
        self.here()
    }

    fn here(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn either(&mut self) -> Result<Node, Error> {
        let mut branches = vec![self.sequence()?];
        while self.take('|') {
            branches.push(self.sequence()?);
        }
        Ok(Node::Either(branches))
    }

    fn sequence(&mut self) -> Result<Node, Error> {
        let mut parts = Vec::new();
        while let Some(next) = self.peek() {
            if next == '|' || next == ')' {
                break;
            }
            let part = self.single()?;
            parts.push(self.repeated(part)?);
        }
        Ok(Node::Sequence(parts))
    }

    fn single(&mut self) -> Result<Node, Error> {
        let start = self.at;
        match self.characters[start] {
            '(' => {
                self.at += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(self.error(start, "the bracket", "lies too deep; use fewer brackets"));
                }
                let inner = self.either()?;
                if !self.take(')') {
                    return Err(self.error(start, "the bracket", "is never closed; close it with )"));
                }
                self.depth -= 1;
                Ok(inner)
            }
            '[' => self.class(),
            '.' => {
                self.at += 1;
                Ok(Node::Value(vec![ANY]))
            }
            '*' | '+' | '?' | '{' => {
                Err(self.error(start, "the repetition", "has nothing to repeat; write a value before it"))
            }
            _ => {
                let value = self.number()?;
                if self.here() == Some('-') {
                    return Err(self.error(self.at, "the range", "stands outside a class; write [1-3]"));
                }
                Ok(Node::Value(vec![(value, value)]))
            }
        }
    }

    fn number(&mut self) -> Result<i32, Error> {
        let start = self.at;
        let negative = self.here() == Some('-');
        self.at += usize::from(negative);
        let mut value = None;
        while let Some(digit) = self.here().and_then(|c| c.to_digit(10)) {
            let larger = i64::from(value.unwrap_or(0)) * 10 + i64::from(digit);
            value = i32::try_from(larger).ok().filter(|&value| value <= MAX_VALUE);
            if value.is_none() {
                return Err(self.error(start, "the number", "is too large; values go from -2^28 to 2^28"));
            }
            self.at += 1;
        }
        match value {
            Some(value) => Ok(if negative { -value } else { value }),
            None => Err(self.error(start, "what stands", "is not a value; write numbers, . or [ ]")),
        }
    }

    /// Parses `[1 3 5-7]` or `[^1 3 5-7]`.
    fn class(&mut self) -> Result<Node, Error> {
        let start = self.at;
        self.at += 1;
        let inverted = self.take('^');
        let mut runs: Vec<ValueRun> = Vec::new();
        while !self.take(']') {
            let Some(_) = self.peek() else {
                return Err(self.error(start, "the class", "is never closed; close it with ]"));
            };
            let at = self.at;
            let low = self.number()?;
            let mut high = low;
            if self.here() == Some('-') {
                self.at += 1;
                high = self.number()?;
            }
            if low > high {
                return Err(self.error(at, "the range", "runs backwards; the smaller value goes first"));
            }
            runs.push((low, high));
        }
        runs.sort_unstable();
        runs.dedup_by(|next, run| {
            let joins = next.0 <= run.1 + 1;
            if joins {
                run.1 = run.1.max(next.1);
            }
            joins
        });
        match (inverted, runs.is_empty()) {
            (false, true) => Err(self.error(start, "the class", "is empty; name values, or write . for all")),
            (false, false) => Ok(Node::Value(runs)),
            (true, _) => Ok(Node::Value(complement(&runs, ANY))),
        }
    }

    fn repeated(&mut self, mut node: Node) -> Result<Node, Error> {
        for times in 0.. {
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => self.counts()?,
                _ => break,
            };
            if times == MOST_REPETITIONS {
                return Err(self.error(self.at, "the repetition", "is one of too many; put them together"));
            }
            self.at += 1;
            node = Node::Repeat(Box::new(node), least, most);
        }
        Ok(node)
    }

    /// Parses `{m}`, `{m,}` or `{m,n}`, up to its last character.
    fn counts(&mut self) -> Result<(usize, Option<usize>), Error> {
        let start = self.at;
        let end = (start..self.characters.len()).find(|&at| self.characters[at] == '}');
        let inside: Option<String> = end.map(|end| self.characters[start + 1..end].iter().collect());
        let read = |text: &str| text.trim().parse::<usize>().ok();
        let counts = inside.as_deref().and_then(|inside| match inside.split_once(',') {
            None => read(inside).map(|count| (count, Some(count))),
            Some((least, most)) if most.trim().is_empty() => read(least).map(|least| (least, None)),
            Some((least, most)) => read(least).zip(read(most).map(Some)),
        });
        match (counts, end) {
            (Some((least, most)), Some(end)) if most.is_none_or(|most| least <= most) => {
                self.at = end;
                Ok((least, most))
            }
            _ => Err(self.error(start, "the repetition", "is no count; write {3}, {2,} or {2,4}")),
        }
    }
}
