//! Plans of sets of puzzles: `20 easy, 10 hard symmetric; 5 killer medium`.

use std::fmt;
use std::ops::RangeInclusive;

use sudoku::explain::Level;
use sudoku::format::nearest;
use sudoku::rules::{self, Kind};
use sudoku::{Difficulty, Style, Symmetry};

/// The symmetries that a plan names; `diagonal` is a rule there.
const SYMMETRIES: [Symmetry; 3] = [Symmetry::Rotational, Symmetry::Mirror, Symmetry::Full];

/// The most puzzles of a plan.
const MOST: u64 = 1_000_000;

/// A set of puzzles to make, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The parts, each of puzzles that are alike.
    pub batches: Vec<Batch>,
}

/// Puzzles that are alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Batch {
    /// The number of puzzles.
    pub count: u64,
    /// The words that say what they are.
    pub words: String,
    /// The costs of the hardest step, if the plan names a level or a range.
    pub hardest: Option<RangeInclusive<u16>>,
    /// The rules whose clues are placed at random.
    pub rules: Vec<&'static Kind>,
    /// The symmetry, if the plan names one.
    pub symmetry: Option<Symmetry>,
    /// The style, if the plan names one.
    pub style: Option<Style>,
    /// The number of rows and columns, if the plan names one.
    pub size: Option<(usize, usize)>,
}

/// Why a plan cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    /// The character where it cannot be read, from 1.
    pub column: usize,
    /// The message.
    pub what: String,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.column, self.what)
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// Reads a plan: batches with commas, semicolons or new lines between, each a number and what the puzzles are: a level,
    /// `any` or a range of costs, rules, a symmetry, a style, a size, in any order.
    ///
    /// ```
    /// let plan = sudoku_ask::Plan::read("20 easy, 5 killer medium symmetric").unwrap();
    /// assert_eq!(plan.count(), 25);
    /// let error = sudoku_ask::Plan::read("20 easy, 5 kilr").unwrap_err();
    /// assert_eq!(error.to_string(), "character 12: unknown word \"kilr\" (did you mean killer?)");
    /// ```
    pub fn read(text: &str) -> Result<Plan, PlanError> {
        let mut batches = Vec::new();
        let mut column = 1;
        for part in text.split([',', ';', '\n']) {
            let words = words(part, column);
            column += part.chars().count() + 1;
            if !words.is_empty() {
                batches.push(batch(&words)?);
            }
        }
        let plan = Plan { batches };
        match plan.count() {
            0 => Err(PlanError {
                column: 1,
                what: "there is nothing to make, as in \"20 easy, 5 killer medium\"".into(),
            }),
            count if count > MOST => {
                Err(PlanError { column: 1, what: format!("{count} puzzles are more than {MOST}") })
            }
            _ => Ok(plan),
        }
    }

    /// The number of puzzles.
    pub fn count(&self) -> u64 {
        self.batches.iter().fold(0, |sum, batch| sum.saturating_add(batch.count))
    }
}

/// A word with its column.
type Word<'a> = (usize, &'a str);

fn words(part: &str, column: usize) -> Vec<Word<'_>> {
    let begins = |&(at, c): &(usize, char)| {
        !c.is_whitespace() && part[..at].chars().next_back().is_none_or(char::is_whitespace)
    };
    let word = |(at, _)| {
        let word = part[at..].split_whitespace().next().expect("a word begins here");
        (column + part[..at].chars().count(), word)
    };
    part.char_indices().filter(begins).map(word).collect()
}

fn batch(words: &[Word<'_>]) -> Result<Batch, PlanError> {
    let (column, first) = words[0];
    let is_number = first.bytes().all(|byte| byte.is_ascii_digit());
    let fail = |column, what: String| Err(PlanError { column, what });
    let count = if is_number { first.parse().unwrap_or(u64::MAX) } else { 1 };
    let rest = if is_number { &words[1..] } else { words };
    if count == 0 {
        return fail(column, "0 puzzles: write at least 1".into());
    }
    let Some(last) = rest.last() else {
        return fail(column, format!("{first} of what? Write a level or rules, or any"));
    };
    let texts: Vec<&str> = rest.iter().map(|(_, word)| *word).collect();
    let mut batch = Batch { count, words: texts.join(" "), ..Batch::default() };
    let mut named: Vec<Word<'_>> = Vec::new();
    for &(column, word) in rest {
        let is_new = if let Some(hardest) = hardest(column, word)? {
            batch.hardest.replace(hardest).is_none()
        } else if let Some(symmetry) = SYMMETRIES.into_iter().find(|known| is(word, known.name())) {
            batch.symmetry.replace(symmetry).is_none()
        } else if let Some(style) = Style::ALL.into_iter().find(|known| is(word, known.name())) {
            batch.style.replace(style).is_none()
        } else if let Some(size) = size(word) {
            batch.size.replace(size).is_none()
        } else {
            named.push((column, word));
            true
        };
        if !is_new {
            return fail(column, format!("{word:?} says again what another word says: one is enough"));
        }
        let ends = (column, word) == *last || !named.ends_with(&[(column, word)]);
        if ends && !named.is_empty() {
            batch.rules.extend(meant(&std::mem::take(&mut named))?);
        }
    }
    Ok(batch)
}

fn is(word: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(name)
}

/// The rules that neighbouring words mean: all together, or each by itself.
fn meant(words: &[Word<'_>]) -> Result<Vec<&'static Kind>, PlanError> {
    let together: Vec<&str> = words.iter().map(|(_, word)| *word).collect();
    if let Ok(kinds) = rules::meant(&together.join(" ")) {
        return Ok(kinds);
    }
    let mut kinds = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // As many words as make a name: `german whispers` is one rule, and `killer thermo` are two.
        let phrase =
            |end: &usize| rules::meant(&together[at..*end].join(" ")).ok().map(|kinds| (*end, kinds));
        if let Some((end, found)) = (at + 1..=words.len()).rev().find_map(|end| phrase(&end)) {
            kinds.extend(found);
            at = end;
            continue;
        }
        let (column, word) = words[at];
        at += 1;
        if is(word, "and") || is(word, "with") {
            continue;
        }
        let mut column = column;
        for name in word.split_inclusive('+') {
            let plain = name.strip_suffix('+').unwrap_or(name);
            // `diagonal+` is a name by itself.
            let found = rules::meant(name).or_else(|_| rules::meant(plain));
            kinds.extend(found.map_err(|hint| unknown(column, plain, hint))?);
            column += name.chars().count();
        }
    }
    Ok(kinds)
}

fn unknown(column: usize, word: &str, hint: String) -> PlanError {
    let levels = Level::ALL.map(Level::name).into_iter().chain(["any"]);
    let styles = Style::ALL.map(Style::name).into_iter().chain(SYMMETRIES.map(Symmetry::name));
    let hint = match nearest(word, levels.chain(styles)) {
        Some(name) if !hint.starts_with("did you mean") => format!("did you mean {name}?"),
        _ => hint,
    };
    PlanError { column, what: format!("unknown word {word:?} ({hint})") }
}

/// A level, `any`, or a range of costs; nothing of any other word.
fn hardest(column: usize, word: &str) -> Result<Option<RangeInclusive<u16>>, PlanError> {
    match Difficulty::read_costs(word) {
        Ok(costs) => Ok(Some(costs)),
        Err(what) if word.contains("..") => Err(PlanError { column, what: format!("{word}: {what}") }),
        Err(_) => Ok(None),
    }
}

/// Rows and columns: `16x16`.
fn size(word: &str) -> Option<(usize, usize)> {
    let (rows, columns) = word.split_once(['x', '×'])?;
    Some((rows.parse().ok()?, columns.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Batch> {
        Plan::read(text).unwrap_or_else(|error| panic!("{text}: {error}")).batches
    }

    #[test]
    fn plans_are_read() {
        let batches = read("20 easy, 20 Medium, 10 hard; 5 killer medium\n16x16 any rotational");
        let counts: Vec<(u64, &str)> = batches.iter().map(|batch| (batch.count, &*batch.words)).collect();
        assert_eq!(
            counts,
            [(20, "easy"), (20, "Medium"), (10, "hard"), (5, "killer medium"), (1, "16x16 any rotational")]
        );
        assert_eq!(batches[1].hardest, Some(151..=250));
        assert_eq!((batches[4].size, batches[4].symmetry), (Some((16, 16)), Some(Symmetry::Rotational)));
        let names =
            |text: &str| -> Vec<&str> { read(text)[0].rules.iter().map(|kind| kind.name()).collect() };
        assert_eq!(names("2 hard killer"), ["killer"]);
        for text in ["killer thermo", "killer+thermo easy", "killer and thermo", "killer with thermometers"] {
            assert_eq!(names(text), ["killer", "thermo"], "{text}");
        }
        assert_eq!(names("3 german whispers tiled"), ["whisper"]);
        assert_eq!(names("anti-knight german whispers"), ["anti-knight", "whisper"]);
        assert_eq!(names("diagonal+"), ["diagonal+"]);
        let sparse = &read("5 sparse thermo 2.0..2.6")[0];
        assert_eq!((sparse.style, sparse.hardest.clone()), (Some(Style::Sparse), Some(200..=260)));
    }

    #[test]
    fn errors_have_a_place_and_a_hint() {
        for (text, error) in [
            ("", "character 1: there is nothing to make, as in \"20 easy, 5 killer medium\""),
            (" ,; ", "character 1: there is nothing to make, as in \"20 easy, 5 killer medium\""),
            ("20", "character 1: 20 of what? Write a level or rules, or any"),
            ("5 easy, 0 hard", "character 9: 0 puzzles: write at least 1"),
            ("5 easy, 3 mediun", "character 11: unknown word \"mediun\" (did you mean medium?)"),
            ("5 easy killer+themo", "character 15: unknown word \"themo\" (did you mean thermo?)"),
            ("5 easy hard", "character 8: \"hard\" says again what another word says: one is enough"),
            (
                "5 jigsaw",
                "character 3: unknown word \"jigsaw\" (regions belong to the grid: `regions:` and a map of them)",
            ),
            (
                "9999999999999999999999 easy",
                "character 1: 18446744073709551615 puzzles are more than 1000000",
            ),
            ("3 3..2", "character 3: 3..2: 3 is more than 2"),
        ] {
            assert_eq!(Plan::read(text).unwrap_err().to_string(), error, "{text}");
        }
    }
}
