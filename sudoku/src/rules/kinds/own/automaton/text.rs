//! The text form of automata: `a: 1-3 b, 4 a; b: 5 c; accept c`.
//!
//! ```text
//!   text  = part { ";" part }
//!   part  = NAME ":" [ arc { "," arc } ]      a state and its transitions
//!         | "start" NAME …                    by default the first state
//!         | "accept" NAME …
//!   arc   = value … NAME …                    each of these values leads to each of these states
//!   value = NUMBER | NUMBER "-" NUMBER | "." any value | "|" the step from one list of cells to the next
//! ```

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::text::scan::quote;

/// A nondeterministic finite automaton over values. It may have several start states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    pub states: usize,
    pub starts: Vec<usize>,
    /// Whether each state accepts.
    pub accepts: Vec<bool>,
    pub transitions: Vec<Transition>,
}

/// A transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    pub from: usize,
    pub letter: Letter,
    pub to: usize,
}

/// The label of a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letter {
    /// Any value.
    Any,
    /// A value in this range.
    Range(RangeInclusive<i32>),
    /// The step from one list of cells to the next.
    Next,
}

/// Limits on the size, because texts may come from strangers.
const MOST_STATES: usize = 1 << 12;
const MOST_TRANSITIONS: usize = 1 << 15;

/// The states that have been named so far.
#[derive(Default)]
struct StateNames<'a> {
    number_of: HashMap<&'a str, usize>,
    names: Vec<&'a str>,
}

impl<'a> StateNames<'a> {
    fn number(&mut self, name: &'a str) -> usize {
        *self.number_of.entry(name).or_insert_with(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }
}

/// Parses the text of an automaton. An error is a sentence.
pub fn parse(text: &str) -> Result<Machine, String> {
    let mut names = StateNames::default();
    let (mut starts, mut accepting, mut reader) = (Vec::new(), Vec::new(), TransitionReader::default());
    let mut is_defined: Vec<bool> = Vec::new();
    let mut first = None;
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let Some((head, tail)) = part.split_once(':') else {
            let (word, list) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            let numbers: Vec<usize> = list.split_whitespace().map(|name| names.number(name)).collect();
            match word {
                "start" => starts.extend(numbers),
                "accept" => accepting.extend(numbers),
                _ => return Err(format!("{} is not a state; write NAME: VALUES NAME, …", quote(part))),
            }
            continue;
        };
        let head = head.trim();
        if !is_name(head) {
            return Err(format!("{} is not a name of a state; names begin with a letter", quote(head)));
        }
        let from = names.number(head);
        first.get_or_insert(from);
        is_defined.resize(is_defined.len().max(from + 1), false);
        if std::mem::replace(&mut is_defined[from], true) {
            return Err(format!("state {head} is defined twice"));
        }
        for arc in tail.split(',').map(str::trim).filter(|arc| !arc.is_empty()) {
            reader.read(arc, from, &mut names).map_err(|what| format!("state {head}: {what}"))?;
            if reader.transitions.len() > MOST_TRANSITIONS || names.names.len() > MOST_STATES {
                return Err(format!("more than {MOST_STATES} states or {MOST_TRANSITIONS} transitions"));
            }
        }
    }
    let Some(first) = first else { return Err("no state; write NAME: VALUES NAME, …".into()) };
    if accepting.is_empty() {
        return Err("no state accepts; add accept NAME".into());
    }
    let states = names.names.len();
    if states > MOST_STATES {
        return Err(format!("more than {MOST_STATES} states"));
    }
    is_defined.resize(states, false);
    // A state without transitions needs no description if it accepts.
    let unknown = (0..states).find(|state| !is_defined[*state] && !accepting.contains(state));
    if let Some(unknown) = unknown {
        return Err(format!("state {} is used, but not defined", names.names[unknown]));
    }
    if starts.is_empty() {
        starts.push(first);
    }
    let mut accepts = vec![false; states];
    accepting.into_iter().for_each(|state| accepts[state] = true);
    Ok(Machine { states, starts, accepts, transitions: reader.transitions })
}

/// Returns a value of an arc in words.
fn spoken(value: &str) -> &str {
    match value {
        "." => "any digit",
        "|" => "the next line",
        other => other,
    }
}

/// Returns what an automaton does in words: `It begins in a. In a, 1-3 lead to b. It must end in c`.
pub fn in_words(text: &str) -> String {
    let mut ends = [Vec::new(), Vec::new()];
    let mut first = None;
    let mut states: Vec<String> = Vec::new();
    let listed = |words: &[&str], last: &str| match words {
        [before @ .., one] if !before.is_empty() => format!("{} {last} {one}", before.join(", ")),
        _ => words.concat(),
    };
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let Some((name, arcs)) = part.split_once(':') else {
            let mut words = part.split_whitespace();
            ends[usize::from(words.next() == Some("accept"))].extend(words);
            continue;
        };
        first.get_or_insert(name.trim());
        let arc = |arc: &str| {
            let (targets, values): (Vec<&str>, Vec<&str>) =
                arc.split_whitespace().partition(|word| is_name(word));
            let values: Vec<&str> = values.into_iter().map(spoken).collect();
            format!("{} leads to {}", listed(&values, "or"), listed(&targets, "or"))
        };
        let arcs: Vec<String> = arcs.split(',').filter(|arc| !arc.trim().is_empty()).map(arc).collect();
        let arcs = if arcs.is_empty() { "nothing goes on".to_owned() } else { arcs.join(", ") };
        states.push(format!("In {}, {arcs}", name.trim()));
    }
    let [mut starts, accepts] = ends;
    if starts.is_empty() {
        starts.extend(first);
    }
    format!(
        "It begins in {}. {}. It must end in {}",
        listed(&starts, "or"),
        states.join(". "),
        listed(&accepts, "or")
    )
}

fn is_name(word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let mut letters = word.chars();
    letters.next().is_some_and(|c| c.is_alphabetic() || c == '_') && letters.all(is_letter)
}

/// The transitions that have been read.
#[derive(Default)]
struct TransitionReader {
    transitions: Vec<Transition>,
    /// Scratch: the labels and targets of the latest transition.
    letters: Vec<Letter>,
    targets: Vec<usize>,
}

impl TransitionReader {
    /// Reads a description such as `1 3-5 b` and adds its transitions.
    fn read<'a>(&mut self, arc: &'a str, from: usize, names: &mut StateNames<'a>) -> Result<(), String> {
        let TransitionReader { transitions, letters, targets } = self;
        letters.clear();
        targets.clear();
        for word in arc.split_whitespace() {
            if is_name(word) {
                targets.push(names.number(word));
            } else if !targets.is_empty() {
                return Err(format!("{} has values after a state; a comma is missing", quote(arc)));
            } else {
                let letter = read_letter(word);
                letters.push(letter.ok_or_else(|| format!("{} is neither value nor state", quote(word)))?);
            }
        }
        if letters.is_empty() || targets.is_empty() {
            return Err(format!("{} is not a transition; write VALUES NAME", quote(arc)));
        }
        for letter in letters {
            transitions.extend(targets.iter().map(|&to| Transition { from, letter: letter.clone(), to }));
        }
        Ok(())
    }
}

fn read_letter(word: &str) -> Option<Letter> {
    match word {
        "." => return Some(Letter::Any),
        "|" => return Some(Letter::Next),
        _ => {}
    }
    // A "-" at the beginning is a sign. Any other "-" separates two numbers.
    let dash = word.char_indices().skip(1).find(|&(_, c)| c == '-').map(|(at, _)| at);
    let (low, high) = match dash {
        Some(at) => (word[..at].parse().ok()?, word[at + 1..].parse().ok()?),
        None => {
            let number: i32 = word.parse().ok()?;
            (number, number)
        }
    };
    (low <= high).then_some(Letter::Range(low..=high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_in_words() {
        assert_eq!(
            in_words("low: 1-4 low, 5 9 high; high: . high, | end; end:; accept low end"),
            "It begins in low. In low, 1-4 leads to low, 5 or 9 leads to high. In high, any digit leads to high, \
             the next line leads to end. In end, nothing goes on. It must end in low or end"
        );
    }

    #[test]
    fn machines_are_parsed() {
        let machine = parse("a: 1-3 b, 4 -2--1 a; b: . c b, | a;; start a b; accept c").unwrap();
        let transition = |from, letter, to| Transition { from, letter, to };
        let expected = [
            transition(0, Letter::Range(1..=3), 1),
            transition(0, Letter::Range(4..=4), 0),
            transition(0, Letter::Range(-2..=-1), 0),
            transition(1, Letter::Any, 2),
            transition(1, Letter::Any, 1),
            transition(1, Letter::Next, 0),
        ];
        assert_eq!(machine.transitions, expected);
        assert_eq!((machine.states, &machine.starts[..]), (3, &[0, 1][..]));
        assert_eq!(machine.accepts, [false, false, true]);
    }

    #[test]
    fn mistakes_are_errors() {
        let says = |text: &str| parse(text).unwrap_err();
        assert_eq!(says(""), "no state; write NAME: VALUES NAME, …");
        assert_eq!(says("a: 1 a"), "no state accepts; add accept NAME");
        assert_eq!(says("a: 1 b; accept a"), "state b is used, but not defined");
        assert_eq!(says("a: 1 a; a: 2 a; accept a"), "state a is defined twice");
        assert_eq!(says("a: 3-1 a; accept a"), "state a: \"3-1\" is neither value nor state");
        assert_eq!(says("a: b; accept a"), "state a: \"b\" is not a transition; write VALUES NAME");
        assert_eq!(
            says("a: 1 a 2 a; accept a"),
            "state a: \"1 a 2 a\" has values after a state; a comma is missing"
        );
        assert_eq!(says("1: 2 a; accept a"), "\"1\" is not a name of a state; names begin with a letter");
        assert_eq!(says("go a"), "\"go a\" is not a state; write NAME: VALUES NAME, …");
        let many: String = (0..5000).map(|at| format!("s{at}: 1 s{at}; ")).collect();
        assert_eq!(says(&format!("{many} accept s1")), "more than 4096 states or 32768 transitions");
    }
}
